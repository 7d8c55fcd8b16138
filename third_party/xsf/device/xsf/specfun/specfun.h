/*
 *
 * This file accompanied with the header file specfun.h is a partial
 * C translation of the Fortran code by Zhang and Jin following
 * original description:
 *
 * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * *
 *       COMPUTATION OF SPECIAL FUNCTIONS
 *
 *          Shanjie Zhang and Jianming Jin
 *
 *       Copyrighted but permission granted to use code in programs.
 *       Buy their book:
 *
 *          Shanjie Zhang, Jianming Jin,
 *          Computation of Special Functions,
 *          Wiley, 1996,
 *          ISBN: 0-471-11963-6,
 *          LC: QA351.C45.
 * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * * *
 *
 *       Scipy changes:
 *       - Compiled into a single source file and changed REAL To DBLE throughout.
 *       - Changed according to ERRATA.
 *       - Changed GAMMA to GAMMA2 and PSI to PSI_SPEC to avoid potential conflicts.
 *       - Made functions return sf_error codes in ISFER variables instead
 *         of printing warnings. The codes are
 *         - SF_ERROR_OK        = 0: no error
 *         - SF_ERROR_SINGULAR  = 1: singularity encountered
 *         - SF_ERROR_UNDERFLOW = 2: floating point underflow
 *         - SF_ERROR_OVERFLOW  = 3: floating point overflow
 *         - SF_ERROR_SLOW      = 4: too many iterations required
 *         - SF_ERROR_LOSS      = 5: loss of precision
 *         - SF_ERROR_NO_RESULT = 6: no result obtained
 *         - SF_ERROR_DOMAIN    = 7: out of domain
 *         - SF_ERROR_ARG       = 8: invalid input parameter
 *         - SF_ERROR_OTHER     = 9: unclassified error
 *       - Improved initial guesses for roots in JYZO.
 *
 *
 */

/*
 * Copyright (C) 2024 SciPy developers
 *
 * Redistribution and use in source and binary forms, with or without
 * modification, are permitted provided that the following conditions are met:
 *
 * a. Redistributions of source code must retain the above copyright notice,
 *    this list of conditions and the following disclaimer.
 * b. Redistributions in binary form must reproduce the above copyright
 *    notice, this list of conditions and the following disclaimer in the
 *    documentation and/or other materials provided with the distribution.
 * c. Names of the SciPy Developers may not be used to endorse or promote
 *    products derived from this software without specific prior written
 *    permission.
 *
 * THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
 * AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
 * IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
 * ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDERS OR CONTRIBUTORS
 * BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY,
 * OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF
 * SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
 * INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
 * CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE)
 * ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF
 * THE POSSIBILITY OF SUCH DAMAGE.
 */

#pragma once
#include <xsf/config.h>

#include <xsf/config.h>

namespace xsf {
namespace specfun {

    // The Status enum is the return type of a few private, low-level functions
    // defined here.  Currently the only use is by functions that allocate
    // memory internally.  If the allocation fails, the function returns
    // Status::NoMemory.

    enum class Status { OK = 0, NoMemory, Other };

    void airyb(double, double *, double *, double *, double *);
    void bjndd(double, int, double *, double *, double *);

    void cerzo(int, xstd::complex<double> *);

    void cyzo(int, int, int, xstd::complex<double> *, xstd::complex<double> *);

    void cerf(xstd::complex<double>, xstd::complex<double> *, xstd::complex<double> *);
    XSF_LONG xstd::complex<double> cgama(xstd::complex<double>, int);
    XSF_LONG double chgubi(double, double, double, int *);
    XSF_LONG double chguit(double, double, double, int *);
    XSF_LONG double chgul(double, double, double, int *);
    XSF_LONG double chgus(double, double, double, int *);
    void cpbdn(int, xstd::complex<double>, xstd::complex<double> *, xstd::complex<double> *);
    xstd::complex<double> cpdla(int, xstd::complex<double>);
    xstd::complex<double> cpdsa(int, xstd::complex<double>);
    XSF_LONG double cv0(double, double, double);
    XSF_LONG double cvf(int, int, double, double, int);
    XSF_LONG double cvql(int, int, double);
    double cvqm(int, double);
    double gaih(double);
    double gam0(double);
    XSF_LONG double gamma2(double);

    template <typename T>
    void jynbh(int, int, T, int *, T *, T *);

    void jyndd(int, double, double *, double *, double *, double *, double *, double *);

    XSF_LONG double lpmv0(double, int, double);
    int msta1(double, int);
    int msta2(double, int, int);
    XSF_LONG double psi_spec(double);
    XSF_LONG double refine(int, int, double, double);

    template <typename T>
    void sckb(int, int, T, T *, T *);

    template <typename T>
    Status sdmn(int, int, T, T, int, T *);

    template <typename T>
    void sphj(T, int, int *, T *, T *);

    template <typename T>
    void sphy(T, int, int *, T *, T *);

    XSF_LONG xstd::complex<double> cchg(double a, double b, xstd::complex<double> z) {

        // ===================================================
        // Purpose: Compute confluent hypergeometric function
        //          M(a,b,z) with real parameters a, b and a
        //          complex argument z
        // Input :  a --- Parameter
        //          b --- Parameter
        //          z --- Complex argument
        // Output:  CHG --- M(a,b,z)
        // Routine called: CGAMA for computing complex ln[Г(x)]
        // ===================================================

        int i, j, k, la, m, n, nl, ns;
        double a0, a1, phi, x0, x, y;
        xstd::complex<double> cfac, cg1, cg2, cg3, chg, chg1, chg2, chw, cr, cr1, cr2, cs1, cs2, crg, cy0, cy1, z0;
        const double pi = 3.141592653589793;
        const xstd::complex<double> ci(0.0, 1.0);
        a0 = a;
        a1 = a;
        z0 = z;
        cy0 = 0.0;
        cy1 = 0.0;
        if ((b == 0.0) || (b == -(int)fabs(b))) {
            return 1e300;
        }
        if ((a == 0.0) || (z == 0.0)) {
            return 1.0;
        }
        if (a == -1.0) {
            return 1.0 - z / b;
        }
        if (a == b) {
            return xstd::once::exp(z);
        }
        if (a - b == 1.0) {
            return (1.0 + z / b) * xstd::once::exp(z);
        }
        if ((a == 1.0) && (b == 2.0)) {
            return (xstd::once::exp(z) - 1.0) / z;
        }
        if ((a == (int)a) && (a < 0.0)) {
            m = (int)(-a);
            cr = 1.0;
            chg = 1.0;
CUPRUM_ROLLED
            for (k = 1; k < (m + 1); k++) {
                cr = cr * (a + k - 1.0) / static_cast<double>(k) / (b + k - 1.0) * z;
                chg += cr;
            }
        } else {
            x0 = z.real();
            if (x0 < 0.0) {
                a = b - a;
                a0 = a;
                z = -z;
            }
            nl = 0;
            la = 0;
            if (a >= 2.0) {
                nl = 1;
                la = (int)a;
                a -= la + 1;
            }
            ns = 0;
CUPRUM_ROLLED
            for (n = 0; n < (nl + 1); n++) {
                if (a0 >= 2.0) {
                    a += 1.0;
                }
                if ((xstd::abs(z) < 20.0 + fabs(b)) || (a < 0.0)) {
                    chg = 1.0;
                    chw = 0.0;
                    crg = 1.0;
CUPRUM_ROLLED
                    for (j = 1; j < 501; j++) {
                        crg = crg * (a + j - 1.0) / (j * (b + j - 1.0)) * z;
                        chg += crg;
                        if (xstd::abs((chg - chw) / chg) < 1e-15) {
                            break;
                        }
                        chw = chg;
                    }
                } else {
                    y = 0.0;
                    cg1 = cgama(a, 0);
                    cg2 = cgama(b, 0);
                    cg3 = cgama(b - a, 0);
                    cs1 = 1.0;
                    cs2 = 1.0;
                    cr1 = 1.0;
                    cr2 = 1.0;
CUPRUM_ROLLED
                    for (i = 1; i <= 8; i++) {
                        cr1 = -cr1 * (a + i - 1.0) * (a - b + i) / (z * static_cast<double>(i));
                        cr2 = cr2 * (b - a + i - 1.0) * (i - a) / (z * static_cast<double>(i));
                        cs1 += cr1;
                        cs2 += cr2;
                    }
                    x = z.real();
                    y = z.imag();
                    if ((x == 0.0) && (y >= 0.0)) {
                        phi = 0.5 * pi;
                    } else if ((x == 0.0) && (y <= 0.0)) {
                        phi = -0.5 * pi;
                    } else {
                        phi = atan(y / x);
                    }
                    if ((phi > -0.5 * pi) && (phi < 1.5 * pi)) {
                        ns = 1;
                    }
                    if ((phi > -1.5 * pi) && (phi <= -0.5 * pi)) {
                        ns = -1;
                    }
                    cfac = xstd::once::exp(static_cast<double>(ns) * ci * pi * a);
                    if (y == 0.0) {
                        cfac = cos(pi * a);
                    }
                    chg1 = xstd::once::exp(cg2 - cg3) * xstd::pow(z, -a) * cfac * cs1;
                    chg2 = xstd::once::exp(cg2 - cg1 + z) * xstd::pow(z, a - b) * cs2;
                    chg = chg1 + chg2;
                }
                if (n == 0) {
                    cy0 = chg;
                }
                if (n == 1) {
                    cy1 = chg;
                }
            }
            if (a0 >= 2.0) {
CUPRUM_ROLLED
                for (i = 1; i < la; i++) {
                    chg = ((2.0 * a - b + z) * cy1 + (b - a) * cy0) / a;
                    cy0 = cy1;
                    cy1 = chg;
                    a += 1.0;
                }
            }
            if (x0 < 0.0) {
                chg *= xstd::once::exp(-z);
            }
        }
        a = a1;
        z = z0;
        return chg;
    }

