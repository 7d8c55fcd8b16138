// The methods that sort in place, whose axis has another default than the function's; `unique` and `intersect1d`, whose
// arguments tell how many parts the result has; `union1d`, whose numbers take the dtype that they have beside each
// other.
#include "cuprum/sorting.h"

#include "argument.h"
#include "sorting_args.h"

namespace cuprum::python {
namespace {

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

Typed<"tuple[ndarray, ndarray, ndarray] if return_indices else ndarray"> intersect1d_of(ArrayArg arr1, ArrayArg arr2,
                                                                                        BoolArg assume_unique,
                                                                                        BoolArg return_indices) {
    if (!return_indices) return wrap_object(intersect1d(arr1, arr2, assume_unique));
    Intersection found = intersect1d_indices(arr1, arr2, assume_unique);
    return nb::make_tuple(found.values, found.index1, found.index2);
}

}  // namespace

Bins to_bins(PyObject* object) {
    if (PyUnicode_Check(object)) return nb::cast<std::string>(nb::handle(object));
    if (is_index(object)) return to_index(object);
    auto edges = argument<ArrayArg>(object);
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

void bind_sorting(nb::module_& m) {
    const auto none = nb::none();
    nb::class_<PyArray>& array = array_class();
    array.def(
        "sort",
        [](SelfArg a, AxisArg axis, KindArg kind, FieldsArg order, IgnoredFlagArg) {
            kind.check();
            const ndarray& array = a;
            if (order.is_none()) return sort_in_place(array, axis);
            array.assign({ellipsis}, order.sorted(array, axis, false));
        },
        "axis"_a = -1, "kind"_a = none, "order"_a = none, nb::kw_only(), "stable"_a = none, doc("sort_in_place"));
    array.def(
        "partition",
        [](SelfArg a, KthArg kth, AxisArg axis, SelectArg kind, FieldsArg order) {
            kind.check();
            const ndarray& array = a;
            if (order.is_none()) return partition_in_place(array, to_kth(kth), axis);
            array.assign({ellipsis}, order.partitioned(array, to_kth(kth), axis));
        },
        "kth"_a, "axis"_a = -1, "kind"_a = "introselect", "order"_a = none, doc("partition_in_place"));
    m.def("unique", unique_of, "ar"_a, "return_index"_a = false, "return_inverse"_a = false, "return_counts"_a = false,
          "axis"_a = none, nb::kw_only(), "equal_nan"_a = true, "sorted"_a = true, doc("unique"));
    m.def("intersect1d", intersect1d_of, "arr1"_a, "arr2"_a, "assume_unique"_a = false, "return_indices"_a = false,
          doc("intersect1d"));
    m.def(
        "union1d",
        [](Typed<"ArrayLike | numpy.ndarray"> arr1, Typed<"ArrayLike | numpy.ndarray"> arr2) {
            const std::vector<ndarray> both = arrays_beside(nb::make_tuple(arr1, arr2).ptr());
            return union1d(both[0], both[1]);
        },
        "arr1"_a, "arr2"_a, doc("union1d"));
}

}  // namespace cuprum::python
