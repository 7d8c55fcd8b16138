// The name by which programs written for CuPy include the atomic functions that CUDA does not have.
#pragma once

#include <cuprum/more_atomics.h>
