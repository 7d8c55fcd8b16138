// Refuses draws of random numbers while a function is traced.
#pragma once

#include "cuprum/error.h"
#include "cuprum/fuse.h"

namespace cuprum::random {

/// Random numbers drawn while a function is traced would be the same at every later call.
inline void refuse_in_trace() {
    if (is_tracing())
        throw TypeError(
            "random numbers cannot be drawn inside of a fused function, which is called once to be traced: draw them "
            "before, and hand the array to the function");
}

}  // namespace cuprum::random
