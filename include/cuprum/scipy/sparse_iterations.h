// Systems of equations and least squares by iteration, with SciPy's names and defaults.
//
// Matrices are operators: sparse and dense matrices are converted to one, `LinearOperator` wraps functions.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/linear_operator.h"
#include "cuprum/scipy/sparse_linalg.h"

namespace cuprum::scipy::sparse::linalg {

/// Where an iteration begins: at zeros, at a vector, or with the word "Mb" at the product of M and b.
using InitialGuess = std::variant<std::monostate, ndarray, std::string_view>;

/// How a system is solved by iteration.
struct SolverOptions {
    InitialGuess x0{};
    double rtol = 1e-5, atol = 0.0;
    std::optional<std::int64_t> maxiter{};
    std::optional<LinearOperator> M{};
    Callback callback{};
};

/// Solves a hermitian positive definite system by conjugate gradients (Hestenes and Stiefel, 1952).
///
/// Parameters
///     A: hermitian positive definite matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: steps at most; ten times the number of equations by default.
///     M: an approximation of the inverse of A.
///     callback: a function that is called with x after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.diags(cuprum.array([1., 2., 4.]))
///     >>> x, info = cuprumx.scipy.sparse.linalg.cg(a, cuprum.array([1., 2., 4.]))
///     >>> x.round(6), info
///     (array([1., 1., 1.]), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, maxiter, M, callback")
CUPRUM_PYTHON Solution cg(const LinearOperator& A, const ndarray& b, const SolverOptions& options = {});

/// Solves a system by conjugate gradients squared (Sonneveld, 1989).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: steps at most; ten times the number of equations by default.
///     M: an approximation of the inverse of A.
///     callback: a function that is called with x after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.cgs(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, maxiter, M, callback")
CUPRUM_PYTHON Solution cgs(const LinearOperator& A, const ndarray& b, const SolverOptions& options = {});

/// Solves a system by stabilized biconjugate gradients (van der Vorst, 1992).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: steps at most; ten times the number of equations by default.
///     M: an approximation of the inverse of A.
///     callback: a function that is called with x after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.bicgstab(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, maxiter, M, callback")
CUPRUM_PYTHON Solution bicgstab(const LinearOperator& A, const ndarray& b, const SolverOptions& options = {});

/// Solves a system by biconjugate gradients (Fletcher, 1976).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator with products by its adjoint.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: steps at most; ten times the number of equations by default.
///     M: an approximation of the inverse of A, with products by its adjoint.
///     callback: a function that is called with x after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.bicg(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, maxiter, M, callback")
CUPRUM_PYTHON Solution bicg(const LinearOperator& A, const ndarray& b, const SolverOptions& options = {});

/// Solves a system by quasi-minimal residuals without transposed products (Freund, 1993).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * r, atol) of the first residual's norm r.
///     maxiter: steps at most; ten times the number of equations, and 10000 at most, by default.
///     M: an approximation of the inverse of A.
///     callback: a function that is called with x after each step.
///     show: whether the number of steps, and whether they were enough, is printed (Python alone).
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.tfqmr(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
Solution tfqmr(const LinearOperator& A, const ndarray& b, const SolverOptions& options = {});

/// How gmres is run.
struct GmresOptions {
    InitialGuess x0{};
    double rtol = 1e-5, atol = 0.0;
    std::optional<std::int64_t> restart{}, maxiter{};
    std::optional<LinearOperator> M{};
    Callback callback{};
    CUPRUM_WORDS("x", "pr_norm", "legacy")
    std::optional<std::string_view> callback_type{};
};
/// Solves a system by generalized minimal residuals (Saad and Schultz, 1986).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     restart: steps before x is computed and the iteration begins anew; 20 by default.
///     maxiter: steps at most, which end with a restart; ten times the number of equations by default.
///     M: an approximation of the inverse of A.
///     callback: a function that is called as `callback_type` says.
///     callback_type: "pr_norm", the default: the callback is given the residual's norm relative to that of b after
///         each restart; "x": x, before the first restart and after each; "legacy": the norm after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit, another `callback_type`.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.gmres(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, restart, maxiter, M, callback, callback_type")
CUPRUM_PYTHON Solution gmres(const LinearOperator& A, const ndarray& b, const GmresOptions& options = {});

/// How minres is run.
struct MinresOptions {
    InitialGuess x0{};
    double shift = 0.0, tol = 1e-5;
    std::optional<std::int64_t> maxiter{};
    std::optional<LinearOperator> M{};
    Callback callback{};
    bool check = false;
};
/// Solves a hermitian system by minimal residuals (Paige and Saunders, 1975).
///
/// Parameters
///     A: hermitian matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     shift: solves (A - shift * I) x = b.
///     tol: the tolerance, relative to the norms of A and of x; `rtol` is another name of it.
///     maxiter: steps at most; five times the number of equations by default.
///     M: an approximation of the inverse of A, positive definite.
///     callback: a function that is called with x after each step.
///     check: whether A is looked at for symmetry.
/// Returns
///     x, and 0 where it was reached, else the number of steps.
/// Raises
///     ValueError: shapes that do not fit, a matrix that is not symmetric.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.minres(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, shift, tol, maxiter, M, callback, check, *, rtol=tol")
CUPRUM_PYTHON Solution minres(const LinearOperator& A, const ndarray& b, const MinresOptions& options = {});

/// How qmr is run.
struct QmrOptions {
    InitialGuess x0{};
    double rtol = 1e-5, atol = 0.0;
    std::optional<std::int64_t> maxiter{};
    std::optional<LinearOperator> M1{}, M2{};
    Callback callback{};
};
/// Solves a system by quasi-minimal residuals without look-ahead (Freund and Nachtigal, 1994).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator with products by its adjoint. An operator of Python's may bring
///         the methods `psolve` and `rpsolve`, which take a vector and "left" or "right", instead of M1 and M2.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M1 and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: steps at most; ten times the number of equations by default.
///     M1, M2: left and right preconditioners, with products by their adjoints; M1 A M2 is better conditioned than A.
///     callback: a function that is called with x after each step.
/// Returns
///     x, and 0 where it was reached, else the number of steps; below 0 where the iteration broke down.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.qmr(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
Solution qmr(const LinearOperator& A, const ndarray& b, const QmrOptions& options = {});

/// How gcrotmk is run.
struct GcrotmkOptions {
    InitialGuess x0{};
    double rtol = 1e-5, atol = 0.0;
    std::int64_t maxiter = 1000;
    std::optional<LinearOperator> M{};
    Callback callback{};
    std::int64_t m = 20;
    std::optional<std::int64_t> k{};
    std::vector<Recycled>* CU = nullptr;  ///< What calls before have left, which this call changes.
    bool discard_C = false;
    CUPRUM_WORDS("oldest", "smallest")
    std::string_view truncate = "oldest";
};
/// Solves a system by generalized conjugate residuals with optimal truncation, GCROT(m, k) (Hicken and Zingg, 2010).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: restarts at most.
///     M: an approximation of the inverse of A, which may differ from step to step.
///     callback: a function that is called with x at each restart.
///     m: steps between restarts.
///     k: vectors that are carried over; m by default.
///     CU: a list of pairs (c, u) of calls before, which this call changes; c is A u, or None where that is not known.
///     discard_C: whether the list is left without images, for a matrix that will have changed.
///     truncate: "oldest" or "smallest": which vectors are given up.
/// Returns
///     x, and 0 where it was reached, else the number of restarts.
/// Raises
///     ValueError: shapes that do not fit, another `truncate`, numbers in b that are not finite.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.gcrotmk(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE("A, b, x0, *, rtol, atol, maxiter, M, callback, m, k, CU, discard_C, truncate")
CUPRUM_PYTHON Solution gcrotmk(const LinearOperator& A, const ndarray& b, const GcrotmkOptions& options = {});

/// How lgmres is run.
struct LgmresOptions {
    InitialGuess x0{};
    double rtol = 1e-5, atol = 0.0;
    std::int64_t maxiter = 1000;
    std::optional<LinearOperator> M{};
    Callback callback{};
    std::int64_t inner_m = 30, outer_k = 3;
    std::vector<Recycled>* outer_v = nullptr;  ///< What calls before have left, which this call changes.
    bool store_outer_Av = true, prepend_outer_v = false;
};
/// Solves a system by LGMRES, whose restarts keep errors of those before (Baker, Jessup and Manteuffel, 2005).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin; zeros by default, "Mb" for the product of M and b.
///     rtol, atol: the residual's norm is to be at most max(rtol * norm(b), atol).
///     maxiter: restarts at most.
///     M: an approximation of the inverse of A.
///     callback: a function that is called with x at each restart.
///     inner_m: steps between restarts.
///     outer_k: vectors that are carried over.
///     outer_v: a list of pairs (v, A v) of calls before, which this call changes; A v may be None.
///     store_outer_Av: whether the list is left with images.
///     prepend_outer_v: whether spaces begin with these vectors, not end.
/// Returns
///     x, and 0 where it was reached, else the number of restarts.
/// Raises
///     ValueError: shapes that do not fit, numbers in b that are not finite, inner_m below 1, outer_k below 0.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> x, info = linalg.lgmres(a, cp.array([1., 2.]))
///     >>> cp.allclose(a @ x, cp.array([1., 2.]), rtol=1e-4), info
///     (array(True), 0)
CUPRUM_SIGNATURE(
    "A, b, x0, *, rtol, atol, maxiter, M, callback, inner_m, outer_k, outer_v, store_outer_Av, "
    "prepend_outer_v")
CUPRUM_PYTHON Solution lgmres(const LinearOperator& A, const ndarray& b, const LgmresOptions& options = {});

/// How lsqr is run.
struct LsqrOptions {
    double damp = 0.0, atol = 1e-6, btol = 1e-6, conlim = 1e8;
    std::optional<std::int64_t> iter_lim{};
    bool calc_var = false;
    std::optional<ndarray> x0{};
};
/// What lsqr finds: x, why the iteration ended, steps, norms of the residual and of that with damping, of A, its
/// condition, norms of A^H r and of x, variances.
struct LsqrResult {
    ndarray x;
    std::int64_t istop, itn;
    double r1norm, r2norm, anorm, acond, arnorm, xnorm;
    ndarray var;
};
/// A least squares solution, by bidiagonalization (Paige and Saunders, 1982).
///
/// Parameters
///     A: matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     damp: minimizes norm(b - A x)^2 + damp^2 * norm(x - x0)^2.
///     atol, btol: tolerances, relative to the norms of A and b.
///     conlim: the iteration ends where the condition of A seems to be larger.
///     iter_lim: steps at most; twice the columns by default.
///     show: accepted; nothing is printed.
///     calc_var: whether the diagonal of the inverse of A^H A is estimated.
///     x0: where to begin.
/// Returns
///     x, why the iteration ended, steps, norm of the residual, that with damping, norm of A, its condition, norm of
///     A^H r, norm of x, variances.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[1., 0.], [1., 1.], [1., 2.]]))
///     >>> linalg.lsqr(a, cp.array([1., 3., 5.]))[0]
///     array([1., 2.])
CUPRUM_SIGNATURE("A, b, damp, atol, btol, conlim, iter_lim, show=false, calc_var, x0")
CUPRUM_PYTHON LsqrResult lsqr(const LinearOperator& A, CUPRUM_FROM_NUMPY const ndarray& b,
                              const LsqrOptions& options = {});

/// How lsmr is run.
struct LsmrOptions {
    std::optional<ndarray> x0{};
    double damp = 0.0, atol = 1e-6, btol = 1e-6, conlim = 1e8;
    std::optional<std::int64_t> maxiter{};
};
/// What lsmr finds: x, why the iteration ended, steps, norms of the residual, of A^H r and of A, its condition, norm of
/// x.
struct LsmrResult {
    ndarray x;
    std::int64_t istop, itn;
    double normr, normar, norma, conda, normx;
};
/// A least squares solution with a smooth residual, by bidiagonalization (Fong and Saunders, 2011).
///
/// Parameters
///     A: matrix, sparse, dense, or an operator.
///     b: the right-hand side, a vector.
///     x0: where to begin.
///     damp: minimizes norm(b - A x)^2 + damp^2 * norm(x)^2.
///     atol, btol: tolerances, relative to the norms of A and b.
///     conlim: the iteration ends where the condition of A seems to be larger.
///     maxiter: steps at most; the smaller length of A by default.
/// Returns
///     x, why the iteration ended, steps, norm of the residual, norm of A^H r, norm of A, its condition, norm of x.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[1., 0.], [1., 1.], [1., 2.]]))
///     >>> linalg.lsmr(a, cp.array([1., 3., 5.]))[0]
///     array([1., 2.])
CUPRUM_SIGNATURE("A, b, x0, damp, atol, btol, conlim, maxiter")
CUPRUM_PYTHON LsmrResult lsmr(const LinearOperator& A, CUPRUM_FROM_NUMPY const ndarray& b,
                              const LsmrOptions& options = {});

}  // namespace cuprum::scipy::sparse::linalg
