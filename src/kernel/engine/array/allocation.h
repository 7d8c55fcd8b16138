// New arrays, as engines need them.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// An array whose elements are not set, laid out in C ('C') or Fortran order ('F').
ndarray new_array(const Shape& shape, DType dtype, char order = 'C');

/// An array like `a`, of its shape unless `shape` says otherwise; with order 'K' its axes lie in memory in the order in
/// which they do there. `make` is new_array or new_result (kernel/engine/deferral.h).
ndarray new_array_like(const ndarray& a, DType dtype, char order = 'K', const Shape* shape = nullptr,
                       ndarray (*make)(const Shape&, DType, char) = new_array);

/// An array of `value`.
ndarray filled(const Shape& shape, const Scalar& value, DType dtype);

}  // namespace cuprum::kernel
