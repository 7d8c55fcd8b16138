// Hurwitz' zeta function of float64: the sum of (q + n)^-x over n.
#pragma once

#include <cuprum/special/wide.h>
#include <xsf/zeta.h>

namespace cuprum::special {
namespace detail {

/// Over q^-x, for x > 1 and q > 0: by some terms and the formula of Euler and Maclaurin (DLMF 2.10.1). A term over the
/// first is exp(-x log(1 + n / q)): the larger its relative error, the smaller it is itself.
CUPRUM_DEVICE_LARGE double hurwitz_ratio(double x, double q) {
    // Bernoulli's numbers B_2k over (2k)!.
    constexpr double bernoulli[] = {0.08333333333333333,    -0.001388888888888889,   3.306878306878307e-05,
                                    -8.267195767195768e-07, 2.08767569878681e-08,    -5.284190138687493e-10,
                                    1.3382536530684679e-11, -3.3896802963225827e-13, 8.586062056277845e-15,
                                    -2.174868698558062e-16, 5.5090028283602295e-18,  -1.3954464685812522e-19,
                                    3.534707039629467e-21,  -8.953517427037546e-23,  2.267952452337683e-24,
                                    -5.744790668872202e-26, 1.455172475614865e-27,   -3.6859949406653103e-29};
    constexpr double epsilon = limits<double>::epsilon() / 2;
    const double step = 1 / q;
    double sum = 1, term = 1;
#if CUPRUM_GPU
    constexpr int count = 6;
#pragma unroll 1
    for (int n = 1; n <= count; ++n) {
        term = exp(-x * log1p(n * step));
        sum += term;
        if (term < epsilon * sum) return sum;
    }
#else
    // All of them, a vector at once.
    constexpr int count = 8;
    double terms[count];
#pragma clang loop unroll(disable) vectorize_width(4)
    for (int n = 0; n < count; ++n) terms[n] = exp(-x * log1p((n + 1) * step));
    for (int n = 0; n < count; ++n) sum += term = terms[n];
    if (term < epsilon * sum) return sum;
#endif
    const double w = q + count, inverse_square = 1 / (w * w);
    sum += term * (w / (x - 1) - 0.5);
    double factor = term * x / w;
#pragma unroll 1
    for (int k = 0; k < 18; ++k) {
        const double part = factor * bernoulli[k];
        sum += part;
        if (fabs(part) < epsilon * sum) break;
        const double a = x + (2 * k + 1);
        factor *= a * (a + 1) * inverse_square;
    }
    return sum;
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double hurwitz_zeta(double x, double q) {
    if (x > 1 && x < 1e300 && q > 0 && q <= 1e8) return pow(q, -x) * detail::hurwitz_ratio(x, q);
    return xsf::zeta(x, q);
}

}  // namespace cuprum::special
