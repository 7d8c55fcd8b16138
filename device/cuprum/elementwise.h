// Loops around an element-by-element operation.
//
// An operation is a struct with
//     static constexpr int nout;                       // outputs come first among the operands
//     using operands = cuprum::types<T0, T1, ...>;     // as stored in memory; `counter` for an input that counts
//     static void apply(T0& out, ..., const Tk& in, ...);
// and an entry point is made by one of the macros at the end:
//     CUPRUM_ELEMENTWISE_LINEAR(name, op)       all operands contiguous in one order, single, or values
//     CUPRUM_ELEMENTWISE_ROWS(name, op)         innermost strides 0 or one element: vectors along the rows
//     CUPRUM_ELEMENTWISE_STRIDED(name, op)      any strides
//
// GPU: a thread moves vectors of up to 16 bytes an operand, loads before it computes, computes before it stores.
// CPU: a chunk of each operand that is not contiguous is brought into a small buffer, so that one inner loop over plain
// pointers, which the compiler vectorises, serves all layouts.
#pragma once

#include <cuprum/base.h>
#include <cuprum/elementwise_args.h>
#include <cuprum/pack.h>

namespace cuprum {

template <class List>
struct elementwise_loops;

#if CUPRUM_GPU

constexpr int elementwise_block = 256;

template <class... T>
struct elementwise_loops<types<T...>> {
    static constexpr int count = sizeof...(T);
    static constexpr int largest = max_of(sizeof(T)...), smallest = min_of(sizeof(T)...);
    // 16 bytes of the narrowest operand, but no more than 64 of the widest.
    static constexpr int width = min_of(16 / smallest, max_of(64 / largest, 1));
    // Narrow operations keep more loads in flight.
    static constexpr int unroll = count <= 2 && largest * width <= 16 ? 2 : 1;

    template <class Op>
    CUPRUM_DEVICE static void linear(const LinearArgs<count>& args) {
        constexpr long long tile = (long long)elementwise_block * width * unroll;
        const long long start = (long long)blockIdx.x * tile;
        if ((args.modes & flag_vector) && start + tile <= args.size) {
            vector_pack<width, T...> data[unroll];
#pragma unroll
            for (int u = 0; u < unroll; ++u) {
                const long long i = start + ((long long)u * elementwise_block + threadIdx.x) * width;
                load_linear<Op::nout, 0, width>(data[u], args, i);
            }
#pragma unroll
            for (int u = 0; u < unroll; ++u)
#pragma unroll
                for (int k = 0; k < width; ++k) data[u].template call<Op>(k);
#pragma unroll
            for (int u = 0; u < unroll; ++u) {
                const long long i = start + ((long long)u * elementwise_block + threadIdx.x) * width;
                store_linear<Op::nout, 0, width>(data[u], args, i);
            }
        } else {
            const long long stop = start + tile < args.size ? start + tile : args.size;
            for (long long i = start + threadIdx.x; i < stop; i += elementwise_block) {
                vector_pack<1, T...> data;
                load_linear<Op::nout, 0, 1>(data, args, i);
                data.template call<Op>(0);
                store_linear<Op::nout, 0, 1>(data, args, i);
            }
        }
    }

