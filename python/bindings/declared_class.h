// What the classes that tools/declared makes need: pickling, and properties that Python has as objects.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "declared.h"
#include "placement.h"

namespace cuprum::python {

/// Keeps arguments that an object was made with among its attributes: what it is pickled with.
void keep_arguments(nb::handle self, std::initializer_list<PyObject*> arguments);

/// One of the arguments that were kept.
nb::object kept_argument(nb::handle self, int at);

/// What `__reduce__` gives: the class, the arguments that make the same object, and the attributes that a program has
/// set since, of which the class knows those named as `settable`.
Typed<"tuple[Any, ...]"> reduce_object(nb::handle self, nb::object arguments,
                                       std::initializer_list<const char*> settable);

inline nb::object to_python(const std::string& text) { return nb::cast(text); }
inline nb::object to_python(const Shape& shape) { return nb::cast(Dims(shape)); }
inline nb::object to_python(DType dtype) { return nb::cast(dtype); }
inline Typed<"tuple[ndarray, ...]"> to_python(const std::vector<ndarray>& arrays) {
    return wrap_tuple(std::vector<ndarray>(arrays));
}
template <class T>
nb::object to_python(const std::optional<T>& value) {
    return value ? nb::object(nb::cast(to_python(*value))) : nb::none();
}

}  // namespace cuprum::python
