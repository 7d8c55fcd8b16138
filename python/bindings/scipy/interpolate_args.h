// Arguments of `cuprumx.scipy.interpolate`.
#pragma once

#include <limits>

#include "../array.h"
#include "../numpy_calls.h"
#include "cuprum/manipulation.h"

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

/// Places: an array whose last axis counts dimensions, or a tuple of an array for each of them.
struct CoordinatesArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | tuple[ArrayLike, ...]", false)
    ndarray get(PyObject* points) const {
        PyObject* given = object;
        if (PyTuple_Check(given) && PyTuple_GET_SIZE(given) == 1) given = PyTuple_GET_ITEM(given, 0);
        if (PyTuple_Check(given)) return stack(broadcast_arrays(to_arrays(given)), -1);
        ArrayArg array;
        array.object = given;
        const ndarray& places = array.get();
        const ndarray real = is_complex(places.dtype()) ? places.real() : places;
        return real.ndim() == 1 ? real.reshape({-1, static_cast<std::int64_t>(nb::len(nb::handle(points)))}) : real;
    }
};

/// The value outside, or None; an array without axes, too.
struct FillScalarArg : OptionalScalarArg {
    operator std::optional<Scalar>() const {
        if (is_ndarray(object)) return unwrap(object).item();
        return OptionalScalarArg::operator std::optional<Scalar>();
    }
};

inline Typed<"ndarray | list[ndarray]"> array_or_list(ndarray&& array) { return wrap_object(std::move(array)); }
inline Typed<"ndarray | list[ndarray]"> array_or_list(std::vector<ndarray>&& arrays) {
    return list_of(std::move(arrays));
}

}  // namespace cuprum::python
