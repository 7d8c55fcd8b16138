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

// Addresses as numbers, for assembly.
#define CUPRUM_SPACE(name, what)                                   \
    CUPRUM_NEEDS_GPU("the address of " what " memory as a number") \
    size_t __cvta_generic_to_##name(const void*);                  \
    CUPRUM_NEEDS_GPU("the address of " what " memory as a number") \
    void* __cvta_##name##_to_generic(size_t);
CUPRUM_SPACE(shared, "shared")
CUPRUM_SPACE(global, "global")
CUPRUM_SPACE(constant, "constant")
CUPRUM_SPACE(local, "local")
CUPRUM_SPACE(grid_constant, "grid constant")
#undef CUPRUM_SPACE
#define CUPRUM_IS_SPACE(name)                  \
    CUPRUM_NEEDS_GPU("the kind of an address") \
    unsigned name(const void*);
CUPRUM_IS_SPACE(__isConstant)
CUPRUM_IS_SPACE(__isLocal)
CUPRUM_IS_SPACE(__isGridConstant)
#undef CUPRUM_IS_SPACE

// Barriers of some of a block's warps, and clusters of blocks.
CUPRUM_NEEDS_GPU("a barrier that has a number")
void __barrier_sync(unsigned);
CUPRUM_NEEDS_GPU("a barrier that has a number")
void __barrier_sync_count(unsigned, unsigned);
#define CUPRUM_CLUSTER(result, name, ...)   \
    CUPRUM_NEEDS_GPU("a cluster of blocks") \
    result name(__VA_ARGS__);
CUPRUM_CLUSTER(unsigned, __isCtaShared, const void*)
CUPRUM_CLUSTER(unsigned, __isClusterShared, const void*)
CUPRUM_CLUSTER(void*, __cluster_map_shared_rank, const void*, unsigned)
CUPRUM_CLUSTER(unsigned, __cluster_query_shared_rank, const void*)
CUPRUM_CLUSTER(uint2, __cluster_map_shared_multicast, const void*, unsigned)
CUPRUM_CLUSTER(unsigned, __clusterDimIsSpecified)
CUPRUM_CLUSTER(dim3, __clusterDim)
CUPRUM_CLUSTER(dim3, __clusterRelativeBlockIdx)
CUPRUM_CLUSTER(dim3, __clusterGridDimInClusters)
CUPRUM_CLUSTER(dim3, __clusterIdx)
CUPRUM_CLUSTER(unsigned, __clusterRelativeBlockRank)
CUPRUM_CLUSTER(unsigned, __clusterSizeInBlocks)
CUPRUM_CLUSTER(void, __cluster_barrier_arrive)
CUPRUM_CLUSTER(void, __cluster_barrier_arrive_relaxed)
CUPRUM_CLUSTER(void, __cluster_barrier_wait)
CUPRUM_CLUSTER(void, __threadfence_cluster)
#undef CUPRUM_CLUSTER
#undef CUPRUM_NEEDS_GPU

// The compiler gives this its own words (src/backend/cpu/clang/parse_kernels.cpp).
#pragma GCC poison asm __asm __asm__
