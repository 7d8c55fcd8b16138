// How elements come from memory into a kernel's text, and when a conversion rounds on the way.
#pragma once

#include "kernel/graph/expression.h"

namespace cuprum::kernel {

/// The name of a dtype as an input is stored: as `storage_type`, but bools may be any bytes ("cuprum::stored_bool").
std::string input_type(DType dtype);

/// Whether a conversion rounds to a 16-bit float, which computes in a wider type.
bool rounds_to_half(DType from, DType to);

/// The statement of a step that rounds what computes in a wider type.
std::string rounding_body(DType dtype);

/// Whether a GPU's thread is to have one copy of its statements.
bool is_long(const Expression::Step& step);

/// Whether a GPU's thread must not execute a step's statements for elements that do not exist, whose operands are
/// whatever its registers hold. This is so for users' statements, and for functions that loop as often as an integer
/// operand says or that run for long: from such an operand they may not return.
bool needs_real_operands(const Expression::Step& step);

/// The value of an expression as a dtype has it, which may compute in a wider one: rounded, if need be.
ValueId converted(Expression& expression, ValueId value, DType dtype);

}  // namespace cuprum::kernel
