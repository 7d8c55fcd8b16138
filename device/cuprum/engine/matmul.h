// Products of matrices of integers and of bool, for which no library has routines, and on a GPU of small ones of
// floats, for which a library's choice of a routine takes longer than the product. Any strides; a tile of C at a time.
//
//     CUPRUM_MATMUL(name, T, each)     each: on a GPU, a thread computes so many rows and columns of a tile: 1, 4 or 8
//
// Integers wrap around, so sums are kept in 32 bits, or 64 for integers of that size, without a sign. The product of
// bools is their `and`, the sum their `or`.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/matmul_args.h>

namespace cuprum {

template <class T>
using matmul_sum =
    conditional_t<is_float<T>, T,
                  conditional_t<sizeof(T) == 8, uint64, conditional_t<CUPRUM_GPU || !is_bool<T>, uint32, uint8>>>;

template <class T>
CUPRUM_DEVICE matmul_sum<T> matmul_load(const char* p) {
    using Stored = conditional_t<is_bool<T>, stored_bool, T>;
    const Stored value = *reinterpret_cast<const Stored*>(p);
    if constexpr (is_bool<T>) return value ? 1 : 0;
    else return static_cast<matmul_sum<T>>(value);
}

/// The place of one tile: its matrices, and its first row and column.
template <int rows, int columns>
struct MatmulTile {
    const char *a, *b;
    char* c;
    long long row, column;

