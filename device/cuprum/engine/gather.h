// Moving items to and from places that index arrays name.
//
//     CUPRUM_GATHER(name, bytes, index_type, count)     packed[...] = data[indices]
//     CUPRUM_SCATTER(name, bytes, index_type, count)    data[indices] = packed[...] or a value
//     CUPRUM_APPLY(name, op, index_type, count)         data[indices] = op(data[indices], packed[...]), once for each
//     index CUPRUM_BOUNDS(name, index_type)                   tells whether an index is out of bounds
//
// Elements are moved as pieces of 1, 2, 4, 8 or 16 bytes, so few kernels serve all dtypes.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/gather_args.h>

namespace cuprum {

struct alignas(16) bytes16 {
    uint64 low, high;
};
template <int bytes>
using piece_of = conditional_t<bytes == 16, bytes16, unsigned_of_size<bytes>>;

/// What is done with an item: `packed` and `data` are its addresses. An operation of CUPRUM_APPLY is such a struct too:
///     static constexpr int bytes;
///     static void move(const char* packed, char* data, long long run);
/// and on a GPU, where one place may be named twice at the same time, it makes its change with atomics.
template <int Bytes>
struct gather_move {
    static constexpr int bytes = Bytes;
    CUPRUM_DEVICE static void move(char* packed, const char* data, long long run) {
#if CUPRUM_GPU
        *(piece_of<bytes>*)packed = *(const piece_of<bytes>*)data;
#else
        CUPRUM_BUILTIN(memcpy)(packed, data, run * bytes);
#endif
    }
};
template <int Bytes>
struct scatter_move {
    static constexpr int bytes = Bytes;
    CUPRUM_DEVICE static void move(const char* packed, char* data, long long run) {
#if CUPRUM_GPU
        *(piece_of<bytes>*)data = *(const piece_of<bytes>*)packed;
#else
        CUPRUM_BUILTIN(memcpy)(data, packed, run * bytes);
#endif
    }
};
template <class Move>
inline constexpr bool is_gather = false;
template <int bytes>
inline constexpr bool is_gather<gather_move<bytes>> = true;
template <class Move>
inline constexpr bool is_scatter = false;
template <int bytes>
inline constexpr bool is_scatter<scatter_move<bytes>> = true;

CUPRUM_DEVICE long long modulo(long long i, long long length) {
    i %= length;
    return i < 0 ? i + length : i;
}

/// How a GPU combines two values in one step, where it can.
enum class NativeAtomic { none, add, max, min };

/// Changes an element by an operation
///     using target_t, value_t;                      // as stored
///     static constexpr NativeAtomic native;
///     static target_t apply(target_t old, value_t value);
template <class Op>
struct apply_move {
    using target_t = typename Op::target_t;
    using value_t = typename Op::value_t;
    static constexpr int bytes = sizeof(target_t);

    CUPRUM_DEVICE static void move(const char* packed, char* data, long long) {
        value_t value;
        CUPRUM_BUILTIN(memcpy)(&value, packed, sizeof(value_t));
#if CUPRUM_GPU
        change(data, value);
#else
        target_t target;
        CUPRUM_BUILTIN(memcpy)(&target, data, bytes);
        target = Op::apply(target, value);
        CUPRUM_BUILTIN(memcpy)(data, &target, bytes);
#endif
    }

#if CUPRUM_GPU
private:
    // Only for integers and operations whose order does not matter: the host sees to it.
    CUPRUM_DEVICE static void change(char* data, const value_t& value) {
        if constexpr (Op::native != NativeAtomic::none && is_same<target_t, value_t> && bytes >= 4) {
            using word = unsigned_of_size<bytes>;
            if constexpr (Op::native == NativeAtomic::add) atomicAdd((word*)data, (word)value);
            else if constexpr (Op::native == NativeAtomic::max) atomicMax((target_t*)data, value);
            else atomicMin((target_t*)data, value);
        } else if constexpr (bytes >= 4) {
            using word = unsigned_of_size<(bytes > 8 ? 8 : bytes)>;
            exchange<word>((word*)data, 0, value);
        } else {
            const unsigned inside = (unsigned)((unsigned long long)data & 3);
            exchange<unsigned>((unsigned*)(data - inside), 8 * inside, value);
        }
    }
    template <class Word>
    CUPRUM_DEVICE static void exchange(Word* address, unsigned shift, const value_t& value) {
        Word seen = *(volatile Word*)address;
        for (;;) {
            target_t target;
            const Word part = seen >> shift;
            CUPRUM_BUILTIN(memcpy)(&target, &part, bytes);
            target = Op::apply(target, value);
            Word changed = 0;
            CUPRUM_BUILTIN(memcpy)(&changed, &target, bytes);
            const Word mask =
                bytes == sizeof(Word) ? ~(Word)0 : (((Word)1 << (8 * bytes % (8 * sizeof(Word)))) - 1) << shift;
            const Word wanted = (seen & ~mask) | (changed << shift & mask);
            const Word found = atomicCAS(address, seen, wanted);
            if (found == seen) return;
            seen = found;
        }
    }
#endif
};

CUPRUM_DEVICE bool is_outside(long long i, long long length) {
    return (unsigned long long)(i + (i < 0 ? length : 0)) >= (unsigned long long)length;
}

#if CUPRUM_GPU

template <class Move, class Index, int N>
struct gather_loops {
    static constexpr int bytes = Move::bytes;
    using piece = piece_of<bytes>;
    static constexpr int unroll = gather_unroll(N);

