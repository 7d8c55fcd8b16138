// What the kernels that sort share: keys with their positions, and the entry point of a kernel.
//
// T is the key; Index the type of positions while they travel, `no_index` where nobody asks for them. Keys travel as
// they are, so that -0.0 and the bits of NaNs come through.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/sort_args.h>
#include <cuprum/engine/sort_order.h>

namespace cuprum {

struct no_index {};

template <class T, class Index>
struct sort_entry {
    T key;
    Index index;
};
template <class T>
struct sort_entry<T, no_index> {
    T key;
};

/// Keys in memory, and beside them positions.
template <class T, class Index>
struct sort_column {
    static constexpr bool indexed = !is_same<Index, no_index>;
    using entry = sort_entry<T, Index>;

    T* keys;
    void* order;
    bool wide = false;  // whether `order` is written as int64, for the caller's eyes

    CUPRUM_DEVICE sort_column(const void* keys, void* order, bool wide = false)
        : keys((T*)keys), order(order), wide(wide) {}

    CUPRUM_DEVICE entry load(long long i) const {
        if constexpr (indexed) return {keys[i], ((const Index*)order)[i]};
        else return {keys[i]};
    }
    CUPRUM_DEVICE void store(long long i, const entry& e) const {
        if (keys) keys[i] = e.key;
        if constexpr (indexed) store_index(i, e.index);
    }
    CUPRUM_DEVICE void store_index(long long i, Index index) const {
        if (wide) ((long long*)order)[i] = (long long)index;
        else ((Index*)order)[i] = index;
    }
#if !CUPRUM_GPU
    /// Stores the first `n` entries of another column, which is not wide.
    void copy(const sort_column& other, long long n) const {
        if (keys) CUPRUM_BUILTIN(memcpy)(keys, other.keys, n * sizeof(T));
        if constexpr (indexed) {
            const Index* const index = (const Index*)other.order;
            if (!wide) {
                CUPRUM_BUILTIN(memcpy)(order, index, n * sizeof(Index));
            } else {
#pragma clang loop vectorize(assume_safety) unroll(disable)
                for (long long i = 0; i < n; ++i) ((long long*)order)[i] = (long long)index[i];
            }
        }
    }
#endif
    CUPRUM_DEVICE sort_column from(long long i) const {
        char* moved = (char*)order;
        if constexpr (indexed) moved += i * (wide ? 8 : (long long)sizeof(Index));
        return {keys ? keys + i : keys, moved, wide};
    }
};

template <class T, class Index>
CUPRUM_DEVICE sort_entry<T, Index> make_entry(T key, long long index) {
    if constexpr (is_same<Index, no_index>) return {key};
    else return {key, (Index)index};
}

template <class T>
CUPRUM_DEVICE unsigned radix_digit(T key, int pass) {
    return (unsigned)(ordered_bits(key) >> 8 * pass) & (radix_digits - 1);
}

#if CUPRUM_GPU

/// The sum of the values of the threads before this one, in a block of sort_block threads; `total` is that of all.
/// Every thread must call it; `shared` has room for one value a warp and may be used again afterwards.
template <class N>
CUPRUM_DEVICE N block_prefix(N value, N* shared, N& total) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    N sum = value;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const N other = __shfl_up_sync(~0u, sum, distance);
        if (lane >= distance) sum += other;
    }
    if (lane == 31) shared[warp] = sum;
    __syncthreads();
    N before = 0;
    total = 0;
#pragma unroll
    for (int w = 0; w < sort_block / 32; ++w) {
        const N other = shared[w];
        if (w < warp) before += other;
        total += other;
    }
    __syncthreads();
    return before + sum - value;
}

/// A kernel of which so many blocks fit a multiprocessor at least.
#define CUPRUM_SORT_ENTRY(name, blocks, args, call)                          \
    extern "C" __global__ void __launch_bounds__(cuprum::sort_block, blocks) \
        name(const __grid_constant__ cuprum::args a) {                       \
        call(a);                                                             \
    }

#else

#define CUPRUM_SORT_ENTRY(name, blocks, args, call) \
    extern "C" void name(const cuprum::args* a, long long begin, long long end) { call(*a, begin, end); }

#endif

}  // namespace cuprum
