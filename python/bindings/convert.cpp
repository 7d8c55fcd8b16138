#include "convert.h"

#include <cstring>

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/fuse.h"
#include "cuprum/gil_release.h"
#include "cuprum/host.h"
#include "cuprum/manipulation.h"
#include "cuprum/transfer.h"
#include "described_dtypes.h"
#include "exchange.h"
#include "fuse_scalar.h"
#include "host_array.h"

namespace cuprum::python {

PyTypeObject* ndarray_type = nullptr;

namespace {

// numpy's objects, found once and kept for the life of the process.
struct NumPy {
    nb::object dtype, ndarray, generic, asarray, ascontiguousarray;
    PyObject* dtypes[dtype_count];

    NumPy() {
        nb::module_ np = nb::module_::import_("numpy");
        dtype = np.attr("dtype");
        ndarray = np.attr("ndarray");
        generic = np.attr("generic");
        asarray = np.attr("asarray");
        for (int i = 0; i < dtype_count; ++i) {
            dtypes[i] = nullptr;
            if (dtype_table[i].dtype != DType::bfloat16)
                dtypes[i] = nb::object(dtype(dtype_table[i].name)).release().ptr();
        }
    }
};
const NumPy& numpy() {
    static const NumPy* instance = new NumPy;  // never destroyed: Python may be gone by then
    return *instance;
}

PyTypeObject* numpy_array_type() {
    static auto* type = reinterpret_cast<PyTypeObject*>(numpy().ndarray.ptr());
    return type;
}

// ml_dtypes is imported only when a bfloat16 array meets NumPy.
PyObject* bfloat16_dtype() {
    static PyObject* dtype =
        nb::object(numpy().dtype(nb::module_::import_("ml_dtypes").attr("bfloat16"))).release().ptr();
    return dtype;
}

bool is_native(nb::handle dtype) { return nb::cast<bool>(dtype.attr("isnative")); }

// Of the dtypes that NumPy has one object each for.
std::optional<DType> plain_dtype(PyObject* dtype) {
    const NumPy& np = numpy();
    for (int i = 0; i < dtype_count; ++i)
        if (np.dtypes[i] == dtype) return dtype_table[i].dtype;
    return std::nullopt;
}

// The types and words that mostly stand for dtypes, so that numpy.dtype need not be called for them.
std::optional<DType> named_dtype(PyObject* object) {
    struct Names {
        std::vector<std::pair<PyObject*, DType>> types;  // never freed
        std::vector<std::pair<std::string, DType>> words;

        Names() {
            const auto add_type = [&](nb::object type, DType dtype) {
                types.emplace_back(type.release().ptr(), dtype);
            };
            for (PyTypeObject* type : {&PyFloat_Type, &PyLong_Type, &PyBool_Type, &PyComplex_Type}) {
                nb::object held = nb::borrow(reinterpret_cast<PyObject*>(type));
                add_type(held, *plain_dtype(nb::object(numpy().dtype(held)).ptr()));
            }
            for (int i = 0; i < dtype_count; ++i) {
                if (!numpy().dtypes[i]) continue;
                const nb::handle dtype(numpy().dtypes[i]);
                add_type(dtype.attr("type"), dtype_table[i].dtype);
                words.emplace_back(dtype_table[i].name, dtype_table[i].dtype);
                for (const char* word : {"str", "char"}) {
                    auto text = nb::cast<std::string>(dtype.attr(word));
                    if (text[0] == '<' || text[0] == '|') words.emplace_back(text.substr(1), dtype_table[i].dtype);
                    words.emplace_back(std::move(text), dtype_table[i].dtype);
                }
            }
        }
    };
    static const Names& names = *new Names;
    if (PyType_Check(object)) {
        for (const auto& [type, dtype] : names.types)
            if (type == object) return dtype;
    } else if (PyUnicode_CheckExact(object)) {
        Py_ssize_t length = 0;
        const char* text = PyUnicode_AsUTF8AndSize(object, &length);
        if (!text) return PyErr_Clear(), std::nullopt;
        for (const auto& [word, dtype] : names.words)
            if (word == std::string_view(text, static_cast<std::size_t>(length))) return dtype;
    }
    return std::nullopt;
}

std::optional<DType> dtype_from_numpy(PyObject* dtype) {
    if (auto plain = plain_dtype(dtype)) return plain;
    if (auto described = described_from_numpy(dtype)) return described;
    nb::handle h(dtype);
    auto name = nb::cast<std::string>(h.attr("name"));
    if (!is_native(h))
        throw ValueError("the dtype " + nb::cast<std::string>(nb::str(h)) +
                         " has the byte-order of another machine; convert it to the native one first");
    for (const auto& row : dtype_table)
        if (name == row.name) return row.dtype;
    return std::nullopt;
}

}  // namespace

namespace {

/// A Python array that is made in its place.
template <class... Arguments>
nb::object allocate(PyTypeObject* type, Arguments&&... arguments) {
    nb::object object = nb::inst_alloc(nb::handle(reinterpret_cast<PyObject*>(type)));
    new (nb::inst_ptr<PyArray>(object)) PyArray(std::forward<Arguments>(arguments)...);
    nb::inst_mark_ready(object);
    return object;
}

// Tells an instance of a subclass what it was made from, as NumPy does.
nb::object finalized(nb::object object, PyObject* source) {
    if (Py_TYPE(object.ptr()) == ndarray_type) return object;
    nb::object finalize = object.attr("__array_finalize__");
    if (!finalize.is_none()) finalize(nb::handle(source));
    return object;
}

/// What a view of a Python array's memory keeps alive: the array, or what that is a view of.
nb::object base_of_view(PyObject* source, const PyArray& array) {
    return array.base.is_valid() ? array.base : nb::borrow(source);
}

// NumPy's marker for an argument that was not given.
bool is_no_value(PyObject* object) {
    static PyObject* marker = nb::object(nb::module_::import_("numpy").attr("_NoValue")).release().ptr();
    return object == marker;
}

}  // namespace

bool is_numpy_array(PyObject* object) { return PyObject_TypeCheck(object, numpy_array_type()); }

PyObject* wrap(ndarray&& array) { return allocate(ndarray_type, std::move(array)).release().ptr(); }

PyObject* wrap_from(PyObject* source, ndarray&& array) {
    return wrap_as(Py_TYPE(source), source, std::move(array)).release().ptr();
}

Array wrap_as(PyTypeObject* type, PyObject* source, ndarray&& array) {
    const PyArray& from = unwrap_held(source);
    nb::object base;
    if (array.buffer().get() == from.buffer().get()) base = base_of_view(source, from);
    return finalized(allocate(type, std::move(array), std::move(base)), source);
}

PyObject* wrap_view(PyObject* source, std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                    std::int64_t extra_offset) {
    const PyArray& from = unwrap_held(source);
    nb::object view = allocate(Py_TYPE(source), from, shape, strides, extra_offset, base_of_view(source, from));
    return finalized(std::move(view), source).release().ptr();
}

Array wrap_copy(PyObject* source, ndarray&& array) {
    return finalized(allocate(Py_TYPE(source), std::move(array)), source);
}

Array wrap_new(PyTypeObject* type, ndarray&& array) { return finalized(allocate(type, std::move(array)), Py_None); }

Typed<"tuple[ndarray, ...]"> wrap_tuple(std::vector<ndarray>&& arrays) {
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(arrays.size())));
    for (std::size_t i = 0; i < arrays.size(); ++i)
        PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), wrap(std::move(arrays[i])));
    return nb::borrow<nb::tuple>(tuple);
}

