// What the classes that tools/declared makes need: pickling, and properties that Python has as objects.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "declared.h"
#include "placement.h"

namespace cuprum::python {

/// Keeps arguments that an object was made with among its attributes: what it is pickled with.
void keep_arguments(nb::handle self, std::initializer_list<PyObject*> arguments);

/// One of the arguments that were kept.
nb::object kept_argument(nb::handle self, int at);

/// What `__reduce__` gives: what makes objects, the arguments that make the same object, and the attributes that a
/// program has set since, of which the class knows those named as `settable`.
Typed<"tuple[Any, ...]"> reduce_object(nb::handle self, nb::object maker, nb::object arguments,
                                       std::initializer_list<const char*> settable);

/// What `__reduce__` gives of an object that consists of arrays, which its class sets in an object without any.
Typed<"tuple[Any, ...]"> reduce_to_state(nb::handle self, std::vector<ndarray> state);
/// Sets the attributes that a program had set, and returns the arrays.
std::vector<ndarray> restore_state(nb::handle self, const nb::tuple& pickled);

/// Makes an object one of another class of its module, of the same layout, unless a program derived its class.
void become(nb::handle self, const char* module, const char* name);

/// Sets the attributes that `reduce_object` gave.
void restore_object(nb::handle self, const nb::tuple& state);

/// The array that is the field `name` of an object. Python sees one object as long as the field is the same:
/// `p.c is p.c`. The object's dictionary holds it.
Array kept_array(nb::handle self, const char* name, const ndarray& field);
/// The same of several arrays, as a tuple.
Typed<"tuple[ndarray, ...]"> kept_array(nb::handle self, const char* name, const std::vector<ndarray>& fields);
/// Puts what a program sets as the field `name` into the dictionary, if it is an array that the field shares.
void keep_array(nb::handle self, const char* name, PyObject* given);
/// Removes the arrays that the dictionary holds, as a method has set other ones.
void forget_arrays(nb::handle self);

/// Gives a class a class method, which a function is whose first parameter is the class.
void set_class_method(nb::handle type, const char* name, const nb::object& function);

/// A value of C++ as an object of a type of Python that is `Class` or derives from it.
template <class Class, class Made>
nb::object made_as(nb::handle type, Made made) {
    nb::object object = nb::inst_alloc(type);
    Class* self = nullptr;
    if constexpr (std::is_same_v<Class, Made>) {
        self = new (nb::inst_ptr<Class>(object)) Class(std::move(made));
    } else {
        self = new (nb::inst_ptr<Class>(object)) Class();
        static_cast<Made&>(*self) = std::move(made);
    }
    nb::inst_mark_ready(object);
    return object;
}

inline nb::object to_python(const std::string& text) { return nb::cast(text); }
inline nb::object to_python(const Shape& shape) { return nb::cast(Dims(shape)); }
inline nb::object to_python(const std::pair<std::int64_t, std::int64_t>& pair) {
    return nb::make_tuple(pair.first, pair.second);
}
inline nb::object to_python(const std::vector<int>& numbers) { return nb::tuple(nb::cast(numbers)); }
inline nb::object to_python(DType dtype) { return nb::cast(dtype); }
inline Typed<"tuple[ndarray, ...]"> to_python(const std::vector<ndarray>& arrays) {
    return wrap_tuple(std::vector<ndarray>(arrays));
}
template <class T>
nb::object to_python(const std::optional<T>& value) {
    return value ? nb::object(nb::cast(to_python(*value))) : nb::none();
}

}  // namespace cuprum::python
