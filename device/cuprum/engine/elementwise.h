// Loops around an element-by-element operation.
//
// An operation is a struct with
//     static constexpr int nout;                       // outputs come first among the operands
//     using operands = cuprum::types<T0, T1, ...>;     // as stored in memory; `counter` for an input that counts
//     static void apply(T0& out, ..., const Tk& in, ...);
// perhaps with
//     static constexpr bool takes_words;  // GPU: operands are of one type and may come several in a word:
//     static void apply(simd_word<T>& out, ..., const simd_word<T>& in, ...);
// and an entry point is made by one of the macros at the end, on a GPU
//     CUPRUM_ELEMENTWISE_LINEAR(name, op)       all operands contiguous in one order, single, or values
//     CUPRUM_ELEMENTWISE_ROWS(name, op)         innermost strides 0 or one element: vectors along the rows
//     CUPRUM_ELEMENTWISE_STRIDED(name, op)      any strides
//     CUPRUM_ELEMENTWISE_CUT(name, op)          any strides, and operands may wrap around
//     CUPRUM_ELEMENTWISE_TILE(name, op)         outputs have their neighbours along one dimension, inputs along another
// where a thread moves vectors of up to 16 bytes an operand, loads before it computes, computes before it stores; and
// on a CPU
//     CUPRUM_ELEMENTWISE_INNER(name, op)        a loop over plain pointers, which the compiler vectorises
// that serves all layouts, since the library brings what is not contiguous into small buffers
// (src/backend/cpu/elementwise_loops.cpp).
//
// Each kernel has as few copies of the operation as it can, and loops that gain nothing by it are not unrolled: what a
// user waits for at the first call is the compiler.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/elementwise_args.h>
#include <cuprum/type_list.h>

namespace cuprum {

#if CUPRUM_GPU

template <class List>
struct elementwise_loops;
template <class T>
struct simd_word;  // simd_word.h, which the texts of operations on words include

// 1: data that is used once goes through the caches with the evict-first policy.
#ifndef CUPRUM_CACHE_HINTS
#define CUPRUM_CACHE_HINTS 0
#endif

template <class Vector>
CUPRUM_DEVICE Vector load_vector(const void* address) {
#if CUPRUM_CACHE_HINTS
    if constexpr (sizeof(Vector) % 16 == 0) {
        Vector value;
#pragma unroll
        for (int i = 0; i < (int)sizeof(Vector) / 16; ++i) ((uint4*)&value)[i] = __ldcs((const uint4*)address + i);
        return value;
    }
#endif
    return *(const Vector*)address;
}
template <class Vector>
CUPRUM_DEVICE void store_vector(void* address, const Vector& value) {
#if CUPRUM_CACHE_HINTS
    if constexpr (sizeof(Vector) % 16 == 0) {
#pragma unroll
        for (int i = 0; i < (int)sizeof(Vector) / 16; ++i) __stcs((uint4*)address + i, ((const uint4*)&value)[i]);
        return;
    }
#endif
    *(Vector*)address = value;
}

// Starts a copy of `bytes` bytes, which are aligned, to shared memory.
template <int bytes>
CUPRUM_DEVICE void copy_to_shared(char* shared, const char* address) {
#if __CUDA_ARCH__ >= 800
    const unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    if constexpr (bytes == 16) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(address) : "memory");
        return;
    } else if constexpr (bytes >= 4) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(address), "n"(bytes) : "memory");
        return;
    }
#endif
    using piece = conditional_t<bytes == 16, vec<uint32, 4>, unsigned_of_size<bytes>>;
    *(piece*)shared = *(const piece*)address;
}
// Waits until what this thread copied to shared memory is there.
CUPRUM_DEVICE void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Where byte `offset` of a tile lies. Threads that read down a column of 16-byte pieces find them in different banks:
// the piece's number within 128 bytes is mixed with the bits at `shift`, which tell those threads apart.
CUPRUM_DEVICE unsigned swizzle(unsigned offset, int shift) { return offset ^ ((offset >> shift & 7u) << 4); }

