// Arguments of functions that choose between values and compare.
#pragma once

#include "convert.h"

namespace cuprum::python {

inline std::optional<Operand> optional_operand(const OperandArg& value) {
    if (value.is_none()) return std::nullopt;
    return Operand(value);
}

}  // namespace cuprum::python
