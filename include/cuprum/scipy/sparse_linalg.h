// Linear algebra of sparse matrices: equations by iteration and by factors, eigenvalues, least squares.
//
// Iterations keep vectors and scalars on the device; the host looks whether they have converged every few steps only,
// at every one where a callback asks for it.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/linalg.h"
#include "cuprum/python.h"
#include "cuprum/scipy/linear_operator.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::linalg {

using Callback = std::function<void(const ndarray&)>;

/// What gmres gives its callback: the residual's norm relative to that of b after each restart, x before the first and
/// after each restart, or the norm after each step; in the last case `maxiter` is kept to the step, else to the
/// restart.
enum class GmresCallback { norm_of_restart, x_of_restart, norm_of_step };

/// What the iterations that solve equations have in common.
struct Iteration {
    double rtol = 1e-5, atol = 0;  ///< Solved where the residual's norm is at most max(rtol * norm(b), atol).
    std::optional<std::int64_t> maxiter{};
    std::optional<ndarray> x0{};
    Apply preconditioner{};  ///< None if empty; of qmr the one on the left.
    Apply adjoint_preconditioner{};
    Apply right_preconditioner{}, adjoint_right_preconditioner{};  ///< qmr
    Callback callback{};
    std::int64_t restart = 20;                                     ///< gmres
    GmresCallback callback_type = GmresCallback::norm_of_restart;  ///< gmres
};

/// The solution, and 0, or the number of steps where it was not reached; negative where the iteration broke down.
struct Solution {
    ndarray x;
    std::int64_t info = 0;
};

/// Conjugate gradients, for a hermitian positive definite matrix (Hestenes and Stiefel, 1952).
Solution cg(const Apply& a, const ndarray& b, const Iteration& options = {});
/// Conjugate gradients squared (Sonneveld, 1989).
Solution cgs(const Apply& a, const ndarray& b, const Iteration& options = {});
/// Stabilized biconjugate gradients (van der Vorst, 1992).
Solution bicgstab(const Apply& a, const ndarray& b, const Iteration& options = {});
/// Generalized minimal residuals with restarts (Saad and Schultz, 1986). `maxiter` counts steps, as CuPy's does: no
/// restart follows once there have been as many.
Solution gmres(const Apply& a, const ndarray& b, const Iteration& options = {});
/// Biconjugate gradients (Fletcher, 1976); `adjoint` multiplies by the adjoint matrix.
Solution bicg(const Apply& a, const Apply& adjoint, const ndarray& b, const Iteration& options = {});
/// Quasi-minimal residuals without look-ahead (Freund and Nachtigal, 1994).
Solution qmr(const Apply& a, const Apply& adjoint, const ndarray& b, const Iteration& options = {});
/// Quasi-minimal residuals without products by the adjoint matrix (Freund, 1993).
Solution tfqmr(const Apply& a, const ndarray& b, const Iteration& options = {});

/// What gcrotmk and lgmres keep from one restart to the next.
struct RecycleOptions {
    std::int64_t inner = 20;   ///< Steps between restarts.
    std::int64_t outer = 20;   ///< Vectors that are kept.
    bool keep_images = true;   ///< Whether the images of these are kept, too, for other calls with this matrix.
    bool smallest = false;     ///< gcrotmk: whether the vectors of the least share are given up, not the oldest ones.
    bool outer_first = false;  ///< lgmres: whether spaces begin with the vectors that are kept.
};
/// A vector that is carried over from one restart, or one call, to the next, and its image where that is known.
struct Recycled {
    ndarray vector;
    std::optional<ndarray> image{};
};
/// Generalized conjugate residuals with optimal truncation, flexible (Hicken and Zingg, 2010). `kept` holds what calls
/// before have left, and is given what this one leaves; images are orthonormal.
Solution gcrotmk(const Apply& a, const ndarray& b, const Iteration& options, const RecycleOptions& recycling,
                 std::vector<Recycled>& kept);