template <class... T>
struct elementwise_loops<types<T...>> {
    static constexpr int count = sizeof...(T);
    static constexpr int largest = max_of(sizeof(T)...), smallest = min_of(sizeof(T)...);
    static constexpr int width = elementwise_vector(largest), rows_together = elementwise_rows(smallest);
    // Blocks that a multiprocessor should hold at once where a thread has many elements to move and little to compute;
    // 0: the compiler's choice.
    static constexpr int tile_blocks = largest == 1 ? 5 : 0;
    using all = indices_below<count>;
    template <int V>
    using raw = vector_pack<1, words_of<T, V>...>;

    template <class Op>
    CUPRUM_DEVICE static void linear(const LinearArgs<count>& args) {
        linear<Op>(args, all());
    }
    template <class Op>
    CUPRUM_DEVICE static void rows(const StridedArgs<count>& args) {
        strided<Op, width>(args, all());
    }
    template <class Op>
    CUPRUM_DEVICE static void strided(const StridedArgs<count>& args) {
        strided<Op, 1>(args, all());
    }
    template <class Op>
    CUPRUM_DEVICE static void cut(const CutArgs<count>& args) {
        strided<Op, 1>(args, all());
    }
    template <class Op>
    CUPRUM_DEVICE static void tile(const StridedArgs<count>& args) {
        tile<Op>(args, all());
    }

private:
    // What an operation computes of V neighbours, one after another: elements, or words where it takes them.
    template <class Op, int V>
    static constexpr bool takes_words = requires { Op::takes_words; } && V * smallest % 4 == 0;
    template <class Op, int V>
    static constexpr int steps = takes_words<Op, V> ? V * smallest / 4 : V;
    template <class Op, int V>
    using computed =
        conditional_t<takes_words<Op, V>, vector_pack<steps<Op, V>, simd_word<T>...>, vector_pack<V, T...>>;

    template <class Op, int V, int... K>
    CUPRUM_DEVICE static constexpr int unroll(indices<K...>) {
        return elementwise_unroll(((K < Op::nout ? 0 : (int)sizeof(T)) + ... + 0), V);
    }

    // Computes and stores one vector after another, so that there are V copies of the operation whatever U is. A thread
    // that has too few elements computes with whatever its registers hold, which is quicker than asking, unless the
    // operation is a user's: that one may loop until a number is 1, count its elements or print them.
    template <class Op, int V, int U, class Present, class Store, int... K>
    CUPRUM_DEVICE static void compute(raw<V>* data, indices<K...>, Present present, Store store) {
#pragma unroll 1
        for (int u = 0; u < U; ++u) {
            computed<Op, V> now;
            ((K < Op::nout ? void() : assign_bits(now.template get<K>(), data[0].template get<K>().v[0])), ...);
            if constexpr (requires { Op::is_long; }) {
                // One copy of it, so that it stays in the cache of instructions and leaves registers for more threads.
#pragma unroll 1
                for (int k = 0; k < V; ++k)
                    if (present(u, k)) now.template call<Op>(k);
            } else {
#pragma unroll
                for (int k = 0; k < steps<Op, V>; ++k) {
                    if constexpr (requires { Op::only_elements; }) {
                        if (present(u, k)) now.template call<Op>(k);
                    } else {
                        now.template call<Op>(k);
                    }
                }
            }
            store(u, now);
#pragma unroll
            for (int j = 1; j < U; ++j) data[j - 1] = data[j];
        }
    }

    template <class To, class From>
    CUPRUM_DEVICE static void assign_bits(To& to, const From& from) {
        to = bit_cast<To>(from);
    }

