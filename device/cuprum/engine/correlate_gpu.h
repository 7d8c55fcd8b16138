// How a GPU computes a tile of a correlation, see correlate.h. A tile lives for some microseconds, most of which it
// waits for memory, so that what counts is how little stands between its start and its loads, and how many tiles a
// processor holds at once.
#pragma once

namespace cuprum {

/// From global memory that the kernel does not write: the compiler may start many such loads before it stores the first
/// one's value.
template <class T>
CUPRUM_DEVICE T load_global(const char* p) {
    if constexpr (is_complex<T>) {
        using P = typename T::value_type;
        return {load_global<P>(p), load_global<P>(p + sizeof(P))};
    } else {
        return bit_cast<T>(__ldg(reinterpret_cast<const unsigned_of_size<sizeof(T)>*>(p)));
    }
}

/// Elements in 16 bytes, which one instruction moves, and the numbers that are summed up of them.
template <class T>
struct CorrelatePiece {
    using S = correlate_sum<T>;
    static constexpr int count = 16 / sizeof(T);
    static constexpr bool same = sizeof(S) == sizeof(T);  // then the bits are, too
    static constexpr int sum_pieces = count * sizeof(S) / 16;

    static CUPRUM_DEVICE void put(S* place, uint4 piece) {
        T elements[count];
        uint4 sums[sum_pieces];
        memcpy(elements, &piece, 16);
#pragma unroll
        for (int i = 0; i < count; ++i) reinterpret_cast<S*>(sums)[i] = static_cast<S>(elements[i]);
#pragma unroll
        for (int i = 0; i < sum_pieces; ++i) reinterpret_cast<uint4*>(place)[i] = sums[i];
    }
    static CUPRUM_DEVICE uint4 get(const S* place) {
        if constexpr (same) {
            return *reinterpret_cast<const uint4*>(place);
        } else {
            uint4 sums[sum_pieces], piece;
#pragma unroll
            for (int i = 0; i < sum_pieces; ++i) sums[i] = reinterpret_cast<const uint4*>(place)[i];
            T elements[count];
#pragma unroll
            for (int i = 0; i < count; ++i)
                correlate_store<T>(reinterpret_cast<char*>(elements + i), reinterpret_cast<S*>(sums)[i]);
            memcpy(&piece, elements, 16);
            return piece;
        }
    }
};

/// Starts a copy of so many bytes, which are aligned on both sides, to shared memory; it takes no registers while it is
/// on its way.
template <int bytes>
CUPRUM_DEVICE void correlate_copy(void* shared, const void* from) {
#if __CUDA_ARCH__ >= 800
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    else asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(bytes) : "memory");
#else
    using Word = conditional_t<bytes == 16, uint4, unsigned_of_size<bytes == 16 ? 8 : bytes> >;
    *static_cast<Word*>(shared) = __ldg(static_cast<const Word*>(from));
#endif
}
/// Waits until what this thread copied is there.
CUPRUM_DEVICE void correlate_copied() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

CUPRUM_DEVICE int correlate_misplaced(const void* p) {
    return static_cast<int>(reinterpret_cast<unsigned long long>(p) & 15);
}

constexpr int correlate_pieces(int elements, int count, int threads) {
    return (elements + count * threads - 1) / (count * threads);
}

/// Adds up the products of one chunk of weights. A thread's elements stand `pitch` apart, from `mine` on; the weights
/// of its line `kb` from kb * chunk on.
template <class T, int each, int pitch, int chunk, class S>
CUPRUM_DEVICE void correlate_window(S (&sums)[each], const S* mine, const S* weights, int taps_a, int taps_b) {
    for (int kb = 0; kb < taps_b; ++kb, ++mine) {
        const S* w = weights + kb * chunk;
        if constexpr (each == 1) {
#pragma unroll 8
            for (int k = 0; k < taps_a; ++k) multiply_add<T>(sums[0], w[k], mine[k * pitch]);
            continue;
        }
        S window[each];  // turns: its element at (r + k) % each is multiplied for the sum r
#pragma unroll
        for (int r = 0; r < each; ++r) window[r] = mine[r * pitch];
        for (int k0 = 0; k0 < taps_a; k0 += each) {
#pragma unroll
            for (int k = 0; k < each; ++k) {
                if (k0 + k >= taps_a) break;
                const S weight = w[k0 + k];
#pragma unroll
                for (int r = 0; r < each; ++r) multiply_add<T>(sums[r], weight, window[(r + k) % each]);
                window[k] = mine[(k0 + k + each) * pitch];
            }
        }
    }
}

