// What functions of peaks check.
#pragma once

#include <optional>

#include "cuprum/scipy/signal_peaks.h"

namespace cuprum::scipy::signal {

/// The samples in a dtype that kernels compare, float32 or float64. Throws ValueError unless of one dimension.
ndarray checked_samples(const ndarray& x);

// `peak_prominences` and `peak_widths` of such samples at int64 places that are among them.
Prominences prominences_of(const ndarray& samples, const ndarray& places, std::optional<double> wlen);
Widths widths_of(const ndarray& samples, const ndarray& places, double rel_height, const Prominences& data);

}  // namespace cuprum::scipy::signal
