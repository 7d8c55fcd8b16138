#pragma once

#include "cuprum/kernel.h"

namespace cuprum::distributed {

/// Multiplies element (k, j) of some columns of a matrix of n elements by exp(-+ 2 pi i k j / n).
const ElementwiseKernel& twiddles();

}  // namespace cuprum::distributed
