// Parameters of cuprumx.scipy.ndimage as Python gives them.
#pragma once

#include "../argument.h"
#include "../declared.h"
#include "convert.h"
#include "cuprum/creation.h"
#include "cuprum/scipy/ndimage.h"
#include "cuprum/scipy/ndimage_kernels.h"
#include "number.h"
#include "optional_arg.h"

namespace cuprum::python {

/// None, a dtype, or an array that the result is written to and that the call returns.
struct ImageOutputArg : ObjectArg {
    CUPRUM_TAKES("ndarray | DTypeLike", true)
    bool is_array() const { return is_ndarray(object); }
    operator scipy::ndimage::Output() const {
        if (is_none()) return {};
        if (is_array()) return unwrap(object);
        if (is_numpy_array(object)) throw TypeError("output must be an array on a device, or a dtype");
        const DType dtype = to_dtype(object);
        if (PyUnicode_Check(object) && dtype == DType::bool_) throw Error("output must have numeric dtype");
        return dtype;
    }
    Array or_new(ndarray&& result) const {
        return is_array() ? nb::borrow<Array>(object) : wrap_object(std::move(result));
    }
};

/// A value, or several in any order that can be gone through.
template <Text text, class T>
struct PerAxisArg : ObjectArg {
    static constexpr auto type = nb::detail::const_name(text.characters);
    static constexpr bool takes_none = false;
    operator scipy::ndimage::PerAxis<T>() const {
        if (is_scalar(object)) return scipy::ndimage::PerAxis<T>(value_of(object));
        std::vector<T> values;
        for (nb::handle value : nb::iter(nb::handle(object))) values.push_back(value_of(value.ptr()));
        return scipy::ndimage::PerAxis<T>(std::move(values));
    }
    std::optional<scipy::ndimage::PerAxis<T>> optional() const {
        if (is_none()) return std::nullopt;
        return scipy::ndimage::PerAxis<T>(*this);
    }

protected:
    static bool is_scalar(PyObject* given) {
        if (PyUnicode_Check(given) || PyNumber_Check(given)) {
            if (!is_ndarray(given) && !is_numpy_array(given)) return true;
            return nb::cast<int>(nb::handle(given).attr("ndim")) == 0;
        }
        return !nb::hasattr(nb::handle(given), "__iter__");
    }

private:
    static T value_of(PyObject* given) {
        if constexpr (std::is_same_v<T, std::string>) {
            if (!PyUnicode_Check(given)) throw Error("boundary mode not supported: a mode is a string");
            return nb::cast<std::string>(nb::handle(given));
        } else if constexpr (std::is_same_v<T, double>) {
            const double value = PyFloat_AsDouble(given);
            if (value == -1 && PyErr_Occurred()) throw nb::python_error();
            return value;
        } else {
            if (PyFloat_Check(given)) {
                const double value = PyFloat_AsDouble(given);
                if (value == static_cast<double>(static_cast<T>(value))) return static_cast<T>(value);
            }
            return to_index(given);
        }
    }
};
using ImageModesArg = PerAxisArg<"str | Sequence[str]", std::string>;
using ImageNumbersArg = PerAxisArg<"float | Sequence[float]", double>;
using ImageIntegersArg = PerAxisArg<"int | Sequence[int]", std::int64_t>;

/// One mode; SciPy's class of errors for anything but a word.
struct ImageModeArg : WordArg<"str"> {
    operator std::string_view() const {
        if (!PyUnicode_Check(object)) throw Error("boundary mode not supported: one word is wanted here");
        return WordArg::operator std::string_view();
    }
};

/// How far weights reach; SciPy takes no float that happens to be whole.
inline std::int64_t to_radius(PyObject* given) {
    if (!PyIndex_Check(given)) throw ValueError("Radius must be a nonnegative integer.");
    return to_index(given);
}
struct ImageRadiusArg : ObjectArg {
    CUPRUM_TAKES("int", true)
    operator scipy::ndimage::Radius() const {
        if (is_none()) return std::nullopt;
        return to_radius(object);
    }
};
struct ImageRadiiArg : ImageIntegersArg {
    scipy::ndimage::Radii radii() const {
        if (is_none()) return std::nullopt;
        if (is_scalar(object)) return scipy::ndimage::Integers(to_radius(object));
        std::vector<std::int64_t> values;
        for (nb::handle value : nb::iter(nb::handle(object))) values.push_back(to_radius(value.ptr()));
        return scipy::ndimage::Integers(std::move(values));
    }
};

/// An array, or what makes one; None is none.
struct ImageArrayArg : OptionalArrayArg {
    scipy::ndimage::OptionalArray optional() const {
        return is_none() ? scipy::ndimage::OptionalArray() : scipy::ndimage::OptionalArray(get());
    }
};

/// A structure; as in CuPy also the length along each axis of one that is true everywhere, or one length for all.
struct ImageStructureArg : Arg<"ArrayLike | int | Sequence[int]"> {
    scipy::ndimage::OptionalArray of(const ndarray& input, const Axes& axes) const {
        const int count = axes ? axes->size() : input.ndim();
        if (PyLong_CheckExact(object)) return ones(Shape(count, to_index(object)), DType::bool_);
        if (PyTuple_Check(object) || PyList_Check(object)) {
            const nb::object items = nb::steal(PySequence_Tuple(object));
            Shape lengths;
            for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(items.ptr()); ++i)
                if (PyLong_CheckExact(PyTuple_GET_ITEM(items.ptr(), i)))
                    lengths.push_back(to_index(PyTuple_GET_ITEM(items.ptr(), i)));
            if (static_cast<int>(lengths.size()) == count && PyTuple_GET_SIZE(items.ptr()) == count)
                return ones(lengths, DType::bool_);
        }
        ImageArrayArg structure;
        structure.object = object;
        return structure.optional();
    }
};

