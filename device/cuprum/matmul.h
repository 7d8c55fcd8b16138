// Products of matrices of integers and of bool, for which no library has routines. Any strides; a tile of C at a time.
//
//     CUPRUM_MATMUL(name, T, large)     large: on a GPU, tiles of 64 x 64 elements instead of 16 x 16
//
// Integers wrap around, so sums are kept in 32 bits, or 64 for integers of that size, without a sign. The product of bools is
// their `and`, the sum their `or`.
#pragma once

#include <cuprum/base.h>
#include <cuprum/matmul_args.h>

namespace cuprum {

template <class T>
using matmul_sum = conditional_t<is_bool<T>, uint8, conditional_t<sizeof(T) == 8, uint64, uint32>>;

template <class T>
CUPRUM_DEVICE void multiply_add(matmul_sum<T>& sum, matmul_sum<T> a, matmul_sum<T> b) {
    if constexpr (is_bool<T>) sum |= a & b;
    else sum += a * b;
}

template <class T>
CUPRUM_DEVICE matmul_sum<T> matmul_load(const char* p) {
    return static_cast<matmul_sum<T>>(*reinterpret_cast<const T*>(p));
}

/// The place of one tile: its matrices, and its first row and column.
template <int rows, int columns>
struct MatmulTile {
    const char *a, *b;
    char* c;
    long long row, column;

