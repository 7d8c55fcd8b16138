// The class `poly1d`; `polyval`, which composes polynomials; `polyfit`, whose arguments tell how many parts the result
// has.
#include "cuprum/polynomial.h"

#include <nanobind/stl/pair.h>

#include <cmath>

#include "argument.h"
#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/gil_release.h"
#include "polynomial_args.h"

namespace cuprum::python {
namespace {

/// Another object as a polynomial: NumPy's too.
poly1d to_polynomial(nb::handle other) {
    if (nb::isinstance<poly1d>(other)) return *nb::inst_ptr<poly1d>(other);
    nb::object given = nb::borrow(other);
    std::string variable = "x";
    if (nb::hasattr(other, "coeffs")) {
        variable = nb::cast<std::string>(nb::str(other.attr("variable")));
        return poly1d(make_array(nb::object(other.attr("coeffs")).ptr(), std::nullopt, true), false, variable);
    }
    return poly1d(argument<ArrayArg>(given).get());
}

Typed<"Any"> polynomials(const std::pair<poly1d, poly1d>& both) { return nb::make_tuple(both.first, both.second); }

Typed<"Any"> polyval_of(PolynomialArg p, PolynomialArg x) {
    if (x.is_polynomial()) return nb::cast(poly1d(p.coefficients())(x.polynomial()));
    return wrap_object(polyval(p.coefficients(), Operand(argument<OperandArg>(x.object))));
}

Typed<"tuple[Any, ...] if full or cov else ndarray"> polyfit_of(ArrayArg x, ArrayArg y, Arg<"int"> deg,
                                                                Arg<"float"> rcond, BoolArg full, OptionalArrayArg w,
                                                                Arg<"bool | Literal['unscaled']"> cov) {
    PolyfitOptions options;
    if (!rcond.is_none()) options.rcond = nb::cast<double>(nb::float_(nb::handle(rcond.object)));
    options.w = w.pointer();
    const bool everything = full;
    options.covariance = !everything && BoolArg{{cov}};
    options.scaled = !(PyUnicode_Check(cov.object) && nb::cast<std::string>(nb::handle(cov.object)) == "unscaled");
    const ndarray &first = x, &second = y;
    // A float is cut to an integer, as in NumPy.
    const std::int64_t degree = nb::cast<std::int64_t>(nb::int_(nb::handle(deg.object)));
    Polyfit fit = [&] {
        const runtime::GilRelease unlocked;
        return polyfit(first, second, degree, options);
    }();
    if (fit.rank != degree + 1 && !everything) {
        nb::object category = nb::module_::import_("numpy.exceptions").attr("RankWarning");
        if (PyErr_WarnEx(category.ptr(), "Polyfit may be poorly conditioned", 1) < 0) throw nb::python_error();
    }
    if (everything) return nb::make_tuple(fit.coefficients, fit.residuals, fit.rank, fit.singular_values, fit.rcond);
    if (options.covariance) return nb::make_tuple(fit.coefficients, fit.covariance);
    return wrap_object(std::move(fit.coefficients));
}

// ---------------------------------------------------------------------------------------------------------------
// poly1d

bool is_number(nb::handle object) { return to_scalar(object.ptr()).has_value(); }

/// An array without axes counts as a number too.
ndarray number_of(nb::handle object) { return argument<OperandArg>(object).get(); }

poly1d scaled(const poly1d& p, nb::handle factor, bool divide) {
    auto operand = argument<OperandArg>(factor);
    return poly1d(divide ? true_divide(p.coeffs(), Operand(operand)) : multiply(p.coeffs(), Operand(operand)));
}

void bind_attributes(nb::class_<poly1d>& type) {
    type.def(
        "__init__",
        [](poly1d* self, Typed<"ArrayLike | poly1d"> c_or_r, BoolArg r, Typed<"str"> variable) {
            poly1d made = to_polynomial(r ? nb::object(wrap_object(poly(number_of(c_or_r)))) : nb::object(c_or_r));
            if (variable.is_none()) new (self) poly1d(std::move(made));
            else new (self) poly1d(made.with_variable(nb::cast<std::string>(nb::str(variable))));
        },
        "c_or_r"_a, "r"_a = false, "variable"_a.none() = nb::none());

    for (const char* name : {"coeffs", "c", "coef", "coefficients"})
        type.def_prop_ro(
            name, [](const poly1d& p) { return p.coeffs(); }, "The coefficients, the highest power first.");
    for (const char* name : {"order", "o"}) type.def_prop_ro(name, &poly1d::order, "The highest power.");
    for (const char* name : {"roots", "r"}) type.def_prop_ro(name, &poly1d::roots, "The zeros.");
    type.def_prop_ro("variable", &poly1d::variable, "The letter that the polynomial is printed with.");
}

void bind_protocols(nb::class_<poly1d>& type) {
    type.def(
        "__call__",
        [](Self<poly1d> self, Typed<"ArrayLike | poly1d"> x) {
            return polyval_of(argument<PolynomialArg>(self), argument<PolynomialArg>(x));
        },
        "x"_a);
    type.def("__len__", &poly1d::order);
    type.def("__iter__", [](const poly1d& p) { return nb::iter(wrap_object(ndarray(p.coeffs()))); });
    type.def("__getitem__", [](const poly1d& p, AxisArg power) { return p.coefficient(power); });
    type.def("__setitem__", [](poly1d& p, AxisArg power, OperandArg value) { p.set_coefficient(power, value); });
    type.def("__str__", &poly1d::to_string);
    type.def("__repr__",
             [](const poly1d& p) { return "poly1d" + repr(p.coeffs()).substr(std::string_view("array").size()); });
    type.def(
        "__eq__", [](const poly1d& p, nb::object other) -> Typed<"bool"> {
            if (!nb::isinstance<poly1d>(other)) return nb::borrow(nb::handle(Py_NotImplemented));
            return nb::bool_(p == *nb::inst_ptr<poly1d>(other));
        },
        nb::arg().none());
    type.def("__reduce__", [](Self<poly1d> self) {
        const poly1d& p = *self;
        return nb::make_tuple(nb::handle(self).type(), nb::make_tuple(p.coeffs(), false, p.variable()));
    });
}

void bind_arithmetic(nb::class_<poly1d>& type) {
    type.def("__pos__", [](Self<poly1d> self) { return Typed<"poly1d">(nb::borrow(nb::handle(self))); });
    type.def("__neg__", [](const poly1d& p) { return -p; });
    for (const char* name : {"__add__", "__radd__"})
        type.def(name, [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) { return p + to_polynomial(other); });
    type.def("__sub__", [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) { return p - to_polynomial(other); });
    type.def("__rsub__", [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) { return to_polynomial(other) - p; });
    for (const char* name : {"__mul__", "__rmul__"})
        type.def(name, [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) {
            return is_number(other) ? scaled(p, other, false) : p * to_polynomial(other);
        });
    for (const char* name : {"__truediv__", "__div__"})
        type.def(name, [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) {
            return is_number(other) ? Typed<"Any">(nb::cast(scaled(p, other, true)))
                                    : polynomials(p.divided_by(to_polynomial(other)));
        });
    for (const char* name : {"__rtruediv__", "__rdiv__"})
        type.def(name, [](const poly1d& p, Typed<"ArrayLike | poly1d"> other) {
            return is_number(other) ? Typed<"Any">(nb::cast(poly1d(true_divide(number_of(other), p.coeffs()))))
                                    : polynomials(to_polynomial(other).divided_by(p));
        });
    type.def("__pow__", [](const poly1d& p, Typed<"int"> exponent) {
        const auto number = to_scalar(exponent.ptr());
        if (!number || is_complex(number->dtype()) || number->to_double() != std::floor(number->to_double()))
            throw ValueError("Power to non-negative integers only.");
        return p.pow(number->to_int());
    });
}

void bind_calculus(nb::class_<poly1d>& type) {
    type.def("deriv", [](const poly1d& p, AxisArg n) { return p.deriv(n); }, "m"_a = 1, doc("deriv"));
    type.def(
        "integ", [](const poly1d& p, AxisArg n, OptionalArrayArg k) { return p.integ(n, k.pointer()); }, "m"_a = 1,
        "k"_a = 0, doc("integ"));
}

void bind_exchange(nb::class_<poly1d>& type) {
    type.def(
        "get",
        [](const poly1d& p, Typed<"cuprum.cuda.Stream"> stream, Typed<"numpy.poly1d"> out) -> Typed<"numpy.poly1d"> {
            nb::object host = wrap_object(ndarray(p.coeffs())).attr("get")("stream"_a = stream);
            nb::object result = nb::module_::import_("numpy").attr("poly1d")(host, "variable"_a = p.variable());
            if (out.is_none()) return result;
            out.attr("__init__")(result);
            return out;
        },
        "stream"_a.none() = nb::none(), "out"_a.none() = nb::none(),
        "The polynomial as NumPy's, with its coefficients on the host.");
    type.def(
        "set",
        [](poly1d& p, Typed<"ArrayLike | poly1d | numpy.poly1d"> polyin, Typed<"cuprum.cuda.Stream">) {
            p = to_polynomial(polyin);
        },
        "polyin"_a, "stream"_a.none() = nb::none(),
        "Takes over the coefficients and the variable of a polynomial, which may be one of NumPy.");
    type.def("__cupy_get_ndarray__", &poly1d::coeffs, "The coefficients, on which functions of arrays work.");
    type.def("__array__", [](const poly1d&, nb::args, nb::kwargs) {
        throw TypeError(
            "Implicit conversion to a NumPy array is not allowed. Use `.get()` for a polynomial of NumPy, or "
            "`.coeffs.get()`.");
    });
}

void bind_poly1d(nb::module_& m) {
    nb::class_<poly1d> type(m, "poly1d", doc("poly1d"));
    type.attr("__module__") = "cuprum";
    type.attr("__hash__") = nb::none();
    type.attr("__array_priority__") = 1000;  // arrays leave arithmetic with polynomials to these
    bind_attributes(type);
    bind_protocols(type);
    bind_arithmetic(type);
    bind_calculus(type);
    bind_exchange(type);
}

}  // namespace

void bind_polynomial(nb::module_& m) {
    const auto none = nb::none();
    bind_poly1d(m);
    m.def("polyval", polyval_of, "p"_a, "x"_a, doc("polyval"));
    m.def("polyfit", polyfit_of, "x"_a, "y"_a, "deg"_a, "rcond"_a = none, "full"_a = false, "w"_a = none,
          "cov"_a = false, doc("polyfit"));
}

}  // namespace cuprum::python
