// Bessel's filter: its poles are the reciprocals of the zeros of the Bessel polynomial.
#include <algorithm>
#include <cmath>

#include "numerics/minimize.h"
#include "scipy/signal/design/prototypes.h"

namespace cuprum::scipy::signal::design {
namespace {

using Long = long double;
using LongComplex = std::complex<Long>;

/// Newton's step at x to a zero of the Bessel polynomial y_n: its value by its slope. The polynomial's own terms cancel
/// each other beyond all digits. At z = -1 / x, to the right of the imaginary axis, it is
///     y_n(x) = exp(-z) (2 z i_n(z) + (-1)^n exp(-z) y_n(-x))
/// with the modified spherical Bessel function i_n, which is stable downwards, and y_n(-x), which is so upwards.
LongComplex newton_step(std::int64_t n, LongComplex x) {
    const LongComplex z = LongComplex(-1) / x, decay = std::exp(-z);
    LongComplex above = 0, at = 1e-300L, wanted = 0, below = 0;
    for (std::int64_t k = 2 * n + 60; k > 0; --k) {
        const LongComplex next = above + static_cast<Long>(2 * k + 1) / z * at;
        above = at;
        at = next;
        if (k - 1 == n) wanted = at;
        if (k - 1 == n - 1) below = at;
        if (std::abs(at) > 1e250L) {
            for (LongComplex* value : {&above, &at, &wanted, &below}) *value *= 1e-250L;
        }
    }
    const LongComplex scale = std::sinh(z) / z / at;
    LongComplex before = 1, value = LongComplex(1) - x;
    for (std::int64_t k = 2; k <= n; ++k) {
        const LongComplex next = -static_cast<Long>(2 * k - 1) * x * value + before;
        before = value;
        value = next;
    }
    const Long sign = n % 2 ? -1 : 1;
    const LongComplex y = static_cast<Long>(2) * z * scale * wanted + sign * decay * value,
                      y_before = static_cast<Long>(2) * z * scale * below - sign * decay * before;
    return -x * x * y / ((static_cast<Long>(n) * x - static_cast<Long>(1)) * y + y_before);
}

/// Where the zeros are about (Campos and Calderon, Approximate closed-form formulas for the zeros of the Bessel
/// polynomials, 2011).
std::vector<LongComplex> approximate_zeros(std::int64_t order) {
    if (order == 1) return {LongComplex(-1)};
    const Long n = static_cast<Long>(order);
    const Long s = n * n * (2 + n * n * (n - 3));
    const Long b3 = (16 - 8 * n) / s, b2 = (-24 + n * (-12 + 12 * n)) / s, b1 = (8 + n * (24 + n * (-12 - 2 * n))) / s,
               b0 = n * (-6 + n * n * (5 - n)) / s;
    const Long r = n * n * (2 + n), a1 = (-6 - 6 * n) / r, a2 = 6 / r;
    std::vector<LongComplex> zeros;
    for (std::int64_t i = 1; i <= order; ++i) {
        const Long k = static_cast<Long>(i);
        zeros.emplace_back(k * (a1 + k * a2), b0 + k * (b1 + k * (b2 + k * b3)));
    }
    return zeros;
}

/// All zeros at once by Aberth's method: Newton's, with every zero keeping the others away.
std::vector<LongComplex> bessel_zeros(std::int64_t n) {
    std::vector<LongComplex> zeros = approximate_zeros(n);
    for (int step = 0; step < 60; ++step) {
        Long largest = 0;
        for (std::size_t i = 0; i < zeros.size(); ++i) {
            const LongComplex newton = newton_step(n, zeros[i]);
            LongComplex others = 0;
            for (std::size_t j = 0; j < zeros.size(); ++j)
                if (j != i) others += LongComplex(1) / (zeros[i] - zeros[j]);
            const LongComplex change = newton / (LongComplex(1) + newton * others);
            zeros[i] += change;
            largest = std::max(largest, std::abs(change) / std::abs(zeros[i]));
        }
        if (!std::isfinite(largest)) throw LinAlgError("besselap: the search for zeros failed");
        if (largest < 1e-9L) break;  // the error is about the third power of that
    }
    // Rounding leaves conjugates not quite so. Which one is a zero's, the search does not keep to.
    std::vector<LongComplex> pairs(zeros.size());
    for (std::size_t i = 0; i < zeros.size(); ++i) {
        const LongComplex mirrored = std::conj(zeros[i]);
        const auto nearer = [&](LongComplex p, LongComplex q) {
            return std::abs(p - mirrored) < std::abs(q - mirrored);
        };
        pairs[i] = (zeros[i] + std::conj(*std::min_element(zeros.begin(), zeros.end(), nearer))) / static_cast<Long>(2);
    }
    return pairs;
}

/// The frequency at which the gain is -3 dB.
double half_power_frequency(const List& poles, double k) {
    const auto gain = [&](double w) {
        double result = k;
        for (const Complex& pole : poles.values) result /= std::abs(Complex(0, w) - pole);
        return result - std::sqrt(0.5);
    };
    double high = 1;  // the gain falls with the frequency
    while (gain(high) > 0) high *= 2;
    return numerics::bisect(gain, 0, high);
}

}  // namespace

BesselNorm bessel_norm(std::string_view name) {
    if (name == "phase") return BesselNorm::phase;
    if (name == "delay") return BesselNorm::delay;
    if (name == "mag") return BesselNorm::mag;
    throw ValueError("normalization not understood: '" + std::string(name) + "' is none of 'phase', 'delay' and 'mag'");
}

Zpk bessel_thomson(std::int64_t n, BesselNorm norm) {
    Zpk f;
    f.p.is_complex = true;
    if (n == 0) return f;
    Long last = 1;  // coefficient of the polynomial: (2n)! / n! / 2^n
    for (std::int64_t k = n + 1; k <= 2 * n; ++k) last *= static_cast<Long>(k) / 2;
    const Long scale = norm == BesselNorm::phase ? std::pow(10.0L, -std::log10(last) / static_cast<Long>(n)) : 1;
    for (const LongComplex& zero : bessel_zeros(n)) f.p.append(Complex(scale / zero));
    if (norm != BesselNorm::phase) f.k = static_cast<double>(last);
    if (norm == BesselNorm::mag) {
        const double factor = half_power_frequency(f.p, f.k.real());
        for (Complex& pole : f.p.values) pole /= factor;
        f.k = std::pow(factor, -static_cast<double>(n)) * static_cast<double>(last);
    }
    return f;
}

}  // namespace cuprum::scipy::signal::design
