/*

Implementation of spherical Bessel functions and modified spherical Bessel
functions of the first and second kinds, as well as their derivatives.

Author: Tadeusz Pudlik

Distributed under the same license as SciPy.

I attempt to correctly handle the edge cases (0 and infinity), but this is
tricky: the values of the functions often depend on the direction in which
the limit is taken. At zero, I follow the convention of numpy (1.9.2),
which treats zero differently depending on its type:

    >>> np.cos(0)/0
    inf
    >>> np.cos(0+0j)/(0+0j)
    inf + nan*j

So, real zero is assumed to be "positive zero", while complex zero has an
unspecified sign and produces nans.  Similarly, complex infinity is taken to
represent the "point at infinity", an ambiguity which for some functions
makes `nan` the correct return value.

Translated to C++ by SciPy developers in 2024.

*/

#pragma once
#include <xsf/config.h>

#include <xsf/amos.h>
#include <xsf/error.h>

namespace xsf {

template <typename T>
XSF_LONG T sph_bessel_j(long n, T x) {
    if (xstd::isnan(x)) {
        return x;
    }

    if (n < 0) {
        set_error("spherical_jn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if ((x == xstd::numeric_limits<T>::infinity()) || (x == -xstd::numeric_limits<T>::infinity())) {
        return 0;
    }

    if (x == 0) {
        if (n == 0) {
            return 1;
        }

        return 0;
    }

    if ((n > 0) && (n >= x)) {
        return xstd::sqrt(M_PI_2 / x) * cyl_bessel_j(n + 1 / static_cast<T>(2), x);
    }

    T s0 = xstd::sin(x) / x;
    if (n == 0) {
        return s0;
    }

    T s1 = (s0 - xstd::cos(x)) / x;
    if (n == 1) {
        return s1;
    }

    T sn;
    if (n > XSF_MOST_ORDER) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }
CUPRUM_ROLLED
    for (int i = 0; i < n - 1; ++i) {
        sn = (2 * i + 3) * s1 / x - s0;
        s0 = s1;
        s1 = sn;
        if (!xstd::isfinite(sn)) {
            // Overflow occurred already : terminate recurrence.
            return sn;
        }
    }

    return sn;
}

template <typename T>
XSF_LONG xstd::complex<T> sph_bessel_j(long n, xstd::complex<T> z) {
    if (xstd::isnan(xstd::real(z)) || xstd::isnan(xstd::imag(z))) {
        return z;
    }

    if (n < 0) {
        set_error("spherical_jn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::real(z) == xstd::numeric_limits<T>::infinity() || xstd::real(z) == -xstd::numeric_limits<T>::infinity()) {
        // https://dlmf.nist.gov/10.52.E3
        if (xstd::imag(z) == 0) {
            return 0;
        }

        return xstd::complex<T>(1, 1) * xstd::numeric_limits<T>::infinity();
    }

    if ((xstd::real(z) == 0) && (xstd::imag(z) == 0)) {
        if (n == 0) {
            return 1;
        }

        return 0;
    }

    xstd::complex<T> out = xstd::sqrt(static_cast<T>(M_PI_2) / z) * cyl_bessel_j(n + 1 / static_cast<T>(2), z);
    if (xstd::imag(z) == 0) {
        return xstd::real(out); // Small imaginary part is spurious
    }

    return out;
}

template <typename T>
T sph_bessel_j_jac(long n, T z) {
    if (n == 0) {
        return -sph_bessel_j(1, z);
    }

    if (z == static_cast<T>(0)) {
        // DLMF 10.51.2 doesn't work, so use 10.51.1 to get the exact value
        if (n == 1) {
            return static_cast<T>(1) / static_cast<T>(3);
        }

        return 0;
    }

    // DLMF 10.51.2
    return sph_bessel_j(n - 1, z) - static_cast<T>(n + 1) * sph_bessel_j(n, z) / z;
}

template <typename T>
XSF_LONG T sph_bessel_y(long n, T x) {
    T s0, s1, sn;
    int idx;

    if (xstd::isnan(x)) {
        return x;
    }

    if (n < 0) {
        set_error("spherical_yn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (x < 0) {
        return xstd::pow(-1, n + 1) * sph_bessel_y(n, -x);
    }

    if (x == xstd::numeric_limits<T>::infinity() || x == -xstd::numeric_limits<T>::infinity()) {
        return 0;
    }

    if (x == 0) {
        return -xstd::numeric_limits<T>::infinity();
    }

    s0 = -cos(x) / x;
    if (n == 0) {
        return s0;
    }

    s1 = (s0 - sin(x)) / x;
    if (n == 1) {
        return s1;
    }

    if (n > XSF_MOST_ORDER) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }
CUPRUM_ROLLED
    for (idx = 0; idx < n - 1; ++idx) {
        sn = (2 * idx + 3) * s1 / x - s0;
        s0 = s1;
        s1 = sn;
        if (!xstd::isfinite(sn)) {
            // Overflow occurred already: terminate recurrence.
            return sn;
        }
    }

    return sn;
}

inline float sph_bessel_y(long n, float x) { return sph_bessel_y(n, static_cast<double>(x)); }

template <typename T>
XSF_LONG xstd::complex<T> sph_bessel_y(long n, xstd::complex<T> z) {
    if (xstd::isnan(xstd::real(z)) || xstd::isnan(xstd::imag(z))) {
        return z;
    }

    if (n < 0) {
        set_error("spherical_yn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::real(z) == 0 && xstd::imag(z) == 0) {
        // https://dlmf.nist.gov/10.52.E2
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::real(z) == xstd::numeric_limits<T>::infinity() || xstd::real(z) == -xstd::numeric_limits<T>::infinity()) {
        // https://dlmf.nist.gov/10.52.E3
        if (xstd::imag(z) == 0) {
            return 0;
        }

        return xstd::complex<T>(1, 1) * xstd::numeric_limits<T>::infinity();
    }

    return xstd::sqrt(static_cast<T>(M_PI_2) / z) * cyl_bessel_y(n + 1 / static_cast<T>(2), z);
}

template <typename T>
T sph_bessel_y_jac(long n, T x) {
    if (n == 0) {
        return -sph_bessel_y(1, x);
    }

    return sph_bessel_y(n - 1, x) - static_cast<T>(n + 1) * sph_bessel_y(n, x) / x;
}

template <typename T>
XSF_LONG T sph_bessel_i(long n, T x) {
    if (xstd::isnan(x)) {
        return x;
    }

    if (n < 0) {
        set_error("spherical_in", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (x == 0) {
        // https://dlmf.nist.gov/10.52.E1
        if (n == 0) {
            return 1;
        }
        return 0;
    }

    if (xstd::isinf(x)) {
        // https://dlmf.nist.gov/10.49.E8
        if (x == -xstd::numeric_limits<T>::infinity()) {
            return xstd::pow(-1, n) * xstd::numeric_limits<T>::infinity();
        }

        return xstd::numeric_limits<T>::infinity();
    }

    return sqrt(static_cast<T>(M_PI_2) / x) * cyl_bessel_i(n + 1 / static_cast<T>(2), x);
}

template <typename T>
XSF_LONG xstd::complex<T> sph_bessel_i(long n, xstd::complex<T> z) {
    if (xstd::isnan(xstd::real(z)) || xstd::isnan(xstd::imag(z))) {
        return z;
    }

    if (n < 0) {
        set_error("spherical_in", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::abs(z) == 0) {
        // https://dlmf.nist.gov/10.52.E1
        if (n == 0) {
            return 1;
        }

        return 0;
    }

    if (xstd::isinf(xstd::real(z)) || xstd::isinf(xstd::imag(z))) {
        // https://dlmf.nist.gov/10.52.E5
        if (xstd::imag(z) == 0) {
            if (xstd::real(z) == -xstd::numeric_limits<T>::infinity()) {
                return xstd::pow(-1, n) * xstd::numeric_limits<T>::infinity();
            }

            return xstd::numeric_limits<T>::infinity();
        }

        return xstd::numeric_limits<T>::quiet_NaN();
    }

    return xstd::sqrt(static_cast<T>(M_PI_2) / z) * cyl_bessel_i(n + 1 / static_cast<T>(2), z);
}

template <typename T>
T sph_bessel_i_jac(long n, T z) {
    if (n == 0) {
        return sph_bessel_i(1, z);
    }

    if (z == static_cast<T>(0)) {
        if (n == 1) {
            return 1. / 3.;
        } else {
            return 0;
        }
    }

    return sph_bessel_i(n - 1, z) - static_cast<T>(n + 1) * sph_bessel_i(n, z) / z;
}

template <typename T>
XSF_LONG T sph_bessel_k(long n, T z) {
    if (xstd::isnan(z)) {
        return z;
    }

    if (n < 0) {
        set_error("spherical_kn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (z == 0) {
        return xstd::numeric_limits<T>::infinity();
    }

    if (xstd::isinf(z)) {
        // https://dlmf.nist.gov/10.52.E6
        if (z == xstd::numeric_limits<T>::infinity()) {
            return 0;
        }

        return -xstd::numeric_limits<T>::infinity();
    }

    return xstd::sqrt(M_PI_2 / z) * cyl_bessel_k(n + 1 / static_cast<T>(2), z);
}

template <typename T>
XSF_LONG xstd::complex<T> sph_bessel_k(long n, xstd::complex<T> z) {
    if (xstd::isnan(xstd::real(z)) || xstd::isnan(xstd::imag(z))) {
        return z;
    }

    if (n < 0) {
        set_error("spherical_kn", SF_ERROR_DOMAIN, nullptr);
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::abs(z) == 0) {
        return xstd::numeric_limits<T>::quiet_NaN();
    }

    if (xstd::isinf(xstd::real(z)) || xstd::isinf(xstd::imag(z))) {
        // https://dlmf.nist.gov/10.52.E6
        if (xstd::imag(z) == 0) {
            if (xstd::real(z) == xstd::numeric_limits<T>::infinity()) {
                return 0;
            }

            return -xstd::numeric_limits<T>::infinity();
        }

        return xstd::numeric_limits<T>::quiet_NaN();
    }

    return xstd::sqrt(static_cast<T>(M_PI_2) / z) * cyl_bessel_k(n + 1 / static_cast<T>(2), z);
}

template <typename T>
T sph_bessel_k_jac(long n, T x) {
    if (n == 0) {
        return -sph_bessel_k(1, x);
    }

    return -sph_bessel_k(n - 1, x) - static_cast<T>(n + 1) * sph_bessel_k(n, x) / x;
}

} // namespace xsf
