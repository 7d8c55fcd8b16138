// Shorter ways through the methods and attributes of `cuprum.ndarray` that programs call most. Each takes the usual
// arguments as Python passes them; anything else goes the way that nanobind bound, which also tells what was wrong.
#include <cstring>

#include "array.h"
#include "cuprum/element.h"
#include "cuprum/fuse.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

/// The arguments of a call by position, the array first.
struct Call {
    PyObject* const* arguments;
    Py_ssize_t count;

    PyObject* self() const { return arguments[0]; }
    const ndarray& array() const { return unwrap(arguments[0]); }
};

/// A new reference, or null for a call that is to go the other way.
using ShortWay = PyObject* (*)(const Call&);

template <ShortWay way>
struct Shortened {
    static inline vectorcallfunc other_way = nullptr;

    static PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t flags, PyObject* names) {
        const Call given{arguments, PyVectorcall_NARGS(flags)};
        if (!names && given.count > 0 && is_ndarray(given.self())) [[likely]] {
            PyObject* result = guarded([&] { return way(given); });
            if (result || PyErr_Occurred()) return result;
        }
        return other_way(function, arguments, flags, names);
    }

    static void apply(nb::handle function) {
        auto& entry = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function.ptr()) +
                                                         Py_TYPE(function.ptr())->tp_vectorcall_offset);
        other_way = entry;
        entry = call;
    }
};

/// Python's own integer, unless it is too large or no such integer.
bool is_small_integer(PyObject* object, std::int64_t& value) {
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0;
}

bool are_small_integers(PyObject* const* objects, Py_ssize_t count, Dims& values) {
    if (count > Dims::inline_capacity) return false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        std::int64_t value;
        if (!is_small_integer(objects[i], value)) return false;
        values.push_back(value);
    }
    return true;
}

template <class F>
PyObject* without_arguments(const Call& call, F view) {
    return call.count == 1 ? wrap_from(call.self(), view(call.array())) : nullptr;
}

PyObject* reshape(const Call& call) {
    Dims shape;
    const bool in_tuple = call.count == 2 && PyTuple_CheckExact(call.arguments[1]);
    PyObject* const* lengths = in_tuple ? &PyTuple_GET_ITEM(call.arguments[1], 0) : call.arguments + 1;
    const Py_ssize_t count = in_tuple ? PyTuple_GET_SIZE(call.arguments[1]) : call.count - 1;
    if ((count == 0 && !in_tuple) || !are_small_integers(lengths, count, shape)) return nullptr;
    return wrap_from(call.self(), call.array().reshape(shape));
}

PyObject* transpose(const Call& call) {
    return without_arguments(call, [](const ndarray& a) { return a.transpose(); });
}
PyObject* reversed_axes(const Call& call) { return transpose(call); }  // the attribute T
PyObject* ravel(const Call& call) {
    return without_arguments(call, [](const ndarray& a) { return a.ravel(); });
}
PyObject* squeeze(const Call& call) {
    return without_arguments(call, [](const ndarray& a) { return a.squeeze(); });
}
PyObject* copy(const Call& call) {
    return without_arguments(call, [](const ndarray& a) { return a.copy(); });
}
PyObject* view(const Call& call) {
    return without_arguments(call, [](const ndarray& a) { return a; });
}
PyObject* astype(const Call& call) {
    return call.count == 2 ? wrap_from(call.self(), call.array().astype(to_dtype(call.arguments[1]))) : nullptr;
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

PyObject* item(const Call& call) {
    const ndarray& a = call.array();
    if (!is_number(a.dtype())) return nullptr;
    if (call.count == 1 && a.size() == 1) return number_in(a, 0).release().ptr();
    std::int64_t place;
    if (call.count != 2 || !is_small_integer(call.arguments[1], place)) return nullptr;
    if (place < 0) place += a.size();
    if (place < 0 || place >= a.size()) return nullptr;
    return number_in(a, offset_of(a, place)).release().ptr();
}

PyObject* shape(const Call& call) {
    note_lengths_read();
    return from_dims(call.array().shape()).release().ptr();
}
PyObject* dtype(const Call& call) { return nb::handle(numpy_dtype(call.array().dtype())).inc_ref().ptr(); }
PyObject* ndim(const Call& call) { return PyLong_FromLong(call.array().ndim()); }
PyObject* size(const Call& call) {
    note_lengths_read();
    return PyLong_FromLongLong(call.array().size());
}

}  // namespace

nb::object number_in(const ndarray& array, std::int64_t offset) {
    alignas(16) unsigned char bytes[16];
    read_element(array, offset, bytes);
    const auto as = [&]<class T>(T value) {
        std::memcpy(&value, bytes, sizeof value);
        return value;
    };
    switch (array.dtype()) {
        case DType::float64: return nb::steal(PyFloat_FromDouble(as(0.0)));
        case DType::float32: return nb::steal(PyFloat_FromDouble(as(0.0f)));
        case DType::int64: return nb::steal(PyLong_FromLongLong(as(0LL)));
        case DType::int32: return nb::steal(PyLong_FromLong(as(0)));
        default: return from_scalar(Scalar::load(array.dtype(), bytes), true);
    }
}

void shorten_calls(nb::class_<PyArray>& type) {
    Shortened<reshape>::apply(type.attr("reshape"));
    Shortened<transpose>::apply(type.attr("transpose"));
    Shortened<ravel>::apply(type.attr("ravel"));
    Shortened<squeeze>::apply(type.attr("squeeze"));
    Shortened<copy>::apply(type.attr("copy"));
    Shortened<view>::apply(type.attr("view"));
    Shortened<astype>::apply(type.attr("astype"));
    Shortened<item>::apply(type.attr("item"));
    Shortened<reversed_axes>::apply(type.attr("T").attr("fget"));
    Shortened<shape>::apply(type.attr("shape").attr("fget"));
    Shortened<dtype>::apply(type.attr("dtype").attr("fget"));
    Shortened<ndim>::apply(type.attr("ndim").attr("fget"));
    Shortened<size>::apply(type.attr("size").attr("fget"));
}

}  // namespace cuprum::python
