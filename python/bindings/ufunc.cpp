// `cuprum.ufunc`: the call, its keywords, its methods, and the operators of arrays.
#include "ufunc.h"

#include <map>
#include <utility>

#include "array.h"
#include "cuprum/creation.h"
#include "cuprum/fuse.h"
#include "cuprum/literal_forms.h"
#include "cuprum/reduction.h"
#include "instances.h"
#include "overrides.h"
#include "placement.h"
#include "products.h"

namespace cuprum::python {
namespace {

// The longest way to an operand; arrays are dealt with before.
Operand slow_operand(PyObject* object, std::optional<ndarray>& holder) {
    if (auto scalar = to_scalar(object)) return Operand(*scalar);
    DeviceArrayArg arg;
    arg.object = object;
    return Operand(holder.emplace(arg.get()));
}

inline Operand operand(PyObject* object, std::optional<ndarray>& holder) {
    if (is_ndarray(object)) return Operand(unwrap(object));
    return slow_operand(object, holder);
}

/// The axis of a method that goes along one: None is the axis of a vector, a tuple may name one.
std::int64_t single_axis(const AxesArg& axis, std::int64_t ndim, const char* method) {
    const Axes axes = axis;
    const bool is_number = axes && !PyTuple_Check(axis.object);
    const bool of_scalar = is_number && ndim == 0 && ((*axes)[0] == 0 || (*axes)[0] == -1);
    if (axes && !of_scalar)
        for (std::int64_t one : *axes) normalize_axis(one, static_cast<int>(ndim));
    if (ndim == 0) return 0;  // the method says that a scalar has no axis
    const std::int64_t count = axes ? static_cast<std::int64_t>(axes->size()) : ndim;
    if (count != 1) throw ValueError(std::string(method) + " does not allow multiple axes");
    return axes ? (*axes)[0] : 0;
}

const Ufunc& self_of(PyObject* self) { return *nb::inst_ptr<PyUfunc>(nb::handle(self))->ufunc; }

// What stands for None in UfuncOptions::signature.
constexpr char open_type = '.';

// Keywords of a call.
struct Keywords {
    UfuncOptions options;
    std::optional<ndarray> where;
    bool subok = true, has_signature = false, has_dtype = false;

