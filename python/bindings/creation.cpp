// Functions with short ways for small arrays (`empty`, `zeros`, `ones`), those that take whatever can be made into an
// array
// (`array`, `asarray`), and those whose arguments tell what they mean or what the result is: `arange`, `linspace`,
// `indices`, `mgrid`.
#include "cuprum/creation.h"

#include "array.h"
#include "creation_args.h"
#include "cuprum/cuda.h"
#include "cuprum/gil_release.h"
#include "short_ways.h"

namespace cuprum::python {
namespace {

const nb::handle float_type(reinterpret_cast<PyObject*>(&PyFloat_Type)),
    int_type(reinterpret_cast<PyObject*>(&PyLong_Type));

// Of a length or a tuple of them, and a dtype perhaps.
template <ndarray (*function)(const Shape&, DType, char)>
PyObject* filled(const Call& call) {
    const Py_ssize_t named = call.names ? PyTuple_GET_SIZE(call.names) : 0;
    if (call.count < 1 || call.count + named > 2) return nullptr;
    if (named && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call.names, 0), "dtype") != 0) return nullptr;
    Dims shape;
    PyObject* const* lengths = &call.arguments[0];
    const bool in_tuple = PyTuple_CheckExact(*lengths);
    const Py_ssize_t count = in_tuple ? PyTuple_GET_SIZE(*lengths) : 1;
    if (in_tuple) lengths = &PyTuple_GET_ITEM(*lengths, 0);
    if (!are_small_integers(lengths, count, shape)) return nullptr;
    const auto dtype = call.count + named == 2 ? to_optional_dtype(call.arguments[1]) : std::nullopt;
    return wrap(function(shape, dtype.value_or(DType::float64), 'C'));
}

// An array of this library on the current device, which is what these functions give. The number tells their ways
// apart.
template <int number, bool (*is_result)(const ndarray&)>
PyObject* itself(const Call& call) {
    if (call.count != 1 || call.names || Py_TYPE(call.arguments[0]) != ndarray_type) return nullptr;
    const ndarray& a = unwrap(call.arguments[0]);
    const bool is_here = a.size() == 0 || a.device() == cuda::Device().id();
    return is_here && is_result(a) ? nb::borrow(call.arguments[0]).release().ptr() : nullptr;
}
bool any_array(const ndarray&) { return true; }
bool is_contiguous(const ndarray& a) { return a.ndim() > 0 && a.is_c_contiguous(); }

// A copy of such an array.
PyObject* copied(const Call& call) {
    if (call.count != 1 || call.names || Py_TYPE(call.arguments[0]) != ndarray_type) return nullptr;
    const ndarray& a = unwrap(call.arguments[0]);
    return a.device() == cuda::Device().id() ? wrap(a.copy('K')) : nullptr;
}

// Of one integer of Python's, and a dtype perhaps.
PyObject* integers_below(const Call& call) {
    const Py_ssize_t named = call.names ? PyTuple_GET_SIZE(call.names) : 0;
    if (call.count != 1 || named > 1) return nullptr;
    if (named && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call.names, 0), "dtype") != 0) return nullptr;
    std::int64_t stop;
    if (!is_small_integer(call.arguments[0], stop)) return nullptr;
    return wrap(
        arange(Scalar(0), Scalar(stop), Scalar(1), named ? to_optional_dtype(call.arguments[1]) : std::nullopt));
}

template <ndarray (*function)(const Shape&, DType, char)>
void bind_filled(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](ShapeArg shape, OptionalDTypeArg dtype, OrderArg order, DeviceArg device) {
            const auto there = device.guard();
            return function(shape, dtype.value_or(DType::float64), contiguous_order(order));
        },
        "shape"_a, "dtype"_a = float_type, "order"_a = "C", nb::kw_only(), "device"_a = nb::none(), text);
    Shortened<filled<function>>::apply(m.attr(name));
}

