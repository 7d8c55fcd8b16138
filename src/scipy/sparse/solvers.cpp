// Systems and least squares as users give them: checks, dtypes and defaults. The methods are those of krylov.cpp,
// biorthogonal.cpp, flexible.cpp and least_squares.cpp.
#include "cuprum/host.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/sparse_iterations.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// A system in one dtype. `options` has what all methods take.
struct System {
    LinearOperator a;
    ndarray b;
    Iteration options;
};

void check_vector(const ndarray& x, const LinearOperator& a, const char* name) {
    const std::int64_t n = a.rows();
    if (x.shape() != Shape{n} && x.shape() != Shape{n, 1})
        throw ValueError("shapes of A " + cuprum::to_string(a.shape()) + " and " + name + " " +
                         cuprum::to_string(x.shape()) + " are incompatible");
}

LinearOperator preconditioner_of(const LinearOperator& m, const LinearOperator& a, DType dtype) {
    if (m.shape() != a.shape()) throw ValueError("matrix and preconditioner have different shapes");
    return m.astype(dtype);
}

ndarray initial_guess(const InitialGuess& given, const LinearOperator& a, const ndarray& b, const Apply& m) {
    if (const auto* word = std::get_if<std::string_view>(&given)) {
        if (*word != "Mb") throw ValueError("x0 must be an array or 'Mb', found '" + std::string(*word) + "'");
        return m ? m(b.reshape({-1})) : b;
    }
    const ndarray& x0 = std::get<ndarray>(given);
    check_vector(x0, a, "x0");
    return x0;
}

/// The dtype of a solution: integers and masks count as float64, also beside float32.
DType solution_dtype(const LinearOperator& A, const ndarray& b) {
    return promote_types(floating_dtype(A.dtype()), floating_dtype(b.dtype()));
}

System system_of(const LinearOperator& A, const ndarray& b, const InitialGuess& x0, double rtol, double atol,
                 std::optional<std::int64_t> maxiter, const std::optional<LinearOperator>& M, const Callback& callback,
                 DType least = DType::float32) {
    if (A.rows() != A.columns())
        throw ValueError("expected square matrix, but got shape=" + cuprum::to_string(A.shape()));
    check_vector(b, A, "b");
    const DType dtype = promote_types(solution_dtype(A, b), least);
    System made{A.astype(dtype), as(b.reshape({-1}), dtype), {}};
    Iteration& options = made.options;
    options.rtol = rtol;
    options.atol = atol;
    options.maxiter = maxiter;
    options.callback = callback;
    if (M) {
        const LinearOperator m = preconditioner_of(*M, A, dtype);
        options.preconditioner = m;
        options.adjoint_preconditioner = [m](const ndarray& v) { return m.rmatvec(v); };
    }
    if (!std::holds_alternative<std::monostate>(x0))
        options.x0 = as(initial_guess(x0, A, b, options.preconditioner).reshape({-1}), dtype);
    if (!(atol >= 0)) throw ValueError("`atol` must be a real, non-negative number, found " + std::to_string(atol));
    return made;
}

template <class Options>
System system_of(const LinearOperator& A, const ndarray& b, const Options& options) {
    return system_of(A, b, options.x0, options.rtol, options.atol, options.maxiter, options.M, options.callback);
}

Apply adjoint_product(const LinearOperator& a) {
    return [a](const ndarray& v) { return a.rmatvec(v); };
}

/// What a method gives; a system of no equations is solved.
template <class Method>
Solution solution_of(const System& system, Method&& method) {
    if (system.b.size() == 0) return {system.b.copy(), 0};
    return method(Apply(system.a), system.b, system.options);
}

using Method = Solution (*)(const Apply&, const ndarray&, const Iteration&);

}  // namespace

Solution cg(const LinearOperator& A, const ndarray& b, const SolverOptions& options) {
    const kernel::Placement here(A, b);
    return solution_of(system_of(A, b, options), Method(cg));
}

Solution cgs(const LinearOperator& A, const ndarray& b, const SolverOptions& options) {
    const kernel::Placement here(A, b);
    return solution_of(system_of(A, b, options), Method(cgs));
}

Solution bicgstab(const LinearOperator& A, const ndarray& b, const SolverOptions& options) {
    const kernel::Placement here(A, b);
    return solution_of(system_of(A, b, options), Method(bicgstab));
}

Solution tfqmr(const LinearOperator& A, const ndarray& b, const SolverOptions& options) {
    const kernel::Placement here(A, b);
    return solution_of(system_of(A, b, options), Method(tfqmr));
}

Solution bicg(const LinearOperator& A, const ndarray& b, const SolverOptions& options) {
    const kernel::Placement here(A, b);
    const System system = system_of(A, b, options);
    return solution_of(system, [&](const Apply& a, const ndarray& right, const Iteration& iteration) {
        return bicg(a, adjoint_product(system.a), right, iteration);
    });
}

Solution gmres(const LinearOperator& A, const ndarray& b, const GmresOptions& options) {
    const kernel::Placement here(A, b);
    const std::string_view type = options.callback_type.value_or("pr_norm");
    if (type != "x" && type != "pr_norm" && type != "legacy")
        throw ValueError("Unknown callback_type: '" + std::string(type) + "'");
    System system = system_of(A, b, options);
    system.options.restart = options.restart.value_or(20);
    system.options.callback_type = type == "x"        ? GmresCallback::x_of_restart
                                   : type == "legacy" ? GmresCallback::norm_of_step
                                                      : GmresCallback::norm_of_restart;
    return solution_of(system, Method(gmres));
}

