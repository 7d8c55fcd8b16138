#pragma once
#include <xsf/config.h>

#include <xsf/amos.h>
#include <xsf/cephes/besselpoly.h>
#include <xsf/cephes/i0.h>
#include <xsf/cephes/i1.h>
#include <xsf/cephes/jv.h>
#include <xsf/cephes/k0.h>
#include <xsf/cephes/k1.h>
#include <xsf/cephes/scipy_iv.h>
#include <xsf/cephes/yv.h>
#include <xsf/error.h>
#include <xsf/error.h>
#include <xsf/trig.h>

extern "C" double cephes_iv(double v, double x);

namespace xsf {
namespace detail {

    template <typename T>
    xstd::complex<T> rotate(xstd::complex<T> z, T v) {
        T c = cospi(v);
        T s = sinpi(v);

        return {c * xstd::real(z) - s * xstd::imag(z), s * xstd::real(z) + c * xstd::imag(z)};
    }

    template <typename T>
    xstd::complex<T> rotate_jy(xstd::complex<T> j, xstd::complex<T> y, T v) {
        T c = cospi(v);
        T s = sinpi(v);

        return c * j - s * y;
    }

    template <typename T>
    int reflect_jy(xstd::complex<T> *jy, T v) {
        /* NB: Y_v may be huge near negative integers -- so handle exact
         *     integers carefully
         */
        int i;
        if (v != floor(v))
            return 0;

        i = v - 16384.0 * floor(v / 16384.0);
        if (i & 1) {
            *jy = -(*jy);
        }
        return 1;
    }

    template <typename T>
    int reflect_i(xstd::complex<T> *ik, T v) {
        if (v != floor(v)) {
            return 0;
        }

        return 1; /* I is symmetric for integer v */
    }

    template <typename T>
    xstd::complex<T> rotate_i(xstd::complex<T> i, xstd::complex<T> k, T v) {
        T s = xstd::sin(v * M_PI) * (2 / M_PI);

        return i + s * k;
    }

} // namespace detail

/* Integrals of bessel functions */

/* int(j0(t),t=0..x) */
/* int(y0(t),t=0..x) */

/* int((1-j0(t))/t,t=0..x) */
/* int(y0(t)/t,t=x..inf) */

/* Integrals of modified bessel functions */

XSF_LONG xstd::complex<double> cyl_bessel_je(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 2;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy_j, cy_y;

    cy_j.real(NAN);
    cy_j.imag(NAN);
    cy_y.real(NAN);
    cy_y.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy_j;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besj(z, v, kode, n, &cy_j, &ierr);
    set_error_and_nan("jve:", ierr_to_sferr(nz, ierr), cy_j);
    if (sign == -1) {
        if (!detail::reflect_jy(&cy_j, v)) {
            nz = amos::besy(z, v, kode, n, &cy_y, &ierr);
            set_error_and_nan("jve(yve):", ierr_to_sferr(nz, ierr), cy_y);
            cy_j = detail::rotate_jy(cy_j, cy_y, v);
        }
    }
    return cy_j;
}

inline xstd::complex<float> cyl_bessel_je(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_je(static_cast<double>(v), static_cast<xstd::complex<double>>(x))
    );
}

template <typename T>
T cyl_bessel_je(T v, T x) {
    if (v != floor(v) && x < 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    return xstd::real(cyl_bessel_je(v, xstd::complex(x)));
}

XSF_LONG xstd::complex<double> cyl_bessel_ye(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 2;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy_y, cy_j;

    cy_j.real(NAN);
    cy_j.imag(NAN);
    cy_y.real(NAN);
    cy_y.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy_y;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besy(z, v, kode, n, &cy_y, &ierr);
    set_error_and_nan("yve:", ierr_to_sferr(nz, ierr), cy_y);
    if (ierr == 2) {
        if (z.real() >= 0 && z.imag() == 0) {
            /* overflow */
            cy_y.real(INFINITY);
            cy_y.imag(0);
        }
    }

    if (sign == -1) {
        if (!detail::reflect_jy(&cy_y, v)) {
            nz = amos::besj(z, v, kode, n, &cy_j, &ierr);
            set_error_and_nan("yv(jv):", ierr_to_sferr(nz, ierr), cy_j);
            cy_y = detail::rotate_jy(cy_y, cy_j, -v);
        }
    }
    return cy_y;
}

inline xstd::complex<float> cyl_bessel_ye(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_ye(static_cast<double>(v), static_cast<xstd::complex<double>>(x))
    );
}

