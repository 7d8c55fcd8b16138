// `a[...]` and `a[...] = b`.
#include "cuprum/indexing.h"

#include <algorithm>

#include "array.h"
#include "cuprum/conversions.h"
#include "cuprum/structured.h"
#include "described_dtypes.h"
#include "short_ways.h"
#include "ufunc.h"

namespace cuprum::python {
namespace {

std::optional<std::int64_t> slice_part(PyObject* part) {
    if (part == Py_None) return std::nullopt;
    // Python clips, so that a[:10**30] is everything.
    nb::object index = nb::steal(PyNumber_Index(part));
    if (!index.is_valid()) {
        PyErr_Clear();
        throw TypeError("slice indices must be integers or None or have an __index__ method");
    }
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    return overflow > 0 ? INT64_MAX : overflow < 0 ? -INT64_MAX : value;
}

// Whether it is an array of another library that lies on a device.
bool is_foreign_array(PyObject* entry) {
    return PyObject_HasAttrString(entry, "__cuda_array_interface__") ||
           PyObject_HasAttrString(entry, "__cupy_get_ndarray__");
}

// The array of a list or of NumPy's array. What is neither whole numbers nor booleans is no index, whether or not
// arrays here can hold it.
ndarray index_array(PyObject* entry) {
    if (holds_arrays(entry)) return make_array(entry, std::nullopt, false);
    nb::object host = nb::module_::import_("numpy").attr("asarray")(nb::handle(entry));
    const auto kind = nb::cast<std::string>(host.attr("dtype").attr("kind"));
    const bool nothing = !is_numpy_array(entry) && nb::cast<std::int64_t>(host.attr("size")) == 0;
    if (!nothing && std::string_view("biu").find(kind) == std::string_view::npos)
        throw IndexError("arrays used as indices must be of integer (or boolean) type");
    return make_array(host.ptr(), std::nullopt, false);
}

void append(std::vector<Index>& index, PyObject* entry) {
    if (PyBool_Check(entry)) {
        index.emplace_back(entry == Py_True);
    } else if (PyLong_CheckExact(entry)) {
        long long value = PyLong_AsLongLong(entry);
        if (value == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            throw IndexError("cannot fit 'int' into an index-sized integer");
        }
        index.emplace_back(static_cast<std::int64_t>(value));
    } else if (PySlice_Check(entry)) {
        auto* slice = reinterpret_cast<PySliceObject*>(entry);
        index.emplace_back(Slice{slice_part(slice->start), slice_part(slice->stop), slice_part(slice->step)});
    } else if (entry == Py_None) {
        index.emplace_back(NewAxis{});
    } else if (entry == Py_Ellipsis) {
        index.emplace_back(Ellipsis{});
    } else if (is_ndarray(entry)) {
        index.emplace_back(unwrap(entry));
    } else if (PyIndex_Check(entry) && !PyObject_HasAttrString(entry, "shape") && !is_foreign_array(entry)) {
        index.emplace_back(to_index(entry));
    } else if (auto scalar = to_scalar(entry)) {
        if (scalar->dtype() == DType::bool_) index.emplace_back(scalar->to_bool());
        else if (is_integer(scalar->dtype())) index.emplace_back(scalar->to_int());
        else
            throw IndexError(
                "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
                "are valid indices");
    } else if (is_foreign_array(entry)) {
        index.emplace_back(make_array(entry, std::nullopt, false));
    } else if (PyList_Check(entry) || PyTuple_Check(entry) || PyRange_Check(entry) ||
               PyObject_HasAttrString(entry, "__array_interface__")) {
        ndarray array = index_array(entry);
        // Lists of nothing are no lists of floats here.
        const bool empty = array.size() == 0 && (PyList_Check(entry) || PyTuple_Check(entry));
        index.emplace_back(empty ? array.astype(DType::int64) : std::move(array));
    } else {
        throw IndexError(
            "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are "
            "valid indices");
    }
}

/// How a view lies: on the stack, so that the view's own shape and strides are the only copies.
struct Layout {
    std::int64_t lengths[max_ndim], steps[max_ndim];  // of `ndim` axes
    int ndim = 0;
    std::int64_t offset = 0;

