// What the bindings that tools/declared makes need beside convert.h.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "convert.h"
#include "named_tuple.h"

namespace cuprum::python {

/// A parameter that is one real number: the imaginary part of a complex one is not dropped.
inline double real_number(const Scalar& number) {
    if (is_complex(number.dtype())) throw TypeError("must be real number, not complex");
    return number.to_double();
}

/// One of some words, or None.
template <Text text>
struct OptionalWordArg : ObjectArg {
    static constexpr auto type = nb::detail::const_name(text.characters);
    static constexpr bool takes_none = true;
    operator std::optional<std::string_view>() const {
        if (is_none()) return std::nullopt;
        Py_ssize_t length = 0;
        const char* characters = PyUnicode_Check(object) ? PyUnicode_AsUTF8AndSize(object, &length) : nullptr;
        if (!characters) throw ValueError("expected a string or None, not " + std::string(Py_TYPE(object)->tp_name));
        return std::string_view(characters, static_cast<std::size_t>(length));
    }
};

/// A word, of which the function says that it does not know it where it is none.
template <Text text>
struct AnyWordArg : Arg<text> {
    operator std::string_view() const {
        if (!PyUnicode_Check(this->object)) return "None";
        Py_ssize_t length = 0;
        const char* characters = PyUnicode_AsUTF8AndSize(this->object, &length);
        if (!characters) raise_python_error();
        return {characters, static_cast<std::size_t>(length)};
    }
};

/// Takes what is given under an earlier name of a parameter, whose default tells whether it was given, too.
template <class Argument>
void take_earlier_name(Argument& argument, const Argument& earlier, const nb::object& standard) {
    if (earlier.is_none()) return;
    if (argument.object != standard.ptr() && !standard.equal(nb::handle(argument.object)))
        throw TypeError("an argument was given twice, by its name and by an earlier name of it");
    argument.object = earlier.object;
}

// What functions of C++ return, as Python has it.

inline Array to_python(ndarray&& array) { return wrap_object(std::move(array)); }
/// The parts of a result that are there; one alone is no tuple.
inline nb::object one_or_tuple(const nb::list& parts) {
    return parts.size() == 1 ? nb::object(parts[0]) : nb::tuple(parts);
}
inline Typed<"tuple[ndarray, ...]"> to_python(std::vector<ndarray>&& arrays) { return wrap_tuple(std::move(arrays)); }
inline Array to_python(const ndarray& array) { return wrap_object(ndarray(array)); }
inline nb::object to_python(std::string&& text) { return nb::cast(text); }
inline Typed<"tuple[ndarray, ndarray]"> to_python(std::pair<ndarray, ndarray>&& pair) {
    return nb::make_tuple(wrap_object(std::move(pair.first)), wrap_object(std::move(pair.second)));
}
/// A NumPy scalar where it has a dtype of its own.
inline nb::object to_python(const Scalar& value) { return from_scalar(value, false); }
template <class T>
    requires std::is_arithmetic_v<T>
T to_python(T value) {
    return value;
}
template <class... Kinds>
nb::object to_python(std::variant<Kinds...>&& value) {
    return std::visit([](auto&& kind) { return nb::object(nb::cast(to_python(std::move(kind)))); }, std::move(value));
}

}  // namespace cuprum::python
