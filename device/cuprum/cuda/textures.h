// CUDA's textures and surfaces for a CPU: memory that is read at coordinates between its elements and beyond its ends,
// by the formulas of the CUDA C++ Programming Guide's appendix "Texture Fetching".
#pragma once

#include <cuprum/cuda/math.h>
#include <cuprum/cuda/texture_args.h>
#include <cuprum/half.h>

using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };

namespace cuprum::cuda_on_cpu {

/// The numbers that a result is made of.
template <class T>
struct parts_of {
    using type = T;
    static constexpr int count = 1;
};
#define CUPRUM_PARTS_OF(name, part)     \
    template <>                         \
    struct parts_of<name##1> {          \
        using type = part;              \
        static constexpr int count = 1; \
    };                                  \
    template <>                         \
    struct parts_of<name##2> {          \
        using type = part;              \
        static constexpr int count = 2; \
    };                                  \
    template <>                         \
    struct parts_of<name##3> {          \
        using type = part;              \
        static constexpr int count = 3; \
    };                                  \
    template <>                         \
    struct parts_of<name##4> {          \
        using type = part;              \
        static constexpr int count = 4; \
    };
CUPRUM_PARTS_OF(char, signed char)
CUPRUM_PARTS_OF(uchar, unsigned char)
CUPRUM_PARTS_OF(short, short)
CUPRUM_PARTS_OF(ushort, unsigned short)
CUPRUM_PARTS_OF(int, int)
CUPRUM_PARTS_OF(uint, unsigned)
CUPRUM_PARTS_OF(long, long)
CUPRUM_PARTS_OF(ulong, unsigned long)
CUPRUM_PARTS_OF(longlong, long long)
CUPRUM_PARTS_OF(ulonglong, unsigned long long)
CUPRUM_PARTS_OF(float, float)
#undef CUPRUM_PARTS_OF

/// A place in a texture, and whether it lies inside.
struct Texel {
    const char* address;
    bool inside;
};

__forceinline__ Texel texel_at(const Texture& texture, const long long (&place)[3]) {
    long long at[3];
    for (int d = 0; d < 3; ++d) {
        const long long length = texture.lengths[d];
        long long i = place[d];
        switch (texture.address_mode[d]) {
            case 0: i %= length, i += i < 0 ? length : 0; break;
            case 2:
                i %= 2 * length, i += i < 0 ? 2 * length : 0;
                i = i < length ? i : 2 * length - 1 - i;
                break;
            case 3:
                if (i < 0 || i >= length) return {nullptr, false};
                break;
            default: i = i < 0 ? 0 : i < length ? i : length - 1;
        }
        at[d] = i;
    }
    return {texture.data + at[2] * texture.plane + at[1] * texture.row + at[0] * (texture.channels * texture.bits / 8),
            true};
}

template <class Stored>
__forceinline__ Stored stored_at(const char* address, int channel) {
    Stored value;
    __builtin_memcpy(&value, address + channel * sizeof(Stored), sizeof(Stored));
    return value;
}
/// A channel of an element, as a fraction of its type's largest value where the texture says so.
template <class Part>
__forceinline__ Part channel_of(const Texture& texture, const Texel& texel, int channel) {
    if (channel >= texture.channels) return Part(channel == 3 ? 1 : 0);
    if (!texel.inside) return static_cast<Part>(texture.border[channel]);
    const auto integer = [&](auto value) {
        if (!texture.normalized_values) return static_cast<Part>(value);
        constexpr bool negative = decltype(value)(-1) < decltype(value)(0);
        const float fraction =
            static_cast<float>(value) / static_cast<float>((1u << (8 * sizeof value - negative)) - 1);
        return static_cast<Part>(fraction < -1 ? -1 : fraction);
    };
    const char* p = texel.address;
    if (texture.kind == 2)
        return static_cast<Part>(texture.bits == 16 ? static_cast<float>(stored_at<cuprum::float16>(p, channel))
                                                    : stored_at<float>(p, channel));
    switch (texture.bits) {
        case 8:
            return texture.kind ? integer(stored_at<unsigned char>(p, channel))
                                : integer(stored_at<signed char>(p, channel));
        case 16:
            return texture.kind ? integer(stored_at<unsigned short>(p, channel))
                                : integer(stored_at<short>(p, channel));
        default:
            return texture.kind ? static_cast<Part>(stored_at<unsigned>(p, channel))
                                : static_cast<Part>(stored_at<int>(p, channel));
    }
}

