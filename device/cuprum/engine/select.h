// The keys of given ranks in each row of a matrix, found without sorting, and quantiles made of them.
//
//     CUPRUM_SELECT_RANGE      finds the bits in which integers differ, which are small numbers as a rule
//     CUPRUM_SELECT_COUNT      counts the keys of each block by one digit of 11 bits, from the highest to the lowest
//     CUPRUM_SELECT_PICK       finds the digits of the wanted keys, and their ranks among the keys that have them
//     CUPRUM_SELECT_GATHER     lists the keys that may be wanted ones
//     CUPRUM_SELECT_KEYS       writes the wanted keys,
//     CUPRUM_SELECT_QUANTILE   or the quantiles that lie between them
// A row is shared by several blocks. All keys are read twice, whatever the number of quantiles: to count them by the
// first digit, and to list those whose first digit is that of a wanted key. Later passes read the list alone: of
// ordinary data a few percent are left.
// Keys are looked for as the unsigned integers of `ordered_bits`, so both zeros are one key, found as +0.
#pragma once

#include <cuprum/base.h>
#include <cuprum/engine/quantile.h>
#include <cuprum/engine/select_args.h>
#if !CUPRUM_GPU
#include <cuprum/engine/compress.h>
#endif

namespace cuprum {

/// Integers that may have many leading bits in common, which no pass needs to look at.
template <class T>
constexpr bool select_ranges = is_integer<T> && sizeof(T) >= 4;

/// Whether keys differ in their first digit, so that no pass is spared. Other bits need not be looked for then.
template <class T>
CUPRUM_DEVICE bool vary_early(unsigned_of_size<sizeof(T)> varying) {
    return varying >> (8 * (int)sizeof(T) - select_bits);
}

/// The part of a key that a pass looks at.
template <class T>
struct select_digit {
    using U = unsigned_of_size<sizeof(T)>;
    static constexpr int all = 8 * (int)sizeof(T);

    int bits;  // that are looked at: those above are the same in all keys of the row
    int shift, width;

    CUPRUM_DEVICE select_digit(const SelectArgs& args, long long row) : bits(all) {
        if constexpr (select_ranges<T>) {
            const unsigned long long varying = args.states[row * args.shares].varying;
            if (!vary_early<T>((U)varying)) {
#if CUPRUM_GPU
                bits = 64 - __clzll((long long)varying);
#else
                bits = varying ? 64 - __builtin_clzll(varying) : 0;
#endif
            }
        }
        const int end = bits > select_bits * args.pass ? bits - select_bits * args.pass : 0;
        width = end < select_bits ? end : select_bits;
        shift = end - width;
    }
    CUPRUM_DEVICE int of(U key) const { return (int)((key >> shift) & ((1u << width) - 1)); }
    /// Whether the digits before this one are those of the prefix.
    CUPRUM_DEVICE bool follows(U key, U prefix) const {
        return shift + width >= bits || (U)(key >> (shift + width) % all) == (U)(prefix >> (shift + width) % all);
    }
    /// Whether earlier passes have found all digits.
    CUPRUM_DEVICE bool is_past() const { return shift + width == 0; }
    /// The bits of a row's keys above those that are looked at.
    CUPRUM_DEVICE U common(const SelectArgs& args, long long row) const {
        if (bits == all) return 0;
        return (U)(ordered_bits(((const T*)args.source)[row * args.length]) >> bits << bits);
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

/// What the first pass's counts say of a row: how many keys are ranked, and which ranks quantile `s` wants.
template <class Q>
CUPRUM_DEVICE void start_selection(const SelectArgs& args, SelectState& state, int s, unsigned long long prefix = 0) {
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
        const auto place = find_quantile(args.method, state.count, ((const Q*)args.share)[s]);
        first = place.previous;
        second = place.next;
        state.weight = (double)place.weight;
    }
    state.prefix[0] = state.prefix[1] = prefix;
    state.rank[0] = first < 0 ? 0 : first;
    state.rank[1] = second < 0 ? 0 : second;
}

/// The known digits of a row's wanted keys, each of them once.
template <class T>
struct select_prefixes {
    using U = unsigned_of_size<sizeof(T)>;

