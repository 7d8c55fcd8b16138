// Trends, noise and analytic signals.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/convolve.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/detrend.h"
#include "scipy/signal/polyphase.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {

ndarray wiener(const ndarray& im, const std::optional<Dims>& mysize, const std::optional<Operand>& noise) {
    const kernel::Placement here(im, noise);
    const bool complex = is_complex(im.dtype()) || (noise && is_complex(noise->dtype()));
    const DType dtype = complex ? DType::complex128 : DType::float64;
    const ndarray in = im.astype(dtype, 'C', Casting::unsafe, false);
    Shape box;
    Dims before(im.ndim());
    std::int64_t count = 1;
    if (mysize && mysize->size() != 1 && mysize->size() != im.ndim())
        throw ValueError("mysize has " + std::to_string(mysize->size()) + " lengths for " + std::to_string(im.ndim()) +
                         " axes");
    for (int d = 0; d < im.ndim(); ++d) {
        box.push_back(!mysize ? 3 : (*mysize)[mysize->size() == 1 ? 0 : d]);
        // As "same" of a correlation has it: of a box of even length, the middle behind its centre.
        before[d] = box[d] / 2;
        count *= box[d];
    }
    const auto local_mean = [&](const ndarray& a) {
        ndarray sums = a;
        for (int d = 0; d < a.ndim(); ++d) {
            Shape shape(a.ndim(), 1);
            shape[d] = box[d];
            Dims along(a.ndim());
            along[d] = before[d];
            const ndarray next = kernel::new_array(a.shape(), dtype);
            kernel::correlate(sums, ones(shape, dtype), next, {.before = along});
            sums = next;
        }
        return sums;
    };
    const ndarray sums = local_mean(in), squares = local_mean(multiply(in, in));
    static const ElementwiseKernel spread("T sum, T squares, float64 count", "T y",
                                          "const T mean = sum / T(count); y = squares / T(count) - mean * mean;",
                                          "cuprum_local_variance");
    static const ElementwiseKernel smooth(
        "T x, T sum, T variance, T noise, float64 count", "T y",
        "const T mean = sum / T(count); y = variance < noise ? mean : (x - mean) * (T(1.0) - noise / variance) + mean;",
        "cuprum_wiener");
    const Scalar number(static_cast<double>(count));
    const ndarray variance = spread(sums, squares, number);
    const ndarray level = !noise              ? mean(variance)
                          : noise->is_array() ? noise->array().astype(dtype)
                                              : full({}, noise->scalar(), dtype);
    return smooth(in, sums, variance, level, number);
}

namespace {

std::int64_t checked_length(std::int64_t n) {
    if (n <= 0) throw ValueError("N must be positive.");
    return n;
}

/// What a frequency of a real image's transform counts for, on one axis, in that of its analytic signal. That which
/// stands for both signs counts for nothing, as in SciPy since 1.16.
std::vector<double> one_sided(std::int64_t n) {
    std::vector<double> h(static_cast<std::size_t>(n));
    for (std::int64_t k = 0; 2 * k < n; ++k) h[static_cast<std::size_t>(k)] = k == 0 ? 1 : 2;
    return h;
}

}  // namespace

ndarray hilbert(const ndarray& x, std::optional<std::int64_t> N, std::int64_t axis) {
    const kernel::Placement here(x);
    if (is_complex(x.dtype())) throw ValueError("x must be real.");
    const int along = checked_axis(x, axis);
    const std::int64_t n = checked_length(N.value_or(x.shape()[along]));
    const ndarray half = ascontiguousarray(lines_of(fft::rfft(x, n, along), along)),
                  whole = kernel::new_array({half.shape(0), n}, half.dtype());
    if (whole.size() > 0) {
        static const ElementwiseKernel kernel(
            "raw T x, int64 n, int64 held", "T y",
            "const long long line = i / n, k = i - line * n;"
            "y = k >= held ? T(0) : k == 0 || 2 * k == n ? x[line * held + k] : x[line * held + k] * T(2);",
            "cuprum_one_sided");
        const Operand operands[] = {half, Scalar(n), Scalar(half.shape(1)), whole};
        ndarray same;
        kernel.call(operands, {}, &same);
    }
    return ascontiguousarray(from_lines(fft::ifft(whole, {}, 1), x.shape(), along));
}

ndarray hilbert2(const ndarray& x, const std::optional<Dims>& N, const Dims& axes) {
    const kernel::Placement here(x);
    const ndarray image = atleast_2d(x);
    if (is_complex(x.dtype())) throw ValueError("x must be real.");
    if (axes.size() != 2) throw ValueError("axes must be a tuple of length 2");
    const int rows = checked_axis(image, axes[0]), columns = checked_axis(image, axes[1]);
    if (rows == columns) throw ValueError("axes must contain 2 distinct axes");
    Dims lengths{image.shape()[rows], image.shape()[columns]};
    if (N) {
        if (N->size() == 1) lengths = Dims{(*N)[0], (*N)[0]};
        else if (N->size() == 2) lengths = *N;
        else throw ValueError("When given as a tuple, N must hold exactly two positive integers");
    }
    for (std::int64_t n : lengths)
        if (n <= 0) throw ValueError("When given as a tuple, N must hold exactly two positive integers");
    const ndarray spectrum = fft::fft2(image, lengths, Dims{rows, columns});
    const auto weights = [&](int axis, std::int64_t n) {
        Shape shape(image.ndim(), 1);
        shape[axis] = n;
        return from_host(one_sided(n), shape, DType::float32);
    };
    return fft::ifft2(multiply(multiply(spectrum, weights(rows, lengths[0])), weights(columns, lengths[1])), {},
                      Dims{rows, columns});
}

