#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/structured.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/gather/gather.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/search.h"
#include "kernel/engine/sort.h"
#include "numpy/axes.h"
#include "numpy/sort_order.h"

namespace cuprum {
namespace {

using kernel::Expression;
using kernel::KernelFamily;

// Whether an element of a sorted array starts a new value. Behind one NaN there are only NaNs.
template <bool equal_nan>
Expression starts_value(std::span<const DType> d) {
    Expression graph;
    auto element = graph.add_input(d[1]), previous = graph.add_input(d[2]);
    const std::string body = equal_nan ? "out0 = (in0 != in1) & (in1 == in1)" : "out0 = in0 != in1";
    graph.outputs.push_back({graph.add_step({body, {d[1], d[2]}, {DType::bool_}, {element, previous}}), d[0]});
    return graph;
}

KernelFamily starts_family("starts_value", starts_value<false>),
    starts_equal_nan_family("starts_value_equal_nan", starts_value<true>);

ndarray head(const ndarray& a) { return slice(a, 0, 0, a.shape()[0] - 1); }
ndarray tail(const ndarray& a) { return slice(a, 0, 1, a.shape()[0]); }

// Marks the first element of each value; the very first one is left to the caller.
ndarray value_starts(const ndarray& sorted, bool equal_nan) {
    ndarray starts = empty({sorted.size()}, DType::bool_);
    const ndarray element = tail(sorted), previous = head(sorted);
    ElementwiseCall call(equal_nan ? starts_equal_nan_family : starts_family, {});
    call.add(element);
    call.add(previous);
    call.run_into(tail(starts), DType::bool_);
    return starts;
}

// The elements of `sorted` in order, `order` being where each was, `starts` where each value starts: what was asked for
// beside the values.
void describe(Unique& result, const UniqueOptions& options, const ndarray& starts, const ndarray& order) {
    const std::int64_t count = starts.size();
    if (options.inverse) {
        slice(starts, 0, 0, std::min<std::int64_t>(count, 1)).fill(false);
        ndarray number = add.accumulate(starts, 0, DType::int64);
        result.inverse = empty({count}, DType::int64);
        kernel::IndexArray places{order, 8, count, 0};
        kernel::scatter(result.inverse.with_layout({count}, {0}), number, std::span(&places, 1), index_raise, true);
    }
    slice(starts, 0, 0, std::min<std::int64_t>(count, 1)).fill(true);
    if (options.index) result.index = kernel::select(order, starts);
    if (options.counts) {
        ndarray first = kernel::true_coordinates(starts).reshape({-1});
        ndarray end = full({1}, Scalar(count), DType::int64);
        ndarray bounds = concatenate({first, end});
        result.counts = subtract(tail(bounds), head(bounds));
    }
}

// Of elements that are no numbers. NaN in a field makes elements differ, as for NumPy.
Unique unique_described(const ndarray& ar, const UniqueOptions& options) {
    const ndarray flat = ar.ravel(), numbers = order_numbers(flat), order = argsort(numbers, 0);
    ndarray sorted = take(flat, order, 0), starts = empty({flat.size()}, DType::bool_);
    if (flat.size() > 1) {
        const bool by_number = options.equal_nan && !is_structured(ar.dtype());
        const ndarray line = by_number ? take(numbers, order, 0) : sorted;
        copy_to(not_equal(tail(line), head(line)), tail(starts));
    }
    Unique result{sorted, empty({0}, DType::int64), empty({0}, DType::int64), empty({0}, DType::int64)};
    if (flat.size()) {
        describe(result, options, starts, order);
        result.values = kernel::select(sorted, starts);
    }
    if (options.inverse) result.inverse = result.inverse.reshape(ar.shape());
    return result;
}

Unique unique_elements(const ndarray& ar, const UniqueOptions& options) {
    if (!is_number(ar.dtype())) return unique_described(ar, options);
    ndarray flat = ar.ravel();
    const std::int64_t count = flat.size();
    ndarray sorted = empty({count}, ar.dtype()),
            order = empty({options.index || options.inverse ? count : 0}, DType::int64);
    Unique result{sorted, empty({0}, DType::int64), empty({0}, DType::int64), empty({0}, DType::int64)};
    if (count) {
        kernel::sort_rows(flat, &sorted, order.size() ? &order : nullptr);
        ndarray starts = value_starts(sorted, options.equal_nan && is_inexact(ar.dtype()));
        describe(result, options, starts, order);
        result.values = kernel::select(sorted, starts);
    }
    if (options.inverse) result.inverse = result.inverse.reshape(ar.shape());
    return result;
}

Unique unique_subarrays(const ndarray& ar, const UniqueOptions& options) {
    const int axis = normalize_axis(*options.axis, ar.ndim());
    ndarray items = moveaxis(ar, axis, 0);
    const std::int64_t count = items.shape()[0], width = count ? items.size() / count : 0;
    ndarray table = items.reshape({count, width});
    Unique result{items, empty({0}, DType::int64), empty({0}, DType::int64), empty({0}, DType::int64)};
    if (count) {
        // Columns are keys, the first the most important.
        std::vector<ndarray> columns;
        for (std::int64_t k = width; k-- > 0;) columns.push_back(place_of(table, 1, k));
        ndarray order = width ? lexsort(ArrayList(columns)) : arange(count);
        ndarray sorted = take(table, order, 0);
        ndarray starts = empty({count}, DType::bool_);
        const ndarray rest = tail(starts);
        any(not_equal(tail(sorted), head(sorted)), {.axis = 1, .out = &rest});
        describe(result, options, starts, order);
        result.values = take(items, kernel::select(order, starts), 0);
    }
    result.values = moveaxis(result.values, 0, axis);
    return result;
}

ndarray in_any_shape(const Operand& values) { return values.is_array() ? values.array() : full({}, values); }

ndarray sorted_together(const ndarray& a, const ndarray& b) { return sort(concatenate({a, b}, std::nullopt)); }

}  // namespace

Unique unique(const ndarray& ar, const UniqueOptions& options) {
    const kernel::Placement here(ar);
    kernel::check_device(ar);
    if (options.axis && normalize_axis(*options.axis, ar.ndim()) == 0 && ar.ndim() == 1)  // rows are elements
        return unique_elements(ar, options);
    return options.axis ? unique_subarrays(ar, options) : unique_elements(ar, options);
}

ndarray unique(const ndarray& ar) { return unique(ar, UniqueOptions{}).values; }

UniqueAllResult unique_all(const ndarray& x) {
    const kernel::Placement here(x);
    Unique found = unique(x, {.index = true, .inverse = true, .counts = true, .equal_nan = false});
    return {std::move(found.values), std::move(found.index), std::move(found.inverse), std::move(found.counts)};
}
UniqueCountsResult unique_counts(const ndarray& x) {
    const kernel::Placement here(x);
    Unique found = unique(x, {.counts = true, .equal_nan = false});
    return {std::move(found.values), std::move(found.counts)};
}
UniqueInverseResult unique_inverse(const ndarray& x) {
    const kernel::Placement here(x);
    Unique found = unique(x, {.inverse = true, .equal_nan = false});
    return {std::move(found.values), std::move(found.inverse)};
}
ndarray unique_values(const ndarray& x) { return unique(x, {.equal_nan = false}).values; }

ndarray isin(const Operand& element, const Operand& test_elements, bool, bool invert) {
    const kernel::Placement here(element, test_elements);
    const DType dtype = promote_types(element.dtype(), test_elements.dtype());
    ndarray values = in_any_shape(element).astype(dtype, 'C', Casting::unsafe, false);
    kernel::check_device(values);
    if (!is_number(dtype)) {
        const auto [wanted, others] =
            common_order_numbers(values, in_any_shape(test_elements).astype(dtype, 'C', Casting::unsafe, false));
        const ndarray found = bitwise_and(isin(wanted, others), equal(values, values));  // NaN and NaT equal nothing
        return invert ? logical_not(found) : found;
    }
    if (is_integer(element.dtype()) && is_integer(test_elements.dtype()) && !is_integer(dtype)) {
        // Of uint64 and signed integers those of the same bits are equal, unless they are negative as signed ones.
        const ndarray bits = in_any_shape(element).astype(DType::int64, 'C', Casting::unsafe, false);
        const ndarray other_bits = in_any_shape(test_elements).astype(DType::int64, 'C', Casting::unsafe, false);
        const ndarray found = bitwise_and(isin(bits, other_bits), greater_equal(bits, Scalar(0)));
        return invert ? logical_not(found) : found;
    }
    ndarray result = empty(values.shape(), DType::bool_);
    ndarray among = sort(in_any_shape(test_elements).astype(dtype, 'C', Casting::unsafe, false), std::nullopt);
    kernel::search(among, nullptr, values, result, invert ? search_absent : search_member);
    return result;
}

ndarray in1d(const Operand& ar1, const Operand& ar2, bool assume_unique, bool invert) {
    const kernel::Placement here(ar1, ar2);
    return isin(in_any_shape(ar1).ravel(), ar2, assume_unique, invert);
}

ndarray intersect1d(const ndarray& arr1, const ndarray& arr2, bool assume_unique) {
    const kernel::Placement here(arr1, arr2);
    ndarray both = sorted_together(assume_unique ? arr1 : unique(arr1), assume_unique ? arr2 : unique(arr2));
    if (both.size() == 0) return both;
    return kernel::select(head(both), equal(tail(both), head(both)));
}

Intersection intersect1d_indices(const ndarray& arr1, const ndarray& arr2, bool assume_unique) {
    const kernel::Placement here(arr1, arr2);
    Unique first{arr1.ravel(), {}, {}, {}}, second{arr2.ravel(), {}, {}, {}};
    if (!assume_unique) {
        first = unique(arr1, {.index = true});
        second = unique(arr2, {.index = true});
    }
    ndarray both = concatenate({first.values, second.values});
    if (both.size() == 0) return {both, empty({0}, DType::int64), empty({0}, DType::int64)};
    ndarray order = argsort(both), sorted = take(both, order);
    ndarray common = equal(tail(sorted), head(sorted));
    Intersection result{kernel::select(head(sorted), common), kernel::select(head(order), common),
                        kernel::select(tail(order), common)};
    subtract(result.index2, Scalar(first.values.size()), {.out = {&result.index2}});
    if (!assume_unique) {
        result.index1 = take(first.index, result.index1);
        result.index2 = take(second.index, result.index2);
    }
    return result;
}

ndarray setdiff1d(const ndarray& ar1, const ndarray& ar2, bool assume_unique) {
    const kernel::Placement here(ar1, ar2);
    ndarray values = assume_unique ? ar1.ravel() : unique(ar1);
    return kernel::select(values, isin(values, ar2, true, true));
}

ndarray union1d(const ndarray& arr1, const ndarray& arr2) { return unique(concatenate({arr1, arr2}, std::nullopt)); }

ndarray setxor1d(const ndarray& ar1, const ndarray& ar2, bool assume_unique) {
    const kernel::Placement here(ar1, ar2);
    ndarray both = sorted_together(assume_unique ? ar1 : unique(ar1), assume_unique ? ar2 : unique(ar2));
    if (both.size() == 0) return both;
    // An element is alone where a new value starts at it and behind it.
    ndarray starts = empty({both.size() + 1}, DType::bool_);
    starts.fill(true);
    const ndarray inner = slice(starts, 0, 1, both.size());
    not_equal(tail(both), head(both), {.out = {&inner}});
    return kernel::select(both, bitwise_and(head(starts), tail(starts)));
}

}  // namespace cuprum
