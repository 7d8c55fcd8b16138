// Stable sorts of the rows of a matrix, byte by byte of the keys, from the lowest to the highest.
//
// Each pass moves all keys to where those with the same byte begin. Passes over bytes that all keys of a row share are
// left out; `varying` tells them, so that the host need not wait to know.
//
// On a GPU, after Merrill and Adinets ("Onesweep: a faster least significant digit radix sort for GPUs", 2022):
//     CUPRUM_RADIX_COUNT  reads the keys once and counts the digits of all bytes
//     CUPRUM_RADIX_SCAN   adds them up: where the keys of each digit begin
//     CUPRUM_RADIX_MOVE   one pass: a block sorts a tile by one byte. What the blocks before it have published tells
//                         how many keys of each digit stand in their tiles (decoupled look-back)
// On a CPU a thread has a part of the row, and counts before each pass:
//     CUPRUM_RADIX_COUNT  counts the digits of each part's keys
//     CUPRUM_RADIX_SCAN   adds up the counts of the parts, digit by digit
//     CUPRUM_RADIX_MOVE   moves the keys to their places
#pragma once

#include <cuprum/engine/sort_column.h>

namespace cuprum {

/// What a pass over a row does, from the bits in which its keys differ. The last pass writes to buffer 0, the one
/// before it to buffer 1, and so on.
struct radix_plan {
    bool active, last;
    int before;          // passes before this one
    int source, target;  // buffers; -1 is the input

    CUPRUM_DEVICE radix_plan(const RadixArgs& args, long long row = 0) {
        const unsigned long long varying = args.varying[row];
        unsigned passes = 0;
        for (int p = 0; p < 8; ++p) passes |= (unsigned)((varying >> 8 * p & 0xff) != 0) << p;
        if (passes == 0) passes = 1;  // all keys are equal, and still have to be copied
        int count = 0;
        before = 0;
        for (int p = 0; p < 8; ++p) {
            count += (int)(passes >> p & 1u);
            if (p < args.pass) before += (int)(passes >> p & 1u);
        }
        active = passes >> args.pass & 1u;
        last = before == count - 1;
        target = (count - 1 - before) & 1;
        source = before == 0 ? -1 : 1 - target;
    }

    template <class T, class Index>
    CUPRUM_DEVICE sort_column<T, Index> from(const RadixArgs& args) const {
        return {source < 0 ? args.source : args.keys[source], source < 0 ? nullptr : args.order[source]};
    }
    template <class T, class Index>
    CUPRUM_DEVICE sort_column<T, Index> to(const RadixArgs& args) const {
        return {last && !args.keep_keys ? nullptr : args.keys[target], args.order[target], last};
    }
};

#if CUPRUM_GPU

template <class T, class Offset, class Index>
CUPRUM_DEVICE void radix_count(const RadixArgs& args) {
    // Narrow keys get several sets of counters, each for some warps, which then wait less for each other.
    constexpr int bytes = sizeof(T), sets = 8 / bytes;
    __shared__ unsigned counts[sets][bytes][radix_digits];
    for (int i = threadIdx.x; i < sets * bytes * radix_digits; i += sort_block) (&counts[0][0][0])[i] = 0;
    __syncthreads();
    const long long blocks_a_row = (args.length + args.chunk - 1) / args.chunk, row = blockIdx.x / blocks_a_row;
    const long long begin = (blockIdx.x - row * blocks_a_row) * args.chunk;
    const long long end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* keys = (const T*)args.source + row * args.length;
    auto& mine = counts[(threadIdx.x >> 5) % sets];
    constexpr int items = 8;
    for (long long base = begin; base < end; base += sort_block * items) {
        T loaded[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const long long i = base + k * sort_block + threadIdx.x;
            if (i < end) loaded[k] = keys[i];
        }
#pragma unroll
        for (int k = 0; k < items; ++k) {
            if (base + k * sort_block + threadIdx.x >= end) continue;
            const auto bits = ordered_bits(loaded[k]);
#pragma unroll
            for (int b = 0; b < bytes; ++b) atomicAdd(&mine[b][(unsigned)(bits >> 8 * b) & (radix_digits - 1)], 1u);
        }
    }
    __syncthreads();
    Offset* totals = (Offset*)args.counts + row * bytes * radix_digits;
#pragma unroll
    for (int b = 0; b < bytes; ++b) {
        Offset sum = 0;
#pragma unroll
        for (int set = 0; set < sets; ++set) sum += counts[set][b][threadIdx.x];
        if (sum) atomicAdd(totals + b * radix_digits + threadIdx.x, sum);
    }
}

/// A block for each byte of each row.
template <class T, class Offset, class Index>
CUPRUM_DEVICE void radix_scan(const RadixArgs& args) {
    __shared__ Offset shared[sort_block / 32];
    constexpr int bytes = sizeof(T);
    Offset* counts = (Offset*)args.counts + (long long)blockIdx.x * radix_digits;
    const Offset count = counts[threadIdx.x];
    Offset total;
    counts[threadIdx.x] = block_prefix(count, shared, total);
    // The byte varies where a digit has some of the keys.
    if (count > 0 && count < total) atomicOr(args.varying + blockIdx.x / bytes, 0xffull << 8 * (blockIdx.x % bytes));
}

/// What a block publishes of a digit of its tile: how many keys, in the tile or in all up to it.
template <class Offset>
struct radix_status {
    static constexpr int shift = 8 * (int)sizeof(Offset) - 2;
    static constexpr Offset of_tile = Offset(1) << shift, of_all = Offset(2) << shift, value = of_tile - 1;
};

/// A tile that a block moves, and what its threads share.
template <class T, class Offset, class Index>
struct radix_tile {
    using status = radix_status<Offset>;
    static constexpr bool indexed = !is_same<Index, no_index>;
    static constexpr int slot = indexed && sizeof(Offset) > sizeof(T) ? (int)sizeof(Offset) : (int)sizeof(T);
    static constexpr int warps = sort_block / 32, items = radix_items(slot), capacity = sort_block * items;

