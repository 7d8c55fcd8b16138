// Triangular equations in one kernel. A warp has 32 rows. It first inverts their diagonal block, which needs no other
// row. Then it subtracts the products with earlier solutions as soon as each is there, and multiplies by the inverse. A
// chain of dependent rows so takes one step for 32 rows.
//
//     CUPRUM_SPARSE_TRIANGLE(name, T, I)
// A row polls its dependencies' values directly; no separate ready flags are needed, because unsolved elements hold a
// NaN that no computation produces. Blocks take rows in the order in which they start, so a row waits only for blocks
// that run. No thread waits in a loop without the others of its warp.
#pragma once

#include <cuprum/complex.h>
#include <cuprum/sparse/triangle_args.h>

namespace cuprum {

template <class T>
struct sparse_triangle_word {
    using type = unsigned long long;
    static constexpr int word_count = sizeof(T) / sizeof(type);
};
template <>
struct sparse_triangle_word<float> {
    using type = unsigned;
    static constexpr int word_count = 1;
};
template <>
struct sparse_triangle_word<complex<float>> {
    using type = unsigned;
    static constexpr int word_count = 2;
};

#if CUPRUM_GPU

template <class T>
CUPRUM_DEVICE T sparse_triangle_lane(T value, int lane) {
    if constexpr (is_complex<T>) return {__shfl_sync(~0u, value.re, lane), __shfl_sync(~0u, value.im, lane)};
    else return __shfl_sync(~0u, value, lane);
}

/// Reads what another thread may be writing; whether it is there.
template <class T>
CUPRUM_DEVICE bool sparse_triangle_take(const T* position, T& value) {
    using W = sparse_triangle_word<T>;
    using word = typename W::type;
    union {
        word words[W::word_count];
        T value;
    } seen{};
    bool there = true;
#pragma unroll
    for (int k = 0; k < W::word_count; ++k) {
        seen.words[k] = ((const volatile word*)position)[k];
        there = there && seen.words[k] != (word)~0ull;
    }
    value = seen.value;
    return there;
}

/// Writes a value that others may be waiting for; a number that looks like the mark becomes another one of its kind.
template <class T>
CUPRUM_DEVICE void sparse_triangle_give(T* position, T value) {
    using W = sparse_triangle_word<T>;
    using word = typename W::type;
    union {
        word words[W::word_count];
        T value;
    } given{};
    given.value = value;
#pragma unroll
    for (int k = 0; k < W::word_count; ++k)
        ((volatile word*)position)[k] = given.words[k] == (word)~0ull ? (word)(~0ull << 1) : given.words[k];
}

/// The inverse of a lower triangle in the place of it, a row after the other; each lane has a column. `reciprocal` is
/// that of the lane's row's diagonal.
template <class T>
CUPRUM_DEVICE void sparse_triangle_invert(T* triangle, T reciprocal, int lane) {
    constexpr int side = sparse_triangle_side, stride = side + 1;
    for (int i = 0; i < side; ++i) {
        T sum = lane == i ? T(1) : T(0);
        for (int j = 0; j < i; ++j) {
            const T left = triangle[i * stride + j], right = triangle[j * stride + lane];
            // Nothing is not multiplied, which might be by an infinity.
            if (j >= lane && left != T(0) && right != T(0)) sum = sum - left * right;
        }
        const T factor = sparse_triangle_lane(reciprocal, i);
        __syncwarp();
        triangle[i * stride + lane] = lane > i || sum == T(0) ? T(0) : sum * factor;
        __syncwarp();
    }
}

template <class T, class I>
CUPRUM_DEVICE void sparse_triangle(const SparseTriangleArgs& args) {
    constexpr int side = sparse_triangle_side, stride = side + 1, warps = sparse_triangle_warps(sizeof(T));
    __shared__ alignas(16) unsigned char storage[warps * side * stride * sizeof(T)],
        near_storage[warps * side * sizeof(T)];
    __shared__ unsigned turn;
    const int lane = threadIdx.x % side, warp = threadIdx.x / side;
    const long long column = blockIdx.x % args.columns;
    if (threadIdx.x == 0) turn = atomicAdd(&args.state[1 + column], 1u);
    T *triangle = (T*)storage + warp * side * stride, *near = (T*)near_storage;
    for (int word = 0; word < sparse_triangle_word<T>::word_count; ++word)
        ((typename sparse_triangle_word<T>::type*)(near + threadIdx.x))[word] =
            (typename sparse_triangle_word<T>::type) ~0ull;
    for (int j = 0; j < side; ++j) triangle[lane * stride + j] = T(0);
    __syncthreads();

    const long long block_first = (long long)turn * (warps * side), first = block_first + warp * side,
                    position = first + lane, last = args.rows - 1;
    const bool inside = position < args.rows;
    const long long row = args.lower ? position : last - position;
    const T* data = (const T*)args.data;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    T* x = (T*)args.x + column;

    // The warp's own triangle. Of an upper one the rows, and the entries of a row, are taken from the end.
    const long long begin = inside ? indptr[row] : 0, count = inside ? indptr[row + 1] - begin : 0;
    const auto entry = [&](long long k) { return args.lower ? begin + k : begin + count - 1 - k; };
    const auto place_of = [&](long long k) {
        const long long found = indices[k];
        return args.lower ? found : last - found;
    };
    T diagonal = T(inside ? 0 : 1);
    for (long long k = begin; k < begin + count; ++k) {
        const long long other = place_of(k);
        if (other == position) diagonal = diagonal + data[k];
        else if (other >= first && other < position)
            triangle[lane * stride + (other - first)] = triangle[lane * stride + (other - first)] + data[k];
    }
    if (args.unit) diagonal = T(1);
    else if (diagonal == T(0)) args.state[0] = 1;
    __syncwarp();
    sparse_triangle_invert(triangle, T(1) / diagonal, lane);
    T inverse[side];
#pragma unroll
    for (int j = 0; j < side; ++j) inverse[j] = triangle[lane * stride + j];

    // What the rows before the warp's have a share in.
    T sum = inside ? ((const T*)args.b)[row * args.columns + column] : T(0), value = T(0);
    const T* awaited = nullptr;
    long long k = 0;
    const auto advance = [&] {
        awaited = nullptr;
        for (; k < count && !awaited; ++k) {
            const long long other = place_of(entry(k));
            if (other >= first) continue;
            value = data[entry(k)];
            awaited = other >= block_first ? near + (other - block_first)
                                           : x + (args.lower ? other : last - other) * args.columns;
        }
    };
    advance();
    while (__any_sync(~0u, awaited != nullptr)) {
        T theirs;
        if (awaited && sparse_triangle_take(awaited, theirs)) {
            sum = sum - value * theirs;
            advance();
        }
    }

    T sums[4] = {T(0), T(0), T(0), T(0)};
#pragma unroll
    for (int j = 0; j < side; ++j) {
        const T theirs = sparse_triangle_lane(sum, j);
        if (inverse[j] != T(0)) sums[j % 4] = sums[j % 4] + inverse[j] * theirs;
    }
    const T result = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    sparse_triangle_give(near + threadIdx.x, result);
    if (inside) sparse_triangle_give(x + row * args.columns, result);
}

#define CUPRUM_SPARSE_TRIANGLE(name, T, I)                                                                    \
    extern "C" __global__ void __launch_bounds__(cuprum::sparse_triangle_side* cuprum::sparse_triangle_warps( \
        sizeof(T))) name(const __grid_constant__ cuprum::SparseTriangleArgs args) {                           \
        cuprum::sparse_triangle<T, I>(args);                                                                  \
    }

#else  // CPU: all rows one after the other, in one call

template <class T, class I>
static inline void sparse_triangle(const SparseTriangleArgs& args) {
    const T *data = (const T*)args.data, *b = (const T*)args.b;
    const I *indices = (const I*)args.indices, *indptr = (const I*)args.indptr;
    T* x = (T*)args.x;
    for (long long position = 0; position < args.rows; ++position) {
        const long long row = args.lower ? position : args.rows - 1 - position;
        T* mine = x + row * args.columns;
        for (long long c = 0; c < args.columns; ++c) mine[c] = b[row * args.columns + c];
        T diagonal(0);
        for (long long k = indptr[row]; k < indptr[row + 1]; ++k) {
            const I column = indices[k];
            const T value = data[k];
            if (column == row) diagonal = diagonal + value;
            if (!(args.lower ? column < row : column > row)) continue;
            const T* other = x + (long long)column * args.columns;
            for (long long c = 0; c < args.columns; ++c) mine[c] = mine[c] - value * other[c];
        }
        if (args.unit) continue;
        if (diagonal == T(0)) args.state[0] = 1;
        for (long long c = 0; c < args.columns; ++c) mine[c] = mine[c] / diagonal;
    }
}

#define CUPRUM_SPARSE_TRIANGLE(name, T, I)                                               \
    extern "C" void name(const cuprum::SparseTriangleArgs* args, long long, long long) { \
        cuprum::sparse_triangle<T, I>(*args);                                            \
    }

#endif

}  // namespace cuprum
