// Page-locked memory of the host as `cuprum.cuda` has it, its pool and its allocators.
#include "allocators.h"
#include "array.h"
#include "callables.h"
#include "cuda_args.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"

namespace cuprum::python {
namespace {

using cuda::BlockRef;

struct PinnedMemory {
    BlockRef block;
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

constexpr const char* no_allocator =
    "an allocator of page-locked memory is a function from a size in bytes to a PinnedMemoryPointer, or None";

}  // namespace

cuda::PinnedSource PinnedSourceArg::get() const {
    if (is_none()) return {};
    if (!PyCallable_Check(object)) throw TypeError(no_allocator);
    auto lent = std::make_shared<LentBlocks>();
    return {[function = keep(nb::borrow(object)), lent](std::size_t bytes) {
                nb::gil_scoped_acquire held;
                return lent->keep(call_pinned_malloc(*function, bytes).block);
            },
            [lent](void* pointer) { lent->let_go(pointer); }};
}

namespace {

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
    if (!PyCallable_Check(function.ptr())) throw TypeError(no_allocator);
    if (auto pool = pool_of_malloc<cuda::PinnedMemoryPool>(function)) return pool;
    return std::make_shared<PythonPinnedAllocator>(std::move(function));
}

int pinned_buffer(PyObject* self, Py_buffer* view, int flags) {
    if (!nb::inst_ready(nb::handle(self))) {
        PyErr_SetString(PyExc_BufferError,
                        "a PinnedMemoryPointer that was made without calling __init__ has no memory");
        return -1;
    }
    const auto& memory = *nb::inst_ptr<PinnedMemoryPointer>(nb::handle(self));
    return PyBuffer_FillInfo(view, self, memory.address(), static_cast<Py_ssize_t>(memory.size()), 0, flags);
}
PyType_Slot pinned_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(pinned_buffer)}, {0, nullptr}};

void bind_pinned_places(nb::module_& m) {
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

void bind_pinned_functions(nb::module_& m) {
    const nb::call_guard<runtime::GilRelease> released;
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

}  // namespace

void bind_pinned_memory(nb::module_& m, nb::module_& cuda_module) {
    bind_pinned_places(cuda_module);
    bind_pinned_functions(cuda_module);
    m.def(
        "get_default_pinned_memory_pool", [] { return &cuda::default_pinned_memory_pool(); }, nb::rv_policy::reference,
        "The pool of page-locked host memory.");
}

}  // namespace cuprum::python
