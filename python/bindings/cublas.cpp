// `cuprum.cublas`, `cuprum.cusolver` and `cuprumx.lapack`: library routines by their names.
#include "cuprum/cublas.h"

#include "array.h"
#include "cuprum/cusolver.h"
#include "cuprum/lapack.h"
#include "released.h"

namespace cuprum::python {
namespace {

/// 'N', 'T', 'H', or a bool for whether a matrix is transposed.
struct TransArg : ObjectArg {
    CUPRUM_TAKES("Literal['N', 'T', 'H', 'C'] | bool", false)
    operator char() const {
        if (PyBool_Check(object)) return object == Py_True ? 'T' : 'N';
        const auto text = PyUnicode_Check(object) ? nb::cast<std::string>(nb::handle(object)) : std::string();
        if (text.size() != 1) throw ValueError("trans must be 'N', 'T', 'H' or 'C'");
        return text[0];
    }
};

template <auto function>
void bind_vector(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](DeviceArrayArg x, OutArg out) { return out.or_new(function(x, out)); }, "x"_a, "out"_a = nb::none(),
        text);
}
template <auto function>
void bind_vectors(nb::module_& m, const char* name, const char* text) {
    m.def(
        name, [](DeviceArrayArg x, DeviceArrayArg y, OutArg out) { return out.or_new(function(x, y, out)); }, "x"_a,
        "y"_a, "out"_a = nb::none(), text);
}
template <auto function>
void bind_outer(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](OperandArg alpha, DeviceArrayArg x, DeviceArrayArg y, const ndarray& a) {
            function(Operand(alpha), x, y, a);
        },
        "alpha"_a, "x"_a, "y"_a, "a"_a, text);
}

void bind_cublas_functions(nb::module_& m) {
    const auto none = nb::none();
    bind_vector<cublas::iamax>(m, "iamax", doc("cublas::iamax"));
    bind_vector<cublas::iamin>(m, "iamin", doc("cublas::iamin"));
    bind_vector<cublas::asum>(m, "asum", doc("cublas::asum"));
    bind_vector<cublas::nrm2>(m, "nrm2", doc("cublas::nrm2"));
    bind_vectors<cublas::dot>(m, "dot", doc("cublas::dot"));
    bind_vectors<cublas::dotu>(m, "dotu", doc("cublas::dotu"));
    bind_vectors<cublas::dotc>(m, "dotc", doc("cublas::dotc"));
    bind_outer<cublas::ger>(m, "ger", doc("cublas::ger"));
    bind_outer<cublas::geru>(m, "geru", doc("cublas::geru"));
    bind_outer<cublas::gerc>(m, "gerc", doc("cublas::gerc"));
    m.def(
        "axpy", [](OperandArg a, DeviceArrayArg x, const ndarray& y) { cublas::axpy(Operand(a), x, y); }, "a"_a, "x"_a,
        "y"_a, doc("cublas::axpy"));
    m.def(
        "scal", [](OperandArg a, const ndarray& x) { cublas::scal(Operand(a), x); }, "a"_a, "x"_a, doc("cublas::scal"));
    m.def(
        "gemv",
        [](TransArg transa, OperandArg alpha, DeviceArrayArg a, DeviceArrayArg x, OperandArg beta, const ndarray& y) {
            cublas::gemv(transa, Operand(alpha), a, x, Operand(beta), y);
        },
        "transa"_a, "alpha"_a, "a"_a, "x"_a, "beta"_a, "y"_a, doc("cublas::gemv"));
    m.def(
        "gemm",
        [](TransArg transa, TransArg transb, DeviceArrayArg a, DeviceArrayArg b, OutArg out, OperandArg alpha,
           OperandArg beta) {
            return out.or_new(cublas::gemm(transa, transb, a, b, out, Operand(alpha), Operand(beta)));
        },
        "transa"_a, "transb"_a, "a"_a, "b"_a, "out"_a = none, "alpha"_a = 1.0, "beta"_a = 0.0, doc("cublas::gemm"));
    m.def(
        "geam",
        [](TransArg transa, TransArg transb, OperandArg alpha, DeviceArrayArg a, OperandArg beta, DeviceArrayArg b,
           OutArg out) { return out.or_new(cublas::geam(transa, transb, Operand(alpha), a, Operand(beta), b, out)); },
        "transa"_a, "transb"_a, "alpha"_a, "a"_a, "beta"_a, "b"_a, "out"_a = none, doc("cublas::geam"));
    m.def(
        "dgmm",
        [](WordArg<"Literal['L', 'R']"> side, DeviceArrayArg a, DeviceArrayArg x, OutArg out, AxisArg incx) {
            const std::string_view word = side;
            return out.or_new(cublas::dgmm(word.size() == 1 ? word[0] : '?', a, x, out, incx));
        },
        "side"_a, "a"_a, "x"_a, "out"_a = none, "incx"_a = 1, doc("cublas::dgmm"));
    m.def(
        "syrk",
        [](TransArg trans, DeviceArrayArg a, OutArg out, OperandArg alpha, OperandArg beta, BoolArg lower) {
            return out.or_new(cublas::syrk(trans, a, out, Operand(alpha), Operand(beta), lower));
        },
        "trans"_a, "a"_a, "out"_a = none, "alpha"_a = 1.0, "beta"_a = 0.0, "lower"_a = false, doc("cublas::syrk"));
    m.def(
        "sbmv",
        [](AxisArg k, OperandArg alpha, DeviceArrayArg a, DeviceArrayArg x, OperandArg beta, Array y, BoolArg lower) {
            DeviceArrayArg target;
            target.object = y.ptr();
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

void bind_lapack(nb::module_& core) {
    nb::module_ m = core.def_submodule("_lapack");
    m.def(
        "gesv",
        [](DeviceArrayArg a, const ndarray& b) {
            const ndarray& x = a;
            released([&] { lapack::gesv(x, b); });
        },
        "a"_a, "b"_a, doc("lapack::gesv"));
    m.def(
        "gels",
        [](DeviceArrayArg a, DeviceArrayArg b) {
            const ndarray &x = a, &y = b;
            return released([&] { return lapack::gels(x, y); });
        },
        "a"_a, "b"_a, doc("lapack::gels"));
    m.def(
        "posv",
        [](DeviceArrayArg a, DeviceArrayArg b) {
            const ndarray &x = a, &y = b;
            return released([&] { return lapack::posv(x, y); });
        },
        "a"_a, "b"_a, doc("lapack::posv"));
    m.def(
        "potrs",
        [](DeviceArrayArg L, DeviceArrayArg b, BoolArg lower) {
            const ndarray &x = L, &y = b;
            const bool is_lower = lower;
            return released([&] { return lapack::potrs(x, y, is_lower); });
        },
        "L"_a, "b"_a, "lower"_a, doc("lapack::potrs"));
}

}  // namespace cuprum::python
