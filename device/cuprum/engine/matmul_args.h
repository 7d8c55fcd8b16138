// What the host hands to the kernels of matmul.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int matmul_max_batch_dims = 6;

constexpr int matmul_gpu_side = 16;  // a block has 16 x 16 threads, of which each computes 1, 4 x 4 or 8 x 8 elements
constexpr int matmul_block = matmul_gpu_side * matmul_gpu_side;

constexpr int matmul_cpu_rows = 48;        // a tile of C, which one thread computes:
constexpr int matmul_cpu_row_bytes = 512;  // so many rows of so many bytes of accumulators
constexpr int matmul_cpu_depth = 128;

/// C = A B for a batch of matrices. All strides are in bytes.
struct MatmulArgs {
    const void *a, *b;
    void* c;
    long long m, n, k;
    long long a_row, a_column, b_row, b_column, c_row, c_column;
    long long tiles_m, tiles_n;  // a matrix
    int ndim;                    // of the batch
    long long shape[matmul_max_batch_dims];
    long long a_batch[matmul_max_batch_dims], b_batch[matmul_max_batch_dims], c_batch[matmul_max_batch_dims];
};

}  // namespace cuprum