PyObject* numpy_dtype(DType dtype) {
    if (!is_number(dtype)) return numpy_described(dtype);
    return dtype == DType::bfloat16 ? bfloat16_dtype() : numpy().dtypes[static_cast<int>(dtype)];
}

DType to_dtype(PyObject* object) {
    if (auto plain = plain_dtype(object)) return *plain;
    if (auto named = named_dtype(object)) return *named;
    const NumPy& np = numpy();
    if (PyUnicode_Check(object) && PyUnicode_CompareWithASCIIString(object, "bfloat16") == 0) return DType::bfloat16;
    nb::object dtype = Py_TYPE(object) == reinterpret_cast<PyTypeObject*>(np.dtype.ptr())
                           ? nb::borrow(object)
                           : np.dtype(nb::handle(object));  // NumPy's own error for what is no dtype
    if (auto found = dtype_from_numpy(dtype.ptr())) return *found;
    throw TypeError(
        "unsupported dtype " + nb::cast<std::string>(nb::str(dtype)) +
        ": arrays hold bool, int8..64, uint8..64, float16, bfloat16, float32, float64, complex64, complex128, and "
        "structured, void and time dtypes");
}

std::optional<DType> to_optional_dtype(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    return to_dtype(object);
}

namespace {

/// A NumPy scalar by its buffer, which takes a fifth of the time of its attributes; nothing where the buffer does not
/// tell.
std::optional<Scalar> scalar_in_buffer(PyObject* object) {
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT) != 0) {
        PyErr_Clear();
        return std::nullopt;
    }
    std::optional<Scalar> scalar;
    std::string_view format = view.format ? view.format : "";
    const bool is_complex = format == "Zf" || format == "Zd";
    if (is_complex) scalar = Scalar::load(format == "Zf" ? DType::complex64 : DType::complex128, view.buf);
    static constexpr std::string_view codes = "?bhilBHILefd";
    if (format.size() == 1 && view.ndim == 0 && codes.find(format[0]) != codes.npos) {
        const DType dtype = dtype_from_code(format[0]);
        if (itemsize(dtype) == view.len) scalar = Scalar::load(dtype, view.buf);
    }
    PyBuffer_Release(&view);
    return scalar;
}

}  // namespace