    U prefix[2 * select_shares];
    int count, shift;

    CUPRUM_DEVICE void find(const SelectArgs& args, long long row) {
        const select_digit<T> digit(args, row);
        shift = digit.shift + digit.width;
        count = 0;
        for (int s = 0; s < args.shares; ++s)
            for (int which = 0; which < 2; ++which) {
                const U known = (U)((U)args.states[row * args.shares + s].prefix[which] >> shift);
                bool there = false;
                for (int k = 0; k < count; ++k) there |= prefix[k] == known;
                if (!there) prefix[count++] = known;
            }
    }
};

#if CUPRUM_GPU

/// Of integers alone.
template <class T>
CUPRUM_DEVICE void select_range(const SelectArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const T* keys = (const T*)args.source + row * args.length;
    const U first = ordered_bits(keys[0]);
    U varying = 0;
    for (long long base = begin; base < end && !vary_early<T>(varying); base += select_block * select_items) {
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const long long i = base + k * select_block + threadIdx.x;
            varying |= ordered_bits(keys[i < end ? i : 0]) ^ first;
        }
    }
    for (int distance = 16; distance; distance /= 2) varying |= __shfl_xor_sync(~0u, varying, distance);
    if ((threadIdx.x & 31) == 0 && varying)
        atomicOr(&args.states[row * args.shares].varying, (unsigned long long)varying);
}

template <class T>
CUPRUM_DEVICE void select_count(const SelectArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    __shared__ unsigned counts[2][select_bins];
    __shared__ unsigned nans;
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    const select_digit<T> digit(args, row);
    const bool listed = args.pass > 0;  // the first digit is counted once for all quantiles
    if (listed && digit.is_past()) return;
    const T* keys = (const T*)(listed ? args.candidates : args.source) + row * args.length + begin;
    const long long count = end <= begin ? 0 : listed ? args.held[blockIdx.x] : end - begin;
    for (int s = 0; s < (listed ? args.shares : 1); ++s) {
        const SelectState& state = args.states[row * args.shares + s];
        const U first = (U)state.prefix[0], second = (U)state.prefix[1];
        const bool both = listed && first != second;
        for (int i = threadIdx.x; i < 2 * select_bins; i += select_block) (&counts[0][0])[i] = 0;
        if (threadIdx.x == 0) nans = 0;
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
                if (there && digit.follows(key, first)) atomicAdd(&counts[0][digit.of(key)], 1u);
                if (there && both && digit.follows(key, second)) atomicAdd(&counts[1][digit.of(key)], 1u);
                if (!listed && there) not_numbers += is_nan(loaded[k]);
            }
        }
        if (not_numbers) atomicAdd(&nans, not_numbers);
        __syncthreads();
        unsigned long long* sums = args.counts + (row * args.shares + s) * 2 * select_bins;
        for (int i = threadIdx.x; i < 2 * select_bins; i += select_block)
            if (const unsigned sum = (&counts[0][0])[i]) atomicAdd(&sums[i], (unsigned long long)sum);
        if (threadIdx.x == 0 && nans)
            atomicAdd((unsigned long long*)&args.states[row * args.shares].nans, (unsigned long long)nans);
        __syncthreads();
    }
}

