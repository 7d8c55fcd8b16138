// `cuprum.fuse`: functions that are traced, and the scalars inside of them.
#include "cuprum/fuse.h"

#include <optional>

#include "array.h"
#include "fuse_scalar.h"
#include "instances.h"
#include "ufunc.h"

namespace cuprum::python {

PyTypeObject* fused_scalar_type = nullptr;

namespace {

// ------------------------------------------------------------------------------------------------------------- scalars

PyObject* wrap_scalar(const Scalar& scalar) { return nb::cast(FusedScalar(scalar)).release().ptr(); }

// As an operand of scalar arithmetic; nothing for what is none.
std::optional<Scalar> as_number(PyObject* object) {
    if (is_ndarray(object) || PyBool_Check(object)) return std::nullopt;
    if (Py_TYPE(object) == fused_scalar_type || PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
        PyComplex_CheckExact(object))
        return to_scalar(object);
    return std::nullopt;
}

PyObject* combine(const char* operation, PyObject* a, PyObject* b) {
    return guarded([&]() -> PyObject* {
        const auto x = as_number(a), y = as_number(b);
        if (!x || !y) Py_RETURN_NOTIMPLEMENTED;
        return wrap_scalar(scalar_operation(operation, *x, *y));
    });
}

PyObject* nb_add(PyObject* a, PyObject* b) { return combine("+", a, b); }
PyObject* nb_subtract(PyObject* a, PyObject* b) { return combine("-", a, b); }
PyObject* nb_multiply(PyObject* a, PyObject* b) { return combine("*", a, b); }
PyObject* nb_divide(PyObject* a, PyObject* b) { return combine("/", a, b); }
PyObject* nb_floor_divide(PyObject* a, PyObject* b) { return combine("//", a, b); }
PyObject* nb_remainder(PyObject* a, PyObject* b) { return combine("%", a, b); }
PyObject* nb_power(PyObject* a, PyObject* b, PyObject* modulus) {
    if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
    return combine("**", a, b);
}
PyObject* nb_divmod(PyObject* a, PyObject* b) {
    nb::object quotient = nb::steal(nb_floor_divide(a, b));
    if (!quotient.is_valid() || quotient.ptr() == Py_NotImplemented) return quotient.release().ptr();
    nb::object remainder = nb::steal(nb_remainder(a, b));
    if (!remainder.is_valid()) return nullptr;
    return nb::make_tuple(quotient, remainder).release().ptr();
}
const Scalar& scalar_of(PyObject* self) { return *nb::inst_ptr<FusedScalar>(nb::handle(self)); }
PyObject* nb_negative(PyObject* self) {
    return guarded([&]() -> PyObject* { return wrap_scalar(scalar_operation("neg", scalar_of(self))); });
}
PyObject* nb_absolute(PyObject* self) {
    return guarded([&]() -> PyObject* { return wrap_scalar(scalar_operation("abs", scalar_of(self))); });
}
PyObject* nb_positive(PyObject* self) { return Py_NewRef(self); }
PyObject* number(PyObject* self) { return from_scalar(scalar_of(self), true).release().ptr(); }
PyObject* nb_float(PyObject* self) {
    return guarded([&]() -> PyObject* { return PyNumber_Float(nb::steal(number(self)).ptr()); });
}
PyObject* nb_int(PyObject* self) {
    return guarded([&]() -> PyObject* { return PyNumber_Long(nb::steal(number(self)).ptr()); });
}
PyObject* nb_index(PyObject* self) {
    return guarded([&]() -> PyObject* { return PyNumber_Index(nb::steal(number(self)).ptr()); });
}
int nb_bool(PyObject* self) {
    try {
        return scalar_of(self).to_bool();
    } catch (...) {
        set_python_error();
        return -1;
    }
}
PyObject* compare(PyObject* a, PyObject* b, int operation) {
    static constexpr const char* names[] = {"<", "<=", "==", "!=", ">", ">="};
    return combine(names[operation], a, b);
}
PyObject* scalar_repr(PyObject* self) {
    return guarded(
        [&]() -> PyObject* { return PyUnicode_FromFormat("<traced %s scalar>", info(scalar_of(self).dtype()).name); });
}

#define SLOT(name, function) {Py_##name, reinterpret_cast<void*>(function)}
PyType_Slot scalar_slots[] = {SLOT(tp_new, refuse_new),         SLOT(nb_add, nb_add),
                              SLOT(nb_subtract, nb_subtract),   SLOT(nb_multiply, nb_multiply),
                              SLOT(nb_true_divide, nb_divide),  SLOT(nb_floor_divide, nb_floor_divide),
                              SLOT(nb_remainder, nb_remainder), SLOT(nb_power, nb_power),
                              SLOT(nb_divmod, nb_divmod),       SLOT(nb_negative, nb_negative),
                              SLOT(nb_absolute, nb_absolute),   SLOT(nb_positive, nb_positive),
                              SLOT(nb_float, nb_float),         SLOT(nb_int, nb_int),
                              SLOT(nb_index, nb_index),         SLOT(nb_bool, nb_bool),
                              SLOT(tp_richcompare, compare),    SLOT(tp_hash, PyObject_HashNotImplemented),
                              SLOT(tp_repr, scalar_repr),       {0, nullptr}};

// ----------------------------------------------------------------------------------------------------------- functions

/// What a function returned: arrays and scalars by number, in the containers that they came in.
struct Structure {
    enum class Kind { constant, array, scalar, tuple, list, dict } kind = Kind::constant;
    int number = 0;
    nb::object constant;  // of a dict: the tuple of keys
    std::vector<Structure> parts;
};

class Returned {
public:
    std::vector<ndarray> arrays;

