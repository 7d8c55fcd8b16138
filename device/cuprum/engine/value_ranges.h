// A stable division of keys among ranges of values.
//
//     CUPRUM_VALUE_RANGES_COUNT    finds the range of each key, and counts the keys of each block in each range
//     CUPRUM_VALUE_RANGES_MOVE     moves the keys to their ranges, which may lie anywhere
// Between the two, the counts of each range are summed up over the blocks. A GPU's block puts a tile of keys in order
// in shared memory first, so that neighbours are written together.
#pragma once

#include <cuprum/engine/sort_column.h>
#include <cuprum/engine/value_ranges_args.h>

namespace cuprum {

/// The least key of each range but the first, in `ordered_bits`: a key belongs to as many ranges behind the first as
/// bounds are at most it. False where no key is above the splitter, which is so for all splitters behind it, too.
template <class T, class U>
CUPRUM_DEVICE bool find_bound(const ValueRangesArgs& args, int k, U& bound) {
    bound = ordered_bits(((const T*)args.splitters)[k]);
    if (args.above[k]) return true;
    bound = static_cast<U>(bound + 1);
    return bound != 0;
}

#if CUPRUM_GPU

template <class T>
struct value_range_bounds {
    using U = unsigned_of_size<sizeof(T)>;

    U bounds[most_value_ranges];
    int count, step;

    /// By all threads of a block.
    CUPRUM_DEVICE void read(const ValueRangesArgs& args) {
        const int k = (int)threadIdx.x;
        const bool there = k < args.ranges - 1 && find_bound<T>(args, k, bounds[k]);
        const int found = __syncthreads_count(there);
        if (k == 0) {
            count = found;
            step = found ? 1 << (31 - __clz(found)) : 0;
        }
        __syncthreads();
    }
    /// A binary search for several keys at once, whose loads do not wait for each other.
    template <int n>
    CUPRUM_DEVICE void find(const U (&keys)[n], int (&ranges)[n]) const {
        const int last = count;
#pragma unroll
        for (int k = 0; k < n; ++k) ranges[k] = 0;
#pragma unroll 1
        for (int width = step; width > 0; width /= 2) {
#pragma unroll
            for (int k = 0; k < n; ++k) {
                const int next = ranges[k] + width;
                if (next <= last && bounds[next - 1] <= keys[k]) ranges[k] = next;
            }
        }
    }
};

template <class T>
CUPRUM_DEVICE void value_ranges_count(const ValueRangesArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int warps = value_ranges_block / 32, items = 8;
    __shared__ value_range_bounds<T> bounds;
    __shared__ unsigned counts[warps][most_value_ranges];
    const int thread = (int)threadIdx.x, warp = thread >> 5;
    for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
    bounds.read(args);
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* keys = (const T*)args.keys;
#pragma unroll 1
    for (long long base = begin + thread; base < end; base += value_ranges_block * items) {
        T loaded[items];
        U ordered[items];
        int ranges[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const long long i = base + k * value_ranges_block;
            loaded[k] = keys[i < end ? i : end - 1];
        }
#pragma unroll
        for (int k = 0; k < items; ++k) ordered[k] = ordered_bits(loaded[k]);
        bounds.find(ordered, ranges);
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const long long i = base + k * value_ranges_block;
            if (i < end) {
                atomicAdd(&counts[warp][ranges[k]], 1u);
                args.ranges_of_keys[i] = (unsigned char)ranges[k];
            }
        }
    }
    __syncthreads();
    if (thread >= args.ranges) return;
    long long sum = 0;
    for (int w = 0; w < warps; ++w) sum += counts[w][thread];
    args.counts[(long long)thread * args.blocks + blockIdx.x] = sum;
}

