#include "overrides.h"

namespace cuprum::python {
namespace {

enum class Override : std::uint8_t { none, refused, own };

bool is_numpy_scalar(PyObject* object) {
    static auto* type =
        reinterpret_cast<PyTypeObject*>(nb::object(nb::module_::import_("numpy").attr("generic")).release().ptr());
    return PyType_IsSubtype(Py_TYPE(object), type);
}

// What a class says by its __array_ufunc__.
Override override_of(PyObject* object) {
    if (is_ordinary(object) || is_numpy_scalar(object)) return Override::none;
    static PyObject* numpys =
        nb::object(nb::module_::import_("numpy").attr("ndarray").attr("__array_ufunc__")).release().ptr();
    nb::handle type(reinterpret_cast<PyObject*>(Py_TYPE(object)));
    nb::object found = nb::getattr(type, "__array_ufunc__", nb::handle());
    if (!found.is_valid() || found.is(numpys)) return Override::none;
    if (found.is_none()) return Override::refused;
    if (found.is(nb::handle(reinterpret_cast<PyObject*>(ndarray_type)).attr("__array_ufunc__"))) return Override::none;
    return to_scalar(object) ? Override::none : Override::own;
}

double priority_of(PyObject* object) {
    nb::object priority = nb::getattr(nb::handle(object), "__array_priority__", nb::handle());
    double value = -1e6;  // as NumPy has it for what does not say
    if (priority.is_valid() && nb::try_cast(priority, value)) return value;
    return -1e6;
}

}  // namespace

PyObject* giver_of_class(std::span<PyObject* const> operands) {
    PyObject* giver = nullptr;
    double highest = 0;
    for (PyObject* operand : operands) {
        if (!is_ndarray(operand) || Py_TYPE(operand) == ndarray_type) continue;
        const double priority = priority_of(operand);
        if (giver && priority <= highest) continue;
        giver = operand;
        highest = priority;
    }
    return giver;
}

bool is_overridden(std::span<PyObject* const> operands) {
    bool own = false;
    for (PyObject* operand : operands) {
        const Override said = override_of(operand);
        if (said == Override::refused)
            throw TypeError("operand '" + std::string(Py_TYPE(operand)->tp_name) +
                            "' does not support ufuncs (__array_ufunc__=None)");
        own |= said == Override::own;
    }
    return own;
}

PyObject* call_overridden(const char* ufunc, PyObject* args, PyObject* kwargs) {
    static PyObject* module = nb::object(nb::module_::import_("numpy")).release().ptr();
    nb::object theirs = nb::getattr(nb::handle(module), ufunc, nb::handle());
    if (!theirs.is_valid() || !nb::isinstance(theirs, nb::handle(module).attr("ufunc")))
        throw TypeError("an operand has an __array_ufunc__ of its own, which is asked with NumPy's ufuncs, and '" +
                        std::string(ufunc) + "' is none of these");
    PyObject* result = PyObject_Call(theirs.ptr(), args, kwargs);
    if (!result) raise_python_error();
    return result;
}

bool leaves_to(PyObject* self, PyObject* other, bool in_place) {
    if (is_ordinary(other) || is_numpy_scalar(other)) return false;
    const Override said = override_of(other);
    if (said != Override::none) return said == Override::refused && !in_place;
    if (is_ndarray(other) || PyList_Check(other) || PyTuple_Check(other) || PyRange_Check(other) || to_scalar(other))
        return false;
    nb::handle type(reinterpret_cast<PyObject*>(Py_TYPE(other)));
    if (nb::hasattr(type, "__array_ufunc__")) return false;  // NumPy's arrays: an error that says so
    if (priority_of(other) > priority_of(self)) return true;
    for (const char* protocol : {"__array_interface__", "__cuda_array_interface__", "__cupy_get_ndarray__"})
        if (nb::hasattr(nb::handle(other), protocol)) return false;
    return !in_place;
}

}  // namespace cuprum::python