    template <class Op, int... K>
    CUPRUM_DEVICE static void linear(const LinearArgs<count>& args, indices<K...> operands) {
        constexpr int V = width, U = unroll<Op, V>(operands), block = elementwise_block, tile = block * V * U;
        const long long start = (long long)blockIdx.x * tile;
        const int left = args.size - start < tile ? (int)(args.size - start) : tile;
        // In the last tile, and where something is misaligned, neighbouring threads take neighbouring elements.
        const bool vector = (args.modes & flag_vector) && left == tile;
        const int first = threadIdx.x * (vector ? V : 1), step = vector ? 1 : block;
        raw<V> data[U];
        // How an operand is read is asked once for small elements, whose kernels are quick enough for the questions to
        // show. Of larger ones once a vector: erf of float64 has 30 registers so and not 42, and more threads.
        constexpr int together = smallest < 8 ? U : 1;
#pragma unroll
        for (int u = 0; u < U; u += together)
            ((K < Op::nout ? void()
                           : load_linear<T, V, together, K>(data + u, args.operand[K], args.modes >> (2 * K) & 3u,
                                                            start, first + u * block * V, step, left, vector)),
             ...);
        const auto present = [&](int u, int k) { return first + u * block * V + k * step < left; };
        compute<Op, V, U>(data, operands, present, [&](int u, const computed<Op, V>& now) {
            const int i = first + u * block * V;
            ((K < Op::nout
                  ? store_linear(now.template get<K>(), (T*)args.operand[K].bits[0] + start, i, step, left, vector)
                  : void()),
             ...);
        });
    }
    template <class E, int V>
    CUPRUM_DEVICE static words_of<E, V> splat(const E& value) {
        vec<E, V> all;
#pragma unroll
        for (int k = 0; k < V; ++k) all.v[k] = value;
        return bit_cast<words_of<E, V>>(all);
    }
    // U vectors of operand K.
    template <class E, int V, int U, int K>
    CUPRUM_DEVICE static void load_linear(raw<V>* data, const OperandRef& operand, unsigned mode, long long start,
                                          int first, int step, int left, bool vector) {
        const E* address = (const E*)operand.bits[0];
        if (mode != operand_array) {
            const auto slot = splat<E, V>(mode == operand_value ? value_of<E>(operand) : load<E>(address));
#pragma unroll
            for (int u = 0; u < U; ++u) data[u].template get<K>().v[0] = slot;
        } else if (vector && !is_same<E, counter>) {
#pragma unroll
            for (int u = 0; u < U; ++u)
                data[u].template get<K>().v[0] =
                    load_vector<words_of<E, V>>(address + start + first + u * elementwise_block * V);
        } else {
#pragma unroll
            for (int u = 0; u < U; ++u)
                data[u].template get<K>().v[0] =
                    load_apart<E, V>(address + start, first + u * elementwise_block * V, step, left);
        }
    }
    template <class E, int V>
    CUPRUM_DEVICE static words_of<E, V> load_apart(const E* address, int i, int step, int left) {
        if constexpr (sizeof(E) == 1 && V > 4) {
            // Word after word: all of so many loads at once would take more registers than everything else.
            constexpr int n = V / 4;
            words_of<E, V> slot;
#pragma unroll 1
            for (int w = 0; w < n; ++w, i += 4 * step) {
                const unsigned read = bit_cast<unsigned>(load_apart<E, 4>(address, i, step, left));
#pragma unroll
                for (int j = 1; j < n; ++j) slot.w[j - 1] = slot.w[j];
                slot.w[n - 1] = read;
            }
            return slot;
        } else {
            vec<E, V> read;
#pragma unroll
            for (int k = 0; k < V; ++k)
                if (i + k * step < left) read.v[k] = load<E>(address + i + k * step);
            return bit_cast<words_of<E, V>>(read);
        }
    }
    // Elements, as they are or in words.
    template <class Slot, class E>
    CUPRUM_DEVICE static void store_linear(const Slot& slot, E* address, int i, int step, int left, bool vector) {
        if (vector) {
            store_vector(address + i, slot);
        } else {
            constexpr int V = sizeof(Slot) / sizeof(E);
            const auto apart = bit_cast<vec<E, V>>(slot);
#pragma unroll
            for (int k = 0; k < V; ++k)
                if (i + k * step < left) address[i + k * step] = apart.v[k];
        }
    }

    CUPRUM_DEVICE static unsigned divide(unsigned n, const Divisor& d) { return (__umulhi(n, d.magic) + n) >> d.shift; }

