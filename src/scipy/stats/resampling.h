// Tests by resampling: samples are shuffled or drawn anew, and their statistics are compared with that of the data.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "cuprum/scipy/stats.h"

namespace cuprum::scipy::stats {

/// The statistic of two samples along their last axes.
using Statistic = std::function<ndarray(const ndarray& x, const ndarray& y)>;

/// The axes of a sample as one, the last, as floats.
ndarray with_last_axis(const ndarray& a, const Axes& axis);

/// A test's statistic and probability by a method, of samples along their last axes. With `pairings` the second sample
/// alone is shuffled; otherwise observations go from one sample to the other.
TestResult resampled(const ndarray& x, const ndarray& y, const Statistic& statistic, const ResamplingMethod& method,
                     std::string_view alternative, bool pairings = false);
/// The same along axes, with a policy for NaN.
TestResult resampled(const ndarray& a, const ndarray& b, const Along& along, const Statistic& statistic,
                     const ResamplingMethod& method, std::string_view alternative);

/// Bounds of a statistic of paired samples, by drawing pairs from them.
ConfidenceInterval bootstrapped(const ndarray& x, const ndarray& y, const Statistic& statistic, double level,
                                std::string_view alternative, const BootstrapMethod& method);

}  // namespace cuprum::scipy::stats
