// B-splines on the host: basis functions, banded matrices by rows, and least squares by rotations.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

namespace cuprum::scipy::interpolate {

/// The number of the interval between knots k ... n that holds x; the outermost one beyond them.
std::int64_t knot_interval(const std::vector<double>& t, int k, double x, std::int64_t guess);

/// The k + 1 basis functions of an interval at x, or a derivative of them.
void basis_functions(const std::vector<double>& t, int k, std::int64_t interval, double x, int derivative,
                     double* values);

/// A square matrix with `band` diagonals on both sides of the main one, and its factors with rows exchanged.
class BandedMatrix {
public:
    BandedMatrix(std::int64_t n, int band)
        : n_(n), band_(band), rows_(static_cast<std::size_t>(n) * width()), pivots_(static_cast<std::size_t>(n)) {}

    std::int64_t size() const { return n_; }
    int band() const { return band_; }
    std::int64_t width() const { return 3 * band_ + 1; }
    /// The element of a row and a column that is at most `band` away.
    double& at(std::int64_t row, std::int64_t column) {
        return rows_[static_cast<std::size_t>(row * width() + column - row + band_)];
    }
    bool holds(std::int64_t row, std::int64_t column) const { return std::abs(row - column) <= band_; }

    /// Whether there are factors; a matrix without an inverse has none.
    bool factor();
    /// Solves for `columns` right-hand sides side by side, in their place.
    template <class T>
    void solve(T* values, std::int64_t columns) const;

    const std::vector<double>& rows() const { return rows_; }
    const std::vector<std::int64_t>& pivots() const { return pivots_; }

private:
    double element(std::int64_t row, std::int64_t column) const {
        return rows_[static_cast<std::size_t>(row * width() + column - row + band_)];
    }

    std::int64_t n_;
    int band_;
    std::vector<double> rows_;  // row i holds columns i - band ... i + 2 * band
    std::vector<std::int64_t> pivots_;
};

template <class T>
void BandedMatrix::solve(T* values, std::int64_t columns) const {
    const auto row_of = [&](std::int64_t i) { return values + i * columns; };
    for (std::int64_t j = 0; j < n_; ++j) {
        T* pivot = row_of(j);
        if (pivots_[static_cast<std::size_t>(j)] != j) {
            T* other = row_of(pivots_[static_cast<std::size_t>(j)]);
            for (std::int64_t c = 0; c < columns; ++c) std::swap(pivot[c], other[c]);
        }
        for (std::int64_t i = j + 1; i <= j + band_ && i < n_; ++i) {
            const double factor = element(i, j);
            if (factor == 0) continue;
            T* target = row_of(i);
            for (std::int64_t c = 0; c < columns; ++c) target[c] -= factor * pivot[c];
        }
    }
    for (std::int64_t i = n_ - 1; i >= 0; --i) {
        T* target = row_of(i);
        for (std::int64_t j = i + 1; j <= i + 2 * band_ && j < n_; ++j) {
            const double factor = element(i, j);
            if (factor == 0) continue;
            const T* known = row_of(j);
            for (std::int64_t c = 0; c < columns; ++c) target[c] -= factor * known[c];
        }
        const double diagonal = element(i, i);
        for (std::int64_t c = 0; c < columns; ++c) target[c] /= diagonal;
    }
}

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
