// Bessel's filter: its poles are the reciprocals of the zeros of the Bessel polynomial.
#include <cmath>

#include "scipy/signal/design/prototypes.h"

namespace cuprum::scipy::signal::design {
namespace {

// The polynomial's terms cancel each other: its zeros need more digits than the results have, twice as many and more
// for high orders. The compilers' number of 113 bits is computed by software where the processor has none.
#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;
#else
using Wide = long double;
#endif
using Long = long double;
using LongComplex = std::complex<Long>;

/// A complex number with no more than is needed here, for numbers that std::complex does not know.
template <class T>
struct Pair {
    T re = 0, im = 0;
    friend Pair operator+(Pair a, Pair b) { return {a.re + b.re, a.im + b.im}; }
    friend Pair operator*(Pair a, Pair b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
    friend Pair operator*(T a, Pair b) { return {a * b.re, a * b.im}; }
    friend Pair operator/(Pair a, Pair b) {
        const T size = b.re * b.re + b.im * b.im;
        return {(a.re * b.re + a.im * b.im) / size, (a.im * b.re - a.re * b.im) / size};
    }
};

/// Newton's step at x to a zero of the polynomial y_n(x) = (2n - 1) x y_(n-1) + y_(n-2): its value by its slope.
template <class T>
Pair<T> newton_step(std::int64_t n, Pair<T> x) {
    Pair<T> before{1, 0}, value{1 + x.re, x.im}, slope_before{0, 0}, slope{1, 0};
    for (std::int64_t k = 2; k <= n; ++k) {
        const T odd = static_cast<T>(2 * k - 1);
        const Pair<T> next = odd * (x * value) + before, next_slope = odd * (value + x * slope) + slope_before;
        before = value;
        slope_before = slope;
        value = next;
        slope = next_slope;
    }
    return T(-1) * (value / slope);
}

LongComplex newton_step(std::int64_t n, LongComplex x) {
    constexpr std::int64_t few_lost_digits = 8;
    if (n <= few_lost_digits) {
        const Pair<Long> step = newton_step<Long>(n, {x.real(), x.imag()});
        return {step.re, step.im};
    }
    const Pair<Wide> step = newton_step<Wide>(n, {static_cast<Wide>(x.real()), static_cast<Wide>(x.imag())});
    return {static_cast<Long>(step.re), static_cast<Long>(step.im)};
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
    // Rounding leaves conjugates not quite so.
    std::vector<LongComplex> pairs(zeros.size());
    for (std::size_t i = 0; i < zeros.size(); ++i)
        pairs[i] = (zeros[i] + std::conj(zeros[zeros.size() - 1 - i])) / static_cast<Long>(2);
    return pairs;
}

/// The frequency at which the gain is -3 dB.
double half_power_frequency(const List& poles, double k) {
    const auto gain = [&](double w) {
        double result = k;
        for (const Complex& pole : poles.values) result /= std::abs(Complex(0, w) - pole);
        return result - std::sqrt(0.5);
    };
    double low = 0, high = 1;  // the gain falls with the frequency
    while (gain(high) > 0) high *= 2;
    for (int step = 0; step < 200; ++step) {
        const double middle = (low + high) / 2;
        if (middle == low || middle == high) break;
        (gain(middle) > 0 ? low : high) = middle;
    }
    return (low + high) / 2;
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
