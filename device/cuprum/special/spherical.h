// Spherical Bessel functions, by xsf, whose recurrences are of positive real z: others follow by parity
// (DLMF 10.47(v)).
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/bessel.h>  // which sph_bessel.h takes for granted
#include <xsf/sph_bessel.h>

namespace cuprum::special {

using Complex = xstd::complex<double>;

// The sign of an even order at -z, `even`, is that of odd ones turned, and a derivative turns it once more.
#define CUPRUM_SPHERICAL(name, function, even)                           \
    CUPRUM_DEVICE_LARGE double name(int64 n, double z) {                 \
        const double value = function(n, z < 0 ? -z : z);                \
        return z < 0 && ((n % 2 != 0) == ((even) > 0)) ? -value : value; \
    }                                                                    \
    CUPRUM_DEVICE_LARGE Complex name(int64 n, Complex z) { return function(n, z); }

CUPRUM_SPHERICAL(spherical_j, xsf::sph_bessel_j, 1)
CUPRUM_SPHERICAL(spherical_y, xsf::sph_bessel_y, -1)
CUPRUM_SPHERICAL(spherical_i, xsf::sph_bessel_i, 1)
CUPRUM_SPHERICAL(spherical_j_slope, xsf::sph_bessel_j_jac, -1)
CUPRUM_SPHERICAL(spherical_y_slope, xsf::sph_bessel_y_jac, 1)
CUPRUM_SPHERICAL(spherical_i_slope, xsf::sph_bessel_i_jac, -1)
#undef CUPRUM_SPHERICAL

// k_n has no parity: of negative z it is the real part of the complex function.
#define CUPRUM_SPHERICAL(name, function)                                     \
    CUPRUM_DEVICE_LARGE double name(int64 n, double z) {                     \
        return z < 0 ? xstd::real(function(n, Complex(z))) : function(n, z); \
    }                                                                        \
    CUPRUM_DEVICE_LARGE Complex name(int64 n, Complex z) { return function(n, z); }

CUPRUM_SPHERICAL(spherical_k, xsf::sph_bessel_k)
CUPRUM_SPHERICAL(spherical_k_slope, xsf::sph_bessel_k_jac)
#undef CUPRUM_SPHERICAL

}  // namespace cuprum::special
