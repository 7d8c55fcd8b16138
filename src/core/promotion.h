// The common dtype of any number of dtypes.
#pragma once

#include <span>

#include "cuprum/dtype.h"

namespace cuprum {

/// What all of these are promoted to; at least one. Not promote_types from pair to pair, which would depend on their
/// order: uint16 and int16 beside float32 are float32, as each of them is, though they alone are int32.
DType promote_all(std::span<const DType> dtypes);

}  // namespace cuprum