    XSF_LONG xstd::complex<double> cgama(xstd::complex<double> z, int kf) {

        // =========================================================
        // Purpose: Compute the gamma function Г(z) or ln[Г(z)]
        //          for a complex argument
        // Input :  z  --- Complex argument
        //          kf --- Function code
        //                 kf=0 for ln[Г(z)]
        //                 kf=1 for Г(z)
        // Output:  g  --- ln[Г(z)] or Г(z)
        // ========================================================

        xstd::complex<double> g, z1;
        double az0, az1, gi, gi1, gr, gr1, t, th, th1, th2, sr, si, x0, xx, yy;
        int j, k, na;
        const double pi = 3.141592653589793;
        static const double a[10] = {8.333333333333333e-02,  -2.777777777777778e-03, 7.936507936507937e-04,
                                     -5.952380952380952e-04, 8.417508417508418e-04,  -1.917526917526918e-03,
                                     6.410256410256410e-03,  -2.955065359477124e-02, 1.796443723688307e-01,
                                     -1.392432216905900e+00};
        xx = z.real();
        yy = z.imag();
        if ((yy == 0.0) && (xx <= 0.0) && (xx == (int)xx)) {
            return 1e300;
        } else if (xx < 0.0) {
            z1 = z;
            z = -z;
            xx = -xx;
            yy = -yy;
        } else {
            z1 = xstd::complex<double>(xx, 0.0);
        }
        x0 = xx;
        na = 0;
        if (xx <= 7.0) {
            na = (int)(7 - xx);
            x0 = xx + na;
        }
        az0 = xstd::abs(xstd::complex<double>(x0, yy));
        th = atan(yy / x0);
        gr = (x0 - 0.5) * xstd::once::log(az0) - th * yy - x0 + 0.5 * xstd::once::log(2.0 * pi);
        gi = th * (x0 - 0.5) + yy * xstd::once::log(az0) - yy;
CUPRUM_ROLLED
        for (k = 1; k < 11; k++) {
            t = pow(az0, 1 - 2 * k);
            gr += a[k - 1] * t * cos((2.0 * k - 1.0) * th);
            gi += -a[k - 1] * t * sin((2.0 * k - 1.0) * th);
        }
        if (xx <= 7.0) {
            gr1 = 0.0;
            gi1 = 0.0;
CUPRUM_ROLLED
            for (j = 0; j < na; j++) {
                gr1 += 0.5 * xstd::once::log(pow(xx + j, 2) + yy * yy);
                gi1 += atan(yy / (xx + j));
            }
            gr -= gr1;
            gi -= gi1;
        }
        if (z1.real() < 0.0) {
            az0 = xstd::abs(z);
            th1 = atan(yy / xx);
            sr = -sin(pi * xx) * cosh(pi * yy);
            si = -cos(pi * xx) * sinh(pi * yy);
            az1 = xstd::abs(xstd::complex<double>(sr, si));
            th2 = atan(si / sr);
            if (sr < 0.0) {
                th2 += pi;
            }
            gr = xstd::once::log(pi / (az0 * az1)) - gr;
            gi = -th1 - th2 - gi;
            z = z1;
        }
        if (kf == 1) {
            g = xstd::once::exp(gr) * xstd::complex<double>(cos(gi), sin(gi));
        } else {
            g = xstd::complex<double>(gr, gi);
        }
        return g;
    }

    XSF_LONG double chgm(double x, double a, double b) {

        // ===================================================
        // Purpose: Compute confluent hypergeometric function
        //          M(a,b,x)
        // Input  : a  --- Parameter
        //          b  --- Parameter ( b <> 0,-1,-2,... )
        //          x  --- Argument
        // Output:  HG --- M(a,b,x)
        // Routine called: CGAMA for computing complex ln[Г(x)]
        // ===================================================

        int i, j, la, n, nl;
        double a0 = a, a1 = a, x0 = x, y0, y1, hg1, hg2, r1, r2, rg, xg, sum1, sum2;
        xstd::complex<double> cta, ctb, ctba;
        const double pi = 3.141592653589793;
        double hg = 0.0;

        //  DLMF 13.2.39
        if (x < 0.0) {
            a = b - a;
            a0 = a;
            x = fabs(x);
        }
        nl = 0;
        la = 0;
        if (a >= 2.0) {
            // preparing terms for DLMF 13.3.1
            nl = 1;
            la = (int)a;
            a -= la + 1;
        }
        y0 = 0.0;
        y1 = 0.0;
CUPRUM_ROLLED
        for (n = 0; n < (nl + 1); n++) {
            if (a0 >= 2.0) {
                a += 1.0;
            }
            if ((x <= 30.0 + fabs(b)) || (a < 0.0)) {
                hg = 1.0;
                rg = 1.0;
CUPRUM_ROLLED
                for (j = 1; j < 501; j++) {
                    rg = rg * (a + j - 1.0) / (j * (b + j - 1.0)) * x;
                    hg += rg;
                    if ((hg != 0.0) && (fabs(rg / hg) < 1e-15)) {
                        // DLMF 13.2.39 (cf. above)
                        if (x0 < 0.0) {
                            hg *= xstd::once::exp(x0);
                        }
                        break;
                    }
                }
            } else {
                // DLMF 13.7.2 & 13.2.4, SUM2 corresponds to first sum
                cta = cgama(a, 0);
                ctb = cgama(b, 0);
                xg = b - a;
                ctba = cgama(xg, 0);
                sum1 = 1.0;
                sum2 = 1.0;
                r1 = 1.0;
                r2 = 1.0;
CUPRUM_ROLLED
                for (i = 1; i < 9; i++) {
                    r1 = -r1 * (a + i - 1.0) * (a - b + i) / (x * i);
                    r2 = -r2 * (b - a + i - 1.0) * (a - i) / (x * i);
                    sum1 += r1;
                    sum2 += r2;
                }
                if (x0 >= 0.0) {
                    hg1 = (xstd::once::exp(ctb - ctba)).real() * pow(x, -a) * cos(pi * a) * sum1;
                    hg2 = (xstd::once::exp(ctb - cta + x)).real() * pow(x, a - b) * sum2;
                } else {
                    // DLMF 13.2.39 (cf. above)
                    hg1 = (xstd::once::exp(ctb - ctba + x0)).real() * pow(x, -a) * cos(pi * a) * sum1;
                    hg2 = (xstd::once::exp(ctb - cta)).real() * pow(x, a - b) * sum2;
                }
                hg = hg1 + hg2;
            }
            /* 25 */
            if (n == 0) {
                y0 = hg;
            }
            if (n == 1) {
                y1 = hg;
            }
        }
        if (a0 >= 2.0) {
            // DLMF 13.3.1
CUPRUM_ROLLED
            for (i = 1; i < la; i++) {
                hg = ((2.0 * a - b + x) * y1 + (b - a) * y0) / a;
                y0 = y1;
                y1 = hg;
                a += 1.0;
            }
        }
        a = a1;
        x = x0;
        return hg;
    }

    XSF_LONG double chgu(double x, double a, double b, int *md, int *isfer) {

        // =======================================================
        // Purpose: Compute the confluent hypergeometric function
        //          U(a,b,x)
        // Input  : a  --- Parameter
        //          b  --- Parameter
        //          x  --- Argument  ( x > 0 )
        // Output:  HU --- U(a,b,x)
        //          MD --- Method code
        //          ISFER --- Error flag
        // Routines called:
        //      (1) CHGUS for small x ( MD=1 )
        //      (2) CHGUL for large x ( MD=2 )
        //      (3) CHGUBI for integer b ( MD=3 )
        //      (4) CHGUIT for numerical integration ( MD=4 )
        // =======================================================

        int il1, il2, il3, bl1, bl2, bl3, bn, id1 = 0, id;
        double aa, hu = 0.0, hu1, b00;

        aa = a - b + 1.0;
        *isfer = 0;
        il1 = (a == (int)a) && (a <= 0.0);
        il2 = (aa == (int)aa) && (aa <= 0.0);
        il3 = fabs(a * (a - b + 1.0)) / x <= 2.0;
        bl1 = (x <= 5.0) || (x <= 10.0 && a <= 2.0);
        bl2 = (x > 5.0) && (x <= 12.5) && ((a >= 1.0) && (b >= a + 4.0));
        bl3 = (x > 12.5) && (a >= 5.0) && (b >= a + 5.0);
        bn = (b == (int)b) && (b != 0.0);

        id = -100;
        hu1 = 0.0;
        if (b != (int)b) {
            hu = chgus(x, a, b, &id1);
            *md = 1;
            if (id1 >= 9) {
                return hu;
            }
            hu1 = hu;
        }
        if (il1 || il2 || il3) {
            hu = chgul(x, a, b, &id);
            *md = 2;
            if (id >= 9) {
                return hu;
            }
            if (id1 > id) {
                *md = 1;
                id = id1;
                hu = hu1;
            }
        }
        if (a >= 1.0) {
            if (bn && (bl1 || bl2 || bl3)) {
                hu = chgubi(x, a, b, &id);
                *md = 3;
            } else {
                hu = chguit(x, a, b, &id);
                *md = 4;
            }
        } else {
            if (b <= a) {
                b00 = b;
                a -= b - 1.0;
                b = 2.0 - b;
                hu = chguit(x, a, b, &id);
                hu *= pow(x, 1.0 - b00);
                *md = 4;
            } else if (bn && (~il1)) {
                hu = chgubi(x, a, b, &id);
                *md = 3;
            }
        }
        if (id < 6) {
            *isfer = 6;
        }
        return hu;
    }

