// Eigenvalues of matrices that are not hermitian, by Arnoldi iteration with restarts.
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numerics/lapack.h"
#include "scipy/sparse/krylov.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// How much an eigenvalue is wanted; of a real matrix's pairs both have one rank.
double rank_of(Number value, std::string_view which, bool real) {
    if (which == "LM") return std::abs(value);
    if (which == "SM") return -std::abs(value);
    if (which == "LR") return value.real();
    if (which == "SR") return -value.real();
    const double height = real ? std::abs(value.imag()) : value.imag();
    return which == "LI" ? height : -height;
}

/// The products V v = H by the basis' vectors, on the host: element (i, j) is the share of vector i in the image of j.
struct Hessenberg {
    std::int64_t columns;
    std::vector<Number> h;  // (columns + 1) x columns, in rows
    explicit Hessenberg(std::int64_t count) : columns(count), h(at((count + 1) * count)) {}
    Number& operator()(std::int64_t i, std::int64_t j) { return h[at(i * columns + j)]; }
    std::vector<Number> square() const { return {h.begin(), h.end() - columns}; }
};

/// Orthonormal weights whose span is that of the first Schur vectors; real ones for a real matrix, for which pairs of
/// conjugate eigenvalues stay together. The number of vectors that are kept may differ by one from `wanted`.
std::vector<std::vector<Number>> restart_weights(const numerics::Schur& schur, std::int64_t wanted, bool real) {
    const std::int64_t n = schur.size();
    const auto q = [&](std::int64_t i, std::int64_t j) { return schur.q(i, j); };
    std::vector<std::vector<Number>> kept;
    if (!real) {
        for (std::int64_t j = 0; j < wanted; ++j) {
            auto& column = kept.emplace_back(at(n));
            for (std::int64_t i = 0; i < n; ++i) column[at(i)] = q(i, j);
        }
        return kept;
    }
    // The projection onto the span is real where no pair is torn.
    std::vector<Number> projection(at(n * n));
    std::int64_t count = 0;
    const auto is_real = [&] {
        double most = 0;
        for (const Number& value : projection) most = std::max(most, std::abs(value.imag()));
        return most < 1e-6;
    };
    const auto add = [&] {
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) projection[at(i * n + j)] += q(i, count) * std::conj(q(j, count));
        ++count;
    };
    while (count < wanted) add();
    while (count < n - 1 && !is_real()) add();
    // Its columns span what it projects on: the longest one that is left, each time.
    std::vector<double> p(at(n * n));
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = projection[i].real();
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t longest = 0;
        for (std::int64_t j = 1; j < n; ++j)
            if (p[at(j * n + j)] > p[at(longest * n + longest)]) longest = j;
        const double size = std::sqrt(std::max(p[at(longest * n + longest)], 1e-300));
        auto& column = kept.emplace_back(at(n));
        for (std::int64_t i = 0; i < n; ++i) column[at(i)] = p[at(i * n + longest)] / size;
        for (std::int64_t other = 0; other < k; ++other) {  // rounding would add up
            double share = 0;
            for (std::int64_t i = 0; i < n; ++i) share += (kept[at(other)][at(i)] * column[at(i)]).real();
            for (std::int64_t i = 0; i < n; ++i) column[at(i)] -= share * kept[at(other)][at(i)];
        }
        double length = 0;
        for (const Number& value : column) length = std::hypot(length, value.real());
        for (Number& value : column) value /= length;
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) p[at(i * n + j)] -= (column[at(i)] * column[at(j)]).real();
    }
    return kept;
}

/// The orthonormal vectors as rows, and what products by them are made of.
class Process {
public:
    Process(const Apply& a, std::int64_t n, DType dtype, std::int64_t ncv, const ndarray* v0)
        : h(ncv), basis_(zeros({ncv + 1, n}, dtype)), columns_(zeros({ncv, ncv + 1}, dtype)), a_(a), seeded_(0) {
        const ndarray first = v0 ? as(*v0, dtype) : random();
        const double size = norm_of(first);
        if (!(size > 0)) throw ValueError("v0 must have an element that is not zero");
        copyto(row(0), as(first * Scalar(1 / size), dtype), Casting::unsafe);
    }

    ndarray row(std::int64_t i) const { return basis_.at({i}); }
    ndarray rows(std::int64_t count) const { return basis_.at({Slice{0, count}}); }

    /// Vectors `from`, ... to the last one. Where a vector's image lies in the span of those before it, another one
    /// begins.
    void extend(std::int64_t from) {
        for (std::int64_t begin = from; begin < h.columns;) {
            for (std::int64_t j = begin; j < h.columns; ++j)
                extend_basis(basis_, j + 1, as(a_(row(j)), basis_.dtype()), columns_.at({j}), left_for_eigenvalues);
            const std::vector<Number> made = columns_.astype(DType::complex128).to_vector<Number>();
            std::int64_t end = begin;
            for (bool spent = false; end < h.columns && !spent; ++end) {
                double size = 0;
                for (std::int64_t i = 0; i <= end + 1; ++i) {
                    h(i, end) = made[at(end * (h.columns + 1) + i)];
                    size = std::hypot(size, std::abs(h(i, end)));
                }
                if (!std::isfinite(size)) throw ValueError("array must not contain infs or NaNs");
                spent = std::abs(h(end + 1, end)) <= 10 * finfo(basis_.dtype()).eps * size;
                if (!spent) continue;
                h(end + 1, end) = 0;
                if (end + 1 < h.columns) begin_anew(end + 1);
            }
            begin = end;
        }
    }

