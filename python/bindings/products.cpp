// `cuprum.matmul` and its kin as objects with a ufunc's attributes, the operator @, and functions whose arguments come
// in several forms: `einsum`, `einsum_path`, `tensordot`.
#include "cuprum/products.h"

#include "argument.h"
#include "array.h"
#include "cuprum/einsum.h"
#include "cuprum/gil_release.h"
#include "instances.h"
#include "overrides.h"
#include "products.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

/// What may be wrong only for functions on vectors and matrices.
[[noreturn]] void refuse(PyObject* type, const std::string& message) {
    PyErr_SetString(type, message.c_str());
    raise_python_error();
}

/// Keywords of a call.
struct Keywords {
    MatmulOptions options;
    nb::object out;

    void read(const Gufunc& function, nb::handle name, nb::handle value) {
        const auto is = [&](const char* text) { return PyUnicode_CompareWithASCIIString(name.ptr(), text) == 0; };
        if (is("out")) set_out(value.ptr() == Py_Ellipsis ? nb::handle(Py_None) : value);  // results are arrays
        else if (is("dtype")) options.dtype = to_optional_dtype(value.ptr());
        else if (is("casting")) options.casting = to_casting(value.ptr());
        else if (is("order")) options.order = to_order(value.ptr());
        else if (is("axis")) {
            if (!value.is_none()) options.axis = to_index(value.ptr());
        } else if (is("keepdims")) {
            options.keepdims = nb::cast<bool>(value);
        } else if (is("axes")) {
            if (value.is_none()) return;
            if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr())) throw TypeError("axes should be a list.");
            for (nb::handle entry : value) options.axes.push_back(to_axes(entry.ptr()).value_or(Dims()));
            if (options.axes.empty())
                throw ValueError("axes should be a list with an entry for all 3 inputs and outputs");
        } else if (is("signature") || is("sig")) {
            if (!value.is_none()) read_signature(value);
        } else if (is("subok")) {
            if (!PyBool_Check(value.ptr())) throw TypeError("'subok' must be a bool");
        } else
            throw TypeError(std::string(function.name) + "() got an unexpected keyword argument '" +
                            nb::cast<std::string>(name) + "'");
    }
    void set_out(nb::handle value) {
        if (out.is_valid()) throw TypeError("cannot specify 'out' as both a positional and keyword argument");
        out = nb::borrow(value);
        if (PyTuple_Check(out.ptr())) {
            if (PyTuple_GET_SIZE(out.ptr()) != 1)
                throw ValueError("The 'out' tuple must have exactly one entry per ufunc output");
            out = nb::borrow(PyTuple_GET_ITEM(out.ptr(), 0));
        }
        if (out.is_none()) {
            out.reset();
            return;
        }
        if (!is_ndarray(out.ptr()))
            refuse_argument(out.ptr(), std::string("return arrays must be of type cuprum.ndarray, not ") +
                                           Py_TYPE(out.ptr())->tp_name);
        options.out = &unwrap(out.ptr());
    }
    // All types of a loop are one, so any of them names it.
    void read_signature(nb::handle value) {
        nb::object last = nb::borrow(value);
        if (PyUnicode_Check(value.ptr())) {
            std::string text = nb::cast<std::string>(value);
            char code = text.empty() ? '?' : text.back();
            options.dtype = dtype_from_code(code == 'q' ? 'l' : code == 'Q' ? 'L' : code);
            return;
        }
        for (nb::handle entry : value)
            if (!entry.is_none()) options.dtype = to_dtype(entry.ptr());
    }
};

const ndarray& operand(PyObject* object, std::optional<ndarray>& holder) {
    if (is_ndarray(object)) return unwrap(object);
    return holder.emplace(argument<DeviceArrayArg>(object).get());
}

