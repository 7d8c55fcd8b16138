// `cuprum.RawKernel` and `cuprum.RawModule`.
#include <cstring>

#include "array.h"
#include "cuprum/gil_release.h"
#include "cuprum/raw_kernel.h"
#include "instances.h"
#include "launch.h"
#include "memory.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;

const nb::object& numpy_type(const char* name) {
    static const nb::object generic(nb::module_::import_("numpy").attr("generic")),
        array(nb::module_::import_("numpy").attr("ndarray"));
    return std::strcmp(name, "generic") == 0 ? generic : array;
}

/// A call's arguments as the kernel will find them. Numbers are kept here, arrays by the tuple that they came in.
class RawArguments {
public:
    explicit RawArguments(PyObject* sequence, const std::string& kernel) : kernel_(kernel) {
        nb::object items = held_items(sequence, "the arguments of a raw kernel are given as a tuple");
        const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
        if (count > at_hand) {
            many_arguments_.reserve(static_cast<std::size_t>(count));
            many_values_.resize(static_cast<std::size_t>(count));
        }
        for (Py_ssize_t i = 0; i < count; ++i) add(PySequence_Fast_GET_ITEM(items.ptr(), i), i, count);
        held_ = std::move(items);
    }

    std::span<const KernelArgument> get() const {
        if (!many_arguments_.empty()) return many_arguments_;
        return {reinterpret_cast<const KernelArgument*>(few_arguments_), count_};
    }

private:
    static constexpr Py_ssize_t at_hand = 24;
    struct Value {
        alignas(16) char bytes[16];
    };
    using Kind = KernelArgument::Kind;

    void add(PyObject* object, Py_ssize_t index, Py_ssize_t count) {
        const KernelArgument argument = convert(
            object, index, count > at_hand ? many_values_[static_cast<std::size_t>(index)] : few_values_[index]);
        if (count > at_hand) many_arguments_.push_back(argument);
        else new (few_arguments_ + count_ * sizeof(KernelArgument)) KernelArgument(argument);
        ++count_;
    }

