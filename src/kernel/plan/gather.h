// How items are moved between an array and the places in another that indices name.
#pragma once

#include "cuprum/engine/gather_args.h"
#include "kernel/plan/collapse.h"
#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

inline constexpr int max_index_arrays = 32;  ///< NumPy's limit too.

enum class Direction : std::uint8_t { gather, scatter, apply };

struct GatherLayout {
    /// Of the packed items, the data and the indices; at most `max_kernel_dims` axes.
    const LoopNest<max_index_arrays + 2>& nest;
    Direction direction = Direction::gather;
    int indices = 0;             ///< Arrays of them.
    bool has_packed = true;      ///< Otherwise all items are one value.
    bool ordered = false;        ///< The items of one place must be moved one after the other.
    std::int64_t itemsize = 1;   ///< Bytes.
    std::uint64_t together = 0;  ///< The addresses of both arrays and the strides of all indices, combined by `or`.
};

struct GatherPlan {
    LoopNest<max_index_arrays + 2> nest;  ///< Of items, those that need not be moved in order outside.
    std::int64_t items = 1;
    int piece = 1;         ///< Bytes that are moved at once.
    std::int64_t run = 1;  ///< Pieces an item.
    bool narrow = false;   ///< Pieces can be counted in 31 bits.
    runtime::Launch launch;
};
GatherPlan plan_gather(const GatherLayout& layout, const runtime::DeviceTraits& device);

/// `elements` of so many bytes, each for itself.
runtime::Launch plan_elements(std::int64_t elements, std::int64_t itemsize);

}  // namespace cuprum::kernel