    XSF_LONG double chgubi(double x, double a, double b, int *id) {

        // ======================================================
        // Purpose: Compute confluent hypergeometric function
        //          U(a,b,x) with integer b ( b = ±1,±2,... )
        // Input  : a  --- Parameter
        //          b  --- Parameter
        //          x  --- Argument
        // Output:  HU --- U(a,b,x)
        //          ID --- Estimated number of significant digits
        // Routines called:
        //      (1) GAMMA2 for computing gamma function Г(x)
        //      (2) PSI_SPEC for computing psi function
        // ======================================================

        int id1, id2, j, k, m, n;
        double a0, a1, a2, da1, da2, db1, db2, ga, ga1, h0, hm1, hm2, hm3, hmax, hmin, hu, hu1, hu2, hw, ps, r, rn, rn1,
            s0, s1, s2, sa, sb, ua, ub;
        const double el = 0.5772156649015329;

        *id = -100;
        n = (int)fabs(b - 1);
        rn1 = 1.0;
        rn = 1.0;
CUPRUM_ROLLED
        for (j = 1; j <= n; j++) {
            rn *= j;
            if (j == n - 1) {
                rn1 = rn;
            }
        }
        ps = psi_spec(a);
        ga = gamma2(a);
        if (b > 0.0) {
            a0 = a;
            a1 = a - n;
            a2 = a1;
            ga1 = gamma2(a1);
            ua = pow(-1, n - 1) / (rn * ga1);
            ub = rn1 / ga * pow(x, -n);
        } else {
            a0 = a + n;
            a1 = a0;
            a2 = a;
            ga1 = gamma2(a1);
            ua = pow(-1, n - 1) / (rn * ga) * pow(x, n);
            ub = rn1 / ga1;
        }
        hm1 = 1.0;
        r = 1.0;
        hmax = 0.0;
        hmin = 1e300;
        h0 = 0.0;
CUPRUM_ROLLED
        for (k = 1; k <= 150; k++) {
            r = r * (a0 + k - 1) * x / ((n + k) * k);
            hm1 += r;
            hu1 = fabs(hm1);

            if (hu1 > hmax) {
                hmax = hu1;
            }
            if (hu1 < hmin) {
                hmin = hu1;
            }
            if (fabs(hm1 - h0) < fabs(hm1) * 1.0e-15) {
                break;
            }
            h0 = hm1;
        }

        da1 = log10(hmax);
        da2 = 0;

        if (hmin != 0) {
            da2 = log10(hmin);
        }

        *id = 15 - (int)fabs(da1 - da2);
        hm1 *= xstd::once::log(x);
        s0 = 0;

CUPRUM_ROLLED
        for (m = 1; m <= n; m++) {
            if (b >= 0) {
                s0 -= 1.0 / m;
            }
            if (b < 0) {
                s0 += (1.0 - a) / (m * (a + m - 1));
            }
        }

        hm2 = ps + 2 * el + s0;
        r = 1;
        hmax = 0;
        hmin = 1.0e+300;

CUPRUM_ROLLED
        for (k = 1; k <= 150; k++) {
            s1 = 0;
            s2 = 0;

            if (b > 0) {
CUPRUM_ROLLED
                for (m = 1; m <= k; m++) {
                    s1 -= (m + 2 * a - 2) / (m * (m + a - 1));
                }
CUPRUM_ROLLED
                for (m = 1; m <= n; m++) {
                    s2 += 1.0 / (k + m);
                }
            } else {
CUPRUM_ROLLED
                for (m = 1; m <= k + n; m++) {
                    s1 += (1.0 - a) / (m * (m + a - 1));
                }
CUPRUM_ROLLED
                for (m = 1; m <= k; m++) {
                    s2 += 1.0 / m;
                }
            }

            hw = 2 * el + ps + s1 - s2;
            r = r * (a0 + k - 1) * x / ((n + k) * k);
            hm2 += r * hw;
            hu2 = fabs(hm2);

            if (hu2 > hmax) {
                hmax = hu2;
            }

            if (hu2 < hmin) {
                hmin = hu2;
            }

            if (fabs((hm2 - h0) / hm2) < 1.0e-15) {
                break;
            }

            h0 = hm2;
        }

        db1 = log10(hmax);
        db2 = 0.0;
        if (hmin != 0.0) {
            db2 = log10(hmin);
        }
        id1 = 15 - (int)fabs(db1 - db2);
        if (id1 < *id) {
            *id = id1;
        }
        hm3 = 1.0;
        if (n == 0) {
            hm3 = 0.0;
        }
        r = 1.0;
CUPRUM_ROLLED
        for (k = 1; k < n; k++) {
            r = r * (a2 + k - 1.0) / ((k - n) * k) * x;
            hm3 += r;
        }
        sa = ua * (hm1 + hm2);
        sb = ub * hm3;
        hu = sa + sb;
        id2 = 0;
        if (sa != 0.0) {
            id1 = (int)(log10(fabs(sa)));
        }
        if (hu != 0.0) {
            id2 = (int)(log10(fabs(hu)));
        }
        if (sa * sb < 0.0) {
            *id -= abs(id1 - id2);
        }
        return hu;
    }

    XSF_LONG double chguit(double x, double a, double b, int *id) {

        // ======================================================
        // Purpose: Compute hypergeometric function U(a,b,x) by
        //          using Gaussian-Legendre integration (n=60)
        // Input  : a  --- Parameter ( a > 0 )
        //          b  --- Parameter
        //          x  --- Argument ( x > 0 )
        // Output:  HU --- U(a,b,z)
        //          ID --- Estimated number of significant digits
        // Routine called: GAMMA2 for computing Г(x)
        // ======================================================

        int k, j, m;
        double a1, b1, c, d, f1, f2, g, ga, hu, hu0, hu1, hu2, s, t1, t2, t3, t4;
        static const double t[30] = {0.259597723012478e-01, 0.778093339495366e-01, 0.129449135396945e+00,
                                     0.180739964873425e+00, 0.231543551376029e+00, 0.281722937423262e+00,
                                     0.331142848268448e+00, 0.379670056576798e+00, 0.427173741583078e+00,
                                     0.473525841761707e+00, 0.518601400058570e+00, 0.562278900753945e+00,
                                     0.604440597048510e+00, 0.644972828489477e+00, 0.683766327381356e+00,
                                     0.720716513355730e+00, 0.755723775306586e+00, 0.788693739932264e+00,
                                     0.819537526162146e+00, 0.848171984785930e+00, 0.874519922646898e+00,
                                     0.898510310810046e+00, 0.920078476177628e+00, 0.939166276116423e+00,
                                     0.955722255839996e+00, 0.969701788765053e+00, 0.981067201752598e+00,
                                     0.989787895222222e+00, 0.995840525118838e+00, 0.999210123227436e+00};
        static const double w[30] = {0.519078776312206e-01, 0.517679431749102e-01, 0.514884515009810e-01,
                                     0.510701560698557e-01, 0.505141845325094e-01, 0.498220356905502e-01,
                                     0.489955754557568e-01, 0.480370318199712e-01, 0.469489888489122e-01,
                                     0.457343797161145e-01, 0.443964787957872e-01, 0.429388928359356e-01,
                                     0.413655512355848e-01, 0.396806954523808e-01, 0.378888675692434e-01,
                                     0.359948980510845e-01, 0.340038927249464e-01, 0.319212190192963e-01,
                                     0.297524915007890e-01, 0.275035567499248e-01, 0.251804776215213e-01,
                                     0.227895169439978e-01, 0.203371207294572e-01, 0.178299010142074e-01,
                                     0.152746185967848e-01, 0.126781664768159e-01, 0.100475571822880e-01,
                                     0.738993116334531e-02, 0.471272992695363e-02, 0.202681196887362e-02};
        *id = 9;
        // DLMF 13.4.4, integration up to C=12/X
        a1 = a - 1.0;
        b1 = b - a - 1.0;
        c = 12.0 / x;
        hu0 = 0.0;
CUPRUM_ROLLED
        for (m = 10; m <= 100; m += 5) {
            hu1 = 0.0;
            g = 0.5 * c / m;
            d = g;
CUPRUM_ROLLED
            for (j = 1; j < (m + 1); j++) {
                s = 0.0;
CUPRUM_ROLLED
                for (k = 1; k <= 30; k++) {
                    t1 = d + g * t[k - 1];
                    t2 = d - g * t[k - 1];
                    f1 = xstd::once::exp(-x * t1) * pow(t1, a1) * pow(1.0 + t1, b1);
                    f2 = xstd::once::exp(-x * t2) * pow(t2, a1) * pow(1.0 + t2, b1);
                    s += w[k - 1] * (f1 + f2);
                }
                hu1 += s * g;
                d += 2.0 * g;
            }
            if (fabs(1.0 - hu0 / hu1) < 1.0e-9) {
                break;
            }
            hu0 = hu1;
        }
        ga = gamma2(a);
        hu1 /= ga;
        // DLMF 13.4.4 with substitution t=C/(1-u)
        // integration u from 0 to 1, i.e. t from C=12/X to infinity
CUPRUM_ROLLED
        for (m = 2; m <= 10; m += 2) {
            hu2 = 0.0;
            g = 0.5 / m;
            d = g;
CUPRUM_ROLLED
            for (j = 1; j <= m; j++) {
                s = 0.0;
CUPRUM_ROLLED
                for (k = 1; k <= 30; k++) {
                    t1 = d + g * t[k - 1];
                    t2 = d - g * t[k - 1];
                    t3 = c / (1.0 - t1);
                    t4 = c / (1.0 - t2);
                    f1 = t3 * t3 / c * xstd::once::exp(-x * t3) * pow(t3, a1) * pow(1.0 + t3, b1);
                    f2 = t4 * t4 / c * xstd::once::exp(-x * t4) * pow(t4, a1) * pow(1.0 + t4, b1);
                    s += w[k - 1] * (f1 + f2);
                }
                hu2 += s * g;
                d += 2.0 * g;
            }
            if (fabs(1.0 - hu0 / hu2) < 1.0e-9) {
                break;
            }
            hu0 = hu2;
        }
        ga = gamma2(a);
        hu2 /= ga;
        hu = hu1 + hu2;
        return hu;
    }

