// `==` and `!=` of elements that are no numbers.
#pragma once

#include <span>

#include "cuprum/ufunc.h"

namespace cuprum {

/// Whether elements are equal: structured ones field by field, by their place, plain bytes byte by byte, times by
/// their number, where NaT equals nothing. Throws TypeError where the dtypes have no common one.
void compare_described(std::span<const Operand> in, bool is_equal, const UfuncOptions& options, ndarray& result);

/// Numbers where kernels can read them: a field of a structured array may begin anywhere, and a copy of it as bytes
/// too.
ndarray readable_numbers(const ndarray& a);

}  // namespace cuprum
