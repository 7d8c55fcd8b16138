// FIR filters with the least squares of errors: the normal equations of a sum of cosines, a Toeplitz and a Hankel
// matrix (Selesnick, Linear-Phase FIR Filter Design by Least Squares).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cuprum/scipy/signal_fir.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "numerics/lapack.h"
#include "scipy/signal/design/host_numbers.h"
#include "scipy/signal/design/transforms.h"

namespace cuprum::scipy::signal {
namespace {

using design::Reals;
using std::numbers::pi;

double sinc(double x) { return x == 0 ? 1 : std::sin(pi * x) / (pi * x); }

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
              std::optional<double> fs) {
    const kernel::Placement here(bands, desired, weight);
    const double nyquist = 0.5 * design::checked_rate(fs.value_or(2));
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
    Reals matrix(half * half);
    for (std::size_t i = 0; i < half; ++i)
        for (std::size_t j = 0; j < half; ++j) matrix[i * half + j] = q[i > j ? i - j : j - i] + q[i + j];
    const auto n = static_cast<std::int64_t>(half);
    if (!numerics::solve_positive_definite(matrix, n, b)) b = numerics::least_squares(matrix, n, b);
    Reals h(static_cast<std::size_t>(taps));
    for (std::size_t i = 0; i < half; ++i) h[half - 1 - i] = h[half - 1 + i] = i ? b[i] : 2 * b[0];
    return array_from_host(h.data(), DType::float64, {taps});
}

}  // namespace cuprum::scipy::signal
