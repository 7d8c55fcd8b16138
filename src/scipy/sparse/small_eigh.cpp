#include "scipy/sparse/small_eigh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scipy/sparse/at.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// A tridiagonal matrix, and the vectors under which it is one, as rows.
class Tridiagonal {
public:
    Tridiagonal(std::vector<double> matrix, std::int64_t n) : n_(n), matrix_(std::move(matrix)), q_(at(n * n), 0) {
        for (std::int64_t i = 0; i < n; ++i) q(i)[i] = 1;
        for (std::int64_t k = 0; k + 2 < n; ++k) reflect(k);
        for (std::int64_t i = 0; i < n; ++i) {
            diagonal_.push_back(row(i)[i]);
            beside_.push_back(i + 1 < n ? row(i + 1)[i] : 0);
        }
    }

    /// Rotates until nothing is left beside the diagonal.
    void diagonalize() {
        std::int64_t last = n_ - 1;
        for (std::int64_t turns = 0; last > 0 && turns < 60 * n_;) {
            if (negligible(last - 1)) {
                --last;
                continue;
            }
            ++turns;
            std::int64_t first = last - 1;
            while (first > 0 && !negligible(first - 1)) --first;
            chase(first, last);
        }
    }

    SmallEigen sorted() {
        std::vector<std::int64_t> order(at(n_));
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](auto i, auto j) { return diagonal_[at(i)] < diagonal_[at(j)]; });
        SmallEigen made;
        made.vectors.resize(at(n_ * n_));
        for (std::int64_t j = 0; j < n_; ++j) {
            made.values.push_back(diagonal_[at(order[at(j)])]);
            for (std::int64_t i = 0; i < n_; ++i) made.vectors[at(i * n_ + j)] = q(order[at(j)])[i];
        }
        return made;
    }

private:
    double* row(std::int64_t i) { return matrix_.data() + i * n_; }
    double* q(std::int64_t i) { return q_.data() + i * n_; }
    bool negligible(std::int64_t i) const {
        return std::abs(beside_[at(i)]) <= 1.1e-16 * (std::abs(diagonal_[at(i)]) + std::abs(diagonal_[at(i + 1)]));
    }

    /// Clears what column k holds below the place under the diagonal.
    void reflect(std::int64_t k) {
        std::vector<double> v(at(n_), 0), w(at(n_), 0);
        double size = 0, beyond = 0;
        for (std::int64_t i = k + 1; i < n_; ++i) {
            v[at(i)] = row(i)[k];
            size = std::hypot(size, v[at(i)]);
            if (i > k + 1) beyond = std::max(beyond, std::abs(v[at(i)]));
        }
        if (beyond == 0) return;
        v[at(k + 1)] += std::copysign(size, v[at(k + 1)]);
        double length = 0, product = 0;
        for (std::int64_t i = k + 1; i < n_; ++i) length = std::hypot(length, v[at(i)]);
        for (std::int64_t i = k + 1; i < n_; ++i) v[at(i)] /= length;
        for (std::int64_t i = k; i < n_; ++i) {
            for (std::int64_t j = k + 1; j < n_; ++j) w[at(i)] += row(i)[j] * v[at(j)];
            product += v[at(i)] * w[at(i)];
        }
        for (std::int64_t i = k; i < n_; ++i) w[at(i)] = 2 * (w[at(i)] - product * v[at(i)]);
        for (std::int64_t i = k; i < n_; ++i)
            for (std::int64_t j = k; j < n_; ++j) row(i)[j] -= v[at(i)] * w[at(j)] + w[at(i)] * v[at(j)];
        std::fill(w.begin(), w.end(), 0.0);
        for (std::int64_t i = k + 1; i < n_; ++i)
            for (std::int64_t j = 0; j < n_; ++j) w[at(j)] += v[at(i)] * q(i)[j];
        for (std::int64_t i = k + 1; i < n_; ++i)
            for (std::int64_t j = 0; j < n_; ++j) q(i)[j] -= 2 * v[at(i)] * w[at(j)];
    }

    /// One step of the rotations with Wilkinson's shift, from row `first` to `last`.
    void chase(std::int64_t first, std::int64_t last) {
        const double half = (diagonal_[at(last - 1)] - diagonal_[at(last)]) / 2, beside = beside_[at(last - 1)],
                     shift =
                         diagonal_[at(last)] - beside * beside / (half + std::copysign(std::hypot(half, beside), half));
        double x = diagonal_[at(first)] - shift, z = beside_[at(first)];
        for (std::int64_t k = first; k < last; ++k) {
            const double r = std::hypot(x, z), c = r == 0 ? 1 : x / r, s = r == 0 ? 0 : z / r, a = diagonal_[at(k)],
                         b = diagonal_[at(k + 1)], f = beside_[at(k)];
            if (k > first) beside_[at(k - 1)] = r;
            diagonal_[at(k)] = c * c * a + 2 * c * s * f + s * s * b;
            diagonal_[at(k + 1)] = s * s * a - 2 * c * s * f + c * c * b;
            beside_[at(k)] = c * s * (b - a) + (c * c - s * s) * f;
            if (k + 1 < last) {
                x = beside_[at(k)];
                z = s * beside_[at(k + 1)];
                beside_[at(k + 1)] *= c;
            }
            for (std::int64_t j = 0; j < n_; ++j) {
                const double one = q(k)[j], two = q(k + 1)[j];
                q(k)[j] = c * one + s * two;
                q(k + 1)[j] = c * two - s * one;
            }
        }
    }

    std::int64_t n_;
    std::vector<double> matrix_, q_, diagonal_, beside_;
};

}  // namespace

SmallEigen small_eigh(std::vector<double> matrix, std::int64_t n) {
    Tridiagonal reduced(std::move(matrix), n);
    reduced.diagonalize();
    return reduced.sorted();
}

}  // namespace cuprum::scipy::sparse::linalg
