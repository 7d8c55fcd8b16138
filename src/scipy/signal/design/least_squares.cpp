// FIR filters with the least squares of errors: the normal equations of a sum of cosines, a Toeplitz and a Hankel
// matrix (Selesnick, Linear-Phase FIR Filter Design by Least Squares).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cuprum/scipy/signal_fir.h"
#include "cuprum/transfer.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Reals;
using std::numbers::pi;

double sinc(double x) { return x == 0 ? 1 : std::sin(pi * x) / (pi * x); }

/// A symmetric matrix, row after row.
struct Symmetric {
    std::size_t n;
    Reals values;
    explicit Symmetric(std::size_t n) : n(n), values(n * n) {}
    double& operator()(std::size_t i, std::size_t j) { return values[i * n + j]; }
};

/// Solves by Cholesky's factors; false where the matrix is not, or hardly, positive.
bool solve_positive(Symmetric q, Reals& b) {
    double least = INFINITY, largest = 0;
    for (std::size_t j = 0; j < q.n; ++j) {
        for (std::size_t k = 0; k < j; ++k) q(j, j) -= q(j, k) * q(j, k);
        if (!(q(j, j) > 0)) return false;
        q(j, j) = std::sqrt(q(j, j));
        least = std::min(least, q(j, j));
        largest = std::max(largest, q(j, j));
        for (std::size_t i = j + 1; i < q.n; ++i) {
            for (std::size_t k = 0; k < j; ++k) q(i, j) -= q(i, k) * q(j, k);
            q(i, j) /= q(j, j);
        }
    }
    const double ratio = least / largest;
    if (ratio * ratio < std::numeric_limits<double>::epsilon()) return false;
    for (std::size_t i = 0; i < q.n; ++i) {
        for (std::size_t k = 0; k < i; ++k) b[i] -= q(i, k) * b[k];
        b[i] /= q(i, i);
    }
    for (std::size_t i = q.n; i-- > 0;) {
        for (std::size_t k = i + 1; k < q.n; ++k) b[i] -= q(k, i) * b[k];
        b[i] /= q(i, i);
    }
    return true;
}

/// The shortest solution of those with the least error, by the eigenvectors that Jacobi's rotations find.
void solve_least_squares(Symmetric q, Reals& b) {
    Symmetric vectors(q.n);
    for (std::size_t i = 0; i < q.n; ++i) vectors(i, i) = 1;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double beside = 0, diagonal = 0;
        for (std::size_t i = 0; i < q.n; ++i)
            for (std::size_t j = 0; j < q.n; ++j) (i == j ? diagonal : beside) += q(i, j) * q(i, j);
        if (beside <= 1e-34 * diagonal) break;
        for (std::size_t i = 0; i < q.n; ++i)
            for (std::size_t j = i + 1; j < q.n; ++j) {
                if (q(i, j) == 0) continue;
                const double theta = (q(j, j) - q(i, i)) / (2 * q(i, j)),
                             t = std::copysign(1 / (std::abs(theta) + std::hypot(theta, 1.0)), theta),
                             c = 1 / std::hypot(t, 1.0), s = t * c;
                for (std::size_t k = 0; k < q.n; ++k) {
                    const double left = q(k, i), right = q(k, j);
                    q(k, i) = c * left - s * right;
                    q(k, j) = s * left + c * right;
                }
                for (std::size_t k = 0; k < q.n; ++k) {
                    const double up = q(i, k), down = q(j, k);
                    q(i, k) = c * up - s * down;
                    q(j, k) = s * up + c * down;
                    const double left = vectors(k, i), right = vectors(k, j);
                    vectors(k, i) = c * left - s * right;
                    vectors(k, j) = s * left + c * right;
                }
            }
    }
    double largest = 0;
    for (std::size_t i = 0; i < q.n; ++i) largest = std::max(largest, std::abs(q(i, i)));
    Reals x(q.n);
    for (std::size_t i = 0; i < q.n; ++i) {
        if (std::abs(q(i, i)) <= std::numeric_limits<double>::epsilon() * largest) continue;
        double part = 0;
        for (std::size_t k = 0; k < q.n; ++k) part += vectors(k, i) * b[k];
        for (std::size_t k = 0; k < q.n; ++k) x[k] += vectors(k, i) * part / q(i, i);
    }
    b = x;
}

