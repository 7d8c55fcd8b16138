// Transforms of segments of signals.
#pragma once

#include "cuprum/ndarray.h"
#include "cuprum/scipy/signal_spectral.h"

namespace cuprum::scipy::signal {

/// How a signal is cut into segments, and what their transforms are scaled by.
struct SpectrumOptions {
    double fs = 1;    ///< Samples a unit of time.
    Window window{};  ///< What segments are multiplied with.
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    Detrend detrend = "constant";
    bool onesided = true;
    std::string scaling = "density";  ///< Or "spectrum".
    std::int64_t axis = -1;
    std::string boundary{};        ///< "even", "odd", "constant", "zeros", or "" for none.
    bool padded = false;           ///< Zeros fill the last segment.
    std::string average = "mean";  ///< Or "median".
};

/// The same from what a function is told.
template <class Options>
SpectrumOptions spectrum_options(const Options& given) {
    SpectrumOptions options{.fs = given.fs, .nfft = given.nfft, .detrend = given.detrend, .axis = given.axis};
    if constexpr (requires { given.nperseg; }) {
        options.window = given.window;
        options.nperseg = given.nperseg;
        options.noverlap = given.noverlap;
    } else {
        options.window = given.window.value_or(Window{.name = "boxcar"});
    }
    if constexpr (requires { given.return_onesided; }) {
        options.onesided = given.return_onesided;
        options.scaling = given.scaling;
    }
    if constexpr (requires { given.average; }) options.average = given.average;
    if constexpr (requires { given.padded; }) {
        options.boundary = given.boundary.value_or("");
        options.padded = given.padded;
    }
    return options;
}

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
