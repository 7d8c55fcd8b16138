// How look-ups, counts and quantiles are divided.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

/// One for each result: of values looked up in a sorted array, of quantiles of sorted rows, of interpolated places.
runtime::Launch plan_lookups(std::int64_t results);

/// Counts of `numbers`, or sums of weights, in `bins`.
struct BincountPlan {
    enum class Way : std::uint8_t {
        sorted_weights,   ///< Weights of one bin are brought together first, and a block adds up each bin.
        ordered_weights,  ///< All are added up in their order.
        counts,           ///< Each block or thread counts `chunk` numbers.
    } way = Way::counts;
    std::int64_t chunk = 0;
    int blocks = 0;
    bool partial = false;  ///< They count apart from each other, and their counts are added up by `sum`.
    runtime::Launch count, sum;
};
/// Counts are of one number at least.
BincountPlan plan_bincount(std::int64_t numbers, std::int64_t bins, bool weighted, const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