    Structure take(nb::handle object) {
        Structure result;
        PyObject* o = object.ptr();
        if (is_ndarray(o)) {
            result.kind = Structure::Kind::array;
            std::size_t i = 0;
            while (i < objects_.size() && objects_[i] != o) ++i;
            if (i == objects_.size()) {
                objects_.push_back(o);
                arrays.push_back(unwrap(o));
            }
            result.number = static_cast<int>(i);
        } else if (Py_TYPE(o) == fused_scalar_type) {
            result.kind = Structure::Kind::scalar;
            result.number = scalar_of(o).symbol();
        } else if (PyTuple_CheckExact(o) || PyList_CheckExact(o)) {
            result.kind = PyTuple_CheckExact(o) ? Structure::Kind::tuple : Structure::Kind::list;
            for (nb::handle part : object) result.parts.push_back(take(part));
        } else if (PyDict_CheckExact(o)) {
            result.kind = Structure::Kind::dict;
            result.constant = nb::tuple(nb::steal(PyDict_Keys(o)));
            for (nb::handle part : nb::steal(PyDict_Values(o))) result.parts.push_back(take(part));
        } else {
            result.constant = nb::borrow(object);
        }
        return result;
    }

private:
    std::vector<PyObject*> objects_;
};

/// A function and its traces.
class Fusion {
public:
    Fusion(nb::object function, const std::string& name) : function(std::move(function)), core_(name) {}

    PyObject* call(PyObject* args, PyObject* kwargs) {
        if (is_tracing()) return plain(args, kwargs);
        Arguments arguments;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(args); ++i) add(arguments, PyTuple_GET_ITEM(args, i));
        if (kwargs) {
            PyObject *name, *value;
            Py_ssize_t position = 0;
            while (PyDict_Next(kwargs, &position, &name, &value)) {
                arguments.constants.push_back(number_of(name));
                add(arguments, value);
            }
        }
        if (arguments.plain || !arguments.has_array) return plain(args, kwargs);
        const auto program =
            core_.program(arguments.operands, arguments.constants,
                          [&](std::span<const Operand> traced) { return trace(traced, arguments, args, kwargs); });
        if (!program) return plain(args, kwargs);
        const std::size_t count = program->result_count();
        ndarray few[4];
        std::vector<ndarray> many(count > 4 ? count : 0);
        const std::span<ndarray> results = count > 4 ? std::span<ndarray>(many) : std::span<ndarray>(few, count);
        program->run(arguments.operands, results);
        return build(*program, arguments, results);
    }

    nb::object function;
    FusedFunction& core() { return core_; }
    const FusedFunction& core() const { return core_; }

private:
    struct Arguments {
        std::vector<Operand> operands;
        std::vector<PyObject*> objects;  // behind the operands
        std::vector<std::uint64_t> constants;
        bool has_array = false, plain = false;

        Arguments() {
            operands.reserve(8);
            objects.reserve(8);
            constants.reserve(8);
        }
    };

    PyObject* plain(PyObject* args, PyObject* kwargs) const {
        PyObject* result = PyObject_Call(function.ptr(), args, kwargs);
        if (!result) raise_python_error();
        return result;
    }