std::optional<Scalar> to_scalar(PyObject* object) {
    if (PyBool_Check(object)) return Scalar(object == Py_True);
    if (PyLong_CheckExact(object)) {
        int overflow = 0;
        long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (!overflow) return Scalar(value);
        if (overflow > 0) {
            unsigned long long large = PyLong_AsUnsignedLongLong(object);
            if (!PyErr_Occurred()) return Scalar(large);
            PyErr_Clear();
        }
        double approximate = PyLong_AsDouble(object);
        if (PyErr_Occurred()) {
            PyErr_Clear();
            approximate = overflow > 0 ? HUGE_VAL : -HUGE_VAL;
        }
        return Scalar::huge_integer(approximate);
    }
    if (PyFloat_CheckExact(object)) return Scalar(PyFloat_AS_DOUBLE(object));
    if (PyComplex_CheckExact(object))
        return Scalar(std::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)));
    if (Py_TYPE(object) == fused_scalar_type) return *nb::inst_ptr<FusedScalar>(nb::handle(object));
    if (nb::isinstance(nb::handle(object), numpy().generic)) {
        if (auto scalar = scalar_in_buffer(object)) return scalar;
        nb::handle h(object);
        nb::object dtype = h.attr("dtype");
        auto found = dtype_from_numpy(dtype.ptr());
        if (!found)
            throw TypeError("unsupported dtype " + nb::cast<std::string>(nb::str(dtype)) + " of a NumPy scalar");
        if (!is_number(*found)) return std::nullopt;  // no number: an array of one element
        auto bytes = nb::cast<nb::bytes>(h.attr("tobytes")());
        return Scalar::load(*found, bytes.c_str());
    }
    // Subclasses of the numbers.
    if (PyLong_Check(object)) {
        nb::object plain = nb::steal(PyNumber_Index(object));
        nb::object exact =
            nb::steal(PyObject_CallFunctionObjArgs(reinterpret_cast<PyObject*>(&PyLong_Type), plain.ptr(), nullptr));
        return to_scalar(exact.ptr());
    }
    if (PyFloat_Check(object)) return Scalar(PyFloat_AsDouble(object));
    if (PyComplex_Check(object))
        return Scalar(std::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)));
    return std::nullopt;
}