PyObject* run(const Gufunc& function, PyObject* x1, PyObject* x2, const MatmulOptions& options, PyObject* out) {
    PyObject* const operands[] = {x1, x2};
    const bool ordinary = is_ordinary(x1) && is_ordinary(x2);
    if (!ordinary && is_overridden(operands)) {
        nb::dict kwargs;
        if (out) kwargs["out"] = nb::make_tuple(nb::handle(out));
        return call_overridden(function.name, nb::make_tuple(nb::handle(x1), nb::handle(x2)).ptr(), kwargs.ptr());
    }
    std::optional<ndarray> holders[2];
    const ndarray &a = operand(x1, holders[0]), &b = operand(x2, holders[1]);
    ndarray result;
    {
        const runtime::GilRelease released;
        result = function(a, b, options);
    }
    if (out) return Py_NewRef(out);
    PyObject* like = ordinary ? nullptr : giver_of_class(operands);
    return like ? wrap_copy(like, std::move(result)).release().ptr() : wrap(std::move(result));
}

const Gufunc& self_of(PyObject* self) { return *nb::inst_ptr<Gufunc>(nb::handle(self)); }

PyObject* call(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        const Gufunc& function = self_of(self);
        const Py_ssize_t count = PyTuple_GET_SIZE(args);
        if (count < 2 || count > 3)
            throw TypeError(std::string(function.name) + "() takes from 2 to 3 positional arguments but " +
                            std::to_string(count) + " were given");
        Keywords keywords;
        if (count == 3) keywords.set_out(PyTuple_GET_ITEM(args, 2));
        if (kwargs) {
            PyObject *name, *value;
            Py_ssize_t position = 0;
            while (PyDict_Next(kwargs, &position, &name, &value)) keywords.read(function, name, value);
        }
        return run(function, PyTuple_GET_ITEM(args, 0), PyTuple_GET_ITEM(args, 1), keywords.options,
                   keywords.out.ptr());
    });
}

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("<ufunc '%s'>", self_of(self).name); }
PyObject* get_name(PyObject* self, void*) { return PyUnicode_FromString(self_of(self).name); }
PyObject* get_doc(PyObject* self, void*) {
    const std::string_view name = self_of(self).name;
    const char* text = name == "matmul"   ? doc("matmul")
                       : name == "vecdot" ? doc("vecdot")
                       : name == "matvec" ? doc("matvec")
                                          : doc("vecmat");
    return PyUnicode_FromString(text);
}
PyGetSetDef attributes[] = {{"__name__", get_name, nullptr, nullptr, nullptr},
                            {"__doc__", get_doc, nullptr, nullptr, nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};
PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(refuse_new)},
                       {Py_tp_getset, attributes},
                       {Py_tp_call, reinterpret_cast<void*>(call)},
                       {Py_tp_repr, reinterpret_cast<void*>(repr)},
                       {0, nullptr}};

void bind_gufuncs(nb::module_& m) {
    nb::class_<Gufunc> type(m, "_GUFunc", nb::type_slots(slots));
    type.def_prop_ro("nin", [](const Gufunc&) { return 2; }).def_prop_ro("nout", [](const Gufunc&) { return 1; });
    type.def_prop_ro("nargs", [](const Gufunc&) { return 3; });
    type.def_prop_ro("name", [](const Gufunc& f) { return std::string("cuprum_") + f.name; });
    type.def_prop_ro("signature", [](const Gufunc& f) { return std::string(f.signature); });
    type.def_prop_ro("types", [](const Gufunc&) { return Gufunc::types(); });
    type.def_prop_ro("ntypes", [](const Gufunc&) { return Gufunc::types().size(); });
    type.def_prop_ro("identity", [](const Gufunc&) { return nb::none(); });
    for (const char* name : {"reduce", "accumulate", "reduceat"})
        type.def(name, [](const Gufunc&, nb::args, nb::kwargs) {
            refuse(PyExc_RuntimeError, "Reduction not defined on ufunc with signature");
        });
    type.def("outer", [](const Gufunc&, nb::args, nb::kwargs) {
        throw TypeError("method outer is not allowed in ufunc with non-trivial signature");
    });
    type.def("at", [](const Gufunc& f, nb::args, nb::kwargs) {
        throw TypeError(std::string(f.name) + ".at does not support ufunc with non-trivial signature: " + f.name +
                        " has signature " + f.signature + ".");
    });
    type.attr("__module__") = "cuprum";
    for (const Gufunc& function : gufuncs()) m.attr(function.name) = nb::cast(&function, nb::rv_policy::reference);
}

