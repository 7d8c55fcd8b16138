// `cuprum.cuda`'s memory pools, allocators and hooks.
#include "allocators.h"
#include "array.h"
#include "callables.h"
#include "cuda_args.h"
#include "cuprum/cuda.h"
#include "cuprum/cuda_runtime.h"
#include "cuprum/gil_release.h"
#include "cuprum/system_memory.h"

namespace cuprum::python {
namespace {

using cuda::BlockRef;

// A part of another block, from an offset on.
class PartOfBlock final : public cuda::Block {
public:
    explicit PartOfBlock(const MemoryPointer& place)
        : Block(reinterpret_cast<void*>(place.address()), static_cast<std::size_t>(place.bytes_left()),
                place.block->device(), place.block->stream()),
          whole_(place.block) {
        share_address();
    }

private:
    void reclaim() noexcept override { delete this; }
    BlockRef whole_;
};

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

}  // namespace

cuda::MemorySource MemorySourceArg::get() const {
    if (is_none()) return {};
    const nb::object function = nb::borrow(object);
    auto lent = std::make_shared<LentBlocks>();
    return {[function = keep(function), lent](int, std::size_t bytes) {
                nb::gil_scoped_acquire held;
                return lent->keep(block_at(call_malloc(*function, bytes)));
            },
            [lent](int, void* pointer) { lent->let_go(pointer); }};
}

namespace {

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

}  // namespace

std::vector<void*> AsyncPoolsArg::get() const {
    const nb::handle handles(object);
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

namespace {

// An allocator of functions; a class of its own so that Python sees CuPy's two.
struct PythonFunctionAllocator final : cuda::DirectAllocator {
    using DirectAllocator::DirectAllocator;
};
struct CFunctionAllocator final : cuda::DirectAllocator {
    using DirectAllocator::DirectAllocator;
};

void bind_allocator_classes(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
    nb::class_<cuda::DirectAllocator>(m, "_DirectAllocator")
        .def(
            "malloc",
            [](cuda::DirectAllocator& allocator, std::size_t size) { return MemoryPointer{allocator.malloc(size)}; },
            "size"_a, released, doc("cuda::Allocator::malloc"));
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
        "Memory of the current device, from the current allocator.\n\n"
        "Example\n"
        "    >>> cp.cuda.alloc(1024).mem.size >= 1024\n"
        "    True\n");
    m.def(
        "set_allocator",
        [](Typed<"Callable[[int], Any]"> allocator) { cuda::set_allocator(to_allocator(std::move(allocator))); },
        "allocator"_a = nb::none(),
        "Make all threads allocate with a function from a size to a MemoryPointer, such as a pool's malloc; None uses "
        "no pool.");
    m.def("_malloc", [](std::size_t size) { return MemoryPointer{cuda::DirectAllocator().malloc(size)}; }, "size"_a);
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
                               "A context in which the calling thread allocates with another allocator.\n\n"
                               "Example\n"
                               "    >>> pool = cp.cuda.MemoryPool()\n"
                               "    >>> pool.set_limit(size=1 << 20)\n"
                               "    >>> with cp.cuda.using_allocator(pool.malloc):\n"
                               "    ...     cp.zeros(1000).sum()\n"
                               "    array(0.)\n")
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

void bind_memory_pools(nb::module_& m, nb::module_& cuda_module) {
    cuda_module.attr("MemoryAsyncPool").attr("memoryAsyncHasStat") = true;
    bind_allocator_classes(cuda_module);
    bind_allocation(cuda_module);
    m.def(
        "get_default_memory_pool", [] { return &cuda::default_memory_pool(); }, nb::rv_policy::reference,
        "The pool that arrays live in.");
    cuda::set_collector([] {
        if (!nb::is_alive()) return;
        nb::gil_scoped_acquire held;
        nb::module_::import_("gc").attr("collect")();
    });
}

}  // namespace cuprum::python
