#include "recurrences.h"

#include <cmath>

#include "cuprum/host.h"
#include "numerics/lapack.h"

namespace cuprum::scipy::special {
namespace {

/// The orthonormal polynomial of the last degree over its slope, and the sum of the squares of those before it.
struct AtPoint {
    double step, squares;
};

AtPoint evaluate(const Recurrence& of, const std::vector<double>& roots, double x) {
    double before = 0, value = 1, slope_before = 0, slope = 0, squares = 0, unit = 1;
    const std::size_t n = of.diagonal.size();
    for (std::size_t k = 0; k < n; ++k) {
        squares += value * value;
        // The last of the polynomials may be of any size.
        const double scale = k + 1 < n ? roots[k + 1] : 1, last = k > 0 ? roots[k] : 0;
        const double next = ((x - of.diagonal[k]) * value - last * before) / scale;
        const double next_slope = (value + (x - of.diagonal[k]) * slope - last * slope_before) / scale;
        before = value;
        value = next;
        slope_before = slope;
        slope = next_slope;
        if (std::abs(value) > 1e120) {
            for (double* number : {&before, &value, &slope_before, &slope}) *number *= 1e-120;
            squares *= 1e-240;
            unit *= 1e-240;
        }
    }
    return {value / slope, squares / unit};
}

}  // namespace

Quadrature quadrature(const Recurrence& recurrence, double total) {
    const std::size_t n = recurrence.diagonal.size();
    std::vector<double> roots(n);
    for (std::size_t k = 0; k < n; ++k) roots[k] = std::sqrt(recurrence.square[k]);
    std::vector<double> points =
                            numerics::tridiagonal_eigenvalues(recurrence.diagonal, {roots.begin() + 1, roots.end()}),
                        weights(n);
    for (double& x : points) {
        for (int i = 0; i < 2; ++i) x -= evaluate(recurrence, roots, x).step;
    }
    if (recurrence.even_weight) {
        for (std::size_t k = 0; k < n / 2; ++k) {
            points[n - 1 - k] = (points[n - 1 - k] - points[k]) / 2;
            points[k] = -points[n - 1 - k];
        }
        if (n % 2) points[n / 2] = 0;
    }
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += weights[k] = 1 / evaluate(recurrence, roots, points[k]).squares;
    for (double& weight : weights) weight *= total / sum;
    return {asarray(points), asarray(weights), total};
}

}  // namespace cuprum::scipy::special
