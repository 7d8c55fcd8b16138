// The name by which programs written for CuPy include bfloat16.
#pragma once

#include <cuprum/carray.h>