    KernelArgument convert(PyObject* object, Py_ssize_t index, Value& place) {
        if (is_ndarray(object)) return unwrap(object);
        if (nb::isinstance<ArrayStruct>(nb::handle(object))) return nb::cast<const ArrayStruct&>(nb::handle(object));
        if (object == Py_None) return nullptr;
        if (PyBool_Check(object)) return KernelArgument::python_int(object == Py_True);
        if (PyLong_Check(object)) return integer(object);
        if (PyFloat_Check(object) && !nb::isinstance(nb::handle(object), numpy_type("generic")))
            return KernelArgument::python_float(PyFloat_AsDouble(object));
        if (PyComplex_Check(object) && !nb::isinstance(nb::handle(object), numpy_type("generic"))) {
            const double parts[2] = {PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)};
            std::memcpy(place.bytes, parts, sizeof parts);
            return KernelArgument::bytes(place.bytes, sizeof parts);
        }
        if (nb::isinstance(nb::handle(object), numpy_type("generic")) ||
            nb::isinstance(nb::handle(object), numpy_type("ndarray")))
            return host_bytes(object, place);
        if (const auto scalar = to_scalar(object)) return number(*scalar, place);
        if (PyObject_HasAttrString(object, "__cuda_array_interface__")) {
            shared_.push_back(std::make_unique<ndarray>(make_array(object, {}, false)));
            return *shared_.back();
        }
        if (PyObject_HasAttrString(object, "ptr")) return address(nb::handle(object).attr("ptr"));
        refuse_argument(object,
                        "argument " + std::to_string(index) + " of the kernel '" + kernel_ +
                            "' is of the unsupported type " + Py_TYPE(object)->tp_name +
                            "; a raw kernel takes arrays of cuprum, numbers, structs of NumPy, None and pointers");
    }

    static KernelArgument integer(PyObject* object) {
        int overflow = 0;
        const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (!overflow) return KernelArgument::python_int(value);
        const unsigned long long large = overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
        if (overflow < 0 || PyErr_Occurred()) {
            PyErr_Clear();
            throw OverflowError("Python int too large for the 64 bits of a raw kernel's argument");
        }
        return KernelArgument::bytes_of(large);
    }

    static KernelArgument address(nb::handle ptr) {
        return static_cast<const void*>(reinterpret_cast<const char*>(nb::cast<std::uintptr_t>(ptr)));
    }

    static KernelArgument number(const Scalar& scalar, Value& place) {
        const DType dtype = scalar.dtype();
        const char k = kind(dtype);
        if (k == 'i' || k == 'b' || (k == 'u' && dtype != DType::uint64))
            return KernelArgument::python_int(scalar.to_int());
        scalar.store(dtype, place.bytes);
        return KernelArgument::bytes(place.bytes, static_cast<std::size_t>(itemsize(dtype)));
    }

    /// NumPy's scalars and arrays by value; integers may be narrower or wider than the parameter.
    KernelArgument host_bytes(PyObject* object, Value& place) {
        Py_buffer view;
        if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT | PyBUF_ANY_CONTIGUOUS) != 0) {
            PyErr_Clear();
            if (const auto scalar = to_scalar(object)) return number(*scalar, place);
            throw TypeError("the kernel '" + kernel_ + "' cannot be given a NumPy object of dtype " +
                            nb::cast<std::string>(nb::str(nb::handle(object).attr("dtype"))));
        }
        const auto size = static_cast<std::size_t>(view.len);
        // Floats, structs and arrays are no addresses.
        const bool is_number = view.ndim == 0 && view.format && std::strchr("QLN", view.format[0]);
        const auto kind = is_number ? Kind::value : Kind::content;
        const char type = view.format && view.format[0] && !view.format[1] && view.ndim == 0 ? view.format[0] : 0;
        const bool is_signed = type && std::strchr("bhilq", type),
                   is_unsigned = type && std::strchr("?BHIL", type) && size < 8;
        KernelArgument result(nullptr);
        if (is_signed || is_unsigned) {
            std::int64_t value = 0;
            std::memcpy(&value, view.buf, size);
            if (is_signed) value = value << (64 - 8 * size) >> (64 - 8 * size);
            result = KernelArgument::python_int(value);
        } else if (size <= sizeof place.bytes) {
            std::memcpy(place.bytes, view.buf, size);
            result = KernelArgument::bytes(place.bytes, size, kind);
        } else {
            large_.push_back(std::make_unique<std::string>(static_cast<const char*>(view.buf), size));
            result = KernelArgument::bytes(large_.back()->data(), size, kind);
        }
        PyBuffer_Release(&view);
        return result;
    }

    const std::string& kernel_;
    nb::object held_;
    alignas(KernelArgument) char few_arguments_[at_hand * sizeof(KernelArgument)];
    Value few_values_[at_hand];
    std::size_t count_ = 0;
    std::vector<KernelArgument> many_arguments_;
    std::vector<Value> many_values_;
    std::vector<std::unique_ptr<ndarray>> shared_;
    std::vector<std::unique_ptr<std::string>> large_;
};

PyObject* call_raw_kernel(PyObject* self, PyObject* args, PyObject* kwargs) {
    try {
        const RawKernel& kernel = instance_of<RawKernel>(self);
        const LaunchArguments launch(args, kwargs);
        const RawArguments arguments(launch.args, kernel.name());
        {
            const runtime::GilRelease unlocked;
            kernel.launch(launch.grid, launch.block, arguments.get(), launch.shared_mem, launch.stream);
        }
        Py_RETURN_NONE;
    } catch (...) {
        set_python_error();
        return nullptr;
    }
}

PyType_Slot raw_kernel_slots[] = {{Py_tp_call, reinterpret_cast<void*>(call_raw_kernel)}, {0, nullptr}};