    // An item is V neighbours along the innermost dimension; a thread's items are a block apart.
    template <class Op, int V, class Args, int... K>
    CUPRUM_DEVICE static void strided(const Args& args, indices<K...> operands) {
        constexpr int U = unroll<Op, V>(operands);
        const int last = args.space.ndim - 1;
        unsigned rest[U], inner[U];
        long long offset[U][count];
#pragma unroll
        for (int u = 0; u < U; ++u) {
            rest[u] = blockIdx.x * (elementwise_block * U) + u * elementwise_block + threadIdx.x;
            inner[u] = 0;
            ((offset[u][K] = 0), ...);
        }
#pragma unroll 1
        for (int d = last; d >= 0; --d) {
            const Divisor divisor = args.space.divisors[d];
            const long long stride[] = {args.strides[K][d]...};
#pragma unroll
            for (int u = 0; u < U; ++u) {
                const unsigned quotient = divide(rest[u], divisor);
                unsigned index = rest[u] - quotient * divisor.divisor;
                if (V > 1 && d == last) inner[u] = index *= V;
                ((offset[u][K] += index * stride[K]), ...);
                if constexpr (requires { args.cuts; })
                    ((offset[u][K] += (int)index >= args.cuts[K][d] ? args.jumps[K][d] : 0), ...);
                rest[u] = quotient;
            }
        }
        raw<V> data[U];
        long long left[U];  // elements from here to the row's end; none where there is no such item
#pragma unroll
        for (int u = 0; u < U; ++u) {
            left[u] = rest[u] ? 0 : args.space.shape[last] - inner[u];
            ((K < Op::nout
                  ? void()
                  : load_strided<T, V>(data[u].template get<K>().v[0], args.operand[K], args.space.values >> K & 1u,
                                       offset[u][K], args.strides[K][last], left[u])),
             ...);
        }
        const auto present = [&](int, int k) { return k < left[0]; };
        compute<Op, V, U>(data, operands, present, [&](int, const computed<Op, V>& now) {
            ((K < Op::nout
                  ? store_strided<T>(now.template get<K>(), (char*)args.operand[K].bits[0] + offset[0][K], left[0])
                  : void()),
             ...);
#pragma unroll
            for (int j = 1; j < U; ++j) {
                left[j - 1] = left[j];
                ((K < Op::nout ? void(offset[j - 1][K] = offset[j][K]) : void()), ...);
            }
        });
    }
    template <class Vector>
    CUPRUM_DEVICE static bool is_aligned(const void* address) {
        return ((unsigned long long)address & (alignof(Vector) - 1)) == 0;
    }
    template <class E, int V>
    CUPRUM_DEVICE static void load_strided(words_of<E, V>& slot, const OperandRef& operand, bool value,
                                           long long offset, long long step, long long left) {
        const char* address = (const char*)operand.bits[0] + offset;
        if (value || (V > 1 && step == 0)) {
            if (left > 0) slot = splat<E, V>(value ? value_of<E>(operand) : load<E>(address));
        } else if (V > 1 && !is_same<E, counter> && left >= V && is_aligned<vec<E, V>>(address)) {
            slot = load_vector<words_of<E, V>>(address);
        } else {
            vec<E, V> read;
#pragma unroll
            for (int k = 0; k < V; ++k)
                if (k < left) read.v[k] = load<E>(address + k * (long long)sizeof(E));
            slot = bit_cast<words_of<E, V>>(read);
        }
    }
    template <class E, class Slot>
    CUPRUM_DEVICE static void store_strided(const Slot& slot, char* address, long long left) {
        constexpr int V = sizeof(Slot) / sizeof(E);
        if (V > 1 && left >= V && is_aligned<Slot>(address)) {
            store_vector(address, slot);
        } else {
            const auto apart = bit_cast<vec<E, V>>(slot);
#pragma unroll
            for (int k = 0; k < V; ++k)
                if (k < left) *(E*)(address + k * (long long)sizeof(E)) = apart.v[k];
        }
    }

