// LOBPCG: eigenvalues by locally optimal preconditioned conjugate gradients. Tall matrices are on the device, small
// ones on the host.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "numerics/lapack.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// A small matrix on the host, in rows.
struct Small {
    std::int64_t rows = 0, columns = 0;
    std::vector<Number> numbers;

    Small(std::int64_t n, std::int64_t m) : rows(n), columns(m), numbers(at(n * m)) {}
    explicit Small(const ndarray& a) : Small(a.shape()[0], a.shape()[1]) {
        numbers = as(a, DType::complex128).to_vector<Number>();
    }
    Number& operator()(std::int64_t i, std::int64_t j) { return numbers[at(i * columns + j)]; }
    Number operator()(std::int64_t i, std::int64_t j) const { return numbers[at(i * columns + j)]; }

    ndarray array(DType dtype) const { return linalg::numbers(numbers, dtype).reshape({rows, columns}); }
    Small columns_at(const std::vector<std::int64_t>& positions) const {
        Small made(rows, static_cast<std::int64_t>(positions.size()));
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < made.columns; ++j) made(i, j) = (*this)(i, positions[at(j)]);
        return made;
    }
    Small adjoint() const {
        Small made(columns, rows);
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j) made(j, i) = std::conj((*this)(i, j));
        return made;
    }
};

Small operator*(const Small& a, const Small& b) {
    Small made(a.rows, b.columns);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t k = 0; k < a.columns; ++k) {
            const Number factor = a(i, k);
            if (factor == Number(0)) continue;
            for (std::int64_t j = 0; j < b.columns; ++j) made(i, j) += factor * b(k, j);
        }
    return made;
}

/// Eigenvalues in ascending order, and vectors as columns, of the hermitian part of a matrix.
struct Eigen {
    std::vector<double> values;
    Small vectors;
};
Eigen eigen_of(const Small& matrix, bool real) {
    const std::int64_t n = matrix.rows;
    Small half(n, n);
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) half(i, j) = (matrix(i, j) + std::conj(matrix(j, i))) / 2.0;
    for (const Number& value : half.numbers)
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag()))
            throw ValueError("array must not contain infs or NaNs");
    Eigen made{{}, Small(n, n)};
    const auto keep = [&](auto&& found) {
        made.values = std::move(found.values);
        made.vectors.numbers.assign(found.vectors.begin(), found.vectors.end());
        return made;
    };
    if (!real) return keep(numerics::eigh(half.numbers, n));
    std::vector<double> reals;
    for (const Number& value : half.numbers) reals.push_back(value.real());
    return keep(numerics::eigh(reals, n));
}

std::int64_t steps_of(const LobpcgOptions& options) { return options.maxiter.value_or(20); }

class Lobpcg {
public:
    Lobpcg(const Apply& a, const ndarray& x, const LobpcgOptions& options)
        : a_(a), options_(options), dtype_(is_inexact(x.dtype()) ? x.dtype() : DType::float64), x_(as(x, dtype_)) {
        if (x.ndim() != 2) throw ValueError("expected rank-2 array for argument X");
        const std::int64_t n = x.shape()[0];
        wanted_ = x.shape()[1];
        if (wanted_ == 0 || wanted_ > n)
            throw ValueError("X has " + std::to_string(wanted_) + " columns; from 1 to " + std::to_string(n) +
                             " are possible");
        const double tol = options.tol.value_or(0);
        found_.tolerance = tol > 0 ? tol : std::sqrt(1e-15) * static_cast<double>(n);
        const bool constrained_by_y = options.Y && options.Y->ndim() == 2;
        if (options.Y && !constrained_by_y)
            warn("Expected rank-2 array for argument Y, instead got " + std::to_string(options.Y->ndim()) +
                 ", so ignore it and use no constraints.");
        if (constrained_by_y) {
            const ndarray image = metric(*options.Y);
            const ndarray weights = orthonormal(*options.Y, image).array(dtype_);
            constraints_ = cuprum::matmul(as(*options.Y, dtype_), weights);
            images_ = cuprum::matmul(image, weights);
            x_ = constrained(x_);
        }
        if (n - (constrained_by_y ? options.Y->shape()[1] : 0) < 5 * wanted_) {
            is_small_ = true;
            return;
        }
        const Small weights = orthonormal(x_, metric(x_));
        if (weights.columns < wanted_) throw ValueError("Linearly dependent initial approximations");
        x_ = cuprum::matmul(x_, weights.array(dtype_));
    }

