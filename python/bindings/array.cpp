// `cuprum.ndarray`: attributes, views, copies, transfers, Python's protocols. Methods that are functions of a chapter
// are bound with the chapter.
#include "array.h"

#include "cuprum/conversions.h"
#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "cuprum/fuse.h"
#include "cuprum/gil_release.h"
#include "cuprum/structured.h"
#include "cuprum/transfer.h"
#include "host_array.h"
#include "memory.h"
#include "placement.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

nb::module_ numpy_module() { return nb::module_::import_("numpy"); }

}  // namespace

Typed<"numpy.ndarray"> to_host(const ndarray& self, char order, nb::object out, bool blocking) {
    if (order == 'A' || order == 'K') order = self.is_f_contiguous() && !self.is_c_contiguous() ? 'F' : 'C';
    const bool given = out.is_valid() && !out.is_none();
    if (given) {
        if (!nb::isinstance(out, numpy_module().attr("ndarray")))
            throw TypeError(std::string("Only numpy.ndarray can be obtained from cuprum.ndarray, not ") +
                            Py_TYPE(out.ptr())->tp_name);
        nb::object dtype = out.attr("dtype");
        if (to_dtype(dtype.ptr()) != self.dtype())
            throw TypeError("out has dtype " + nb::cast<std::string>(nb::str(dtype)) + " instead of " +
                            info(self.dtype()).name);
    } else {
        static nb::handle empty = nb::object(numpy_module().attr("empty")).release();
        out = empty(from_dims(self.shape()), nb::handle(numpy_dtype(self.dtype())), order == 'F' ? "F" : "C");
    }
    HostArray target(out.ptr(), true);
    if (!(target.shape() == self.shape()))
        throw ValueError("Shape mismatch. Expected shape: " + to_string(self.shape()) +
                         ", actual shape: " + to_string(target.shape()));
    if (given) {
        if (!target.is_contiguous('C') && !target.is_contiguous('F')) {
            numpy_module().attr("copyto")(out, to_host(self, 'C'));
            return out;
        }
        order = target.is_contiguous('C') ? 'C' : 'F';
    }
    const runtime::GilRelease release;
    download(self, target.address(), order, blocking);
    return out;
}

