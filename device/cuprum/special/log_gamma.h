// The logarithm of the gamma function's size, by the C library's or CUDA's function, in the type of the operand.
#pragma once

#include <cuprum/real_math.h>

namespace cuprum::special {

/// -inf stays, as in SciPy; the C library gives inf there.
CUPRUM_DEVICE float gammaln(float x) { return x == -limits<float>::infinity() ? x : CUPRUM_BUILTIN(lgammaf)(x); }
CUPRUM_DEVICE double gammaln(double x) { return x == -limits<double>::infinity() ? x : CUPRUM_BUILTIN(lgamma)(x); }

}  // namespace cuprum::special
