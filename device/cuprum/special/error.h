// The inverses of the error functions.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum::special {
namespace detail {

/// erfinv(y) / y by w = -log(1 - y^2), to single precision: M. Giles, "Approximating the erfinv function", GPU
/// Computing Gems (2012).
template <Float T>
CUPRUM_DEVICE T erfinv_factor(T w) {
    if (w < T(5)) {
        const T t = w - T(2.5);
        T p = T(2.81022636e-08);
        p = fma(p, t, T(3.43273939e-07));
        p = fma(p, t, T(-3.5233877e-06));
        p = fma(p, t, T(-4.39150654e-06));
        p = fma(p, t, T(0.00021858087));
        p = fma(p, t, T(-0.00125372503));
        p = fma(p, t, T(-0.00417768164));
        p = fma(p, t, T(0.246640727));
        return fma(p, t, T(1.50140941));
    }
    const T t = sqrt(w) - T(3);
    T p = T(-0.000200214257);
    p = fma(p, t, T(0.000100950558));
    p = fma(p, t, T(0.00134934322));
    p = fma(p, t, T(-0.00367342844));
    p = fma(p, t, T(0.00573950773));
    p = fma(p, t, T(-0.0076224613));
    p = fma(p, t, T(0.00943887047));
    p = fma(p, t, T(1.00167406));
    return fma(p, t, T(2.83297682));
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

CUPRUM_DEVICE float erfinv(float y) {
    const float size = fabs(y);
    const float w = size < 0.5f ? -log1p(-y * y) : -log((1 - size) * (1 + size));
    const float value = y * detail::erfinv_factor(w) + 0.0f;
    return size < 1 ? value : size == 1 ? copysign(limits<float>::infinity(), y) : limits<float>::nan();
}

}  // namespace cuprum::special
