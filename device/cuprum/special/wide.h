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

/// The largest order to which a recurrence goes. Beyond it functions are NaN: a loop over as many steps as an operand
/// says must end.
constexpr int64 most_order = XSF_MOST_ORDER;

/// Whether an int holds an operand's integer part, and its negative.
template <class T>
CUPRUM_DEVICE bool fits_int(T x) {
    if constexpr (is_integer<T>) return x > -2147483648ll && x < 2147483648ll;
    else return x > -2147483648.0 && x < 2147483648.0;
}
/// Whether a function that counts by ints may have a value for this number: not for NaN, nor for an integer that no int
/// holds. Floats that none holds count as the smallest int, as in SciPy on x86: of most functions that is NaN as well.
template <class T>
CUPRUM_DEVICE bool counts(T x) {
    return is_integer<T> ? fits_int(x) : !isnan(x);
}
/// The number as an int, rounded towards zero.
template <class T>
CUPRUM_DEVICE int whole(T x) {
    return fits_int(x) ? static_cast<int>(x) : -2147483647 - 1;
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
