// Eigenvalues of hermitian matrices by Lanczos iteration.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/random.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "numerics/lapack.h"
#include "scipy/sparse/chunks.h"
#include "scipy/sparse/krylov.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// Vectors as rows, orthonormal by x^H y, or by x^H M y where there is a metric M.
class Basis {
public:
    Basis(std::int64_t most, std::int64_t n, DType dtype, const Apply& metric)
        : vectors_(zeros({most, n}, dtype)), images_(metric ? zeros({most, n}, dtype) : vectors_), metric_(metric) {}

    ndarray row(std::int64_t i) const { return vectors_.at({i}); }
    DType dtype() const { return vectors_.dtype(); }
    std::int64_t length() const { return vectors_.shape()[1]; }

    /// Makes a vector orthogonal to the first `count` rows and puts it, by its length, behind them; `column` is given
    /// its shares of these, and the length. `near` as of `extend_basis`.
    void extend(std::int64_t count, const ndarray& w, const ndarray& column, std::int64_t near = 0) const {
        if (!metric_) {
            extend_basis(vectors_, count, w, column, left_for_eigenvalues, near);
            return;
        }
        ndarray rest = w, taken = zeros({count}, dtype());
        for (int round = 0; round < 2; ++round) {
            const ndarray shares = cuprum::matmul(conjugate(images_.at({Slice{0, count}})), rest);
            rest = as(rest - cuprum::matmul(shares, vectors_.at({Slice{0, count}})), dtype());
            taken = taken + shares;
        }
        const ndarray size = put(count, rest);
        copyto(column.at({Slice{0, count}}), taken, Casting::unsafe);
        copyto(column.at({count}), size, Casting::unsafe);
    }

    /// A vector by its length, which is returned, as a row; zeros if it has none.
    ndarray put(std::int64_t i, const ndarray& v) const {
        static const ElementwiseKernel scale("T w, raw R size", "T v", "v = size[0] > R(0) ? w / size[0] : T(0)",
                                             "cuprum_lanczos_scale");
        if (!metric_) {
            const ndarray size = cuprum::linalg::norm(v);
            sparse::apply(scale, v, size, row(i));
            return size;
        }
        const ndarray image = as(metric_(v), dtype()), square = vdot(v, image).real(),
                      size = sqrt(maximum(square, Scalar(0).weak()));
        sparse::apply(scale, v, size, row(i));
        sparse::apply(scale, image, size, images_.at({i}));
        return size;
    }

    /// The first rows as sums of all, and the last one behind them.
    void restart(const ndarray& weights) const {
        const std::int64_t kept = weights.shape()[0], all = weights.shape()[1];
        for (const ndarray& rows : metric_ ? std::vector{vectors_, images_} : std::vector{vectors_}) {
            copyto(rows.at({Slice{0, kept}}), cuprum::matmul(weights, rows.at({Slice{0, all}})), Casting::unsafe);
            copyto(rows.at({kept}), rows.at({all}), Casting::unsafe);
        }
    }

    /// Sums of the rows, as columns.
    ndarray combined(const ndarray& weights) const {
        return cuprum::matmul(weights, vectors_.at({Slice{0, weights.shape()[1]}})).T();
    }

private:
    ndarray vectors_, images_;
    const Apply& metric_;
};

/// What the matrix is on the span of a basis: symmetric, and what it leads out of the span.
class Lanczos {
public:
    Lanczos(const Apply& a, const Apply& metric, std::int64_t n, DType dtype, std::int64_t ncv, const ndarray* v0)
        : a_(a),
          basis_(ncv + 1, n, dtype, metric),
          columns_(zeros({ncv, ncv + 1}, dtype)),
          t_(at(ncv * ncv), 0),
          ncv_(ncv),
          seeded_(0) {
        const double size = number(basis_.put(0, v0 ? as(*v0, dtype).reshape({-1}) : random()));
        if (!std::isfinite(size)) throw ValueError("array must not contain infs or NaNs");
        if (size == 0) throw ValueError("v0 must have an element that is not zero");
    }

