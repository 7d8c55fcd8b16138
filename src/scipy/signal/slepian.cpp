// Discrete prolate spheroidal sequences as eigenvectors of the tridiagonal matrix that commutes with their kernel
// (Slepian 1978; Percival and Walden, Spectral Analysis for Physical Applications, chapter 8).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "cuprum/error.h"
#include "scipy/signal/host_fourier.h"
#include "scipy/signal/window_values.h"

namespace cuprum::scipy::signal {
namespace {

using std::numbers::pi;
using Values = std::vector<double>;

struct Tridiagonal {
    Values diagonal, beside;
};

/// How many eigenvalues are less than x (Sturm).
std::int64_t below(const Tridiagonal& matrix, double x) {
    std::int64_t count = 0;
    double q = 1;
    for (std::size_t i = 0; i < matrix.diagonal.size(); ++i) {
        const double e = i ? matrix.beside[i - 1] : 0;
        q = matrix.diagonal[i] - x - (i ? e * e / q : 0);
        if (q == 0) q = std::numeric_limits<double>::epsilon() * (std::abs(e) + std::abs(x) + 1e-300);
        count += q < 0;
    }
    return count;
}

double eigenvalue(const Tridiagonal& matrix, std::int64_t number) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const std::size_t n = matrix.diagonal.size();
    for (std::size_t i = 0; i < n; ++i) {
        const double radius = (i ? std::abs(matrix.beside[i - 1]) : 0) + (i + 1 < n ? std::abs(matrix.beside[i]) : 0);
        low = std::min(low, matrix.diagonal[i] - radius);
        high = std::max(high, matrix.diagonal[i] + radius);
    }
    for (int step = 0; step < 200; ++step) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) break;
        (below(matrix, middle) <= number ? low : high) = middle;
    }
    return low + (high - low) / 2;
}

/// Solves (matrix - shift) x = x in place, by elimination with exchanges of rows.
void solve_shifted(const Tridiagonal& matrix, double shift, Values& x) {
    const std::size_t n = x.size();
    Values a(n), b(n), c(n);  // diagonal, and the two places right of it
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = matrix.diagonal[i] - shift;
        b[i] = i + 1 < n ? matrix.beside[i] : 0;
    }
    double scale = 0;
    for (std::size_t i = 0; i < n; ++i) scale = std::max(scale, std::abs(matrix.diagonal[i]) + std::abs(b[i]));
    const double smallest = std::numeric_limits<double>::epsilon() * scale;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        double left = matrix.beside[i], middle = a[i + 1], right = b[i + 1];
        if (std::abs(left) > std::abs(a[i])) {
            std::swap(a[i], left);
            std::swap(b[i], middle);
            std::swap(c[i], right);
            std::swap(x[i], x[i + 1]);
        }
        if (a[i] == 0) a[i] = smallest;
        const double factor = left / a[i];
        a[i + 1] = middle - factor * b[i];
        b[i + 1] = right - factor * c[i];
        x[i + 1] -= factor * x[i];
    }
    if (std::abs(a[n - 1]) < smallest) a[n - 1] = smallest;
    for (std::size_t i = n; i-- > 0;) {
        double rest = x[i];
        if (i + 1 < n) rest -= b[i] * x[i + 1];
        if (i + 2 < n) rest -= c[i] * x[i + 2];
        x[i] = rest / a[i];
    }
}

void normalize(std::span<double> x) {
    double largest = 0, sum = 0;
    for (double value : x) largest = std::max(largest, std::abs(value));
    for (double& value : x) {
        value /= largest;
        sum += value * value;
    }
    for (double& value : x) value /= std::sqrt(sum);
}

}  // namespace

std::vector<double> slepian_sequences(std::int64_t n, double half_bandwidth, std::int64_t count) {
    Tridiagonal matrix;
    const double length = static_cast<double>(n), band = std::cos(2 * pi * half_bandwidth / length);
    for (double t = 0; t < length; ++t) {
        const double place = (length - 1 - 2 * t) / 2;
        matrix.diagonal.push_back(place * place * band);
        if (t > 0) matrix.beside.push_back(t * (length - t) / 2);
    }
    Values all;
    for (std::int64_t k = 0; k < count; ++k) {
        const double value = eigenvalue(matrix, n - 1 - k);
        // Sequences of even number are symmetric, the others antisymmetric: a start of the same kind stays so.
        Values x(static_cast<std::size_t>(n));
        for (std::int64_t i = 0; i < n; ++i) {
            const double place = (static_cast<double>(i) + 0.5) / length;
            x[static_cast<std::size_t>(i)] =
                k % 2 ? std::sin(2 * pi * place) + 0.3 * std::sin(4 * pi * place) : 1 + 0.3 * std::cos(2 * pi * place);
        }
        for (int step = 0; step < 4; ++step) {
            solve_shifted(matrix, value, x);
            normalize(x);
        }
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
        all.insert(all.end(), x.begin(), x.end());
    }
    return all;
}

Slepians slepian_windows(std::int64_t n, double half_bandwidth, std::int64_t count, SlepianNorm norm, bool periodic,
                         bool ratios) {
    if (n < 0) throw ValueError("dpss needs a non-negative number of points, found " + std::to_string(n));
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
        host_fourier(padded);
        for (auto& value : padded) value = std::norm(value);
        host_fourier(padded, true);
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
                host_fourier(spectrum);
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
