#include "backend/cuda/cuda_services.h"

#include <cstring>

#include "backend/cuda/library_handles.h"
#include "runtime/errors.h"
#include "runtime/timeline.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

CUdeviceptr device_pointer(const void* pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }
CUstream cu(StreamHandle stream) { return static_cast<CUstream>(stream); }
CUmemoryPool pool_of(PoolHandle pool) { return static_cast<CUmemoryPool>(pool); }

template <class Handle>
Handle ipc_handle_from(const std::string& bytes, const char* what) {
    Handle handle;
    if (bytes.size() != sizeof handle.reserved)
        throw ValueError(std::string("an IPC handle of ") + what + " has " + std::to_string(sizeof handle.reserved) +
                         " bytes, not " + std::to_string(bytes.size()));
    std::memcpy(handle.reserved, bytes.data(), sizeof handle.reserved);
    return handle;
}

CUarray_format format_of(const ChannelFormat& f) {
    const int bits = f.x;
    for (int other : {f.y, f.z, f.w})
        if (other && other != bits) throw ValueError("the channels of a texture must have the same number of bits");
    switch (f.kind * 100 + bits) {
        case 8: return CU_AD_FORMAT_SIGNED_INT8;
        case 16: return CU_AD_FORMAT_SIGNED_INT16;
        case 32: return CU_AD_FORMAT_SIGNED_INT32;
        case 108: return CU_AD_FORMAT_UNSIGNED_INT8;
        case 116: return CU_AD_FORMAT_UNSIGNED_INT16;
        case 132: return CU_AD_FORMAT_UNSIGNED_INT32;
        case 216: return CU_AD_FORMAT_HALF;
        case 232: return CU_AD_FORMAT_FLOAT;
    }
    throw ValueError("textures have channels of 8, 16 or 32 bits of integers, or 16 or 32 of floats; not of " +
                     std::to_string(bits) + " bits of kind " + std::to_string(f.kind));
}

CUDA_RESOURCE_DESC driver_resource(const ResourceDescription& r) {
    using Kind = ResourceDescription::Kind;
    CUDA_RESOURCE_DESC made{};
    switch (r.kind) {
        case Kind::array:
            made.resType = CU_RESOURCE_TYPE_ARRAY;
            made.res.array.hArray = static_cast<CUarray>(r.texture_array.array);
            return made;
        case Kind::linear:
            made.resType = CU_RESOURCE_TYPE_LINEAR;
            made.res.linear.devPtr = device_pointer(r.line.pointer);
            made.res.linear.format = format_of(r.line.format);
            made.res.linear.numChannels = static_cast<unsigned>(r.line.format.channels());
            made.res.linear.sizeInBytes = r.line.bytes;
            return made;
        case Kind::pitched:
            made.resType = CU_RESOURCE_TYPE_PITCH2D;
            made.res.pitch2D.devPtr = device_pointer(r.plane.pointer);
            made.res.pitch2D.format = format_of(r.plane.format);
            made.res.pitch2D.numChannels = static_cast<unsigned>(r.plane.format.channels());
            made.res.pitch2D.width = r.plane.width;
            made.res.pitch2D.height = r.plane.height;
            made.res.pitch2D.pitchInBytes = r.plane.pitch;
            return made;
    }
    throw ValueError("a texture reads an array (0), linear memory (2) or pitched memory (3), not a resource of type " +
                     std::to_string(r.kind));
}

// Called by the driver on its own thread, once for a plain launch.
void call_once(void* data) {
    const std::unique_ptr<std::shared_ptr<HostFunction>> function(static_cast<std::shared_ptr<HostFunction>*>(data));
    (**function)();
}
// And as often as the graph is launched; the capture keeps the function.
void call_again(void* data) { (*static_cast<HostFunction*>(data))(); }

}  // namespace

// Devices.

int CudaServices::attribute(int device, int which) {
    int value = 0;
    check(driver_.cuDeviceGetAttribute(&value, static_cast<CUdevice_attribute>(which), ordinal(device)),
          "reading a device's attribute");
    return value;
}

