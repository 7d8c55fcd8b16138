// Transforms of segments of signals.
#pragma once

#include "cuprum/ndarray.h"
#include "cuprum/scipy/signal_spectral.h"

namespace cuprum::scipy::signal {

/// How a signal of some length is cut, all lengths checked.
struct Cut {
    std::int64_t nperseg, noverlap, nfft, step;
    std::optional<ndarray> window;  ///< float64; nothing where it is 1 everywhere.
    double sum, squares;            ///< Of the window's values.
};
Cut checked_cut(const SpectrumOptions& options, std::int64_t length);

/// The windowed segments' transforms, (lines, segments, frequencies), not scaled.
ndarray transforms(const ndarray& lines, const Cut& cut, const SpectrumOptions& options, bool onesided);

}  // namespace cuprum::scipy::signal
