// Between Python's objects and the library's: dtypes, scalars, arrays, shapes, axes. Everything a binding file needs.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/ufunc.h"
#include "docstrings.h"

namespace nb = nanobind;

namespace cuprum::python {

/// A text as a template argument.
template <std::size_t n>
struct Text {
    consteval Text(const char (&text)[n]) { std::copy_n(text, n, characters); }
    char characters[n];
};

/// A Python object whose type signatures tell by a text, such as "tuple[ndarray, ndarray]". Of a result that depends on
/// an argument they say "ndarray if x is None else int" or "ndarray if returned else int", which stubs make overloads
/// of.
template <Text text>
struct Typed : nb::object {
    static constexpr auto Name = nb::detail::const_name(text.characters);
    using nb::object::object;
    Typed(nb::object&& other) : nb::object(std::move(other)) {}
    Typed(const nb::object& other) : nb::object(other) {}
    static bool check_(nb::handle) { return true; }
};

/// A Python array.
using Array = Typed<"ndarray">;

/// The Python type `cuprum.ndarray`, set while the module is made.
extern PyTypeObject* ndarray_type;

/// What a Python array holds: the array, and the Python array that it is a view of, if it is one (`ndarray.base`).
struct PyArray : ndarray {
    explicit PyArray(ndarray&& array, nb::object base = {}) : ndarray(std::move(array)), base(std::move(base)) {}
    PyArray(const ndarray& array, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
            std::int64_t extra_offset, nb::object base)
        : ndarray(array, shape, strides, extra_offset), base(std::move(base)) {}
    nb::object base;
};

inline bool is_ndarray(PyObject* object) {
    PyTypeObject* const type = Py_TYPE(object);
    // Types that are not made at run time, as Python's numbers, cannot derive from one that is.
    return type == ndarray_type ||
           (PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) && PyType_IsSubtype(type, ndarray_type));
}
/// Whether it is an array of NumPy's.
bool is_numpy_array(PyObject* object);
inline PyArray& unwrap_held(PyObject* object) { return *nb::inst_ptr<PyArray>(nb::handle(object)); }
inline const ndarray& unwrap(PyObject* object) { return unwrap_held(object); }
/// A new Python array; takes the shortest way there is.
PyObject* wrap(ndarray&& array);
inline Array wrap_object(ndarray&& array) { return nb::steal(wrap(std::move(array))); }
/// A new Python array that was made from another one: of its class, and with it as base where they share memory.
PyObject* wrap_from(PyObject* source, ndarray&& array);
inline Array wrap_from_object(PyObject* source, ndarray&& array) {
    return nb::steal(wrap_from(source, std::move(array)));
}
/// A view of a Python array's memory under another layout, made in its place.
PyObject* wrap_view(PyObject* source, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                    std::int64_t extra_offset);
/// The same as `wrap_from` of a copy, which has no base: without elements it has no memory by which it could be told
/// from a view.
Array wrap_copy(PyObject* source, ndarray&& array);
/// The same with another class.
Array wrap_as(PyTypeObject* type, PyObject* source, ndarray&& array);
/// A new Python array of a class, made from nothing.
Array wrap_new(PyTypeObject* type, ndarray&& array);
/// A tuple of new Python arrays.
Typed<"tuple[ndarray, ...]"> wrap_tuple(std::vector<ndarray>&& arrays);

/// numpy.dtype of a dtype; a borrowed reference.
PyObject* numpy_dtype(DType dtype);
/// From whatever numpy.dtype() takes, ml_dtypes' types too. Throws TypeError for dtypes that arrays cannot have.
DType to_dtype(PyObject* object);
std::optional<DType> to_optional_dtype(PyObject* object);  // None gives nothing

/// The scalar behind a Python or NumPy number (Python's are weak); nothing if the object is no number.
std::optional<Scalar> to_scalar(PyObject* object);
/// Python's or NumPy's object for a value: NumPy scalars keep the dtype, `plain` gives bool, int, float or complex.
nb::object from_scalar(const Scalar& scalar, bool plain);

/// Whether lists or tuples hold an array, at whatever depth.
bool holds_arrays(PyObject* object);

/// An array from nested sequences, scalars, NumPy arrays, buffers, cuprum arrays (`cuprum.array`).
ndarray make_array(PyObject* object, std::optional<DType> dtype, bool copy, char order = 'K', int ndmin = 0);

