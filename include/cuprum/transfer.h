// Between host memory and arrays.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// A new array with the elements that lie in host memory at `source`, in C order ('C') or Fortran order ('F').
ndarray array_from_host(const void* source, DType dtype, const Shape& shape, char order = 'C');

/// Copies `nbytes()` bytes in C order from the host, on the current stream. Memory that is not page-locked has been
/// read when this returns; page-locked memory must stay as it is until the stream has come to it.
void upload(const ndarray& array, const void* source);
/// Copies the elements to host memory in C or Fortran order, on the current stream. Unless `blocking`, the caller waits
/// for the stream before the memory is read.
void download(const ndarray& array, void* target, char order, bool blocking);

}  // namespace cuprum
