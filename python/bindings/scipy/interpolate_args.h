// Arguments of `cuprumx.scipy.interpolate`.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "../argument.h"
#include "../array.h"
#include "../declared.h"
#include "../numpy_calls.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/scipy/interpolate_interp1d.h"
#include "cuprum/scipy/interpolate_polynomials.h"
#include "cuprum/scipy/interpolate_scattered.h"
#include "cuprum/transfer.h"
#include "sparse_args.h"

namespace cuprum::python {

/// The order of a derivative, or several of them.
struct DerivativeOrdersArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int] | ndarray", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        const auto whole = [](nb::handle number) { return to_index(nb::object(nb::int_(number)).ptr()); };
        const bool is_array = is_ndarray(object);
        if (is_array ? unwrap(object).ndim() == 0 : to_scalar(object).has_value())
            return function(whole(nb::handle(object)));
        const nb::object list = is_array ? nb::handle(object).attr("get")() : nb::borrow(object);
        Dims orders;
        for (nb::handle order : nb::iter(list)) orders.push_back(whole(order));
        return function(orders);
    }
};

/// Places as an array whose last axis counts dimensions, from one or from a tuple of an array for each of them.
inline ndarray coordinates(PyObject* given, std::int64_t dimensions) {
    if (PyTuple_Check(given) && PyTuple_GET_SIZE(given) == 1) given = PyTuple_GET_ITEM(given, 0);
    if (PyTuple_Check(given)) return stack(broadcast_arrays(to_arrays(given)), -1);
    auto array = argument<ArrayArg>(given);
    const ndarray& places = array.get();
    const ndarray real = is_complex(places.dtype()) ? places.real() : places;
    return real.ndim() == 1 ? real.reshape({-1, dimensions}) : real;
}

struct CoordinatesArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | tuple[ArrayLike, ...]", false)
    ndarray get(PyObject* points) const { return get(static_cast<std::int64_t>(nb::len(nb::handle(points)))); }
    ndarray get(std::int64_t dimensions) const { return coordinates(object, dimensions); }
};

/// The value outside, or None; an array without axes, too.
struct FillScalarArg : OptionalScalarArg {
    operator std::optional<Scalar>() const {
        if (is_ndarray(object)) return unwrap(object).item();
        return OptionalScalarArg::operator std::optional<Scalar>();
    }
    Scalar value() const {
        const std::optional<Scalar> given = *this;
        if (!given) throw TypeError("the fill value must be a number, not None");
        return *given;
    }
};

/// A number or None.
struct OptionalRealArg : OptionalScalarArg {
    operator std::optional<double>() const {
        const std::optional<Scalar> number = *this;
        return number ? std::optional(number->to_double()) : std::nullopt;
    }
};

/// How many derivatives, or None.
struct OptionalOrderArg : OptionalIntArg {
    operator std::optional<int>() const {
        const std::optional<std::int64_t> number = *this;
        return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    }
};

/// A whole number, of which numbers with a fraction lose it, or None.
struct TruncatedArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<std::int64_t>() const {
        if (is_none()) return std::nullopt;
        return to_index(nb::object(nb::int_(nb::handle(object))).ptr());
    }
    std::optional<int> small() const {
        const std::optional<std::int64_t> number = *this;
        return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    }
};

/// A whole number, of which numbers with a fraction lose it.
struct WholePartArg : ObjectArg {
    CUPRUM_TAKES("int", false)
    operator int() const { return static_cast<int>(to_index(nb::object(nb::int_(nb::handle(object))).ptr())); }
};

/// A name, which the function refuses where it is none of these.
template <Text names>
struct MethodArg : Arg<names> {
    static constexpr bool takes_none = true;
    operator std::string_view() const { return argument<AnyWordArg<"str">>(this->object); }
};

/// True, False or None.
struct FlagArg : ObjectArg {
    CUPRUM_TAKES("bool", true)
    operator std::optional<bool>() const { return is_none() ? std::nullopt : std::optional(bool(BoolArg{{object}})); }
};

