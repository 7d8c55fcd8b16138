// Eigenvalues of hermitian matrices by Lanczos iteration.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/random.h"
#include "cuprum/scipy/sparse_linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/run.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

ndarray conjugate(const ndarray& a) { return is_complex(a.dtype()) ? conj(a) : a; }

/// The eigenvalues of a small symmetric matrix, in ascending order, and vectors as columns, by Jacobi's rotations on
/// the host.
void small_eigh(std::vector<double>& a, std::int64_t n, std::vector<double>& values, std::vector<double>& vectors) {
    const auto at = [n](std::vector<double>& m, std::int64_t i, std::int64_t j) -> double& {
        return m[static_cast<std::size_t>(i * n + j)];
    };
    std::vector<double> v(static_cast<std::size_t>(n * n), 0);
    for (std::int64_t i = 0; i < n; ++i) at(v, i, i) = 1;
    for (int sweep = 0; sweep < 60; ++sweep) {
        double off = 0, all = 0;
        for (std::int64_t i = 0; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) (i == j ? all : off) += at(a, i, j) * at(a, i, j);
        if (off <= 1e-32 * (all + off)) break;
        for (std::int64_t p = 0; p < n; ++p)
            for (std::int64_t q = p + 1; q < n; ++q) {
                if (at(a, p, q) == 0) continue;
                const double theta = (at(a, q, q) - at(a, p, p)) / (2 * at(a, p, q)),
                             t = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0)),
                             c = 1 / std::hypot(t, 1.0), s = t * c;
                for (std::int64_t k = 0; k < n; ++k) {
                    const double x = at(a, k, p), y = at(a, k, q);
                    at(a, k, p) = c * x - s * y;
                    at(a, k, q) = s * x + c * y;
                }
                for (std::int64_t k = 0; k < n; ++k) {
                    const double x = at(a, p, k), y = at(a, q, k), vx = at(v, k, p), vy = at(v, k, q);
                    at(a, p, k) = c * x - s * y;
                    at(a, q, k) = s * x + c * y;
                    at(v, k, p) = c * vx - s * vy;
                    at(v, k, q) = s * vx + c * vy;
                }
            }
    }
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto i, auto j) { return at(a, i, i) < at(a, j, j); });
    values.clear();
    vectors.assign(static_cast<std::size_t>(n * n), 0);
    for (std::int64_t j = 0; j < n; ++j) {
        const std::int64_t from = order[static_cast<std::size_t>(j)];
        values.push_back(at(a, from, from));
        for (std::int64_t i = 0; i < n; ++i) at(vectors, i, j) = at(v, i, from);
    }
}

}  // namespace