    /// Fills the basis. What each vector's image holds of those before it stays on the device until all are made; where
    /// an image lies in the span, another vector begins, and the host finds that out afterwards.
    void extend() {
        for (std::int64_t begin = kept_; begin < ncv_;) {
            // But for the first of a round, an image has shares of the last two vectors alone.
            for (std::int64_t j = begin; j < ncv_; ++j)
                basis_.extend(j + 1, as(a_(basis_.row(j)), basis_.dtype()), columns_.at({j}), j > begin ? 2 : 0);
            begin = look(begin);
        }
    }

    numerics::Eigh<double> solved() const { return numerics::eigh(t_, ncv_); }
    double last() const { return last_; }

    /// Goes on from approximate eigenvectors, the rows of `weights`.
    void restart(const std::vector<double>& values, const std::vector<double>& weights) {
        kept_ = static_cast<std::int64_t>(values.size());
        basis_.restart(array_of(weights));
        std::fill(t_.begin(), t_.end(), 0.0);
        for (std::int64_t i = 0; i < kept_; ++i) {
            t_[at(i * ncv_ + i)] = values[at(i)];
            link(i, kept_, last_ * weights[at(i * ncv_ + ncv_ - 1)]);
        }
    }

    ndarray vectors(const std::vector<double>& weights) const { return basis_.combined(array_of(weights)); }

private:
    void link(std::int64_t i, std::int64_t j, double value) { t_[at(i * ncv_ + j)] = t_[at(j * ncv_ + i)] = value; }
    ndarray array_of(const std::vector<double>& weights) const {
        return as(asarray(weights, Shape{static_cast<std::int64_t>(weights.size()) / ncv_, ncv_}), basis_.dtype());
    }
    ndarray random() { return as(seeded_.random_sample(Shape{basis_.length()}), basis_.dtype()); }

    /// Makes a vector orthogonal to those before it once more; what is left of its length.
    double straighten(std::int64_t i) {
        const ndarray column = zeros({i + 1}, basis_.dtype());
        basis_.extend(i, basis_.row(i).copy(), column);
        return number(column.at({i}));
    }

    /// Takes the columns from `begin` on from the device; the first that is not as it should be.
    std::int64_t look(std::int64_t begin) {
        const std::vector<double> shares = as(columns_.real(), DType::float64).to_vector<double>();
        const double eps = finfo(basis_.dtype()).eps;
        for (std::int64_t j = begin; j < ncv_; ++j) {
            const double* column = shares.data() + j * (ncv_ + 1);
            double size = 0;
            for (std::int64_t i = 0; i <= j + 1; ++i) size = std::hypot(size, column[i]);
            if (!std::isfinite(size)) throw ValueError("array must not contain infs or NaNs");
            double rest = column[j + 1];
            // Where little is left of an image, rounding shows in it, and the vector is not orthogonal to the others.
            scale_ = std::max(scale_, size);
            const bool spent = std::abs(rest) <= 10 * eps * scale_,
                       thin = !spent && std::abs(rest) < std::cbrt(eps) * size;
            if (thin) rest *= straighten(j + 1);
            last_ = spent ? 0 : rest;
            t_[at(j * ncv_ + j)] = column[j];
            if (j + 1 == ncv_) break;
            link(j, j + 1, last_);
            if (spent) basis_.extend(j + 1, random(), zeros({j + 2}, basis_.dtype()));
            if (spent || thin) return j + 1;  // those after it are made anew
        }
        return ncv_;
    }

    const Apply& a_;
    Basis basis_;
    ndarray columns_;
    std::vector<double> t_;
    std::int64_t ncv_, kept_ = 0;
    double last_ = 0, scale_ = 0;  // the latter of the largest image
    random::RandomState seeded_;
};

