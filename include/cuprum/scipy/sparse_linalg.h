// Linear algebra of sparse matrices: equations by iteration and by factors, eigenvalues, least squares.
//
// Iterations keep vectors and scalars on the device; the host looks whether they have converged every few steps only,
// at every one where a callback asks for it.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
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
    std::optional<double> tol{};
    std::optional<std::int64_t> maxiter{};
    bool largest = true, retLambdaHistory = false, retResidualNormsHistory = false;
};
/// An array of each step of an iteration.
struct StepArrays : std::vector<ndarray> {
    using vector::vector;
};
/// What lobpcg finds: the best of all steps; where they are asked for, the eigenvalues and the residuals' norms of
/// each.
struct LobpcgResult {
    ndarray values, vectors;
    std::optional<StepArrays> value_history, norm_history;
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
///     Eigenvalues, eigenvectors as columns, and what else was asked for. A UserWarning tells where the residuals'
///     norms have not reached `tol`.
/// Raises
///     ValueError: approximations that are dependent, or are not columns.
/// Example
///     >>> a = cuprumx.scipy.sparse.diags([cp.arange(1., 101.)], [0]).tocsr()
///     >>> x = cp.random.default_rng(0).random((100, 2))
///     >>> values, vectors = linalg.lobpcg(a, x, tol=1e-8, maxiter=200, largest=False)
///     >>> values.round(6)
///     array([1., 2.])
CUPRUM_SIGNATURE("A, X, B, M, Y, tol, maxiter, largest, verbosityLevel=0, retLambdaHistory, retResidualNormsHistory")
CUPRUM_PYTHON LobpcgResult lobpcg(const Apply& A, const ndarray& X, const LobpcgOptions& options = {});

/// How svds is run.
struct SvdsOptions {
    std::optional<std::int64_t> ncv{};
    double tol = 0;
    CUPRUM_WORDS("LM", "SM")
    std::string_view which = "LM";
    std::optional<ndarray> v0{};
    std::optional<std::int64_t> maxiter{};
    std::variant<bool, std::string_view> return_singular_vectors = true;
    CUPRUM_WORDS("arpack", "lobpcg", "propack")
    std::string_view solver = "arpack";
};
/// Singular values in ascending order, and the vectors that are wanted; how many of them have converged: as many as
/// there are.
struct SingularValues {
    std::optional<ndarray> u;
    ndarray s;
    std::optional<ndarray> vh;
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
///     u, the singular values in ascending order, and the adjoint of v; None for vectors that are not wanted. Where no
///     vectors are wanted, the singular values alone. A RuntimeWarning tells where `maxiter` ends the iteration before
///     all have converged.
/// Raises
///     ValueError: numbers or words that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.diags([[5., 4., 3., 2., 1.]], [0]).tocsr()
///     >>> linalg.svds(a, k=2, return_singular_vectors=False)
///     array([4., 5.])
CUPRUM_SIGNATURE(
    "a, k, ncv, tol, which, v0, maxiter, return_singular_vectors, solver, rng=None, options=None, *, random_state=None")
CUPRUM_PYTHON SingularValues svds(const LinearOperator& a, std::int64_t k = 6, const SvdsOptions& options = {});

/// A lower bound of a matrix' 1-norm; where they are wanted, a vector of length one that leads to it, and its image.
struct OneNorm {
    double norm = 0;
    std::optional<ndarray> vector, image;
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
CUPRUM_PYTHON OneNorm onenormest(const LinearOperator& A, std::int64_t t = 2, std::int64_t itmax = 5,
                                 bool compute_v = false, bool compute_w = false);
/// The same of a matrix of n rows that is known by its products, with vector and image.
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
/// A dense matrix or vector, or a sparse matrix.
using DenseOrSparse = std::variant<ndarray, sparse_matrix>;

/// What functions warn of: an operand in a form for which they are slow; a singular matrix.
enum class SparseWarning : std::uint8_t { efficiency, singular };
using SparseWarningHandler = void (*)(SparseWarning kind, const char* message);
/// Sets what is called with a warning. The Python module gives SparseEfficiencyWarning and MatrixRankWarning; in C++
/// nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none. It may throw.
/// Returns
///     The one that was set before.
/// Example
///     sparse::linalg::set_sparse_warning([](sparse::linalg::SparseWarning, const char* text) { std::puts(text); });
SparseWarningHandler set_sparse_warning(SparseWarningHandler handler);

/// The exponential of a matrix.
///
/// Parameters
///     A: square matrix, sparse or dense.
/// Returns
///     A matrix of A's kind. It has few zeros as a rule, and is computed as a dense one.
/// Raises
///     ValueError: A is not square.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cp.array([[0., 1.], [0., 0.]]))
///     >>> linalg.expm(a).toarray()
///     array([[1., 1.],
///            [0., 1.]])
CUPRUM_PYTHON DenseOrSparse expm(const DenseOrSparse& A);
sparse_matrix expm(const sparse_matrix& A);

/// Solves a triangular system, in one kernel whose rows wait for those that they need.
///
/// Parameters
///     A: square sparse matrix; elements on the other side of the diagonal are not looked at.
///     b: vector or matrix.
///     lower: whether A is a lower triangle.
///     overwrite_A, overwrite_b: accepted.
///     unit_diagonal: whether the diagonal is taken as ones.
/// Returns
///     x, in the shape of b.
/// Raises
///     LinAlgError: a diagonal element is zero. ValueError: shapes that do not fit.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[2., 0.], [1., 4.]]))
///     >>> linalg.spsolve_triangular(a, cp.array([2., 9.]), lower=True)
///     array([1., 2.])
CUPRUM_SIGNATURE("A, b, lower, overwrite_A=false, overwrite_b=false, unit_diagonal")
CUPRUM_PYTHON ndarray spsolve_triangular(const DenseOrSparse& A, const ndarray& b, bool lower = true,
                                         bool unit_diagonal = false);

/// The factors that another library has found.
struct SparseFactors {
    sparse_matrix L, U;
    ndarray perm_r, perm_c;
};

/// P_r A P_c = L U of a square matrix: computed on the host column by column (Gilbert and Peierls, 1988) in an order of
/// few fill-ins; equations are then solved on the device.
class SuperLU {
public:
    /// The factors of a sparse matrix, P_r A P_c = L U.
    ///
    /// Parameters
    ///     obj: SciPy's factors, which are copied to the device; those of `splu` are made by it.
    /// Raises
    ///     TypeError: another object.
    CUPRUM_TRAITS("pickled by its state")
    CUPRUM_PYTHON explicit SuperLU(const SparseFactors& obj);
    /// The factors of a square matrix. `drop` leaves out what is smaller than this share of its column, `fill` limits
    /// how many times the elements of A the factors hold; 0 and infinity for a complete factorization. Throws
    /// LinAlgError where A is singular.
    SuperLU(const sparse_matrix& a, std::string_view order, double pivot_threshold, double drop = 0, double fill = 0);
    SuperLU() = default;  // until `set_state`

