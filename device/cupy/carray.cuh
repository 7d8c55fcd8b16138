// The name by which programs written for CuPy include CArray<T, N>, which `ndarray.cstruct` passes to a kernel.
#pragma once

#include <cuprum/carray.h>