/// Generalized minimal residuals whose spaces hold the errors of restarts before (Baker, Jessup and Manteuffel, 2005),
/// which `kept` holds.
Solution lgmres(const Apply& a, const ndarray& b, const Iteration& options, const RecycleOptions& recycling,
                std::vector<Recycled>& kept);
/// Minimal residuals, for a hermitian matrix less `shift` (Paige and Saunders, 1975); `rtol` is its tolerance.
Solution minres(const Apply& a, const ndarray& b, double shift, const Iteration& options = {});

/// What lsqr and lsmr tell of a least squares solution.
struct LeastSquares {
    ndarray x;
    std::int64_t stop = 0, steps = 0;
    double residual = 0, damped_residual = 0, normal_residual = 0, norm_a = 0, condition = 0, norm_x = 0;
    ndarray variances;  ///< lsqr, where they are asked for
};
/// How lsqr and lsmr are run.
struct LeastSquaresOptions {
    double damp = 0, atol = 1e-6, btol = 1e-6, conlim = 1e8;
    std::optional<std::int64_t> maxiter{};
    std::optional<ndarray> x0{};
    bool variances = false;
};
/// Least squares by bidiagonalization (Paige and Saunders, 1982); `at` is the adjoint, `columns` the length of x.
LeastSquares lsqr(const Apply& a, const Apply& at, std::int64_t columns, const ndarray& b,
                  const LeastSquaresOptions& options = {});
/// The same with a smooth residual (Fong and Saunders, 2011).
LeastSquares lsmr(const Apply& a, const Apply& at, std::int64_t columns, const ndarray& b,
                  const LeastSquaresOptions& options = {});

/// Eigenvalues and vectors as columns; how many of them have converged.
struct Eigenpairs {
    ndarray values, vectors;
    std::int64_t converged = 0;
};
/// Some eigenvalues in ascending order, and vectors as columns, of a hermitian matrix, by Lanczos iteration with thick
/// restarts (Wu and Simon, 2000). `which` is "LM", "SM" (largest, smallest magnitude), "LA", "SA" (largest, smallest)
/// or "BE" (half of them from either end). With a `metric`, a positive definite matrix M, those of a matrix that is
/// hermitian by x^H M y, as M^-1 A and (A - sigma M)^-1 M are; vectors have the length one by it. `maxiter` is the
/// number of products by the matrix after which no restart follows; by default there are ten times `n` restarts. Where
/// not all have converged by then, the best approximations take their places.
Eigenpairs eigsh(const Apply& a, std::int64_t n, DType dtype, std::int64_t k, std::string_view which, const ndarray* v0,
                 std::optional<std::int64_t> ncv, std::optional<std::int64_t> maxiter, double tol,
                 const Apply& metric = {});

/// Some eigenvalues of any square matrix, those that are wanted most first, by Arnoldi iteration with restarts from
/// Schur vectors (Stewart, 2001). `which` is "LM", "SM" (largest, smallest magnitude), "LR", "SR" (real part), "LI" or
/// "SI" (imaginary part).
Eigenpairs eigs(const Apply& a, std::int64_t n, DType dtype, std::int64_t k, std::string_view which, const ndarray* v0,
                std::optional<std::int64_t> ncv, std::optional<std::int64_t> maxiter, double tol);