// ------------------------------------------------------------------------------------------------------------- einsum

/// Subscripts and operands, from either of NumPy's two forms.
struct EinsumArguments {
    std::string subscripts;
    std::vector<ndarray> operands;

    explicit EinsumArguments(nb::args args) {
        if (args.size() == 0)
            throw ValueError(
                "must specify the einstein sum subscripts string and at least one operand, or at least one operand and "
                "its "
                "corresponding subscripts list");
        nb::object first = args[0];
        if (PyUnicode_Check(first.ptr())) {
            subscripts = nb::cast<std::string>(first);
            if (args.size() < 2)
                throw ValueError("must specify the einstein sum subscripts string and at least one operand");
            for (std::size_t i = 1; i < args.size(); ++i) add(args[i]);
            return;
        }
        if (args.size() < 2)
            throw ValueError(
                "must specify the einstein sum subscripts string and at least one operand, or at least one operand and "
                "its "
                "corresponding subscripts list");
        for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
            add(args[i]);
            subscripts += (i ? "," : "") + letters(args[i + 1]);
        }
        if (args.size() % 2) subscripts += "->" + letters(args[args.size() - 1]);
    }

private:
    void add(nb::handle operand) { operands.push_back(argument<ArrayArg>(operand).get()); }
    /// Letters in whose order the integers are.
    static std::string letters(nb::handle list) {
        if (nb::hasattr(list, "tolist")) return letters(nb::object(list.attr("tolist")()));  // an array of them
        if (!PyList_Check(list.ptr()) && !PyTuple_Check(list.ptr()) && !PyRange_Check(list.ptr()))
            throw TypeError("the subscripts for each operand must be a list or a tuple");
        std::string text;
        for (nb::handle entry : list) {
            if (entry.ptr() == Py_Ellipsis) {
                text += "...";
                continue;
            }
            if (!PyIndex_Check(entry.ptr())) throw TypeError("each subscript must be either an integer or an ellipsis");
            const std::int64_t number = to_index(entry.ptr());
            if (number < 0 || number >= 52) throw ValueError("subscript is not within the valid range [0, 52)");
            text += static_cast<char>(number < 26 ? 'A' + number : 'a' + number - 26);
        }
        return text;
    }
};

EinsumOrder::Search to_search(nb::handle name) {
    const std::string text = nb::cast<std::string>(name);
    if (text == "greedy") return EinsumOrder::Search::greedy;
    if (text == "optimal") return EinsumOrder::Search::optimal;
    refuse(PyExc_KeyError, "Path name " + text + " not found");
}

EinsumOrder to_einsum_order(PyObject* object) {
    EinsumOrder order;
    nb::handle wish(object);
    if (object == Py_None || object == Py_False) return order;
    if (object == Py_True) {
        order.search = EinsumOrder::Search::greedy;
    } else if (PyUnicode_Check(object)) {
        order.search = to_search(wish);
    } else {
        if (!PyList_Check(object) && !PyTuple_Check(object))
            throw TypeError("optimize must be a bool, a name or a path, not " + std::string(Py_TYPE(object)->tp_name));
        nb::sequence entries = nb::borrow<nb::sequence>(wish);
        const std::size_t count = nb::len(entries);
        if (count == 0) return order;
        nb::object first = entries[0];
        if (PyUnicode_Check(first.ptr()) && nb::cast<std::string>(first) == "einsum_path") {
            order.steps.emplace();
            for (std::size_t i = 1; i < count; ++i) order.steps->push_back(*to_axes(nb::object(entries[i]).ptr()));
        } else if (count == 2 && PyUnicode_Check(first.ptr()) && PyNumber_Check(nb::object(entries[1]).ptr())) {
            order.search = to_search(first);
            order.memory_limit = nb::cast<double>(nb::object(nb::float_(nb::object(entries[1]))));
        } else {
            throw TypeError("Did not understand the path: " + nb::cast<std::string>(nb::str(wish)));
        }
    }
    return order;
}