    CUPRUM_DEVICE static void run(const GatherArgs<N>& args) {
        const long long total = args.size * args.run;
        const long long first = (long long)blockIdx.x * (gather_block * unroll) + threadIdx.x;
        long long packed[unroll], data[unroll];
        Index index[unroll][N];
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
            const long long i = first + u * gather_block;
            packed[u] = data[u] = 0;
            if (i < total) locate(args, i, packed[u], data[u], index[u]);
        }
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            if (first + u * gather_block < total)
#pragma unroll
                for (int k = 0; k < N; ++k)
                    data[u] += place(args, index[u][k], args.index[k].length) * args.index[k].stride;
        if constexpr (is_gather<Move> || is_scatter<Move>) {
            // All loads before all stores.
            piece moved[unroll];
#pragma unroll
            for (int u = 0; u < unroll; ++u)
                if (first + u * gather_block < total) {
                    if constexpr (is_gather<Move>) moved[u] = *(const piece*)(args.data + data[u]);
                    else if (args.flags & gather_value) CUPRUM_BUILTIN(memcpy)(&moved[u], args.value, bytes);
                    else moved[u] = *(const piece*)(args.packed + packed[u]);
                }
#pragma unroll
            for (int u = 0; u < unroll; ++u)
                if (first + u * gather_block < total) {
                    if constexpr (is_gather<Move>) *(piece*)(args.packed + packed[u]) = moved[u];
                    else *(piece*)(args.data + data[u]) = moved[u];
                }
        } else {
#pragma unroll
            for (int u = 0; u < unroll; ++u)
                if (first + u * gather_block < total)
                    Move::move((const char*)args.packed + packed[u], (char*)args.data + data[u], 1);
        }
    }

private:
    CUPRUM_DEVICE static void locate(const GatherArgs<N>& args, long long i, long long& packed, long long& data,
                                     Index* index) {
        long long at[N];
#pragma unroll
        for (int k = 0; k < N; ++k) at[k] = 0;
        if (args.flags & gather_narrow) {
            unsigned rest = (unsigned)i;
            if (args.run > 1) {
                const unsigned quotient = divide(rest, args.run_divisor);
                packed = data = (long long)(rest - quotient * args.run_divisor.divisor) * bytes;
                rest = quotient;
            }
            for (int d = args.ndim - 1; d >= 0; --d) {
                const unsigned quotient = d ? divide(rest, args.divisors[d]) : 0;
                step(args, d, rest - quotient * args.divisors[d].divisor, packed, data, at);
                rest = quotient;
            }
        } else {
            long long rest = i / args.run;
            packed = data = (i - rest * args.run) * bytes;
            for (int d = args.ndim - 1; d >= 0; --d) {
                const long long quotient = d ? rest / args.shape[d] : 0;
                step(args, d, rest - quotient * args.shape[d], packed, data, at);
                rest = quotient;
            }
        }
#pragma unroll
        for (int k = 0; k < N; ++k) index[k] = *(const Index*)(args.index[k].address + at[k]);
    }
    CUPRUM_DEVICE static void step(const GatherArgs<N>& args, int d, long long coordinate, long long& packed,
                                   long long& data, long long* at) {
        packed += coordinate * args.packed_strides[d];
        data += coordinate * args.data_strides[d];
#pragma unroll
        for (int k = 0; k < N; ++k) at[k] += coordinate * args.index[k].steps[d];
    }
    CUPRUM_DEVICE static unsigned divide(unsigned n, const Divisor& d) { return (__umulhi(n, d.magic) + n) >> d.shift; }

