// Operands as arrays.
#pragma once

#include "cuprum/creation.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::special {

/// An operand as an array; a number as one of int64, float64 or complex128.
inline ndarray as_array(const Operand& operand) {
    return operand.is_array() ? operand.array() : full({}, operand.scalar(), operand.dtype());
}

/// The same in double precision: what functions of whole orders give, which NumPy's promotion widens.
inline ndarray in_double(const Operand& operand) {
    const ndarray a = as_array(operand);
    return a.astype(is_complex(a.dtype()) ? DType::complex128 : DType::float64, 'K', Casting::unsafe, false);
}

}  // namespace cuprum::scipy::special
