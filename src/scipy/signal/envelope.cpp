// Envelopes of signals.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/polyphase.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

/// A band of frequencies of `n` samples, and the lines of their transform: all `n` values of a complex signal, half of
/// them of a real one.
struct Band {
    ndarray spectrum;
    std::int64_t n, low, high;
    bool is_real;

    bool around_zero() const { return low <= 0 && 0 < high; }
};

/// Lines of samples that were transformed back to another number than the `n` that they were transformed from.
ndarray scaled(const ndarray& lines, std::int64_t n) {
    if (lines.shape(1) == n) return lines;
    return multiply(lines, Scalar(static_cast<double>(lines.shape(1)) / static_cast<double>(n)));
}

/// The signal in the band, moved to the lowest frequencies, which changes no absolute value. Positive frequencies of a
/// real signal count twice: it has no negative ones.
ndarray moved_down(const Band& band, std::int64_t n_out, const Shape& shape, int along) {
    const ndarray moved = kernel::new_array({band.spectrum.shape(0), n_out}, band.spectrum.dtype());
    // As SciPy has it, a band of negative frequencies that goes up to 0 holds nothing.
    const std::int64_t width = band.high == 0 ? 0 : std::min(band.high - band.low, n_out);
    static const ElementwiseKernel kernel(
        "raw T spectrum, int64 n, int64 held, int64 n_out, int64 low, int64 width, int64 twice", "T y", R"(
        const long long line = i / n_out, k = i - line * n_out, bin = k + low + (k + low < 0 ? n : 0);
        y = k >= width || bin >= held ? T(0) : spectrum[line * held + bin];
        if (bin > 0 && bin < twice) y = y + y;)",
        "cuprum_moved_down");
    const Operand operands[] = {band.spectrum,
                                Scalar(band.n),
                                Scalar(band.spectrum.shape(1)),
                                Scalar(n_out),
                                Scalar(band.low),
                                Scalar(width),
                                Scalar(band.is_real ? band.high : std::int64_t(0)),
                                moved};
    ndarray same;
    kernel.call(operands, {}, &same);
    return from_lines(scaled(fft::ifft(moved, {}, 1), band.n), shape, along);
}

/// What the band leaves out.
ndarray outside(const Band& band, bool all, std::int64_t n_out, const Shape& shape, int along) {
    static const ElementwiseKernel kernel(
        "T x, int64 n, int64 held, int64 low, int64 high, bool all, int64 middle, float64 weight", "T y", R"(
        const long long k = i % held, from = low < 0 ? n + low : low, to = high < 0 ? n + high : high;
        bool gone = low <= 0 && 0 < high ? k < high || k >= from : from <= k && k < to;
        if (!all) gone |= high > 0 ? high <= k && k < (n + 1) / 2 : k >= from || k < (n + 1) / 2;
        y = gone ? T(0) : x;
        if (k == middle) y = y * T(weight);)",
        "cuprum_outside_of_band");
    // The value at half of the frequencies stands for both signs, in a real signal of an even number of samples.
    const std::int64_t least = std::min(band.n, n_out), held = band.spectrum.shape(1);
    const bool unpaired = band.is_real && n_out != band.n && least % 2 == 0;
    const ndarray left = kernel::new_array(band.spectrum.shape(), band.spectrum.dtype());
    const Operand operands[] = {band.spectrum,
                                Scalar(band.n),
                                Scalar(held),
                                Scalar(band.low),
                                Scalar(band.high),
                                Scalar(all),
                                Scalar(unpaired ? least / 2 : std::int64_t(-1)),
                                Scalar(n_out < band.n ? 2.0 : 0.5),
                                left};
    ndarray same;
    kernel.call(operands, {}, &same);
    if (!band.is_real) return from_lines(resample(left, n_out, 1, {}, "freq"), shape, along);
    return from_lines(scaled(fft::irfft(left, n_out, 1), band.n), shape, along);
}

}  // namespace

ndarray envelope(const ndarray& z, const EnvelopeBand& bp_in, const EnvelopeOptions& options) {
    const kernel::Placement here(z);
    if (options.residual && options.residual != "lowpass" && options.residual != "all")
        throw ValueError("residual must be 'lowpass', 'all' or None");
    if (options.axis < -z.ndim() || options.axis >= z.ndim())
        throw ValueError("axis " + std::to_string(options.axis) + " is out of range for the shape " +
                         to_string(z.shape()));
    const int along = normalize_axis(options.axis, z.ndim());
    const std::int64_t n = z.shape()[along], n_out = options.n_out.value_or(n);
    if (n == 0) throw ValueError("envelope needs samples, found the shape " + to_string(z.shape()));
    if (n_out < 1) throw ValueError("n_out must be a positive integer, found " + std::to_string(n_out));
    const std::int64_t from = bp_in.first.value_or(-(n / 2)), to = bp_in.second.value_or((n + 1) / 2);
    if (!(-(n / 2) <= from && from < to && to <= (n + 1) / 2))
        throw ValueError("the band must lie between " + std::to_string(-(n / 2)) + " and " +
                         std::to_string((n + 1) / 2) + ", found " + std::to_string(from) + " to " + std::to_string(to));
    Shape shape = z.shape();
    shape[along] = n_out;
    const bool is_real = !is_complex(z.dtype());
    const Band band{ascontiguousarray(lines_of(is_real ? fft::rfft(z, {}, along) : fft::fft(z, {}, along), along)), n,
                    from, to, is_real};
    const ndarray inside = moved_down(band, n_out, shape, along);
    const ndarray found =
        options.squared ? add(cuprum::square(inside.real()), cuprum::square(inside.imag())) : absolute(inside);
    if (!options.residual) return found;
    return stack({found, outside(band, options.residual == "all", n_out, shape, along)});
}

}  // namespace cuprum::scipy::signal
