// CUDA's atomic functions for a CPU: real atomics, as the threads of other blocks run at the same time.
#pragma once

#include <cuprum/cuda/language.h>

namespace cuprum::cuda_on_cpu {

template <int bytes>
struct bits_of_size;
template <>
struct bits_of_size<1> {
    using type = unsigned char;
};
template <>
struct bits_of_size<2> {
    using type = unsigned short;
};
template <>
struct bits_of_size<4> {
    using type = unsigned int;
};
template <>
struct bits_of_size<8> {
    using type = unsigned long long;
};
template <>
struct bits_of_size<16> {
    using type = unsigned __int128;
};
template <class T>
using bits_of = typename bits_of_size<sizeof(T)>::type;

/// Replaces *address by change(old) and returns the old value, for types that the processor has no instruction for.
template <class T, class Change>
__forceinline__ T atomic_update(T* address, Change change) {
    using Bits = bits_of<T>;
    auto* place = reinterpret_cast<Bits*>(address);
    Bits seen = __atomic_load_n(place, __ATOMIC_RELAXED);
    for (;;) {
        const T old = __builtin_bit_cast(T, seen);
        const T changed = change(old);
        if (__atomic_compare_exchange_n(place, &seen, __builtin_bit_cast(Bits, changed), true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return old;
    }
}

}  // namespace cuprum::cuda_on_cpu

// For the types that CUDA has them for, and no others.
#define CUPRUM_ATOMIC(name, type, operation)                           \
    CUPRUM_OVERLOAD type name(type* address, type value) {             \
        return __atomic_##operation(address, value, __ATOMIC_RELAXED); \
    }
#define CUPRUM_ATOMIC_WORDS(name, operation)  \
    CUPRUM_ATOMIC(name, int, operation)       \
    CUPRUM_ATOMIC(name, unsigned, operation)  \
    CUPRUM_ATOMIC(name, long long, operation) \
    CUPRUM_ATOMIC(name, unsigned long long, operation)
#define CUPRUM_ATOMIC_ADD_FLOAT(name, type)                                                            \
    CUPRUM_OVERLOAD type name(type* address, type value) {                                             \
        return cuprum::cuda_on_cpu::atomic_update(address, [value](type old) { return old + value; }); \
    }
/** Each component for itself. */
#define CUPRUM_ATOMIC_ADD_VECTORS(name)                                                             \
    CUPRUM_OVERLOAD float2 name(float2* address, float2 value) {                                    \
        return {name(&address->x, value.x), name(&address->y, value.y)};                            \
    }                                                                                               \
    CUPRUM_OVERLOAD float4 name(float4* address, float4 value) {                                    \
        return {name(&address->x, value.x), name(&address->y, value.y), name(&address->z, value.z), \
                name(&address->w, value.w)};                                                        \
    }
#define CUPRUM_ATOMIC_EXCHANGE_FLOAT(name)                                                                       \
    CUPRUM_OVERLOAD float name(float* address, float value) {                                                    \
        return __builtin_bit_cast(float, name(reinterpret_cast<int*>(address), __builtin_bit_cast(int, value))); \
    }
#define CUPRUM_ATOMIC_CAS(name, type)                                                                     \
    CUPRUM_OVERLOAD type name(type* address, type compare, type value) {                                  \
        __atomic_compare_exchange_n(address, &compare, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
        return compare;                                                                                   \
    }

#define CUPRUM_ATOMICS(suffix)                                                                                       \
    CUPRUM_ATOMIC(atomicAdd##suffix, int, fetch_add)                                                                 \
    CUPRUM_ATOMIC(atomicAdd##suffix, unsigned, fetch_add)                                                            \
    CUPRUM_ATOMIC(atomicAdd##suffix, unsigned long long, fetch_add)                                                  \
    CUPRUM_ATOMIC_ADD_FLOAT(atomicAdd##suffix, float)                                                                \
    CUPRUM_ATOMIC_ADD_FLOAT(atomicAdd##suffix, double)                                                               \
    CUPRUM_ATOMIC_ADD_VECTORS(atomicAdd##suffix)                                                                     \
    CUPRUM_ATOMIC(atomicSub##suffix, int, fetch_sub)                                                                 \
    CUPRUM_ATOMIC(atomicSub##suffix, unsigned, fetch_sub)                                                            \
    CUPRUM_ATOMIC(atomicExch##suffix, int, exchange_n)                                                               \
    CUPRUM_ATOMIC(atomicExch##suffix, unsigned, exchange_n)                                                          \
    CUPRUM_ATOMIC(atomicExch##suffix, unsigned long long, exchange_n)                                                \
    CUPRUM_ATOMIC_EXCHANGE_FLOAT(atomicExch##suffix)                                                                 \
    CUPRUM_ATOMIC_WORDS(atomicMin##suffix, fetch_min)                                                                \
    CUPRUM_ATOMIC_WORDS(atomicMax##suffix, fetch_max)                                                                \
    CUPRUM_ATOMIC_WORDS(atomicAnd##suffix, fetch_and)                                                                \
    CUPRUM_ATOMIC_WORDS(atomicOr##suffix, fetch_or)                                                                  \
    CUPRUM_ATOMIC_WORDS(atomicXor##suffix, fetch_xor)                                                                \
    CUPRUM_ATOMIC_CAS(atomicCAS##suffix, int)                                                                        \
    CUPRUM_ATOMIC_CAS(atomicCAS##suffix, unsigned)                                                                   \
    CUPRUM_ATOMIC_CAS(atomicCAS##suffix, unsigned long long)                                                         \
    CUPRUM_ATOMIC_CAS(atomicCAS##suffix, unsigned short)                                                             \
    /** Structs of 16 bytes. */                                                                                      \
    template <class T>                                                                                               \
        requires(sizeof(T) == 16)                                                                                    \
    __forceinline__ T atomicCAS##suffix(T* address, T compare, T value) {                                            \
        using Bits = cuprum::cuda_on_cpu::bits_of<T>;                                                                \
        Bits seen = __builtin_bit_cast(Bits, compare);                                                               \
        __atomic_compare_exchange_n(reinterpret_cast<Bits*>(address), &seen, __builtin_bit_cast(Bits, value), false, \
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED);                                             \
        return __builtin_bit_cast(T, seen);                                                                          \
    }                                                                                                                \
    /** Counts up to `limit` and begins again at 0. */                                                               \
    CUPRUM_OVERLOAD unsigned atomicInc##suffix(unsigned* address, unsigned limit) {                                  \
        return cuprum::cuda_on_cpu::atomic_update(address,                                                           \
                                                  [limit](unsigned old) { return old >= limit ? 0u : old + 1; });    \
    }                                                                                                                \
    /** Counts down to 0 and begins again at `limit`. */                                                             \
    CUPRUM_OVERLOAD unsigned atomicDec##suffix(unsigned* address, unsigned limit) {                                  \
        return cuprum::cuda_on_cpu::atomic_update(                                                                   \
            address, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });                   \
    }

CUPRUM_ATOMICS()
CUPRUM_ATOMICS(_block)
CUPRUM_ATOMICS(_system)
#undef CUPRUM_ATOMICS
#undef CUPRUM_ATOMIC
#undef CUPRUM_ATOMIC_WORDS
#undef CUPRUM_ATOMIC_ADD_FLOAT
#undef CUPRUM_ATOMIC_ADD_VECTORS
#undef CUPRUM_ATOMIC_EXCHANGE_FLOAT
#undef CUPRUM_ATOMIC_CAS

// A fence orders what this processor's other cores see; threads of one block run on one core.
__forceinline__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__forceinline__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__forceinline__ void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
