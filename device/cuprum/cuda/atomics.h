// CUDA's atomic functions for a CPU: real atomics, as the threads of other blocks run at the same time.
#pragma once

#include <cuprum/cuda/language.h>

namespace cuprum::cuda {

template <class T>
struct identity_type {
    using type = T;
};
/// A parameter that takes its type from another one.
template <class T>
using just = typename identity_type<T>::type;

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

/// Four- and eight-byte integers.
template <class T>
concept AtomicInteger = __is_integral(T) && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
concept AtomicFloat = __is_floating_point(T);
template <class T>
concept AtomicWord = AtomicInteger<T> || AtomicFloat<T>;

}  // namespace cuprum::cuda

#define CUPRUM_ATOMICS(suffix)                                                                                       \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicAdd##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <cuprum::cuda::AtomicFloat T>                                                                           \
    __forceinline__ T atomicAdd##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return cuprum::cuda::atomic_update(address, [value](T old) { return old + value; });                         \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicSub##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_sub(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicExch##suffix(T* address, cuprum::cuda::just<T> value) {                                  \
        return __atomic_exchange_n(address, value, __ATOMIC_RELAXED);                                                \
    }                                                                                                                \
    template <cuprum::cuda::AtomicFloat T>                                                                           \
    __forceinline__ T atomicExch##suffix(T* address, cuprum::cuda::just<T> value) {                                  \
        using Bits = cuprum::cuda::bits_of<T>;                                                                       \
        return __builtin_bit_cast(T, __atomic_exchange_n(reinterpret_cast<Bits*>(address),                           \
                                                         __builtin_bit_cast(Bits, value), __ATOMIC_RELAXED));        \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicMin##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_min(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicMax##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_max(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicAnd##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_and(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicOr##suffix(T* address, cuprum::cuda::just<T> value) {                                    \
        return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);                                                  \
    }                                                                                                                \
    template <cuprum::cuda::AtomicInteger T>                                                                         \
    __forceinline__ T atomicXor##suffix(T* address, cuprum::cuda::just<T> value) {                                   \
        return __atomic_fetch_xor(address, value, __ATOMIC_RELAXED);                                                 \
    }                                                                                                                \
    template <class T>                                                                                               \
        requires(sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16)                              \
    __forceinline__ T atomicCAS##suffix(T* address, cuprum::cuda::just<T> compare, cuprum::cuda::just<T> value) {    \
        using Bits = cuprum::cuda::bits_of<T>;                                                                       \
        Bits seen = __builtin_bit_cast(Bits, compare);                                                               \
        __atomic_compare_exchange_n(reinterpret_cast<Bits*>(address), &seen, __builtin_bit_cast(Bits, value), false, \
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED);                                             \
        return __builtin_bit_cast(T, seen);                                                                          \
    }                                                                                                                \
    /** Counts up to `limit` and begins again at 0. */                                                               \
    __forceinline__ unsigned atomicInc##suffix(unsigned* address, unsigned limit) {                                  \
        return cuprum::cuda::atomic_update(address, [limit](unsigned old) { return old >= limit ? 0u : old + 1; });  \
    }                                                                                                                \
    /** Counts down to 0 and begins again at `limit`. */                                                             \
    __forceinline__ unsigned atomicDec##suffix(unsigned* address, unsigned limit) {                                  \
        return cuprum::cuda::atomic_update(                                                                          \
            address, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });                   \
    }

CUPRUM_ATOMICS()
CUPRUM_ATOMICS(_block)
CUPRUM_ATOMICS(_system)
#undef CUPRUM_ATOMICS

// A fence orders what this processor's other cores see; threads of one block run on one core.
__forceinline__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__forceinline__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
__forceinline__ void __threadfence_block() { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
