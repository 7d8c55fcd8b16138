// Bytes that the device moves or clears without a kernel.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Copies an array's bytes to one of the same dtype and layout on the same device. False, and nothing done, where a
/// kernel does it better: few bytes, or a call that is recorded.
bool copy_bytes(const ndarray& source, const ndarray& target);

/// Sets the bytes of an array without gaps to zero. False, and nothing done, where the call is recorded.
bool clear_bytes(const ndarray& target);

}  // namespace cuprum::kernel
