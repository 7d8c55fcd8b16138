// One element of an array, for the host.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// Brings the bytes of the element `offset` bytes from the array's first to host memory, in the current stream's order,
/// and waits until they are there. The caller answers for the place being inside the array.
///
/// Example:
///     float third;
///     read_element(a, 2 * a.strides()[0], &third);
void read_element(const ndarray& array, std::int64_t offset, void* target);

}  // namespace cuprum