/// The places of eigenvalues, which ascend, those that are wanted most first.
std::vector<std::int64_t> by_rank(const std::vector<double>& values, std::string_view which) {
    const auto n = static_cast<std::int64_t>(values.size());
    std::vector<std::int64_t> order(at(n));
    std::iota(order.begin(), order.end(), 0);
    if (which == "BE") {  // from both ends in turn, one more from the upper one
        for (std::int64_t i = 0; i < n; ++i) order[at(i)] = i % 2 ? i / 2 : n - 1 - i / 2;
        return order;
    }
    const auto rank = [&](std::int64_t i) {
        const double value = values[at(i)];
        return which == "LM" ? -std::abs(value) : which == "SM" ? std::abs(value) : which == "LA" ? -value : value;
    };
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return rank(i) < rank(j); });
    return order;
}

void check(std::int64_t n, std::int64_t k, std::string_view which, const ndarray* v0, std::int64_t ncv,
           std::int64_t limit) {
    if (k <= 0) throw ValueError("k must be greater than 0 (actual: " + std::to_string(k) + ")");
    if (k >= n) throw ValueError("k must be smaller than n (actual: " + std::to_string(k) + ")");
    if (which != "LM" && which != "SM" && which != "LA" && which != "SA" && which != "BE")
        throw ValueError("Parameter which must be one of LM SM LA SA BE (actual: " + std::string(which) + ")");
    if (v0 && v0->size() != n) throw ValueError("v0 must have " + std::to_string(n) + " elements");
    if (ncv <= k) throw ValueError("ncv must be k<ncv<=n, ncv=" + std::to_string(ncv));
    if (limit <= 0) throw ValueError("maxiter must be positive, maxiter=" + std::to_string(limit));
}

}  // namespace

Eigenpairs eigsh(const Apply& a, std::int64_t n, DType dtype, std::int64_t k, std::string_view which, const ndarray* v0,
                 std::optional<std::int64_t> wanted_ncv, std::optional<std::int64_t> maxiter, double tol,
                 const Apply& metric) {
    const kernel::Placement here(v0);
    // More vectors save steps, each of which has its launches; on a CPU the vectors themselves take longer.
    const std::int64_t enough = std::max(2 * k + 1, in_chunks() ? std::max<std::int64_t>(20, k + 14) : k + 32),
                       ncv = std::min(wanted_ncv.value_or(enough), n),
                       limit = maxiter.value_or(std::numeric_limits<std::int64_t>::max());
    check(n, k, which, v0, ncv, limit);
    const double eps = finfo(dtype).eps, tolerance = tol > 0 ? tol : eps, least = std::pow(eps, 2.0 / 3);
    Lanczos process(a, metric, n, dtype, ncv, v0);
    std::int64_t products = 0, keep = 0;
    for (std::int64_t round = 1;; ++round) {
        process.extend();
        products += ncv - keep;
        const numerics::Eigh<double> small = process.solved();
        std::vector<std::int64_t> order = by_rank(small.values, which);
        const double scale = std::max(std::abs(small.values.front()), std::abs(small.values.back()));
        const auto converged = [&](std::int64_t j) {
            const double residual = std::abs(process.last() * small.vectors[at((ncv - 1) * ncv + j)]);
            return residual <= std::max(tolerance * std::max(least, std::abs(small.values[at(j)])), 4 * eps * scale);
        };
        const std::int64_t found = std::count_if(order.begin(), order.begin() + k, converged);
        const bool done = found == k || products >= limit || round >= 10 * n;
        // What is nearly found helps the next round; inside the spectrum much of it is no eigenvalue's, and is in the
        // way.
        const std::int64_t more = which == "SM" ? std::min(found, (ncv - k) / 2) : (ncv - k) / 2;
        keep = done ? k : std::min(k + more, ncv - 1);
        if (done) std::sort(order.begin(), order.begin() + k);
        std::vector<double> values, weights;
        for (std::int64_t i = 0; i < keep; ++i) {
            values.push_back(small.values[at(order[at(i)])]);
            for (std::int64_t j = 0; j < ncv; ++j) weights.push_back(small.vectors[at(j * ncv + order[at(i)])]);
        }
        if (done) return {as(asarray(values), real_dtype(dtype)), process.vectors(weights), found};
        process.restart(values, weights);
    }
}

}  // namespace cuprum::scipy::sparse::linalg