Array einsum_of(nb::args args, nb::kwargs kwargs) {
    EinsumOptions options;
    nb::object out;
    for (auto [name, value] : kwargs) {
        const std::string text = nb::cast<std::string>(name);
        PyObject* object = nb::handle(value).ptr();
        if (text == "out") out = nb::borrow(object);
        else if (text == "dtype") options.dtype = to_optional_dtype(object);
        else if (text == "order") options.order = object == Py_None ? 'K' : to_order(object);
        else if (text == "casting") options.casting = to_casting(object);
        else if (text == "optimize") options.optimize = to_einsum_order(object);
        else throw TypeError("einsum() got an unexpected keyword argument '" + text + "'");
    }
    auto target = argument<OutArg>(out.is_valid() ? out.ptr() : Py_None);
    options.out = target.pointer();
    const EinsumArguments arguments(args);
    ndarray result;
    {
        const runtime::GilRelease released;
        result = einsum(arguments.subscripts, arguments.operands, options);
    }
    if (!options.out && arguments.operands.size() == 1)
        for (nb::handle arg : args)
            if (is_ndarray(arg.ptr())) return wrap_from_object(arg.ptr(), std::move(result));  // perhaps a view
    return target.or_new(std::move(result));
}

Typed<"tuple[list[Any], str]"> einsum_path_of(nb::args args, nb::kwargs kwargs) {
    EinsumOrder order{EinsumOrder::Search::greedy, {}, {}};
    for (auto [name, value] : kwargs) {
        const std::string text = nb::cast<std::string>(name);
        if (text != "optimize") throw TypeError("einsum_path() got an unexpected keyword argument '" + text + "'");
        order = to_einsum_order(nb::handle(value).ptr());
    }
    const EinsumArguments arguments(args);
    const EinsumPath path = einsum_path(arguments.subscripts, arguments.operands, order);
    nb::list steps;
    steps.append("einsum_path");
    for (const Dims& step : path.steps) steps.append(from_dims(step));
    return nb::make_tuple(steps, path.report);
}

Array tensordot_of(DeviceArrayArg a, DeviceArrayArg b, Arg<"int | Sequence[int] | Sequence[Sequence[int]]"> axes) {
    const ndarray &left = a, &right = b;
    if (is_index(axes.object)) {
        const std::int64_t count = to_index(axes.object);
        return wrap_object(tensordot(left, right, count));
    }
    nb::sequence pair = nb::borrow<nb::sequence>(axes.object);
    if (nb::len(pair) != 2) throw ValueError("axes must be an integer or a pair of axes, or of sequences of axes");
    const Dims of_a = *to_axes(nb::object(pair[0]).ptr()), of_b = *to_axes(nb::object(pair[1]).ptr());
    return wrap_object(tensordot(left, right, of_a, of_b));
}

}  // namespace

PyObject* matmul_operator(PyObject* left, PyObject* right) {
    return guarded([&]() -> PyObject* {
        if (is_ndarray(left) ? leaves_to(left, right, false) : leaves_to(right, left, false)) Py_RETURN_NOTIMPLEMENTED;
        static const MatmulOptions none;
        return run(gufuncs()[0], left, right, none, nullptr);
    });
}

PyObject* inplace_matmul_operator(PyObject* left, PyObject* right) {
    return guarded([&]() -> PyObject* {
        if (leaves_to(left, right, true)) Py_RETURN_NOTIMPLEMENTED;
        std::optional<ndarray> holder;
        const ndarray& target = unwrap(left);
        if (target.ndim() < 1 || operand(right, holder).ndim() < 2)
            throw ValueError(
                "inplace matrix multiplication requires the first operand to have at least one and the second at least "
                "two dimensions.");
        MatmulOptions options;
        options.out = &target;
        return run(gufuncs()[0], left, right, options, left);
    });
}

void bind_products(nb::module_& m) {
    bind_gufuncs(m);
    m.def("tensordot", tensordot_of, "a"_a, "b"_a, "axes"_a = 2, doc("tensordot"));
    m.def("einsum", einsum_of, "operands"_a, "kwargs"_a, doc("einsum"));
    m.def("einsum_path", einsum_path_of, "operands"_a, "kwargs"_a, doc("einsum_path"));
}

}  // namespace cuprum::python
