// `cuprumx.scipy.linalg` and `cuprumx.linalg`: what checks its arguments on the device or waits without Python's lock.
#include "cuprum/scipy/linalg.h"

#include "../array.h"
#include "../released.h"
#include "cuprum/creation.h"
#include "cuprum/errstate.h"
#include "cuprum/finite.h"
#include "cuprum/gil_release.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"

namespace cuprum::python {
namespace {

void check_finite(const ndarray& a, bool wanted) {
    if (!wanted) return;
    const runtime::GilRelease unlocked;
    cuprum::check_finite(a);
}

void warn_singular(const ndarray& lu) {
    if (lu.size() == 0 || geterr().linalg == OnError::ignore) return;
    const ndarray zero = equal(lu.diagonal(0, -2, -1), 0);
    if (!released([&] { return any(zero).item().to_bool(); })) return;
    const std::int64_t place = argmax(zero.ravel()).item().to_int() % zero.shape(-1) + 1;
    const std::string message = "Diagonal number " + std::to_string(place) + " is exactly zero. Singular matrix.";
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message.c_str(), 1) < 0) raise_python_error();
}

int to_trans(nb::handle trans) {
    if (nb::isinstance<nb::str>(trans)) {
        const std::string text = nb::cast<std::string>(trans);
        for (int k = 0; k < 3; ++k)
            if (text == std::string(1, "NTC"[k])) return k;
        throw ValueError("trans must be 0, 1, 2, 'N', 'T' or 'C', not '" + text + "'");
    }
    return static_cast<int>(to_index(trans.ptr()));
}

scipy::linalg::LuFactors to_factors(nb::sequence pair) {
    if (nb::len(pair) != 2) throw ValueError("lu_and_piv must be a pair: what lu_factor gave");
    OperandArg lu, piv;
    const nb::object first = pair[0], second = pair[1];
    lu.object = first.ptr();
    piv.object = second.ptr();
    return {lu.get(), piv.get()};
}

Typed<"tuple[ndarray, ...]"> lu_of(ArrayArg a, BoolArg permute_l, BoolArg, BoolArg finite, BoolArg p_indices) {
    const ndarray& x = a;
    check_finite(x, finite);
    const bool permute = permute_l, indices = p_indices;
    scipy::linalg::Lu r = released([&] { return scipy::linalg::lu(x, permute, indices); });
    if (permute) return nb::make_tuple(r.l, r.u);
    return nb::make_tuple(r.p, r.l, r.u);
}

void bind_factors(nb::module_& m) {
    m.def(
        "lu_factor",
        [](ArrayArg a, BoolArg, BoolArg finite) {
            const ndarray& x = a;
            check_finite(x, finite);
            scipy::linalg::LuFactors r = released([&] { return scipy::linalg::lu_factor(x); });
            warn_singular(r.lu);
            return Typed<"tuple[ndarray, ndarray]">(nb::make_tuple(r.lu, r.piv));
        },
        "a"_a, "overwrite_a"_a = false, "check_finite"_a = true, doc("scipy::linalg::lu_factor"));
    m.def(
        "lu_solve",
        [](Typed<"Sequence[ArrayLike]"> lu_and_piv, ArrayArg b, Typed<"Literal[0, 1, 2, 'N', 'T', 'C']"> trans, BoolArg,
           BoolArg finite) {
            const ndarray& y = b;
            const scipy::linalg::LuFactors factors = to_factors(nb::borrow<nb::sequence>(lu_and_piv));
            check_finite(y, finite);
            const int how = to_trans(trans);
            return released([&] { return scipy::linalg::lu_solve(factors, y, how); });
        },
        "lu_and_piv"_a, "b"_a, "trans"_a = 0, "overwrite_b"_a = false, "check_finite"_a = true,
        doc("scipy::linalg::lu_solve"));
    m.def("lu", lu_of, "a"_a, "permute_l"_a = false, "overwrite_a"_a = false, "check_finite"_a = true,
          "p_indices"_a = false, doc("scipy::linalg::lu"));
    m.def(
        "solve_triangular",
        [](ArrayArg a, ArrayArg b, Typed<"Literal[0, 1, 2, 'N', 'T', 'C']"> trans, BoolArg lower, BoolArg unit_diagonal,
           BoolArg, BoolArg finite) {
            const ndarray &x = a, &y = b;
            check_finite(x, finite);
            check_finite(y, finite);
            const int how = to_trans(trans);
            const bool low = lower, unit = unit_diagonal;
            return released([&] { return scipy::linalg::solve_triangular(x, y, how, low, unit); });
        },
        "a"_a, "b"_a, "trans"_a = 0, "lower"_a = false, "unit_diagonal"_a = false, "overwrite_b"_a = false,
        "check_finite"_a = false, doc("scipy::linalg::solve_triangular"));
    m.def(
        "cho_solve",
        [](Typed<"Sequence[Any]"> c_and_lower, ArrayArg b, BoolArg, BoolArg finite) {
            if (nb::len(c_and_lower) != 2)
                throw ValueError("c_and_lower must be a pair: factors, and whether they are lower triangles");
            const nb::object first = c_and_lower[0];
            OperandArg c;
            c.object = first.ptr();
            const std::pair<ndarray, bool> factors{c.get(), nb::cast<bool>(nb::bool_(nb::object(c_and_lower[1])))};
            const ndarray& y = b;
            check_finite(factors.second ? tril(factors.first) : triu(factors.first), finite);
            check_finite(y, finite);
            return released([&] { return scipy::linalg::cho_solve(factors, y); });
        },
        "c_and_lower"_a, "b"_a, "overwrite_b"_a = false, "check_finite"_a = true, doc("scipy::linalg::cho_solve"));
}

void bind_functions_of_matrices(nb::module_& m) {
    m.def(
        "invh",
        [](ArrayArg a) {
            const ndarray& x = a;
            return released([&] { return scipy::linalg::invh(x); });
        },
        "a"_a, doc("scipy::linalg::invh"));
    m.def(
        "expm",
        [](ArrayArg a) {
            const ndarray& x = a;
            return released([&] { return scipy::linalg::expm(x); });
        },
        "a"_a, doc("scipy::linalg::expm"));
    m.def(
        "bandwidth",
        [](ArrayArg a) {
            const ndarray& x = a;
            using Result = Typed<"tuple[int, int] | tuple[ndarray, ndarray]">;
            if (x.ndim() > 2) {
                const auto [lower, upper] = scipy::linalg::bandwidths(x);
                return Result(nb::make_tuple(lower, upper));
            }
            const auto [lower, upper] = released([&] { return scipy::linalg::bandwidth(x); });
            return Result(nb::make_tuple(lower, upper));
        },
        "a"_a, doc("scipy::linalg::bandwidth"));
}

void bind_special_matrices(nb::module_& m) {
    m.def(
        "block_diag",
        [](nb::args arrs) {
            std::vector<ndarray> blocks;
            for (nb::handle a : arrs) {
                OperandArg block;
                block.object = a.ptr();
                blocks.push_back(block.get());
            }
            return scipy::linalg::block_diag(blocks);
        },
        doc("scipy::linalg::block_diag"), nb::sig("def block_diag(*arrs: ArrayLike) -> ndarray"));
}

}  // namespace

void bind_scipy_linalg(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_linalg");
    bind_factors(m);
    bind_functions_of_matrices(m);
    bind_special_matrices(m);
}

}  // namespace cuprum::python