    CUPRUM_DEVICE MatmulTile(const MatmulArgs& args, long long number)
        : a((const char*)args.a), b((const char*)args.b), c((char*)args.c) {
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

// Numbers of one byte are taken four at a time, neighbours along the summed axis in one word: wrapped to a byte, sums
// of products do not depend on signs, so one instruction serves both kinds.
template <class T>
inline constexpr int matmul_packed = sizeof(T) == 1 ? 4 : 1;

template <class T>
CUPRUM_DEVICE void multiply_add(matmul_sum<T>& sum, matmul_sum<T> a, matmul_sum<T> b) {
    if constexpr (is_bool<T>) sum |= a & b;
    else if constexpr (sizeof(T) == 1) asm("dp4a.u32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
    else sum += a * b;
}

/// A 1 for each of four bytes that is not 0.
CUPRUM_DEVICE uint32 true_bytes(uint32 word) {
    return (((word & 0x7f7f7f7fu) + 0x7f7f7f7fu) | word) >> 7 & 0x01010101u;
}

/// What lies side by side and is moved at once.
template <class T, int count>
struct alignas(sizeof(T) * count) MatmulPack {
    T values[count];
};

/// A thread's share of the tiles of one operand: words at places `line` (of `tile`) and `k` (of `depth`).
template <class T, int tile, int depth>
struct MatmulShare {
    using S = matmul_sum<T>;
    static constexpr int threads = matmul_gpu_side * matmul_gpu_side, count = tile * depth / threads,
                         packed = matmul_packed<T>;

    int line, k, next_line, next_k;  // of its first word, and how far it is to the next
    const char* place;               // of its first word
    long long step, along,
        ahead;           // bytes from word to word, from number to number of the summed axis, from tile to tile
    unsigned there = 0;  // bit i: word i lies inside of the matrix
    bool whole_words;    // four bytes can be read as one word

    /// `first` is the tile's; neighbouring threads read along the axis on which neighbouring elements lie closer.
    CUPRUM_DEVICE MatmulShare(const char* first, long long lines, long long line_step, long long k_step)
        : along(k_step) {
        const int thread = threadIdx.x;
        if (k_step <= line_step) {
            k = thread % depth;
            line = thread / depth;
            next_k = 0;
            next_line = threads / depth;
        } else {
            k = thread / tile;
            line = thread % tile;
            next_k = threads / tile;
            next_line = 0;
        }
        place = first + line * line_step + k * packed * k_step;
        step = next_line * line_step + next_k * packed * k_step;
        ahead = depth * packed * k_step;
        for (int i = 0; i < count; ++i)
            if (line + i * next_line < lines) there |= 1u << i;
        whole_words = packed == 4 && k_step == 1 && ((unsigned long long)first | line_step) % 4 == 0;
    }

    /// The words of the next tile, of which `left` numbers of the summed axis are there.
    CUPRUM_DEVICE void load(S (&words)[count], long long left) {
        const char* p = place;
        const int most = depth * packed, in_tile = left < most ? static_cast<int>(left) : most;
#pragma unroll
        for (int i = 0; i < count; ++i, p += step) {
            const int here = in_tile - (k + i * next_k) * packed;
            words[i] = 0;
            if (!(there >> i & 1) || here <= 0) continue;
            if constexpr (packed == 1) {
                words[i] = matmul_load<T>(p);
            } else if (whole_words && here >= packed) {
                words[i] = *reinterpret_cast<const uint32*>(p);
                if constexpr (is_bool<T>) words[i] = true_bytes(words[i]);
            } else {
#pragma unroll
                for (int j = 0; j < packed; ++j)
                    if (j < here)
                        words[i] |= static_cast<uint32>(static_cast<uint8>(matmul_load<T>(p + j * along))) << 8 * j;
            }
        }
        place += ahead;
    }

    template <int row>
    CUPRUM_DEVICE void stage(S (&staged)[depth][row], const S (&words)[count]) const {
#pragma unroll
        for (int i = 0; i < count; ++i) staged[k + i * next_k][line + i * next_line] = words[i];
    }
};

// While a tile is multiplied, the next is on its way: from memory to registers, and from there to the other half of the
// shared memory. A thread's rows and columns lie in groups that it reads at once.
template <class T, int each>
CUPRUM_DEVICE void matmul(const MatmulArgs& args) {
    using S = matmul_sum<T>;
    constexpr int side = matmul_gpu_side, tile = side * each, depth = each == 8 ? 8 : 16, packed = matmul_packed<T>;
    constexpr int together = each < 16 / int(sizeof(S)) ? each : 16 / int(sizeof(S)), groups = each / together;
    constexpr int row = tile + 16 / int(sizeof(S));  // of other banks than the next
    __shared__ alignas(16) S staged_a[2][depth][row], staged_b[2][depth][row];
    const MatmulTile<tile, tile> t(args, blockIdx.x);
    const int y = threadIdx.x / side * together, x = threadIdx.x % side * together;
    using Share = MatmulShare<T, tile, depth>;
    Share share_a(t.a + t.row * args.a_row, args.m - t.row, args.a_row, args.a_column);
    Share share_b(t.b + t.column * args.b_column, args.n - t.column, args.b_column, args.b_row);

    S sums[each][each] = {}, words_a[Share::count], words_b[Share::count];
    share_a.load(words_a, args.k);
    share_b.load(words_b, args.k);
    share_a.stage(staged_a[0], words_a);
    share_b.stage(staged_b[0], words_b);
    __syncthreads();
    int half = 0;
    for (long long left = args.k - depth * packed;; left -= depth * packed) {
        if (left > 0) {
            share_a.load(words_a, left);
            share_b.load(words_b, left);
        }
#pragma unroll
        for (int k = 0; k < depth; ++k) {
            S a[each], b[each];
#pragma unroll
            for (int g = 0; g < groups; ++g) {
                using Pack = MatmulPack<S, together>;
                const Pack from_a = *reinterpret_cast<const Pack*>(&staged_a[half][k][g * side * together + y]);
                const Pack from_b = *reinterpret_cast<const Pack*>(&staged_b[half][k][g * side * together + x]);
#pragma unroll
                for (int j = 0; j < together; ++j) {
                    a[g * together + j] = from_a.values[j];
                    b[g * together + j] = from_b.values[j];
                }
            }
#pragma unroll
            for (int i = 0; i < each; ++i)
#pragma unroll
                for (int j = 0; j < each; ++j) multiply_add<T>(sums[i][j], a[i], b[j]);
        }
        if (left <= 0) break;
        half ^= 1;
        share_a.stage(staged_a[half], words_a);
        share_b.stage(staged_b[half], words_b);
        __syncthreads();
    }

    using Out = MatmulPack<T, together>;
    const bool side_by_side = args.c_column == sizeof(T) && ((unsigned long long)t.c | args.c_row) % sizeof(Out) == 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
        const long long to_row = t.row + i / together * side * together + y + i % together;
        if (to_row >= args.m) continue;
#pragma unroll
        for (int g = 0; g < groups; ++g) {
            const long long to_column = t.column + g * side * together + x;
            char* to = t.c + to_row * args.c_row + to_column * args.c_column;
            Out out;
#pragma unroll
            for (int j = 0; j < together; ++j) {
                const S sum = sums[i][g * together + j];
                if constexpr (is_bool<T>) out.values[j] = sum != 0;
                else out.values[j] = static_cast<T>(sum);
            }
            if (side_by_side && to_column + together <= args.n) {
                *reinterpret_cast<Out*>(to) = out;
            } else {
#pragma unroll
                for (int j = 0; j < together; ++j)
                    if (to_column + j < args.n) *reinterpret_cast<T*>(to + j * args.c_column) = out.values[j];
            }
        }
    }
}

#define CUPRUM_MATMUL(name, T, each)                                      \
    extern "C" __global__ void __launch_bounds__(cuprum::matmul_block, 2) \
        name(const __grid_constant__ cuprum::MatmulArgs args) {           \
        cuprum::matmul<T, each>(args);                                    \
    }

#else  // CPU

/// Copies numbers that lie `step` bytes apart to places `to_step` apart. As it stands: gathers and scatters gain
/// nothing.
template <class T>
static inline void matmul_pack(matmul_sum<T>* to, long long to_step, const char* from, long long step, int count) {
#pragma clang loop vectorize(disable) unroll_count(4)
    for (int i = 0; i < count; ++i) to[i * to_step] = matmul_load<T>(from + i * step);
}
template <class S>
static inline void matmul_clear(S* to, long long to_step, int count) {
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < count; ++i) to[i * to_step] = 0;
}

/// Adds the product of some packed rows of A by 64 bytes of columns of B to sums that stay in registers meanwhile.
template <class T, int rows>
static inline void matmul_block_of_rows(matmul_sum<T>* out, const matmul_sum<T>* a, const matmul_sum<T>* b, int count) {
    using S = matmul_sum<T>;
    constexpr int stride = matmul_cpu_row_bytes / sizeof(S);
#if CUPRUM_CPU_LEVEL < 3
    // SSE multiplies 64-bit numbers in so many steps that one after the other they are ready sooner.
    if constexpr (sizeof(S) == 8) {
        for (int k = 0; k < count; ++k)
            for (int i = 0; i < rows; ++i)
#pragma clang loop vectorize(disable) unroll(full)
                for (int j = 0; j < 8; ++j) out[i * stride + j] += a[k * rows + i] * b[k * stride + j];
        return;
    }
#endif
    typedef S Columns __attribute__((vector_size(64)));
    Columns sums[rows];
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; ++i) sums[i] = *(const Columns*)(out + i * stride);
#pragma clang loop unroll(disable)
    for (int k = 0; k < count; ++k) {
        const Columns right = *(const Columns*)(b + k * stride);
#pragma clang loop unroll(full)
        for (int i = 0; i < rows; ++i) {
            if constexpr (is_bool<T>) sums[i] |= right & a[k * rows + i];
            else sums[i] += right * a[k * rows + i];
        }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; ++i) *(Columns*)(out + i * stride) = sums[i];
}

// Parts of A and B are packed, as it suits the products.
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
        __builtin_memset(sums, 0, sizeof(S) * row_blocks * rows * tile_columns);
        for (long long k0 = 0; k0 < args.k; k0 += depth) {
            const int count = args.k - k0 < depth ? args.k - k0 : depth;
            const char* from_a = t.a + t.row * args.a_row + k0 * args.a_column;
            for (int i = 0; i < row_blocks * rows; ++i) {
                S* to = packed_a + i / rows * rows * depth + i % rows;
                if (i < height) matmul_pack<T>(to, rows, from_a + i * args.a_row, args.a_column, count);
                else matmul_clear(to, rows, count);
            }
            const char* from_b = t.b + k0 * args.b_row + t.column * args.b_column;
            const int padding = column_blocks * columns - width;
            if (args.b_column == sizeof(T))
                for (int k = 0; k < count; ++k) {
                    const char* from = from_b + k * args.b_row;
                    S* to = packed_b + k * tile_columns;
#pragma clang loop unroll(disable)
                    for (int j = 0; j < width; ++j) to[j] = matmul_load<T>(from + j * sizeof(T));
                    matmul_clear(to + width, 1, padding);
                }
            else if (args.b_column <= args.b_row)
                for (int k = 0; k < count; ++k) {
                    matmul_pack<T>(packed_b + k * tile_columns, 1, from_b + k * args.b_row, args.b_column, width);
                    matmul_clear(packed_b + k * tile_columns + width, 1, padding);
                }
            else
                for (int j = 0; j < width + padding; ++j) {
                    if (j < width)
                        matmul_pack<T>(packed_b + j, tile_columns, from_b + j * args.b_column, args.b_row, count);
                    else matmul_clear(packed_b + j, tile_columns, count);
                }
            for (int block = 0; block < row_blocks; ++block)
                for (int column = 0; column < column_blocks; ++column) {
                    S* out = sums + block * rows * tile_columns + column * columns;
                    const S *a = packed_a + block * rows * depth, *b = packed_b + column * columns;
                    matmul_block_of_rows<T, rows>(out, a, b, count);
                }
        }
        for (int i = 0; i < height; ++i) {
            char* to = t.c + (t.row + i) * args.c_row + t.column * args.c_column;
            const S* from = sums + i * tile_columns;
            if (args.c_column == sizeof(T)) {
#pragma clang loop unroll(disable)
                for (int j = 0; j < width; ++j) reinterpret_cast<T*>(to)[j] = static_cast<T>(from[j]);
            } else {
#pragma clang loop vectorize(disable) unroll(disable)
                for (int j = 0; j < width; ++j) *reinterpret_cast<T*>(to + j * args.c_column) = static_cast<T>(from[j]);
            }
        }
    }
}

#define CUPRUM_MATMUL(name, T, each)                                                       \
    extern "C" void name(const cuprum::MatmulArgs* args, long long begin, long long end) { \
        cuprum::matmul<T>(*args, begin, end);                                              \
    }

#endif

}  // namespace cuprum
