// The inverse of the error function of float64.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/real_math.h>

namespace cuprum::special {
#if CUPRUM_GPU
CUPRUM_DEVICE double erfinv(double y) {
    return y == 0 ? 0.0 : ::erfinv(y);  // CUDA's, to 3 ulp
}
#else
namespace detail {

/// erfinv(y) / y by w = -log(1 - y^2), to single precision: M. Giles, "Approximating the erfinv function", GPU
/// Computing Gems (2012).
CUPRUM_DEVICE double erfinv_factor(double w) {
    if (w < 5) {
        const double t = w - 2.5;
        double p = 2.81022636e-08;
        p = fma(p, t, 3.43273939e-07);
        p = fma(p, t, -3.5233877e-06);
        p = fma(p, t, -4.39150654e-06);
        p = fma(p, t, 0.00021858087);
        p = fma(p, t, -0.00125372503);
        p = fma(p, t, -0.00417768164);
        p = fma(p, t, 0.246640727);
        return fma(p, t, 1.50140941);
    }
    const double t = sqrt(w) - 3;
    double p = -0.000200214257;
    p = fma(p, t, 0.000100950558);
    p = fma(p, t, 0.00134934322);
    p = fma(p, t, -0.00367342844);
    p = fma(p, t, 0.00573950773);
    p = fma(p, t, -0.0076224613);
    p = fma(p, t, 0.00943887047);
    p = fma(p, t, 1.00167406);
    return fma(p, t, 2.83297682);
}

}  // namespace detail

CUPRUM_DEVICE_LARGE double erfinv(double y) {
    const double size = fabs(y);
    if (y == 0) return 0;
    if (!(size < 1)) return size == 1 ? copysign(limits<double>::infinity(), y) : limits<double>::nan();
    if (size < 1e-8) return y * 0.88622692545275801365;
    double x = size * detail::erfinv_factor(-log1p(-size * size));
    // Halley's steps, each of which triples the digits; beyond 1/2 by the complement, which is exact there.
    for (int i = 0; i < 2; ++i) {
        const double error = size < 0.5 ? CUPRUM_BUILTIN(erf)(x) - size : (1 - size) - CUPRUM_BUILTIN(erfc)(x);
        const double step = error * 0.88622692545275801365 * exp(x * x);
        x -= step / (1 + x * step);
    }
    return copysign(x, y);
}
#endif

}  // namespace cuprum::special
