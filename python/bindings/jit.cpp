// `cuprum._core._jit`: the builder of kernels that python/cuprumx/jit drives, and how arguments choose a kernel.
#include <nanobind/stl/pair.h>

#include "cuprum/gil_release.h"
#include "instances.h"
#include "jit_args.h"
#include "launch.h"
#include "memory.h"

namespace cuprum::python {
namespace {

using namespace nb::literals;
using jit::Builder;
using jit::Type;
using jit::Value;

constexpr const char* kinds[] = {"none", "scalar", "array", "pointer", "iterator", "tuple", "object"};

void bind_types(nb::module_& m) {
    m.def("algorithms", [] {
        nb::list all;
        for (const jit::Algorithm& one : jit::algorithms())
            all.append(nb::make_tuple(one.name, one.parameters, one.result, one.function, one.summary));
        return all;
    });
    nb::class_<Type>(m, "Type", "The type of a value in a kernel.")
        .def_static(
            "scalar", [](DTypeArg dtype) { return Type::scalar(dtype); }, "dtype"_a)
        .def_static(
            "array",
            [](DTypeArg dtype, int ndim, bool contiguous, bool small) {
                return Type::array(dtype, ndim, contiguous, small);
            },
            "dtype"_a, "ndim"_a, "contiguous"_a = true, "small"_a = true)
        .def_static(
            "object", [](std::string name, std::string description) { return Type::object(name, description); },
            "name"_a, "description"_a)
        .def_static(
            "iterator", [](DTypeArg dtype, std::string name) { return Type::iterator(dtype, name); }, "dtype"_a,
            "name"_a = "")
        .def_static(
            "tuple", [](std::vector<Type> elements) { return Type::tuple(elements); }, "elements"_a)
        .def_static("none", [] { return Type(); })
        .def_prop_ro("kind", [](const Type& t) { return kinds[static_cast<int>(t.kind)]; })
        .def_prop_ro("dtype", [](const Type& t) { return t.dtype; })
        .def_prop_ro("ndim", [](const Type& t) { return t.dimensions(); })
        .def_prop_ro("elements", [](const Type& t) { return t.elements; })
        .def_prop_ro("text", &Type::text)
        .def(
            "__eq__", [](const Type& a, nb::handle b) { return nb::isinstance<Type>(b) && a == nb::cast<Type>(b); },
            nb::arg().none())
        .def("__hash__", [](const Type& t) { return std::hash<std::string>()(t.description()); })
        .def("__str__", &Type::description)
        .def("__repr__", [](const Type& t) { return "<" + t.description() + ">"; });
    nb::class_<Value>(m, "Value", "An expression in a kernel, with its type.")
        .def_prop_ro("type", [](const Value& v) { return v.type; })
        .def_prop_ro("text", [](const Value& v) { return v.text; })
        .def_prop_ro("assignable", [](const Value& v) { return v.assignable; })
        .def("__repr__", [](const Value& v) { return "<" + v.type.description() + ": " + v.text + ">"; })
        .def("__bool__",
             [](const Value&) -> bool { throw TypeError("the value is not known before the kernel runs"); });
}

/// A call's arguments: arrays of cuprum or of others, and numbers.
class Arguments {
public:
    explicit Arguments(nb::handle sequence)
        : held_(held_items(sequence.ptr(), "the arguments of a kernel are given as a tuple")) {
        const Py_ssize_t count = PySequence_Fast_GET_SIZE(held_.ptr());
        operands_.reserve(static_cast<std::size_t>(count));
        for (Py_ssize_t i = 0; i < count; ++i)
            operands_.push_back(operand(PySequence_Fast_GET_ITEM(held_.ptr(), i), i));
    }
    std::span<const Operand> get() const { return operands_; }

private:
    Operand operand(PyObject* object, Py_ssize_t index) {
        if (is_ndarray(object)) return Operand(unwrap(object));
        if (auto scalar = to_scalar(object)) return Operand(*scalar);
        if (PyObject_HasAttrString(object, "__cuda_array_interface__") ||
            PyObject_HasAttrString(object, "__cupy_get_ndarray__")) {
            others_.push_back(std::make_unique<ndarray>(make_array(object, {}, false)));
            return Operand(*others_.back());
        }
        refuse_argument(object, "argument " + std::to_string(index) + " is of type " + Py_TYPE(object)->tp_name +
                                    "; a jitted kernel takes arrays of cuprum and numbers");
    }

    nb::object held_;
    std::vector<Operand> operands_;
    std::vector<std::unique_ptr<ndarray>> others_;
};

PyObject* call_kernel(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        const jit::Kernel& kernel = instance_of<jit::Kernel>(self);
        const LaunchArguments launch(args, kwargs);
        const Arguments arguments(launch.args);
        {
            const runtime::GilRelease unlocked;
            kernel.launch(launch.grid, launch.block, arguments.get(), launch.shared_mem, launch.stream);
        }
        Py_RETURN_NONE;
    });
}

PyType_Slot kernel_slots[] = {{Py_tp_call, reinterpret_cast<void*>(call_kernel)}, {0, nullptr}};

void bind_kernel(nb::module_& m) {
    nb::class_<jit::Kernel>(m, "Kernel", nb::type_slots(kernel_slots),
                            "A kernel that is made anew for each combination of its arguments' types.")
        .def(
            "__init__",
            [](jit::Kernel* self, nb::object make, const std::string& mode) {
                new (self) jit::Kernel(
                    [make](Builder& builder, std::span<const Type> types) {
                        nb::gil_scoped_acquire locked;
                        make(nb::cast(&builder, nb::rv_policy::reference),
                             std::vector<Type>(types.begin(), types.end()));
                    },
                    to_jit_mode(mode));
            },
            "make"_a, "mode"_a)
        .def_prop_ro("_codes", &jit::Kernel::cached_codes);
}

}  // namespace

void bind_jit(nb::module_& m) {
    nb::module_ jit = m.def_submodule("_jit", "What cuprumx.jit is made of.");
    bind_types(jit);
    bind_kernel(jit);
}

}  // namespace cuprum::python
