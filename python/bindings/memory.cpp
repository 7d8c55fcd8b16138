// `cuprum.cuda`'s memory: its kinds, and pointers to it.
#include "memory.h"

#include "array.h"
#include "cuprum/async_memory.h"
#include "cuprum/cuda.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/gil_release.h"
#include "cuprum/manipulation.h"
#include "cuprum/system_memory.h"
#include "cuprum/transfer.h"

namespace cuprum::python {
namespace {

using cuda::BlockRef;

// Memory that somebody else owns; the Python object that answers for it is let go with the last reference.
class UnownedBlock final : public cuda::Block {
public:
    UnownedBlock(std::uintptr_t pointer, std::size_t bytes, int device, nb::object owner)
        : Block(reinterpret_cast<void*>(pointer), bytes, device, nullptr), owner_(std::move(owner)) {
        share_address();
    }

private:
    void reclaim() noexcept override {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        delete this;
    }
    nb::object owner_;
};

}  // namespace

ndarray array_at(const MemoryPointer& place, DType dtype, const Shape& shape, const Strides& strides) {
    std::int64_t first = 0, end = itemsize(dtype);
    const bool nothing = element_count(shape) == 0;
    bool beyond = false;  // any memory
    for (int i = 0; i < shape.size() && !nothing; ++i) {
        std::int64_t reach, &limit = strides[i] < 0 ? first : end;
        beyond |= __builtin_mul_overflow(shape[i] - 1, strides[i], &reach);
        beyond |= __builtin_add_overflow(limit, beyond ? 0 : reach, &limit);
    }
    beyond |= place.offset < 0 || first < -place.offset;
    if (!nothing && (beyond || end > place.bytes_left()))
        throw ValueError("an array of shape " + to_string(shape) + " and strides " + to_string(strides) + " at byte " +
                         std::to_string(place.offset) + " would leave the memory, which has " +
                         std::to_string(Memory{place.block}.bytes()) + " bytes");
    return ndarray(place.block, place.offset, dtype, shape, strides);
}

BlockRef unowned_block(std::uintptr_t pointer, std::size_t bytes, int device, nb::object owner) {
    return BlockRef(new UnownedBlock(pointer, bytes, device, std::move(owner)));
}

namespace {

// The bytes from a pointer on, as an array: its copies know streams and devices.
ndarray bytes_at(const MemoryPointer& place, std::int64_t size) {
    if (size < 0 || size > place.bytes_left())
        throw ValueError(std::to_string(size) + " bytes are asked for, and there are " +
                         std::to_string(place.bytes_left()) + " from this pointer to the end of its memory");
    return ndarray(place.block, place.offset, DType::uint8, Shape{size}, Strides{1});
}

// A host address: an int, or a pointer of ctypes.
std::uintptr_t host_address(nb::handle object) {
    nb::object value = nb::hasattr(object, "value") ? nb::object(object.attr("value")) : nb::borrow(object);
    return nb::cast<std::uintptr_t>(value);
}

// How signatures tell an address of the host, and what may be copied from; pointers of ctypes count as addresses.
using HostAddress = Typed<"int | Any">;
using Source = Typed<"MemoryPointer | int | Any">;

// Runs on the stream that is given, or on the current one.
template <class F>
void on_stream(nb::handle stream, F&& body) {
    std::optional<cuda::StreamGuard> guard;
    if (!stream.is_none()) guard.emplace(nb::cast<const cuda::Stream&>(stream));
    const runtime::GilRelease released;
    body();
}

void copy_from_device(const MemoryPointer& self, const MemoryPointer& source, std::int64_t size, OnStream stream) {
    on_stream(stream, [&] { copyto(bytes_at(self, size), bytes_at(source, size)); });
}
void copy_from_host(const MemoryPointer& self, HostAddress memory, std::int64_t size, OnStream stream) {
    auto* source = reinterpret_cast<const void*>(host_address(memory));
    on_stream(stream, [&] { bytes_at(self, size).set(source); });
}
void copy_from_host_async(const MemoryPointer& self, HostAddress memory, std::int64_t size, OnStream stream) {
    auto* source = reinterpret_cast<const void*>(host_address(memory));
    on_stream(stream, [&] { upload(bytes_at(self, size), source); });
}
void copy_to_host(const MemoryPointer& self, HostAddress memory, std::int64_t size, OnStream stream) {
    auto* target = reinterpret_cast<void*>(host_address(memory));
    on_stream(stream, [&] { bytes_at(self, size).get(target); });
}
void copy_to_host_async(const MemoryPointer& self, HostAddress memory, std::int64_t size, OnStream stream) {
    auto* target = reinterpret_cast<void*>(host_address(memory));
    on_stream(stream, [&] { download(bytes_at(self, size), target, 'C', false); });
}
void copy_from(const MemoryPointer& self, Source memory, std::int64_t size, OnStream stream) {
    if (nb::isinstance<MemoryPointer>(memory))
        copy_from_device(self, nb::cast<const MemoryPointer&>(memory), size, stream);
    else copy_from_host(self, memory, size, stream);
}
void copy_from_async(const MemoryPointer& self, Source memory, std::int64_t size, OnStream stream) {
    if (nb::isinstance<MemoryPointer>(memory))
        copy_from_device(self, nb::cast<const MemoryPointer&>(memory), size, stream);
    else copy_from_host_async(self, memory, size, stream);
}
void fill_bytes(const MemoryPointer& self, int value, std::int64_t size, OnStream stream) {
    on_stream(stream, [&] { bytes_at(self, size).fill(value & 0xff); });
}

template <class T>
void bind_place(nb::class_<T>& type) {
    type.def_prop_ro(
            "ptr", [](const T& m) { return m.address(); }, "The address.")
        .def_prop_ro(
            "device_id", [](const T& m) { return Memory{m.block}.device(); }, "The number of the device that holds it.")
        .def_prop_ro(
            "device", [](const T& m) { return cuda::Device(Memory{m.block}.device()); }, "The device that holds it.")
        .def("__int__", [](const T& m) { return m.address(); });
}

// Kinds of memory that Python programs make themselves. All are a block.
struct DirectMemory : Memory {};
struct ManagedMemory : Memory {};
struct SystemMemory : Memory {};
struct AsyncMemory : Memory {};

cuda::StreamHandle handle_of(nb::handle stream) {
    return stream.is_none() ? cuda::current_stream_handle() : nb::cast<const cuda::Stream&>(stream).handle();
}

// Memory that the host and devices reach at one address.
template <class T>
void bind_shared_memory(nb::class_<T, Memory> type, BlockRef (*allocate)(std::size_t)) {
    type.def(
            "__init__", [allocate](T* self, std::size_t size) { new (self) T{{allocate(size)}}; }, "size"_a)
        .def(
            "prefetch",
            [](const T& self, Typed<"cuprum.cuda.Stream"> stream, int device) {
                cuda::prefetch(self.block, handle_of(stream), device == -2 ? std::nullopt : std::optional(device));
            },
            "stream"_a.none(), nb::kw_only(), "device_id"_a = -2,
            "Move it to a device, its own by default, or to the host (-1), on a stream.")
        .def(
            "advise", [](const T& self, int advise, cuda::Device dev) { cuda::advise(self.block, advise, dev.id()); },
            "advise"_a, "dev"_a, "Say how it will be used, by a number cudaMemAdvise...");
}

void bind_kinds_of_memory(nb::module_& m) {
    nb::class_<Memory> base(m, "BaseMemory", "A piece of memory of a device.");
    base.def_prop_ro("size", &Memory::bytes, "Bytes.");
    base.def(
        "free", [](Memory& self) { self.block = {}; },
        "Let go of it: it goes back to where it came from as soon as no pointer and no array holds it.");
    bind_place(base);
    nb::class_<DirectMemory, Memory> memory(
        m, "Memory", "Memory of the current device, taken from it without a pool: Memory(size).");
    memory.def(
        "__init__",
        [](DirectMemory* self, std::size_t size) {
            new (self) DirectMemory{{cuda::DirectAllocator().allocate(size, cuda::current_stream_handle())}};
        },
        "size"_a);
    bind_shared_memory(
        nb::class_<ManagedMemory, Memory>(
            m, "ManagedMemory", "Memory that the host and all devices reach at one address: ManagedMemory(size)."),
        cuda::malloc_managed);
    bind_shared_memory(nb::class_<SystemMemory, Memory>(
                           m, "SystemMemory",
                           "Memory that the host allocated for itself, where devices reach such: SystemMemory(size)."),
                       cuda::malloc_system);
    nb::class_<AsyncMemory, Memory>(
        m, "MemoryAsync",
        "Memory of the driver's pool, taken and given back in the order of a stream: MemoryAsync(size, stream).")
        .def(
            "__init__",
            [](AsyncMemory* self, std::size_t size, Typed<"cuprum.cuda.Stream"> stream) {
                new (self) AsyncMemory{{cuda::malloc_async(size, handle_of(stream))}};
            },
            "size"_a, "stream"_a.none())
        .def(
            "stream_ref",
            [](const AsyncMemory& self) -> std::optional<cuda::Stream> {
                const auto stream = cuda::stream_of(self.block);
                if (!stream) return std::nullopt;
                return cuda::Stream::external(*stream, self.device());
            },
            "The stream on which the memory was allocated; None after it was destroyed. The memory does not keep it "
            "alive.");

    struct Unowned : Memory {};
    nb::class_<Unowned, Memory>(m, "UnownedMemory", "Memory that `owner` owns, which is kept alive.")
        .def(
            "__init__",
            [](Unowned* self, std::uintptr_t ptr, std::size_t size, Typed<"Any"> owner, int device_id) {
                const int device = device_id < 0 ? cuda::Device().id() : device_id;
                (void)cuda::Device(device).properties();  // there must be one of that number
                new (self) Unowned{{unowned_block(ptr, size, device, std::move(owner))}};
            },
            "ptr"_a, "size"_a, "owner"_a.none(), "device_id"_a = -1);
}

void bind_pointers(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<MemoryPointer> pointer(m, "MemoryPointer", "A place in a piece of memory, which it keeps alive.");
    pointer.def(
        "__init__",
        [](MemoryPointer* self, const Memory& mem, std::int64_t offset) {
            new (self) MemoryPointer{mem.block, offset};
        },
        "mem"_a, "offset"_a);
    bind_place(pointer);
    pointer
        .def_prop_ro(
            "mem",
            [](const MemoryPointer& p) {
                const bool managed = p.block && cuda::runtime::pointerGetMemoryType(p.block.pointer()) ==
                                                    cuda::runtime::memoryTypeManaged;
                if (cuda::is_async(p.block)) return nb::cast(AsyncMemory{{p.block}});
                return managed ? nb::cast(ManagedMemory{{p.block}}) : nb::cast(Memory{p.block});
            },
            "The whole piece of memory.")
        .def("__add__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset + n}; })
        .def("__radd__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset + n}; })
        .def("__sub__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset - n}; })
        .def(
            "copy_from_device",
            [](const MemoryPointer& p, const MemoryPointer& src, std::int64_t n) {
                copy_from_device(p, src, n, nb::none());
            },
            "src"_a, "size"_a, "Copy bytes from memory of a device.")
        .def("copy_from_device_async", copy_from_device, "src"_a, "size"_a, "stream"_a = none)
        .def(
            "copy_from_host",
            [](const MemoryPointer& p, HostAddress mem, std::int64_t n) { copy_from_host(p, mem, n, nb::none()); },
            "mem"_a, "size"_a, "Copy bytes from an address of the host.")
        .def("copy_from_host_async", copy_from_host_async, "mem"_a, "size"_a, "stream"_a = none)
        .def(
            "copy_from", [](const MemoryPointer& p, Source mem, std::int64_t n) { copy_from(p, mem, n, nb::none()); },
            "mem"_a, "size"_a, "Copy bytes from a MemoryPointer or an address of the host.")
        .def("copy_from_async", copy_from_async, "mem"_a, "size"_a, "stream"_a = none)
        .def(
            "copy_to_host",
            [](const MemoryPointer& p, HostAddress mem, std::int64_t n) { copy_to_host(p, mem, n, nb::none()); },
            "mem"_a, "size"_a, "Copy bytes to an address of the host, and wait until they are there.")
        .def("copy_to_host_async", copy_to_host_async, "mem"_a, "size"_a, "stream"_a = none)
        .def(
            "memset", [](const MemoryPointer& p, int value, std::int64_t n) { fill_bytes(p, value, n, nb::none()); },
            "value"_a, "size"_a, "Set bytes to a value.")
        .def("memset_async", fill_bytes, "value"_a, "size"_a, "stream"_a = none);
}

}  // namespace

void bind_memory(nb::module_& m) {
    bind_kinds_of_memory(m);
    bind_pointers(m);
}

}  // namespace cuprum::python
