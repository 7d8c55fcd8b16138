// What the host hands to the kernel of sparse_triangle.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int sparse_triangle_block = 32;  // threads: one warp, of as many rows

/// Solves A X = B for a triangular A in rows; X holds B before, both in C order.
struct SparseTriangleArgs {
    const void *data, *indices, *indptr;
    void* x;
    unsigned* state;  // [0]: warps that have begun, [1]: a zero on the diagonal was seen, then a mark for each warp's
                      // rows that are done
    long long rows, columns;
    int lower, unit;  // the elements beside the diagonal that count; whether the diagonal is one
};

}  // namespace cuprum
