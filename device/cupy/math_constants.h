// The name by which programs written for CuPy include CUDART_INF, CUDART_PI and their like.
#pragma once

#include <cuprum/math_constants.h>
