// Arguments of convolutions.
#pragma once

#include "convert.h"

namespace cuprum::python {

/// "valid", "same", "full", or NumPy's numbers for them.
struct ConvolutionModeArg : ObjectArg {
    CUPRUM_TAKES("Literal['full', 'same', 'valid'] | int", false)
    operator std::string_view() const {
        if (PyUnicode_Check(object)) return nb::cast<const char*>(nb::handle(object));
        if (!PyLong_Check(object) || PyBool_Check(object))
            throw TypeError(
                std::string("convolve/correlate mode not understood: it is 'valid', 'same' or 'full', found ") +
                Py_TYPE(object)->tp_name);
        const std::int64_t number = to_index(object);
        if (number < 0 || number > 2) throw ValueError("integer convolve/correlate mode must be 0, 1, or 2");
        static constexpr const char* names[] = {"valid", "same", "full"};
        return names[number];
    }
};

}  // namespace cuprum::python