    // One thread an item: `V` neighbours along the innermost dimension.
    template <class Op, int V>
    CUPRUM_DEVICE static void strided(const StridedArgs<count>& args) {
        const long long item = (long long)blockIdx.x * elementwise_block + threadIdx.x;
        const int last = args.ndim - 1;
        const long long inner_items = (args.shape[last] + V - 1) / V;
        long long items = inner_items;
        for (int d = 0; d < last; ++d) items *= args.shape[d];
        if (item >= items) return;
        long long offset[count];
#pragma unroll
        for (int k = 0; k < count; ++k) offset[k] = 0;
        long long inner;
        if (args.flags & 1u) {
            unsigned rest = (unsigned)item;
            unsigned quotient = divide(rest, args.divisors[last]);
            inner = (long long)(rest - quotient * args.divisors[last].divisor) * V;
            rest = quotient;
            for (int d = last - 1; d >= 0; --d) {
                quotient = divide(rest, args.divisors[d]);
                const long long index = rest - quotient * args.divisors[d].divisor;
#pragma unroll
                for (int k = 0; k < count; ++k) offset[k] += index * args.strides[k][d];
                rest = quotient;
            }
        } else {
            long long rest = item / inner_items;
            inner = (item - rest * inner_items) * V;
            for (int d = last - 1; d >= 0; --d) {
                const long long quotient = rest / args.shape[d], index = rest - quotient * args.shape[d];
#pragma unroll
                for (int k = 0; k < count; ++k) offset[k] += index * args.strides[k][d];
                rest = quotient;
            }
        }
#pragma unroll
        for (int k = 0; k < count; ++k) offset[k] += inner * args.strides[k][last];
        const long long left = args.shape[last] - inner;
        vector_pack<V, T...> data;
        load_strided<Op::nout, 0, V>(data, args, offset, last, left);
#pragma unroll
        for (int k = 0; k < V; ++k) data.template call<Op>(k);
        store_strided<Op::nout, 0, V>(data, args, offset, last, left);
    }

private:
    CUPRUM_DEVICE static unsigned divide(unsigned n, const Divisor& d) {
        return (__umulhi(n, d.magic) + n) >> d.shift;
    }

    template <int Nout, int K, int V, class P>
    CUPRUM_DEVICE static void load_linear(P& data, const LinearArgs<count>& args, long long i) {
        if constexpr (K < count) {
            if constexpr (K >= Nout) {
                using E = element_of<P, K>;
                auto& slot = data.template get<K>();
                const unsigned mode = (args.modes >> (2 * K)) & 3u;
                const E* address = (const E*)args.operand[K].bits[0];
                if (mode == operand_array && is_same<E, counter>) {
#pragma unroll
                    for (int k = 0; k < V; ++k) slot.v[k] = load<E>(address + i + k);
                } else if (mode == operand_array) {
                    slot = *(const vec<E, V>*)(address + i);
                } else {
                    const E value = mode == operand_value ? value_of<E>(args.operand[K]) : load<E>(address);
#pragma unroll
                    for (int k = 0; k < V; ++k) slot.v[k] = value;
                }
            }
            load_linear<Nout, K + 1, V>(data, args, i);
        }
    }
    template <int Nout, int K, int V, class P>
    CUPRUM_DEVICE static void store_linear(const P& data, const LinearArgs<count>& args, long long i) {
        if constexpr (K < Nout) {
            using E = element_of<P, K>;
            *(vec<E, V>*)((E*)args.operand[K].bits[0] + i) = data.template get<K>();
            store_linear<Nout, K + 1, V>(data, args, i);
        }
    }
    template <int Nout, int K, int V, class P>
    CUPRUM_DEVICE static void load_strided(P& data, const StridedArgs<count>& args, const long long* offset, int last,
                                           long long left) {
        if constexpr (K < count) {
            if constexpr (K >= Nout) {
                using E = element_of<P, K>;
                auto& slot = data.template get<K>();
                if (args.values >> K & 1u) {
                    const E value = value_of<E>(args.operand[K]);
#pragma unroll
                    for (int k = 0; k < V; ++k) slot.v[k] = value;
                } else {
                    const char* address = (const char*)args.operand[K].bits[0] + offset[K];
                    const long long step = args.strides[K][last];
                    if (V > 1 && !is_same<E, counter> && step == sizeof(E) && left >= V &&
                        ((unsigned long long)address & (alignof(vec<E, V>) - 1)) == 0) {
                        slot = *(const vec<E, V>*)address;
                    } else if (V > 1 && step == 0) {
                        const E value = load<E>(address);
#pragma unroll
                        for (int k = 0; k < V; ++k) slot.v[k] = value;
                    } else {
#pragma unroll
                        for (int k = 0; k < V; ++k)
                            if (k < left) slot.v[k] = load<E>(address + k * step);
                    }
                }
            }
            load_strided<Nout, K + 1, V>(data, args, offset, last, left);
        }
    }
    template <int Nout, int K, int V, class P>
    CUPRUM_DEVICE static void store_strided(const P& data, const StridedArgs<count>& args, const long long* offset, int last,
                                            long long left) {
        if constexpr (K < Nout) {
            using E = element_of<P, K>;
            char* address = (char*)args.operand[K].bits[0] + offset[K];
            const long long step = args.strides[K][last];
            if (V > 1 && step == sizeof(E) && left >= V && ((unsigned long long)address & (alignof(vec<E, V>) - 1)) == 0) {
                *(vec<E, V>*)address = data.template get<K>();
            } else {
#pragma unroll
                for (int k = 0; k < V; ++k)
                    if (k < left) *(E*)(address + k * step) = data.template get<K>().v[k];
            }
            store_strided<Nout, K + 1, V>(data, args, offset, last, left);
        }
    }
};

#define CUPRUM_ELEMENTWISE_LINEAR(name, op)                                                                        \
    extern "C" __global__ void __launch_bounds__(256)                                                              \
        name(const __grid_constant__ cuprum::LinearArgs<op::operands::count> args) {                               \
        cuprum::elementwise_loops<op::operands>::linear<op>(args);                                                 \
    }
#define CUPRUM_ELEMENTWISE_ROWS(name, op)                                                                          \
    extern "C" __global__ void __launch_bounds__(256)                                                              \
        name(const __grid_constant__ cuprum::StridedArgs<op::operands::count> args) {                              \
        cuprum::elementwise_loops<op::operands>::strided<op, cuprum::elementwise_loops<op::operands>::width>(args); \
    }
#define CUPRUM_ELEMENTWISE_STRIDED(name, op)                                                                       \
    extern "C" __global__ void __launch_bounds__(256)                                                              \
        name(const __grid_constant__ cuprum::StridedArgs<op::operands::count> args) {                              \
        cuprum::elementwise_loops<op::operands>::strided<op, 1>(args);                                             \
    }

#else  // CPU

constexpr int elementwise_chunk = 512;  // elements: the buffers of three operands stay in the first-level cache

template <class... T>
struct elementwise_loops<types<T...>> {
    static constexpr int count = sizeof...(T);
    static constexpr bool counts = (is_same<T, counter> || ...);
    using buffers_t = vector_pack<elementwise_chunk, T...>;

