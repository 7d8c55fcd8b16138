// Lambert's W function: its principal branch on the real line from -1/e on here, the rest by xsf.
#pragma once

#include <cuprum/special/horner.h>
#include <cuprum/special/wide.h>
#include <xsf/lambertw.h>

namespace cuprum::special {
namespace detail {

/// W(x) for x >= -0.36. A guess of six digits to 16, one of two or three beyond; each step of F. N. Fritsch, R. E.
/// Shafer and W. P. Crowley (Comm. ACM 16, 1973) multiplies their number by four.
CUPRUM_DEVICE double real_lambertw(double x) {
    double w;
    int32 steps = 1;
    if (x < 16) {
        // exp(-W) = W / x as a rational function of p = sqrt(2 e x + 2).
        constexpr double p[] = {-0.0001495524491226972, 0.012518525160492795, 0.7397998743426689, 2.718292372397119};
        constexpr double q[] = {0.03675146068266853, 0.4429672148049367, 1.272271461806853, 1.0};
        const double root = sqrt(fma(5.43656365691809, x, 2.0));
        w = x * horner(root, p) / horner(root, q);
    } else {
        const double l = log(x);
        w = l * (1 - log(l) / (1 + l));
        steps = 2;
    }
    for (int32 i = 0; i < steps; ++i) {
        const double z = log(x / w) - w, v = 1 + w, q = 2 * v * fma(2.0 / 3, z, v);
        w = fma(w, z * (q - z) / (v * (q - 2 * z)), w);
    }
    return w;
}

}  // namespace detail

template <Float T>
CUPRUM_DEVICE complex<T> lambertw(complex<T> z, int64 branch, double tolerance) {
    const double x = z.re;
    // Nearer to the branch point 1 + w is small, and at 0 so is w.
    if (branch == 0 && z.im == T(0) && x >= -0.36 && x < limits<double>::infinity())
        return complex<T>(static_cast<T>(fabs(x) > 1e-300 ? detail::real_lambertw(x) : x), z.im);
    return xsf::lambertw(wide(z), branch, tolerance);
}

}  // namespace cuprum::special
