// `cuprum._core._jit`: the builder of kernels that python/cuprumx/jit drives, and how arguments choose a kernel.
#include "cuprum/jit.h"

#include <nanobind/stl/pair.h>

#include "cuprum/gil_release.h"
#include "instances.h"
#include "launch.h"
#include "memory.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

using namespace nb::literals;
using jit::Builder;
using jit::Type;
using jit::Value;

/// A value of a kernel from what the translator holds: a value, a number, or a tuple of such.
Value to_value(const Builder& builder, PyObject* object) {
    const nb::handle handle(object);
    if (nb::isinstance<Value>(handle)) return nb::cast<Value>(handle);
    if (PyTuple_Check(object)) {
        std::vector<Value> elements;
        for (Py_ssize_t i = 0; i < PyTuple_Size(object); ++i)
            elements.push_back(to_value(builder, PyTuple_GetItem(object, i)));
        return builder.tuple(elements);
    }
    if (is_ndarray(object))
        throw TypeError(
            "an array from outside of the kernel cannot be used in it: hand it to the kernel as an argument");
    if (auto scalar = to_scalar(object)) return builder.literal(*scalar);
    throw TypeError("a kernel cannot compute with " + nb::cast<std::string>(nb::repr(handle)) + ", which is of type " +
                    nb::cast<std::string>(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object))).attr("__name__")));
}

std::vector<Value> to_values(const Builder& builder, nb::sequence objects) {
    std::vector<Value> values;
    for (nb::handle object : objects) values.push_back(to_value(builder, object.ptr()));
    return values;
}

std::vector<jit::Parameter> to_parameters(nb::sequence pairs) {
    std::vector<jit::Parameter> parameters;
    for (nb::handle pair : pairs) parameters.push_back({nb::cast<std::string>(pair[0]), nb::cast<Type>(pair[1])});
    return parameters;
}

const Ufunc& to_ufunc(nb::handle object) { return *nb::inst_ptr<PyUfunc>(object)->ufunc; }

jit::Mode to_mode(const std::string& mode) {
    if (mode == "cuda") return jit::Mode::cuda;
    if (mode == "numpy") return jit::Mode::numpy;
    throw ValueError("mode must be 'cuda' or 'numpy', not '" + mode + "'");
}

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

void bind_functions(nb::class_<Builder>& builder) {
    builder
        .def(
            "__init__", [](Builder* self, const std::string& mode) { new (self) Builder(to_mode(mode)); },
            "mode"_a = "cuda")
        .def_prop_ro("text", &Builder::text)
        .def_prop_ro("mode", [](const Builder& b) { return b.mode() == jit::Mode::cuda ? "cuda" : "numpy"; })
        .def_prop_ro("kernel_name", &Builder::kernel_name)
        .def_prop_ro("is_cooperative", &Builder::is_cooperative)
        .def("include", &Builder::include, "header"_a)
        .def("require_cooperative_launch", &Builder::require_cooperative_launch)
        .def("begin_kernel", [](Builder& b, const std::string& name,
                                nb::sequence parameters) { return b.begin_kernel(name, to_parameters(parameters)); })
        .def("begin_function",
             [](Builder& b, const std::string& name, nb::sequence parameters) {
                 return b.begin_function(name, to_parameters(parameters));
             })
        .def("end_function", &Builder::end_function)
        .def("call_function", [](Builder& b, const std::string& name, const Type& result, nb::sequence arguments) {
            return b.call_function(name, result, to_values(b, arguments));
        });
}

void bind_statements(nb::class_<Builder>& builder) {
    builder
        .def("assign",
             [](Builder& b, const std::string& name, ObjectArg value) { b.assign(name, to_value(b, value.object)); })
        .def("declare", &Builder::declare)
        .def("variable", &Builder::variable)
        .def("temporary", [](Builder& b, ObjectArg value) { return b.temporary(to_value(b, value.object)); })
        .def("scratch", &Builder::scratch)
        .def("store",
             [](Builder& b, const Value& place, ObjectArg value) { b.store(place, to_value(b, value.object)); })
        .def("update", [](Builder& b, nb::handle ufunc, const Value& place,
                          ObjectArg value) { b.update(to_ufunc(ufunc), place, to_value(b, value.object)); })
        .def("evaluate", &Builder::evaluate)
        .def("begin_if", [](Builder& b, ObjectArg condition) { b.begin_if(to_value(b, condition.object)); })
        .def("begin_else", &Builder::begin_else)
        .def("begin_while", [](Builder& b, ObjectArg condition) { b.begin_while(to_value(b, condition.object)); })
        .def(
            "begin_range",
            [](Builder& b, const std::string& name, ObjectArg start, ObjectArg stop, ObjectArg step,
               std::optional<int> unroll) {
                b.begin_range(name, to_value(b, start.object), to_value(b, stop.object), to_value(b, step.object),
                              unroll);
            },
            nb::arg("name"), nb::arg("start"), nb::arg("stop"), nb::arg("step"), nb::arg("unroll").none() = nb::none())
        .def("end_block", &Builder::end_block)
        .def("break_loop", &Builder::break_loop)
        .def("continue_loop", &Builder::continue_loop)
        .def("give_back",
             [](Builder& b, ObjectArg value) {
                 b.give_back(value.is_none() ? std::nullopt : std::optional(to_value(b, value.object)));
             })
        .def("check", [](Builder& b, ObjectArg condition) { b.check(to_value(b, condition.object)); });
}