    void read(const Ufunc& ufunc, PyObject* name, PyObject* value) {
        auto is = [&](const char* text) { return PyUnicode_CompareWithASCIIString(name, text) == 0; };
        if (is("out")) read_out(ufunc, value);
        else if (is("dtype")) {
            options.dtype = to_optional_dtype(value);
            has_dtype = options.dtype.has_value();
        } else if (is("where")) {
            if (value == Py_True) return;
            if (WhereArg::is_literal(value)) {
                WhereArg mask;
                mask.object = value;
                options.where = &where.emplace(*mask.pointer());
                return;
            }
            DeviceArrayArg arg;
            arg.object = value;
            options.where = &where.emplace(arg.get());
        } else if (is("casting")) options.casting = to_casting(value);
        else if (is("order")) options.order = to_order(value);
        else if (is("subok")) {
            if (!PyBool_Check(value)) throw TypeError("'subok' must be a bool");
            subok = value == Py_True;
        } else if (is("signature") || is("sig")) read_signature(ufunc, value);
        else
            throw TypeError(std::string(ufunc.name()) + "() got an unexpected keyword argument '" +
                            nb::cast<std::string>(nb::handle(name)) + "'");
        if (has_signature && has_dtype) throw TypeError("cannot specify both 'signature' and 'dtype'");
    }
    void read_out(const Ufunc& ufunc, PyObject* value) {
        auto set = [&](int k, PyObject* out) {
            if (out == Py_None || out == Py_Ellipsis) return;  // results are arrays in either case
            if (!is_ndarray(out))
                refuse_argument(
                    out, "return arrays must be of type cuprum.ndarray, not " + std::string(Py_TYPE(out)->tp_name));
            options.out[static_cast<std::size_t>(k)] = &unwrap(out);
        };
        if (PyTuple_Check(value)) {
            if (PyTuple_GET_SIZE(value) != ufunc.nout())
                throw ValueError("The 'out' tuple must have exactly one entry per ufunc output: " +
                                 std::to_string(ufunc.nout()) + ", not " + std::to_string(PyTuple_GET_SIZE(value)));
            for (int k = 0; k < ufunc.nout(); ++k) {
                if (PyTuple_GET_ITEM(value, k) == Py_Ellipsis)
                    throw TypeError("must use `...` as `out=...` and not per-operand/in a tuple");
                set(k, PyTuple_GET_ITEM(value, k));
            }
        } else if (ufunc.nout() == 1) {
            set(0, value);
        } else if (value != Py_None && value != Py_Ellipsis) {
            throw TypeError("'out' must be a tuple of " + std::to_string(ufunc.nout()) + " arrays");
        }
    }
    void read_signature(const Ufunc& ufunc, PyObject* value) {
        if (std::exchange(has_signature, true)) throw TypeError("cannot specify both 'sig' and 'signature'");
        static constexpr const char* use_dtype =
            "a signature of one type is a TypeError; use `dtype`, or a type or None for each input and output";
        if (PyUnicode_Check(value)) {
            options.signature = nb::cast<std::string>(nb::handle(value));
            if (options.signature.size() == 1) throw TypeError(use_dtype);
            for (char& c : options.signature)
                if (c == 'q' || c == 'Q') c = c == 'q' ? 'l' : 'L';
            return;
        }
        nb::tuple types(nb::borrow<nb::sequence>(value));
        const auto nin = static_cast<std::size_t>(ufunc.nin()), nout = static_cast<std::size_t>(ufunc.nout());
        std::string codes;
        for (nb::handle type : types) codes += type.is_none() ? open_type : info(to_dtype(type.ptr())).code;
        if (codes.size() == 1) throw TypeError(use_dtype);
        if (codes.find_first_not_of(open_type) == std::string::npos) return;
        const std::string in = codes.substr(0, nin), out = codes.size() > nin ? codes.substr(nin) : std::string();
        if (codes.size() != nin + nout)
            throw ValueError("a signature has " + std::to_string(nin + nout) + " types for " + ufunc.name() +
                             ", one for each input and output, and " + std::to_string(codes.size()) + " were given");
        if (in.find_first_not_of(open_type) == std::string::npos && out[0] != open_type)
            options.dtype = dtype_from_code(out[0]);
        else options.signature = in + "->" + out;
    }
};

// `like` is the operand whose class new arrays take, or null.
PyObject* results_to_python(const Ufunc& ufunc, PyObject* out_argument, const UfuncOptions& options, ndarray* results,
                            PyObject* like = nullptr) {
    auto one = [&](int k) -> PyObject* {
        // An out array is returned as the very object that was given.
        if (options.out[static_cast<std::size_t>(k)]) {
            PyObject* given = PyTuple_Check(out_argument) ? PyTuple_GET_ITEM(out_argument, k) : out_argument;
            return Py_NewRef(given);
        }
        return like ? wrap_copy(like, std::move(results[k])).release().ptr() : wrap(std::move(results[k]));
    };
    if (ufunc.nout() == 1) return one(0);
    PyObject* tuple = PyTuple_New(ufunc.nout());
    for (int k = 0; k < ufunc.nout(); ++k) PyTuple_SET_ITEM(tuple, k, one(k));
    return tuple;
}

bool is_out(PyObject* name) { return PyUnicode_CompareWithASCIIString(name, "out") == 0; }

// One or two ordinary operands, one result, and at most an array to write it to: what most calls are. Null for any
// other call.
PyObject* short_call(const Ufunc& ufunc, PyObject* const* operands, Py_ssize_t count, PyObject* out) {
    if (count != ufunc.nin() || count > 2 || count < 1 || ufunc.nout() != 1) return nullptr;
    PyObject *const first = operands[0], *const second = operands[count - 1];
    if (!is_ordinary(first) || !is_ordinary(second) || (out && Py_TYPE(out) != ndarray_type)) return nullptr;
    static const UfuncOptions none;
    std::optional<ndarray> holders[2];
    ndarray result;
    if (out) {
        const Operand in[] = {operand(first, holders[0]), operand(second, holders[1])};
        UfuncOptions options;
        options.out[0] = &unwrap(out);
        ufunc.call(std::span(in, static_cast<std::size_t>(count)), options, &result);
        return Py_NewRef(out);
    }
    if (count == 1) {
        const Operand in[] = {operand(first, holders[0])};
        ufunc.call(in, none, &result);
    } else {
        const Operand in[] = {operand(first, holders[0]), operand(second, holders[1])};
        ufunc.call(in, none, &result);
    }
    return wrap(std::move(result));
}

PyObject* call(PyObject* self, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        const Ufunc& ufunc = self_of(self);
        if (!kwargs)
            if (PyObject* result = short_call(ufunc, &PyTuple_GET_ITEM(args, 0), PyTuple_GET_SIZE(args), nullptr))
                return result;
        const Py_ssize_t count = PyTuple_GET_SIZE(args);
        std::optional<ndarray> holders[Ufunc::max_nin];
        if (count < ufunc.nin() || count > ufunc.nin() + ufunc.nout())
            throw TypeError(std::string(ufunc.name()) + "() takes from " + std::to_string(ufunc.nin()) + " to " +
                            std::to_string(ufunc.nin() + ufunc.nout()) + " positional arguments but " +
                            std::to_string(count) + " were given");
        ndarray results[Ufunc::max_nout];
        PyObject* given[Ufunc::max_nin + Ufunc::max_nout];
        bool ordinary = true;
        for (Py_ssize_t i = 0; i < count; ++i) {
            given[i] = PyTuple_GET_ITEM(args, i);
            ordinary = ordinary && is_ordinary(given[i]);
        }
        const std::span<PyObject* const> operands(given, static_cast<std::size_t>(ufunc.nin()));
        if (!ordinary && is_overridden(std::span<PyObject* const>(given, static_cast<std::size_t>(count)))) [[unlikely]]
            return call_overridden(ufunc.name(), args, kwargs);
        std::vector<Operand> in;
        for (int i = 0; i < ufunc.nin(); ++i) in.push_back(operand(PyTuple_GET_ITEM(args, i), holders[i]));
        Keywords keywords;
        nb::object out_argument;
        if (count > ufunc.nin()) {
            out_argument = nb::steal(PyTuple_GetSlice(args, ufunc.nin(), count));
            while (PyTuple_GET_SIZE(out_argument.ptr()) < ufunc.nout())
                out_argument = out_argument + nb::make_tuple(nb::none());
            keywords.read_out(ufunc, out_argument.ptr());
        }
        if (kwargs) {
            PyObject *name, *value;
            Py_ssize_t position = 0;
            while (PyDict_Next(kwargs, &position, &name, &value)) {
                if (is_out(name)) {
                    if (out_argument.is_valid())
                        throw TypeError("cannot specify 'out' as both a positional and keyword argument");
                    out_argument = nb::borrow(value);
                    std::vector<PyObject*> outs;
                    if (!PyTuple_Check(value)) outs.push_back(value);
                    else
                        for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(value); ++k)
                            outs.push_back(PyTuple_GET_ITEM(value, k));
                    if (is_overridden(outs)) return call_overridden(ufunc.name(), args, kwargs);
                }
                keywords.read(ufunc, name, value);
            }
        }
        ufunc.call(in, keywords.options, results);
        PyObject* like = ordinary || !keywords.subok ? nullptr : giver_of_class(operands);
        return results_to_python(ufunc, out_argument.ptr(), keywords.options, results, like);
    });
}

