// Lanes, shuffles and atomic functions of jitted kernels, for every dtype: where CUDA's functions take only some types,
// the value is handed over as bits of their size.
#pragma once

#include <cuprum/cast.h>

namespace cuprum::jit {

/// The thread's number in its warp: warps are runs of 32 threads of the block.
CUPRUM_DEVICE unsigned lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }

// A shuffle of any type by 32 and 64 bits.
#define CUPRUM_JIT_SHUFFLE(name, intrinsic, Lane)                                                            \
    template <class T>                                                                                       \
    CUPRUM_DEVICE T name(unsigned mask, T value, int lane, int width) {                                      \
        if constexpr (is_complex<T>) {                                                                       \
            return {name(mask, value.re, lane, width), name(mask, value.im, lane, width)};                   \
        } else if constexpr (sizeof(T) == 8) {                                                               \
            return bit_cast<T>(intrinsic(mask, bit_cast<long long>(value), static_cast<Lane>(lane), width)); \
        } else if constexpr (sizeof(T) == 4) {                                                               \
            return bit_cast<T>(intrinsic(mask, bit_cast<int>(value), static_cast<Lane>(lane), width));       \
        } else {                                                                                             \
            using Bits = unsigned_of_size<sizeof(T)>;                                                        \
            const int bits = static_cast<int>(bit_cast<Bits>(value));                                        \
            return bit_cast<T>(static_cast<Bits>(intrinsic(mask, bits, static_cast<Lane>(lane), width)));    \
        }                                                                                                    \
    }
CUPRUM_JIT_SHUFFLE(shuffle, __shfl_sync, int)
CUPRUM_JIT_SHUFFLE(shuffle_up, __shfl_up_sync, unsigned)
CUPRUM_JIT_SHUFFLE(shuffle_down, __shfl_down_sync, unsigned)
CUPRUM_JIT_SHUFFLE(shuffle_xor, __shfl_xor_sync, int)
#undef CUPRUM_JIT_SHUFFLE

/// Replaces *place by change(old) in one step and gives the old value.
template <class T, class Change>
CUPRUM_DEVICE T atomic_update(T* place, Change change) {
    using Bits =
        conditional_t<sizeof(T) == 2, unsigned short, conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>>;
    Bits* bits = reinterpret_cast<Bits*>(place);
    Bits seen = *bits;
    for (;;) {
        const Bits expected = seen;
        seen = atomicCAS(bits, expected, bit_cast<Bits>(change(bit_cast<T>(expected))));
        if (seen == expected) return bit_cast<T>(seen);
    }
}

// CUDA has the 64-bit ones for unsigned integers; sums and bits are the same for signed ones.
template <class T>
CUPRUM_DEVICE T atomic_add(T* place, T value) {
    if constexpr (is_half<T>)
        return atomic_update(place, [value](T old) { return T(static_cast<float>(old) + static_cast<float>(value)); });
    else if constexpr (is_same<T, long long>)
        return static_cast<T>(
            atomicAdd(reinterpret_cast<unsigned long long*>(place), static_cast<unsigned long long>(value)));
    else return atomicAdd(place, value);
}

template <class T>
CUPRUM_DEVICE T atomic_sub(T* place, T value) {
    if constexpr (is_integer<T>) {
        using Unsigned = unsigned_of_size<sizeof(T)>;
        return static_cast<T>(
            atomicAdd(reinterpret_cast<Unsigned*>(place), Unsigned(0) - static_cast<Unsigned>(value)));
    } else if constexpr (is_half<T>) {
        return atomic_update(place, [value](T old) { return T(static_cast<float>(old) - static_cast<float>(value)); });
    } else {
        return atomicAdd(place, -value);
    }
}

template <class T>
CUPRUM_DEVICE T atomic_exch(T* place, T value) {
    if constexpr (sizeof(T) == 8)
        return bit_cast<T>(
            atomicExch(reinterpret_cast<unsigned long long*>(place), bit_cast<unsigned long long>(value)));
    else return atomicExch(place, value);
}

template <class T>
CUPRUM_DEVICE T atomic_min(T* place, T value) {
    if constexpr (is_float<T>) return atomic_update(place, [value](T old) { return value < old ? value : old; });
    else return atomicMin(place, value);
}

template <class T>
CUPRUM_DEVICE T atomic_max(T* place, T value) {
    if constexpr (is_float<T>) return atomic_update(place, [value](T old) { return value > old ? value : old; });
    else return atomicMax(place, value);
}

CUPRUM_DEVICE unsigned atomic_inc(unsigned* place, unsigned limit) { return atomicInc(place, limit); }
CUPRUM_DEVICE unsigned atomic_dec(unsigned* place, unsigned limit) { return atomicDec(place, limit); }

template <class T>
CUPRUM_DEVICE T atomic_cas(T* place, T expected, T value) {
    using Bits =
        conditional_t<sizeof(T) == 2, unsigned short, conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>>;
    return static_cast<T>(
        atomicCAS(reinterpret_cast<Bits*>(place), static_cast<Bits>(expected), static_cast<Bits>(value)));
}

#define CUPRUM_JIT_ATOMIC_BITS(name, function)                                                     \
    template <class T>                                                                             \
    CUPRUM_DEVICE T name(T* place, T value) {                                                      \
        using Bits = conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;              \
        return static_cast<T>(function(reinterpret_cast<Bits*>(place), static_cast<Bits>(value))); \
    }
CUPRUM_JIT_ATOMIC_BITS(atomic_and, atomicAnd)
CUPRUM_JIT_ATOMIC_BITS(atomic_or, atomicOr)
CUPRUM_JIT_ATOMIC_BITS(atomic_xor, atomicXor)
#undef CUPRUM_JIT_ATOMIC_BITS

}  // namespace cuprum::jit