void bind_values(nb::class_<Builder>& builder) {
    builder.def("value", [](Builder& b, ObjectArg value) { return to_value(b, value.object); })
        .def(
            "call",
            [](Builder& b, nb::handle ufunc, nb::sequence arguments, OptionalDTypeArg dtype) {
                return b.call(to_ufunc(ufunc), to_values(b, arguments), dtype);
            },
            "ufunc"_a, "arguments"_a, "dtype"_a = nb::none())
        .def("cast",
             [](Builder& b, ObjectArg value, DTypeArg dtype) { return b.cast(to_value(b, value.object), dtype); })
        .def("converted", [](Builder& b, ObjectArg value, const Type& type,
                             const std::string& what) { return b.converted(to_value(b, value.object), type, what); })
        .def("truth", [](Builder& b, ObjectArg value) { return b.truth(to_value(b, value.object)); })
        .def("logical_not", [](Builder& b, ObjectArg value) { return b.logical_not(to_value(b, value.object)); })
        .def("logical_and", [](Builder& b, ObjectArg x,
                               ObjectArg y) { return b.logical_and(to_value(b, x.object), to_value(b, y.object)); })
        .def("logical_or", [](Builder& b, ObjectArg x,
                              ObjectArg y) { return b.logical_or(to_value(b, x.object), to_value(b, y.object)); })
        .def("select",
             [](Builder& b, ObjectArg condition, ObjectArg x, ObjectArg y) {
                 return b.select(to_value(b, condition.object), to_value(b, x.object), to_value(b, y.object));
             })
        .def("real", [](Builder& b, ObjectArg value) { return b.real(to_value(b, value.object)); })
        .def("imag", [](Builder& b, ObjectArg value) { return b.imag(to_value(b, value.object)); })
        .def("element", [](Builder& b, const Value& tuple, std::int64_t index) { return b.element(tuple, index); })
        .def("index",
             [](Builder& b, const Value& array, nb::sequence indices) { return b.index(array, to_values(b, indices)); })
        .def("length", &Builder::length)
        .def("stride", &Builder::stride)
        .def("size", &Builder::size)
        .def("begin", &Builder::begin)
        .def("end", &Builder::end)
        .def("thread_variable",
             [](Builder& b, const std::string& name, int axis) { return b.thread_variable(name, axis); })
        .def("thread_in_grid", &Builder::thread_in_grid)
        .def("threads_in_grid", &Builder::threads_in_grid)
        .def("lane", &Builder::lane)
        .def(
            "shared_memory",
            [](Builder& b, const Type& element, std::optional<std::vector<std::int64_t>> shape,
               std::optional<int> alignment) { return b.shared_memory(element, shape, alignment); },
            nb::arg("element"), nb::arg("shape").none(), nb::arg("alignment").none())
        .def("atomic",
             [](Builder& b, int operation, const Value& place, ObjectArg value, ObjectArg other) {
                 return b.atomic(static_cast<jit::Atomic>(operation), place, to_value(b, value.object),
                                 other.is_none() ? std::nullopt : std::optional(to_value(b, other.object)));
             })
        .def("shuffle",
             [](Builder& b, int kind, ObjectArg mask, ObjectArg value, ObjectArg lane, ObjectArg width) {
                 return b.shuffle(static_cast<jit::Shuffle>(kind), to_value(b, mask.object), to_value(b, value.object),
                                  to_value(b, lane.object), to_value(b, width.object));
             })
        .def("expression",
             [](Builder& b, const Type& type, const std::string& text) { return b.expression(type, text); });
}

void bind_builder(nb::module_& m) {
    nb::class_<Builder> builder(m, "Builder", "Makes the text of a kernel, statement by statement.");
    bind_functions(builder);
    bind_statements(builder);
    bind_values(builder);
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
        throw TypeError("argument " + std::to_string(index) + " is of type " + Py_TYPE(object)->tp_name +
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
                    to_mode(mode));
            },
            "make"_a, "mode"_a)
        .def_prop_ro("_codes", &jit::Kernel::cached_codes);
}

}  // namespace

void bind_jit(nb::module_& m) {
    nb::module_ jit = m.def_submodule("_jit", "What cuprumx.jit is made of.");
    bind_types(jit);
    bind_builder(jit);
    bind_kernel(jit);
}

}  // namespace cuprum::python
