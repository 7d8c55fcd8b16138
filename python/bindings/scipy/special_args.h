// Parameters of cuprumx.scipy.special as Python gives them.
#pragma once

#include <cmath>
#include <string>

#include "../convert.h"

namespace cuprum::python {

/// A whole number, also as a float of no fraction.
struct WholeArg : ObjectArg {
    CUPRUM_TAKES("int | float", false)
    operator std::int64_t() const {
        if (PyIndex_Check(object)) return to_index(object);
        const double number = PyFloat_AsDouble(object);
        if (number == -1 && PyErr_Occurred()) throw nb::python_error();
        if (number != std::floor(number) || std::abs(number) > 9e15)
            throw ValueError("an integer is needed, not " + std::to_string(number));
        return static_cast<std::int64_t>(number);
    }
};

}  // namespace cuprum::python