std::pair<ndarray, ndarray> eigsh(const Apply& a, std::int64_t n, DType dtype, std::int64_t k, std::string_view which,
                                  const ndarray* v0, std::optional<std::int64_t> wanted_ncv,
                                  std::optional<std::int64_t> maxiter, double tol) {
    if (k <= 0) throw ValueError("k must be greater than 0 (actual: " + std::to_string(k) + ")");
    if (k >= n) throw ValueError("k must be smaller than n (actual: " + std::to_string(k) + ")");
    if (which != "LM" && which != "LA" && which != "SA")
        throw ValueError("which must be 'LM', 'LA' or 'SA' (actual: " + std::string(which) + ")");
    const std::int64_t ncv =
        wanted_ncv ? std::clamp<std::int64_t>(*wanted_ncv, k + 2, n - 1) : std::min(std::max(2 * k + 1, k + 32), n - 1);
    const std::int64_t limit = maxiter.value_or(10 * n);
    const DType real = real_dtype(dtype);
    if (tol == 0) tol = finfo(dtype).eps;
    const ndarray basis = zeros({ncv, n}, dtype);  // a vector a row
    static const ElementwiseKernel scale("T w, raw R size", "T v", "v = size[0] > R(0) ? w / size[0] : T(0)",
                                         "cuprum_lanczos_scale");
    // The diagonal and what stands beside it, on the device until a round is over.
    const ndarray alpha = zeros({ncv}, real), beta = zeros({ncv}, real);
    const auto row = [&](std::int64_t i) { return basis.at({i}); };
    ndarray u;
    {
        random::RandomState seeded(0);
        const ndarray start = v0 ? as(*v0, dtype) : as(seeded.random_sample(Shape{n}), dtype);
        sparse::apply(scale, start, cuprum::linalg::norm(start), row(0));
    }
    std::vector<double> t(static_cast<std::size_t>(ncv * ncv), 0), values, vectors;
    std::int64_t kept = 0;
    ndarray x;
    std::vector<double> chosen_values;
    for (std::int64_t steps = 0;;) {
        for (std::int64_t j = kept; j < ncv; ++j, ++steps) {
            u = as(a(row(j)), dtype);
            copyto(alpha.at({Slice{j, j + 1}}), vdot(row(j), u).real().reshape({1}), Casting::unsafe);
            const ndarray known = basis.at({Slice{0, j + 1}});
            for (int pass = 0; pass < 2; ++pass) u = u - cuprum::matmul(cuprum::matmul(conjugate(known), u), known);
            const ndarray size = cuprum::linalg::norm(u);
            copyto(beta.at({Slice{j, j + 1}}), size.reshape({1}), Casting::unsafe);
            if (j + 1 < ncv) {
                sparse::apply(scale, u, size, row(j + 1));
            }
        }
        const std::vector<double> diagonal = as(alpha, DType::float64).to_vector<double>(),
                                  beside = as(beta, DType::float64).to_vector<double>();
        for (std::int64_t j = kept; j < ncv; ++j) {
            t[static_cast<std::size_t>(j * ncv + j)] = diagonal[static_cast<std::size_t>(j)];
            if (j + 1 < ncv)
                t[static_cast<std::size_t>(j * ncv + j + 1)] = t[static_cast<std::size_t>((j + 1) * ncv + j)] =
                    beside[static_cast<std::size_t>(j)];
        }
        std::vector<double> work = t;
        small_eigh(work, ncv, values, vectors);
        std::vector<std::int64_t> order(static_cast<std::size_t>(ncv));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) {
            const double p = values[static_cast<std::size_t>(i)], q = values[static_cast<std::size_t>(j)];
            return which == "LM" ? std::abs(p) > std::abs(q) : which == "LA" ? p > q : p < q;
        });
        const double last = beside[static_cast<std::size_t>(ncv - 1)];
        double worst = 0, scale_of = 0;
        for (const double value : values) scale_of = std::max(scale_of, std::abs(value));
        for (std::int64_t i = 0; i < k; ++i)
            worst = std::max(
                worst,
                std::abs(last *
                         vectors[static_cast<std::size_t>((ncv - 1) * ncv + order[static_cast<std::size_t>(i)])]));
        const bool done = worst <= std::max(tol, 1e-15) * std::max(scale_of, 1e-300) || steps >= limit || last == 0;
        // More are kept than are wanted, so that the next round goes on from what is nearly found.
        const std::int64_t keep = done ? k : std::min(k + (ncv - k) / 2, ncv - 1);
        if (done) {
            std::sort(order.begin(), order.begin() + k);  // ascending values
        }
        std::vector<double> weights(static_cast<std::size_t>(keep * ncv));
        chosen_values.clear();
        for (std::int64_t i = 0; i < keep; ++i) {
            chosen_values.push_back(values[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
            for (std::int64_t j = 0; j < ncv; ++j)
                weights[static_cast<std::size_t>(i * ncv + j)] =
                    vectors[static_cast<std::size_t>(j * ncv + order[static_cast<std::size_t>(i)])];
        }
        x = cuprum::matmul(as(asarray(weights, Shape{keep, ncv}), dtype), basis);
        if (done) break;
        copyto(basis.at({Slice{0, keep}}), x, Casting::unsafe);
        sparse::apply(scale, u, cuprum::linalg::norm(u), row(keep));
        std::fill(t.begin(), t.end(), 0.0);
        for (std::int64_t i = 0; i < keep; ++i) {
            t[static_cast<std::size_t>(i * ncv + i)] = chosen_values[static_cast<std::size_t>(i)];
            const double link = last * weights[static_cast<std::size_t>(i * ncv + ncv - 1)];
            t[static_cast<std::size_t>(i * ncv + keep)] = t[static_cast<std::size_t>(keep * ncv + i)] = link;
        }
        kept = keep;
    }
    return {as(asarray(chosen_values), real), x.T()};
}

}  // namespace cuprum::scipy::sparse::linalg
