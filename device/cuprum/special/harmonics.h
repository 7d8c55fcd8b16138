// Spherical harmonics, by the recurrence of normalised associated Legendre functions in the degree (DLMF 14.10.3).
#pragma once

#include <cuprum/special/wide.h>

namespace cuprum::special {

/// The associated Legendre function of cos(theta), 0 <= m <= n, normalised for spherical harmonics, with (-1)^m.
CUPRUM_DEVICE_LARGE double spherical_legendre(int64 n, int64 m, double theta) {
    const double cosine = cos(theta), sine = fabs(sin(theta));
    double last = 0.28209479177387814347;  // 1 / sqrt(4 pi)
    for (int64 k = 1; k <= m; ++k) last *= -sqrt(static_cast<double>(2 * k + 1) / static_cast<double>(2 * k)) * sine;
    if (n == m) return last;
    double before = last;
    last = cosine * sqrt(static_cast<double>(2 * m + 3)) * before;
    const double order = static_cast<double>(m);
    for (int64 k = m + 2; k <= n; ++k) {
        const double degree = static_cast<double>(k), square = (degree - order) * (degree + order);
        const double earlier = (degree - 1 - order) * (degree - 1 + order);
        const double value = sqrt((4 * degree * degree - 1) / square) *
                             (cosine * last - sqrt(earlier / (4 * (degree - 1) * (degree - 1) - 1)) * before);
        before = last;
        last = value;
    }
    return last;
}

template <Float T>
CUPRUM_DEVICE_LARGE complex<double> spherical_harmonic(int64 n, int64 m, T theta, T phi) {
    const int64 size = m < 0 ? -m : m;
    if (n > most_order) return {limits<double>::nan(), limits<double>::nan()};
    if (size > n) return {0, 0};  // also below degree 0
    const double p = spherical_legendre(n, size, theta) * (m < 0 && (size & 1) ? -1 : 1);
    const double angle = static_cast<double>(m) * static_cast<double>(phi);
    return {p * cos(angle), p * sin(angle)};
}

}  // namespace cuprum::special
