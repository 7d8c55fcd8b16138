// `cuprumx.scipy.special`: functions whose result has more parts as an argument says, and the class of polynomials.
#include "cuprum/scipy/special.h"

#include "../argument.h"
#include "../array.h"
#include "../ufunc.h"
#include "cuprum/creation.h"
#include "cuprum/gil_release.h"
#include "cuprum/scipy/special_polynomials.h"
#include "cuprum/types.h"
#include "special_args.h"

namespace cuprum::python {
namespace {

namespace special = cuprum::scipy::special;

Typed<"tuple[ndarray, ndarray] if return_sign else ndarray"> log_sum_of(ArrayArg a, AxesArg axis, OperandArg b,
                                                                        BoolArg keepdims, BoolArg return_sign) {
    const ndarray& x = a;
    std::optional<ndarray> factors;
    if (b.object != Py_None) {
        const Operand operand = b;
        // A number has no dtype of its own beside those of an array.
        if (operand.is_array()) factors = operand.array();
        else factors = full({}, operand.scalar(), result_type({x, operand}));
    }
    const ndarray* weights = factors ? &*factors : nullptr;
    if (!return_sign) return wrap_object(special::logsumexp(x, axis, weights, keepdims));
    special::LogSum found = special::logsumexp_with_sign(x, axis, weights, keepdims);
    return nb::make_tuple(wrap_object(std::move(found.log)), wrap_object(std::move(found.sign)));
}

/// Orthogonal polynomials.
void bind_polynomials(nb::module_& m) {
    using special::orthopoly1d;
    nb::class_<orthopoly1d, poly1d>(m, "orthopoly1d", doc("scipy::special::orthopoly1d"))
        .def(
            "__init__",
            [](orthopoly1d* self, Typed<"str"> family, WholeArg n, Typed<"Sequence[float]"> parameters, BoolArg monic) {
                std::vector<double> numbers;
                for (nb::handle number : nb::iter(parameters)) numbers.push_back(nb::cast<double>(nb::float_(number)));
                new (self) orthopoly1d(nb::cast<std::string>(nb::str(family)), n, numbers, monic);
            },
            "family"_a, "n"_a, "parameters"_a = nb::make_tuple(), "monic"_a = false)
        .def(
            "__call__", [](Self<orthopoly1d> self, Typed<"ArrayLike | poly1d"> x) -> Typed<"Any"> {
                const orthopoly1d& p = *self;
                // Of another polynomial it is one.
                if (nb::isinstance<poly1d>(x)) return nb::cast(p(*nb::inst_ptr<poly1d>(x)));
                return wrap_object(p(Operand(argument<OperandArg>(x))));
            },
            "x"_a)
        .def("__reduce__",
             [](const orthopoly1d& p) {
                 nb::list parameters;
                 for (double number : p.parameters()) parameters.append(number);
                 return nb::make_tuple(nb::type<orthopoly1d>(),
                                       nb::make_tuple(p.family(), p.degree(), nb::tuple(parameters), p.monic()));
             })
        .def(
            "weight_func", [](const orthopoly1d& p, OperandArg x) { return p.weight_func(x); }, "x"_a,
            doc("scipy::special::weight_func"))
        .def_prop_ro(
            "weights", [](const orthopoly1d& p) { return p.weights(); },
            "A row a zero: the zero, its weight in Gauss's quadrature, and the same over the weight function.")
        .def_prop_ro(
            "limits", [](const orthopoly1d& p) { return nb::make_tuple(p.limits().first, p.limits().second); },
            "Between which numbers the family is orthogonal.")
        .def_prop_ro("normcoef", &orthopoly1d::normcoef,
                     "The square root of the integral of the polynomial's square times the weight function.");
}

}  // namespace

void bind_scipy_special(nb::module_& core) {
    nb::module_ m = core.def_submodule("_special");
    const auto none = nb::none();
    for (auto [name, ufunc] : special::ufuncs()) m.attr(name) = wrap_ufunc(*ufunc);
    m.def(
        "zeta",
        [](OperandArg x, OperandArg q, OutArg out) {
            const Operand first = x;
            if (q.object == Py_None) return out.or_new(special::zeta(first, nullptr, out));
            const Operand second = q;
            return out.or_new(special::zeta(first, &second, out));
        },
        "x"_a, "q"_a = none, "out"_a = none, doc("scipy::special::zeta"));
    bind_polynomials(m);
    m.def("logsumexp", log_sum_of, "a"_a, "axis"_a = none, "b"_a = none, "keepdims"_a = false, "return_sign"_a = false,
          doc("scipy::special::logsumexp"));
}

}  // namespace cuprum::python
