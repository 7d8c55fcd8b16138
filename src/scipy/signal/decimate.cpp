// Downsampling after an anti-aliasing filter (decimate).
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "scipy/signal/coefficients.h"
#include "scipy/signal/polyphase.h"

namespace cuprum::scipy::signal {
namespace {

/// Sections of a digital Chebyshev low-pass of the first kind: the ripple in decibels, the edge as a share of the band.
/// Poles near the unit circle come last, so that the sections before them leave less for these to amplify.
std::vector<double> chebyshev_low_pass(std::int64_t order, double ripple, double edge) {
    using complex = std::complex<double>;
    const double epsilon = std::sqrt(std::pow(10.0, 0.1 * ripple) - 1),
                 mu = std::asinh(1 / epsilon) / static_cast<double>(order);
    const double warped = 4 * std::tan(std::numbers::pi * edge / 2);  // at two samples a unit of time
    std::vector<double> sections;
    const auto pole_of = [&](std::int64_t m) {
        const double theta = std::numbers::pi * static_cast<double>(m) / (2.0 * static_cast<double>(order));
        const complex analog = warped * -std::sinh(complex(mu, theta));
        return (4.0 + analog) / (4.0 - analog);
    };
    const auto add = [&](double b1, double b2, double a1, double a2) {
        const double gain = (1 + a1 + a2) / (1 + b1 + b2);  // of one at rest
        for (double value : {gain, gain * b1, gain * b2, 1.0, a1, a2}) sections.push_back(value);
    };
    if (order % 2) add(1, 0, -pole_of(0).real(), 0);
    for (std::int64_t m = order % 2 ? 2 : 1; m < order; m += 2) {
        const complex pole = pole_of(m);
        add(2, 1, -2 * pole.real(), std::norm(pole));
    }
    if (order % 2 == 0)  // the ripple begins below one
        for (int k = 0; k < 3; ++k) sections[static_cast<std::size_t>(k)] /= std::sqrt(1 + epsilon * epsilon);
    return sections;
}

ndarray every(const ndarray& x, int axis, std::int64_t step) {
    Shape shape(x.shape());
    Strides strides(x.strides());
    shape[axis] = (shape[axis] + step - 1) / step;
    strides[axis] *= step;
    return x.with_layout(shape, strides);
}

}  // namespace

ndarray decimate(const ndarray& x, std::int64_t q, std::optional<std::int64_t> n, std::string_view ftype,
                 std::int64_t axis, bool zero_phase) {
    const kernel::Placement here(x);
    if (q < 1) throw ValueError("q must be a positive integer, found " + std::to_string(q));
    const int along = checked_axis(x, axis);
    const DType dtype = is_inexact(x.dtype()) && itemsize(x.dtype()) >= 4 ? x.dtype() : DType::float64;
    const double share = 1.0 / static_cast<double>(q);
    const ndarray samples = x.astype(dtype, 'K', Casting::unsafe, false);
    if (ftype == "fir") {
        if (q == 1)
            throw ValueError("a filter by taps keeps frequencies below those of the samples; q must be above 1");
        const std::int64_t taps = n.value_or(20 * q) + 1;
        const ndarray b = from_host(low_pass(Window{.name = "hamming"}.of(taps, false), share), {taps}, dtype);
        if (zero_phase) return resample_poly(samples, 1, q, along, Window{.values = b});
        const std::int64_t count = (x.shape()[along] + q - 1) / q;
        return slice(upfirdn(b, samples, 1, q, along), along, 0, count);
    }
    if (ftype != "iir") throw ValueError("invalid ftype; it may be 'iir' or 'fir', found '" + std::string(ftype) + "'");
    const std::int64_t order = n.value_or(8);
    if (order < 1) throw ValueError("the order of the filter must be at least 1, found " + std::to_string(order));
    const std::vector<double> sections = chebyshev_low_pass(order, 0.05, 0.8 * share);
    const ndarray sos = from_host(sections, {static_cast<std::int64_t>(sections.size() / 6), 6}, dtype);
    return every(zero_phase ? sosfiltfilt(sos, samples, along) : sosfilt(sos, samples, along), along, q);
}

ndarray decimate_by(const ndarray& x, std::int64_t q, const ndarray& b, const ndarray& a, std::int64_t axis,
                    bool zero_phase) {
    const kernel::Placement here(x, b, a);
    if (q < 1) throw ValueError("q must be a positive integer, found " + std::to_string(q));
    const int along = checked_axis(x, axis);
    const ndarray numerator = atleast_1d(b), denominator = atleast_1d(a);
    if (denominator.size() == 1) {
        const ndarray taps = divide(numerator, denominator);
        if (zero_phase) return resample_poly(x, 1, q, along, Window{.values = taps});
        return slice(upfirdn(taps, x, 1, q, along), along, 0, (x.shape()[along] + q - 1) / q);
    }
    return every(zero_phase ? filtfilt(numerator, denominator, x, along) : lfilter(numerator, denominator, x, along),
                 along, q);
}

}  // namespace cuprum::scipy::signal
