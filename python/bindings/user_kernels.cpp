// `cuprum.ElementwiseKernel` and `cuprum.ReductionKernel`.
#include <array>

#include "cuprum/kernel.h"
#include "instances.h"
#include "texture.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

using namespace nanobind::literals;

constexpr std::size_t max_arguments = 64;

/// The arguments of a call; arrays of other libraries that share their memory are seen as ours.
class Arguments {
public:
    Arguments(PyObject* tuple, const std::string& kernel) : kernel_(kernel) {
        const Py_ssize_t count = PyTuple_GET_SIZE(tuple);
        for (Py_ssize_t k = 0; k < count; ++k) add(PyTuple_GET_ITEM(tuple, k));
    }
    void add(PyObject* object) {
        if (count_ == max_arguments)
            throw TypeError("kernel '" + kernel_ + "' does not take more than " + std::to_string(max_arguments) +
                            " arguments");
        objects_[count_] = object;
        if (is_ndarray(object)) {
            put(Operand(unwrap(object)));
        } else if (auto scalar = to_scalar(object)) {
            put(Operand(*scalar));
        } else if (PyObject_HasAttrString(object, "__cuda_array_interface__") ||
                   PyObject_HasAttrString(object, "__cupy_get_ndarray__")) {
            put(Operand(*shared_.emplace_back(std::make_unique<ndarray>(make_array(object, {}, false)))));
        } else if (const auto texture = texture_handle(object)) {
            put(Operand(Scalar(*texture)));
        } else {
            refuse_argument(object, "Unsupported type " +
                                        nb::cast<std::string>(nb::str(nb::handle((PyObject*)Py_TYPE(object)))) +
                                        ": argument " + std::to_string(count_) + " of kernel '" + kernel_ +
                                        "' must be an array of cuprum or a scalar");
        }
    }
    operator std::span<const Operand>() const { return {reinterpret_cast<const Operand*>(bytes_), count_}; }
    std::size_t size() const { return count_; }
    PyObject* operator[](std::size_t k) const { return objects_[k]; }

private:
    void put(const Operand& operand) { new (bytes_ + count_++ * sizeof(Operand)) Operand(operand); }

    static_assert(std::is_trivially_destructible_v<Operand>);
    alignas(Operand) unsigned char bytes_[max_arguments * sizeof(Operand)];
    PyObject* objects_[max_arguments];
    std::size_t count_ = 0;
    std::vector<std::unique_ptr<ndarray>> shared_;
    const std::string& kernel_;
};

/// Calls f(name, value) for each keyword.
template <class F>
void for_each_keyword(PyObject* kwargs, F f) {
    if (!kwargs) return;
    PyObject *name, *value;
    Py_ssize_t position = 0;
    while (PyDict_Next(kwargs, &position, &name, &value)) f(name, value);
}
bool is(PyObject* name, const char* text) { return PyUnicode_CompareWithASCIIString(name, text) == 0; }

[[noreturn]] void unexpected(const std::string& kernel, PyObject* name) {
    throw TypeError(kernel + "() got an unexpected keyword argument '" + nb::cast<std::string>(nb::handle(name)) + "'");
}

const cuda::Stream* to_stream(PyObject* value) {
    return value == Py_None ? nullptr : &nb::cast<const cuda::Stream&>(nb::handle(value));
}

std::vector<std::string> to_options(nb::handle value) {
    if (value.is_none()) return {};
    if (nb::isinstance<nb::str>(value)) return {nb::cast<std::string>(value)};
    std::vector<std::string> options;
    for (nb::handle option : value) options.push_back(nb::cast<std::string>(option));
    return options;
}

/// What a call returns: the arrays that it was given, or new ones.
PyObject* to_python(const Arguments& arguments, std::size_t nin, std::span<ndarray> results, bool as_tuple) {
    const auto one = [&](std::size_t k) {
        return arguments.size() > nin ? Py_NewRef(arguments[nin + k]) : wrap(std::move(results[k]));
    };
    if (results.size() == 1 && !as_tuple) return one(0);
    PyObject* made = PyTuple_New(static_cast<Py_ssize_t>(results.size()));
    for (std::size_t k = 0; k < results.size(); ++k) PyTuple_SET_ITEM(made, static_cast<Py_ssize_t>(k), one(k));
    return made;
}

nb::tuple parameters(const std::vector<KernelParameter>& list) {
    nb::list made;
    for (const KernelParameter& p : list) made.append(nb::cast(p));
    return nb::tuple(made);
}