/// Lists the keys that may be wanted ones, each block those of its part: of the source, and then of the list itself.
template <class T>
CUPRUM_DEVICE void select_gather(const SelectArgs& args) {
    using U = unsigned_of_size<sizeof(T)>;
    __shared__ unsigned held;
    const long long row = blockIdx.x / args.blocks, part = blockIdx.x - row * args.blocks;
    if (select_digit<T>(args, row).is_past()) return;
    const long long begin = part * args.chunk,
                    end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
    __shared__ select_prefixes<T> wanted;
    const bool in_place = args.pass > 1;
    T* kept = (T*)args.candidates + row * args.length + begin;
    const T* keys = in_place ? kept : (const T*)args.source + row * args.length + begin;
    const long long count = end <= begin ? 0 : in_place ? args.held[blockIdx.x] : end - begin;
    const unsigned lane = threadIdx.x & 31, below = (1u << lane) - 1;
    if (threadIdx.x == 0) {
        held = 0;
        wanted.find(args, row);
    }
    __syncthreads();
    for (long long base = 0; base < count; base += select_block * select_items) {
        T loaded[select_items];
        unsigned takers[select_items], taken = 0, place = 0;
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            const long long i = base + k * select_block + threadIdx.x;
            loaded[k] = keys[i < count ? i : 0];
        }
        if (in_place) __syncthreads();  // all have read what is written over now
        bool takes[select_items] = {};
        for (int p = 0; p < wanted.count; ++p) {
            const U prefix = wanted.prefix[p];
#pragma unroll
            for (int k = 0; k < select_items; ++k) takes[k] |= (U)(ordered_bits(loaded[k]) >> wanted.shift) == prefix;
        }
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            takers[k] = __ballot_sync(~0u, takes[k] && base + k * select_block + threadIdx.x < count);
            taken += __popc(takers[k]);
        }
        if (lane == 0 && taken) place = atomicAdd(&held, taken);
        place = __shfl_sync(~0u, place, 0);
#pragma unroll
        for (int k = 0; k < select_items; ++k) {
            if (takers[k] >> lane & 1) kept[place + __popc(takers[k] & below)] = loaded[k];
            place += __popc(takers[k]);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) args.held[blockIdx.x] = held;
}

