// What functions of peaks check.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// The samples in a dtype that kernels compare, float32 or float64. Throws ValueError unless of one dimension.
ndarray checked_samples(const ndarray& x);

}  // namespace cuprum::scipy::signal
