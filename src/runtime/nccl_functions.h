// The functions of NCCL that are used, by what NVIDIA documents of them, so that its header is not needed to build.
// CUDA's backend finds them in NVIDIA's library, a CPU's has its own.
#pragma once

#include <climits>
#include <cstddef>
#include <type_traits>

namespace cuprum::runtime {

using NcclComm = void*;

struct NcclUniqueId {
    char bytes[128];
};

/// As of NCCL 2.18; later versions take it by its size.
struct NcclConfig {
    std::size_t size = sizeof(NcclConfig);
    unsigned magic = 0xcafebeef, version = 21800;
    int blocking = INT_MIN, cga_cluster_size = INT_MIN, min_ctas = INT_MIN, max_ctas = INT_MIN;
    const char* net_name = nullptr;
    int split_share = INT_MIN;
};

#define CUPRUM_NCCL_FUNCTIONS(X)                                                          \
    X(ncclGetVersion, int(int*))                                                          \
    X(ncclGetUniqueId, int(NcclUniqueId*))                                                \
    X(ncclGetErrorString, const char*(int))                                               \
    X(ncclGroupStart, int())                                                              \
    X(ncclGroupEnd, int())                                                                \
    X(ncclCommInitRank, int(NcclComm*, int, NcclUniqueId, int))                           \
    X(ncclCommInitAll, int(NcclComm*, int, const int*))                                   \
    X(ncclCommSplit, int(NcclComm, int, int, NcclComm*, NcclConfig*))                     \
    X(ncclCommDestroy, int(NcclComm))                                                     \
    X(ncclCommAbort, int(NcclComm))                                                       \
    X(ncclCommCount, int(NcclComm, int*))                                                 \
    X(ncclCommUserRank, int(NcclComm, int*))                                              \
    X(ncclCommCuDevice, int(NcclComm, int*))                                              \
    X(ncclCommGetAsyncError, int(NcclComm, int*))                                         \
    X(ncclAllReduce, int(const void*, void*, std::size_t, int, int, NcclComm, void*))     \
    X(ncclReduce, int(const void*, void*, std::size_t, int, int, int, NcclComm, void*))   \
    X(ncclBroadcast, int(const void*, void*, std::size_t, int, int, NcclComm, void*))     \
    X(ncclBcast, int(void*, std::size_t, int, int, NcclComm, void*))                      \
    X(ncclReduceScatter, int(const void*, void*, std::size_t, int, int, NcclComm, void*)) \
    X(ncclAllGather, int(const void*, void*, std::size_t, int, NcclComm, void*))          \
    X(ncclSend, int(const void*, std::size_t, int, int, NcclComm, void*))                 \
    X(ncclRecv, int(void*, std::size_t, int, int, NcclComm, void*))

struct NcclFunctions {
#define CUPRUM_DECLARE(name, type) std::type_identity_t<type>* name = nullptr;
    CUPRUM_NCCL_FUNCTIONS(CUPRUM_DECLARE)
#undef CUPRUM_DECLARE
};

}  // namespace cuprum::runtime