nb::object from_scalar(const Scalar& scalar, bool plain) {
    DType dtype = scalar.dtype();
    if (!plain) {
        alignas(16) char bytes[16];
        scalar.store(dtype, bytes);
        nb::object array = nb::module_::import_("numpy").attr("frombuffer")(
            nb::bytes(bytes, static_cast<std::size_t>(itemsize(dtype))), nb::handle(numpy_dtype(dtype)));
        return array[0];
    }
    switch (kind(dtype)) {
        case 'b': return nb::bool_(scalar.to_bool());
        case 'u':
            if (dtype == DType::uint64)
                return nb::steal(PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(scalar.to_int())));
            [[fallthrough]];
        case 'i': return nb::int_(scalar.to_int());
        case 'c': return nb::steal(PyComplex_FromDoubles(scalar.to_complex().real(), scalar.to_complex().imag()));
        default: return nb::float_(scalar.to_double());
    }
}

std::int64_t to_index(PyObject* object) {
    if (is_ndarray(object)) {
        const ndarray& array = unwrap(object);
        if (array.size() == 1 && is_integer(array.dtype())) return array.item().to_int();
    }
    nb::object index = nb::steal(PyNumber_Index(object));
    if (!index.is_valid()) raise_python_error();
    long long value = PyLong_AsLongLong(index.ptr());
    if (value == -1 && PyErr_Occurred()) raise_python_error();
    return value;
}

bool is_index(PyObject* object) {
    if (PyLong_Check(object)) return true;
    if (is_ndarray(object)) return unwrap(object).ndim() == 0 && is_integer(unwrap(object).dtype());
    if (!PyIndex_Check(object)) return false;
    return !is_numpy_array(object) || nb::cast<int>(nb::handle(object).attr("ndim")) == 0;
}

Shape to_shape(PyObject* object) {
    Shape shape;
    if (PyTuple_CheckExact(object)) {
        Py_ssize_t count = PyTuple_GET_SIZE(object);
        for (Py_ssize_t i = 0; i < count; ++i) shape.push_back(to_index(PyTuple_GET_ITEM(object, i)));
        return shape;
    }
    if (is_index(object)) {
        shape.push_back(to_index(object));
        return shape;
    }
    if (is_ndarray(object) && unwrap(object).ndim() == 1 && is_integer(unwrap(object).dtype()))
        return Shape(unwrap(object).astype(DType::int64).to_vector<std::int64_t>());
    nb::object list = nb::steal(PySequence_List(object));
    if (!list.is_valid()) {
        PyErr_Clear();
        throw TypeError("expected a sequence of integers or a single integer, got '" +
                        nb::cast<std::string>(nb::repr(nb::handle(object))) + "'");
    }
    for (nb::handle item : nb::borrow<nb::list>(list)) shape.push_back(to_index(item.ptr()));
    return shape;
}

Axes to_axes(PyObject* object) {
    if (object == Py_None) return std::nullopt;
    return to_shape(object);
}

char to_order(PyObject* object, const char* allowed) {
    if (object == Py_None) return allowed[0] == 'C' && std::strchr(allowed, 'K') ? 'K' : 'C';
    if (PyUnicode_Check(object)) {
        if (PyUnicode_GET_LENGTH(object) == 1) {
            const Py_UCS4 letter = PyUnicode_READ_CHAR(object, 0);
            for (const char* c = allowed; *c; ++c)
                if (letter == static_cast<Py_UCS4>(*c) || letter == static_cast<Py_UCS4>(*c + ('a' - 'A'))) return *c;
        }
        auto text = nb::cast<std::string>(nb::handle(object));
        std::string names;
        for (const char* c = allowed; *c; ++c) names += (names.empty() ? "'" : ", '") + std::string(1, *c) + "'";
        throw ValueError("order must be one of " + names + " (got '" + text + "')");
    }
    throw TypeError("order must be str, not " + std::string(Py_TYPE(object)->tp_name));
}

