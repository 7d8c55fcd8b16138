#pragma once
#include <xsf/config.h>

#include <xsf/cephes/fresnl.h>
#include <xsf/config.h>

namespace xsf {
namespace detail {

    XSF_LONG void cfc(xstd::complex<double> z, xstd::complex<double> *zf, xstd::complex<double> *zd) {

        // =========================================================
        // Purpose: Compute complex Fresnel integral C(z) and C'(z)
        // Input :  z --- Argument of C(z)
        // Output:  ZF --- C(z)
        //          ZD --- C'(z)
        // =========================================================

        int k, m;
        double wa0, wa;
        xstd::complex<double> c, cr, cf, cf0, cf1, cg, d;
        const double eps = 1.0e-14;
        const double pi = 3.141592653589793;

        double w0 = xstd::abs(z);
        xstd::complex<double> zp = 0.5 * pi * z * z;
        xstd::complex<double> zp2 = zp * zp;
        xstd::complex<double> z0 = 0.0;

        if (z == z0) {
            c = z0;
        } else if (w0 <= 2.5) {
            cr = z;
            c = cr;
            wa0 = 0.0;
CUPRUM_ROLLED
            for (k = 1; k <= 80; k++) {
                cr = -0.5 * cr * (4.0 * k - 3.0) / static_cast<double>(k) / (2.0 * k - 1.0) / (4.0 * k + 1.0) * zp2;
                c += cr;
                wa = xstd::abs(c);
                if ((fabs((wa - wa0) / wa) < eps) && (k > 10)) {
                    *zf = c;
                    *zd = xstd::cos(0.5 * pi * z * z);
                    return;
                }
                wa0 = wa;
            }
        } else if ((w0 > 2.5) && (w0 < 4.5)) {
            m = 85;
            c = z0;
            cf1 = z0;
            cf0 = 1.0e-100;
CUPRUM_ROLLED
            for (k = m; k >= 0; k--) {
                cf = (2.0 * k + 3.0) * cf0 / zp - cf1;
                if (k % 2 == 0) {
                    c += cf;
                }
                cf1 = cf0;
                cf0 = cf;
            }
            c *= 2.0 / (pi * z) * xstd::sin(zp) / cf;
        } else {
            // See comment at CFS(), use C(z) = iC(-iz)
            if ((z.imag() > -z.real()) && (z.imag() <= z.real())) {
                // right quadrant
                d = 0.5;
            } else if ((z.imag() > z.real()) && (z.imag() >= -z.real())) {
                // upper quadrant
                d = xstd::complex<double>(0, 0.5);
            } else if ((z.imag() < -z.real()) && (z.imag() >= z.real())) {
                // left quadrant
                d = -0.5;
            } else {
                d = xstd::complex<double>(0, -0.5);
            }
            cr = 1.0;
            cf = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= 20; k++) {
                cr = -0.25 * cr * (4.0 * k - 1.0) * (4.0 * k - 3.0) / zp2;
                cf += cr;
            }
            cr = 1.0 / (pi * z * z);
            cg = cr;
CUPRUM_ROLLED
            for (k = 1; k <= 12; k++) {
                cr = -0.25 * cr * (4.0 * k + 1.0) * (4.0 * k - 1.0) / zp2;
                cg += cr;
            }
            c = d + (cf * xstd::sin(zp) - cg * xstd::cos(zp)) / (pi * z);
        }
        *zf = c;
        *zd = xstd::cos(0.5 * pi * z * z);
        return;
    }

