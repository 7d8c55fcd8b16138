// `cuprum.cuda`'s memory: pointers, pools, allocators and hooks.
#include "memory.h"

#include <nanobind/stl/shared_ptr.h>

#include <mutex>
#include <unordered_map>

#include "array.h"
#include "callables.h"
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
        : Block(reinterpret_cast<void*>(pointer), bytes, device, nullptr), owner_(std::move(owner)) {}

private:
    void reclaim() noexcept override {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        delete this;
    }
    nb::object owner_;
};

// A part of another block, from an offset on.
class PartOfBlock final : public cuda::Block {
public:
    explicit PartOfBlock(const MemoryPointer& place)
        : Block(reinterpret_cast<void*>(place.address()), static_cast<std::size_t>(place.bytes_left()),
                place.block->device(), place.block->stream()),
          whole_(place.block) {}

private:
    void reclaim() noexcept override { delete this; }
    BlockRef whole_;
};

}  // namespace

ndarray array_at(const MemoryPointer& place, DType dtype, const Shape& shape, const Strides& strides) {
    std::int64_t first = 0, end = itemsize(dtype), elements = 1;
    for (int i = 0; i < shape.size(); ++i) {
        elements *= shape[i];
        (strides[i] < 0 ? first : end) += (shape[i] - 1) * strides[i];
    }
    if (elements && (place.offset + first < 0 || end > place.bytes_left()))
        throw ValueError("an array of shape " + to_string(shape) + " and strides " + to_string(strides) +
                         " needs the bytes from " + std::to_string(first) + " to " + std::to_string(end) +
                         " at this place; there are those from " + std::to_string(-place.offset) + " to " +
                         std::to_string(place.bytes_left()));
    return ndarray(place.block, place.offset, dtype, shape, strides);
}

BlockRef unowned_block(std::uintptr_t pointer, std::size_t bytes, int device, nb::object owner) {
    return BlockRef(new UnownedBlock(pointer, bytes, device, std::move(owner)));
}