std::string CudaServices::pci_bus_id(int device) {
    char text[32] = {};
    check(driver_.cuDeviceGetPCIBusId(text, sizeof text - 1, ordinal(device)), "asking for a device's PCI bus id");
    return text;
}

int CudaServices::device_by_pci_bus_id(const std::string& id) {
    CUdevice found = 0;
    const CUresult result = driver_.cuDeviceGetByPCIBusId(&found, id.c_str());
    if (result != CUDA_SUCCESS) fail(result, "looking for the device with the PCI bus id '" + id + "'");
    for (int i = 0; i < contexts_.count(); ++i)
        if (ordinal(i) == found) return i;
    cuda_error::raise(cuda_error::invalid_device, "the device '" + id + "' is hidden from this process");
}

bool CudaServices::can_access_peer(int device, int peer) {
    int possible = 0;
    check(driver_.cuDeviceCanAccessPeer(&possible, ordinal(device), ordinal(peer)),
          "asking for access between devices");
    return possible;
}

bool CudaServices::has_peer_access(int device, int peer) {
    std::lock_guard guard(peers_lock_);
    if (auto known = peers_.find({device, peer}); known != peers_.end()) return known->second != Access::none;
    Access given = Access::none;
    if (can_access_peer(device, peer)) {
        const Contexts::OnDevice scope(contexts_, device);
        const CUresult result = driver_.cuCtxEnablePeerAccess(contexts_.context(peer), 0);
        if (result == CUDA_SUCCESS) given = Access::by_itself;
        if (result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) given = Access::asked_for;
    }
    if (given != Access::none) mappings_.set_peer_access(device, peer, true);
    peers_[{device, peer}] = given;
    return given != Access::none;
}

void CudaServices::enable_peer_access(int device, int peer) {
    std::lock_guard guard(peers_lock_);
    Access& access = peers_[{device, peer}];
    const Contexts::OnDevice scope(contexts_, device);
    // Access that an array was given by itself is no reason to refuse the first who asks for it.
    if (access != Access::by_itself)
        check(driver_.cuCtxEnablePeerAccess(contexts_.context(peer), 0),
              "giving a device access to another one's memory");
    mappings_.set_peer_access(device, peer, true);
    access = Access::asked_for;
}

void CudaServices::disable_peer_access(int device, int peer) {
    std::lock_guard guard(peers_lock_);
    const Contexts::OnDevice scope(contexts_, device);
    // Kernels that are still to run may read that memory.
    check(driver_.cuCtxSynchronize(), "synchronizing a device");
    check(driver_.cuCtxDisablePeerAccess(contexts_.context(peer)),
          "taking a device's access to another one's memory away");
    mappings_.set_peer_access(device, peer, false);
    peers_[{device, peer}] = Access::none;
}

std::size_t CudaServices::limit(int device, int which) {
    const Contexts::OnDevice scope(contexts_, device);
    std::size_t value = 0;
    check(driver_.cuCtxGetLimit(&value, static_cast<CUlimit>(which)), "asking for a device's limit");
    return value;
}

void CudaServices::set_limit(int device, int which, std::size_t value) {
    const Contexts::OnDevice scope(contexts_, device);
    check(driver_.cuCtxSetLimit(static_cast<CUlimit>(which), value), "setting a device's limit");
}

void CudaServices::set_profiling(bool on) {
    contexts_.make_current();
    check(on ? driver_.profiler_start() : driver_.profiler_stop(), "telling the profiler to start or stop");
}

void* CudaServices::library_handle(int device, const std::string& library, StreamHandle stream) {
    const Contexts::OnDevice scope(contexts_, device);
    return cuda::library_handle(device, library, stream);
}

void* CudaServices::context(int device) { return contexts_.context(device); }

void* CudaServices::stream_context(StreamHandle stream) {
    contexts_.make_current();
    CUcontext context = nullptr;
    check(driver_.cuStreamGetCtx(cu(stream), &context), "asking for a stream's context");
    return context;
}

