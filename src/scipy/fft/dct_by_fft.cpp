#include "scipy/fft/dct_by_fft.h"

#include <numbers>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/launch.h"
#include "numpy/axes.h"

namespace cuprum::scipy::fft {

using namespace cuprum::fft;

namespace {

using kernel::Expression;
using kernel::KernelFamily;
using runtime::FourierKind;

/// Sets c and s, of a type R, to the cosine and the sine of a place's twiddle factor, whose angle is in the unit of
/// half a circle.
std::string twiddle(const char* type) {
    return std::string("using R = ") + type +
           "; const R angle = static_cast<R>((static_cast<double>(in0) * in1 + in2) * 3.14159265358979323846), "
           "c = cos(angle), s = sin(angle); ";
}

/// The real part of a number times the twiddle factor of its place, times a factor.
KernelFamily twiddle_family("fft_twiddle", [](std::span<const DType> d) {
    const DType real = d[0], complex = complex_of(real);
    Expression graph;
    Expression::Step step;
    step.arguments = {graph.add_counter(), graph.add_input(DType::float64), graph.add_input(DType::float64),
                      graph.add_input(DType::float64), graph.add_input(complex)};
    step.in_types = {DType::int64, DType::float64, DType::float64, DType::float64, complex};
    step.out_types = {real};
    step.cost = Cost::expensive;
    step.body = twiddle("out0_t") + "out0 = static_cast<R>(in3) * (in4.re * c + in4.im * s);";
    graph.outputs.push_back({graph.add_step(step), d[1]});
    return graph;
});

/// (x + i factor y) times the twiddle factor of the place.
KernelFamily twisted_family("fft_twisted", [](std::span<const DType> d) {
    const DType real = d[0], complex = complex_of(real);
    Expression graph;
    Expression::Step step;
    step.arguments = {graph.add_counter(),
                      graph.add_input(DType::float64),
                      graph.add_input(DType::float64),
                      graph.add_input(DType::float64),
                      graph.add_input(real),
                      graph.add_input(real)};
    step.in_types = {DType::int64, DType::float64, DType::float64, DType::float64, real, real};
    step.out_types = {complex};
    step.cost = Cost::expensive;
    step.body = twiddle("in4_t") +
                "const R y = in3 == 0 ? R(0) : static_cast<R>(in3) * in5; out0 = {in4 * c + y * s, y * c - in4 * s};";
    graph.outputs.push_back({graph.add_step(step), d[1]});
    return graph;
});

ndarray places(const Shape& shape, int axis, std::int64_t start = 0) {
    Dims steps(shape.size());
    steps[axis] = 1;
    return kernel::counter(shape, steps, start);
}

/// out[k] = factor Re(in[k] exp(-i pi ((start + k) step + angle)))
void twiddle_into(const ndarray& in, const ndarray& out, int axis, std::int64_t start, double step, double angle,
                  double factor) {
    if (out.size() == 0) return;
    const ndarray counter = places(out.shape(), axis, start);
    ElementwiseCall call(twiddle_family, {out.dtype()});
    call.add(counter);
    for (double value : {step, angle, factor}) call.add(Scalar(value), DType::float64);
    call.add(in);
    call.run_into(out, out.dtype());
}

/// out[k] = (x[k] + i factor y[k]) exp(-i pi ((start + k) step + angle))
void twist_into(const ndarray& x, const ndarray& y, const ndarray& out, int axis, std::int64_t start, double step,
                double angle, double factor) {
    if (out.size() == 0) return;
    const ndarray counter = places(out.shape(), axis, start);
    ElementwiseCall call(twisted_family, {x.dtype()});
    call.add(counter);
    for (double value : {step, angle, factor}) call.add(Scalar(value), DType::float64);
    call.add(x);
    call.add(y);
    call.run_into(out, out.dtype());
}

/// a[..., start::2, ...]
ndarray every_second(const ndarray& a, int axis, std::int64_t start) {
    Shape shape(a.shape());
    Strides strides(a.strides());
    const std::int64_t first = start * strides[axis];
    shape[axis] = (shape[axis] - start + 1) / 2;
    strides[axis] *= 2;
    return a.with_layout(std::move(shape), std::move(strides), shape[axis] > 0 ? first : 0);
}

ndarray empty_with(const ndarray& a, int axis, std::int64_t length, DType dtype) {
    Shape shape(a.shape());
    shape[axis] = length;
    return empty_in_order(a, shape, dtype);
}

void scale(const ndarray& a, double factor) { multiply(a, factor, {.out = {&a}}); }
void negative_into(const ndarray& a, const ndarray& out) { negative(a, {.out = {&out}}); }

ndarray fourier(FourierKind kind, bool forward, const ndarray& in, const ndarray& out, int axis) {
    const int axes[] = {axis};
    transform({kind, forward, 1}, in, out, axes);
    return out;
}

/// Types II: a permutation makes a Fourier transform of real numbers of it. `sign` is that of every second number.
void type2(const ndarray& in, const ndarray& out, int axis, double factor, bool negates) {
    const std::int64_t n = in.shape()[axis], half = n / 2 + 1;
    const ndarray v = empty_with(in, axis, n, in.dtype());
    const ndarray evens = slice(v, axis, 0, (n + 1) / 2), odds = reversed(slice(v, axis, (n + 1) / 2, n), axis);
    copy_to(every_second(in, axis, 0), evens);
    if (n > 1) (negates ? negative_into : copy_to)(every_second(in, axis, 1), odds);
    const ndarray lines =
        fourier(FourierKind::real_to_complex, true, v, empty_with(in, axis, half, complex_of(in.dtype())), axis);
    const double step = 0.5 / static_cast<double>(n);
    twiddle_into(lines, slice(out, axis, 0, half), axis, 0, step, 0, 2 * factor);
    // The real part of i times a number is its imaginary part with the other sign.
    if (half < n)
        twiddle_into(slice(lines, axis, 1, n - half + 1), reversed(slice(out, axis, half, n), axis), axis, 1, step,
                     -0.5, 2 * factor);
}

/// Types III: the way back. `weight` is that of the first number.
void type3(const ndarray& in, const ndarray& out, int axis, double factor, bool negates, double weight) {
    const std::int64_t n = in.shape()[axis], half = n / 2 + 1;
    const ndarray lines = empty_with(in, axis, half, complex_of(in.dtype()));
    const ndarray first = slice(lines, axis, 0, 1);
    copy_to(slice(in, axis, 0, 1), first);
    if (weight != 1) scale(first, weight);
    const ndarray backwards = reversed(in, axis);
    twist_into(slice(in, axis, 1, half), slice(backwards, axis, 0, half - 1), slice(lines, axis, 1, half), axis, 1,
               -0.5 / static_cast<double>(n), 0, -1);
    const ndarray v = fourier(FourierKind::complex_to_real, false, lines, empty_with(in, axis, n, in.dtype()), axis);
    if (factor != 1) scale(v, factor);
    copy_to(slice(v, axis, 0, (n + 1) / 2), every_second(out, axis, 0));
    if (n > 1)
        (negates ? negative_into : copy_to)(reversed(slice(v, axis, (n + 1) / 2, n), axis), every_second(out, axis, 1));
}

/// Type IV of cosines: half as many complex numbers where their number is even, twice as many otherwise.
void type4(const ndarray& in, const ndarray& out, int axis, double factor) {
    const std::int64_t n = in.shape()[axis];
    const double inverse = 1 / static_cast<double>(n);
    const DType complex = complex_of(in.dtype());
    if (n % 2 == 0) {
        const ndarray z = empty_with(in, axis, n / 2, complex);
        twist_into(every_second(in, axis, 0), every_second(reversed(in, axis), axis, 0), z, axis, 0, inverse,
                   inverse / 8, 1);
        fourier(FourierKind::complex, true, z, z, axis);
        twiddle_into(z, every_second(out, axis, 0), axis, 0, inverse, inverse / 8, 2 * factor);
        twiddle_into(z, reversed(every_second(out, axis, 1), axis), axis, 0, inverse, inverse / 8 - 0.5, 2 * factor);
        return;
    }
    const ndarray z = empty_with(in, axis, 2 * n, complex);
    twist_into(in, in, slice(z, axis, 0, n), axis, 0, inverse / 2, 0, 0);
    slice(z, axis, n, 2 * n).fill(0);
    fourier(FourierKind::complex, true, z, z, axis);
    twiddle_into(slice(z, axis, 0, n), out, axis, 0, inverse / 2, inverse / 4, 2 * factor);
}

void cosine1(const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    const std::int64_t n = in.shape()[axis], whole = 2 * (n - 1);
    const ndarray v = empty_with(in, axis, whole, in.dtype());
    copy_to(in, slice(v, axis, 0, n));
    if (lines.orthogonal) {
        scale(slice(v, axis, 0, 1), std::numbers::sqrt2);
        scale(slice(v, axis, n - 1, n), std::numbers::sqrt2);
    }
    if (n > 2) copy_to(reversed(slice(in, axis, 1, n - 1), axis), slice(v, axis, n, whole));
    const ndarray made =
        fourier(FourierKind::real_to_complex, true, v, empty_with(in, axis, n, complex_of(in.dtype())), axis);
    copy_to(made.real(), out);
    if (lines.orthogonal) {
        scale(slice(out, axis, 0, 1), std::numbers::sqrt2 / 2);
        scale(slice(out, axis, n - 1, n), std::numbers::sqrt2 / 2);
    }
    if (lines.factor != 1) scale(out, lines.factor);
}

void sine1(const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    const std::int64_t n = in.shape()[axis], whole = 2 * (n + 1);
    const ndarray v = empty_with(in, axis, whole, in.dtype());
    slice(v, axis, 0, 1).fill(0);
    copy_to(in, slice(v, axis, 1, n + 1));
    slice(v, axis, n + 1, n + 2).fill(0);
    negative_into(reversed(in, axis), slice(v, axis, n + 2, whole));
    const ndarray made =
        fourier(FourierKind::real_to_complex, true, v, empty_with(in, axis, n + 2, complex_of(in.dtype())), axis);
    multiply(slice(made, axis, 1, n + 1).imag(), -lines.factor, {.out = {&out}});
}

}  // namespace

// With every second number negated, a sine transform of type II is one of cosines backwards; III and IV likewise the
// other way.
void dct_by_fft(const Lines& lines, const ndarray& in, const ndarray& out, int axis) {
    const std::int64_t n = in.shape()[axis];
    const double weight = lines.orthogonal ? std::numbers::sqrt2 : 1;
    const auto unweigh = [&](std::int64_t place) {
        if (lines.orthogonal) scale(slice(out, axis, place, place + 1), std::numbers::sqrt2 / 2);
    };
    switch (lines.kind) {
        case FourierKind::cosine1: return cosine1(lines, in, out, axis);
        case FourierKind::cosine2: type2(in, out, axis, lines.factor, false); return unweigh(0);
        case FourierKind::cosine3: return type3(in, out, axis, lines.factor, false, weight);
        case FourierKind::cosine4: return type4(in, out, axis, lines.factor);
        case FourierKind::sine1: return sine1(lines, in, out, axis);
        case FourierKind::sine2: type2(in, reversed(out, axis), axis, lines.factor, true); return unweigh(n - 1);
        case FourierKind::sine3: return type3(reversed(in, axis), out, axis, lines.factor, true, weight);
        case FourierKind::sine4: {
            type4(reversed(in, axis), out, axis, lines.factor);
            if (n == 1) return;
            const ndarray odds = every_second(out, axis, 1);
            return negative_into(odds, odds);
        }
        default: throw ValueError("dct_by_fft makes cosine and sine transforms");
    }
}

}  // namespace cuprum::scipy::fft
