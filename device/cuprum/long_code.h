// A row of ufuncs names this header where the code of its kernels is long: thousands of instructions, of which an
// element needs few. Then the row's kernels are made beforehand (src/kernel/prebuilt), and on a GPU they get a deeper
// stack: some of their functions call themselves, so that no compiler can tell how deep it has to be.
#pragma once

#include <cuprum/base.h>

#if CUPRUM_GPU
// src/backend/cuda looks for this name in a module.
extern "C" __device__ char cuprum_deep_stack = 0;
#endif
