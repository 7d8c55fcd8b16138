// NumPy's sort order: NaN behind everything else, -0.0 equal to 0.0, complex numbers by their real part first.
#pragma once

#include <cuprum/cast.h>

namespace cuprum {

template <class T>
CUPRUM_DEVICE bool is_nan(T x) {
    if constexpr (is_complex<T>) return (x.re != x.re) | (x.im != x.im);
    else if constexpr (is_float<T> || is_half<T>) return compute_t<T>(x) != compute_t<T>(x);
    else return false;
}

template <class T>
CUPRUM_DEVICE bool sorts_before(T a, T b) {
    if constexpr (is_complex<T>) {
        // Numbers, then those whose imaginary part is NaN, then those whose real part is, then those with both.
        const bool a_nan = a.re != a.re, b_nan = b.re != b.re, ai_nan = a.im != a.im, bi_nan = b.im != b.im;
        if (a_nan != b_nan) return b_nan;
        if (ai_nan != bi_nan) return bi_nan;
        return (a.re < b.re) | (!(a.re > b.re) & (a.im < b.im));
    } else if constexpr (is_float<T>) {
        return (a < b) | ((b != b) & (a == a));
    } else if constexpr (is_half<T>) {
        return sorts_before(static_cast<float>(a), static_cast<float>(b));
    } else {
        return a < b;
    }
}

/// A complex number of which no part is NaN: compared in a third of the instructions.
template <class R>
struct number_pair {
    R re, im;
};
template <class T>
inline constexpr bool is_number_pair = false;
template <class R>
inline constexpr bool is_number_pair<number_pair<R>> = true;
template <class R>
CUPRUM_DEVICE bool sorts_before(number_pair<R> a, number_pair<R> b) {
    return (a.re < b.re) | ((a.re <= b.re) & (a.im < b.im));
}

/// Unsigned integers that compare as the keys do. Equal keys give equal bits: both zeros one, all NaNs another.
template <class T>
CUPRUM_DEVICE auto ordered_bits(T x) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr U sign = static_cast<U>(U(1) << (8 * sizeof(T) - 1));
    if constexpr (is_float<T> || is_half<T>) {
        const U bits = bit_cast<U>(x), magnitude = bits & static_cast<U>(sign - 1);
        const U ordered = static_cast<U>(bits & sign ? sign - magnitude : sign + magnitude);
        return magnitude > bit_cast<U>(limits<T>::infinity()) ? static_cast<U>(~U(0)) : ordered;
    } else if constexpr (is_signed_integer<T>) {
        return static_cast<U>(static_cast<U>(x) ^ sign);
    } else {
        return static_cast<U>(x);
    }
}

/// The first of `count` places for which `before` is false; it is true of all places up to there. Every search takes
/// the same number of steps and selects instead of branching: no branch can be mispredicted.
template <class Before>
CUPRUM_DEVICE long long partition_point(long long count, Before before) {
    long long begin = 0;
    while (count > 1) {
        const long long half = count / 2;
        begin += half & -(long long)before(begin + half - 1);
        count -= half;
    }
    return begin + (count == 1 && before(begin));
}

/// The first place in sorted values where `x` may go: before its equals, or behind them.
template <class T, class Get>
CUPRUM_DEVICE long long lower_bound(Get get, long long count, T x, bool behind) {
    if constexpr (is_complex<T>) {
        if (behind) return partition_point(count, [&](long long k) { return !sorts_before(x, get(k)); });
        return partition_point(count, [&](long long k) { return sorts_before(get(k), x); });
    } else {
        // Beside a number NaN compares as something large, which is its place; only a NaN has to look for its like.
        if (is_nan(x)) return behind ? count : partition_point(count, [&](long long k) { return !is_nan(get(k)); });
        if (behind) return partition_point(count, [&](long long k) { return get(k) <= x; });
        return partition_point(count, [&](long long k) { return get(k) < x; });
    }
}

/// How many of the first `diagonal` elements come from `a` when sorted a and b are merged, a's first among equals.
template <class N, class A, class B>
CUPRUM_DEVICE N merge_path(A a, N a_count, B b, N b_count, N diagonal) {
    N low = diagonal > b_count ? diagonal - b_count : 0, high = diagonal < a_count ? diagonal : a_count;
    while (low < high) {
        const N middle = (low + high) / 2;
        if (sorts_before(b[diagonal - 1 - middle], a[middle])) high = middle;
        else low = middle + 1;
    }
    return low;
}

}  // namespace cuprum
