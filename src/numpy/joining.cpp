// Joining arrays, and cutting them into views.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/checked_numbers.h"
#include "core/layout.h"
#include "cuprum/manipulation.h"
#include "cuprum/structured.h"
#include "cuprum/types.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/concatenate.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

// The strides of what arrays are joined to. As in NumPy, an axis lies outside of one before it where an array's strides
// say so and none says otherwise; axes of length one say nothing.
Strides joined_strides(std::span<const ndarray> arrays, const Shape& shape, std::int64_t itemsize) {
    const int ndim = shape.size();
    Dims axes(ndim);  // the outermost first
    for (int i = 0; i < ndim; ++i) axes[i] = i;
    for (int i = 1; i < ndim; ++i) {
        int position = i;
        for (int j = i - 1; j >= 0; --j) {
            const int later = static_cast<int>(axes[i]), earlier = static_cast<int>(axes[j]);
            bool known = false, moves = true;
            for (const ndarray& a : arrays) {
                if (a.shape()[later] == 1 || a.shape()[earlier] == 1) continue;
                known = true;
                moves = moves && std::abs(a.strides()[later]) > std::abs(a.strides()[earlier]);
            }
            if (known && !moves) break;
            if (known) position = j;
        }
        std::rotate(axes.begin() + position, axes.begin() + i, axes.begin() + i + 1);
    }
    Strides strides(ndim);
    for (int i = ndim - 1; i >= 0; --i) {
        const int axis = static_cast<int>(axes[i]);
        strides[axis] = itemsize;
        itemsize *= std::max<std::int64_t>(shape[axis], 1);
    }
    return strides;
}

// Copies `sources` side by side along `axis` into `target`, which has room for just them.
void join(std::span<const ndarray> sources, int axis, const ndarray& target) {
    if (target.size() == 0) return;
    const auto can_be_moved = [&](const ndarray& a) {
        return a.dtype() == target.dtype() && !may_share_memory(a, target);
    };
    const auto is_plain = [&](const ndarray& a) { return a.is_c_contiguous() && can_be_moved(a); };
    if (target.is_c_contiguous() && std::ranges::all_of(sources, is_plain))
        return kernel::concatenate_contiguous(sources, axis, target);
    // Axes as they lie in the target's memory: what is contiguous there in any order is so in C order of these.
    Dims axes(target.ndim());
    std::iota(axes.begin(), axes.end(), 0);
    std::stable_sort(axes.begin(), axes.end(), [&](auto a, auto b) {
        return std::abs(target.strides()[static_cast<int>(a)]) > std::abs(target.strides()[static_cast<int>(b)]);
    });
    const ndarray transposed = target.transpose(axes);
    std::vector<ndarray> transposed_sources;
    bool plain = transposed.is_c_contiguous();
    for (const ndarray& a : sources) {
        transposed_sources.push_back(a.transpose(axes));
        plain = plain && transposed_sources.back().is_c_contiguous() && can_be_moved(a);
    }
    if (plain)
        return kernel::concatenate_contiguous(
            transposed_sources, static_cast<int>(std::find(axes.begin(), axes.end(), axis) - axes.begin()), transposed);
    for (std::int64_t start = 0; const ndarray& a : sources) {
        const std::int64_t length = a.shape()[axis];
        copy_to(a, slice(target, axis, start, start + length));
        start += length;
    }
}

// What joins to `first` along an axis must have its other lengths. Tells what differs.
void check_joined(const ndarray& first, const ndarray& a, std::size_t place, int along) {
    const std::string index = std::to_string(place);
    if (a.ndim() != first.ndim())
        throw ValueError("all the input arrays must have same number of dimensions, but the array at index 0 has " +
                         std::to_string(first.ndim()) + " dimension(s) and the array at index " + index + " has " +
                         std::to_string(a.ndim()) + " dimension(s)");
    for (int i = 0; i < a.ndim(); ++i)
        if (i != along && a.shape()[i] != first.shape()[i])
            throw ValueError(
                "all the input array dimensions except for the concatenation axis must match exactly, but along "
                "dimension " +
                std::to_string(i) + ", the array at index 0 has size " + std::to_string(first.shape()[i]) +
                " and the array at index " + index + " has size " + std::to_string(a.shape()[i]));
}

