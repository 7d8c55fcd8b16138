// The CUDA driver's functions, found at run time, and its errors as exceptions.
#pragma once

#include <cuda.h>

#include <string>

namespace cuprum::runtime::cuda {

// Every function is asked of the driver in its form of CUDA 12.0, whatever toolkit the headers come from; that form has
// to agree with the header's declaration. cuda.h may define a name to its newest version (cuMemAlloc is cuMemAlloc_v2):
// the members are then named so too, and calls expand likewise.
// clang-format off
#define CUPRUM_DRIVER_FUNCTIONS(X)                                                                    \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString)                             \
    X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDeviceTotalMem) \
    X(cuDevicePrimaryCtxRetain) X(cuCtxGetCurrent) X(cuCtxSetCurrent) X(cuCtxSynchronize)             \
    X(cuDeviceCanAccessPeer) X(cuCtxEnablePeerAccess)                                                 \
    X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) X(cuMemHostAlloc) X(cuMemFreeHost)                     \
    X(cuPointerGetAttribute) X(cuMemsetD8Async)                                                       \
    X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemcpyPeerAsync)               \
    X(cuStreamCreateWithPriority) X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamQuery)          \
    X(cuStreamWaitEvent)                                                                              \
    X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventSynchronize) X(cuEventQuery)         \
    X(cuEventElapsedTime)                                                                             \
    X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction)                                    \
    X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuLaunchKernel)
// clang-format on

struct Driver {
#define CUPRUM_DECLARE(function) decltype(::function)* function = nullptr;
    CUPRUM_DRIVER_FUNCTIONS(CUPRUM_DECLARE)
#undef CUPRUM_DECLARE
    int version = 0;  ///< The newest CUDA that it runs: 13000.
};

/// The driver, started at the first call. Throws when it is not there, too old, or cannot start.
const Driver& driver();

/// Throws what `result` means: "NAME: description, while `what`".
[[noreturn]] void fail(CUresult result, const std::string& what);

inline void check(CUresult result, const char* what) {
    if (result != CUDA_SUCCESS) [[unlikely]]
        fail(result, what);
}

}  // namespace cuprum::runtime::cuda