/// How lobpcg is run.
struct LobpcgOptions {
    Apply B{};  ///< Of the generalized problem A x = lambda B x; by a matrix of columns, as all products here.
    Apply M{};
    std::optional<ndarray> Y{};  ///< Columns to which the eigenvectors are to be orthogonal.
    double tol = 0;              ///< Of the residuals' norms; sqrt(1e-15) times the number of rows for 0.
    std::int64_t maxiter = 20;
    bool largest = true;
};
/// What lobpcg finds: the best of all steps; the eigenvalues and the residuals' norms of each step, on the host.
struct LobpcgResult {
    ndarray values, vectors;
    std::vector<std::vector<double>> value_history, norm_history;
    double residual = 0, tolerance = 0;  ///< The largest norm of a residual, and what was asked for.
};
/// Some of the largest or smallest eigenvalues of a hermitian matrix (Knyazev, 2001).
///
/// Parameters
///     A: hermitian matrix, sparse, dense, an operator or a function of a matrix of columns.
///     X: approximations of as many eigenvectors as are wanted, as columns.
///     B: hermitian positive definite matrix of the generalized problem A x = lambda B x.
///     M: an approximation of the inverse of A.
///     Y: vectors as columns to which the eigenvectors are to be orthogonal.
///     tol: of the residuals' norms; sqrt(1e-15) times the number of rows by default.
///     maxiter: steps at most; 20 by default.
///     largest: whether the largest eigenvalues are wanted.
///     verbosityLevel: accepted; nothing is printed.
///     retLambdaHistory, retResidualNormsHistory: whether the eigenvalues and residuals' norms of all steps are
///         returned, too.
/// Returns
///     Eigenvalues, eigenvectors as columns, and what else was asked for.
/// Raises
///     ValueError: approximations that are dependent, or are not columns.
LobpcgResult lobpcg(const Apply& A, const ndarray& X, const LobpcgOptions& options = {});

/// How svds is run.
struct SvdsOptions {
    std::optional<std::int64_t> ncv{};
    double tol = 0;
    std::string_view which = "LM";
    std::optional<ndarray> v0{};
    std::optional<std::int64_t> maxiter{};
    bool return_singular_vectors = true;
    std::string_view solver = "arpack";
};
/// Singular values in ascending order, and vectors where they are wanted; how many of them have converged: as many as
/// there are.
struct SingularValues {
    ndarray u, s, vh;
    std::int64_t converged = 0;
};
/// Some singular values of a matrix, by eigenvalues of its product with its adjoint.
///
/// Parameters
///     a: matrix, sparse, dense, or an operator with products by its adjoint.
///     k: how many.
///     ncv: vectors that are kept at once.
///     tol: relative tolerance; 0 for what the dtype allows.
///     which: "LM" for the largest, "SM" for the smallest.
///     v0: the vector to begin with, as long as the smaller side; with "propack" as the columns of `a`.
///     maxiter: products after which no restart follows, as in CuPy; with "lobpcg" steps at most.
///     return_singular_vectors: whether vectors are wanted, too; "u" for those on the left alone, "vh" for those on the
///         right.
///     solver: "arpack" and "propack" for a Lanczos iteration, "lobpcg" for that of Knyazev.
///     rng, random_state, options: accepted; where `v0` is not given the iteration begins with the same vectors each
///         time.
/// Returns
///     u, the singular values in ascending order, and the adjoint of v; None for vectors that are not wanted. A
///     RuntimeWarning tells where `maxiter` ends the iteration before all have converged.
/// Raises
///     ValueError: numbers or words that do not fit.
SingularValues svds(const LinearOperator& a, std::int64_t k = 6, const SvdsOptions& options = {});

/// A lower bound of a matrix' 1-norm, a vector of length one that leads to it, and its image.
struct OneNorm {
    double norm = 0;
    ndarray vector, image;
};
/// A lower bound of the 1-norm of a matrix, from a few products (Higham and Tisseur, 2000).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator with products by its adjoint.
///     t: vectors that are looked at together; more are more exact.
///     itmax: steps at most.
///     compute_v, compute_w: whether a vector of length one that leads to the bound, and its image, are returned, too.
/// Returns
///     The bound, a float, and what else was asked for.
/// Raises
///     ValueError: A is not square.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cuprum.array([[1., 0., 0.], [5., 8., 2.], [0., -1., 0.]]))
///     >>> cuprumx.scipy.sparse.linalg.onenormest(a)
///     9.0
OneNorm onenormest(const LinearOperator& A, std::int64_t t = 2, std::int64_t itmax = 5);
OneNorm onenormest(const Apply& a, const Apply& adjoint, std::int64_t n, DType dtype, std::int64_t t = 2,
                   std::int64_t itmax = 5);

