// Thrust's complex<T> for a CPU is ours, which has its functions in namespace thrust, too.
#pragma once

#include <cuprum/complex.cuh>