std::vector<std::string> to_texts(nb::handle value, const char* what) {
    if (value.is_none()) return {};
    if (nb::isinstance<nb::str>(value)) throw TypeError(std::string(what) + " is a tuple of strings, not a string");
    std::vector<std::string> texts;
    for (nb::handle item : value) texts.push_back(nb::cast<std::string>(item));
    return texts;
}

nb::tuple from_texts(const std::vector<std::string>& texts) { return nb::tuple(nb::cast(texts)); }

nb::object or_none(const std::string& text) { return text.empty() ? nb::none() : nb::object(nb::cast(text)); }

/// What a pickle holds of an object: how it is made, by which arguments, and what the program set on it.
nb::object reduced(nb::handle self, nb::object make, nb::tuple arguments) {
    nb::object members = nb::getattr(self, "__dict__", nb::none());
    if (members.is_none() || nb::len(members) == 0) return nb::make_tuple(make, arguments);
    return nb::make_tuple(make, arguments, members);
}
nb::object reduced(nb::handle self, nb::dict keywords, nb::tuple arguments) {
    return reduced(self, nb::module_::import_("functools").attr("partial")(self.type(), **keywords), arguments);
}

nb::object reduce_kernel(nb::handle_t<RawKernel> self) {
    const RawKernel& kernel = nb::cast<const RawKernel&>(self);
    if (!kernel.is_alone())
        return reduced(self, nb::module_::import_("operator").attr("methodcaller")("get_function", kernel.name()),
                       nb::make_tuple(kernel.module()));
    nb::dict keywords;
    keywords["enable_cooperative_groups"] = kernel.options().enable_cooperative_groups;
    keywords["translate_cucomplex"] = kernel.options().translate_cucomplex;
    return reduced(
        self, keywords,
        nb::make_tuple(kernel.code(), kernel.name(), from_texts(kernel.options().options), kernel.options().backend));
}

nb::object reduce_module(nb::handle_t<RawModule> self) {
    const RawModule& module = nb::cast<const RawModule&>(self);
    const RawOptions& options = module.options();
    nb::dict keywords;
    keywords["enable_cooperative_groups"] = options.enable_cooperative_groups;
    if (!module.file_path().empty()) {
        keywords["path"] = module.file_path();
    } else {
        keywords["code"] = module.code();
        keywords["options"] = from_texts(options.options);
        keywords["backend"] = options.backend;
        keywords["translate_cucomplex"] = options.translate_cucomplex;
        if (!options.name_expressions.empty()) keywords["name_expressions"] = from_texts(options.name_expressions);
    }
    return reduced(self, keywords, nb::make_tuple());
}

// What kernels and modules have in common.
template <class Raw>
void bind_common(nb::class_<Raw>& type) {
    type.def(
        "compile",
        [](const Raw& raw, Typed<"Any"> log_stream) {
            std::string log;
            {
                const runtime::GilRelease unlocked;
                if (!log_stream.is_none()) log = raw.compile_log();
                raw.compile();
            }
            if (!log_stream.is_none()) log_stream.attr("write")(log);
        },
        "log_stream"_a = nb::none(), doc("compile"));
    type.def_prop_ro(
        "code", [](const Raw& raw) { return or_none(raw.code()); }, "The program; None if it comes from a file.");
    type.def_prop_ro(
        "options", [](const Raw& raw) { return from_texts(raw.options().options); }, "The compiler's options.");
    type.def_prop_ro("backend", [](const Raw& raw) { return raw.options().backend; }, "'nvrtc' or 'nvcc'.");
    type.def_prop_ro(
        "file_path", [](const Raw& raw) { return or_none(raw.file_path()); },
        "The file of machine code; None if there is none.");
    type.def_prop_ro(
        "enable_cooperative_groups", [](const Raw& raw) { return raw.options().enable_cooperative_groups; },
        "Whether blocks may wait for each other.");
    type.attr("__module__") = "cuprum";
}