bool joins(const ndarray& first, const ndarray& a, int along) {
    if (a.ndim() != first.ndim()) return false;
    for (int i = 0; i < a.ndim(); ++i)
        if (i != along && a.shape()[i] != first.shape()[i]) return false;
    return true;
}

}  // namespace

ndarray concatenate(ArrayList arrays, std::optional<std::int64_t> axis, const ndarray* out, std::optional<DType> dtype,
                    Casting casting) {
    if (out && dtype)
        throw TypeError("concatenate() only takes `out` or `dtype` as an argument, but both were provided.");
    if (arrays.empty()) throw ValueError("need at least one array to concatenate");
    std::span<const ndarray> sources = arrays;
    std::optional<cuda::DeviceGuard> there;
    if (const int device = kernel::other_device(sources, out); device >= 0) [[unlikely]]
        there.emplace(device);
    std::vector<ndarray> lines;
    if (!axis) {
        for (const ndarray& a : sources) lines.push_back(a.ravel());
        sources = lines;
    }
    const ndarray& first = sources[0];
    if (first.ndim() == 0) throw ValueError("zero-dimensional arrays cannot be concatenated");
    const int along = normalize_axis(axis.value_or(0), first.ndim());
    Shape shape(first.shape());
    bool one_type = true, c_order = true;
    for (std::size_t k = 0; k < sources.size(); ++k) {
        const ndarray& a = sources[k];
        if (!joins(first, a, along)) check_joined(first, a, k, along);
        if (k > 0) shape[along] = length_sum(shape[along], a.shape()[along]);
        one_type = one_type && a.dtype() == first.dtype();
        c_order = c_order && a.is_c_contiguous() && (a.ndim() < 2 || !a.is_f_contiguous());
    }
    const auto common = [&] {
        if (one_type && !is_structured(first.dtype())) return first.dtype();  // whose fields are packed
        std::vector<DType> dtypes;
        for (const ndarray& a : sources) dtypes.push_back(a.dtype());
        return result_type(dtypes);
    };
    const DType type = out ? out->dtype() : dtype ? *dtype : common();
    for (const ndarray& a : sources)
        if (a.dtype() != type && !can_cast(a.dtype(), type, casting)) {
            static constexpr const char* names[] = {"no", "equiv", "safe", "same_kind", "unsafe"};
            throw TypeError(std::string("Cannot cast array data from dtype('") + info(a.dtype()).name +
                            "') to dtype('" + info(type).name + "') according to the rule '" +
                            names[static_cast<int>(casting)] + "'");
        }
    if (out && !(out->shape() == shape))
        throw ValueError("Output array is the wrong shape: " + to_string(out->shape()) + " instead of " +
                         to_string(shape));
    if (out) {
        join(sources, along, *out);
        return *out;
    }
    // Few arrays of one dtype may be read where they lie.
    constexpr std::size_t most_viewed = 8;
    const bool has_view =
        one_type && type == first.dtype() && is_number(type) && sources.size() <= most_viewed && first.size() > 0;
    ndarray result = kernel::is_waiting(sources) ? kernel::new_pending(shape, type)
                     : has_view                  ? kernel::new_result(shape, type)
                                                 : kernel::new_array(shape, type);
    if (!c_order) result = result.with_layout(shape, joined_strides(sources, shape, itemsize(type)));
    kernel::run_in_turn(
        "concatenate", sources, result,
        [along](std::span<const ndarray> sources, const ndarray& target) { join(sources, along, target); }, true,
        [along, has_view](std::span<const kernel::CompositeView> sources) {
            return has_view ? kernel::joined(sources, along) : std::nullopt;
        });
    return result;
}

ndarray stack(ArrayList arrays, std::int64_t axis, const ndarray* out, std::optional<DType> dtype, Casting casting) {
    const kernel::Placement here(arrays, out);
    if (arrays.empty()) throw ValueError("need at least one array to stack");
    for (const ndarray& a : arrays)
        if (!(a.shape() == arrays[0].shape())) throw ValueError("all input arrays must have the same shape");
    const int place = normalize_axis(axis, arrays[0].ndim() + 1);
    std::vector<ndarray> expanded;
    for (const ndarray& a : arrays) expanded.push_back(expand_dims(a, place));
    return concatenate(expanded, place, out, dtype, casting);
}

namespace {

template <class Prepare>
ndarray join_prepared(ArrayList arrays, std::int64_t axis, std::optional<DType> dtype, Casting casting,
                      Prepare prepare) {
    std::vector<ndarray> prepared;
    for (const ndarray& a : arrays) prepared.push_back(prepare(a));
    return concatenate(prepared, axis, nullptr, dtype, casting);
}

}  // namespace

