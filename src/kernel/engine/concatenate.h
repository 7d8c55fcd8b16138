// Arrays side by side.
#pragma once

#include <span>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Copies sources that, like the target, are C-contiguous and differ only in the length of `axis`: a launch for every
/// sixteen. The target has room for just them and shares no memory with them.
void concatenate_contiguous(std::span<const ndarray> sources, int axis, const ndarray& target);

}  // namespace cuprum::kernel