struct Bands {
    Reals edges, gains, weights;
};

Bands checked(const Numbers& bands, const Numbers& desired, const std::optional<Numbers>& weight, double nyquist) {
    Bands b{bands.reals("firls"), desired.reals("firls"), {}};
    if (b.edges.size() % 2) throw ValueError("bands must contain frequency pairs.");
    for (double& edge : b.edges) {
        edge /= nyquist;
        if (edge < 0 || edge > 1) throw ValueError("bands must be between 0 and 1 relative to Nyquist");
    }
    if (b.gains.size() != b.edges.size())
        throw ValueError("desired must have one entry per frequency, got " + std::to_string(b.gains.size()) +
                         " gains for " + std::to_string(b.edges.size()) + " frequencies.");
    for (std::size_t i = 0; i < b.edges.size(); i += 2) {
        if (b.edges[i + 1] <= b.edges[i] || (i && b.edges[i] < b.edges[i - 2]))
            throw ValueError("bands must be monotonically nondecreasing and have width > 0.");
        if (i && b.edges[i] < b.edges[i - 1]) throw ValueError("bands must not overlap.");
    }
    for (double gain : b.gains)
        if (gain < 0) throw ValueError("desired must be non-negative.");
    b.weights = weight ? weight->reals("firls") : Reals(b.edges.size() / 2, 1.0);
    if (b.weights.size() != b.edges.size() / 2)
        throw ValueError("weight must be the same size as the number of band pairs (" +
                         std::to_string(b.edges.size() / 2) + ").");
    for (double w : b.weights)
        if (w < 0) throw ValueError("weight must be non-negative.");
    return b;
}

}  // namespace

ndarray firls(double numtaps, const Numbers& bands, const Numbers& desired, const std::optional<Numbers>& weight,
              double fs) {
    const double nyquist = 0.5 * design::checked_rate(fs);
    const auto taps = static_cast<std::int64_t>(numtaps);
    if (taps % 2 == 0 || taps < 1) throw ValueError("numtaps must be odd and >= 1, found " + std::to_string(taps));
    const Bands given = checked(bands, desired, weight, nyquist);
    const auto half = static_cast<std::size_t>(taps / 2) + 1;
    // Integrals of cos(n x) over the bands, and of the wanted response times these.
    Reals q(static_cast<std::size_t>(taps)), b(half);
    for (std::size_t band = 0; band < given.weights.size(); ++band) {
        const double low = given.edges[2 * band], high = given.edges[2 * band + 1], weight_here = given.weights[band],
                     slope = (given.gains[2 * band + 1] - given.gains[2 * band]) / (high - low),
                     start = given.gains[2 * band] - low * slope;
        for (std::size_t i = 0; i < q.size(); ++i) {
            const double n = static_cast<double>(i);
            q[i] += weight_here * (high * sinc(high * n) - low * sinc(low * n));
            if (i >= half) continue;
            const auto integral = [&](double f) {
                const double line = f * (slope * f + start) * sinc(f * n);
                return i ? line + slope * std::cos(n * pi * f) / (pi * n * (pi * n)) : line - slope * f * f / 2;
            };
            b[i] += weight_here * (integral(high) - integral(low));
        }
    }
    Symmetric matrix(half);
    for (std::size_t i = 0; i < half; ++i)
        for (std::size_t j = 0; j < half; ++j) matrix(i, j) = q[i > j ? i - j : j - i] + q[i + j];
    if (!solve_positive(matrix, b)) solve_least_squares(matrix, b);
    Reals h(static_cast<std::size_t>(taps));
    for (std::size_t i = 0; i < half; ++i) h[half - 1 - i] = h[half - 1 + i] = i ? b[i] : 2 * b[0];
    return array_from_host(h.data(), DType::float64, {taps});
}

}  // namespace cuprum::scipy::signal
