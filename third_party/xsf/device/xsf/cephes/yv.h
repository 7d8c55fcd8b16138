/* Translated into C++ by SciPy developers in 2024.
 * Original header with Copyright information appears below.
 */

/*
 * Cephes Math Library Release 2.8: June, 2000
 * Copyright 1984, 1987, 2000 by Stephen L. Moshier
 */
#pragma once
#include <xsf/config.h>

#include <xsf/config.h>
#include <xsf/error.h>

#include <xsf/cephes/const.h>
#include <xsf/cephes/jv.h>
#include <xsf/cephes/yn.h>

namespace xsf {
namespace cephes {

    /*
     * Bessel function of noninteger order
     */
    XSF_LONG double yv(double v, double x) {
        double y, t;
        int n;

        n = v;
        if (n == v) {
            y = yn(n, x);
            return (y);
        } else if (v == xstd::floor(v)) {
            /* Zero in denominator. */
            set_error("yv", SF_ERROR_DOMAIN, NULL);
            return xstd::numeric_limits<double>::quiet_NaN();
        }

        t = M_PI * v;
        y = (xstd::cos(t) * jv(v, x) - jv(-v, x)) / xstd::sin(t);

        if (xstd::isinf(y)) {
            if (v > 0) {
                set_error("yv", SF_ERROR_OVERFLOW, NULL);
                return -xstd::numeric_limits<double>::infinity();
            } else if (v < -1e10) {
                /* Whether it's +inf or -inf is numerically ill-defined. */
                set_error("yv", SF_ERROR_DOMAIN, NULL);
                return xstd::numeric_limits<double>::quiet_NaN();
            }
        }

        return (y);
    }
} // namespace cephes
} // namespace xsf