    std::span<const std::int64_t> shape() const { return {lengths, static_cast<std::size_t>(ndim)}; }
    std::span<const std::int64_t> strides() const { return {steps, static_cast<std::size_t>(ndim)}; }
    void append(std::int64_t length, std::int64_t step) {
        lengths[ndim] = length;
        steps[ndim++] = step;
    }
};

/// How many places of an axis a slice chooses, and the first.
Py_ssize_t chosen_places(PyObject* entry, std::int64_t length, Py_ssize_t& start, Py_ssize_t& step) {
    const auto* slice = reinterpret_cast<PySliceObject*>(entry);
    std::int64_t first = 0, last = length;
    // Neither calls nor a division for what most slices are.
    if (slice->step == Py_None && (slice->start == Py_None || is_small_integer(slice->start, first)) &&
        (slice->stop == Py_None || is_small_integer(slice->stop, last))) {
        const auto within = [length](std::int64_t place) {
            return std::clamp<std::int64_t>(place < 0 ? place + length : place, 0, length);
        };
        start = within(first);
        step = 1;
        return std::max<std::int64_t>(within(last) - start, 0);
    }
    Py_ssize_t stop;
    if (PySlice_Unpack(entry, &start, &stop, &step) < 0) raise_python_error();
    return PySlice_AdjustIndices(length, &start, &stop, step);
}

/// The layout of the view that integers, slices, None and an ellipsis choose, without the entries of an index being
/// made. False where there is another entry, and where the index is wrong: `at` tells how.
bool find_view(const ndarray& array, PyObject* key, Layout& view) {
    const bool several = PyTuple_CheckExact(key);
    PyObject* const* entries = several ? &PyTuple_GET_ITEM(key, 0) : &key;
    const Py_ssize_t count = several ? PyTuple_GET_SIZE(key) : 1;
    int taken = 0, ellipses = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (PyLong_CheckExact(entries[i]) || PySlice_Check(entries[i])) ++taken;
        else if (entries[i] == Py_Ellipsis) ++ellipses;
        else if (entries[i] != Py_None) return false;
    }
    const int ndim = array.ndim();
    if (taken > ndim || ellipses > 1 || ndim + count > max_ndim) return false;

    int axis = 0;
    const auto keep = [&](int axes) {
        for (; axes > 0; --axes, ++axis) view.append(array.shape()[axis], array.strides()[axis]);
    };
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* entry = entries[i];
        if (entry == Py_None) {
            view.append(1, 0);
        } else if (entry == Py_Ellipsis) {
            keep(ndim - taken);
        } else if (PySlice_Check(entry)) {
            const std::int64_t length = array.shape()[axis], stride = array.strides()[axis];
            Py_ssize_t start, step;
            const Py_ssize_t chosen = chosen_places(entry, length, start, step);
            if (chosen > 0) view.offset += start * stride;
            std::int64_t stepped;
            // A step beyond the axis is never taken.
            if (__builtin_mul_overflow(step, stride, &stepped)) stepped = stride;
            view.append(chosen, stepped);
            ++axis;
        } else {
            int overflow = 0;
            std::int64_t place = PyLong_AsLongLongAndOverflow(entry, &overflow);
            const std::int64_t length = array.shape()[axis];
            if (overflow || place < -length || place >= length) return false;
            view.offset += (place < 0 ? place + length : place) * array.strides()[axis];
            ++axis;
        }
    }
    keep(ndim - axis);
    return true;
}

PyObject* get_item(PyObject* self, PyObject* key) {
    return guarded([&]() -> PyObject* {
        const ndarray& array = unwrap(self);
        if (PyUnicode_Check(key) || PyList_Check(key)) [[unlikely]]
            if (is_structured(array.dtype()))
                if (auto names = field_names(key)) return wrap_from(self, select_fields(array, *names));
        if (Layout view; find_view(array, key, view)) return wrap_view(self, view.shape(), view.strides(), view.offset);
        if (is_ndarray(key)) {  // copies; without elements they have no memory by which they could be told from views
            const Index index[] = {unwrap(key)};
            ndarray chosen = array.at(index);
            return chosen.size() ? wrap_from(self, std::move(chosen))
                                 : wrap_copy(self, std::move(chosen)).release().ptr();
        }
        const std::vector<Index> index = to_indices(key);
        ndarray chosen = array.at(index);
        // Arrays choose copies, which without elements have no memory by which they could be told from views.
        if (chosen.size() == 0 && std::ranges::any_of(index, [](const Index& entry) {
                return std::holds_alternative<ndarray>(entry) || std::holds_alternative<bool>(entry);
            }))
            return wrap_copy(self, std::move(chosen)).release().ptr();
        return wrap_from(self, std::move(chosen));
    });
}

