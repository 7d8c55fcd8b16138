// What the text of a user's elementwise or reduction kernel may name beside what CUDA offers: the 16-bit floats,
// complex numbers, M_PI and its like, the index of the loop, and arrays that the text indexes itself. At global scope,
// as such texts are; and the loop of a kernel that needs more than the plans of elementwise.h give.
#pragma once

#include <cuprum/carray.h>
#include <cuprum/math_constants.h>
#include <cuprum/more_atomics.h>

namespace cuprum::user {

/// A scalar argument, in a place of 16 bytes whatever its type.
template <class T>
struct alignas(16) scalar {
    T value;
};

}  // namespace cuprum::user

// A kernel that is one loop: `body` defines what precedes the loop, the loop with CUPRUM_USER_FOR, and what follows it.
// A CPU's threads take a piece of the loop each; where the text sees threads, it runs as a raw kernel, whose threads
// are a GPU's. The loop counts by a variable that no text can name by accident: `i` is the element's own, and may be
// changed.
#if CUPRUM_GPU || defined(CUPRUM_USER_THREADS)
#define CUPRUM_USER_LOOP(name, arguments) extern "C" __global__ void name(const __grid_constant__ arguments _arguments)
#define CUPRUM_USER_FOR(n)                                                                      \
    for (ptrdiff_t _element = (ptrdiff_t)blockIdx.x * blockDim.x + threadIdx.x; _element < (n); \
         _element += (ptrdiff_t)blockDim.x * gridDim.x)
#else
// By value, so that no store can be one to the arguments.
#define CUPRUM_USER_LOOP(name, arguments)                                                                         \
    static void name##_part(const arguments _arguments, ptrdiff_t _begin, ptrdiff_t _end);                        \
    extern "C" void name(const arguments* all, long long begin, long long end) { name##_part(*all, begin, end); } \
    static inline                                                                                                 \
        __attribute__((always_inline)) void name##_part(const arguments _arguments, ptrdiff_t _begin, ptrdiff_t _end)
#define CUPRUM_USER_FOR(n) for (ptrdiff_t _element = _begin; _element < _end; ++_element)
#endif
