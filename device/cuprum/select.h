// The keys of given ranks in each row of a matrix, found without sorting, and quantiles made of them.
//
//     CUPRUM_SELECT_COUNT      counts the keys of each block by one digit of 11 bits, from the highest to the lowest
//     CUPRUM_SELECT_PICK       finds the digits of the wanted keys, and their ranks among the keys that have them
//     CUPRUM_SELECT_KEYS       writes the wanted keys,
//     CUPRUM_SELECT_QUANTILE   or the quantile that lies between them
//     CUPRUM_SPLIT_COUNT, CUPRUM_SPLIT_MOVE    a stable partition around one key of each row
// A row is shared by several blocks. The first pass reads all keys; the second reads them again, and puts those whose
// first digit is right into a list, which is all that later passes read: of ordinary data a few percent are left.
// Keys are looked for as the unsigned integers of `ordered_bits`, so both zeros are one key, found as +0.
#pragma once

#include <cuprum/base.h>
#include <cuprum/quantile.h>
#include <cuprum/select_args.h>
#if !CUPRUM_GPU
#include <cuprum/keep.h>
#endif

namespace cuprum {

/// The part of a key that a pass looks at.
template <class T>
struct select_digit {
    using U = unsigned_of_size<sizeof(T)>;
    static constexpr int bits = 8 * (int)sizeof(T);
    static constexpr int passes = (bits + select_bits - 1) / select_bits;

    int shift, width;

    CUPRUM_DEVICE select_digit(int pass) {
        shift = bits - select_bits * (pass + 1);
        width = select_bits;
        if (shift < 0) {
            width += shift;
            shift = 0;
        }
    }
    CUPRUM_DEVICE int of(U key) const { return (int)((key >> shift) & ((1u << width) - 1)); }
    /// Whether the digits before this one are those of the prefix.
    CUPRUM_DEVICE bool follows(U key, U prefix) const {
        return shift + width >= bits || (U)(key >> (shift + width) % bits) == (U)(prefix >> (shift + width) % bits);
    }
};

/// The key that `ordered_bits` makes these bits of.
template <class T, class U>
CUPRUM_DEVICE T key_of_bits(U ordered) {
    constexpr U sign = static_cast<U>(U(1) << (8 * sizeof(T) - 1));
    if constexpr (is_float<T> || is_half<T>) {
        if (ordered == static_cast<U>(~U(0))) return cast<T>(limits<float>::nan());
        return bit_cast<T>(static_cast<U>(ordered >= sign ? ordered - sign : sign + (sign - ordered)));
    } else if constexpr (is_signed_integer<T>) {
        return static_cast<T>(static_cast<U>(ordered ^ sign));
    } else {
        return static_cast<T>(ordered);
    }
}

/// What the first pass's counts say of a row: how many keys are ranked, and which ranks are wanted.
template <class Q>
CUPRUM_DEVICE void start_selection(const SelectArgs& args, SelectState& state) {
    state.count = args.length - (args.skip_nan ? state.nans : 0);
    state.weight = 0;
    long long first = 0, second = 0;
    if (args.method < 0) {
        first = args.ranks[0];
        second = args.ranks[1];
    } else if (args.method == method_median) {
        first = (state.count - 1) / 2;
        second = state.count / 2;
    } else if (state.count) {
        const auto place = find_quantile(args.method, state.count, *(const Q*)args.share);
        first = place.previous;
        second = place.next;
        state.weight = (double)place.weight;
    }
    state.prefix[0] = state.prefix[1] = 0;
    state.rank[0] = first < 0 ? 0 : first;
    state.rank[1] = second < 0 ? 0 : second;
}

/// Where in its row a block of a partition puts the next key that is less than the pivot, equal, greater.
struct split_places {
    long long less, equal, greater;