    CUPRUM_DEVICE MatmulTile(const MatmulArgs& args, long long number) : a((const char*)args.a), b((const char*)args.b), c((char*)args.c) {
        column = number % args.tiles_n * columns;
        number /= args.tiles_n;
        row = number % args.tiles_m * rows;
        number /= args.tiles_m;
        for (int d = args.ndim - 1; d >= 0; --d) {
            const long long place = number % args.shape[d];
            number /= args.shape[d];
            a += place * args.a_batch[d];
            b += place * args.b_batch[d];
            c += place * args.c_batch[d];
        }
    }
};

#if CUPRUM_GPU

template <class T, int each>
CUPRUM_DEVICE void matmul(const MatmulArgs& args) {
    using S = matmul_sum<T>;
    constexpr int side = matmul_gpu_side, tile = side * each, depth = matmul_gpu_depth, threads = side * side;
    __shared__ S staged_a[depth][tile + 1], staged_b[depth][tile + 1];
    const MatmulTile<tile, tile> t(args, blockIdx.x);
    const int thread = threadIdx.x, y = thread / side, x = thread % side;
    // Neighbouring threads read along the axis on which neighbouring elements lie closer.
    const bool a_along_k = args.a_column <= args.a_row, b_along_k = args.b_row < args.b_column;
    S sums[each][each] = {};
    for (long long k0 = 0; k0 < args.k; k0 += depth) {
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const int number = thread + i * threads;
            const int ka = a_along_k ? number % depth : number / tile, m = a_along_k ? number / depth : number % tile;
            const int kb = b_along_k ? number % depth : number / tile, n = b_along_k ? number / depth : number % tile;
            staged_a[ka][m] = k0 + ka < args.k && t.row + m < args.m
                                  ? matmul_load<T>(t.a + (t.row + m) * args.a_row + (k0 + ka) * args.a_column) : S(0);
            staged_b[kb][n] = k0 + kb < args.k && t.column + n < args.n
                                  ? matmul_load<T>(t.b + (k0 + kb) * args.b_row + (t.column + n) * args.b_column) : S(0);
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            S a[each], b[each];
#pragma unroll
            for (int i = 0; i < each; ++i) {
                a[i] = staged_a[k][y + i * side];
                b[i] = staged_b[k][x + i * side];
            }
#pragma unroll
            for (int i = 0; i < each; ++i)
#pragma unroll
                for (int j = 0; j < each; ++j) multiply_add<T>(sums[i][j], a[i], b[j]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < each; ++i)
#pragma unroll
        for (int j = 0; j < each; ++j) {
            const long long row = t.row + y + i * side, column = t.column + x + j * side;
            if (row < args.m && column < args.n)
                *reinterpret_cast<T*>(t.c + row * args.c_row + column * args.c_column) = static_cast<T>(sums[i][j]);
        }
}

#define CUPRUM_MATMUL(name, T, large)                                                                               \
    extern "C" __global__ void __launch_bounds__(256) name(const __grid_constant__ cuprum::MatmulArgs args) {       \
        cuprum::matmul<T, large ? cuprum::matmul_gpu_large : 1>(args);                                              \
    }

#else  // CPU

// A few rows by a vector or two of columns at a time, whose sums stay in registers; parts of A and B are packed for that.
template <class T>
static inline void matmul(const MatmulArgs& args, long long begin, long long end) {
    using S = matmul_sum<T>;
    constexpr int rows = 6, columns = 64 / sizeof(S), depth = matmul_cpu_depth;
    constexpr int tile_rows = matmul_cpu_rows, tile_columns = matmul_cpu_row_bytes / sizeof(S);
    static_assert(tile_rows % rows == 0 && tile_columns % columns == 0);
    alignas(64) S packed_a[tile_rows * depth], packed_b[depth * tile_columns], sums[tile_rows * tile_columns];
    for (long long number = begin; number < end; ++number) {
        const MatmulTile<tile_rows, tile_columns> t(args, number);
        const int height = args.m - t.row < tile_rows ? args.m - t.row : tile_rows;
        const int width = args.n - t.column < tile_columns ? args.n - t.column : tile_columns;
        const int row_blocks = (height + rows - 1) / rows, column_blocks = (width + columns - 1) / columns;
        for (int i = 0; i < row_blocks * rows * tile_columns; ++i) sums[i] = 0;
        for (long long k0 = 0; k0 < args.k; k0 += depth) {
            const int count = args.k - k0 < depth ? args.k - k0 : depth;
            for (int block = 0; block < row_blocks; ++block)
                for (int i = 0; i < rows; ++i) {
                    const char* from = t.a + (t.row + block * rows + i) * args.a_row + k0 * args.a_column;
                    S* to = packed_a + block * rows * depth + i;
                    const bool there = block * rows + i < height;
                    for (int k = 0; k < count; ++k) to[k * rows] = there ? matmul_load<T>(from + k * args.a_column) : S(0);
                }
            const char* from_b = t.b + k0 * args.b_row + t.column * args.b_column;
            if (args.b_column <= args.b_row || args.b_column == sizeof(T)) {
                for (int k = 0; k < count; ++k) {
                    const char* from = from_b + k * args.b_row;
                    S* to = packed_b + k * tile_columns;
                    if (args.b_column == sizeof(T))
                        for (int j = 0; j < width; ++j) to[j] = matmul_load<T>(from + j * sizeof(T));
                    else
                        for (int j = 0; j < width; ++j) to[j] = matmul_load<T>(from + j * args.b_column);
                    for (int j = width; j < column_blocks * columns; ++j) to[j] = 0;
                }
            } else {
                for (int j = 0; j < column_blocks * columns; ++j)
                    for (int k = 0; k < count; ++k)
                        packed_b[k * tile_columns + j] = j < width ? matmul_load<T>(from_b + k * args.b_row + j * args.b_column) : S(0);
            }
            for (int block = 0; block < row_blocks; ++block)
                for (int column = 0; column < column_blocks; ++column) {
                    S* out = sums + block * rows * tile_columns + column * columns;
                    const S *a = packed_a + block * rows * depth, *b = packed_b + column * columns;
                    S part[rows][columns];
                    for (int i = 0; i < rows; ++i)
                        for (int j = 0; j < columns; ++j) part[i][j] = out[i * tile_columns + j];
                    for (int k = 0; k < count; ++k)
#pragma clang loop unroll(full)
                        for (int i = 0; i < rows; ++i)
#pragma clang loop vectorize(enable)
                            for (int j = 0; j < columns; ++j) multiply_add<T>(part[i][j], a[k * rows + i], b[k * tile_columns + j]);
                    for (int i = 0; i < rows; ++i)
                        for (int j = 0; j < columns; ++j) out[i * tile_columns + j] = part[i][j];
                }
        }
        for (int i = 0; i < height; ++i) {
            char* to = t.c + (t.row + i) * args.c_row + t.column * args.c_column;
            for (int j = 0; j < width; ++j)
                *reinterpret_cast<T*>(to + j * args.c_column) = static_cast<T>(sums[i * tile_columns + j]);
        }
    }
}

#define CUPRUM_MATMUL(name, T, large) \
    extern "C" void name(const cuprum::MatmulArgs* args, long long begin, long long end) { cuprum::matmul<T>(*args, begin, end); }

#endif

}  // namespace cuprum
