// Some eigenvalues as users ask for them: generalized problems, shifts, dense matrices. The iterations are those of
// arnoldi.cpp and lanczos.cpp.
#include <algorithm>
#include <cctype>

#include "core/warnings.h"
#include "cuprum/errstate.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/scipy/sparse_eigen.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// A number in a dtype; its real part where that is real.
Scalar scalar_as(Number value, DType dtype) {
    return (is_complex(dtype) ? Scalar(value) : Scalar(value.real())).as(dtype);
}

ndarray dense_of(const LinearOperator& a, DType dtype) {
    return as(a.dense() ? *a.dense() : toarray(*a.sparse()), dtype);
}

/// The product by (A - sigma M)^-1, by factors on the device where there is a matrix, else by an iteration.
Apply inverse_of(const LinearOperator& a, const std::optional<LinearOperator>& m, Number sigma, DType dtype) {
    const std::int64_t n = a.rows();
    const bool shifts = sigma != Number(0);
    if ((!a.sparse() && !a.dense()) || (m && !m->sparse() && !m->dense())) {
        const LinearOperator shifted =
            shifts ? a - scalar_as(sigma, dtype) * m.value_or(IdentityOperator(n, dtype)) : a;
        return [shifted, dtype, n](const ndarray& v) {
            Iteration options;
            options.rtol = 1000 * finfo(dtype).eps * std::sqrt(static_cast<double>(n));
            options.maxiter = 500 * n;
            options.restart = 50;
            const Solution found = gmres(Apply(shifted), as(v, dtype), options);
            if (found.info)
                throw ValueError("Error in inverting A - sigma M: gmres did not converge (info = " +
                                 std::to_string(found.info) + ").");
            return found.x;
        };
    }
    if (a.sparse()) {
        sparse_matrix shifted = to_format(*a.sparse(), Format::csc).astype(dtype, false);
        if (shifts) {
            const sparse_matrix metric = !m            ? identity(n, dtype, Format::csc)
                                         : m->sparse() ? to_format(*m->sparse(), Format::csc).astype(dtype, false)
                                                       : from_dense(as(*m->dense(), dtype), Format::csc);
            shifted =
                binary(shifted, metric.with_data(as(metric.data() * scalar_as(sigma, dtype), dtype)), Binary::subtract);
        }
        const SuperLU factors(shifted, "COLAMD", 1);
        return [factors, dtype](const ndarray& v) { return factors.solve(v); };
    }
    ndarray shifted = as(*a.dense(), dtype);
    if (shifts)
        shifted =
            shifted - (m ? dense_of(*m, dtype) : cuprum::eye(n, std::nullopt, 0, dtype)) * scalar_as(sigma, dtype);
    const errstate quiet({.linalg = OnError::ignore});  // nothing waits to see whether it is singular
    const scipy::linalg::LuFactors factors = scipy::linalg::lu_factor(shifted, false);
    return [factors, dtype](const ndarray& v) { return scipy::linalg::lu_solve(factors, as(v, dtype), 0, false); };
}

Apply inverse_or(const std::optional<LinearOperator>& given, const LinearOperator& a,
                 const std::optional<LinearOperator>& m, Number sigma, DType dtype) {
    return given ? Apply(*given) : inverse_of(a, m, sigma, dtype);
}

Apply after(Apply first, Apply second) {
    return [first = std::move(first), second = std::move(second)](const ndarray& v) { return second(first(v)); };
}

void check_problem(const LinearOperator& a, std::int64_t k, const std::optional<LinearOperator>& m,
                   std::string_view which, std::initializer_list<std::string_view> words) {
    if (a.rows() != a.columns())
        throw ValueError("expected square matrix (shape=" + cuprum::to_string(a.shape()) + ")");
    if (m && m->shape() != a.shape())
        throw ValueError("wrong M dimensions " + cuprum::to_string(m->shape()) + ", should be " +
                         cuprum::to_string(a.shape()));
    if (k <= 0) throw ValueError("k=" + std::to_string(k) + " must be greater than 0.");
    if (std::find(words.begin(), words.end(), which) == words.end()) {
        std::string all;
        for (const std::string_view word : words) all += " " + std::string(word);
        throw ValueError("Parameter which must be one of" + all + ", found '" + std::string(which) + "'");
    }
}

template <class Options>
void check_inverses(const Options& options) {
    if (options.sigma && options.Minv) throw ValueError("Minv should not be specified when sigma is specified.");
    if (!options.sigma && options.OPinv) throw ValueError("OPinv should not be specified with sigma = None.");
    if (!options.M && options.Minv) throw ValueError("Minv should not be specified with M = None.");
}

