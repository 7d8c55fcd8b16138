// `cuprum.ndarray`: attributes, views, copies, transfers, Python's protocols. Methods that are functions of a chapter are bound
// with the chapter.
#include "array.h"

#include "cuprum/creation.h"
#include "cuprum/cuda.h"
#include "memory.h"
#include "numpy/copy.h"
#include "numpy/transfer.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

nb::module_ numpy_module() { return nb::module_::import_("numpy"); }

// The elements as a NumPy array on the host.
nb::object get(const ndarray& self, char order, nb::object out = {}) {
    if (order == 'A' || order == 'K') order = self.is_f_contiguous() && !self.is_c_contiguous() ? 'F' : 'C';
    if (out.is_valid() && !out.is_none()) {
        if (!nb::isinstance(out, numpy_module().attr("ndarray")))
            throw TypeError("Only numpy.ndarray can be obtained from cuprum.ndarray, not " + nb::cast<std::string>(nb::str(out.type())));
        if (to_dtype(nb::object(out.attr("dtype")).ptr()) != self.dtype())
            throw TypeError("out has dtype " + nb::cast<std::string>(nb::str(out.attr("dtype"))) + " instead of " + info(self.dtype()).name);
        if (!(to_shape(nb::object(out.attr("shape")).ptr()) == self.shape()))
            throw ValueError("Shape mismatch. Expected shape: " + to_string(self.shape()) + ", actual shape: " +
                             to_string(to_shape(nb::object(out.attr("shape")).ptr())));
        bool c = nb::cast<bool>(out.attr("flags").attr("c_contiguous")), f = nb::cast<bool>(out.attr("flags").attr("f_contiguous"));
        if (!c && !f) {
            numpy_module().attr("copyto")(out, get(self, 'C'));
            return out;
        }
        order = c ? 'C' : 'F';
    } else {
        out = numpy_module().attr("empty")(from_dims(self.shape()), nb::handle(numpy_dtype(self.dtype())), std::string(1, order));
    }
    auto address = nb::cast<std::uintptr_t>(out.attr("ctypes").attr("data"));
    nb::gil_scoped_release release;
    self.get(reinterpret_cast<void*>(address), order);
    return out;
}

void set(const ndarray& self, nb::handle source) {
    nb::object host = numpy_module().attr("ascontiguousarray")(source, nb::handle(numpy_dtype(self.dtype())));
    Shape shape = to_shape(nb::object(host.attr("shape")).ptr());
    if (!(shape == self.shape()))
        throw ValueError("Shape mismatch. Expected shape: " + to_string(self.shape()) + ", actual shape: " + to_string(shape));
    self.set(reinterpret_cast<const void*>(nb::cast<std::uintptr_t>(host.attr("ctypes").attr("data"))));
}

void construct(ndarray* self, ObjectArg shape, ObjectArg dtype, nb::object memptr, ObjectArg strides, ObjectArg order) {
    Shape lengths = to_shape(shape.object);
    DType type = dtype.object == Py_None ? DType::float64 : to_dtype(dtype.object);
    char o = order.object == Py_None ? 'C' : to_order(order.object, "CF");
    if (memptr.is_none() && strides.is_none()) {
        new (self) ndarray(empty(lengths, type, o));
        return;
    }
    Strides steps = strides.is_none() ? contiguous_strides(lengths, itemsize(type), o) : to_shape(strides.object);
    if (steps.size() != lengths.size())
        throw ValueError("strides " + to_string(steps) + " do not go with the shape " + to_string(lengths));
    if (memptr.is_none()) {
        std::int64_t bytes = itemsize(type);
        for (int i = 0; i < lengths.size(); ++i) {
            if (steps[i] < 0) throw ValueError("negative strides need memory to point into: pass memptr");
            bytes += std::max<std::int64_t>(0, lengths[i] - 1) * steps[i];
        }
        new (self) ndarray(empty({bytes}, DType::uint8).buffer(), 0, type, lengths, steps);
        return;
    }
    // A view of another array's memory: cuprum.ndarray(..., memptr=a.data)
    const auto& place = nb::cast<const MemoryPointer&>(memptr);
    std::int64_t first = place.offset, end = place.offset + itemsize(type), elements = 1;
    for (int i = 0; i < lengths.size(); ++i) {
        elements *= lengths[i];
        (steps[i] < 0 ? first : end) += (lengths[i] - 1) * steps[i];
    }
    if (elements && (first < 0 || end > place.offset + place.bytes_left()))
        throw ValueError("an array of shape " + to_string(lengths) + " and strides " + to_string(steps) + " needs bytes " + std::to_string(first) +
                         " to " + std::to_string(end) + " of memory that has " + std::to_string(place.offset + place.bytes_left()));
    new (self) ndarray(place.block, place.offset, type, lengths, steps);
}

