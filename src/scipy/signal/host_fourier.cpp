#include "scipy/signal/host_fourier.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace cuprum::scipy::signal {
namespace {

using Complex = std::complex<double>;

Complex product(Complex a, Complex b) {  // without the test for NaN of operator*
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// Cooley and Tukey's for powers of two; `sign` is that of the exponent.
void power_of_two(std::vector<Complex>& x, int sign) {
    const std::size_t n = x.size();
    for (std::size_t i = 1, j = 0; i < n; ++i) {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) std::swap(x[i], x[j]);
    }
    std::vector<Complex> roots(n / 2);
    for (std::size_t k = 0; k < n / 2; ++k)
        roots[k] = std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
    for (std::size_t half = 1; half < n; half *= 2)
        for (std::size_t start = 0; start < n; start += 2 * half)
            for (std::size_t k = 0; k < half; ++k) {
                const Complex odd = product(x[start + half + k], roots[k * (n / (2 * half))]);
                x[start + half + k] = x[start + k] - odd;
                x[start + k] += odd;
            }
}

/// Bluestein's: a transform of any length as a convolution with a chirp.
void any_length(std::vector<Complex>& x, int sign) {
    const std::size_t n = x.size(), padded = std::bit_ceil(2 * n - 1);
    std::vector<Complex> chirp(n), a(padded), b(padded);
    for (std::size_t k = 0; k < n; ++k) {
        const auto square = static_cast<std::uint64_t>(k) * k % (2 * n);  // the angle repeats, which keeps it exact
        chirp[k] = std::polar(1.0, sign * std::numbers::pi * static_cast<double>(square) / static_cast<double>(n));
        a[k] = product(x[k], chirp[k]);
        b[k] = std::conj(chirp[k]);
        if (k) b[padded - k] = b[k];
    }
    power_of_two(a, -1);
    power_of_two(b, -1);
    for (std::size_t k = 0; k < padded; ++k) a[k] = product(a[k], b[k]);
    power_of_two(a, 1);
    for (std::size_t k = 0; k < n; ++k) x[k] = product(a[k], chirp[k]) / static_cast<double>(padded);
}

}  // namespace

void host_fourier(std::vector<Complex>& x, bool inverse) {
    if (x.size() < 2) return;
    if (std::has_single_bit(x.size())) power_of_two(x, inverse ? 1 : -1);
    else any_length(x, inverse ? 1 : -1);
}

}  // namespace cuprum::scipy::signal