    unsigned counts[warps][radix_digits];  // keys; then where the next key of each warp and digit goes
    Offset places[radix_digits];           // what leads from a place in the sorted tile to one in the target
    unsigned sums[warps], ticket;
    alignas(16) char exchange[capacity * slot];

    CUPRUM_DEVICE T* keys() { return (T*)exchange; }
    CUPRUM_DEVICE Index* order() { return (Index*)exchange; }

    /// The digits of a thread's keys, four a word: they are asked for twice.
    struct digit_words {
        unsigned words[(items + 3) / 4];
        CUPRUM_DEVICE unsigned operator[](int k) const { return words[k / 4] >> 8 * (k % 4) & (radix_digits - 1); }
    };

    /// Counts the keys of each digit and warp. Places behind the last key have the last digit: they are ranked behind
    /// all keys, and nothing is stored there.
    template <class Present>
    CUPRUM_DEVICE digit_words count_digits(const T (&loaded)[items], int pass, Present present) {
        unsigned(&of_warp)[radix_digits] = counts[threadIdx.x >> 5];
        digit_words digits{};
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const unsigned digit = present(k) ? radix_digit(loaded[k], pass) : radix_digits - 1;
            digits.words[k / 4] |= digit << 8 * (k % 4);
            if (present(k)) atomicAdd(&of_warp[digit], 1u);
        }
        return digits;
    }

