// The words of CUDA C++ that C++ has not, for a CPU: execution and memory spaces, built-in types and variables. The
// compiler looks for the annotations and for the names of the built-in variables
// (src/backend/cpu/clang/lower_kernels.cpp).
#pragma once

#define __global__ __attribute__((annotate("cuprum.kernel")))
#define __device__
#define __host__
#define __managed__
#define __shared__ __attribute__((cuprum_static, section("cuprum.shared")))
#define __constant__ __attribute__((cuprum_static))
#define __launch_bounds__(...) __attribute__((annotate("cuprum.launch_bounds", __VA_ARGS__)))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __builtin_align__(...) __attribute__((aligned(__VA_ARGS__)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI

// A program may ask which CUDA it is compiled by; it is told of the newest device that all of this stands for.
#define __CUDACC__ 1
#define __CUDACC_RTC__ 1
#define __CUDA_ARCH__ 900
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000

using size_t = decltype(sizeof 0);
using ptrdiff_t = decltype(static_cast<char*>(nullptr) - static_cast<char*>(nullptr));
using clock_t = long;
#define NULL 0

namespace cuprum::cuda_on_cpu {
enum class Builtin {};
}
// What stands before a function of CUDA's that has a name in common with others. Such a function is chosen before a
// program's own templates of that name, as CUDA's are, and yields to a program's function of the same parameters, which
// NVRTC takes in its place: a template that is more special than any of the program's does both.
#define CUPRUM_OVERLOAD                                                      \
    template <cuprum::cuda_on_cpu::Builtin = cuprum::cuda_on_cpu::Builtin()> \
    __forceinline__

// Numbers in vectors, with the alignments of CUDA's.
#define CUPRUM_VECTORS(name, type, align2, align4)                                                 \
    struct name##1 { type x; };                                                                    \
    struct __attribute__((aligned(align2))) name##2 { type x, y; };                                \
    struct name##3 { type x, y, z; };                                                              \
    struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; };                          \
    __forceinline__ constexpr name##1 make_##name##1(type x) { return {x}; }                       \
    __forceinline__ constexpr name##2 make_##name##2(type x, type y) { return {x, y}; }            \
    __forceinline__ constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
    __forceinline__ constexpr name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

CUPRUM_VECTORS(char, signed char, 2, 4)
CUPRUM_VECTORS(uchar, unsigned char, 2, 4)
CUPRUM_VECTORS(short, short, 4, 8)
CUPRUM_VECTORS(ushort, unsigned short, 4, 8)
CUPRUM_VECTORS(int, int, 8, 16)
CUPRUM_VECTORS(uint, unsigned int, 8, 16)
CUPRUM_VECTORS(long, long, 16, 16)
CUPRUM_VECTORS(ulong, unsigned long, 16, 16)
CUPRUM_VECTORS(longlong, long long, 16, 16)
CUPRUM_VECTORS(ulonglong, unsigned long long, 16, 16)
CUPRUM_VECTORS(float, float, 8, 16)
CUPRUM_VECTORS(double, double, 16, 16)
#undef CUPRUM_VECTORS

// Four numbers of 8 bytes, aligned as told.
#define CUPRUM_ALIGNED_VECTOR(name, type, bytes)                                                             \
    struct __attribute__((aligned(bytes))) name##4_##bytes##a { type x, y, z, w; };                          \
    __forceinline__ constexpr name##4_##bytes##a make_##name##4_##bytes##a(type x, type y, type z, type w) { \
        return {x, y, z, w};                                                                                 \
    }
#define CUPRUM_ALIGNED_VECTORS(name, type) \
    CUPRUM_ALIGNED_VECTOR(name, type, 16)  \
    CUPRUM_ALIGNED_VECTOR(name, type, 32)
CUPRUM_ALIGNED_VECTORS(long, long)
CUPRUM_ALIGNED_VECTORS(ulong, unsigned long)
CUPRUM_ALIGNED_VECTORS(longlong, long long)
CUPRUM_ALIGNED_VECTORS(ulonglong, unsigned long long)
CUPRUM_ALIGNED_VECTORS(double, double)
#undef CUPRUM_ALIGNED_VECTORS
#undef CUPRUM_ALIGNED_VECTOR

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};

extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
inline constexpr int warpSize = 32;

using cudaStream_t = struct CUstream_st*;
