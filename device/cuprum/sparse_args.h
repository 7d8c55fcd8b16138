// What the host hands to the kernels of sparse.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sparse_block = 256;       // threads
constexpr int sparse_columns_each = 4;  // of a thread in a product by a matrix
constexpr int sparse_cpu_columns = 32;  // whose sums a CPU's thread holds

/// out = A X, where X is a vector, or a matrix in C order.
struct SparseProductArgs {
    const void *data, *indices, *indptr;
    const long long* order;  // where in the data an entry lies, or null
    const void* x;
    void* out;
    long long rows, columns;  // of the result
    int lanes;  // threads that share a row, or that lie side by side in a row of the result; a power of two
};

}  // namespace cuprum