// The same without a tuple of arguments, which most calls are not worth. A call on several devices is placed by the way
// through the type's slot.
PyObject* vectorcall(PyObject* self, PyObject* const* arguments, std::size_t flags, PyObject* names) {
    const Py_ssize_t count = PyVectorcall_NARGS(flags), named = names ? PyTuple_GET_SIZE(names) : 0;
    return guarded([&]() -> PyObject* {
        if (is_one_device() && (named == 0 || (named == 1 && is_out(PyTuple_GET_ITEM(names, 0))))) {
            PyObject* out = named ? arguments[count] : nullptr;
            if (PyObject* result = short_call(self_of(self), arguments, count, out)) return result;
        }
        const nb::object tuple = nb::steal(PyTuple_New(count));
        for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SET_ITEM(tuple.ptr(), i, Py_NewRef(arguments[i]));
        if (!named) return Py_TYPE(self)->tp_call(self, tuple.ptr(), nullptr);
        const nb::dict keywords;
        for (Py_ssize_t i = 0; i < named; ++i)
            keywords[nb::handle(PyTuple_GET_ITEM(names, i))] = nb::handle(arguments[count + i]);
        return Py_TYPE(self)->tp_call(self, tuple.ptr(), keywords.ptr());
    });
}

PyObject* repr(PyObject* self) { return PyUnicode_FromFormat("<ufunc '%s'>", self_of(self).name()); }

