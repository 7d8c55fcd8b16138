// Some eigenvalues of sparse matrices and operators, with SciPy's names and defaults.
#pragma once

#include <complex>
#include <optional>
#include <string_view>

#include "cuprum/error.h"
#include "cuprum/python.h"
#include "cuprum/scipy/linear_operator.h"

namespace cuprum::scipy::sparse::linalg {

/// An iteration for eigenvalues ended before all were found; it holds those that were.
class ArpackNoConvergence : public Error {
public:
    ArpackNoConvergence(const std::string& message, ndarray values, ndarray vectors)
        : Error(message), eigenvalues(std::move(values)), eigenvectors(std::move(vectors)) {}
    ndarray eigenvalues, eigenvectors;
};

/// Eigenvalues, and vectors as columns.
struct EigenvaluesAndVectors {
    ndarray values, vectors;
};

/// How eigs is run.
struct EigsOptions {
    std::optional<LinearOperator> M{};
    std::optional<std::complex<double>> sigma{};
    CUPRUM_WORDS("LM", "SM", "LR", "SR", "LI", "SI")
    std::string_view which = "LM";
    std::optional<ndarray> v0{};
    std::optional<std::int64_t> ncv{}, maxiter{};
    double tol = 0;
    std::optional<LinearOperator> Minv{}, OPinv{};
    CUPRUM_WORDS("r", "i")
    std::optional<std::string_view> OPpart{};
};
/// Some eigenvalues of a square matrix, by Arnoldi iteration with restarts (Stewart, 2001).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     k: how many; fewer than the rows less one.
///     M: matrix of the generalized problem A x = lambda M x.
///     sigma: a number near which eigenvalues are wanted; A - sigma M is factorized.
///     which: of the eigenvalues, or with `sigma` of 1 / (lambda - sigma), see OPpart: "LM", "SM" largest and smallest
///         magnitude, "LR", "SR" real part, "LI", "SI" imaginary part.
///     v0: the vector to begin with.
///     ncv: vectors that are kept at once; at least k + 2.
///     maxiter: restarts at most; ten times the rows by default.
///     tol: relative to an eigenvalue; 0 for what the dtype allows.
///     return_eigenvectors: whether vectors are wanted, too.
///     Minv: an operator that multiplies by the inverse of M.
///     OPinv: an operator that multiplies by the inverse of A - sigma M.
///     OPpart: for a real A with a complex `sigma`: "r" for eigenvalues of the real part of the inverse of A - sigma M,
///         (1 / (lambda - sigma) + 1 / (lambda - conj(sigma))) / 2, "i" for those of the imaginary part.
///     rng: accepted; where `v0` is not given the iteration begins with the same vector each time.
/// Returns
///     The eigenvalues, complex, those that are wanted most first, and vectors as columns.
/// Raises
///     ArpackNoConvergence: not all were found; it holds those that were. ValueError: shapes, numbers or words that do
///     not fit. TypeError: as many eigenvalues of a sparse matrix as `numpy.linalg.eig` is for.
/// Example
///     >>> a = cuprumx.scipy.sparse.diags(cuprum.arange(1., 11.))
///     >>> cuprumx.scipy.sparse.linalg.eigs(a, 2, return_eigenvectors=False).real.round(6)
///     array([10.,  9.])
CUPRUM_SIGNATURE(
    "A, k, M, sigma, which, v0, ncv, maxiter, tol, return_eigenvectors=true, Minv, OPinv, OPpart, rng=None")
CUPRUM_PYTHON EigenvaluesAndVectors eigs(const LinearOperator& A, std::int64_t k = 6, const EigsOptions& options = {});

/// How eigsh is run.
struct EigshOptions {
    std::optional<LinearOperator> M{};
    std::optional<std::complex<double>> sigma{};
    CUPRUM_WORDS("LM", "SM", "LA", "SA", "BE")
    std::string_view which = "LM";
    std::optional<ndarray> v0{};
    std::optional<std::int64_t> ncv{}, maxiter{};
    double tol = 0;
    std::optional<LinearOperator> Minv{}, OPinv{};
    CUPRUM_WORDS("normal", "buckling", "cayley")
    std::string_view mode = "normal";
};
/// Some eigenvalues of a hermitian matrix, by Lanczos iteration with restarts (Wu and Simon, 2000).
///
/// Parameters
///     a: hermitian matrix, sparse, dense, or an operator.
///     k: how many.
///     M: hermitian positive definite matrix of the generalized problem a x = lambda M x.
///     sigma: a number near which eigenvalues are wanted; a - sigma M is factorized.
///     which: of the eigenvalues, or with `sigma` of the transformed ones: "LM", "SM" largest and smallest magnitude,
///         "LA", "SA" the largest and the smallest, "BE" half of them from either end.
///     v0: the vector to begin with.
///     ncv: vectors that are kept at once; more than k.
///     maxiter: products by the matrix after which no restart follows, as in CuPy; by default there are as many
///         restarts as ten times the rows.
///     tol: relative to an eigenvalue; 0 for what the dtype allows.
///     return_eigenvectors: whether vectors are wanted, too.
///     Minv: an operator that multiplies by the inverse of M.
///     OPinv: an operator that multiplies by the inverse of a - sigma M.
///     mode: what an eigenvalue w becomes with `sigma`: "normal" for 1 / (w - sigma); "buckling" for w / (w - sigma),
///         where a is positive definite and M need not be; "cayley" for (w + sigma) / (w - sigma).
///     rng: accepted; where `v0` is not given the iteration begins with the same vector each time.
/// Returns
///     Eigenvalues in ascending order, and vectors as columns. A RuntimeWarning tells where `maxiter` ends the
///     iteration before all have converged; the best approximations take their places.
/// Raises
///     ValueError: shapes, numbers or words that do not fit. TypeError: all eigenvalues of a sparse matrix, for which
///     `numpy.linalg.eigh` is.
/// Example
///     >>> a = cuprumx.scipy.sparse.diags(cuprum.arange(1., 11.))
///     >>> cuprumx.scipy.sparse.linalg.eigsh(a, 3, sigma=4.2, return_eigenvectors=False).round(6)
///     array([3., 4., 5.])
CUPRUM_SIGNATURE("a, k, M, sigma, which, v0, ncv, maxiter, tol, return_eigenvectors=true, Minv, OPinv, mode, rng=None")
CUPRUM_PYTHON EigenvaluesAndVectors eigsh(const LinearOperator& a, std::int64_t k = 6,
                                          const EigshOptions& options = {});

}  // namespace cuprum::scipy::sparse::linalg
