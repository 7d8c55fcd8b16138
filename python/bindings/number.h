// Parameters that are one number.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// A number, or an array without axes, of NumPy or of a device, as one; none where it is anything else.
inline std::optional<Scalar> scalar_or_item(PyObject* object) {
    if (is_ndarray(object)) {
        const ndarray& array = unwrap(object);
        return array.ndim() == 0 ? std::optional(array.item()) : std::nullopt;
    }
    if (auto number = to_scalar(object)) return number;
    if (nb::hasattr(nb::handle(object), "__array_interface__"))
        if (const nb::object item = nb::handle(object).attr("item");
            nb::cast<int>(nb::handle(object).attr("ndim")) == 0)
            return to_scalar(item().ptr());
    return std::nullopt;
}

}  // namespace cuprum::python
