// The current stream that each thread has on each device.
#pragma once

#include "backend.h"

namespace cuprum::runtime {

/// The handle of the calling thread's stream on `device`.
StreamHandle thread_stream(int device);

/// Makes the calling thread's stream on `device` the default one where it is `stream`, which is about to be destroyed.
void leave_stream(int device, StreamHandle stream);

}  // namespace cuprum::runtime
