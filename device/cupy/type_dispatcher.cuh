// From the number of a dtype to a type, as programs written for CuPy do it: `dtype_dispatcher(CUPY_TYPE_INT32, f, x)`
// calls `f.template operator()<int>(x)`.
#pragma once

#include <cuprum/carray.h>

#define CUPY_TYPE_INT8 0
#define CUPY_TYPE_UINT8 1
#define CUPY_TYPE_INT16 2
#define CUPY_TYPE_UINT16 3
#define CUPY_TYPE_INT32 4
#define CUPY_TYPE_UINT32 5
#define CUPY_TYPE_INT64 6
#define CUPY_TYPE_UINT64 7
#define CUPY_TYPE_FLOAT16 8
#define CUPY_TYPE_FLOAT32 9
#define CUPY_TYPE_FLOAT64 10
#define CUPY_TYPE_COMPLEX64 11
#define CUPY_TYPE_COMPLEX128 12
#define CUPY_TYPE_BOOL 13

template <class F, class... Arguments>
__device__ inline auto dtype_dispatcher(int dtype_id, F f, Arguments&&... arguments) {
#define CUPRUM_CASE(number, type) \
    case number: return f.template operator()<type>(static_cast<Arguments&&>(arguments)...);
    switch (dtype_id) {
        CUPRUM_CASE(CUPY_TYPE_INT8, signed char)
        CUPRUM_CASE(CUPY_TYPE_UINT8, unsigned char)
        CUPRUM_CASE(CUPY_TYPE_INT16, short)
        CUPRUM_CASE(CUPY_TYPE_UINT16, unsigned short)
        CUPRUM_CASE(CUPY_TYPE_INT32, int)
        CUPRUM_CASE(CUPY_TYPE_UINT32, unsigned int)
        CUPRUM_CASE(CUPY_TYPE_INT64, long long)
        CUPRUM_CASE(CUPY_TYPE_UINT64, unsigned long long)
        CUPRUM_CASE(CUPY_TYPE_FLOAT16, float16)
        CUPRUM_CASE(CUPY_TYPE_FLOAT32, float)
        CUPRUM_CASE(CUPY_TYPE_FLOAT64, double)
        CUPRUM_CASE(CUPY_TYPE_COMPLEX64, complex<float>)
        CUPRUM_CASE(CUPY_TYPE_COMPLEX128, complex<double>)
        default: CUPRUM_CASE(CUPY_TYPE_BOOL, bool)
    }
#undef CUPRUM_CASE
}