    template <class Op>
    static void linear(const LinearArgs<count>& args, long long begin, long long end) {
        buffers_t buffers;
        const bool stream = args.modes & flag_stream;
        splat_singles<Op::nout, 0>(buffers, args);
        const long long chunk = stream || counts || (args.modes & all_modes) ? elementwise_chunk : end - begin;
        for (long long i = begin; i < end; i += chunk) {
            const long long n = end - i < chunk ? end - i : chunk;
            if constexpr (counts) fill_counters<0>(buffers, args, i, n);
            call<Op>(n, indices_below<count>(), [&](auto index) {
                constexpr int K = index.value;
                using E = element<K, T...>;
                const bool buffered = K < Op::nout ? stream : is_same<E, counter> || ((args.modes >> (2 * K)) & 3u) != operand_array;
                return buffered ? buffers.template get<K>().v : (E*)args.operand[K].bits[0] + i;
            });
            if (stream) stream_outputs<Op::nout, 0>(buffers, args, i, n);
        }
    }

    template <class Op>
    static void strided(const StridedArgs<count>& args, long long begin, long long end) {
        buffers_t buffers;
        const int last = args.ndim - 1;
        const long long length = args.shape[last];
        long long index[max_kernel_dims];
        long long rest = begin;
        for (int d = last; d >= 0; --d) {
            index[d] = rest % args.shape[d];
            rest /= args.shape[d];
        }
        const bool short_rows = length < 64;
        for (long long i = begin; i < end;) {
            // A chunk lies in one row, or, where rows are short, runs over several of them and goes through the buffers.
            long long n = end - i < elementwise_chunk ? end - i : elementwise_chunk;
            if (!short_rows && n > length - index[last]) n = length - index[last];
            char* address[count];
            bool direct[count];
            for (int k = 0; k < count; ++k) {
                long long offset = 0;
                for (int d = 0; d <= last; ++d) offset += index[d] * args.strides[k][d];
                address[k] = (char*)args.operand[k].bits[0] + offset;
            }
            gather_inputs<Op::nout, 0>(buffers, args, address, direct, index, short_rows, n);
            call<Op>(n, indices_below<count>(), [&](auto which) {
                constexpr int K = which.value;
                using E = element<K, T...>;
                return direct[K] ? (E*)address[K] : buffers.template get<K>().v;
            });
            scatter_outputs<Op::nout, 0>(buffers, args, address, direct, index, short_rows, n);
            i += n;
            advance(args, index, n);
        }
    }

private:
    // The bits of `modes` that belong to operands.
    static constexpr unsigned all_modes = (1u << (2 * count)) - 1;

