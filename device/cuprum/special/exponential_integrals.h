// The exponential integrals of real arguments: of order 1, and of whole orders.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>

namespace cuprum::special {

/// E1(x) for 0 < x <= 1: E1(x) + log(x) is a minimax rational function, to 5e-18.
CUPRUM_DEVICE_LARGE double exp1_near(double x) {
    constexpr double p[] = {-5.3565602740923406e-08, 6.103687805532353e-05, 0.0012059559554930801, 0.023359409286677596,
                            0.12561620110748395,     0.7573881027468926,    -0.5772156649015329};
    constexpr double q[] = {1.1667548876034433e-05, 0.00045003636548183014, 0.007890888265953855,
                            0.07743712935180173,    0.4203141252143504,     1.0};
    return horner(x, p) / horner(x, q) - log(x);
}

/// exp(x) E1(x) for x >= 1: x times it is P(1 / x) / Q(1 / x), multiplied by x^10, a minimax one, to 1e-16.
CUPRUM_DEVICE_LARGE double exp1_far(double x) {
    constexpr double p[] = {0.9999999999999998, 40.29700116133111, 627.2668051019816, 4874.670543866075,
                            20451.023916385602, 46912.46707510901, 57102.60445113219, 34210.71670831327,
                            8695.118902665945,  673.9020987720378, 3.6261623081042087};
    constexpr double q[] = {1.0,
                            41.297001161330876,
                            666.5638062634002,
                            5464.640347790547,
                            24806.318660373756,
                            63917.75972465455,
                            92433.68413754605,
                            71788.98686731154,
                            27427.693183935786,
                            4352.155451057419,
                            193.15390070978827};
    return horner(x, p) / (x * horner(x, q));
}

CUPRUM_DEVICE_LARGE double exp1(double x) {
    if (x <= 1) {
        if (!(x > 0)) return x == 0 ? limits<double>::infinity() : limits<double>::nan();
        return exp1_near(x);
    }
    return exp(-x) * exp1_far(x < 800 ? x : 800);  // where exp(-x) is 0
}

namespace detail {

/// exp(x) E_n(x), n > 0: the continued fraction DLMF 8.19.17 from its end, two of its terms a step, with numerators and
/// denominators kept apart, so that there is no division but the last. Where x >= 1.5 or n > 50 as many terms as
/// rounding asks for do not overflow.
CUPRUM_DEVICE_LARGE double expn_fraction(int n, double x) {
    const int last = 9 + static_cast<int>(600.0f / fmax(static_cast<float>(n), 4.6f * static_cast<float>(x)));
    double upper = 1, lower = 0, k = last, order = n - 1.0 + last;
#pragma unroll 1
    for (int i = 0; i < last; ++i) {
        lower = fma(k, lower, upper);
        upper = fma(x, lower, order * upper);
        k -= 1;
        order -= 1;
    }
    return lower / upper;
}

/// E_n(x), 0 < n <= 50, 0 < x <= 1.5: k! E_{k+1}(x) = (k - 1)! (exp(-x) - x E_k(x)), DLMF 8.19.12, from k = 1 on. There
/// the digits that cancel are less than two bits. Beyond 1 exp(-x) is a factor of all, and left out until the end.
CUPRUM_DEVICE_LARGE double expn_upwards(int n, double x, double exponential) {
    const double unit = x <= 1 ? exponential : 1;
    double value = x <= 1 ? exp1_near(x) : exp1_far(x), factorial = 1;
#pragma unroll 1
    for (int k = 1; k < n; ++k) {
        value = fma(-x, value, factorial * unit);
        factorial *= k;
    }
    return value / factorial * (x <= 1 ? 1 : exponential);
}

CUPRUM_DEVICE_LARGE double expn(int n, double x) {
    if (!(x >= 0) || n < 0) return limits<double>::nan();
    if (x > 709.782712893384) return 0;
    if (x == 0) return n < 2 ? limits<double>::infinity() : 1 / (n - 1.0);
    const double exponential = exp(-x);
    if (n == 0) return exponential / x;
    return x < 1.5 && n <= 50 ? expn_upwards(n, x, exponential) : exponential * expn_fraction(n, x);
}

}  // namespace detail

template <class N>
CUPRUM_DEVICE_LARGE double expn(N n, double x) {
    return isnan(n) ? limits<double>::nan() : detail::expn(whole(n), x);
}

}  // namespace cuprum::special
