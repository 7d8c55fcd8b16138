// Textures and surfaces: arrays that a GPU's kernels read through its texture units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "cuprum/texture_descriptions.h"

namespace cuprum {
class ndarray;
}

namespace cuprum::cuda {

/// An array in the layout that textures read fastest, of one, two or three dimensions. Copies stand for the same array.
///
/// Parameters
///     format: the channels of an element.
///     width, height, depth: elements; 0 where there is no such dimension.
///     flags: CUDA's cudaArray flags.
class TextureArray {
public:
    TextureArray(const ChannelFormat& format, std::size_t width, std::size_t height = 0, std::size_t depth = 0,
                 unsigned flags = 0);

    const ChannelFormat& format() const;
    std::size_t width() const;
    std::size_t height() const;
    std::size_t depth() const;
    unsigned flags() const;
    int ndim() const;
    void* handle() const;

    /// Copies the elements of an array, whose rows hold `width` elements of `format`, on the current stream.
    void copy_from(const ndarray& source) const;
    void copy_to(const ndarray& target) const;
    /// The same from and to memory of the host in C order; the latter waits until it is there.
    void copy_from_host(const void* source) const;
    void copy_to_host(void* target) const;

private:
    struct State;
    std::shared_ptr<const State> state_;
};

/// A texture, for kernels that take a `cudaTextureObject_t`. Copies stand for the same texture.
class TextureObject {
public:
    TextureObject(const ResourceDescription& resource, const TextureDescription& texture);
    std::uint64_t handle() const { return *handle_; }

private:
    std::shared_ptr<const std::uint64_t> handle_;
};

/// A surface, for kernels that take a `cudaSurfaceObject_t`.
class SurfaceObject {
public:
    explicit SurfaceObject(const ResourceDescription& resource);
    std::uint64_t handle() const { return *handle_; }

private:
    std::shared_ptr<const std::uint64_t> handle_;
};

}  // namespace cuprum::cuda
