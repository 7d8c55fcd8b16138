// The dtypes in which SciPy's linear algebra computes.
#pragma once

#include "cuprum/dtype.h"
#include "cuprum/error.h"
#include "cuprum/ndarray.h"

namespace cuprum::scipy::linalg {

/// The first of float32, float64, complex64 and complex128 that holds all values of the array's dtype, as NumPy casts.
inline DType lapack_dtype(const ndarray& a) {
    const DType dtype = a.dtype();
    if (is_inexact(dtype) && info(dtype).itemsize >= 4) return dtype;
    return is_inexact(dtype) || info(dtype).itemsize <= 2 ? DType::float32 : DType::float64;
}

}  // namespace cuprum::scipy::linalg
