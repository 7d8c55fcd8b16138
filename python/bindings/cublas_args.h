// Arguments of `cuprum.cublas`.
#pragma once

#include "array.h"
#include "cuprum/cublas.h"

namespace cuprum::python {

/// 'N', 'T', 'H', or a bool for whether a matrix is transposed.
struct TransArg : ObjectArg {
    CUPRUM_TAKES("Literal['N', 'T', 'H', 'C'] | bool", false)
    operator char() const {
        if (PyBool_Check(object)) return object == Py_True ? 'T' : 'N';
        const auto text = PyUnicode_Check(object) ? nb::cast<std::string>(nb::handle(object)) : std::string();
        if (text.size() != 1) throw ValueError("trans must be 'N', 'T', 'H' or 'C'");
        return text[0];
    }
};

inline char to_side(std::string_view word) { return word.size() == 1 ? word[0] : '?'; }

}  // namespace cuprum::python
