// Splines of evenly spaced samples, by filters that go both ways.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_splines.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/correlate.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/extend.h"
#include "scipy/signal/polyphase.h"
#include "scipy/signal/recursive.h"

namespace cuprum::scipy::signal {
namespace {

using complex = std::complex<double>;

const double cubic_pole = std::sqrt(3.0) - 2, quadratic_pole = 2 * std::sqrt(2.0) - 3;

[[noreturn]] void throw_short(std::int64_t n) {
    throw ValueError("Sum to find symmetric boundary conditions did not converge. The signal of " + std::to_string(n) +
                     " samples is shorter than the response of the filter.");
}

/// Both directions over a signal that continues by its mirror image until the poles have forgotten it.
ndarray symmetric_filter(const ndarray& x, int axis, const std::vector<complex>& b, const std::vector<complex>& a,
                         double magnitude, DType dtype) {
    const std::int64_t n = x.shape()[axis];
    if (x.size() == 0) return x.astype(dtype);
    // How many samples the pole needs to forget; one at 1 or beyond, or at NaN, never does.
    const double pad_length = magnitude == 0 ? 1 : std::ceil(std::log(1e-18) / std::log(magnitude)) + 2;
    if (!(magnitude < 1 && pad_length < 0x1p40)) throw_short(n);
    const auto pad = static_cast<std::int64_t>(pad_length);
    const DType wide = is_complex(dtype) ? DType::complex128 : DType::float64;
    const Recursion filter{from_host(b, {static_cast<std::int64_t>(b.size())}, wide),
                           from_host(a, {static_cast<std::int64_t>(a.size())}, wide)};
    const ndarray lines = extended_lines(lines_of(x, axis), pad, extend_symmetric, dtype), back = reversed(lines, 1);
    run_recursion(filter, lines, lines, nullptr, nullptr);
    run_recursion(filter, back, back, nullptr, nullptr);
    return from_lines(slice(lines, 1, pad, pad + n), x.shape(), axis);
}

DType filtered_dtype(DType dtype) {
    if (!is_inexact(dtype)) return promote_types(dtype, DType::float32);
    return itemsize(dtype) < 4 ? DType::float32 : dtype;
}

double precision_for(double precision, DType dtype) {
    if (precision > 0 && precision <= 1) return precision;
    return dtype == DType::float32 || dtype == DType::complex64 ? 1e-6 : 1e-11;
}

void check_lines(const ndarray& x) {
    if (x.ndim() != 1 && x.ndim() != 2)
        throw ValueError("Input must be 1D or 2D, found " + std::to_string(x.ndim()) + " dimensions");
}

ndarray order1(const ndarray& x, int axis, complex c0, complex z1, double precision) {
    if (!(std::abs(z1) < 1)) throw ValueError("|z1| must be less than 1.0");
    const DType dtype = filtered_dtype(x.dtype());
    const std::int64_t n = x.shape()[axis];
    double power = 1;
    std::int64_t terms = 0;
    do {
        power *= std::abs(z1);
        ++terms;
    } while (power > precision_for(precision, dtype) && terms < n);
    if (terms >= n) throw_short(n);
    // The gain stands in both directions as its root.
    const complex root = std::sqrt(c0);
    if (is_complex(dtype) || (c0.imag() == 0 && c0.real() >= 0))
        return symmetric_filter(x, axis, {root}, {1, -z1}, std::abs(z1), dtype);
    return negative(symmetric_filter(x, axis, {std::sqrt(-c0)}, {1, -z1}, std::abs(z1), dtype));
}

ndarray order2(const ndarray& x, int axis, double r, double omega, double precision) {
    if (!(r < 1)) throw ValueError("r must be less than 1.0");
    if (is_complex(x.dtype()))
        throw TypeError("symiirorder2 takes real samples, found " + std::string(info(x.dtype()).name));
    const DType dtype = filtered_dtype(x.dtype());
    const double gain = 1 - 2 * r * std::cos(omega) + r * r;
    const std::int64_t n = x.shape()[axis];
    const auto response = [&](std::int64_t k) {
        const double step = static_cast<double>(k);
        if (omega == 0) return gain * std::pow(r, step) * (step + 1);
        return gain * std::pow(r, step) * std::sin(omega * (step + 1)) / std::sin(omega);
    };
    std::int64_t terms = 0;
    do ++terms;
    while (std::abs(response(terms)) > precision_for(precision, dtype) && terms < n);
    if (terms >= n) throw_short(n);
    return symmetric_filter(x, axis, {gain}, {1, -2 * r * std::cos(omega), r * r}, std::abs(r), dtype);
}

/// Magnitude and angle of the poles of a smoothing cubic spline (M. Unser, A. Aldroubi, M. Eden, IEEE Trans. Signal
/// Processing 41, 1993).
std::pair<double, double> smoothing_poles(double lambda) {
    const double root = std::sqrt(3 + 144 * lambda), xi = 1 - 96 * lambda + 24 * lambda * root;
    const double omega = std::atan2(std::sqrt(144 * lambda - 1), std::sqrt(xi));
    const double rho =
        (24 * lambda - 1 - std::sqrt(xi)) / (24 * lambda) * std::sqrt((48 * lambda + 24 * lambda * root) / xi);
    return {rho, omega};
}

ndarray through_samples(const ndarray& signal, double pole, double gain) {
    if (signal.ndim() != 1)
        throw ValueError("a signal of one dimension is needed, found shape " + to_string(signal.shape()));
    if (signal.size() == 0) throw IndexError("a spline goes through one sample at least, found none");
    const ndarray x = signal.astype(is_complex(signal.dtype()) ? DType::complex128 : DType::float64, 'C');
    if (x.size() <= 64) {
        // So short that the pole has not forgotten the other end: SciPy's sum at the start ends there.
        static const ElementwiseKernel kernel("raw T x, int64 n, float64 pole, float64 gain", "raw T y", R"(
            T sum = T(0);
            double power = pole;
            for (long long k = 0; k < n; ++k, power *= pole) sum += x[k] * T(power);
            T state = x[0] + sum;
            y[0] = state;
            for (long long k = 1; k < n; ++k) y[k] = state = x[k] + state * T(pole);
            state = state * T(pole / (pole - 1));
            y[n - 1] = state * T(gain);
            for (long long k = n - 2; k >= 0; --k) {
                state = (state - y[k]) * T(pole);
                y[k] = state * T(gain);
            })",
                                              "cuprum_short_spline", {.is_long = true});
        const ndarray out = kernel::new_array(x.shape(), x.dtype());
        // Of one sample, SciPy leaves the gain out.
        const Operand operands[] = {x, Scalar(x.size()), Scalar(pole), Scalar(x.size() > 1 ? gain : 1.0), out};
        ndarray same;
        kernel.call(operands, {.size = 1}, &same);
        return out;
    }
    return multiply(symmetric_filter(x, 0, {std::sqrt(-pole)}, {1, -pole}, std::abs(pole), x.dtype()), gain);
}

/// The smoothing spline of a line as SciPy starts it at both ends: from sums of the filter's responses, of which that
/// at the second sample weighs the first two crosswise.
ndarray smoothed_line(const ndarray& x, double lambda) {
    const auto [rho, omega] = smoothing_poles(lambda);
    const std::int64_t n = x.size();
    if (n < 2) throw IndexError("a smoothing spline needs two samples at least, found " + std::to_string(n));
    const double a1 = -2 * rho * std::cos(omega), a2 = rho * rho, gain = 1 + a1 + a2;
    const auto causal = [&](std::int64_t k) {
        return k < 0 ? 0.0
                     : gain / std::sin(omega) * std::pow(rho, static_cast<double>(k)) *
                           std::sin(omega * static_cast<double>(k + 1));
    };
    const double symmetric_gain = gain * gain * (1 + a2) / (1 - a2) / (1 - 2 * a2 * std::cos(2 * omega) + a2 * a2),
                 gamma = (1 - a2) / (1 + a2) / std::tan(omega);
    const auto symmetric = [&](std::int64_t k) {
        const double step = std::abs(static_cast<double>(k));
        return symmetric_gain * std::pow(rho, step) * (std::cos(omega * step) + gamma * std::sin(omega * step));
    };
    // An extreme `lambda` makes the pole NaN, or puts it at 1.
    const double decay = std::ceil(std::log(1e-20) / std::log(std::abs(rho))) + 2;
    const std::int64_t terms = decay < static_cast<double>(n) ? static_cast<std::int64_t>(decay) : n;
    const DType wide = DType::float64;
    const Recursion filter{from_host(std::vector<double>{gain}, {1}), from_host(std::vector<double>{1, a1, a2}, {3})};
    // The first two results of a direction are sums, of which a state for the others is made.
    const auto run = [&](const ndarray& samples, const ndarray& signal, const auto& first, const auto& second) {
        std::vector<double> weights(static_cast<std::size_t>(2 * terms));
        for (std::int64_t k = 0; k < terms; ++k) {
            weights[static_cast<std::size_t>(k)] = first(k);
            weights[static_cast<std::size_t>(terms + k)] = second(k);
        }
        const ndarray out = kernel::new_array({1, n}, wide),
                      sums =
                          sum(multiply(from_host(weights, {2, terms}), slice(signal, 0, 0, terms)), {.axis = Dims{1}});
        copy_to(sums.reshape({1, 2}), slice(out, 1, 0, 2));
        const ndarray mixed = matmul(from_host(std::vector<double>{-a2, 0, -a1, -a2}, {2, 2}).T(), sums);
        const ndarray state = ascontiguousarray(mixed.reshape({1, 2}));
        if (n > 2)
            run_recursion(filter, slice(samples, 0, 2, n).reshape({1, n - 2}), slice(out, 1, 2, n), &state, nullptr);
        return out.reshape({n});
    };
    const ndarray forwards = run(
        x, x, [&](std::int64_t k) { return causal(k + 1) + (k == 0 ? causal(0) : 0); },
        [&](std::int64_t k) {
            return causal(k + 2) + (k == 0 ? causal(0) : k == 1 ? causal(1) : 0);
        });
    const ndarray back = run(
        reversed(forwards, 0), reversed(x, 0), [&](std::int64_t k) { return symmetric(k) + symmetric(k + 1); },
        [&](std::int64_t k) { return symmetric(k - 1) + symmetric(k + 2); });
    return reversed(back, 0).copy();
}

ndarray spline_values(const ndarray& cj, const ndarray& newx, double dx, double x0, int degree) {
    static const ElementwiseKernel kernel("float64 place, raw T c, int64 n, float64 dx, float64 x0, int32 degree",
                                          "T y", R"(
        double x = (place - x0) / dx;
        const double last = (double)(n - 1);
        if (x < 0 || x > last) {  // the mirror image, as often as need be
            const double period = 2 * last;
            x = period > 0 ? fabs(x) - period * floor(fabs(x) / period) : 0.0;
            if (x > last) x = period - x;
        }
        const long long first = (long long)floor(x - (degree == 3 ? 2.0 : 1.5)) + 1;
        T sum = T(0);
        for (long long j = first; j < first + degree + 1; ++j) {
            const double d = fabs(x - (double)j);
            double weight;
            if (degree == 3)
                weight = d < 1 ? 2.0 / 3 - 0.5 * d * d * (2 - d) : d < 2 ? (2 - d) * (2 - d) * (2 - d) / 6 : 0.0;
            else weight = d < 0.5 ? 0.75 - d * d : d < 1.5 ? (d - 1.5) * (d - 1.5) / 2 : 0.0;
            const long long at = j < 0 ? 0 : j >= n ? n - 1 : j;
            sum += c[at] * T(weight);
        }
        y = sum;)",
                                          "cuprum_spline_values");
    if (cj.size() == 0) throw ValueError("Spline coefficients 'cj' must not be empty.");
    // Values between integer coefficients are no integers.
    const ndarray c =
        ascontiguousarray(is_inexact(cj.dtype()) ? cj : cj.astype(DType::float64, 'K', Casting::unsafe, false));
    const ndarray out = kernel::new_array(newx.shape(), c.dtype());
    if (out.size() == 0) return out;
    const ndarray places = newx.astype(DType::float64, 'K', Casting::unsafe, false);
    const Operand operands[] = {places, c, Scalar(cj.size()), Scalar(dx), Scalar(x0), Scalar(degree), out};
    ndarray same;
    kernel.call(operands, {}, &same);
    return out;
}

}  // namespace