    CUPRUM_DEVICE static long long place(const GatherArgs<N>& args, Index index, long long length) {
        long long i = index;
        const unsigned mode = args.flags & 3u;
        if (mode == index_clip) return i < 0 ? 0 : i >= length ? length - 1 : i;
        if (i < 0) i += length;
        if ((unsigned long long)i >= (unsigned long long)length) {
            if (args.error) *(volatile int*)args.error = 1;
            i = modulo(i, length);
        }
        return i;
    }
};

#define CUPRUM_GATHER_ENTRY(name, move, index_type, count)             \
    extern "C" __global__ void __launch_bounds__(cuprum::gather_block) \
        name(const __grid_constant__ cuprum::GatherArgs<count> args) { \
        cuprum::gather_loops<move, index_type, count>::run(args);      \
    }
#define CUPRUM_BOUNDS(name, index_type)                                                             \
    extern "C" __global__ void __launch_bounds__(cuprum::gather_block)                              \
        name(const __grid_constant__ cuprum::BoundsArgs args) {                                     \
        const long long i = (long long)blockIdx.x * cuprum::gather_block + threadIdx.x;             \
        if (i < args.size && cuprum::is_outside(((const index_type*)args.address)[i], args.length)) \
            *(volatile int*)args.error = 1;                                                         \
    }

#else  // CPU

template <class Move, class Index, int N>
struct gather_loops {
    static constexpr int bytes = Move::bytes;
    using piece = piece_of<bytes>;

    static void run(const GatherArgs<N>& args, long long begin, long long end) {
        const int last = args.ndim - 1;
        long long coordinates[max_kernel_dims];
        long long rest = begin;
        for (int d = last; d >= 0; --d) {
            coordinates[d] = rest % args.shape[d];
            rest /= args.shape[d];
        }
        for (long long i = begin; i < end;) {
            long long n = args.shape[last] - coordinates[last];
            if (n > end - i) n = end - i;
            if (n > chunk) n = chunk;
            char* packed = (char*)args.packed;
            char* data = (char*)args.data;
            const char* index[N];
            for (int k = 0; k < N; ++k) index[k] = (const char*)args.index[k].address;
            for (int d = 0; d <= last; ++d) {
                packed += coordinates[d] * args.packed_strides[d];
                data += coordinates[d] * args.data_strides[d];
                for (int k = 0; k < N; ++k) index[k] += coordinates[d] * args.index[k].steps[d];
            }
            if (!move(args, packed, data, index, n)) return;
            i += n;
            coordinates[last] += n;
            for (int d = last; d > 0 && coordinates[d] == args.shape[d]; --d) {
                coordinates[d] = 0;
                ++coordinates[d - 1];
            }
        }
    }

private:
    static constexpr int chunk = 512;

