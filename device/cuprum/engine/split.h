// A stable partition of each row of a matrix around one key.
//
//     CUPRUM_SPLIT_COUNT    counts the keys of each block that are less than the pivot, and those that are equal
//     CUPRUM_SPLIT_MOVE     moves the keys, or tells where they came from
// A GPU's block puts a tile of keys in order in shared memory first, so that neighbours are written together.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/select.h>

namespace cuprum {

/// How many keys of a row are less than the pivot and equal to it, and how many of these lie before a block's part.
struct split_counts {
    long long less = 0, equal = 0, less_before = 0, equal_before = 0;

    CUPRUM_DEVICE void add(const unsigned long long* counts, const SplitArgs& args, long long block, long long part) {
        const long long of_less = (long long)counts[block], of_equal = (long long)counts[args.blocks + block];
        less += of_less;
        equal += of_equal;
        less_before += block < part ? of_less : 0;
        equal_before += block < part ? of_equal : 0;
    }
};

/// Where in its row a block of a partition puts the next key that is less than the pivot, equal, greater.
struct split_places {
    long long less, equal, greater;

    CUPRUM_DEVICE split_places(const SplitArgs& args, const split_counts& counts, long long part)
        : less(counts.less_before),
          equal(counts.less + counts.equal_before),
          greater(counts.less + counts.equal + part * args.chunk - counts.less_before - counts.equal_before) {}
    CUPRUM_DEVICE void pass(long long of_less, long long of_equal, long long all) {
        less += of_less;
        equal += of_equal;
        greater += all - of_less - of_equal;
    }
};

#if CUPRUM_GPU

/// How many keys a partition's block has before its pivot and beside it.
template <class T>
CUPRUM_DEVICE void split_count(const SplitArgs& args) {
    __shared__ unsigned counts[2];
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* keys = (const T*)args.source + row * args.length;
    const auto pivot = ordered_bits(((const T*)args.pivots)[row]);
    if (threadIdx.x < 2) counts[threadIdx.x] = 0;
    __syncthreads();
    unsigned less = 0, equal = 0;
    for (long long base = begin; base < end; base += select_block * select_items) {
        T loaded[select_items];
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const long long i = base + k * select_block + threadIdx.x;
            if (i < end) loaded[k] = keys[i];
        }
#pragma unroll
        for (int k = 0; k < select_items; ++k)
            if (base + k * select_block + threadIdx.x < end) {
                less += ordered_bits(loaded[k]) < pivot;
                equal += ordered_bits(loaded[k]) == pivot;
            }
    }
    if (less) atomicAdd(&counts[0], less);
    if (equal) atomicAdd(&counts[1], equal);
    __syncthreads();
    if (threadIdx.x < 2) args.counts[(2 * row + threadIdx.x) * args.blocks + part] = counts[threadIdx.x];
}

/// The counts of a row, summed by a block.
CUPRUM_DEVICE split_counts split_counts_of_row(const SplitArgs& args, long long row, long long part) {
    constexpr int warps = select_block / 32;
    __shared__ long long in_warp[4][warps];
    const unsigned long long* counts = args.counts + 2 * row * args.blocks;
    split_counts mine;
    for (int block = (int)threadIdx.x; block < args.blocks; block += select_block) mine.add(counts, args, block, part);
    long long sums[4] = {mine.less, mine.equal, mine.less_before, mine.equal_before};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        for (int distance = 16; distance > 0; distance /= 2) sums[k] += __shfl_xor_sync(~0u, sums[k], distance);
        if ((threadIdx.x & 31) == 0) in_warp[k][threadIdx.x >> 5] = sums[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        sums[k] = 0;
        for (int w = 0; w < warps; ++w) sums[k] += in_warp[k][w];
    }
    return {sums[0], sums[1], sums[2], sums[3]};
}

