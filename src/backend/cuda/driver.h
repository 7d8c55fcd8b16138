// The CUDA driver's functions, found at run time, and its errors as exceptions.
#pragma once

#include <cuda.h>

#include <string>

namespace cuprum::backend::cuda {

// Every function is asked of the driver in its form of CUDA 12.0, whatever toolkit the headers come from; that form has
// to agree with the header's declaration. cuda.h may define a name to its newest version (cuMemAlloc is cuMemAlloc_v2):
// the members are then named so too, and calls expand likewise. Not so cuGraphInstantiate, whose newer form has a name
// of its own: by the old one the driver gives the old form, which writes a log where its further arguments point to.
// clang-format off
#define CUPRUM_DRIVER_FUNCTIONS(X)                                                                    \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString)                             \
    X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDeviceTotalMem) \
    X(cuDevicePrimaryCtxRetain) X(cuCtxGetCurrent) X(cuCtxSetCurrent) X(cuCtxSynchronize)             \
    X(cuDeviceCanAccessPeer) X(cuCtxEnablePeerAccess)                                                 \
    X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) X(cuMemHostAlloc) X(cuMemFreeHost)                     \
    X(cuMemAddressReserve) X(cuMemAddressFree) X(cuMemGetAllocationGranularity)                       \
    X(cuMemCreate) X(cuMemRelease) X(cuMemMap) X(cuMemUnmap) X(cuMemSetAccess)                        \
    X(cuPointerGetAttribute) X(cuMemsetD8Async)                                                       \
    X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemcpyPeerAsync)               \
    X(cuStreamCreateWithPriority) X(cuStreamDestroy) X(cuStreamSynchronize) X(cuStreamQuery)          \
    X(cuStreamWaitEvent) X(cuStreamGetCtx)                                                            \
    X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventSynchronize) X(cuEventQuery)         \
    X(cuEventElapsedTime)                                                                             \
    X(cuModuleLoadDataEx) X(cuModuleUnload) X(cuModuleGetFunction)                                    \
    X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuLaunchKernel)                                     \
    X(cuLaunchCooperativeKernel) X(cuModuleGetGlobal)                                                 \
    X(cuDeviceGetPCIBusId) X(cuDeviceGetByPCIBusId) X(cuCtxDisablePeerAccess)                         \
    X(cuCtxGetLimit) X(cuCtxSetLimit)                                                                 \
    X(cuStreamGetFlags) X(cuStreamGetPriority) X(cuCtxGetStreamPriorityRange) X(cuLaunchHostFunc)     \
    X(cuStreamIsCapturing) X(cuStreamBeginCapture) X(cuStreamEndCapture)                              \
    X(cuGraphInstantiateWithFlags) X(cuGraphUpload) X(cuGraphLaunch) X(cuGraphDestroy)                \
    X(cuGraphExecDestroy) X(cuGraphDebugDotPrint) X(cuGraphAddChildGraphNode)                         \
    X(cuGraphCreate) X(cuGraphAddKernelNode) X(cuGraphExecKernelNodeSetParams)                        \
    X(cuMemAllocManaged) X(cuMemHostRegister) X(cuMemHostUnregister) X(cuPointerGetAttributes)        \
    X(cuMemcpyAsync) X(cuMemcpy3DAsync)                                                               \
    X(cuMemAllocAsync) X(cuMemAllocFromPoolAsync) X(cuMemFreeAsync)                                   \
    X(cuDeviceGetDefaultMemPool) X(cuDeviceGetMemPool) X(cuDeviceSetMemPool)                          \
    X(cuMemPoolCreate) X(cuMemPoolDestroy) X(cuMemPoolTrimTo)                                         \
    X(cuMemPoolGetAttribute) X(cuMemPoolSetAttribute)                                                 \
    X(cuIpcGetMemHandle) X(cuIpcOpenMemHandle) X(cuIpcCloseMemHandle)                                 \
    X(cuIpcGetEventHandle) X(cuIpcOpenEventHandle)                                                    \
    X(cuArray3DCreate) X(cuArray3DGetDescriptor) X(cuArrayDestroy)                                    \
    X(cuTexObjectCreate) X(cuTexObjectDestroy)                                                        \
    X(cuSurfObjectCreate) X(cuSurfObjectDestroy)
// clang-format on

struct Driver {
#define CUPRUM_DECLARE(function) decltype(::function)* function = nullptr;
    CUPRUM_DRIVER_FUNCTIONS(CUPRUM_DECLARE)
#undef CUPRUM_DECLARE
    // Those whose form of CUDA 12.0 newer headers do not declare, or only a header that not all packages have.
    CUresult (*prefetch)(CUdeviceptr, std::size_t, CUdevice, CUstream) = nullptr;
    CUresult (*advise)(CUdeviceptr, std::size_t, CUmem_advise, CUdevice) = nullptr;
    CUresult (*capture_info)(CUstream, CUstreamCaptureStatus*, cuuint64_t* id, CUgraph*, const CUgraphNode** last,
                             std::size_t* count) = nullptr;
    CUresult (*set_capture_dependencies)(CUstream, CUgraphNode*, std::size_t count, unsigned flags) = nullptr;
    CUresult (*profiler_start)() = nullptr;
    CUresult (*profiler_stop)() = nullptr;
    CUresult (*parameter_info)(CUfunction, std::size_t, std::size_t*,
                               std::size_t*) = nullptr;  ///< Null before CUDA 12.4.
    int version = 0;                                     ///< The newest CUDA that it runs: 13000.
};

/// The driver, started at the first call. Throws when it is not there, too old, or cannot start.
const Driver& driver();

/// Throws what `result` means: "NAME: description, while `what`".
[[noreturn]] void fail(CUresult result, const std::string& what);

inline void check(CUresult result, const char* what) {
    if (result != CUDA_SUCCESS) [[unlikely]]
        fail(result, what);
}

}  // namespace cuprum::backend::cuda
