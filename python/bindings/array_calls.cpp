// Shorter ways through the methods and attributes of `cuprum.ndarray` that programs call most.
#include <cstring>

#include "cuprum/element.h"
#include "cuprum/fuse.h"
#include "short_ways.h"

namespace cuprum::python {
namespace {

/// A way for calls of arrays with arguments by position alone.
template <PyObject* (*way)(PyObject* self, PyObject* const* arguments, Py_ssize_t count)>
PyObject* of_array(const Call& call) {
    const bool usual = !call.names && call.count > 0 && is_ndarray(call.arguments[0]);
    return usual ? way(call.arguments[0], call.arguments + 1, call.count - 1) : nullptr;
}

template <auto view>
PyObject* without_arguments(PyObject* self, PyObject* const*, Py_ssize_t count) {
    return count == 0 ? wrap_from(self, view(unwrap(self))) : nullptr;
}
template <auto of>
PyObject* attribute(PyObject* self, PyObject* const*, Py_ssize_t) {
    return of(unwrap(self));
}

PyObject* reshape(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    Dims shape;
    const bool in_tuple = count == 1 && PyTuple_CheckExact(arguments[0]);
    PyObject* const* lengths = in_tuple ? &PyTuple_GET_ITEM(arguments[0], 0) : arguments;
    if (in_tuple) count = PyTuple_GET_SIZE(arguments[0]);
    if ((count == 0 && !in_tuple) || !are_small_integers(lengths, count, shape)) return nullptr;
    return wrap_from(self, unwrap(self).reshape(shape));
}

PyObject* astype(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 1) return nullptr;
    return wrap_copy(self, unwrap(self).astype(to_dtype(arguments[0]))).release().ptr();
}

PyObject* ravel(PyObject* self, PyObject* const*, Py_ssize_t count) {
    if (count != 0) return nullptr;
    const ndarray& a = unwrap(self);
    if (!a.is_c_contiguous()) return wrap_from(self, a.ravel());
    const std::int64_t length[] = {a.size()}, step[] = {a.itemsize()};
    return wrap_view(self, length, step, 0);
}

PyObject* tolist(PyObject* self, PyObject* const*, Py_ssize_t count) {
    return count == 0 ? to_lists(unwrap(self)).release().ptr() : nullptr;
}
PyObject* tobytes(PyObject* self, PyObject* const*, Py_ssize_t count) {
    const bool usual = count == 0 && is_number(unwrap(self).dtype());
    return usual ? to_bytes(unwrap(self)).release().ptr() : nullptr;
}

PyObject* copy_method(PyObject* self, PyObject* const*, Py_ssize_t count) {
    return count == 0 ? wrap_copy(self, unwrap(self).copy()).release().ptr() : nullptr;
}

/// Where the element at a place in C order lies.
std::int64_t offset_of(const ndarray& a, std::int64_t place) {
    std::int64_t offset = 0;
    for (int i = a.ndim() - 1; i >= 0; --i) {
        const std::int64_t length = a.shape()[i], rest = i ? place / length : 0;
        offset += (place - rest * length) * a.strides()[i];
        place = rest;
    }
    return offset;
}

PyObject* item(PyObject* self, PyObject* const* arguments, Py_ssize_t count) {
    const ndarray& a = unwrap(self);
    if (!is_number(a.dtype())) return nullptr;
    if (count == 0 && a.size() == 1) return number_in(a).release().ptr();
    std::int64_t place;
    if (count != 1 || !is_small_integer(arguments[0], place)) return nullptr;
    if (place < 0) place += a.size();
    if (place < 0 || place >= a.size()) return nullptr;
    return number_in(a, offset_of(a, place)).release().ptr();
}

ndarray reversed(const ndarray& a) { return a.transpose(); }
ndarray squeezed(const ndarray& a) { return a.squeeze(); }
ndarray same(const ndarray& a) { return a; }

PyObject* shape(const ndarray& a) {
    note_lengths_read();
    return from_dims(a.shape()).release().ptr();
}
PyObject* dtype(const ndarray& a) { return nb::handle(numpy_dtype(a.dtype())).inc_ref().ptr(); }
PyObject* ndim(const ndarray& a) { return PyLong_FromLong(a.ndim()); }
PyObject* size(const ndarray& a) {
    note_lengths_read();
    return PyLong_FromLongLong(a.size());
}
// The attribute T, apart from the method, as each way has one other.
PyObject* attribute_T(PyObject* self, PyObject* const*, Py_ssize_t) { return wrap_from(self, reversed(unwrap(self))); }

// Of complex arrays a view; of others zeros, on the array's device.
PyObject* attribute_imag(PyObject* self, PyObject* const*, Py_ssize_t) {
    const ndarray& a = unwrap(self);
    return is_complex(a.dtype()) ? wrap_from(self, a.imag()) : nullptr;
}

}  // namespace

