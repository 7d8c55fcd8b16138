// Between host memory and arrays.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// A new array with the elements that lie in host memory at `source`, in C order ('C') or Fortran order ('F').
ndarray array_from_host(const void* source, DType dtype, const Shape& shape, char order = 'C');

}  // namespace cuprum