// Streams and events.

unsigned CudaServices::stream_flags(StreamHandle stream) {
    contexts_.make_current();
    unsigned flags = 0;
    check(driver_.cuStreamGetFlags(cu(stream), &flags), "asking for a stream's flags");
    return flags;
}

int CudaServices::stream_priority(StreamHandle stream) {
    contexts_.make_current();
    int priority = 0;
    check(driver_.cuStreamGetPriority(cu(stream), &priority), "asking for a stream's priority");
    return priority;
}

std::pair<int, int> CudaServices::priority_range(int device) {
    const Contexts::OnDevice scope(contexts_, device);
    std::pair<int, int> range;
    check(driver_.cuCtxGetStreamPriorityRange(&range.first, &range.second), "asking for the range of priorities");
    return range;
}

EventHandle CudaServices::create_interprocess_event(int device) {
    const Contexts::OnDevice scope(contexts_, device);
    CUevent event = nullptr;
    check(driver_.cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING),
          "creating an interprocess event");
    return event;
}

void CudaServices::launch_host_function(StreamHandle stream, std::shared_ptr<HostFunction> function) {
    contexts_.make_current();
    if (is_capturing(stream)) {
        check(driver_.cuLaunchHostFunc(cu(stream), call_again, function.get()), "capturing a host function");
        return;
    }
    auto data = std::make_unique<std::shared_ptr<HostFunction>>(std::move(function));
    check(driver_.cuLaunchHostFunc(cu(stream), call_once, data.get()), "giving a stream a host function");
    data.release();
}

// Capture and graphs.

bool CudaServices::is_capturing(StreamHandle stream) {
    contexts_.make_current();
    CUstreamCaptureStatus status{};
    const CUresult result = driver_.cuStreamIsCapturing(cu(stream), &status);
    // The default stream cannot be captured; asked while another stream is, the driver answers with an error.
    if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT) return false;
    check(result, "asking whether a stream is captured");
    return status != CU_STREAM_CAPTURE_STATUS_NONE;
}

void CudaServices::begin_capture(StreamHandle stream, int mode) {
    contexts_.make_current();
    check(driver_.cuStreamBeginCapture(cu(stream), static_cast<CUstreamCaptureMode>(mode)),
          "beginning to capture a stream");
}

GraphHandle CudaServices::end_capture(StreamHandle stream) {
    contexts_.make_current();
    CUgraph graph = nullptr;
    check(driver_.cuStreamEndCapture(cu(stream), &graph), "ending a capture");
    return graph;
}

GraphExecHandle CudaServices::instantiate(GraphHandle graph) {
    contexts_.make_current();
    CUgraphExec exec = nullptr;
    check(driver_.cuGraphInstantiateWithFlags(&exec, static_cast<CUgraph>(graph), 0), "making a graph ready to launch");
    return exec;
}

void CudaServices::upload_graph(GraphExecHandle graph, StreamHandle stream) {
    contexts_.make_current();
    check(driver_.cuGraphUpload(static_cast<CUgraphExec>(graph), cu(stream)), "uploading a graph");
}

void CudaServices::launch_graph(GraphExecHandle graph, StreamHandle stream) {
    contexts_.make_current();
    const ProfilingScope scope(Action::Kind::kernel, "graph", 0, stream);
    check(driver_.cuGraphLaunch(static_cast<CUgraphExec>(graph), cu(stream)), "launching a graph");
}

