// The Bessel function of the second kind of whole order: a float order is cut to an integer.
#pragma once

#include <cuprum/special/double_bessel.h>

namespace cuprum::special {

namespace detail {

/// Of a whole order, by recurrence from the orders 0 and 1.
CUPRUM_DEVICE_ONCE double yn_of_number(int32 order, double x) {
    const int32 size = order < 0 ? -order : order;
    double before = 0, value = 0;
    if (size != 1) value = before = y0(x);
    if (size > 0) value = y1(x);
    if (size > 1 && x > 0) {
        const double twice = 2 / x;
        for (int32 k = 1; k < size && isfinite(value); ++k) {
            if (k == most_order) return limits<double>::nan();
            const double next = k * twice * value - before;
            before = value;
            value = next;
        }
    }
    return order < 0 && size % 2 == 1 ? -value : value;
}

#if !CUPRUM_GPU
/// The same of a register, where x <= 5.
inline registers::reals yn_of_registers(registers::reals order, registers::reals x) {
    using namespace registers;
    const masks usual = x > 0.0 & x <= 5.0;
    const reals from = usual ? x : reals(1.0), z = from * from, twice = 2.0 / from, logarithm = M_2_PI * log(from);
    const reals size = fabs(order);
    reals before, value;
    {
        const reals j = (z - tables::j0_DR1) * (z - tables::j0_DR2) * registers::horner(z, tables::j0_RP);
        const reals under_j = registers::monic(z, tables::j0_RQ), under_y = registers::monic(z, tables::j0_YQ);
        before = (registers::horner(z, tables::j0_YP) * under_j + logarithm * j * under_y) / (under_y * under_j);
    }
    {
        const reals j = from * (z - tables::j1_Z1) * (z - tables::j1_Z2) * registers::horner(z, tables::j1_RP);
        const reals under_j = registers::monic(z, tables::j1_RQ), under_y = registers::monic(z, tables::j1_YQ);
        const reals y =
            z * registers::horner(z, tables::j1_YP) * under_j + under_y * (from * logarithm * j - M_2_PI * under_j);
        value = y / (from * (under_y * under_j));
    }
    value = size < 1.0 ? before : value;
    reals k = 1.0;
    const reals last = size < most_order ? size : reals(most_order);
    for (masks going = k < last; any(going); going = k < last & fabs(value) < limits<double>::infinity()) {
        const reals next = k * twice * value - before;
        before = going ? value : before;
        value = going ? next : value;
        k += 1.0;
    }
    value = size > most_order & fabs(value) < limits<double>::infinity() ? reals(limits<double>::nan()) : value;
    value = order < 0.0 & floor(0.5 * size) != 0.5 * size ? -value : value;
    return one_by_one(
        !usual, value, [](double n, double x) { return yn_of_number(static_cast<int32>(n), x); }, order, x);
}

CUPRUM_REGISTER_FUNCTION_2(yn, yn_of_registers)
#endif

}  // namespace detail

template <class N>
CUPRUM_DEVICE double yn(N n, double x) {
#if CUPRUM_GPU
    return fits_int(n) ? detail::yn_of_number(whole(n), x) : limits<double>::nan();
#else
    const bool fits = fits_int(n);
    const double value =
        detail::yn(static_cast<double>(fits ? whole(n) : 0), x);  // always, or the loop is not vectorised
    return fits ? value : limits<double>::nan();
#endif
}

}  // namespace cuprum::special
