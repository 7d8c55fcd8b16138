// What the host hands to the kernel of sparse_triangle.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sparse_triangle_side = 32;  // rows of a warp
/// Warps of a block, whose inverses fill the memory that they share.
constexpr int sparse_triangle_warps(unsigned long long size) { return size <= 8 ? 4 : 2; }

/// Solves A X = B for a triangular A in rows; X and B are in C order. On a GPU all bits of X are set before.
struct SparseTriangleArgs {
    const void *data, *indices, *indptr, *b;
    void* x;
    unsigned* state;  // [0]: a zero on the diagonal was seen, then for each column the blocks that have begun
    long long rows, columns;
    int lower, unit;  // the elements beside the diagonal that count; whether the diagonal is one
};

}  // namespace cuprum