    /// The keys of this thread's digit; `counts` become their places before those of the other warps.
    CUPRUM_DEVICE unsigned add_up() {
        unsigned total = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            const unsigned n = counts[w][threadIdx.x];
            counts[w][threadIdx.x] = total;
            total += n;
        }
        return total;
    }

    /// The lanes of a warp whose k-th digit is this lane's: a vote for each bit. Votes never wait for each other, as
    /// atomics in shared memory do.
    CUPRUM_DEVICE static unsigned lanes_with(const digit_words& digits, int k) {
        unsigned lanes = 0xffffffffu;
#pragma unroll
        for (int bit = 0; bit < 8; ++bit) {
            // In PTX, as one predicate then serves the vote and what is made of it.
            unsigned alike;
            asm volatile(
                "{\n"
                ".reg .pred p;\n"
                ".reg .b32 set;\n"
                "and.b32 set, %1, %2;\n"
                "setp.ne.b32 p, set, 0;\n"
                "vote.sync.ballot.b32 %0, p, 0xffffffff;\n"
                "@!p not.b32 %0, %0;\n"
                "}"
                : "=r"(alike)
                : "r"(digits.words[k / 4]), "r"(1u << (8 * (k % 4) + bit)));
            lanes &= alike;
        }
        return lanes;
    }

    /// Puts the keys in the order of their digits, and tells their places.
    template <class Present>
    CUPRUM_DEVICE void rank_keys(const T (&loaded)[items], const digit_words& digits, unsigned (&rank)[items],
                                 Present present) {
        const unsigned lower = (1u << (threadIdx.x & 31)) - 1;
        unsigned(&of_warp)[radix_digits] = counts[threadIdx.x >> 5];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const unsigned digit = digits[k], lanes = lanes_with(digits, k), before = __popc(lanes & lower);
            const unsigned begin = of_warp[digit];
            __syncwarp();
            if (before == 0) of_warp[digit] = begin + __popc(lanes);
            __syncwarp();
            rank[k] = begin + before;
            if (present(k)) keys()[rank[k]] = loaded[k];
        }
    }

    /// How many keys of this thread's digit stand in the tiles before `block`, from what their blocks have published.
    CUPRUM_DEVICE static Offset look_back(const volatile Offset* published, long long block) {
        Offset before = 0;
        for (long long b = block - 1; b >= 0; --b) {
            Offset seen;
            while ((seen = published[b * radix_digits]) == 0) {
            }
            before += seen & status::value;
            if (seen & status::of_all) break;
        }
        return before;
    }

    /// Writes the sorted keys, and then their positions, which pass through the same shared memory. `present` is of
    /// a key that a thread loaded, `is_there` of one that it writes.
    template <class Present, class IsThere>
    CUPRUM_DEVICE void write(const radix_plan& plan, const sort_column<T, Index>& source,
                             const sort_column<T, Index>& target, const unsigned (&rank)[items], int mine,
                             long long position, int pass, Present present, IsThere is_there) {
        Offset to[items];
#pragma unroll
        for (int k = 0; k < items; ++k) {
            const int i = threadIdx.x + k * sort_block;
            if (!is_there(k)) continue;
            const T key = keys()[i];
            to[k] = places[radix_digit(key, pass)] + (Offset)i;
            if (target.keys) target.keys[to[k]] = key;
        }
        if constexpr (indexed) {
            __syncthreads();
#pragma unroll
            for (int k = 0; k < items; ++k)
                if (present(k))
                    order()[rank[k]] = plan.source < 0 ? (Index)(position + mine + 32 * k)
                                                       : ((const Index*)source.order)[mine + 32 * k];
            __syncthreads();
#pragma unroll
            for (int k = 0; k < items; ++k) {
                const int i = threadIdx.x + k * sort_block;
                if (is_there(k)) target.store_index((long long)to[k], order()[i]);
            }
        }
    }

    /// Sorts a tile of `count` keys.
    template <class Present, class IsThere>
    CUPRUM_DEVICE void sort(const RadixArgs& args, const radix_plan& plan, long long row, long long block, int mine,
                            Present present, IsThere is_there) {
        const int thread = threadIdx.x;
        const long long position = block * capacity;
        const auto source = plan.from<T, Index>(args).from(row * args.length + position);
        T loaded[items];
#pragma unroll
        for (int k = 0; k < items; ++k)
            if (present(k)) loaded[k] = source.keys[mine + 32 * k];
        const digit_words digits = count_digits(loaded, args.pass, present);
        // The next pass publishes in the other half of the statuses, which this one clears.
        Offset* statuses = (Offset*)args.statuses + row * args.blocks * radix_digits + thread;
        Offset* others = statuses + args.rows * args.blocks * radix_digits;
        volatile Offset* published = plan.before & 1 ? others : statuses;
        (plan.before & 1 ? statuses : others)[block * radix_digits] = 0;
        __syncthreads();

        // Thread d adds up the keys of digit d, and tells the tiles behind before anything else.
        const unsigned total = add_up();
        published[block * radix_digits] = (block ? status::of_tile : status::of_all) | total;
        unsigned ignored;
        const unsigned start = block_prefix(total, sums, ignored);
#pragma unroll
        for (int w = 0; w < warps; ++w) counts[w][thread] += start;
        __syncthreads();
        unsigned rank[items];
        rank_keys(loaded, digits, rank, present);

        const Offset before = look_back(published, block);
        if (block) published[block * radix_digits] = status::of_all | (before + total);
        const Offset begin = ((const Offset*)args.counts)[(row * (int)sizeof(T) + args.pass) * radix_digits + thread];
        places[thread] = begin + before - start;
        __syncthreads();
        write(plan, source, plan.to<T, Index>(args).from(row * args.length), rank, mine, position, args.pass, present,
              is_there);
    }
};

