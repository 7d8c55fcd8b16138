#include "backend/cpu/textures.h"

#include <algorithm>
#include <string>

#include "cuprum/error.h"
#include "runtime/errors.h"

namespace cuprum::backend::cpu {

using namespace runtime::cuda_error;
using runtime::ArrayHandle, runtime::ResourceDescription;

namespace {

void check(const runtime::ChannelFormat& format) {
    for (int bits : {format.y, format.z, format.w})
        if (bits && bits != format.x) throw ValueError("the channels of a texture must have the same number of bits");
    const bool known = format.kind == 2 ? format.x == 16 || format.x == 32
                                        : (format.kind == 0 || format.kind == 1) &&
                                              (format.x == 8 || format.x == 16 || format.x == 32);
    if (!known)
        throw ValueError("textures have channels of 8, 16 or 32 bits of integers, or 16 or 32 of floats; not of " +
                         std::to_string(format.x) + " bits of kind " + std::to_string(format.kind));
}

}  // namespace

ArrayHandle Textures::allocate_array(const runtime::ChannelFormat& format, std::size_t width, std::size_t height,
                                     std::size_t depth) {
    check(format);
    auto array = std::make_unique<Array>(Array{format, width, height, depth, {}});
    array->elements.resize(width * std::max<std::size_t>(height, 1) * std::max<std::size_t>(depth, 1) * format.bytes());
    std::lock_guard lock(mutex_);
    const ArrayHandle handle = array.get();
    arrays_[handle] = std::move(array);
    return handle;
}

Textures::Array& Textures::at(ArrayHandle array) {
    const auto found = arrays_.find(array);
    if (found == arrays_.end()) raise(invalid_handle, "no such CUDAarray, or it was freed");
    return *found->second;
}

void Textures::free_array(ArrayHandle array) {
    std::lock_guard lock(mutex_);
    at(array);
    arrays_.erase(array);
}

std::size_t Textures::element_bytes(ArrayHandle array) {
    std::lock_guard lock(mutex_);
    return at(array).format.bytes();
}

runtime::BoxCopy::Side Textures::in_memory(runtime::BoxCopy::Side side) {
    if (!side.array) return side;
    std::lock_guard lock(mutex_);
    Array& array = at(side.array);
    side.pointer = array.elements.data();
    side.pitch = array.width * array.format.bytes();
    side.rows = std::max<std::size_t>(array.height, 1);
    side.array = nullptr;
    return side;
}

std::uint64_t Textures::create(const ResourceDescription& resource, const runtime::TextureDescription& description) {
    std::lock_guard lock(mutex_);
    runtime::ChannelFormat format;
    std::size_t width = 0, height = 1, depth = 1, row = 0;
    const char* data = nullptr;
    switch (resource.kind) {
        case ResourceDescription::array: {
            const Array& array = at(resource.texture_array.array);
            format = array.format;
            width = array.width, height = std::max<std::size_t>(array.height, 1),
            depth = std::max<std::size_t>(array.depth, 1), row = width * format.bytes();
            data = array.elements.data();
            break;
        }
        case ResourceDescription::linear:
            format = resource.line.format;
            check(format);
            width = resource.line.bytes / format.bytes(), row = resource.line.bytes;
            data = static_cast<const char*>(resource.line.pointer);
            break;
        case ResourceDescription::pitched:
            format = resource.plane.format;
            check(format);
            width = resource.plane.width, height = resource.plane.height, row = resource.plane.pitch;
            if (row < width * format.bytes())
                raise(invalid_value, "a row of " + std::to_string(width * format.bytes()) +
                                         " bytes is longer than the pitch " + std::to_string(row));
            data = static_cast<const char*>(resource.plane.pointer);
            break;
        default:
            throw ValueError(
                "a texture reads an array (0), linear memory (2) or pitched memory (3), not a resource of type " +
                std::to_string(resource.kind));
    }
    if (width == 0 || height == 0) raise(invalid_value, "a texture needs memory to read");
    const auto number = [](std::size_t value) { return static_cast<long long>(value); };
    const bool normalized_values = description.read_mode == 1 && format.kind != 2;
    if (normalized_values && format.x == 32)
        raise(invalid_value, "integers of 32 bits are not read as fractions; their channels have 8 or 16 bits");
    if (description.filter_mode == 1 && format.kind != 2 && !normalized_values)
        raise(invalid_value,
              "elements are interpolated where they are floats, or integers that are read as fractions "
              "(cudaReadModeNormalizedFloat)");
    cuprum::cuda_on_cpu::Texture texture{data,
                                         {number(width), number(height), number(depth)},
                                         number(row),
                                         number(row * height),
                                         format.x,
                                         format.kind,
                                         format.channels(),
                                         {},
                                         description.filter_mode == 1,
                                         description.normalized_coordinates != 0,
                                         normalized_values,
                                         {}};
    for (int d = 0; d < 3; ++d) {
        // Wrapping and mirroring are for coordinates from 0 to 1.
        const int mode = description.address_mode[d];
        texture.address_mode[d] = texture.normalized_coordinates || mode == 3 ? mode : 1;
    }
    std::copy(std::begin(description.border_color), std::end(description.border_color), texture.border);
    auto made = std::make_unique<cuprum::cuda_on_cpu::Texture>(texture);
    const auto handle = reinterpret_cast<std::uint64_t>(made.get());
    textures_[handle] = std::move(made);
    return handle;
}

void Textures::destroy(std::uint64_t texture) {
    std::lock_guard lock(mutex_);
    if (!textures_.erase(texture)) raise(invalid_handle, "no such texture or surface, or it was destroyed");
}

}  // namespace cuprum::backend::cpu
