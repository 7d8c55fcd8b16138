// Zeros of Bessel functions of whole order.
#include <math.h>

#include <cmath>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/special_zeros.h"

namespace cuprum::scipy::special {
namespace {

constexpr double pi = 3.14159265358979323846;

/// The two functions whose quotient is the tangent of a phase that grows with x, and the phase's slope.
struct Phase {
    double first, second, slope;
};

Phase values(int n, double x) {
    const double j = ::jn(n, x), y = ::yn(n, x);
    return {j, y, 2 / (pi * x * (j * j + y * y))};
}

Phase slopes(int n, double x) {
    const double j = n ? ::jn(n - 1, x) - n / x * ::jn(n, x) : -::jn(1, x);
    const double y = n ? ::yn(n - 1, x) - n / x * ::yn(n, x) : -::yn(1, x);
    const double order = n;
    return {j, y, 2 * (x * x - order * order) / (pi * x * x * x * (j * j + y * y))};
}

/// Zeros of the first or the second of the functions from a first guess on: each next one is about pi of the phase
/// away, and steps by the phase's error, which is nearly linear, lead to it.
ndarray zeros(std::int64_t order, std::int64_t count, Phase (*phase)(int, double), bool of_second, double guess) {
    if (count < 1) throw ValueError("nt must be a positive integer, not " + std::to_string(count));
    if (order > 1000000) throw ValueError("n must be at most 1000000, not " + std::to_string(order));
    const int n = static_cast<int>(order);
    std::vector<double> found(static_cast<std::size_t>(count));
    double x = guess;
    for (double& zero : found) {
        for (int i = 0; i < 30; ++i) {
            const Phase at = phase(n, x);
            // The angle from the nearest zero.
            const double error = of_second ? std::atan(at.second / at.first) : -std::atan(at.first / at.second);
            const double step = error / at.slope;
            x -= step;
            if (std::abs(step) < 1e-15 * x) break;
        }
        zero = x;
        double distance = pi / phase(n, x).slope;
        // The slope half-way, as it is small beside the point where the function begins to oscillate.
        for (int i = 0; i < 6; ++i) distance = (distance + pi / phase(n, x + distance / 2).slope) / 2;
        x += distance;
    }
    return asarray(found);
}

std::int64_t checked(std::int64_t n) { return n < 0 ? -n : n; }

/// The first zero where n > 0, from its expansion in powers of n^(2/3): DLMF 10.21.40.
double first_zero(std::int64_t n, double a, double b) {
    const double root = std::cbrt(static_cast<double>(n));
    return static_cast<double>(n) + a * root + b / root;
}

}  // namespace

ndarray jn_zeros(std::int64_t n, std::int64_t nt) {
    n = checked(n);
    return zeros(n, nt, values, false, n ? first_zero(n, 1.8557571, 1.033150) : 2.4);
}
ndarray yn_zeros(std::int64_t n, std::int64_t nt) {
    n = checked(n);
    return zeros(n, nt, values, true, n ? first_zero(n, 0.9315768, 0.260351) : 0.9);
}
ndarray jnp_zeros(std::int64_t n, std::int64_t nt) {
    n = checked(n);
    return zeros(n, nt, slopes, false, n ? first_zero(n, 0.8086165, 0.072490) : 3.8);
}
ndarray ynp_zeros(std::int64_t n, std::int64_t nt) {
    n = checked(n);
    return zeros(n, nt, slopes, true, n ? first_zero(n, 1.8210980, 0.940007) : 2.2);
}

}  // namespace cuprum::scipy::special