/// The order of a derivative along each axis, or None.
struct DerivativesArg : ObjectArg {
    CUPRUM_TAKES("Sequence[int]", true)
    std::vector<int> get() const {
        std::vector<int> orders;
        if (is_none()) return orders;
        if (!nb::hasattr(nb::handle(object), "__len__") || nb::len(nb::handle(object)) == 0)
            throw ValueError("invalid number of derivative orders: one for each axis is needed");
        for (nb::handle order : nb::iter(nb::handle(object))) orders.push_back(static_cast<int>(to_index(order.ptr())));
        return orders;
    }
};

/// The knots of each variable, a tuple.
struct KnotsOfEachArg : ArraysArg {
    CUPRUM_TAKES("tuple[ArrayLike, ...]", true)
    operator std::vector<ndarray>() const {
        if (!PyTuple_Check(object))
            throw ValueError("Expect `t` to be a tuple of array-likes. Got " +
                             nb::cast<std::string>(nb::str(nb::handle(object))) + " instead.");
        return ArraysArg::operator std::vector<ndarray>();
    }
};

/// The degree of each variable, or one of all.
struct DegreeOfEachArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", false)
    std::vector<int> get(const ArraysArg& knots) const {
        const nb::handle given(object);
        if (!nb::hasattr(given, "__iter__") || (is_ndarray(object) && unwrap(object).ndim() == 0))
            return std::vector<int>(nb::len(nb::handle(knots.object)), static_cast<int>(to_index(object)));
        std::vector<int> degrees;
        for (nb::handle degree : nb::iter(given)) degrees.push_back(static_cast<int>(to_index(degree.ptr())));
        return degrees;
    }
};

/// A pair of ends for each variable.
struct RangesArg : ObjectArg {
    CUPRUM_TAKES("Sequence[tuple[float, float]]", true)
    std::vector<std::pair<double, double>> get() const {
        const nb::handle given(object);
        if (!nb::hasattr(given, "__len__")) throw ValueError("Range not a sequence of correct length");
        const auto number = [](const nb::object& end) { return Scalar(argument<ScalarArg>(end)).to_double(); };
        std::vector<std::pair<double, double>> ranges;
        for (nb::handle range : nb::iter(given)) {
            if (nb::len(range) != 2) throw ValueError("Each range has two ends");
            ranges.emplace_back(number(nb::object(range[0])), number(nb::object(range[1])));
        }
        return ranges;
    }
};

/// A kind of interp1d by its name, or the degree of a spline.
struct InterpolationKindArg : ObjectArg {
    CUPRUM_TAKES("str | int", false)
    scipy::interpolate::InterpolationKind get() const {
        if (PyLong_Check(object)) return static_cast<int>(to_index(object));
        if (!PyUnicode_Check(object)) return std::string_view(Py_TYPE(object)->tp_name);
        return std::string_view(WordArg<"str">{{object}});
    }
};

/// 'extrapolate', one value or a pair of those below and above.
struct FillArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | tuple[ArrayLike, ArrayLike] | Literal['extrapolate']", true)
    scipy::interpolate::FillValue get() const {
        if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "extrapolate") == 0)
            return scipy::interpolate::FillValue::extrapolate();
        if (PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 2)
            return {value(PyTuple_GET_ITEM(object, 0)), value(PyTuple_GET_ITEM(object, 1))};
        scipy::interpolate::FillValue both;
        both.below = both.above = value(object);
        return both;
    }

private:
    static std::optional<ndarray> value(PyObject* given) {
        if (given == Py_None) return std::nullopt;
        return argument<ArrayArg>(given).get();
    }
};

inline std::optional<std::string> to_word(nb::handle object) {
    if (!PyUnicode_Check(object.ptr())) return std::nullopt;
    return nb::cast<std::string>(object);
}

/// What lies outside: False, True or 'periodic'.
struct ExtrapolateArg : Arg<"bool | Literal['periodic']"> {
    static constexpr bool takes_none = true;  // which is false
    scipy::interpolate::Extrapolate get() const {
        using scipy::interpolate::Extrapolate;
        if (object == Py_True) return Extrapolate::yes;
        if (to_word(nb::handle(object)) == "periodic") return Extrapolate::periodic;
        return bool(BoolArg{{object}}) ? Extrapolate::yes : Extrapolate::no;
    }
};

/// The same, or None for the interpolant's own.
struct OptionalExtrapolateArg : ObjectArg {
    CUPRUM_TAKES("bool | Literal['periodic']", true)
    scipy::interpolate::Extrapolation get() const {
        if (is_none()) return std::nullopt;
        return argument<ExtrapolateArg>(object).get();
    }
};