// These two are attributes of every type as well, which only descriptors made with the type can shadow.
PyObject* get_name(PyObject* self, void*) { return PyUnicode_FromString(self_of(self).name()); }
PyObject* get_doc(PyObject* self, void*) {
    return guarded([&]() -> PyObject* { return PyUnicode_FromString(self_of(self).doc().c_str()); });
}
PyGetSetDef ufunc_attributes[] = {{"__name__", get_name, nullptr, nullptr, nullptr},
                                  {"__doc__", get_doc, nullptr, nullptr, nullptr},
                                  {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot ufunc_slots[] = {{Py_tp_new, reinterpret_cast<void*>(refuse_new)},
                             {Py_tp_getset, ufunc_attributes},
                             {Py_tp_call, reinterpret_cast<void*>(call)},
                             {Py_tp_repr, reinterpret_cast<void*>(repr)},
                             {0, nullptr}};

// ------------------------------------------------------------------------------------------------------------
// operators

constexpr int most_operator_results = 2;  // of divmod

// An operator of operands that may be of other classes.
PyObject* special_binary(const Ufunc& ufunc, PyObject* left, PyObject* right) {
    if (is_ndarray(left) ? leaves_to(left, right, false) : leaves_to(right, left, false)) Py_RETURN_NOTIMPLEMENTED;
    PyObject* const operands[] = {left, right};
    if (is_overridden(operands))
        return call_overridden(ufunc.name(), nb::make_tuple(nb::handle(left), nb::handle(right)).ptr(), nullptr);
    std::optional<ndarray> holders[2];
    const Operand in[] = {operand(left, holders[0]), operand(right, holders[1])};
    ndarray results[most_operator_results];
    static const UfuncOptions none;
    ufunc.call(in, none, results);
    return results_to_python(ufunc, nullptr, none, results, giver_of_class(operands));
}

PyObject* binary(const Ufunc& ufunc, PyObject* left, PyObject* right) {
    return guarded([&]() -> PyObject* {
        if (!is_ordinary(left) || !is_ordinary(right)) [[unlikely]]
            return special_binary(ufunc, left, right);
        std::optional<ndarray> holder;
        ndarray results[most_operator_results];
        static const UfuncOptions none;
        const Operand in[] = {operand(left, holder), operand(right, holder)};
        ufunc.call(in, none, results);
        return results_to_python(ufunc, nullptr, none, results);
    });
}

PyObject* inplace(const Ufunc& ufunc, PyObject* left, PyObject* right) {
    return guarded([&]() -> PyObject* {
        if (!is_ordinary(left) || !is_ordinary(right)) [[unlikely]] {
            if (leaves_to(left, right, true)) Py_RETURN_NOTIMPLEMENTED;
            PyObject* const operands[] = {left, right};
            if (is_overridden(operands)) {
                nb::dict out;
                out["out"] = nb::make_tuple(nb::handle(left));
                return call_overridden(ufunc.name(), nb::make_tuple(nb::handle(left), nb::handle(right)).ptr(),
                                       out.ptr());
            }
        }
        // NumPy's numbers cannot be changed: the name gets a new one.
        if (unwrap(left).ndim() == 0 && stands_for_number(unwrap(left))) Py_RETURN_NOTIMPLEMENTED;
        std::optional<ndarray> holder;
        const Operand in[] = {Operand(unwrap(left)), operand(right, holder)};
        UfuncOptions options;
        options.out[0] = &unwrap(left);
        ndarray result;
        ufunc.call(in, options, &result);
        return Py_NewRef(left);
    });
}

PyObject* unary(const Ufunc& ufunc, PyObject* operand) {
    return guarded([&]() -> PyObject* {
        const Operand in[] = {Operand(unwrap(operand))};
        if (Py_TYPE(operand) != ndarray_type && is_overridden(std::span<PyObject* const>(&operand, 1)))
            return call_overridden(ufunc.name(), nb::make_tuple(nb::handle(operand)).ptr(), nullptr);
        static const UfuncOptions none;
        ndarray result;
        ufunc.call(in, none, &result);
        return Py_TYPE(operand) == ndarray_type ? wrap(std::move(result))
                                                : wrap_copy(operand, std::move(result)).release().ptr();
    });
}

// The operation of one operand, an ordinary array, in place.
PyObject* inplace(const Ufunc& ufunc, PyObject* operand) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(operand);
        if (array.ndim() == 0 && stands_for_number(array)) Py_RETURN_NOTIMPLEMENTED;
        const Operand in[] = {Operand(array)};
        UfuncOptions options;
        options.out[0] = &array;
        ndarray results[Ufunc::max_nout];
        ufunc.call(in, options, results);
        return Py_NewRef(operand);
    });
}