namespace {

// Runs on a stream that the caller gave, or on the current one.
template <class F>
auto on_stream(nb::handle stream, F&& body) {
    if (stream.is_none()) return body();
    const auto& given = nb::cast<const cuda::Stream&>(stream);
    cuda::DeviceGuard there(given.device_id() < 0 ? cuda::Device().id() : given.device_id());
    cuda::StreamGuard guard(given);
    return body();
}

nb::bytes pickled(SelfArg self) {
    return nb::borrow<nb::bytes>(nb::module_::import_("pickle").attr("dumps")(nb::handle(self.ptr()), -1));
}

void set(const ndarray& self, nb::handle source, nb::handle stream) {
    nb::object host = numpy_module().attr("asarray")(source, nb::handle(numpy_dtype(self.dtype())), "order"_a = "C");
    HostArray held(host.ptr());
    if (!(held.shape() == self.shape()))
        throw ValueError("Shape mismatch. Expected shape: " + to_string(self.shape()) +
                         ", actual shape: " + to_string(held.shape()));
    on_stream(stream, [&] {
        const runtime::GilRelease released;
        self.set(held.address());
    });
}

ndarray construct(PyObject* shape, PyObject* dtype, PyObject* memptr, PyObject* strides, PyObject* order) {
    Shape lengths = to_shape(shape);
    DType type = to_optional_dtype(dtype).value_or(DType::float64);
    char o = order == Py_None ? 'C' : to_order(order, "CF");
    if (memptr == Py_None && strides == Py_None) return empty(lengths, type, o);
    Strides steps = strides == Py_None ? contiguous_strides(lengths, itemsize(type), o) : to_shape(strides);
    if (steps.size() != lengths.size())
        throw ValueError("strides " + to_string(steps) + " do not go with the shape " + to_string(lengths));
    if (memptr == Py_None) {
        const ndarray memory = empty(lengths, type);
        std::int64_t left = memory.nbytes() - itemsize(type);  // what strides may reach over
        for (int i = 0; i < lengths.size() && memory.size() > 0; ++i) {
            if (steps[i] < 0)
                throw ValueError("ndarray() with strides below 0 needs memory to point into: pass memptr");
            std::int64_t reach;
            if (__builtin_mul_overflow(lengths[i] - 1, steps[i], &reach) || (left -= reach) < 0)
                throw ValueError("ndarray() with strides " + to_string(steps) + " needs more memory than the shape " +
                                 to_string(lengths) + " has: pass memptr");
        }
        return memory.with_layout(lengths, steps);
    }
    // A view of another array's memory: cuprum.ndarray(..., memptr=a.data)
    if (!nb::isinstance<MemoryPointer>(memptr))
        throw TypeError("memptr must be a MemoryPointer, not " + std::string(Py_TYPE(memptr)->tp_name));
    return array_at(nb::cast<const MemoryPointer&>(nb::handle(memptr)), type, lengths, steps);
}

PyObject* make_new(PyObject* type, PyObject* args, PyObject* kwargs) {
    return guarded([&]() -> PyObject* {
        static const char* names[] = {"shape", "dtype", "memptr", "strides", "order", nullptr};
        PyObject *shape, *dtype = Py_None, *memptr = Py_None, *strides = Py_None, *order = Py_None;
        if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|OOOO:ndarray", const_cast<char**>(names), &shape, &dtype,
                                         &memptr, &strides, &order))
            return nullptr;
        return wrap_new(reinterpret_cast<PyTypeObject*>(type), construct(shape, dtype, memptr, strides, order))
            .release()
            .ptr();
    });
}
// All is done by then, and a class that makes its instances with view() calls this with arguments of its own.
int init(PyObject*, PyObject*, PyObject*) { return 0; }

Typed<"Any"> item(const ndarray& self, nb::args args) {
    const auto one = [](const ndarray& a) -> nb::object {
        if (is_number(a.dtype())) return from_scalar(a.item(), true);
        return to_host(a, 'C').attr("item")();
    };
    if (args.size() == 0) return one(self);
    std::vector<Index> index;
    if (args.size() == 1 && !PyTuple_Check(nb::handle(args[0]).ptr())) {
        std::int64_t flat = to_index(nb::handle(args[0]).ptr());
        return one(self.reshape({-1}).at({Index(flat)}));
    }
    nb::tuple entries = args.size() == 1 ? nb::borrow<nb::tuple>(args[0]) : nb::tuple(args);
    if (static_cast<int>(entries.size()) != self.ndim()) throw ValueError("incorrect number of indices for array");
    for (nb::handle entry : entries) index.emplace_back(to_index(entry.ptr()));
    return one(self.at(index));
}

Array reshape_method(SelfArg object, nb::args args, nb::kwargs kwargs) {
    const ndarray& self = unwrap(object.ptr());
    char order = 'C';
    nb::object shape;
    bool copy = false, never_copy = false;
    for (auto [name, value] : kwargs) {
        auto text = nb::cast<std::string>(name);
        if (text == "order") order = to_order(nb::handle(value).ptr(), "CFA");
        else if (text == "shape" || text == "newshape") shape = nb::borrow(value);
        else if (text == "copy") {
            copy = nb::handle(value).ptr() == Py_True;
            never_copy = nb::handle(value).ptr() == Py_False;
        } else throw TypeError("reshape() got an unexpected keyword argument '" + text + "'");
    }
    if (args.size() == 1) shape = nb::borrow(args[0]);
    else if (args.size() > 1) shape = nb::tuple(args);
    if (!shape.is_valid()) throw TypeError("reshape() takes exactly 1 argument (0 given)");
    ndarray result = self.reshape(to_shape(shape.ptr()), order);
    bool shares = result.buffer().get() == self.buffer().get();
    if (never_copy && !shares && self.size()) throw ValueError("Unable to avoid creating a copy while reshaping.");
    return wrap_from_object(object.ptr(), copy && shares ? result.copy() : std::move(result));
}

