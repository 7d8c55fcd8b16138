// Radar, channels, cepstra and beams.
#include <cmath>
#include <numbers>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/signal_radar.h"
#include "cuprum/statistics.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"

namespace cuprum::signal {
namespace {

using scipy::signal::from_host, scipy::signal::Window;

void check_direct(std::string_view mode, std::string_view method) {
    if (mode != "valid") throw ValueError("mode must be 'valid', found '" + std::string(mode) + "'");
    if (method != "direct") throw ValueError("method must be 'direct', found '" + std::string(method) + "'");
}

/// `in2` has two or three axes; the third is of length one where there are two.
ndarray convolve_products(const ndarray& in1, const ndarray& in2, int order) {
    if (in1.ndim() != 1 || in2.ndim() != order)
        throw ValueError("arrays of 1 and " + std::to_string(order) + " dimensions are needed, found " +
                         std::to_string(in1.ndim()) + " and " + std::to_string(in2.ndim()));
    static const ElementwiseKernel kernel("raw T x, raw T w, int64 a, int64 b, int64 c, int32 order", "T y", R"(
        T sum = T(0);
        for (long long j = 0; j < a; ++j) {
            const T first = x[i + a - 1 - j];
            for (long long k = 0; k < b; ++k) {
                const T second = first * x[i + b - 1 - k];
                if (order == 2) sum += second * w[j * b + k];
                else
                    for (long long l = 0; l < c; ++l) sum += second * x[i + c - 1 - l] * w[(j * b + k) * c + l];
            }
        }
        y = sum;)",
                                          "cuprum_convolve_products", {.is_long = true});
    const DType dtype = promote_types(in1.dtype(), in2.dtype());
    std::int64_t longest = 1;
    for (std::int64_t length : in2.shape()) longest = std::max(longest, length);
    if (in2.size() == 0 || in1.size() < longest)
        throw ValueError("the signal must be at least as long as the weights are on each axis");
    const ndarray x = ascontiguousarray(in1, dtype), w = ascontiguousarray(in2, dtype),
                  out = kernel::new_array({in1.size() - longest + 1}, dtype);
    const Operand operands[] = {
        x, w, Scalar(in2.shape(0)), Scalar(in2.shape(1)), Scalar(order == 3 ? in2.shape(2) : 1), Scalar(order), out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

/// A window, in the dtype of what it is multiplied by.
ndarray window_of(const scipy::signal::Window& window, std::int64_t n, DType dtype) {
    const ndarray values = from_host(window.of(n, false), {n}, DType::float64);
    return is_inexact(dtype) ? values.astype(real_dtype(dtype)) : values;
}

void check_pulses(const ndarray& x) {
    if (x.ndim() != 2)
        throw ValueError("a row for each pulse is needed, found " + std::to_string(x.ndim()) + " dimensions");
}

/// Angles of a spectrum without jumps along the last axis, and the delay that they show.
std::pair<ndarray, ndarray> unwrapped(const ndarray& spectrum) {
    const int last = spectrum.ndim() - 1;
    const std::int64_t n = spectrum.shape()[last], center = n == 1 ? 0 : (n + 1) / 2;
    ndarray phase = arctan2(spectrum.imag(), spectrum.real());
    if (n > 1) {
        static const ElementwiseKernel turns(
            "T after, T before", "T y",
            "const double pi = 3.14159265358979323846, step = (double)after - (double)before; y = T(fabs(step) > pi ? "
            "-2 * pi * rint(step / (2 * pi)) : 0.0);",
            "cuprum_turns_between");
        const ndarray tail = slice(phase, last, 1, n), steps = turns(tail, slice(phase, last, 0, n - 1));
        phase = concatenate(
            std::vector<ndarray>{slice(phase, last, 0, 1), add(tail, cuprum::add.accumulate(steps, last))}, last);
    }
    const ndarray delay = rint(divide(place_of(phase, last, center), std::numbers::pi));
    const ndarray slope = divide(arange(n, phase.dtype()), center ? static_cast<double>(center) : 1.0);
    return {subtract(phase, multiply(multiply(expand_dims(delay, -1), std::numbers::pi), slope)), delay};
}

ndarray complex_of(const ndarray& real, const ndarray& imaginary) {
    return add(real, multiply(imaginary, Scalar(std::complex<double>(0, 1))));
}

}  // namespace

double cfar_alpha(double pfa, std::int64_t N) {
    const double cells = static_cast<double>(N);
    return cells * (std::pow(pfa, -1 / cells) - 1);
}

ndarray cfar_alpha(const ndarray& pfa, std::int64_t N) {
    const double cells = static_cast<double>(N);
    return multiply(subtract(power(pfa, -1 / cells), 1), cells);
}

std::pair<ndarray, ndarray> ca_cfar(const ndarray& array, const Dims& guard_cells, const Dims& reference_cells,
                                    double pfa) {
    const kernel::Placement here(array);
    const int ndim = array.ndim();
    if (ndim < 1 || ndim > 2) throw TypeError("Only 1D and 2D arrays are currently supported.");
    if (guard_cells.size() != ndim || reference_cells.size() != ndim)
        throw TypeError("Guard and reference cells must be as many numbers as the array has dimensions.");
    for (int d = 0; d < ndim; ++d)
        if (array.shape()[d] <= 2 * (guard_cells[d] + reference_cells[d]))
            throw ValueError("Array too small for given parameters");
    // Sums of all that lies before, from which sums over boxes follow.
    ndarray sums = cumsum(array, 0, DType::float64);
    if (ndim == 2) sums = cumsum(sums, 1, DType::float64);
    const std::int64_t gy = ndim == 2 ? guard_cells[0] : 0, ry = ndim == 2 ? reference_cells[0] : 0,
                       gx = guard_cells[ndim - 1], rx = reference_cells[ndim - 1];
    const std::int64_t rows = ndim == 2 ? array.shape(0) : 1, columns = array.shape(ndim - 1);
    const std::int64_t cells = (2 * (gx + rx) + 1) * (2 * (gy + ry) + 1) - (2 * gx + 1) * (2 * gy + 1);
    static const ElementwiseKernel kernel(
        "raw float64 sums, int64 rows, int64 columns, int64 gy, int64 ry, int64 gx, int64 rx, float64 factor",
        "float32 y", R"(
        const long long row = i / columns, column = i - row * columns;
        const auto box = [&](long long dy, long long dx) {
            const auto before = [&](long long r, long long c) { return r < 0 || c < 0 ? 0.0 : sums[r * columns + c]; };
            const long long top = row - dy - 1, bottom = row + dy, left = column - dx - 1, right = column + dx;
            return before(bottom, right) - before(top, right) - before(bottom, left) + before(top, left);
        };
        const bool inside = column >= gx + rx && column < columns - gx - rx && row >= gy + ry && row < rows - gy - ry;
        y = inside ? (float)(factor * (box(gy + ry, gx + rx) - box(gy, gx))) : 0.0f;)",
        "cuprum_ca_cfar");
    const ndarray held = ascontiguousarray(sums), threshold = kernel::new_array(array.shape(), DType::float32);
    const Operand operands[] = {
        held,       Scalar(rows), Scalar(columns), Scalar(gy),
        Scalar(ry), Scalar(gx),   Scalar(rx),      Scalar(cfar_alpha(pfa, cells) / static_cast<double>(cells)),
        threshold};
    ndarray same;
    kernel.call(operands, {}, &same);
    return {threshold, greater(subtract(array, threshold), 0)};
}

ndarray channelize_poly(const ndarray& x, const ndarray& h, std::int64_t n_chans) {
    const kernel::Placement here(x, h);
    if (x.ndim() != 1 || h.ndim() != 1) throw ValueError("a signal and taps of one dimension are needed");
    const std::int64_t taps = n_chans > 0 ? h.size() / n_chans : 0;
    if (taps < 1) throw ValueError("Number of filter taps (len of filter / n_chans) must be >= 1.");
    const DType dtype = promote_types(promote_types(x.dtype(), h.dtype()), DType::complex64);
    const std::int64_t count = x.size() / n_chans;
    static const ElementwiseKernel kernel("raw T x, raw T h, int64 channels, int64 taps, int64 count", "T y", R"(
        const long long m = i / count, place = i - m * count;
        T sum = T(0);
        for (long long t = 0; t < taps && t <= place; ++t)
            sum += x[(place - t) * channels + channels - 1 - m] * h[t * channels + m];
        y = sum;)",
                                          "cuprum_channels");
    const ndarray samples = ascontiguousarray(x, dtype), weights = ascontiguousarray(h, dtype),
                  parts = kernel::new_array({n_chans, count}, dtype);
    if (parts.size() == 0) return parts;
    const Operand operands[] = {samples, weights, Scalar(n_chans), Scalar(taps), Scalar(count), parts};
    ndarray same;
    kernel.call(operands, {}, &same);
    // The conjugate of the transform of the conjugates, without a factor.
    return fft::ifft(parts, {}, 0, fft::Norm::forward);
}

