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
    constexpr double bernoulli[] = {1.0 / 12,
                                    -1.0 / 720,
                                    1.0 / 30240,
                                    -1.0 / 1209600,
                                    1.0 / 47900160,
                                    -691.0 / 1307674368000,
                                    1.0 / 74724249600,
                                    -3617.0 / 10670622842880000,
                                    43867.0 / 5109094217170944000,
                                    -174611.0 / 802857662698291200000.0,
                                    77683.0 / 14101100039391805440000.0,
                                    -236364091.0 / 1693824136731743669452800000.0};
    constexpr double epsilon = limits<double>::epsilon() / 2;
    const double step = 1 / q;
    double sum = 1, term = 1;
#if CUPRUM_GPU
    constexpr int count = 9;
#pragma unroll 1
    for (int n = 1; n <= count; ++n) {
        term = exp(-x * log1p(n * step));
        sum += term;
        if (term < epsilon * sum) return sum;
    }
#else
    // All of them, a vector at once.
    constexpr int count = 12;
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
    for (int k = 0; k < 12; ++k) {
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
