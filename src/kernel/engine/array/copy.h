// Copying between arrays on the device.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum {

/// Writes `source`, broadcast and cast, to the elements of `target`. Overlapping arrays come out right.
/// Throws ValueError where the shapes do not broadcast to the target's.
void copy_to(const ndarray& source, const ndarray& target);

}  // namespace cuprum
