// The keys of given ranks in short rows, each of which one thread of a CPU looks through alone:
//
//     CUPRUM_SELECT_ROW    finds the wanted keys, for CUPRUM_SELECT_QUANTILE of select.h
// The keys around a guess are split off until the wanted one is left (Hoare's selection): those of 4 and 8 bytes by the
// library's loops for vector registers, shorter ones here.
#pragma once

#include <cuprum/engine/select.h>

namespace cuprum {

#if !CUPRUM_GPU

extern "C" void cuprum_vector_select(void* keys, long long count, long long rank, int bytes, void* key);

/// The median of three keys' medians, which lie far apart.
template <class U>
static inline U guess_median(const U* keys, long long n) {
    U middle[3];
    for (int i = 0; i < 3; ++i) {
        const U a = keys[n * (3 * i) / 9], b = keys[n * (3 * i + 1) / 9], c = keys[n * (3 * i + 2) / 9];
        const U low = a < b ? a : b, high = a < b ? b : a;
        middle[i] = c < low ? low : c > high ? high : c;
    }
    const U low = middle[0] < middle[1] ? middle[0] : middle[1], high = middle[0] < middle[1] ? middle[1] : middle[0];
    return middle[2] < low ? low : middle[2] > high ? high : middle[2];
}

/// Keeps of `n` keys those that are less than the pivot, or greater, and tells how many there are.
template <class U>
static inline long long keep_side(U* keys, long long n, U pivot, bool greater) {
    long long held = 0;
    for (long long i = 0; i < n; i += select_piece) {
        const long long count = n - i < select_piece ? n - i : select_piece;
        unsigned char wanted[select_piece];
        for (long long k = 0; k < count; ++k) wanted[k] = greater ? keys[i + k] > pivot : keys[i + k] < pivot;
        held += compress(keys + i, wanted, count, keys + held);
    }
    return held;
}

/// The key of a rank among `n` keys, which are overwritten.
template <class U>
static inline U key_of_rank(U* keys, long long n, long long rank) {
    constexpr int guesses = 24;
    U low = 0, high = static_cast<U>(~U(0));
    for (int round = 0;; ++round) {
        // Guesses are good of all but keys made to mislead them; then the range of keys is halved.
        const U pivot = round < guesses ? guess_median(keys, n) : static_cast<U>(low + static_cast<U>(high - low) / 2);
        int less = 0, equal = 0;
        for (long long k = 0; k < n; ++k) {
            less += keys[k] < pivot;
            equal += keys[k] == pivot;
        }
        if (rank >= less && rank < less + equal) return pivot;
        const bool greater = rank >= less;
        if (greater) {
            rank -= less + equal;
            low = static_cast<U>(pivot + 1);
        } else {
            high = static_cast<U>(pivot - 1);
        }
        n = keep_side(keys, n, pivot, greater);
    }
}

/// Writes the keys of a row, and tells how many of its numbers are NaN. `flip` is a bit that is changed in each.
template <class T, class U>
static inline long long load_keys(const T* source, long long n, U flip, U* keys) {
    long long nans = 0;
    for (long long i = 0; i < n; i += select_piece) {
        const long long end = i + select_piece < n ? i + select_piece : n;
        int here = 0;
        for (long long k = i; k < end; ++k) {
            keys[k] = ordered_bits(source[k]) ^ flip;
            here += is_nan(source[k]);
        }
        nans += here;
    }
    return nans;
}

/// Finds the keys of a row by the library's selection of signed integers, which leaves what is larger behind.
template <class T, class Q>
static inline void select_in_registers(const SelectArgs& args, long long row) {
    using U = unsigned_of_size<sizeof(T)>;
    using Key = signed_of_size<sizeof(T)>;
    constexpr U flip = U(1) << (8 * sizeof(U) - 1);  // to signed integers of the same order
    const long long length = args.length;            // of which a key that is stored could be a part
    Key* keys = (Key*)args.candidates + row * length;
    const long long nans = load_keys((const T*)args.source + row * length, length, flip, (U*)keys);
    for (int s = 0; s < args.shares; ++s) {
        SelectState& state = args.states[row * args.shares + s];
        state.nans = nans;
        start_selection<Q>(args, state, s);
        if (state.count == 0) continue;
        Key key;
        cuprum_vector_select(keys, length, state.rank[0], sizeof(Key), &key);
        state.prefix[0] = state.prefix[1] = (U)key ^ flip;
        if (state.rank[1] == state.rank[0]) continue;
        // The second rank is the next one.
        key = keys[state.rank[1]];
        for (long long k = state.rank[1]; k < length; ++k) key = keys[k] < key ? keys[k] : key;
        state.prefix[1] = (U)key ^ flip;
    }
}

/// The same for keys of one or two bytes.
template <class T, class Q>
static inline void select_by_guesses(const SelectArgs& args, long long row) {
    using U = unsigned_of_size<sizeof(T)>;
    const T* source = (const T*)args.source + row * args.length;
    U* keys = (U*)args.candidates + row * args.length;
    for (int s = 0; s < args.shares; ++s) {
        SelectState& state = args.states[row * args.shares + s];
        state.nans = load_keys(source, args.length, U(0), keys);
        start_selection<Q>(args, state, s);
        if (state.count == 0) continue;
        const U first = key_of_rank(keys, args.length, state.rank[0]);
        state.prefix[0] = state.prefix[1] = first;
        if (state.rank[1] == state.rank[0]) continue;
        // Either the same key has the second rank too, or the next larger key.
        int up_to = 0;
        U next = static_cast<U>(~U(0));
        for (long long k = 0; k < args.length; ++k) {
            const U key = ordered_bits(source[k]);
            up_to += key <= first;
            next = key > first && key < next ? key : next;
        }
        if (state.rank[1] >= up_to) state.prefix[1] = next;
    }
}

template <class T, class Q>
static inline void select_row(const SelectArgs& args, long long row) {
    if constexpr (sizeof(T) >= 4) select_in_registers<T, Q>(args, row);
    else select_by_guesses<T, Q>(args, row);
}

#define CUPRUM_SELECT_ROW(name, T, Q) CUPRUM_SELECT_RESULTS(name, cuprum::select_row<T, Q>)

#endif

}  // namespace cuprum