template <const auto& ufunc>
PyObject* nb_binary(PyObject* a, PyObject* b) {
    return binary(ufunc, a, b);
}
template <const auto& ufunc>
PyObject* nb_inplace(PyObject* a, PyObject* b) {
    return inplace(ufunc, a, b);
}
template <const auto& ufunc>
PyObject* nb_unary(PyObject* a) {
    return unary(ufunc, a);
}

// The form for an operand that is a number of Python's, or null.
const LiteralForm* literal_form(const Ufunc& ufunc, DType first, PyObject* number) {
    if (PyFloat_CheckExact(number)) return cuprum::literal_form(ufunc, first, Scalar(PyFloat_AS_DOUBLE(number)));
    if (!PyLong_CheckExact(number)) return nullptr;
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow ? nullptr : cuprum::literal_form(ufunc, first, Scalar(value));
}
PyObject* in_literal_form(const LiteralForm& form, PyObject* a) {
    nb::object result = nb::borrow(a);
    for (const Ufunc* step : form.ufuncs) {
        if (!step) break;
        result = nb::steal(step->nin() == 1 ? unary(*step, result.ptr()) : binary(*step, result.ptr(), a));
        if (!result.is_valid()) return nullptr;
    }
    return result.release().ptr();
}
PyObject* nb_power(PyObject* a, PyObject* b, PyObject* modulus) {
    if (modulus != Py_None) {
        PyErr_SetString(PyExc_TypeError, "pow() of arrays takes no modulus");
        return nullptr;
    }
    if (is_ndarray(a))
        if (const LiteralForm* form = literal_form(power, unwrap(a).dtype(), b)) return in_literal_form(*form, a);
    return binary(power, a, b);
}
PyObject* nb_inplace_power(PyObject* a, PyObject* b, PyObject*) {
    if (Py_TYPE(a) == ndarray_type) {
        const LiteralForm* form = literal_form(power, unwrap(a).dtype(), b);
        if (form && !form->ufuncs[1]) return inplace(*form->ufuncs[0], a);
    }
    return inplace(power, a, b);
}

PyObject* filled_with(bool value, PyObject* like) {
    return guarded([&]() -> PyObject* {
        ndarray result = empty_like(unwrap(like), DType::bool_);
        result.fill(value);
        return wrap(std::move(result));
    });
}

// Containers that NumPy makes arrays of, and that are never equal to another object as a whole: array.array, bytearray,
// memoryview, deque. What Python would answer, False, is no array of answers.
bool is_foreign_container(PyObject* object) {
    // Classes of the standard library are on the heap from Python 3.12 on, and unlike a user's they cannot be changed.
    constexpr unsigned long immutable = 1UL << 8;  // Py_TPFLAGS_IMMUTABLETYPE, which the stable ABI does not name
    const unsigned long flags = PyType_GetFlags(Py_TYPE(object));
    return PyObject_CheckBuffer(object) ||
           (PySequence_Check(object) && (!(flags & Py_TPFLAGS_HEAPTYPE) || flags & immutable));
}

/// The element of a NumPy array without axes; an empty object for one with axes, and behind an error.
nb::object element_of_numpy_array(PyObject* array) {
    const nb::object axes = nb::steal(PyObject_GetAttrString(array, "ndim"));
    if (!axes.is_valid() || PyLong_AsLong(axes.ptr()) != 0) return {};
    return nb::steal(PyObject_GetItem(array, nb::make_tuple().ptr()));
}

