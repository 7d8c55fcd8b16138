// Triangular equations in one kernel: each warp solves 32 rows, as soon as the rows before them that it needs are
// marked as done; among its own rows it hands on results from lane to lane.
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

template <class T>
CUPRUM_DEVICE T sparse_triangle_lane(T value, int lane) {
    if constexpr (is_complex<T>) return {__shfl_sync(~0u, value.re, lane), __shfl_sync(~0u, value.im, lane)};
    else return __shfl_sync(~0u, value, lane);
}

template <class T, class I>
CUPRUM_DEVICE void sparse_triangle(const SparseTriangleArgs& args) {
    constexpr int side = sparse_triangle_block;
    __shared__ alignas(16) unsigned char room[side * (side + 1) * sizeof(T)];
    const int lane = threadIdx.x;
    unsigned turn = 0;
    if (lane == 0) turn = atomicAdd(&args.state[0], 1u);
    turn = __shfl_sync(~0u, turn, 0);
    const long long first = (long long)turn * side, place = first + lane;
    const bool inside = place < args.rows;
    const long long row = args.lower ? place : args.rows - 1 - place;
    const T* data = (const T*)args.data;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    volatile unsigned* done = args.state + 2;
    T* x = (T*)args.x;
    T* own = (T*)room + lane * (side + 1);  // the row's elements in columns of the warp's rows
    for (int j = 0; j < side; ++j) own[j] = T(0);

    // What the rows before the warp's have a share in, as they become known.
    T* mine = x + row * args.columns;
    T sum = inside ? mine[0] : T(0), diagonal = T(inside ? 0 : 1);
    long long k = inside ? indptr[row] : 0;
    const long long end = inside ? indptr[row + 1] : 0;
    while (!__all_sync(~0u, k >= end)) {
        if (k >= end) continue;
        const I column = indices[k];
        const long long other = args.lower ? (long long)column : args.rows - 1 - column;
        if (other >= first) {
            if (other == place) diagonal = diagonal + data[k];
            else if (other < place) own[other - first] = own[other - first] + data[k];
            ++k;
        } else if (done[other / side]) {
            __threadfence();
            const T value = data[k];
            const T* line = x + (long long)column * args.columns;
            for (long long c = 0; c < args.columns; ++c) {
                // Past the first cache, which knows nothing of other processors.
                T theirs;
                if constexpr (is_complex<T>) theirs = {__ldcg(&line[c].re), __ldcg(&line[c].im)};
                else theirs = __ldcg(line + c);
                if (c == 0) sum = sum - value * theirs;
                else mine[c] = mine[c] - value * theirs;
            }
            ++k;
        }
    }
    if (!args.unit && diagonal == T(0)) args.state[1] = 1;

    // The warp's rows, one after the other, without memory between them.
    for (long long c = 0; c < args.columns; ++c) {
        T value = c == 0 ? sum : inside ? mine[c] : T(0);
        for (int j = 0; j < side; ++j) {
            if (lane == j && !args.unit) value = value / diagonal;
            const T theirs = sparse_triangle_lane(value, j);
            // Nothing is not multiplied, which might be by an infinity.
            if (lane > j && own[j] != T(0)) value = value - own[j] * theirs;
        }
        if (inside) mine[c] = value;
    }
    __threadfence();
    __syncwarp();
    if (lane == 0) done[turn] = 1;
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
