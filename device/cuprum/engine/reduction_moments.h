// Sums, means and squares about a point, as the rows of reductions.def use them.
#pragma once

#include <cuprum/base.h>
#include <cuprum/cast.h>
#include <cuprum/math.h>

namespace cuprum {

template <class T>
CUPRUM_DEVICE auto squared_magnitude(const T& x) {
    if constexpr (is_complex<T>) return x.re * x.re + x.im * x.im;
    else return x * x;
}

/// Sets the point that moments are about.
template <class T, class X>
CUPRUM_DEVICE void set_shift(T& shift, const X& x) {
    shift = cast<T>(x);
}
template <class T, class X>
CUPRUM_DEVICE T distance_from(const T& shift, const X& x) {
    return cast<T>(x) - shift;
}
/// Empties the moments of `count` elements, which will be taken anew about the mean that they tell.
template <class T>
CUPRUM_DEVICE void recenter_moments(T& shift, T& sum, float& squares, int count) {
    shift = shift + sum * T(1 / (float)count);
    sum = T(0);
    squares = 0;
}
/// Adds moments of `count` elements about a point in their middle, which few digits hold well, to moments about a
/// shift.
template <class T, class B>
CUPRUM_DEVICE void join_moments(T& shift, T& sum, double& squares, const B& point, const B& brief_sum,
                                double brief_squares, double count) {
    const T apart = cast<T>(point) - shift, rest = cast<T>(brief_sum), moved = apart * T(count);
    sum = sum + (rest + moved);
    if constexpr (is_complex<T>)
        squares += brief_squares + (apart.re * (2 * rest.re + moved.re) + apart.im * (2 * rest.im + moved.im));
    else squares += brief_squares + apart * (2 * rest + moved);
}

/// Sum over count; an integer's mean is that of doubles, cut off.
template <class T>
CUPRUM_DEVICE T mean_of(T sum, long long count) {
    if constexpr (is_bool<T> || is_integer<T>) return cast<T>(cast<double>(sum) / (double)count);
    else if constexpr (is_complex<T>)
        return T(sum.re / cast<typename T::value_type>(count), sum.im / cast<typename T::value_type>(count));
    else return sum / cast<T>(count);
}

/// Squares about the point that moments are about as squares about the mean, less what the square of the sum is over
/// the count. Squares too large for a double stay infinite, unless an element is infinite or NaN.
template <class T>
CUPRUM_DEVICE double about_mean(const T& sum, double squares, double of_sum) {
    const double rest = squares - of_sum;
    const bool overflows = (squares == limits<double>::infinity()) & (sum - sum == T(0));
    return overflows ? squares : rest;
}

/// The type of a complex number's parts, or of a real number.
template <class T>
struct component {
    using type = T;
};
template <class T>
    requires is_complex<T>
struct component<T> {
    using type = typename T::value_type;
};
template <class T>
using component_of = typename component<T>::type;

/// Whether two points differ. NaN is apart from nothing: sums about it are NaN, however they are combined.
template <class T>
CUPRUM_DEVICE bool stand_apart(const T& a, const T& b) {
    if constexpr (is_complex<T>) return stand_apart(a.re, b.re) | stand_apart(a.im, b.im);
    else return (a < b) | (a > b);
}

/// Adds moments about one point to moments about another: Chan's formula, or plain sums where both points are the same.
template <class T>
CUPRUM_DEVICE void combine_moments(T& shift, T& sum, double& squares, long long n, const T& other_shift,
                                   const T& other_sum, double other_squares, long long m) {
    const T plain_sum = sum + other_sum;
    const double plain_squares = squares + other_squares;
#if CUPRUM_GPU
    const bool same = shift == other_shift;
    if (same) {
        sum = plain_sum;
        squares = plain_squares;
        return;
    }
#else  // no branch, so that it vectorises; and no comparison where a compiler knows that the points are one
    const bool same = !stand_apart(shift, other_shift);
#endif
    const double a = (double)n, b = (double)m, total = a + b;
    const double per_a = 1 / (n ? a : 1.0), per_b = 1 / (m ? b : 1.0), per_total = 1 / (n + m ? total : 1.0);
    const T mean = shift + sum * T(per_a), other_mean = other_shift + other_sum * T(per_b);
    const T distance = other_mean - mean;
    const double between = squared_magnitude(distance) * (a * b * per_total);
    const double apart = about_mean(sum, squares, squared_magnitude(sum) * per_a) +
                         about_mean(other_sum, other_squares, squared_magnitude(other_sum) * per_b) +
                         ((n != 0) & (m != 0) ? between : 0.0);
    squares = same ? plain_squares : apart;
    shift = same ? shift : n ? mean + distance * T(b * per_total) : other_mean;
    sum = same ? plain_sum : T(0);
}

/// 1 / x for an x of about a count's size, but for a last place: a GPU's division takes as long as a short row's sums.
CUPRUM_DEVICE double quick_reciprocal(double x) {
    double result = 1 / (float)x;
    for (int step = 0; step < 2; ++step) result = result * (2 - x * result);
    return result;
}

/// The variance's numerator over n - ddof, which counts as 0 where it is negative; where elements are skipped, there is
/// then no variance. Quotients are exact where reciprocals are not: variances of small integers may be whole numbers. A
/// result of few bits hides that.
template <bool skips, class Value, class T>
CUPRUM_DEVICE double variance_of(const T& sum, double squares, long long n, double ddof) {
    const double divisor = (double)n - ddof, of_sum = squared_magnitude(sum);
    if (CUPRUM_GPU && sizeof(component_of<Value>) <= 4 && n > 0 && divisor > 0.5) {
        const double numerator = about_mean(sum, squares, of_sum * quick_reciprocal((double)n));
        return (numerator < 0 ? 0.0 : numerator) * quick_reciprocal(divisor);
    }
    const double numerator = about_mean(sum, squares, of_sum / (n ? (double)n : 1.0));
    if (skips && !(divisor > 0)) return limits<double>::nan();
    return (numerator < 0 ? 0.0 : numerator) / (divisor > 0 ? divisor : 0.0);
}

}  // namespace cuprum