ndarray convolve1d2o(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view method) {
    const kernel::Placement here(in1, in2);
    check_direct(mode, method);
    return convolve_products(in1, in2, 2);
}

ndarray convolve1d3o(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view method) {
    const kernel::Placement here(in1, in2);
    check_direct(mode, method);
    return convolve_products(in1, in2, 3);
}

ndarray freq_shift(const ndarray& x, double freq, double fs) {
    const kernel::Placement here(x);
    static const ElementwiseKernel kernel(
        "T x, float64 turn", "complex128 y",
        "const double turns = turn * (double)i, angle = -6.283185307179586 * (turns - floor(turns));"
        "y = complex<double>(x) * complex<double>(cos(angle), sin(angle));",
        "cuprum_freq_shift");
    return kernel(x, Scalar(freq / fs));
}

ndarray pulse_compression(const ndarray& x, const ndarray& template_, bool normalize,
                          const std::optional<scipy::signal::Window>& window, std::optional<std::int64_t> nfft) {
    const kernel::Placement here(x, template_);
    check_pulses(x);
    const std::int64_t n = nfft.value_or(x.shape(1));
    ndarray shape = template_;
    if (window) shape = multiply(shape, window_of(*window, template_.size(), template_.dtype()));
    if (normalize) shape = divide(shape, linalg::norm(shape));
    const ndarray compressed = fft::ifft(multiply(fft::fft(x, n, 1), conj(fft::fft(shape, n))), n, 1);
    return is_complex(promote_types(x.dtype(), template_.dtype())) ? compressed : compressed.real().copy();
}