__forceinline__ const Texture& texture_of(unsigned long long handle) {
    return *reinterpret_cast<const Texture*>(handle);
}

/// The element at a place, or the mean of its neighbours weighed by their distance, which has eight bits.
template <class T>
__forceinline__ T fetch(unsigned long long handle, int dimensions, float x, float y, float z) {
    using Part = typename parts_of<T>::type;
    const Texture& texture = texture_of(handle);
    const float given[3] = {x, y, z};
    long long place[3] = {};
    float weight[3] = {};
    for (int d = 0; d < dimensions; ++d) {
        float at = given[d];
        if (texture.normalized_coordinates) at *= static_cast<float>(texture.lengths[d]);
        if (texture.linear) at -= .5f;
        const float whole = __builtin_floorf(at);
        place[d] = static_cast<long long>(whole);
        weight[d] = texture.linear ? __builtin_rintf((at - whole) * 256) / 256 : 0;
    }
    T result;
    auto* parts = reinterpret_cast<Part*>(&result);
    for (int channel = 0; channel < parts_of<T>::count; ++channel) {
        if (!texture.linear) {
            parts[channel] = channel_of<Part>(texture, texel_at(texture, place), channel);
            continue;
        }
        float sum = 0;
        for (int corner = 0; corner < 1 << dimensions; ++corner) {
            long long neighbour[3] = {place[0], place[1], place[2]};
            float share = 1;
            for (int d = 0; d < dimensions; ++d) {
                neighbour[d] += corner >> d & 1;
                share *= corner >> d & 1 ? weight[d] : 1 - weight[d];
            }
            if (share != 0) sum += share * channel_of<float>(texture, texel_at(texture, neighbour), channel);
        }
        parts[channel] = static_cast<Part>(sum);
    }
    return result;
}

/// An element by its number. Beyond a texture's memory there is nothing.
template <class T>
__forceinline__ T fetch_element(unsigned long long handle, int number) {
    using Part = typename parts_of<T>::type;
    const Texture& texture = texture_of(handle);
    T result = {};
    if (number < 0 || number >= texture.lengths[0]) return result;
    const Texel texel{texture.data + static_cast<long long>(number) * (texture.channels * texture.bits / 8), true};
    for (int channel = 0; channel < parts_of<T>::count; ++channel)
        reinterpret_cast<Part*>(&result)[channel] = channel_of<Part>(texture, texel, channel);
    return result;
}

/// The layer is a number and no coordinate.
template <class T>
__forceinline__ T fetch_layer(unsigned long long handle, int dimensions, float x, float y, int layer) {
    Texture one = texture_of(handle);
    const long long last = one.lengths[2] - 1;
    one.data += (layer < 0 ? 0 : layer < last ? layer : last) * one.plane;
    one.lengths[2] = 1;
    return fetch<T>(reinterpret_cast<unsigned long long>(&one), dimensions, x, y, 0);
}

/// The bytes of an element of a surface, of which x counts the bytes; null where there is none.
__forceinline__ char* surface_at(unsigned long long handle, int bytes, long long x, long long y, long long z,
                                 cudaSurfaceBoundaryMode mode) {
    const Texture& surface = texture_of(handle);
    const long long width = surface.lengths[0] * (surface.channels * surface.bits / 8);
    const long long lengths[3] = {width - bytes + 1, surface.lengths[1], surface.lengths[2]};
    long long at[3] = {x, y, z};
    for (int d = 0; d < 3; ++d) {
        if (at[d] >= 0 && at[d] < lengths[d]) continue;
        if (mode == cudaBoundaryModeTrap) __builtin_trap();
        if (mode == cudaBoundaryModeZero) return nullptr;
        at[d] = at[d] < 0 ? 0 : lengths[d] - 1;
    }
    return const_cast<char*>(surface.data) + at[2] * surface.plane + at[1] * surface.row + at[0];
}
template <class T>
__forceinline__ T read_surface(unsigned long long handle, long long x, long long y, long long z,
                               cudaSurfaceBoundaryMode mode) {
    T value = {};
    if (const char* place = surface_at(handle, sizeof(T), x, y, z, mode)) __builtin_memcpy(&value, place, sizeof(T));
    return value;
}
template <class T>
__forceinline__ void write_surface(const T& value, unsigned long long handle, long long x, long long y, long long z,
                                   cudaSurfaceBoundaryMode mode) {
    if (char* place = surface_at(handle, sizeof(T), x, y, z, mode)) __builtin_memcpy(place, &value, sizeof(T));
}

}  // namespace cuprum::cuda_on_cpu

