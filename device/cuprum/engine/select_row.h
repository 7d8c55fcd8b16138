// The keys of given ranks in short rows, each of which one thread of a CPU looks through alone:
//
//     CUPRUM_SELECT_ROW    finds the wanted keys, for CUPRUM_SELECT_QUANTILE of select.h
// The keys around a guess are split off until the wanted one is left (Hoare's selection).
#pragma once

#include <cuprum/engine/select.h>

namespace cuprum {

#if !CUPRUM_GPU

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
        held += keep_flagged(keys + i, wanted, count, keys + held);
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

template <class T, class Q>
static inline void select_row(const SelectArgs& args, long long row) {
    using U = unsigned_of_size<sizeof(T)>;
    const T* source = (const T*)args.source + row * args.length;
    U* keys = (U*)args.candidates + row * args.length;
    for (int s = 0; s < args.shares; ++s) {
        SelectState& state = args.states[row * args.shares + s];
        int nans = 0;
        for (long long k = 0; k < args.length; ++k) {
            keys[k] = ordered_bits(source[k]);
            nans += is_nan(source[k]);
        }
        state.nans = nans;
        start_selection<Q>(args, state, s);
        if (state.count == 0) continue;
        const U first = key_of_rank(keys, args.length, state.rank[0]);
        state.prefix[0] = state.prefix[1] = first;
        if (state.rank[1] == state.rank[0]) continue;
        // The second rank is the next one: either the same key has it, or the next larger key.
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

#define CUPRUM_SELECT_ROW(name, T, Q) CUPRUM_SELECT_RESULTS(name, cuprum::select_row<T, Q>)

#endif

}  // namespace cuprum
