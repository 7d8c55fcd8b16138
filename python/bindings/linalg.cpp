// `qr` and `svd`, whose arguments tell how many parts the result has; `lstsq` and `pinv`, which take words or two names
// of one parameter; `matrix_power`, whose exponent may have more than 64 bits; what is done about singular matrices.
#include "cuprum/linalg.h"

#include "array.h"
#include "cuprum/errstate.h"
#include "linalg_args.h"
#include "released.h"

namespace cuprum::python {
namespace {

template <class... Arrays>
nb::object named(const char* type, Arrays&&... arrays) {
    return nb::module_::import_("cuprum.linalg").attr(type)(wrap_object(std::move(arrays))...);
}

Typed<"SVDResult if compute_uv else ndarray"> svd_of(ArrayArg a, BoolArg full_matrices, BoolArg compute_uv,
                                                     BoolArg hermitian) {
    const ndarray& x = a;
    const bool full = full_matrices, vectors = compute_uv, symmetric = hermitian;
    if (!vectors) return wrap_object(released([&] { return linalg::svdvals(x, symmetric); }));
    linalg::SVD r = released([&] { return linalg::svd(x, full, symmetric); });
    return named("SVDResult", r.u, r.s, r.vh);
}

Typed<"QRResult if mode == 'reduced' or mode == 'complete' else Any"> qr_of(
    ArrayArg a, Typed<"Literal['reduced', 'complete', 'r', 'raw']"> mode) {
    const ndarray& x = a;
    std::string name = nb::cast<std::string>(nb::str(mode));
    if (name == "full" || name == "f" || name == "economic" || name == "e") {
        // NumPy 1's names.
        const std::string message =
            "The '" + name + "' option is deprecated in favor of " + (name[0] == 'f' ? "'reduced'" : "'raw'") + ".";
        if (PyErr_WarnEx(PyExc_DeprecationWarning, message.c_str(), 1) < 0) raise_python_error();
        name = name[0] == 'f' ? "reduced" : "economic";
    }
    const bool economic = name == "economic";
    linalg::QR r = released([&] { return linalg::qr(x, economic ? "raw" : name); });
    if (economic) return wrap_object(r.q.swapaxes(-2, -1));
    if (name == "r") return wrap_object(std::move(r.r));
    if (name == "raw") return nb::make_tuple(r.q, r.r);
    return named("QRResult", r.q, r.r);
}

Array pinv_of(ArrayArg a, OperandArg rcond, BoolArg hermitian, OperandArg rtol) {
    const ndarray& x = a;
    const bool symmetric = hermitian;
    const std::optional<Operand> cutoff = to_threshold(rcond), share = to_threshold(rtol);
    if (cutoff && share) throw ValueError("`rtol` and `rcond` can't be both set.");
    return wrap_object(released([&] { return linalg::pinv(x, cutoff ? cutoff : share, symmetric); }));
}

Typed<"tuple[ndarray, ndarray, int, ndarray]"> lstsq_of(ArrayArg a, ArrayArg b,
                                                        Typed<"float | Literal['warn']"> rcond) {
    const ndarray &x = a, &y = b;
    std::optional<double> cutoff;
    if (PyUnicode_Check(rcond.ptr())) {
        if (nb::cast<std::string>(rcond) != "warn") throw TypeError("rcond must be a number or None");
        cutoff = -1;
    } else if (!rcond.is_none()) {
        cutoff = nb::cast<double>(nb::object(nb::float_(rcond)));
    }
    linalg::Lstsq r = released([&] { return linalg::lstsq(x, y, cutoff); });
    return nb::make_tuple(r.x, r.residuals, r.rank, r.s);
}

/// Exponents beyond 64 bits are taken in pieces.
ndarray released_power(const ndarray& x, const nb::object& power) {
    int overflow = 0;
    const long long n = PyLong_AsLongLongAndOverflow(power.ptr(), &overflow);
    if (!overflow) return released([&] { return linalg::matrix_power(x, n); });
    constexpr int bits = 62;
    const nb::object high = power.attr("__rshift__")(bits), low = power.attr("__and__")((1ll << bits) - 1);
    const ndarray piece = released([&] { return linalg::matrix_power(x, 1ll << bits); });
    return matmul(released_power(piece, high), released_power(x, low));
}

}  // namespace

void bind_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_linalg");
    const auto none = nb::none();
    m.def("lstsq", lstsq_of, "a"_a, "b"_a, "rcond"_a = none, doc("linalg::lstsq"));
    m.def("pinv", pinv_of, "a"_a, "rcond"_a = none, "hermitian"_a = false, nb::kw_only(), "rtol"_a = none,
          doc("linalg::pinv"));
    m.def("qr", qr_of, "a"_a, "mode"_a = "reduced", doc("linalg::qr"));
    m.def("svd", svd_of, "a"_a, "full_matrices"_a = true, "compute_uv"_a = true, "hermitian"_a = false,
          doc("linalg::svd"));
    const auto matrix_power = [](ArrayArg a, Typed<"int"> n) {
        const ndarray& x = a;
        const nb::object power = nb::steal(PyNumber_Index(n.ptr()));
        if (!power.is_valid()) {
            PyErr_Clear();
            throw TypeError("exponent must be an integer");
        }
        return released_power(x, power);
    };
    for (const char* matrix : {"a", "M"})  // NumPy's name, and CuPy's
        m.def("matrix_power", matrix_power, nb::arg(matrix), "n"_a, doc("linalg::matrix_power"));
    // What is done about singular matrices, for cuprumx.seterr.
    m.def("_geterr", [] { return geterr().linalg == OnError::raise ? "raise" : "ignore"; });
    m.def("_seterr", [](bool raises) { seterr({.linalg = raises ? OnError::raise : OnError::ignore}); });
}

}  // namespace cuprum::python
