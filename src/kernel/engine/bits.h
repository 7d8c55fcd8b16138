// Launches of the kernels that convert truth values to bits, and bits to truth values.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Packs rows along the last axis of `values` (C-contiguous, of one byte an element, what is not zero is a one) into
/// `bits` (C-contiguous, uint8, one byte for eight values, the last filled up with zeros). `little`: the first value is
/// the lowest bit.
void values_to_bits(const ndarray& values, const ndarray& bits, bool little);

/// Writes the bits of rows of `bits` as 0 or 1 to `values` (both C-contiguous, uint8): as many as the last axis of
/// `values` takes, zeros beyond the bits.
void bits_to_values(const ndarray& bits, const ndarray& values, bool little);

}  // namespace cuprum::kernel