/// A kernel's parameters, and the indices of its loops.
template <class Kernel>
nb::tuple all_parameters(const Kernel& kernel, std::initializer_list<const char*> indices) {
    std::vector<KernelParameter> all = kernel.in_params();
    all.insert(all.end(), kernel.out_params().begin(), kernel.out_params().end());
    for (const char* index : indices) all.push_back({index, "CIndexer", {}, false, false});
    return parameters(all);
}

template <class Kernel>
nb::dict cached_codes(const Kernel& kernel) {
    nb::dict codes;
    for (auto& [dtypes, text] : kernel.cached_codes()) {
        nb::list key;
        for (DType d : dtypes) key.append(nb::handle(numpy_dtype(d)).attr("type"));
        codes[nb::tuple(key)] = text;
    }
    if (codes.size() == 0)
        PyErr_WarnEx(PyExc_UserWarning,
                     "No codes are cached because compilation is deferred until the first function call.", 1);
    if (PyErr_Occurred()) raise_python_error();
    return codes;
}

template <class Kernel>
nb::object cached_code(const Kernel& kernel) {
    nb::dict codes = cached_codes(kernel);
    if (codes.size() == 0) throw ValueError("kernel '" + kernel.name() + "' was not called yet, so it has no text");
    if (codes.size() > 1)
        PyErr_WarnEx(PyExc_UserWarning, "The kernel was called with several combinations of dtypes; see cached_codes.",
                     1);
    if (PyErr_Occurred()) raise_python_error();
    return nb::list(codes.values())[0];
}

/// `functools.partial(type, **keywords)`, which a pickle can hold, and the positional arguments of it.
nb::object rebuild(nb::handle self, nb::dict keywords, nb::tuple positional) {
    nb::object make = nb::module_::import_("functools").attr("partial")(self.type(), **keywords);
    nb::object members = nb::getattr(self, "__dict__", nb::none());
    if (members.is_none() || nb::len(members) == 0) return nb::make_tuple(make, positional);
    return nb::make_tuple(make, positional, members);
}

// The attributes that both classes have.
template <class Kernel>
void bind_attributes(nb::class_<Kernel>& type) {
    type.def_prop_ro("name", &Kernel::name);
    type.def_prop_ro("in_params", [](const Kernel& k) { return parameters(k.in_params()); }, "The inputs' parameters.");
    type.def_prop_ro(
        "out_params", [](const Kernel& k) { return parameters(k.out_params()); }, "The outputs' parameters.");
    type.def_prop_ro("nin", &Kernel::nin, "How many inputs there are.");
    type.def_prop_ro("nout", &Kernel::nout, "How many outputs there are.");
    type.def_prop_ro("nargs", &Kernel::nargs, "How many inputs and outputs there are.");
    type.def_prop_ro("cached_code", &cached_code<Kernel>, "The text that was compiled for the calls so far.");
    type.def_prop_ro("cached_codes", &cached_codes<Kernel>, "The texts that were compiled, by the inputs' dtypes.");
    type.attr("__module__") = "cuprum";
}

// `__name__` is an attribute of every type as well, which only a descriptor made with the type can shadow.
template <class Kernel>
PyObject* get_name(PyObject* self, void*) {
    return guarded([&] { return PyUnicode_FromString(instance_of<Kernel>(self).name().c_str()); });
}
template <class Kernel>
PyGetSetDef attributes[] = {{"__name__", get_name<Kernel>, nullptr, nullptr, nullptr},
                            {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

// ----------------------------------------------------------------------------------------------------------
// elementwise

PyObject* call_elementwise(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        const ElementwiseKernel& kernel = instance_of<ElementwiseKernel>(self);
        ElementwiseLaunch launch;
        for_each_keyword(kwargs, [&](PyObject* name, PyObject* value) {
            if (is(name, "size")) launch.size = to_index(value);
            else if (is(name, "stream")) launch.stream = to_stream(value);
            else if (is(name, "block_size"))
                launch.block_size = static_cast<int>(std::clamp<std::int64_t>(to_index(value), -1, 1 << 30));
            else unexpected(kernel.name(), name);
        });
        const Arguments arguments(args, kernel.name());
        const ElementwiseKernelOptions& options = kernel.options();
        const auto run = [&](std::span<ndarray> results) -> PyObject* {
            kernel.call(arguments, launch, results.data());
            if (options.no_return) Py_RETURN_NONE;
            return to_python(arguments, static_cast<std::size_t>(kernel.nin()), results, options.return_tuple);
        };
        if (kernel.nout() == 1) {
            ndarray result;
            return run({&result, 1});
        }
        std::vector<ndarray> results(static_cast<std::size_t>(kernel.nout()));
        return run(results);
    });
}

