// cuprumx.scipy.sparse.linalg: iterations over products that Python or C++ makes, factors, norms.
#include "cuprum/scipy/sparse_linalg.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "../argument.h"
#include "sparse_args.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;
using namespace scipy::sparse;
using Matrix = sparse_matrix;
namespace sparse_linalg = scipy::sparse::linalg;
using sparse_linalg::Apply;

double real_of(const ScalarArg& value) { return Scalar(value).to_double(); }

Typed<"tuple[ndarray, int]"> solved(sparse_linalg::Solution found) {
    return nb::make_tuple(wrap_object(std::move(found.x)), found.info);
}

/// Solvers that print, or take methods of a Python object.
void bind_solvers(nb::module_& m) {
    m.def(
        "qmr",
        [](DeviceOperatorArg A, DeviceArrayArg b, InitialGuessArg x0, ScalarArg rtol, ToleranceArg atol,
           OptionalIntArg maxiter, OptionalOperatorArg M1, OptionalOperatorArg M2, CallbackArg callback) {
            sparse_linalg::QmrOptions options{x0, real_of(rtol), atol, maxiter, M1, M2, callback};
            const nb::handle object(A.object);
            const sparse_linalg::LinearOperator a = A;
            if (!options.M1 && !options.M2 && nb::hasattr(object, "psolve")) {
                const auto side = [&](const char* name) {
                    const auto product = [&](const char* method) -> sparse_linalg::Apply {
                        const nb::object solve = object.attr(method), word = nb::str(name);
                        return [solve, word](const ndarray& v) {
                            return ndarray(unwrap(solve(wrap_object(ndarray(v)), word).ptr()));
                        };
                    };
                    return sparse_linalg::LinearOperator(a.shape(), product("psolve"), product("rpsolve"), {}, {},
                                                         a.dtype());
                };
                options.M1 = side("left");
                options.M2 = side("right");
            }
            return solved(sparse_linalg::qmr(a, b, options));
        },
        "A"_a, "b"_a, "x0"_a = nb::none(), nb::kw_only(), "rtol"_a = 1e-5, "atol"_a = 0.0, "maxiter"_a = nb::none(),
        "M1"_a = nb::none(), "M2"_a = nb::none(), "callback"_a = nb::none(), doc("scipy::sparse::linalg::qmr"));
    m.def(
        "tfqmr",
        [](DeviceOperatorArg A, DeviceArrayArg b, InitialGuessArg x0, ScalarArg rtol, ToleranceArg atol,
           OptionalIntArg maxiter, OptionalOperatorArg M, CallbackArg callback, BoolArg show) {
            sparse_linalg::SolverOptions options{x0, real_of(rtol), atol, maxiter, M, callback};
            std::int64_t steps = 0;
            if (show)
                options.callback = [&, inner = options.callback](const ndarray& x) {
                    ++steps;
                    if (inner) inner(x);
                };
            const sparse_linalg::Solution found = sparse_linalg::tfqmr(A, b, options);
            if (steps && found.info >= 0)
                nb::print(("TFQMR: Linear solve " +
                           std::string(found.info ? "not converged due to reach MAXIT" : "converged due to reach TOL") +
                           " iterations " + std::to_string(steps))
                              .c_str());
            return solved(found);
        },
        "A"_a, "b"_a, "x0"_a = nb::none(), nb::kw_only(), "rtol"_a = 1e-5, "atol"_a = 0.0, "maxiter"_a = nb::none(),
        "M"_a = nb::none(), "callback"_a = nb::none(), "show"_a = false, doc("scipy::sparse::linalg::tfqmr"));
}

void bind_exponentials(nb::module_& m) {
    m.def(
        "expm_multiply",
        [](OperatorArg A, MatrixLikeArg B, OptionalFloatArg start, OptionalFloatArg stop, OptionalIntArg num,
           OptionalArg<"bool"> endpoint, OptionalComplexArg traceA) -> Typed<"Any"> {
            sparse_linalg::ExpmMultiplyOptions options{start, stop, num, {}, traceA};
            if (!endpoint.is_none()) options.endpoint = nb::cast<bool>(nb::bool_(nb::handle(endpoint.object)));
            if (!B.is_sparse()) {
                return wrap_object(sparse_linalg::expm_multiply(A, argument<ArrayArg>(B.object), options));
            }
            ndarray made = sparse_linalg::expm_multiply(A, toarray(MatrixLike(B)), options);
            if (made.ndim() == 3) return wrap_object(std::move(made));
            return to_python(from_dense(made, Format::csr), B.is_array());
        },
        "A"_a, "B"_a, "start"_a = nb::none(), "stop"_a = nb::none(), "num"_a = nb::none(), "endpoint"_a = nb::none(),
        "traceA"_a = nb::none(), doc("scipy::sparse::linalg::expm_multiply"));
}

void give_warning(sparse_linalg::SparseWarning kind, const char* message) {
    const nb::gil_scoped_acquire lock;
    const bool is_singular = kind == sparse_linalg::SparseWarning::singular;
    const nb::object category =
        is_singular ? nb::module_::import_("cuprumx.scipy.sparse.linalg").attr("MatrixRankWarning")
                    : nb::module_::import_("cuprumx.scipy.sparse._parts").attr("SparseEfficiencyWarning");
    if (PyErr_WarnEx(category.ptr(), message, 1) < 0) raise_python_error();
}

void bind_no_convergence() {
    nb::register_exception_translator([](const std::exception_ptr& p, void*) {
        try {
            std::rethrow_exception(p);
        } catch (const sparse_linalg::ArpackNoConvergence& error) {
            const nb::object type = nb::module_::import_("cuprumx.scipy.sparse.linalg").attr("ArpackNoConvergence");
            const nb::object made =
                type(error.what(), wrap_object(ndarray(error.eigenvalues)), wrap_object(ndarray(error.eigenvectors)));
            PyErr_SetObject(type.ptr(), made.ptr());
        }
    });
}

}  // namespace

void bind_scipy_sparse_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_sparse_linalg");
    bind_solvers(m);
    bind_exponentials(m);
    bind_no_convergence();
    sparse_linalg::set_sparse_warning(give_warning);
    m.def("lschol", [](const Matrix& A, DeviceArrayArg b) { return sparse_linalg::lschol(A, b); }, "A"_a, "b"_a);
    // Of sparse arrays of other numbers of dimensions than two it is another function.
    m.def(
        "norm",
        [](TensorArg x, OptionalArg<"float | str"> ord, AxesArg axis) {
            if (!x.is_sparse()) throw TypeError("input is not sparse. use cuprum.linalg.norm");
            cuprum::linalg::NormOrder order;
            if (PyUnicode_Check(ord.object)) {
                const auto word = nb::cast<std::string>(nb::handle(ord.object));
                order = cuprum::linalg::NormOrder(word == "f" ? "fro" : word.c_str());
            } else if (!ord.is_none()) {
                order = real_of(argument<ScalarArg>(ord.object));
            }
            const nb::object core = core_of(x);
            if (nb::isinstance<sparse_tensor>(core))
                return sparse_linalg::norm(nb::cast<const sparse_tensor&>(core), order, axis);
            return sparse_linalg::norm(nb::cast<const Matrix&>(core), order, axis);
        },
        "x"_a, "ord"_a = nb::none(), "axis"_a = nb::none(), doc("scipy::sparse::linalg::norm"));
}

}  // namespace cuprum::python