    XSF_LONG double chgul(double x, double a, double b, int *id) {

        // =======================================================
        // Purpose: Compute the confluent hypergeometric function
        //          U(a,b,x) for large argument x
        // Input  : a  --- Parameter
        //          b  --- Parameter
        //          x  --- Argument
        // Output:  HU --- U(a,b,x)
        //          ID --- Estimated number of significant digits
        // =======================================================

        int il1, il2, k, nm;
        double aa, hu, r, r0 = 0.0, ra = 0.0;

        *id = -100;
        aa = a - b + 1.0;
        il1 = (a == (int)a) && (a <= 0.0);
        il2 = (aa == (int)aa) && (aa <= 0.0);
        nm = 0;
        if (il1) {
            nm = (int)fabs(a);
        }
        if (il2) {
            nm = (int)fabs(aa);
        }
        // IL1: DLMF 13.2.7 with k=-s-a
        // IL2: DLMF 13.2.8
        if (il1 || il2) {
            hu = 1.0;
            r = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= nm; k++) {
                r = -r * (a + k - 1.0) * (a - b + k) / (k * x);
                hu += r;
            }
            hu *= pow(x, -a);
            *id = 10;
        } else {
            // DLMF 13.7.3
            hu = 1.0;
            r = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= 25; k++) {
                r = -r * (a + k - 1.0) * (a - b + k) / (k * x);
                ra = fabs(r);
                if (((k > 5) && (ra >= r0)) || (ra < 1e-15)) {
                    break;
                }
                r0 = ra;
                hu += r;
            }
            *id = (int)fabs(log10(ra));
            hu *= pow(x, -a);
        }
        return hu;
    }

    XSF_LONG double chgus(double x, double a, double b, int *id) {

        // ======================================================
        // Purpose: Compute confluent hypergeometric function
        //          U(a,b,x) for small argument x
        // Input  : a  --- Parameter
        //          b  --- Parameter ( b <> 0,-1,-2,...)
        //          x  --- Argument
        // Output:  HU --- U(a,b,x)
        //          ID --- Estimated number of significant digits
        // Routine called: GAMMA2 for computing gamma function
        // ======================================================

        // DLMF 13.2.42 with prefactors rewritten according to
        // DLMF 5.5.3, M(a, b, x) with DLMF 13.2.2
        int j;
        double d1, d2, ga, gb, gab, gb2, h0, hmax, hmin, hu, hu0, hua, r1, r2;
        const double pi = 3.141592653589793;

        *id = 100;
        ga = gamma2(a);
        gb = gamma2(b);
        gab = gamma2(1.0 + a - b);
        gb2 = gamma2(2.0 - b);
        hu0 = pi / sin(pi * b);
        r1 = hu0 / (gab * gb);
        r2 = hu0 * pow(x, 1.0 - b) / (ga * gb2);
        hu = r1 - r2;
        hmax = 0.0;
        hmin = 1e300;
        h0 = 0.0;
CUPRUM_ROLLED
        for (j = 1; j < 151; j++) {
            r1 = r1 * (a + j - 1.0) / (j * (b + j - 1.0)) * x;
            r2 = r2 * (a - b + j) / (j * (1.0 - b + j)) * x;
            hu += r1 - r2;
            hua = fabs(hu);
            if (hua > hmax) {
                hmax = hua;
            }
            if (hua < hmin) {
                hmin = hua;
            }
            if (fabs(hu - h0) < fabs(hu) * 1e-15) {
                break;
            }
            h0 = hu;
        }
        d1 = log10(hmax);
        d2 = 0.0;
        if (hmin != 0.0) {
            d2 = log10(hmin);
        }
        *id = 15 - (d1 - d2 < 0 ? d2 - d1 : d1 - d2);
        return hu;
    }

    XSF_LONG double cv0(double kd, double m, double q) {

        // =====================================================
        // Purpose: Compute the initial characteristic value of
        //          Mathieu functions for m ≤ 12  or q ≤ 300 or
        //          q ≥ m*m
        // Input :  m  --- Order of Mathieu functions
        //          q  --- Parameter of Mathieu functions
        // Output:  A0 --- Characteristic value
        // Routines called:
        //       (1) CVQM for computing initial characteristic
        //           value for q ≤ 3*m
        //       (2) CVQL for computing initial characteristic
        //           value for q ≥ m*m
        // ====================================================

        double a0 = 0.0, q2 = q * q;

        if (m == 0) {
            if (q <= 1.0) {
                a0 = (((0.0036392 * q2 - 0.0125868) * q2 + 0.0546875) * q2 - 0.5) * q2;
            } else if (q <= 10.0) {
                a0 = ((3.999267e-3 * q - 9.638957e-2) * q - 0.88297) * q + 0.5542818;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 1) {
            if ((q <= 1.0) && (kd == 2)) {
                a0 = (((-6.51e-4 * q - 0.015625) * q - 0.125) * q + 1.0) * q + 1.0;
            } else if (q <= 1.0 && kd == 3) {
                a0 = (((-6.51e-4 * q + 0.015625) * q - 0.125) * q - 1.0) * q + 1.0;
            } else if (q <= 10.0 && kd == 2) {
                a0 = (((-4.94603e-4 * q + 1.92917e-2) * q - 0.3089229) * q + 1.33372) * q + 0.811752;
            } else if (q <= 10.0 && kd == 3) {
                a0 = ((1.971096e-3 * q - 5.482465e-2) * q - 1.152218) * q + 1.10427;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 2) {
            if (q <= 1.0 && kd == 1) {
                a0 = (((-0.0036391 * q2 + 0.0125888) * q2 - 0.0551939) * q2 + 0.416667) * q2 + 4.0;
            } else if (q <= 1.0 && kd == 4) {
                a0 = (0.0003617 * q2 - 0.0833333) * q2 + 4.0;
            } else if (q <= 15.0 && kd == 1) {
                a0 = (((3.200972e-4 * q - 8.667445e-3) * q - 1.829032e-4) * q + 0.9919999) * q + 3.3290504;
            } else if (q <= 10.0 && kd == 4) {
                a0 = ((2.38446e-3 * q - 0.08725329) * q - 4.732542e-3) * q + 4.00909;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 3) {
            if (q <= 1.0 && kd == 2) {
                a0 = (((6.348e-4 * q + 0.015625) * q + 0.0625) * q2 + 9.0);
            } else if (q <= 1.0 && kd == 3) {
                a0 = (((6.348e-4 * q - 0.015625) * q + 0.0625) * q2 + 9.0);
            } else if (q <= 20.0 && kd == 2) {
                a0 = (((3.035731e-4 * q - 1.453021e-2) * q + 0.19069602) * q - 0.1039356) * q + 8.9449274;
            } else if (q <= 15.0 && kd == 3) {
                a0 = ((9.369364e-5 * q - 0.03569325) * q + 0.2689874) * q + 8.771735;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 4) {
            if (q <= 1.0 && kd == 1) {
                a0 = ((-2.1e-6 * q2 + 5.012e-4) * q2 + 0.0333333) * q2 + 16.0;
            } else if (q <= 1.0 && kd == 4) {
                a0 = ((3.7e-6 * q2 - 3.669e-4) * q2 + 0.0333333) * q2 + 16.0;
            } else if (q <= 25.0 && kd == 1) {
                a0 = (((1.076676e-4 * q - 7.9684875e-3) * q + 0.17344854) * q - 0.5924058) * q + 16.620847;
            } else if (q <= 20.0 && kd == 4) {
                a0 = ((-7.08719e-4 * q + 3.8216144e-3) * q + 0.1907493) * q + 15.744;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 5) {
            if (q <= 1.0 && kd == 2) {
                a0 = ((6.8e-6 * q + 1.42e-5) * q2 + 0.0208333) * q2 + 25.0;
            } else if (q <= 1.0 && kd == 3) {
                a0 = ((-6.8e-6 * q + 1.42e-5) * q2 + 0.0208333) * q2 + 25.0;
            } else if (q <= 35.0 && kd == 2) {
                a0 = (((2.238231e-5 * q - 2.983416e-3) * q + 0.10706975) * q - 0.600205) * q + 25.93515;
            } else if (q <= 25.0 && kd == 3) {
                a0 = ((-7.425364e-4 * q + 2.18225e-2) * q + 4.16399e-2) * q + 24.897;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 6) {
            if (q <= 1.0) {
                a0 = (4e-6 * q2 + 0.0142857) * q2 + 36.0;
            } else if (q <= 40.0 && kd == 1) {
                a0 = (((-1.66846e-5 * q + 4.80263e-4) * q + 2.53998e-2) * q - 0.181233) * q + 36.423;
            } else if (q <= 35.0 && kd == 4) {
                a0 = ((-4.57146e-4 * q + 2.16609e-2) * q - 2.349616e-2) * q + 35.99251;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m == 7) {
            if (q <= 10.0) {
                a0 = cvqm(m, q);
            } else if (q <= 50.0 && kd == 2) {
                a0 = (((-1.411114e-5 * q + 9.730514e-4) * q - 3.097887e-3) * q + 3.533597e-2) * q + 49.0547;
            } else if (q <= 40.0 && kd == 3) {
                a0 = ((-3.043872e-4 * q + 2.05511e-2) * q - 9.16292e-2) * q + 49.19035;
            } else {
                a0 = cvql(kd, m, q);
            }
        } else if (m >= 8) {
            if (q <= 3 * m) {
                a0 = cvqm(m, q);
            } else if (q > m * m) {
                a0 = cvql(kd, m, q);
            } else {
                if (m == 8 && kd == 1) {
                    a0 = (((8.634308e-6 * q - 2.100289e-3) * q + 0.169072) * q - 4.64336) * q + 109.4211;
                } else if (m == 8 && kd == 4) {
                    a0 = ((-6.7842e-5 * q + 2.2057e-3) * q + 0.48296) * q + 56.59;
                } else if (m == 9 && kd == 2) {
                    a0 = (((2.906435e-6 * q - 1.019893e-3) * q + 0.1101965) * q - 3.821851) * q + 127.6098;
                } else if (m == 9 && kd == 3) {
                    a0 = ((-9.577289e-5 * q + 0.01043839) * q + 0.06588934) * q + 78.0198;
                } else if (m == 10 && kd == 1) {
                    a0 = (((5.44927e-7 * q - 3.926119e-4) * q + 0.0612099) * q - 2.600805) * q + 138.1923;
                } else if (m == 10 && kd == 4) {
                    a0 = ((-7.660143e-5 * q + 0.01132506) * q - 0.09746023) * q + 99.29494;
                } else if (m == 11 && kd == 2) {
                    a0 = (((-5.67615e-7 * q + 7.152722e-6) * q + 0.01920291) * q - 1.081583) * q + 140.88;
                } else if (m == 11 && kd == 3) {
                    a0 = ((-6.310551e-5 * q + 0.0119247) * q - 0.2681195) * q + 123.667;
                } else if (m == 12 && kd == 1) {
                    a0 = (((-2.38351e-7 * q - 2.90139e-5) * q + 0.02023088) * q - 1.289) * q + 171.2723;
                } else if (m == 12 && kd == 4) {
                    a0 = (((3.08902e-7 * q - 1.577869e-4) * q + 0.0247911) * q - 1.05454) * q + 161.471;
                }
            }
        }
        return a0;
    }

    XSF_LONG double cva2(int kd, int m, double q) {

        // ======================================================
        // Purpose: Calculate a specific characteristic value of
        //          Mathieu functions
        // Input :  m  --- Order of Mathieu functions
        //          q  --- Parameter of Mathieu functions
        //          KD --- Case code
        //                 KD=1 for cem(x,q)  ( m = 0,2,4,...)
        //                 KD=2 for cem(x,q)  ( m = 1,3,5,...)
        //                 KD=3 for sem(x,q)  ( m = 1,3,5,...)
        //                 KD=4 for sem(x,q)  ( m = 2,4,6,...)
        // Output:  A  --- Characteristic value
        // Routines called:
        //       (1) REFINE for finding accurate characteristic
        //           value using an iteration method
        //       (2) CV0 for finding initial characteristic
        //           values using polynomial approximation
        //       (3) CVQM for computing initial characteristic
        //           values for q ≤ 3*m
        //       (3) CVQL for computing initial characteristic
        //           values for q ≥ m*m
        // ======================================================

        int ndiv, nn, i;
        double a = 0.0, delta, q1, q2, qq, a1, a2;

        if ((m <= 12) || (q <= 3.0 * m) || (q > m * m)) {
            a = cv0(kd, m, q);
            if ((q != 0.0) && (m != 2)) {
                a = refine(kd, m, q, a);
            }
            if ((q > 2.0e-3) && (m == 2)) {
                a = refine(kd, m, q, a);
            }
        } else {
            ndiv = 10;
            delta = (m - 3.0) * m / ndiv;

            if ((q - 3.0 * m) <= (m * m - q)) {
                nn = (int)((q - 3.0 * m) / delta) + 1;
                delta = (q - 3.0 * m) / nn;
                q1 = 2.0 * m;
                a1 = cvqm(m, q1);
                q2 = 3.0 * m;
                a2 = cvqm(m, q2);
                qq = 3.0 * m;
CUPRUM_ROLLED
                for (i = 1; i <= nn; i++) {
                    qq = qq + delta;
                    a = (a1 * q2 - a2 * q1 + (a2 - a1) * qq) / (q2 - q1);
                    a = refine(kd, m, qq, a);
                    q1 = q2;
                    q2 = qq;
                    a1 = a2;
                    a2 = a;
                }
            } else {
                nn = (int)((m * m - q) / delta) + 1;
                delta = (m * m - q) / nn;
                q1 = m * (m - 1.0);
                a1 = cvql(kd, m, q1);
                q2 = m * m;
                a2 = cvql(kd, m, q2);
                qq = m * m;
CUPRUM_ROLLED
                for (i = 1; i <= nn; ++i) {
                    qq = qq - delta;
                    a = (a1 * q2 - a2 * q1 + (a2 - a1) * qq) / (q2 - q1);
                    a = refine(kd, m, qq, a);
                    q1 = q2;
                    q2 = qq;
                    a1 = a2;
                    a2 = a;
                }
            }
        }
        return a;
    }

    XSF_LONG double cvf(int kd, int m, double q, double a, int mj) {

        // ======================================================
        // Purpose: Compute the value of F for characteristic
        //          equation of Mathieu functions
        // Input :  m --- Order of Mathieu functions
        //          q --- Parameter of Mathieu functions
        //          A --- Characteristic value
        // Output:  F --- Value of F for characteristic equation
        // ======================================================

        int j, ic = m / 2, l = 0, l0 = 0, j0 = 2;
        int jf = ic;
        double t0 = 0.0, t1 = 0.0, t2 = 0.0, b = a, f;

        if (kd == 1) {
            j0 = 3;
            l0 = 2;
        }
        if ((kd == 2) || (kd == 3)) {
            l = 1;
        }
        if (kd == 4) {
            jf = ic - 1;
        }

CUPRUM_ROLLED
        for (j = mj; j >= ic + 1; j--) {
            t1 = -q * q / (pow(2.0 * j + l, 2) - b + t1);
        }

        if (m <= 2) {
            if ((kd == 1) && (m == 0)) {
                t1 += t1;
            }
            if ((kd == 1) && (m == 2)) {
                t1 = -2.0 * q * q / (4.0 - b + t1) - 4.0;
            }
            if ((kd == 2) && (m == 1)) {
                t1 += q;
            }
            if ((kd == 3) && (m == 1)) {
                t1 -= q;
            }
        } else {
            if (kd == 1) {
                t0 = 4.0 - b + 2.0 * q * q / b;
            }
            if (kd == 2) {
                t0 = 1.0 - b + q;
            }
            if (kd == 3) {
                t0 = 1.0 - b - q;
            }
            if (kd == 4) {
                t0 = 4.0 - b;
            }
            t2 = -q * q / t0;
CUPRUM_ROLLED
            for (j = j0; j <= jf; j++) {
                t2 = -q * q / (pow(2.0 * j - l - l0, 2.0) - b + t2);
            }
        }
        f = pow(2.0 * ic + l, 2) + t1 + t2 - b;
        return f;
    }

    XSF_LONG double cvql(int kd, int m, double q) {

        // ========================================================
        // Purpose: Compute the characteristic value of Mathieu
        //          functions  for q ≥ 3m
        // Input :  m  --- Order of Mathieu functions
        //          q  --- Parameter of Mathieu functions
        // Output:  A0 --- Initial characteristic value
        // ========================================================

        double a0, w, w2, w3, w4, w6, d1, d2, d3, d4, c1, p1, p2, cv1, cv2;

        w = 0.0;
        if ((kd == 1) || (kd == 2)) {
            w = 2.0 * m + 1.0;
        }
        if ((kd == 3) || (kd == 4)) {
            w = 2.0 * m - 1.0;
        }
        w2 = w * w;
        w3 = w * w2;
        w4 = w2 * w2;
        w6 = w2 * w4;
        d1 = 5.0 + 34.0 / w2 + 9.0 / w4;
        d2 = (33.0 + 410.0 / w2 + 405.0 / w4) / w;
        d3 = (63.0 + 1260.0 / w2 + 2943.0 / w4 + 486.0 / w6) / w2;
        d4 = (527.0 + 15617.0 / w2 + 69001.0 / w4 + 41607.0 / w6) / w3;
        c1 = 128.0;
        p2 = q / w4;
        p1 = sqrt(p2);
        cv1 = -2.0 * q + 2.0 * w * sqrt(q) - (w2 + 1.0) / 8.0;
        cv2 = (w + 3.0 / w) + d1 / (32.0 * p1) + d2 / (8.0 * c1 * p2);
        cv2 = cv2 + d3 / (64.0 * c1 * p1 * p2) + d4 / (16.0 * c1 * c1 * p2 * p2);
        a0 = cv1 - cv2 / (c1 * p1);
        return a0;
    }

    inline double cvqm(int m, double q) {

        // =====================================================
        // Purpose: Compute the characteristic value of Mathieu
        //          functions for q ≤ m*m
        // Input :  m  --- Order of Mathieu functions
        //          q  --- Parameter of Mathieu functions
        // Output:  A0 --- Initial characteristic value
        // =====================================================

        double hm1, hm3, hm5, a0;

        hm1 = 0.5 * q / (m * m - 1.0);
        hm3 = .25 * pow(hm1, 3) / (m * m - 4.0);
        hm5 = hm1 * hm3 * q / ((m * m - 1.0) * (m * m - 9.0));
        a0 = m * m + q * (hm1 + (5.0 * m * m + 7.0) * hm3 + (9.0 * pow(m, 4) + 58.0 * m * m + 29.0) * hm5);
        return a0;
    }

    template <typename T>
    XSF_LONG void fcoef(int kd, int m, T q, T a, T *fc) {

        // =====================================================
        // Purpose: Compute expansion coefficients for Mathieu
        //          functions and modified Mathieu functions
        // Input :  m  --- Order of Mathieu functions
        //          q  --- Parameter of Mathieu functions
        //          KD --- Case code
        //                 KD=1 for cem(x,q)  ( m = 0,2,4,...)
        //                 KD=2 for cem(x,q)  ( m = 1,3,5,...)
        //                 KD=3 for sem(x,q)  ( m = 1,3,5,...)
        //                 KD=4 for sem(x,q)  ( m = 2,4,6,...)
        //          A  --- Characteristic value of Mathieu
        //                 functions for given m and q
        // Output:  FC(k) --- Expansion coefficients of Mathieu
        //                 functions ( k= 1,2,...,KM )
        //                 FC(1),FC(2),FC(3),... correspond to
        //                 A0,A2,A4,... for KD=1 case, A1,A3,
        //                 A5,... for KD=2 case, B1,B3,B5,...
        //                 for KD=3 case and B2,B4,B6,... for
        //                 KD=4 case
        // =====================================================

        int i, k, j, jm = 0, km, kb;
        T f1, fnan, qm, s, f, u, v, f2, f3, sp, ss, s0;

CUPRUM_ROLLED
        for (i = 0; i < 251; ++i) {
            fc[i] = 0.0;
        }

        if (fabs(q) <= 1.0e-7) {
            // Expansion up to order Q^1 (Abramowitz & Stegun 20.2.27-28)
            if (kd == 1) {
                jm = m / 2 + 1;
            } else if ((kd == 2) || (kd == 3)) {
                jm = (m - 1) / 2 + 1;
            } else if (kd == 4) {
                jm = m / 2;
            }

            if (jm + 1 > 251) {
                fnan = NAN;
CUPRUM_ROLLED
                for (i = 0; i < 251; ++i) {
                    fc[i] = fnan;
                }
                return;
            }
            // Proceed using the simplest expansion
            if (kd == 1 || kd == 2) {
                if (m == 0) {
                    fc[0] = 1.0 / sqrt(2.0);
                    fc[1] = -q / (2.0 * sqrt(2.0));
                } else if (m == 1) {
                    fc[0] = 1.0;
                    fc[1] = -q / 8.0;
                } else if (m == 2) {
                    fc[0] = q / 4.0;
                    fc[1] = 1.0;
                    fc[2] = -q / 12.0;
                } else {
                    fc[jm - 1] = 1.0;
                    fc[jm] = -q / (4.0 * (m + 1));
                    fc[jm - 2] = q / (4.0 * (m - 1));
                }
            } else if (kd == 3 || kd == 4) {
                if (m == 1) {
                    fc[0] = 1.0;
                    fc[1] = -q / 8.0;
                } else if (m == 2) {
                    fc[0] = 1.0;
                    fc[1] = -q / 12.0;
                } else {
                    fc[jm - 1] = 1.0;
                    fc[jm] = -q / (4.0 * (m + 1));
                    fc[jm - 2] = q / (4.0 * (m - 1));
                }
            }
            return;
        } else if (q <= 1.0) {
            qm = 7.5 + 56.1 * sqrt(q) - 134.7 * q + 90.7 * sqrt(q) * q;
        } else {
            qm = 17.0 + 3.1 * sqrt(q) - 0.126 * q + 0.0037 * sqrt(q) * q;
        }

        km = (int)(qm + 0.5 * m);

        if (km > 251) {
            // Overflow, generate NaNs
CUPRUM_ROLLED
            for (i = 0; i < 251; ++i) {
                fc[i] = NAN;
            }
            return;
        }

        kb = 0;
        s = 0.0;
        f = 1.0e-100;
        u = 0.0;
        fc[km - 1] = 0.0;
        f2 = 0.0;

        if (kd == 1) {
CUPRUM_ROLLED
            for (k = km; k >= 3; k--) {
                v = u;
                u = f;
                f = (a - 4.0 * k * k) * u / q - v;

                if (fabs(f) < fabs(fc[k])) {
                    kb = k;
                    fc[0] = 1.0e-100;
                    sp = 0.0;
                    f3 = fc[k];
                    fc[1] = a / q * fc[0];
                    fc[2] = (a - 4.0) * fc[1] / q - 2.0 * fc[0];
                    u = fc[1];
                    f1 = fc[2];

CUPRUM_ROLLED
                    for (i = 3; i <= kb; i++) {
                        v = u;
                        u = f1;
                        f1 = (a - 4.0 * (i - 1.0) * (i - 1.0)) * u / q - v;
                        fc[i] = f1;

                        if (i == kb) {
                            f2 = f1;
                        }
                        if (i != kb) {
                            sp += f1 * f1;
                        }
                    }

                    sp += 2.0 * fc[0] * fc[0] + fc[1] * fc[1] + fc[2] * fc[2];
                    ss = s + sp * (f3 / f2) * (f3 / f2);
                    s0 = sqrt(1.0 / ss);

CUPRUM_ROLLED
                    for (j = 1; j <= km; j++) {
                        if (j <= kb + 1) {
                            fc[j - 1] = s0 * fc[j - 1] * f3 / f2;
                        } else {
                            fc[j - 1] *= s0;
                        }
                    }
                    if (fc[0] < 0.0) {
CUPRUM_ROLLED
                        for (j = 0; j < km; j++) {
                            fc[j] = -fc[j];
                        }
                    }
                    return;
                } else {
                    fc[k - 1] = f;
                    s += f * f;
                }
            }

            fc[1] = q * fc[2] / (a - 4.0 - 2.0 * q * q / a);
            fc[0] = q / a * fc[1];
            s += 2.0 * fc[0] * fc[0] + fc[1] * fc[1];
            s0 = sqrt(1.0 / s);

CUPRUM_ROLLED
            for (k = 1; k <= km; k++) {
                fc[k - 1] *= s0;
            }
        } else if ((kd == 2) || (kd == 3)) {
CUPRUM_ROLLED
            for (k = km; k >= 3; k--) {
                v = u;
                u = f;
                f = (a - (2.0 * k - 1) * (2.0 * k - 1)) * u / q - v;

                if (fabs(f) >= fabs(fc[k - 1])) {
                    fc[k - 2] = f;
                    s += f * f;
                } else {
                    kb = k;
                    f3 = fc[k - 1];
                    goto L45;
                }
            }

            fc[0] = q / (a - 1.0 - pow(-1, kd) * q) * fc[1];
            s += fc[0] * fc[0];
            s0 = sqrt(1.0 / s);

CUPRUM_ROLLED
            for (k = 1; k <= km; k++) {
                fc[k - 1] *= s0;
            }
            if (fc[0] < 0.0) {
CUPRUM_ROLLED
                for (j = 0; j < km; j++) {
                    fc[j] = -fc[j];
                }
            }
            return;
        L45:
            fc[0] = 1.0e-100;
            fc[1] = (a - 1.0 - pow(-1, kd) * q) / q * fc[0];
            sp = 0.0;
            u = fc[0];
            f1 = fc[1];

CUPRUM_ROLLED
            for (i = 2; i <= kb - 1; i++) {
                v = u;
                u = f1;
                f1 = (a - (2.0 * i - 1) * (2.0 * i - 1)) * u / q - v;

                if (i != kb - 1) {
                    fc[i] = f1;
                    sp += f1 * f1;
                } else {
                    f2 = f1;
                }
            }

            sp += fc[0] * fc[0] + fc[1] * fc[1];
            ss = s + sp * (f3 / f2) * (f3 / f2);
            s0 = sqrt(1.0 / ss);

CUPRUM_ROLLED
            for (j = 1; j <= km; j++) {
                if (j < kb) {
                    fc[j - 1] *= s0 * f3 / f2;
                }

                if (j >= kb) {
                    fc[j - 1] *= s0;
                }
            }

        } else if (kd == 4) {
CUPRUM_ROLLED
            for (k = km; k >= 3; k--) {
                v = u;
                u = f;
                f = (a - 4.0 * k * k) * u / q - v;

                if (fabs(f) >= fabs(fc[k])) {
                    fc[k - 2] = f;
                    s += f * f;
                } else {
                    kb = k;
                    f3 = fc[k - 1];
                    goto L70;
                }
            }

            fc[0] = q / (a - 4.0) * fc[1];
            s += fc[0] * fc[0];
            s0 = sqrt(1.0 / s);

CUPRUM_ROLLED
            for (k = 1; k <= km; k++) {
                fc[k - 1] *= s0;
            }
            if (fc[0] < 0.0) {
CUPRUM_ROLLED
                for (j = 0; j < km; j++) {
                    fc[j] = -fc[j];
                }
            }
            return;
        L70:
            fc[0] = 1.0e-100;
            fc[1] = (a - 4.0) / q * fc[0];
            sp = 0.0;
            u = fc[0];
            f1 = fc[1];

CUPRUM_ROLLED
            for (i = 2; i <= kb - 1; i++) {
                v = u;
                u = f1;
                f1 = (a - 4.0 * i * i) * u / q - v;

                if (i != kb - 1) {
                    fc[i] = f1;
                    sp = sp + f1 * f1;
                } else {
                    f2 = f1;
                }
            }

            sp += fc[0] * fc[0] + fc[1] * fc[1];
            ss = s + sp * (f3 / f2) * (f3 / f2);
            s0 = sqrt(1.0 / ss);

CUPRUM_ROLLED
            for (j = 1; j <= km; j++) {
                if (j < kb) {
                    fc[j - 1] *= s0 * f3 / f2;
                } else {
                    fc[j - 1] *= s0;
                }
            }
        }
        if (fc[0] < 0.0) {
CUPRUM_ROLLED
            for (j = 0; j < km; j++) {
                fc[j] = -fc[j];
            }
        }
        return;
    }

    XSF_LONG double gamma2(double x) {

        // ==================================================
        // Purpose: Compute gamma function Г(x)
        // Input :  x  --- Argument of Г(x)
        //                 ( x is not equal to 0,-1,-2,…)
        // Output:  GA --- Г(x)
        // ==================================================

        double ga, gr, r, z;
        int k, m;
        const double pi = 3.141592653589793;
        static const double g[26] = {1.0000000000000000e+00,  0.5772156649015329e+00,  -0.6558780715202538e+00,
                                     -0.4200263503409520e-01, 0.1665386113822915e+00,  -0.4219773455554430e-01,
                                     -0.9621971527877000e-02, 0.7218943246663000e-02,  -0.1165167591859100e-02,
                                     -0.2152416741149000e-03, 0.1280502823882000e-03,  -0.2013485478070000e-04,
                                     -0.1250493482100000e-05, 0.1133027232000000e-05,  -0.2056338417000000e-06,
                                     0.6116095000000000e-08,  0.5002007500000000e-08,  -0.1181274600000000e-08,
                                     0.1043427000000000e-09,  0.7782300000000000e-11,  -0.3696800000000000e-11,
                                     0.5100000000000000e-12,  -0.2060000000000000e-13, -0.5400000000000000e-14,
                                     0.1400000000000000e-14,  0.1000000000000000e-15};
        if (x == (int)x) {
            if (x > 0.0) {
                ga = 1.0;
                m = (int)(x - 1);
CUPRUM_ROLLED
                for (k = 2; k < (m + 1); k++) {
                    ga *= k;
                }
            } else {
                ga = 1e300;
            }
        } else {
            r = 1.0;
            if (fabs(x) > 1.0) {
                z = fabs(x);
                m = (int)z;
CUPRUM_ROLLED
                for (k = 1; k < (m + 1); k++) {
                    r *= (z - k);
                }
                z -= m;
            } else {
                z = x;
            }
            gr = g[25];
CUPRUM_ROLLED
            for (k = 25; k > 0; k--) {
                gr *= z;
                gr += g[k - 1];
            }
            ga = 1.0 / (gr * z);
            if (fabs(x) > 1.0) {
                ga *= r;
                if (x < 0.0) {
                    ga = -pi / (x * ga * sin(pi * x));
                }
            }
        }
        return ga;
    }

    XSF_LONG double lpmv(double x, int m, double v) {

        // =======================================================
        // Purpose: Compute the associated Legendre function
        //          Pmv(x) with an integer order and an arbitrary
        //          degree v, using recursion for large degrees
        // Input :  x   --- Argument of Pm(x)  ( -1 ≤ x ≤ 1 )
        //          m   --- Order of Pmv(x)
        //          v   --- Degree of Pmv(x)
        // Output:  PMV --- Pmv(x)
        // Routine called:  LPMV0
        // =======================================================

        int mx, neg_m, nv, j;
        double vx, pmv, v0, p0, p1, g1, g2;
        if ((x == -1.0) && (v != (int)v)) {
            if (m == 0) {
                pmv = -1e300;
            } else {
                pmv = 1e300;
            }
            return pmv;
        }
        vx = v;
        mx = m;
        // DLMF 14.9.5
        if (v < 0) {
            vx = -vx - 1.0;
        }
        neg_m = 0;
        if (m < 0) {
            if (((vx + m + 1) > 0) || (vx != (int)vx)) {
                neg_m = 1;
                mx = -m;
            } else {
                // We don't handle cases where DLMF 14.9.3 doesn't help
                return NAN;
            }
        }
        nv = (int)vx;
        v0 = vx - nv;
        if ((nv > 2) && (nv > mx)) {
            // Up-recursion on degree, AMS 8.5.3 / DLMF 14.10.3
            p0 = lpmv0(v0 + mx, mx, x);
            p1 = lpmv0(v0 + mx + 1, mx, x);
            pmv = p1;
CUPRUM_ROLLED
            for (j = mx + 2; j <= nv; j++) {
                pmv = ((2 * (v0 + j) - 1) * x * p1 - (v0 + j - 1 + mx) * p0) / (v0 + j - mx);
                p0 = p1;
                p1 = pmv;
            }
        } else {
            pmv = lpmv0(vx, mx, x);
        }
        if ((neg_m != 0) && (fabs(pmv) < 1.e300)) {
            // DLMF 14.9.3
            g1 = gamma2(vx - mx + 1);
            g2 = gamma2(vx + mx + 1);
            pmv = pmv * g1 / g2 * pow(-1, mx);
        }
        return pmv;
    }

    XSF_LONG double lpmv0(double v, int m, double x) {

        // =======================================================
        // Purpose: Compute the associated Legendre function
        //          Pmv(x) with an integer order and an arbitrary
        //          nonnegative degree v
        // Input :  x   --- Argument of Pm(x)  ( -1 ≤ x ≤ 1 )
        //          m   --- Order of Pmv(x)
        //          v   --- Degree of Pmv(x)
        // Output:  PMV --- Pmv(x)
        // Routine called:  PSI_SPEC for computing Psi function
        // =======================================================

        int j, k, nv;
        double c0, v0, vs, pa, pss, pv0, pmv, r, r0, r1, r2, s, s0, s1, s2, qr, rg, xq;

        const double pi = 3.141592653589793;
        const double el = 0.5772156649015329;
        const double eps = 1e-14;

        nv = (int)v;
        v0 = v - nv;

        if (x == -1.0 && v != nv) {
            if (m == 0)
                return -1.0e+300;
            if (m != 0)
                return 1.0e+300;
        }

        c0 = 1.0;
        if (m != 0) {
            rg = v * (v + m);
CUPRUM_ROLLED
            for (j = 1; j <= m - 1; j++) {
                rg *= (v * v - j * j);
            }
            xq = sqrt(1.0 - x * x);
            r0 = 1.0;
CUPRUM_ROLLED
            for (j = 1; j <= m; j++) {
                r0 = 0.5 * r0 * xq / j;
            }
            c0 = r0 * rg;
        }

        if (v0 == 0.0) {
            // DLMF 14.3.4, 14.7.17, 15.2.4
            pmv = 1.0;
            r = 1.0;
CUPRUM_ROLLED
            for (k = 1; k <= nv - m; k++) {
                r = 0.5 * r * (-nv + m + k - 1.0) * (nv + m + k) / (k * (k + m)) * (1.0 + x);
                pmv += r;
            }
            return pow(-1, nv) * c0 * pmv;
        } else {
            if (x >= -0.35) {
                // DLMF 14.3.4, 15.2.1
                pmv = 1.0;
                r = 1.0;
CUPRUM_ROLLED
                for (k = 1; k <= 100; k++) {
                    r = 0.5 * r * (-v + m + k - 1.0) * (v + m + k) / (k * (m + k)) * (1.0 - x);
                    pmv += r;
                    if (k > 12 && fabs(r / pmv) < eps) {
                        break;
                    }
                }
                return pow(-1, m) * c0 * pmv;
            } else {
                // DLMF 14.3.5, 15.8.10
                vs = sin(v * pi) / pi;
                pv0 = 0.0;
                if (m != 0) {
                    qr = sqrt((1.0 - x) / (1.0 + x));
                    r2 = 1.0;
CUPRUM_ROLLED
                    for (j = 1; j <= m; j++) {
                        r2 *= qr * j;
                    }
                    s0 = 1.0;
                    r1 = 1.0;
CUPRUM_ROLLED
                    for (k = 1; k <= m - 1; k++) {
                        r1 = 0.5 * r1 * (-v + k - 1) * (v + k) / (k * (k - m)) * (1.0 + x);
                        s0 += r1;
                    }
                    pv0 = -vs * r2 / m * s0;
                }

                pa = 2.0 * (psi_spec(v) + el) + pi / tan(pi * v) + 1.0 / v;
                s1 = 0.0;
CUPRUM_ROLLED
                for (j = 1; j <= m; j++) {
                    s1 += (j * j + v * v) / (j * (j * j - v * v));
                }
                pmv = pa + s1 - 1.0 / (m - v) + xstd::once::log(0.5 * (1.0 + x));
                r = 1.0;
CUPRUM_ROLLED
                for (k = 1; k <= 100; k++) {
                    r = 0.5 * r * (-v + m + k - 1.0) * (v + m + k) / (k * (k + m)) * (1.0 + x);
                    s = 0.0;
CUPRUM_ROLLED
                    for (j = 1; j <= m; j++)
                        s += ((k + j) * (k + j) + v * v) / ((k + j) * ((k + j) * (k + j) - v * v));

                    s2 = 0.0;
CUPRUM_ROLLED
                    for (j = 1; j <= k; j++)
                        s2 = s2 + 1.0 / (j * (j * j - v * v));

                    pss = pa + s + 2.0 * v * v * s2 - 1.0 / (m + k - v) + xstd::once::log(0.5 * (1.0 + x));
                    r2 = pss * r;
                    pmv += r2;
                    if (fabs(r2 / pmv) < eps) {
                        break;
                    }
                }
                return pv0 + pmv * vs * c0;
            }
        }
    }

    template <typename T>
    XSF_LONG Status mtu0(int kf, int m, T q, T x, T *csf, T *csd) {

        // ===============================================================
        // Purpose: Compute Mathieu functions cem(x,q) and sem(x,q)
        //          and their derivatives ( q ≥ 0 )
        // Input :  KF  --- Function code
        //                  KF=1 for computing cem(x,q) and cem'(x,q)
        //                  KF=2 for computing sem(x,q) and sem'(x,q)
        //          m   --- Order of Mathieu functions
        //          q   --- Parameter of Mathieu functions
        //          x   --- Argument of Mathieu functions (in degrees)
        // Output:  CSF --- cem(x,q) or sem(x,q)
        //          CSD --- cem'x,q) or sem'x,q)
        // Return value:
        //          Status::OK
        //              Normal return.
        //          Status::NoMemory
        //              An internal memory allocation failed. The output
        //              values will be set to nan.
        //          Status::Other
        //              An internal check failed. For mtu0, this occurs
        //              when km (see the code) is too big.  km is a
        //              function of q and m.  The output values will be
        //              set to nan.
        //
        // Routines called:
        //      (1) CVA2 for computing the characteristic values
        //      (2) FCOEF for computing the expansion coefficients
        // ===============================================================

        int kd = 0, km = 0, ic, k;
        T a, qm, xr;
        const T eps = 1.0e-14;
        const T rd = 1.74532925199433e-2;

        if (kf == 1 && m == 2 * (int)(m / 2)) {
            kd = 1;
        }
        if (kf == 1 && m != 2 * (int)(m / 2)) {
            kd = 2;
        }
        if (kf == 2 && m != 2 * (int)(m / 2)) {
            kd = 3;
        }
        if (kf == 2 && m == 2 * (int)(m / 2)) {
            kd = 4;
        }

        a = cva2(kd, m, q);

        if (q <= 1.0) {
            qm = 7.5 + 56.1 * sqrt(q) - 134.7 * q + 90.7 * sqrt(q) * q;
        } else {
            qm = 17.0 + 3.1 * sqrt(q) - 0.126 * q + 0.0037 * sqrt(q) * q;
        }

        km = (int)(qm + 0.5 * m);

        if (km > 251) {
            *csf = NAN;
            *csd = NAN;
            return Status::Other;
        }

        T fg[251] = {};
        if (fg == nullptr) {
            *csf = NAN;
            *csd = NAN;
            return Status::NoMemory;
        }
        fcoef(kd, m, q, a, fg);

        ic = (int)(m / 2) + 1;
        xr = x * rd;
        *csf = 0.0;
CUPRUM_ROLLED
        for (k = 1; k <= km; k++) {
            if (kd == 1) {
                *csf += fg[k - 1] * cos((2 * k - 2) * xr);
            } else if (kd == 2) {
                *csf += fg[k - 1] * cos((2 * k - 1) * xr);
            } else if (kd == 3) {
                *csf += fg[k - 1] * sin((2 * k - 1) * xr);
            } else if (kd == 4) {
                *csf += fg[k - 1] * sin(2 * k * xr);
            }
            if ((k >= ic) && (fabs(fg[k]) < fabs(*csf) * eps)) {
                break;
            }
        }

        *csd = 0.0;
CUPRUM_ROLLED
        for (k = 1; k <= km; k++) {
            if (kd == 1) {
                *csd -= (2 * k - 2) * fg[k - 1] * sin((2 * k - 2) * xr);
            } else if (kd == 2) {
                *csd -= (2 * k - 1) * fg[k - 1] * sin((2 * k - 1) * xr);
            } else if (kd == 3) {
                *csd += (2 * k - 1) * fg[k - 1] * cos((2 * k - 1) * xr);
            } else if (kd == 4) {
                *csd += 2.0 * k * fg[k - 1] * cos(2 * k * xr);
            }
            if ((k >= ic) && (fabs(fg[k - 1]) < fabs(*csd) * eps)) {
                break;
            }
        }
        return Status::OK;
    }

    XSF_LONG double psi_spec(double x) {

        // ======================================
        // Purpose: Compute Psi function
        // Input :  x  --- Argument of psi(x)
        // Output:  PS --- psi(x)
        // ======================================

        int k, n;
        double ps, s = 0.0, x2, xa = fabs(x);
        const double pi = 3.141592653589793;
        const double el = 0.5772156649015329;
        static const double a[8] = {-0.8333333333333e-01,     0.83333333333333333e-02,  -0.39682539682539683e-02,
                                    0.41666666666666667e-02,  -0.75757575757575758e-02, 0.21092796092796093e-01,
                                    -0.83333333333333333e-01, 0.4432598039215686};

        if ((x == (int)x) && (x <= 0.0)) {
            return 1e300;
        } else if (xa == (int)xa) {
            n = (int)xa;
CUPRUM_ROLLED
            for (k = 1; k < n; k++) {
                s += 1.0 / k;
            }
            ps = -el + s;
        } else if ((xa + 0.5) == (int)(xa + 0.5)) {
            n = (int)(xa - 0.5);
CUPRUM_ROLLED
            for (k = 1; k < (n + 1); k++) {
                s += 1.0 / (2.0 * k - 1.0);
            }
            ps = -el + 2.0 * s - 1.386294361119891; /* 2*xstd::once::log(2) */
        } else {
            if (xa < 10.0) {
                n = (10.0 - (int)xa);
CUPRUM_ROLLED
                for (k = 0; k < n; k++) {
                    s += 1.0 / (xa + k);
                }
                xa += n;
            }
            x2 = 1.0 / (xa * xa);
            ps = xstd::once::log(xa) - 0.5 / xa;
            ps += x2 * (((((((a[7] * x2 + a[6]) * x2 + a[5]) * x2 + a[4]) * x2 + a[3]) * x2 + a[2]) * x2 + a[1]) * x2 +
                        a[0]);
            ps -= s;
        }
        if (x < 0.0) {
            ps -= pi * cos(pi * x) / sin(pi * x) + 1.0 / x;
        }
        return ps;
    }

    XSF_LONG double refine(int kd, int m, double q, double a) {

        // =====================================================
        // Purpose: calculate the accurate characteristic value
        //          by the secant method
        // Input :  m --- Order of Mathieu functions
        //          q --- Parameter of Mathieu functions
        //          A --- Initial characteristic value
        // Output:  A --- Refineed characteristic value
        // Routine called:  CVF for computing the value of F for
        //                  characteristic equation
        // ========================================================

        int it, mj;
        double x1, x0, x, f, f0, f1;
        const double eps = 1e-14;

        mj = 10 + m;
        x0 = a;
        f0 = cvf(kd, m, q, x0, mj);
        x1 = 1.002 * a;
        f1 = cvf(kd, m, q, x1, mj);
CUPRUM_ROLLED
        for (it = 1; it <= 100; it++) {
            mj += 1;
            x = x1 - (x1 - x0) / (1.0 - f0 / f1);
            f = cvf(kd, m, q, x, mj);
            if ((fabs(1.0 - x1 / x) < eps) || (f == 0.0)) {
                break;
            }
            x0 = x1;
            f0 = f1;
            x1 = x;
            f1 = f;
        }
        return x;
    }

} // namespace specfun
} // namespace xsf
