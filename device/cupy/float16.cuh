// The name by which programs written for CuPy include float16.
#pragma once

#include <cuprum/carray.h>
