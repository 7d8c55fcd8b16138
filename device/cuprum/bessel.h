// The modified Bessel function I0: of float64 by a polynomial of x^2 and one of 1 / x, on the two intervals that the
// Cephes library (S. L. Moshier) uses; of float32 in float32.
#pragma once

#include <cuprum/real_math.h>
#include <cuprum/special/horner.h>
#include <cuprum/special/single_modified_bessel.h>
#if CUPRUM_GPU
#include <cuprum/special/bessel_polynomials.h>
#endif

namespace cuprum {
namespace detail {

/// I0(2 sqrt(q)) for 0 <= q <= 16: its series, whose terms all have one sign; minimax, to 1e-16.
CUPRUM_DEVICE double near_i0_of_square(double q) {
    constexpr double c[] = {3.548836657975522e-27,
                            5.062353740472856e-25,
                            1.3440225063774028e-22,
                            2.5722398177811744e-20,
                            4.359498405380122e-18,
                            6.275948796822122e-16,
                            7.594070019494474e-14,
                            7.594057685381156e-12,
                            6.151187361364193e-10,
                            3.936759887993035e-08,
                            1.929012345705309e-06,
                            6.944444444440493e-05,
                            0.001736111111111147,
                            0.027777777777777762,
                            0.25,
                            1.0};
    return fma(special::horner(q, c), q, 1.0);
}
CUPRUM_DEVICE double near_i0(double x) { return near_i0_of_square(0.25 * x * x); }

/// exp(-x) I0(x) for x >= 8: over the root of x a polynomial in t = 16 / x - 1, interpolated in Chebyshev's points with
/// 50 digits, to 7e-17.
CUPRUM_DEVICE double far_i0e(double x) {
    constexpr double c[] = {
        9.36508689281819e-11,    3.629355229718733e-11,  -6.633287112547084e-10,  -2.8033819978869995e-10,
        2.1968921378829006e-09,  1.1050558794424347e-09, -4.575553424534973e-09,  -3.1346276429240787e-09,
        6.560138746917057e-09,   7.3359687108161536e-09, -5.0381064879032845e-09, -1.3326094405766387e-08,
        -6.8493381882867694e-09, 7.534355843803342e-09,  2.1566251453104354e-08,  3.932889375114634e-08,
        8.872034383314144e-08,   2.973596046562712e-07,  1.4838476651250266e-06,  1.1143033800708978e-05,
        0.00013621607438984735,  0.0033605519836677504,  0.4021765094450081};
#if CUPRUM_GPU
    const double r = rsqrt(x);
    return r * special::horner(fma(16 * r, r, -1.0), c);
#else
    return special::horner(16 / x - 1, c) / sqrt(x);
#endif
}

/// I0(x) for x >= 8. NaN at infinity, as NumPy and SciPy have it.
CUPRUM_DEVICE double far_i0(double x) {
    const double root = exp(x / 2);  // a half of exp(x), which alone overflows before I0 does
    return root * far_i0e(x) * root;
}

}  // namespace detail

CUPRUM_DEVICE double i0(double x) {
    x = fabs(x);
#if CUPRUM_GPU
    // A longer series costs a warp less than a second one for its elements above 8.
    const double q = 0.25 * x * x;
    return x <= 15 ? fma(special::horner(q, special::detail::i0_wide), q, 1.0) : detail::far_i0(x);
#else
    return x <= 8 ? detail::near_i0(x) : detail::far_i0(x);
#endif
}

/// I0(2 sqrt(q)), NaN for q < 0.
CUPRUM_DEVICE double i0_of_square(double q) {
    if (q <= 16) return q < 0 ? limits<double>::nan() : detail::near_i0_of_square(q);
    return detail::far_i0(2 * sqrt(q));
}

CUPRUM_DEVICE float i0(float x) { return special::single::i0(x); }

}  // namespace cuprum