    // Shared memory's layout of a staged operand: 2^log_minor neighbours follow each other.
    struct Layout {
        int log_minor, shift;
        CUPRUM_DEVICE unsigned at(unsigned offset) const { return swizzle(offset, shift); }
    };
    template <class E>
    CUPRUM_DEVICE static Layout layout(const StridedArgs<count>& args, bool transposed) {
        if (!transposed) return {args.space.log_x, 31};  // read along its rows: nothing to mix
        // A warp reads V rows apart; below 128 bytes a row, mixing begins with the second 128 bytes.
        const int shift = args.space.log_y + log2_of(sizeof(E)) + log2_of(width);
        return {args.space.log_y, shift < 7 ? 7 : shift};
    }

    template <class Op, int... K>
    CUPRUM_DEVICE static void tile(const StridedArgs<count>& args, indices<K...> operands) {
        constexpr int V = width, R = rows_together, block = elementwise_block;
        extern __shared__ __align__(128) char shared[];
        const int last = args.space.ndim - 1;
        unsigned rest = blockIdx.x;
        long long offset[count];
        ((offset[K] = 0), ...);
        int nx = 0, ny = 0;  // of this tile
#pragma unroll 1
        for (int d = last; d >= 0; --d) {
            const unsigned quotient = divide(rest, args.space.divisors[d]);
            long long index = rest - quotient * args.space.divisors[d].divisor;
            if (d >= last - 1) {
                const int log = d == last ? args.space.log_x : args.space.log_y;
                index <<= log;
                const long long left = args.space.shape[d] - index;
                (d == last ? nx : ny) = left < 1 << log ? (int)left : 1 << log;
            }
            ((offset[K] += index * args.strides[K][d]), ...);
            rest = quotient;
        }

        char* memory = shared;
        char* staging[count];
        ((staging[K] = memory,
          memory += args.space.staged >> K & 1u ? (unsigned)sizeof(T) << (args.space.log_x + args.space.log_y) : 0u),
         ...);
        ((K < Op::nout || is_same<T, counter> || !(args.space.staged >> K & 1u)
              ? void()
              : stage<T>(args, K, staging[K], (const char*)args.operand[K].bits[0] + offset[K], nx, ny)),
         ...);
        wait_for_copies();
        __syncthreads();

        // A thread takes V neighbours of each of R rows, or, where something is misaligned, elements that are apart.
        const bool vector = args.space.flags & flag_vector;
        const int log_items = args.space.log_x - log2_of(V), step = vector ? 1 : 1 << log_items;
#pragma unroll 1
        for (int item = threadIdx.x; (item >> log_items) * R < ny; item += block) {
            const int y = (item >> log_items) * R, x = (item & ((1 << log_items) - 1)) * (vector ? V : 1);
            if (x >= nx) continue;
            raw<V> data[R];
            ((K < Op::nout ? void() : load_tile<T, V, K>(data, args, staging[K], offset[K], x, y, step, nx, ny)), ...);
            const auto present = [&](int u, int k) { return y + u < ny && x + k * step < nx; };
            compute<Op, V, R>(data, operands, present, [&](int u, const computed<Op, V>& now) {
                if (y + u >= ny) return;
                ((K < Op::nout
                      ? store_tile<T>(now.template get<K>(),
                                      (char*)args.operand[K].bits[0] + offset[K] + (y + u) * args.strides[K][last - 1],
                                      x, step, nx, vector)
                      : void()),
                 ...);
            });
        }
    }
    template <class E>
    CUPRUM_DEVICE static void stage(const StridedArgs<count>& args, int k, char* memory, const char* from, int nx,
                                    int ny) {
        const int last = args.space.ndim - 1;
        const bool transposed = args.space.transposed >> k & 1u;
        const Layout to = layout<E>(args, transposed);
        const int majors = transposed ? nx : ny, minors = transposed ? ny : nx;
        const long long major_step = args.strides[k][transposed ? last : last - 1];
        const long long minor_step = args.strides[k][transposed ? last - 1 : last];
        constexpr int V = 16 / sizeof(E);
        if ((args.space.vectors >> k & 1u) && minors % V == 0)
            stage_pieces<E, V>(to, memory, from, majors, minors, major_step, sizeof(E));
        else stage_pieces<E, 1>(to, memory, from, majors, minors, major_step, minor_step);
    }
    // Copies pieces of V elements, of which a row has a power of two, some beyond its end.
    template <class E, int V>
    CUPRUM_DEVICE static void stage_pieces(Layout to, char* memory, const char* from, int majors, int minors,
                                           long long major_step, long long minor_step) {
        const int log_row = to.log_minor - log2_of(V);
        // What is copied asynchronously is on its way at once without being unrolled.
#pragma unroll(sizeof(E) * V >= 4 ? 1 : 4)
        for (int i = threadIdx.x; i >> log_row < majors; i += elementwise_block) {
            const int major = i >> log_row, minor = (i & ((1 << log_row) - 1)) * V;
            if (minor < minors)
                copy_to_shared<V * sizeof(E)>(memory + to.at((i * V) * sizeof(E)),
                                              from + major * major_step + minor * minor_step);
        }
    }
    template <class E, int V, int K>
    CUPRUM_DEVICE static void load_tile(raw<V>* data, const StridedArgs<count>& args, const char* memory,
                                        long long offset, int x, int y, int step, int nx, int ny) {
        constexpr int R = rows_together;
        const bool staged = args.space.staged >> K & 1u, transposed = args.space.transposed >> K & 1u;
        const Layout from = layout<E>(args, transposed);
        if constexpr (R > 1 && R * sizeof(E) <= 16) {
            if (staged && transposed) {
                // R neighbours of each of V columns.
                words_of<E, R> column[V];
#pragma unroll
                for (int j = 0; j < V; ++j)
                    column[j] = *(const words_of<E, R>*)(memory +
                                                         from.at((((x + j * step) << from.log_minor) + y) * sizeof(E)));
                turn<E>(column, [&](int r) -> auto& { return data[r].template get<K>().v[0]; });
                return;
            }
        }
        const int last = args.space.ndim - 1;
        const long long x_step = args.strides[K][last], y_step = args.strides[K][last - 1];
        const char* address = (const char*)args.operand[K].bits[0] + offset + x * x_step;
#pragma unroll
        for (int r = 0; r < R; ++r) {
            auto& slot = data[r].template get<K>().v[0];
            vec<E, V> read;
            if (args.space.values >> K & 1u) {
                slot = splat<E, V>(value_of<E>(args.operand[K]));
            } else if (staged && !transposed && step == 1) {
                slot = *(const words_of<E, V>*)(memory + (((y + r) << from.log_minor) + x) * sizeof(E));
            } else if (staged) {
#pragma unroll
                for (int j = 0; j < V; ++j) {
                    const int column = x + j * step, row = y + r;
                    const int at = transposed ? (column << from.log_minor) + row : (row << from.log_minor) + column;
                    read.v[j] = *(const E*)(memory + from.at(at * sizeof(E)));
                }
                slot = bit_cast<words_of<E, V>>(read);
            } else {
#pragma unroll
                for (int j = 0; j < V; ++j)
                    if (x + j * step < nx && y + r < ny)
                        read.v[j] = load<E>(address + (y + r) * y_step + j * (step * x_step));
                slot = bit_cast<words_of<E, V>>(read);
            }
        }
    }
    // Makes rows of columns.
    template <class E, int V, int bytes, class Row>
    CUPRUM_DEVICE static void turn(words<bytes> (&column)[V], Row row) {
        constexpr int R = bytes / sizeof(E);
        if constexpr (sizeof(E) < 4 && bytes == 4 && V % R == 0) {
#pragma unroll
            for (int g = 0; g < V / R; ++g) {
                turn_square(&column[g * R].w[0], index_constant<R>());
#pragma unroll
                for (int r = 0; r < R; ++r) row(r).w[g] = column[g * R + r].w[0];
            }
        } else {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                vec<E, V> transposed;
#pragma unroll
                for (int j = 0; j < V; ++j) transposed.v[j] = bit_cast<vec<E, R>>(column[j]).v[r];
                row(r) = bit_cast<words_of<E, V>>(transposed);
            }
        }
    }
    CUPRUM_DEVICE static void turn_square(unsigned* w, index_constant<2>) {
        const unsigned first = __byte_perm(w[0], w[1], 0x5410);
        w[1] = __byte_perm(w[0], w[1], 0x7632);
        w[0] = first;
    }
    CUPRUM_DEVICE static void turn_square(unsigned* w, index_constant<4>) {
        const unsigned low02 = __byte_perm(w[0], w[2], 0x5410), high02 = __byte_perm(w[0], w[2], 0x7632);
        const unsigned low13 = __byte_perm(w[1], w[3], 0x5410), high13 = __byte_perm(w[1], w[3], 0x7632);
        w[0] = __byte_perm(low02, low13, 0x6240);
        w[1] = __byte_perm(low02, low13, 0x7351);
        w[2] = __byte_perm(high02, high13, 0x6240);
        w[3] = __byte_perm(high02, high13, 0x7351);
    }
    template <class E, class Slot>
    CUPRUM_DEVICE static void store_tile(const Slot& slot, char* row, int x, int step, int nx, bool vector) {
        constexpr int V = sizeof(Slot) / sizeof(E);
        E* address = (E*)row + x;
        if (vector && x + V <= nx) {
            store_vector(address, slot);
        } else {
            const auto apart = bit_cast<vec<E, V>>(slot);
#pragma unroll
            for (int j = 0; j < V; ++j)
                if (x + j * step < nx) address[j * step] = apart.v[j];
        }
    }
};