// A launch cannot be captured; the graph's own steps can be added to those captured so far.
void CudaServices::add_graph(GraphHandle graph, GraphExecHandle, StreamHandle stream) {
    contexts_.make_current();
    CUstreamCaptureStatus status{};
    CUgraph captured = nullptr;
    const CUgraphNode* last = nullptr;
    std::size_t count = 0;
    check(driver_.capture_info(cu(stream), &status, nullptr, &captured, &last, &count),
          "asking what is captured of a stream");
    if (status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        fail(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "capturing the launch of a graph");
    CUgraphNode added = nullptr;
    check(driver_.cuGraphAddChildGraphNode(&added, captured, last, count, static_cast<CUgraph>(graph)),
          "capturing the launch of a graph");
    check(driver_.set_capture_dependencies(cu(stream), &added, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES),
          "capturing the launch of a graph");
}

void CudaServices::destroy_graph(GraphHandle graph) noexcept {
    contexts_.release_on(std::max(current_device, 0), [&] { driver_.cuGraphDestroy(static_cast<CUgraph>(graph)); });
}

void CudaServices::destroy_graph_exec(GraphExecHandle graph) noexcept {
    contexts_.release_on(std::max(current_device, 0),
                         [&] { driver_.cuGraphExecDestroy(static_cast<CUgraphExec>(graph)); });
}

void CudaServices::print_graph(GraphHandle graph, const std::string& path, unsigned flags) {
    contexts_.make_current();
    check(driver_.cuGraphDebugDotPrint(static_cast<CUgraph>(graph), path.c_str(), flags), "drawing a graph");
}

// Memory.

void* CudaServices::allocate_managed(int device, std::size_t bytes, unsigned flags) {
    const Contexts::OnDevice scope(contexts_, device);
    CUdeviceptr pointer = 0;
    const CUresult result = driver_.cuMemAllocManaged(&pointer, bytes, flags);
    if (result != CUDA_SUCCESS) fail(result, "allocating " + std::to_string(bytes) + " bytes of managed memory");
    return reinterpret_cast<void*>(pointer);
}

void CudaServices::prefetch(void* pointer, std::size_t bytes, int device, StreamHandle stream) {
    contexts_.make_current();
    const CUdevice target = device < 0 ? CU_DEVICE_CPU : ordinal(device);
    check(driver_.prefetch(device_pointer(pointer), bytes, target, cu(stream)), "prefetching managed memory");
}

void CudaServices::advise(void* pointer, std::size_t bytes, int advice, int device) {
    contexts_.make_current();
    const CUdevice target = device < 0 ? CU_DEVICE_CPU : ordinal(device);
    check(driver_.advise(device_pointer(pointer), bytes, static_cast<CUmem_advise>(advice), target),
          "giving advice on managed memory");
}

void* CudaServices::allocate_host(std::size_t bytes, unsigned flags) {
    contexts_.make_current();
    void* pointer = nullptr;
    const CUresult result = driver_.cuMemHostAlloc(&pointer, bytes, flags);
    if (result != CUDA_SUCCESS) fail(result, "allocating " + std::to_string(bytes) + " bytes of pinned host memory");
    return pointer;
}

void CudaServices::register_host(void* pointer, std::size_t bytes, unsigned flags) {
    contexts_.make_current();
    check(driver_.cuMemHostRegister(pointer, bytes, flags), "registering memory of the host");
}

void CudaServices::unregister_host(void* pointer) {
    contexts_.make_current();
    check(driver_.cuMemHostUnregister(pointer), "unregistering memory of the host");
}

PointerAttributes CudaServices::pointer_attributes(const void* pointer) {
    contexts_.make_current();
    CUmemorytype type{};
    unsigned managed = 0;
    int device = -2;
    CUdeviceptr on_device = 0;
    void* on_host = nullptr;
    CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                   CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
                                   CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void* values[] = {&type, &managed, &device, &on_device, &on_host};
    check(driver_.cuPointerGetAttributes(5, which, values, device_pointer(pointer)), "asking what an address is");
    if (!type && !managed) return {0, -2, nullptr, const_cast<void*>(pointer)};
    PointerAttributes found;
    found.type = managed ? 3 : type == CU_MEMORYTYPE_HOST ? 1 : 2;
    found.device = device;
    found.device_pointer = reinterpret_cast<void*>(on_device);
    found.host_pointer = on_host;
    return found;
}

void CudaServices::free_checked(void* pointer) {
    contexts_.make_current();
    check(driver_.cuMemFree(device_pointer(pointer)), "freeing device memory");
}

void CudaServices::free_host_checked(void* pointer) {
    contexts_.make_current();
    check(driver_.cuMemFreeHost(pointer), "freeing pinned host memory");
}

void CudaServices::copy_any(void* target, const void* source, std::size_t bytes, StreamHandle stream) {
    contexts_.make_current();
    check(driver_.cuMemcpyAsync(device_pointer(target), device_pointer(source), bytes, cu(stream)), "copying");
}

void CudaServices::copy_box(const BoxCopy& copy, StreamHandle stream) {
    contexts_.make_current();
    CUDA_MEMCPY3D box{};
    box.srcXInBytes = copy.source.x;
    box.srcY = copy.source.y;
    box.srcZ = copy.source.z;
    box.srcPitch = copy.source.pitch;
    box.srcHeight = copy.source.rows;
    box.dstXInBytes = copy.target.x;
    box.dstY = copy.target.y;
    box.dstZ = copy.target.z;
    box.dstPitch = copy.target.pitch;
    box.dstHeight = copy.target.rows;
    // The driver finds out by itself on which side of the bus an address is, except that it knows nothing of arrays.
    if (copy.source.array) {
        box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
        box.srcArray = static_cast<CUarray>(copy.source.array);
    } else {
        box.srcMemoryType = copy.source.on_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
        box.srcHost = copy.source.pointer;
        box.srcDevice = device_pointer(copy.source.pointer);
    }
    if (copy.target.array) {
        box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
        box.dstArray = static_cast<CUarray>(copy.target.array);
    } else {
        box.dstMemoryType = copy.target.on_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_UNIFIED;
        box.dstHost = copy.target.pointer;
        box.dstDevice = device_pointer(copy.target.pointer);
    }
    box.WidthInBytes = copy.width;
    box.Height = copy.height;
    box.Depth = copy.depth;
    check(driver_.cuMemcpy3DAsync(&box, cu(stream)), "copying in two or three dimensions");
}

// The driver's pools.

void* CudaServices::allocate_async(int device, std::size_t bytes, PoolHandle pool, StreamHandle stream) {
    const Contexts::OnDevice scope(contexts_, device);
    CUdeviceptr pointer = 0;
    const CUresult result = pool ? driver_.cuMemAllocFromPoolAsync(&pointer, bytes, pool_of(pool), cu(stream))
                                 : driver_.cuMemAllocAsync(&pointer, bytes, cu(stream));
    if (result != CUDA_SUCCESS) fail(result, "allocating " + std::to_string(bytes) + " bytes in a stream's order");
    return reinterpret_cast<void*>(pointer);
}

void CudaServices::free_async(int device, void* pointer, StreamHandle stream) {
    const Contexts::OnDevice scope(contexts_, device);
    check(driver_.cuMemFreeAsync(device_pointer(pointer), cu(stream)), "freeing memory in a stream's order");
}

PoolHandle CudaServices::default_pool(int device) {
    CUmemoryPool pool = nullptr;
    check(driver_.cuDeviceGetDefaultMemPool(&pool, ordinal(device)), "asking for a device's default memory pool");
    return pool;
}

PoolHandle CudaServices::current_pool(int device) {
    CUmemoryPool pool = nullptr;
    check(driver_.cuDeviceGetMemPool(&pool, ordinal(device)), "asking for a device's memory pool");
    return pool;
}

void CudaServices::set_current_pool(int device, PoolHandle pool) {
    check(driver_.cuDeviceSetMemPool(ordinal(device), pool_of(pool)), "setting a device's memory pool");
}

PoolHandle CudaServices::create_pool(const PoolProperties& properties) {
    CUmemPoolProps asked{};
    asked.allocType = static_cast<CUmemAllocationType>(properties.allocation_type);
    asked.handleTypes = static_cast<CUmemAllocationHandleType>(properties.handle_type);
    asked.location.type = static_cast<CUmemLocationType>(properties.location_type);
    asked.location.id = properties.location;
    CUmemoryPool pool = nullptr;
    check(driver_.cuMemPoolCreate(&pool, &asked), "creating a memory pool");
    return pool;
}

void CudaServices::destroy_pool(PoolHandle pool) {
    check(driver_.cuMemPoolDestroy(pool_of(pool)), "destroying a memory pool");
}

void CudaServices::trim_pool(PoolHandle pool, std::size_t bytes_to_keep) {
    check(driver_.cuMemPoolTrimTo(pool_of(pool), bytes_to_keep), "trimming a memory pool");
}

// The attributes up to 3 are ints in the driver, the others 64 bits wide.
std::uint64_t CudaServices::pool_attribute(PoolHandle pool, int which) {
    std::uint64_t value = 0;
    check(driver_.cuMemPoolGetAttribute(pool_of(pool), static_cast<CUmemPool_attribute>(which), &value),
          "reading a memory pool's attribute");
    return value;
}

void CudaServices::set_pool_attribute(PoolHandle pool, int which, std::uint64_t value) {
    check(driver_.cuMemPoolSetAttribute(pool_of(pool), static_cast<CUmemPool_attribute>(which), &value),
          "setting a memory pool's attribute");
}

// Sharing between processes.

std::string CudaServices::ipc_memory_handle(void* pointer) {
    contexts_.make_current();
    if (mappings_.contain(pointer))
        cuda_error::raise(cuda_error::not_supported,
                          "CUDA cannot share memory of a pool that grows with other processes. Allocate what is to be "
                          "shared without a pool (cuda.using_allocator(None) in Python, DirectAllocator in C++), or "
                          "set CUPRUM_MEMORY_GROWTH=0");
    CUipcMemHandle handle;
    check(driver_.cuIpcGetMemHandle(&handle, device_pointer(pointer)), "making a handle of memory for other processes");
    return {handle.reserved, sizeof handle.reserved};
}

void* CudaServices::open_ipc_memory(const std::string& handle, unsigned flags) {
    const auto opened = ipc_handle_from<CUipcMemHandle>(handle, "memory");
    contexts_.make_current();
    CUdeviceptr pointer = 0;
    check(driver_.cuIpcOpenMemHandle(&pointer, opened, flags), "opening another process's memory");
    return reinterpret_cast<void*>(pointer);
}

void CudaServices::close_ipc_memory(void* pointer) {
    contexts_.make_current();
    check(driver_.cuIpcCloseMemHandle(device_pointer(pointer)), "closing another process's memory");
}

std::string CudaServices::ipc_event_handle(EventHandle event) {
    contexts_.make_current();
    CUipcEventHandle handle;
    check(driver_.cuIpcGetEventHandle(&handle, static_cast<CUevent>(event)),
          "making a handle of an event for other processes");
    return {handle.reserved, sizeof handle.reserved};
}

EventHandle CudaServices::open_ipc_event(const std::string& handle) {
    const auto opened = ipc_handle_from<CUipcEventHandle>(handle, "an event");
    contexts_.make_current();
    CUevent event = nullptr;
    check(driver_.cuIpcOpenEventHandle(&event, opened), "opening another process's event");
    return event;
}

// Textures.

ArrayHandle CudaServices::allocate_array(const ChannelFormat& format, std::size_t width, std::size_t height,
                                         std::size_t depth, unsigned flags) {
    contexts_.make_current();
    CUDA_ARRAY3D_DESCRIPTOR wanted{};
    wanted.Width = width;
    wanted.Height = height;
    wanted.Depth = depth;
    wanted.Format = format_of(format);
    wanted.NumChannels = static_cast<unsigned>(format.channels());
    wanted.Flags = flags;
    CUarray array = nullptr;
    check(driver_.cuArray3DCreate(&array, &wanted), "creating an array for textures");
    return array;
}

std::size_t CudaServices::array_element_bytes(ArrayHandle array) {
    contexts_.make_current();
    CUDA_ARRAY3D_DESCRIPTOR found{};
    check(driver_.cuArray3DGetDescriptor(&found, static_cast<CUarray>(array)), "asking for an array's format");
    switch (found.Format) {
        case CU_AD_FORMAT_UNSIGNED_INT8:
        case CU_AD_FORMAT_SIGNED_INT8: return found.NumChannels;
        case CU_AD_FORMAT_UNSIGNED_INT16:
        case CU_AD_FORMAT_SIGNED_INT16:
        case CU_AD_FORMAT_HALF: return 2 * found.NumChannels;
        default: return 4 * found.NumChannels;
    }
}

void CudaServices::free_array(ArrayHandle array) {
    contexts_.make_current();
    check(driver_.cuArrayDestroy(static_cast<CUarray>(array)), "destroying an array for textures");
}

bool CudaServices::holds_floats(const ResourceDescription& resource) {
    if (resource.kind == ResourceDescription::linear) return resource.line.format.kind == 2;
    if (resource.kind == ResourceDescription::pitched) return resource.plane.format.kind == 2;
    CUDA_ARRAY3D_DESCRIPTOR found{};
    check(driver_.cuArray3DGetDescriptor(&found, static_cast<CUarray>(resource.texture_array.array)),
          "asking for an array's format");
    return found.Format == CU_AD_FORMAT_HALF || found.Format == CU_AD_FORMAT_FLOAT;
}

std::uint64_t CudaServices::create_texture(const ResourceDescription& resource, const TextureDescription& texture) {
    contexts_.make_current();
    // The driver takes what the runtime refuses.
    if (texture.filter_mode == 1 && texture.read_mode == 0 && !holds_floats(resource))
        throw CUDARuntimeError(
            CUDA_ERROR_INVALID_VALUE,
            "elements are interpolated where they are floats, or integers that are read as fractions "
            "(cudaReadModeNormalizedFloat)");
    const CUDA_RESOURCE_DESC what = driver_resource(resource);
    CUDA_TEXTURE_DESC how{};
    for (int i = 0; i < 3; ++i) how.addressMode[i] = static_cast<CUaddress_mode>(texture.address_mode[i]);
    how.filterMode = static_cast<CUfilter_mode>(texture.filter_mode);
    // The runtime's "element" is the driver's "as integer"; floats are what they are.
    const int kind = resource.kind == ResourceDescription::linear    ? resource.line.format.kind
                     : resource.kind == ResourceDescription::pitched ? resource.plane.format.kind
                                                                     : 0;
    if (texture.read_mode == 0 && kind != 2) how.flags |= CU_TRSF_READ_AS_INTEGER;
    if (texture.normalized_coordinates) how.flags |= CU_TRSF_NORMALIZED_COORDINATES;
    if (texture.srgb) how.flags |= CU_TRSF_SRGB;
    if (texture.disable_trilinear_optimization) how.flags |= CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
    how.maxAnisotropy = texture.max_anisotropy;
    how.mipmapFilterMode = static_cast<CUfilter_mode>(texture.mipmap_filter_mode);
    how.mipmapLevelBias = texture.mipmap_level_bias;
    how.minMipmapLevelClamp = texture.min_mipmap_level_clamp;
    how.maxMipmapLevelClamp = texture.max_mipmap_level_clamp;
    std::memcpy(how.borderColor, texture.border_color, sizeof how.borderColor);
    CUtexObject made = 0;
    check(driver_.cuTexObjectCreate(&made, &what, &how, nullptr), "creating a texture");
    return made;
}

void CudaServices::destroy_texture(std::uint64_t texture) {
    contexts_.make_current();
    check(driver_.cuTexObjectDestroy(texture), "destroying a texture");
}

std::uint64_t CudaServices::create_surface(const ResourceDescription& resource) {
    contexts_.make_current();
    const CUDA_RESOURCE_DESC what = driver_resource(resource);
    CUsurfObject made = 0;
    check(driver_.cuSurfObjectCreate(&made, &what), "creating a surface");
    return made;
}

void CudaServices::destroy_surface(std::uint64_t surface) {
    contexts_.make_current();
    check(driver_.cuSurfObjectDestroy(surface), "destroying a surface");
}

}  // namespace cuprum::backend::cuda
