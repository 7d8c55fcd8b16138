// Modified Bessel functions of orders 0 and 1 by Cephes' Chebyshev series, in the type of the operand: a float needs no
// more than the last of the coefficients, which stand from the least important on.
#pragma once

#include <cuprum/real_math.h>
#include <xsf/cephes/i1.h>
#include <xsf/cephes/k0.h>
#include <xsf/cephes/k1.h>

namespace cuprum::special {
namespace detail {

/// How many coefficients a float can do without.
template <int count>
constexpr int dispensable(const double (&coefficients)[count]) {
    int n = 0;
    while (coefficients[n] < 3e-9 && coefficients[n] > -3e-9) ++n;
    return n;
}

/// Half of the sum of coefficients times Chebyshev polynomials of x / 2, by Clenshaw's recurrence.
template <Float T, int count>
CUPRUM_DEVICE T chebyshev(T x, const double (&coefficients)[count], int first) {
    T before = T(0), last = T(0), value = static_cast<T>(coefficients[first]);
    for (int i = first + 1; i < count; ++i) {
        before = last;
        last = value;
        value = x * last - before + static_cast<T>(coefficients[i]);
    }
    return T(0.5) * (value - before);
}

#define CUPRUM_SERIES(name)                                                                   \
    template <Float T>                                                                        \
    CUPRUM_DEVICE T name(T x) {                                                               \
        constexpr int first = is_same<T, float> ? dispensable(xsf::cephes::detail::name) : 0; \
        return chebyshev(x, xsf::cephes::detail::name, first);                                \
    }
CUPRUM_SERIES(i0_A)
CUPRUM_SERIES(i0_B)
CUPRUM_SERIES(i1_B)
CUPRUM_SERIES(k0_A)
CUPRUM_SERIES(k0_B)
CUPRUM_SERIES(k1_A)
CUPRUM_SERIES(k1_B)
#undef CUPRUM_SERIES

/// NaN below 0 and infinity at 0, else the value.
template <Float T>
CUPRUM_DEVICE T right_of_pole(T x, T value) {
    return x < T(0) ? limits<T>::nan() : x == T(0) ? limits<T>::infinity() : value;
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE_LARGE T i0e(T x) {
    x = fabs(x);
    return x <= T(8) ? detail::i0_A(x / T(2) - T(2)) : detail::i0_B(T(32) / x - T(2)) / sqrt(x);
}
template <Float T>
CUPRUM_DEVICE_LARGE T i0(T x) {
    return exp(fabs(x)) * i0e(x);
}
template <Float T>
CUPRUM_DEVICE_LARGE T i1e(T x) {
    const T size = fabs(x);
    // Terms of both signs cancel for small x, so a float's are added in double.
    const T near =
        static_cast<T>(detail::chebyshev(static_cast<double>(size) / 2 - 2, xsf::cephes::detail::i1_A,
                                         is_same<T, float> ? detail::dispensable(xsf::cephes::detail::i1_A) : 0));
    const T value = size <= T(8) ? near * size : detail::i1_B(T(32) / size - T(2)) / sqrt(size);
    return x < T(0) ? -value : value;
}
template <Float T>
CUPRUM_DEVICE_LARGE T i1(T x) {
    return exp(fabs(x)) * i1e(x);
}
template <Float T>
CUPRUM_DEVICE_LARGE T k0e(T x) {
    const T value = x <= T(2) ? (detail::k0_A(x * x - T(2)) - log(T(0.5) * x) * i0(x)) * exp(x)
                              : detail::k0_B(T(8) / x - T(2)) / sqrt(x);
    return detail::right_of_pole(x, value);
}
template <Float T>
CUPRUM_DEVICE_LARGE T k0(T x) {
    const T value = x <= T(2) ? detail::k0_A(x * x - T(2)) - log(T(0.5) * x) * i0(x)
                              : exp(-x) * detail::k0_B(T(8) / x - T(2)) / sqrt(x);
    return detail::right_of_pole(x, value);
}
template <Float T>
CUPRUM_DEVICE_LARGE T k1e(T x) {
    const T value = x <= T(2) ? (log(T(0.5) * x) * i1(x) + detail::k1_A(x * x - T(2)) / x) * exp(x)
                              : detail::k1_B(T(8) / x - T(2)) / sqrt(x);
    return detail::right_of_pole(x, value);
}
template <Float T>
CUPRUM_DEVICE_LARGE T k1(T x) {
    const T value = x <= T(2) ? log(T(0.5) * x) * i1(x) + detail::k1_A(x * x - T(2)) / x
                              : exp(-x) * detail::k1_B(T(8) / x - T(2)) / sqrt(x);
    return detail::right_of_pole(x, value);
}

}  // namespace cuprum::special
