// What the kernels of images share: their entry points, boundaries, and atomic changes of integers on both processors.
//
//     CUPRUM_ND_ITEMS(name, Args, ...)    ...(args, item) for each of args.items items, which know nothing of each
//     other
#pragma once

#include <cuprum/cast.h>
#include <cuprum/ndimage/args.h>

#if CUPRUM_GPU
#define CUPRUM_ND_ITEMS(name, Args, ...)                                                                             \
    extern "C" __global__ void __launch_bounds__(cuprum::nd_block) name(const __grid_constant__ cuprum::Args args) { \
        const long long item = (long long)blockIdx.x * cuprum::nd_block + threadIdx.x;                               \
        if (item < args.items) __VA_ARGS__(args, item);                                                              \
    }
#else
#define CUPRUM_ND_ITEMS(name, Args, ...)                                             \
    extern "C" void name(const cuprum::Args* args, long long begin, long long end) { \
        for (long long item = begin; item < end; ++item) __VA_ARGS__(*args, item);   \
    }
#endif

#if CUPRUM_GPU
// For what few elements need: kept out of the others' way, whose code it would blow up.
#define CUPRUM_ND_APART __device__ __noinline__
#else
#define CUPRUM_ND_APART inline
#endif

namespace cuprum {

/// Divides `rest` and gives the remainder; both are not negative. 32 bits divide many times as fast as 64.
CUPRUM_DEVICE long long nd_split(long long& rest, long long n) {
    if (((unsigned long long)rest | (unsigned long long)n) >> 32 == 0) {
        const unsigned quotient = (unsigned)rest / (unsigned)n, remainder = (unsigned)rest - quotient * (unsigned)n;
        rest = quotient;
        return remainder;
    }
    const long long quotient = rest / n, remainder = rest - quotient * n;
    rest = quotient;
    return remainder;
}

/// The same in the type of `rest`, for lengths that fit.
template <class I>
CUPRUM_DEVICE I nd_take(I& rest, long long n) {
    using Unsigned = unsigned_of_size<sizeof(I)>;
    const Unsigned whole = (Unsigned)rest, part = (Unsigned)n;
    rest = (I)(whole / part);
    return (I)(whole % part);
}

/// The place of the element that stands at `i`, outside of a line; -1 where none does. Only what lies farther away than
/// the line is long needs a division.
CUPRUM_ND_APART long long nd_place_outside(long long i, long long n, int mode) {
    switch (mode) {
        case nd_nearest: return i < 0 ? 0 : n - 1;
        case nd_wrap:
            if (i < -n || i >= 2 * n) i %= n;
            return i < 0 ? i + n : i >= n ? i - n : i;
        case nd_reflect:
            i = i < 0 ? -i - 1 : i;
            if (i >= 2 * n) i %= 2 * n;
            return i < n ? i : 2 * n - 1 - i;
        case nd_mirror:
            if (n == 1) return 0;
            i = i < 0 ? -i : i;
            if (i >= 2 * n - 2) i %= 2 * n - 2;
            return i < n ? i : 2 * n - 2 - i;
        default: return -1;
    }
}

/// The place of the element that stands at `i` of a line, -1 where none does.
CUPRUM_DEVICE long long nd_place(long long i, long long n, int mode) {
    return i >= 0 && i < n ? i : nd_place_outside(i, n, mode);
}

/// The type in which elements are compared: a bool as a byte.
template <class T>
using nd_value = conditional_t<is_bool<T> || is_same<T, stored_bool>, unsigned char, T>;
template <class T>
CUPRUM_DEVICE nd_value<T> nd_load(const T* p) {
    if constexpr (is_same<T, stored_bool>) return p->byte != 0;
    else return *p;
}

/// A number as SciPy's C code converts it: a bool is a byte, and negative numbers wrap around in unsigned integers.
template <class U>
CUPRUM_DEVICE U nd_result(double value) {
    if constexpr (is_bool<U>) return cast<unsigned char>(value) != 0;
    else if constexpr (is_unsigned_integer<U>) return value < 0 ? (U)cast<long long>(value) : cast<U>(value);
    else return cast<U>(value);
}

#if CUPRUM_GPU
CUPRUM_DEVICE int nd_atomic_min(int* p, int value) { return atomicMin(p, value); }
CUPRUM_DEVICE long long nd_atomic_min(long long* p, long long value) { return atomicMin(p, value); }
CUPRUM_DEVICE void nd_atomic_max(long long* p, long long value) { atomicMax(p, value); }
CUPRUM_DEVICE void nd_atomic_min(unsigned long long* p, unsigned long long value) { atomicMin(p, value); }
CUPRUM_DEVICE void nd_atomic_max(unsigned long long* p, unsigned long long value) { atomicMax(p, value); }
CUPRUM_DEVICE void nd_atomic_add(long long* p, long long value) {
    atomicAdd((unsigned long long*)p, (unsigned long long)value);
}
CUPRUM_DEVICE void nd_atomic_or(int* p, int value) { atomicOr(p, value); }
template <class I>
CUPRUM_DEVICE I nd_shared_load(const I* p) {
    return *(const volatile I*)p;
}
#else
template <class I>
CUPRUM_DEVICE I nd_shared_load(const I* p) {
    return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <class I>
CUPRUM_DEVICE I nd_atomic_min(I* p, I value) {
    I seen = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (value < seen && !__atomic_compare_exchange_n(p, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    return seen;
}
template <class I>
CUPRUM_DEVICE void nd_atomic_max(I* p, I value) {
    I seen = __atomic_load_n(p, __ATOMIC_RELAXED);
    while (value > seen && !__atomic_compare_exchange_n(p, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
}
CUPRUM_DEVICE void nd_atomic_add(long long* p, long long value) { __atomic_fetch_add(p, value, __ATOMIC_RELAXED); }
CUPRUM_DEVICE void nd_atomic_or(int* p, int value) { __atomic_fetch_or(p, value, __ATOMIC_RELAXED); }
#endif

}  // namespace cuprum