ndarray vstack(ArrayList tup, std::optional<DType> dtype, Casting casting) {
    const kernel::Placement here(tup);
    return join_prepared(tup, 0, dtype, casting, atleast_2d);
}

ndarray hstack(ArrayList tup, std::optional<DType> dtype, Casting casting) {
    const kernel::Placement here(tup);
    const bool lines = !tup.empty() && tup[0].ndim() <= 1;
    return join_prepared(tup, lines ? 0 : 1, dtype, casting, atleast_1d);
}

ndarray dstack(ArrayList tup, std::optional<DType> dtype, Casting casting) {
    const kernel::Placement here(tup);
    return join_prepared(tup, 2, dtype, casting, atleast_3d);
}

ndarray column_stack(ArrayList tup) {
    const kernel::Placement here(tup);
    return join_prepared(tup, 1, {}, Casting::same_kind,
                         [](const ndarray& a) { return a.ndim() < 2 ? atleast_2d(a).T() : a; });
}

ndarray append(const ndarray& arr, const ndarray& values, std::optional<std::int64_t> axis) {
    const kernel::Placement here(arr, values);
    return concatenate({arr, values}, axis);
}

// ----------------------------------------------------------------------------------------------------------- splitting

namespace {

std::vector<ndarray> cut(const ndarray& a, std::int64_t axis, const Dims& places) {
    const int along = normalize_axis(axis, a.ndim());
    const std::int64_t length = a.shape()[along];
    auto inside = [&](std::int64_t place) {
        return std::clamp<std::int64_t>(place < 0 ? place + length : place, 0, length);
    };
    std::vector<ndarray> result;
    for (int i = 0; i <= places.size(); ++i) {
        const std::int64_t start = i ? inside(places[i - 1]) : 0;
        const std::int64_t stop = i < places.size() ? inside(places[i]) : length;
        result.push_back(slice(a, along, start, std::max(start, stop)));
    }
    return result;
}

}  // namespace

std::vector<ndarray> array_split(const ndarray& ary, std::int64_t sections, std::int64_t axis) {
    const kernel::Placement here(ary);
    const std::int64_t length = ary.shape()[normalize_axis(axis, ary.ndim())];
    if (sections <= 0) throw ValueError("number sections must be larger than 0.");
    Dims places;
    for (std::int64_t k = 1; k < sections; ++k)
        places.push_back(k * (length / sections) + std::min(k, length % sections));
    return cut(ary, axis, places);
}

std::vector<ndarray> array_split(const ndarray& ary, const Dims& indices, std::int64_t axis) {
    const kernel::Placement here(ary);
    return cut(ary, axis, indices);
}

std::vector<ndarray> split(const ndarray& ary, std::int64_t sections, std::int64_t axis) {
    const kernel::Placement here(ary);
    const std::int64_t length = ary.shape()[normalize_axis(axis, ary.ndim())];
    if (sections == 0) throw ZeroDivisionError("integer modulo by zero");
    if (length % sections) throw ValueError("array split does not result in an equal division");
    return array_split(ary, sections, axis);
}

std::vector<ndarray> split(const ndarray& ary, const Dims& indices, std::int64_t axis) {
    const kernel::Placement here(ary);
    return cut(ary, axis, indices);
}

std::int64_t split_axis(const ndarray& ary, char which) {
    const kernel::Placement here(ary);
    const int least = which == 'v' ? 2 : which == 'h' ? 1 : 3;
    if (ary.ndim() < least)
        throw ValueError(std::string(1, which) + "split only works on arrays of " + std::to_string(least) +
                         " or more dimensions");
    return which == 'v' ? 0 : which == 'd' ? 2 : ary.ndim() > 1 ? 1 : 0;
}

std::vector<ndarray> unstack(const ndarray& x, std::int64_t axis) {
    const kernel::Placement here(x);
    if (x.ndim() == 0) throw ValueError("Input array must be at least 1-d.");
    const int along = normalize_axis(axis, x.ndim());
    std::vector<ndarray> result;
    result.reserve(static_cast<std::size_t>(x.shape()[along]));
    for (std::int64_t k = 0; k < x.shape()[along]; ++k) result.push_back(place_of(x, along, k));
    return result;
}

}  // namespace cuprum