Array transpose_method(SelfArg object, nb::args args) {
    const ndarray& self = unwrap(object.ptr());
    if (args.size() == 0 || (args.size() == 1 && nb::handle(args[0]).is_none()))
        return wrap_from_object(object.ptr(), self.transpose());
    return wrap_from_object(object.ptr(),
                            self.transpose(to_shape(args.size() == 1 ? nb::handle(args[0]).ptr() : args.ptr())));
}

Array view_method(SelfArg self, Typed<"DTypeLike | type[ndarray]"> dtype, Typed<"type[ndarray]"> type) {
    if (PyType_Check(dtype.ptr()) && PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(dtype.ptr()), ndarray_type))
        std::swap<nb::object>(dtype, type);
    PyTypeObject* target = Py_TYPE(self.ptr());
    if (!type.is_none()) {
        if (!PyType_Check(type.ptr()) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type.ptr()), ndarray_type))
            throw ValueError("type must be a subclass of cuprum.ndarray, not " + nb::cast<std::string>(nb::repr(type)));
        target = reinterpret_cast<PyTypeObject*>(type.ptr());
    }
    const ndarray& array = unwrap(self.ptr());
    return wrap_as(target, self.ptr(), dtype.is_none() ? ndarray(array) : array.view(to_dtype(dtype.ptr())));
}

Py_ssize_t length(PyObject* self) {
    const ndarray& array = unwrap(self);
    note_lengths_read();
    if (array.ndim() == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of unsized object");
        return -1;
    }
    return array.shape()[0];
}

int truth(PyObject* self) {
    const ndarray& array = unwrap(self);
    if (array.size() != 1 && is_tracing()) {
        PyErr_SetString(PyExc_TypeError,
                        "a fused function branches on an array's elements, which are not known while it is traced; "
                        "use where, or logical_and, logical_or and logical_not");
        return -1;
    }
    if (array.size() != 1) {
        PyErr_SetString(
            PyExc_ValueError,
            array.size() == 0
                ? "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not "
                  "empty."
                : "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
        return -1;
    }
    try {
        return array.item().to_bool();
    } catch (...) {
        set_python_error();
        return -1;
    }
}

/// The one element as a number of a type of Python's.
template <PyTypeObject& type, PyObject* (*convert)(PyObject*)>
PyObject* to_number(PyObject* self) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(self);
        if (array.size() != 1) throw TypeError("only length-1 arrays can be converted to Python scalars");
        nb::object number = is_number(array.dtype()) ? number_in(array) : from_scalar(array.item(), true);  // refuses
        return Py_TYPE(number.ptr()) == &type ? number.release().ptr() : convert(number.ptr());
    });
}
PyObject* index_number(PyObject* self) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(self);
        if (array.ndim() != 0 || !is_integer(array.dtype()))
            throw TypeError("only integer scalar arrays can be converted to a scalar index");
        return from_scalar(array.item(), true).release().ptr();
    });
}

PyObject* iterate(PyObject* self) {
    return guarded([&]() -> PyObject* {
        if (unwrap(self).ndim() == 0) throw TypeError("iteration over a 0-d array");
        return PySeqIter_New(self);
    });
}

PyObject* sequence_item(PyObject* self, Py_ssize_t i) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(self);
        if (array.ndim() == 0) throw IndexError("too many indices for array");
        if (i < 0 || i >= array.shape()[0]) {  // where each iteration ends: without what an exception of C++ takes
            PyErr_Format(PyExc_IndexError, "index %zd is out of bounds for axis 0 with size %zd", i,
                         static_cast<Py_ssize_t>(array.shape()[0]));
            return nullptr;
        }
        return wrap_row(self, i);
    });
}