PyObject* compare(PyObject* a, PyObject* b, int operation) {
    const Ufunc* table[] = {&less, &less_equal, &equal, &not_equal, &greater, &greater_equal};
    if ((operation == Py_EQ || operation == Py_NE) &&
        (b == Py_None || PyUnicode_Check(b) || PyBytes_Check(b) || PyAnySet_Check(b) || PyDict_Check(b)))
        return filled_with(operation == Py_NE, a);  // nothing is equal to these, element by element
    // A NumPy array without axes counts as its element, as in CuPy. Other operators refuse it.
    const nb::object element = !is_ndarray(b) && is_numpy_array(b) ? element_of_numpy_array(b) : nb::object();
    if (PyErr_Occurred()) return nullptr;
    if (element.is_valid()) b = element.ptr();
    PyObject* result = binary(*table[operation], a, b);
    // An object that knows nothing of comparisons is equal to no element.
    if (result == Py_NotImplemented && Py_TYPE(b)->tp_richcompare == PyBaseObject_Type.tp_richcompare &&
        (operation == Py_EQ || operation == Py_NE)) {
        Py_DECREF(result);
        return filled_with(operation == Py_NE, a);
    }
    if (result == Py_NotImplemented && (operation == Py_EQ || operation == Py_NE) && is_foreign_container(b)) {
        Py_DECREF(result);
        PyErr_Format(PyExc_TypeError, "Unsupported type %R: make an array of it by asarray",
                     reinterpret_cast<PyObject*>(Py_TYPE(b)));
        return nullptr;
    }
    return result;
}

}  // namespace

#define SLOT(name, function) {Py_##name, reinterpret_cast<void*>(function)}
const std::vector<PyType_Slot>& operator_slots() {
    static const std::vector<PyType_Slot> slots = {
        SLOT(nb_add, nb_binary<add>),
        SLOT(nb_subtract, nb_binary<subtract>),
        SLOT(nb_multiply, nb_binary<multiply>),
        SLOT(nb_true_divide, nb_binary<divide>),
        SLOT(nb_floor_divide, nb_binary<floor_divide>),
        SLOT(nb_remainder, nb_binary<remainder>),
        SLOT(nb_divmod, nb_binary<cuprum::divmod>),
        SLOT(nb_power, nb_power),
        SLOT(nb_lshift, nb_binary<left_shift>),
        SLOT(nb_rshift, nb_binary<right_shift>),
        SLOT(nb_and, nb_binary<bitwise_and>),
        SLOT(nb_or, nb_binary<bitwise_or>),
        SLOT(nb_xor, nb_binary<bitwise_xor>),
        SLOT(nb_negative, nb_unary<negative>),
        SLOT(nb_positive, nb_unary<positive>),
        SLOT(nb_absolute, nb_unary<absolute>),
        SLOT(nb_invert, nb_unary<invert>),
        SLOT(nb_inplace_add, nb_inplace<add>),
        SLOT(nb_inplace_subtract, nb_inplace<subtract>),
        SLOT(nb_inplace_multiply, nb_inplace<multiply>),
        SLOT(nb_inplace_true_divide, nb_inplace<divide>),
        SLOT(nb_inplace_floor_divide, nb_inplace<floor_divide>),
        SLOT(nb_inplace_remainder, nb_inplace<remainder>),
        SLOT(nb_inplace_power, nb_inplace_power),
        SLOT(nb_inplace_lshift, nb_inplace<left_shift>),
        SLOT(nb_inplace_rshift, nb_inplace<right_shift>),
        SLOT(nb_inplace_and, nb_inplace<bitwise_and>),
        SLOT(nb_inplace_or, nb_inplace<bitwise_or>),
        SLOT(nb_inplace_xor, nb_inplace<bitwise_xor>),
        SLOT(nb_matrix_multiply, matmul_operator),
        SLOT(nb_inplace_matrix_multiply, inplace_matmul_operator),
        SLOT(tp_richcompare, compare),
    };
    return slots;
}
#undef SLOT