template <class T>
CUPRUM_DEVICE void value_ranges_move(const ValueRangesArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int warps = value_ranges_block / 32, items = 8, tile = value_ranges_block * items;
    __shared__ unsigned counts[warps][most_value_ranges];  // keys of a tile; then where the first one of a warp goes
    __shared__ U* targets[most_value_ranges];              // where the first key of the tile would go
    __shared__ unsigned sums[warps];
    __shared__ U staged[tile];
    __shared__ unsigned char range_of[tile];
    const int thread = (int)threadIdx.x, lane = thread & 31, warp = thread >> 5;
    const unsigned below = (1u << lane) - 1;
    const U* keys = (const U*)args.keys;
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    U* next = nullptr;  // where the next key of this thread's range goes
    if (thread < args.ranges) {
        const long long before = blockIdx.x ? args.counts[(long long)thread * args.blocks + blockIdx.x - 1] : 0;
        next = (U*)args.targets[thread] + before;
    }
    for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
    __syncthreads();
    const int bits = 32 - __clz(args.ranges - 1);
#pragma unroll 1
    for (long long base = begin; base < end; base += tile) {
        // A warp's keys lie side by side, so that the order within the tile is that of the source.
        const int all = end - base < tile ? (int)(end - base) : tile, from = warp * 32 * items + lane;
        U loaded[items];
        unsigned range[items], lanes[items];
        const U* tile_keys = keys + base + from;
        const unsigned char* tile_ranges = args.ranges_of_keys + base + from;
        const int left = all - from;
#pragma unroll
        for (int k = 0; k < items; ++k) range[k] = 32 * k < left ? tile_ranges[32 * k] : 0u;
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (32 * k < left) loaded[k] = tile_keys[32 * k];
#pragma unroll
        for (int k = 0; k < items; ++k) lanes[k] = __ballot_sync(~0u, 32 * k < left);
#pragma unroll 1
        for (int bit = 0; bit < bits; ++bit) {
#pragma unroll
            for (int k = 0; k < items; ++k) {
                const bool set = range[k] >> bit & 1;
                const unsigned with = __ballot_sync(~0u, set);
                lanes[k] &= set ? with : ~with;
            }
        }
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const unsigned first = counts[warp][range[k]], before = __popc(lanes[k] & below);
            __syncwarp();
            if (32 * k < left && before == 0) counts[warp][range[k]] = first + __popc(lanes[k]);
            __syncwarp();
            range[k] |= (first + before) << 8;
        }
        __syncthreads();
        unsigned total = 0, ignored;
        for (int w = 0; w < warps; ++w) total += counts[w][thread];
        unsigned start = block_prefix(total, sums, ignored);
        targets[thread] = next - start;
        next += total;
        for (int w = 0; w < warps; ++w) {
            const unsigned n = counts[w][thread];
            counts[w][thread] = start;
            start += n;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (32 * k < left) {
                const unsigned place = counts[warp][range[k] & 255] + (range[k] >> 8);
                staged[place] = loaded[k];
                range_of[place] = (unsigned char)range[k];
            }
        __syncthreads();
#pragma unroll 4
        for (int k = thread; k < all; k += value_ranges_block) targets[range_of[k]][k] = staged[k];
        for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
        __syncthreads();
    }
}

#define CUPRUM_VALUE_RANGES_ENTRY(name, ...)                                    \
    extern "C" __global__ void __launch_bounds__(cuprum::value_ranges_block, 5) \
        name(const __grid_constant__ cuprum::ValueRangesArgs a) {               \
        __VA_ARGS__(a);                                                         \
    }

#else

template <class T>
static inline void value_ranges_count(const ValueRangesArgs& args, long long first_block, long long last_block) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int piece = 1024;  // keys that are compared at a time, as vectors
    U bounds[most_value_ranges];
    int last = 0;
    while (last < args.ranges - 1 && find_bound<T>(args, last, bounds[last])) ++last;
    const T* keys = (const T*)args.keys;
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        long long counts[most_value_ranges] = {};
        for (long long i = begin; i < end; i += piece) {
            const int n = end - i < piece ? (int)(end - i) : piece;
            U ordered[piece];
            unsigned char ranges[piece] = {};
            for (int k = 0; k < n; ++k) ordered[k] = ordered_bits(keys[i + k]);
            for (int r = 0; r < last; ++r) {
                const U bound = bounds[r];
                for (int k = 0; k < n; ++k) ranges[k] = (unsigned char)(ranges[k] + (bound <= ordered[k]));
            }
            for (int k = 0; k < n; ++k) ++counts[ranges[k]];
            __builtin_memcpy(args.ranges_of_keys + i, ranges, n);
        }
        for (int r = 0; r < args.ranges; ++r) args.counts[(long long)r * args.blocks + block] = counts[r];
    }
}

template <class T>
static inline void value_ranges_move(const ValueRangesArgs& args, long long first_block, long long last_block) {
    using U = unsigned_of_size<sizeof(T)>;
    const U* keys = (const U*)args.keys;
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        U* next[most_value_ranges];
        for (int r = 0; r < args.ranges; ++r)
            next[r] = (U*)args.targets[r] + (block ? args.counts[(long long)r * args.blocks + block - 1] : 0);
        for (long long i = begin; i < end; ++i) *next[args.ranges_of_keys[i]]++ = keys[i];
    }
}

#define CUPRUM_VALUE_RANGES_ENTRY(name, ...)                                                 \
    extern "C" void name(const cuprum::ValueRangesArgs* a, long long begin, long long end) { \
        __VA_ARGS__(*a, begin, end);                                                         \
    }

#endif

#define CUPRUM_VALUE_RANGES_COUNT(name, T) CUPRUM_VALUE_RANGES_ENTRY(name, cuprum::value_ranges_count<T>)
#define CUPRUM_VALUE_RANGES_MOVE(name, T) CUPRUM_VALUE_RANGES_ENTRY(name, cuprum::value_ranges_move<T>)

}  // namespace cuprum
