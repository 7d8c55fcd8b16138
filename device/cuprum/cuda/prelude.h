// The whole of CUDA C++ as a program for NVRTC finds it without any include, for a CPU. The compiler reads it before a
// user's raw kernels.
#pragma once

#include <cuprum/cuda/atomics.h>
#include <cuprum/cuda/intrinsics.h>
#include <cuprum/cuda/language.h>
#include <cuprum/cuda/math.h>
#include <cuprum/cuda/simd.h>
#include <cuprum/cuda/special.h>
#include <cuprum/cuda/standard.h>
#include <cuprum/cuda/textures.h>
#include <cuprum/cuda/threads.h>
// Last, as it takes words away.
#include <cuprum/cuda/unavailable.h>
