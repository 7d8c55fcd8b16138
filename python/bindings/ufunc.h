// What the binding of arrays takes from that of ufuncs.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// What an object of `cuprum.ufunc` holds: the ufunc, and the function by which Python calls it.
struct PyUfunc {
    const Ufunc* ufunc;
    vectorcallfunc vectorcall;
};

/// Python's object for a ufunc, which lives as long as the process.
nb::object wrap_ufunc(const Ufunc& ufunc);

/// The slots of Python's operators.
const std::vector<PyType_Slot>& operator_slots();

/// Runs `body` and turns a C++ exception into the Python error that it stands for.
template <class F>
PyObject* guarded(F&& body) {
    try {
        return body();
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

}  // namespace cuprum::python