namespace {

// `out=...` asks for an array, which results are anyway.
OutArg without_ellipsis(OutArg out) {
    if (out.given() == Py_Ellipsis) out.object = Py_None;
    return out;
}

// Whether NumPy's own method answers: sums and products of NumPy's arrays are methods of these in CuPy.
// Not where another operand is ours: NumPy's method would call this one again.
bool is_numpys(const Ufunc& ufunc, const ArrayArg& array, const OutArg& out, PyObject* where = nullptr) {
    return array.is_numpy() && (&ufunc == &add || &ufunc == &multiply) && !is_ndarray(out.given()) &&
           !(where && is_ndarray(where));
}

// NumPy's methods of ufuncs.
void bind_methods(nb::class_<PyUfunc>& type) {
    using namespace nanobind::literals;
    const auto none = nb::none();
    type.def(
        "reduce",
        [](const PyUfunc& self, DeviceArrayArg array, AxesArg axis, OptionalDTypeArg dtype, OutArg given,
           BoolArg keepdims, OptionalScalarArg initial, WhereArg where) {
            const Ufunc& u = *self.ufunc;
            if (is_numpys(u, array, given, where.object)) {
                return numpys_method(&u == &add ? "sum" : "prod", array,
                                     {{"axis", axis.object},
                                      {"dtype", dtype.object},
                                      {"out", given.object},
                                      {"keepdims", keepdims.object},
                                      {"initial", initial.object},
                                      {"where", where.object}});
            }
            const OutArg out = without_ellipsis(given);
            ReduceOptions options;
            options.axis = axis.of(array);
            options.dtype = dtype;
            options.out = out;
            options.keepdims = keepdims;
            options.initial = initial;
            options.where = where.pointer();
            return out.or_new(u.reduce(array, options), array);
        },
        "array"_a, "axis"_a = 0, "dtype"_a = none, "out"_a = none, "keepdims"_a = false, "initial"_a = none,
        "where"_a = true, "The operation put between the elements along an axis, several, or all (None).");
    type.def(
        "accumulate",
        [](const PyUfunc& self, DeviceArrayArg array, AxesArg axis, OptionalDTypeArg dtype, OutArg given) {
            const Ufunc& u = *self.ufunc;
            if (is_numpys(u, array, given)) {
                const auto ndim = nb::cast<std::int64_t>(nb::handle(array.object).attr("ndim"));
                const nb::object one = nb::cast(single_axis(axis, ndim, "accumulate"));
                return numpys_method(&u == &add ? "cumsum" : "cumprod", array,
                                     {{"axis", one.ptr()}, {"dtype", dtype.object}, {"out", given.object}});
            }
            const OutArg out = without_ellipsis(given);
            const std::int64_t one = single_axis(axis, array.get().ndim(), "accumulate");
            return out.or_new(u.accumulate(array, one, dtype, out), array);
        },
        "array"_a, "axis"_a = 0, "dtype"_a = none, "out"_a = none, "What `reduce` gives up to each element.");
    type.def(
        "reduceat",
        [](const PyUfunc& self, DeviceArrayArg array, DeviceArrayArg indices, AxesArg axes, OptionalDTypeArg dtype,
           OutArg given) {
            const Ufunc& u = *self.ufunc;
            const OutArg out = without_ellipsis(given);
            const std::int64_t axis = single_axis(axes, array.get().ndim(), "reduceat");
            const bool none = !is_ndarray(indices.object) && indices.get().size() == 0;  // a list of no floats
            return out.or_new(
                u.reduceat(array, none ? indices.get().astype(DType::int64) : indices.get(), axis, dtype, out), array);
        },
        "array"_a, "indices"_a, "axis"_a = 0, "dtype"_a = none, "out"_a = none,
        "`reduce` of the parts that begin at the indices; of the one element at an index that is not less than the "
        "next.");
    type.def(
        "outer",
        [](const PyUfunc& self, Typed<"ArrayLike"> a, Typed<"ArrayLike"> b, nb::kwargs kwargs) {
            const Ufunc& u = *self.ufunc;
            std::optional<ndarray> holders[2];
            Keywords keywords;
            nb::object out;
            for (auto [name, value] : kwargs) {
                keywords.read(u, nb::handle(name).ptr(), nb::handle(value).ptr());
                if (nb::cast<std::string>(name) == "out") out = nb::borrow(value);
            }
            ndarray result = u.outer(operand(a.ptr(), holders[0]), operand(b.ptr(), holders[1]), keywords.options);
            PyObject* const operands[] = {a.ptr(), b.ptr()};
            PyObject* like = keywords.subok ? giver_of_class(operands) : nullptr;
            return Typed<"Any">(nb::steal(results_to_python(u, out.ptr(), keywords.options, &result, like)));
        },
        "A"_a, "B"_a, "kwargs"_a,
        "The operation on every pair of an element of one array and an element of the other.");
    type.def(
        "at",
        [](const PyUfunc& self, const ndarray& a, Arg<"Index"> indices, Arg<"ArrayLike | numpy.ndarray"> b) {
            const Ufunc& u = *self.ufunc;
            std::vector<Index> index = to_indices(indices.object);
            if (b.is_none()) return u.at(a, index);
            std::optional<ndarray> holder;
            // NumPy's arrays are copied to the device, as those of indices are.
            if (is_numpy_array(b.object)) holder = make_array(b.object, std::nullopt, false);
            const Operand operand_b = holder ? Operand(*holder) : operand(b.object, holder);
            u.at(a, index, &operand_b);
        },
        "a"_a, "indices"_a.none(), "b"_a = none, "The operation in place at indices; repeated ones count each time.");
}

}  // namespace

