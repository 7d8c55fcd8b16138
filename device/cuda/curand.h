// What CUDA declares here, <curand_kernel.h> has on a CPU.
#pragma once

#include <curand_kernel.h>
