// A stable division of keys among ranges of values.
//
//     CUPRUM_VALUE_RANGES_COUNT    counts the keys of each block in each range
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
    CUPRUM_DEVICE int range_of(U key) const {
        int range = 0;
        for (int width = step; width > 0; width /= 2)
            if (range + width <= count && bounds[range + width - 1] <= key) range += width;
        return range;
    }
};

template <class T>
CUPRUM_DEVICE void value_ranges_count(const ValueRangesArgs& args) {
    constexpr int warps = value_ranges_block / 32, items = 8;
    __shared__ value_range_bounds<T> bounds;
    __shared__ unsigned counts[warps][most_value_ranges];
    const int thread = (int)threadIdx.x, warp = thread >> 5;
    for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
    bounds.read(args);
    const T* keys = (const T*)args.keys;
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    for (long long base = begin; base < end; base += value_ranges_block * items) {
        T loaded[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const long long i = base + k * value_ranges_block + thread;
            if (i < end) loaded[k] = keys[i];
        }
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (base + k * value_ranges_block + thread < end)
                atomicAdd(&counts[warp][bounds.range_of(ordered_bits(loaded[k]))], 1u);
    }
    __syncthreads();
    if (thread >= args.ranges) return;
    long long sum = 0;
    for (int w = 0; w < warps; ++w) sum += counts[w][thread];
    args.counts[(long long)thread * args.blocks + blockIdx.x] = sum;
}

/// The lanes of a warp that are there and have this lane's range, whose number has `bits` bits.
CUPRUM_DEVICE unsigned lanes_of_range(int range, bool there, int bits) {
    unsigned lanes = __ballot_sync(~0u, there);
    for (int bit = 0; bit < bits; ++bit) {
        const bool set = range >> bit & 1;
        const unsigned with = __ballot_sync(~0u, set);
        lanes &= set ? with : ~with;
    }
    return lanes;
}

template <class T>
CUPRUM_DEVICE void value_ranges_move(const ValueRangesArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int warps = value_ranges_block / 32, items = sizeof(T) == 8 ? 8 : 16, tile = value_ranges_block * items;
    __shared__ value_range_bounds<T> bounds;
    __shared__ unsigned counts[warps][most_value_ranges];  // keys of a tile; then where the first one of a warp goes
    __shared__ U* targets[most_value_ranges];              // where the first key of the tile would go
    __shared__ unsigned sums[warps];
    __shared__ U staged[tile];
    __shared__ unsigned char range_of[tile];
    const int thread = (int)threadIdx.x, lane = thread & 31, warp = thread >> 5;
    const unsigned below = (1u << lane) - 1;
    const T* keys = (const T*)args.keys;
    const long long begin = blockIdx.x * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    U* next = nullptr;  // where the next key of this thread's range goes
    if (thread < args.ranges) {
        const long long before = blockIdx.x ? args.counts[(long long)thread * args.blocks + blockIdx.x - 1] : 0;
        next = (U*)args.targets[thread] + before;
    }
    for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
    bounds.read(args);
    const int bits = 32 - __clz(args.ranges - 1);
    for (long long base = begin; base < end; base += tile) {
        // A warp's keys lie side by side, so that the order within the tile is that of the source.
        const int all = end - base < tile ? (int)(end - base) : tile, from = warp * 32 * items + lane;
        T loaded[items];
        unsigned char range[items];
        unsigned short rank[items];
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (from + 32 * k < all) loaded[k] = keys[base + from + 32 * k];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const bool there = from + 32 * k < all;
            const int mine = there ? bounds.range_of(ordered_bits(loaded[k])) : 0;
            const unsigned lanes = lanes_of_range(mine, there, bits);
            const unsigned first = counts[warp][mine];
            __syncwarp();
            if (there && (lanes & below) == 0) counts[warp][mine] = first + __popc(lanes);
            __syncwarp();
            range[k] = (unsigned char)mine;
            rank[k] = (unsigned short)(first + __popc(lanes & below));
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
            if (from + 32 * k < all) {
                const unsigned place = counts[warp][range[k]] + rank[k];
                staged[place] = bit_cast<U>(loaded[k]);
                range_of[place] = range[k];
            }
        __syncthreads();
        for (int k = thread; k < all; k += value_ranges_block) targets[range_of[k]][k] = staged[k];
        for (int w = 0; w < warps; ++w) counts[w][thread] = 0;
        __syncthreads();
    }
}

#define CUPRUM_VALUE_RANGES_ENTRY(name, ...)                                 \
    extern "C" __global__ void __launch_bounds__(cuprum::value_ranges_block) \
        name(const __grid_constant__ cuprum::ValueRangesArgs a) {            \
        __VA_ARGS__(a);                                                      \
    }

#else

/// The ranges of a piece of keys at a time, as vectors.
template <class T>
struct value_range_bounds {
    using U = unsigned_of_size<sizeof(T)>;
    static constexpr int piece = 1024;

    U bounds[most_value_ranges];
    int count = 0;
    unsigned char ranges[piece];

    explicit value_range_bounds(const ValueRangesArgs& args) {
        while (count < args.ranges - 1 && find_bound<T>(args, count, bounds[count])) ++count;
    }
    void find(const T* keys, int n) {
        U ordered[piece];
        for (int i = 0; i < n; ++i) ordered[i] = ordered_bits(keys[i]);
        for (int i = 0; i < n; ++i) ranges[i] = 0;
        for (int k = 0; k < count; ++k) {
            const U bound = bounds[k];
            for (int i = 0; i < n; ++i) ranges[i] = (unsigned char)(ranges[i] + (bound <= ordered[i]));
        }
    }
};

/// Calls `each(keys, ranges, n)` for pieces of a block's keys.
template <class T, class Each>
static inline void for_each_piece(const ValueRangesArgs& args, long long block, value_range_bounds<T>& bounds,
                                  Each each) {
    const T* keys = (const T*)args.keys;
    const long long begin = block * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    for (long long i = begin; i < end; i += bounds.piece) {
        const int n = end - i < bounds.piece ? (int)(end - i) : bounds.piece;
        bounds.find(keys + i, n);
        each(keys + i, bounds.ranges, n);
    }
}

template <class T>
static inline void value_ranges_count(const ValueRangesArgs& args, long long first_block, long long last_block) {
    value_range_bounds<T> bounds(args);
    for (long long block = first_block; block < last_block; ++block) {
        long long counts[most_value_ranges] = {};
        for_each_piece(args, block, bounds, [&](const T*, const unsigned char* ranges, int n) {
            for (int i = 0; i < n; ++i) ++counts[ranges[i]];
        });
        for (int r = 0; r < args.ranges; ++r) args.counts[(long long)r * args.blocks + block] = counts[r];
    }
}

template <class T>
static inline void value_ranges_move(const ValueRangesArgs& args, long long first_block, long long last_block) {
    using U = unsigned_of_size<sizeof(T)>;
    value_range_bounds<T> bounds(args);
    for (long long block = first_block; block < last_block; ++block) {
        U* next[most_value_ranges];
        for (int r = 0; r < args.ranges; ++r)
            next[r] = (U*)args.targets[r] + (block ? args.counts[(long long)r * args.blocks + block - 1] : 0);
        for_each_piece(args, block, bounds, [&](const T* keys, const unsigned char* ranges, int n) {
            for (int i = 0; i < n; ++i) *next[ranges[i]]++ = bit_cast<U>(keys[i]);
        });
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
