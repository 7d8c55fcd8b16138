/* Translated from Cython into C++ by SciPy developers in 2023.
 *
 * Original author: Josh Wilson, 2016.
 */

#pragma once
#include <xsf/config.h>

#include <xsf/config.h>

namespace xsf {
namespace detail {

    inline xstd::complex<double> zlog1(xstd::complex<double> z) {
        /* Compute log, paying special attention to accuracy around 1. We
         * implement this ourselves because some systems (most notably the
         * Travis CI machines) are weak in this regime. */
        xstd::complex<double> coeff = -1.0;
        xstd::complex<double> res = 0.0;

        if (xstd::abs(z - 1.0) > 0.1) {
            return xstd::log(z);
        }

        z -= 1.0;
        for (int n = 1; n < 17; n++) {
            coeff *= -z;
            res += coeff / static_cast<double>(n);
            if (xstd::abs(res / coeff) < xstd::numeric_limits<double>::epsilon()) {
                break;
            }
        }
        return res;
    }
} // namespace detail
} // namespace xsf