// Each fetch gives its result, or writes it where its first argument points to.
#define CUPRUM_TEXTURE(name, parameters, expression)                                  \
    template <class T>                                                                \
    __forceinline__ T name(cudaTextureObject_t t, CUPRUM_LIST parameters) {           \
        return expression;                                                            \
    }                                                                                 \
    template <class T>                                                                \
    __forceinline__ void name(T* to, cudaTextureObject_t t, CUPRUM_LIST parameters) { \
        *to = expression;                                                             \
    }
#define CUPRUM_LIST(...) __VA_ARGS__
CUPRUM_TEXTURE(tex1Dfetch, (int x), cuprum::cuda_on_cpu::fetch_element<T>(t, x))
CUPRUM_TEXTURE(tex1D, (float x), (cuprum::cuda_on_cpu::fetch<T>(t, 1, x, 0, 0)))
CUPRUM_TEXTURE(tex2D, (float x, float y), (cuprum::cuda_on_cpu::fetch<T>(t, 2, x, y, 0)))
CUPRUM_TEXTURE(tex3D, (float x, float y, float z), (cuprum::cuda_on_cpu::fetch<T>(t, 3, x, y, z)))
CUPRUM_TEXTURE(tex1DLayered, (float x, int layer), (cuprum::cuda_on_cpu::fetch_layer<T>(t, 1, x, 0, layer)))
CUPRUM_TEXTURE(tex2DLayered, (float x, float y, int layer), (cuprum::cuda_on_cpu::fetch_layer<T>(t, 2, x, y, layer)))
// There is one level of detail.
CUPRUM_TEXTURE(tex1DLod, (float x, float), (cuprum::cuda_on_cpu::fetch<T>(t, 1, x, 0, 0)))
CUPRUM_TEXTURE(tex2DLod, (float x, float y, float), (cuprum::cuda_on_cpu::fetch<T>(t, 2, x, y, 0)))
CUPRUM_TEXTURE(tex3DLod, (float x, float y, float z, float), (cuprum::cuda_on_cpu::fetch<T>(t, 3, x, y, z)))
CUPRUM_TEXTURE(tex1DGrad, (float x, float, float), (cuprum::cuda_on_cpu::fetch<T>(t, 1, x, 0, 0)))
CUPRUM_TEXTURE(tex2DGrad, (float x, float y, float2, float2), (cuprum::cuda_on_cpu::fetch<T>(t, 2, x, y, 0)))
CUPRUM_TEXTURE(tex3DGrad, (float x, float y, float z, float4, float4), (cuprum::cuda_on_cpu::fetch<T>(t, 3, x, y, z)))
#undef CUPRUM_TEXTURE
#undef CUPRUM_LIST

#define CUPRUM_SURFACE(d, parameters, places)                                                    \
    template <class T>                                                                           \
    __forceinline__ T surf##d##Dread(cudaSurfaceObject_t s, CUPRUM_LIST parameters,              \
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
        return cuprum::cuda_on_cpu::read_surface<T>(s, CUPRUM_LIST places, mode);                \
    }                                                                                            \
    template <class T>                                                                           \
    __forceinline__ void surf##d##Dread(T* to, cudaSurfaceObject_t s, CUPRUM_LIST parameters,    \
                                        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
        *to = cuprum::cuda_on_cpu::read_surface<T>(s, CUPRUM_LIST places, mode);                 \
    }                                                                                            \
    template <class T>                                                                           \
    __forceinline__ void surf##d##Dwrite(T value, cudaSurfaceObject_t s, CUPRUM_LIST parameters, \
                                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
        cuprum::cuda_on_cpu::write_surface(value, s, CUPRUM_LIST places, mode);                  \
    }
#define CUPRUM_LIST(...) __VA_ARGS__
CUPRUM_SURFACE(1, (int x), (x, 0, 0))
CUPRUM_SURFACE(2, (int x, int y), (x, y, 0))
CUPRUM_SURFACE(3, (int x, int y, int z), (x, y, z))
#undef CUPRUM_SURFACE
#undef CUPRUM_LIST