// What CuPy's programs know as the objects behind a raw kernel and a raw module.
struct KernelHandle {
    nb::object kernel;
};
struct ModuleHandle {
    nb::object module;
};

template <class Raw>
std::uintptr_t handle_of(nb::handle raw) {
    const Raw& compiled = nb::cast<const Raw&>(raw);
    const runtime::GilRelease unlocked;
    return compiled.handle();
}

void bind_handles(nb::module_ m) {
    nb::class_<KernelHandle> function(m, "Function", "A compiled kernel, as `RawKernel.kernel` gives it.");
    function.def_prop_ro(
        "ptr", [](const KernelHandle& self) { return handle_of<RawKernel>(self.kernel); },
        "The driver's CUfunction; on a CPU a number that stands for the kernel.");
    function.def(
        "__call__", [](const KernelHandle& self, nb::args args, nb::kwargs kwargs) { self.kernel(*args, **kwargs); },
        "Runs the kernel: grid, block, args, shared_mem=0, stream=None.");
    nb::class_<ModuleHandle> module(m, "Module", "A loaded module, as `RawModule.module` gives it.");
    module.def_prop_ro(
        "ptr", [](const ModuleHandle& self) { return handle_of<RawModule>(self.module); },
        "The driver's CUmodule; on a CPU a number that stands for the module.");
    module.def(
        "get_function",
        [](const ModuleHandle& self, const std::string& name) {
            return KernelHandle{self.module.attr("get_function")(name)};
        },
        "name"_a, "A kernel of the module.");
    module.def(
        "get_global_var",
        [](const ModuleHandle& self, const std::string& name) {
            return nb::cast<std::uintptr_t>(self.module.attr("get_global")(name).attr("ptr"));
        },
        "name"_a, "The address of a variable of the module.");
    for (nb::handle type : {nb::handle(function), nb::handle(module)}) type.attr("__module__") = "cuprum.cuda";
}

void bind_array_structs(nb::module_& m) {
    nb::class_<ArrayStruct>(m, "_ArrayStruct", "An array as a kernel takes it by value, with its shape and strides.")
        .def("__repr__", [](const ArrayStruct& self) { return "<" + self.description() + ">"; });
    nb::class_<PyArray>& array = array_class();
    array.def(
        "mdspan",
        [](const ndarray& self, DTypeArg index_type, bool allow_unsafe) {
            return mdspan(self, index_type, allow_unsafe);
        },
        nb::kw_only(), "index_type"_a, "allow_unsafe"_a = false, doc("mdspan"));
    array.def_prop_ro("cstruct", [](const ndarray& self) { return cstruct(self); }, doc("cstruct"));
}

void bind_raw_kernel(nb::module_& m) {
    nb::class_<RawKernel> type(m, "RawKernel", nb::type_slots(raw_kernel_slots), nb::dynamic_attr(), doc("RawKernel"));
    type.def(
        "__init__",
        [](RawKernel* self, const std::string& code, const std::string& name, Typed<"Sequence[str]"> options,
           const std::string& backend, BoolArg translate_cucomplex, BoolArg enable_cooperative_groups, BoolArg) {
            RawOptions chosen{to_texts(options, "options"), backend, enable_cooperative_groups, {}};
            chosen.translate_cucomplex = translate_cucomplex;
            new (self) RawKernel(code, name, std::move(chosen));
        },
        "code"_a, "name"_a, "options"_a = nb::tuple(), "backend"_a = "nvrtc", "translate_cucomplex"_a = false,
        nb::kw_only(), "enable_cooperative_groups"_a = false, "jitify"_a = false);
    bind_common(type);
    type.def_prop_ro("name", &RawKernel::name, "The kernel's name.");
    type.def("__reduce__", &reduce_kernel);
    type.def_prop_ro(
        "kernel",
        [](nb::handle_t<RawKernel> self) {
            handle_of<RawKernel>(self);
            return KernelHandle{nb::borrow(self)};
        },
        "The compiled kernel, with the driver's handle as `ptr`.");
    type.def_prop_ro(
        "attributes",
        [](const RawKernel& kernel) {
            nb::dict all;
            for (const auto& [name, value] : kernel.attributes()) all[name.c_str()] = value;
            return all;
        },
        doc("attributes"));
    for (const char* name : {"max_threads_per_block", "shared_size_bytes", "const_size_bytes", "local_size_bytes",
                             "num_regs", "ptx_version", "binary_version", "cache_mode_ca"})
        type.def_prop_ro(
            name, [name](const RawKernel& kernel) { return kernel.attributes().at(name); }, "One of `attributes`.");
    type.def_prop_rw("max_dynamic_shared_size_bytes", &RawKernel::max_dynamic_shared_size_bytes,
                     &RawKernel::set_max_dynamic_shared_size_bytes, doc("max_dynamic_shared_size_bytes"));
    type.def_prop_rw("preferred_shared_memory_carveout", &RawKernel::preferred_shared_memory_carveout,
                     &RawKernel::set_preferred_shared_memory_carveout, doc("preferred_shared_memory_carveout"));
}

