// CUDA's asynchronous copies to shared memory for a CPU, where they are made at once.
#pragma once

#include <cuprum/cuda/prelude.h>

/// The last `zfill` bytes of the destination become zero.
__forceinline__ void __pipeline_memcpy_async(void* destination, const void* source, size_t bytes, size_t zfill = 0) {
    __builtin_memcpy(destination, source, bytes - zfill);
    __builtin_memset(static_cast<char*>(destination) + (bytes - zfill), 0, zfill);
}
__forceinline__ void __pipeline_commit() {}
__forceinline__ void __pipeline_wait_prior(size_t) {}
