// The current stream that each thread has on each device.
#pragma once

#include "backend.h"

namespace cuprum::runtime {

/// The handle of the calling thread's stream on `device`.
StreamHandle thread_stream(int device);

}  // namespace cuprum::runtime