nb::object wrap_ufunc(const Ufunc& ufunc) {
    // Several names of one ufunc are one object, which lives as long as the process.
    static std::map<const Ufunc*, PyObject*> objects;
    PyObject*& object = objects[&ufunc];
    if (!object) object = nb::cast(PyUfunc{&ufunc, vectorcall}).release().ptr();
    return nb::borrow(object);
}

void bind_ufuncs(nb::module_& m) {
    nb::class_<PyUfunc> type(m, "ufunc", nb::type_slots(ufunc_slots));
    type.def_prop_ro("nin", [](const PyUfunc& u) { return u.ufunc->nin(); });
    type.def_prop_ro("nout", [](const PyUfunc& u) { return u.ufunc->nout(); });
    type.def_prop_ro("nargs", [](const PyUfunc& u) { return u.ufunc->nin() + u.ufunc->nout(); });
    type.def_prop_ro("name", [](const PyUfunc& u) { return std::string("cuprum_") + u.ufunc->name(); });
    type.def_prop_ro("types", [](const PyUfunc& u) { return u.ufunc->types(); });
    type.def_prop_ro("ntypes", [](const PyUfunc& u) { return u.ufunc->types().size(); });
    type.def_prop_ro(
        "identity", [](const PyUfunc& u) -> Typed<"Any"> {
            auto identity = u.ufunc->identity();
            return identity ? from_scalar(*identity, true) : nb::none();
        });
    type.def_prop_ro("_domain", [](const PyUfunc& u) { return std::string(u.ufunc->row().domain); });
    type.def_prop_ro("signature", [](const PyUfunc&) { return nb::none(); });
    type.def("resolve_dtypes", [](const PyUfunc& u, nb::args args) {
        std::vector<Operand> in;
        std::vector<std::optional<ndarray>> holders(args.size());
        for (std::size_t i = 0; i < args.size(); ++i) in.push_back(operand(nb::handle(args[i]).ptr(), holders[i]));
        nb::list result;
        for (DType d : u.ufunc->resolve_dtypes(in)) result.append(nb::handle(numpy_dtype(d)));
        return nb::tuple(result);
    });
    bind_methods(type);
    type.attr("__module__") = "cuprum";
    for (auto [name, ufunc] : ufuncs()) m.attr(name) = wrap_ufunc(*ufunc);
    // nanobind decides where an object's value lies, so Python can be told only when there is one.
    const nb::object example = m.attr("add");
    const char* place = reinterpret_cast<const char*>(&nb::inst_ptr<PyUfunc>(example)->vectorcall);
    auto* python_type = reinterpret_cast<PyTypeObject*>(type.ptr());
    python_type->tp_vectorcall_offset = place - reinterpret_cast<const char*>(example.ptr());
    python_type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    PyType_Modified(python_type);
}

}  // namespace cuprum::python