    template <class Op, int... K, class P>
    static inline void call(long long n, indices<K...>, P pointer) {
        inner<Op>(n, pointer(index_constant<K>{})...);
    }
    template <class Op>
    static __attribute__((noinline)) void inner(long long n, T*... operand) {
        // The host promises that outputs overlap inputs element on element or not at all.
#pragma clang loop vectorize(assume_safety) interleave(enable)
        for (long long i = 0; i < n; ++i) Op::apply(operand[i]...);
    }

    template <int Nout, int K>
    static void splat_singles(buffers_t& buffers, const LinearArgs<count>& args) {
        if constexpr (K < count) {
            if constexpr (K >= Nout) {
                using E = element<K, T...>;
                const unsigned mode = (args.modes >> (2 * K)) & 3u;
                if (mode != operand_array) {
                    const E value =
                        mode == operand_value ? value_of<E>(args.operand[K]) : load<E>((const E*)args.operand[K].bits[0]);
                    const long long n = args.size < elementwise_chunk ? args.size : elementwise_chunk;
                    for (long long j = 0; j < n; ++j) buffers.template get<K>().v[j] = value;
                }
            }
            splat_singles<Nout, K + 1>(buffers, args);
        }
    }
    template <int K>
    static void fill_counters(buffers_t& buffers, const LinearArgs<count>& args, long long i, long long n) {
        if constexpr (K < count) {
            using E = element<K, T...>;
            if constexpr (is_same<E, counter>)
                if (((args.modes >> (2 * K)) & 3u) == operand_array) {
                    const long long start = load<E>((const E*)args.operand[K].bits[0] + i);
                    for (long long j = 0; j < n; ++j) buffers.template get<K>().v[j] = {start + j};
                }
            fill_counters<K + 1>(buffers, args, i, n);
        }
    }
    template <int Nout, int K>
    static void stream_outputs(buffers_t& buffers, const LinearArgs<count>& args, long long i, long long n) {
        if constexpr (K < Nout) {
            using E = element<K, T...>;
            stream_copy((E*)args.operand[K].bits[0] + i, buffers.template get<K>().v, n * sizeof(E));
            stream_outputs<Nout, K + 1>(buffers, args, i, n);
        }
    }
    // Stores past the caches, so that a line that is only written is not first read.
    static void stream_copy(void* target, const void* source, long long bytes) {
        typedef long long wide __attribute__((vector_size(32)));
        typedef long long loose __attribute__((vector_size(32), aligned(1)));
        char* t = (char*)target;
        const char* s = (const char*)source;
        while (bytes > 0 && ((unsigned long long)t & 31)) *t++ = *s++, --bytes;
        for (; bytes >= 32; bytes -= 32, t += 32, s += 32) __builtin_nontemporal_store((wide)*(const loose*)s, (wide*)t);
        while (bytes-- > 0) *t++ = *s++;
    }

