// What stands around the statement of a row: "out0 = hypot(in0, in1)" is written in terms of in0, in1, ... and out0,
// ..., whatever the variables are called between which a kernel uses it.
#pragma once

#include <string>
#include <vector>

#include "cuprum/dtype.h"

namespace cuprum::kernel {

/// An input or an output of a statement.
struct StatementOperand {
    std::string type;   ///< in0_t or out0_t, as kernels compute: "float".
    std::string value;  ///< Of an input an expression of this type; of an output the variable that takes the result.
};

/// An input of a dtype, which is a variable of any type.
StatementOperand cast_operand(DType dtype, const std::string& variable);

/// A block, a line each without indentation, that has `body` compute its outputs from its inputs.
std::string statement_block(const std::string& body, const std::vector<StatementOperand>& in,
                            const std::vector<StatementOperand>& out);

}  // namespace cuprum::kernel
