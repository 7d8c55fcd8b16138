// `cuprum.cublas.sbmv`, which returns the array that it writes to, and routines of `cuprum.cusolver`, whose arguments
// tell how many parts the result has.
#include "cuprum/cublas.h"

#include "argument.h"
#include "cublas_args.h"
#include "cuprum/cusolver.h"
#include "released.h"

namespace cuprum::python {
namespace {

void bind_cublas_functions(nb::module_& m) {
    m.def(
        "sbmv",
        [](AxisArg k, OperandArg alpha, DeviceArrayArg a, DeviceArrayArg x, OperandArg beta, Array y, BoolArg lower) {
            auto target = argument<DeviceArrayArg>(y);
            cublas::sbmv(k, Operand(alpha), a, x, Operand(beta), target, lower);
            return y;
        },
        "k"_a, "alpha"_a, "a"_a, "x"_a, "beta"_a, "y"_a, "lower"_a = false, doc("cublas::sbmv"));
}

using SvdResult = Typed<"tuple[ndarray, ndarray, ndarray] if compute_uv else ndarray">;

SvdResult gesvdj_of(DeviceArrayArg a, BoolArg full_matrices, BoolArg compute_uv, IgnoredFlagArg) {
    const ndarray& x = a;
    const bool full = full_matrices;
    if (!compute_uv) return wrap_object(released([&] { return linalg::svdvals(x); }));
    cusolver::ColumnSVD r = released([&] { return cusolver::gesvdj(x, full); });
    return nb::make_tuple(r.u, r.s, r.v);
}

SvdResult gesvda_of(DeviceArrayArg a, BoolArg compute_uv) {
    const ndarray& x = a;
    cusolver::ColumnSVD r = released([&] { return cusolver::gesvda(x); });
    if (!compute_uv) return wrap_object(std::move(r.s));
    return nb::make_tuple(r.u, r.s, r.v);
}

Typed<"tuple[ndarray, ndarray] if with_eigen_vector else ndarray"> syevj_of(DeviceArrayArg a,
                                                                            WordArg<"Literal['L', 'U']"> UPLO,
                                                                            BoolArg with_eigen_vector) {
    const ndarray& x = a;
    const std::string_view word = UPLO;
    const char triangle = word.size() == 1 ? word[0] : '?';
    if (!with_eigen_vector) return wrap_object(released([&] { return linalg::eigvalsh(x, triangle); }));
    linalg::Eig r = released([&] { return cusolver::syevj(x, triangle); });
    return nb::make_tuple(r.eigenvalues, r.eigenvectors);
}

}  // namespace

void bind_cublas(nb::module_& core) {
    nb::module_ blas = core.def_submodule("_cublas");
    bind_cublas_functions(blas);
    nb::module_ m = core.def_submodule("_cusolver");
    m.def("gesvdj", gesvdj_of, "a"_a, "full_matrices"_a = true, "compute_uv"_a = true, "overwrite_a"_a = false,
          doc("cusolver::gesvdj"));
    m.def("gesvda", gesvda_of, "a"_a, "compute_uv"_a = true, doc("cusolver::gesvda"));
    m.def("syevj", syevj_of, "a"_a, "UPLO"_a = "L", "with_eigen_vector"_a = true, doc("cusolver::syevj"));
}

}  // namespace cuprum::python