/// The steps of a chamfer transform: a name or a structure.
struct ChamferMetricArg : Arg<"str | ArrayLike"> {
    operator scipy::ndimage::ChamferMetric() const {
        if (PyUnicode_Check(object)) return nb::cast<std::string>(nb::handle(object));
        return argument<ImageArrayArg>(object).get();
    }
};

/// A number or None.
struct IgnoredValueArg : OptionalArg<"float"> {
    std::optional<Scalar> optional() const {
        if (is_none()) return std::nullopt;
        return Scalar(argument<ScalarArg>(object));
    }
};

/// Labels, of which NumPy's arrays are refused as of images.
struct ImageLabelsArg : ImageArrayArg {
    ImageLabelsArg() { refuses_numpy_ = true; }
};

/// Whole numbers, with SciPy's class of errors for others.
struct ImageWholeNumbersArg : ImageIntegersArg {
    std::optional<scipy::ndimage::Integers> optional() const;
};

/// A number or None, with SciPy's class of errors for what is none.
struct ImageRealArg : OptionalArg<"float"> {
    std::optional<Scalar> optional() const {
        if (is_none()) return std::nullopt;
        const auto number = scalar_or_item(object);
        if (!number || number->dtype() == DType::bool_) throw ValueError("`cval` and `batch_memory` must be numbers");
        return number;
    }
    double value() const { return optional().value_or(0).to_double(); }
};

/// A function of Python's, which is called with further arguments.
struct ImageFunctionArg : Arg<"Callable[..., Any]"> {
    /// Called once for all windows if it takes `axis`, as reductions do, else with one window after the other.
    scipy::ndimage::WindowFunction of_windows(const ObjectArg& arguments, const ObjectArg& keywords) const;
    scipy::ndimage::LineFunction of_lines(const ObjectArg& arguments, const ObjectArg& keywords) const;
    scipy::ndimage::AxisDerivative along_axis(const ObjectArg& arguments, const ObjectArg& keywords) const;
    /// Called once with arrays of all coordinates if it takes them, else for one place after the other.
    scipy::ndimage::PlaceMapping of_places(const ObjectArg& arguments, const ObjectArg& keywords) const;
    scipy::ndimage::WindowReduction over_axes() const;
};

/// The last axis of an array as tuples of Python's numbers: one tuple, or a list of them.
template <class T>
nb::object tuples_of(const ndarray& places) {
    const std::vector<T> values = places.to_vector<T>();
    const auto width = static_cast<std::size_t>(places.shape()[places.ndim() - 1]);
    nb::list result;
    for (std::size_t begin = 0; places.ndim() == 1 ? result.size() == 0 : begin < values.size(); begin += width) {
        nb::list place;
        for (std::size_t d = 0; d < width; ++d) place.append(values[begin + d]);
        result.append(nb::tuple(place));
    }
    return places.ndim() == 1 ? nb::object(result[0]) : result;
}

inline nb::object to_python(scipy::ndimage::Distances&& found) {
    if (found.distances && found.indices)
        return nb::make_tuple(wrap_object(std::move(*found.distances)), wrap_object(std::move(*found.indices)));
    if (found.distances) return wrap_object(std::move(*found.distances));
    if (found.indices) return wrap_object(std::move(*found.indices));
    return nb::none();
}

inline nb::object to_python(scipy::ndimage::PlacesOfValues&& found) {
    nb::dict result;
    for (auto& [value, places] : found) result[from_scalar(value, true)] = wrap_tuple(std::move(places));
    return result;
}

inline nb::object to_python(const std::vector<std::optional<std::vector<Slice>>>& boxes) {
    nb::list result;
    for (const auto& box : boxes) {
        nb::list slices;
        if (box)
            for (const Slice& slice : *box)
                slices.append(nb::slice(nb::cast(*slice.start), nb::cast(*slice.stop), nb::none()));
        result.append(box ? nb::object(nb::tuple(slices)) : nb::none());
    }
    return result;
}

}  // namespace cuprum::python
