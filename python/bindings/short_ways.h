// Shorter ways through functions that nanobind bound, for calls on small arrays, of which its dispatch is a third.
#pragma once

#include "array.h"
#include "ufunc.h"

namespace cuprum::python {

/// The arguments of a call: those by position, behind them those whose names are in a tuple, if there are any.
struct Call {
    PyObject* const* arguments;
    Py_ssize_t count;
    PyObject* names;
};

/// A new reference, or null for a call that is to go the other way.
using ShortWay = PyObject* (*)(const Call&);

/// Puts a way in front of the one that nanobind made, which is taken for whatever the first one leaves to it, and which
/// tells what was wrong. Signatures and texts stay as they are.
template <ShortWay way>
struct Shortened {
    static inline vectorcallfunc other_way = nullptr;

    static PyObject* call(PyObject* function, PyObject* const* arguments, std::size_t flags, PyObject* names) {
        PyObject* result = guarded([&] { return way({arguments, PyVectorcall_NARGS(flags), names}); });
        return result || PyErr_Occurred() ? result : other_way(function, arguments, flags, names);
    }

    static void apply(nb::handle function) {
        auto& entry = *reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function.ptr()) +
                                                         Py_TYPE(function.ptr())->tp_vectorcall_offset);
        other_way = entry;
        entry = call;
    }
};

/// Whether it is Python's own integer, of 64 bits.
inline bool is_small_integer(PyObject* object, std::int64_t& value) {
    if (!PyLong_CheckExact(object)) return false;
    int overflow = 0;
    value = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0;
}

inline bool are_small_integers(PyObject* const* objects, Py_ssize_t count, Dims& values) {
    if (count > Dims::inline_capacity) return false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        std::int64_t value;
        if (!is_small_integer(objects[i], value)) return false;
        values.push_back(value);
    }
    return true;
}

}  // namespace cuprum::python