/// What can be made into an array: NumPy arrays too, and objects of other libraries.
using AnyArrayArg = Arg<"ArrayLike | numpy.typing.ArrayLike">;

// With `blocking`, what is copied from page-locked memory of the host has been read when the call returns.
void wait_if(BoolArg blocking) {
    if (!blocking) return;
    const runtime::GilRelease released;
    cuda::get_current_stream().synchronize();
}

Array as_array(AnyArrayArg a, OptionalDTypeArg dtype, OrderArg order, Typed<"bool"> copy, BoolArg blocking,
               DeviceArg device) {
    const auto there = device.guard();
    char o = order.is_none() ? 'K' : to_order(order.object);
    if (is_ndarray(a.object) && (copy.is_none() || !nb::cast<bool>(copy))) {
        const ndarray& array = unwrap(a.object);
        bool laid_out = o == 'K' || o == 'A' || (o == 'C' ? array.is_c_contiguous() : array.is_f_contiguous());
        bool here = array.size() == 0 || array.device() == cuda::Device().id();
        if (array.dtype() == dtype.value_or(array.dtype()) && laid_out && here) return nb::borrow<Array>(a.object);
        if (!copy.is_none()) throw ValueError("Unable to avoid copy while creating an array as requested.");
    }
    // What is not on a device is moved to one, whatever `copy` says, as in CuPy.
    Array result = wrap_object(make_array(a.object, dtype, !copy.is_none() && nb::cast<bool>(copy), o));
    wait_if(blocking);
    return result;
}

Scalar scalar_of(nb::handle object) {
    ScalarArg argument;
    argument.object = object.ptr();
    return argument;
}

// `mgrid` and `ogrid` of slices; a complex step counts the points.
Typed<"tuple[ndarray, ...]"> grid(nb::sequence slices, bool sparse) {
    std::vector<GridAxis> axes;
    for (nb::handle slice : slices) {
        GridAxis axis;
        nb::object start = slice.attr("start"), step = slice.attr("step");
        if (!start.is_none()) axis.start = scalar_of(start);
        axis.stop = scalar_of(slice.attr("stop"));
        if (PyComplex_Check(step.ptr())) {
            const double count = std::abs(scalar_of(step).to_complex());
            if (!(count < 0x1p62)) throw ValueError("a grid cannot have " + std::to_string(count) + " points");
            axis.count = static_cast<std::int64_t>(count);
        } else if (!step.is_none()) axis.step = scalar_of(step);
        axes.push_back(axis);
    }
    if (sparse) return wrap_tuple(ogrid(axes));
    return nb::make_tuple(mgrid(axes));
}

// The distance of `linspace`'s values: of numbers of the host it is one, too, as in CuPy.
nb::object step_of(const Operand& start, const Operand& stop, std::int64_t num, bool endpoint) {
    const std::int64_t steps = endpoint ? num - 1 : num;
    if (steps <= 0) return nb::float_(std::nan(""));
    if (start.is_array() || stop.is_array()) return wrap_object(linspace_step(start, stop, num, endpoint));
    nb::object distance = from_scalar(stop.scalar(), true) - from_scalar(start.scalar(), true);
    return distance / nb::float_(static_cast<double>(steps));
}