    CUPRUM_DEVICE split_places(const SplitArgs& args, long long row, long long part) {
        const unsigned long long* counts = args.counts + 2 * row * args.blocks;
        long long all_less = 0, all_equal = 0;
        less = equal = 0;
        for (int b = 0; b < args.blocks; ++b) {
            if (b == part) {
                less = all_less;
                equal = all_equal;
            }
            all_less += (long long)counts[b];
            all_equal += (long long)counts[args.blocks + b];
        }
        greater = all_less + all_equal + part * args.chunk - less - equal;
        equal += all_less;
    }
    CUPRUM_DEVICE void pass(long long of_less, long long of_equal, long long all) {
        less += of_less;
        equal += of_equal;
        greater += all - of_less - of_equal;
    }
    template <class T>
    CUPRUM_DEVICE static void store(const SplitArgs& args, long long row, long long place, T key, long long from) {
        if (args.keys) ((T*)args.keys)[row * args.length + place] = key;
        if (args.order) args.order[row * args.length + place] = from;
    }
};

#if CUPRUM_GPU

template <class T>
CUPRUM_DEVICE void select_count(const SelectArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    __shared__ unsigned counts[2][select_bins];
    __shared__ unsigned held, nans;
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const SelectState& state = args.states[row];
    const U first = (U)state.prefix[0], second = (U)state.prefix[1];
    const select_digit<T> digit(args.pass);
    const bool gathers = args.pass == 1, listed = args.pass > 1, both = args.pass > 0 && first != second;
    const T* keys = (const T*)(listed ? args.candidates : args.source) + row * args.length + begin;
    T* kept = (T*)args.candidates + row * args.length + begin;
    const long long count = end <= begin ? 0 : listed ? args.held[blockIdx.x] : end - begin;
    for (int i = threadIdx.x; i < 2 * select_bins; i += select_block) (&counts[0][0])[i] = 0;
    if (threadIdx.x == 0) held = nans = 0;
    __syncthreads();
    unsigned not_numbers = 0;
    for (long long base = 0; base < count; base += select_block * select_items) {
        T loaded[select_items];
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const long long i = base + k * select_block + threadIdx.x;
            if (i < count) loaded[k] = keys[i];
        }
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const bool there = base + k * select_block + threadIdx.x < count;
            const U key = there ? ordered_bits(loaded[k]) : U(0);
            const bool right = there && digit.follows(key, first);
            const bool other = there && both && digit.follows(key, second);
            if (right) atomicAdd(&counts[0][digit.of(key)], 1u);
            if (other) atomicAdd(&counts[1][digit.of(key)], 1u);
            if (args.pass == 0 && there) not_numbers += is_nan(loaded[k]);
            if (gathers) {
                const unsigned takers = __ballot_sync(~0u, right || other), lane = threadIdx.x & 31;
                unsigned place = 0;
                if (lane == 0 && takers) place = atomicAdd(&held, (unsigned)__popc(takers));
                place = __shfl_sync(~0u, place, 0);
                if (right || other) kept[place + __popc(takers & ((1u << lane) - 1))] = loaded[k];
            }
        }
    }
    if (not_numbers) atomicAdd(&nans, not_numbers);
    __syncthreads();
    unsigned long long* sums = args.counts + row * 2 * select_bins;
    for (int i = threadIdx.x; i < 2 * select_bins; i += select_block)
        if (const unsigned count = (&counts[0][0])[i]) atomicAdd(&sums[i], (unsigned long long)count);
    if (threadIdx.x == 0 && gathers) args.held[blockIdx.x] = held;
    if (threadIdx.x == 0 && nans) atomicAdd((unsigned long long*)&args.states[row].nans, (unsigned long long)nans);
}

