// Arguments of `cuprumx.scipy.interpolate`.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "../array.h"
#include "../numpy_calls.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/scipy/interpolate_interp1d.h"
#include "cuprum/scipy/interpolate_scattered.h"

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
    ArrayArg array;
    array.object = given;
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
        ArrayArg array;
        array.object = given;
        return array.get();
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
inline nb::object to_python(const std::shared_ptr<const scipy::spatial::Delaunay>& triangulation) {
    return nb::cast(scipy::spatial::Delaunay(*triangulation));
}

inline Typed<"ndarray | list[ndarray]"> array_or_list(ndarray&& array) { return wrap_object(std::move(array)); }
inline Typed<"ndarray | list[ndarray]"> array_or_list(std::vector<ndarray>&& arrays) {
    return list_of(std::move(arrays));
}

}  // namespace cuprum::python