Shape to_shape(PyObject* object);  // an int, or a sequence or an array of ints
Axes to_axes(PyObject* object);    // the same, or None
char to_order(PyObject* object, const char* allowed = "CFAK");
Casting to_casting(PyObject* object);
std::int64_t to_index(PyObject* object);  // __index__
bool is_index(PyObject* object);          // whether it is one whole number: not every array that has __index__ is
std::vector<ndarray> to_arrays(PyObject* object);  // a sequence of arrays
Typed<"tuple[int, ...]"> from_dims(const Dims& dims);

// Parameters of bound functions. They carry the Python object and convert it when used, so that a bad argument raises
// its own error instead of nanobind's "incompatible function arguments".

//
// `type` is how signatures name what is taken, in docstrings and in the type stubs that are made from them
// (tools/make_stubs.py, python/cuprum/_types.pyi). One that `takes_none` does so whatever the parameter's default is;
// the others do where the default is None.

struct ObjectArg {
    static constexpr auto type = nb::detail::const_name("object");
    static constexpr bool takes_none = true;
    PyObject* object = nullptr;
    bool is_none() const { return object == Py_None; }
};

/// An object of a type that a text tells, as a type of Python's would.
template <Text text>
struct Arg : ObjectArg {
    static constexpr auto type = nb::detail::const_name(text.characters);
    static constexpr bool takes_none = false;
};

/// One of some words, or any text, as a type tells.
template <Text text>
struct WordArg : Arg<text> {
    operator std::string_view() const {
        Py_ssize_t length = 0;
        const char* characters =
            PyUnicode_Check(this->object) ? PyUnicode_AsUTF8AndSize(this->object, &length) : nullptr;
        if (!characters) throw TypeError("expected a string, not " + std::string(Py_TYPE(this->object)->tp_name));
        return {characters, static_cast<std::size_t>(length)};
    }
    operator std::string() const { return std::string(std::string_view(*this)); }
};
using ModeArg = WordArg<"Literal['raise', 'wrap', 'clip']">;
/// What a function needs not look at.
using IgnoredFlagArg = Arg<"bool">;
/// Columns or rows at which, or a number of parts into which, arrays are divided.
using SectionsArg = Arg<"int | Sequence[int]">;

#define CUPRUM_TAKES(text, none)                               \
    static constexpr auto type = nb::detail::const_name(text); \
    static constexpr bool takes_none = none;

struct BoolArg : ObjectArg {
    CUPRUM_TAKES("bool", true)
    operator bool() const {
        int truth = PyObject_IsTrue(object);
        if (truth < 0) throw nb::python_error();
        return truth != 0;
    }
};

/// Whether an object is an array of another library that takes part in NumPy's protocol of functions, as Dask's,
/// xarray's and sparse arrays do.
bool takes_part_in_numpy(PyObject* object);

/// An array; sequences, scalars and NumPy's arrays are made into one.
struct ArrayArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", false)
    const ndarray& get() const;
    operator const ndarray&() const { return get(); }
    bool is_numpy() const { return !is_ndarray(object) && is_numpy_array(object); }
    /// Whether it is an array of another library, NumPy's or one that takes part in NumPy's protocol of functions: its
    /// own method is called where CuPy's function calls one.
    bool is_foreign() const { return is_numpy() || takes_part_in_numpy(object); }

protected:
    bool refuses_numpy_ = false;