template <class T, class Q>
CUPRUM_DEVICE void select_pick(const SelectArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    constexpr int mine = select_bins / select_block;
    __shared__ long long sums[select_block / 32];
    __shared__ SelectState state;
    const long long row = blockIdx.x;
    if (threadIdx.x == 0) {
        state = args.states[row];
        if (args.pass == 0) start_selection<Q>(args, state);
    }
    __syncthreads();
    const select_digit<T> digit(args.pass);
    const bool same = state.prefix[0] == state.prefix[1];
    unsigned long long* counts = args.counts + row * 2 * select_bins;
    const long long ranks[2] = {state.rank[0], state.rank[1]};
    for (int which = 0; which < 2; ++which) {
        const unsigned long long* of = counts + (which && !same ? select_bins : 0) + threadIdx.x * mine;
        long long in_bin[mine], sum = 0;
        for (int k = 0; k < mine; ++k) sum += in_bin[k] = (long long)of[k];
        // The sum over the threads before this one.
        const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
        long long up_to = sum;
        for (int distance = 1; distance < 32; distance *= 2) {
            const long long other = __shfl_up_sync(~0u, up_to, distance);
            if (lane >= distance) up_to += other;
        }
        if (lane == 31) sums[warp] = up_to;
        __syncthreads();
        long long before = up_to - sum;
        for (int w = 0; w < warp; ++w) before += sums[w];
        for (int k = 0; k < mine; ++k) {
            if (before <= ranks[which] && ranks[which] < before + in_bin[k]) {
                state.rank[which] = ranks[which] - before;
                state.prefix[which] |= (unsigned long long)(threadIdx.x * mine + k) << digit.shift;
            }
            before += in_bin[k];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 2 * select_bins; i += select_block) counts[i] = 0;  // for the next pass
    if (threadIdx.x == 0) args.states[row] = state;
}

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

template <class T>
CUPRUM_DEVICE void split_move(const SplitArgs& args) {
    constexpr int warps = select_block / 32;
    __shared__ unsigned in_warp[2][warps];
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* keys = (const T*)args.source + row * args.length;
    const auto pivot = ordered_bits(((const T*)args.pivots)[row]);
    split_places places(args, row, part);
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, below = (1u << lane) - 1;
    for (long long base = begin; base < end; base += select_block * select_items) {
        // A warp's keys lie side by side, so that the order within the block is that of the source.
        const long long from = base + warp * 32 * select_items + lane;
        T loaded[select_items];
        unsigned less[select_items], equal[select_items], less_count = 0, equal_count = 0;
#pragma unroll
        for (int k = 0; k < select_items; ++k)
            if (from + 32 * k < end) loaded[k] = keys[from + 32 * k];
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const bool there = from + 32 * k < end;
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
        split_places next = places, mine = places;
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) {
            const long long there = end - (base + w * 32 * select_items);
            const long long all = there < 0 ? 0 : there < 32 * select_items ? there : 32 * select_items;
            next.pass(in_warp[0][w], in_warp[1][w], all);
            if (w < warp) mine.pass(in_warp[0][w], in_warp[1][w], all);
        }
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const long long i = from + 32 * k;
            const unsigned not_above = less[k] | equal[k];
            const long long place = less[k] >> lane & 1    ? mine.less + __popc(less[k] & below)
                                    : equal[k] >> lane & 1 ? mine.equal + __popc(equal[k] & below)
                                                           : mine.greater + __popc(~not_above & below);
            if (i < end) places.store<T>(args, row, place, loaded[k], i);
            const long long there = end - (i - lane);
            mine.pass(__popc(less[k]), __popc(equal[k]), there < 0 ? 0 : there < 32 ? there : 32);
        }
        places = next;
        __syncthreads();
    }
}

#define CUPRUM_SELECT_ENTRY(name, args, ...)                                                                          \
    extern "C" __global__ void __launch_bounds__(cuprum::select_block) name(const __grid_constant__ cuprum::args a) { \
        __VA_ARGS__(a);                                                                                               \
    }
#define CUPRUM_SELECT_ROWS(name, ...)                                                     \
    extern "C" __global__ void __launch_bounds__(cuprum::select_block)                    \
        name(const __grid_constant__ cuprum::SelectArgs a) {                              \
        const long long row = (long long)blockIdx.x * cuprum::select_block + threadIdx.x; \
        if (row < a.rows) __VA_ARGS__(a, row);                                            \
    }

#else

constexpr int select_tables = 4, select_piece = 1024;

/// Counts at most a piece of keys by a digit, in several tables in turn, so that equal neighbours do not wait for each
/// other's sums. The digits come first, as vectors.
template <class T>
static inline void count_in_turn(const select_digit<T>& digit, const T* keys, long long n,
                                 unsigned (&counts)[select_tables][select_bins]) {
    unsigned short digits[select_piece];
    for (long long i = 0; i < n; ++i) digits[i] = (unsigned short)digit.of(ordered_bits(keys[i]));
    long long i = 0;
    for (; i + select_tables <= n; i += select_tables)
#pragma unroll
        for (int k = 0; k < select_tables; ++k) ++counts[k][digits[i + k]];
    for (; i < n; ++i) ++counts[0][digits[i]];
}

