// Order along axes turned round or shifted, and parts taken out or put in.
#include <numeric>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/roll.h"
#include "numpy/axes.h"

namespace cuprum {

ndarray flip(const ndarray& m, const Axes& axes) {
    ndarray result = m;
    if (!axes) {
        for (int i = 0; i < m.ndim(); ++i) result = reversed(result, i);
        return result;
    }
    Dims seen;
    for (std::int64_t axis : *axes) {
        const int i = normalize_axis(axis, m.ndim());
        if (std::find(seen.begin(), seen.end(), i) != seen.end()) throw ValueError("repeated axis");
        seen.push_back(i);
        result = reversed(result, i);
    }
    return result;
}

ndarray fliplr(const ndarray& m) {
    if (m.ndim() < 2) throw ValueError("Input must be >= 2-d.");
    return reversed(m, 1);
}

ndarray flipud(const ndarray& m) {
    if (m.ndim() < 1) throw ValueError("Input must be >= 1-d.");
    return reversed(m, 0);
}

ndarray rot90(const ndarray& m, std::int64_t k, const Dims& axes) {
    const kernel::Placement here(m);
    if (axes.size() != 2) throw ValueError("len(axes) must be 2.");
    const int ndim = m.ndim();
    if (axes[0] == axes[1] || std::abs(axes[0] - axes[1]) == ndim) throw ValueError("Axes must be different.");
    for (std::int64_t axis : axes)
        if (axis >= ndim || axis < -ndim)
            throw ValueError("Axes=" + to_string(axes) + " out of range for array of ndim=" + std::to_string(ndim) +
                             ".");
    const int i = normalize_axis(axes[0], ndim), j = normalize_axis(axes[1], ndim);
    switch ((k % 4 + 4) % 4) {
        case 1: return reversed(m, j).swapaxes(i, j);
        case 2: return reversed(reversed(m, i), j);
        case 3: return reversed(m.swapaxes(i, j), j);
        default: return m;
    }
}

namespace {

// Each axis that moves falls into two slices, which change places.
void move(const ndarray& source, const ndarray& target, const Dims& total) {
    if (is_number(source.dtype()) && kernel::roll_dense(source, target, total)) return;
    Dims moved;
    for (int i = 0; i < source.ndim(); ++i)
        if (total[i]) moved.push_back(i);
    for (unsigned wrapped = 0; wrapped < 1u << moved.size(); ++wrapped) {
        ndarray from = source, to = target;
        for (int k = 0; k < moved.size(); ++k) {
            const int axis = static_cast<int>(moved[k]);
            const std::int64_t length = source.shape()[axis], by = total[axis];
            const bool wraps = wrapped >> k & 1u;
            from = wraps ? slice(from, axis, length - by, length) : slice(from, axis, 0, length - by);
            to = wraps ? slice(to, axis, 0, by) : slice(to, axis, by, length);
        }
        copy_to(from, to);
    }
}

}  // namespace

ndarray roll(const ndarray& a, const Dims& shift, const Axes& axes) {
    const kernel::Placement here(a);
    if (!axes) {
        const std::int64_t size = std::max<std::int64_t>(a.size(), 1);
        std::int64_t total = 0;
        for (std::int64_t by : shift) total = (total + by % size) % size;
        return roll(a.ravel(), {total}, Dims{0}).reshape(a.shape());
    }
    if (shift.size() != axes->size() && shift.size() != 1 && axes->size() != 1)
        throw ValueError(
            "shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 with shape " +
            to_string({shift.size()}) + " and arg 1 with shape " + to_string({axes->size()}) + ".");
    Dims total(a.ndim());  // how far each axis is moved
    const int count = shift.size() == 1 ? axes->size() : shift.size();
    for (int k = 0; k < count; ++k) {
        const int axis = normalize_axis((*axes)[axes->size() == 1 ? 0 : k], a.ndim());
        total[axis] += shift[shift.size() == 1 ? 0 : k] % std::max<std::int64_t>(a.shape()[axis], 1);
    }
    for (int i = 0; i < a.ndim(); ++i)
        if (a.shape()[i]) total[i] = (total[i] % a.shape()[i] + a.shape()[i]) % a.shape()[i];
    const std::span<const ndarray> source(&a, 1);
    const ndarray result = kernel::new_array_like(a, a.dtype(), 'K', nullptr, kernel::new_result);
    if (a.size() == 0) return result;
    kernel::run_in_turn(
        "roll", source, result,
        [total](std::span<const ndarray> sources, const ndarray& target) { move(sources[0], target, total); }, true,
        [total](std::span<const kernel::CompositeView> sources) -> std::optional<kernel::CompositeView> {
            kernel::CompositeView view = sources[0];
            for (int i = 0; i < view.ndim(); ++i) view = view.rolled(i, total[i]);
            return view;
        });
    return result;
}

// ---------------------------------------------------------------------------------------------------- delete and
// insert

namespace {

ndarray index_array(const std::vector<std::int64_t>& values) {
    return array_from_host(values.data(), DType::int64, {static_cast<std::int64_t>(values.size())});
}

struct Range {
    std::int64_t start, stop, step;
};

// start:stop:step within an axis, as Python's slice.indices.
Range range_of(const Slice& slice, std::int64_t length) {
    const std::int64_t step = slice.step.value_or(1);
    if (step == 0) throw ValueError("slice step cannot be zero");
    auto inside = [&](std::optional<std::int64_t> place, std::int64_t otherwise) {
        if (!place) return otherwise;
        const std::int64_t low = step < 0 ? -1 : 0;
        return std::clamp(*place < 0 ? *place + length : *place, low, low + length);
    };
    return {inside(slice.start, step < 0 ? length - 1 : 0), inside(slice.stop, step < 0 ? -1 : length), step};
}

std::vector<std::int64_t> places_of(const Slice& slice, std::int64_t length) {
    const auto [start, stop, step] = range_of(slice, length);
    std::vector<std::int64_t> places;
    for (std::int64_t i = start; step < 0 ? i > stop : i < stop; i += step) places.push_back(i);
    return places;
}

std::vector<std::int64_t> read_places(const ndarray& places) {
    if (!is_integer(places.dtype())) throw IndexError("arrays used as indices must be of integer (or boolean) type");
    return places.astype(DType::int64).to_vector<std::int64_t>();
}

[[noreturn]] void out_of_bounds(std::int64_t place, int axis, std::int64_t length) {
    throw IndexError("index " + std::to_string(place) + " is out of bounds for axis " + std::to_string(axis) +
                     " with size " + std::to_string(length));
}

std::vector<Index> along_axis(int axis, Index index) {
    std::vector<Index> result(static_cast<std::size_t>(axis), all_of);
    result.push_back(std::move(index));
    return result;
}

}  // namespace

namespace {

// The elements along an axis where a mask holds.
ndarray kept(const ndarray& a, int axis, const ndarray& mask) {
    if (a.ndim() == 1) return a(mask);
    const ndarray places = flatnonzero(mask);
    Shape shape(a.shape());
    shape[axis] = places.size();
    const ndarray result = empty(shape, a.dtype(), order_of(a));
    return result.size() ? take(a, places, axis, &result) : result;
}

ndarray all_but(const Index& places, std::int64_t length) {
    const ndarray mask = ones({length}, DType::bool_);
    mask.assign(std::span(&places, 1), Scalar(false));
    return mask;
}

// What is left of an axis without some stretches of it, which ascend and do not overlap.
ndarray without(const ndarray& a, int axis, std::span<const std::pair<std::int64_t, std::int64_t>> stretches) {
    std::vector<ndarray> runs;
    std::int64_t start = 0, left = 0;
    auto run_to = [&](std::int64_t stop) {
        if (stop > start) runs.push_back(slice(a, axis, start, stop));
        left += stop - start;
    };
    for (const auto& [first, end] : stretches) {
        run_to(first);
        start = end;
    }
    run_to(a.shape()[axis]);
    Shape shape(a.shape());
    shape[axis] = left;
    const ndarray result = empty(shape, a.dtype(), order_of(a));
    return runs.empty() ? result : concatenate(runs, axis, &result);
}

[[noreturn]] void wrong_mask(std::int64_t length) {
    throw ValueError("boolean array argument obj to delete must be one dimensional and match the axis length of " +
                     std::to_string(length));
}

constexpr std::int64_t MOST_RUNS = 16;  // from here on a gather, one launch, is quicker than a copy of each run

// Looks at the least and the largest place alone, so that the places stay on the device.
void check_places(const ndarray& places, int axis, std::int64_t length) {
    for (const ndarray& end : {min(places), max(places)}) {
        const Scalar place = end.item();
        if (place.to_double() < static_cast<double>(-length) || place.to_double() >= static_cast<double>(length))
            out_of_bounds(place.to_int(), axis, length);
    }
}

}  // namespace

ndarray delete_(const ndarray& arr, const Index& obj, std::optional<std::int64_t> asked) {
    const kernel::Placement here(arr);
    const ndarray a = asked ? arr : arr.ravel();
    const int axis = normalize_axis(asked.value_or(0), a.ndim());
    const std::int64_t length = a.shape()[axis];
    std::vector<std::int64_t> places;
    if (auto* place = std::get_if<std::int64_t>(&obj)) {
        places = {*place};
    } else if (auto* slice = std::get_if<Slice>(&obj)) {
        const auto [start, stop, step] = range_of(*slice, length);
        if (step != 1 && step != -1) return kept(a, axis, all_but(obj, length));
        const std::int64_t first = step > 0 ? start : stop + 1, end = step > 0 ? stop : start + 1;
        const std::pair stretch{first, std::max(first, end)};
        return without(a, axis, std::span(&stretch, 1));
    } else if (auto* array = std::get_if<ndarray>(&obj)) {
        if (array->dtype() == DType::bool_) {
            if (!(array->shape() == Shape{length})) wrong_mask(length);
            return kept(a, axis, logical_not(*array));
        }
        if (array->size() >= MOST_RUNS && is_integer(array->dtype())) {
            check_places(*array, axis, length);
            return kept(a, axis, all_but(obj, length));
        }
        places = read_places(*array);
    } else if (std::holds_alternative<bool>(obj)) {
        wrong_mask(length);
    } else {
        throw IndexError("delete takes an integer, a slice, or an array of integers or booleans");
    }
    for (std::int64_t& place : places) {
        if (place < -length || place >= length) out_of_bounds(place, axis, length);
        if (place < 0) place += length;
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<std::pair<std::int64_t, std::int64_t>> single;
    for (std::int64_t place : places) single.emplace_back(place, place + 1);
    return without(a, axis, single);
}

ndarray insert(const ndarray& arr, const Index& obj, const ndarray& values, std::optional<std::int64_t> asked) {
    const kernel::Placement here(arr, values);
    const ndarray a = asked ? arr : arr.ravel();
    const int axis = normalize_axis(asked.value_or(0), a.ndim());
    const std::int64_t length = a.shape()[axis];
    std::vector<std::int64_t> places;
    bool single =
        false;  // one place without an axis of its own: the values broadcast as in a[..., place, ...] = values
    if (auto* place = std::get_if<std::int64_t>(&obj)) {
        places = {*place};
        single = true;
    } else if (auto* slice = std::get_if<Slice>(&obj)) {
        places = places_of(*slice, length);
    } else if (auto* array = std::get_if<ndarray>(&obj)) {
        if (array->ndim() > 1 || (array->dtype() == DType::bool_ && array->ndim() != 1))
            throw ValueError(array->dtype() == DType::bool_
                                 ? "boolean array argument obj to insert must be one dimensional"
                                 : "index array argument obj to insert must be one dimensional or scalar");
        if (array->size() == 1 && is_inexact(array->dtype()))
            throw TypeError("insert takes an integer, a slice, or an array of integers or booleans");
        places = read_places(array->dtype() == DType::bool_ ? flatnonzero(*array) : *array);
        single = array->ndim() == 0;
    } else {
        throw IndexError("insert takes an integer, a slice, or an array of integers or booleans");
    }
    for (std::int64_t& place : places) {
        if (place < -length || place > length) out_of_bounds(place, axis, length);
        if (place < 0) place += length;
    }
    Shape shape(a.shape());
    if (places.size() == 1) {
        // A block of values, as long as they are.
        Shape block(a.ndim(), 1);
        for (int i = 1; i <= std::min(values.ndim(), a.ndim()); ++i)
            block[a.ndim() - i] = values.shape()[values.ndim() - i];
        ndarray inserted = values.ndim() < a.ndim() ? values.reshape(block) : values;
        if (single) inserted = moveaxis(inserted, 0, axis);
        const std::int64_t added = inserted.shape()[axis], place = places[0];
        shape[axis] = length + added;
        ndarray result = empty(shape, a.dtype(), order_of(a));
        copy_to(slice(a, axis, 0, place), slice(result, axis, 0, place));
        copyto(slice(result, axis, place, place + added), inserted, Casting::unsafe);
        copy_to(slice(a, axis, place, length), slice(result, axis, place + added, length + added));
        return result;
    }
    // Each place moves up by the number of insertions before it.
    const auto count = static_cast<std::int64_t>(places.size());
    std::vector<std::int64_t> order(places.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return places[i] < places[j]; });
    for (std::int64_t k = 0; k < count; ++k) places[order[k]] += k;
    shape[axis] = length + count;
    const Index new_places = index_array(places);
    ndarray result = empty(shape, a.dtype(), order_of(a));
    result.assign(along_axis(axis, new_places), values.astype(a.dtype(), 'K', Casting::unsafe, false));
    if (length) result.assign(along_axis(axis, flatnonzero(all_but(new_places, shape[axis]))), a);
    return result;
}

// ---------------------------------------------------------------------------------------------------------- trim_zeros

ndarray trim_zeros(const ndarray& filt, std::string_view trim, const Axes& axes) {
    const kernel::Placement here(filt);
    bool front = false, back = false;
    if (trim.empty()) throw ValueError("unexpected character(s) in `trim`: ''; give 'f', 'b' or 'fb'");
    for (char c : trim) {
        front = front || c == 'f' || c == 'F';
        back = back || c == 'b' || c == 'B';
        if (std::string_view("fFbB").find(c) == std::string_view::npos)
            throw ValueError("unexpected character(s) in `trim`: '" + std::string(trim) + "'");
    }
    Dims trimmed;
    if (axes) trimmed = normalize_axes(*axes, filt.ndim());
    else
        for (int i = 0; i < filt.ndim(); ++i) trimmed.push_back(i);
    ndarray result = filt;
    const ndarray used = not_equal(filt, 0);
    for (std::int64_t axis : trimmed) {
        const int along = static_cast<int>(axis);
        Dims others;
        for (int i = 0; i < filt.ndim(); ++i)
            if (i != along) others.push_back(i);
        const ndarray line = others.empty() ? used : any(used, {.axis = others});
        std::vector<char> flags(static_cast<std::size_t>(line.size()));
        line.get(flags.data());
        const auto first = std::find(flags.begin(), flags.end(), 1);
        const auto last = std::find(flags.rbegin(), flags.rend(), 1);
        std::int64_t start = front ? first - flags.begin() : 0, stop = back ? flags.rend() - last : line.size();
        if (first == flags.end()) start = stop = 0;  // nothing but zeros
        result = slice(result, along, start, stop);
    }
    return result;
}

}  // namespace cuprum
