// Bessel functions of orders 0 and 1 of float32. A GPU computes in float32: polynomials over what is left of them
// without their zeros, and beyond the third or fourth zero by modulus and phase (DLMF 10.18). A CPU, where doubles cost
// but twice as much, has vector functions of float64, which are done sooner than five ranges, one number after the
// other.
#pragma once

#include <cuprum/base.h>
#if CUPRUM_GPU
#include <cuprum/special/horner.h>
#include <cuprum/special/single_polynomials.h>
#else
#include <cuprum/special/double_bessel.h>
#endif

namespace cuprum::special::single {

#if CUPRUM_GPU

CUPRUM_DEVICE float less_zero(float x, const float (&zero)[2]) { return (x - zero[0]) - zero[1]; }

/// The cosine of x - shift + phase, or the sine: of which x is reduced in double, lest a zero's place be lost.
CUPRUM_DEVICE float wave(float x, double shift, double phase, int32 quarter) {
    double angle = x;
    if (x > 1e9f) angle = CUPRUM_BUILTIN(atan2f)(sin(x), cos(x));
    angle -= shift;
    const double turns = rint(angle * 0.63661977236758134308);
    const double rest = fma(-turns, 6.123233995736766e-17, fma(-turns, 1.5707963267948966, angle));
    const float r = static_cast<float>(rest + phase);
    const int32 quadrant = (static_cast<int32>(turns) - quarter) & 3;
    const float value = quadrant & 1 ? sin(r) : cos(r);
    return quadrant == 1 || quadrant == 2 ? -value : value;
}

/// J (quarter 0) or Y (1) of order 0 or 1 for x >= 8; NaN at infinity, as SciPy has it.
CUPRUM_DEVICE float far_bessel(float x, int32 order, int32 quarter) {
    const float inverse = 1.0f / x, square = inverse * inverse;
    const float modulus = order == 0 ? polynomial(square, modulus_0) : polynomial(square, modulus_1);
    // x times the phase less x - shift, of 1 / x^2, to 3e-12: near a zero its error is all of the result's.
    constexpr double phase_0[] = {-3470.2824955245555,  341.9212027749097,   -21.821071174382574, 1.630019633040663,
                                  -0.20955066324334762, 0.06510414807936668, -0.12499999999705498};
    constexpr double phase_1[] = {4277.534168208863,  -429.5252181444806,   28.653852225134422, -2.3597897377006665,
                                  0.3708749417634187, -0.16406247775890762, 0.3749999999964756};
    const double wide_inverse = 1.0 / static_cast<double>(x), v = wide_inverse * wide_inverse;
    const double phase = wide_inverse * (order == 0 ? horner(v, phase_0) : horner(v, phase_1));
    const double shift = order == 0 ? 0.78539816339744831 : 2.3561944901923449;
    return 0.79788456f * modulus * wave(x, shift, phase, quarter) / sqrt(x);
}

CUPRUM_DEVICE float near_j0(float x) {
    if (x < 1.5f) return fma(x * x, polynomial(x * x, j0_first), 1.0f);
    return less_zero(x, j0_zero_0) * (x + j0_zero_0[0]) * polynomial(fma(x, x, -8.0f), j0_near);
}
CUPRUM_DEVICE float near_j1(float x) {
    if (x < 2.0f) return x * fma(x * x, polynomial(x * x, j1_first), 0.5f);
    return x * (less_zero(x, j1_zero_0) * (x + j1_zero_0[0])) * polynomial(fma(x, x, -10.0f), j1_near);
}

CUPRUM_DEVICE float j0(float x) {
    x = fabs(x);
    if (x < 4.0f) return near_j0(x);
    if (x < 7.125f) return less_zero(x, j0_zero_1) * polynomial(x - 5.5f, j0_middle);
    if (x < 10.25f) return less_zero(x, j0_zero_2) * polynomial(x - 8.625f, j0_last);
    return far_bessel(x, 0, 0);
}

CUPRUM_DEVICE float j1(float x) {
    const float size = fabs(x);
    float value;
    if (size < 4.45f) value = near_j1(size);
    else if (size < 8.625f) value = less_zero(size, j1_zero_1) * polynomial(size - 6.5f, j1_middle);
    else if (size < 11.75f) value = less_zero(size, j1_zero_2) * polynomial(size - 10.125f, j1_last);
    else value = far_bessel(size, 1, 0);
    return signbit(x) ? -value : value;
}

CUPRUM_DEVICE float y0(float x) {
    if (!(x > 0.0f)) return x == 0.0f ? -limits<float>::infinity() : limits<float>::nan();
    if (x < 0.5f) return fma(0.63661977f * log_of(x), near_j0(x), polynomial(x * x, y0_near));
    if (x < 2.0f) return less_zero(x, y0_zero_0) * polynomial(x - 1.25f, y0_first);
    if (x < 5.0f) return less_zero(x, y0_zero_1) * polynomial(x - 3.5f, y0_middle);
    if (x < 8.625f) return less_zero(x, y0_zero_2) * polynomial(x - 6.75f, y0_last);
    if (x < 11.75f) return less_zero(x, y0_zero_3) * polynomial(x - 10.125f, y0_farther);
    return far_bessel(x, 0, 1);
}

CUPRUM_DEVICE float y1(float x) {
    if (!(x > 0.0f)) return x == 0.0f ? -limits<float>::infinity() : limits<float>::nan();
    if (x < 1.5f) return fma(0.63661977f * log_of(x), near_j1(x), x * polynomial(x * x, y1_near)) - 0.63661977f / x;
    if (x < 4.0f) return less_zero(x, y1_zero_0) * polynomial(x - 2.75f, y1_first);
    if (x < 7.125f) return less_zero(x, y1_zero_1) * polynomial(x - 5.5f, y1_middle);
    if (x < 10.25f) return less_zero(x, y1_zero_2) * polynomial(x - 8.625f, y1_last);
    return far_bessel(x, 1, 1);
}
#else
CUPRUM_DEVICE float j0(float x) { return static_cast<float>(special::j0(static_cast<double>(x))); }
CUPRUM_DEVICE float j1(float x) { return static_cast<float>(special::j1(static_cast<double>(x))); }
CUPRUM_DEVICE float y0(float x) { return static_cast<float>(special::y0(static_cast<double>(x))); }
CUPRUM_DEVICE float y1(float x) { return static_cast<float>(special::y1(static_cast<double>(x))); }
#endif

}  // namespace cuprum::special::single