Solution minres(const LinearOperator& A, const ndarray& b, const MinresOptions& options) {
    const kernel::Placement here(A, b);
    if (options.check) {
        const ndarray one = as(b.reshape({-1}), DType::float64), two = A.matvec(one);
        const double square = cuprum::sum(two * two).item().to_double();
        if (std::abs(square - cuprum::sum(one * A.matvec(two)).item().to_double()) > 1e-5 * (1e-300 + square))
            throw ValueError("non-symmetric matrix");
    }
    const System system = system_of(A, b, options.x0, options.tol, 0, options.maxiter, options.M, options.callback,
                                    DType::float64);  // as in SciPy and CuPy
    return solution_of(system, [&](const Apply& a, const ndarray& right, const Iteration& iteration) {
        return minres(a, right, options.shift, iteration);
    });
}

Solution qmr(const LinearOperator& A, const ndarray& b, const QmrOptions& options) {
    const kernel::Placement here(A, b);
    System system =
        system_of(A, b, options.x0, options.rtol, options.atol, options.maxiter, options.M1, options.callback);
    if (options.M2) {
        const LinearOperator right = preconditioner_of(*options.M2, A, system.b.dtype());
        system.options.right_preconditioner = right;
        system.options.adjoint_right_preconditioner = adjoint_product(right);
    }
    return solution_of(system, [&](const Apply& a, const ndarray& right, const Iteration& iteration) {
        return qmr(a, adjoint_product(system.a), right, iteration);
    });
}

namespace {

void check_finite(const ndarray& b) {
    if (!cuprum::all(isfinite(b)).item().to_bool()) throw ValueError("RHS must contain only finite numbers");
}

}  // namespace

Solution gcrotmk(const LinearOperator& A, const ndarray& b, const GcrotmkOptions& options) {
    const kernel::Placement here(A, b);
    if (options.truncate != "oldest" && options.truncate != "smallest")
        throw ValueError("Invalid value for 'truncate': '" + std::string(options.truncate) + "'");
    check_finite(b);
    if (options.m < 1) throw ValueError("m must be 1 or more, found " + std::to_string(options.m));
    std::vector<Recycled> own;
    return solution_of(system_of(A, b, options), [&](const Apply& a, const ndarray& right, const Iteration& iteration) {
        return gcrotmk(a, right, iteration,
                       {.inner = options.m,
                        .outer = options.k.value_or(options.m),
                        .keep_images = !options.discard_C,
                        .smallest = options.truncate == "smallest"},
                       options.CU ? *options.CU : own);
    });
}

Solution lgmres(const LinearOperator& A, const ndarray& b, const LgmresOptions& options) {
    const kernel::Placement here(A, b);
    check_finite(b);
    if (options.inner_m < 1) throw ValueError("inner_m must be 1 or more, found " + std::to_string(options.inner_m));
    if (options.outer_k < 0) throw ValueError("outer_k must be 0 or more, found " + std::to_string(options.outer_k));
    std::vector<Recycled> own;
    return solution_of(system_of(A, b, options), [&](const Apply& a, const ndarray& right, const Iteration& iteration) {
        return lgmres(a, right, iteration,
                      {.inner = options.inner_m,
                       .outer = options.outer_k,
                       .keep_images = options.store_outer_Av,
                       .outer_first = options.prepend_outer_v},
                      options.outer_v ? *options.outer_v : own);
    });
}

// ------------------------------------------------------------------------------------------------------- least squares

namespace {

using Squares = LeastSquares (*)(const Apply&, const Apply&, std::int64_t, const ndarray&, const LeastSquaresOptions&);

LeastSquares squares_of(Squares method, const LinearOperator& A, const ndarray& given,
                        const LeastSquaresOptions& options) {
    const ndarray b = given.ndim() == 1 ? given : squeeze(given);
    const ndarray right = b.ndim() == 0 ? b.reshape({1}) : b;
    if (right.shape() != Shape{A.rows()})
        throw ValueError("b must have length " + std::to_string(A.rows()) + ", found shape " +
                         cuprum::to_string(given.shape()));
    // As in SciPy and CuPy the solution of float32 is float64.
    const DType dtype = promote_types(solution_dtype(A, b), DType::float64);
    const LinearOperator a = A.astype(dtype);
    LeastSquaresOptions taken = options;
    if (taken.x0) taken.x0 = as(*taken.x0, dtype);
    return method(Apply(a), adjoint_product(a), a.columns(), as(right, dtype), taken);
}

}  // namespace

LsqrResult lsqr(const LinearOperator& A, const ndarray& b, const LsqrOptions& options) {
    const kernel::Placement here(A, b);
    const LeastSquares found = squares_of(
        lsqr, A, b,
        {options.damp, options.atol, options.btol, options.conlim, options.iter_lim, options.x0, options.calc_var});
    return {found.x,      found.stop,      found.steps,           found.residual, found.damped_residual,
            found.norm_a, found.condition, found.normal_residual, found.norm_x,   found.variances};
}

LsmrResult lsmr(const LinearOperator& A, const ndarray& b, const LsmrOptions& options) {
    const kernel::Placement here(A, b);
    const LeastSquares found = squares_of(
        lsmr, A, b, {options.damp, options.atol, options.btol, options.conlim, options.maxiter, options.x0, false});
    return {found.x,      found.stop,      found.steps, found.residual, found.normal_residual,
            found.norm_a, found.condition, found.norm_x};
}

}  // namespace cuprum::scipy::sparse::linalg
