// The order of elements that are no numbers: structured ones by their fields, times by their number, plain bytes byte
// by byte.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// Numbers (an array of the same shape, of real or complex numbers) that lie in the order of an array's elements, which
/// are no numbers: they are equal where the elements are, as sorting sees it. Fields are compared one behind the other,
/// the elements of a subarray likewise; NaN and NaT lie behind all others.
ndarray order_numbers(const ndarray& a);

/// The numbers of two arrays of one such dtype, in the shapes of both, in their common order.
std::pair<ndarray, ndarray> common_order_numbers(const ndarray& a, const ndarray& b);

}  // namespace cuprum