namespace {

BlockRef block_at(const MemoryPointer& place) { return place.offset ? BlockRef(new PartOfBlock(place)) : place.block; }

MemoryPointer call_malloc(const nb::object& function, std::size_t bytes) {
    nb::object result = function(bytes);
    if (!nb::isinstance<MemoryPointer>(result))
        throw TypeError("an allocator must return a MemoryPointer, not " +
                        nb::cast<std::string>(nb::repr(result.type())));
    return nb::cast<MemoryPointer>(result);
}

// An allocator that is a Python function.
class PythonAllocator final : public cuda::Allocator {
public:
    explicit PythonAllocator(nb::object function) : function_(keep(std::move(function))) {}
    BlockRef allocate(std::size_t bytes, cuda::StreamHandle) override {
        if (bytes == 0) return {};
        nb::gil_scoped_acquire held;
        return block_at(call_malloc(*function_, bytes));
    }
    const nb::object& function() const { return *function_; }

private:
    std::shared_ptr<nb::object> function_;
};

// Functions malloc(size, device) and free(address, device), as other libraries have them.
cuda::MemorySource python_functions(nb::object malloc, nb::object free) {
    if (!PyCallable_Check(malloc.ptr()) || !PyCallable_Check(free.ptr()))
        throw TypeError(
            "PythonFunctionAllocator takes two functions, malloc(size, device_id) and free(address, device_id)");
    return {[malloc = keep(std::move(malloc))](int device, std::size_t bytes) {
                nb::gil_scoped_acquire held;
                nb::object address = (*malloc)(bytes, device);
                return reinterpret_cast<void*>(nb::cast<std::uintptr_t>(address));
            },
            [free = keep(std::move(free))](int device, void* pointer) {
                if (!nb::is_alive()) return;
                nb::gil_scoped_acquire held;
                try {
                    (*free)(reinterpret_cast<std::uintptr_t>(pointer), device);
                } catch (nb::python_error& error) {
                    error.discard_as_unraisable(*free);
                }
            }};
}

// Where a pool takes its memory from if that is a Python function.
cuda::MemorySource python_source(nb::object function) {
    struct Lent {
        std::mutex lock;
        std::unordered_map<void*, BlockRef> blocks;
    };
    auto lent = std::make_shared<Lent>();
    return {[function = keep(std::move(function)), lent](int, std::size_t bytes) {
                nb::gil_scoped_acquire held;
                BlockRef block = block_at(call_malloc(*function, bytes));
                void* pointer = block.pointer();
                std::lock_guard guard(lent->lock);
                lent->blocks.insert_or_assign(pointer, std::move(block));
                return pointer;
            },
            [lent](int, void* pointer) {
                BlockRef gone;
                std::lock_guard guard(lent->lock);
                if (auto found = lent->blocks.find(pointer); found != lent->blocks.end()) {
                    gone = std::move(found->second);
                    lent->blocks.erase(found);
                }
            }};
}

// The object whose method `malloc` a function is, where it is of a class.
template <class Pool>
std::shared_ptr<Pool> pool_of_malloc(nb::handle function) {
    if (!nb::hasattr(function, "__self__") || !nb::hasattr(function, "__name__")) return nullptr;
    nb::object self = function.attr("__self__");
    if (!nb::isinstance<Pool>(self) || nb::cast<std::string>(nb::str(function.attr("__name__"))) != "malloc")
        return nullptr;
    return nb::cast<std::shared_ptr<Pool>>(self);
}

// The allocator that a Python object stands for; None is one without a pool.
std::shared_ptr<cuda::Allocator> to_allocator(nb::object function) {
    if (function.is_none()) return std::make_shared<cuda::DirectAllocator>();
    if (!PyCallable_Check(function.ptr()))
        throw TypeError("an allocator is a function from a size in bytes to a MemoryPointer, or None");
    // A pool's own malloc needs no way through Python.
    if (auto pool = pool_of_malloc<cuda::MemoryPool>(function)) return pool;
    if (auto pool = pool_of_malloc<cuda::MemoryAsyncPool>(function)) return pool;
    if (auto direct = pool_of_malloc<cuda::DirectAllocator>(function)) return direct;
    return std::make_shared<PythonAllocator>(std::move(function));
}

MemoryPointer allocate_with(cuda::Allocator& allocator, std::size_t bytes) {
    return {allocator.allocate(bytes, cuda::current_stream_handle()), 0};
}

// `with using_allocator(...)`: an object may be entered once.
struct UsingAllocator {
    nb::object function;
    std::optional<cuda::AllocatorGuard> guard;
};

// Hands a thread's memory events to a Python object's methods, in CuPy's keywords.
class PythonHook final : public cuda::MemoryHook {
public:
    explicit PythonHook(nb::object hook) : hook_(std::move(hook)) { cuda::add_memory_hook(*this); }
    void remove() { cuda::remove_memory_hook(*this); }

