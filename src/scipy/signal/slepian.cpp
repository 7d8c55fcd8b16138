// Discrete prolate spheroidal sequences as eigenvectors of the tridiagonal matrix that commutes with their kernel
// (Slepian 1978; Percival and Walden, Spectral Analysis for Physical Applications, chapter 8).
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

#include "cuprum/error.h"
#include "numerics/fourier.h"
#include "numerics/lapack.h"
#include "scipy/signal/window_values.h"

namespace cuprum::scipy::signal {
namespace {

using std::numbers::pi;
using Values = std::vector<double>;

constexpr std::int64_t most_points = (std::int64_t(1) << 31) - 1;

}  // namespace

std::vector<double> slepian_sequences(std::int64_t n, double half_bandwidth, std::int64_t count) {
    Values diagonal, off_diagonal;
    const double length = static_cast<double>(n), band = std::cos(2 * pi * half_bandwidth / length);
    for (double t = 0; t < length; ++t) {
        const double distance = (length - 1 - 2 * t) / 2;
        diagonal.push_back(distance * distance * band);
        if (t > 0) off_diagonal.push_back(t * (length - t) / 2);
    }
    Values all = numerics::largest_tridiagonal(diagonal, off_diagonal, count).vectors;
    for (std::int64_t k = 0; k < count; ++k) {
        const std::span x(all.begin() + k * n, static_cast<std::size_t>(n));
        double sign = 0;
        if (k % 2 == 0)
            for (double element : x) sign += element;
        else
            for (double element : x)
                if (element * element > std::max(1e-7, 1 / length)) {
                    sign = element;
                    break;
                }
        if (sign < 0)
            for (double& element : x) element = -element;
    }
    return all;
}

Slepians slepian_windows(std::int64_t n, double half_bandwidth, std::int64_t count, SlepianNorm norm, bool periodic,
                         bool ratios) {
    if (n < 0) throw ValueError("dpss needs a non-negative number of points, found " + std::to_string(n));
    if (n > most_points)
        throw ValueError("dpss: M must be less than 2^31, which LAPACK's counts hold, found " + std::to_string(n));
    if (n <= 1) return {Values(static_cast<std::size_t>(n), 1.0), {1.0}};
    if (count <= 0 || count > n)
        throw ValueError("dpss: Kmax must be greater than 0 and not greater than M = " + std::to_string(n) +
                         ", found " + std::to_string(count));
    if (half_bandwidth >= static_cast<double>(n) / 2)
        throw ValueError("dpss: NW must be less than M / 2 = " + std::to_string(static_cast<double>(n) / 2));
    if (half_bandwidth <= 0) throw ValueError("dpss: NW must be positive");
    const std::int64_t m = n + periodic;
    const auto length = static_cast<std::size_t>(m);
    Slepians result{slepian_sequences(m, half_bandwidth, count), {}};
    Values& all = result.values;
    for (std::int64_t k = 0; ratios && k < count; ++k) {
        // The energy in the band is the product of the sequence's autocorrelation with the band's transform.
        const double w = half_bandwidth / static_cast<double>(m);
        std::vector<std::complex<double>> padded(2 * length);
        std::copy_n(all.begin() + k * m, length, padded.begin());
        numerics::fft(padded);
        for (auto& value : padded) value = std::norm(value);
        numerics::fft(padded, true);
        double sum = 2 * w * padded[0].real();
        for (std::size_t i = 1; i < length; ++i) {
            const double x = 2 * pi * w * static_cast<double>(i);
            sum += 4 * w * std::sin(x) / x * padded[i].real();
        }
        result.ratios.push_back(sum / static_cast<double>(2 * length));
    }
    if (norm != SlepianNorm::squares) {
        const double largest = *std::max_element(all.begin(), all.end());
        for (double& value : all) value /= largest;
        if (m % 2 == 0) {
            const double points = static_cast<double>(m);
            double correction = points * points / (points * points + half_bandwidth);
            if (norm == SlepianNorm::subsample) {
                // The value half a point beside the middle, where an even window has none, by its transform.
                std::vector<std::complex<double>> spectrum(all.begin(), all.begin() + m);
                numerics::fft(spectrum);
                double sum = spectrum[0].real();
                for (std::size_t k = 1; k <= length / 2; ++k)
                    sum += 2 * (spectrum[k] * std::polar(1.0, pi * (1 - 1 / points) * static_cast<double>(k))).real();
                correction = points / sum;
            }
            for (double& value : all) value *= correction;
        }
    }
    if (periodic) {
        Values shorter;
        for (std::int64_t k = 0; k < count; ++k)
            shorter.insert(shorter.end(), all.begin() + k * m, all.begin() + k * m + n);
        all = std::move(shorter);
    }
    return result;
}

}  // namespace cuprum::scipy::signal