    void add(Arguments& arguments, PyObject* object) {
        if (is_ndarray(object)) {
            arguments.has_array = true;
            arguments.operands.emplace_back(unwrap(object));
        } else {
            // Booleans decide things: they are part of what is traced, and so is what is no number.
            std::optional<Scalar> scalar;
            if (!PyBool_Check(object) && object != Py_None) scalar = to_scalar(object);
            if (!scalar || scalar->is_huge()) {
                arguments.constants.push_back(scalar || is_constant(object) ? number_of(object)
                                                                            : refuse(arguments, object));
                return;
            }
            arguments.operands.emplace_back(*scalar);
        }
        arguments.objects.push_back(object);
        arguments.constants.push_back(0);
    }

    static bool is_constant(PyObject* object) {
        if (object == Py_None || PyBool_Check(object) || PyUnicode_Check(object) || PyBytes_Check(object) ||
            PyType_Check(object) || PySlice_Check(object) || object == Py_Ellipsis || PyCallable_Check(object) ||
            PyLong_Check(object))
            return true;
        if (PyTuple_Check(object)) {
            for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i) {
                PyObject* item = PyTuple_GET_ITEM(object, i);
                if (!is_constant(item) && !PyFloat_Check(item) && !PyComplex_Check(item)) return false;
            }
            return true;
        }
        return nb::isinstance(nb::handle(object), nb::module_::import_("numpy").attr("dtype"));
    }

    // NumPy's arrays are the function's own business; all else cannot be traced.
    std::uint64_t refuse(Arguments& arguments, PyObject* object) {
        if (nb::isinstance(nb::handle(object), nb::module_::import_("numpy").attr("ndarray"))) {
            arguments.plain = true;
            return 0;
        }
        throw TypeError(
            std::string("a fused function takes arrays, numbers, None, strings, dtypes and tuples of constants, not ") +
            Py_TYPE(object)->tp_name);
    }

    /// A number for each constant, from 1 on.
    std::uint64_t number_of(PyObject* object) {
        if (object == Py_None) return 1;
        if (PyBool_Check(object)) return object == Py_True ? 2 : 3;
        if (!numbers_.is_valid()) numbers_ = nb::dict();
        // 1 and 1.0 are equal, but not the same.
        nb::object key = nb::make_tuple(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object))), nb::handle(object));
        if (PySlice_Check(object))
            key = nb::make_tuple(nb::str("slice"), nb::handle(object).attr("start"), nb::handle(object).attr("stop"),
                                 nb::handle(object).attr("step"));
        if (PyTuple_Check(object)) key = nb::make_tuple(key, nb::repr(nb::handle(object)));
        PyObject* found = PyDict_GetItemWithError(numbers_.ptr(), key.ptr());
        if (found) return PyLong_AsUnsignedLongLong(found);
        if (PyErr_Occurred()) raise_python_error();
        const std::uint64_t number = 4 + static_cast<std::uint64_t>(PyDict_Size(numbers_.ptr()));
        nb::borrow<nb::dict>(numbers_)[key] = number;
        return number;
    }

    FusedFunction::Traced trace(std::span<const Operand> traced, const Arguments& arguments, PyObject* args,
                                PyObject* kwargs) {
        std::size_t next = 0;
        auto stand_in = [&](PyObject* object) -> nb::object {
            if (next == arguments.objects.size() || arguments.objects[next] != object) return nb::borrow(object);
            const Operand& operand = traced[next++];
            return operand.is_array() ? wrap_object(ndarray(operand.array()))
                                      : nb::steal(wrap_scalar(operand.scalar()));
        };
        nb::list positional;
        for (nb::handle object : nb::handle(args)) positional.append(stand_in(object.ptr()));
        nb::dict named;
        if (kwargs)
            for (auto [name, value] : nb::borrow<nb::dict>(kwargs)) named[name] = stand_in(nb::handle(value).ptr());
        nb::object result = nb::steal(PyObject_Call(function.ptr(), nb::tuple(positional).ptr(), named.ptr()));
        if (!result.is_valid()) raise_python_error();
        Returned returned;
        auto structure = std::make_shared<Structure>(returned.take(result));
        return {std::move(returned.arrays), std::move(structure)};
    }

    static PyObject* build(const FusedProgram& program, const Arguments& arguments, std::span<ndarray> results) {
        const auto& structure = *static_cast<const Structure*>(program.attachment.get());
        if (structure.kind == Structure::Kind::array && results.size() == 1 && program.argument_of(0) < 0)
            return wrap(std::move(results[0]));
        std::vector<nb::object> arrays(results.size());
        for (std::size_t k = 0; k < results.size(); ++k) {
            const int argument = program.argument_of(k);
            arrays[k] = argument >= 0 ? nb::borrow(arguments.objects[static_cast<std::size_t>(argument)])
                                      : wrap_object(std::move(results[k]));
        }
        std::vector<Scalar> scalars;
        return build(structure, program, arguments, arrays, scalars).release().ptr();
    }

    static nb::object build(const Structure& s, const FusedProgram& program, const Arguments& arguments,
                            const std::vector<nb::object>& arrays, std::vector<Scalar>& scalars) {
        switch (s.kind) {
            case Structure::Kind::array: return arrays[static_cast<std::size_t>(s.number)];
            case Structure::Kind::scalar:
                if (scalars.empty()) scalars = program.scalars(arguments.operands);
                return from_scalar(scalars[static_cast<std::size_t>(s.number)], true);
            case Structure::Kind::constant: return s.constant;
            default: break;
        }
        nb::list parts;
        for (const Structure& part : s.parts) parts.append(build(part, program, arguments, arrays, scalars));
        if (s.kind == Structure::Kind::list) return parts;
        if (s.kind == Structure::Kind::tuple) return nb::tuple(parts);
        nb::dict dict;
        for (std::size_t k = 0; k < s.parts.size(); ++k) dict[s.constant[k]] = parts[k];
        return dict;
    }

    FusedFunction core_;
    nb::object numbers_;
};