template <class T, class Q>
CUPRUM_DEVICE void select_pick(const SelectArgs& args) {
    constexpr int mine = select_bins / select_block;
    __shared__ long long sums[select_block / 32];
    __shared__ SelectState state;
    const long long row = blockIdx.x;
    const select_digit<T> digit(args, row);
    if (args.pass && digit.is_past()) return;
    unsigned long long* counts = args.counts + row * args.shares * 2 * select_bins;
    for (int s = 0; s < args.shares; ++s) {
        if (threadIdx.x == 0) {
            state = args.states[row * args.shares + (args.pass ? s : 0)];  // the first one knows the NaNs
            if (args.pass == 0) start_selection<Q>(args, state, s, digit.common(args, row));
        }
        __syncthreads();
        const bool same = state.prefix[0] == state.prefix[1];
        const long long ranks[2] = {state.rank[0], state.rank[1]};
        for (int which = 0; which < 2; ++which) {
            const unsigned long long* of = counts + (args.pass ? 2 * s : 0) * select_bins +
                                           (which && !same ? select_bins : 0) + threadIdx.x * mine;
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
        if (threadIdx.x == 0) args.states[row * args.shares + s] = state;
    }
    for (int i = threadIdx.x; i < args.shares * 2 * select_bins; i += select_block) counts[i] = 0;  // for the next pass
}

#define CUPRUM_SELECT_ENTRY(name, args, ...)                              \
    extern "C" __global__ void __launch_bounds__(cuprum::select_block, 4) \
        name(const __grid_constant__ cuprum::args a) {                    \
        __VA_ARGS__(a);                                                   \
    }
#define CUPRUM_SELECT_RESULTS(name, ...)                                                    \
    extern "C" __global__ void __launch_bounds__(cuprum::select_block)                      \
        name(const __grid_constant__ cuprum::SelectArgs a) {                                \
        const long long index = (long long)blockIdx.x * cuprum::select_block + threadIdx.x; \
        if (index < a.rows * a.shares) __VA_ARGS__(a, index);                               \
    }

#else

constexpr int select_tables = 4, select_piece = 1024;

/// Of integers alone.
template <class T>
static inline void select_range(const SelectArgs& args, long long first_block, long long last_block) {
    using U = unsigned_of_size<sizeof(T)>;
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        const T* keys = (const T*)args.source + row * args.length;
        const U first = ordered_bits(keys[0]);
        U varying = 0;
        for (long long i = begin; i < end && !vary_early<T>(varying); i += select_piece) {
            const long long n = end - i < select_piece ? end - i : select_piece;
            for (long long k = 0; k < n; ++k) varying |= ordered_bits(keys[i + k]) ^ first;
        }
        __atomic_fetch_or(&args.states[row * args.shares].varying, (unsigned long long)varying, __ATOMIC_RELAXED);
    }
}

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
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        const select_digit<T> digit(args, row);
        const bool listed = args.pass > 0;  // the first digit is counted once for all quantiles
        if (listed && digit.is_past()) continue;
        const T* keys = (const T*)(listed ? args.candidates : args.source) + row * args.length + begin;
        const long long count = end <= begin ? 0 : listed ? args.held[block] : end - begin;
        for (int s = 0; s < (listed ? args.shares : 1); ++s) {
            const SelectState& state = args.states[row * args.shares + s];
            const U first = (U)state.prefix[0], second = (U)state.prefix[1];
            unsigned counts[select_tables][select_bins] = {};
            if (listed && (args.shares > 1 || first != second || args.pass > select_gathers)) {
                for (long long k = 0; k < count; ++k) {
                    const U key = ordered_bits(keys[k]);
                    counts[0][digit.of(key)] += digit.follows(key, first);
                    counts[1][digit.of(key)] += (first != second) & digit.follows(key, second);
                }
            } else {
                long long nans = 0;
                for (long long i = 0; i < count; i += select_piece) {
                    const long long n = count - i < select_piece ? count - i : select_piece;
                    count_in_turn(digit, keys + i, n, counts);
                    if constexpr (is_float<T> || is_half<T>)
                        for (long long k = i; !listed && k < i + n; ++k) nans += is_nan(keys[k]);
                }
                if (nans) __atomic_fetch_add(&args.states[row * args.shares].nans, nans, __ATOMIC_RELAXED);
                for (int d = 0; d < select_bins; ++d) {
                    for (int k = 1; k < select_tables; ++k) counts[0][d] += counts[k][d];
                    counts[1][d] = 0;
                }
            }
            unsigned long long* target = args.counts + (block * args.shares + s) * 2 * select_bins;
            for (int d = 0; d < select_bins; ++d) {
                target[d] = counts[0][d];
                target[select_bins + d] = counts[1][d];
            }
        }
    }
}

/// Writes those of `count` keys that begin with one of the first `prefixes` prefixes to `kept`, which may be where they
/// are. Returns how many there are. To branch at each key would be to guess wrong half the time.
template <int prefixes, class T>
static inline long long keep_wanted(const T* keys, long long count, const select_prefixes<T>& wanted, T* kept) {
    using U = unsigned_of_size<sizeof(T)>;
    long long held = 0;
    for (long long i = 0; i < count; i += select_piece) {
        const long long n = count - i < select_piece ? count - i : select_piece;
        unsigned char takes[select_piece];
        for (long long k = 0; k < n; ++k) {
            const U known = (U)(ordered_bits(keys[i + k]) >> wanted.shift);
            bool right = known == wanted.prefix[0];
#pragma unroll
            for (int p = 1; p < prefixes; ++p) right |= known == wanted.prefix[p];
            takes[k] = right;
        }
        held += compress(keys + i, takes, n, kept + held);
    }
    return held;
}

