// Atomic functions that CUDA does not have and CuPy's kernels do, at global scope, on both processors: sums of int64
// and of 16-bit floats, extremes of float and double. Programs that define functions of the same parameters have those.
#pragma once

#include <cuprum/carray.h>

#if CUPRUM_GPU
// As CUPRUM_OVERLOAD of cuda/language.h: more special than a program's template, and less than a program's function.
namespace cuprum::user {
enum class Extra {};
}
#define CUPRUM_EXTRA_ATOMIC                                \
    template <cuprum::user::Extra = cuprum::user::Extra()> \
    __device__ inline
#else
#define CUPRUM_EXTRA_ATOMIC CUPRUM_OVERLOAD
#endif

CUPRUM_EXTRA_ATOMIC long long atomicAdd(long long* address, long long value) {
    return (long long)atomicAdd((unsigned long long*)address, (unsigned long long)value);
}

// Reads, computes and exchanges until no other thread comes between.
#define CUPRUM_CHANGE(name, type, word, to_word, from_word, changed)   \
    CUPRUM_EXTRA_ATOMIC type name(type* address, type value) {         \
        word* const place = (word*)address;                            \
        word seen = *(volatile word*)place, expected;                  \
        do {                                                           \
            expected = seen;                                           \
            [[maybe_unused]] const type old = from_word(expected);     \
            seen = atomicCAS(place, expected, (word)to_word(changed)); \
        } while (seen != expected);                                    \
        return from_word(seen);                                        \
    }
CUPRUM_CHANGE(atomicMax, float, int, __float_as_int, __int_as_float, fmaxf(value, old))
CUPRUM_CHANGE(atomicMin, float, int, __float_as_int, __int_as_float, fminf(value, old))
CUPRUM_CHANGE(atomicMax, double, unsigned long long, __double_as_longlong, __longlong_as_double, fmax(value, old))
CUPRUM_CHANGE(atomicMin, double, unsigned long long, __double_as_longlong, __longlong_as_double, fmin(value, old))

#define CUPRUM_SMALL_WORD(x) (x).stored.bits
#define CUPRUM_HALF(bits) float16(float16::Stored::from_bits(bits))
#define CUPRUM_BRAIN(bits) bfloat16(bfloat16::Stored::from_bits(bits))
CUPRUM_CHANGE(atomicAdd, float16, unsigned short, CUPRUM_SMALL_WORD, CUPRUM_HALF, float16((float)old + (float)value))
CUPRUM_CHANGE(atomicAdd, bfloat16, unsigned short, CUPRUM_SMALL_WORD, CUPRUM_BRAIN, bfloat16((float)old + (float)value))
#undef CUPRUM_SMALL_WORD
#undef CUPRUM_HALF
#undef CUPRUM_BRAIN
#undef CUPRUM_CHANGE
#undef CUPRUM_EXTRA_ATOMIC