PyType_Slot elementwise_slots[] = {{Py_tp_getset, attributes<ElementwiseKernel>},
                                   {Py_tp_call, reinterpret_cast<void*>(call_elementwise)},
                                   {0, nullptr}};

void bind_elementwise(nb::module_& m) {
    using Kernel = ElementwiseKernel;
    nb::class_<Kernel> type(m, "ElementwiseKernel", nb::type_slots(elementwise_slots), nb::dynamic_attr(),
                            doc("ElementwiseKernel"));
    type.def(
        "__init__",
        [](Kernel* self, const std::string& in_params, const std::string& out_params, const std::string& operation,
           const std::string& name, BoolArg reduce_dims, const std::string& preamble, BoolArg no_return,
           BoolArg return_tuple, const std::string& loop_prep, const std::string& after_loop,
           Typed<"Sequence[str]"> options) {
            new (self)
                Kernel(in_params, out_params, operation, name,
                       {reduce_dims, preamble, no_return, return_tuple, loop_prep, after_loop, to_options(options)});
        },
        "in_params"_a, "out_params"_a, "operation"_a, "name"_a = "kernel", "reduce_dims"_a = true, "preamble"_a = "",
        "no_return"_a = false, "return_tuple"_a = false, nb::kw_only(), "loop_prep"_a = "", "after_loop"_a = "",
        "options"_a = nb::tuple());
    bind_attributes(type);
    type.def_prop_ro(
        "params", [](const Kernel& k) { return all_parameters(k, {"_ind"}); },
        "All parameters, and the index of the loop.");
    type.def_prop_ro("operation", &Kernel::operation, "The statements.");
    type.def_prop_ro("preamble", [](const Kernel& k) { return k.options().preamble; });
    type.def_prop_ro("reduce_dims", [](const Kernel& k) { return k.options().reduce_dims; });
    type.def_prop_ro("no_return", [](const Kernel& k) { return k.options().no_return; });
    type.def_prop_ro("return_tuple", [](const Kernel& k) { return k.options().return_tuple; });
    type.def_prop_ro(
        "kwargs",
        [](const Kernel& k) {
            nb::dict made;
            const ElementwiseKernelOptions& o = k.options();
            if (!o.loop_prep.empty()) made["loop_prep"] = o.loop_prep;
            if (!o.after_loop.empty()) made["after_loop"] = o.after_loop;
            if (!o.options.empty()) made["options"] = nb::tuple(nb::cast(o.options));
            return made;
        },
        "The further keywords that the kernel was made with.");
    type.def_prop_ro("kernel_type", [](const Kernel&) { return "elementwise"; });
    type.def("__reduce__", [](nb::handle_t<Kernel> self) {
        const Kernel& k = nb::cast<const Kernel&>(self);
        const ElementwiseKernelOptions& o = k.options();
        nb::dict keywords;
        keywords["loop_prep"] = o.loop_prep;
        keywords["after_loop"] = o.after_loop;
        keywords["options"] = nb::tuple(nb::cast(o.options));
        return rebuild(self, keywords,
                       nb::make_tuple(parameter_list(k.in_params(), true), parameter_list(k.out_params(), false),
                                      k.operation(), k.name(), o.reduce_dims, o.preamble, o.no_return, o.return_tuple));
    });
}

// ------------------------------------------------------------------------------------------------------------
// reduction

PyObject* call_reduction(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        const ReductionKernel& kernel = instance_of<ReductionKernel>(self);
        const auto nin = static_cast<std::size_t>(kernel.nin()), nout = static_cast<std::size_t>(kernel.nout());
        ReductionLaunch launch;
        PyObject* out = Py_None;
        for_each_keyword(kwargs, [&](PyObject* name, PyObject* value) {
            if (is(name, "axis")) launch.axis = to_axes(value);
            else if (is(name, "out")) out = value;
            else if (is(name, "stream")) launch.stream = to_stream(value);
            else if (is(name, "keepdims")) {
                const int truth = PyObject_IsTrue(value);
                if (truth < 0) raise_python_error();
                launch.keepdims = truth;
            } else unexpected(kernel.name(), name);
        });
        Arguments arguments(args, kernel.name());
        if (out != Py_None) {
            if (arguments.size() > nin)
                throw ValueError("cannot specify 'out' as both a positional and keyword argument");
            if (nout != 1)
                throw NotSupportedError("kernel '" + kernel.name() + "' has " + std::to_string(nout) +
                                        " outputs: pass them behind the inputs instead of 'out'");
            arguments.add(out);
        }
        if (nout == 1) {
            ndarray result;
            kernel.call(arguments, launch, &result);
            return to_python(arguments, nin, {&result, 1}, false);
        }
        std::vector<ndarray> results(nout);
        kernel.call(arguments, launch, results.data());
        return to_python(arguments, nin, results, false);
    });
}