// Whether an entry is an array of places or a mask, of which True and False are ones without axes.
bool selects_places(const std::vector<Index>& index) {
    return std::ranges::any_of(index, [](const Index& entry) {
        return std::holds_alternative<ndarray>(entry) || std::holds_alternative<bool>(entry);
    });
}

// An index that is wrong in itself is told before a value that does not fit.
template <class F>
auto after_index(const ndarray& array, const std::vector<Index>& index, F convert) {
    try {
        return convert();
    } catch (...) {
        if (std::ranges::none_of(index, [](const Index& i) { return std::holds_alternative<ndarray>(i); }))
            (void)array.at(index);
        throw;
    }
}

int set_item(PyObject* self, PyObject* key, PyObject* value) {
    PyObject* done = guarded([&]() -> PyObject* {
        if (!value) throw ValueError("cannot delete array elements");
        ndarray chosen;
        const ndarray* target = &unwrap(self);
        if (PyFloat_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value))
            if (Layout view; is_number(target->dtype()) && find_view(*target, key, view)) {
                const Scalar number = *to_scalar(value);
                check_element(number, target->dtype());
                ndarray(*target, view.shape(), view.strides(), view.offset).fill(number);
                return Py_None;
            }
        std::vector<Index> index;
        auto names = is_structured(target->dtype()) ? field_names(key) : std::nullopt;
        if (names) {
            target = &(chosen = select_fields(*target, *names));
            index = {Index(ellipsis)};
        } else {
            index = to_indices(key);
        }
        const ndarray& array = *target;
        if (is_ndarray(value)) {
            array.assign(index, unwrap(value));
        } else if (auto scalar = to_scalar(value)) {
            // Beside arrays of places NumPy casts its own numbers as arrays: they wrap around.
            if (scalar->is_weak() || !selects_places(index))
                after_index(array, index, [&] { check_element(*scalar, array.dtype()); });
            array.assign(index, *scalar);
        } else {
            if (!selects_places(index)) refuse_time(value, array.dtype());
            // Python's numbers become elements one by one, as tuples do those of structured arrays.
            const bool arrays = is_number(array.dtype()) && !PyList_Check(value) && !PyTuple_Check(value) &&
                                !PyUnicode_Check(value) && value != Py_None;
            const auto wanted = arrays ? std::nullopt : std::optional(array.dtype());
            array.assign(index, after_index(array, index, [&] { return make_array(value, wanted, false); }));
        }
        return Py_None;
    });
    return done ? 0 : -1;
}

}  // namespace

std::vector<Index> to_indices(PyObject* key) {
    std::vector<Index> index;
    if (!PyTuple_Check(key)) {
        index.reserve(1);
        append(index, key);
        return index;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(key);
    index.reserve(static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) append(index, PyTuple_GET_ITEM(key, i));
    return index;
}

PyObject* wrap_row(PyObject* self, std::int64_t i) {
    const ndarray& array = unwrap(self);
    const std::span<const std::int64_t> shape = array.shape(), strides = array.strides();
    return wrap_view(self, shape.subspan(1), strides.subspan(1), i * strides[0]);
}

const std::vector<PyType_Slot>& indexing_slots() {
    static const std::vector<PyType_Slot> slots = {{Py_mp_subscript, reinterpret_cast<void*>(get_item)},
                                                   {Py_mp_ass_subscript, reinterpret_cast<void*>(set_item)}};
    return slots;
}

void refuse_time(PyObject* value, DType dtype) {
    if (kind(dtype) != 'i' || !is_described_scalar(value)) return;
    const char kind_of_value = kind(make_array(value, std::nullopt, false).dtype());
    if (kind_of_value == 'M' || kind_of_value == 'm')
        throw TypeError(std::string("int() argument must be a string, a bytes-like object or a real number, not '") +
                        (kind_of_value == 'M' ? "datetime64" : "timedelta64") + "'");
}

void assign_operand(const ndarray& target, const Operand& value) {
    const Index everything[] = {ellipsis};
    if (value.is_array()) target.assign(everything, value.array());
    else target.assign(everything, value.scalar());
}

}  // namespace cuprum::python
