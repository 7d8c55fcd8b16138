// CUDA's mathematical constants, for a CPU.
#pragma once

#include <cuprum/cuda/prelude.h>
#include <cuprum/math_constants.h>