template <typename T>
T cyl_bessel_ye(T v, T x) {
    if (x < 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    return xstd::real(cyl_bessel_ye(v, xstd::complex(x)));
}

XSF_LONG xstd::complex<double> cyl_bessel_ie(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 2;
    int sign = 1;
    int nz, ierr;
    xstd::complex<double> cy, cy_k;

    cy.real(NAN);
    cy.imag(NAN);
    cy_k.real(NAN);
    cy_k.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besi(z, v, kode, n, &cy, &ierr);
    set_error_and_nan("ive:", ierr_to_sferr(nz, ierr), cy);

    if (sign == -1) {
        if (!detail::reflect_i(&cy, v)) {
            nz = amos::besk(z, v, kode, n, &cy_k, &ierr);
            set_error_and_nan("ive(kv):", ierr_to_sferr(nz, ierr), cy_k);
            /* adjust scaling to match zbesi */
            cy_k = detail::rotate(cy_k, -z.imag() / M_PI);
            if (z.real() > 0) {
                cy_k.real(cy_k.real() * xstd::once::exp(-2 * z.real()));
                cy_k.imag(cy_k.imag() * xstd::once::exp(-2 * z.real()));
            }
            /* v -> -v */
            cy = detail::rotate_i(cy, cy_k, v);
        }
    }

    return cy;
}

inline xstd::complex<float> cyl_bessel_ie(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_ie(static_cast<double>(v), static_cast<xstd::complex<double>>(x))
    );
}

template <typename T>
T cyl_bessel_ie(T v, T x) {
    if (v != floor(v) && x < 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    return xstd::real(cyl_bessel_ie(v, xstd::complex(x)));
}

XSF_LONG xstd::complex<double> cyl_bessel_ke(double v, xstd::complex<double> z) {
    xstd::complex<double> cy{NAN, NAN};
    if (xstd::isnan(v) || xstd::isnan(xstd::real(z)) || xstd::isnan(xstd::imag(z))) {
        return cy;
    }

    if (v < 0) {
        /* K_v == K_{-v} even for non-integer v */
        v = -v;
    }

    int n = 1;
    int kode = 2;
    int ierr;
    int nz = amos::besk(z, v, kode, n, &cy, &ierr);
    set_error_and_nan("kve:", ierr_to_sferr(nz, ierr), cy);
    if (ierr == 2) {
        if (xstd::real(z) >= 0 && xstd::imag(z) == 0) {
            /* overflow */
            cy = INFINITY;
        }
    }

    return cy;
}

inline xstd::complex<float> cyl_bessel_ke(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_ke(static_cast<double>(v), static_cast<xstd::complex<double>>(x))
    );
}

template <typename T>
T cyl_bessel_ke(T v, T x) {
    if (x < 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (x == 0) {
        return xstd::numeric_limits<T>::infinity();
    }

    return xstd::real(cyl_bessel_ke(v, xstd::complex(x)));
}

XSF_LONG xstd::complex<double> cyl_hankel_1e(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 2;
    int m = 1;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy;

    cy.real(NAN);
    cy.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besh(z, v, kode, m, n, &cy, &ierr);
    set_error_and_nan("hankel1e:", ierr_to_sferr(nz, ierr), cy);
    if (sign == -1) {
        cy = detail::rotate(cy, v);
    }
    return cy;
}

inline xstd::complex<float> cyl_hankel_1e(float v, xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(cyl_hankel_1e(static_cast<double>(v), static_cast<xstd::complex<double>>(z))
    );
}

XSF_LONG xstd::complex<double> cyl_hankel_2e(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 2;
    int m = 2;
    int nz, ierr;
    int sign = 1;

    xstd::complex<double> cy{NAN, NAN};
    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }

    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besh(z, v, kode, m, n, &cy, &ierr);
    set_error_and_nan("hankel2e:", ierr_to_sferr(nz, ierr), cy);
    if (sign == -1) {
        cy = detail::rotate(cy, -v);
    }
    return cy;
}

inline xstd::complex<float> cyl_hankel_2e(float v, xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(cyl_hankel_2e(static_cast<double>(v), static_cast<xstd::complex<double>>(z))
    );
}

