#pragma once
#include <xsf/config.h>

#include <xsf/error.h>
#include <xsf/specfun/specfun.h>

#define SPECFUN_ZCONVINF(func, z)                                                                                      \
    do {                                                                                                               \
        if ((double)(z).real() == (double)1.0e300) {                                                                   \
            set_error(func, SF_ERROR_OVERFLOW, NULL);                                                                  \
            (z).real(xstd::numeric_limits<double>::infinity());                                                         \
        }                                                                                                              \
        if ((double)(z).real() == (double)-1.0e300) {                                                                  \
            set_error(func, SF_ERROR_OVERFLOW, NULL);                                                                  \
            (z).real(-xstd::numeric_limits<double>::infinity());                                                        \
        }                                                                                                              \
    } while (0)
#define SPECFUN_CONVINF(func, x)                                                                                       \
    do {                                                                                                               \
        if ((double)(x) == (double)1.0e300) {                                                                          \
            set_error(func, SF_ERROR_OVERFLOW, NULL);                                                                  \
            (x) = xstd::numeric_limits<double>::infinity();                                                             \
        }                                                                                                              \
        if ((double)(x) == (double)-1.0e300) {                                                                         \
            set_error(func, SF_ERROR_OVERFLOW, NULL);                                                                  \
            (x) = -xstd::numeric_limits<double>::infinity();                                                            \
        }                                                                                                              \
    } while (0)

namespace xsf {

XSF_LONG xstd::complex<double> chyp2f1(double a, double b, double c, xstd::complex<double> z) {
    int l0 = ((c == floor(c)) && (c < 0));
    int l1 = ((fabs(1 - z.real()) < 1e-15) && (z.imag() == 0) && (c - a - b <= 0));
    if (l0 || l1) {
        set_error("chyp2f1", SF_ERROR_OVERFLOW, NULL);
        return xstd::numeric_limits<double>::infinity();
    }

    int isfer = 0;
    xstd::complex<double> outz = specfun::hygfz(a, b, c, z, &isfer);
    if (isfer == 3) {
        set_error("chyp2f1", SF_ERROR_OVERFLOW, NULL);
        outz.real(xstd::numeric_limits<double>::infinity());
        outz.imag(0.0);
    } else if (isfer == 5) {
        set_error("chyp2f1", SF_ERROR_LOSS, NULL);
    } else if (isfer != 0) {
        set_error("chyp2f1", static_cast<sf_error_t>(isfer), NULL);
        outz.real(xstd::numeric_limits<double>::quiet_NaN());
        outz.imag(xstd::numeric_limits<double>::quiet_NaN());
    }
    return outz;
}

inline xstd::complex<double> hyp1f1(double a, double b, xstd::complex<double> z) {
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

    outy = specfun::chgm(x, a, b);
    return outy;
}

inline xstd::complex<double> cerf(xstd::complex<double> z) { return specfun::cerror(z); }

inline double pmv(double m, double v, double x) {
    int int_m;
    double out;

    if (m != floor(m)) {
        return xstd::numeric_limits<double>::quiet_NaN();
    }
    int_m = (int)m;
    out = specfun::lpmv(x, int_m, v);
    SPECFUN_CONVINF("pmv", out);
    return out;
}

} // namespace xsf