ndarray symiirorder1(const ndarray& input, complex c0, complex z1, double precision) {
    const kernel::Placement here(input);
    check_lines(input);
    if (!is_complex(input.dtype()) && (c0.imag() != 0 || z1.imag() != 0))
        throw TypeError("a complex gain or pole needs complex samples, found " + std::string(info(input.dtype()).name));
    return ascontiguousarray(order1(input, input.ndim() - 1, c0, z1, precision));
}

ndarray symiirorder2(const ndarray& input, double r, double omega, double precision) {
    const kernel::Placement here(input);
    check_lines(input);
    return ascontiguousarray(order2(input, input.ndim() - 1, r, omega, precision));
}

ndarray cspline1d(const ndarray& signal, double lamb) {
    const kernel::Placement here(signal);
    if (lamb == 0) return through_samples(signal, cubic_pole, 6);
    if (lamb < 0) throw ValueError("`lamb` must be 0 or more, found " + std::to_string(lamb));
    if (signal.ndim() != 1)
        throw ValueError("a signal of one dimension is needed, found shape " + to_string(signal.shape()));
    return smoothed_line(signal.astype(DType::float64, 'C'), lamb);
}

ndarray qspline1d(const ndarray& signal, double lamb) {
    const kernel::Placement here(signal);
    if (lamb != 0) throw ValueError("Smoothing quadratic splines not supported yet.");
    return through_samples(signal, quadratic_pole, 8);
}