XSF_LONG xstd::complex<double> cyl_bessel_j(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 1;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy_j, cy_y;

    cy_j.real(NAN);
    cy_j.imag(NAN);
    cy_y.real(NAN);
    cy_y.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy_j;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besj(z, v, kode, n, &cy_j, &ierr);
    set_error_and_nan("jv:", ierr_to_sferr(nz, ierr), cy_j);
    if (ierr == 2) {
        /* overflow */
        cy_j = cyl_bessel_je(v, z);
        cy_j.real(cy_j.real() * INFINITY);
        cy_j.imag(cy_j.imag() * INFINITY);
    }

    if (sign == -1) {
        if (!detail::reflect_jy(&cy_j, v)) {
            nz = amos::besy(z, v, kode, n, &cy_y, &ierr);
            set_error_and_nan("jv(yv):", ierr_to_sferr(nz, ierr), cy_y);
            cy_j = detail::rotate_jy(cy_j, cy_y, v);
        }
    }
    return cy_j;
}

inline xstd::complex<float> cyl_bessel_j(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_j(static_cast<double>(v), static_cast<xstd::complex<double>>(x)));
}

template <typename T>
T cyl_bessel_j(T v, T x) {
    if (v != static_cast<int>(v) && x < 0) {
        set_error("jv", SF_ERROR_DOMAIN, NULL);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    xstd::complex<T> res = cyl_bessel_j(v, xstd::complex(x));
    if (xstd::real(res) != xstd::real(res)) {
        /* AMOS returned NaN, possibly due to overflow */
        return cephes::jv(v, x);
    }

    return xstd::real(res);
}

XSF_LONG xstd::complex<double> cyl_bessel_y(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 1;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy_y, cy_j;

    cy_j.real(NAN);
    cy_j.imag(NAN);
    cy_y.real(NAN);
    cy_y.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy_y;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }

    if (z.real() == 0 && z.imag() == 0) {
        /* overflow */
        cy_y.real(-INFINITY);
        cy_y.imag(0);
        set_error("yv", SF_ERROR_OVERFLOW, NULL);
    } else {
        nz = amos::besy(z, v, kode, n, &cy_y, &ierr);
        set_error_and_nan("yv:", ierr_to_sferr(nz, ierr), cy_y);
        if (ierr == 2) {
            if (z.real() >= 0 && z.imag() == 0) {
                /* overflow */
                cy_y.real(-INFINITY);
                cy_y.imag(0);
            }
        }
    }

    if (sign == -1) {
        if (!detail::reflect_jy(&cy_y, v)) {
            nz = amos::besj(z, v, kode, n, &cy_j, &ierr);
            // F_FUNC(zbesj,ZBESJ)(CADDR(z), &v,  &kode, &n, CADDR(cy_j), &nz, &ierr);
            set_error_and_nan("yv(jv):", ierr_to_sferr(nz, ierr), cy_j);
            cy_y = detail::rotate_jy(cy_y, cy_j, -v);
        }
    }
    return cy_y;
}

inline xstd::complex<float> cyl_bessel_y(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_y(static_cast<double>(v), static_cast<xstd::complex<double>>(x)));
}