#define CUPRUM_ELEMENTWISE_ENTRY(name, op, Args, loop, blocks)                 \
    extern "C" __global__ void __launch_bounds__(256, blocks)                  \
        name(const __grid_constant__ cuprum::Args<op::operands::count> args) { \
        cuprum::elementwise_loops<op::operands>::template loop<op>(args);      \
    }
#define CUPRUM_ELEMENTWISE_LINEAR(name, op) CUPRUM_ELEMENTWISE_ENTRY(name, op, LinearArgs, linear, 0)
#define CUPRUM_ELEMENTWISE_ROWS(name, op) CUPRUM_ELEMENTWISE_ENTRY(name, op, StridedArgs, rows, 0)
#define CUPRUM_ELEMENTWISE_STRIDED(name, op) CUPRUM_ELEMENTWISE_ENTRY(name, op, StridedArgs, strided, 0)
#define CUPRUM_ELEMENTWISE_CUT(name, op) CUPRUM_ELEMENTWISE_ENTRY(name, op, CutArgs, cut, 0)
#define CUPRUM_ELEMENTWISE_TILE(name, op) \
    CUPRUM_ELEMENTWISE_ENTRY(name, op, StridedArgs, tile, cuprum::elementwise_loops<op::operands>::tile_blocks)

#else  // CPU

