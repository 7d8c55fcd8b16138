// How random numbers in bulk are divided among the lanes of a generator, or among engines side by side.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

/// Numbers in the order of cuRAND's XORWOW: lanes that take turns, and several workers a lane.
struct XorwowPlan {
    std::int64_t rows = 0;   ///< Turns of the lanes that have most.
    int last = 0;            ///< Lanes that have a turn in the last row.
    std::int64_t chunk = 0;  ///< Rows a worker.
    int workers = 1;
    bool one_row = false;  ///< No lane has more than one turn, and its state is changed in place.
    runtime::Launch launch;
};
/// `units` is how many numbers, or pairs of them, lanes give.
XorwowPlan plan_xorwow(std::int64_t units, const runtime::DeviceTraits& device);

/// States of as many lanes again as there are.
runtime::Launch plan_xorwow_spread(int lanes);

/// Numbers of engines side by side, strip by strip.
struct RandomRowsPlan {
    int rows = 0;             ///< Of a strip.
    std::uint64_t strip = 0;  ///< The first one.
    runtime::Launch launch;
};
/// `size` numbers from number `first` on, of an engine that gives `outputs` at a step and that may start anywhere where
/// it `counts`.
RandomRowsPlan plan_random_rows(std::int64_t size, std::uint64_t first, int outputs, bool counts,
                                const runtime::DeviceTraits& device);

/// `size` numbers of a distribution that rejects some, several a thread of a block.
runtime::Launch plan_random_samples(std::int64_t size);

}  // namespace cuprum::kernel