void bind_conversion(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "array",
        [](AnyArrayArg obj, OptionalDTypeArg dtype, Arg<"bool"> copy, OrderArg order, BoolArg subok, int ndmin,
           BoolArg blocking) {
            const bool must_copy = !copy.is_none() && nb::bool_(nb::handle(copy.object));
            const bool never = !copy.is_none() && !must_copy;
            // What is not on a device is moved to one, whatever `copy` says, as in CuPy.
            ndarray result = make_array(obj.object, dtype, must_copy, order, ndmin);
            if (is_ndarray(obj.object) && !must_copy) {
                const ndarray& given = unwrap(obj.object);
                const bool shares = result.buffer().get() == given.buffer().get();
                if (never && !shares && given.size())
                    throw ValueError("Unable to avoid copy while creating an array as requested.");
                const bool same_class = subok || Py_TYPE(obj.object) == ndarray_type;
                if (shares && same_class && result.dtype() == given.dtype() && result.ndim() == given.ndim())
                    return nb::borrow<Array>(obj.object);
                if (shares) return wrap_as(subok ? Py_TYPE(obj.object) : ndarray_type, obj.object, std::move(result));
            }
            wait_if(blocking);
            return is_ndarray(obj.object) && subok ? wrap_from_object(obj.object, std::move(result))
                                                   : wrap_object(std::move(result));
        },
        "obj"_a, "dtype"_a = none, "copy"_a.none() = true, "order"_a = "K", "subok"_a = false, "ndmin"_a = 0,
        nb::kw_only(), "blocking"_a = false, doc("array"));
    for (const char* name : {"asarray", "asanyarray"})
        m.def(name, as_array, "a"_a, "dtype"_a = none, "order"_a = none, nb::kw_only(), "copy"_a = none,
              "blocking"_a = false, "device"_a = none, doc("asarray"));
}

void bind_filling(nb::module_& m) {
    bind_filled<empty>(m, "empty", doc("empty"));
    bind_filled<zeros>(m, "zeros", doc("zeros"));
    bind_filled<ones>(m, "ones", doc("ones"));
}

void bind_ranges(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "arange",
        [](OptionalScalarArg start, OptionalScalarArg stop, OptionalScalarArg step, OptionalDTypeArg dtype,
           DeviceArg device) {
            const auto there = device.guard();
            const std::optional<Scalar> first = start, end = stop;
            if (!first && !end) throw TypeError("arange() requires stop to be specified.");
            const Scalar by = std::optional<Scalar>(step).value_or(Scalar(1));
            return first && end ? arange(*first, *end, by, dtype) : arange(Scalar(0), end ? *end : *first, by, dtype);
        },
        "start"_a = none, "stop"_a = none, "step"_a = 1, "dtype"_a = none, nb::kw_only(), "device"_a = none,
        doc("arange"));
    m.def(
        "linspace",
        [](OperandArg start, OperandArg stop, AxisArg num, BoolArg endpoint, BoolArg retstep, OptionalDTypeArg dtype,
           AxisArg axis,
           DeviceArg device) -> Typed<"tuple[ndarray, ndarray | float | complex] if retstep else ndarray"> {
            const auto there = device.guard();
            ndarray values = linspace(start, stop, num, endpoint, dtype, axis);
            if (!retstep) return wrap_object(std::move(values));
            return nb::make_tuple(values, step_of(start, stop, num, endpoint));
        },
        "start"_a, "stop"_a, "num"_a = 50, "endpoint"_a = true, "retstep"_a = false, "dtype"_a = none, "axis"_a = 0,
        nb::kw_only(), "device"_a = none, doc("linspace"));
    m.def(
        "indices",
        [](ShapeArg dimensions, OptionalDTypeArg dtype,
           BoolArg sparse) -> Typed<"tuple[ndarray, ...] if sparse else ndarray"> {
            DType type = dtype.value_or(DType::int64);
            if (sparse) return wrap_tuple(sparse_indices(dimensions, type));
            return wrap_object(indices(dimensions, type));
        },
        "dimensions"_a, "dtype"_a = int_type, "sparse"_a = false, doc("indices"));
    m.def("_grid", grid);
}

}  // namespace

void bind_creation(nb::module_& m) {
    bind_conversion(m);
    bind_filling(m);
    bind_ranges(m);
}

void shorten_conversions(nb::module_& m) {
    Shortened<copied>::apply(m.attr("array"));
    Shortened<itself<0, any_array>>::apply(m.attr("asarray"));
    Shortened<itself<1, any_array>>::apply(m.attr("asanyarray"));
    Shortened<itself<2, is_contiguous>>::apply(m.attr("ascontiguousarray"));
    Shortened<integers_below>::apply(m.attr("arange"));
}

}  // namespace cuprum::python
