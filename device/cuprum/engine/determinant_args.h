// What the host hands to the kernels of determinant.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int determinant_block = 128;  // threads, of which each block takes one matrix

struct DeterminantArgs {
    const void* lu;             // column-major factors
    const void* pivots;         // rows that were swapped, counted from 1
    const int* marks;           // null, or of each matrix: whether it holds a NaN, which its factors may have lost
    void *sign, *value;         // of each matrix; `sign` is null where the determinant itself is wanted
    long long n, step, stride;  // elements from one diagonal element to the next, and from matrix to matrix
};

}  // namespace cuprum
