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
#include "scipy/sparse/parts.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// The eigenvalues of a small symmetric matrix, in ascending order, and vectors as columns, on the host: reflections
/// make it tridiagonal, and rotations with shifts a diagonal (Golub and Van Loan, Matrix Computations, 8.3).
void small_eigh(std::vector<double>& matrix, std::int64_t n, std::vector<double>& values,
                std::vector<double>& vectors) {
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    const auto row = [n](std::vector<double>& m, std::int64_t i) { return m.data() + i * n; };
    std::vector<double> q(at(n * n), 0), v(at(n)), w(at(n));  // the vectors are rows of q
    for (std::int64_t i = 0; i < n; ++i) row(q, i)[i] = 1;
    for (std::int64_t k = 0; k + 2 < n; ++k) {
        double size = 0, beyond = 0;
        for (std::int64_t i = k + 1; i < n; ++i) {
            v[at(i)] = row(matrix, i)[k];
            size = std::hypot(size, v[at(i)]);
            if (i > k + 1) beyond = std::max(beyond, std::abs(v[at(i)]));
        }
        if (beyond == 0) continue;
        v[at(k + 1)] += std::copysign(size, v[at(k + 1)]);
        double length = 0, product = 0;
        for (std::int64_t i = k + 1; i < n; ++i) length = std::hypot(length, v[at(i)]);
        for (std::int64_t i = k + 1; i < n; ++i) v[at(i)] /= length;
        for (std::int64_t i = k; i < n; ++i) {
            w[at(i)] = 0;
            for (std::int64_t j = k + 1; j < n; ++j) w[at(i)] += row(matrix, i)[j] * v[at(j)];
        }
        v[at(k)] = 0;
        for (std::int64_t i = k + 1; i < n; ++i) product += v[at(i)] * w[at(i)];
        for (std::int64_t i = k; i < n; ++i) w[at(i)] = 2 * (w[at(i)] - product * v[at(i)]);
        for (std::int64_t i = k; i < n; ++i)
            for (std::int64_t j = k; j < n; ++j) row(matrix, i)[j] -= v[at(i)] * w[at(j)] + w[at(i)] * v[at(j)];
        std::fill(w.begin(), w.end(), 0.0);
        for (std::int64_t i = k + 1; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) w[at(j)] += v[at(i)] * row(q, i)[j];
        for (std::int64_t i = k + 1; i < n; ++i)
            for (std::int64_t j = 0; j < n; ++j) row(q, i)[j] -= 2 * v[at(i)] * w[at(j)];
    }
    std::vector<double> d(at(n)), e(at(n), 0);
    for (std::int64_t i = 0; i < n; ++i) {
        d[at(i)] = row(matrix, i)[i];
        if (i + 1 < n) e[at(i)] = row(matrix, i + 1)[i];
    }
    const auto negligible = [&](std::int64_t i) {
        return std::abs(e[at(i)]) <= 1.1e-16 * (std::abs(d[at(i)]) + std::abs(d[at(i + 1)]));
    };
    std::int64_t last = n - 1;
    for (std::int64_t turns = 0; last > 0 && turns < 60 * n;) {
        if (negligible(last - 1)) {
            --last;
            continue;
        }
        ++turns;
        std::int64_t first = last - 1;
        while (first > 0 && !negligible(first - 1)) --first;
        const double half = (d[at(last - 1)] - d[at(last)]) / 2, beside = e[at(last - 1)],
                     shift = d[at(last)] - beside * beside / (half + std::copysign(std::hypot(half, beside), half));
        double x = d[at(first)] - shift, z = e[at(first)];
        for (std::int64_t k = first; k < last; ++k) {
            const double r = std::hypot(x, z), c = r == 0 ? 1 : x / r, s = r == 0 ? 0 : z / r, a = d[at(k)],
                         b = d[at(k + 1)], f = e[at(k)];
            if (k > first) e[at(k - 1)] = r;
            d[at(k)] = c * c * a + 2 * c * s * f + s * s * b;
            d[at(k + 1)] = s * s * a - 2 * c * s * f + c * c * b;
            e[at(k)] = c * s * (b - a) + (c * c - s * s) * f;
            if (k + 1 < last) {
                x = e[at(k)];
                z = s * e[at(k + 1)];
                e[at(k + 1)] *= c;
            }
            for (std::int64_t j = 0; j < n; ++j) {
                const double one = row(q, k)[j], two = row(q, k + 1)[j];
                row(q, k)[j] = c * one + s * two;
                row(q, k + 1)[j] = c * two - s * one;
            }
        }
    }
    std::vector<std::int64_t> order(at(n));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto i, auto j) { return d[at(i)] < d[at(j)]; });
    values.clear();
    vectors.assign(at(n * n), 0);
    for (std::int64_t j = 0; j < n; ++j) {
        values.push_back(d[at(order[at(j)])]);
        for (std::int64_t i = 0; i < n; ++i) vectors[at(i * n + j)] = row(q, order[at(j)])[i];
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
    // More vectors save steps, each of which has its launches; on a CPU the vectors themselves take longer.
    const std::int64_t enough = std::max(2 * k + 1, by_parts() ? std::max<std::int64_t>(20, k + 14) : k + 32),
                       ncv = wanted_ncv ? std::clamp<std::int64_t>(*wanted_ncv, k + 2, n - 1) : std::min(enough, n - 1);
    const std::int64_t limit = maxiter.value_or(10 * n);
    const DType real = real_dtype(dtype);
    if (tol == 0) tol = finfo(dtype).eps;
    const ndarray basis = zeros({ncv + 1, n}, dtype);  // a vector a row; the last is the next round's
    static const ElementwiseKernel scale("T w, raw R size", "T v", "v = size[0] > R(0) ? w / size[0] : T(0)",
                                         "cuprum_lanczos_scale");
    // What each vector's image holds of those before it, and the length of what is left: on the device until a round is
    // over.
    const ndarray columns = zeros({ncv, ncv + 1}, dtype);
    const auto row = [&](std::int64_t i) { return basis.at({i}); };
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
            // But for the first of a round, an image has shares of the last two vectors alone.
            extend_basis(basis, j + 1, as(a(row(j)), dtype), columns.at({j}), left_for_eigenvalues, j > kept ? 2 : 0);
        }
        const std::vector<double> shares = as(columns.real(), DType::float64).to_vector<double>();
        const auto share = [&](std::int64_t i, std::int64_t j) {
            return shares[static_cast<std::size_t>(j * (ncv + 1) + i)];
        };
        for (std::int64_t j = kept; j < ncv; ++j) {
            t[static_cast<std::size_t>(j * ncv + j)] = share(j, j);
            if (j + 1 < ncv)
                t[static_cast<std::size_t>(j * ncv + j + 1)] = t[static_cast<std::size_t>((j + 1) * ncv + j)] =
                    share(j + 1, j);
        }
        std::vector<double> work = t;
        small_eigh(work, ncv, values, vectors);
        std::vector<std::int64_t> order(static_cast<std::size_t>(ncv));
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) {
            const double p = values[static_cast<std::size_t>(i)], q = values[static_cast<std::size_t>(j)];
            return which == "LM" ? std::abs(p) > std::abs(q) : which == "LA" ? p > q : p < q;
        });
        const double last = share(ncv, ncv - 1);
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
        x = cuprum::matmul(as(asarray(weights, Shape{keep, ncv}), dtype), basis.at({Slice{0, ncv}}));
        if (done) break;
        copyto(basis.at({Slice{0, keep}}), x, Casting::unsafe);
        copyto(row(keep), row(ncv), Casting::unsafe);
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
