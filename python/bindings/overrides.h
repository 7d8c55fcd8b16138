// Which class a ufunc's result has, and which other objects are asked to compute it: NumPy's rules (NEP 13).
#pragma once

#include <span>

#include "convert.h"
#include "cuprum/ufunc.h"

namespace cuprum::python {

/// Whether it is an array of the very class, or a number of Python's own: what most operands are, about which nothing
/// need be asked.
inline bool is_ordinary(PyObject* object) {
    PyTypeObject* type = Py_TYPE(object);
    return type == ndarray_type || type == &PyFloat_Type || type == &PyLong_Type || type == &PyBool_Type ||
           type == &PyComplex_Type;
}

/// The operand whose class a result takes: of those of subclasses the one with the highest __array_priority__, the
/// first of equals. Null where there is none.
PyObject* giver_of_class(std::span<PyObject* const> operands);

/// Whether one of the operands has an __array_ufunc__ other than arrays' own. Throws TypeError where it is None.
bool is_overridden(std::span<PyObject* const> operands);
/// The call by NumPy's ufunc of the same name, which asks all operands.
PyObject* call_overridden(const char* ufunc, PyObject* args, PyObject* kwargs);

/// Whether a binary operator leaves the work to the other operand, whose reflected method Python then tries.
bool leaves_to(PyObject* self, PyObject* other, bool in_place);

}  // namespace cuprum::python
