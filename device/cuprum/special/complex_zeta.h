// Riemann's zeta function of complex numbers: xsf's, but for those far from 0, where its powers overflow.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/zeta.h>

namespace cuprum::special {
namespace detail {

/// For a real part above 60: the terms after those of 2 and 3 are nothing beside them.
CUPRUM_DEVICE_ONCE xstd::complex<double> far_zeta(xstd::complex<double> z) {
    return 1.0 + (xstd::pow(2.0, -z) + xstd::pow(3.0, -z));
}

/// For a real part below -59: DLMF 25.4.1, by logarithms where a factor overflows.
CUPRUM_DEVICE_ONCE xstd::complex<double> far_reflected_zeta(xstd::complex<double> z) {
    xstd::complex<double> factor = 2.0 * xstd::pow(2 * M_PI, z - 1.0) * xsf::sinpi(z / 2.0) * xsf::gamma(1.0 - z);
    if (!isfinite(factor.real()) || !isfinite(factor.imag())) factor = xsf::detail::zeta_reflection_factor_with_logs(z);
    const xstd::complex<double> other = far_zeta(1.0 - z);
    return other == 1.0 ? factor : factor * other;  // 1 times a complex infinity would be NaN
}

}  // namespace detail

CUPRUM_DEVICE xstd::complex<double> complex_zeta(xstd::complex<double> z) {
    if (z.imag() != 0 && z.real() > 60) return detail::far_zeta(z);
    if (z.imag() != 0 && z.real() < -59) return detail::far_reflected_zeta(z);
    return xsf::riemann_zeta(z);
}

}  // namespace cuprum::special
