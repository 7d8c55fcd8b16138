// Textures and surfaces on a CPU: what their handles name is read by the functions of device/cuprum/cuda/textures.h.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "cuprum/cuda/texture_args.h"
#include "runtime/services.h"

namespace cuprum::backend::cpu {

/// Arrays for textures, textures and surfaces, by their handles. Calls with a handle of none raise CUDARuntimeError.
class Textures {
public:
    runtime::ArrayHandle allocate_array(const runtime::ChannelFormat& format, std::size_t width, std::size_t height,
                                        std::size_t depth);
    void free_array(runtime::ArrayHandle array);
    std::size_t element_bytes(runtime::ArrayHandle array);
    /// One side of a copy with its array's memory in the place of the array.
    runtime::BoxCopy::Side in_memory(runtime::BoxCopy::Side side);

    std::uint64_t create(const runtime::ResourceDescription& resource, const runtime::TextureDescription& texture);
    void destroy(std::uint64_t texture);

private:
    struct Array {
        runtime::ChannelFormat format;
        std::size_t width, height, depth;
        std::vector<char> elements;
    };
    Array& at(runtime::ArrayHandle array);

    std::mutex mutex_;
    std::map<runtime::ArrayHandle, std::unique_ptr<Array>> arrays_;
    std::map<std::uint64_t, std::unique_ptr<cuprum::cuda_on_cpu::Texture>> textures_;
};

}  // namespace cuprum::backend::cpu
