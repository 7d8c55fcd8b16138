// B-splines on the host: basis functions, and least squares by rotations.
#pragma once

#include <cstdint>
#include <vector>

namespace cuprum::scipy::interpolate {

/// The number of the interval between knots k ... n that holds x; the outermost one beyond them.
std::int64_t knot_interval(const std::vector<double>& t, int k, double x, std::int64_t guess);

/// The k + 1 basis functions of an interval at x, or a derivative of them.
void basis_functions(const std::vector<double>& t, int k, std::int64_t interval, double x, int derivative,
                     double* values);

/// An upper triangle with `width` elements a row, to which rows of equations are added by Givens's rotations, and the
/// right-hand sides that are rotated with it.
struct Triangle {
    std::int64_t n, columns;
    int width;
    std::vector<double> rows, right;

    Triangle(std::int64_t n, int width, std::int64_t columns)
        : n(n),
          columns(columns),
          width(width),
          rows(static_cast<std::size_t>(n * width)),
          right(static_cast<std::size_t>(n * columns)) {}

    double* row(std::int64_t i) { return rows.data() + i * width; }
    double* right_of(std::int64_t i) { return right.data() + i * columns; }

    /// Adds an equation whose elements h[0 ... count) begin at column `first`. Both arrays are changed; what is left of
    /// the right-hand side is the residual.
    void add(double* h, int count, double* values, std::int64_t first);
    /// The solution, n x columns.
    std::vector<double> solution() const;
};

}  // namespace cuprum::scipy::interpolate