/// The dense matrix of which more eigenvalues are wanted than an iteration finds.
ndarray whole_matrix(const LinearOperator& a, const std::optional<LinearOperator>& m, std::int64_t k,
                     const std::string& limit, const std::string& name) {
    warn_of_iteration(limit + " for N * N square matrix: all eigenvalues of a dense matrix are computed (k = " +
                      std::to_string(k) + ", N = " + std::to_string(a.rows()) + ")");
    if (!a.dense() || (m && !m->dense() && !m->sparse()))
        throw TypeError("so many eigenvalues need a dense matrix: use cuprum.linalg." + name +
                        "(A.toarray()), or reduce k");
    return *a.dense();
}

ndarray dense_metric(const LinearOperator& m) { return m.dense() ? *m.dense() : toarray(*m.sparse()); }

std::optional<ndarray> flat(const std::optional<ndarray>& v0) {
    return v0 ? std::optional(v0->reshape({-1})) : std::nullopt;
}

ndarray columns_of(const ndarray& a, const ndarray& order) { return take(a, order, 1); }

// ------------------------------------------------------------------------------------------------ of any square matrix

/// The real or the imaginary part of a product by the inverse, which of a real matrix is real: half the sum of those
/// for sigma and its conjugate, or half the difference by 1j.
Apply part_of(const Apply& solve, bool is_real, DType dtype) {
    return [solve, is_real, dtype](const ndarray& v) {
        const ndarray x = solve(as(v, dtype));
        return (is_real ? real(x) : imag(x)).copy();
    };
}

/// The eigenvalues of eigenvectors, which the part of an inverse does not tell.
ndarray quotients(const LinearOperator& a, const std::optional<LinearOperator>& m, const ndarray& vectors) {
    const ndarray images = m ? m->matmat(vectors) : vectors;
    const auto along = [&](const ndarray& x) { return cuprum::sum(conj(vectors) * x, {.axis = Dims{0}}); };
    return along(a.matmat(vectors)) / along(images);
}

/// As many as are wanted: where a pair of conjugates is torn, those whose 1 / (lambda - sigma) are wanted most.
EigenvaluesAndVectors best_of_pairs(const ndarray& values, const ndarray& vectors, std::int64_t k, Number sigma,
                                    std::string_view which) {
    const auto first = [&] {
        return EigenvaluesAndVectors{values.at({Slice{0, k}}), vectors.at({Slice{}, Slice{0, k}})};
    };
    if (values.size() < k + 1) return first();
    const double near = 1e3 * finfo(values.dtype()).eps;
    const Number last = values.at({k - 1}).item().to_complex(), next = values.at({k}).item().to_complex();
    if (!(std::abs(next - std::conj(last)) <= near * std::abs(last)) || std::abs(last.imag()) <= near) return first();
    const ndarray moved = Scalar(1.0).weak() / (values - Scalar(sigma).weak());
    const ndarray rank = which[1] == 'M' ? absolute(moved) : which[1] == 'R' ? real(moved) : absolute(imag(moved));
    const ndarray order = argsort(which[0] == 'S' ? rank : -rank).at({Slice{0, k}});
    return {take(values, order), columns_of(vectors, order)};
}

}  // namespace

EigenvaluesAndVectors eigs(const LinearOperator& A, std::int64_t k, const EigsOptions& options) {
    const kernel::Placement here(A);
    check_problem(A, k, options.M, options.which, {"LM", "SM", "LR", "SR", "LI", "SI"});
    const std::int64_t n = A.rows();
    const DType dtype = floating_dtype(A.dtype());
    if (k >= n - 1) {
        const ndarray dense = whole_matrix(A, options.M, k, "k >= N - 1", "eig");
        const cuprum::linalg::Eig found =
            cuprum::linalg::eig(options.M ? cuprum::linalg::solve(dense_metric(*options.M), dense) : dense);
        return {found.eigenvalues, found.eigenvectors};
    }
    if (options.OPpart && (!options.sigma || is_complex(dtype)))
        throw ValueError("OPpart should not be specified with sigma = None or complex A");
    std::string part(options.OPpart.value_or("r"));
    std::transform(part.begin(), part.end(), part.begin(), [](unsigned char c) { return std::tolower(c); });
    if (part != "r" && part != "i") throw ValueError("OPpart must be one of ('r','i')");
    if (part == "i" && options.sigma && options.sigma->imag() == 0)
        throw ValueError("OPpart cannot be 'i' if sigma is real");
    check_inverses(options);

    Apply product = A.astype(dtype);
    bool both = false;  // a real matrix near sigma and its conjugate alike
    if (!options.sigma) {
        if (options.M) product = after(product, inverse_or(options.Minv, *options.M, {}, 0, dtype));
    } else {
        both = !is_complex(dtype) && options.sigma->imag() != 0;
        const DType wide = both ? promote_types(dtype, DType::complex64) : dtype;
        product = inverse_or(options.OPinv, A, options.M, *options.sigma, wide);
        if (both) product = part_of(product, part == "r", wide);
        if (options.M) product = after(options.M->astype(dtype), product);
    }
    // One more of pairs of conjugates, of which the better one is chosen.
    const std::int64_t count = both && k + 1 < n - 1 && (!options.ncv || *options.ncv > k + 2) ? k + 1 : k;
    const std::optional<ndarray> v0 = flat(options.v0);
    const Eigenpairs found =
        eigs(product, n, dtype, count, options.which, v0 ? &*v0 : nullptr, options.ncv, options.maxiter, options.tol);
    EigenvaluesAndVectors result{found.values, found.vectors};
    if (both)
        result = best_of_pairs(quotients(A, options.M, found.vectors), found.vectors, k, *options.sigma, options.which);
    else if (options.sigma) result.values = Scalar(1.0).weak() / found.values + Scalar(*options.sigma).weak();
    if (found.converged < k)
        throw ArpackNoConvergence(
            "No convergence (" + std::to_string(found.converged) + "/" + std::to_string(k) + " eigenvectors converged)",
            result.values, result.vectors);
    return result;
}

