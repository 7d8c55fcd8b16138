// `cuprum.cuda`'s memory: pointers, pools, allocators and hooks.
#include "memory.h"

#include <nanobind/stl/shared_ptr.h>

#include <mutex>
#include <unordered_map>

#include "array.h"
#include "cuprum/cuda.h"
#include "numpy/copy.h"

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
        : Block(reinterpret_cast<void*>(place.address()), static_cast<std::size_t>(place.bytes_left()), place.block->device(),
                place.block->stream()),
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
        throw ValueError("an array of shape " + to_string(shape) + " and strides " + to_string(strides) + " needs the bytes from " +
                         std::to_string(first) + " to " + std::to_string(end) + " at this place; there are those from " +
                         std::to_string(-place.offset) + " to " + std::to_string(place.bytes_left()));
    return ndarray(place.block, place.offset, dtype, shape, strides);
}

BlockRef unowned_block(std::uintptr_t pointer, std::size_t bytes, int device, nb::object owner) {
    return BlockRef(new UnownedBlock(pointer, bytes, device, std::move(owner)));
}

namespace {

BlockRef block_at(const MemoryPointer& place) {
    return place.offset ? BlockRef(new PartOfBlock(place)) : place.block;
}

// Python callables are kept and called under the interpreter's lock.
std::shared_ptr<nb::object> keep(nb::object object) {
    return {new nb::object(std::move(object)), [](nb::object* kept) {
                if (!nb::is_alive()) return;
                nb::gil_scoped_acquire held;
                delete kept;
            }};
}

MemoryPointer call_malloc(const nb::object& function, std::size_t bytes) {
    nb::object result = function(bytes);
    if (!nb::isinstance<MemoryPointer>(result))
        throw TypeError("an allocator must return a MemoryPointer, not " + nb::cast<std::string>(nb::repr(result.type())));
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

bool is_malloc_of_pool(nb::handle function) {
    return nb::hasattr(function, "__self__") && nb::isinstance<cuda::MemoryPool>(function.attr("__self__")) &&
           nb::cast<std::string>(function.attr("__name__")) == "malloc";
}

// The allocator that a Python object stands for; None is one without a pool.
std::shared_ptr<cuda::Allocator> to_allocator(nb::object function) {
    if (function.is_none()) return std::make_shared<cuda::DirectAllocator>();
    if (!PyCallable_Check(function.ptr())) throw TypeError("an allocator is a function from a size in bytes to a MemoryPointer, or None");
    // A pool's own malloc needs no way through Python.
    if (is_malloc_of_pool(function)) return nb::cast<std::shared_ptr<cuda::MemoryPool>>(function.attr("__self__"));
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
        throw ValueError(std::to_string(size) + " bytes are asked for, and there are " + std::to_string(place.bytes_left()) +
                         " from this pointer to the end of its memory");
    return ndarray(place.block, place.offset, DType::uint8, Shape{size}, Strides{1});
}

// A host address: an int, or a pointer of ctypes.
std::uintptr_t host_address(nb::handle object) {
    nb::object value = nb::hasattr(object, "value") ? nb::object(object.attr("value")) : nb::borrow(object);
    return nb::cast<std::uintptr_t>(value);
}

// Runs on the stream that is given, or on the current one.
template <class F>
void on_stream(nb::handle stream, F&& body) {
    std::optional<cuda::StreamGuard> guard;
    if (!stream.is_none()) guard.emplace(nb::cast<const cuda::Stream&>(stream));
    nb::gil_scoped_release released;
    body();
}

void copy_from_device(const MemoryPointer& self, const MemoryPointer& source, std::int64_t size, nb::handle stream) {
    on_stream(stream, [&] { copy_to(bytes_at(source, size), bytes_at(self, size)); });
}
void copy_from_host(const MemoryPointer& self, nb::handle memory, std::int64_t size, nb::handle stream) {
    auto* source = reinterpret_cast<const void*>(host_address(memory));
    on_stream(stream, [&] { bytes_at(self, size).set(source); });
}
void copy_to_host(const MemoryPointer& self, nb::handle memory, std::int64_t size, nb::handle stream) {
    auto* target = reinterpret_cast<void*>(host_address(memory));
    on_stream(stream, [&] { bytes_at(self, size).get(target); });
}
void copy_from(const MemoryPointer& self, nb::handle memory, std::int64_t size, nb::handle stream) {
    if (nb::isinstance<MemoryPointer>(memory)) copy_from_device(self, nb::cast<const MemoryPointer&>(memory), size, stream);
    else copy_from_host(self, memory, size, stream);
}
void fill_bytes(const MemoryPointer& self, int value, std::int64_t size, nb::handle stream) {
    on_stream(stream, [&] { bytes_at(self, size).fill(value & 0xff); });
}

struct PinnedMemoryPointer {
    BlockRef block;
    std::int64_t offset = 0;
    char* address() const { return static_cast<char*>(block.pointer()) + offset; }
    std::size_t size() const { return block ? block->bytes() - static_cast<std::size_t>(offset) : 0; }
};

int pinned_buffer(PyObject* self, Py_buffer* view, int flags) {
    const auto& memory = *nb::inst_ptr<PinnedMemoryPointer>(nb::handle(self));
    return PyBuffer_FillInfo(view, self, memory.address(), static_cast<Py_ssize_t>(memory.size()), 0, flags);
}
PyType_Slot pinned_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(pinned_buffer)}, {0, nullptr}};

