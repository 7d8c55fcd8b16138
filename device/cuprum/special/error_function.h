// The error function, its complement and the normal distribution function, of float64.
#pragma once

#include <cuprum/registers.h>
#include <xsf/cephes/ndtr.h>

namespace cuprum::special {
// Cephes' rational functions, without branches and calls so that a CPU computes a vector at once.
namespace detail {

namespace tables = xsf::cephes::detail;

/// For |x| < 1.
CUPRUM_DEVICE double near_erf(double x) {
    const double square = x * x;
    return x * xsf::cephes::polevl(square, tables::ndtr_T, 4) / xsf::cephes::p1evl(square, tables::ndtr_U, 5);
}

/// exp(x^2) erfc(x) for 1 <= x < 1e50.
CUPRUM_DEVICE double far_erfcx(double x) {
    using xsf::cephes::p1evl, xsf::cephes::polevl;
    const bool far = x >= 8;
    const double p = far ? polevl(x, tables::ndtr_R, 5) : polevl(x, tables::ndtr_P, 8);
    const double q = far ? p1evl(x, tables::ndtr_S, 6) : p1evl(x, tables::ndtr_Q, 8);
    return p / q;
}

/// erfc(x) for x >= 1, where x^2 is `square` + `rest`: a rounded square would cost x^2 / 2 ulp.
CUPRUM_DEVICE double far_erfc(double x, double square, double rest) { return exp(-square) * (1 - rest) * far_erfcx(x); }

CUPRUM_DEVICE double far_erfc(double x) {
    const double size = x > 40 ? 40 : x, square = size * size;  // beyond 27.3 it is 0
    return far_erfc(size, square, fma(size, size, -square));
}

/// The chance that a normal variable exceeds x >= sqrt(2).
CUPRUM_DEVICE double far_tail(double x) {
    const double size = x > 56 ? 56 : x, square = size * size;
    return 0.5 * far_erfc(size * M_SQRT1_2, 0.5 * square, 0.5 * fma(size, size, -square));
}

}  // namespace detail

#if CUPRUM_GPU
CUPRUM_DEVICE double erf(double x) { return ::erf(x); }
CUPRUM_DEVICE double erfc(double x) { return ::erfc(x); }
CUPRUM_DEVICE double ndtr(double x) { return ::normcdf(x); }
#else
CUPRUM_DEVICE double erf(double x) {
    const double size = fabs(x);
    return size < 1 ? detail::near_erf(x) : copysign(1 - detail::far_erfc(size), x);
}

CUPRUM_DEVICE double erfc(double x) {
    const double size = fabs(x), tail = detail::far_erfc(size);
    return size < 1 ? 1 - detail::near_erf(x) : x < 0 ? 2 - tail : tail;
}

namespace detail {

/// exp(x^2) erfc(x) for 1 <= x < 1e50.
CUPRUM_DEVICE registers::reals far_erfcx(registers::reals x) {
    const registers::reals near = registers::horner(x, tables::ndtr_P) / registers::monic(x, tables::ndtr_Q);
    const registers::masks far = x >= 8.0;
    return registers::any(far) ? far ? registers::horner(x, tables::ndtr_R) / registers::monic(x, tables::ndtr_S) : near
                               : near;
}

inline registers::reals ndtr_of_register(registers::reals x) {
    using namespace registers;
    const reals small = x * M_SQRT1_2, square = small * small;
    const masks near = fabs(small) < 1.0;
    const reals erf = small * registers::horner(square, tables::ndtr_T) / registers::monic(square, tables::ndtr_U);
    reals value = fma(0.5, erf, 0.5);
    if (any(!near)) {
        // The chance that a normal variable exceeds |x|, with the rounding of x^2.
        const reals size = fabs(x) > 56.0 ? reals(56.0) : fabs(x), whole = size * size;
        const reals tail =
            0.5 * exp(-0.5 * whole) * (1.0 - 0.5 * fma(size, size, -whole)) * far_erfcx(size * M_SQRT1_2);
        value = near ? value : x > 0.0 ? 1.0 - tail : tail;
    }
    return value;
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(ndtr, detail::ndtr_of_register)
#endif

}  // namespace cuprum::special
