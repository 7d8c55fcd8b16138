// Compresses elements by flags, as numpy.compress does, on a CPU: those whose flag is 1 move together in their order.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

#if CUPRUM_CPU_LEVEL == 3
/// For each set of a register's elements: the words of 32 bits that bring these to its beginning, in their order.
template <int lanes>
struct compressing_words {
    unsigned char of[1 << lanes][8] = {};

    constexpr compressing_words() {
        constexpr int words = 8 / lanes;
        for (int set = 0; set < 1 << lanes; ++set)
            for (int lane = 0, held = 0; lane < lanes; ++lane)
                for (int w = 0; w < words && (set >> lane & 1); ++w)
                    of[set][held++] = (unsigned char)(lane * words + w);
    }
};
template <int lanes>
inline constexpr compressing_words<lanes> compressing_words_of{};
#endif

/// Copies those of `n` elements whose flags are 1 to `to`, which has room for `n` and may be `from` or lie before it,
/// and tells how many there are.
template <class T>
static inline long long compress(const T* from, const unsigned char* flags, long long n, T* to) {
    long long held = 0, i = 0;
#if CUPRUM_CPU_LEVEL >= 4
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        // Whole registers are written: what lies behind the wanted elements is overwritten by the next ones.
        constexpr int lanes = 64 / (int)sizeof(T);
        typedef signed_of_size<sizeof(T)> words __attribute__((vector_size(64)));
        typedef char bytes __attribute__((vector_size(64)));
        for (; i + 64 <= n; i += 64) {
            bytes wanted;
            __builtin_memcpy(&wanted, flags + i, 64);
            unsigned long long mask = __builtin_ia32_cmpb512_mask(wanted, bytes{}, 4, ~0ull);  // 4: unequal
#pragma unroll
            for (int k = 0; k < 64; k += lanes, mask >>= lanes) {
                words data;
                __builtin_memcpy(&data, from + i + k, 64);
                if constexpr (lanes == 16) data = __builtin_ia32_compresssi512_mask(data, data, (unsigned short)mask);
                else data = __builtin_ia32_compressdi512_mask(data, data, (unsigned char)mask);
                __builtin_memcpy(to + held, &data, 64);
                held += __builtin_popcountll(mask & ((1ull << lanes) - 1));
            }
        }
    }
#elif CUPRUM_CPU_LEVEL >= 3
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        constexpr int lanes = 32 / (int)sizeof(T);
        typedef int words __attribute__((vector_size(32)));
        typedef unsigned char bytes __attribute__((vector_size(8)));
        for (; i + 8 <= n; i += 8) {
            unsigned long long wanted;
            __builtin_memcpy(&wanted, flags + i, 8);
            unsigned sets = (unsigned)(wanted * 0x0102040810204080ull >> 56);  // a flag's byte becomes a bit
#pragma unroll
            for (int k = 0; k < 8; k += lanes, sets >>= lanes) {
                const unsigned set = sets & ((1u << lanes) - 1);
                words data;
                bytes order;
                __builtin_memcpy(&data, from + i + k, 32);
                __builtin_memcpy(&order, compressing_words_of<lanes>.of[set], 8);
                data = __builtin_ia32_permvarsi256(data, __builtin_convertvector(order, words));
                __builtin_memcpy(to + held, &data, 32);
                held += __builtin_popcount(set);
            }
        }
    }
#endif
    for (; i < n; ++i) {
        to[held] = from[i];  // overwritten unless it is wanted
        held += flags[i];
    }
    return held;
}

}  // namespace cuprum
