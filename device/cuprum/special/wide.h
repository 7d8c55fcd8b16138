// Operands for functions that compute in double whatever the operand, and what they give back.
#pragma once

#include <xsf/config.h>

namespace cuprum::special {

template <Float T>
CUPRUM_DEVICE double wide(T x) {
    return x;
}
template <Float T>
CUPRUM_DEVICE xstd::complex<double> wide(complex<T> z) {
    return {z.re, z.im};
}
template <class T>
using Wide = decltype(wide(T()));

/// The integer of a float operand that must be one: rounded towards zero, as in C, and kept in int's range.
template <class T>
CUPRUM_DEVICE int whole(T x) {
    if constexpr (is_integer<T>) {
        return static_cast<int>(x > 2147483647 ? 2147483647 : x < -2147483647 ? -2147483647 : x);
    } else {
        return static_cast<int>(x);
    }
}

/// Calls a function of xsf that writes two or four results.
#define CUPRUM_TWO_RESULTS(name, function)                   \
    template <class T>                                       \
    CUPRUM_DEVICE_ONCE void name(T x, T& first, T& second) { \
        Wide<T> a, b;                                        \
        function(wide(x), a, b);                             \
        first = a;                                           \
        second = b;                                          \
    }
#define CUPRUM_FOUR_RESULTS(name, function)                                       \
    template <class T>                                                            \
    CUPRUM_DEVICE_ONCE void name(T x, T& first, T& second, T& third, T& fourth) { \
        Wide<T> a, b, c, d;                                                       \
        function(wide(x), a, b, c, d);                                            \
        first = a;                                                                \
        second = b;                                                               \
        third = c;                                                                \
        fourth = d;                                                               \
    }

}  // namespace cuprum::special
