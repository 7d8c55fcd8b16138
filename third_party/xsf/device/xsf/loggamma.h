/* Translated from Cython into C++ by SciPy developers in 2024.
 * Original header comment appears below.
 */

/* An implementation of the principal branch of the logarithm of
 * Gamma. Also contains implementations of Gamma and 1/Gamma which are
 * easily computed from log-Gamma.
 *
 * Author: Josh Wilson
 *
 * Distributed under the same license as Scipy.
 *
 * References
 * ----------
 * [1] Hare, "Computing the Principal Branch of log-Gamma",
 *     Journal of Algorithms, 1997.
 *
 * [2] Julia,
 *     https://github.com/JuliaLang/julia/blob/master/base/special/gamma.jl
 */

#pragma once
#include <xsf/config.h>

#include <xsf/cephes/gamma.h>
#include <xsf/cephes/rgamma.h>
#include <xsf/config.h>
#include <xsf/error.h>
#include <xsf/evalpoly.h>
#include <xsf/trig.h>
#include <xsf/zlog1.h>

namespace xsf {

namespace detail {
    constexpr double loggamma_SMALLX = 7;
    constexpr double loggamma_SMALLY = 7;
    constexpr double loggamma_HLOG2PI = 0.918938533204672742;      // log(2*pi)/2
    constexpr double loggamma_LOGPI = 1.1447298858494001741434262; // log(pi)
    constexpr double loggamma_TAYLOR_RADIUS = 0.2;

    inline XSF_HOST_DEVICE xstd::complex<double> loggamma_stirling(xstd::complex<double> z) {
        /* Stirling series for log-Gamma
         *
         * The coefficients are B[2*n]/(2*n*(2*n - 1)) where B[2*n] is the
         * (2*n)th Bernoulli number. See (1.1) in [1].
         */
        double coeffs[] = {-2.955065359477124183E-2,  6.4102564102564102564E-3, -1.9175269175269175269E-3,
                           8.4175084175084175084E-4,  -5.952380952380952381E-4, 7.9365079365079365079E-4,
                           -2.7777777777777777778E-3, 8.3333333333333333333E-2};
        xstd::complex<double> rz = 1.0 / z;
        xstd::complex<double> rzz = rz / z;

        return (z - 0.5) * xstd::log(z) - z + loggamma_HLOG2PI + rz * cevalpoly(coeffs, 7, rzz);
    }

    XSF_LONG XSF_HOST_DEVICE xstd::complex<double> loggamma_recurrence(xstd::complex<double> z) {
        /* Backward recurrence relation.
         *
         * See Proposition 2.2 in [1] and the Julia implementation [2].
         *
         */
        int signflips = 0;
        int sb = 0;
        xstd::complex<double> shiftprod = z;

        z += 1.0;
        int nsb;
CUPRUM_ROLLED
        for (int steps_1 = 0; z.real() <= loggamma_SMALLX;) { if (++steps_1 > XSF_MOST_STEPS) return xsf::no_value<xstd::complex<double>>();
            shiftprod *= z;
            nsb = xstd::signbit(shiftprod.imag());
            signflips += nsb != 0 && sb == 0 ? 1 : 0;
            sb = nsb;
            z += 1.0;
        }
        return loggamma_stirling(z) - xstd::once::log(shiftprod) - signflips * 2 * M_PI * xstd::complex<double>(0, 1);
    }

    inline XSF_HOST_DEVICE xstd::complex<double> loggamma_taylor(xstd::complex<double> z) {
        /* Taylor series for log-Gamma around z = 1.
         *
         * It is
         *
         * loggamma(z + 1) = -gamma*z + zeta(2)*z**2/2 - zeta(3)*z**3/3 ...
         *
         * where gamma is the Euler-Mascheroni constant.
         */

        double coeffs[] = {-4.3478266053040259361E-2, 4.5454556293204669442E-2,  -4.7619070330142227991E-2,
                           5.000004769810169364E-2,   -5.2631679379616660734E-2, 5.5555767627403611102E-2,
                           -5.8823978658684582339E-2, 6.2500955141213040742E-2,  -6.6668705882420468033E-2,
                           7.1432946295361336059E-2,  -7.6932516411352191473E-2, 8.3353840546109004025E-2,
                           -9.0954017145829042233E-2, 1.0009945751278180853E-1,  -1.1133426586956469049E-1,
                           1.2550966952474304242E-1,  -1.4404989676884611812E-1, 1.6955717699740818995E-1,
                           -2.0738555102867398527E-1, 2.7058080842778454788E-1,  -4.0068563438653142847E-1,
                           8.2246703342411321824E-1,  -5.7721566490153286061E-1};

        z -= 1.0;
        return z * cevalpoly(coeffs, 22, z);
    }
} // namespace detail

inline double loggamma(double x) {
    if (x < 0.0) {
        return xstd::numeric_limits<double>::quiet_NaN();
    }
    return cephes::lgam(x);
}

inline float loggamma(float x) { return loggamma(static_cast<double>(x)); }

XSF_LONG xstd::complex<double> loggamma(xstd::complex<double> z) {
    // Compute the principal branch of log-Gamma

    if (xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return {xstd::numeric_limits<double>::quiet_NaN(), xstd::numeric_limits<double>::quiet_NaN()};
    }
    if (z.real() <= 0 && z == xstd::floor(z.real())) {
        set_error("loggamma", SF_ERROR_SINGULAR, NULL);
        return {xstd::numeric_limits<double>::quiet_NaN(), xstd::numeric_limits<double>::quiet_NaN()};
    }
    if (z.real() > detail::loggamma_SMALLX || xstd::abs(z.imag()) > detail::loggamma_SMALLY) {
        return detail::loggamma_stirling(z);
    }
    if (xstd::abs(z - 1.0) < detail::loggamma_TAYLOR_RADIUS) {
        return detail::loggamma_taylor(z);
    }
    if (xstd::abs(z - 2.0) < detail::loggamma_TAYLOR_RADIUS) {
        // Recurrence relation and the Taylor series around 1.
        return detail::zlog1(z - 1.0) + detail::loggamma_taylor(z - 1.0);
    }
    if (z.real() < 0.1) {
        // Reflection formula; see Proposition 3.1 in [1]
        double tmp = xstd::copysign(2 * M_PI, z.imag()) * xstd::floor(0.5 * z.real() + 0.25);
        return xstd::complex<double>(detail::loggamma_LOGPI, tmp) - xstd::once::log(sinpi(z)) - loggamma(1.0 - z);
    }
    if (xstd::signbit(z.imag()) == 0) {
        // z.imag() >= 0 but is not -0.0
        return detail::loggamma_recurrence(z);
    }
    return xstd::conj(detail::loggamma_recurrence(xstd::conj(z)));
}

inline xstd::complex<float> loggamma(xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(loggamma(static_cast<xstd::complex<double>>(z)));
}

inline double rgamma(double z) { return cephes::rgamma(z); }

inline float rgamma(float z) { return rgamma(static_cast<double>(z)); }

inline xstd::complex<double> rgamma(xstd::complex<double> z) {
    // Compute 1/Gamma(z) using loggamma.
    if (z.real() <= 0 && z == xstd::floor(z.real())) {
        // Zeros at 0, -1, -2, ...
        return 0.0;
    }
    return xstd::exp(-loggamma(z));
}

inline xstd::complex<float> rgamma(xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(rgamma(static_cast<xstd::complex<double>>(z)));
}

} // namespace xsf
