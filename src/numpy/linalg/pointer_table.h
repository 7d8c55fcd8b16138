// Addresses of many matrices, for routines of libraries that want them in the device's memory.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// The addresses (int64) of places that lie `steps` bytes apart along the axes of `shape`.
ndarray addresses(const void* first, const Shape& shape, const Dims& steps);

}  // namespace cuprum