// ----------------------------------------------------------------------------------------------- of hermitian matrices

namespace {

/// All eigenvalues and vectors of a x = lambda M x, dense.
EigenvaluesAndVectors whole_eigh(const ndarray& a, const std::optional<LinearOperator>& m) {
    if (!m) {
        const cuprum::linalg::Eig found = cuprum::linalg::eigh(a);
        return {found.eigenvalues, found.eigenvectors};
    }
    const ndarray root = cuprum::linalg::cholesky(dense_metric(*m));
    const ndarray half = cuprum::linalg::solve(root, a);
    const cuprum::linalg::Eig found = cuprum::linalg::eigh(cuprum::linalg::solve(root, adjoint_of(half)));
    return {found.eigenvalues, cuprum::linalg::solve(adjoint_of(root), found.eigenvectors)};
}

/// What is multiplied by for eigenvalues near sigma, the metric by which that is hermitian, and a function that gives
/// the eigenvalues from those of the product.
struct Transformed {
    Apply product, metric;
    std::function<ndarray(const ndarray&)> restore;
};

Transformed transformed(const LinearOperator& a, const EigshOptions& options, DType dtype) {
    const Scalar sigma(options.sigma->real()), one = Scalar(1.0).weak(), weak = Scalar(sigma).weak();
    const Apply solve = inverse_or(options.OPinv, a, options.M, *options.sigma, dtype);
    Apply metric;
    if (options.M) metric = options.M->astype(dtype);
    if (options.mode == "normal")
        return {metric ? after(metric, solve) : solve, metric,
                [=](const ndarray& values) { return one / values + weak; }};
    if (options.mode == "buckling") {
        metric = a.astype(dtype);
        return {after(metric, solve), metric, [=](const ndarray& values) { return values * weak / (values - one); }};
    }
    if (options.mode == "cayley") {
        const LinearOperator above = a + sigma * options.M.value_or(IdentityOperator(a.rows(), dtype));
        return {after(above, solve), metric,
                [=](const ndarray& values) { return (values + one) * weak / (values - one); }};
    }
    throw ValueError("unrecognized mode '" + std::string(options.mode) + "'");
}

}  // namespace

EigenvaluesAndVectors eigsh(const LinearOperator& a, std::int64_t k, const EigshOptions& options) {
    const kernel::Placement here(a);
    check_problem(a, k, options.M, options.which, {"LM", "SM", "LA", "SA", "BE"});
    const std::int64_t n = a.rows();
    const DType dtype = floating_dtype(a.dtype());
    if (is_complex(dtype) && options.mode != "normal")
        throw ValueError("mode='" + std::string(options.mode) + "' cannot be used with complex matrix A");
    if (k >= n) return whole_eigh(whole_matrix(a, options.M, k, "k >= N", "eigh"), options.M);
    check_inverses(options);
    Transformed used;
    if (options.sigma) {
        used = transformed(a, options, dtype);
    } else {
        used.product = a.astype(dtype);
        if (options.M) {
            used.product = after(used.product, inverse_or(options.Minv, *options.M, {}, 0, dtype));
            used.metric = options.M->astype(dtype);
        }
    }
    const std::optional<ndarray> v0 = flat(options.v0);
    const Eigenpairs found = eigsh(used.product, n, dtype, k, options.which, v0 ? &*v0 : nullptr, options.ncv,
                                   options.maxiter, options.tol, used.metric);
    warn_of_others(found.converged, k);
    if (!used.restore) return {found.values, found.vectors};
    const ndarray values = used.restore(found.values), order = argsort(values);
    return {take(values, order), columns_of(found.vectors, order)};
}

}  // namespace cuprum::scipy::sparse::linalg