private:
    mutable std::optional<ndarray> made_;
};
/// An array where NumPy's arrays are refused, so that no copy to a device goes unnoticed: what ufuncs and operators
/// take, and what CuPy's other functions refuse.
struct DeviceArrayArg : ArrayArg {
    CUPRUM_TAKES("ArrayLike", false)
    DeviceArrayArg() { refuses_numpy_ = true; }
};
/// An array or None.
struct OptionalArrayArg : ArrayArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", true)
    const ndarray* pointer() const { return is_none() ? nullptr : &get(); }
};
/// The object whose method is called. One of another class is refused before the call: a method can be got from its
/// class and called with anything.
template <class T>
struct Self {
    static constexpr auto type = nb::detail::const_name("object");
    PyObject* object = nullptr;
    static bool is(PyObject* object) { return nb::isinstance<T>(nb::handle(object)); }
    PyObject* ptr() const { return object; }
    T& operator*() const { return *nb::inst_ptr<T>(nb::handle(object)); }
    T* operator->() const { return &**this; }
    operator nb::handle() const { return object; }
};
/// The array whose method is called.
struct SelfArg : Self<PyArray> {
    static constexpr auto type = nb::detail::const_name("ndarray");
    static bool is(PyObject* object) { return is_ndarray(object); }
    operator const ndarray&() const { return unwrap(object); }
};
/// A function of an array as its method.
template <class F, class Result, class First, class... Rest>
auto as_method(const F& function, Result (F::*)(First, Rest...) const) {
    return [function](SelfArg self, Rest... rest) -> Result {
        First first;
        first.object = self.object;
        return function(std::move(first), std::move(rest)...);
    };
}
template <class F>
auto as_method(const F& function) {
    return as_method(function, &F::operator());
}
/// What a function makes of an argument: of the argument's class, and with it as base where they share memory.
inline Array wrap_from_object(const ArrayArg& source, ndarray&& array) {
    return is_ndarray(source.object) ? wrap_from_object(source.object, std::move(array))
                                     : wrap_object(std::move(array));
}
/// What the method of that name gives for another library's array: CuPy's functions that only call a method of their
/// argument do that. Arguments that are None are left out.
Array numpys_method(const char* method, const ArrayArg& array,
                    std::initializer_list<std::pair<const char*, PyObject*>> arguments);
/// None, an array, or a tuple of one.
struct OutArg : ObjectArg {
    CUPRUM_TAKES("ndarray | tuple[ndarray]", true)
    PyObject* given() const {
        return PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 1 ? PyTuple_GET_ITEM(object, 0) : object;
    }
    const ndarray* pointer() const;
    operator const ndarray*() const { return pointer(); }
    /// What the function returns: the very object that was given, else the new array.
    Array or_new(ndarray&& result) const {
        return given() == Py_None ? wrap_object(std::move(result)) : nb::borrow<Array>(given());
    }
    /// The same, where a new array is of the class of the one that it was made from.
    Array or_new(ndarray&& result, const ArrayArg& source) const {
        if (given() == Py_None && is_ndarray(source.object) && Py_TYPE(source.object) != ndarray_type)
            return wrap_from_object(source.object, std::move(result));
        return or_new(std::move(result));
    }
};
/// A mask; True, None and NumPy's "no value" are none.
struct WhereArg : ArrayArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", false)
    /// Whether an object is true or false whatever its type is: a number, or a list of them.
    static bool is_literal(PyObject* object);
    const ndarray* pointer() const;

private:
    mutable std::optional<ndarray> mask_;  // of a literal
};
/// A scalar; None and NumPy's "no value" are none.
struct OptionalScalarArg : ObjectArg {
    CUPRUM_TAKES("Scalar", true)
    operator std::optional<Scalar>() const;
};
struct OperandArg : ArrayArg {
    operator Operand() const {
        if (!is_ndarray(object))
            if (auto scalar = to_scalar(object)) return Operand(*scalar);
        return Operand(get());
    }
};
struct DeviceOperandArg : OperandArg {
    CUPRUM_TAKES("ArrayLike", false)
    DeviceOperandArg() { refuses_numpy_ = true; }
};
struct ScalarArg : ObjectArg {
    CUPRUM_TAKES("Scalar", false)
    operator Scalar() const;
};
struct DTypeArg : ObjectArg {
    CUPRUM_TAKES("DTypeLike", true)
    operator DType() const { return to_dtype(object); }
};
struct OptionalDTypeArg : ObjectArg {
    CUPRUM_TAKES("DTypeLike", true)
    operator std::optional<DType>() const { return to_optional_dtype(object); }
    DType value_or(DType other) const { return to_optional_dtype(object).value_or(other); }
};
struct ShapeArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", false)
    operator Shape() const { return to_shape(object); }
};
struct OptionalShapeArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", true)
    operator std::optional<Shape>() const { return is_none() ? std::nullopt : std::optional(to_shape(object)); }
};
struct AxesArg : ObjectArg {
    CUPRUM_TAKES("int | Sequence[int]", true)
    operator Axes() const { return to_axes(object); }
    /// Those of a reduction. An array without axes takes 0 and -1 as numbers alone, as in NumPy: AxisError for a tuple.
    Axes of(const ndarray& a) const {
        Axes axes = to_axes(object);
        if (a.ndim() == 0 && axes && !axes->empty() && !PyLong_Check(object) && !PyIndex_Check(object)) [[unlikely]]
            normalize_axis((*axes)[0], 0);
        return axes;
    }
};
struct AxisArg : ObjectArg {
    CUPRUM_TAKES("int", false)
    operator std::int64_t() const { return to_index(object); }
};
/// None or an int.
struct OptionalIntArg : ObjectArg {
    CUPRUM_TAKES("int", true)
    operator std::optional<std::int64_t>() const {
        if (is_none()) return std::nullopt;
        return to_index(object);
    }
};
struct OrderArg : ObjectArg {
    CUPRUM_TAKES("Literal['C', 'F', 'A', 'K']", true)
    operator char() const { return to_order(object); }
};
struct CastingArg : ObjectArg {
    CUPRUM_TAKES("Literal['no', 'equiv', 'safe', 'same_kind', 'unsafe']", false)
    operator Casting() const { return to_casting(object); }
};
struct ArraysArg : ObjectArg {
    CUPRUM_TAKES("ndarray | Sequence[ArrayLike | numpy.ndarray]", false)
    operator std::vector<ndarray>() const { return to_arrays(object); }
};