int contains(PyObject* self, PyObject* value) {
    try {
        // As `==` has it, to which None and other objects are different from every element.
        const nb::object matches = nb::steal(PyObject_RichCompare(self, value, Py_EQ));
        if (!matches.is_valid()) return -1;
        return is_ndarray(matches.ptr()) ? any_element(unwrap(matches.ptr())) : PyObject_IsTrue(matches.ptr());
    } catch (...) {
        set_python_error();
        return -1;
    }
}

#define SLOT(name, function) {Py_##name, reinterpret_cast<void*>(function)}
std::vector<PyType_Slot>& slots() {
    static std::vector<PyType_Slot> list = [] {
        std::vector<PyType_Slot> result = operator_slots();
        for (PyType_Slot slot : indexing_slots()) result.push_back(slot);
        for (PyType_Slot slot :
             std::initializer_list<PyType_Slot>{SLOT(mp_length, length),
                                                SLOT(sq_length, length),
                                                SLOT(sq_item, sequence_item),
                                                SLOT(sq_contains, contains),
                                                SLOT(nb_bool, truth),
                                                SLOT(nb_int, (to_number<PyLong_Type, PyNumber_Long>)),
                                                SLOT(nb_float, (to_number<PyFloat_Type, PyNumber_Float>)),
                                                SLOT(nb_index, index_number),
                                                SLOT(tp_iter, iterate),
                                                SLOT(tp_hash, PyObject_HashNotImplemented),
                                                SLOT(tp_new, make_new),
                                                SLOT(tp_init, init),
                                                {0, nullptr}})
            result.push_back(slot);
        place_slots(result);
        return result;
    }();
    return list;
}

}  // namespace

nb::class_<PyArray>& array_class(nb::module_* m) {
    static nb::class_<PyArray>* type = nullptr;
    if (!type)
        type = new nb::class_<PyArray>(
            *m, "ndarray", nb::type_slots(slots().data()), nb::dynamic_attr(), nb::is_weak_referenceable(),
            nb::pooled(),
            "An n-dimensional array on a device: ndarray(shape, dtype=float, memptr=None, strides=None, order='C').\n\n"
            "Parameters\n    shape: the lengths of the axes.\n    dtype: type of the elements.\n"
            "    memptr: where the elements are, a `cuprum.cuda.MemoryPointer`; new memory by default, which is not "
            "set.\n"
            "    strides: bytes from one element to the next along each axis; those of `order` by default.\n"
            "    order: 'C' or 'F'.\nRaises\n    ValueError: a negative length, another `order`.");
    return *type;
}

