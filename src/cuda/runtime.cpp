#include <cstdio>
#include <set>

#include "cuprum/cuda.h"
#include "cuprum/cuda_runtime.h"
#include "runtime/context.h"
#include "runtime/device_number.h"
#include "runtime/errors.h"
#include "runtime/services.h"
#include "runtime/stream_uses.h"
#include "runtime/thread_streams.h"

namespace cuprum::cuda::runtime {

namespace {

namespace rt = ::cuprum::runtime;
namespace error = ::cuprum::runtime::cuda_error;

rt::Backend& backend() { return rt::backend(); }
rt::Services& services() { return rt::backend().services(); }
int current() { return rt::context.device; }

void check_kind(int kind) {
    if (kind < memcpyHostToHost || kind > memcpyDefault)
        error::raise(21, "there is no kind of copy " + std::to_string(kind));
}

// The events made here, which alone may be destroyed here.
struct Events {
    std::mutex lock;
    std::set<void*> made;
};
Events& events() {
    static auto* made = new Events;
    return *made;
}

void* remember(rt::EventHandle event) {
    std::lock_guard guard(events().lock);
    events().made.insert(event);
    return event;
}

rt::BoxCopy::Side memory(const void* pointer, std::size_t pitch) {
    rt::BoxCopy::Side side;
    side.pointer = const_cast<void*>(pointer);
    side.pitch = pitch;
    return side;
}

rt::BoxCopy::Side in_array(const void* array, std::size_t x, std::size_t y) {
    rt::BoxCopy::Side side;
    side.array = const_cast<void*>(array);
    side.x = x;
    side.y = y;
    return side;
}

void copy_plane(rt::BoxCopy::Side target, rt::BoxCopy::Side source, std::size_t width, std::size_t height, int kind,
                void* stream) {
    check_kind(kind);
    if (width == 0 || height == 0) return;
    rt::BoxCopy copy;
    copy.target = target;
    copy.source = source;
    copy.width = width;
    copy.height = height;
    services().copy_box(copy, stream);
}

void wait_for_default_stream() { backend().synchronize_stream(nullptr); }

}  // namespace

void check_status(int status) {
    if (status) error::raise(status, {});
}
std::string getErrorName(int status) { return error::name(status); }
std::string getErrorString(int status) { return error::description(status); }

int driverGetVersion() { return backend().driver_version(); }

int runtimeGetVersion() {
    int major = 0, minor = 0;  // "nvrtc-13.0"
    const std::string text = backend().compiler_version();
    return std::sscanf(text.c_str(), "nvrtc-%d.%d", &major, &minor) == 2 ? 1000 * major + 10 * minor : 0;
}

// Devices.

int getDevice() { return current(); }
int getDeviceCount() { return get_device_count(); }
void setDevice(int device) { Device(device).use(); }
void deviceSynchronize() { Device().synchronize(); }
int deviceGetAttribute(int attribute, int device) { return Device(device).attribute(attribute); }
int deviceGetByPCIBusId(const std::string& pci_bus_id) { return Device::from_pci_bus_id(pci_bus_id).id(); }
std::string deviceGetPCIBusId(int device) { return Device(device).pci_bus_id(); }

DeviceProperties getDeviceProperties(int device) {
    struct Row {
        const char* name;
        std::vector<int> attributes;
    };
    static const std::vector<Row> rows = {
        {"regsPerBlock", {cudaDevAttrMaxRegistersPerBlock}},
        {"maxThreadsDim", {cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ}},
        {"maxGridSize", {cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ}},
        {"clockRate", {cudaDevAttrClockRate}},
        {"totalConstMem", {cudaDevAttrTotalConstantMemory}},
        {"textureAlignment", {cudaDevAttrTextureAlignment}},
        {"texturePitchAlignment", {cudaDevAttrTexturePitchAlignment}},
        {"kernelExecTimeoutEnabled", {cudaDevAttrKernelExecTimeout}},
        {"integrated", {cudaDevAttrIntegrated}},
        {"canMapHostMemory", {cudaDevAttrCanMapHostMemory}},
        {"computeMode", {cudaDevAttrComputeMode}},
        {"concurrentKernels", {cudaDevAttrConcurrentKernels}},
        {"ECCEnabled", {cudaDevAttrEccEnabled}},
        {"pciBusID", {cudaDevAttrPciBusId}},
        {"pciDeviceID", {cudaDevAttrPciDeviceId}},
        {"pciDomainID", {cudaDevAttrPciDomainId}},
        {"tccDriver", {cudaDevAttrTccDriver}},
        {"memoryClockRate", {cudaDevAttrMemoryClockRate}},
        {"memoryBusWidth", {cudaDevAttrGlobalMemoryBusWidth}},
        {"maxThreadsPerMultiProcessor", {cudaDevAttrMaxThreadsPerMultiProcessor}},
        {"isMultiGpuBoard", {cudaDevAttrIsMultiGpuBoard}},
        {"multiGpuBoardGroupID", {cudaDevAttrMultiGpuBoardGroupID}},
        {"cooperativeLaunch", {cudaDevAttrCooperativeLaunch}},
        {"deviceOverlap", {cudaDevAttrGpuOverlap}},
        {"asyncEngineCount", {cudaDevAttrAsyncEngineCount}},
        {"unifiedAddressing", {cudaDevAttrUnifiedAddressing}},
        {"streamPrioritiesSupported", {cudaDevAttrStreamPrioritiesSupported}},
        {"globalL1CacheSupported", {cudaDevAttrGlobalL1CacheSupported}},
        {"localL1CacheSupported", {cudaDevAttrLocalL1CacheSupported}},
        {"sharedMemPerMultiprocessor", {cudaDevAttrMaxSharedMemoryPerMultiprocessor}},
        {"regsPerMultiprocessor", {cudaDevAttrMaxRegistersPerMultiprocessor}},
        {"managedMemory", {cudaDevAttrManagedMemory}},
        {"hostNativeAtomicSupported", {cudaDevAttrHostNativeAtomicSupported}},
        {"singleToDoublePrecisionPerfRatio", {cudaDevAttrSingleToDoublePrecisionPerfRatio}},
        {"pageableMemoryAccess", {cudaDevAttrPageableMemoryAccess}},
        {"concurrentManagedAccess", {cudaDevAttrConcurrentManagedAccess}},
        {"computePreemptionSupported", {cudaDevAttrComputePreemptionSupported}},
        {"maxBlocksPerMultiProcessor", {cudaDevAttrMaxBlocksPerMultiprocessor}},
        {"reservedSharedMemPerBlock", {cudaDevAttrReservedSharedMemoryPerBlock}},
        {"maxTexture1D", {cudaDevAttrMaxTexture1DWidth}},
        {"maxTexture2D", {cudaDevAttrMaxTexture2DWidth, cudaDevAttrMaxTexture2DHeight}},
        {"maxTexture3D", {cudaDevAttrMaxTexture3DWidth, cudaDevAttrMaxTexture3DHeight, cudaDevAttrMaxTexture3DDepth}},
        {"surfaceAlignment", {cudaDevAttrSurfaceAlignment}},
        {"memPitch", {cudaDevAttrMaxPitch}},
    };
    const Properties p = Device(device).properties();
    DeviceProperties made{p.name, {}};
    auto& values = made.values;
    values["totalGlobalMem"] = {static_cast<std::int64_t>(p.total_memory)};
    values["sharedMemPerBlock"] = {static_cast<std::int64_t>(p.shared_per_block)};
    values["sharedMemPerBlockOptin"] = {static_cast<std::int64_t>(p.shared_per_block_optin)};
    values["l2CacheSize"] = {static_cast<std::int64_t>(p.l2_bytes)};
    values["multiProcessorCount"] = {p.multiprocessors};
    values["major"] = {p.compute_major};
    values["minor"] = {p.compute_minor};
    values["maxThreadsPerBlock"] = {p.max_threads_per_block};
    values["warpSize"] = {p.warp_size};
    for (const Row& row : rows) {
        std::vector<std::int64_t> numbers;
        try {
            for (int which : row.attributes) numbers.push_back(deviceGetAttribute(which, device));
        } catch (const CUDARuntimeError&) {
            continue;  // Not every driver knows every attribute.
        }
        values[row.name] = std::move(numbers);
    }
    return made;
}

bool deviceCanAccessPeer(int device, int peer) { return Device(device).can_access_peer(Device(peer)); }
void deviceEnablePeerAccess(int peer) { Device().enable_peer_access(Device(peer)); }
void deviceDisablePeerAccess(int peer) { Device().disable_peer_access(Device(peer)); }
std::size_t deviceGetLimit(int limit) { return services().limit(current(), limit); }
void deviceSetLimit(int limit, std::size_t value) { services().set_limit(current(), limit, value); }
void profilerStart() { services().set_profiling(true); }
void profilerStop() { services().set_profiling(false); }

// Memory.

std::pair<std::size_t, std::size_t> memGetInfo() { return Device().mem_info(); }
void* malloc(std::size_t size) { return size ? backend().allocate(current(), size) : nullptr; }
void* mallocManaged(std::size_t size, unsigned flags) {
    if (size == 0) error::raise(error::invalid_value, "managed memory of no bytes");
    return services().allocate_managed(current(), size, flags);
}
void free(void* pointer) {
    if (pointer) services().free_checked(pointer);
}
void* hostAlloc(std::size_t size, unsigned flags) { return size ? services().allocate_host(size, flags) : nullptr; }
void freeHost(void* pointer) {
    if (pointer) services().free_host_checked(pointer);
}
void hostRegister(void* pointer, std::size_t size, unsigned flags) { services().register_host(pointer, size, flags); }
void hostUnregister(void* pointer) { services().unregister_host(pointer); }

PointerAttributes pointerGetAttributes(const void* pointer) {
    const rt::PointerAttributes found = services().pointer_attributes(pointer);
    return {found.device, found.device_pointer, found.host_pointer, found.type};
}
int pointerGetMemoryType(const void* pointer) { return pointerGetAttributes(pointer).type; }

void memcpy(void* target, const void* source, std::size_t size, int kind) {
    memcpyAsync(target, source, size, kind, nullptr);
    wait_for_default_stream();
}
void memcpyAsync(void* target, const void* source, std::size_t size, int kind, void* stream) {
    check_kind(kind);
    if (size) services().copy_any(target, source, size, stream);
}
void memcpyPeer(void* target, int target_device, const void* source, int source_device, std::size_t size) {
    memcpyPeerAsync(target, target_device, source, source_device, size, nullptr);
    wait_for_default_stream();
}
void memcpyPeerAsync(void* target, int target_device, const void* source, int source_device, std::size_t size,
                     void* stream) {
    if (size)
        backend().copy_peer(rt::check_device_number(target_device), target, rt::check_device_number(source_device),
                            source, size, stream);
}
void memcpy2D(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch, std::size_t width,
              std::size_t height, int kind) {
    memcpy2DAsync(target, target_pitch, source, source_pitch, width, height, kind, nullptr);
    wait_for_default_stream();
}
void memcpy2DAsync(void* target, std::size_t target_pitch, const void* source, std::size_t source_pitch,
                   std::size_t width, std::size_t height, int kind, void* stream) {
    if (width > target_pitch || width > source_pitch)
        error::raise(error::invalid_pitch, "rows of " + std::to_string(width) + " bytes are longer than the pitches " +
                                               std::to_string(target_pitch) + " and " + std::to_string(source_pitch));
    copy_plane(memory(target, target_pitch), memory(source, source_pitch), width, height, kind, stream);
}
void memset(void* pointer, int value, std::size_t size) { memsetAsync(pointer, value, size, nullptr); }
void memsetAsync(void* pointer, int value, std::size_t size, void* stream) {
    if (size) backend().fill(pointer, static_cast<unsigned char>(value), size, stream);
}
void memAdvise(void* pointer, std::size_t count, int advice, int device) {
    services().advise(pointer, count, advice, device);
}
void memPrefetchAsync(void* pointer, std::size_t count, int device, void* stream) {
    services().prefetch(pointer, count, device, stream);
}

// Pools.

void* mallocAsync(std::size_t size, void* stream) {
    return size ? services().allocate_async(current(), size, nullptr, stream) : nullptr;
}
void* mallocFromPoolAsync(std::size_t size, void* pool, void* stream) {
    return size ? services().allocate_async(current(), size, pool, stream) : nullptr;
}
void freeAsync(void* pointer, void* stream) {
    if (pointer) services().free_async(current(), pointer, stream);
}
void* memPoolCreate(const MemPoolProps& p) {
    return services().create_pool({p.allocType, p.handleType, p.locationType, p.devId});
}
void memPoolDestroy(void* pool) { services().destroy_pool(pool); }
void memPoolTrimTo(void* pool, std::size_t size) { services().trim_pool(pool, size); }
std::uint64_t memPoolGetAttribute(void* pool, int attribute) { return services().pool_attribute(pool, attribute); }
void memPoolSetAttribute(void* pool, int attribute, std::uint64_t value) {
    services().set_pool_attribute(pool, attribute, value);
}
void* deviceGetDefaultMemPool(int device) { return services().default_pool(rt::check_device_number(device)); }
void* deviceGetMemPool(int device) { return services().current_pool(rt::check_device_number(device)); }
void deviceSetMemPool(int device, void* pool) { services().set_current_pool(rt::check_device_number(device), pool); }

// Streams and events.

void* streamCreate() { return streamCreateWithPriority(streamDefault, 0); }
void* streamCreateWithFlags(unsigned flags) { return streamCreateWithPriority(flags, 0); }
void* streamCreateWithPriority(unsigned flags, int priority) {
    if (flags > streamNonBlocking)
        error::raise(error::invalid_value, "there are no such flags of streams: " + std::to_string(flags));
    void* stream = backend().create_stream(current(), flags & streamNonBlocking, priority);
    rt::stream_there(current(), stream);
    rt::adopt_stream(current(), stream);
    return stream;
}
void streamDestroy(void* stream) {
    const int device = rt::device_of_stream(stream);
    if (device < 0)
        error::raise(error::invalid_handle, std::to_string(reinterpret_cast<std::uintptr_t>(stream)) +
                                                " is no stream that could be destroyed, or was destroyed before");
    rt::leave_stream(device, stream);
    rt::stream_gone(device, stream, true);
    try {
        rt::retire_stream(device, stream);
    } catch (const Error&) {
        backend().synchronize_stream(stream);
    }
    backend().destroy_stream(stream);
}
void streamSynchronize(void* stream) { backend().synchronize_stream(stream); }
int streamQuery(void* stream) { return backend().query_stream(stream) ? 0 : error::not_ready; }
unsigned streamGetFlags(void* stream) { return services().stream_flags(stream); }
int streamGetPriority(void* stream) { return services().stream_priority(stream); }
void* ctxGetCurrent() { return services().context(current()); }
void* streamGetCtx(void* stream) { return services().stream_context(stream); }
void streamWaitEvent(void* stream, void* event, unsigned) { backend().wait_event(stream, event); }
void launchHostFunc(void* stream, std::function<void()> function) {
    if (!function) error::raise(error::invalid_value, "launchHostFunc needs a function");
    Stream::external(stream, rt::device_of_stream(stream) < 0 ? current() : rt::device_of_stream(stream))
        .launch_host_func(std::move(function));
}
void streamAddCallback(void* stream, std::function<void(void*, int)> function, unsigned flags) {
    if (flags) error::raise(error::invalid_value, "the flags of a callback are reserved and must be 0");
    if (!function) error::raise(error::invalid_value, "streamAddCallback needs a function");
    launchHostFunc(stream, [stream, function = std::move(function)] { function(stream, 0); });
}

void* eventCreate() { return eventCreateWithFlags(eventDefault); }
void* eventCreateWithFlags(unsigned flags) {
    if (flags & ~7u) error::raise(error::invalid_value, "there are no such flags of events: " + std::to_string(flags));
    if (flags & eventInterprocess) {
        if (!(flags & eventDisableTiming))
            error::raise(error::invalid_value, "an interprocess event cannot keep the time: add eventDisableTiming");
        return remember(services().create_interprocess_event(current()));
    }
    return remember(backend().create_event(current(), !(flags & eventDisableTiming), flags & eventBlockingSync));
}
void eventDestroy(void* event) {
    {
        std::lock_guard guard(events().lock);
        if (!events().made.erase(event))
            error::raise(error::invalid_handle, std::to_string(reinterpret_cast<std::uintptr_t>(event)) +
                                                    " is no event made by eventCreate, or was destroyed before");
    }
    backend().destroy_event(event);
}
void eventRecord(void* event, void* stream) { backend().record_event(event, stream); }
void eventSynchronize(void* event) { backend().synchronize_event(event); }
int eventQuery(void* event) { return backend().query_event(event) ? 0 : error::not_ready; }
float eventElapsedTime(void* start, void* end) { return static_cast<float>(backend().elapsed_ms(start, end)); }

// Graphs.

void streamBeginCapture(void* stream, int mode) { services().begin_capture(stream, mode); }
void* streamEndCapture(void* stream) { return services().end_capture(stream); }
bool streamIsCapturing(void* stream) { return services().is_capturing(stream); }
void* graphInstantiate(void* graph) { return services().instantiate(graph); }
void graphLaunch(void* graph_exec, void* stream) { services().launch_graph(graph_exec, stream); }
void graphUpload(void* graph_exec, void* stream) { services().upload_graph(graph_exec, stream); }
void graphDestroy(void* graph) { services().destroy_graph(graph); }
void graphExecDestroy(void* graph_exec) { services().destroy_graph_exec(graph_exec); }
void graphDebugDotPrint(void* graph, const std::string& path, unsigned flags) {
    services().print_graph(graph, path, flags);
}

// Sharing between processes.

std::string ipcGetMemHandle(void* pointer) { return services().ipc_memory_handle(pointer); }
void* ipcOpenMemHandle(const std::string& handle, unsigned flags) { return services().open_ipc_memory(handle, flags); }
void ipcCloseMemHandle(void* pointer) { services().close_ipc_memory(pointer); }
std::string ipcGetEventHandle(void* event) { return services().ipc_event_handle(event); }
void* ipcOpenEventHandle(const std::string& handle) { return remember(services().open_ipc_event(handle)); }

// Textures.

void* mallocArray(const void* format, std::size_t width, std::size_t height, unsigned flags) {
    return malloc3DArray(format, width, height, 0, flags);
}
void* malloc3DArray(const void* format, std::size_t width, std::size_t height, std::size_t depth, unsigned flags) {
    return services().allocate_array(*static_cast<const ChannelFormat*>(format), width, height, depth, flags);
}
void freeArray(void* array) { services().free_array(array); }
void memcpy2DToArray(void* array, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
                     std::size_t width, std::size_t height, int kind) {
    memcpy2DToArrayAsync(array, x, y, source, pitch, width, height, kind, nullptr);
    wait_for_default_stream();
}
void memcpy2DToArrayAsync(void* array, std::size_t x, std::size_t y, const void* source, std::size_t pitch,
                          std::size_t width, std::size_t height, int kind, void* stream) {
    copy_plane(in_array(array, x, y), memory(source, pitch), width, height, kind, stream);
}
void memcpy2DFromArray(void* target, std::size_t pitch, const void* array, std::size_t x, std::size_t y,
                       std::size_t width, std::size_t height, int kind) {
    memcpy2DFromArrayAsync(target, pitch, array, x, y, width, height, kind, nullptr);
    wait_for_default_stream();
}
void memcpy2DFromArrayAsync(void* target, std::size_t pitch, const void* array, std::size_t x, std::size_t y,
                            std::size_t width, std::size_t height, int kind, void* stream) {
    copy_plane(memory(target, pitch), in_array(array, x, y), width, height, kind, stream);
}

void memcpy3D(const Memcpy3DParms* parameters) {
    memcpy3DAsync(parameters, nullptr);
    wait_for_default_stream();
}
void memcpy3DAsync(const Memcpy3DParms* p, void* stream) {
    check_kind(p->kind);
    if (!p->extent.width || !p->extent.height || !p->extent.depth) return;
    const bool arrays = p->srcArray || p->dstArray;
    const std::size_t unit = arrays ? services().array_element_bytes(p->srcArray ? p->srcArray : p->dstArray) : 1;
    const auto side = [&](void* array, const Memcpy3DParms::Position& place, const Memcpy3DParms::Pitched& memory) {
        rt::BoxCopy::Side made;
        made.array = array;
        made.pointer = memory.pointer;
        made.pitch = memory.pitch;
        made.rows = memory.ysize;
        made.x = place.x * (array ? unit : 1);
        made.y = place.y;
        made.z = place.z;
        return made;
    };
    rt::BoxCopy copy;
    copy.source = side(p->srcArray, p->srcPos, p->srcPtr);
    copy.target = side(p->dstArray, p->dstPos, p->dstPtr);
    copy.width = p->extent.width * unit;
    copy.height = p->extent.height;
    copy.depth = p->extent.depth;
    services().copy_box(copy, stream);
}

std::uint64_t createTextureObject(const void* resource, const void* texture) {
    if (!resource || !texture) error::raise(error::invalid_value, "a texture was asked for by no description");
    return services().create_texture(*static_cast<const ResourceDescription*>(resource),
                                     *static_cast<const TextureDescription*>(texture));
}
void destroyTextureObject(std::uint64_t texture) { services().destroy_texture(texture); }
std::uint64_t createSurfaceObject(const void* resource) {
    if (!resource) error::raise(error::invalid_value, "a surface was asked for by no description");
    return services().create_surface(*static_cast<const ResourceDescription*>(resource));
}
void destroySurfaceObject(std::uint64_t surface) { services().destroy_surface(surface); }

}  // namespace cuprum::cuda::runtime
