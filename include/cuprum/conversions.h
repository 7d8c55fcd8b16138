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

/// Checks that a number can become an element, as NumPy has it: an integer must be within the dtype's range, a float
/// too once it is cut off to a whole number, but scalars that have a dtype wrap around in unsigned integers. A literal
/// that is complex becomes no real number, and a literal float no time.
///
/// Parameters
///     value: the number. dtype: that of the array it is put into.
/// Raises
///     OverflowError: out of range. ValueError: NaN for an integer, a literal float for a time. TypeError: a complex
///     literal for a real number.
void check_element(const Scalar& value, DType dtype);

}  // namespace cuprum
