// Functions that a GPU's compiler must not copy into their callers.
#pragma once

#include <cuprum/base.h>

// A long function that is called in several places, or by a loop that takes several elements. With all of them inlined,
// NVRTC took minutes for a Bessel function. Before CUDA 12.9 it has no option that makes such calls safe
// (src/backend/cuda/nvrtc.cpp), so that there these functions are copied all the same.
#if !CUPRUM_GPU
#define CUPRUM_DEVICE_ONCE inline __attribute__((noinline))
#elif __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1209
#define CUPRUM_DEVICE_ONCE __device__ __noinline__ inline
#else
#define CUPRUM_DEVICE_ONCE __device__ inline
#endif