template <typename T>
T cyl_bessel_y(T v, T x) {
    if (x < 0) {
        set_error("yv", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    xstd::complex<T> res = cyl_bessel_y(v, xstd::complex(x));
    if (xstd::real(res) != xstd::real(res)) {
        return cephes::yv(v, x);
    }

    return xstd::real(res);
}

inline double cyl_bessel_i(double v, double x) { return cephes::iv(v, x); }

inline float cyl_bessel_i(float v, float x) { return cyl_bessel_i(static_cast<double>(v), static_cast<double>(x)); }

inline double cyl_bessel_i0(double x) { return cephes::i0(x); }

inline float cyl_bessel_i0(float x) { return cyl_bessel_i0(static_cast<double>(x)); }

inline double cyl_bessel_i1(double x) { return cephes::i1(x); }

inline float cyl_bessel_i1(float x) { return cyl_bessel_i1(static_cast<double>(x)); }

XSF_LONG xstd::complex<double> cyl_bessel_i(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 1;
    int sign = 1;
    int nz, ierr;
    xstd::complex<double> cy, cy_k;

    cy.real(NAN);
    cy.imag(NAN);
    cy_k.real(NAN);
    cy_k.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besi(z, v, kode, n, &cy, &ierr);
    set_error_and_nan("iv:", ierr_to_sferr(nz, ierr), cy);
    if (ierr == 2) {
        /* overflow */
        if (z.imag() == 0 && (z.real() >= 0 || v == floor(v))) {
            if (z.real() < 0 && v / 2 != floor(v / 2))
                cy.real(-INFINITY);
            else
                cy.real(INFINITY);
            cy.imag(0);
        } else {
            cy = cyl_bessel_ie(v * sign, z);
            cy.real(cy.real() * INFINITY);
            cy.imag(cy.imag() * INFINITY);
        }
    }

    if (sign == -1) {
        if (!detail::reflect_i(&cy, v)) {
            nz = amos::besk(z, v, kode, n, &cy_k, &ierr);
            set_error_and_nan("iv(kv):", ierr_to_sferr(nz, ierr), cy_k);
            cy = detail::rotate_i(cy, cy_k, v);
        }
    }

    return cy;
}

inline xstd::complex<float> cyl_bessel_i(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_i(static_cast<double>(v), static_cast<xstd::complex<double>>(x)));
}

XSF_LONG xstd::complex<double> cyl_bessel_k(double v, xstd::complex<double> z) {
    xstd::complex<double> cy(NAN, NAN);
    if (xstd::isnan(v) || xstd::isnan(xstd::real(z)) || isnan(xstd::imag(z))) {
        return cy;
    }

    if (v < 0) {
        /* K_v == K_{-v} even for non-integer v */
        v = -v;
    }

    int n = 1;
    int kode = 1;
    int ierr;
    int nz = amos::besk(z, v, kode, n, &cy, &ierr);
    set_error_and_nan("kv:", ierr_to_sferr(nz, ierr), cy);
    if (ierr == 2) {
        if (xstd::real(z) >= 0 && xstd::imag(z) == 0) {
            /* overflow */
            cy = INFINITY;
        }
    }

    return cy;
}

inline xstd::complex<float> cyl_bessel_k(float v, xstd::complex<float> x) {
    return static_cast<xstd::complex<float>>(cyl_bessel_k(static_cast<double>(v), static_cast<xstd::complex<double>>(x)));
}

template <typename T>
T cyl_bessel_k(T v, T z) {
    if (z < 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (z == 0) {
        return xstd::numeric_limits<T>::infinity();
    }

    if (z > 710 * (1 + xstd::abs(v))) {
        /* Underflow. See uniform expansion https://dlmf.nist.gov/10.41
         * This condition is not a strict bound (it can underflow earlier),
         * rather, we are here working around a restriction in AMOS.
         */
        return 0;
    }

    return xstd::real(cyl_bessel_k(v, xstd::complex(z)));
}

XSF_LONG xstd::complex<double> cyl_hankel_1(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 1;
    int m = 1;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy;

    cy.real(NAN);
    cy.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besh(z, v, kode, m, n, &cy, &ierr);
    set_error_and_nan("hankel1:", ierr_to_sferr(nz, ierr), cy);
    if (sign == -1) {
        cy = detail::rotate(cy, v);
    }
    return cy;
}

inline xstd::complex<float> cyl_hankel_1(float v, xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(cyl_hankel_1(static_cast<double>(v), static_cast<xstd::complex<double>>(z)));
}

XSF_LONG xstd::complex<double> cyl_hankel_2(double v, xstd::complex<double> z) {
    int n = 1;
    int kode = 1;
    int m = 2;
    int nz, ierr;
    int sign = 1;
    xstd::complex<double> cy;

    cy.real(NAN);
    cy.imag(NAN);

    if (xstd::isnan(v) || xstd::isnan(z.real()) || xstd::isnan(z.imag())) {
        return cy;
    }
    if (v == 0 && z == 0.0) {
        cy.real(NAN);
        cy.imag(INFINITY);
        return cy;
    }
    if (v < 0) {
        v = -v;
        sign = -1;
    }
    nz = amos::besh(z, v, kode, m, n, &cy, &ierr);
    set_error_and_nan("hankel2:", ierr_to_sferr(nz, ierr), cy);
    if (sign == -1) {
        cy = detail::rotate(cy, -v);
    }
    return cy;
}

inline xstd::complex<float> cyl_hankel_2(float v, xstd::complex<float> z) {
    return static_cast<xstd::complex<float>>(cyl_hankel_2(static_cast<double>(v), static_cast<xstd::complex<double>>(z)));
}

inline double besselpoly(double a, double lambda, double nu) { return cephes::besselpoly(a, lambda, nu); }

inline float besselpoly(float a, float lambda, float nu) {
    return besselpoly(static_cast<double>(a), static_cast<double>(lambda), static_cast<double>(nu));
}

} // namespace xsf