namespace {

void bind_layout(nb::class_<PyArray>& type) {
    type.def_prop_rw(
        "shape",
        [](const ndarray& a) {
            note_lengths_read();
            return from_dims(a.shape());
        },
        [](SelfArg self, ShapeArg shape) {
            PyArray& held = (*self);
            ndarray shaped = held.reshape(shape);
            if (shaped.buffer().get() != held.buffer().get())
                throw nb::attribute_error(
                    "Incompatible shape for in-place modification. Use `.reshape()` to make a copy "
                    "with the desired shape.");
            static_cast<ndarray&>(held) = std::move(shaped);
        },
        "Lengths of the axes. May be set where that needs no copy.");
    type.def_prop_ro(
        "strides",
        [](const ndarray& a) {
            note_lengths_read();
            return from_dims(a.strides());
        },
        "Bytes between neighbours along each axis.");
    type.def_prop_rw(
        "dtype", [](const ndarray& a) { return a.dtype(); },
        [](SelfArg self, DTypeArg dtype) {
            PyArray& held = (*self);
            static_cast<ndarray&>(held) = held.view(dtype);
        },
        "Type of the elements, a numpy.dtype. Setting it reads the same bytes as another type.");
    type.def_prop_ro("ndim", [](const ndarray& a) { return a.ndim(); }, "Number of axes.");
    type.def_prop_ro(
        "size",
        [](const ndarray& a) {
            note_lengths_read();
            return a.size();
        },
        "Number of elements.");
    type.def_prop_ro("itemsize", [](const ndarray& a) { return a.itemsize(); }, "Bytes an element.");
    type.def_prop_ro(
        "nbytes",
        [](const ndarray& a) {
            note_lengths_read();
            return a.nbytes();
        },
        "Bytes of all elements.");
}

void bind_attributes(nb::class_<PyArray>& type) {
    type.def_prop_ro(
        "base", [](SelfArg self) { return Typed<"Any">((*self).base.is_valid() ? (*self).base : nb::none()); },
        "The array whose memory this one views; None for the owner.");
    type.def_prop_ro(
        "data", [](const ndarray& a) { return MemoryPointer{a.buffer(), a.offset()}; }, "The memory of the elements.");
    type.def_prop_ro(
        "device", [](const ndarray& a) { return cuda::Device(a.device()); }, "The device that holds the array.");
    // CuPy's own names of two of its flags, which programs read.
    type.def_prop_ro("_c_contiguous", [](const ndarray& a) { return a.is_c_contiguous(); });
    type.def_prop_ro("_f_contiguous", [](const ndarray& a) { return a.is_f_contiguous(); });
    type.def_prop_ro(
        "T", [](SelfArg self) { return wrap_from_object(self.ptr(), unwrap(self.ptr()).transpose()); },
        "The array with its axes reversed, a view.");
    type.def_prop_ro(
        "mT",
        [](SelfArg self) {
            const ndarray& a = unwrap(self.ptr());
            if (a.ndim() < 2) throw ValueError("matrix transpose with ndim < 2 is undefined");
            return wrap_from_object(self.ptr(), a.swapaxes(-2, -1));
        },
        "The array with its last two axes swapped, a view.");
    type.def_prop_rw(
        "real",
        [](SelfArg self) {
            return is_complex(unwrap(self.ptr()).dtype()) ? wrap_from_object(self.ptr(), unwrap(self.ptr()).real())
                                                          : nb::borrow<Array>(self);
        },
        [](const ndarray& a, OperandArg value) { assign_operand(a.real(), value); }, "The real parts, a view.");
    type.def_prop_rw(
        "imag",
        [](SelfArg self) {
            const Placement here(self.ptr());
            return wrap_from_object(self.ptr(), unwrap(self.ptr()).imag());
        },
        [](const ndarray& a, OperandArg value) {
            if (!is_complex(a.dtype())) throw TypeError("cannot set imaginary part of a non-complex array");
            assign_operand(a.imag(), value);
        },
        "The imaginary parts, a view; zeros for real arrays.");
}

void bind_host_copies(nb::class_<PyArray>& type) {
    for (const char* name : {"get", "asnumpy"})
        type.def(
            name,
            [](const ndarray& self, Typed<"cuprum.cuda.Stream"> stream, OrderArg order, Typed<"numpy.ndarray"> out,
               bool blocking) {
                return on_stream(stream, [&] {
                    return to_host(self, order.is_none() ? 'C' : to_order(order.object, "CFA"), out, blocking);
                });
            },
            "stream"_a = nb::none(), "order"_a = "C", "out"_a = nb::none(), "blocking"_a = true,
            "A copy of the elements as a NumPy array on the host, made on a stream, the current one by default. Unless "
            "blocking, wait for the "
            "stream before you read it; into page-locked memory the copy then goes on beside the program.");
    type.def(
        "set",
        [](const ndarray& self, Typed<"numpy.typing.ArrayLike"> arr, Typed<"cuprum.cuda.Stream"> stream) {
            set(self, arr, stream);
        },
        "arr"_a, "stream"_a = nb::none(),
        "Copy a NumPy array of the same shape to the elements, on a stream, the current one by default.");
    type.def("item", item, "The one element, or the element at an index, as a Python number.");
}

void bind_views(nb::class_<PyArray>& type) {
    type.def("reshape", reshape_method, "The elements under another shape: a view where that can be, else a copy.");
    type.def("transpose", transpose_method, "A view with its axes permuted; reversed where none are given.");
    type.def(
        "swapaxes",
        [](SelfArg self, AxisArg i, AxisArg j) {
            return wrap_from_object(self.ptr(), unwrap(self.ptr()).swapaxes(i, j));
        },
        "axis1"_a, "axis2"_a, "A view with two axes swapped.");
    type.def(
        "ravel",
        [](SelfArg self, OrderArg order) { return wrap_from_object(self.ptr(), unwrap(self.ptr()).ravel(order)); },
        "order"_a = "C", "The elements on one axis: a view where that can be.");
    type.def(
        "flatten",
        [](SelfArg self, OrderArg order) { return wrap_copy(self.ptr(), unwrap(self.ptr()).flatten(order)); },
        "order"_a = "C", "A copy of the elements on one axis.");
    type.def(
        "squeeze",
        [](SelfArg self, AxesArg axis) {
            const ndarray& a = unwrap(self.ptr());
            return wrap_from_object(self.ptr(), a.squeeze(axis));
        },
        "axis"_a = nb::none(), "A view without axes of length one.");
    type.def(
        "diagonal",
        [](SelfArg self, AxisArg offset, AxisArg i, AxisArg j) {
            return wrap_from_object(self.ptr(), unwrap(self.ptr()).diagonal(offset, i, j));
        },
        "offset"_a = 0, "axis1"_a = 0, "axis2"_a = 1, "A view of a diagonal.");
    type.def("view", view_method, "dtype"_a = nb::none(), "type"_a = nb::none(),
             "The same bytes under another dtype, or as another class.");
    type.def(
        "reduced_view",
        [](SelfArg self, OptionalDTypeArg) {
            const ndarray& a = unwrap(self.ptr());
            return wrap_from_object(self.ptr(), a.is_c_contiguous() ? a.reshape({-1}) : ndarray(a));
        },
        "dtype"_a = nb::none(), "A view with as few axes as the layout allows.");
}

void bind_new_arrays(nb::class_<PyArray>& type) {
    type.def(
        "copy", [](SelfArg self, OrderArg order) { return wrap_copy(self.ptr(), unwrap(self.ptr()).copy(order)); },
        "order"_a = "C", "A copy on the current device.");
    type.def(
        "astype",
        [](SelfArg self, DTypeArg dtype, OrderArg order, CastingArg casting, BoolArg subok, BoolArg copy) {
            const ndarray& a = unwrap(self.ptr());
            if (PyUnicode_Check(casting.object) && PyUnicode_CompareWithASCIIString(casting.object, "same_value") == 0)
                check_same_values(a, dtype);
            else if (!casting.is_none() && !can_cast(a.dtype(), dtype, to_casting(casting.object)))
                a.astype(dtype, order, to_casting(casting.object));  // refuses
            ndarray result = a.astype(dtype, order, Casting::unsafe, copy);
            const bool same = !copy && result.buffer().get() == a.buffer().get() && result.dtype() == a.dtype() &&
                              result.strides() == a.strides();
            const bool keeps_class = subok || Py_TYPE(self.ptr()) == ndarray_type;
            if (same && keeps_class) return nb::borrow<Array>(self);
            if (same) return wrap_as(ndarray_type, self.ptr(), std::move(result));
            return keeps_class ? wrap_copy(self.ptr(), std::move(result)) : wrap_object(std::move(result));
        },
        "dtype"_a, "order"_a = "K", "casting"_a = "unsafe", "subok"_a = true, "copy"_a = true,
        "A copy of another dtype.");
    type.def(
        "fill",
        [](const ndarray& a, Arg<"Scalar | ArrayLike"> value) {
            if (auto scalar = to_scalar(value.object)) {
                check_element(*scalar, a.dtype());
                return a.fill(*scalar);
            }
            // A tuple is an element of a structured array; CuPy's words for all other sequences.
            const bool sequence =
                PyList_Check(value.object) || PyTuple_Check(value.object) || PyRange_Check(value.object);
            if ((sequence && !is_structured(a.dtype())) || PyDict_Check(value.object))
                throw TypeError("Unsupported type " + nb::cast<std::string>(nb::repr(nb::handle(
                                                          reinterpret_cast<PyObject*>(Py_TYPE(value.object))))));
            refuse_time(value.object, a.dtype());
            const ndarray element = make_array(value.object, a.dtype(), false);
            if (element.ndim()) throw ValueError("fill() takes one element, found shape " + to_string(element.shape()));
            assign_operand(a, element);
        },
        "value"_a.none(), "Set all elements to a value.");
}

void bind_serialization(nb::class_<PyArray>& type) {
    type.def(
        "tolist", [](const ndarray& a) { return Typed<"Any">(to_lists(a)); },
        "The elements as nested lists of Python numbers.");
    type.def(
        "tobytes",
        [](const ndarray& a, OrderArg order) {
            if (is_number(a.dtype()) && static_cast<char>(order) == 'C') return to_bytes(a);
            return nb::bytes(to_host(a, 'K').attr("tobytes")(nb::handle(order.object)));
        },
        "order"_a = "C", "The bytes of the elements.");
    type.def(
        "__bytes__",
        [](const ndarray& a) { return nb::handle(reinterpret_cast<PyObject*>(&PyBytes_Type))(to_host(a, 'C')); },
        "The bytes of the elements in C order; as many zeros as a 0-d array of integers says, as NumPy's.");
    type.def(
        "tofile",
        [](const ndarray& a, Typed<"str | os.PathLike[str] | BinaryIO"> fid, nb::str sep, nb::str format) {
            to_host(a, 'C').attr("tofile")(fid, sep, format);
        },
        "fid"_a, "sep"_a = "", "format"_a = "%s", "Write the elements to a file.");
    type.def(
        "dump",
        [](SelfArg self, Typed<"str | os.PathLike[str] | BinaryIO"> file) {
            const nb::bytes bytes = pickled(self);
            if (nb::hasattr(file, "write")) return void(file.attr("write")(bytes));
            nb::object opened = nb::module_::import_("builtins").attr("open")(file, "wb");
            opened.attr("write")(bytes);
            opened.attr("close")();
        },
        "file"_a, "Pickle to a file, a path or what has `write`: `load(file, allow_pickle=True)` reads it.");
    type.def("dumps", &pickled, "Pickle to bytes: `pickle.loads` gives an array back.");
    type.def(
        "byteswap",
        [](SelfArg self, bool inplace) -> Array {
            const ndarray& a = unwrap(self.ptr());
            nb::object swapped = to_host(a, 'C').attr("byteswap")();
            if (!inplace) return wrap_object(make_array(swapped.ptr(), {}, false));
            set(a, swapped, nb::none());
            return nb::borrow<Array>(self);
        },
        "inplace"_a = false, "The array with the bytes of each element reversed.");
}

}  // namespace

void bind_array(nb::module_& m) {
    auto& type = array_class(&m);
    ndarray_type = reinterpret_cast<PyTypeObject*>(type.ptr());
    type.attr("__module__") = "cuprum";
    bind_layout(type);
    bind_attributes(type);
    bind_host_copies(type);
    bind_views(type);
    bind_new_arrays(type);
    bind_serialization(type);
    bind_array_protocols(type);
    shorten_calls(type);
}

}  // namespace cuprum::python