Casting to_casting(PyObject* object) {
    static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
    if (PyUnicode_Check(object))
        for (int i = 0; i < 5; ++i)
            if (PyUnicode_CompareWithASCIIString(object, names[i]) == 0) return static_cast<Casting>(i);
    throw ValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', or 'unsafe' (got " +
                     nb::cast<std::string>(nb::repr(nb::handle(object))) + ")");
}

Typed<"tuple[int, ...]"> from_dims(const Dims& dims) {
    PyObject* tuple = PyTuple_New(dims.size());
    for (int i = 0; i < dims.size(); ++i) PyTuple_SET_ITEM(tuple, i, PyLong_FromLongLong(dims[i]));
    return nb::steal<nb::tuple>(tuple);
}

std::vector<ndarray> to_arrays(PyObject* object) {
    if (is_ndarray(object)) {
        std::vector<ndarray> result;
        const ndarray& array = unwrap(object);
        if (array.ndim() == 0) throw TypeError("iteration over a 0-d array");
        for (std::int64_t i = 0; i < array.shape()[0]; ++i) result.push_back(array.at({Index(i)}));
        return result;
    }
    nb::object list = nb::steal(PySequence_List(object));
    if (!list.is_valid()) raise_python_error();
    std::vector<ndarray> result;
    for (nb::handle item : nb::borrow<nb::list>(list)) {
        ArrayArg arg;
        arg.object = item.ptr();
        result.push_back(arg.get());
    }
    return result;
}

// ----------------------------------------------------------------------------------------------------------------
// arrays

namespace {

ndarray from_numpy(nb::handle host, std::optional<DType> dtype, char order) {
    nb::object array = nb::borrow(host);
    nb::object type = array.attr("dtype");
    if (!plain_dtype(type.ptr()) && !is_native(type))
        array = array.attr("astype")(type = type.attr("newbyteorder")("="));
    auto native = dtype_from_numpy(type.ptr());
    if (!native) {
        if (!dtype)
            throw ValueError("unsupported dtype " + nb::cast<std::string>(nb::str(nb::object(array.attr("dtype")))) +
                             ": arrays hold bool, int8..64, uint8..64, float16, bfloat16, float32, float64, complex64 "
                             "or complex128");
        array = array.attr("astype")(nb::handle(numpy_dtype(*dtype)));
        native = dtype;
    } else if (dtype && *dtype != *native && !(is_number(*dtype) && is_number(*native))) {
        array = array.attr("astype")(nb::handle(numpy_dtype(*dtype)));
        native = dtype;
    }
    HostArray held(array.ptr());
    bool c = held.is_contiguous('C'), f = held.is_contiguous('F');
    if (order == 'K' || order == 'A') order = f && !c ? 'F' : 'C';
    if (!(order == 'F' ? f : c)) return from_numpy(array.attr("copy")(order == 'F' ? "F" : "C"), dtype, order);
    ndarray result = [&] {
        const runtime::GilRelease released;
        return array_from_host(held.address(), *native, held.shape(), order);
    }();
    return dtype && *dtype != *native ? result.astype(*dtype) : result;
}

// The array of an object that speaks a protocol for them: `__cupy_get_ndarray__`, or CUDA's array interface.
std::optional<ndarray> from_other_library(PyObject* object) {
    if (PyList_CheckExact(object) || PyTuple_CheckExact(object)) return std::nullopt;
    if (nb::object get = nb::getattr(nb::handle(object), "__cupy_get_ndarray__", nb::handle()); get.is_valid()) {
        nb::object given = get();
        if (!is_ndarray(given.ptr()))
            throw TypeError(std::string("__cupy_get_ndarray__ of ") + Py_TYPE(object)->tp_name +
                            " must return a cuprum.ndarray, and returned " + Py_TYPE(given.ptr())->tp_name);
        return unwrap(given.ptr());
    }
    return from_cuda_array_interface(nb::handle(object));
}

/// Finds arrays in nested lists. Most lists hold things of one type: of the last one without a protocol nothing is
/// asked.
struct ArraySearch {
    PyTypeObject* without = nullptr;

