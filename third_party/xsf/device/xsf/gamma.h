#pragma once
#include <xsf/config.h>

#include <xsf/cephes/gamma.h>
#include <xsf/cephes/igam.h>
#include <xsf/cephes/igami.h>
#include <xsf/loggamma.h>

namespace xsf {

template <typename T>
XSF_HOST_DEVICE T gamma(T x) {
    return cephes::Gamma(x);
}

inline double gammainc(double a, double x) { return cephes::igam(a, x); }

inline float gammainc(float a, float x) { return gammainc(static_cast<double>(a), static_cast<double>(x)); }

inline double gammaincinv(double a, double p) { return cephes::igami(a, p); }

inline float gammaincinv(float a, float p) { return gammaincinv(static_cast<double>(a), static_cast<double>(p)); }

inline double gammaincc(double a, double x) { return cephes::igamc(a, x); }

inline float gammaincc(float a, float x) { return gammaincc(static_cast<double>(a), static_cast<double>(x)); }

inline double gammainccinv(double a, double p) { return cephes::igamci(a, p); }

inline float gammainccinv(float a, float p) { return gammainccinv(static_cast<double>(a), static_cast<double>(p)); }

inline double gammaln(double x) { return cephes::lgam(x); }

inline float gammaln(float x) { return gammaln(static_cast<double>(x)); }

inline double gammasgn(double x) { return cephes::gammasgn(x); }

inline float gammasgn(float x) { return gammasgn(static_cast<double>(x)); }

inline xstd::complex<double> gamma(xstd::complex<double> z) {
    // Compute Gamma(z) using loggamma.
    if (z.real() <= 0 && z == xstd::floor(z.real())) {
        // Poles
        set_error("gamma", SF_ERROR_SINGULAR, NULL);
        return {xstd::numeric_limits<double>::quiet_NaN(), xstd::numeric_limits<double>::quiet_NaN()};
    }
    return xstd::exp(loggamma(z));
}

inline xstd::complex<float> gamma(xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(gamma(static_cast<xstd::complex<double>>(z)));
}

} // namespace xsf
