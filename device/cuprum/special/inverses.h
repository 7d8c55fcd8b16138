// Inverses of distribution functions in one of their parameters: a bracket is widened from a guess, then narrowed by
// Chandrupatla's method, which takes parabolas where it may and halves where it must.
#pragma once

#include <cuprum/special/noncentral.h>
#include <xsf/tools.h>

namespace cuprum::special {
namespace detail {

/// The positive x at which an increasing (or falling) function passes through 0; the nearest end where it does not.
template <class Function>
CUPRUM_DEVICE double positive_root(Function function, bool increasing, double smallest, double largest) {
    const auto bracket = xsf::detail::bracket_root_for_cdf_inversion(function, 1.0, smallest, largest, -0.875, 7.0,
                                                                     0.125, 8.0, increasing, 400);
    const auto [left, right, at_left, at_right, status] = bracket;
    if (status == 1 || status == 2)
        return isnan(function(1.0)) ? limits<double>::nan() : status == 1 ? smallest : largest;
    if (status != 0) return limits<double>::nan();
    const auto [root, failed] = xsf::detail::find_root_chandrupatla(function, left, right, at_left, at_right,
                                                                    limits<double>::epsilon(), 1e-300, 200);
    return failed ? limits<double>::nan() : root;
}

/// The same on the whole line.
template <class Function>
CUPRUM_DEVICE double real_root(Function function, bool increasing, double largest) {
    const double at_0 = function(0.0);
    if (at_0 == 0) return 0;
    if (isnan(at_0)) return at_0;
    const double side = (at_0 < 0) == increasing ? 1 : -1;
    return side *
           positive_root([&](double x) { return function(side * x); }, increasing == (side > 0), 1e-300, largest);
}

/// The degrees of freedom at which a distribution function less a probability is 0. Where none are: SciPy's -1e100 if
/// they would be fewer than any, and `above` if they would be more. 5 where all are, as in SciPy.
template <class Function>
CUPRUM_DEVICE double degrees_of_freedom(Function function, bool increasing, double above) {
    constexpr double smallest = 1e-100, largest = 1e10;
    const double first = function(smallest), last = function(largest);
    if (first == 0 && last == 0) return 5;
    const double root = positive_root(function, increasing, smallest, largest);
    if (root != smallest && root != largest) return root;
    if (!(first * last > 0)) return root;
    return (first > 0) == (last > first) ? -1e100 : above;
}

CUPRUM_DEVICE bool is_probability(double p) { return p >= 0 && p <= 1; }
/// 0 and 1 are no values of the noncentral chi-square distribution at x > 0; a search would end where they are rounded
/// to.
CUPRUM_DEVICE bool is_inner_probability(double p) { return p > 0 && p < 1; }

}  // namespace detail

CUPRUM_DEVICE_ONCE double stdtridf(double p, double t) {
    if (!detail::is_probability(p) || isnan(t)) return limits<double>::nan();
    // The smaller tail keeps its digits. At 0 and at infinities the function is constant.
    const bool lower = p <= 1 - p;
    const auto difference = [=](double df) { return lower ? stdtr(df, t) - p : stdtr(df, -t) - (1 - p); };
    return detail::degrees_of_freedom(difference, (t > 0) == lower, 1e10);
}

CUPRUM_DEVICE_ONCE double chndtrix(double p, double df, double nc) {
    if (!detail::is_probability(p) || !(df > 0) || !(nc >= 0) || isinf(df) || isinf(nc)) return limits<double>::nan();
    if (p == 0 || p == 1) return p == 0 ? 0 : limits<double>::infinity();
    constexpr double least = 2.2250738585072014e-308;
    const double x = detail::positive_root([=](double x) { return chndtr(x, df, nc) - p; }, true, least, 1e100);
    if (x == 1e100) return limits<double>::nan();  // the quantile is larger
    return x > least ? x : 0 * x;
}
CUPRUM_DEVICE_ONCE double chndtridf(double x, double p, double nc) {
    if (!detail::is_inner_probability(p) || !(x >= 0) || !(nc >= 0) || isinf(x) || isinf(nc))
        return limits<double>::nan();
    return detail::positive_root([=](double df) { return chndtr(x, df, nc) - p; }, false, 1e-100, 1e10);
}
CUPRUM_DEVICE_ONCE double chndtrinc(double x, double df, double p) {
    if (!detail::is_inner_probability(p) || !(x >= 0) || !(df > 0) || isinf(x) || isinf(df))
        return limits<double>::nan();
    return detail::positive_root([=](double nc) { return chndtr(x, df, nc) - p; }, false, 1e-100, 1e100);
}

CUPRUM_DEVICE_ONCE double nctdtrit(double df, double nc, double p) {
    if (!detail::is_probability(p) || !(df > 0) || isnan(nc)) return limits<double>::nan();
    if (p == 0 || p == 1) return p == 0 ? -limits<double>::infinity() : limits<double>::infinity();
    return detail::real_root([=](double t) { return nctdtr(df, nc, t) - p; }, true, 1e100);
}
CUPRUM_DEVICE_ONCE double nctdtridf(double p, double nc, double t) {
    if (!(p >= 0 && p < 1) || isnan(nc) || isnan(t)) return limits<double>::nan();
    // Which way the function goes follows from its ends.
    const bool increasing = nctdtr(1e-3, nc, t) < nctdtr(1e9, nc, t);
    return detail::degrees_of_freedom([=](double df) { return nctdtr(df, nc, t) - p; }, increasing, 1e100);
}
CUPRUM_DEVICE_ONCE double nctdtrinc(double df, double p, double t) {
    if (!(p >= 0 && p < 1) || !(df > 0) || isnan(t)) return limits<double>::nan();
    if (p == 0) return limits<double>::infinity();
    return detail::real_root([=](double nc) { return nctdtr(df, nc, t) - p; }, false, 1e100);
}

}  // namespace cuprum::special
