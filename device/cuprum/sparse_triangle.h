// Triangular equations in one kernel: each thread solves a row, as soon as the rows that it needs are marked as done.
//
//     CUPRUM_SPARSE_TRIANGLE(name, T, I)
// Blocks take their rows in the order in which they begin, so that what a row waits for is always under way. No thread
// waits in a loop that others of its warp are not in, too.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/sparse_triangle_args.h>

namespace cuprum {

template <class T, class I>
CUPRUM_DEVICE bool sparse_triangle_counts(const SparseTriangleArgs& args, I column, long long row) {
    return args.lower ? column < row : column > row;
}

#if CUPRUM_GPU

template <class T, class I>
CUPRUM_DEVICE void sparse_triangle(const SparseTriangleArgs& args) {
    __shared__ unsigned turn;
    if (threadIdx.x == 0) turn = atomicAdd(&args.state[0], 1u);
    __syncthreads();
    const long long place = (long long)turn * sparse_triangle_block + threadIdx.x;
    if (place >= args.rows) return;
    const long long row = args.lower ? place : args.rows - 1 - place;
    const T* data = (const T*)args.data;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    volatile unsigned* done = args.state + 2;
    T* x = (T*)args.x;
    const long long begin = indptr[row], end = indptr[row + 1];
    T diagonal(1);
    if (!args.unit) {
        diagonal = T(0);
        for (long long k = begin; k < end; ++k)
            if (indices[k] == row) diagonal = diagonal + data[k];
        if (diagonal == T(0)) args.state[1] = 1;
    }
    long long k = begin;
    bool solved = false;
    while (!solved) {
        if (k < end) {
            const I column = indices[k];
            if (!sparse_triangle_counts<T, I>(args, column, row)) {
                ++k;
            } else if (done[column]) {
                __threadfence();
                const T value = data[k];
                const T* other = x + (long long)column * args.columns;
                for (long long c = 0; c < args.columns; ++c) {
                    T* mine = x + row * args.columns + c;
                    // Past the first cache, which knows nothing of other processors.
                    T theirs;
                    if constexpr (is_complex<T>) theirs = {__ldcg(&other[c].re), __ldcg(&other[c].im)};
                    else theirs = __ldcg(other + c);
                    *mine = *mine - value * theirs;
                }
                ++k;
            }
        } else {
            if (!args.unit)
                for (long long c = 0; c < args.columns; ++c)
                    x[row * args.columns + c] = x[row * args.columns + c] / diagonal;
            __threadfence();
            done[row] = 1;
            solved = true;
        }
    }
}

#define CUPRUM_SPARSE_TRIANGLE(name, T, I)                                      \
    extern "C" __global__ void __launch_bounds__(cuprum::sparse_triangle_block) \
        name(const __grid_constant__ cuprum::SparseTriangleArgs args) {         \
        cuprum::sparse_triangle<T, I>(args);                                    \
    }

#else  // CPU: all rows one after the other, in one call

template <class T, class I>
static inline void sparse_triangle(const SparseTriangleArgs& args) {
    const T* data = (const T*)args.data;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    T* x = (T*)args.x;
    for (long long place = 0; place < args.rows; ++place) {
        const long long row = args.lower ? place : args.rows - 1 - place;
        T* mine = x + row * args.columns;
        T diagonal(0);
        for (long long k = indptr[row]; k < indptr[row + 1]; ++k) {
            const I column = indices[k];
            const T value = data[k];
            if (column == row) diagonal = diagonal + value;
            if (!sparse_triangle_counts<T, I>(args, column, row)) continue;
            const T* other = x + (long long)column * args.columns;
            for (long long c = 0; c < args.columns; ++c) mine[c] = mine[c] - value * other[c];
        }
        if (args.unit) continue;
        if (diagonal == T(0)) args.state[1] = 1;
        for (long long c = 0; c < args.columns; ++c) mine[c] = mine[c] / diagonal;
    }
}

#define CUPRUM_SPARSE_TRIANGLE(name, T, I)                                               \
    extern "C" void name(const cuprum::SparseTriangleArgs* args, long long, long long) { \
        cuprum::sparse_triangle<T, I>(*args);                                            \
    }

#endif

}  // namespace cuprum
