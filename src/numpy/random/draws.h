// Arrays for random numbers that are handed out as they are drawn.
#pragma once

#include "cuprum/creation.h"
#include "kernel/engine/deferral.h"

namespace cuprum::random {

/// A new array. While work waits it has no memory, so that a generator without a state in memory may have its numbers
/// wait too.
inline ndarray new_draw(const Shape& shape, DType dtype) {
    return runtime::context.waiting ? kernel::new_pending(shape, dtype) : empty(shape, dtype);
}

}  // namespace cuprum::random
