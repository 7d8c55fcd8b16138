// Smoothing splines as classes: checks of data, evaluation, and the splines that follow from one.
#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/sorting.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/interpolate/common.h"

namespace cuprum::scipy::interpolate {
namespace {

/// Data of a smoothing spline on the host, and its outermost knots.
struct SmoothingData {
    std::vector<double> x, y, w;
    double low = 0, high = 0;
};

std::vector<double> numbers_of(const ndarray& a) {
    return a.astype(DType::float64, 'C', Casting::unsafe, false).to_vector<double>();
}

bool all_finite(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

/// Whether numbers increase, or do not decrease; NaN does neither.
bool is_increasing(const std::vector<double>& x, bool strictly) {
    for (std::size_t i = 1; i < x.size(); ++i)
        if (!(strictly ? x[i] > x[i - 1] : x[i] >= x[i - 1])) return false;
    return true;
}

SmoothingData checked(const ndarray& places, const ndarray& values, const ndarray* weights, const KnotBounds& bounds,
                      int k, std::optional<double> s, bool check_finite) {
    SmoothingData data{numbers_of(real_part_of(places)), numbers_of(values), {}};
    if (weights) data.w = numbers_of(*weights);
    if (check_finite && !(all_finite(data.x) && all_finite(data.y) && all_finite(data.w)))
        throw ValueError("x and y array must not contain NaNs or infs.");
    const bool strictly = s && !(*s > 0);
    if (!is_increasing(data.x, strictly))
        throw ValueError(strictly ? "x must be strictly increasing if s = 0" : "x must be increasing if s > 0");
    if (data.x.size() != data.y.size()) throw ValueError("x and y should have a same length");
    if (!weights) data.w.assign(data.x.size(), 1);
    if (data.w.size() != data.x.size()) throw ValueError("x, y, and w should have a same length");
    if (k < 1 || k > 5) throw ValueError("k should be 1 <= k <= 5, found " + std::to_string(k));
    if (s && !(*s >= 0)) throw ValueError("s should be s >= 0.0, found " + shortest_text(*s));
    if (data.x.size() <= static_cast<std::size_t>(k))
        throw ValueError("A spline of degree " + std::to_string(k) + " takes more than " + std::to_string(k) +
                         " points, found " + std::to_string(data.x.size()));
    data.low = bounds.first.value_or(data.x.front());
    data.high = bounds.second.value_or(data.x.back());
    if (data.low > data.x.front() || data.high < data.x.back())
        throw ValueError("bbox " + shortest_text(data.low) + " ... " + shortest_text(data.high) +
                         " does not hold all of x, " + shortest_text(data.x.front()) + " ... " +
                         shortest_text(data.x.back()));
    return data;
}

SmoothingSpline smoothed(SmoothingData data, int k, double s) {
    return {std::move(data.x), std::move(data.y), std::move(data.w), data.low, data.high, k, s};
}

ndarray array_of(const std::vector<double>& numbers) {
    return array_from_host(numbers.data(), DType::float64, {static_cast<std::int64_t>(numbers.size())});
}

/// What `ext` says, for the kernel of splines.
int outside_of(BeyondKnots ext) {
    if (ext == BeyondKnots::zeros) return outside_zero;
    return ext == BeyondKnots::constant ? outside_nearest : outside_continued;
}

}  // namespace

UnivariateSpline::UnivariateSpline(const ndarray& x, const ndarray& y, const ndarray* w, const KnotBounds& bbox, int k,
                                   std::optional<double> s, BeyondKnots outside, bool check_finite)
    : ext(outside) {
    const kernel::Placement here(x, y, w);
    SmoothingData data = checked(x, y, w, bbox, k, s, check_finite);
    const double sum = s.value_or(static_cast<double>(data.x.size()));
    take(smoothed(std::move(data), k, sum));
}

InterpolatedUnivariateSpline::InterpolatedUnivariateSpline(const ndarray& x, const ndarray& y, const ndarray* w,
                                                           const KnotBounds& bbox, int k, BeyondKnots outside,
                                                           bool check_finite) {
    const kernel::Placement here(x, y, w);
    ext = outside;
    SmoothingData data = checked(x, y, w, bbox, k, {}, check_finite);
    if (!is_increasing(data.x, true)) throw ValueError("x must be strictly increasing");
    take(smoothed(std::move(data), k, 0));
}

LSQUnivariateSpline::LSQUnivariateSpline(const ndarray& x, const ndarray& y, const ndarray& inner, const ndarray* w,
                                         const KnotBounds& bbox, int k, BeyondKnots outside, bool check_finite) {
    const kernel::Placement here(x, y, w);
    ext = outside;
    SmoothingData data = checked(x, y, w, bbox, k, {}, check_finite);
    std::vector<double> t(k + 1, data.low);
    for (const double knot : numbers_of(inner)) t.push_back(knot);
    t.insert(t.end(), k + 1, data.high);
    for (std::size_t i = k + 1; i < t.size() - k; ++i)
        if (!(t[i] > t[i - 1])) throw ValueError("Interior knots t must satisfy Schoenberg-Whitney conditions");
    if (!SmoothingSpline::knots_fit(data.x, t, k))
        throw ValueError("The knots do not fit the data: each B-spline needs a place of its own within its knots");
    take(SmoothingSpline::with_knots(std::move(data.x), std::move(data.y), std::move(data.w), std::move(t), k));
}

void UnivariateSpline::take(SmoothingSpline fit) {
    spline_ = BSpline::construct_fast(array_of(fit.t), array_of(fit.c), fit.k);
    fit_ = std::move(fit);
    switch (fit_->status) {
        case 1:
            return warn(
                "There are as many knots as there is place for, and the residuals are still larger than s: s may be "
                "too small.");
        case 2:
            return warn(
                "The search for a smoothing spline whose residuals sum up to s came to an impossible result: s is too "
                "small.");
        case 3:
            return warn(
                "The search for a smoothing spline whose residuals sum up to s did not end in 20 steps: s is too "
                "small.");
        default: return;
    }
}

const char* UnivariateSpline::class_of_fit() const {
    const int status = fit_ ? fit_->status : 0;
    if (status == -1) return "InterpolatedUnivariateSpline";
    return status == -2 || status == 1 ? "LSQUnivariateSpline" : nullptr;
}

void UnivariateSpline::set_smoothing_factor(double s) {
    const kernel::Placement here(spline_.c);
    if (!fit_ || fit_->s < 0) return warn("smoothing factor unchanged for LSQ spline with fixed knots");
    SmoothingSpline again = *fit_;
    again.smooth(s);
    take(std::move(again));
}

ndarray UnivariateSpline::operator()(const ndarray& x, int nu, std::optional<BeyondKnots> outside) const {
    const kernel::Placement here(x, spline_.c);
    const ndarray places = real_part_of(x);
    if (places.size() == 0) return empty({0});
    if (nu < 0 || nu > spline_.k)
        throw ValueError("0<=der=" + std::to_string(nu) + "<=k=" + std::to_string(spline_.k) + " must hold");
    BeyondKnots chosen = outside.value_or(ext);
    if (nu && chosen == BeyondKnots::constant) chosen = BeyondKnots::extrapolate;  // FITPACK continues derivatives
    if (chosen == BeyondKnots::raise) {
        const ndarray begin = slice(spline_.t, 0, spline_.k, spline_.k + 1),
                      end = slice(spline_.t, 0, spline_.t.size() - spline_.k - 1, spline_.t.size() - spline_.k);
        if (any(logical_or(less(places, begin), greater(places, end))).item().to_bool())
            throw ValueError("Error code returned by the spline: places outside of its knots");
    }
    return evaluate_spline(spline_, places, nu, outside_of(chosen));
}

ndarray UnivariateSpline::get_knots() const { return slice(spline_.t, 0, spline_.k, spline_.t.size() - spline_.k); }

ndarray UnivariateSpline::get_coeffs() const { return slice(spline_.c, 0, 0, spline_.t.size() - spline_.k - 1); }

std::optional<double> UnivariateSpline::get_residual() const {
    const kernel::Placement here(spline_.c);
    return fit_ ? std::optional(fit_->residual) : std::nullopt;
}

ndarray UnivariateSpline::derivatives(double x) const {
    const kernel::Placement here(spline_.c);
    const std::vector<double> knots = get_knots().to_vector<double>();
    if (x < knots.front() || x > knots.back())
        throw TypeError("The place " + shortest_text(x) + " lies outside of the knots, " +
                        shortest_text(knots.front()) + " ... " + shortest_text(knots.back()));
    std::vector<ndarray> found;
    for (int nu = 0; nu <= spline_.k; ++nu)
        found.push_back(evaluate_spline(spline_, array_from_host(&x, DType::float64, {}), nu, outside_continued));
    return stack(found);
}

ndarray UnivariateSpline::roots() const {
    const kernel::Placement here(spline_.c);
    if (spline_.k != 3) throw NotSupportedError("finding roots unsupported for non-cubic splines");
    const PolynomialRoots found =
        PPoly::from_spline(spline_).roots({.discontinuity = false, .extrapolate = Extrapolate::no});
    return sort(array_of(found[0]));
}

UnivariateSpline UnivariateSpline::derivative(int n) const {
    const kernel::Placement here(spline_.c);
    UnivariateSpline made;
    made.spline_ = spline_.derivative(n);
    made.ext = ext == BeyondKnots::constant ? BeyondKnots::zeros : ext;
    return made;
}

UnivariateSpline UnivariateSpline::antiderivative(int n) const {
    const kernel::Placement here(spline_.c);
    UnivariateSpline made;
    made.spline_ = spline_.antiderivative(n);
    made.ext = ext;
    return made;
}

std::vector<ndarray> UnivariateSpline::state() const {
    std::vector<ndarray> arrays{spline_.t, spline_.c,
                                array_of({static_cast<double>(spline_.k), static_cast<double>(ext)})};
    if (!fit_) return arrays;
    const SmoothingSpline& f = *fit_;
    const SmoothingSpline::Search& search = f.search;
    const std::vector<double> points(search.interval_points.begin(), search.interval_points.end());
    for (const auto* numbers : {&f.x, &f.y, &f.w, &f.t, &f.c, &search.interval_residuals, &points})
        arrays.push_back(array_of(*numbers));
    arrays.push_back(array_of({f.begin, f.end, f.s, f.residual, static_cast<double>(f.k), static_cast<double>(f.status),
                               search.first_residual, search.last_residual, static_cast<double>(search.added),
                               static_cast<double>(search.room)}));
    return arrays;
}

void UnivariateSpline::set_state(const std::vector<ndarray>& state) {
    const std::vector<double> kind = numbers_of(state[2]);
    spline_ = BSpline::construct_fast(state[0], state[1], static_cast<int>(kind[0]));
    ext = static_cast<BeyondKnots>(static_cast<int>(kind[1]));
    if (state.size() < 11) return;
    SmoothingSpline f;
    std::vector<double> points;
    std::size_t at = 3;
    for (auto* numbers : {&f.x, &f.y, &f.w, &f.t, &f.c, &f.search.interval_residuals, &points})
        *numbers = numbers_of(state[at++]);
    f.search.interval_points.assign(points.begin(), points.end());
    const std::vector<double> numbers = numbers_of(state[at]);
    f.begin = numbers[0];
    f.end = numbers[1];
    f.s = numbers[2];
    f.residual = numbers[3];
    f.k = static_cast<int>(numbers[4]);
    f.status = static_cast<int>(numbers[5]);
    f.search.first_residual = numbers[6];
    f.search.last_residual = numbers[7];
    f.search.added = static_cast<std::int64_t>(numbers[8]);
    f.search.room = static_cast<std::size_t>(numbers[9]);
    fit_ = std::move(f);
}

}  // namespace cuprum::scipy::interpolate
