// What the host hands to the kernels of krylov.h. Read by the host compiler and by both kernel compilers.
#pragma once

namespace cuprum {

constexpr int krylov_block = 256;  // threads
constexpr int krylov_each = 8;     // elements of a thread at once
/// Vectors that a block multiplies by at once, by the size of a number.
constexpr int krylov_rows(unsigned long long size) { return size > 8 ? 4 : 8; }
constexpr int krylov_tile = krylov_block * krylov_each;
constexpr int krylov_chunks = 512;  // at most, of which each has a sum of its own

/// Vectors of `n` numbers in chunks, a multiple of the tile long.
struct KrylovArgs {
    const void *a, *b;          // vectors that are read
    void *x, *y;                // vectors that are written to
    const void* basis;          // vectors one after the other, of which `count` are used
    const void *sums, *before;  // sums over chunks that are read
    void* made;                 // sums over chunks that are made
    void *shares, *column;      // of the vectors in this round, and altogether
    const void* first;          // those of the first round
    int* again;                 // whether there is a second round
    long long n, chunk, chunks, count;
    long long fresh;   // the vectors that the first round left out
    double threshold;  // what is left of a squared length, at least, where one round will do; none below zero
    int round;
};

}  // namespace cuprum