namespace {

void check_image(const ndarray& image) {
    if (image.ndim() != 2)
        throw ValueError("an image of two dimensions is needed, found " + std::to_string(image.ndim()));
}

/// Images may be shorter than signals.
double image_precision(double precision, DType dtype) {
    if (precision > 0 && precision <= 1) return precision;
    return dtype == DType::float32 || dtype == DType::complex64 ? 1e-3 : 1e-6;
}

}  // namespace

ndarray cspline2d(const ndarray& signal, double lamb, double precision) {
    const kernel::Placement here(signal);
    check_image(signal);
    precision = image_precision(precision, filtered_dtype(signal.dtype()));
    if (lamb <= 0) {
        const ndarray rows = order1(signal, 1, -6 * cubic_pole, cubic_pole, precision);
        return ascontiguousarray(order1(rows, 0, -6 * cubic_pole, cubic_pole, precision));
    }
    const auto [rho, omega] = smoothing_poles(lamb);
    return ascontiguousarray(order2(order2(signal, 1, rho, omega, precision), 0, rho, omega, precision));
}

ndarray qspline2d(const ndarray& signal, double lamb, double precision) {
    const kernel::Placement here(signal);
    check_image(signal);
    if (lamb > 0) throw ValueError("lambda must be negative or zero");
    precision = image_precision(precision, filtered_dtype(signal.dtype()));
    const ndarray rows = order1(signal, 1, -8 * quadratic_pole, quadratic_pole, precision);
    return ascontiguousarray(order1(rows, 0, -8 * quadratic_pole, quadratic_pole, precision));
}