    // Part of one row. False where an index is out of bounds.
    static bool move(const GatherArgs<N>& args, char* packed, char* data, const char* const* index, long long n) {
        const int last = args.ndim - 1;
        const long long packed_step = args.packed_strides[last], data_step = args.data_strides[last];
        bool same = true;
        for (int k = 0; k < N; ++k) same = same && args.index[k].steps[last] == 0;
        long long offsets[chunk];
        const long long indices = same ? 1 : n;
        bool bad = false;
        for (int k = 0; k < N; ++k) {
            const long long step = args.index[k].steps[last];
            if (step == (long long)sizeof(Index))
                bad |= add_offsets(args, k, index[k], sizeof(Index), indices, offsets);
            else bad |= add_offsets(args, k, index[k], step, indices, offsets);
        }
        if (bad && (args.flags & 3u) == index_raise) {
            __atomic_store_n((int*)args.error, 1, __ATOMIC_RELAXED);
            return false;
        }
        if (same) {
            data += offsets[0];
            if constexpr (is_gather<Move> || is_scatter<Move>)
                if (args.run == 1 && packed_step == bytes && data_step == bytes && !(args.flags & gather_value)) {
                    Move::move(packed, data, n);
                    return true;
                }
            copy(args, packed, packed_step, data, n, [=](long long j) { return j * data_step; });
        } else if (data_step == 0 && packed_step == bytes && args.run == 1) {
            copy(args, packed, bytes, data, n, [&](long long j) { return offsets[j]; });
        } else {
            copy(args, packed, packed_step, data, n, [&](long long j) { return offsets[j] + j * data_step; });
        }
        return true;
    }

    template <class Place>
    static inline void copy(const GatherArgs<N>& args, char* packed, long long packed_step, char* data, long long n,
                            Place place) {
        if (is_scatter<Move> && (args.flags & gather_value)) {
            piece value;
            CUPRUM_BUILTIN(memcpy)(&value, args.value, bytes);
            for (long long j = 0; j < n; ++j)
                for (long long r = 0; r < args.run; ++r)
                    CUPRUM_BUILTIN(memcpy)(data + place(j) + r * bytes, &value, bytes);
        } else if (args.run == 1) {
            for (long long j = 0; j < n; ++j) Move::move(packed + j * packed_step, data + place(j), 1);
        } else {
            for (long long j = 0; j < n; ++j) Move::move(packed + j * packed_step, data + place(j), args.run);
        }
    }

    // Sets (k = 0) or adds to the offsets; tells whether an index was out of bounds.
    static __attribute__((always_inline)) inline bool add_offsets(const GatherArgs<N>& args, int k, const char* index,
                                                                  long long step, long long n, long long* offsets) {
        const long long length = args.index[k].length, stride = args.index[k].stride;
        const unsigned mode = args.flags & 3u;
        unsigned long long outside = 0;
        auto walk = [&](auto place) {
            if (k == 0)
                for (long long j = 0; j < n; ++j)
                    offsets[j] = place((long long)*(const Index*)(index + j * step)) * stride;
            else
                for (long long j = 0; j < n; ++j)
                    offsets[j] += place((long long)*(const Index*)(index + j * step)) * stride;
        };
        if (mode == index_clip) {
            walk([=](long long i) { return i < 0 ? 0 : i >= length ? length - 1 : i; });
        } else if (mode == index_wrap) {
            walk([=](long long i) { return i >= 0 && i < length ? i : modulo(i, length); });
        } else {
            walk([=, &outside](long long i) {
                i += i < 0 ? length : 0;
                outside |= (unsigned long long)i >= (unsigned long long)length;
                return i;
            });
        }
        return outside;
    }
};

#define CUPRUM_GATHER_ENTRY(name, move, index_type, count)                                        \
    extern "C" void name(const cuprum::GatherArgs<count>* args, long long begin, long long end) { \
        cuprum::gather_loops<move, index_type, count>::run(*args, begin, end);                    \
    }
#define CUPRUM_BOUNDS(name, index_type)                                                      \
    extern "C" void name(const cuprum::BoundsArgs* args, long long begin, long long end) {   \
        const index_type* index = (const index_type*)args->address;                          \
        const long long length = args->length;                                               \
        int bad = 0;                                                                         \
        for (long long i = begin; i < end; ++i) bad |= cuprum::is_outside(index[i], length); \
        if (bad) __atomic_store_n((int*)args->error, 1, __ATOMIC_RELAXED);                   \
    }

#endif

#define CUPRUM_GATHER(name, bytes, index_type, count) \
    CUPRUM_GATHER_ENTRY(name, cuprum::gather_move<bytes>, index_type, count)
#define CUPRUM_SCATTER(name, bytes, index_type, count) \
    CUPRUM_GATHER_ENTRY(name, cuprum::scatter_move<bytes>, index_type, count)
#define CUPRUM_APPLY(name, op, index_type, count) CUPRUM_GATHER_ENTRY(name, cuprum::apply_move<op>, index_type, count)

}  // namespace cuprum