/// A matrix less `shift` times the identity: its products and its 1-norm.
struct Exponent {
    Apply product, adjoint;
    std::int64_t n = 0;
    double norm = 0;
    std::complex<double> shift;
};
/// The matrix less the mean of its diagonal, by which the series is short.
Exponent exponent_of(const sparse_matrix& a);
// exp(t A) B for each of `times`, one after the other.
ndarray expm_multiply(const Exponent& a, const ndarray& b, std::span<const double> times, DType dtype);
/// Where the exponential is wanted, as of `linspace`, and what is known of the matrix.
struct ExpmMultiplyOptions {
    std::optional<double> start{}, stop{};
    std::optional<std::int64_t> num{};
    std::optional<bool> endpoint{};
    std::optional<std::complex<double>> traceA{};
};
/// The exponential of a matrix times other vectors, by products alone (Al-Mohy and Higham, 2011).
///
/// Parameters
///     A: square matrix, sparse, dense, or an operator with products by its adjoint.
///     B: vector, or matrix of columns.
///     start, stop, num, endpoint: as of `linspace`: the numbers t for which exp(t A) B is wanted; exp(A) B by default.
///     traceA: the sum of the diagonal of an operator; without it the series may be longer.
/// Returns
///     exp(A) B, or one such array for each t, along the first axis; sparse where B is and there is one t.
/// Raises
///     ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cuprum.array([[1., 0.], [0., 1.]]))
///     >>> cuprumx.scipy.sparse.linalg.expm_multiply(a, cuprum.array([0., 1.])).round(6)
///     array([0.      , 2.718282])
ndarray expm_multiply(const LinearOperator& A, const ndarray& B, const ExpmMultiplyOptions& options = {});
/// How funm_multiply_krylov is run.
struct KrylovFunctionOptions {
    CUPRUM_WORDS("general", "gen", "hermitian", "her")
    std::string_view assume_a = "general";
    double t = 1.0, atol = 0.0, rtol = 1e-6;
    std::optional<std::int64_t> restart_every_m{};
    std::int64_t max_restarts = 20;
};
/// A function of a matrix times a vector, f(t A) b, by products alone in spaces that are begun anew (Eiermann and
/// Ernst, 2006).
///
/// Parameters
///     f: a function of a small dense matrix, such as `cuprumx.scipy.linalg.expm`.
///     A: square matrix, sparse, dense, or an operator.
///     b: vector.
///     assume_a: "general", or "hermitian" for a matrix that is; "gen" and "her" for short.
///     t: the factor of A.
///     atol, rtol: the norm of what a round adds is to be at most max(atol, rtol * norm(b)).
///     restart_every_m: products between restarts; 20, or the rows where they are fewer.
///     max_restarts: rounds at most.
/// Returns
///     f(t A) b.
/// Raises
///     ValueError: a vector, numbers or words that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_array(cuprum.array([[3., 2., 0.], [1., -1., 0.], [0., 5., 1.]]))
///     >>> b = cuprum.array([2., 4., -1.])
///     >>> cuprumx.scipy.sparse.linalg.funm_multiply_krylov(lambda x: x @ x @ x - x, a, b).round(6)
///     array([132.,  24.,  70.])
CUPRUM_SIGNATURE("f, A, b, *, assume_a, t, atol, rtol, restart_every_m, max_restarts")
CUPRUM_PYTHON ndarray funm_multiply_krylov(const Apply& f, const LinearOperator& A, CUPRUM_FROM_NUMPY const ndarray& b,
                                           const KrylovFunctionOptions& options = {});
/// The exponential of a matrix, which has few zeros as a rule: it is computed as a dense one.
sparse_matrix expm(const sparse_matrix& A);

/// Solves a triangular system, in one kernel whose rows wait for those that they need. Throws LinAlgError where a
/// diagonal element is zero.
ndarray spsolve_triangular(const sparse_matrix& A, const ndarray& b, bool lower = true, bool unit_diagonal = false);

/// P_r A P_c = L U of a square matrix: computed on the host column by column (Gilbert and Peierls, 1988) in an order of
/// few fill-ins; equations are then solved on the device.
class LU {
public:
    /// `drop` leaves out what is smaller than this share of its column, `fill` limits how many times the elements of A
    /// the factors hold; 0 and infinity for a complete factorization. Throws LinAlgError where A is singular.
    LU(const sparse_matrix& a, std::string_view order, double pivot_threshold, double drop = 0, double fill = 0);

