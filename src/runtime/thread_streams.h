// The streams that threads begin with, and the current one that each has on each device.
#pragma once

#include "backend.h"
#include "cuprum/block.h"

namespace cuprum::runtime {

/// Whether threads begin with default streams of their own (CUPRUM_CUDA_PER_THREAD_DEFAULT_STREAM). The null handle
/// then stands for the calling thread's, and the one that all threads share is CUDA's number 1.
extern const bool default_stream_per_thread;

/// The handle by which libraries and the memory's books know a stream.
inline StreamHandle named(StreamHandle stream) {
    return stream || !default_stream_per_thread ? stream : ::cuprum::cuda::per_thread_handle;
}

/// The handle of the calling thread's stream on `device`.
StreamHandle thread_stream(int device);

/// Makes the calling thread's stream on `device` the default one where it is `stream`, which is about to be destroyed.
void leave_stream(int device, StreamHandle stream);

}  // namespace cuprum::runtime
