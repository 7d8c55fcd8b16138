// The modified Bessel function I0, by Chebyshev series on the two intervals that the Cephes library (S. L. Moshier)
// uses. The coefficients were computed with 60 digits by cosine sums; the first of each series is halved.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum {
namespace detail {

/// exp(-x) I0(x) for x in [0, 8], in t = x/4 - 1.
CUPRUM_DEVICE double i0_near(double t) {
    constexpr double c[28] = {
        3.383976372047380425e-01, -3.046826723431983987e-01, 1.716209015222087753e-01, -9.490109704804764442e-02,
        4.930528423967070849e-02, -2.373741480589946882e-02, 1.054646039459499832e-02, -4.324309995050575944e-03,
        1.639475616941335798e-03, -5.763755745385823659e-04, 1.885028850958416557e-04, -5.754195010082103704e-05,
        1.644844807072889709e-05, -4.416738358458750564e-06, 1.117387539120103718e-06, -2.670793853940611734e-07,
        6.046995022541918949e-08, -1.300025009986248042e-08, 2.659823724682386650e-09, -5.189795601635262907e-10,
        9.675809035373236912e-11, -1.726826291441555707e-11, 2.955052663129639835e-12, -4.856446783111929461e-13,
        7.676185498604935617e-14, -1.168533287799345168e-14, 1.715391285555133031e-15, -2.431279846547954694e-16,
    };
    double b1 = 0, b2 = 0;
    for (int k = 27; k > 0; --k) {
        double b = 2 * t * b1 - b2 + c[k];
        b2 = b1, b1 = b;
    }
    return t * b1 - b2 + c[0];
}

/// exp(-x) sqrt(x) I0(x) for x in [8, infinity), in t = 16/x - 1.
CUPRUM_DEVICE double i0_far(double t) {
    constexpr double c[24] = {
        4.022452055070544158e-01,  3.369116478255694090e-03,  6.889758346916823984e-05,  2.891370520834756483e-06,
        2.048918589469063742e-07,  2.266668990498178065e-08,  3.396232025708386345e-09,  4.940602388224969589e-10,
        1.188914710784643834e-11,  -3.149916527963241365e-11, -1.321581184044771312e-11, -1.794178531506806118e-12,
        7.180124451383666234e-13,  3.852778382742142701e-13,  1.540086217521409827e-14,  -4.150569347287222087e-14,
        -9.554846698828307649e-15, 3.811680669352622421e-15,  1.772560133056526384e-15,  -3.425485619677219135e-16,
        -2.827623980516583485e-16, 3.461222867697461093e-17,  4.465621420296759999e-17,  -4.830504485944182071e-18,
    };
    double b1 = 0, b2 = 0;
    for (int k = 23; k > 0; --k) {
        double b = 2 * t * b1 - b2 + c[k];
        b2 = b1, b1 = b;
    }
    return t * b1 - b2 + c[0];
}

}  // namespace detail

CUPRUM_DEVICE double i0(double x) {
    x = fabs(x);
    if (x == 0) return 1;  // where the series is off by its last bit
    if (x <= 8) return exp(x) * detail::i0_near(x / 4 - 1);
    // Halves of exp(x), which alone overflows before I0 does.
    double root = exp(x / 2);
    return isinf(x) ? x : root * (detail::i0_far(16 / x - 1) / sqrt(x)) * root;
}

CUPRUM_DEVICE float i0(float x) { return static_cast<float>(i0(static_cast<double>(x))); }

}  // namespace cuprum