    /// Solves the equations with one or several right-hand sides.
    ///
    /// Parameters
    ///     rhs: vector, or matrix of columns.
    ///     trans: "N" for A x = rhs, "T" for the transposed matrix, "H" for its conjugate.
    /// Returns
    ///     x, in the shape of `rhs`.
    /// Raises
    ///     ValueError: a shape that does not fit, another word.
    CUPRUM_PYTHON ndarray solve(const ndarray& rhs, CUPRUM_WORDS("N", "T", "H") std::string_view trans = "N") const;
    /// Numbers of rows and columns.
    CUPRUM_PROPERTY Shape shape() const { return {lower_.rows(), lower_.rows()}; }
    /// How many elements the factors hold.
    CUPRUM_PROPERTY std::int64_t nnz() const { return lower_.nnz() + upper_.nnz(); }
    /// The lower triangle, with a diagonal of ones, csr.
    CUPRUM_PROPERTY const sparse_matrix& L() const { return lower_; }
    /// The upper triangle, csr.
    CUPRUM_PROPERTY const sparse_matrix& U() const { return upper_; }
    /// Row i of A is row `perm_r[i]` of the product.
    CUPRUM_PROPERTY const ndarray& perm_r() const { return rows_; }
    /// Column `perm_c[j]` of A is column j of the product.
    CUPRUM_PROPERTY const ndarray& perm_c() const { return columns_; }