template <class T>
CUPRUM_DEVICE void split_move(const SplitArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int warps = select_block / 32, tile = select_block * select_items;
    __shared__ unsigned in_warp[2][warps];
    __shared__ U staged[tile];
    __shared__ unsigned short origin[tile];  // where in the tile a key came from
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* source = (const T*)args.source + row * args.length;
    U* keys = args.keys ? (U*)args.keys + row * args.length : nullptr;
    long long* order = args.order ? args.order + row * args.length : nullptr;
    const auto pivot = ordered_bits(((const T*)args.pivots)[row]);
    split_places places(args, split_counts_of_row(args, row, part), part);
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const unsigned below = (1u << lane) - 1;
    for (long long base = begin; base < end; base += tile) {
        // A warp's keys lie side by side, so that the order within the block is that of the source.
        const int all = end - base < tile ? (int)(end - base) : tile, from = warp * 32 * select_items + lane;
        T loaded[select_items];
        unsigned less[select_items], equal[select_items], less_count = 0, equal_count = 0;
#pragma unroll
        for (int k = 0; k < select_items; ++k)
            if (from + 32 * k < all) loaded[k] = source[base + from + 32 * k];
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const bool there = from + 32 * k < all;
            less[k] = __ballot_sync(~0u, there && ordered_bits(loaded[k]) < pivot);
            equal[k] = __ballot_sync(~0u, there && ordered_bits(loaded[k]) == pivot);
            less_count += __popc(less[k]);
            equal_count += __popc(equal[k]);
        }
        if (lane == 0) {
            in_warp[0][warp] = less_count;
            in_warp[1][warp] = equal_count;
        }
        __syncthreads();
        int less_all = 0, equal_all = 0, next_less = 0, next_equal = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            next_less += w < warp ? in_warp[0][w] : 0;
            next_equal += w < warp ? in_warp[1][w] : 0;
            less_all += in_warp[0][w];
            equal_all += in_warp[1][w];
        }
        int next_greater = less_all + equal_all + warp * 32 * select_items - next_less - next_equal;
        next_equal += less_all;
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const unsigned not_above = less[k] | equal[k];
            const int place = less[k] >> lane & 1    ? next_less + __popc(less[k] & below)
                              : equal[k] >> lane & 1 ? next_equal + __popc(equal[k] & below)
                                                     : next_greater + __popc(~not_above & below);
            if (from + 32 * k < all) {
                staged[place] = bit_cast<U>(loaded[k]);
                origin[place] = (unsigned short)(from + 32 * k);
            }
            next_less += __popc(less[k]);
            next_equal += __popc(equal[k]);
            next_greater += 32 - __popc(not_above);
        }
        __syncthreads();
        const long long equal_from = places.equal - less_all, greater_from = places.greater - less_all - equal_all;
        for (int k = (int)threadIdx.x; k < all; k += select_block) {
            const long long place = k + (k < less_all               ? places.less
                                         : k < less_all + equal_all ? equal_from
                                                                    : greater_from);
            if (keys) keys[place] = staged[k];
            if (order) order[place] = base + origin[k];
        }
        places.pass(less_all, equal_all, all);
    }
}

#else

/// A key as a signed integer of the same order, of which a CPU compares whole registers.
template <class T>
static inline auto signed_key(T key) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr U flip = static_cast<U>(U(1) << (8 * sizeof(U) - 1));
    return (signed_of_size<sizeof(T)>)static_cast<U>(ordered_bits(key) ^ flip);
}

template <class T>
static inline void split_count(const SplitArgs& args, long long first_block, long long last_block) {
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        const T* keys = (const T*)args.source + row * args.length;
        const auto pivot = signed_key(((const T*)args.pivots)[row]);
        long long less = 0, greater = 0;
        for (long long i = begin; i < end; i += select_piece) {
            const long long n = end - i < select_piece ? end - i : select_piece;
            int here_less = 0, here_greater = 0;
            for (long long k = i; k < i + n; ++k) {
                here_less += signed_key(keys[k]) < pivot;
                here_greater += signed_key(keys[k]) > pivot;
            }
            less += here_less, greater += here_greater;
        }
        args.counts[2 * row * args.blocks + part] = (unsigned long long)less;
        args.counts[(2 * row + 1) * args.blocks + part] = (unsigned long long)(end - begin - less - greater);
    }
}

/// Writes the flagged ones of a row's `n` keys from `begin` on to `place`, and tells how many there are.
template <class T>
static inline long long place_flagged(const SplitArgs& args, long long row, const T* keys, long long begin, long long n,
                                      const unsigned char* flags, long long place) {
    // What lies behind the last one belongs to another block, so the end is not written in whole vectors.
    long long count = 0;
    if (args.keys) {
        T kept[select_piece];
        count = compress(keys + begin, flags, n, kept);
        __builtin_memcpy((T*)args.keys + row * args.length + place, kept, count * sizeof(T));
    }
    if (args.order) {
        long long from[select_piece];
        for (long long k = 0; k < n; ++k) from[k] = begin + k;
        count = compress(from, flags, n, from);
        __builtin_memcpy(args.order + row * args.length + place, from, count * sizeof *from);
    }
    return count;
}

template <class T>
static inline void split_move(const SplitArgs& args, long long first_block, long long last_block) {
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        const T* keys = (const T*)args.source + row * args.length;
        const auto pivot = signed_key(((const T*)args.pivots)[row]);
        split_counts counts;
        for (int b = 0; b < args.blocks; ++b) counts.add(args.counts + 2 * row * args.blocks, args, b, part);
        split_places places(args, counts, part);
        for (long long i = begin; i < end; i += select_piece) {
            const long long n = end - i < select_piece ? end - i : select_piece;
            unsigned char below[select_piece], beside[select_piece], above[select_piece];
            for (long long k = 0; k < n; ++k) below[k] = signed_key(keys[i + k]) < pivot;
            for (long long k = 0; k < n; ++k) above[k] = signed_key(keys[i + k]) > pivot;
            const long long less = place_flagged(args, row, keys, i, n, below, places.less);
            const long long greater = place_flagged(args, row, keys, i, n, above, places.greater);
            const long long equal = n - less - greater;
            if (equal) {
                for (long long k = 0; k < n; ++k) beside[k] = !(below[k] | above[k]);
                place_flagged(args, row, keys, i, n, beside, places.equal);
            }
            places.pass(less, equal, n);
        }
    }
}

#endif

#define CUPRUM_SPLIT_COUNT(name, T) CUPRUM_SELECT_ENTRY(name, SplitArgs, cuprum::split_count<T>)
#define CUPRUM_SPLIT_MOVE(name, T) CUPRUM_SELECT_ENTRY(name, SplitArgs, cuprum::split_move<T>)

}  // namespace cuprum