    /// op(A) x = b; `transposed` is 'N', 'T' or 'H'.
    ndarray solve(const ndarray& b, char transposed = 'N') const;
    const sparse_matrix& lower() const { return lower_; }  ///< With a diagonal of ones, csr.
    const sparse_matrix& upper() const { return upper_; }  ///< csr
    const ndarray& row_order() const { return rows_; }     ///< Row i of A is row row_order[i] of the product.
    const ndarray& column_order() const { return columns_; }

private:
    sparse_matrix lower_, upper_;
    ndarray rows_, columns_, rows_inverse_, columns_inverse_;
};

/// Solves A x = b by factors that are made for it alone: for one right-hand side on the host, where the factors are, as
/// to move them would take longer. `permc_spec` as the order of LU. Throws LinAlgError where A is singular.
ndarray spsolve(const sparse_matrix& A, const ndarray& b, std::string_view permc_spec = "COLAMD");

/// Solves A x = b for a hermitian positive definite matrix and a vector, by factors whose pivots are the diagonal's.
/// Throws LinAlgError where A is not positive definite.
ndarray lschol(const sparse_matrix& a, const ndarray& b);

using SuperLU = LU;
/// The factors of a square matrix; `diag_pivot_thresh` says how large an element of the diagonal is, relative to the
/// largest of its column, where it is the pivot. Throws LinAlgError where A is singular.
LU splu(const sparse_matrix& A, std::string_view permc_spec = "COLAMD", double diag_pivot_thresh = 1);
/// Factors without what is smaller than the share `drop_tol` of its column's largest element, at most `fill_factor`
/// times as many elements as A has.
LU spilu(const sparse_matrix& A, double drop_tol = 1e-4, double fill_factor = 10,
         std::string_view permc_spec = "COLAMD", double diag_pivot_thresh = 0.1);
/// A function that solves A x = b for any b.
Apply factorized(const sparse_matrix& A);
/// The inverse, whose elements are few as a rule only where A is made of small blocks; csr or csc as A, csc else.
sparse_matrix inv(const sparse_matrix& A);

/// The numbers of diagonals below and above the main one that hold stored elements.
std::pair<std::int64_t, std::int64_t> spbandwidth(const sparse_matrix& A);
/// Whether no element is stored above the diagonal, and whether none is stored below it.
std::pair<bool, bool> is_sptriangular(const sparse_matrix& A);
/// A square sparse matrix raised to a power.
///
/// Parameters
///     A: square sparse matrix.
///     power: a whole number, not negative.
/// Returns
///     A sparse matrix of A's format, csr where that is coo, dia or bsr and there is more than one factor.
/// Raises
///     TypeError: A is not square. ValueError: a negative power.
CUPRUM_PYTHON sparse_matrix matrix_power(const sparse_matrix& A, std::int64_t power);

/// The norm of a sparse matrix, or those of its rows or columns.
///
/// Parameters
///     x: sparse matrix, or sparse array of any number of dimensions.
///     ord: of a matrix "fro", 1, -1, 2, -2, inf or -inf (-2, the least singular value, by a dense matrix); of vectors
///         any number, 0 counts elements.
///     axis: 0 for the norms of columns, 1 for those of rows; None or both for that of the matrix.
/// Returns
///     An array.
/// Raises
///     ValueError: another order.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cuprum.array([[3., 0.], [4., 1.]]))
///     >>> cuprumx.scipy.sparse.linalg.norm(a, 1), cuprumx.scipy.sparse.linalg.norm(a, axis=0)
///     (array(7.), array([5., 1.]))
ndarray norm(const sparse_matrix& x, const cuprum::linalg::NormOrder& ord = {}, const Axes& axis = {});
ndarray norm(const sparse_tensor& x, const cuprum::linalg::NormOrder& ord = {}, const Axes& axis = {});

}  // namespace cuprum::scipy::sparse::linalg
