// Dtypes and reductions by the numbers that NCCL gives them.
#pragma once

namespace cuprum::cuda::nccl {

/// The dtypes and reductions by NCCL's numbers, as CuPy names them.
enum DataType : int {
    int8 = 0,
    uint8 = 1,
    int32 = 2,
    uint32 = 3,
    int64 = 4,
    uint64 = 5,
    float16 = 6,
    float32 = 7,
    float64 = 8,
    bfloat16 = 9
};
enum Operation : int { sum = 0, prod = 1, max = 2, min = 3, avg = 4 };

}  // namespace cuprum::cuda::nccl