void bind_raw_module(nb::module_& m) {
    nb::class_<RawModule> type(m, "RawModule", nb::dynamic_attr(), doc("RawModule"));
    type.def(
        "__init__",
        [](RawModule* self, Typed<"str | bytes"> code, Typed<"str | os.PathLike[str]"> path,
           Typed<"Sequence[str]"> options, const std::string& backend, BoolArg translate_cucomplex,
           BoolArg enable_cooperative_groups, Typed<"Sequence[str]"> name_expressions, BoolArg) {
            if (code.is_none() == path.is_none()) throw TypeError("a module is made from either code or path");
            if (!path.is_none()) {
                if (!name_expressions.is_none())
                    throw ValueError("name_expressions are for code; a file's kernels are known by their symbols");
                nb::object text = nb::module_::import_("os").attr("fspath")(path);
                new (self) RawModule(RawModule::from_file(nb::cast<std::string>(text), enable_cooperative_groups));
                return;
            }
            RawOptions chosen{to_texts(options, "options"), backend, enable_cooperative_groups,
                              to_texts(name_expressions, "name_expressions")};
            chosen.translate_cucomplex = translate_cucomplex;
            new (self) RawModule(nb::cast<std::string>(code), std::move(chosen));
        },
        "code"_a = nb::none(), nb::kw_only(), "path"_a = nb::none(), "options"_a = nb::tuple(), "backend"_a = "nvrtc",
        "translate_cucomplex"_a = false, "enable_cooperative_groups"_a = false, "name_expressions"_a = nb::none(),
        "jitify"_a = false);
    bind_common(type);
    type.def("__reduce__", &reduce_module);
    type.def_prop_ro(
        "module",
        [](nb::handle_t<RawModule> self) {
            handle_of<RawModule>(self);
            return ModuleHandle{nb::borrow(self)};
        },
        "The loaded module, with the driver's handle as `ptr`.");
    type.def(
        "get_function",
        [](const RawModule& module, const std::string& name) {
            const runtime::GilRelease unlocked;
            return module.get_function(name);
        },
        "name"_a, doc("get_function"));
    type.def(
        "get_global",
        [](const RawModule& module, const std::string& name) {
            const runtime::GilRelease unlocked;
            return MemoryPointer{module.get_global(name), 0};
        },
        "name"_a, doc("get_global"));
    type.def_prop_ro(
        "name_expressions",
        [](const RawModule& module) -> nb::object {
            const auto& names = module.options().name_expressions;
            return names.empty() ? nb::none() : nb::object(from_texts(names));
        },
        "The C++ names that the module was made with.");
}

}  // namespace

void bind_raw_kernels(nb::module_& m) {
    bind_array_structs(m);
    bind_handles(m.def_submodule("_cuda"));
    bind_raw_kernel(m);
    bind_raw_module(m);
}

}  // namespace cuprum::python
