// Sums, smallest and largest elements of windows on lines.
//
//     CUPRUM_ND_WINDOWS(name, T, U, op)     op: nd_sum, nd_min or nd_max; T in, U out
//
// A window's value is put together of the values of its parts, never by taking an element away again, so that NaN and
// infinity stay where they belong and sums are as exact as their additions. A GPU's thread computes neighbours: what
// all their windows share is computed once. A CPU doubles the windows' length until it is reached, for many at once.
#pragma once

#include <cuprum/ndimage/base.h>

namespace cuprum {

/// Sums in double, as SciPy's are.
struct nd_sum {
    template <class T>
    using state = double;
    template <class S>
    static CUPRUM_DEVICE S combine(S a, S b) {
        return a + b;
    }
    template <class U, class S>
    static CUPRUM_DEVICE U finish(S a, double factor) {
        return nd_result<U>(a / factor);
    }
};
struct nd_min {
    template <class T>
    using state = nd_value<T>;
    template <class S>
    static CUPRUM_DEVICE S combine(S a, S b) {
        return b < a ? b : a;
    }
    template <class U, class S>
    static CUPRUM_DEVICE U finish(S a, double) {
        return cast<U>(a);
    }
};
struct nd_max {
    template <class T>
    using state = nd_value<T>;
    template <class S>
    static CUPRUM_DEVICE S combine(S a, S b) {
        return a < b ? b : a;
    }
    template <class U, class S>
    static CUPRUM_DEVICE U finish(S a, double) {
        return cast<U>(a);
    }
};

template <class T, class S>
CUPRUM_ND_APART S nd_line_element(const WindowLineArgs& args, const T* line, long long i) {
    i = nd_place(i, args.n, args.mode);
    return static_cast<S>(nd_load(i < 0 ? (const T*)args.fill : line + i * args.inner));
}

#if CUPRUM_GPU

/// `each` neighbours, of which the first window begins at get(0). Results go to put(r, value).
template <class Op, class S, class Get, class Put>
CUPRUM_DEVICE void nd_windows(long long size, const Get& get, const Put& put) {
    constexpr int each = nd_line_each;
    if (size <= each) {
        S sums[each];
#pragma unroll
        for (int r = 0; r < each; ++r) sums[r] = get(r);
        for (int k = 1; k < size; ++k) {
#pragma unroll
            for (int r = 0; r < each; ++r) sums[r] = Op::combine(sums[r], get(r + k));
        }
#pragma unroll
        for (int r = 0; r < each; ++r) put(r, sums[r]);
        return;
    }
    S ends[each];  // what each window has before and in the part that all have
    S common = get(each - 1);
    for (long long k = each; k < size; ++k) common = Op::combine(common, get(k));
    ends[each - 1] = common;
#pragma unroll
    for (int r = each - 2; r >= 0; --r) ends[r] = Op::combine(ends[r + 1], get(r));
    put(0, ends[0]);
    S behind = get(size);
    put(1, Op::combine(ends[1], behind));
#pragma unroll
    for (int r = 2; r < each; ++r) {
        behind = Op::combine(behind, get(size + r - 1));
        put(r, Op::combine(ends[r], behind));
    }
}

extern __shared__ unsigned long long nd_line_memory[];

template <class T, class U, class Op>
CUPRUM_DEVICE void nd_window_lines(const WindowLineArgs& args) {
    using S = typename Op::template state<T>;
    constexpr int each = nd_line_each;
    if (!args.staged) {
        // A warp takes columns side by side, and a block tiles of them one behind the other, which need the same
        // elements.
        long long row = blockIdx.x, column, tile;
        if (args.columns) {
            column = nd_split(row, args.columns) * 32 + threadIdx.x % 32;
            tile = nd_split(row, args.tiles) * (nd_line_threads / 32) + threadIdx.x / 32;
        } else {
            row = row * nd_line_threads + threadIdx.x;
            column = nd_split(row, args.inner);
            tile = nd_split(row, args.tiles);
        }
        const long long start = tile * each, first = start - args.before;
        if (row >= args.outer || column >= args.inner || start >= args.n) return;
        const T* line = (const T*)args.in + row * args.n * args.inner + column;
        const T* from = line + first * args.inner;
        U* out = (U*)args.out + (row * args.n + start) * args.inner + column;
        const auto put = [&](int r, S value) { out[r * args.inner] = Op::template finish<U>(value, args.factor); };
        // Windows within the line ask for nothing, neither where elements are nor whether results are wanted.
        if (first >= 0 && first + args.size + each - 1 <= args.n && start + each <= args.n) {
            nd_windows<Op, S>(
                args.size, [&](long long k) { return static_cast<S>(nd_load(from + k * args.inner)); }, put);
        } else {
            nd_windows<Op, S>(
                args.size, [&](long long k) { return nd_line_element<T, S>(args, line, first + k); },
                [&](int r, S value) {
                    if (start + r < args.n) put(r, value);
                });
        }
        return;
    }
    // Contiguous lines, `lines` of them side by side. An element more after every `each` spreads reads over the banks.
    const auto spread = [](int i) { return i + i / each; };
    T* staged = (T*)nd_line_memory;
    const int thread = threadIdx.x, threads_a_line = nd_line_threads / args.lines, span = threads_a_line * each,
              used = span + (int)args.size - 1, pitch = spread(used) + 1;
    const long long first_line = blockIdx.x / args.tiles * args.lines, start = blockIdx.x % args.tiles * span;
    for (int l = 0; l < args.lines; ++l) {
        if (first_line + l >= args.outer) break;
        const T* line = (const T*)args.in + (first_line + l) * args.n;
        const long long first = start - args.before;
        for (int i = thread; i < used; i += nd_line_threads) {
            const long long place = nd_place(first + i, args.n, args.mode);
            staged[l * pitch + spread(i)] = place < 0 ? *(const T*)args.fill : line[place];
        }
    }
    __syncthreads();
    const int l = thread / threads_a_line, mine = thread % threads_a_line * each;
    S results[each];
    const T* from = staged + l * pitch;
    nd_windows<Op, S>(
        args.size, [&](int k) { return static_cast<S>(nd_load(from + spread(mine + k))); },
        [&](int r, S value) { results[r] = value; });
    const long long row = first_line + l;
    if constexpr (sizeof(U) <= sizeof(T)) {
        // Back through shared memory, so that neighbouring threads write neighbours.
        __syncthreads();
        U* ready = (U*)nd_line_memory;
        const int out_pitch = spread(span) + 1;
#pragma unroll
        for (int r = 0; r < each; ++r)
            ready[l * out_pitch + spread(mine + r)] = Op::template finish<U>(results[r], args.factor);
        __syncthreads();
        for (int k = 0; k < args.lines; ++k) {
            if (first_line + k >= args.outer) break;
            U* out = (U*)args.out + (first_line + k) * args.n + start;
            for (int i = thread; i < span && start + i < args.n; i += nd_line_threads)
                out[i] = ready[k * out_pitch + spread(i)];
        }
    } else if (row < args.outer) {
        U* out = (U*)args.out + row * args.n + start + mine;
#pragma unroll
        for (int r = 0; r < each; ++r)
            if (start + mine + r < args.n) out[r] = Op::template finish<U>(results[r], args.factor);
    }
}

#define CUPRUM_ND_WINDOWS(name, T, U, op)                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_line_threads) \
        name(const __grid_constant__ cuprum::WindowLineArgs args) {       \
        cuprum::nd_window_lines<T, U, cuprum::op>(args);                  \
    }

#else

/// Elements of a tile's lines, `length` of them, those of one position side by side.
template <class T, class S>
static void nd_window_elements(const WindowLineArgs& args, const T* in, long long first, long long length,
                               long long width, S* to) {
    const auto place_of = [&](long long i) {
        const long long place = nd_place(first + i, args.n, args.mode);
        const T* from = place < 0 ? (const T*)args.fill : in + place * args.inner;
        for (long long c = 0; c < width; ++c) to[i * width + c] = static_cast<S>(nd_load(from + (place < 0 ? 0 : c)));
    };
    long long i = 0;
    for (; i < length && first + i < 0; ++i) place_of(i);
    if (args.inner == 1) {
        const long long within = args.n - first < length ? args.n - first : length;
        const T* from = in + first;
        for (; i < within; ++i) to[i] = static_cast<S>(nd_load(from + i));
    }
    for (; i < length; ++i) place_of(i);
}

/// Sums of windows of some columns at once: what a window has in one block of `size` positions and in the next.
template <class U>
static void nd_window_sums(const WindowLineArgs& args, double* parts, U* out, long long count, long long width) {
    const long long size = args.size;
    double behind[nd_line_columns];
    for (long long first = 0; first < count; first += size) {
        const long long mine = count - first < size ? count - first : size;
        for (long long i = (first + size - 1) * width - 1; i >= first * width; i -= width)
            for (long long c = i - width + 1; c <= i; ++c) parts[c] += parts[c + width];
        for (long long c = 0; c < width; ++c) {
            out[first * args.inner + c] = nd_sum::finish<U>(parts[first * width + c], args.factor);
            behind[c] = 0;
        }
        for (long long j = 1; j < mine; ++j) {
            const double *next = parts + (first + size + j - 1) * width, *before = parts + (first + j) * width;
            U* to = out + (first + j) * args.inner;
            for (long long c = 0; c < width; ++c) {
                behind[c] += next[c];
                to[c] = nd_sum::finish<U>(before[c] + behind[c], args.factor);
            }
        }
    }
}

/// Windows of any length by doubling: `parts` are the values of windows of `reach`; `found` of the window's first
/// `done` elements.
template <class Op, class S>
static void nd_window_doubled(S* parts, S* found, long long count, long long size, long long width) {
    const long long results = count * width;
    long long done = 0, length = count + size - 1;
    for (long long reach = 1;; reach *= 2) {
        if (size & reach) {
            const S* more = parts + done * width;
            if (done == 0)
                for (long long i = 0; i < results; ++i) found[i] = more[i];
            else
                for (long long i = 0; i < results; ++i) found[i] = Op::combine(found[i], more[i]);
            done += reach;
        }
        if (done == size) break;
        length -= reach;
        const long long all = length * width, ahead = reach * width;
        // An element is read before it is written, and later ones stand ahead.
#pragma clang loop vectorize(assume_safety)
        for (long long i = 0; i < all; ++i) parts[i] = Op::combine(parts[i], parts[i + ahead]);
    }
}

/// A tile of some positions and some columns. Elements of one position lie side by side.
template <class T, class U, class Op>
static void nd_window_tile(const WindowLineArgs& args, long long item) {
    using S = typename Op::template state<T>;
    const long long strips = (args.inner + args.columns - 1) / args.columns;
    const long long strip = item % strips, rest = item / strips, tile = rest % args.tiles, row = rest / args.tiles;
    const long long column = strip * args.columns, left = args.inner - column,
                    width = left < args.columns ? left : args.columns;
    const long long start = tile * args.positions, behind = args.n - start,
                    count = behind < args.positions ? behind : args.positions;
    const T* in = (const T*)args.in + row * args.n * args.inner + column;
    U* out = (U*)args.out + (row * args.n + start) * args.inner + column;
    if (args.staged) {  // a window too long for a buffer
        for (long long i = 0; i < count; ++i)
            for (long long c = 0; c < width; ++c) {
                S value = nd_line_element<T, S>(args, in + c, start - args.before + i);
                for (long long k = 1; k < args.size; ++k)
                    value = Op::combine(value, nd_line_element<T, S>(args, in + c, start - args.before + i + k));
                out[i * args.inner + c] = Op::template finish<U>(value, args.factor);
            }
        return;
    }
    alignas(64) S parts[nd_line_buffer], found[nd_line_positions];
    nd_window_elements<T>(args, in, start - args.before, count + args.size - 1, width, parts);
    if constexpr (is_same<Op, nd_sum>)
        if (args.columns >= nd_line_least_columns) return nd_window_sums(args, parts, out, count, width);
    nd_window_doubled<Op>(parts, found, count, args.size, width);
    if (args.inner == width)
        for (long long i = 0; i < count * width; ++i) out[i] = Op::template finish<U>(found[i], args.factor);
    else
        for (long long i = 0; i < count; ++i)
            for (long long c = 0; c < width; ++c)
                out[i * args.inner + c] = Op::template finish<U>(found[i * width + c], args.factor);
}

#define CUPRUM_ND_WINDOWS(name, T, U, op)                                                           \
    extern "C" void name(const cuprum::WindowLineArgs* args, long long begin, long long end) {      \
        for (long long i = begin; i < end; ++i) cuprum::nd_window_tile<T, U, cuprum::op>(*args, i); \
    }

#endif

}  // namespace cuprum