/// Likewise, one by one, of those products whose element lies inside of the array. `at_a` and `at_b` are the places of
/// the first.
template <class T, int each, int pitch, int chunk, class S>
CUPRUM_DEVICE void correlate_inside(S (&sums)[each], const S* mine, const S* weights, int taps_a, int taps_b,
                                    long long at_a, long long at_b, long long length_a, long long length_b) {
    for (int kb = 0; kb < taps_b; ++kb) {
        if (at_b + kb < 0 || at_b + kb >= length_b) continue;
#pragma unroll 1
        for (int k = 0; k < taps_a; ++k)
#pragma unroll
            for (int r = 0; r < each; ++r)
                if (at_a + r + k >= 0 && at_a + r + k < length_a)
                    multiply_add<T>(sums[r], weights[kb * chunk + k], mine[(r + k) * pitch + kb]);
    }
}

/// Brings the elements of a line from `at` on that lie inside of the array, in whole pieces where memory allows it.
/// Gives how many elements stand before the first.
template <class T, int rounds, class S>
CUPRUM_DEVICE int correlate_bring_line(S* staged, const CorrelateTile& tile, const CorrelateAxis& axis, long long at,
                                       int used) {
    using Piece = CorrelatePiece<T>;
    constexpr int threads = correlate_gpu_line_threads;
    const int thread = threadIdx.x;
    const char* from = tile.in + at * axis.in_stride;
    const int misplaced = correlate_misplaced(from);
    if (axis.in_stride != sizeof(T) || misplaced % sizeof(T) != 0 ||
        !tile.inside(0, at - Piece::count, 1, used + 2 * Piece::count)) {
#pragma unroll 4
        for (int i = thread; i < used; i += threads)
            staged[i] = static_cast<S>(load_global<T>(from + i * axis.in_stride));
        return 0;
    }
    const int shift = misplaced / static_cast<int>(sizeof(T));
    const uint4* source = reinterpret_cast<const uint4*>(from - misplaced);
    const int pieces = (shift + used + Piece::count - 1) / Piece::count;
    if constexpr (Piece::same) {
#pragma unroll
        for (int k = 0; k < rounds; ++k)
            if (thread + k * threads < pieces)
                correlate_copy<16>(staged + (thread + k * threads) * Piece::count, source + thread + k * threads);
    } else {
        uint4 piece[rounds];  // the last piece stands for those behind it
#pragma unroll
        for (int k = 0; k < rounds; ++k) piece[k] = __ldg(source + smaller(thread + k * threads, pieces - 1));
#pragma unroll
        for (int k = 0; k < rounds; ++k)
            if (thread + k * threads < pieces) Piece::put(staged + (thread + k * threads) * Piece::count, piece[k]);
    }
    return shift;
}

