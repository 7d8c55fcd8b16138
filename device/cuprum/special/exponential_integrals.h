// The exponential integrals of real arguments: of order 1, and of whole orders.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>
#include <xsf/cephes/expn.h>

namespace cuprum::special {

/// E1(x) + log(x) to x = 1, and beyond it x exp(x) E1(x) = P(1 / x) / Q(1 / x), multiplied by x^10: minimax rational
/// functions, to 5e-18 and 1e-16.
CUPRUM_DEVICE_LARGE double exp1(double x) {
    constexpr double p_near[] = {-5.3565602740923406e-08, 6.103687805532353e-05, 0.0012059559554930801,
                                 0.023359409286677596,    0.12561620110748395,   0.7573881027468926,
                                 -0.5772156649015329};
    constexpr double q_near[] = {1.1667548876034433e-05, 0.00045003636548183014, 0.007890888265953855,
                                 0.07743712935180173,    0.4203141252143504,     1.0};
    constexpr double p_far[] = {0.9999999999999998, 40.29700116133111, 627.2668051019816, 4874.670543866075,
                                20451.023916385602, 46912.46707510901, 57102.60445113219, 34210.71670831327,
                                8695.118902665945,  673.9020987720378, 3.6261623081042087};
    constexpr double q_far[] = {1.0,
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
    if (x <= 1) {
        if (!(x > 0)) return x == 0 ? limits<double>::infinity() : limits<double>::nan();
        return horner(x, p_near) / horner(x, q_near) - log(x);
    }
    const double y = x < 800 ? x : 800;  // where exp(-x) is 0
    return exp(-x) * (horner(y, p_far) / (y * horner(y, q_far)));
}

template <class N>
CUPRUM_DEVICE_LARGE double expn(N n, double x) {
    return isnan(n) ? limits<double>::nan() : xsf::cephes::expn(whole(n), x);
}

}  // namespace cuprum::special
