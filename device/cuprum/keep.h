// The elements of a piece of memory that are wanted, moved together in their order, on a CPU.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Copies those of `n` elements whose flags are 1 to `to`, which has room for `n` and may be `from` or lie before it,
/// and tells how many there are.
template <class T>
static inline long long keep_flagged(const T* from, const unsigned char* flags, long long n, T* to) {
    long long held = 0, i = 0;
#if defined(__AVX512BW__)
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
#endif
    for (; i < n; ++i) {
        to[held] = from[i];  // overwritten unless it is wanted
        held += flags[i];
    }
    return held;
}

}  // namespace cuprum
