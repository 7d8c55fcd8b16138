// Functions that a compiler must not copy into their callers, and loops that it must not unroll.
#pragma once

#include <cuprum/base.h>

// CUPRUM_DEVICE_ONCE is a long function that is called in several places, or by a loop that takes several elements;
// CUPRUM_ROLLED stands before a loop. With all of them inlined and unrolled NVRTC takes minutes for a Bessel function,
// so that loops whose CodeOptions have calls or long_code are compiled with CUPRUM_CALLS. Most others are faster
// on a GPU where nothing is called, some several times. Before CUDA 12.9 calls are not safe
// (src/backend/cuda/nvrtc.cpp).
#if !CUPRUM_GPU
#define CUPRUM_DEVICE_ONCE inline __attribute__((noinline))
#define CUPRUM_ROLLED _Pragma("unroll 1")
#elif CUPRUM_CALLS && __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1209
#define CUPRUM_DEVICE_ONCE __device__ __noinline__ inline
#define CUPRUM_ROLLED _Pragma("unroll 1")
#else
#define CUPRUM_DEVICE_ONCE __device__ inline
#define CUPRUM_ROLLED
#endif
