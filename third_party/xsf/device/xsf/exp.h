#pragma once
#include <xsf/config.h>

#include <xsf/config.h>
#include <xsf/trig.h>

#include <xsf/cephes/exp10.h>
#include <xsf/cephes/exp2.h>
#include <xsf/cephes/unity.h>

namespace xsf {

inline double expm1(double x) { return cephes::expm1(x); }

inline float expm1(float x) { return expm1(static_cast<double>(x)); }

// cexpm1(z) = cexp(z) - 1
//
// The imaginary part of this is easily computed via exp(z.real)*sin(z.imag)
// The real part is difficult to compute when there is cancellation e.g. when
// z.real = -log(cos(z.imag)).  There isn't a way around this problem  that
// doesn't involve computing exp(z.real) and/or cos(z.imag) to higher
// precision.
XSF_LONG xstd::complex<double> expm1(xstd::complex<double> z) {
    if (!xstd::isfinite(xstd::real(z)) || !xstd::isfinite(xstd::imag(z))) {
        return xstd::once::exp(z) - 1.0;
    }

    double x;
    double ezr = 0;
    if (xstd::real(z) <= -40) {
        x = -1.0;
    } else {
        ezr = expm1(xstd::real(z));
        x = ezr * xstd::cos(xstd::imag(z)) + cosm1(xstd::imag(z));
    }

    // don't compute xstd::once::exp(zr) too, unless necessary
    double y;
    if (xstd::real(z) > -1.0) {
        y = (ezr + 1.0) * sin(xstd::imag(z));
    } else {
        y = xstd::once::exp(xstd::real(z)) * sin(xstd::imag(z));
    }

    return xstd::complex<double>{x, y};
}

inline xstd::complex<float> expm1(xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(expm1(static_cast<xstd::complex<double>>(z)));
}

inline double exp2(double x) { return cephes::exp2(x); }

inline float exp2(float x) { return exp2(static_cast<double>(x)); }

inline double exp10(double x) { return cephes::exp10(x); }

inline float exp10(float x) { return exp10(static_cast<double>(x)); }

} // namespace xsf