    LobpcgSteps run() {
        if (is_small_) return run_small();
        image_ = product(x_);
        const Eigen first = eigen_of(Small(cuprum::matmul(adjoint_of(x_), image_)), real());
        const std::vector<std::int64_t> order = best(first.values);
        const ndarray rotation = first.vectors.columns_at(order).array(dtype_);
        for (const std::int64_t i : order) values_.push_back(first.values[at(i)]);
        x_ = cuprum::matmul(x_, rotation);
        image_ = cuprum::matmul(image_, rotation);
        for (std::int64_t step = 0;; ++step) {
            const ndarray residuals = this->residuals();
            const std::vector<double> norms = norms_of(residuals);
            note(norms);
            if (*std::max_element(norms.begin(), norms.end()) <= found_.tolerance || step >= steps_of(options_)) break;
            advance(residuals, norms);
        }
        return std::move(found_);
    }

private:
    /// All of the space is searched, where the iteration would begin with more than a fifth of it: it stays among the
    /// eigenvectors that it begins with, if it begins with such. SciPy and CuPy take a dense solver, too.
    LobpcgSteps run_small() {
        const ndarray basis = constrained(eye(x_.shape()[0], std::nullopt, 0, dtype_)), image = product(basis);
        const Small weights = orthonormal(basis, metric(basis)),
                    inside = weights.adjoint() * Small(cuprum::matmul(adjoint_of(basis), image)) * weights;
        const Eigen found = eigen_of(inside, real());
        const std::vector<std::int64_t> order = best(found.values);
        const ndarray by = (weights * found.vectors.columns_at(order)).array(dtype_);
        for (const std::int64_t i : order) values_.push_back(found.values[at(i)]);
        x_ = cuprum::matmul(basis, by);
        image_ = cuprum::matmul(image, by);
        note(norms_of(residuals()));
        found_.tolerance = std::max(found_.tolerance, found_.residual);  // no step would do better
        return std::move(found_);
    }

    ndarray residuals() const { return as(image_ - metric(x_) * as(asarray(values_), real_dtype(dtype_)), dtype_); }
    static std::vector<double> norms_of(const ndarray& residuals) {
        return as(cuprum::linalg::norm(residuals, {}, Dims{0}), DType::float64).to_vector<double>();
    }
    bool real() const { return !is_complex(dtype_); }
    ndarray metric(const ndarray& v) const { return options_.B ? as(options_.B(v), dtype_) : v; }
    ndarray product(const ndarray& v) const { return as(a_(v), dtype_); }
    ndarray constrained(const ndarray& v) const {
        return constraints_ ? v - cuprum::matmul(*constraints_, cuprum::matmul(adjoint_of(images_), v)) : v;
    }

    /// The places of the wanted eigenvalues among ascending ones.
    std::vector<std::int64_t> best(const std::vector<double>& values) const {
        std::vector<std::int64_t> order(values.size());
        std::iota(order.begin(), order.end(), 0);
        if (options_.largest) std::reverse(order.begin(), order.end());
        order.resize(std::min(order.size(), at(wanted_)));
        return order;
    }

    /// Weights under which the columns of a basis become orthonormal; directions that it has in part only are left out.
    Small orthonormal(const ndarray& basis, const ndarray& image) const {
        Small gram(cuprum::matmul(adjoint_of(basis), image));
        std::vector<double> scale;
        for (std::int64_t i = 0; i < gram.rows; ++i) scale.push_back(std::sqrt(std::max(gram(i, i).real(), 1e-300)));
        for (std::int64_t i = 0; i < gram.rows; ++i)
            for (std::int64_t j = 0; j < gram.rows; ++j) gram(i, j) /= scale[at(i)] * scale[at(j)];
        const Eigen found = eigen_of(gram, real());
        const double least = found.values.back() * 10 * static_cast<double>(found.values.size()) * finfo(dtype_).eps;
        std::vector<std::int64_t> kept;
        for (std::int64_t j = 0; j < gram.rows; ++j)
            if (found.values[at(j)] > least) kept.push_back(j);
        Small weights = found.vectors.columns_at(kept);
        for (std::int64_t i = 0; i < weights.rows; ++i)
            for (std::int64_t j = 0; j < weights.columns; ++j)
                weights(i, j) /= std::sqrt(found.values[at(kept[at(j)])]) * scale[at(i)];
        return weights;
    }