ndarray pulse_doppler(const ndarray& x, const std::optional<scipy::signal::Window>& window,
                      std::optional<std::int64_t> nfft) {
    const kernel::Placement here(x);
    check_pulses(x);
    const std::int64_t pulses = x.shape(0);
    ndarray samples = x;
    if (window) samples = multiply(x, window_of(*window, pulses, x.dtype()).reshape({pulses, 1}));
    return fft::fft(samples, nfft.value_or(pulses), 0);
}

ndarray real_cepstrum(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis) {
    const kernel::Placement here(x);
    return fft::ifft(log(absolute(fft::fft(x, n, axis))), n, axis).real();
}

std::pair<ndarray, ndarray> complex_cepstrum(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis) {
    const kernel::Placement here(x);
    const ndarray spectrum = fft::fft(x, n, axis);
    const auto [phase, delay] = unwrapped(spectrum);
    return {fft::ifft(complex_of(log(absolute(spectrum)), phase), n, axis).real(), delay};
}

ndarray inverse_complex_cepstrum(const ndarray& ceps, const ndarray& ndelay) {
    const kernel::Placement here(ceps, ndelay);
    const ndarray logarithm = fft::fft(ceps);
    const std::int64_t n = ceps.shape(ceps.ndim() - 1), center = n == 1 ? 0 : (n + 1) / 2;
    const ndarray slope = divide(arange(n, DType::float64), center ? static_cast<double>(center) : 1.0);
    const ndarray phase = add(logarithm.imag(), multiply(multiply(expand_dims(ndelay, -1), std::numbers::pi), slope));
    return fft::ifft(exp(complex_of(logarithm.real(), phase))).real();
}

ndarray minimum_phase(const ndarray& x, std::optional<std::int64_t> n) {
    const kernel::Placement here(x);
    const std::int64_t length = n.value_or(x.shape(0)), odd = length % 2;
    std::vector<double> window(static_cast<std::size_t>(length));
    for (std::int64_t k = 0; k < length; ++k)
        window[static_cast<std::size_t>(k)] = k == 0 ? 1 : k < (length + odd) / 2 ? 2 : k == length / 2 && !odd ? 1 : 0;
    const ndarray folded = multiply(from_host(window, {length}), real_cepstrum(x, length));
    return fft::ifft(exp(fft::fft(folded))).real();
}

ndarray mvdr(const ndarray& x, const ndarray& sv, bool calc_cov) {
    const kernel::Placement here(x, sv);
    if (x.ndim() != 2) throw ValueError("samples or covariances of two dimensions are needed");
    if (x.shape(0) > x.shape(1))
        throw ValueError("Matrix has more sensors than samples. Consider transposing: a row is a sensor");
    if (x.shape(0) != sv.shape(0)) throw ValueError("Steering Vector and input data do not align");
    CovOptions how;
    if (is_inexact(x.dtype())) how.dtype = x.dtype();
    const ndarray weights = linalg::solve(calc_cov ? cov(x, how) : x, sv);
    return divide(weights, matmul(conj(sv).transpose(), weights));
}

ndarray firfilter(const ndarray& b, const ndarray& x, std::int64_t axis) {
    const kernel::Placement here(b, x);
    return scipy::signal::lfilter(b, ones({1}, b.dtype()), x, axis);
}

scipy::signal::Filtered firfilter(const ndarray& b, const ndarray& x, std::int64_t axis, const ndarray& zi) {
    const kernel::Placement here(b, x, zi);
    return scipy::signal::lfilter(b, ones({1}, b.dtype()), x, axis, zi);
}

ndarray firfilter_zi(const ndarray& b) { return scipy::signal::lfilter_zi(b, ones({1}, b.dtype())); }

ndarray firfilter2(const ndarray& b, const ndarray& x, std::int64_t axis,
                   const scipy::signal::FiltfiltOptions& options) {
    const kernel::Placement here(b, x);
    return scipy::signal::filtfilt(b, ones({1}, b.dtype()), x, axis, options);
}

}  // namespace cuprum::signal
