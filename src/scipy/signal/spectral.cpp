// Power spectra: periodograms, Welch's method, cross spectra, coherence, spectrograms.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_spectral.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "runtime/device_traits.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/extend.h"
#include "scipy/signal/plan.h"
#include "scipy/signal/recursive.h"
#include "scipy/signal/segments.h"

namespace cuprum::scipy::signal {
namespace {

DType real_part_of(DType complex_dtype) { return complex_dtype == DType::complex64 ? DType::float32 : DType::float64; }

/// What power is multiplied with.
double power_scale(const SpectrumOptions& options, const Cut& cut) {
    if (options.scaling == "density") return 1 / (options.fs * cut.squares);
    if (options.scaling == "spectrum") return 1 / (cut.sum * cut.sum);
    throw ValueError("Unknown scaling: '" + options.scaling + "'");
}

ndarray frequencies_of(std::int64_t nfft, double fs, bool onesided) {
    return onesided ? fft::rfftfreq(nfft, 1 / fs) : fft::fftfreq(nfft, 1 / fs);
}

/// A signal as lines, extended and padded as the options say.
struct Prepared {
    ndarray lines;
    Cut cut;
    std::int64_t length;  // with what was added
};
Prepared prepare(const ndarray& x, int axis, const SpectrumOptions& options, std::int64_t length) {
    ndarray lines = lines_of(x, axis);
    Prepared made{lines, checked_cut(options, length), lines.shape(1)};
    ExtendMode mode = extend_zeros;
    if (options.boundary == "even") mode = extend_even;
    else if (options.boundary == "odd") mode = extend_odd;
    else if (options.boundary == "constant") mode = extend_constant;
    else if (!options.boundary.empty() && options.boundary != "zeros")
        throw ValueError("Unknown boundary option '" + options.boundary +
                         "', must be one of: 'even', 'odd', 'constant', 'zeros', None");
    const std::int64_t pad = options.boundary.empty() ? 0 : made.cut.nperseg / 2;
    std::int64_t more = std::max(length - made.lines.shape(1), std::int64_t{0});
    if (options.padded) {
        const std::int64_t rest = (lines.shape(1) + 2 * pad - made.cut.nperseg) % made.cut.step;
        more = (((made.cut.step - rest) % made.cut.step + made.cut.step) % made.cut.step) % made.cut.nperseg;
    }
    if (pad > 0) made.lines = extended_lines(made.lines, pad, mode, lines.dtype());
    if (more > 0) made.lines = extended_lines(made.lines, 0, extend_zeros, lines.dtype(), 0, more);
    made.length = made.lines.shape(1);
    return made;
}

ndarray times_of(const Prepared& prepared, const SpectrumOptions& options) {
    const double half = static_cast<double>(prepared.cut.nperseg) / 2;
    const std::int64_t n = prepared.length - prepared.cut.nperseg, count = n < 0 ? 0 : n / prepared.cut.step + 1;
    return divide(add(multiply(arange(count, DType::float64), static_cast<double>(prepared.cut.step)),
                      options.boundary.empty() ? half : 0.0),
                  options.fs);
}

/// Lines (lines, frequencies) or (lines, frequencies, times) in the shape of the signal, frequencies in place of
/// samples.
ndarray in_place_of(const ndarray& values, const Shape& shape, int axis) {
    Shape moved(shape);
    moved.erase(axis);
    for (int d = 1; d < values.ndim(); ++d) moved.push_back(values.shape()[d]);
    const ndarray made = values.reshape(moved);
    return moveaxis(made, values.ndim() == 3 ? -2 : -1, axis);
}

/// What powers are multiplied with: `scale`, and twice that at frequencies that stand for both signs.
struct Factors {
    double scale = 1;
    std::int64_t nfft = 0;
    bool onesided = false;