template <class T>
static inline void select_count(const SelectArgs& args, long long first_block, long long last_block) {
    using U = unsigned_of_size<sizeof(T)>;
    const select_digit<T> digit(args.pass);
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        SelectState& state = args.states[row];
        const U first = (U)state.prefix[0], second = (U)state.prefix[1];
        const bool both = args.pass > 0 && first != second;
        const T* keys = (const T*)(args.pass > 1 ? args.candidates : args.source) + row * args.length + begin;
        T* kept = (T*)args.candidates + row * args.length + begin;
        const long long count = end <= begin ? 0 : args.pass > 1 ? args.held[block] : end - begin;
        unsigned counts[select_tables][select_bins] = {};
        if (args.pass == 0) {
            long long nans = 0;
            for (long long i = 0; i < count; i += select_piece) {
                const long long n = count - i < select_piece ? count - i : select_piece;
                count_in_turn(digit, keys + i, n, counts);
                if constexpr (is_float<T> || is_half<T>)
                    for (long long k = i; k < i + n; ++k) nans += is_nan(keys[k]);
            }
            if (nans) __atomic_fetch_add(&state.nans, nans, __ATOMIC_RELAXED);
        } else {
            // What is kept of a piece is counted afterwards: to branch at each key would be to guess wrong half the
            // time.
            long long held = 0;
            for (long long i = 0; i < count; i += select_piece) {
                const long long n = count - i < select_piece ? count - i : select_piece, before = held;
                unsigned char wanted[select_piece];
                for (long long k = 0; k < n; ++k) {
                    const U key = ordered_bits(keys[i + k]);
                    wanted[k] = digit.follows(key, first) | (both & digit.follows(key, second));
                }
                held += keep_flagged(keys + i, wanted, n, kept + held);
                if (!both) {
                    count_in_turn(digit, kept + before, held - before, counts);
                    continue;
                }
                for (long long k = before; k < held; ++k) {
                    const U key = ordered_bits(kept[k]);
                    ++counts[!digit.follows(key, first)][digit.of(key)];
                }
            }
            args.held[block] = held;
        }
        if (!both)
            for (int d = 0; d < select_bins; ++d) {
                for (int k = 1; k < select_tables; ++k) counts[0][d] += counts[k][d];
                counts[1][d] = 0;
            }
        unsigned long long* target = args.counts + block * 2 * select_bins;
        for (int d = 0; d < select_bins; ++d) {
            target[d] = counts[0][d];
            target[select_bins + d] = counts[1][d];
        }
    }
}

template <class T, class Q>
static inline void select_pick(const SelectArgs& args, long long first_row, long long last_row) {
    const select_digit<T> digit(args.pass);
    for (long long row = first_row; row < last_row; ++row) {
        SelectState& state = args.states[row];
        if (args.pass == 0) start_selection<Q>(args, state);
        const bool same = state.prefix[0] == state.prefix[1];
        const unsigned long long* counts = args.counts + row * args.blocks * 2 * select_bins;
        for (int which = 0; which < 2; ++which) {
            const unsigned long long* of = counts + (which && !same ? select_bins : 0);
            long long left = state.rank[which];
            for (int d = 0; d < select_bins; ++d) {
                long long in_bin = 0;
                for (int b = 0; b < args.blocks; ++b) in_bin += (long long)of[(long long)b * 2 * select_bins + d];
                if (left < in_bin) {
                    state.prefix[which] |= (unsigned long long)d << digit.shift;
                    break;
                }
                left -= in_bin;
            }
            state.rank[which] = left;
        }
    }
}