Fusion& fusion_of(PyObject* self) { return *nb::inst_ptr<Fusion>(nb::handle(self)); }

PyObject* fusion_call(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* { return fusion_of(self).call(args, kwargs); });
}
PyObject* fusion_get(PyObject* self, PyObject* object, PyObject*) {
    return object ? PyMethod_New(self, object) : Py_NewRef(self);
}
PyObject* fusion_repr(PyObject* self) {
    return guarded([&]() -> PyObject* {
        nb::object function = nb::repr(fusion_of(self).function);
        return PyUnicode_FromFormat("<fused %U>", function.ptr());
    });
}
PyType_Slot fusion_slots[] = {SLOT(tp_new, refuse_new),
                              SLOT(tp_call, fusion_call),
                              SLOT(tp_descr_get, fusion_get),
                              SLOT(tp_repr, fusion_repr),
                              {0, nullptr}};
#undef SLOT

nb::object make_fusion(nb::object function, nb::object kernel_name) {
    if (!PyCallable_Check(function.ptr()))
        throw TypeError(std::string("fuse takes a function, not ") + Py_TYPE(function.ptr())->tp_name);
    nb::object name = kernel_name.is_none() ? nb::getattr(function, "__name__", nb::str("fused")) : kernel_name;
    nb::object fusion =
        nb::cast(new Fusion(function, nb::cast<std::string>(nb::str(name))), nb::rv_policy::take_ownership);
    nb::module_::import_("functools").attr("update_wrapper")(fusion, function);
    return fusion;
}

}  // namespace

void bind_fuse(nb::module_& m) {
    nb::class_<FusedScalar> scalar(m, "FusedScalar", nb::type_slots(scalar_slots),
                                   "A number inside of a function that is traced.");
    fused_scalar_type = reinterpret_cast<PyTypeObject*>(scalar.ptr());
    scalar.def_prop_ro(
        "dtype", [](const FusedScalar& number) { return number.dtype(); }, "NumPy's dtype of such a number.");
    nb::class_<Fusion> fusion(m, "_Fusion", nb::type_slots(fusion_slots), nb::dynamic_attr());
    fusion.def_prop_ro("kernel_name", [](const Fusion& f) { return f.core().kernel_name(); }, "The kernels' name.");
    fusion.def_prop_ro(
        "trace_count", [](const Fusion& f) { return f.core().trace_count(); },
        "How often the function was traced and kept.");
    fusion.def(
        "clear_cache", [](Fusion& f) { f.core().clear_cache(); },
        "Forget what was compiled: the next call traces the function anew.");
    fusion.def("__reduce__", [](nb::handle_t<Fusion> self) {
        const Fusion& f = nb::cast<const Fusion&>(self);
        return nb::module_::import_("cuprum._by_name")
            .attr("reduce")(self, f.function, nb::module_::import_("cuprum").attr("fuse"),
                            nb::make_tuple(f.function, f.core().kernel_name()));
    });
    m.def(
        "fuse", [](Typed<"Callable[..., Any]"> function, Typed<"str"> kernel_name) -> Typed<"Any"> {
            if (!function.is_none()) return make_fusion(function, kernel_name);
            return nb::cpp_function([kernel_name](nb::object f) { return make_fusion(f, kernel_name); });
        },
        "function"_a = nb::none(), "kernel_name"_a = nb::none(), doc("fuse"));
}

}  // namespace cuprum::python
