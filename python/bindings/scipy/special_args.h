// Parameters of cuprumx.scipy.special as Python gives them.
#pragma once

#include <cmath>
#include <string>

#include "../convert.h"
#include "cuprum/scipy/special.h"
#include "cuprum/scipy/special_quadratures.h"

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

/// Points and weights, and the weights' sum when asked for.
inline nb::object to_python(scipy::special::Quadrature&& found, bool with_total) {
    nb::object points = wrap_object(std::move(found.points)), weights = wrap_object(std::move(found.weights));
    return with_total ? nb::make_tuple(points, weights, found.total) : nb::make_tuple(points, weights);
}

/// An array, or a tuple of it and its derivatives.
inline nb::object value_and_derivatives(std::vector<ndarray>&& found) {
    if (found.size() == 1) return wrap_object(std::move(found[0]));
    return wrap_tuple(std::move(found));
}

}  // namespace cuprum::python
