// Marks for matrices that hold a NaN, for libraries that lose it.
#pragma once

#include "cuprum/ndarray.h"
#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Sets the mark (an int32, in the device's memory) of each matrix of `matrices` (..., m, n) that holds a NaN, or with
/// `infinities` one of these, and leaves those of others as they are; `copy` becomes a copy where it is not null. Both
/// are in C order, of one dtype: float32, float64, complex64 or complex128.
void mark_nan(const ndarray& matrices, const ndarray* copy, int* marks, bool infinities = false);

/// Fills the matrices whose mark is set with NaN, and clears their codes, where `codes` is not null. `matrices` is in C
/// order and holds `count` of them.
void poison(const ndarray& matrices, std::int64_t count, const int* marks, int* codes);

/// The texts of both kernels for a dtype.
KernelSource mark_nan_source(DType dtype);
KernelSource poison_source(DType dtype);

}  // namespace cuprum::kernel