    /// The arrays of both factors and the orders, for pickles, and the object of them.
    std::vector<ndarray> state() const;
    void set_state(const std::vector<ndarray>& state);

private:
    sparse_matrix lower_, upper_;
    ndarray rows_, columns_, rows_inverse_, columns_inverse_;
};

/// Solves A x = b by factors of A that are made for it alone: for one right-hand side on the host, where the factors
/// are, as to move them would take longer.
///
/// Parameters
///     A: square sparse matrix.
///     b: vector or matrix, dense or sparse.
///     permc_spec: the order of the columns: "NATURAL", or by least degree.
///     use_umfpack: accepted.
/// Returns
///     x, in the shape of b; a vector for one column, sparse where b is a sparse matrix of several.
/// Raises
///     ValueError: shapes that do not fit.
/// Warns
///     MatrixRankWarning: the matrix is singular; x is NaN.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> linalg.spsolve(a, cp.array([1., 2.]))
///     array([0.09090909, 0.63636364])
CUPRUM_SIGNATURE("A, b, permc_spec, use_umfpack=true")
CUPRUM_PYTHON DenseOrSparse spsolve(const DenseOrSparse& A, const DenseOrSparse& b,
                                    std::optional<std::string_view> permc_spec = {});

/// Solves A x = b for a hermitian positive definite matrix and a vector, by factors whose pivots are the diagonal's.
/// Throws LinAlgError where A is not positive definite.
ndarray lschol(const sparse_matrix& a, const ndarray& b);

/// Factorizes a square sparse matrix; the factors are computed on the host, equations are solved on the device.
///
/// Parameters
///     A: square sparse matrix.
///     permc_spec: the order of the columns: "NATURAL", or by least degree.
///     diag_pivot_thresh: how large an element on the diagonal is, relative to the largest of its column, where it is
///         the pivot; 1 by default.
///     relax, panel_size, options: accepted.
/// Returns
///     SuperLU
/// Raises
///     ValueError: A is not square. RuntimeError: the matrix is singular.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> linalg.splu(a).solve(cp.array([1., 2.]))
///     array([0.09090909, 0.63636364])
CUPRUM_SIGNATURE("A, permc_spec, diag_pivot_thresh, relax=None, panel_size=None, options=None")
CUPRUM_PYTHON SuperLU splu(const DenseOrSparse& A, std::optional<std::string_view> permc_spec = {},
                           std::optional<double> diag_pivot_thresh = {});

/// Factorizes a square sparse matrix incompletely: an approximation of it, for iterations to begin with.
///
/// Parameters
///     A: square sparse matrix.
///     drop_tol: what is smaller than this share of its column's largest element is left out; 1e-4 by default.
///     fill_factor: how many times the elements of a column of A a column of L holds at most; 10 by default.
///     drop_rule: accepted.
///     permc_spec: the order of the columns: "NATURAL", or by least degree.
///     diag_pivot_thresh: how large an element on the diagonal is, relative to the largest of its column, where it is
///         the pivot; 0.1 by default.
///     relax, panel_size, options: accepted.
/// Returns
///     SuperLU
/// Raises
///     ValueError: A is not square. RuntimeError: the matrix is singular.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> linalg.spilu(a).solve(cp.array([1., 2.]))
///     array([0.09090909, 0.63636364])
CUPRUM_SIGNATURE(
    "A, drop_tol, fill_factor, drop_rule=None, permc_spec, diag_pivot_thresh, relax=None, "
    "panel_size=None, options=None")
CUPRUM_PYTHON SuperLU spilu(const DenseOrSparse& A, std::optional<double> drop_tol = {},
                            std::optional<double> fill_factor = {}, std::optional<std::string_view> permc_spec = {},
                            std::optional<double> diag_pivot_thresh = {});
/// The incomplete LU factors of a square sparse matrix without pivots and without elements where A stores none: ILU(0).
///
/// Parameters
///     A: square sparse matrix whose rows store their diagonal elements.
/// Returns
///     A canonical csr matrix: U on and above the diagonal, L below it; the diagonal of L is of ones.
/// Raises
///     ValueError: A is not square, a diagonal element is not stored, or a pivot is zero.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [2., 3.]]))
///     >>> cuprumx.cusparse.csrilu02(a)
///     >>> a.toarray()
///     array([[4. , 1. ],
///            [0.5, 2.5]])
CUPRUM_PYTHON sparse_matrix ilu0(const DenseOrSparse& A);
/// A function that solves A x = b for any b.
/// Raises
///     ValueError: the matrix is not square. RuntimeError: the matrix is singular.
Apply factorized(const DenseOrSparse& A);

/// The inverse of a square sparse matrix, by its factors.
///
/// Parameters
///     A: square sparse matrix.
/// Returns
///     A sparse matrix of A's format, or csc; most of its elements are not zero as a rule.
/// Raises
///     TypeError: A is not sparse. ValueError: A is not square. RuntimeError: A is singular.
/// Example
///     >>> a = cuprumx.scipy.sparse.csc_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> linalg.inv(a).toarray()
///     array([[ 0.27272727, -0.09090909],
///            [-0.09090909,  0.36363636]])
CUPRUM_PYTHON sparse_matrix inv(const DenseOrSparse& A);

/// How far from the diagonal elements are stored.
///
/// Parameters
///     A: sparse matrix.
/// Returns
///     The numbers of diagonals below and above the main one.
/// Raises
///     ValueError: `A` has more than two axes.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[2., 0.], [1., 4.]]))
///     >>> linalg.spbandwidth(a)
///     (1, 0)
CUPRUM_PYTHON std::pair<std::int64_t, std::int64_t> spbandwidth(const DenseOrSparse& A);
/// Whether elements are stored on one side of the diagonal only.
///
/// Parameters
///     A: sparse matrix.
/// Returns
///     Whether none is above the diagonal, and whether none is below it.
/// Raises
///     ValueError: `A` has more than two axes.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[2., 0.], [1., 4.]]))
///     >>> linalg.is_sptriangular(a)
///     (True, False)
CUPRUM_PYTHON std::pair<bool, bool> is_sptriangular(const DenseOrSparse& A);
/// A square sparse matrix raised to a power.
///
/// Parameters
///     A: square sparse matrix.
///     power: a whole number, not negative.
/// Returns
///     A sparse matrix of A's format, csr where that is coo, dia or bsr and there is more than one factor.
/// Raises
///     TypeError: A is not square. ValueError: a negative power.
/// Example
///     >>> a = cuprumx.scipy.sparse.csr_matrix(cp.array([[4., 1.], [1., 3.]]))
///     >>> linalg.matrix_power(a, 2).toarray()
///     array([[17.,  7.],
///            [ 7., 10.]])
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