/// An array of NumPy where one of the device is needed, or the other way round. Python: a TypeError that names its
/// help.
class MixedArraysError : public TypeError {
public:
    using TypeError::TypeError;
};

/// An argument was refused; functions say which of theirs it is (functions.cpp).
[[noreturn]] void refuse_argument(PyObject* object, const std::string& message);

/// Sets the Python error that the C++ exception being handled stands for.
void set_python_error();

/// The current Python error as a C++ exception.
[[noreturn]] inline void raise_python_error() { throw nb::python_error(); }

}  // namespace cuprum::python

namespace nanobind::detail {

template <class T>
    requires std::is_base_of_v<cuprum::python::ObjectArg, T>
struct type_caster<T> {
    NB_TYPE_CASTER(T, T::type)
    bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
        value.object = source.ptr();
        return true;
    }
    static handle from_cpp(const T& source, rv_policy, cleanup_list*) noexcept {
        return handle(source.object).inc_ref();
    }
};

template <class T>
    requires requires { T::is(nullptr); }
struct type_caster<T> {
    NB_TYPE_CASTER(T, T::type)
    bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
        value.object = source.ptr();
        return T::is(source.ptr());
    }
};

template <class T>
    requires(std::is_base_of_v<cuprum::python::ObjectArg, T> && T::takes_none)
struct has_arg_defaults<T> : std::true_type {};

template <>
struct type_caster<cuprum::ndarray> {
    using Value = cuprum::ndarray;
    static constexpr auto Name = const_name("ndarray");
    template <class T>
    using Cast = precise_cast_t<T>;

    bool from_python(handle source, uint8_t, cleanup_list*) noexcept {
        if (!cuprum::python::is_ndarray(source.ptr())) return false;
        value_ = &cuprum::python::unwrap_held(source.ptr());
        return true;
    }
    static handle from_cpp(cuprum::ndarray source, rv_policy, cleanup_list*) noexcept {
        try {
            return cuprum::python::wrap(std::move(source));
        } catch (...) {
            cuprum::python::set_python_error();
            return {};
        }
    }
    template <class T>
    bool can_cast() const noexcept {
        return true;
    }
    operator cuprum::ndarray*() { return value_; }
    operator cuprum::ndarray&() { return *value_; }

private:
    cuprum::ndarray* value_;
};

template <>
struct type_caster<cuprum::DType> {
    NB_TYPE_CASTER(cuprum::DType, const_name("numpy.dtype"))
    bool from_python(handle, uint8_t, cleanup_list*) noexcept { return false; }  // DTypeArg is for parameters
    static handle from_cpp(cuprum::DType source, rv_policy, cleanup_list*) noexcept {
        return handle(cuprum::python::numpy_dtype(source)).inc_ref();
    }
};

template <>
struct type_caster<cuprum::Dims> {
    NB_TYPE_CASTER(cuprum::Dims, const_name("tuple[int, ...]"))
    bool from_python(handle, uint8_t, cleanup_list*) noexcept { return false; }
    static handle from_cpp(const cuprum::Dims& source, rv_policy, cleanup_list*) noexcept {
        return cuprum::python::from_dims(source).release();
    }
};

}  // namespace nanobind::detail
