// sin and cos for the registers of any level, within 0.8 ulp: libmvec's cos of numbers near 0 is not 1, as it moves
// them by pi / 2 first. This header is for files that are compiled for the level whose registers they name.
//
//   x = n pi/2 + high + low, |high| <= pi/4; the result is a polynomial of sin or cos, by n modulo 4.
//
// The C library computes elements beyond a million, and those so near to a multiple of pi/2 that its digits do not
// suffice.
#pragma once

#include <math.h>

#include "backend/cpu/vector_math/guard.h"

namespace cuprum::backend::cpu {
namespace {

/// The elements that the C library computes, each alone.
template <class V>
__attribute__((noinline)) V by_numbers(V x, V found, mask_t<V> chosen, double (*of_number)(double)) {
    for (unsigned i = 0; i < sizeof(V) / sizeof(double); ++i)
        if (chosen[i]) found[i] = of_number(x[i]);
    return found;
}

/// `shift` is 0 for the sine and 1 for the cosine.
template <class V>
V sine(V x, int shift, double (*of_number)(double)) {
    // The sum's last bits hold n. n times either of two 32 bits of pi/2 is exact, and so is the first difference.
    const V sum = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = sum - 0x1.8p52;
    const V near = x - n * 0x1.921fb544p+0, second = n * 0x1.0b4611a6p-34, first = near - second;
    const V rest = n * 0x1.3198a2e037073p-69 - ((near - first) - second);
    const V high = first - rest, low = (first - high) - rest, square = high * high, fourth = square * square;
    const mask_t<V> ordinary = (magnitude(x) <= 0x1p20) & ((magnitude(high) >= 0x1p-35) | (n == 0));
    // Coefficients of fdlibm's __kernel_sin and __kernel_cos.
    const V cube = square * high;
    const V sine_rest = (8.33333333332248946124e-03 + square * -1.98412698298579493134e-04) +
                        fourth * ((2.75573137070700676789e-06 + square * -2.50507602534068634195e-08) +
                                  fourth * 1.58969099521155010221e-10);
    const V sine = high - ((square * (0.5 * low - cube * sine_rest) - low) + cube * 1.66666666666666324348e-01);
    const V cosine_rest =
        square * ((4.16666666666666019037e-02 + square * -1.38888888888741095749e-03) +
                  fourth * ((2.48015872894767294178e-05 + square * -2.75573143513906633035e-07) +
                            fourth * (2.08757232129817482790e-09 + square * -1.13596475577881948265e-11)));
    const V half = 0.5 * square, most = 1.0 - half;
    const V cosine = most + (((1.0 - most) - half) + (square * cosine_rest - high * low));
    const mask_t<V> quadrant = reinterpret_cast<mask_t<V>>(sum) + shift;
    const V chosen = (quadrant & 1) != 0 ? cosine : sine;
    const mask_t<V> sign = (quadrant & 2) << 62;
    const V found = reinterpret_cast<V>(reinterpret_cast<mask_t<V>>(chosen) ^ sign);
    return all(ordinary) ? found : by_numbers(x, found, ~ordinary, of_number);
}

}  // namespace
}  // namespace cuprum::backend::cpu
