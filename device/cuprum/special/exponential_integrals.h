// The exponential integrals of real arguments: of order 1, and of whole orders.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>

namespace cuprum::special {

constexpr double exp1_near = 1.125;

/// E1(x) for 0 < x <= exp1_near, exp(x) E1(x) beyond: E1(x) + log(x) is a minimax rational function, to 7e-19, and
/// x exp(x) E1(x) is P(1 / x) / Q(1 / x), multiplied by x^10, a minimax one, to 1e-16. One division does for both.
CUPRUM_DEVICE_LARGE double exp1_scaled(double x) {
    constexpr double near_p[] = {6.584184681533397e-05, 0.0013214823018535512, 0.02407281739886096,
                                 0.129856398198297,     0.7541571136794064,    -0.5772156649015329};
    constexpr double near_q[] = {1.308134023646242e-05, 0.000486727939637752, 0.008304503747301975,
                                 0.07978866835967398,   0.42591166745714015,  1.0};
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
    const bool near = x <= exp1_near;
    const double over = near ? horner(x, near_p) : horner(x, p), under = near ? horner(x, near_q) : x * horner(x, q),
                 value = over / under;
    return near ? value - log(x) : value;
}

CUPRUM_DEVICE_LARGE double exp1(double x) {
    if (!(x > 0)) return x == 0 ? limits<double>::infinity() : limits<double>::nan();
    const double value = exp1_scaled(x < 800 ? x : 800);  // where exp(-x) is 0
    return x <= exp1_near ? value : exp(-x) * value;
}

/// Ei(x) for 0 < x < 6: the logarithm of x over the function's zero, which stands here in two parts, and the distance
/// from it times a polynomial. That and the next are interpolated in Chebyshev's points, to 2e-16.
CUPRUM_DEVICE_LARGE double expi_near(double x) {
    constexpr double zero = 0.3725074107813666, rest_of_zero = 1.3140183414386028e-17;
    constexpr double p[] = {1.6101956526277473e-20, 3.5413448541318587e-19, 6.6766543312219104e-18,
                            1.3210623029232452e-16, 2.4955456812746786e-15, 4.438481620070839e-14,
                            7.44392125668439e-13,   1.1733435142971821e-11, 1.730619965238181e-10,
                            2.3769739284042162e-09, 3.023125625984177e-08,  3.5369791798170056e-07,
                            3.7769330804546453e-06, 3.646161888591388e-05,  0.00031447936637060486,
                            0.0023871506394931075,  0.015635280018617918,   0.0859896331959562,
                            0.3816411761263823,     1.2845225183414324,     2.986772243435986};
    const double above = (x - zero) - rest_of_zero, ratio = above / zero;
    double logarithm;
    if (x < 0.01) logarithm = log(x) + 0.98749834664534185;  // a quotient of subnormal numbers has few digits
    else logarithm = ratio > -0.3 && ratio < 0.4 ? log1p(ratio) : log(x / zero);
    return fma(above, horner(x - 3.0, p), logarithm);
}

/// x exp(-x) Ei(x) for x >= 6: polynomials of 1 / x.
CUPRUM_DEVICE_LARGE double expi_factor(double x) {
    constexpr double to_14[] = {
        -2.0119036619376353e+18, 1.6201246325702854e+17, 2.2746155697917004e+16, -3861247846498564.5,
        265098136596205.06,      -7251110439825.502,     -2305504632361.284,     571659071404.7046,
        -65756313393.9286,       2382653787.881459,      617876511.5243804,      -134353377.7584057,
        10520141.459725205,      640531.0318132576,      -249704.42314430742,    17653.44057373969,
        2517.483971420555,       -456.07284055680657,    -36.45412678177827,     6.592927209640173,
        2.109243065851337,       1.1690676168895004};
    constexpr double to_32[] = {8.927428750872173e+17, 1.0822435235901338e+17, -8138014585768558.0, -258569307577372.56,
                                32061216772608.71,     -7586142002.127132,     -91027085638.1444,   1430568573.178974,
                                252536596.07005942,    -3479315.8914251146,    -804100.016622973,   -15932.65689460789,
                                1589.4356862383115,    188.75917717856137,     20.14894309364912,   3.639283192455369,
                                1.2728855705055182,    1.0576541831239359};
    constexpr double far[] = {667057232821.9982,  31593706160.877663, 802222433.9126596,  36970229.42596263,
                              2506298.6238586246, 186101.1446924947,  16348.194119866259, 1736.1285041572273,
                              225.9282192159847,  36.91072985156176,  7.861091491856095,  2.3217463252511856,
                              1.0673011291196948, 1.0161377234943254};
    const double inverse = 1 / x;
    if (x < 14) return horner(inverse - 0.11904761904761904, to_14);
    return x < 32 ? horner(inverse - 0.05133928571428571, to_32) : horner(inverse - 0.015625, far);
}

CUPRUM_DEVICE_LARGE double expi(double x) {
    if (!(x > 0)) return -exp1(-x);
    if (x < 6) return expi_near(x);
    if (x > 720) return limits<double>::infinity();
    const double factor = expi_factor(x) / x;
    if (x < 700) return exp(x) * factor;
    const double root = exp(0.5 * x);  // exp(x) overflows before the result does
    return root * factor * root;
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
/// the digits that cancel are less than two bits. Beyond exp1_near exp(-x) is a factor of all, and left out until the
/// end.
CUPRUM_DEVICE_LARGE double expn_upwards(int n, double x, double exponential) {
    const double unit = x <= exp1_near ? exponential : 1;
    double value = exp1_scaled(x), factorial = 1;
#pragma unroll 1
    for (int k = 1; k < n; ++k) {
        value = fma(-x, value, factorial * unit);
        factorial *= k;
    }
    return value / factorial * (x <= exp1_near ? 1 : exponential);
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
    return counts(n) ? detail::expn(whole(n), x) : limits<double>::nan();
}

}  // namespace cuprum::special
