// The error function, its complement and the normal distribution function, of float64.
#pragma once

#include <cuprum/registers.h>
#include <xsf/cephes/ndtr.h>

namespace cuprum::special {
#if CUPRUM_GPU
// Cephes' rational functions, without branches and calls.
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

/// The chance that a normal variable exceeds x >= sqrt(2). With the rounding of x^2, which would cost x^2 / 2 ulp.
CUPRUM_DEVICE double far_tail(double x) {
    const double size = x > 56 ? 56 : x, square = size * size;
    return 0.5 * exp(-0.5 * square) * (1 - 0.5 * fma(size, size, -square)) * far_erfcx(size * M_SQRT1_2);
}

}  // namespace detail

CUPRUM_DEVICE double erf(double x) { return ::erf(x); }
CUPRUM_DEVICE double erfc(double x) { return ::erfc(x); }
CUPRUM_DEVICE double ndtr(double x) { return ::normcdf(x); }
#else
namespace detail {

namespace tables = xsf::cephes::detail;

/// For |x| < 2: x times a polynomial of x^2 - 2, interpolated in Chebyshev's points.
CUPRUM_DEVICE registers::reals near_erf(registers::reals x) {
    constexpr double c[] = {-1.4399844165014253e-17, 2.62738924491641e-16,    -4.277203562413309e-15,
                            6.916266960425581e-14,   -1.0519610771735585e-12, 1.494076148784729e-11,
                            -1.975144017269353e-10,  2.417774471448454e-09,   -2.723881587421338e-08,
                            2.8047269055247723e-07,  -2.6183088556977705e-06, 2.1954553493521303e-05,
                            -0.00016358986987993835, 0.0010705215357389465,   -0.0060828471811443866,
                            0.029869784652462907,    -0.1305559304656227,     0.674933236039655};
    return x * registers::two_chains(registers::multiply_add(x, x, -2.0), c);
}

/// exp(x^2) erfc(x) for 1 <= x < 1e50, by Cephes' rational functions.
CUPRUM_DEVICE registers::reals far_erfcx(registers::reals x) {
    const registers::reals near = registers::horner(x, tables::ndtr_P) / registers::monic(x, tables::ndtr_Q);
    const registers::masks far = x >= 8.0;
    return registers::any(far) ? far ? registers::horner(x, tables::ndtr_R) / registers::monic(x, tables::ndtr_S) : near
                               : near;
}

/// erfc(x) for x >= 1, with the rounding of x^2, which would cost x^2 / 2 ulp.
CUPRUM_DEVICE registers::reals far_erfc(registers::reals x) {
    using namespace registers;
    const reals size = x > 40.0 ? reals(40.0) : x, square = size * size;  // beyond 27.3 it is 0
    return exp(-square) * (1.0 - fma(size, size, -square)) * far_erfcx(size);
}

/// The chance that a normal variable exceeds x >= sqrt(2).
CUPRUM_DEVICE registers::reals far_tail(registers::reals x) {
    using namespace registers;
    const reals size = x > 56.0 ? reals(56.0) : x, square = size * size;
    return 0.5 * exp(-0.5 * square) * (1.0 - 0.5 * fma(size, size, -square)) * far_erfcx(size * M_SQRT1_2);
}

inline registers::reals erf_of_register(registers::reals x) {
    using namespace registers;
    const reals size = fabs(x), value = near_erf(x);
    const masks near = size < 2.0;
    return any(!near) ? near ? value : copysign(1.0 - far_erfc(size), x) : value;
}

inline registers::reals erfc_of_register(registers::reals x) {
    using namespace registers;
    const reals size = fabs(x), value = 1.0 - near_erf(x);
    const masks near = size < 1.0;
    if (!any(!near)) return value;
    const reals tail = far_erfc(size);
    return near ? value : x < 0.0 ? 2.0 - tail : tail;
}

inline registers::reals ndtr_of_register(registers::reals x) {
    using namespace registers;
    const reals small = x * M_SQRT1_2, square = small * small;
    const masks near = fabs(small) < 1.0;
    const reals erf = small * registers::horner(square, tables::ndtr_T) / registers::monic(square, tables::ndtr_U);
    reals value = fma(0.5, erf, 0.5);
    if (any(!near)) {
        const reals tail = far_tail(fabs(x));
        value = near ? value : x > 0.0 ? 1.0 - tail : tail;
    }
    return value;
}

}  // namespace detail

CUPRUM_REGISTER_FUNCTION_1(erf, detail::erf_of_register)
CUPRUM_REGISTER_FUNCTION_1(erfc, detail::erfc_of_register)
CUPRUM_REGISTER_FUNCTION_1(ndtr, detail::ndtr_of_register)
#endif

}  // namespace cuprum::special