ndarray sepfir2d(const ndarray& input, const ndarray& hrow, const ndarray& hcol) {
    const kernel::Placement here(input, hrow, hcol);
    check_image(input);
    const DType dtype = filtered_dtype(input.dtype());
    for (const auto& [name, taps] : {std::pair("hrow", &hrow), std::pair("hcol", &hcol)}) {
        if (!can_cast(taps->dtype(), dtype, Casting::safe))
            throw TypeError(std::string("Cannot cast ") + name + " from " + info(taps->dtype()).name + " to " +
                            info(dtype).name + " according to the rule 'safe'");
        if (taps->ndim() != 1 || taps->size() % 2 == 0)
            throw ValueError(std::string(name) + " must be of one dimension and have an odd number of taps");
    }
    ndarray image = input.astype(dtype, 'K', Casting::unsafe, false);
    for (int axis = 1; axis >= 0; --axis) {
        const ndarray& taps = axis ? hrow : hcol;
        Shape shape(2, 1);
        shape[axis] = taps.size();
        Dims before(2);
        before[axis] = taps.size() / 2;
        const ndarray out = kernel::new_array(image.shape(), dtype);
        kernel::correlate(image, reversed(taps.astype(dtype, 'C').reshape(shape), axis), out,
                          {.before = before, .boundary = boundary_symmetric});
        image = out;
    }
    return image;
}

ndarray spline_filter(const ndarray& Iin, double lmbda) {
    const kernel::Placement here(Iin);
    if (!is_inexact(Iin.dtype()) || itemsize(Iin.dtype()) < 4)
        throw TypeError("Invalid data type for Iin: Iin.dtype = " + std::string(info(Iin.dtype()).name) +
                        "; float32, float64 or complex numbers of these are needed");
    // SciPy's taps are of float32 for all, and complex images are computed in complex64.
    const float taps_of[] = {1.0f / 6, 4.0f / 6, 1.0f / 6};
    const ndarray taps = array_from_host(taps_of, DType::float32, {3}),
                  image = is_complex(Iin.dtype()) ? Iin.astype(DType::complex64, 'K', Casting::unsafe, false) : Iin;
    return sepfir2d(cspline2d(image, lmbda), taps, taps).astype(Iin.dtype(), 'K', Casting::unsafe, false);
}

ndarray gauss_spline(const ndarray& x, double n) {
    const kernel::Placement here(x);
    const double variance = (n + 1) / 12;
    return multiply(exp(multiply(multiply(x, x), -0.5 / variance)),
                    1 / std::sqrt(2 * 3.14159265358979323846 * variance));
}

ndarray cspline1d_eval(const ndarray& cj, const ndarray& newx, double dx, double x0) {
    const kernel::Placement here(cj, newx);
    return spline_values(cj, newx, dx, x0, 3);
}

ndarray qspline1d_eval(const ndarray& cj, const ndarray& newx, double dx, double x0) {
    const kernel::Placement here(cj, newx);
    return spline_values(cj, newx, dx, x0, 2);
}

}  // namespace cuprum::scipy::signal
