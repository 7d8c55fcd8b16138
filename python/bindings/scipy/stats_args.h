// Parameters of cuprumx.scipy.stats as Python gives them.
#pragma once

#include <nanobind/stl/pair.h>

#include <vector>

#include "cuprum/scipy/stats.h"
#include "optional_arg.h"

namespace cuprum::python {

/// Arrays, as many as are given.
inline std::vector<ndarray> device_arrays(const nb::args& given) {
    std::vector<ndarray> result;
    for (nb::handle one : given) {
        DeviceArrayArg argument;
        argument.object = one.ptr();
        result.push_back(argument.get());
    }
    return result;
}

/// A power, or several.
struct OrdersArg : ObjectArg {
    CUPRUM_TAKES("float | Sequence[float] | ArrayLike", false)
    operator scipy::stats::Orders() const {
        const bool several =
            PyList_Check(object) || PyTuple_Check(object) ||
            (nb::hasattr(nb::handle(object), "ndim") && nb::cast<int>(nb::handle(object).attr("ndim")) > 0);
        if (!several) return number(object);
        std::vector<double> orders;
        for (nb::handle order : nb::iter(nb::handle(object))) orders.push_back(number(order.ptr()));
        return orders;
    }

private:
    static double number(PyObject* object) { return nb::cast<double>(nb::float_(nb::handle(object))); }
};
/// A number, or the word "normal".
struct ScaleArg : ObjectArg {
    CUPRUM_TAKES("float | Literal['normal']", false)
    operator scipy::stats::Scale() const {
        if (PyUnicode_Check(object)) return std::string_view(nb::cast<const char*>(nb::handle(object)));
        return nb::cast<double>(nb::float_(nb::handle(object)));
    }
};
/// An exponent; of what is none SciPy knows no mean.
struct ExponentArg : ObjectArg {
    CUPRUM_TAKES("float", false)
    operator double() const {
        if (!PyFloat_Check(object) && !PyLong_Check(object))
            throw ValueError("Power mean only implemented for finite numbers as exponents");
        return nb::cast<double>(nb::handle(object));
    }
};
/// True or False, and nothing that is taken for one of them.
struct TrueOrFalseArg : ObjectArg {
    CUPRUM_TAKES("bool", false)
    operator bool() const {
        if (!PyBool_Check(object)) throw TypeError("Expected a boolean value for 'equal_var'");
        return object == Py_True;
    }
};

}  // namespace cuprum::python