    void alloc_preprocess(const cuda::MemoryEvent& e) override { tell("alloc_preprocess", e, false, false); }
    void alloc_postprocess(const cuda::MemoryEvent& e) override { tell("alloc_postprocess", e, false, true); }
    void malloc_preprocess(const cuda::MemoryEvent& e) override { tell("malloc_preprocess", e, true, false); }
    void malloc_postprocess(const cuda::MemoryEvent& e) override { tell("malloc_postprocess", e, true, true, true); }
    void free_preprocess(const cuda::MemoryEvent& e) override { tell("free_preprocess", e, false, true, true); }
    void free_postprocess(const cuda::MemoryEvent& e) override { tell("free_postprocess", e, false, true, true); }

private:
    void tell(const char* method, const cuda::MemoryEvent& event, bool size, bool pointer, bool block = false) {
        nb::gil_scoped_acquire held;
        nb::dict keywords;
        keywords["device_id"] = event.device;
        if (size) keywords["size"] = event.size;
        keywords["mem_size"] = event.mem_size;
        if (pointer) keywords["mem_ptr"] = reinterpret_cast<std::uintptr_t>(event.pointer);
        if (block) keywords["pmem_id"] = reinterpret_cast<std::uintptr_t>(event.block);
        hook_.attr(method)(**keywords);
    }
    nb::object hook_;
};

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

// How signatures tell a stream, an address of the host, and what may be copied from; pointers of ctypes count as
// addresses.
using OnStream = Typed<"cuprum.cuda.Stream">;
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

struct PinnedMemory {
    BlockRef block;
};

struct PinnedMemoryPointer {
    BlockRef block;
    std::int64_t offset = 0;
    char* address() const { return static_cast<char*>(block.pointer()) + offset; }
    std::size_t size() const { return block ? block->bytes() - static_cast<std::size_t>(offset) : 0; }
};

PinnedMemoryPointer call_pinned_malloc(const nb::object& function, std::size_t bytes) {
    nb::object result = function(bytes);
    if (!nb::isinstance<PinnedMemoryPointer>(result))
        throw TypeError("an allocator of page-locked memory must return a PinnedMemoryPointer, not " +
                        nb::cast<std::string>(nb::repr(result.type())));
    auto place = nb::cast<PinnedMemoryPointer>(result);
    if (place.offset)
        throw ValueError("an allocator of page-locked memory must return the beginning of a piece of memory");
    return place;
}

// Where a pool takes page-locked memory from if that is a Python function.
cuda::PinnedSource python_pinned_source(nb::object function) {
    struct Lent {
        std::mutex lock;
        std::unordered_map<void*, BlockRef> blocks;
    };
    auto lent = std::make_shared<Lent>();
    return {[function = keep(std::move(function)), lent](std::size_t bytes) {
                nb::gil_scoped_acquire held;
                BlockRef block = call_pinned_malloc(*function, bytes).block;
                void* pointer = block.pointer();
                std::lock_guard guard(lent->lock);
                lent->blocks.insert_or_assign(pointer, std::move(block));
                return pointer;
            },
            [lent](void* pointer) {
                BlockRef gone;
                std::lock_guard guard(lent->lock);
                if (auto found = lent->blocks.find(pointer); found != lent->blocks.end()) {
                    gone = std::move(found->second);
                    lent->blocks.erase(found);
                }
            }};
}

class PythonPinnedAllocator final : public cuda::PinnedAllocator {
public:
    explicit PythonPinnedAllocator(nb::object function) : function_(keep(std::move(function))) {}
    BlockRef allocate(std::size_t bytes) override {
        if (bytes == 0) return {};
        nb::gil_scoped_acquire held;
        return call_pinned_malloc(*function_, bytes).block;
    }

private:
    std::shared_ptr<nb::object> function_;
};

class LonePinnedAllocator final : public cuda::PinnedAllocator {
public:
    BlockRef allocate(std::size_t bytes) override { return cuda::pinned_memory(bytes); }
};

std::shared_ptr<cuda::PinnedAllocator> to_pinned_allocator(nb::object function) {
    if (function.is_none()) return std::make_shared<LonePinnedAllocator>();
    if (!PyCallable_Check(function.ptr()))
        throw TypeError(
            "an allocator of page-locked memory is a function from a size in bytes to a PinnedMemoryPointer, or None");
    if (auto pool = pool_of_malloc<cuda::PinnedMemoryPool>(function)) return pool;
    return std::make_shared<PythonPinnedAllocator>(std::move(function));
}

// What MemoryAsyncPool takes: 'current', 'default', a pool's handle, or one of these for each device.
std::vector<void*> async_pool_handles(nb::object handles) {
    const int count = cuda::get_device_count();
    const auto one = [](nb::handle given, int device) -> void* {
        if (PyLong_Check(given.ptr())) return reinterpret_cast<void*>(nb::cast<std::uintptr_t>(given));
        std::string text = PyUnicode_Check(given.ptr()) ? nb::cast<std::string>(given) : "";
        if (text == "current") return cuda::runtime::deviceGetMemPool(device);
        if (text == "default") return cuda::runtime::deviceGetDefaultMemPool(device);
        throw ValueError("a pool of the driver is 'current', 'default' or a handle, not " +
                         nb::cast<std::string>(nb::repr(given)));
    };
    std::vector<void*> pools;
    if (PyTuple_Check(handles.ptr()) || PyList_Check(handles.ptr())) {
        for (nb::handle given : handles)
            pools.push_back(one(given, std::min(static_cast<int>(pools.size()), count - 1)));
    } else {
        for (int device = 0; device < count; ++device) pools.push_back(one(handles, device));
    }
    return pools;
}

int pinned_buffer(PyObject* self, Py_buffer* view, int flags) {
    const auto& memory = *nb::inst_ptr<PinnedMemoryPointer>(nb::handle(self));
    return PyBuffer_FillInfo(view, self, memory.address(), static_cast<Py_ssize_t>(memory.size()), 0, flags);
}
PyType_Slot pinned_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(pinned_buffer)}, {0, nullptr}};

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
struct AsyncMemory : Memory {
    nb::object stream;
    AsyncMemory(cuda::BlockRef block, Typed<"cuprum.cuda.Stream"> stream)
        : Memory{std::move(block)}, stream(std::move(stream)) {}
    ~AsyncMemory() { block = {}; }  // goes back while there is the stream
};

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
                new (self) AsyncMemory(cuda::malloc_async(size, handle_of(stream)), stream);
            },
            "size"_a, "stream"_a.none())
        .def_prop_ro("stream_ref", [](const AsyncMemory& self) { return self.stream; }, "The stream.");

    struct Unowned : Memory {};
    nb::class_<Unowned, Memory>(m, "UnownedMemory", "Memory that `owner` owns, which is kept alive.")
        .def(
            "__init__",
            [](Unowned* self, std::uintptr_t ptr, std::size_t size, Typed<"Any"> owner, int device_id) {
                int device = device_id < 0 ? cuda::Device().id() : cuda::Device(device_id).id();
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

void bind_memory_pool(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    nb::class_<cuda::MemoryPool> pool(
        m, "MemoryPool",
        "Keeps freed memory of the devices for the next request. Statistics and limits are those of the "
        "current device.");
    pool.def(
        "__init__",
        [](cuda::MemoryPool* self, Typed<"Callable[[int], Any]"> allocator) {
            new (self)
                cuda::MemoryPool(allocator.is_none() ? cuda::MemorySource{} : python_source(std::move(allocator)));
        },
        "allocator"_a = nb::none());
    pool.def(
        "malloc", [](cuda::MemoryPool& p, std::size_t size) { return allocate_with(p, size); }, "size"_a, released,
        "Memory from the pool.");
    pool.def("used_bytes", &cuda::MemoryPool::used_bytes, released, "Bytes in use.");
    pool.def("free_bytes", &cuda::MemoryPool::free_bytes, released, "Bytes that are kept for the next request.");
    pool.def("total_bytes", &cuda::MemoryPool::total_bytes, released, "Bytes that the pool holds.");
    pool.def("n_free_blocks", &cuda::MemoryPool::n_free_blocks, released, "Blocks that are kept for the next request.");
    pool.def(
        "free_all_blocks",
        [](cuda::MemoryPool& p, OnStream stream) {
            std::optional<cuda::StreamHandle> handle;
            if (!stream.is_none()) handle = nb::cast<const cuda::Stream&>(stream).handle();
            const runtime::GilRelease unlocked;
            handle ? p.free_all_blocks(*handle) : p.free_all_blocks();
        },
        "stream"_a = nb::none(), "Give what is kept back to the device: of one stream, or of all.");
    pool.def(
        "free_all_free", [](cuda::MemoryPool& p) { p.free_all_blocks(); }, released, "The same as free_all_blocks.");
    pool.def("set_limit", &cuda::MemoryPool::set_limit, "size"_a = nb::none(), "fraction"_a = nb::none(), released,
             "Limit what the pool may hold, in bytes or as a fraction of the device's memory; 0 lifts the limit.");
    pool.def("get_limit", &cuda::MemoryPool::get_limit, released, "The limit in bytes; 0 where there is none.");
}

void bind_async_pool(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    nb::class_<cuda::MemoryAsyncPool> async(
        m, "MemoryAsyncPool",
        "Allocates memory of the driver's own pools, in the order of a stream. Statistics are those of "
        "the current device's pool, all of its users together.");
    async.def(
        "__init__",
        [](cuda::MemoryAsyncPool* self, Typed<"int | str | Sequence[int | str]"> pool_handles) {
            if (PyUnicode_Check(pool_handles.ptr()) && nb::cast<std::string>(pool_handles) == "current")
                new (self) cuda::MemoryAsyncPool();
            else new (self) cuda::MemoryAsyncPool(async_pool_handles(pool_handles));
        },
        "pool_handles"_a = "current");
    async.def(
        "malloc", [](cuda::MemoryAsyncPool& p, std::size_t size) { return allocate_with(p, size); }, "size"_a, released,
        "Memory from the pool.");
    async.def("used_bytes", &cuda::MemoryAsyncPool::used_bytes, released, "Bytes in use.");
    async.def("free_bytes", &cuda::MemoryAsyncPool::free_bytes, released, "Bytes that are kept for the next request.");
    async.def("total_bytes", &cuda::MemoryAsyncPool::total_bytes, released, "Bytes that the pool holds.");
    async.def(
        "n_free_blocks",
        [](cuda::MemoryAsyncPool&) -> std::size_t {
            throw NotSupportedError("the driver does not tell how many free blocks its pools have; see free_bytes");
        },
        "Not told by the driver.");
    async.def(
        "free_all_blocks",
        [](cuda::MemoryAsyncPool& p, OnStream stream) {
            std::optional<cuda::StreamHandle> handle;
            if (!stream.is_none()) handle = nb::cast<const cuda::Stream&>(stream).handle();
            const runtime::GilRelease unlocked;
            p.free_all_blocks(handle);
        },
        "stream"_a = nb::none(),
        "Wait for a stream, the current one by default, and give what is kept back to the device.");
    async.def(
        "set_limit", &cuda::MemoryAsyncPool::set_limit, "size"_a = nb::none(), "fraction"_a = nb::none(), released,
        "Limit what is in use on the current device, in bytes or as a fraction of the device's memory; 0 lifts the "
        "limit.");
    async.def("get_limit", &cuda::MemoryAsyncPool::get_limit, released, "The limit in bytes; 0 where there is none.");
    async.attr("memoryAsyncHasStat") = true;
}

void bind_pinned_memory(nb::module_& m) {
    nb::class_<PinnedMemory>(m, "PinnedMemory",
                             "Page-locked memory of the host without a pool: PinnedMemory(size, flags=0).")
        .def(
            "__init__",
            [](PinnedMemory* self, std::size_t size, unsigned flags) {
                new (self) PinnedMemory{cuda::pinned_memory(size, flags)};
            },
            "size"_a, "flags"_a = 0)
        .def_prop_ro(
            "ptr", [](const PinnedMemory& p) { return reinterpret_cast<std::uintptr_t>(p.block.pointer()); },
            "The address.")
        .def_prop_ro("size", [](const PinnedMemory& p) { return p.block ? p.block->bytes() : 0; }, "Bytes.");
    nb::class_<PinnedMemoryPointer>(m, "PinnedMemoryPointer", nb::type_slots(pinned_slots),
                                    "Page-locked memory of the host, a buffer that NumPy can read and write.")
        .def(
            "__init__",
            [](PinnedMemoryPointer* self, const PinnedMemory& mem, std::int64_t offset) {
                const auto bytes = static_cast<std::int64_t>(mem.block ? mem.block->bytes() : 0);
                if (offset < 0 || offset > bytes)
                    throw ValueError("the offset " + std::to_string(offset) + " lies outside of memory of " +
                                     std::to_string(bytes) + " bytes");
                new (self) PinnedMemoryPointer{mem.block, offset};
            },
            "mem"_a, "offset"_a)
        .def_prop_ro("ptr", [](const PinnedMemoryPointer& p) { return reinterpret_cast<std::uintptr_t>(p.address()); })
        .def_prop_ro(
            "mem", [](const PinnedMemoryPointer& p) { return PinnedMemory{p.block}; }, "The whole piece of memory.")
        .def("size", &PinnedMemoryPointer::size, "Bytes from here to the end.")
        .def("__int__", [](const PinnedMemoryPointer& p) { return reinterpret_cast<std::uintptr_t>(p.address()); })
        .def("__add__",
             [](const PinnedMemoryPointer& p, std::int64_t n) { return PinnedMemoryPointer{p.block, p.offset + n}; });
}

void bind_pinned_pool(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    nb::class_<cuda::PinnedMemoryPool>(
        m, "PinnedMemoryPool", "Keeps page-locked memory of the host, which devices copy from and to at full speed.")
        .def(
            "__init__",
            [](cuda::PinnedMemoryPool* self, Typed<"Callable[[int], Any]"> allocator) {
                if (!allocator.is_none() && !PyCallable_Check(allocator.ptr()))
                    throw TypeError(
                        "an allocator of page-locked memory is a function from a size in bytes to a "
                        "PinnedMemoryPointer, or None");
                new (self) cuda::PinnedMemoryPool(allocator.is_none() ? cuda::PinnedSource{}
                                                                      : python_pinned_source(std::move(allocator)));
            },
            "allocator"_a = nb::none())
        .def(
            "malloc", [](cuda::PinnedMemoryPool& p, std::size_t size) { return PinnedMemoryPointer{p.allocate(size)}; },
            "size"_a, released, "Memory from the pool.")
        .def("n_free_blocks", &cuda::PinnedMemoryPool::n_free_blocks, released)
        .def("free_all_blocks", &cuda::PinnedMemoryPool::free_all_blocks, released);
    m.def(
        "alloc_pinned_memory", [](std::size_t size) { return PinnedMemoryPointer{cuda::allocate_pinned(size)}; },
        "size"_a, released, "Page-locked memory of the host, from the current allocator for it.");
    m.def(
        "set_pinned_memory_allocator",
        [](Typed<"Callable[[int], Any]"> allocator) {
            cuda::set_pinned_memory_allocator(to_pinned_allocator(std::move(allocator)));
        },
        "allocator"_a = nb::none(),
        "Make all threads take page-locked memory from a function from a size to a PinnedMemoryPointer, such as a "
        "pool's malloc; "
        "None uses no pool.");
}

// An allocator of functions; a class of its own so that Python sees CuPy's two.
struct PythonFunctionAllocator final : cuda::DirectAllocator {
    using DirectAllocator::DirectAllocator;
};
struct CFunctionAllocator final : cuda::DirectAllocator {
    using DirectAllocator::DirectAllocator;
};

void bind_allocator_classes(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    const auto malloc = [](cuda::DirectAllocator& allocator, std::size_t size) {
        return allocate_with(allocator, size);
    };
    nb::class_<cuda::DirectAllocator>(m, "_DirectAllocator")
        .def("malloc", malloc, "size"_a, released, "Memory of the current device.");
    nb::class_<PythonFunctionAllocator, cuda::DirectAllocator>(
        m, "PythonFunctionAllocator",
        "Allocates with malloc_func(size, device_id), which returns an address, and gives memory back "
        "with free_func(address, device_id).")
        .def(
            "__init__",
            [](PythonFunctionAllocator* self, Typed<"Callable[[int, int], int]"> malloc_func,
               Typed<"Callable[[int, int], Any]"> free_func) {
                new (self) PythonFunctionAllocator(python_functions(std::move(malloc_func), std::move(free_func)));
            },
            "malloc_func"_a.none(), "free_func"_a.none());
    nb::class_<CFunctionAllocator, cuda::DirectAllocator>(
        m, "CFunctionAllocator",
        "Allocates with functions of C, given by their addresses: void* malloc(void* param, size_t size, int "
        "device) and void free(void* param, void* pointer, int device). `owner` is kept alive.")
        .def(
            "__init__",
            [](CFunctionAllocator* self, std::intptr_t param, std::intptr_t malloc_func, std::intptr_t free_func,
               Typed<"Any"> owner) {
                new (self) CFunctionAllocator(cuda::c_source(
                    {reinterpret_cast<void*>(param), reinterpret_cast<void* (*)(void*, std::size_t, int)>(malloc_func),
                     reinterpret_cast<void (*)(void*, void*, int)>(free_func), keep(std::move(owner))}));
            },
            "param"_a, "malloc_func"_a, "free_func"_a, "owner"_a.none());
}

void bind_allocation(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    m.def(
        "malloc_managed", [](std::size_t size) { return MemoryPointer{cuda::malloc_managed(size)}; }, "size"_a,
        released,
        "Memory that the host and all devices reach at one address. A pool of it: MemoryPool(malloc_managed).");
    m.def(
        "malloc_system", [](std::size_t size) { return MemoryPointer{cuda::malloc_system(size)}; }, "size"_a, released,
        "Memory that the host allocated for itself, where devices reach such.");
    m.def(
        "malloc_async",
        [](std::size_t size) { return MemoryPointer{cuda::malloc_async(size, cuda::current_stream_handle())}; },
        "size"_a, released,
        "Memory of the driver's pool, in the order of the current stream. set_allocator(malloc_async) uses no pool of "
        "cuprum's.");
    m.def(
        "alloc", [](std::size_t size) { return MemoryPointer{cuda::allocate(size)}; }, "size"_a, released,
        "Memory of the current device, from the current allocator.");
    m.def(
        "set_allocator",
        [](Typed<"Callable[[int], Any]"> allocator) { cuda::set_allocator(to_allocator(std::move(allocator))); },
        "allocator"_a = nb::none(),
        "Make all threads allocate with a function from a size to a MemoryPointer, such as a pool's malloc; None uses "
        "no pool.");
    m.def(
        "_malloc", [](std::size_t size) { return allocate_with(*std::make_unique<cuda::DirectAllocator>(), size); },
        "size"_a);
    m.def(
        "get_allocator",
        [m]() -> Typed<"Callable[[int], Any]"> {
            cuda::Allocator& current = cuda::get_allocator();
            if (auto* pool = dynamic_cast<cuda::MemoryPool*>(&current))
                return nb::cast(pool, nb::rv_policy::reference).attr("malloc");
            if (auto* pool = dynamic_cast<cuda::MemoryAsyncPool*>(&current))
                return nb::cast(pool, nb::rv_policy::reference).attr("malloc");
            if (auto* python = dynamic_cast<PythonAllocator*>(&current)) return python->function();
            if (auto* functions = dynamic_cast<PythonFunctionAllocator*>(&current))
                return nb::cast(functions, nb::rv_policy::reference).attr("malloc");
            if (auto* functions = dynamic_cast<CFunctionAllocator*>(&current))
                return nb::cast(functions, nb::rv_policy::reference).attr("malloc");
            return m.attr("_malloc");
        },
        "The function that the calling thread allocates with.");
    nb::class_<UsingAllocator>(m, "using_allocator",
                               "A context in which the calling thread allocates with another allocator.")
        .def(
            "__init__",
            [](UsingAllocator* self, Typed<"Callable[[int], Any]"> allocator) {
                new (self) UsingAllocator{std::move(allocator), {}};
            },
            "allocator"_a = nb::none())
        .def("__enter__", [](UsingAllocator& self) { self.guard.emplace(to_allocator(self.function)); })
        .def("__exit__", [](UsingAllocator& self, nb::args) { self.guard.reset(); });
    nb::class_<PythonHook>(m, "_Hook").def(nb::init<nb::object>()).def("remove", &PythonHook::remove);
}

}  // namespace

void bind_memory(nb::module_& m, nb::module_& cuda_module) {
    bind_kinds_of_memory(cuda_module);
    bind_pointers(cuda_module);
    bind_memory_pool(cuda_module);
    bind_async_pool(cuda_module);
    bind_pinned_memory(cuda_module);
    bind_pinned_pool(cuda_module);
    bind_allocator_classes(cuda_module);
    bind_allocation(cuda_module);
    m.def(
        "get_default_memory_pool", [] { return &cuda::default_memory_pool(); }, nb::rv_policy::reference,
        "The pool that arrays live in.");
    m.def(
        "get_default_pinned_memory_pool", [] { return &cuda::default_pinned_memory_pool(); }, nb::rv_policy::reference,
        "The pool of page-locked host memory.");
    cuda::set_collector([] {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        nb::module_::import_("gc").attr("collect")();
    });
}

}  // namespace cuprum::python
