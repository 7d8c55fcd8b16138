// Arguments of `cov` and `corrcoef`.
#pragma once

#include <cmath>

#include "number.h"

namespace cuprum::python {

/// A whole number, also as a float or an array, or None.
struct FreedomArg : Arg<"int"> {
    operator std::optional<std::int64_t>() const {
        if (is_none()) return std::nullopt;
        const auto number = scalar_or_item(object);
        if (!number || number->to_double() != std::floor(number->to_double())) throw ValueError("ddof must be integer");
        return number->to_int();
    }
};

/// NumPy's warning where arguments of old are given.
inline void warn_of_no_effect(const ObjectArg& bias, const ObjectArg& ddof) {
    if (bias.is_none() && ddof.is_none()) return;
    if (PyErr_WarnEx(PyExc_DeprecationWarning, "bias and ddof have no effect and are deprecated", 1) < 0)
        raise_python_error();
}

}  // namespace cuprum::python
