// `==` and `!=` of elements that are no numbers.
#pragma once

#include <span>

#include "cuprum/ufunc.h"

namespace cuprum {

/// Whether elements are equal: structured ones field by field, by their place, plain bytes byte by byte, times by
/// their number in a common unit, where NaT equals nothing. Throws TypeError where the dtypes have no common one.
void compare_described(std::span<const Operand> in, bool is_equal, const UfuncOptions& options, ndarray& result);

}  // namespace cuprum