    ndarray of(const ndarray& powers) const {
        if (scale == 1 && !onesided) return powers;
        static const ElementwiseKernel kernel(
            "T x, float64 scale, int64 count, int64 nfft, bool onesided", "T y",
            "const long long k = i % count; y = x * T(onesided && k > 0 && 2 * k != nfft ? 2 * scale : scale)",
            "cuprum_scaled_spectrum");
        return run(kernel, powers, powers.dtype());
    }
    /// The same of the squared magnitudes of transforms.
    ndarray of_squares(const ndarray& values) const {
        static const ElementwiseKernel kernel("T x, float64 scale, int64 count, int64 nfft, bool onesided", "S y",
                                              "const long long k = i % count; y = (x.real() * x.real() + x.imag() * "
                                              "x.imag()) * S(onesided && k > 0 && 2 * "
                                              "k != nfft ? 2 * scale : scale)",
                                              "cuprum_scaled_power");
        return run(kernel, values, real_part_of(values.dtype()));
    }

private:
    ndarray run(const ElementwiseKernel& text, const ndarray& values, DType dtype) const {
        const ndarray out = kernel::new_array(values.shape(), dtype);
        if (out.size() == 0) return out;
        const Operand operands[] = {values,       Scalar(scale),    Scalar(values.shape()[values.ndim() - 1]),
                                    Scalar(nfft), Scalar(onesided), out};
        ndarray same;
        text.call(operands, {}, &same);
        return out;
    }
};

/// SciPy's correction of a median of powers.
double median_bias(std::int64_t n) {
    double bias = 1;
    for (std::int64_t k = 1; 2 * k <= n - 1; ++k)
        bias += 1 / (2.0 * static_cast<double>(k) + 1) - 1 / (2.0 * static_cast<double>(k));
    return bias;
}

/// Products over segments (lines, segments, frequencies), averaged: (lines, frequencies). `q` is null for power.
ndarray averaged(const ndarray& p, const ndarray* q, const std::string& average, const Factors& factors) {
    const DType dtype = q ? p.dtype() : real_part_of(p.dtype());
    const std::int64_t segments = p.shape(1);
    const ndarray out = kernel::new_array({p.shape(0), p.shape(2)}, dtype);
    if (average == "median") {
        static const ElementwiseKernel power("T x", "S y", "y = S(x.real()) * S(x.real()) + S(x.imag()) * S(x.imag())",
                                             "cuprum_power");
        const OrderOptions over{.axis = Dims{1}};
        const double bias = median_bias(segments);
        if (!q) {
            const ndarray powers = kernel::new_array(p.shape(), dtype);
            if (powers.size() > 0) {
                const Operand operands[] = {p, powers};
                ndarray same;
                power.call(operands, {}, &same);
            }
            return factors.of(divide(median(powers, over), bias));
        }
        const ndarray products = multiply(conj(p), *q);
        copy_to(median(products.real(), over), out.real());
        copy_to(median(products.imag(), over), out.imag());
        return factors.of(divide(out, bias));
    }
    if (average != "mean") throw ValueError("average must be \"median\" or \"mean\", got '" + average + "'");
    if (out.size() == 0 || segments == 0) {
        out.fill(std::nan(""));
        return out;
    }
    if (!q && segments == 1) return factors.of_squares(p).reshape(out.shape());
    ndarray same;
    if (!q) {
        static const ReductionKernel power(
            "T x, float64 scale", "S y", "(double)x.real() * (double)x.real() + (double)x.imag() * (double)x.imag()",
            "a + b", "y = S(a * scale)", "0", "cuprum_mean_power", {.reduce_type = "double"});
        const Operand operands[] = {p, Scalar(1 / static_cast<double>(segments)), out};
        power.call(operands, {.axis = Dims{1}}, &same);
    } else {
        static const ReductionKernel product(
            "T x, T z, float64 scale", "T y", "conj(complex<double>(x)) * complex<double>(z)", "a + b",
            "y = T(a * scale)", "0", "cuprum_mean_product", {.reduce_type = "complex<double>"});
        const Operand operands[] = {p, *q, Scalar(1 / static_cast<double>(segments)), out};
        product.call(operands, {.axis = Dims{1}}, &same);
    }
    return factors.of(out);
}

/// The coherence of transforms (lines, segments, frequencies): all three averages in one pass.
ndarray coherence_at_once(const ndarray& p, const ndarray& q) {
    static const ElementwiseKernel kernel("raw T p, raw T q, int64 segments, int64 count", "S y", R"(
        const long long line = i / count, first = line * segments * count + (i - line * count);
        double pp = 0, qq = 0, re = 0, im = 0;
        for (long long k = 0; k < segments; ++k) {
            const T a = p[first + k * count], b = q[first + k * count];
            const double ar = a.real(), ai = a.imag(), br = b.real(), bi = b.imag();
            pp += ar * ar + ai * ai;
            qq += br * br + bi * bi;
            re += ar * br + ai * bi;
            im += ar * bi - ai * br;
        }
        y = S((re * re + im * im) / pp / qq))",
                                          "cuprum_coherence_at_once");
    const ndarray out = kernel::new_array({p.shape(0), p.shape(2)}, real_part_of(p.dtype()));
    const ndarray first = ascontiguousarray(p), second = ascontiguousarray(q);
    const Operand operands[] = {first, second, Scalar(p.shape(1)), Scalar(p.shape(2)), out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

/// Two signals broadcast against each other but for an axis, which both have.
struct Pair {
    ndarray x, y;
    Shape shape;  // with the longer one's axis
    int axis;
};
Pair broadcast_pair(const ndarray& x, const ndarray& y, std::int64_t axis) {
    const int along_x = checked_axis(x, axis), along_y = checked_axis(y, axis);
    const auto outer = [](const ndarray& a, int along) {
        Shape shape(a.shape());
        shape.erase(along);
        return shape;
    };
    const Shape shapes[] = {outer(x, along_x), outer(y, along_y)};
    Shape both;
    try {
        both = broadcast_shapes(shapes);
    } catch (const ValueError&) {
        throw ValueError("x and y cannot be broadcast together: their shapes are " + to_string(x.shape()) + " and " +
                         to_string(y.shape()));
    }
    const auto spread = [&](const ndarray& a, int along) {
        Shape shape(both);
        shape.push_back(a.shape()[along]);
        return moveaxis(a, along, -1).broadcast_to(shape);
    };
    Shape shape(both);
    const int wanted = axis < 0 ? static_cast<int>(axis) + both.size() + 1 : static_cast<int>(axis);
    shape.insert(wanted, std::max(x.shape()[along_x], y.shape()[along_y]));
    return {spread(x, along_x), spread(y, along_y), shape, wanted};
}

Spectrum by_time(const ndarray& x, const SpectrumOptions& options, bool power) {
    const int axis = checked_axis(x, options.axis);
    if (x.size() == 0) return {empty(x.shape()), empty(x.shape()), empty(x.shape())};
    const bool onesided = options.onesided && !is_complex(x.dtype());
    const Prepared prepared = prepare(x, axis, options, x.shape()[axis]);
    const double scale = power_scale(options, prepared.cut);
    const ndarray values = transforms(prepared.lines, prepared.cut, options, onesided);
    // Frequencies come before times.
    ndarray made;
    if (power) {
        made = Factors{scale, prepared.cut.nfft, onesided}.of_squares(values);
    } else {
        made = multiply(values, std::sqrt(scale));
    }
    return {frequencies_of(prepared.cut.nfft, options.fs, onesided), times_of(prepared, options),
            in_place_of(made.transpose({0, 2, 1}), x.shape(), axis)};
}

PowerSpectrum averaged_power(const ndarray& x, const SpectrumOptions& options) {
    const int axis = checked_axis(x, options.axis);
    if (x.size() == 0) return {empty(x.shape()), empty(x.shape())};
    const bool onesided = options.onesided && !is_complex(x.dtype());
    const Prepared prepared = prepare(x, axis, options, x.shape()[axis]);
    const double scale = power_scale(options, prepared.cut);
    const ndarray values = transforms(prepared.lines, prepared.cut, options, onesided);
    const Factors factors{scale, prepared.cut.nfft, onesided};
    return {frequencies_of(prepared.cut.nfft, options.fs, onesided),
            in_place_of(averaged(values, nullptr, options.average, factors), x.shape(), axis)};
}

PowerSpectrum averaged_products(const ndarray& x, const ndarray& y, const SpectrumOptions& options) {
    const Pair pair = broadcast_pair(x, y, options.axis);
    const int last = pair.x.ndim() - 1;
    if (x.size() == 0 || y.size() == 0) {
        Shape shape(pair.x.shape());
        shape[last] = std::min(pair.x.shape()[last], pair.y.shape()[last]);
        const ndarray none = moveaxis(empty(shape), -1, options.axis);
        return {none, none};
    }
    const DType dtype = promote_types(x.dtype(), y.dtype());
    const bool onesided = options.onesided && !is_complex(dtype);
    const std::int64_t length = pair.shape[pair.axis];
    const Prepared p = prepare(pair.x.astype(dtype, 'K', Casting::unsafe, false), last, options, length),
                   q = prepare(pair.y.astype(dtype, 'K', Casting::unsafe, false), last, options, length);
    const double scale = power_scale(options, p.cut);
    const ndarray a = transforms(p.lines, p.cut, options, onesided), b = transforms(q.lines, q.cut, options, onesided);
    const Factors factors{scale, p.cut.nfft, onesided};
    return {frequencies_of(p.cut.nfft, options.fs, onesided),
            in_place_of(averaged(a, &b, options.average, factors), pair.shape, pair.axis)};
}

}  // namespace

Spectrum stft(const ndarray& x, const StftOptions& options) {
    const kernel::Placement here(x);
    SpectrumOptions own = spectrum_options(options);
    if (own.scaling == "psd") own.scaling = "density";
    else if (own.scaling != "spectrum")
        throw ValueError("Parameter scaling='" + own.scaling + "' not in ['spectrum', 'psd']!");
    return by_time(x, own, false);
}

Spectrum spectrogram(const ndarray& x, const SpectrogramOptions& options) {
    const kernel::Placement here(x);
    const std::string_view mode = options.mode;
    if (mode != "psd" && mode != "complex" && mode != "magnitude" && mode != "angle" && mode != "phase")
        throw ValueError("unknown value for mode " + std::string(mode) +
                         ", must be one of ['psd', 'complex', 'magnitude', 'angle', 'phase']");
    SpectrumOptions own = spectrum_options(options);
    const std::int64_t length = x.shape()[checked_axis(x, options.axis)];
    if (length == 0) throw ValueError("there are no samples along the axis, and so no window");
    if (!own.noverlap) {
        SpectrumOptions none = own;
        none.noverlap = 0;
        own.noverlap = checked_cut(none, length).nperseg / 8;
    }
    Spectrum made = by_time(x, own, mode == "psd");
    if (x.size() == 0) return made;
    if (mode == "magnitude") made.values = absolute(made.values);
    if (mode == "angle" || mode == "phase") made.values = arctan2(made.values.imag(), made.values.real());
    if (mode == "phase") {
        // Steps of more than half a turn are made into less by whole turns.
        const int times = made.values.ndim() - 1;
        const std::int64_t n = made.values.shape()[times];
        if (n > 1) {
            const ndarray steps = subtract(slice(made.values, times, 1, n), slice(made.values, times, 0, n - 1));
            static const ElementwiseKernel whole_turns(
                "T step", "T y",
                "const double pi = 3.14159265358979323846; double s = fmod((double)step + pi, 2 * pi); if (s < 0) s += "
                "2 * pi; s -= pi;"
                "if (s == -pi && step > 0) s = pi; y = fabs((double)step) < pi ? T(0) : T(s - (double)step);",
                "cuprum_whole_turns");
            const ndarray turns = whole_turns(steps), tail = slice(made.values, times, 1, n);
            const ndarray copy = made.values.copy('C');
            copy_to(add(tail, cuprum::add.accumulate(turns, times)), slice(copy, times, 1, n));
            made.values = copy;
        }
    }
    return made;
}

PowerSpectrum welch(const ndarray& x, const WelchOptions& options) {
    const kernel::Placement here(x);
    return averaged_power(x, spectrum_options(options));
}

PowerSpectrum csd(const ndarray& x, const ndarray& y, const WelchOptions& options) {
    const kernel::Placement here(x, y);
    // A signal with itself has no phase.
    return &x == &y ? welch(x, options) : averaged_products(x, y, spectrum_options(options));
}

PowerSpectrum coherence(const ndarray& x, const ndarray& y, const CoherenceOptions& given) {
    const kernel::Placement here(x, y);
    const SpectrumOptions options = spectrum_options(given);
    const Pair pair = broadcast_pair(x, y, options.axis);
    const int last = pair.x.ndim() - 1;
    if (x.size() == 0 || y.size() == 0) return averaged_products(x, y, options);
    const DType dtype = promote_types(x.dtype(), y.dtype());
    const bool onesided = !is_complex(dtype);
    const std::int64_t length = pair.shape[pair.axis];
    // One transform of each signal serves all three averages, unless one signal is the longer: its own power knows
    // nothing of the zeros behind the other one.
    const auto transformed = [&](const ndarray& signal, std::int64_t n) {
        const Prepared made = prepare(signal.astype(dtype, 'K', Casting::unsafe, false), last, options, n);
        return transforms(made.lines, made.cut, options, onesided);
    };
    const ndarray a = transformed(pair.x, length), b = &x == &y ? a : transformed(pair.y, length);
    const ndarray frequencies = frequencies_of(checked_cut(options, length).nfft, options.fs, onesided);
    const std::int64_t own_x = pair.x.shape()[last], own_y = pair.y.shape()[last];
    if (own_x == own_y && averages_at_once(a.shape(0), a.shape(1), a.shape(2), runtime::device_traits()))
        return {frequencies, in_place_of(coherence_at_once(a, b), pair.shape, pair.axis)};
    static const ElementwiseKernel kernel(
        "T pq, S pp, S qq", "S y", "y = (pq.real() * pq.real() + pq.imag() * pq.imag()) / pp / qq", "cuprum_coherence");
    const auto power = [&](const ndarray& signal, const ndarray& done, std::int64_t own) {
        return averaged(own == length ? done : transformed(signal, own), nullptr, "mean", {});
    };
    const ndarray pp = power(pair.x, a, own_x), qq = power(pair.y, b, own_y);
    if (pp.shape() != qq.shape())
        throw ValueError("segments of two signals of other lengths are not alike: give nperseg");
    return {frequencies, in_place_of(kernel(averaged(a, &b, "mean", {}), pp, qq), pair.shape, pair.axis)};
}

PowerSpectrum periodogram(const ndarray& x, const PeriodogramOptions& options) {
    const kernel::Placement here(x);
    const int axis = checked_axis(x, options.axis);
    if (x.size() == 0) return {empty(x.shape()), empty(x.shape())};
    SpectrumOptions own = spectrum_options(options);
    const std::int64_t n = x.shape()[axis];
    ndarray samples = x;
    if (!own.nfft || *own.nfft == n) own.nperseg = n;
    else if (*own.nfft > n) own.nperseg = n;
    else {
        samples = slice(x, axis, 0, std::max<std::int64_t>(*own.nfft, 0));
        own.nperseg = *own.nfft;
        own.nfft.reset();
    }
    if (own.window.values && own.window.values->size() != *own.nperseg)
        throw ValueError("the size of the window must be the same size of the input on the specified axis");
    own.noverlap = 0;
    return averaged_power(samples, own);
}

}  // namespace cuprum::scipy::signal
