// The complementary error function of complex numbers, where it overflows as well.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/erf.h>

namespace cuprum::special {

/// Where exp(-z^2) overflows, xsf's product with an infinity may leave NaN, which its erf looks out for.
CUPRUM_DEVICE_ONCE xstd::complex<double> complex_erfc(xstd::complex<double> z) {
    const xstd::complex<double> value = xsf::erfc(z);
    return isnan(value.re) && isnan(value.im) ? 1.0 - xsf::erf(z) : value;
}

}  // namespace cuprum::special
