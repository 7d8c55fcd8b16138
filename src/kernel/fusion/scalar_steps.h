// Arithmetic of scalars that a traced function is given: done now, and written down, so that other values can take the
// same way later.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cuprum/scalar.h"

namespace cuprum::kernel {

/// Python's operators between numbers: integers become floats where they are divided or raised to negative powers.
enum class ScalarOperation : std::uint8_t {
    argument,
    constant,  // no operators: where the values come from
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    remainder,
    power,
    negative,
    absolute,
    less,
    less_equal,
    equal,
    not_equal,
    greater,
    greater_equal,
};

/// The result; weak where both operands are. Throws ZeroDivisionError as Python does. The second operand of a unary
/// operation does not count.
Scalar evaluate(ScalarOperation operation, const Scalar& a, const Scalar& b);

/// Where a symbol's value comes from. Symbols are numbers of steps, from 1.
struct ScalarStep {
    ScalarOperation operation;
    int a = 0, b = 0;  ///< Symbols of the operands; of an argument, `a` is its number.
    Scalar value;      ///< Of a constant.
};

/// The values of all symbols for some arguments; the first entry is unused.
std::vector<Scalar> evaluate(std::span<const ScalarStep> steps, std::span<const Scalar> arguments);

/// Whether two scalars are the same: dtype, weakness and bits.
bool identical(const Scalar& a, const Scalar& b);

}  // namespace cuprum::kernel
