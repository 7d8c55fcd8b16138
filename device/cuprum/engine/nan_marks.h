// Which of several matrices hold a NaN, or an infinity where that is asked for, and what was computed from those.
// Libraries may lose a NaN on the way (cuSOLVER's LU factors do), so that nothing is told of it.
//
//     CUPRUM_MARK_NAN(name, T)     sets the mark of each matrix with a NaN, and copies the matrices
//     CUPRUM_POISON(name, T)       fills matrices whose mark is set with NaN, and clears their codes
#pragma once

#include <cuprum/complex_math.h>
#include <cuprum/engine/nan_marks_args.h>
#include <cuprum/real_math.h>

namespace cuprum {

template <class T>
CUPRUM_DEVICE T not_a_number() {
    if constexpr (is_complex<T>) return {limits<decltype(T::re)>::nan(), limits<decltype(T::im)>::nan()};
    else return limits<T>::nan();
}

#if CUPRUM_GPU

template <class T>
CUPRUM_DEVICE void mark_nan(const NanMarksArgs& args) {
    constexpr long long tile = nan_marks_block * nan_marks_each;
    const long long total = args.size * args.count, first = blockIdx.x * tile + threadIdx.x;
    T values[nan_marks_each];
#pragma unroll
    for (int k = 0; k < nan_marks_each; ++k) {
        const long long i = first + k * nan_marks_block;
        if (i < total) values[k] = ((const T*)args.in)[i];
    }
#pragma unroll
    for (int k = 0; k < nan_marks_each; ++k) {
        const long long i = first + k * nan_marks_block;
        if (i >= total) break;
        if (args.out) ((T*)args.out)[i] = values[k];
        if (isnan(values[k]) || (args.infinities && !isfinite(values[k]))) args.marks[i / args.size] = 1;
    }
}

template <class T>
CUPRUM_DEVICE void poison(const NanMarksArgs& args) {
    const long long matrix = blockIdx.x;
    if (!args.marks[matrix]) return;
    if (args.codes && blockIdx.y == 0 && threadIdx.x == 0) args.codes[matrix] = 0;
    for (long long i = blockIdx.y * nan_marks_block + threadIdx.x; i < args.size; i += gridDim.y * nan_marks_block)
        ((T*)args.out)[matrix * args.size + i] = not_a_number<T>();
}

#define CUPRUM_NAN_KERNEL(name, function, T)                              \
    extern "C" __global__ void __launch_bounds__(cuprum::nan_marks_block) \
        name(const __grid_constant__ cuprum::NanMarksArgs args) {         \
        cuprum::function<T>(args);                                        \
    }

#else  // CPU

template <class T>
static inline void mark_nan(const NanMarksArgs& args, long long begin, long long end) {
    for (long long matrix = begin; matrix < end; ++matrix) {
        const T* in = (const T*)args.in + matrix * args.size;
        T* out = args.out ? (T*)args.out + matrix * args.size : nullptr;
        bool found = false;
        if (args.infinities)
            for (long long i = 0; i < args.size; ++i) found |= !isfinite(in[i]);
        else
            for (long long i = 0; i < args.size; ++i) found |= isnan(in[i]);
        if (out)
            for (long long i = 0; i < args.size; ++i) out[i] = in[i];
        if (found) args.marks[matrix] = 1;
    }
}

template <class T>
static inline void poison(const NanMarksArgs& args, long long begin, long long end) {
    for (long long matrix = begin; matrix < end; ++matrix) {
        if (!args.marks[matrix]) continue;
        if (args.codes) args.codes[matrix] = 0;
        for (long long i = 0; i < args.size; ++i) ((T*)args.out)[matrix * args.size + i] = not_a_number<T>();
    }
}

#define CUPRUM_NAN_KERNEL(name, function, T)                                                 \
    extern "C" void name(const cuprum::NanMarksArgs* args, long long begin, long long end) { \
        cuprum::function<T>(*args, begin, end);                                              \
    }

#endif

#define CUPRUM_MARK_NAN(name, T) CUPRUM_NAN_KERNEL(name, mark_nan, T)
#define CUPRUM_POISON(name, T) CUPRUM_NAN_KERNEL(name, poison, T)

}  // namespace cuprum
