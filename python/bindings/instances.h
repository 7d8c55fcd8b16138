// Uninitialized objects: `kind.__new__(kind)` makes one without calling `__init__`. nanobind's functions refuse them;
// functions in the slots of a type must check.
#pragma once

#include <string>

#include "convert.h"

namespace cuprum::python {

/// For a type that programs do not make objects of: its `tp_new`.
inline PyObject* refuse_new(PyTypeObject* type, PyObject*, PyObject*) {
    return PyErr_Format(PyExc_TypeError, "cannot create '%s' instances", type->tp_name);
}

/// What an object of a class of ours holds. Throws TypeError where `__init__` did not run.
template <class T>
T& instance_of(PyObject* self) {
    if (!nb::inst_ready(nb::handle(self))) [[unlikely]]
        throw TypeError(std::string("'") + Py_TYPE(self)->tp_name + "' object was made without calling __init__");
    return *nb::inst_ptr<T>(nb::handle(self));
}

}  // namespace cuprum::python
