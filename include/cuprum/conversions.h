// Conversions that look at values: literals that take a dtype, casts that must not change anything.
#pragma once

#include <span>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// Operands as arrays: a literal becomes an array without axes, of the dtype that it takes beside the others. Where
/// that is an integer's, its value wraps around.
///
/// Parameters
///     operands: arrays and scalars.
/// Returns
///     An array for each.
/// Example
///     cuprum::choose(which, cuprum::literals_as_arrays(std::vector<cuprum::Operand>{a, 5}));
std::vector<ndarray> literals_as_arrays(std::span<const Operand> operands);

/// Checks that a conversion keeps every element (`astype(casting='same_value')`): NaN stays NaN, and of bool only the
/// truth is asked.
///
/// Parameters
///     a: the array. dtype: what it is to become.
/// Raises
///     ValueError: an element would change.
void check_same_values(const ndarray& a, DType dtype);

}  // namespace cuprum
