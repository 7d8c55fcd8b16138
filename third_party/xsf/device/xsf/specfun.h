#pragma once
#include <xsf/config.h>

#include <xsf/error.h>
#include <xsf/specfun/specfun.h>


namespace xsf {

inline xstd::complex<double> hyp1f1(double a, double b, xstd::complex<double> z) {
    if (!(xstd::abs(a) < 10 * XSF_MOST_STEPS && xstd::abs(b) < 10 * XSF_MOST_STEPS)) {
        return a == 0 || z == 0.0 ? 1.0 : xstd::numeric_limits<double>::quiet_NaN();
    }
    xstd::complex<double> outz = specfun::cchg(a, b, z);
    if (outz.real() == 1e300) {
        set_error("chyp1f1", SF_ERROR_OVERFLOW, NULL);
        outz.real(xstd::numeric_limits<double>::infinity());
    }

    return outz;
}

XSF_LONG double hypu(double a, double b, double x) {
    double out;
    int md; /* method code --- not returned */
    int isfer = 0;

    out = specfun::chgu(x, a, b, &md, &isfer);
    if (out == 1e300) {
        set_error("hypU", SF_ERROR_OVERFLOW, NULL);
        out = xstd::numeric_limits<double>::infinity();
    }
    if (isfer == 6) {
        set_error("hypU", SF_ERROR_NO_RESULT, NULL);
        out = xstd::numeric_limits<double>::quiet_NaN();
    } else if (isfer != 0) {
        set_error("hypU", static_cast<sf_error_t>(isfer), NULL);
        out = xstd::numeric_limits<double>::quiet_NaN();
    }
    return out;
}

inline double hyp1f1(double a, double b, double x) {
    double outy;

    if (!(xstd::abs(a) < XSF_MOST_ORDER && xstd::abs(b) < XSF_MOST_ORDER)) {
        return a == 0 || x == 0 ? 1.0 : xstd::numeric_limits<double>::quiet_NaN();
    }
    outy = specfun::chgm(x, a, b);
    return outy;
}

inline double pmv(double m, double v, double x) {
    int int_m;
    double out;

    if (m != floor(m)) {
        return xstd::numeric_limits<double>::quiet_NaN();
    }
    if (!(xstd::abs(m) < XSF_MOST_ORDER && xstd::abs(v) < XSF_MOST_ORDER)) {
        return xstd::numeric_limits<double>::quiet_NaN();
    }
    int_m = (int)m;
    out = specfun::lpmv(x, int_m, v);
    SPECFUN_CONVINF("pmv", out);
    return out;
}

} // namespace xsf