template <class T>
void bind_place(nb::class_<T>& type) {
    type.def_prop_ro("ptr", [](const T& m) { return m.address(); }, "The address.")
        .def_prop_ro("device_id", [](const T& m) { return Memory{m.block}.device(); }, "The number of the device that holds it.")
        .def_prop_ro("device", [](const T& m) { return cuda::Device(Memory{m.block}.device()); }, "The device that holds it.")
        .def("__int__", [](const T& m) { return m.address(); });
}

void bind_pointers(nb::module_& m) {
    nb::class_<Memory> memory(m, "Memory", "Memory of the current device, taken from it without a pool: Memory(size).");
    memory.def("__init__", [](Memory* self, std::size_t size) { new (self) Memory{cuda::DirectAllocator().allocate(size, cuda::current_stream_handle())}; },
               "size"_a);
    memory.def_prop_ro("size", &Memory::bytes, "Bytes.");
    bind_place(memory);

    struct Unowned : Memory {};
    nb::class_<Unowned, Memory>(m, "UnownedMemory", "Memory that `owner` owns, which is kept alive.")
        .def("__init__", [](Unowned* self, std::uintptr_t ptr, std::size_t size, nb::object owner, int device_id) {
            int device = device_id < 0 ? cuda::Device().id() : cuda::Device(device_id).id();
            new (self) Unowned{{unowned_block(ptr, size, device, std::move(owner))}};
        }, "ptr"_a, "size"_a, "owner"_a, "device_id"_a = -1);

    const auto none = nb::none();
    nb::class_<MemoryPointer> pointer(m, "MemoryPointer", "A place in a piece of memory, which it keeps alive.");
    pointer.def("__init__", [](MemoryPointer* self, const Memory& mem, std::int64_t offset) { new (self) MemoryPointer{mem.block, offset}; },
                "mem"_a, "offset"_a);
    bind_place(pointer);
    pointer.def_prop_ro("mem", [](const MemoryPointer& p) { return Memory{p.block}; }, "The whole piece of memory.")
        .def("__add__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset + n}; })
        .def("__radd__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset + n}; })
        .def("__sub__", [](const MemoryPointer& p, std::int64_t n) { return MemoryPointer{p.block, p.offset - n}; })
        .def("copy_from_device", [](const MemoryPointer& p, const MemoryPointer& src, std::int64_t n) { copy_from_device(p, src, n, nb::none()); },
             "src"_a, "size"_a, "Copy bytes from memory of a device.")
        .def("copy_from_device_async", copy_from_device, "src"_a, "size"_a, "stream"_a = none)
        .def("copy_from_host", [](const MemoryPointer& p, nb::handle mem, std::int64_t n) { copy_from_host(p, mem, n, nb::none()); },
             "mem"_a, "size"_a, "Copy bytes from an address of the host.")
        .def("copy_from_host_async", copy_from_host, "mem"_a, "size"_a, "stream"_a = none)
        .def("copy_from", [](const MemoryPointer& p, nb::handle mem, std::int64_t n) { copy_from(p, mem, n, nb::none()); }, "mem"_a, "size"_a,
             "Copy bytes from a MemoryPointer or an address of the host.")
        .def("copy_from_async", copy_from, "mem"_a, "size"_a, "stream"_a = none)
        .def("copy_to_host", [](const MemoryPointer& p, nb::handle mem, std::int64_t n) { copy_to_host(p, mem, n, nb::none()); },
             "mem"_a, "size"_a, "Copy bytes to an address of the host, and wait until they are there.")
        .def("copy_to_host_async", copy_to_host, "mem"_a, "size"_a, "stream"_a = none)
        .def("memset", [](const MemoryPointer& p, int value, std::int64_t n) { fill_bytes(p, value, n, nb::none()); }, "value"_a, "size"_a,
             "Set bytes to a value.")
        .def("memset_async", fill_bytes, "value"_a, "size"_a, "stream"_a = none);
}

void bind_pools(nb::module_& m) {
    const nb::call_guard<nb::gil_scoped_release> released;
    nb::class_<cuda::MemoryPool> pool(m, "MemoryPool", "Keeps freed memory of the devices for the next request. Statistics and limits are those of the "
                                                       "current device.");
    pool.def("__init__", [](cuda::MemoryPool* self, nb::object allocator) {
        new (self) cuda::MemoryPool(allocator.is_none() ? cuda::MemorySource{} : python_source(std::move(allocator)));
    }, "allocator"_a = nb::none());
    pool.def("malloc", [](cuda::MemoryPool& p, std::size_t size) { return allocate_with(p, size); }, "size"_a, released, "Memory from the pool.");
    pool.def("used_bytes", &cuda::MemoryPool::used_bytes, released, "Bytes that are lent.");
    pool.def("free_bytes", &cuda::MemoryPool::free_bytes, released, "Bytes that are kept for the next request.");
    pool.def("total_bytes", &cuda::MemoryPool::total_bytes, released, "Bytes that the pool holds.");
    pool.def("n_free_blocks", &cuda::MemoryPool::n_free_blocks, released, "Blocks that are kept for the next request.");
    pool.def("free_all_blocks", [](cuda::MemoryPool& p, nb::handle stream) {
        std::optional<cuda::StreamHandle> handle;
        if (!stream.is_none()) handle = nb::cast<const cuda::Stream&>(stream).handle();
        nb::gil_scoped_release unlocked;
        handle ? p.free_all_blocks(*handle) : p.free_all_blocks();
    }, "stream"_a = nb::none(), "Give what is kept back to the device: of one stream, or of all.");
    pool.def("free_all_free", [](cuda::MemoryPool& p) { p.free_all_blocks(); }, released, "The same as free_all_blocks.");
    pool.def("set_limit", &cuda::MemoryPool::set_limit, "size"_a = nb::none(), "fraction"_a = nb::none(), released,
             "Limit what the pool may hold, in bytes or as a fraction of the device's memory; 0 lifts the limit.");
    pool.def("get_limit", &cuda::MemoryPool::get_limit, released, "The limit in bytes; 0 where there is none.");

    nb::class_<PinnedMemoryPointer>(m, "PinnedMemoryPointer", nb::type_slots(pinned_slots),
                                    "Page-locked memory of the host, a buffer that NumPy can read and write.")
        .def_prop_ro("ptr", [](const PinnedMemoryPointer& p) { return reinterpret_cast<std::uintptr_t>(p.address()); })
        .def_prop_ro("mem", [](const PinnedMemoryPointer& p) { return PinnedMemoryPointer{p.block}; }, "The whole piece of memory.")
        .def("size", &PinnedMemoryPointer::size, "Bytes from here to the end.")
        .def("__int__", [](const PinnedMemoryPointer& p) { return reinterpret_cast<std::uintptr_t>(p.address()); })
        .def("__add__", [](const PinnedMemoryPointer& p, std::int64_t n) { return PinnedMemoryPointer{p.block, p.offset + n}; });
    nb::class_<cuda::PinnedMemoryPool>(m, "PinnedMemoryPool", "Keeps page-locked memory of the host, which devices copy from and to at full speed.")
        .def(nb::init<>())
        .def("malloc", [](cuda::PinnedMemoryPool& p, std::size_t size) { return PinnedMemoryPointer{p.allocate(size)}; }, "size"_a, released,
             "Memory from the pool.")
        .def("n_free_blocks", &cuda::PinnedMemoryPool::n_free_blocks, released)
        .def("free_all_blocks", &cuda::PinnedMemoryPool::free_all_blocks, released);
    m.def("alloc_pinned_memory", [](std::size_t size) { return PinnedMemoryPointer{cuda::default_pinned_memory_pool().allocate(size)}; }, "size"_a,
          released, "Page-locked memory of the host, from the default pool.");
}

void bind_allocators(nb::module_& m) {
    m.def("alloc", [](std::size_t size) { return MemoryPointer{cuda::allocate(size)}; }, "size"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Memory of the current device, from the current allocator.");
    m.def("set_allocator", [](nb::object allocator) { cuda::set_allocator(to_allocator(std::move(allocator))); }, "allocator"_a = nb::none(),
          "Make all threads allocate with a function from a size to a MemoryPointer, such as a pool's malloc; None uses no pool.");
    m.def("_malloc", [](std::size_t size) { return allocate_with(*std::make_unique<cuda::DirectAllocator>(), size); }, "size"_a);
    m.def("get_allocator", [m]() -> nb::object {
        cuda::Allocator& current = cuda::get_allocator();
        if (auto* pool = dynamic_cast<cuda::MemoryPool*>(&current)) return nb::cast(pool, nb::rv_policy::reference).attr("malloc");
        if (auto* python = dynamic_cast<PythonAllocator*>(&current)) return python->function();
        return m.attr("_malloc");
    }, "The function that the calling thread allocates with.");
    nb::class_<UsingAllocator>(m, "using_allocator", "A context in which the calling thread allocates with another allocator.")
        .def("__init__", [](UsingAllocator* self, nb::object allocator) { new (self) UsingAllocator{std::move(allocator), {}}; },
             "allocator"_a = nb::none())
        .def("__enter__", [](UsingAllocator& self) { self.guard.emplace(to_allocator(self.function)); })
        .def("__exit__", [](UsingAllocator& self, nb::args) { self.guard.reset(); });
    nb::class_<PythonHook>(m, "_Hook").def(nb::init<nb::object>()).def("remove", &PythonHook::remove);
}

}  // namespace

void bind_memory(nb::module_& m, nb::module_& cuda_module) {
    bind_pointers(cuda_module);
    bind_pools(cuda_module);
    bind_allocators(cuda_module);
    m.def("get_default_memory_pool", [] { return &cuda::default_memory_pool(); }, nb::rv_policy::reference, "The pool that arrays live in.");
    m.def("get_default_pinned_memory_pool", [] { return &cuda::default_pinned_memory_pool(); }, nb::rv_policy::reference,
          "The pool of page-locked host memory.");
    cuda::set_collector([] {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        nb::module_::import_("gc").attr("collect")();
    });
}

}  // namespace cuprum::python