    /// Goes on from fewer vectors, which are made of those that there are by weights.
    void restart(const std::vector<std::vector<Number>>& weights) {
        const auto kept = static_cast<std::int64_t>(weights.size()), all = h.columns;
        std::vector<Number> flat;
        for (const auto& column : weights) flat.insert(flat.end(), column.begin(), column.end());
        const ndarray by = numbers(flat, basis_.dtype()).reshape({kept, all});
        const ndarray made = cuprum::matmul(by, rows(all));
        copyto(basis_.at({Slice{0, kept}}), made, Casting::unsafe);
        copyto(row(kept), row(all), Casting::unsafe);
        Hessenberg next(all);
        std::vector<Number> image(at(all));
        for (std::int64_t j = 0; j < kept; ++j) {
            for (std::int64_t i = 0; i < all; ++i) {
                image[at(i)] = 0;
                for (std::int64_t k = 0; k < all; ++k) image[at(i)] += h(i, k) * weights[at(j)][at(k)];
            }
            for (std::int64_t i = 0; i < kept; ++i)
                for (std::int64_t k = 0; k < all; ++k) next(i, j) += std::conj(weights[at(i)][at(k)]) * image[at(k)];
            next(kept, j) = h(all, all - 1) * weights[at(j)][at(all - 1)];
        }
        h = next;
    }

    Hessenberg h;

private:
    ndarray random() { return as(seeded_.random_sample(Shape{basis_.shape()[1]}) - Scalar(0.5), basis_.dtype()); }
    void begin_anew(std::int64_t k) {
        extend_basis(basis_, k, random(), zeros({k + 1}, basis_.dtype()), left_for_eigenvalues);
    }

    ndarray basis_, columns_;
    const Apply& a_;
    random::RandomState seeded_;
};

}  // namespace

Eigenpairs eigs(const Apply& a, std::int64_t n, DType dtype, std::int64_t k, std::string_view which, const ndarray* v0,
                std::optional<std::int64_t> wanted_ncv, std::optional<std::int64_t> maxiter, double tol) {
    const kernel::Placement here(v0);
    if (k <= 0) throw ValueError("k=" + std::to_string(k) + " must be greater than 0.");
    if (k >= n - 1) throw ValueError("k must be smaller than n - 1 (actual: " + std::to_string(k) + ")");
    if (which != "LM" && which != "SM" && which != "LR" && which != "SR" && which != "LI" && which != "SI")
        throw ValueError("which must be one of LM SM LR SR LI SI (actual: " + std::string(which) + ")");
    if (v0 && v0->size() != n) throw ValueError("v0 must have " + std::to_string(n) + " elements");
    if (wanted_ncv && (*wanted_ncv > n || *wanted_ncv <= k + 1))
        throw ValueError("ncv must be k+2<=ncv<=n, ncv=" + std::to_string(*wanted_ncv));
    const std::int64_t ncv = std::min(wanted_ncv.value_or(std::max<std::int64_t>(2 * k + 1, 20)), n),
                       limit = maxiter.value_or(10 * n);
    if (limit <= 0) throw ValueError("maxiter must be positive, maxiter=" + std::to_string(limit));
    const double eps = finfo(dtype).eps, tolerance = tol > 0 ? tol : eps, least = std::pow(eps, 2.0 / 3);
    Process process(a, n, dtype, ncv, v0);
    Hessenberg& h = process.h;
    const bool real = !is_complex(dtype);
    std::int64_t kept = 0;
    for (std::int64_t round = 0;; ++round) {
        process.extend(kept);
        numerics::Schur schur(h.square(), ncv);
        schur.sort([&](Number x, Number y) { return rank_of(x, which, real) > rank_of(y, which, real); });
        const Number beside = h(ncv, ncv - 1);
        std::vector<std::vector<Number>> vectors;
        std::vector<Number> values;
        const std::vector<Number> all = schur.eigenvectors();
        std::int64_t converged = 0;
        for (std::int64_t j = 0; j < k; ++j) {
            std::vector<Number> vector(all.begin() + j * ncv, all.begin() + (j + 1) * ncv);
            const double residual = std::abs(beside * vector.back());
            if (residual <= tolerance * std::max(least, std::abs(schur.eigenvalue(j)))) ++converged;
            else if (round + 1 >= limit) continue;
            vectors.push_back(std::move(vector));
            values.push_back(schur.eigenvalue(j));
        }
        if (converged == k || round + 1 >= limit) {
            std::vector<Number> flat;
            for (const auto& vector : vectors) flat.insert(flat.end(), vector.begin(), vector.end());
            const DType wide =
                dtype == DType::float32 || dtype == DType::complex64 ? DType::complex64 : DType::complex128;
            const ndarray weights = numbers(flat, wide).reshape({static_cast<std::int64_t>(vectors.size()), ncv});
            return {numbers(values, wide), cuprum::matmul(weights, as(process.rows(ncv), wide)).T(), converged};
        }
        // More are kept than are wanted, so that the next round goes on from what is nearly found.
        const std::int64_t more = std::min(k + std::max(converged, (ncv - k) / 2), ncv - 2);
        const auto weights = restart_weights(schur, std::max<std::int64_t>(1, more), real);
        process.restart(weights);
        kept = static_cast<std::int64_t>(weights.size());
    }
}

}  // namespace cuprum::scipy::sparse::linalg