PyType_Slot reduction_slots[] = {
    {Py_tp_getset, attributes<ReductionKernel>}, {Py_tp_call, reinterpret_cast<void*>(call_reduction)}, {0, nullptr}};

void bind_reduction(nb::module_& m) {
    using Kernel = ReductionKernel;
    nb::class_<Kernel> type(m, "ReductionKernel", nb::type_slots(reduction_slots), nb::dynamic_attr(),
                            doc("ReductionKernel"));
    type.def(
        "__init__",
        [](Kernel* self, const std::string& in_params, const std::string& out_params, const std::string& map_expr,
           const std::string& reduce_expr, const std::string& post_map_expr, Typed<"Scalar | str"> identity,
           const std::string& name, std::optional<std::string> reduce_type, BoolArg reduce_dims,
           const std::string& preamble, Typed<"Sequence[str]"> options) {
            std::optional<std::string> text;
            if (!identity.is_none()) text = nb::cast<std::string>(nb::str(identity));
            new (self) Kernel(in_params, out_params, map_expr, reduce_expr, post_map_expr, text, name,
                              {reduce_type.value_or(""), reduce_dims, preamble, to_options(options)});
        },
        "in_params"_a, "out_params"_a, "map_expr"_a, "reduce_expr"_a, "post_map_expr"_a, "identity"_a.none(),
        "name"_a = "reduce_kernel", "reduce_type"_a = nb::none(), "reduce_dims"_a = true, "preamble"_a = "",
        "options"_a = nb::tuple());
    bind_attributes(type);
    type.def_prop_ro(
        "params", [](const Kernel& k) { return all_parameters(k, {"_in_ind", "_out_ind"}); },
        "All parameters, and the indices of inputs and outputs.");
    type.def_prop_ro("map_expr", &Kernel::map_expr).def_prop_ro("reduce_expr", &Kernel::reduce_expr);
    type.def_prop_ro("post_map_expr", &Kernel::post_map_expr);
    type.def_prop_ro("identity", [](const Kernel& k) { return k.identity(); });
    type.def_prop_ro("reduce_type", &Kernel::reduce_type);
    type.def_prop_ro("reduce_dims", [](const Kernel& k) { return k.options().reduce_dims; });
    type.def_prop_ro("preamble", [](const Kernel& k) { return k.options().preamble; });
    type.def_prop_ro("options", [](const Kernel& k) { return nb::tuple(nb::cast(k.options().options)); });
    type.def("__reduce__", [](nb::handle_t<Kernel> self) {
        const Kernel& k = nb::cast<const Kernel&>(self);
        const ReductionKernelOptions& o = k.options();
        return rebuild(self, nb::dict(),
                       nb::make_tuple(parameter_list(k.in_params(), true), parameter_list(k.out_params(), false),
                                      k.map_expr(), k.reduce_expr(), k.post_map_expr(), k.identity(), k.name(),
                                      o.reduce_type.empty() ? nb::none() : nb::object(nb::cast(o.reduce_type)),
                                      o.reduce_dims, o.preamble, nb::tuple(nb::cast(o.options))));
    });
    type.def_prop_ro("kernel_type", [](const Kernel&) { return "reduction"; });
}

}  // namespace

void bind_user_kernels(nb::module_& m) {
    nb::class_<KernelParameter> parameter(m, "_KernelParameter", "A parameter of a kernel: its name and type.");
    parameter.attr("__name__") = "KernelParameter";
    parameter.def_ro("name", &KernelParameter::name);
    parameter.def_ro("ctype", &KernelParameter::ctype);
    parameter.def_ro("raw", &KernelParameter::raw);
    parameter.def_ro("is_const", &KernelParameter::is_const);
    parameter.def_prop_ro("dtype", [](const KernelParameter& p) -> nb::object {
        return p.dtype ? nb::object(nb::handle(numpy_dtype(*p.dtype)).attr("type")) : nb::none();
    });
    parameter.def("__repr__", [](const KernelParameter& p) {
        return "<KernelParameter " + std::string(p.raw ? "raw " : "") + (p.dtype ? info(*p.dtype).name : p.ctype) +
               " " + p.name + ">";
    });
    bind_elementwise(m);
    bind_reduction(m);
}

}  // namespace cuprum::python