nb::object item(const ndarray& self, nb::args args) {
    if (args.size() == 0) return from_scalar(self.item(), true);
    std::vector<Index> index;
    if (args.size() == 1 && !PyTuple_Check(nb::handle(args[0]).ptr())) {
        std::int64_t flat = to_index(nb::handle(args[0]).ptr());
        return from_scalar(self.reshape({-1}).at({Index(flat)}).item(), true);
    }
    nb::tuple entries = args.size() == 1 ? nb::borrow<nb::tuple>(args[0]) : nb::tuple(args);
    if (static_cast<int>(entries.size()) != self.ndim()) throw ValueError("incorrect number of indices for array");
    for (nb::handle entry : entries) index.push_back(to_index(entry.ptr()));
    return from_scalar(self.at(index).item(), true);
}

ndarray reshape_method(const ndarray& self, nb::args args, nb::kwargs kwargs) {
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
    return copy && shares ? result.copy() : result;
}

ndarray transpose_method(const ndarray& self, nb::args args) {
    if (args.size() == 0 || (args.size() == 1 && nb::handle(args[0]).is_none())) return self.transpose();
    if (args.size() == 1) return self.transpose(to_shape(nb::handle(args[0]).ptr()));
    return self.transpose(to_shape(nb::tuple(args).ptr()));
}

ndarray view_method(const ndarray& self, nb::object dtype, nb::object type) {
    (void)type;
    if (dtype.is_none() || (PyType_Check(dtype.ptr()) && dtype.ptr() == reinterpret_cast<PyObject*>(ndarray_type))) return self;
    return self.view(to_dtype(dtype.ptr()));
}

std::string base_text(const ndarray& self, const char* how) {
    return nb::cast<std::string>(nb::module_::import_("builtins").attr(how)(get(self, 'K')));
}

Py_ssize_t length(PyObject* self) {
    const ndarray& array = unwrap(self);
    if (array.ndim() == 0) {
        PyErr_SetString(PyExc_TypeError, "len() of unsized object");
        return -1;
    }
    return array.shape()[0];
}

int truth(PyObject* self) {
    const ndarray& array = unwrap(self);
    if (array.size() != 1) {
        PyErr_SetString(PyExc_ValueError, array.size() == 0
                                              ? "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty."
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

template <PyObject* (*Convert)(PyObject*)>
PyObject* to_number(PyObject* self) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(self);
        if (array.size() != 1) throw TypeError("only length-1 arrays can be converted to Python scalars");
        if (is_complex(array.dtype()) && Convert != nullptr) {
            // NumPy warns and drops the imaginary part.
            nb::object warning = nb::module_::import_("numpy.exceptions").attr("ComplexWarning");
            if (PyErr_WarnEx(warning.ptr(), "Casting complex values to real discards the imaginary part", 1) < 0) return nullptr;
            nb::object real = nb::float_(array.item().to_complex().real());
            return Convert(real.ptr());
        }
        nb::object number = from_scalar(array.item(), true);
        return Convert(number.ptr());
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
        if (i < 0 || i >= array.shape()[0]) throw IndexError("index " + std::to_string(i) + " is out of bounds for axis 0 with size " + std::to_string(array.shape()[0]));
        return wrap(array.at({Index(static_cast<std::int64_t>(i))}));
    });
}

