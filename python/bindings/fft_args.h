// Arguments of `cuprum.fft`.
#pragma once

#include "device_arg.h"
#include "fft.h"

namespace cuprum::python {

inline void warn_deprecated(const char* message) {
    if (PyErr_WarnEx(PyExc_DeprecationWarning, message, 1) < 0) raise_python_error();
}

inline Axes to_axis_list(PyObject* object) {
    if (object != Py_None && is_index(object))
        throw TypeError("'int' object is not iterable: axes are a sequence of integers");
    return to_axes(object);
}

/// Lengths of axes: None for an axis's own is NumPy's old way to say -1.
inline std::optional<Dims> to_lengths(const LengthsArg& s, const ndarray& a, const AxesArg& wanted, bool to_real) {
    PyObject* object = s.object;
    if (object == Py_None) return std::nullopt;
    const Axes axes = to_axis_list(wanted.object);
    const nb::object items = nb::steal(PySequence_Tuple(object));
    if (!items.is_valid()) raise_python_error();
    const Py_ssize_t count = PyTuple_GET_SIZE(items.ptr());
    Dims result;
    bool has_none = false;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* item = PyTuple_GET_ITEM(items.ptr(), i);
        if (item != Py_None) {
            result.push_back(to_index(item));
            continue;
        }
        has_none = true;
        // The default of the one-dimensional transform.
        const int axis = axes && i < axes->size() ? normalize_axis((*axes)[static_cast<int>(i)], a.ndim())
                                                  : normalize_axis(i - count, a.ndim());
        result.push_back(to_real && i == count - 1 ? 2 * (a.shape()[axis] - 1) : a.shape()[axis]);
    }
    if (has_none)
        warn_deprecated(
            "Passing an array containing `None` values to `s` is deprecated in NumPy 2.0; pass -1 for an axis's own "
            "length");
    if (!axes)
        warn_deprecated(
            "`axes` should not be `None` if `s` is not `None` (deprecated in NumPy 2.0): name the axes that `s` is "
            "for");
    return result;
}

/// How many samples there are.
struct SampleCountArg : ObjectArg {
    CUPRUM_TAKES("int", false)
    operator std::int64_t() const {
        if (!is_index(object)) throw ValueError("n should be an integer");
        return to_index(object);
    }
};

/// Whatever can be made into an array: CuPy's shifts begin with `asarray`.
struct AnyArrayArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | numpy.ndarray", false)
    ndarray get() const { return is_ndarray(object) ? unwrap(object) : make_array(object, std::nullopt, false); }
};

}  // namespace cuprum::python
