// Quick ways to some metrics in float32, for numbers of moderate size; distance.h says what a statement has. They need
// less arithmetic than the metric's own statement, or one number from the special function unit where it needs several,
// and say so where their result would not do: the tile is then computed by the metric's own.
#pragma once

#include <cuprum/quick.h>
#include <cuprum/spatial/distance_args.h>

namespace cuprum {

/// log2(x) of a positive normal number, to 2^-22 of the larger of it and one.
CUPRUM_DEVICE float quick_log2(float x) {
#if CUPRUM_GPU
    float result;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
#else
    return log2(x);
#endif
}

/// Two quotients with one reciprocal: a / b + c / d = (a d + c b) / (b d).
struct QuickCanberra {
    static constexpr int states = 1, numbers = 1, at_once = 2;
    static constexpr bool sums_points = false, from_middle = false;

    // Zeros become so small that they change no difference and no sum, other than that of two zeros, whose quotient is
    // then 0 without a question. Products of two sums neither overflow nor get subnormal within these bounds.
    CUPRUM_DEVICE static bool stage(const DistanceArgs&, float x, float (&kept)[numbers]) {
        kept[0] = x == 0 ? 0x1p-62f : x;
        return x == 0 || (abs(x) >= 0x1p-37f && abs(x) <= 0x1p61f);
    }
    CUPRUM_DEVICE static void add(const DistanceArgs&, float (&s)[states], const float (&x)[at_once][numbers],
                                  const float (&y)[at_once][numbers], float) {
        const float first = abs(x[0][0]) + abs(y[0][0]), second = abs(x[1][0]) + abs(y[1][0]);
        const float above = abs(x[0][0] - y[0][0]) * second + abs(x[1][0] - y[1][0]) * first;
        s[0] += above * quick_reciprocal(first * second);
    }
    CUPRUM_DEVICE static bool settle(const DistanceArgs&, float (&)[states], float, float) { return true; }
};

/// With x' = x (log2(x) + 1) of each number once, x log2(x / m) + y log2(y / m) = x' + y' - (x + y) log2(x + y), where
/// m = (x + y) / 2: one logarithm for a pair, and the sum of x' for a point. Numbers are scaled so that those of two
/// points add up to one on average, where logarithms are small.
struct QuickJensenShannon {
    static constexpr int states = 1, numbers = 2, at_once = 4;
    static constexpr bool sums_points = true, from_middle = false;

    CUPRUM_DEVICE static bool stage(const DistanceArgs& args, float x, float (&kept)[numbers]) {
        const float share = x * ((float)args.depth / 2);
        kept[0] = share > 0x1p-120f ? share : 0x1p-120f;  // adds nothing that counts, but has a logarithm
        kept[1] = kept[0] * (log2(kept[0]) + 1);
        return share >= 0 && share <= 0x1p60f;
    }
    CUPRUM_DEVICE static float of_point(const float (&kept)[numbers]) { return kept[1]; }
    CUPRUM_DEVICE static void add(const DistanceArgs&, float (&s)[states], const float (&x)[at_once][numbers],
                                  const float (&y)[at_once][numbers], float) {
#pragma unroll
        for (int n = 0; n < at_once; ++n) {
            const float sum = x[n][0] + y[n][0];
            s[0] += sum * quick_log2(sum);
        }
    }
    // Logarithms' errors are at most 2^-22 of the larger of them and one. No sum times its logarithm is below -0.54, so
    // that the error of s[0] is at most 2^-22 of it and 2.1 times the depth, the sum of all numbers. Points that nearly
    // agree leave too little beside that.
    CUPRUM_DEVICE static bool settle(const DistanceArgs& args, float (&s)[states], float of_a, float of_b) {
        const float depth = (float)args.depth, left = (of_a + of_b) - s[0];
        const bool good = left * 24 >= depth && left * 16 >= s[0];
        s[0] = left * (2 * (float)ln_2 / depth);
        return good;
    }
};

/// |x - y|^2 = |x|^2 + |y|^2 - 2 x y, with x and y seen from their middle: one operation for a coordinate, not two. Of
/// pairs that are near each other beside their distance to it, the difference would have few digits.
struct QuickEuclidean {
    static constexpr int states = 1, numbers = 1, at_once = 1;
    static constexpr bool sums_points = true, from_middle = true;

    CUPRUM_DEVICE static bool stage(const DistanceArgs&, float x, float (&kept)[numbers]) {
        kept[0] = x;
        return true;
    }
    CUPRUM_DEVICE static float of_point(const float (&kept)[numbers]) { return kept[0] * kept[0]; }
    CUPRUM_DEVICE static void add(const DistanceArgs&, float (&s)[states], const float (&x)[at_once][numbers],
                                  const float (&y)[at_once][numbers], float) {
        s[0] += x[0][0] * y[0][0];
    }
    CUPRUM_DEVICE static bool settle(const DistanceArgs&, float (&s)[states], float of_a, float of_b) {
        const float both = of_a + of_b;
        s[0] = both - 2 * s[0];
        return s[0] > both / 8;
    }
};

}  // namespace cuprum
