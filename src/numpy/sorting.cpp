#include "cuprum/sorting.h"

#include <set>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/select.h"
#include "kernel/engine/sort.h"
#include "numpy/sort_order.h"

namespace cuprum {
namespace {

// The axis as the last one, contiguous.
ndarray as_rows(const ndarray& a, int axis) {
    ndarray view = a.swapaxes(axis, -1);
    return view.is_c_contiguous() ? view : view.copy('C');
}

// Sorts along an axis into `result`, which shares no memory with `a`.
void sort_into(const ndarray& a, const ndarray& result, int axis) {
    ndarray target = result.swapaxes(axis, -1);
    if (target.is_c_contiguous()) return kernel::sort_rows(as_rows(a, axis), &target, nullptr);
    ndarray rows = empty(target.shape(), a.dtype());
    kernel::sort_rows(as_rows(a, axis), &rows, nullptr);
    copy_to(rows, target);
}

// The places around which selections partition, in order: none where sorting is as cheap, as it is for more than a few.
Dims selected_places(const ndarray& a, const Dims& kth, int axis, std::size_t most) {
    const std::int64_t length = a.shape()[axis];
    std::set<std::int64_t> places;
    for (std::int64_t k : kth) {
        if (k < 0) k += length;
        if (a.size() && (k < 0 || k >= length))
            throw ValueError("kth(=" + std::to_string(k) + ") out of bounds (" + std::to_string(length) + ")");
        places.insert(k);
    }
    const bool few = a.size() && places.size() <= most && kernel::partitions(a.dtype(), a.size() / length, length);
    return few ? Dims(std::vector(places.begin(), places.end())) : Dims();
}

// Partitions along an axis into `result`, which shares no memory with `a`: around the first place, then what lies
// behind it around the next.
void partition_into(const ndarray& a, const ndarray& result, int axis, const Dims& kth) {
    if (kth.empty()) return copy_to(a, result);  // around no place, all stay where they are
    const Dims places = selected_places(a, kth, axis, 2);
    if (places.empty()) return sort_into(a, result, axis);
    const ndarray target = result.swapaxes(axis, -1),
                  rows = target.is_c_contiguous() ? target : empty(target.shape(), a.dtype());
    kernel::partition_rows(as_rows(a, axis), places[0], &rows, nullptr);
    if (places.size() > 1) {
        const ndarray rest = rows(ellipsis, Slice{places[0] + 1, {}});
        partition_into(rest.copy('C'), rest, rest.ndim() - 1, Dims{places[1] - places[0] - 1});
    }
    if (!target.is_c_contiguous()) copy_to(rows, target);
}

// The elements along an axis in an order that was found by their numbers (numpy/sort_order.h), laid out as they are.
ndarray in_order(const ndarray& a, const ndarray& order, int axis) {
    ndarray result = empty_like(a);
    copy_to(take_along_axis(a, order, axis), result);
    return result;
}

// The elements along an axis, or of one that there is, from the last to the first.
ndarray last_to_first(const ndarray& a, std::optional<std::int64_t> axis) {
    return flip(a, axis ? Axes(Dims{*axis}) : Axes());
}

}  // namespace

ndarray sort(const ndarray& a, std::optional<std::int64_t> axis, bool descending) {
    if (descending) return last_to_first(sort(a, axis), axis);
    if (const int device = kernel::other_device({&a}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return sort(a, axis);
    }
    if (!axis) return sort(a.ravel(), 0);
    kernel::check_device(a);
    const int along = normalize_axis(*axis, a.ndim());
    if (!is_number(a.dtype())) return in_order(a, argsort(order_numbers(a), along), along);
    ndarray result = empty_like(a);
    sort_into(a, result, along);
    return result;
}

void sort_in_place(const ndarray& a, std::int64_t axis) {
    if (const int device = kernel::other_device({&a}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return sort_in_place(a, axis);
    }
    kernel::check_device(a);
    if (!is_number(a.dtype())) return copy_to(sort(a, axis), a);
    sort_into(a.copy('K'), a, normalize_axis(axis, a.ndim()));
}

ndarray argsort(const ndarray& a, std::optional<std::int64_t> axis, bool descending) {
    if (descending) {
        // Equal elements keep their order: those that come later are sorted first, and then all is flipped.
        const ndarray reversed = last_to_first(axis ? a : a.ravel(), axis);
        const std::int64_t last = reversed.shape(static_cast<int>(axis.value_or(0))) - 1;
        return subtract(last, last_to_first(argsort(reversed, axis), axis));
    }
    if (const int device = kernel::other_device({&a}); device >= 0) [[unlikely]] {
        const cuda::DeviceGuard there(device);
        return argsort(a, axis);
    }
    if (!axis || a.ndim() == 0) return argsort(a.reshape({-1}), axis.value_or(0));
    kernel::check_device(a);
    const int along = normalize_axis(*axis, a.ndim());
    if (!is_number(a.dtype())) return argsort(order_numbers(a), along);
    ndarray rows = as_rows(a, along);
    ndarray order = empty(rows.shape(), DType::int64);
    kernel::sort_rows(rows, nullptr, &order);
    ndarray result = order.swapaxes(along, -1);
    return result.is_c_contiguous() ? result : result.copy('C');
}

ndarray lexsort(ArrayList keys, std::int64_t axis) {
    const kernel::Placement here(keys);
    if (keys.empty()) throw TypeError("need sequence of keys with len > 0 in lexsort");
    for (const ndarray& key : keys)
        if (key.shape() != keys[0].shape()) throw ValueError("all keys need to be the same shape");
    if (keys[0].ndim() == 0) return zeros({}, DType::int64);
    (void)normalize_axis(axis, keys[0].ndim());
    if (auto few = kernel::lexsort_few(keys)) return *few;
    // Sorting by the least important key first: a stable sort by the next one keeps its order among equals.
    ndarray order = argsort(keys[0], axis);
    for (const ndarray& key : keys.subspan(1))
        order = take_along_axis(order, argsort(take_along_axis(key, order, axis), axis), axis);
    return order;
}

ndarray lexsort(const ndarray& keys, std::int64_t axis) {
    const kernel::Placement here(keys);
    std::vector<ndarray> list;
    for (std::int64_t i = 0; keys.ndim() && i < keys.shape()[0]; ++i) list.push_back(keys.at({Index(i)}));
    return lexsort(ArrayList(list), axis);
}

ndarray msort(const ndarray& a) { return sort(a, 0); }

ndarray sort_complex(const ndarray& a) {
    const kernel::Placement here(a);
    const bool small = is_integer(a.dtype()) && a.itemsize() <= 2;
    const DType result = small || a.dtype() == DType::complex64 ? DType::complex64 : DType::complex128;
    return is_complex(a.dtype()) || a.ndim() == 0 ? sort(a.astype(result)) : sort(a).astype(result);
}

ndarray partition(const ndarray& a, const Dims& kth, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a);
    if (!axis) return partition(a.ravel(), kth, 0);
    kernel::check_device(a);
    const int along = normalize_axis(*axis, a.ndim());
    if (!is_number(a.dtype())) return in_order(a, argpartition(order_numbers(a), kth, along), along);
    ndarray result = empty_like(a);
    partition_into(a, result, along, kth);
    return result;
}

void partition_in_place(const ndarray& a, const Dims& kth, std::int64_t axis) {
    const kernel::Placement here(a);
    kernel::check_device(a);
    const int along = normalize_axis(axis, a.ndim());
    if (!is_number(a.dtype())) return copy_to(partition(a, kth, along), a);
    partition_into(a.copy('K'), a, along, kth);
}

ndarray argpartition(const ndarray& a, const Dims& kth, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a);
    if (!axis || a.ndim() == 0) return argpartition(a.reshape({-1}), kth, axis.value_or(0));
    const int along = normalize_axis(*axis, a.ndim());
    if (!is_number(a.dtype())) return argpartition(order_numbers(a), kth, along);
    const Dims places = selected_places(a, kth, along, 1);
    if (places.empty()) return argsort(a, axis);
    kernel::check_device(a);
    const ndarray rows = as_rows(a, along), order = empty(rows.shape(), DType::int64);
    kernel::partition_rows(rows, places[0], nullptr, &order);
    const ndarray result = order.swapaxes(along, -1);
    return result.is_c_contiguous() ? result : result.copy('C');
}

}  // namespace cuprum
