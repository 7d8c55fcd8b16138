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

/// The first place in sorted values where `x` may go: before its equals, or behind them.
template <class T, class Get>
CUPRUM_DEVICE long long lower_bound(Get get, long long begin, long long end, T x, bool behind) {
    while (begin < end) {
        const long long middle = begin + (end - begin) / 2;
        const T value = get(middle);
        if (behind ? !sorts_before(x, value) : sorts_before(value, x)) begin = middle + 1;
        else end = middle;
    }
    return begin;
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
