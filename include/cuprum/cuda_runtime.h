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

namespace cuprum::cuda::runtime {

// The constants: memcpyHostToDevice, eventDisableTiming, cudaDevAttrWarpSize, ...
#define CUPRUM_CUDA_CONSTANT(name, value) inline constexpr int name = value;
#include "cuprum/cuda_constants.def"
#undef CUPRUM_CUDA_CONSTANT
#define CUPRUM_DEVICE_ATTRIBUTE(name, number) inline constexpr int cudaDevAttr##name = number;
#include "cuprum/device_attributes.def"
#undef CUPRUM_DEVICE_ATTRIBUTE

/// Throws CUDARuntimeError for a number that is not 0.
void check_status(int status);
/// "cudaErrorInvalidValue", and "invalid argument".
std::string getErrorName(int status);
std::string getErrorString(int status);

// Versions: 13000 for 13.0; 0 on a CPU.
int driverGetVersion();
/// The version that kernels are compiled with.
int runtimeGetVersion();

// Devices.
int getDevice();
int getDeviceCount();
void setDevice(int device);
void deviceSynchronize();
int deviceGetAttribute(int attribute, int device);
int deviceGetByPCIBusId(const std::string& pci_bus_id);
std::string deviceGetPCIBusId(int device);
/// What is known of a device, by the names of cudaDeviceProp. Values that are no lists have one number.
struct DeviceProperties {
    std::string name;
    std::map<std::string, std::vector<std::int64_t>> values;
};
DeviceProperties getDeviceProperties(int device);
bool deviceCanAccessPeer(int device, int peer_device);
/// Gives the current device access to the memory of a peer.
void deviceEnablePeerAccess(int peer_device);
void deviceDisablePeerAccess(int peer_device);
std::size_t deviceGetLimit(int limit);
void deviceSetLimit(int limit, std::size_t value);
void profilerStart();
void profilerStop();

// Memory.
std::pair<std::size_t, std::size_t> memGetInfo();  ///< Bytes free and bytes there are on the current device.
void* malloc(std::size_t size);
void* mallocManaged(std::size_t size, unsigned flags = cudaMemAttachGlobal);
void free(void* pointer);
void* hostAlloc(std::size_t size, unsigned flags);
void freeHost(void* pointer);
void hostRegister(void* pointer, std::size_t size, unsigned flags);
void hostUnregister(void* pointer);
/// What an address is; `type` is one of memoryTypeUnregistered, Host, Device and Managed.
struct PointerAttributes {
    int device = cudaInvalidDeviceId;
    void* devicePointer = nullptr;
    void* hostPointer = nullptr;
    int type = -1;
};
PointerAttributes pointerGetAttributes(const void* pointer);
int pointerGetMemoryType(const void* pointer);

void memcpy(void* target, const void* source, std::size_t size, int kind);
void memcpyAsync(void* target, const void* source, std::size_t size, int kind, void* stream);
void memcpyPeer(void* target, int target_device, const void* source, int source_device, std::size_t size);
void memcpyPeerAsync(void* target, int target_device, const void* source, int source_device, std::size_t size,
                     void* stream);
/// Rows of `width` bytes, which begin every `pitch` bytes.
void memcpy2D(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch, std::size_t width,
              std::size_t height, int kind);
void memcpy2DAsync(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
                   std::size_t width, std::size_t height, int kind, void* stream);
void memset(void* pointer, int value, std::size_t size);
void memsetAsync(void* pointer, int value, std::size_t size, void* stream);
void memAdvise(void* pointer, std::size_t count, int advice, int device);
void memPrefetchAsync(void* pointer, std::size_t count, int target_device, void* stream);

// Pools of the driver, whose memory is taken and given back in a stream's order.
struct MemPoolProps {
    int allocType, handleType, locationType, devId;
};
void* mallocAsync(std::size_t size, void* stream);
void* mallocFromPoolAsync(std::size_t size, void* pool, void* stream);
void freeAsync(void* pointer, void* stream);
void* memPoolCreate(const MemPoolProps& properties);
void memPoolDestroy(void* pool);
void memPoolTrimTo(void* pool, std::size_t size);
std::uint64_t memPoolGetAttribute(void* pool, int attribute);
void memPoolSetAttribute(void* pool, int attribute, std::uint64_t value);
void* deviceGetDefaultMemPool(int device);
void* deviceGetMemPool(int device);
void deviceSetMemPool(int device, void* pool);

// Streams and events.
void* streamCreate();
void* streamCreateWithFlags(unsigned flags);
void* streamCreateWithPriority(unsigned flags, int priority);
/// Throws for a stream that is none, or that was destroyed before.
void streamDestroy(void* stream);
void streamSynchronize(void* stream);
/// 0 where all is done, else cudaErrorNotReady, 600.
int streamQuery(void* stream);
unsigned streamGetFlags(void* stream);
int streamGetPriority(void* stream);
void streamWaitEvent(void* stream, void* event, unsigned flags = 0);
void launchHostFunc(void* stream, std::function<void()> function);
void streamAddCallback(void* stream, std::function<void(void* stream, int status)> function, unsigned flags = 0);

void* eventCreate();
void* eventCreateWithFlags(unsigned flags);
void eventDestroy(void* event);
void eventRecord(void* event, void* stream);
void eventSynchronize(void* event);
int eventQuery(void* event);
float eventElapsedTime(void* start, void* end);

// Capture and graphs. cuda::Stream::begin_capture keeps the memory that the graph uses; these leave that to the caller.
void streamBeginCapture(void* stream, int mode = streamCaptureModeRelaxed);
void* streamEndCapture(void* stream);
bool streamIsCapturing(void* stream);
void* graphInstantiate(void* graph);
void graphLaunch(void* graph_exec, void* stream);
void graphUpload(void* graph_exec, void* stream);
void graphDestroy(void* graph);
void graphExecDestroy(void* graph_exec);
void graphDebugDotPrint(void* graph, const std::string& path, unsigned flags);

// Sharing between processes: handles as bytes.
std::string ipcGetMemHandle(void* pointer);
void* ipcOpenMemHandle(const std::string& handle, unsigned flags = cudaIpcMemLazyEnablePeerAccess);
void ipcCloseMemHandle(void* pointer);
std::string ipcGetEventHandle(void* event);
void* ipcOpenEventHandle(const std::string& handle);

// Arrays for textures. The descriptions are those of texture.h, by their addresses; places and lengths on the array's
// side are counted as CUDA's runtime counts them.
void* mallocArray(const void* format, std::size_t width, std::size_t height, unsigned flags = 0);
void* malloc3DArray(const void* format, std::size_t width, std::size_t height, std::size_t depth, unsigned flags = 0);
void freeArray(void* array);
void memcpy2DToArray(void* array, std::size_t x, std::size_t y, const void* source, std::size_t source_pitch,
                     std::size_t width, std::size_t height, int kind);
void memcpy2DToArrayAsync(void* array, std::size_t x, std::size_t y, const void* source, std::size_t source_pitch,
                          std::size_t width, std::size_t height, int kind, void* stream);
void memcpy2DFromArray(void* target, std::size_t target_pitch, const void* array, std::size_t x, std::size_t y,
                       std::size_t width, std::size_t height, int kind);
void memcpy2DFromArrayAsync(void* target, std::size_t target_pitch, const void* array, std::size_t x, std::size_t y,
                            std::size_t width, std::size_t height, int kind, void* stream);
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
void memcpy3D(const Memcpy3DParms* parameters);
void memcpy3DAsync(const Memcpy3DParms* parameters, void* stream);
std::uint64_t createTextureObject(const void* resource, const void* texture);
void destroyTextureObject(std::uint64_t texture);
std::uint64_t createSurfaceObject(const void* resource);
void destroySurfaceObject(std::uint64_t surface);

}  // namespace cuprum::cuda::runtime