/// What a smoothing spline gives outside of its knots, by FITPACK's number or by name.
struct BeyondKnotsArg : Arg<"Literal[0, 1, 2, 3, 'extrapolate', 'zeros', 'raise', 'const']"> {
    scipy::interpolate::BeyondKnots get() const {
        constexpr const char* names[] = {"extrapolate", "zeros", "raise", "const"};
        const nb::handle given(object);
        for (int number = 0; number < 4; ++number)
            if (PyUnicode_Check(object) ? to_word(given) == names[number] : given.equal(nb::int_(number)))
                return static_cast<scipy::interpolate::BeyondKnots>(number);
        throw ValueError("Unknown extrapolation mode " + nb::cast<std::string>(nb::str(given)) + ".");
    }
};
/// The same, or None for the spline's own.
struct OptionalBeyondKnotsArg : ObjectArg {
    CUPRUM_TAKES("Literal[0, 1, 2, 3, 'extrapolate', 'zeros', 'raise', 'const']", true)
    std::optional<scipy::interpolate::BeyondKnots> get() const {
        if (is_none()) return std::nullopt;
        return argument<BeyondKnotsArg>(object).get();
    }
};

/// The outermost knots of a spline, of which each may be None.
struct KnotBoundsArg : Arg<"Sequence[float | None]"> {
    scipy::interpolate::KnotBounds get() const {
        const nb::handle given(object);
        if (!nb::hasattr(given, "__len__") || nb::len(given) != 2) throw ValueError("bbox shape should be (2,)");
        const auto bound = [&](int k) -> std::optional<double> {
            const nb::object one = given[k];
            return argument<OptionalRealArg>(one);
        };
        return {bound(0), bound(1)};
    }
};

inline ndarray array_of(nb::handle object) { return argument<ArrayArg>(object).get(); }

/// A spline, or its knots, coefficients and degree.
struct SplineArg : Arg<"BSpline | tuple[ArrayLike, ArrayLike, int]"> {
    scipy::interpolate::BSpline get() const {
        using scipy::interpolate::BSpline;
        const nb::handle given(object);
        if (nb::isinstance<BSpline>(given) && nb::inst_ready(given)) {
            BSpline spline = *nb::inst_ptr<BSpline>(given);
            spline.axis = 0;
            return spline;
        }
        if (!PySequence_Check(object) || nb::len(given) != 3) {
            constexpr const char* text = "A spline is a BSpline, or a tuple of knots, coefficients and degree";
            if (!PySequence_Check(object)) throw TypeError(text);
            throw ValueError(text);
        }
        return BSpline::construct_fast(array_of(nb::object(given[0])), array_of(nb::object(given[1])),
                                       static_cast<int>(to_index(nb::object(given[2]).ptr())));
    }
};

/// An object of one class.
template <class T>
const T& instance_of(nb::handle object, const char* method, const char* name) {
    if (!nb::isinstance<T>(object) || !nb::inst_ready(object))
        throw TypeError("." + std::string(method) + " only accepts " + name + " instances. Got " +
                        nb::cast<std::string>(nb::str(object.type())) + " instead.");
    return *nb::inst_ptr<T>(object);
}
struct BernsteinArg : Arg<"BPoly"> {
    const scipy::interpolate::BPoly& get() const {
        return instance_of<scipy::interpolate::BPoly>(object, "from_bernstein_basis", "BPoly");
    }
};
struct PowersArg : Arg<"PPoly"> {
    const scipy::interpolate::PPoly& get() const {
        return instance_of<scipy::interpolate::PPoly>(object, "from_power_basis", "PPoly");
    }
};

struct CubicSplineArg : Arg<"CubicSpline"> {
    const scipy::interpolate::CubicSpline& get() const {
        using scipy::interpolate::CubicSpline;
        const nb::handle given(object);
        if (!nb::isinstance<CubicSpline>(given) || !nb::inst_ready(given))
            throw NotSupportedError("Only CubicSpline objects are accepted for now. Got " +
                                    nb::cast<std::string>(nb::str(given.type())) + " instead.");
        return *nb::inst_ptr<CubicSpline>(given);
    }
};