    XSF_LONG void cfs(xstd::complex<double> z, xstd::complex<double> *zf, xstd::complex<double> *zd) {

        // =========================================================
        // Purpose: Compute complex Fresnel Integral S(z) and S'(z)
        // Input :  z  --- Argument of S(z)
        // Output:  ZF --- S(z)
        //          ZD --- S'(z)
        // =========================================================

        int k, m;
        double wb0, wb;
        xstd::complex<double> s, cr, cf, cf0, cf1, cg, d;
        const double eps = 1.0e-14;
        const double pi = 3.141592653589793;

        double w0 = xstd::abs(z);
        xstd::complex<double> zp = 0.5 * pi * z * z;
        xstd::complex<double> zp2 = zp * zp;
        xstd::complex<double> z0 = 0.0;

        if (z == z0) {
            s = z0;
        } else if (w0 <= 2.5) {
            s = z * zp / 3.0;
            cr = s;
            wb0 = 0.0;
CUPRUM_ROLLED
            for (k = 1; k <= 80; k++) {
                cr = -0.5 * cr * (4.0 * k - 1.0) / static_cast<double>(k) / (2.0 * k + 1.0) / (4.0 * k + 3.0) * zp2;
                s += cr;
                wb = xstd::abs(s);
                if ((fabs(wb - wb0) < eps) && (k > 10)) {
                    *zf = s;
                    *zd = xstd::sin(0.5 * pi * z * z);
                    return;
                }
                wb0 = wb;
            }
        } else if ((w0 > 2.5) && (w0 < 4.5)) {
            m = 85;
            s = z0;
            cf1 = z0;
            cf0 = 1.0e-100;
CUPRUM_ROLLED
            for (k = m; k >= 0; k--) {
                cf = (2.0 * k + 3.0) * cf0 / zp - cf1;
                if (k % 2 == 1) {
                    s += cf;
                }
                cf1 = cf0;
                cf0 = cf;
            }
            s = 2.0 / (pi * z) * xstd::sin(zp) / cf * s;
        } else {
            // Auxiliary functions f(z) and g(z) can be computed using an
            // asymptotic expansion in the right quadrant |arg(z)| <= pi/4, not pi/2
            // as sometimes suggested. Use the symmetry S(z) = -iS(-iz).
            // Interestingly, most of the expansion code is the same across
            // the quadrants. (The forth power in Z is the equalizer here.)
            // Only one constant has to be adapted.
            if ((z.imag() > -z.real()) && (z.imag() <= z.real())) {
                // right quadrant
                d = 0.5;
            } else if ((z.imag() > z.real()) && (z.imag() >= -z.real())) {
                // upper quadrant
                d = xstd::complex<double>(0, -0.5);
            } else if ((z.imag() < -z.real()) && (z.imag() >= z.real())) {
                // left quadrant
                d = -0.5;
            } else {
                d = xstd::complex<double>(0, 0.5);
            }
            cr = 1.0;
            cf = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= 20; k++) {
                cr = -0.25 * cr * (4.0 * k - 1.0) * (4.0 * k - 3.0) / zp2;
                cf += cr;
            }
            cr = 1.0;
            cg = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= 12; k++) {
                cr = -0.25 * cr * (4.0 * k + 1.0) * (4.0 * k - 1.0) / zp2;
                cg += cr;
            }
            cg = cg / (pi * z * z);
            s = d - (cf * xstd::cos(zp) + cg * xstd::sin(zp)) / (pi * z);
        }
        *zf = s;
        *zd = xstd::sin(0.5 * pi * z * z);
        return;
    }

} // namespace detail

/* Fresnel integrals of complex numbers */

inline void fresnel(double z, double &fs, double &fc) { cephes::fresnl(z, &fs, &fc); }

inline void fresnel(float z, float &fs, float &fc) {
    double fs_double;
    double fc_double;
    fresnel(static_cast<double>(z), fs_double, fc_double);

    fs = fs_double;
    fc = fc_double;
}

inline void fresnel(xstd::complex<double> z, xstd::complex<double> &fs, xstd::complex<double> &fc) {
    xstd::complex<double> fd;
    detail::cfs(z, &fs, &fd);
    detail::cfc(z, &fc, &fd);
}

inline void fresnel(xstd::complex<float> z, xstd::complex<float> &fs, xstd::complex<float> &fc) {
    xstd::complex<double> fs_cdouble;
    xstd::complex<double> fc_cdouble;
    fresnel(static_cast<xstd::complex<double>>(z), fs_cdouble, fc_cdouble);

    fs = fs_cdouble;
    fc = fc_cdouble;
}

} // namespace xsf
