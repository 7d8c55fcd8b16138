// cuprumx.scipy.sparse.linalg: iterations over products that Python or C++ makes, factors, norms.
#include "cuprum/scipy/sparse_linalg.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cuprum/host.h"
#include "sparse_args.h"

namespace cuprum::python {
namespace {

using namespace scipy::sparse;
using Matrix = sparse_matrix;
using linalg::Apply;

/// A sparse matrix multiplies by itself; anything else is a function of Python's.
Apply apply_of(nb::handle object) {
    if (object.is_none()) return {};
    if (nb::isinstance<Matrix>(object)) {
        const Matrix matrix = nb::cast<Matrix>(object);
        return [matrix](const ndarray& v) { return matmul(matrix, v); };
    }
    if (nb::isinstance<nb::tuple>(object)) {  // one after the other
        std::vector<Apply> parts;
        for (nb::handle part : object) parts.push_back(apply_of(part));
        return [parts](const ndarray& v) {
            ndarray result = v;
            for (const Apply& part : parts) result = part(result);
            return result;
        };
    }
    const nb::object function = nb::borrow(object);
    return [function](const ndarray& v) {
        const nb::object result = function(wrap_object(ndarray(v)));
        if (!is_ndarray(result.ptr())) throw TypeError("an operator must return a cuprum array");
        const ndarray& made = unwrap(result.ptr());
        return made.ndim() == v.ndim() ? made : made.reshape({-1});
    };
}

/// A sparse or dense matrix, or what has the products and the attributes of an operator.
linalg::LinearOperator operator_of(nb::handle object) {
    if (nb::isinstance<Matrix>(object)) return nb::cast<Matrix>(object);
    if (is_ndarray(object.ptr())) return unwrap(object.ptr());
    const auto shape = nb::cast<nb::tuple>(object.attr("shape"));
    return {{nb::cast<std::int64_t>(shape[0]), nb::cast<std::int64_t>(shape[1])},
            apply_of(object.attr("matvec")),
            apply_of(object.attr("rmatvec")),
            apply_of(object.attr("matmat")),
            apply_of(object.attr("rmatmat")),
            nb::cast<DTypeArg>(object.attr("dtype"))};
}

linalg::Callback callback_of(nb::handle object) {
    if (object.is_none()) return {};
    const nb::object function = nb::borrow(object);
    return [function](const ndarray& x) { function(wrap_object(ndarray(x))); };
}

double real_of(const ScalarArg& value) { return Scalar(value).to_double(); }

nb::object object_of(const std::optional<ndarray>& array) { return array ? wrap_object(ndarray(*array)) : nb::none(); }

/// What Python hands to every iteration.
linalg::Iteration iteration_of(const OptionalArrayArg& x0, const ScalarArg& rtol, const ScalarArg& atol,
                               const OptionalIntArg& maxiter, nb::handle preconditioner, nb::handle callback) {
    linalg::Iteration options;
    options.rtol = real_of(rtol);
    options.atol = real_of(atol);
    options.maxiter = maxiter;
    options.x0 = optional_array(x0);
    options.preconditioner = apply_of(preconditioner);
    options.callback = callback_of(callback);
    return options;
}

using Solver = linalg::Solution (*)(const Apply&, const ndarray&, const linalg::Iteration&);

template <class Solve>
void bind_solver(nb::module_& m, const char* name, Solve solve) {
    m.def(name, [solve](Arg<"Any"> a, DeviceArrayArg b, OptionalArrayArg x0, ScalarArg rtol, ScalarArg atol,
                        OptionalIntArg maxiter, OptionalArg<"Any"> preconditioner,
                        OptionalArg<"Callable[..., Any]"> callback, ScalarArg extra) {
        const linalg::Iteration options = iteration_of(x0, rtol, atol, maxiter, preconditioner.object, callback.object);
        const linalg::Solution found = solve(apply_of(a.object), b, options, real_of(extra));
        return nb::make_tuple(wrap_object(ndarray(found.x)), found.info);
    });
}

template <class Solve>
void bind_least_squares(nb::module_& m, const char* name, Solve solve) {
    m.def(name,
          [solve](Arg<"Any"> a, Arg<"Any"> at, AxisArg columns, DeviceArrayArg b, ScalarArg damp, ScalarArg atol,
                  ScalarArg btol, ScalarArg conlim, OptionalIntArg maxiter, OptionalArrayArg x0, BoolArg variances) {
              linalg::LeastSquaresOptions options;
              options.damp = real_of(damp);
              options.atol = real_of(atol);
              options.btol = real_of(btol);
              options.conlim = real_of(conlim);
              options.maxiter = maxiter;
              options.x0 = optional_array(x0);
              options.variances = variances;
              const linalg::LeastSquares found = solve(apply_of(a.object), apply_of(at.object), columns, b, options);
              return nb::make_tuple(wrap_object(ndarray(found.x)), found.stop, found.steps, found.residual,
                                    found.damped_residual, found.norm_a, found.condition, found.normal_residual,
                                    found.norm_x, wrap_object(ndarray(found.variances)));
          });
}

/// bicg and qmr, which take adjoint products; the preconditioners are two pairs, each with its adjoint.
void bind_adjoint_solvers(nb::module_& m) {
    using Adjoint = linalg::Solution (*)(const Apply&, const Apply&, const ndarray&, const linalg::Iteration&);
    const auto bind = [&m](const char* name, Adjoint solve) {
        m.def(name, [solve](Arg<"Any"> a, Arg<"Any"> adjoint, DeviceArrayArg b, OptionalArrayArg x0, ScalarArg rtol,
                            ScalarArg atol, OptionalIntArg maxiter, Arg<"Any"> preconditioners,
                            OptionalArg<"Callable[..., Any]"> callback) {
            const auto four = nb::cast<nb::tuple>(nb::handle(preconditioners.object));
            linalg::Iteration options = iteration_of(x0, rtol, atol, maxiter, four[0], callback.object);
            options.adjoint_preconditioner = apply_of(four[1]);
            options.right_preconditioner = apply_of(four[2]);
            options.adjoint_right_preconditioner = apply_of(four[3]);
            const linalg::Solution found = solve(apply_of(a.object), apply_of(adjoint.object), b, options);
            return nb::make_tuple(wrap_object(ndarray(found.x)), found.info);
        });
    };
    bind("bicg", linalg::bicg);
    bind("qmr", linalg::qmr);
}

/// gcrotmk and lgmres, which take pairs of vectors and images, or None, that calls before have left, and return new
/// ones. `variant` is what either of them may do otherwise: give up the vectors of the least share, begin with those
/// kept.
void bind_recycling_solvers(nb::module_& m) {
    using Solve = linalg::Solution (*)(const Apply&, const ndarray&, const linalg::Iteration&,
                                       const linalg::RecycleOptions&, std::vector<linalg::Recycled>&);
    const auto bind = [&m](const char* name, Solve solve) {
        m.def(name, [solve](Arg<"Any"> a, DeviceArrayArg b, OptionalArrayArg x0, ScalarArg rtol, ScalarArg atol,
                            OptionalIntArg maxiter, OptionalArg<"Any"> preconditioner,
                            OptionalArg<"Callable[..., Any]"> callback, AxisArg inner, AxisArg outer,
                            Arg<"Sequence[Any]"> pairs, BoolArg keep_images, BoolArg variant) {
            std::vector<linalg::Recycled> kept;
            for (nb::handle pair : nb::iter(nb::handle(pairs.object))) {
                const nb::object vector = pair[0], image = pair[1];
                if (!is_ndarray(vector.ptr()) || !(image.is_none() || is_ndarray(image.ptr())))
                    throw TypeError("vectors that are kept for further solutions are pairs of cuprum arrays");
                linalg::Recycled& one = kept.emplace_back(unwrap(vector.ptr()));
                if (!image.is_none()) one.image = unwrap(image.ptr());
            }
            linalg::RecycleOptions recycling;
            recycling.inner = inner;
            recycling.outer = outer;
            recycling.keep_images = keep_images;
            recycling.smallest = recycling.outer_first = variant;
            const linalg::Solution found =
                solve(apply_of(a.object), b,
                      iteration_of(x0, rtol, atol, maxiter, preconditioner.object, callback.object), recycling, kept);
            nb::list made;
            for (const auto& [vector, image] : kept)
                made.append(nb::make_tuple(wrap_object(ndarray(vector)), object_of(image)));
            return nb::make_tuple(wrap_object(ndarray(found.x)), found.info, made);
        });
    };
    bind("gcrotmk", linalg::gcrotmk);
    bind("lgmres", linalg::lgmres);
}

void bind_exponentials(nb::module_& m) {
    m.def("onenormest", [](Arg<"Any"> a, Arg<"Any"> adjoint, AxisArg n, DTypeArg dtype, AxisArg t, AxisArg itmax) {
        const linalg::OneNorm found =
            linalg::onenormest(apply_of(a.object), apply_of(adjoint.object), n, dtype, t, itmax);
        return nb::make_tuple(found.norm, wrap_object(ndarray(found.vector)), wrap_object(ndarray(found.image)));
    });
    m.def("expm_multiply", [](const Matrix& a, DeviceArrayArg b, Arg<"Sequence[float]"> times, DTypeArg dtype) {
        return linalg::expm_multiply(linalg::exponent_of(a), b, nb::cast<std::vector<double>>(nb::handle(times.object)),
                                     dtype);
    });
    m.def("expm_multiply_operator", [](Arg<"Any"> a, Arg<"Any"> adjoint, AxisArg n, ScalarArg shift, ScalarArg norm,
                                       DeviceArrayArg b, Arg<"Sequence[float]"> times, DTypeArg dtype) {
        linalg::Exponent exponent;
        exponent.product = apply_of(a.object);
        exponent.adjoint = apply_of(adjoint.object);
        exponent.n = n;
        exponent.norm = real_of(norm);
        exponent.shift = Scalar(shift).to_complex();
        return linalg::expm_multiply(exponent, b, nb::cast<std::vector<double>>(nb::handle(times.object)), dtype);
    });
    m.def("expm", [](const Matrix& a) { return linalg::expm(a); });
    m.def("funm_multiply_krylov",
          [](Arg<"Callable[..., Any]"> f, Arg<"Any"> a, DeviceArrayArg b, WordArg<"str"> kind, ScalarArg t,
             ScalarArg atol, ScalarArg rtol, OptionalIntArg restart, AxisArg most) {
              linalg::KrylovFunctionOptions options;
              options.assume_a = kind;
              options.t = real_of(t);
              options.atol = real_of(atol);
              options.rtol = real_of(rtol);
              options.restart_every_m = restart;
              options.max_restarts = most;
              return linalg::funm_multiply_krylov(apply_of(f.object), operator_of(a.object), b, options);
          });
}

/// Numbers of each step as arrays.
nb::list arrays_of(const std::vector<std::vector<double>>& steps) {
    nb::list made;
    for (const std::vector<double>& numbers : steps) made.append(wrap_object(asarray(numbers)));
    return made;
}

void bind_singular_values(nb::module_& m) {
    m.def("lobpcg", [](Arg<"Any"> a, DeviceArrayArg x, OptionalArg<"Any"> metric, OptionalArg<"Any"> preconditioner,
                       OptionalArrayArg constraints, ScalarArg tol, AxisArg maxiter, BoolArg largest) {
        linalg::LobpcgOptions options;
        options.metric = apply_of(metric.object);
        options.preconditioner = apply_of(preconditioner.object);
        options.constraints = optional_array(constraints);
        options.tol = real_of(tol);
        options.maxiter = maxiter;
        options.largest = largest;
        linalg::LobpcgResult found = linalg::lobpcg(apply_of(a.object), x, options);
        return nb::make_tuple(wrap_object(std::move(found.values)), wrap_object(std::move(found.vectors)),
                              arrays_of(found.value_history), arrays_of(found.norm_history), found.residual,
                              found.tolerance);
    });
    m.def("svds", [](Arg<"Any"> a, AxisArg k, OptionalIntArg ncv, ScalarArg tol, WordArg<"str"> which,
                     OptionalArrayArg v0, OptionalIntArg maxiter, BoolArg vectors, WordArg<"str"> solver) {
        linalg::SvdsOptions options;
        options.ncv = ncv;
        options.tol = real_of(tol);
        options.which = which;
        options.v0 = optional_array(v0);
        options.maxiter = maxiter;
        options.vectors = vectors;
        options.solver = solver;
        linalg::SingularValues found = linalg::svds(operator_of(a.object), k, options);
        return nb::make_tuple(wrap_object(std::move(found.u)), wrap_object(std::move(found.s)),
                              wrap_object(std::move(found.vh)), found.converged);
    });
}

/// Factors, and what is known of the places of elements.
void bind_factors(nb::module_& m) {
    m.def("splu", [](const Matrix& a, WordArg<"str"> order, ScalarArg threshold) {
        return linalg::splu(a, order, real_of(threshold));
    });
    m.def("spilu", [](const Matrix& a, ScalarArg drop, ScalarArg fill, WordArg<"str"> order, ScalarArg threshold) {
        return linalg::spilu(a, real_of(drop), real_of(fill), order, real_of(threshold));
    });
    m.def("lschol", [](const Matrix& a, DeviceArrayArg b) { return linalg::lschol(a, b); });
    m.def("inv", [](const Matrix& a) { return linalg::inv(a); });
    m.def("matrix_power", [](const Matrix& a, AxisArg power) { return linalg::matrix_power(a, power); });
    m.def("spbandwidth", [](const Matrix& a) {
        const auto [below, above] = linalg::spbandwidth(a);
        return nb::make_tuple(below, above);
    });
    m.def("is_sptriangular", [](const Matrix& a) {
        const auto [lower, upper] = linalg::is_sptriangular(a);
        return nb::make_tuple(lower, upper);
    });
}

/// eigs and eigsh: the values, the vectors as columns, and how many have converged.
void bind_eigenvalues(nb::module_& m) {
    const auto pairs_of = [](linalg::Eigenpairs found) {
        return nb::make_tuple(wrap_object(std::move(found.values)), wrap_object(std::move(found.vectors)),
                              found.converged);
    };
    m.def("eigs", [pairs_of](Arg<"Any"> a, AxisArg n, DTypeArg dtype, AxisArg k, WordArg<"str"> which,
                             OptionalArrayArg v0, OptionalIntArg ncv, OptionalIntArg maxiter, ScalarArg tol) {
        return pairs_of(linalg::eigs(apply_of(a.object), n, dtype, k, which, v0.pointer(), ncv, maxiter, real_of(tol)));
    });
    m.def("eigsh",
          [pairs_of](Arg<"Any"> a, AxisArg n, DTypeArg dtype, AxisArg k, WordArg<"str"> which, OptionalArrayArg v0,
                     OptionalIntArg ncv, OptionalIntArg maxiter, ScalarArg tol, OptionalArg<"Any"> metric) {
              return pairs_of(linalg::eigsh(apply_of(a.object), n, dtype, k, which, v0.pointer(), ncv, maxiter,
                                            real_of(tol), apply_of(metric.object)));
          });
}

}  // namespace

void bind_scipy_sparse_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_sparse_linalg");
    bind_adjoint_solvers(m);
    bind_recycling_solvers(m);
    bind_exponentials(m);
    bind_eigenvalues(m);
    bind_singular_values(m);
    bind_factors(m);
    const auto plain = [](Solver solver) {
        return [solver](const Apply& a, const ndarray& b, const linalg::Iteration& options, double) {
            return solver(a, b, options);
        };
    };
    bind_solver(m, "cg", plain(linalg::cg));
    bind_solver(m, "cgs", plain(linalg::cgs));
    bind_solver(m, "bicgstab", plain(linalg::bicgstab));
    bind_solver(m, "tfqmr", plain(linalg::tfqmr));
    const auto gmres = [](linalg::GmresCallback type) {
        return [type](const Apply& a, const ndarray& b, linalg::Iteration options, double restart) {
            options.restart = static_cast<std::int64_t>(restart);
            options.callback_type = type;
            return linalg::gmres(a, b, options);
        };
    };
    bind_solver(m, "gmres", gmres(linalg::GmresCallback::norm_of_restart));
    bind_solver(m, "gmres_with_x", gmres(linalg::GmresCallback::x_of_restart));
    bind_solver(m, "gmres_with_steps", gmres(linalg::GmresCallback::norm_of_step));
    bind_solver(m, "minres", [](const Apply& a, const ndarray& b, const linalg::Iteration& options, double shift) {
        return linalg::minres(a, b, shift, options);
    });
    bind_least_squares(m, "lsqr", linalg::lsqr);
    bind_least_squares(m, "lsmr", linalg::lsmr);
    m.def("spsolve_triangular", [](const Matrix& a, DeviceArrayArg b, BoolArg lower, BoolArg unit) {
        return linalg::spsolve_triangular(a, b, lower, unit);
    });
    m.def("spsolve",
          [](const Matrix& a, DeviceArrayArg b, WordArg<"str"> order) { return linalg::spsolve(a, b, order); });
    m.def("norm", [](const Matrix& a, WordArg<"str"> kind, ScalarArg order, OptionalIntArg axis) {
        const std::optional<std::int64_t> along = axis;
        return linalg::norm(a, kind, real_of(order),
                            along ? std::optional<int>(static_cast<int>(*along)) : std::nullopt);
    });
    nb::class_<linalg::LU>(m, "LU")
        .def("__init__",
             [](linalg::LU* made, const Matrix& a, WordArg<"str"> order, ScalarArg threshold, ScalarArg drop,
                ScalarArg fill) { new (made) linalg::LU(a, order, real_of(threshold), real_of(drop), real_of(fill)); })
        .def("solve", [](const linalg::LU& lu, DeviceArrayArg b,
                         WordArg<"Literal['N', 'T', 'H']"> trans) { return lu.solve(b, std::string_view(trans)[0]); })
        .def_prop_ro("lower", [](const linalg::LU& lu) { return lu.lower(); })
        .def_prop_ro("upper", [](const linalg::LU& lu) { return lu.upper(); })
        .def_prop_ro("rows", [](const linalg::LU& lu) { return lu.row_order(); })
        .def_prop_ro("columns", [](const linalg::LU& lu) { return lu.column_order(); });
}

}  // namespace cuprum::python