/// Where a spline has the knots of a cubic one that conditions determined.
struct KnotsArg : ObjectArg {
    CUPRUM_TAKES("Literal['not-a-knot', 'natural', 'clamped', 'periodic']", true)
    scipy::interpolate::KnotsAt get() const {
        using scipy::interpolate::KnotsAt;
        const auto word = to_word(nb::handle(object));
        if (word == "not-a-knot") return KnotsAt::not_a_knot;
        if (word == "natural" || word == "clamped") return KnotsAt::all_places;
        if (word == "periodic") return KnotsAt::periodic;
        throw TypeError("Unknown boundary condition: " + nb::cast<std::string>(nb::str(nb::handle(object))));
    }
};

/// Places that the host looks at.
struct PlacesArg : ArrayArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", false)
    std::vector<double> get() const {
        return ArrayArg::get().astype(DType::float64, 'C', Casting::unsafe, false).to_vector<double>();
    }
};

/// An array for each element of a sequence.
struct ArrayRowsArg : ObjectArg {
    CUPRUM_TAKES("Sequence[ArrayLike] | ndarray | numpy.ndarray", false)
    std::vector<ndarray> get() const {
        std::vector<ndarray> arrays;
        for (nb::handle one : nb::iter(nb::handle(object))) arrays.push_back(array_of(one));
        return arrays;
    }
};

/// The degree of each interval between rows, each of which may be None; one of all; or None.
struct DegreesArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int | None] | ndarray | numpy.ndarray", true)
    std::vector<std::optional<int>> get(const ArrayRowsArg& rows) const {
        std::vector<std::optional<int>> degrees;
        if (is_none()) return degrees;
        const nb::handle given(object);
        const auto degree = [](nb::handle one) { return static_cast<int>(to_index(one.ptr())); };
        if (is_ndarray(object) ? unwrap(object).ndim() == 0 : to_scalar(object).has_value()) {
            const std::size_t count = nb::len(nb::handle(rows.object));
            degrees.assign(count ? count - 1 : 0, degree(given));
            return degrees;
        }
        for (nb::handle one : nb::iter(given))
            degrees.push_back(one.is_none() ? std::nullopt : std::optional(degree(one)));
        return degrees;
    }
};

/// What holds at both ends of a cubic spline: a word, or a pair of words or of pairs of a derivative's order, 1 or 2,
/// and its value.
struct EndConditionsArg : ObjectArg {
    CUPRUM_TAKES("Any", false)
    scipy::interpolate::EndConditions get() const {
        const nb::handle given(object);
        if (const auto word = to_word(given)) return std::string_view(*word);
        if (nb::len(given) != 2)
            throw ValueError("`bc_type` must contain 2 elements to specify start and end conditions.");
        return {condition(nb::object(given[0])), condition(nb::object(given[1]))};
    }

private:
    static scipy::interpolate::EndCondition condition(nb::handle given) {
        using scipy::interpolate::EndCondition;
        if (const auto word = to_word(given)) return EndCondition::named(*word);
        if (!PySequence_Check(given.ptr()) || nb::len(given) != 2)
            throw ValueError("A specified derivative value must be given in the form (order, value).");
        const nb::object order = given[0], value = given[1];
        const bool is_first = order.equal(nb::int_(1));
        if (!is_first && !order.equal(nb::int_(2))) throw ValueError("The specified derivative order must be 1 or 2.");
        return {.kind = EndCondition::Kind::derivative, .order = is_first ? 1 : 2, .value = array_of(value)};
    }
};

/// What holds at both ends of a spline: a word, or a pair, of which each is a word, None, or pairs of a derivative's
/// order and its value.
struct SplineEndsArg : ObjectArg {
    CUPRUM_TAKES("Any", true)
    scipy::interpolate::SplineEnds get() const {
        if (is_none()) return {};
        const nb::handle given(object);
        if (const auto word = to_word(given)) return std::string_view(*word);
        if (!PySequence_Check(object) || nb::len(given) != 2)
            throw ValueError("Unknown boundary condition: " + nb::cast<std::string>(nb::str(given)));
        return {conditions(nb::object(given[0])), conditions(nb::object(given[1]))};
    }

private:
    static scipy::interpolate::SplineConditions conditions(nb::handle given) {
        scipy::interpolate::SplineConditions found;
        if (given.is_none()) return found;
        if (const auto word = to_word(given)) return scipy::interpolate::SplineEnds::named(*word);
        try {
            for (nb::handle pair : nb::iter(given)) {
                const nb::object order = pair[0], value = pair[1];
                found.emplace_back(nb::cast<int>(nb::int_(order)), array_of(value));
            }
        } catch (nb::python_error& error) {
            if (!error.matches(PyExc_TypeError)) throw;
            throw ValueError(
                "Derivatives, `bc_type`, should be specified as a pair of iterables of pairs of (order, value).");
        }
        return found;
    }
};

