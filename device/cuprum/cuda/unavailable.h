// What only a GPU's hardware does, so that a program that asks for it is told so by name.
#pragma once

#include <cuprum/cuda/language.h>

#define CUPRUM_NEEDS_GPU(what) \
    __attribute__((unavailable(what " needs the hardware of a GPU; this kernel is compiled for a CPU")))
#define CUPRUM_TEXTURE(name)                      \
    template <class T = void, class... Arguments> \
    CUPRUM_NEEDS_GPU("texture memory")            \
    T name(Arguments...);
CUPRUM_TEXTURE(tex2Dgather)
CUPRUM_TEXTURE(texCubemap)
#undef CUPRUM_TEXTURE

// Dynamic parallelism: kernels that start kernels.
#define CUPRUM_LAUNCH(name)                 \
    template <class... Arguments>           \
    CUPRUM_NEEDS_GPU("dynamic parallelism") \
    int name(Arguments...);
CUPRUM_LAUNCH(cudaLaunchDevice)
CUPRUM_LAUNCH(cudaLaunchKernel)
CUPRUM_LAUNCH(cudaDeviceSynchronize)
CUPRUM_LAUNCH(cudaGetParameterBuffer)
#undef CUPRUM_LAUNCH

template <class T>
CUPRUM_NEEDS_GPU("the address of shared memory as a number")
size_t __cvta_generic_to_shared(const T*);
template <class T>
CUPRUM_NEEDS_GPU("the address of global memory as a number")
size_t __cvta_generic_to_global(const T*);
#undef CUPRUM_NEEDS_GPU

// The compiler gives this its own words (src/backend/cpu/clang/parse_kernels.cpp).
#pragma GCC poison asm __asm __asm__
