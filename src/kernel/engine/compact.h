// Where an array is true (not zero), and what lies there.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// The elements of `a` where `mask`, of the same shape and any dtype, is true, in C order. The host waits for their
/// number.
ndarray select(const ndarray& a, const ndarray& mask);

/// The coordinates of the elements that are true, in C order: int64 of shape (ndim, count), or (count, ndim) where
/// `by_element`. The host waits for their number.
ndarray true_coordinates(const ndarray& mask, bool by_element = false);

}  // namespace cuprum::kernel