    bool is_array(PyObject* object) {
        if (is_ndarray(object)) return true;
        if (Py_TYPE(object) == without || PyFloat_CheckExact(object) || PyLong_CheckExact(object)) return false;
        if (is_numpy_array(object)) return false;
        if (PyObject_HasAttrString(object, "__cupy_get_ndarray__") ||
            PyObject_HasAttrString(object, "__cuda_array_interface__"))
            return true;
        without = Py_TYPE(object);
        return false;
    }
    bool find_in(PyObject* object, int depth) {
        if (depth > max_ndim) return false;
        if (!PyList_CheckExact(object) && !PyTuple_CheckExact(object)) return is_array(object);
        const Py_ssize_t count = PySequence_Fast_GET_SIZE(object);
        for (Py_ssize_t i = 0; i < count; ++i)
            if (find_in(PySequence_Fast_GET_ITEM(object, i), depth + 1)) return true;
        return false;
    }
};

}  // namespace

bool holds_arrays(PyObject* object) { return ArraySearch().find_in(object, 0); }

ndarray make_array(PyObject* object, std::optional<DType> dtype, bool copy, char order, int ndmin) {
    ndarray result;
    if (is_ndarray(object)) {
        result = array(unwrap(object), dtype, copy, order);
    } else if (auto shared = from_other_library(object)) {
        result = shared->astype(dtype.value_or(shared->dtype()), order, Casting::unsafe, copy);
    } else if ((PyList_CheckExact(object) || PyTuple_CheckExact(object)) && holds_arrays(object)) {
        std::vector<ndarray> pieces;
        for (nb::handle item : nb::borrow<nb::sequence>(object)) pieces.push_back(make_array(item.ptr(), dtype, false));
        // As in NumPy, dtypes join from left to right: int8, uint16, complex64 make complex128, unlike in `stack`.
        DType common = pieces[0].dtype();
        for (const ndarray& piece : pieces) common = promote_types(common, piece.dtype());
        pieces[0] = pieces[0].astype(common, 'K', Casting::unsafe, false);
        // As of lists of numbers, the result is in C order whatever the order of the pieces.
        result = stack(pieces);
        result = result.astype(dtype.value_or(common), order == 'F' ? 'F' : 'C', Casting::unsafe, false);
    } else {
        const NumPy& np = numpy();
        nb::object host;
        if (nb::isinstance(nb::handle(object), np.ndarray)) host = nb::borrow(object);
        else if (dtype && !is_complex(*dtype) && *dtype != DType::bfloat16 && kind(*dtype) != 'f')
            host = np.asarray(nb::handle(object),
                              nb::handle(numpy_dtype(*dtype)));  // for NumPy's check of Python integers
        else host = np.asarray(nb::handle(object));
        if (dtype && !is_complex(*dtype) && *dtype != DType::bfloat16 &&
            nb::cast<std::string>(host.attr("dtype").attr("kind")) == "c")
            host = np.asarray(nb::handle(object), nb::handle(numpy_dtype(*dtype)));  // refuses, or warns
        // NumPy casts floats, as for CuPy: what lies outside of an integer dtype becomes what it becomes on the host.
        if (dtype && is_integer(*dtype) && nb::cast<std::string>(host.attr("dtype").attr("kind")) == "f")
            host = np.asarray(host, nb::handle(numpy_dtype(*dtype)));
        // What is no number by itself may become one: None is NaN, a text is read.
        if (dtype && !nb::isinstance(nb::handle(object), np.ndarray) && *dtype != DType::bfloat16 &&
            nb::cast<std::string>(host.attr("dtype").attr("kind")).find_first_of("OSU") == 0)
            host = np.asarray(nb::handle(object), nb::handle(numpy_dtype(*dtype)));
        result = from_numpy(host, dtype, order);
    }
    if (result.ndim() < ndmin) {
        Shape shape(ndmin, 1);
        for (int i = 0; i < result.ndim(); ++i) shape[ndmin - result.ndim() + i] = result.shape()[i];
        result = result.reshape(shape);
    }
    return result;
}

