// What textures are and how they are read. These have the layout of CUDA's own structs, so that their addresses are
// what cuda::runtime's functions take.
#pragma once

#include <cstddef>

namespace cuprum::cuda {

/// The bits of each of up to four channels of an element, and their kind: 0 signed, 1 unsigned, 2 float.
struct ChannelFormat {
    int x = 0, y = 0, z = 0, w = 0, kind = 3;

    int channels() const { return (x != 0) + (y != 0) + (z != 0) + (w != 0); }
    std::size_t bytes() const { return static_cast<std::size_t>(x + y + z + w) / 8; }
};

/// What a texture reads: an array for textures, or memory of one or two dimensions.
struct ResourceDescription {
    enum Kind : int { array = 0, mipmapped_array = 1, linear = 2, pitched = 3 };
    int kind = array;
    union {
        struct {
            void* array;
        } texture_array;
        struct {
            void* pointer;
            ChannelFormat format;
            std::size_t bytes;
        } line;
        struct {
            void* pointer;
            ChannelFormat format;
            std::size_t width, height, pitch;  // width and height in elements, pitch in bytes
        } plane;
    };
    unsigned flags = 0;

    ResourceDescription() : plane{} {}
};

/// How a texture is read.
struct TextureDescription {
    int address_mode[3] = {0, 0, 0};  ///< An axis each: 0 wrap, 1 clamp, 2 mirror, 3 border.
    int filter_mode = 0;              ///< 0 the nearest element, 1 linear.
    int read_mode = 0;                ///< 0 the element itself, 1 integers as floats in [0, 1] or [-1, 1].
    int srgb = 0;
    float border_color[4] = {0, 0, 0, 0};
    int normalized_coordinates = 0;
    unsigned max_anisotropy = 0;
    int mipmap_filter_mode = 0;
    float mipmap_level_bias = 0, min_mipmap_level_clamp = 0, max_mipmap_level_clamp = 0;
    int disable_trilinear_optimization = 0;
    int seamless_cubemap = 0;
};

}  // namespace cuprum::cuda
