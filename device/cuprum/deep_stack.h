// Kernels whose functions call themselves need a deeper stack on a GPU, as no compiler can tell how deep it has to be.
// base.h includes this header where a row's column says so (CodeOptions::long_code).
#pragma once

#if defined(__CUDACC__) && !defined(__clang__)
// src/backend/cuda looks for this name in a module.
extern "C" __device__ char cuprum_deep_stack = 0;
#endif
