// Functions that a GPU's compiler must not copy into their callers.
#pragma once

#include <cuprum/base.h>

// A long function that is called in several places, or by a loop that takes several elements. With all of them inlined,
// NVRTC took minutes for a Bessel function.
#if CUPRUM_GPU
#define CUPRUM_DEVICE_ONCE __device__ __noinline__ inline
#else
#define CUPRUM_DEVICE_ONCE inline __attribute__((noinline))
#endif
