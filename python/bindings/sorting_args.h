// Arguments of functions that sort and search, and of sets, quantiles and histograms.
#pragma once

#include <algorithm>

#include "array.h"
#include "cuprum/indexing.h"
#include "cuprum/sorting.h"
#include "cuprum/structured.h"
#include "histogram_args.h"
#include "values.h"

namespace cuprum::python {

/// Keys are one array, whose first axis counts them, or a sequence.
struct SortKeysArg : ObjectArg {
    CUPRUM_TAKES("ndarray | Sequence[ArrayLike]", false)
    template <class F>
    decltype(auto) visit(F&& function) const {
        if (is_ndarray(object)) return function(unwrap(object));
        return function(to_arrays(object));
    }
};

/// The places that partitions are about.
using KthArg = Arg<"int | Sequence[int]">;

/// Every sort is stable, so NumPy's names for algorithms are only checked.
struct KindArg : ObjectArg {
    CUPRUM_TAKES("Literal['quicksort', 'mergesort', 'heapsort', 'stable']", true)
    void check() const {
        if (is_none()) return;
        const auto name = nb::cast<std::string>(nb::str(nb::handle(object)));
        for (const char* known : {"quicksort", "heapsort", "mergesort", "stable"})
            if (name == known) return;
        throw ValueError("sort kind must be one of 'quick', 'heap', or 'stable' (got '" + name + "')");
    }
};

/// The fields that elements are compared by first; the others follow in the dtype's order.
struct FieldsArg : ObjectArg {
    CUPRUM_TAKES("str | Sequence[str]", true)
    /// The view whose fields stand in that order.
    ndarray apply(const ndarray& a) const {
        if (!is_structured(a.dtype())) throw ValueError("Cannot specify order when the array has no fields.");
        std::vector<std::string> names;
        if (PyUnicode_Check(object)) names.push_back(nb::cast<std::string>(nb::handle(object)));
        else names = nb::cast<std::vector<std::string>>(nb::list(nb::handle(object)));
        for (std::size_t i = 0; i < names.size(); ++i) {
            const Field* field = find_field(a.dtype(), names[i]);
            if (!field) throw ValueError("unknown field name: " + names[i]);
            names[i] = field->name;
            if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                names.begin() + static_cast<std::ptrdiff_t>(i))
                throw ValueError("duplicate field name: " + names[i]);
        }
        for (const Field& field : fields(a.dtype()))
            if (std::ranges::find(names, field.name) == names.end()) names.push_back(field.name);
        return a.fields(names);
    }
    ndarray sorted(const ndarray& a, std::optional<std::int64_t> axis, bool descending) const {
        if (!axis) return sorted(a.ravel(), 0, descending);
        normalize_axis(*axis, a.ndim());
        return take_along_axis(a, argsort(apply(a), axis, descending), axis);
    }
    ndarray partitioned(const ndarray& a, const Dims& kth, std::optional<std::int64_t> axis) const {
        if (!axis) return partitioned(a.ravel(), kth, 0);
        normalize_axis(*axis, a.ndim());
        return take_along_axis(a, argpartition(apply(a), kth, axis), axis);
    }
};

/// NumPy's only algorithm of partitions.
struct SelectArg : ObjectArg {
    CUPRUM_TAKES("Literal['introselect']", false)
    void check() const {
        if (is_none()) return;
        const auto name = nb::cast<std::string>(nb::str(nb::handle(object)));
        if (name != "introselect") throw ValueError("select kind must be 'introselect' (got '" + name + "')");
    }
};

/// A word; another object is said to be none by the parameter's name.
inline std::string_view to_text(const ObjectArg& arg, const char* name) {
    if (!PyUnicode_Check(arg.object))
        throw TypeError(std::string(name) + " must be str, not " + Py_TYPE(arg.object)->tp_name);
    Py_ssize_t length = 0;
    const char* characters = PyUnicode_AsUTF8AndSize(arg.object, &length);
    if (!characters) raise_python_error();
    return {characters, static_cast<std::size_t>(length)};
}

/// On which side of equal elements to insert.
struct SideArg : ObjectArg {
    CUPRUM_TAKES("Literal['left', 'right']", false)
    operator std::string_view() const { return to_text(*this, "side"); }
};

/// How quantiles between two elements are found; `interpolation` is its earlier name.
struct QuantileMethodArg : ObjectArg {
    CUPRUM_TAKES(
        "Literal['inverted_cdf', 'averaged_inverted_cdf', 'closest_observation', 'interpolated_inverted_cdf', 'hazen', "
        "'weibull', 'linear', 'median_unbiased', 'normal_unbiased', 'lower', 'higher', 'midpoint', 'nearest']",
        false)
    const char* name = "method";
    operator std::string_view() const { return to_text(*this, name); }
};
inline void take_interpolation(const char* function, QuantileMethodArg& method,
                               const QuantileMethodArg& interpolation) {
    if (interpolation.is_none()) return;
    const std::string message = "The `interpolation=` argument to " + std::string(function) +
                                " was renamed to `method=`, which has additional options.";
    if (PyErr_WarnEx(PyExc_DeprecationWarning, message.c_str(), 1) < 0) raise_python_error();
    method.object = interpolation.object;
    method.name = "interpolation";
}

/// NumPy's algorithms of `isin` differ in speed alone, so the name is only checked.
struct SetMethodArg : ObjectArg {
    CUPRUM_TAKES("Literal['sort', 'table']", true)
    void check(const OperandArg& element, const OperandArg& test_elements) const {
        if (is_none()) return;
        const auto name = nb::cast<std::string>(nb::str(nb::handle(object)));
        if (name != "sort" && name != "table")
            throw ValueError("Invalid kind: '" + name + "'. Please use None, 'sort' or 'table'.");
        if (name == "table")
            for (const OperandArg& given : {element, test_elements})
                if (const DType type = Operand(given).dtype(); !is_integer(type) && type != DType::bool_)
                    throw ValueError(
                        "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' or "
                        "None for kind.");
    }
};

/// What `bincount` counts: arrays must be of integers; a list becomes one, as in NumPy.
struct CountedArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike", false)
    ndarray get() const { return is_ndarray(object) ? unwrap(object) : make_array(object, DType::int64, false); }
};

inline std::optional<std::pair<Scalar, Scalar>> to_optional_range(const RangeArg& range) {
    if (range.is_none()) return std::nullopt;
    return to_range(range.object);
}

inline Dims to_kth(const ObjectArg& kth) {
    if (is_ndarray(kth.object)) {
        const ndarray& array = unwrap(kth.object);
        if (!is_integer(array.dtype())) throw TypeError("Partition index must be integer");
        return Dims(array.ravel().astype(DType::int64).to_vector<std::int64_t>());
    }
    if (PyBool_Check(kth.object)) throw ValueError("Booleans unacceptable as partition index");
    if (!is_index(kth.object) && !PySequence_Check(kth.object)) throw TypeError("Partition index must be integer");
    Dims places(to_shape(kth.object));
    // To NumPy a list of nothing is one of floats.
    if (places.empty() && !is_numpy_array(kth.object)) throw TypeError("Partition index must be integer");
    return places;
}

}  // namespace cuprum::python
