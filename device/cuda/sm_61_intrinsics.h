// What CUDA declares here, a kernel on a CPU finds without it.
#pragma once

#include <cuprum/cuda/prelude.h>