int contains(PyObject* self, PyObject* value) {
    try {
        OperandArg arg;
        arg.object = value;
        ndarray matches = equal(unwrap(self), arg);
        return any_element(matches);
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
        for (PyType_Slot slot : std::initializer_list<PyType_Slot>{
                 SLOT(mp_length, length), SLOT(sq_length, length), SLOT(sq_item, sequence_item), SLOT(sq_contains, contains),
                 SLOT(nb_bool, truth), SLOT(nb_int, to_number<PyNumber_Long>), SLOT(nb_float, to_number<PyNumber_Float>),
                 SLOT(nb_index, index_number), SLOT(tp_iter, iterate), SLOT(tp_hash, PyObject_HashNotImplemented), {0, nullptr}})
            result.push_back(slot);
        return result;
    }();
    return list;
}

}  // namespace

nb::class_<ndarray>& array_class(nb::module_* m) {
    static nb::class_<ndarray>* type = nullptr;
    if (!type) type = new nb::class_<ndarray>(*m, "ndarray", nb::type_slots(slots().data()), nb::dynamic_attr(), nb::is_weak_referenceable(),
                                              "An n-dimensional array on a device.");
    return *type;
}

void bind_array(nb::module_& m) {
    auto& type = array_class(&m);
    ndarray_type = reinterpret_cast<PyTypeObject*>(type.ptr());
    type.def("__init__", construct, "shape"_a, "dtype"_a = nb::none(), "memptr"_a = nb::none(), "strides"_a = nb::none(),
             "order"_a = "C");

    type.def_prop_ro("shape", [](const ndarray& a) { return from_dims(a.shape()); }, "Lengths of the axes.");
    type.def_prop_ro("strides", [](const ndarray& a) { return from_dims(a.strides()); }, "Bytes between neighbours along each axis.");
    type.def_prop_ro("dtype", &ndarray::dtype, "Type of the elements, a numpy.dtype.");
    type.def_prop_ro("ndim", &ndarray::ndim, "Number of axes.");
    type.def_prop_ro("size", &ndarray::size, "Number of elements.");
    type.def_prop_ro("itemsize", &ndarray::itemsize, "Bytes an element.");
    type.def_prop_ro("nbytes", &ndarray::nbytes, "Bytes of all elements.");
    type.def_prop_ro("data", [](const ndarray& a) { return MemoryPointer{a.buffer(), a.offset()}; }, "The memory of the elements.");
    type.def_prop_ro("device", [](const ndarray& a) { return cuda::Device(a.device()); }, "The device that holds the array.");
    type.def_prop_ro("T", &ndarray::T, "The array with its axes reversed, a view.");
    type.def_prop_ro("mT", [](const ndarray& a) {
        if (a.ndim() < 2) throw ValueError("matrix transpose with ndim < 2 is undefined");
        return a.swapaxes(-2, -1);
    }, "The array with its last two axes swapped, a view.");
    type.def_prop_ro("_c_contiguous", &ndarray::is_c_contiguous);
    type.def_prop_ro("_f_contiguous", &ndarray::is_f_contiguous);
    type.def_prop_rw("real", [](const ndarray& a) { return a.real(); },
                     [](const ndarray& a, OperandArg value) { assign_operand(a.real(), value); }, "The real parts, a view.");
    type.def_prop_rw("imag", [](const ndarray& a) { return a.imag(); },
                     [](const ndarray& a, OperandArg value) {
                         if (!is_complex(a.dtype())) throw TypeError("cannot set imaginary part of a non-complex array");
                         assign_operand(a.imag(), value);
                     }, "The imaginary parts, a view; zeros for real arrays.");
    type.def("_buffer_id", [](const ndarray& a) { return reinterpret_cast<std::uintptr_t>(a.buffer().get()); });
    type.def("_owns_all", [](const ndarray& a) { return a.offset() == 0; });

    type.def("get", [](const ndarray& self, nb::object stream, ObjectArg order, nb::object out, bool) {
        (void)stream;
        return get(self, order.object == Py_None ? 'C' : to_order(order.object, "CFA"), out);
    }, "stream"_a = nb::none(), "order"_a = "C", "out"_a = nb::none(), "blocking"_a = true,
             "A copy of the elements as a NumPy array on the host.");
    type.def("set", [](const ndarray& self, nb::object arr, nb::object) { set(self, arr); }, "arr"_a, "stream"_a = nb::none(),
             "Copy a NumPy array of the same shape to the elements.");
    type.def("item", item, "The one element, or the element at an index, as a Python number.");
    type.def("reshape", reshape_method, "The elements under another shape: a view where that can be, else a copy.");
    type.def("transpose", transpose_method, "A view with its axes permuted; reversed where none are given.");
    type.def("swapaxes", [](const ndarray& a, AxisArg i, AxisArg j) { return a.swapaxes(i, j); }, "axis1"_a, "axis2"_a, "A view with two axes swapped.");
    type.def("ravel", [](const ndarray& a, OrderArg order) { return a.ravel(order); }, "order"_a = "C", "The elements on one axis: a view where that can be.");
    type.def("flatten", [](const ndarray& a, OrderArg order) { return a.flatten(order); }, "order"_a = "C", "A copy of the elements on one axis.");
    type.def("squeeze", [](const ndarray& a, ObjectArg axis) { return axis.is_none() ? a.squeeze() : a.squeeze(*to_axes(axis.object)); },
             "axis"_a = nb::none(), "A view without axes of length one.");
    type.def("diagonal", [](const ndarray& a, AxisArg o, AxisArg i, AxisArg j) { return a.diagonal(o, i, j); }, "offset"_a = 0,
             "axis1"_a = 0, "axis2"_a = 1, "A view of a diagonal.");
    type.def("view", view_method, "dtype"_a = nb::none(), "type"_a = nb::none(), "The same bytes under another dtype.");
    type.def("copy", [](const ndarray& a, OrderArg order) { return a.copy(order); }, "order"_a = "C", "A copy on the current device.");
    type.def("astype", [](const ndarray& a, DTypeArg dtype, OrderArg order, CastingArg casting, bool, bool copy) {
        return a.astype(dtype, order, casting, copy);
    }, "dtype"_a, "order"_a = "K", "casting"_a = "unsafe", "subok"_a = true, "copy"_a = true, "A copy of another dtype.");
    type.def("fill", [](const ndarray& a, ScalarArg value) { a.fill(value); }, "value"_a, "Set all elements to a value.");
    type.def("tolist", [](const ndarray& a) { return get(a, 'C').attr("tolist")(); }, "The elements as nested lists of Python numbers.");
    type.def("tobytes", [](const ndarray& a, ObjectArg order) { return get(a, 'K').attr("tobytes")(nb::handle(order.object)); }, "order"_a = "C",
             "The bytes of the elements.");
    type.def("tofile", [](const ndarray& a, nb::object fid, nb::str sep, nb::str format) { get(a, 'C').attr("tofile")(fid, sep, format); }, "fid"_a,
             "sep"_a = "", "format"_a = "%s", "Write the elements to a file.");
    type.def("dump", [](nb::handle self, nb::object file) { nb::module_::import_("cuprum._io").attr("dump")(self, file); }, "file"_a, "Pickle to a file.");
    type.def("dumps", [](nb::handle self) { return nb::module_::import_("pickle").attr("dumps")(self); }, "Pickle to bytes.");
    type.def("byteswap", [](const ndarray& a, bool inplace) {
        nb::object swapped = get(a, 'C').attr("byteswap")();
        if (!inplace) return make_array(swapped.ptr(), {}, false);
        set(a, swapped);
        return a;
    }, "inplace"_a = false, "The array with the bytes of each element reversed.");
    type.def("__complex__", [](const ndarray& a) {
        if (a.size() != 1) throw TypeError("only length-1 arrays can be converted to Python scalars");
        return nb::steal(PyComplex_FromDoubles(a.item().to_complex().real(), a.item().to_complex().imag()));
    });
    type.def("__repr__", [](const ndarray& a) { return base_text(a, "repr"); });
    type.def("__str__", [](const ndarray& a) { return base_text(a, "str"); });
    type.def("__format__", [](const ndarray& a, nb::str spec) {
        nb::object host = a.ndim() ? get(a, 'K') : nb::object(get(a, 'K')[nb::make_tuple()]);
        return nb::module_::import_("builtins").attr("format")(host, spec);
    });
    type.def("__copy__", [](const ndarray& a) { return a.copy('K'); });
    type.def("__deepcopy__", [](const ndarray& a, nb::object) { return a.copy('K'); }, "memo"_a = nb::none());
    type.def("__reduce__", [](const ndarray& a) {
        return nb::make_tuple(nb::module_::import_("cuprum").attr("array"), nb::make_tuple(get(a, 'K')));
    });
}

}  // namespace cuprum::python
