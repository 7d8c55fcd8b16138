// What the host hands to the kernels of small_matrices.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

/// Threads of a block, of which `team` neighbours take one matrix: as many as have room for two matrices each in shared
/// memory.
constexpr int small_matrices_block(int team, int itemsize) {
    int threads = 128;
    while (threads > 32 && threads / team * 2 * team * (team + 1) * itemsize > 40000) threads /= 2;
    return threads;
}

struct SmallMatricesArgs {
    const void* in;  // count x rows x columns
    void* values;    // of each matrix: eigenvalues or singular values; null for inverses
    // Inverses, factors, right-hand sides and then solutions, eigenvectors, or left vectors; then right vectors,
    // transposed and conjugated. Null where they are not wanted.
    void *u, *v;
    int* info;  // of each matrix: 0, or 1 where it has no such result
    long long count;
    int rows, columns;
    int u_columns, v_rows;  // vectors that are wanted, or right-hand sides
    int lower;              // which triangle of a Hermitian matrix is read
};

}  // namespace cuprum
