// What the bindings that tools/declared makes of NumPy's chapters need: results of the class of an argument, and the
// methods of other libraries' arrays.
#pragma once

#include "array.h"
#include "released.h"
#include "values.h"

namespace cuprum::python {

/// Results in a list, each of the class of the array that they were made from.
inline Typed<"list[ndarray]"> list_of(const ArrayArg& source, std::vector<ndarray>&& arrays) {
    nb::list result;
    for (ndarray& array : arrays) result.append(wrap_from_object(source, std::move(array)));
    return result;
}

inline Typed<"list[ndarray]"> list_of(std::vector<ndarray>&& arrays) {
    nb::list result;
    for (ndarray& array : arrays) result.append(wrap_object(std::move(array)));
    return result;
}

/// A new array of the class of the one that it was made from.
inline Array wrap_copied(const ArrayArg& source, ndarray&& array) {
    return is_ndarray(source.object) ? wrap_copy(source.object, std::move(array)) : wrap_object(std::move(array));
}

/// A result of the argument's class where `subok` says so; CuPy's default is the base class.
inline Array of_class(const ArrayArg& a, const ObjectArg& subok, ndarray&& made) {
    return nb::bool_(nb::handle(subok.object)) ? wrap_from_object(a, std::move(made)) : wrap_object(std::move(made));
}

/// The argument itself where it is an array that needs no change.
inline Array same_or(const ArrayArg& given, ndarray&& result, bool keeps_class = false) {
    if (is_ndarray(given.object) && result.ndim() == given.get().ndim() && result.dtype() == given.get().dtype() &&
        result.buffer().get() == given.get().buffer().get())
        return nb::borrow<Array>(given.object);
    return keeps_class ? wrap_from_object(given, std::move(result)) : wrap_object(std::move(result));
}
/// The same, where `out` may be given.
inline Array or_same(const OutArg& out, const ArrayArg& given, ndarray&& result) {
    if (out.given() == Py_None && is_ndarray(given.object) && result.size() &&
        result.buffer().get() == given.get().buffer().get())
        return nb::borrow<Array>(given.object);
    return out.or_new(std::move(result));
}

/// What another library's array gives by its method of that name; arguments at the end that are None are left out.
inline Array own_method(const char* name, const ArrayArg& array, std::initializer_list<PyObject*> arguments) {
    nb::list given;
    for (PyObject* argument : arguments)
        if (argument != Py_None) given.append(nb::handle(argument));
    return nb::handle(array.object).attr(name)(*nb::tuple(given));
}

template <class T>
const T* pointer_of(const std::optional<T>& value) {
    return value ? &*value : nullptr;
}

/// A number or None.
struct OptionalNumberArg : ObjectArg {
    CUPRUM_TAKES("float", true)
    operator std::optional<double>() const {
        if (is_none()) return std::nullopt;
        return nb::cast<double>(nb::float_(nb::handle(object)));
    }
};

}  // namespace cuprum::python