/// A tile of a line. A thread's elements are neighbours.
template <class T, int each>
CUPRUM_DEVICE void correlate_line(const CorrelateArgs& args) {
    using S = correlate_sum<T>;
    using Piece = CorrelatePiece<T>;
    constexpr int threads = correlate_gpu_line_threads, chunk = correlate_gpu_taps, width = threads * each;
    static_assert(chunk <= threads && width % Piece::count == 0);
    // Whole pieces, of which the first may begin before the tile, and one more than is used: the window reads ahead.
    constexpr int rounds = correlate_pieces(width + chunk + Piece::count, Piece::count, threads);
    alignas(16) __shared__ S staged[rounds * threads * Piece::count];
    __shared__ S weights[chunk];
    const CorrelateAxis& axis = args.columns;
    const unsigned line = blockIdx.z * correlate_gpu_grid + blockIdx.y;
    if (line >= args.lines) return;
    CorrelateTile tile(args, blockIdx.x, line, 1, width);
    const int thread = threadIdx.x, a = thread * each;
    S sums[each] = {};
    for (long long number = 0; number < tile.planes; ++number) {
        if (!tile.plane(number)) continue;
        for (long long begin = 0; begin < axis.weights_length; begin += chunk) {
            const int taps = smaller<long long>(chunk, axis.weights_length - begin), used = width + taps - 1;
            const long long at = tile.column - axis.before + begin;
            if (number + begin > 0) __syncthreads();
            // Each thread brings one weight, which is on its way while the tile is.
            S brought{};
            if (thread < taps)
                brought = static_cast<S>(load_global<T>(tile.weights + (begin + thread) * axis.weights_stride));
            const bool inside = tile.inside(0, at, 1, used);
            int shift = 0;  // elements that are brought before the first
            if (inside) {
                shift = correlate_bring_line<T, rounds>(staged, tile, axis, at, used);
            } else {
#pragma unroll 1
                for (int i = thread; i < used; i += threads) staged[i] = tile.element<T>(0, at + i);
            }
            if (thread < taps) weights[thread] = brought;
            correlate_copied();
            // A zero that stands for nothing may be multiplied by any weight but infinity and NaN.
            const bool plain =
                __syncthreads_and(inside || args.boundary != boundary_nothing || is_finite_weight(brought));
            const S* mine = staged + shift + a;
            if (plain) correlate_window<T, each, 1, chunk>(sums, mine, weights, taps, 1);
            else correlate_inside<T, each, 1, chunk>(sums, mine, weights, taps, 1, at + a, 0, axis.in_length, 1);
        }
    }
    // Through shared memory, so that neighbouring threads write neighbours.
    __syncthreads();
#pragma unroll
    for (int r = 0; r < each; ++r) staged[a + r] = sums[r];
    __syncthreads();
    if (axis.out_stride == sizeof(T) && tile.column + width <= axis.out_length && correlate_misplaced(tile.out) == 0) {
        constexpr int pieces = width / Piece::count;
#pragma unroll
        for (int k = 0; k < (pieces + threads - 1) / threads; ++k)
            if (thread + k * threads < pieces)
                reinterpret_cast<uint4*>(tile.out)[thread + k * threads] =
                    Piece::get(staged + (thread + k * threads) * Piece::count);
    } else {
        const int left = smaller<long long>(width, axis.out_length - tile.column);
        for (int i = thread; i < left; i += threads) correlate_store<T>(tile.out + i * axis.out_stride, staged[i]);
    }
}

/// Brings `used_y` x `used_x` elements of rows and columns from `at_y` and `at_x` on to rows that stand `pitch` apart.
/// The threads walk over them as if they were one line.
template <class T, int pitch, class S>
CUPRUM_DEVICE void correlate_bring_tile(S* staged, const CorrelateTile& tile, const CorrelateArgs& args, long long at_y,
                                        long long at_x, int used_y, int used_x, bool inside) {
    constexpr int threads = correlate_gpu_threads;
    constexpr bool copies = sizeof(S) == sizeof(T) && sizeof(T) >= 4;
    constexpr int together = 4;  // elements that a thread has on their way at a time where they cannot be copied
    const int thread = threadIdx.x, used = used_y * used_x;
    int to_y = thread / used_x, to_x = thread - to_y * used_x;
    const int step_y = threads / used_x, step_x = threads - step_y * used_x;
    const auto step = [&] {
        to_y += step_y;
        to_x += step_x;
        if (to_x >= used_x) to_x -= used_x, ++to_y;
    };
    const long long stride_y = args.rows.in_stride, stride_x = args.columns.in_stride;
    const char* from = tile.in + at_y * stride_y + at_x * stride_x;
    if (!inside) {
#pragma unroll 1
        for (int i = thread; i < used; i += threads, step())
            staged[to_y * pitch + to_x] = tile.element<T>(at_y + to_y, at_x + to_x);
    } else if (copies && (!is_complex<T> || (correlate_misplaced(from) | stride_y | stride_x) % sizeof(T) == 0)) {
        if constexpr (copies)
#pragma unroll 4
            for (int i = thread; i < used; i += threads, step())
                correlate_copy<sizeof(T)>(staged + to_y * pitch + to_x, from + to_y * stride_y + to_x * stride_x);
    } else {
        for (int i = thread; i < used; i += together * threads) {
            S elements[together] = {};
            int places[together];
#pragma unroll
            for (int k = 0; k < together; ++k, step()) {
                if (i + k * threads < used)
                    elements[k] = static_cast<S>(load_global<T>(from + to_y * stride_y + to_x * stride_x));
                places[k] = to_y * pitch + to_x;
            }
#pragma unroll
            for (int k = 0; k < together; ++k)
                if (i + k * threads < used) staged[places[k]] = elements[k];
        }
    }
}

