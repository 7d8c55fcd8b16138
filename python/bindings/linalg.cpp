// `cuprum.linalg`. Results that have names are named tuples, which python/cuprum/linalg.py makes.
#include "cuprum/linalg.h"

#include "array.h"
#include "cuprum/errstate.h"
#include "released.h"

namespace cuprum::python {
namespace {

struct NormOrderArg : ObjectArg {
    CUPRUM_TAKES("float | Literal['fro', 'nuc']", true)
};
using NormAxesArg = Arg<"int | tuple[int, ...]">;

template <class... Arrays>
nb::object named(const char* type, Arrays&&... arrays) {
    return nb::module_::import_("cuprum.linalg").attr(type)(wrap_object(std::move(arrays))...);
}

linalg::NormOrder to_order_of_norm(PyObject* object) {
    if (object == Py_None) return {};
    if (PyUnicode_Check(object)) return linalg::NormOrder(nb::cast<std::string>(nb::handle(object)).c_str());
    if (auto number = to_scalar(object)) return linalg::NormOrder(number->to_double());
    throw ValueError("Invalid norm order '" + nb::cast<std::string>(nb::str(nb::handle(object))) + "' for vectors");
}

Axes to_norm_axes(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    if (!PyTuple_Check(object) && !is_index(object))
        throw TypeError("'axis' must be None, an integer or a tuple of integers");
    return to_axes(object);
}

char to_uplo(nb::object object) {
    const std::string text = nb::cast<std::string>(nb::str(object));
    return text.size() == 1 ? text[0] : '?';
}

std::optional<Operand> to_threshold(const OperandArg& arg) {
    if (arg.is_none()) return std::nullopt;
    return Operand(arg);
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

Array multi_dot_of(ArraysArg arrays, OutArg out) {
    const std::vector<ndarray> list = arrays;
    const ndarray* target = out;
    return out.or_new(released([&] { return linalg::multi_dot(list, target); }));
}

void bind_solvers(nb::module_& m) {
    const auto none = nb::none();
    const auto unary = [&]<ndarray (*function)(const ndarray&)>(const char* name, const char* text) {
        m.def(
            name,
            [](ArrayArg a) {
                const ndarray& x = a;
                return released([&] { return function(x); });
            },
            "a"_a, text);
    };
    unary.operator()<linalg::inv>("inv", doc("linalg::inv"));
    unary.operator()<linalg::det>("det", doc("linalg::det"));
    unary.operator()<linalg::eigvals>("eigvals", doc("linalg::eigvals"));
    m.def(
        "slogdet",
        [](ArrayArg a) {
            const ndarray& x = a;
            linalg::Slogdet r = released([&] { return linalg::slogdet(x); });
            return Typed<"SlogdetResult">(named("SlogdetResult", r.sign, r.logabsdet));
        },
        "a"_a, doc("linalg::slogdet"));
    m.def(
        "solve",
        [](ArrayArg a, ArrayArg b) {
            const ndarray &x = a, &y = b;
            return released([&] { return linalg::solve(x, y); });
        },
        "a"_a, "b"_a, doc("linalg::solve"));
    m.def("lstsq", lstsq_of, "a"_a, "b"_a, "rcond"_a = none, doc("linalg::lstsq"));
    m.def("pinv", pinv_of, "a"_a, "rcond"_a = none, "hermitian"_a = false, nb::kw_only(), "rtol"_a = none,
          doc("linalg::pinv"));
    m.def(
        "tensorsolve",
        [](ArrayArg a, ArrayArg b, AxesArg axes) {
            const ndarray &x = a, &y = b;
            const Axes moved = axes;
            return released([&] { return linalg::tensorsolve(x, y, moved); });
        },
        "a"_a, "b"_a, "axes"_a = none, doc("linalg::tensorsolve"));
    m.def(
        "tensorinv",
        [](ArrayArg a, AxisArg ind) {
            const ndarray& x = a;
            const std::int64_t count = ind;
            return released([&] { return linalg::tensorinv(x, count); });
        },
        "a"_a, "ind"_a = 2, doc("linalg::tensorinv"));
}

void bind_decompositions(nb::module_& m) {
    m.def(
        "cholesky",
        [](ArrayArg a, BoolArg upper) {
            const ndarray& x = a;
            const bool up = upper;
            return released([&] { return linalg::cholesky(x, up); });
        },
        "a"_a, nb::kw_only(), "upper"_a = false, doc("linalg::cholesky"));
    m.def("qr", qr_of, "a"_a, "mode"_a = "reduced", doc("linalg::qr"));
    m.def("svd", svd_of, "a"_a, "full_matrices"_a = true, "compute_uv"_a = true, "hermitian"_a = false,
          doc("linalg::svd"));
    m.def(
        "svdvals",
        [](ArrayArg x) {
            const ndarray& a = x;
            return released([&] { return linalg::svdvals(a); });
        },
        "x"_a, doc("linalg::svdvals"));

    m.def(
        "eig",
        [](ArrayArg a) {
            const ndarray& x = a;
            linalg::Eig r = released([&] { return linalg::eig(x); });
            return Typed<"EigResult">(named("EigResult", r.eigenvalues, r.eigenvectors));
        },
        "a"_a, doc("linalg::eig"));
    m.def(
        "eigh",
        [](ArrayArg a, Typed<"Literal['L', 'U']"> UPLO) {
            const ndarray& x = a;
            const char triangle = to_uplo(UPLO);
            linalg::Eig r = released([&] { return linalg::eigh(x, triangle); });
            return Typed<"EighResult">(named("EighResult", r.eigenvalues, r.eigenvectors));
        },
        "a"_a, "UPLO"_a = "L", doc("linalg::eigh"));
    m.def(
        "eigvalsh",
        [](ArrayArg a, Typed<"Literal['L', 'U']"> UPLO) {
            const ndarray& x = a;
            const char triangle = to_uplo(UPLO);
            return released([&] { return linalg::eigvalsh(x, triangle); });
        },
        "a"_a, "UPLO"_a = "L", doc("linalg::eigvalsh"));
}

void bind_norms(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "norm",
        [](ArrayArg x, NormOrderArg ord, NormAxesArg axis, BoolArg keepdims) {
            const ndarray& a = x;
            const linalg::NormOrder order = to_order_of_norm(ord.object);
            const Axes axes = to_norm_axes(axis.object);
            const bool keeps = keepdims;
            return released([&] { return linalg::norm(a, order, axes, keeps); });
        },
        "x"_a, "ord"_a = none, "axis"_a = none, "keepdims"_a = false, doc("linalg::norm"));
    m.def(
        "vector_norm",
        [](ArrayArg x, NormAxesArg axis, BoolArg keepdims, NormOrderArg ord) {
            return linalg::vector_norm(x, to_norm_axes(axis.object), keepdims, to_order_of_norm(ord.object));
        },
        "x"_a, nb::kw_only(), "axis"_a = none, "keepdims"_a = false, "ord"_a = 2, doc("linalg::vector_norm"));
    m.def(
        "matrix_norm",
        [](ArrayArg x, BoolArg keepdims, NormOrderArg ord) {
            const ndarray& a = x;
            const bool keeps = keepdims;
            const linalg::NormOrder order = to_order_of_norm(ord.object);
            return released([&] { return linalg::matrix_norm(a, keeps, order); });
        },
        "x"_a, nb::kw_only(), "keepdims"_a = false, "ord"_a = "fro", doc("linalg::matrix_norm"));
    m.def(
        "cond",
        [](ArrayArg x, NormOrderArg p) {
            const ndarray& a = x;
            const linalg::NormOrder order = to_order_of_norm(p.object);
            return released([&] { return linalg::cond(a, order); });
        },
        "x"_a, "p"_a = none, doc("linalg::cond"));
    const auto matrix_rank = [](ArrayArg A, OperandArg tol, BoolArg hermitian, OperandArg rtol) {
        const ndarray& a = A;
        const bool symmetric = hermitian;
        const std::optional<Operand> threshold = to_threshold(tol), share = to_threshold(rtol);
        return released([&] { return linalg::matrix_rank(a, threshold, symmetric, share); });
    };
    for (const char* matrix : {"A", "M"})  // NumPy's name, and CuPy's
        m.def("matrix_rank", matrix_rank, nb::arg(matrix), "tol"_a = none, "hermitian"_a = false, nb::kw_only(),
              "rtol"_a = none, doc("linalg::matrix_rank"));
}

void bind_matrix_products(nb::module_& m) {
    const auto none = nb::none();
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
    m.def("multi_dot", multi_dot_of, "arrays"_a, nb::kw_only(), "out"_a = none, doc("linalg::multi_dot"));
    m.def(
        "cross", [](ArrayArg x1, ArrayArg x2, AxisArg axis) { return linalg::cross(x1, x2, axis); }, "x1"_a, "x2"_a,
        nb::kw_only(), "axis"_a = -1, doc("linalg::cross"));
    m.def(
        "outer", [](ArrayArg x1, ArrayArg x2) { return linalg::outer(x1, x2); }, "x1"_a, "x2"_a, doc("linalg::outer"));
    m.def(
        "diagonal", [](ArrayArg x, AxisArg offset) { return wrap_from_object(x, linalg::diagonal(x, offset)); }, "x"_a,
        nb::kw_only(), "offset"_a = 0, doc("linalg::diagonal"));
    m.def(
        "trace", [](ArrayArg x, AxisArg offset, OptionalDTypeArg dtype) { return linalg::trace(x, offset, dtype); },
        "x"_a, nb::kw_only(), "offset"_a = 0, "dtype"_a = none, doc("linalg::trace"));
    for (const char* matrix : {"x", "a"})  // NumPy's name, and CuPy's
        m.def(
            "matrix_transpose", [](ArrayArg x) { return wrap_from_object(x, linalg::matrix_transpose(x)); },
            nb::arg(matrix), doc("linalg::matrix_transpose"));
}

void bind_error_state(nb::module_& m) {
    // What is done about singular matrices, for cuprumx.seterr.
    m.def("_geterr", [] { return geterr().linalg == OnError::raise ? "raise" : "ignore"; });
    m.def("_seterr", [](bool raises) { seterr({.linalg = raises ? OnError::raise : OnError::ignore}); });
}

}  // namespace

void bind_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_linalg");
    bind_solvers(m);
    bind_decompositions(m);
    bind_norms(m);
    bind_matrix_products(m);
    bind_error_state(m);
}

}  // namespace cuprum::python