/// Points of the plane, or a triangulation.
struct TrianglePointsArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | tuple[ArrayLike, ArrayLike] | Any", false)
    scipy::interpolate::TrianglePoints get() const {
        using scipy::spatial::Delaunay;
        if (nb::isinstance<Delaunay>(nb::handle(object)))
            return std::make_shared<const Delaunay>(nb::cast<const Delaunay&>(nb::handle(object)));
        return coordinates(object, 1);
    }
};

/// A dictionary of keywords of KDTree, of which `leafsize` counts.
struct TreeOptionsArg : ObjectArg {
    CUPRUM_TAKES("dict[str, Any]", true)
    scipy::interpolate::TreeOptions get() const {
        scipy::interpolate::TreeOptions options;
        if (is_none()) return options;
        for (const auto [key, value] : nb::cast<nb::dict>(nb::handle(object))) {
            const auto name = nb::cast<std::string>(key);
            if (name == "leafsize") options.leafsize = to_index(value.ptr());
            else if (name != "compact_nodes" && name != "copy_data" && name != "balanced_tree" && name != "boxsize")
                throw TypeError("unexpected keyword of KDTree: " + name);
        }
        return options;
    }
};

/// Solvers and their arguments are for splines alone.
inline void check_solver(std::string_view method, const ObjectArg& given) {
    if (given.is_none() || method == "slinear" || method == "cubic" || method == "quintic") return;
    throw ValueError("method ='" + std::string(method) + "' does not accept the 'solver' argument.");
}

inline nb::object to_python(const scipy::interpolate::FillValue& fill) {
    const auto value = [](const std::optional<ndarray>& one) -> nb::object {
        if (!one) return nb::none();
        return one->ndim() ? nb::object(nb::cast(*one)) : from_scalar(one->item(), false);
    };
    if (fill.extrapolates) return nb::str("extrapolate");
    return fill.is_pair ? nb::object(nb::make_tuple(value(fill.below), value(fill.above))) : value(fill.below);
}
inline nb::object to_python(scipy::interpolate::Extrapolate extrapolate) {
    using scipy::interpolate::Extrapolate;
    if (extrapolate == Extrapolate::periodic) return nb::str("periodic");
    return nb::bool_(extrapolate == Extrapolate::yes);
}
inline nb::object to_python(scipy::interpolate::BeyondKnots outside) { return nb::int_(static_cast<int>(outside)); }
inline nb::object to_python(const std::tuple<ndarray, ndarray, int>& tck) {
    return nb::make_tuple(std::get<0>(tck), std::get<1>(tck), std::get<2>(tck));
}
/// An array, or of several columns an object array of NumPy's.
inline nb::object to_python(const scipy::interpolate::PolynomialRoots& roots) {
    const auto array = [](const std::vector<double>& column) {
        return wrap_object(array_from_host(column.data(), DType::float64, {static_cast<std::int64_t>(column.size())}));
    };
    if (roots.shape.empty()) return array(roots[0]);
    const nb::object columns = nb::module_::import_("numpy").attr("empty")(roots.columns.size(), "object");
    for (std::size_t k = 0; k < roots.columns.size(); ++k) columns[k] = array(roots[k]);
    return columns.attr("reshape")(nb::cast(Dims(roots.shape)));
}
inline nb::object to_python(const std::shared_ptr<const scipy::spatial::Delaunay>& triangulation) {
    return nb::cast(scipy::spatial::Delaunay(*triangulation));
}

inline Typed<"ndarray | list[ndarray]"> array_or_list(ndarray&& array) { return wrap_object(std::move(array)); }
inline Typed<"ndarray | list[ndarray]"> array_or_list(std::vector<ndarray>&& arrays) {
    return list_of(std::move(arrays));
}

}  // namespace cuprum::python