template <class T>
static inline void split_count(const SplitArgs& args, long long first_block, long long last_block) {
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        const T* keys = (const T*)args.source + row * args.length;
        const auto pivot = ordered_bits(((const T*)args.pivots)[row]);
        long long less = 0, equal = 0;
        for (long long i = begin; i < end; i += select_piece) {
            const long long n = end - i < select_piece ? end - i : select_piece;
            int here_less = 0, here_equal = 0;
            for (long long k = i; k < i + n; ++k) {
                here_less += ordered_bits(keys[k]) < pivot;
                here_equal += ordered_bits(keys[k]) == pivot;
            }
            less += here_less, equal += here_equal;
        }
        args.counts[2 * row * args.blocks + part] = (unsigned long long)less;
        args.counts[(2 * row + 1) * args.blocks + part] = (unsigned long long)equal;
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
        count = keep_flagged(keys + begin, flags, n, kept);
        __builtin_memcpy((T*)args.keys + row * args.length + place, kept, count * sizeof(T));
    }
    if (args.order) {
        long long from[select_piece];
        for (long long k = 0; k < n; ++k) from[k] = begin + k;
        count = keep_flagged(from, flags, n, from);
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
        const auto pivot = ordered_bits(((const T*)args.pivots)[row]);
        split_places places(args, row, part);
        for (long long i = begin; i < end; i += select_piece) {
            const long long n = end - i < select_piece ? end - i : select_piece;
            unsigned char wanted[3][select_piece];
            for (long long k = 0; k < n; ++k) {
                const auto key = ordered_bits(keys[i + k]);
                wanted[0][k] = key < pivot;
                wanted[1][k] = key == pivot;
                wanted[2][k] = key > pivot;
            }
            const long long less = place_flagged(args, row, keys, i, n, wanted[0], places.less);
            const long long equal = place_flagged(args, row, keys, i, n, wanted[1], places.equal);
            place_flagged(args, row, keys, i, n, wanted[2], places.greater);
            places.pass(less, equal, n);
        }
    }
}

#define CUPRUM_SELECT_ENTRY(name, args, ...) \
    extern "C" void name(const cuprum::args* a, long long begin, long long end) { __VA_ARGS__(*a, begin, end); }
#define CUPRUM_SELECT_ROWS(name, ...)                                                   \
    extern "C" void name(const cuprum::SelectArgs* a, long long begin, long long end) { \
        for (long long row = begin; row < end; ++row) __VA_ARGS__(*a, row);             \
    }

#endif

template <class T>
CUPRUM_DEVICE void selected_key(const SelectArgs& args, long long row) {
    using U = unsigned_of_size<sizeof(T)>;
    ((T*)args.out)[row] = key_of_bits<T>((U)args.states[row].prefix[0]);
}

template <class T, class Q, class R>
CUPRUM_DEVICE void selected_quantile(const SelectArgs& args, long long row) {
    using U = unsigned_of_size<sizeof(T)>;
    const SelectState& state = args.states[row];
    R& result = ((R*)args.out)[row];
    if constexpr (is_float<T> || is_half<T>)
        if (state.nans && !args.skip_nan) {
            result = cast<R>(cast<T>(limits<float>::nan()));
            return;
        }
    if (state.count == 0) result = no_quantile<R>();
    else
        result = quantile_between<T, Q, R>(args.method, state.count, key_of_bits<T>((U)state.prefix[0]),
                                           key_of_bits<T>((U)state.prefix[1]), (Q)state.weight);
}

#define CUPRUM_SELECT_COUNT(name, T) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_count<T>)
#define CUPRUM_SELECT_PICK(name, T, Q) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_pick<T, Q>)
#define CUPRUM_SPLIT_COUNT(name, T) CUPRUM_SELECT_ENTRY(name, SplitArgs, cuprum::split_count<T>)
#define CUPRUM_SPLIT_MOVE(name, T) CUPRUM_SELECT_ENTRY(name, SplitArgs, cuprum::split_move<T>)
#define CUPRUM_SELECT_KEYS(name, T) CUPRUM_SELECT_ROWS(name, cuprum::selected_key<T>)
#define CUPRUM_SELECT_QUANTILE(name, T, Q, R) CUPRUM_SELECT_ROWS(name, cuprum::selected_quantile<T, Q, R>)

}  // namespace cuprum
