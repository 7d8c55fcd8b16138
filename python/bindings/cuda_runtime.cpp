// `cuprum.cuda.runtime`: addresses and handles are integers there.
#include "cuprum/cuda_runtime.h"

#include "array.h"
#include "callables.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"

namespace cuprum::python {
namespace {

namespace rt = cuda::runtime;
using Address = std::intptr_t;

void* pointer(Address address) { return reinterpret_cast<void*>(address); }
Address address(const void* pointer) { return reinterpret_cast<Address>(pointer); }

// A C++ parameter or result as Python has it: pointers are integers.
template <class T>
using Plain = std::conditional_t<std::is_pointer_v<std::remove_cvref_t<T>>, Address, std::remove_cvref_t<T>>;

template <class T>
T to_cpp(const Plain<T>& value) {
    if constexpr (std::is_pointer_v<std::remove_cvref_t<T>>) return static_cast<T>(reinterpret_cast<void*>(value));
    else return value;
}

// Binds a function of cuda::runtime. It may wait, so the interpreter's lock is let go.
template <class R, class... A, class... Extra>
void def(nb::module_& m, const char* name, R (*function)(A...), const Extra&... extra) {
    m.def(
        name,
        [function](Plain<A>... arguments) -> Plain<R> {
            const runtime::GilRelease released;
            if constexpr (std::is_void_v<R>) function(to_cpp<A>(arguments)...);
            else if constexpr (std::is_pointer_v<R>) return address(function(to_cpp<A>(arguments)...));
            else return function(to_cpp<A>(arguments)...);
        },
        extra...);
}

nb::dict device_properties(int device) {
    rt::DeviceProperties p = rt::getDeviceProperties(device);
    nb::dict result;
    result["name"] = nb::bytes(p.name.data(), p.name.size());
    for (auto& [name, values] : p.values) {
        if (values.size() == 1) {
            result[name.c_str()] = values[0];
            continue;
        }
        nb::list list;
        for (std::int64_t value : values) list.append(value);
        result[name.c_str()] = nb::tuple(list);
    }
    return result;
}

std::string to_bytes(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

void bind_constants(nb::module_& m) {
#define CUPRUM_CUDA_CONSTANT(name, value) m.attr(#name) = value;
#include "cuprum/cuda_constants.def"
#undef CUPRUM_CUDA_CONSTANT
#define CUPRUM_DEVICE_ATTRIBUTE(name, number) m.attr("cudaDevAttr" #name) = number;
#include "cuprum/device_attributes.def"
#undef CUPRUM_DEVICE_ATTRIBUTE
    m.attr("is_hip") = false;
}

void bind_devices(nb::module_& m) {
    def(m, "check_status", rt::check_status, "status"_a, "Raise CUDARuntimeError for a number that is not 0.");
    def(m, "driverGetVersion", rt::driverGetVersion,
        "The newest CUDA that the driver runs, 13000 for 13.0; 0 on a CPU.");
    def(m, "runtimeGetVersion", rt::runtimeGetVersion,
        "The CUDA version that kernels are compiled with, 13000 for 13.0; 0 on a CPU.");
    def(m, "getDevice", rt::getDevice, "The number of the current device.");
    def(m, "getDeviceCount", rt::getDeviceCount, "How many devices there are.");
    def(m, "setDevice", rt::setDevice, "device"_a, "Make a device current.");
    def(m, "deviceSynchronize", rt::deviceSynchronize, "Wait for the current device.");
    def(m, "deviceGetAttribute", rt::deviceGetAttribute, "attrib"_a, "device"_a,
        "An attribute of a device, by a number cudaDevAttr...");
    m.def("deviceGetByPCIBusId", rt::deviceGetByPCIBusId, "pci_bus_id"_a,
          "The number of the device with a PCI bus id.");
    def(m, "deviceGetPCIBusId", rt::deviceGetPCIBusId, "device"_a, "A device's PCI bus id.");
    m.def("getDeviceProperties", device_properties, "device"_a,
          "What is known of a device, by the names of cudaDeviceProp.");
    m.def(
        "deviceCanAccessPeer", [](int device, int peer) { return int(rt::deviceCanAccessPeer(device, peer)); },
        "device"_a, "peerDevice"_a, "Whether a device could reach a peer's memory.");
    def(m, "deviceEnablePeerAccess", rt::deviceEnablePeerAccess, "peerDevice"_a,
        "Give the current device access to a peer's memory.");
    def(m, "deviceDisablePeerAccess", rt::deviceDisablePeerAccess, "peerDevice"_a, "Take that access away.");
    def(m, "deviceGetLimit", rt::deviceGetLimit, "limit"_a, "A limit of the current device, by a number cudaLimit...");
    def(m, "deviceSetLimit", rt::deviceSetLimit, "limit"_a, "value"_a, "Set a limit of the current device.");
    def(m, "profilerStart", rt::profilerStart, "Tell a profiler that waits for it to start.");
    def(m, "profilerStop", rt::profilerStop, "Tell the profiler to stop.");
}

void bind_memory_functions(nb::module_& m) {
    m.def(
        "memGetInfo",
        [] {
            auto [free, total] = rt::memGetInfo();
            return nb::make_tuple(free, total);
        },
        "Bytes that are free on the current device, and bytes there are.");
    def(m, "malloc", rt::malloc, "size"_a, "Memory of the current device, without a pool.");
    def(m, "mallocManaged", rt::mallocManaged, "size"_a, "flags"_a = rt::cudaMemAttachGlobal,
        "Memory that the host and all devices reach.");
    def(m, "free", rt::free, "ptr"_a, "Give memory of a device back.");
    def(m, "hostAlloc", rt::hostAlloc, "size"_a, "flags"_a, "Page-locked memory of the host.");
    def(m, "freeHost", rt::freeHost, "ptr"_a, "Give page-locked memory back.");
    def(m, "hostRegister", rt::hostRegister, "ptr"_a, "size"_a, "flags"_a, "Lock the pages of memory of the host.");
    def(m, "hostUnregister", rt::hostUnregister, "ptr"_a, "Unlock them.");
    nb::class_<rt::PointerAttributes>(m, "PointerAttributes", "What an address is.")
        .def(
            "__init__",
            [](rt::PointerAttributes* self, int device, Address on_device, Address on_host, int type) {
                new (self) rt::PointerAttributes{device, pointer(on_device), pointer(on_host), type};
            },
            "device"_a, "devicePointer"_a, "hostPointer"_a, "type"_a = -1)
        .def_ro("device", &rt::PointerAttributes::device)
        .def_ro("type", &rt::PointerAttributes::type, "One of memoryTypeUnregistered, Host, Device and Managed.")
        .def_prop_ro("devicePointer", [](const rt::PointerAttributes& a) { return address(a.devicePointer); })
        .def_prop_ro("hostPointer", [](const rt::PointerAttributes& a) { return address(a.hostPointer); });
    def(m, "pointerGetAttributes", rt::pointerGetAttributes, "ptr"_a, "What an address is.");
    def(m, "pointerGetMemoryType", rt::pointerGetMemoryType, "ptr"_a, "Which kind of memory an address is of.");
    def(m, "memcpy", rt::memcpy, "dst"_a, "src"_a, "size"_a, "kind"_a, "Copy bytes.");
    def(m, "memcpyAsync", rt::memcpyAsync, "dst"_a, "src"_a, "size"_a, "kind"_a, "stream"_a, "Copy bytes on a stream.");
    def(m, "memcpyPeer", rt::memcpyPeer, "dst"_a, "dstDevice"_a, "src"_a, "srcDevice"_a, "size"_a,
        "Copy bytes between devices.");
    def(m, "memcpyPeerAsync", rt::memcpyPeerAsync, "dst"_a, "dstDevice"_a, "src"_a, "srcDevice"_a, "size"_a, "stream"_a,
        "Copy bytes between devices on a stream.");
    def(m, "memcpy2D", rt::memcpy2D, "dst"_a, "dpitch"_a, "src"_a, "spitch"_a, "width"_a, "height"_a, "kind"_a,
        "Copy rows of bytes that begin every pitch bytes.");
    def(m, "memcpy2DAsync", rt::memcpy2DAsync, "dst"_a, "dpitch"_a, "src"_a, "spitch"_a, "width"_a, "height"_a,
        "kind"_a, "stream"_a, "Copy rows on a stream.");
    def(m, "memset", rt::memset, "ptr"_a, "value"_a, "size"_a, "Set bytes to a value.");
    def(m, "memsetAsync", rt::memsetAsync, "ptr"_a, "value"_a, "size"_a, "stream"_a, "Set bytes on a stream.");
    def(m, "memAdvise", rt::memAdvise, "devPtr"_a, "count"_a, "advice"_a, "device"_a,
        "Say how managed memory will be used.");
    def(m, "memPrefetchAsync", rt::memPrefetchAsync, "devPtr"_a, "count"_a, "dstDevice"_a, "stream"_a,
        "Move managed memory on a stream.");
}

void bind_memory_pools(nb::module_& m) {
    nb::class_<rt::MemPoolProps>(m, "MemPoolProps", "How a pool of the driver is made.")
        .def(
            "__init__",
            [](rt::MemPoolProps* self, int allocation, int handle, int location, int device) {
                new (self) rt::MemPoolProps{allocation, handle, location, device};
            },
            "allocType"_a, "handleType"_a, "locationType"_a, "devId"_a);
    def(m, "mallocAsync", rt::mallocAsync, "size"_a, "stream"_a,
        "Memory of the current device's pool, in a stream's order.");
    def(m, "mallocFromPoolAsync", rt::mallocFromPoolAsync, "size"_a, "pool"_a, "stream"_a,
        "Memory of a pool of the driver, in a stream's order.");
    def(m, "freeAsync", rt::freeAsync, "ptr"_a, "stream"_a, "Give such memory back, in a stream's order.");
    def(m, "memPoolCreate", rt::memPoolCreate, "props"_a, "Make a pool of the driver.");
    def(m, "memPoolDestroy", rt::memPoolDestroy, "pool"_a, "Destroy it.");
    def(m, "memPoolTrimTo", rt::memPoolTrimTo, "pool"_a, "size"_a,
        "Give what a pool does not use back to the device, but for some bytes.");
    def(m, "memPoolGetAttribute", rt::memPoolGetAttribute, "pool"_a, "attr"_a,
        "An attribute of a pool, by a number cudaMemPool...");
    def(m, "memPoolSetAttribute", rt::memPoolSetAttribute, "pool"_a, "attr"_a, "value"_a,
        "Set an attribute of a pool.");
    def(m, "deviceGetDefaultMemPool", rt::deviceGetDefaultMemPool, "device"_a,
        "The pool that a device has from the start.");
    def(m, "deviceGetMemPool", rt::deviceGetMemPool, "device"_a, "The pool that a device uses.");
    def(m, "deviceSetMemPool", rt::deviceSetMemPool, "device"_a, "pool"_a, "Make a device use a pool.");
}

void bind_interprocess_memory(nb::module_& m) {
    m.def(
        "ipcGetMemHandle",
        [](Address devPtr) {
            std::string handle = rt::ipcGetMemHandle(pointer(devPtr));
            return nb::bytes(handle.data(), handle.size());
        },
        "devPtr"_a, "Bytes by which another process can open device memory.");
    m.def(
        "ipcOpenMemHandle",
        [](nb::bytes handle, unsigned flags) { return address(rt::ipcOpenMemHandle(to_bytes(handle), flags)); },
        "handle"_a, "flags"_a = rt::cudaIpcMemLazyEnablePeerAccess, "Open another process's memory.");
    def(m, "ipcCloseMemHandle", rt::ipcCloseMemHandle, "devPtr"_a, "Close it.");
}

void bind_streams(nb::module_& m) {
    def(m, "streamCreate", rt::streamCreate, "A new stream on the current device.");
    def(m, "streamCreateWithFlags", rt::streamCreateWithFlags, "flags"_a,
        "A new stream, streamDefault or streamNonBlocking.");
    def(m, "streamCreateWithPriority", rt::streamCreateWithPriority, "flags"_a, "priority"_a,
        "A new stream; a lower priority goes first.");
    def(m, "streamDestroy", rt::streamDestroy, "stream"_a, "Destroy a stream.");
    def(m, "streamSynchronize", rt::streamSynchronize, "stream"_a, "Wait for a stream.");
    def(m, "streamQuery", rt::streamQuery, "stream"_a, "0 where all is done, else 600 (cudaErrorNotReady).");
    def(m, "streamGetFlags", rt::streamGetFlags, "stream"_a, "The flags that a stream was made with.");
    def(m, "streamGetPriority", rt::streamGetPriority, "stream"_a, "A stream's priority.");
    def(m, "streamWaitEvent", rt::streamWaitEvent, "stream"_a, "event"_a, "flags"_a = 0,
        "Make what comes next on a stream wait for an event.");
    m.def(
        "launchHostFunc",
        [](Address stream, nb::callable callback, Typed<"Any"> arg) {
            auto function = host_function(nb::cpp_function([callback, arg] { callback(arg); }));
            const runtime::GilRelease released;
            rt::launchHostFunc(pointer(stream), std::move(function));
        },
        "stream"_a, "callback"_a, "arg"_a.none(),
        "Call callback(arg) when a stream has come to it; it must not use the device.");
    m.def(
        "streamAddCallback",
        [](Address stream, nb::callable callback, Typed<"Any"> arg, unsigned flags) {
            auto function = host_function(nb::cpp_function([stream, callback, arg] { callback(stream, 0, arg); }));
            const runtime::GilRelease released;
            rt::streamAddCallback(pointer(stream), [function = std::move(function)](void*, int) { function(); }, flags);
        },
        "stream"_a, "callback"_a, "arg"_a.none(), "flags"_a = 0,
        "Call callback(stream, status, arg) when a stream has come to it.");

    def(m, "eventCreate", rt::eventCreate, "A new event.");
    def(m, "eventCreateWithFlags", rt::eventCreateWithFlags, "flags"_a,
        "A new event with flags such as eventDisableTiming.");
    def(m, "eventDestroy", rt::eventDestroy, "event"_a, "Destroy an event.");
    def(m, "eventRecord", rt::eventRecord, "event"_a, "stream"_a, "Mark the end of what a stream was given so far.");
    def(m, "eventSynchronize", rt::eventSynchronize, "event"_a, "Wait for everything before the mark.");
    def(m, "eventQuery", rt::eventQuery, "event"_a,
        "0 where everything before the mark is done, else 600 (cudaErrorNotReady).");
    def(m, "eventElapsedTime", rt::eventElapsedTime, "start"_a, "end"_a, "Milliseconds from one event to another.");
    m.def(
        "ipcGetEventHandle",
        [](Address event) {
            std::string handle = rt::ipcGetEventHandle(pointer(event));
            return nb::bytes(handle.data(), handle.size());
        },
        "event"_a, "Bytes by which another process can open an event.");
    m.def(
        "ipcOpenEventHandle", [](nb::bytes handle) { return address(rt::ipcOpenEventHandle(to_bytes(handle))); },
        "handle"_a, "Open another process's event.");

    def(m, "streamBeginCapture", rt::streamBeginCapture, "stream"_a, "mode"_a = rt::streamCaptureModeRelaxed,
        "Begin to capture a stream. Stream.begin_capture keeps the memory that the graph uses, this does not.");
    def(m, "streamEndCapture", rt::streamEndCapture, "stream"_a, "End a capture; the graph's handle.");
    def(m, "streamIsCapturing", rt::streamIsCapturing, "stream"_a, "Whether a stream is captured.");
    def(m, "graphInstantiate", rt::graphInstantiate, "graph"_a, "Make a graph ready to launch.");
    def(m, "graphLaunch", rt::graphLaunch, "graphExec"_a, "stream"_a, "Give a graph to a stream.");
    def(m, "graphUpload", rt::graphUpload, "graphExec"_a, "stream"_a, "Do ahead what the first launch would need.");
    def(m, "graphDestroy", rt::graphDestroy, "graph"_a, "Destroy a graph.");
    def(m, "graphExecDestroy", rt::graphExecDestroy, "graphExec"_a, "Destroy what graphInstantiate made.");
    m.def(
        "graphDebugDotPrint",
        [](Address graph, const std::string& path, unsigned flags) {
            rt::graphDebugDotPrint(pointer(graph), path, flags);
        },
        "graph"_a, "path"_a, "flags"_a, "Write a graph to a file in the DOT language.");
}

void bind_arrays(nb::module_& m) {
    def(m, "mallocArray", rt::mallocArray, "descPtr"_a, "width"_a, "height"_a, "flags"_a = 0, "An array for textures.");
    def(m, "malloc3DArray", rt::malloc3DArray, "descPtr"_a, "width"_a, "height"_a, "depth"_a, "flags"_a = 0,
        "An array for textures of up to three dimensions.");
    def(m, "freeArray", rt::freeArray, "ptr"_a, "Destroy it.");
    def(m, "memcpy2DToArray", rt::memcpy2DToArray, "dst"_a, "wOffset"_a, "hOffset"_a, "src"_a, "spitch"_a, "width"_a,
        "height"_a, "kind"_a, "Copy rows to an array for textures.");
    def(m, "memcpy2DToArrayAsync", rt::memcpy2DToArrayAsync, "dst"_a, "wOffset"_a, "hOffset"_a, "src"_a, "spitch"_a,
        "width"_a, "height"_a, "kind"_a, "stream"_a, "Copy rows to an array for textures on a stream.");
    def(m, "memcpy2DFromArray", rt::memcpy2DFromArray, "dst"_a, "dpitch"_a, "src"_a, "wOffset"_a, "hOffset"_a,
        "width"_a, "height"_a, "kind"_a, "Copy rows from an array for textures.");
    def(m, "memcpy2DFromArrayAsync", rt::memcpy2DFromArrayAsync, "dst"_a, "dpitch"_a, "src"_a, "wOffset"_a, "hOffset"_a,
        "width"_a, "height"_a, "kind"_a, "stream"_a, "Copy rows from an array for textures on a stream.");
    def(m, "memcpy3D", rt::memcpy3D, "Memcpy3DParmsPtr"_a, "Copy a box, as the cudaMemcpy3DParms at an address say.");
    def(m, "memcpy3DAsync", rt::memcpy3DAsync, "Memcpy3DParmsPtr"_a, "stream"_a, "Copy a box on a stream.");
    def(m, "createTextureObject", rt::createTextureObject, "ResDescPtr"_a, "TexDescPtr"_a,
        "A texture, as the descriptions at two addresses say.");
    def(m, "destroyTextureObject", rt::destroyTextureObject, "texObject"_a, "Destroy a texture.");
    def(m, "createSurfaceObject", rt::createSurfaceObject, "ResDescPtr"_a,
        "A surface, as the description at an address says.");
    def(m, "destroySurfaceObject", rt::destroySurfaceObject, "surfObject"_a, "Destroy a surface.");
}

}  // namespace

void bind_cuda_runtime(nb::module_& m) {
    bind_constants(m);
    bind_devices(m);
    bind_memory_functions(m);
    bind_memory_pools(m);
    bind_interprocess_memory(m);
    bind_streams(m);
    bind_arrays(m);
}

}  // namespace cuprum::python
