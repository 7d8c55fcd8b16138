#pragma once
#include <xsf/config.h>

#include <xsf/cephes/ndtr.h>
#include <xsf/config.h>
#include <xsf/faddeeva.h>

namespace xsf {

inline double erf(double x) { return cephes::erf(x); }

inline float erf(float x) { return erf(static_cast<double>(x)); }

inline xstd::complex<double> erf(xstd::complex<double> z) { return Faddeeva::erf(z); }

inline xstd::complex<float> erf(xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(erf(static_cast<xstd::complex<double>>(x)));
}

inline double erfc(double x) { return cephes::erfc(x); }

inline float erfc(float x) { return erfc(static_cast<double>(x)); }

inline xstd::complex<double> erfc(xstd::complex<double> z) { return Faddeeva::erfc(z); }

inline xstd::complex<float> erfc(xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(erfc(static_cast<xstd::complex<double>>(x)));
}

inline double erfcx(double x) { return Faddeeva::erfcx(x); }

inline float erfcx(float x) { return erfcx(static_cast<double>(x)); }

inline xstd::complex<double> erfcx(xstd::complex<double> z) { return Faddeeva::erfcx(z); }

inline xstd::complex<float> erfcx(xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(erfcx(static_cast<xstd::complex<double>>(x)));
}

inline double erfi(double x) { return Faddeeva::erfi(x); }

inline float erfi(float x) { return erfi(static_cast<double>(x)); }

inline xstd::complex<double> erfi(xstd::complex<double> z) { return Faddeeva::erfi(z); }

inline xstd::complex<float> erfi(xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(erfi(static_cast<xstd::complex<double>>(z)));
}

XSF_LONG double voigt_profile(double x, double sigma, double gamma) {
    const double INV_SQRT_2 = 0.707106781186547524401;
    const double SQRT_2PI = 2.5066282746310002416123552393401042;

    if (sigma == 0) {
        if (gamma == 0) {
            if (xstd::isnan(x))
                return x;
            if (x == 0)
                return INFINITY;
            return 0;
        }
        return gamma / M_PI / (x * x + gamma * gamma);
    }
    if (gamma == 0) {
        return 1 / SQRT_2PI / sigma * xstd::once::exp(-(x / sigma) * (x / sigma) / 2);
    }

    double zreal = x / sigma * INV_SQRT_2;
    double zimag = gamma / sigma * INV_SQRT_2;
    xstd::complex<double> z(zreal, zimag);
    xstd::complex<double> w = Faddeeva::w(z);
    return w.real() / sigma / SQRT_2PI;
}

inline float voigt_profile(float x, float sigma, float gamma) {
    return voigt_profile(static_cast<double>(x), static_cast<double>(sigma), static_cast<double>(gamma));
}

inline xstd::complex<double> wofz(xstd::complex<double> z) { return Faddeeva::w(z); }

inline xstd::complex<float> wofz(xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(wofz(static_cast<xstd::complex<double>>(x)));
}

inline double dawsn(double x) { return Faddeeva::Dawson(x); }

inline float dawsn(float x) { return dawsn(static_cast<double>(x)); }

inline xstd::complex<double> dawsn(xstd::complex<double> z) { return Faddeeva::Dawson(z); }

inline xstd::complex<float> dawsn(xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(dawsn(static_cast<xstd::complex<double>>(x)));
}

} // namespace xsf