template <class T>
static inline void select_gather(const SelectArgs& args, long long first_block, long long last_block) {
    for (long long block = first_block; block < last_block; ++block) {
        const long long row = block / args.blocks, part = block - row * args.blocks;
        const long long begin = part * args.chunk,
                        end = begin + args.chunk < args.length ? begin + args.chunk : args.length;
        if (select_digit<T>(args, row).is_past()) continue;
        select_prefixes<T> wanted;
        wanted.find(args, row);
        for (int p = wanted.count; p < 2 * select_shares; ++p) wanted.prefix[p] = wanted.prefix[0];
        T* kept = (T*)args.candidates + row * args.length + begin;
        const T* keys = args.pass > 1 ? kept : (const T*)args.source + row * args.length + begin;
        const long long count = end <= begin ? 0 : args.pass > 1 ? args.held[block] : end - begin;
        args.held[block] = wanted.count == 1   ? keep_wanted<1>(keys, count, wanted, kept)
                           : wanted.count == 2 ? keep_wanted<2>(keys, count, wanted, kept)
                                               : keep_wanted<2 * select_shares>(keys, count, wanted, kept);
    }
}

template <class T, class Q>
static inline void select_pick(const SelectArgs& args, long long first_row, long long last_row) {
    const long long apart = (long long)args.shares * 2 * select_bins;  // from a block's counts to the next one's
    for (long long row = first_row; row < last_row; ++row) {
        const select_digit<T> digit(args, row);
        if (args.pass && digit.is_past()) continue;
        for (int s = 0; s < args.shares; ++s) {
            SelectState& state = args.states[row * args.shares + s];
            if (args.pass == 0) {
                state.nans = args.states[row * args.shares].nans;
                start_selection<Q>(args, state, s, digit.common(args, row));
            }
            const bool same = state.prefix[0] == state.prefix[1];
            const unsigned long long* counts =
                args.counts + row * args.blocks * apart + (args.pass ? 2 * s : 0) * select_bins;
            for (int which = 0; which < 2; ++which) {
                const unsigned long long* of = counts + (which && !same ? select_bins : 0);
                long long left = state.rank[which];
                for (int d = 0; d < select_bins; ++d) {
                    long long in_bin = 0;
                    for (int b = 0; b < args.blocks; ++b) in_bin += (long long)of[b * apart + d];
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
}

#define CUPRUM_SELECT_ENTRY(name, args, ...) \
    extern "C" void name(const cuprum::args* a, long long begin, long long end) { __VA_ARGS__(*a, begin, end); }
#define CUPRUM_SELECT_RESULTS(name, ...)                                                \
    extern "C" void name(const cuprum::SelectArgs* a, long long begin, long long end) { \
        for (long long index = begin; index < end; ++index) __VA_ARGS__(*a, index);     \
    }

#endif

template <class T>
CUPRUM_DEVICE void selected_key(const SelectArgs& args, long long index) {
    using U = unsigned_of_size<sizeof(T)>;
    ((T*)args.out)[index] = key_of_bits<T>((U)args.states[index].prefix[0]);
}

template <class T, class Q, class R>
CUPRUM_DEVICE void selected_quantile(const SelectArgs& args, long long index) {
    using U = unsigned_of_size<sizeof(T)>;
    const SelectState& state = args.states[index];
    const long long row = index / args.shares, s = index - row * args.shares;
    R& result = ((R*)args.out)[s * args.rows + row];
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

#define CUPRUM_SELECT_RANGE(name, T) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_range<T>)
#define CUPRUM_SELECT_COUNT(name, T) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_count<T>)
#define CUPRUM_SELECT_PICK(name, T, Q) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_pick<T, Q>)
#define CUPRUM_SELECT_GATHER(name, T) CUPRUM_SELECT_ENTRY(name, SelectArgs, cuprum::select_gather<T>)
#define CUPRUM_SELECT_KEYS(name, T) CUPRUM_SELECT_RESULTS(name, cuprum::selected_key<T>)
#define CUPRUM_SELECT_QUANTILE(name, T, Q, R) CUPRUM_SELECT_RESULTS(name, cuprum::selected_quantile<T, Q, R>)

}  // namespace cuprum