const ndarray& ArrayArg::get() const {
    if (is_ndarray(object)) return unwrap(object);
    if (made_) return *made_;
    bool sequence = PyList_Check(object) || PyTuple_Check(object) || PyRange_Check(object);
    if (!sequence && !to_scalar(object) && !is_described_scalar(object)) {
        if (auto shared = from_other_library(object)) return made_.emplace(*shared);
        // CuPy's words to the letter: lessons print them, and programs look for them.
        if (refuses_numpy_ || !is_numpy_array(object))
            refuse_argument(
                object, "Unsupported type " +
                            nb::cast<std::string>(nb::repr(nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object))))));
    }
    return made_.emplace(make_array(object, std::nullopt, false));
}

bool takes_part_in_numpy(PyObject* object) {
    if (is_ndarray(object) || PyList_Check(object) || PyTuple_Check(object)) return false;
    if (PyFloat_Check(object) || PyLong_Check(object) || PyComplex_Check(object)) return false;
    const nb::handle type(reinterpret_cast<PyObject*>(Py_TYPE(object)));
    return nb::hasattr(type, "__array_function__") && nb::hasattr(type, "dtype") && nb::hasattr(type, "shape");
}

Array numpys_method(const char* method, const ArrayArg& array,
                    std::initializer_list<std::pair<const char*, PyObject*>> arguments) {
    nb::dict given;
    // What every method does where it is told nothing, some libraries' methods cannot be told.
    const auto is_usual = [](std::string_view name, PyObject* value) {
        if (value == Py_None || is_no_value(value)) return true;
        if (name == "where") return value == Py_True;
        if (name == "keepdims") return value == Py_False;
        return name == "order" && PyUnicode_Check(value) && PyUnicode_CompareWithASCIIString(value, "C") == 0;
    };
    for (const auto& [name, value] : arguments)
        if (!is_usual(name, value)) given[name] = nb::handle(value);
    return nb::handle(array.object).attr(method)(**given);
}

const ndarray* OutArg::pointer() const {
    PyObject* out = given();
    if (out == Py_None) return nullptr;
    if (!is_ndarray(out))
        refuse_argument(out, "return arrays must be of type cuprum.ndarray, not " + std::string(Py_TYPE(out)->tp_name));
    return &unwrap(out);
}

const ndarray* WhereArg::pointer() const {
    if (object == Py_True || is_none() || is_no_value(object)) return nullptr;
    if (!is_literal(object)) return &get();
    if (PyList_Check(object) || PyTuple_Check(object)) return &mask_.emplace(get().astype(DType::bool_));
    const int truth = PyObject_IsTrue(object);
    if (truth < 0) throw nb::python_error();
    return &mask_.emplace(full({}, Scalar(truth == 1)));
}

bool WhereArg::is_literal(PyObject* object) {
    return PyList_Check(object) || PyTuple_Check(object) || PyLong_Check(object) || PyFloat_Check(object) ||
           PyComplex_Check(object) || nb::isinstance(nb::handle(object), numpy().generic);
}

OptionalScalarArg::operator std::optional<Scalar>() const {
    if (is_none() || is_no_value(object)) return std::nullopt;
    ScalarArg scalar;
    scalar.object = object;
    return scalar;
}

ScalarArg::operator Scalar() const {
    if (auto scalar = to_scalar(object)) return *scalar;
    ArrayArg array;
    array.object = object;
    return array.get().item();
}

}  // namespace cuprum::python