/// A tile of rows and columns. A thread's elements follow one another down a column, and neighbouring threads' stand
/// side by side.
template <class T, int each>
CUPRUM_DEVICE void correlate_tile(const CorrelateArgs& args) {
    using S = correlate_sum<T>;
    constexpr int threads = correlate_gpu_threads, side = correlate_gpu_side, width = correlate_gpu_columns(sizeof(T)),
                  height = threads / width * each;
    constexpr int pitch = width + side - 1, depth = height + side;  // one row more than is used: the window reads ahead
    static_assert(side * side <= threads);
    alignas(16) __shared__ S staged[depth * pitch];
    __shared__ S weights[side * side];
    const CorrelateAxis &rows = args.rows, &columns = args.columns;
    const unsigned line = blockIdx.z * correlate_gpu_grid + blockIdx.y;
    if (line >= args.lines) return;
    CorrelateTile tile(args, blockIdx.x, line, height, width);
    const int thread = threadIdx.x, x = thread % width, y = thread / width * each;
    S sums[each] = {};
    for (long long number = 0; number < tile.planes; ++number) {
        if (!tile.plane(number)) continue;
        for (long long begin_y = 0; begin_y < rows.weights_length; begin_y += side)
            for (long long begin_x = 0; begin_x < columns.weights_length; begin_x += side) {
                const int taps_y = smaller<long long>(side, rows.weights_length - begin_y);
                const int taps_x = smaller<long long>(side, columns.weights_length - begin_x);
                const long long at_y = tile.row - rows.before + begin_y, at_x = tile.column - columns.before + begin_x;
                const int used_y = height + taps_y - 1, used_x = width + taps_x - 1;
                if (number + begin_y + begin_x > 0) __syncthreads();
                // Each thread brings one weight, which is on its way while the tile is.
                const int ky = thread / side, kx = thread % side;
                const bool brings = ky < taps_y && kx < taps_x;
                S brought{};
                if (brings)
                    brought = static_cast<S>(load_global<T>(tile.weights + (begin_y + ky) * rows.weights_stride +
                                                            (begin_x + kx) * columns.weights_stride));
                const bool inside = tile.inside(at_y, at_x, used_y, used_x);
                correlate_bring_tile<T, pitch>(staged, tile, args, at_y, at_x, used_y, used_x, inside);
                if (brings) weights[kx * side + ky] = brought;
                correlate_copied();
                // A zero that stands for nothing may be multiplied by any weight but infinity and NaN.
                const bool plain =
                    __syncthreads_and(inside || args.boundary != boundary_nothing || is_finite_weight(brought));
                const S* mine = staged + y * pitch + x;
                if (plain) correlate_window<T, each, pitch, side>(sums, mine, weights, taps_y, taps_x);
                else
                    correlate_inside<T, each, pitch, side>(sums, mine, weights, taps_y, taps_x, at_y + y, at_x + x,
                                                           rows.in_length, columns.in_length);
            }
    }
    char* to = tile.out + y * rows.out_stride + x * columns.out_stride;
    if (tile.column + x < columns.out_length) {
#pragma unroll
        for (int r = 0; r < each; ++r, to += rows.out_stride)
            if (tile.row + y + r < rows.out_length) correlate_store<T>(to, sums[r]);
    }
}

template <class T, bool lines, int each>
CUPRUM_DEVICE void correlate(const CorrelateArgs& args) {
    if constexpr (lines) correlate_line<T, each>(args);
    else correlate_tile<T, each>(args);
}

#define CUPRUM_CORRELATE(name, T, lines, each)                                      \
    extern "C" __global__ void __launch_bounds__(                                   \
        lines ? cuprum::correlate_gpu_line_threads : cuprum::correlate_gpu_threads, \
        lines ? cuprum::correlate_gpu_line_blocks : cuprum::correlate_gpu_blocks)   \
        name(const __grid_constant__ cuprum::CorrelateArgs args) {                  \
        cuprum::correlate<T, lines, each>(args);                                    \
    }

}  // namespace cuprum