namespace {

/// Calls f(T(), make) for the type of the most common dtypes, of which make(value) is Python's number, a new reference.
/// False for other dtypes.
template <class F>
bool with_maker(DType dtype, F f) {
    switch (dtype) {
        case DType::float64: return f(0.0, PyFloat_FromDouble), true;
        case DType::float32: return f(0.0f, [](float x) { return PyFloat_FromDouble(x); }), true;
        case DType::int64: return f(0LL, PyLong_FromLongLong), true;
        case DType::int32: return f(0, [](int x) { return PyLong_FromLong(x); }), true;
        case DType::uint8: return f(std::uint8_t(), [](std::uint8_t x) { return PyLong_FromLong(x); }), true;
        case DType::bool_: return f(std::uint8_t(), [](std::uint8_t x) { return PyBool_FromLong(x); }), true;
        case DType::complex128: return f(Py_complex(), PyComplex_FromCComplex), true;
        default: return false;
    }
}

// The Python number of an element's bytes.
nb::object number_of(DType dtype, const unsigned char* bytes) {
    nb::object number;
    const bool is_made = with_maker(dtype, [&](auto value, auto make) {
        std::memcpy(&value, bytes, sizeof value);
        number = nb::steal(make(value));
    });
    return is_made ? number : from_scalar(Scalar::load(dtype, bytes), true);
}

// Fills a list with the Python numbers of elements that follow one another, as far as they can be made.
void put_numbers(DType dtype, const unsigned char* element, Py_ssize_t length, PyObject* list) {
    const bool is_done = with_maker(dtype, [&](auto value, auto make) {
        for (Py_ssize_t i = 0; i < length; ++i, element += sizeof value) {
            std::memcpy(&value, element, sizeof value);
            PyObject* const number = make(value);
            if (!number) return;
            PyList_SET_ITEM(list, i, number);
        }
    });
    if (is_done) return;
    for (Py_ssize_t i = 0; i < length; ++i, element += itemsize(dtype)) {
        nb::object number = from_scalar(Scalar::load(dtype, element), true);
        if (!number.is_valid()) return;
        PyList_SET_ITEM(list, i, number.release().ptr());
    }
}

// Elements in C order, from an axis on, as lists of lists.
nb::object lists_of(const ndarray& a, int axis, const unsigned char*& element) {
    const std::int64_t length = a.shape()[axis];
    nb::object list = nb::steal(PyList_New(length));
    if (!list.is_valid()) raise_python_error();
    if (axis + 1 == a.ndim()) {
        put_numbers(a.dtype(), element, length, list.ptr());
        element += length * a.itemsize();
        if (PyErr_Occurred()) raise_python_error();
        return list;
    }
    for (std::int64_t i = 0; i < length; ++i)
        PyList_SET_ITEM(list.ptr(), i, lists_of(a, axis + 1, element).release().ptr());
    return list;
}

}  // namespace

nb::object number_in(const ndarray& array, std::int64_t offset) {
    alignas(16) unsigned char bytes[16];
    read_element(array, offset, bytes);
    return number_of(array.dtype(), bytes);
}

nb::bytes to_bytes(const ndarray& a) {
    nb::bytes result = nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, a.nbytes()));
    if (!result.is_valid()) raise_python_error();
    a.get(PyBytes_AS_STRING(result.ptr()));
    return result;
}

nb::object to_lists(const ndarray& a) {
    if (!is_number(a.dtype()) || a.ndim() == 0) return to_host(a, 'C').attr("tolist")();
    std::vector<unsigned char> bytes(static_cast<std::size_t>(a.nbytes()));
    a.get(bytes.data());
    const unsigned char* element = bytes.data();
    return lists_of(a, 0, element);
}

void shorten_calls(nb::class_<PyArray>& type) {
    const auto attribute_of = [&](const char* name) { return nb::object(type.attr(name).attr("fget")); };
    Shortened<of_array<reshape>>::apply(type.attr("reshape"));
    Shortened<of_array<astype>>::apply(type.attr("astype"));
    Shortened<of_array<item>>::apply(type.attr("item"));
    Shortened<of_array<without_arguments<reversed>>>::apply(type.attr("transpose"));
    Shortened<of_array<ravel>>::apply(type.attr("ravel"));
    Shortened<of_array<without_arguments<squeezed>>>::apply(type.attr("squeeze"));
    Shortened<of_array<tolist>>::apply(type.attr("tolist"));
    Shortened<of_array<tobytes>>::apply(type.attr("tobytes"));
    Shortened<of_array<copy_method>>::apply(type.attr("copy"));
    Shortened<of_array<without_arguments<same>>>::apply(type.attr("view"));
    Shortened<of_array<attribute_T>>::apply(attribute_of("T"));
    Shortened<of_array<attribute_imag>>::apply(attribute_of("imag"));
    Shortened<of_array<attribute<shape>>>::apply(attribute_of("shape"));
    Shortened<of_array<attribute<dtype>>>::apply(attribute_of("dtype"));
    Shortened<of_array<attribute<ndim>>>::apply(attribute_of("ndim"));
    Shortened<of_array<attribute<size>>>::apply(attribute_of("size"));
}

}  // namespace cuprum::python