ndarray without_trend(const ndarray& lines, DType dtype) {
    // The line through the mean at the middle, whose slope is the product of the samples with their places.
    const DType wide = is_complex(dtype) ? DType::complex128 : DType::float64;
    const std::int64_t n = lines.shape(1);
    const double middle = 0.5 * (static_cast<double>(n) - 1),
                 square = static_cast<double>(n) * (static_cast<double>(n) * static_cast<double>(n) - 1) / 12;
    const ndarray out = kernel::new_array(lines.shape(), dtype);
    if (out.size() == 0) return out;
    ndarray same;
    if (is_complex(dtype)) {
        static const ReductionKernel moment("T x, float64 middle", "S y", "S(x) * S((double)_J - middle)", "a + b",
                                            "y = a", "0", "cuprum_moment");
        const ndarray level = mean(lines, {.axis = Dims{1}, .dtype = wide}),
                      slope = kernel::new_array({lines.shape(0)}, wide);
        const Operand operands[] = {lines, Scalar(middle), slope};
        moment.call(operands, {.axis = Dims{1}}, &same);
        static const ElementwiseKernel subtract_line(
            "X x, raw S level, raw S slope, int64 n, float64 middle, float64 square", "T y",
            "const long long line = i / n; const double t = (double)(i - line * n) - middle;"
            "y = T(S(x) - (level[line] + slope[line] * S(square > 0 ? t / square : 0.0)));",
            "cuprum_without_line");
        const Operand last[] = {lines, level, slope, Scalar(n), Scalar(middle), Scalar(square), out};
        subtract_line.call(last, {}, &same);
        return out;
    }
    // Both sums at once, as the parts of a complex number.
    static const ReductionKernel moments("T x, float64 middle", "S y",
                                         "complex<double>((double)x, (double)x * ((double)_J - middle))", "a + b",
                                         "y = a", "0", "cuprum_moments", {.reduce_type = "complex<double>"});
    const ndarray both = kernel::new_array({lines.shape(0)}, DType::complex128);
    const Operand operands[] = {lines, Scalar(middle), both};
    moments.call(operands, {.axis = Dims{1}}, &same);
    static const ElementwiseKernel subtract_line(
        "X x, raw complex128 moments, int64 n, float64 middle, float64 square, float64 share", "T y",
        "const long long line = i / n; const double t = (double)(i - line * n) - middle;"
        "const complex<double> both = moments[line];"
        "y = T((double)x - (both.real() * share + both.imag() * (square > 0 ? t / square : 0.0)));",
        "cuprum_without_real_line");
    const Operand last[] = {lines, both, Scalar(n), Scalar(middle), Scalar(square), Scalar(1 / static_cast<double>(n)),
                            out};
    subtract_line.call(last, {}, &same);
    return out;
}

ndarray without_mean(const ndarray& x, int axis, DType dtype) {
    return subtract(x.astype(dtype, 'K', Casting::unsafe, false),
                    mean(x, {.axis = Dims{axis}, .keepdims = true, .dtype = dtype}));
}

ndarray detrend(const ndarray& data, std::int64_t axis, std::string_view type, const Dims& bp) {
    const kernel::Placement here(data);
    const bool linear = type == "linear" || type == "l";
    if (!linear && type != "constant" && type != "c") throw ValueError("Trend type must be 'linear' or 'constant'.");
    const int along = checked_axis(data, axis);
    const DType dtype = is_inexact(data.dtype()) && itemsize(data.dtype()) >= 4 ? data.dtype() : DType::float64;
    if (!linear) return without_mean(data, along, float_dtype(data.dtype()));
    const std::int64_t n = data.shape()[along];
    std::vector<std::int64_t> breaks{0, n};
    for (std::int64_t place : bp) {
        if (place > n) throw ValueError("Breakpoints must be less than length of data along given axis.");
        if (place < 0) throw ValueError("Breakpoints must not be negative, found " + std::to_string(place));
        breaks.push_back(place);
    }
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
    const ndarray lines = lines_of(data, along);
    if (breaks.size() <= 2) return ascontiguousarray(from_lines(without_trend(lines, dtype), data.shape(), along));
    const NewLines out = new_lines(data.shape(), along, dtype);
    for (std::size_t k = 0; k + 1 < breaks.size(); ++k)
        copy_to(without_trend(slice(lines, 1, breaks[k], breaks[k + 1]), dtype),
                slice(out.lines, 1, breaks[k], breaks[k + 1]));
    return ascontiguousarray(out.array);
}

}  // namespace cuprum::scipy::signal
