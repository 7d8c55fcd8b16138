// The Bessel function of the second kind of whole order: a float order is cut to an integer, NaN stays.
#pragma once

#include <cuprum/special/double_bessel.h>

namespace cuprum::special {

/// By recurrence from the orders 0 and 1.
template <class N>
CUPRUM_DEVICE_ONCE double yn(N n, double x) {
    if (isnan(n)) return limits<double>::nan();
    const int32 order = whole(n), size = order < 0 ? -order : order;
    double before = 0, value = 0;
    if (size != 1) value = before = y0(x);
    if (size > 0) value = y1(x);
    if (size > 1 && x > 0) {
        const double twice = 2 / x;
        for (int32 k = 1; k < size && isfinite(value); ++k) {
            const double next = k * twice * value - before;
            before = value;
            value = next;
        }
    }
    return order < 0 && size % 2 == 1 ? -value : value;
}

}  // namespace cuprum::special
