// The functions of CUDA's runtime under their names there, for programs that speak of devices, addresses and handles
// themselves. On a CPU those that have a meaning there do what they say, and the others throw CUDARuntimeError
// (cudaErrorNotSupported). Addresses, streams, events, graphs and pools are CUDA's handles as pointers; nothing here
// keeps anything alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cuprum/python.h"

namespace cuprum::cuda::runtime {

// The constants: memcpyHostToDevice, eventDisableTiming, cudaDevAttrWarpSize, ...
#define CUPRUM_CUDA_CONSTANT(name, value) inline constexpr int name = value;
#include "cuprum/cuda_constants.def"
#undef CUPRUM_CUDA_CONSTANT
#define CUPRUM_DEVICE_ATTRIBUTE(name, number) inline constexpr int cudaDevAttr##name = number;
#include "cuprum/device_attributes.def"
#undef CUPRUM_DEVICE_ATTRIBUTE

/// Throw CUDARuntimeError for a number that is not 0.
CUPRUM_PYTHON void check_status(int status);
/// "cudaErrorInvalidValue", and "invalid argument".
std::string getErrorName(int status);
std::string getErrorString(int status);

/// The newest CUDA that the driver runs, 13000 for 13.0; 0 on a CPU.
CUPRUM_PYTHON int driverGetVersion();
/// The CUDA version that kernels are compiled with, 13000 for 13.0; 0 on a CPU.
CUPRUM_PYTHON int runtimeGetVersion();

// Devices.

/// The number of the current device.
CUPRUM_PYTHON int getDevice();
/// How many devices there are.
CUPRUM_PYTHON int getDeviceCount();
/// Make a device current.
CUPRUM_PYTHON void setDevice(int device);
/// Wait for the current device.
CUPRUM_PYTHON void deviceSynchronize();
/// An attribute of a device, by a number cudaDevAttr...
CUPRUM_PYTHON int deviceGetAttribute(int attrib, int device);
/// The number of the device with a PCI bus id.
CUPRUM_PYTHON int deviceGetByPCIBusId(const std::string& pci_bus_id);
/// A device's PCI bus id.
CUPRUM_PYTHON std::string deviceGetPCIBusId(int device);
/// What is known of a device, by the names of cudaDeviceProp. Values that are no lists have one number.
struct DeviceProperties {
    std::string name;
    std::map<std::string, std::vector<std::int64_t>> values;
};
/// What is known of a device, by the names of cudaDeviceProp.
CUPRUM_PYTHON DeviceProperties getDeviceProperties(int device);
/// Whether a device could reach a peer's memory.
bool deviceCanAccessPeer(int device, int peerDevice);
/// Give the current device access to a peer's memory.
CUPRUM_PYTHON void deviceEnablePeerAccess(int peerDevice);
/// Take that access away.
CUPRUM_PYTHON void deviceDisablePeerAccess(int peerDevice);
/// A limit of the current device, by a number cudaLimit...
CUPRUM_PYTHON std::size_t deviceGetLimit(int limit);
/// Set a limit of the current device.
CUPRUM_PYTHON void deviceSetLimit(int limit, std::size_t value);
/// Tell a profiler that waits for it to start.
CUPRUM_PYTHON void profilerStart();
/// Tell the profiler to stop.
CUPRUM_PYTHON void profilerStop();

// Memory.

/// Bytes that are free on the current device, and bytes there are.
CUPRUM_PYTHON std::pair<std::size_t, std::size_t> memGetInfo();
/// Memory of the current device, without a pool.
CUPRUM_PYTHON void* malloc(std::size_t size);
/// Memory that the host and all devices reach.
CUPRUM_PYTHON void* mallocManaged(std::size_t size, unsigned flags = cudaMemAttachGlobal);
/// Give memory of a device back.
CUPRUM_PYTHON void free(void* ptr);
/// Page-locked memory of the host.
CUPRUM_PYTHON void* hostAlloc(std::size_t size, unsigned flags);
/// Give page-locked memory back.
CUPRUM_PYTHON void freeHost(void* ptr);
/// Lock the pages of memory of the host.
CUPRUM_PYTHON void hostRegister(void* ptr, std::size_t size, unsigned flags);
/// Unlock them.
CUPRUM_PYTHON void hostUnregister(void* ptr);
/// What an address is; `type` is one of memoryTypeUnregistered, Host, Device and Managed.
struct PointerAttributes {
    int device = cudaInvalidDeviceId;
    void* devicePointer = nullptr;
    void* hostPointer = nullptr;
    int type = -1;
};
/// What an address is.
CUPRUM_PYTHON PointerAttributes pointerGetAttributes(const void* ptr);
/// Which kind of memory an address is of.
CUPRUM_PYTHON int pointerGetMemoryType(const void* ptr);

/// Copy bytes.
CUPRUM_PYTHON void memcpy(void* dst, const void* src, std::size_t size, int kind);
/// Copy bytes on a stream.
CUPRUM_PYTHON void memcpyAsync(void* dst, const void* src, std::size_t size, int kind, void* stream);
/// Copy bytes between devices.
CUPRUM_PYTHON void memcpyPeer(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t size);
/// Copy bytes between devices on a stream.
CUPRUM_PYTHON void memcpyPeerAsync(void* dst, int dstDevice, const void* src, int srcDevice, std::size_t size,
                                   void* stream);
/// Copy rows of bytes that begin every pitch bytes.
CUPRUM_PYTHON void memcpy2D(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                            std::size_t height, int kind);
/// Copy rows on a stream.
CUPRUM_PYTHON void memcpy2DAsync(void* dst, std::size_t dpitch, const void* src, std::size_t spitch, std::size_t width,
                                 std::size_t height, int kind, void* stream);
/// Set bytes to a value.
CUPRUM_PYTHON void memset(void* ptr, int value, std::size_t size);
/// Set bytes on a stream.
CUPRUM_PYTHON void memsetAsync(void* ptr, int value, std::size_t size, void* stream);
/// Say how managed memory will be used.
CUPRUM_PYTHON void memAdvise(void* devPtr, std::size_t count, int advice, int device);
/// Move managed memory on a stream.
CUPRUM_PYTHON void memPrefetchAsync(void* devPtr, std::size_t count, int dstDevice, void* stream);

// Pools of the driver, whose memory is taken and given back in a stream's order.
struct MemPoolProps {
    int allocType, handleType, locationType, devId;
};
/// Memory of the current device's pool, in a stream's order.
CUPRUM_PYTHON void* mallocAsync(std::size_t size, void* stream);
/// Memory of a pool of the driver, in a stream's order.
CUPRUM_PYTHON void* mallocFromPoolAsync(std::size_t size, void* pool, void* stream);
/// Give such memory back, in a stream's order.
CUPRUM_PYTHON void freeAsync(void* ptr, void* stream);
/// Make a pool of the driver.
CUPRUM_PYTHON void* memPoolCreate(const MemPoolProps& props);
/// Destroy it.
CUPRUM_PYTHON void memPoolDestroy(void* pool);
/// Give what a pool does not use back to the device, but for some bytes.
CUPRUM_PYTHON void memPoolTrimTo(void* pool, std::size_t size);
/// An attribute of a pool, by a number cudaMemPool...
CUPRUM_PYTHON std::uint64_t memPoolGetAttribute(void* pool, int attr);
/// Set an attribute of a pool.
CUPRUM_PYTHON void memPoolSetAttribute(void* pool, int attr, std::uint64_t value);
/// The pool that a device has from the start.
CUPRUM_PYTHON void* deviceGetDefaultMemPool(int device);
/// The pool that a device uses.
CUPRUM_PYTHON void* deviceGetMemPool(int device);
/// Make a device use a pool.
CUPRUM_PYTHON void deviceSetMemPool(int device, void* pool);

// Streams and events.

/// A new stream on the current device.
CUPRUM_PYTHON void* streamCreate();
/// A new stream, streamDefault or streamNonBlocking.
CUPRUM_PYTHON void* streamCreateWithFlags(unsigned flags);
/// A new stream; a lower priority goes first.
CUPRUM_PYTHON void* streamCreateWithPriority(unsigned flags, int priority);
/// Destroy a stream. Throws for a stream that is none, or that was destroyed before.
CUPRUM_PYTHON void streamDestroy(void* stream);
/// Wait for a stream.
CUPRUM_PYTHON void streamSynchronize(void* stream);
/// 0 where all is done, else 600 (cudaErrorNotReady).
CUPRUM_PYTHON int streamQuery(void* stream);
/// The flags that a stream was made with.
CUPRUM_PYTHON unsigned streamGetFlags(void* stream);
/// A stream's priority.
CUPRUM_PYTHON int streamGetPriority(void* stream);
/// The driver's context of the current device. A CPU has none.
CUPRUM_PYTHON void* ctxGetCurrent();
/// The driver's context of a stream; 0 is the current device's default stream.
CUPRUM_PYTHON void* streamGetCtx(void* stream);
/// Make what comes next on a stream wait for an event.
CUPRUM_PYTHON void streamWaitEvent(void* stream, void* event, unsigned flags = 0);
/// Call callback(arg) when a stream has come to it; it must not use the device. In C++ a function without parameters.
void launchHostFunc(void* stream, std::function<void()> function);
/// Call callback(stream, status, arg) when a stream has come to it.
void streamAddCallback(void* stream, std::function<void(void* stream, int status)> function, unsigned flags = 0);

/// A new event.
CUPRUM_PYTHON void* eventCreate();
/// A new event with flags such as eventDisableTiming.
CUPRUM_PYTHON void* eventCreateWithFlags(unsigned flags);
/// Destroy an event.
CUPRUM_PYTHON void eventDestroy(void* event);
/// Mark the end of what a stream was given so far.
CUPRUM_PYTHON void eventRecord(void* event, void* stream);
/// Wait for everything before the mark.
CUPRUM_PYTHON void eventSynchronize(void* event);
/// 0 where everything before the mark is done, else 600 (cudaErrorNotReady).
CUPRUM_PYTHON int eventQuery(void* event);
/// Milliseconds from one event to another.
CUPRUM_PYTHON float eventElapsedTime(void* start, void* end);

// Capture and graphs. cuda::Stream::begin_capture keeps the memory that the graph uses; these leave that to the caller.

/// Begin to capture a stream. Stream.begin_capture keeps the memory that the graph uses, this does not.
CUPRUM_PYTHON void streamBeginCapture(void* stream, int mode = streamCaptureModeRelaxed);
/// End a capture; the graph's handle.
CUPRUM_PYTHON void* streamEndCapture(void* stream);
/// Whether a stream is captured.
CUPRUM_PYTHON bool streamIsCapturing(void* stream);
/// Make a graph ready to launch.
CUPRUM_PYTHON void* graphInstantiate(void* graph);
/// Give a graph to a stream.
CUPRUM_PYTHON void graphLaunch(void* graphExec, void* stream);
/// Do ahead what the first launch would need.
CUPRUM_PYTHON void graphUpload(void* graphExec, void* stream);
/// Destroy a graph.
CUPRUM_PYTHON void graphDestroy(void* graph);
/// Destroy what graphInstantiate made.
CUPRUM_PYTHON void graphExecDestroy(void* graphExec);
/// Write a graph to a file in the DOT language.
CUPRUM_PYTHON void graphDebugDotPrint(void* graph, const std::string& path, unsigned flags);

/// Bytes that another process opens.
using IpcHandle = std::string;

/// Bytes by which another process can open device memory.
CUPRUM_PYTHON IpcHandle ipcGetMemHandle(void* devPtr);
/// Open another process's memory.
CUPRUM_PYTHON void* ipcOpenMemHandle(const IpcHandle& handle, unsigned flags = cudaIpcMemLazyEnablePeerAccess);
/// Close it.
CUPRUM_PYTHON void ipcCloseMemHandle(void* devPtr);
/// Bytes by which another process can open an event.
CUPRUM_PYTHON IpcHandle ipcGetEventHandle(void* event);
/// Open another process's event.
CUPRUM_PYTHON void* ipcOpenEventHandle(const IpcHandle& handle);

// Arrays for textures. The descriptions are those of texture.h, by their addresses; places and lengths on the array's
// side are counted as CUDA's runtime counts them.

/// An array for textures.
CUPRUM_PYTHON void* mallocArray(const void* descPtr, std::size_t width, std::size_t height, unsigned flags = 0);
/// An array for textures of up to three dimensions.
CUPRUM_PYTHON void* malloc3DArray(const void* descPtr, std::size_t width, std::size_t height, std::size_t depth,
                                  unsigned flags = 0);
/// Destroy it.
CUPRUM_PYTHON void freeArray(void* ptr);
/// Copy rows to an array for textures.
CUPRUM_PYTHON void memcpy2DToArray(void* dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                                   std::size_t spitch, std::size_t width, std::size_t height, int kind);
/// Copy rows to an array for textures on a stream.
CUPRUM_PYTHON void memcpy2DToArrayAsync(void* dst, std::size_t wOffset, std::size_t hOffset, const void* src,
                                        std::size_t spitch, std::size_t width, std::size_t height, int kind,
                                        void* stream);
/// Copy rows from an array for textures.
CUPRUM_PYTHON void memcpy2DFromArray(void* dst, std::size_t dpitch, const void* src, std::size_t wOffset,
                                     std::size_t hOffset, std::size_t width, std::size_t height, int kind);
/// Copy rows from an array for textures on a stream.
CUPRUM_PYTHON void memcpy2DFromArrayAsync(void* dst, std::size_t dpitch, const void* src, std::size_t wOffset,
                                          std::size_t hOffset, std::size_t width, std::size_t height, int kind,
                                          void* stream);
/// What memcpy3D takes: CUDA's cudaMemcpy3DParms.
struct Memcpy3DParms {
    struct Position {
        std::size_t x, y, z;
    };
    struct Pitched {
        void* pointer;
        std::size_t pitch, xsize, ysize;
    };
    void* srcArray;
    Position srcPos;
    Pitched srcPtr;
    void* dstArray;
    Position dstPos;
    Pitched dstPtr;
    struct {
        std::size_t width, height, depth;
    } extent;
    int kind;
};
/// Copy a box, as the cudaMemcpy3DParms at an address say.
CUPRUM_PYTHON void memcpy3D(const Memcpy3DParms* Memcpy3DParmsPtr);
/// Copy a box on a stream.
CUPRUM_PYTHON void memcpy3DAsync(const Memcpy3DParms* Memcpy3DParmsPtr, void* stream);
/// A texture, as the descriptions at two addresses say.
CUPRUM_PYTHON std::uint64_t createTextureObject(const void* ResDescPtr, const void* TexDescPtr);
/// Destroy a texture.
CUPRUM_PYTHON void destroyTextureObject(std::uint64_t texObject);
/// A surface, as the description at an address says.
CUPRUM_PYTHON std::uint64_t createSurfaceObject(const void* ResDescPtr);
/// Destroy a surface.
CUPRUM_PYTHON void destroySurfaceObject(std::uint64_t surfObject);

}  // namespace cuprum::cuda::runtime
