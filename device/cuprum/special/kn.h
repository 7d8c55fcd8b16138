// The modified Bessel function of the second kind of whole order: a float order is cut to an integer.
#pragma once

#include <cuprum/special/modified_bessel.h>
#include <cuprum/special/wide.h>
#include <xsf/bessel.h>

namespace cuprum::special {
namespace detail {

/// By recurrence from the orders 0 and 1 (DLMF 10.29.1), all of whose terms are positive; for orders beyond
/// `last_by_steps` its errors would add up to more than those of Amos's algorithm. Where exp(-x) is small it is left
/// out until the end.
constexpr int32 last_by_steps = 32;

CUPRUM_DEVICE_LARGE double kn_by_steps(int32 order, double x) {
    const bool scaled = x > 2;
    double before = scaled ? k0e(x) : k0(x);
    double value = before;
    if (order > 0) {
        value = scaled ? k1e(x) : k1(x);
        const double twice = 2 / x;
        for (int32 k = 1; k < order; ++k) {
            const double next = fma(k * twice, value, before);
            before = value;
            value = next;
        }
    }
    return scaled ? value * exp(-x) : value;
}

}  // namespace detail

template <class N>
CUPRUM_DEVICE_ONCE double kn(N n, double x) {
    if (!counts(n)) return limits<double>::nan();
    const int32 order = whole(n);
    const int64 size = order < 0 ? -static_cast<int64>(order) : order;
    if (x >= 1e-323 && x < 1e300 && size <= detail::last_by_steps)
        return detail::kn_by_steps(static_cast<int32>(size), x);
    return xsf::cyl_bessel_k(static_cast<double>(order), x);
}

}  // namespace cuprum::special
