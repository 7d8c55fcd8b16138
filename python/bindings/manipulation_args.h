// Arguments of functions that change the shape and the arrangement of arrays.
#pragma once

#include "argument.h"
#include "array.h"
#include "cuprum/manipulation.h"
#include "values.h"

namespace cuprum::python {

inline bool is_sequence(PyObject* object) {
    return PyTuple_Check(object) || PyList_Check(object) || (is_ndarray(object) && unwrap(object).ndim() > 0) ||
           (!is_index(object) && PySequence_Check(object));
}

/// Whole numbers in a sequence or in an array of either library; one number alone is a plain number.
inline nb::object on_host(PyObject* object) {
    if (is_ndarray(object)) return to_host(unwrap(object), 'C').attr("tolist")();
    nb::handle given(object);
    return nb::hasattr(given, "tolist") ? nb::object(given.attr("tolist")()) : nb::borrow(given);
}

/// Arrays that are joined; NumPy's are refused, as CuPy refuses them.
struct JoinedArg : ObjectArg {
    CUPRUM_TAKES("ndarray | Sequence[ArrayLike]", false)
    std::vector<ndarray> arrays(bool flattened) const {
        if (PyList_Check(object) || PyTuple_Check(object))
            for (nb::handle item : nb::borrow<nb::sequence>(object)) {
                if (is_numpy_array(item.ptr())) argument<DeviceArrayArg>(item).get();
            }
        // Only without an axis may there be numbers, which have none.
        return flattened ? arrays_beside(object) : to_arrays(object);
    }
};

/// A number of sections, or the places at which to split.
struct SectionsOrPlacesArg : SectionsArg {
    template <class F>
    decltype(auto) visit(F&& function) const {
        const nb::object given = on_host(object);
        if (is_sequence(given.ptr())) return function(to_shape(given.ptr()));
        return function(to_index(given.ptr()));
    }
};

/// How often elements are repeated.
struct RepeatsArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int] | ndarray", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        if (is_ndarray(object)) return function(unwrap(object));
        if (is_sequence(object)) return function(to_shape(object));
        return function(to_index(object));
    }
};

/// How far to roll: numbers beyond 64 bits are as far as what they leave of the array's size.
struct ShiftArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int] | ndarray", false)
    Shape shifts(std::int64_t size) const {
        const auto reduced = [&](nb::handle number) -> nb::object {
            int overflow = 0;
            if (PyLong_Check(number.ptr())) PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
            return overflow ? nb::borrow(number).attr("__mod__")(std::max<std::int64_t>(size, 1)) : nb::borrow(number);
        };
        const nb::object shift = on_host(object);
        if (!is_sequence(shift.ptr())) return to_shape(reduced(shift).ptr());
        nb::list numbers;
        for (nb::handle number : nb::iter(shift)) numbers.append(reduced(number));
        return to_shape(numbers.ptr());
    }
};
/// Axes that may be in an array.
struct HostAxesArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", false)
    operator Axes() const { return to_axes(on_host(object).ptr()); }
};

/// A slice, an int, or an array of ints or bools: an entry of an index, for `delete` and `insert`.
struct PlacesArg : ObjectArg {
    CUPRUM_TAKES("int | slice | ArrayLike", true)
    operator Index() const {
        if (PyList_Check(object) || PyTuple_Check(object)) {
            ndarray places = make_array(object, std::nullopt, false);
            return places.size() == 0 ? places.astype(DType::int64) : places;  // a list of no floats
        }
        return std::move(to_indices(object).at(0));
    }
};

/// The same, but no None.
struct InsertionPlacesArg : PlacesArg {
    static constexpr bool takes_none = false;
};

/// What is inserted: numbers and lists are read in the array's dtype, which they have to fit.
inline ndarray inserted_values(const ArrayArg& values, const ndarray& array, const PlacesArg& places) {
    if (PyFloat_Check(places.object) || PyUnicode_Check(places.object))
        throw TypeError("insert takes an integer, a slice, or an array of integers or booleans");
    PyObject* given = values.object;
    const bool literal = PyLong_Check(given) || PyFloat_Check(given) || PyComplex_Check(given) || PyList_Check(given) ||
                         PyTuple_Check(given);
    return literal ? make_array(given, array.dtype(), false) : values.get();
}

}  // namespace cuprum::python
