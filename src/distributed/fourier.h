// What Fourier transforms of arrays divided over devices and over processes share.
#pragma once

#include <cstdint>

#include "cuprum/dtype.h"
#include "cuprum/kernel.h"
#include "cuprum/shape.h"

namespace cuprum::distributed {

/// Multiplies element (k, j) of some columns of a matrix of n elements by exp(-+ 2 pi i k j / n).
const ElementwiseKernel& twiddles();
/// A factor of n near its root; 1 for primes.
std::int64_t factor_of(std::int64_t n);

/// In how many slabs an array is transformed and sent, p devices being there.
std::int64_t slabs_of_transform(std::int64_t size, DType dtype, std::int64_t p);

/// The axes of a transform of an array of `ndim` axes: those given, or all. Throws ValueError if there is none.
Dims axes_of_transform(const Axes& given, int ndim);

}  // namespace cuprum::distributed