    static void advance(const StridedArgs<count>& args, long long* index, long long n) {
        for (int d = args.ndim - 1; d >= 0; --d) {
            index[d] += n;
            if (index[d] < args.shape[d]) return;
            n = index[d] / args.shape[d];
            index[d] -= n * args.shape[d];
        }
    }

    // Calls f(position in chunk, address) for the chunk's elements of operand K, row piece by row piece.
    template <class F>
    static void walk(const StridedArgs<count>& args, int k, char* address, const long long* start, long long n, F f) {
        const int last = args.ndim - 1;
        long long index[max_kernel_dims];
        for (int d = 0; d <= last; ++d) index[d] = start[d];
        for (long long done = 0; done < n;) {
            long long piece = args.shape[last] - index[last];
            if (piece > n - done) piece = n - done;
            for (long long j = 0; j < piece; ++j) f(done + j, address + j * args.strides[k][last]);
            done += piece;
            if (done == n) break;
            address += piece * args.strides[k][last];
            index[last] += piece;
            for (int d = last; d > 0 && index[d] == args.shape[d]; --d) {
                address += args.strides[k][d - 1] - args.shape[d] * args.strides[k][d];
                index[d] = 0;
                ++index[d - 1];
            }
        }
    }
    template <int Nout, int K>
    static void gather_inputs(buffers_t& buffers, const StridedArgs<count>& args, char** address, bool* direct,
                              const long long* index, bool short_rows, long long n) {
        if constexpr (K < count) {
            using E = element<K, T...>;
            const long long step = args.strides[K][args.ndim - 1];
            const bool value = args.values >> K & 1u;
            direct[K] = !is_same<E, counter> && !value && !short_rows && step == (long long)sizeof(E);
            if constexpr (K >= Nout) {
                E* buffer = buffers.template get<K>().v;
                if (value || (!short_rows && step == 0)) {
                    const E single = value ? value_of<E>(args.operand[K]) : load<E>(address[K]);
                    for (long long j = 0; j < n; ++j) buffer[j] = single;
                } else if (short_rows) {
                    walk(args, K, address[K], index, n, [&](long long j, char* a) { buffer[j] = load<E>(a); });
                } else if (!direct[K]) {
                    const char* a = address[K];
                    for (long long j = 0; j < n; ++j) buffer[j] = load<E>(a + j * step);
                }
            }
            gather_inputs<Nout, K + 1>(buffers, args, address, direct, index, short_rows, n);
        }
    }
    template <int Nout, int K>
    static void scatter_outputs(buffers_t& buffers, const StridedArgs<count>& args, char** address, const bool* direct,
                                const long long* index, bool short_rows, long long n) {
        if constexpr (K < Nout) {
            using E = element<K, T...>;
            if (!direct[K]) {
                const E* buffer = buffers.template get<K>().v;
                walk(args, K, address[K], index, n, [&](long long j, char* a) { *(E*)a = buffer[j]; });
            }
            scatter_outputs<Nout, K + 1>(buffers, args, address, direct, index, short_rows, n);
        }
    }
};

#define CUPRUM_ELEMENTWISE_LINEAR(name, op)                                                             \
    extern "C" void name(const cuprum::LinearArgs<op::operands::count>* args, long long begin, long long end) { \
        cuprum::elementwise_loops<op::operands>::linear<op>(*args, begin, end);                         \
    }
#define CUPRUM_ELEMENTWISE_STRIDED(name, op)                                                            \
    extern "C" void name(const cuprum::StridedArgs<op::operands::count>* args, long long begin, long long end) { \
        cuprum::elementwise_loops<op::operands>::strided<op>(*args, begin, end);                        \
    }
#define CUPRUM_ELEMENTWISE_ROWS(name, op) CUPRUM_ELEMENTWISE_STRIDED(name, op)

#endif

}  // namespace cuprum
