// The tiles of a correlation.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

struct CorrelateLayout {
    std::int64_t batch = 1, rows = 1, columns = 1;  ///< Results.
    std::int64_t taps = 1;                          ///< Products each.
    bool lines = false;                             ///< Weights run along the columns' axis and the outer ones alone.
    int itemsize = 4;                               ///< Bytes...
    int part_bytes = 4;  ///< ...and of the number in which products are summed up, of its real part if it is complex.
};

struct CorrelatePlan {
    int each = 1;                                      ///< Neighbouring results that a thread of a block computes.
    bool few = false;                                  ///< One, so that more threads have work.
    std::int64_t tiles_y = 1, tiles_x = 1, lines = 1;  ///< As in CorrelateArgs.
    runtime::Launch launch;
};
CorrelatePlan plan_correlate(const CorrelateLayout& layout, const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