template <class T, class Offset, class Index>
CUPRUM_DEVICE void radix_move(const RadixArgs& args) {
    using Tile = radix_tile<T, Offset, Index>;
    __shared__ Tile tile;
    // Tiles are handed out in their order, so that those before this one are done or on their way.
    const int thread = threadIdx.x, lane = thread & 31, warp = thread >> 5;
    if (thread == 0) tile.ticket = atomicAdd(args.tickets + args.pass, 1u);
    for (int w = 0; w < Tile::warps; ++w) tile.counts[w][thread] = 0;
    __syncthreads();
    const long long row = tile.ticket / args.blocks, block = tile.ticket - row * args.blocks;
    const radix_plan plan(args, row);
    if (!plan.active) return;
    // A warp takes neighbouring keys, 32 at a time, so that (warp, round, lane) is their order.
    const int mine = warp * 32 * Tile::items + lane;
    const long long left = args.length - block * Tile::capacity;
    if (left >= Tile::capacity) {  // nothing is asked
        const auto all = [](int) { return true; };
        tile.sort(args, plan, row, block, mine, all, all);
    } else {
        const int count = (int)left;
        tile.sort(
            args, plan, row, block, mine, [=](int k) { return mine + 32 * k < count; },
            [=](int k) { return thread + k * sort_block < count; });
    }
}

#else  // CPU

template <class T, class Offset, class Index>
static inline void radix_count(const RadixArgs& args, long long first_block, long long last_block) {
    const radix_plan plan(args);
    if (args.pass > 0 && !plan.active) return;
    const T* keys = (const T*)(args.pass == 0 || plan.source < 0 ? args.source : args.keys[plan.source]);
    const auto first = ordered_bits(keys[0]);
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        // Two sets of counters, so that equal neighbours do not wait for each other's store.
        Offset counts[2][radix_digits] = {};
        for (long long i = begin; i < end; ++i) ++counts[i & 1][radix_digit(keys[i], args.pass)];
        if (args.pass == 0) {
            auto varying = first;
            varying = 0;
            for (long long i = begin; i < end; ++i) varying |= ordered_bits(keys[i]) ^ first;
            __atomic_fetch_or(args.varying, (unsigned long long)varying, __ATOMIC_RELAXED);
        }
        for (int d = 0; d < radix_digits; ++d)
            ((Offset*)args.counts)[(long long)d * args.blocks + block] = counts[0][d] + counts[1][d];
    }
}

template <class T, class Offset, class Index>
static inline void radix_scan(const RadixArgs& args, long long begin, long long end) {
    if (!radix_plan(args).active) return;
    for (long long d = begin; d < end; ++d) {
        Offset* counts = (Offset*)args.counts + d * args.blocks;
        Offset sum = 0;
        for (int i = 0; i < args.blocks; ++i) {
            const Offset n = counts[i];
            counts[i] = sum;
            sum += n;
        }
        ((Offset*)args.totals)[d] = sum;
    }
}

template <class T, class Offset, class Index>
static inline void radix_move(const RadixArgs& args, long long first_block, long long last_block) {
    const radix_plan plan(args);
    if (!plan.active) return;
    const auto source = plan.from<T, Index>(args), target = plan.to<T, Index>(args);
    for (long long block = first_block; block < last_block; ++block) {
        const long long begin = block * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        Offset places[radix_digits];
        Offset sum = 0;
        for (int d = 0; d < radix_digits; ++d) {
            places[d] = sum + ((const Offset*)args.counts)[(long long)d * args.blocks + block];
            sum += ((const Offset*)args.totals)[d];
        }
        if (plan.source < 0)
            for (long long i = begin; i < end; ++i)
                target.store((long long)places[radix_digit(source.keys[i], args.pass)]++,
                             make_entry<T, Index>(source.keys[i], i));
        else
            for (long long i = begin; i < end; ++i) {
                const auto e = source.load(i);
                target.store((long long)places[radix_digit(e.key, args.pass)]++, e);
            }
    }
}

#endif

#define CUPRUM_RADIX_COUNT(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, 2, RadixArgs, (cuprum::radix_count<T, Offset, Index>))
#define CUPRUM_RADIX_SCAN(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, 2, RadixArgs, (cuprum::radix_scan<T, Offset, Index>))
// Measured on an H200, 2^25 float32 and float64: 3 blocks a multiprocessor of many keys a thread are best.
#define CUPRUM_RADIX_MOVE(name, T, Offset, Index) \
    CUPRUM_SORT_ENTRY(name, 3, RadixArgs, (cuprum::radix_move<T, Offset, Index>))

}  // namespace cuprum
