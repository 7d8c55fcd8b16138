// `cuprum.cuda.runtime`: its constants and structs, and functions that call functions of Python's.
#include "array.h"
#include "callables.h"
#include "cuda_runtime_args.h"
#include "released.h"

namespace cuprum::python {
namespace {

namespace rt = cuda::runtime;

void bind_constants(nb::module_& m) {
#define CUPRUM_CUDA_CONSTANT(name, value) m.attr(#name) = value;
#include "cuprum/cuda_constants.def"
#undef CUPRUM_CUDA_CONSTANT
#define CUPRUM_DEVICE_ATTRIBUTE(name, number) m.attr("cudaDevAttr" #name) = number;
#include "cuprum/device_attributes.def"
#undef CUPRUM_DEVICE_ATTRIBUTE
    m.attr("is_hip") = false;
}

void bind_structs(nb::module_& m) {
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
    nb::class_<rt::MemPoolProps>(m, "MemPoolProps", "How a pool of the driver is made.")
        .def(
            "__init__",
            [](rt::MemPoolProps* self, int allocation, int handle, int location, int device) {
                new (self) rt::MemPoolProps{allocation, handle, location, device};
            },
            "allocType"_a, "handleType"_a, "locationType"_a, "devId"_a);
}

void bind_callbacks(nb::module_& m) {
    m.def(
        "launchHostFunc",
        [](Address stream, nb::callable callback, Typed<"Any"> arg) {
            auto function = host_function(nb::cpp_function([callback, arg] { callback(arg); }));
            released([&] { rt::launchHostFunc(pointer(stream), std::move(function)); });
        },
        "stream"_a, "callback"_a, "arg"_a.none(), doc("cuda::runtime::launchHostFunc"));
    m.def(
        "streamAddCallback",
        [](Address stream, nb::callable callback, Typed<"Any"> arg, unsigned flags) {
            auto function = host_function(nb::cpp_function([stream, callback, arg] { callback(stream, 0, arg); }));
            const auto call = [function = std::move(function)](void*, int) { function(); };
            released([&] { rt::streamAddCallback(pointer(stream), call, flags); });
        },
        "stream"_a, "callback"_a, "arg"_a.none(), "flags"_a = 0, doc("cuda::runtime::streamAddCallback"));
}

}  // namespace

void bind_cuda_runtime(nb::module_& m) {
    bind_constants(m);
    bind_structs(m);
    bind_callbacks(m);
    m.def(
        "deviceCanAccessPeer", [](int device, int peer) { return int(rt::deviceCanAccessPeer(device, peer)); },
        "device"_a, "peerDevice"_a, doc("cuda::runtime::deviceCanAccessPeer"));
}

}  // namespace cuprum::python