    void note(const std::vector<double>& norms) {
        const double largest = *std::max_element(norms.begin(), norms.end());
        if (found_.norm_history.empty() || largest <= found_.residual) {
            found_.residual = largest;
            found_.values = as(asarray(values_), real_dtype(dtype_));
            found_.vectors = x_;
        }
        found_.value_history.push_back(values_);
        found_.norm_history.push_back(norms);
    }

    /// The best approximations in the span of these, their residuals, and the directions of the step before.
    void advance(const ndarray& residuals, const std::vector<double>& norms) {
        std::vector<std::int64_t> active;
        for (std::size_t j = 0; j < norms.size(); ++j)
            if (!(norms[j] <= found_.tolerance)) active.push_back(static_cast<std::int64_t>(j));
        ndarray w = active.size() == norms.size() ? residuals : take(residuals, asarray(active), 1);
        if (options_.M) w = as(options_.M(w), dtype_);
        w = constrained(w);
        w = as(w - cuprum::matmul(x_, cuprum::matmul(adjoint_of(metric(x_)), w)), dtype_);
        std::vector<ndarray> spanning{x_, w}, mapped{image_, product(w)};
        if (before_) {
            spanning.push_back(*before_);
            mapped.push_back(image_before_);
        }
        const ndarray basis = concatenate(spanning, 1), image = concatenate(mapped, 1);
        const Small weights = orthonormal(basis, metric(basis)),
                    inside = weights.adjoint() * Small(cuprum::matmul(adjoint_of(basis), image)) * weights;
        const Eigen found = eigen_of(inside, real());
        const std::vector<std::int64_t> order = best(found.values);
        const Small ritz = weights * found.vectors.columns_at(order);
        values_.clear();
        for (const std::int64_t i : order) values_.push_back(found.values[at(i)]);
        // The new approximations, and beside them what of these is not made of the old ones.
        const std::int64_t count = ritz.columns;
        Small both(ritz.rows, 2 * count);
        for (std::int64_t i = 0; i < ritz.rows; ++i)
            for (std::int64_t j = 0; j < count; ++j) {
                both(i, j) = ritz(i, j);
                if (i >= wanted_) both(i, count + j) = ritz(i, j);
            }
        const ndarray by = both.array(dtype_), made = cuprum::matmul(basis, by), made_image = cuprum::matmul(image, by);
        const Index all = Slice{}, first = Slice{0, count}, rest = Slice{count, 2 * count};
        x_ = made.at({all, first});
        before_ = made.at({all, rest});
        image_ = made_image.at({all, first});
        image_before_ = made_image.at({all, rest});
    }

    const Apply& a_;
    const LobpcgOptions& options_;
    DType dtype_;
    std::int64_t wanted_ = 0;
    bool is_small_ = false;
    ndarray x_, image_, images_, image_before_;
    std::optional<ndarray> constraints_, before_;
    std::vector<double> values_;
    LobpcgSteps found_;
};

}  // namespace

LobpcgSteps lobpcg_steps(const Apply& a, const ndarray& x, const LobpcgOptions& options) {
    const kernel::Placement here(x);
    return Lobpcg(a, x, options).run();
}

LobpcgResult lobpcg(const Apply& a, const ndarray& x, const LobpcgOptions& options) {
    LobpcgSteps found = lobpcg_steps(a, x, options);
    if (found.residual > found.tolerance)
        warn("lobpcg: not all residuals' norms reached " + std::to_string(found.tolerance) + " in " +
             std::to_string(steps_of(options)) + " steps");
    const auto arrays = [](bool is_wanted, const std::vector<std::vector<double>>& steps) {
        std::optional<StepArrays> made;
        if (!is_wanted) return made;
        made.emplace();
        for (const std::vector<double>& numbers : steps) made->push_back(asarray(numbers));
        return made;
    };
    return {std::move(found.values), std::move(found.vectors), arrays(options.retLambdaHistory, found.value_history),
            arrays(options.retResidualNormsHistory, found.norm_history)};
}

}  // namespace cuprum::scipy::sparse::linalg
