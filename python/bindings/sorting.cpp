// Sorting, searching, sets, order statistics and histograms.
#include "cuprum/sorting.h"

#include "array.h"
#include "cuprum/manipulation.h"
#include "histogram_args.h"
#include "values.h"

namespace cuprum::python {
namespace {

/// The places that partitions are about.
using KthArg = Arg<"int | Sequence[int]">;

// Every sort is stable, so NumPy's names for algorithms are only checked.
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

// A new array of the class of the one that it was made from.
Array copy_of(const ArrayArg& source, ndarray&& array) {
    return is_ndarray(source.object) ? wrap_copy(source.object, std::move(array)) : wrap_object(std::move(array));
}

// No array has fields to sort by.
struct FieldsArg : ObjectArg {
    CUPRUM_TAKES("str | Sequence[str]", true)
    void check() const {
        if (!is_none()) throw ValueError("Cannot specify order when the array has no fields.");
    }
};

// NumPy's only algorithm of partitions.
struct SelectArg : ObjectArg {
    CUPRUM_TAKES("Literal['introselect']", false)
    void check() const {
        if (is_none()) return;
        const auto name = nb::cast<std::string>(nb::str(nb::handle(object)));
        if (name != "introselect") throw ValueError("select kind must be 'introselect' (got '" + name + "')");
    }
};

std::string to_text(const ObjectArg& arg, const char* name) {
    if (!PyUnicode_Check(arg.object))
        throw TypeError(std::string(name) + " must be str, not " + Py_TYPE(arg.object)->tp_name);
    return nb::cast<std::string>(nb::handle(arg.object));
}

Dims to_kth(const ObjectArg& kth) {
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

// Keys may be one array, whose first axis counts them, or a sequence.
ndarray lexsort_of(Arg<"ndarray | Sequence[ArrayLike]"> keys, AxisArg axis) {
    if (is_ndarray(keys.object)) return lexsort(unwrap(keys.object), axis);
    return lexsort(to_arrays(keys.object), axis);
}

// Elements are sorted even where they need not be.
Typed<"tuple[ndarray, ...] if return_index or return_inverse or return_counts else ndarray"> unique_of(
    ArrayArg ar, BoolArg index, BoolArg inverse, BoolArg counts, OptionalIntArg axis, BoolArg equal_nan, BoolArg) {
    const UniqueOptions options{index, inverse, counts, axis, equal_nan};
    Unique found = unique(ar, options);
    if (!options.index && !options.inverse && !options.counts) return wrap_object(std::move(found.values));
    nb::list result;
    result.append(found.values);
    if (options.index) result.append(found.index);
    if (options.inverse) result.append(found.inverse);
    if (options.counts) result.append(found.counts);
    return nb::tuple(result);
}

// A named tuple, as the array API standard has it.
template <class... Fields>
nb::object named(const char* type, const char* names, Fields&&... fields) {
    return nb::module_::import_("collections").attr("namedtuple")(type, names)(std::forward<Fields>(fields)...);
}

Typed<"tuple[ndarray, ndarray, ndarray] if return_indices else ndarray"> intersect1d_of(ArrayArg arr1, ArrayArg arr2,
                                                                                        BoolArg assume_unique,
                                                                                        BoolArg return_indices) {
    if (!return_indices) return wrap_object(intersect1d(arr1, arr2, assume_unique));
    Intersection found = intersect1d_indices(arr1, arr2, assume_unique);
    return nb::make_tuple(found.values, found.index1, found.index2);
}

using Median = ndarray (*)(const ndarray&, const OrderOptions&);
using Quantile = ndarray (*)(const ndarray&, const Operand&, const OrderOptions&);

OrderOptions order_options(const AxesArg& axis, const OutArg& out, const BoolArg& overwrite_input,
                           const BoolArg& keepdims) {
    OrderOptions options;
    options.axis = axis;
    options.out = out.pointer();
    options.overwrite_input = overwrite_input;
    options.keepdims = keepdims;
    return options;
}

using QuantileArg =
    Arg<"Literal['inverted_cdf', 'averaged_inverted_cdf', 'closest_observation', "
        "'interpolated_inverted_cdf', 'hazen', 'weibull', 'linear', 'median_unbiased', 'normal_unbiased', 'lower', "
        "'higher', "
        "'midpoint', 'nearest']">;

template <Median function>
void bind_median(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [](ArrayArg a, AxesArg axis, OutArg out, BoolArg overwrite_input, BoolArg keepdims) {
            return out.or_new(function(a, order_options(axis, out, overwrite_input, keepdims)));
        },
        "a"_a, "axis"_a = nb::none(), "out"_a = nb::none(), "overwrite_input"_a = false, "keepdims"_a = false, text);
}

// `method` under its old name.
void warn_of_interpolation(const std::string& function) {
    const std::string message =
        "The `interpolation=` argument to " + function + " was renamed to `method=`, which has additional options.";
    if (PyErr_WarnEx(PyExc_DeprecationWarning, message.c_str(), 1) < 0) raise_python_error();
}

template <Quantile function>
void bind_quantile(nb::module_& m, const char* name, const char* text) {
    m.def(
        name,
        [name](ArrayArg a, OperandArg q, AxesArg axis, OutArg out, BoolArg overwrite_input, QuantileArg method,
               BoolArg keepdims, OptionalArrayArg weights, QuantileArg interpolation) {
            if (!interpolation.is_none()) warn_of_interpolation(name);
            const std::string chosen =
                interpolation.is_none() ? to_text(method, "method") : to_text(interpolation, "interpolation");
            OrderOptions options = order_options(axis, out, overwrite_input, keepdims);
            options.method = chosen;
            options.weights = weights.pointer();
            return out.or_new(function(a, q, options));
        },
        "a"_a, "q"_a, "axis"_a = nb::none(), "out"_a = nb::none(), "overwrite_input"_a = false, "method"_a = "linear",
        "keepdims"_a = false, nb::kw_only(), "weights"_a = nb::none(), "interpolation"_a = nb::none(), text);
}

HistogramOptions histogram_options(const BinsArg& bins, const RangeArg& range, const OptionalArrayArg& weights) {
    HistogramOptions options;
    options.bins = to_bins(bins.object);
    if (!range.is_none()) options.range = to_range(range.object);
    options.weights = weights.pointer();
    return options;
}

Typed<"tuple[ndarray, ndarray]"> histogram_of(ArrayArg x, BinsArg bins, RangeArg range, BoolArg density,
                                              OptionalArrayArg weights) {
    HistogramOptions options = histogram_options(bins, range, weights);
    options.density = density;
    Histogram found = histogram(x, options);
    return nb::make_tuple(found.counts, found.edges);
}

// The elements along an axis, or of one that there is, from the last to the first.
ndarray turned(const ndarray& a, std::optional<std::int64_t> axis) {
    return flip(a, axis ? std::optional(Dims{*axis}) : std::nullopt);
}

}  // namespace

Bins to_bins(PyObject* object) {
    if (PyUnicode_Check(object)) return nb::cast<std::string>(nb::handle(object));
    if (is_index(object)) return to_index(object);
    ArrayArg edges;
    edges.object = object;
    const ndarray& array = edges.get();
    if (array.ndim() != 0) return array;
    if (!is_integer(array.dtype())) throw TypeError("`bins` must be an integer, a string, or an array");
    return array.item().to_int();
}

std::pair<Scalar, Scalar> to_range(PyObject* object) {
    const auto ends = nb::cast<std::vector<nb::object>>(nb::list(nb::handle(object)));
    if (ends.size() != 2) throw ValueError("range must hold two numbers, found " + std::to_string(ends.size()));
    const auto end = [&](std::size_t i) {
        if (is_ndarray(ends[i].ptr())) return unwrap(ends[i].ptr()).item();
        const std::optional<Scalar> number = to_scalar(ends[i].ptr());
        return number ? *number : Scalar(nb::cast<double>(nb::float_(ends[i])));
    };
    return {end(0), end(1)};
}

namespace {

void bind_sorts(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<PyArray>& array = array_class();
    // All sorts are stable, so `stable` asks for nothing more; `descending` is the array API standard's.
    m.def(
        "sort",
        [](ArrayArg a, OptionalIntArg axis, KindArg kind, FieldsArg order, IgnoredFlagArg, BoolArg descending) {
            kind.check();
            order.check();
            ndarray sorted = sort(a, axis);
            return copy_of(a, descending ? turned(sorted, axis) : std::move(sorted));
        },
        "a"_a, "axis"_a.none() = -1, "kind"_a = none, "order"_a = none, nb::kw_only(), "stable"_a = none,
        "descending"_a = false, doc("sort"));
    array.def(
        "sort",
        [](SelfArg a, AxisArg axis, KindArg kind, FieldsArg order, IgnoredFlagArg) {
            kind.check();
            order.check();
            sort_in_place(a, axis);
        },
        "axis"_a = -1, "kind"_a = none, "order"_a = none, nb::kw_only(), "stable"_a = none, doc("sort_in_place"));
    m.def(
        "argsort",
        [](ArrayArg a, OptionalIntArg axis, KindArg kind, FieldsArg order, IgnoredFlagArg, BoolArg descending) {
            kind.check();
            order.check();
            if (!descending) return argsort(a, axis);
            // Equal elements keep their order: those that come later are sorted first, and then all is flipped.
            const std::optional<std::int64_t> along = axis;
            const ndarray last_first = turned(along ? ndarray(a.get()) : a.get().ravel(), along);
            const std::int64_t last = last_first.shape(static_cast<int>(along.value_or(0))) - 1;
            return subtract(last, turned(argsort(last_first, along), along));
        },
        "a"_a, "axis"_a.none() = -1, "kind"_a = none, "order"_a = none, nb::kw_only(), "stable"_a = none,
        "descending"_a = false, doc("argsort"));
    array.def(
        "argsort",
        [](SelfArg a, OptionalIntArg axis, KindArg kind, FieldsArg order, IgnoredFlagArg) {
            kind.check();
            order.check();
            return argsort(a, axis);
        },
        "axis"_a.none() = -1, "kind"_a = none, "order"_a = none, nb::kw_only(), "stable"_a = none, doc("argsort"));
    m.def("lexsort", lexsort_of, "keys"_a, "axis"_a = -1, doc("lexsort"));
    m.def("msort", [](ArrayArg a) { return msort(a); }, "a"_a, doc("msort"));
    m.def("sort_complex", [](ArrayArg a) { return sort_complex(a); }, "a"_a, doc("sort_complex"));
}

void bind_partitions(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<PyArray>& array = array_class();
    m.def(
        "partition",
        [](ArrayArg a, KthArg kth, OptionalIntArg axis, SelectArg kind, FieldsArg order) {
            kind.check();
            order.check();
            return copy_of(a, partition(a, to_kth(kth), axis));
        },
        "a"_a, "kth"_a, "axis"_a.none() = -1, "kind"_a = "introselect", "order"_a = none, doc("partition"));
    array.def(
        "partition",
        [](SelfArg a, KthArg kth, AxisArg axis, SelectArg kind, FieldsArg order) {
            kind.check();
            order.check();
            partition_in_place(a, to_kth(kth), axis);
        },
        "kth"_a, "axis"_a = -1, "kind"_a = "introselect", "order"_a = none, doc("partition_in_place"));
    auto argpartition_of = [](ArrayArg a, KthArg kth, OptionalIntArg axis, SelectArg kind, FieldsArg order) {
        kind.check();
        order.check();
        return argpartition(a, to_kth(kth), axis);
    };
    m.def("argpartition", argpartition_of, "a"_a, "kth"_a, "axis"_a.none() = -1, "kind"_a = "introselect",
          "order"_a = none, doc("argpartition"));
    array.def("argpartition", as_method(argpartition_of), "kth"_a, "axis"_a.none() = -1, "kind"_a = "introselect",
              "order"_a = none, doc("argpartition"));
}

void bind_searches(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<PyArray>& array = array_class();
    auto searchsorted_of = [](ArrayArg a, OperandArg v, Arg<"Literal['left', 'right']"> side, OptionalArrayArg sorter) {
        return searchsorted(a, v, to_text(side, "side"), sorter.pointer());
    };
    m.def("searchsorted", searchsorted_of, "a"_a, "v"_a, "side"_a = "left", "sorter"_a = none, doc("searchsorted"));
    array.def("searchsorted", as_method(searchsorted_of), "v"_a, "side"_a = "left", "sorter"_a = none,
              doc("searchsorted"));
    m.def(
        "digitize", [](OperandArg x, ArrayArg bins, BoolArg right) { return digitize(x, bins, right); }, "x"_a,
        "bins"_a, "right"_a = false, doc("digitize"));
}

void bind_unique(nb::module_& m) {
    const auto none = nb::none();
    m.def("unique", unique_of, "ar"_a, "return_index"_a = false, "return_inverse"_a = false, "return_counts"_a = false,
          "axis"_a = none, nb::kw_only(), "equal_nan"_a = true, "sorted"_a = true, doc("unique"));
    m.def(
        "unique_all",
        [](ArrayArg x) {
            Unique found = unique_all(x);
            return Typed<"UniqueAllResult">(named("UniqueAllResult", "values indices inverse_indices counts",
                                                  found.values, found.index, found.inverse, found.counts));
        },
        "x"_a, doc("unique_all"));
    m.def(
        "unique_counts",
        [](ArrayArg x) {
            Unique found = unique_counts(x);
            return Typed<"UniqueCountsResult">(
                named("UniqueCountsResult", "values counts", found.values, found.counts));
        },
        "x"_a, doc("unique_counts"));
    m.def(
        "unique_inverse",
        [](ArrayArg x) {
            Unique found = unique_inverse(x);
            return Typed<"UniqueInverseResult">(
                named("UniqueInverseResult", "values inverse_indices", found.values, found.inverse));
        },
        "x"_a, doc("unique_inverse"));
    m.def("unique_values", [](ArrayArg x) { return unique_values(x); }, "x"_a, doc("unique_values"));
}

void bind_sets(nb::module_& m) {
    const auto none = nb::none();
    // NumPy's algorithms differ in speed alone, so the name is only checked.
    m.def(
        "isin",
        [](OperandArg element, OperandArg test_elements, BoolArg assume_unique, BoolArg invert,
           Arg<"Literal['sort', 'table']"> kind) {
            const std::string name = kind.is_none() ? "" : nb::cast<std::string>(nb::str(nb::handle(kind.object)));
            if (!kind.is_none() && name != "sort" && name != "table")
                throw ValueError("Invalid kind: '" + name + "'. Please use None, 'sort' or 'table'.");
            if (name == "table")
                for (const OperandArg& given : {element, test_elements})
                    if (const DType type = Operand(given).dtype(); !is_integer(type) && type != DType::bool_)
                        throw ValueError(
                            "The 'table' method is only supported for boolean or integer arrays. Please select 'sort' "
                            "or None for kind.");
            return isin(element, test_elements, assume_unique, invert);
        },
        "element"_a, "test_elements"_a, "assume_unique"_a = false, "invert"_a = false, nb::kw_only(), "kind"_a = none,
        doc("isin"));
    m.def(
        "in1d",
        [](OperandArg ar1, OperandArg ar2, BoolArg assume_unique, BoolArg invert) {
            return in1d(ar1, ar2, assume_unique, invert);
        },
        "ar1"_a, "ar2"_a, "assume_unique"_a = false, "invert"_a = false, doc("in1d"));
    m.def("intersect1d", intersect1d_of, "arr1"_a, "arr2"_a, "assume_unique"_a = false, "return_indices"_a = false,
          doc("intersect1d"));
    m.def(
        "setdiff1d",
        [](ArrayArg ar1, ArrayArg ar2, BoolArg assume_unique) { return setdiff1d(ar1, ar2, assume_unique); }, "ar1"_a,
        "ar2"_a, "assume_unique"_a = false, doc("setdiff1d"));
    m.def(
        "setxor1d", [](ArrayArg ar1, ArrayArg ar2, BoolArg assume_unique) { return setxor1d(ar1, ar2, assume_unique); },
        "ar1"_a, "ar2"_a, "assume_unique"_a = false, doc("setxor1d"));
    m.def(
        "union1d",
        [](Typed<"ArrayLike | numpy.ndarray"> arr1, Typed<"ArrayLike | numpy.ndarray"> arr2) {
            const std::vector<ndarray> both = arrays_beside(nb::make_tuple(arr1, arr2).ptr());
            return union1d(both[0], both[1]);
        },
        "arr1"_a, "arr2"_a, doc("union1d"));
}

void bind_histograms(nb::module_& m) {
    const auto none = nb::none();
    bind_median<median>(m, "median", doc("median"));
    bind_median<nanmedian>(m, "nanmedian", doc("nanmedian"));
    bind_quantile<quantile>(m, "quantile", doc("quantile"));
    bind_quantile<percentile>(m, "percentile", doc("percentile"));
    bind_quantile<nanquantile>(m, "nanquantile", doc("nanquantile"));
    bind_quantile<nanpercentile>(m, "nanpercentile", doc("nanpercentile"));

    m.def(
        "bincount",
        [](Arg<"ArrayLike"> x, OptionalArrayArg weights, OptionalIntArg minlength) {
            // Arrays must be of integers; a list becomes one, as in NumPy.
            ndarray numbers = is_ndarray(x.object) ? unwrap(x.object) : make_array(x.object, DType::int64, false);
            return bincount(numbers, weights.pointer(), std::optional<std::int64_t>(minlength).value_or(0));
        },
        "x"_a, "weights"_a = none, "minlength"_a = none, doc("bincount"));
    m.def("histogram", histogram_of, "x"_a, "bins"_a = 10, "range"_a = none, "density"_a = false, "weights"_a = none,
          doc("histogram"));
    m.def(
        "histogram_bin_edges",
        [](ArrayArg a, BinsArg bins, RangeArg range, OptionalArrayArg weights) {
            return histogram_bin_edges(a, histogram_options(bins, range, weights));
        },
        "a"_a, "bins"_a = 10, "range"_a = none, "weights"_a = none, doc("histogram_bin_edges"));
}

}  // namespace

void bind_sorting(nb::module_& m) {
    bind_sorts(m);
    bind_partitions(m);
    bind_searches(m);
    bind_unique(m);
    bind_sets(m);
    bind_histograms(m);
}

}  // namespace cuprum::python
