// Airy functions, with and without their exponential factor, and their integrals.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/airy.h>

namespace cuprum::special {

CUPRUM_FOUR_RESULTS(airy, xsf::airy)

/// AMOS' series loses digits near 2, where Cephes' numbers times the factors have them all.
template <class Z>
CUPRUM_DEVICE_ONCE void scaled_airy(Z z, Z& ai, Z& aip, Z& bi, Z& bip) {
    if constexpr (Float<Z>) {
        if (z > 0 && z <= 10) {
            const double x = z, exponent = x * sqrt(x) * (2.0 / 3.0), growth = exp(exponent), decay = exp(-exponent);
            double values[4];
            xsf::cephes::airy(x, &values[0], &values[1], &values[2], &values[3]);
            ai = static_cast<Z>(values[0] * growth);
            aip = static_cast<Z>(values[1] * growth);
            bi = static_cast<Z>(values[2] * decay);
            bip = static_cast<Z>(values[3] * decay);
            return;
        }
    }
    xsf::airye(z, ai, aip, bi, bip);
}
CUPRUM_FOUR_RESULTS(airye, scaled_airy)
CUPRUM_FOUR_RESULTS(itairy, xsf::itairy)

}  // namespace cuprum::special
