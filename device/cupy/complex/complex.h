// The name by which programs written for CuPy include complex<T>.
#pragma once

#include <cuprum/complex.cuh>