template <class Op, class... T, int... K>
CUPRUM_DEVICE void elementwise_inner(long long n, char* const* operands, types<T...>, indices<K...>) {
    auto run = [](long long n, T*... operand) {  // captured, n would be read anew for each element
        // The library promises that outputs overlap inputs element on element or not at all.
        if constexpr (is_any_of<float16, T...>) {
#pragma clang loop vectorize(assume_safety) vectorize_width(float16_width)
            for (long long i = 0; i < n; ++i) Op::apply(operand[i]...);
        } else {
#pragma clang loop vectorize(assume_safety)
            for (long long i = 0; i < n; ++i) Op::apply(operand[i]...);
        }
    };
    run(n, (T*)operands[K]...);
}

// The loops around the innermost one, which the library has.
extern "C" void cuprum_elementwise_loops(const CpuLoops* loops, long long begin, long long end, CpuLoops::Inner inner);

#define CUPRUM_ELEMENTWISE_INNER(name, op)                                                        \
    static void name##_loop(long long n, char* const* operands) {                                 \
        using list = op::operands;                                                                \
        cuprum::elementwise_inner<op>(n, operands, list(), cuprum::indices_below<list::count>()); \
    }                                                                                             \
    extern "C" void name(const cuprum::CpuLoops* loops, long long begin, long long end) {         \
        cuprum_elementwise_loops(loops, begin, end, name##_loop);                                 \
    }

#endif

}  // namespace cuprum
