// Functions that select and place elements by integers: take, put, choose and their kin.
#include <array>

#include "core/layout.h"
#include "cuprum/conversions.h"
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

/// What an index out of bounds means. Where "raise" is asked for by name, the host waits for the answer on a GPU, too.
struct AskedMode {
    IndexMode mode = index_raise;
    bool checks = kernel::checks_bounds();
};
AskedMode parse_mode(const std::string& mode) {
    if (mode.empty()) return {};
    static constexpr std::pair<const char*, IndexMode> modes[] = {
        {"raise", index_raise}, {"wrap", index_wrap}, {"clip", index_clip}};
    for (auto [name, value] : modes)
        if (mode == name) return {value, value == index_raise};
    throw ValueError("clipmode must be one of 'clip', 'raise', or 'wrap' (got '" + mode + "')");
}

// Throws where an index is out of bounds, on a processor whose kernels do not tell.
void check_asked(const AskedMode& asked, const kernel::IndexArray& entry) {
    if (asked.checks && !kernel::checks_bounds()) kernel::check_bounds(std::span(&entry, 1));
}

// The indices, or NumPy's error where they cannot be such.
ndarray as_indices(const ndarray& a) {
    if (is_integer(a.dtype()) && a.dtype() != DType::uint64) return a;
    return a.astype(DType::int64, 'K', a.dtype() == DType::uint64 ? Casting::same_kind : Casting::safe);
}

// Calls f with the elements in C order as a one-dimensional array. What f writes arrives in `a`.
template <class F>
void with_flat(const ndarray& a, F f) {
    ndarray flat = a.reshape({-1});
    f(flat);
    if (a.size() && flat.buffer().get() != a.buffer().get()) copy_to(flat.reshape(a.shape()), a);
}

// `count` elements: the values in C order, again and again.
ndarray cycled(const ndarray& values, std::int64_t count) {
    const std::int64_t size = values.size();
    ndarray flat = values.reshape({-1});
    if (size < count) flat = flat.broadcast_to({(count + size - 1) / size, size}).reshape({-1});
    return flat.at({Slice{0, count, 1}});
}

// The view with an axis replaced by `shape`, along which only indices move it.
ndarray without_axis(const ndarray& a, int axis, const Shape& index_shape) {
    Shape shape;
    Strides strides;
    for (int i = 0; i < a.ndim(); ++i) {
        if (i != axis) {
            shape.push_back(a.shape()[i]);
            strides.push_back(a.strides()[i]);
            continue;
        }
        for (std::int64_t length : index_shape) {
            shape.push_back(length);
            strides.push_back(0);
        }
    }
    return a.with_layout(std::move(shape), std::move(strides));
}

// The lines of `a` along an axis beside those of the indices: what take_along_axis reads and put_along_axis writes.
struct Lines {
    ndarray data;
    kernel::IndexArray index;
};
Lines lines_along(const ndarray& a, const ndarray& indices, int axis) {
    if (!is_integer(indices.dtype())) throw IndexError("`indices` must be an integer array");
    if (indices.ndim() != a.ndim()) throw ValueError("`indices` and `arr` must have the same number of dimensions");
    Shape shape(a.shape());
    shape[axis] = 1;
    const Shape both[] = {shape, indices.shape()};
    try {
        shape = broadcast_shapes(both);
    } catch (const ValueError& error) {
        throw IndexError(std::string("shape mismatch: indexing arrays could not be broadcast together: ") +
                         error.what());
    }
    Strides strides(a.ndim());
    for (int i = 0; i < a.ndim(); ++i) strides[i] = i == axis || a.shape()[i] == 1 ? 0 : a.strides()[i];
    return {a.with_layout(shape, std::move(strides)), {indices, a.strides()[axis], a.shape()[axis], axis}};
}

void check_single_dimension(const ndarray& indices) {
    if (indices.ndim() != 1) throw ValueError("when axis=None, `indices` must have a single dimension.");
}

std::string shapes_text(const Shape& shape) {
    std::string text = to_string(shape);
    std::erase(text, ' ');
    return text;
}

}  // namespace

ndarray take(const ndarray& a, const ndarray& indices, std::optional<std::int64_t> axis, const ndarray* out,
             const std::string& mode) {
    const kernel::Placement here(a, indices, out);
    const AskedMode asked = parse_mode(mode);
    if (!axis) return take(a.reshape({-1}), indices, 0, out, mode);
    const ndarray source = a.ndim() ? a : a.reshape({1});
    const int i = normalize_axis(*axis, source.ndim());
    ndarray index = as_indices(indices);
    const std::int64_t length = source.shape()[i];
    ndarray data = without_axis(source, i, index.shape());
    if (length == 0 && data.size()) throw IndexError("cannot do a non-empty take from an empty axes.");
    const kernel::IndexArray entry{trailing_axes(index, source.ndim() - i - 1), source.strides()[i], length, i};
    if (out && !(out->shape() == data.shape())) throw ValueError("output array does not match result of ndarray.take");
    const bool direct =
        out && out->dtype() == a.dtype() && !may_share_memory(*out, a) && !may_share_memory(*out, index);
    // As in NumPy, which takes into a copy of the output in the source's dtype.
    if (out && !can_cast(out->dtype(), a.dtype(), Casting::safe))
        throw TypeError(std::string("Cannot cast array data from dtype('") + info(out->dtype()).name + "') to dtype('" +
                        info(a.dtype()).name + "') according to the rule 'safe'");
    // Along an axis behind one of no elements nothing is taken, and NumPy does not look at the indices.
    const std::span<const std::int64_t> lengths = source.shape();
    const bool looks = asked.mode == index_raise && element_count(Shape(lengths.first(static_cast<std::size_t>(i))));
    const bool is_called = data.size() || looks;
    if (is_called) check_asked(asked, entry);
    if (!out && is_called) return kernel::gathered("take", source, data, std::span(&entry, 1), asked.mode);
    ndarray result = direct ? *out : empty(data.shape(), a.dtype());
    if (!out) return result;
    if (is_called) kernel::gather(result, data, std::span(&entry, 1), asked.mode);
    if (!direct) copy_to(result, *out);
    return *out;
}

ndarray take_along_axis(const ndarray& a, const ndarray& indices, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a, indices);
    if (!axis) {
        check_single_dimension(indices);
        return take_along_axis(a.reshape({-1}), indices, 0);
    }
    Lines lines = lines_along(a, indices, normalize_axis(*axis, a.ndim()));
    // Along lines of which there are none NumPy does not look at the indices.
    if (lines.data.size() == 0) return empty(lines.data.shape(), a.dtype());
    return kernel::gathered("take_along_axis", a, lines.data, std::span(&lines.index, 1));
}

void put_along_axis(const ndarray& a, const ndarray& indices, const ndarray& values, std::optional<std::int64_t> axis) {
    const kernel::Placement here(a, indices, values);
    if (!axis) {
        check_single_dimension(indices);
        return with_flat(a, [&](const ndarray& flat) { put_along_axis(flat, indices, values, 0); });
    }
    Lines lines = lines_along(a, indices, normalize_axis(*axis, a.ndim()));
    ndarray cast = apart_from(values.astype(a.dtype(), 'K', Casting::unsafe, false), a);
    std::optional<ndarray> shown = broadcast_value(cast, lines.data.shape());
    if (!shown && lines.data.size() == 0) {  // what no place is there for may have more axes, as in a[indices] = values
        const std::span<const std::int64_t> lengths = cast.shape();
        if (lengths.size() > static_cast<std::size_t>(a.ndim()) &&
            element_count(Shape(lengths.last(static_cast<std::size_t>(a.ndim())))) == 0)
            return;
    }
    if (!shown)
        throw ValueError("shape mismatch: value array of shape " + shapes_text(values.shape()) +
                         " could not be broadcast to indexing result of shape " + shapes_text(lines.data.shape()));
    if (lines.data.size() == 0) return;
    lines.index.array = apart_from(lines.index.array, a);
    kernel::scatter(lines.data, *shown, std::span(&lines.index, 1));
}

void put(const ndarray& a, const ndarray& indices, const ndarray& values, const std::string& mode) {
    const kernel::Placement here(a, indices, values);
    const AskedMode asked = parse_mode(mode);
    ndarray index = apart_from(as_indices(indices.reshape({-1})), a);
    if (index.size() == 0) return;
    if (a.size() == 0) throw IndexError("cannot replace elements of an empty array");
    if (values.size() == 0) return;
    ndarray cast = apart_from(cycled(values, index.size()).astype(a.dtype(), 'K', Casting::unsafe, false), a);
    // Which item comes last at a place is decided by indices that lie within the bounds.
    if (asked.mode == index_clip) index = clip(index.astype(DType::int64), 0, a.size() - 1);
    if (asked.mode == index_wrap) index = remainder(index.astype(DType::int64), a.size());
    with_flat(a, [&](const ndarray& flat) {
        const kernel::IndexArray entry{index, flat.strides()[0], flat.size(), 0};
        check_asked(asked, entry);
        kernel::scatter(without_axis(flat, 0, index.shape()), cast, std::span(&entry, 1), asked.mode);
    });
}

void place(const ndarray& a, const ndarray& mask, const ndarray& values) {
    const kernel::Placement here(a, mask, values);
    if (mask.size() != a.size()) throw ValueError("place: mask and data must be the same size");
    const ndarray elements = values.astype(a.dtype(), 'K', Casting::safe, false);
    ndarray places = flatnonzero(mask);
    if (places.size() == 0) return;
    if (values.size() == 0) throw ValueError("Cannot insert from an empty array!");
    const ndarray cast = apart_from(cycled(elements, places.size()), a);
    with_flat(a, [&](const ndarray& flat) {
        const kernel::IndexArray entry{places, flat.strides()[0], flat.size(), 0};
        kernel::scatter(without_axis(flat, 0, places.shape()), cast, std::span(&entry, 1), index_wrap, true);
    });
}

void putmask(const ndarray& a, const ndarray& mask, const ndarray& values) {
    const kernel::Placement here(a, mask, values);
    if (mask.size() != a.size()) throw ValueError("putmask: mask and data must be the same size");
    if (values.size() == 0 || a.size() == 0) return;
    ndarray cast = values.astype(a.dtype(), 'K', Casting::safe, false);
    if (values.size() != 1 && !(values.shape() == a.shape())) cast = cycled(cast, a.size()).reshape(a.shape());
    else if (values.size() == 1) cast = cast.reshape({}).broadcast_to(a.shape());
    assign_where(a, mask.astype(DType::bool_, 'K', Casting::unsafe, false).reshape(a.shape()), cast);
}

ndarray choose(const ndarray& a, ArrayList choices, const ndarray* out, const std::string& mode) {
    const kernel::Placement placement(a, choices, out);
    const AskedMode asked = parse_mode(mode);
    if (choices.empty()) throw ValueError("0-length sequence.");
    std::vector<Shape> shapes;
    std::vector<DType> dtypes;
    for (const ndarray& choice : choices) {
        shapes.push_back(choice.shape());
        dtypes.push_back(choice.dtype());
    }
    const DType dtype = result_type(dtypes);
    const Shape common = broadcast_shapes(shapes);
    shapes.push_back(a.shape());
    const Shape shape = broadcast_shapes(shapes);
    std::vector<ndarray> shown;
    for (const ndarray& choice : choices) shown.push_back(choice.broadcast_to(common));
    // One above the other; an element of `a` moves from one to another.
    const ndarray table = stack(shown, 0, nullptr, dtype);
    const ndarray first = table.at({0}).broadcast_to(shape);
    const kernel::IndexArray entry{as_indices(a), table.strides()[0], table.shape()[0], 0};
    if (out && !(out->shape() == shape)) throw ValueError("output array does not match result of ndarray.choose");
    if (element_count(shape) == 0) return out ? *out : empty(shape, dtype);
    if (asked.mode == index_raise) {
        std::optional<ndarray> bad;
        if (kind(a.dtype()) == 'i') bad = less(a, 0);  // negative numbers do not count from the end here
        if (!kernel::checks_bounds()) {
            const ndarray large = greater_equal(a, table.shape()[0]);
            bad = bad ? bitwise_or(*bad, large) : large;
        }
        if (bad && any(*bad).item().to_bool()) throw ValueError("invalid entry in choice array");
    }
    ndarray result = empty(shape, dtype);
    try {
        kernel::gather(result, first, std::span(&entry, 1), asked.mode);
    } catch (const IndexError&) {
        throw ValueError("invalid entry in choice array");
    }
    if (!out) return result;
    copy_to(result, *out);
    return *out;
}

ndarray compress(const ndarray& condition, const ndarray& a, std::optional<std::int64_t> axis, const ndarray* out) {
    const kernel::Placement here(condition, a, out);
    if (condition.ndim() != 1) throw ValueError("condition must be a 1-d array");
    if (!axis && !out && condition.size() == a.size()) return kernel::select(a.reshape({-1}), condition);
    return take(a, flatnonzero(condition), axis, out);
}

ndarray extract(const ndarray& condition, const ndarray& a) {
    const kernel::Placement here(condition, a);
    return compress(condition.reshape({-1}), a.reshape({-1}));
}

ndarray select(ArrayList conditions, ArrayList choices, const Operand& otherwise) {
    const kernel::Placement here(conditions, choices, otherwise);
    if (conditions.size() != choices.size())
        throw ValueError("list of cases must be same length as list of conditions");
    if (conditions.empty()) throw ValueError("select with an empty condition list is not possible");
    std::vector<Shape> of_conditions, of_choices;
    std::vector<Operand> operands;
    for (const ndarray& condition : conditions) of_conditions.push_back(condition.shape());
    for (const ndarray& choice : choices) {
        of_choices.push_back(choice.shape());
        operands.emplace_back(choice);
    }
    operands.push_back(otherwise);
    if (otherwise.is_array()) of_choices.push_back(otherwise.array().shape());
    const DType dtype = result_type(operands);
    const Shape shapes[] = {broadcast_shapes(of_conditions), broadcast_shapes(of_choices)};
    for (std::size_t i = 0; i < conditions.size(); ++i)
        if (conditions[i].dtype() != DType::bool_)
            throw TypeError("invalid entry " + std::to_string(i) + " in condlist: should be boolean ndarray");
    const Shape shape = broadcast_shapes(shapes);
    ndarray result = empty(shape, dtype);
    if (otherwise.is_array()) copy_to(otherwise.array(), result);
    else result.fill(otherwise.scalar());
    for (std::size_t i = conditions.size(); i-- > 0;)
        assign_where(result, conditions[i].broadcast_to(shape), choices[i].broadcast_to(shape));
    return result;
}

void fill_diagonal(const ndarray& a, const Operand& value, bool wrap) {
    const kernel::Placement here(a, value);
    if (a.ndim() < 2) throw ValueError("array must be at least 2-d");
    std::int64_t length = a.shape()[0], step = 0;
    for (int i = 0; i < a.ndim(); ++i) {
        step += a.strides()[i];
        if (a.ndim() > 2 && a.shape()[i] != length) throw ValueError("All dimensions of input must be of equal length");
        length = std::min(length, a.shape()[i]);
    }
    // A tall matrix may hold several diagonals, one below the other with a row between.
    const std::int64_t rows = a.shape()[0], apart = a.shape()[1] + 1;
    const bool again = wrap && a.ndim() == 2 && rows > apart;
    const std::int64_t whole = again ? rows / apart : 1, rest = again ? rows % apart : 0, count = whole * length + rest;
    if (value.is_weak()) check_element(value.scalar(), a.dtype());
    if (count == 0) return;
    const ndarray line = a.with_layout({whole, length}, {apart * a.strides()[0], step});
    const ndarray last = a.with_layout({rest}, {step}, whole * apart * a.strides()[0] * (rest > 0));
    if (!value.is_array()) {
        const Scalar element = is_number(a.dtype()) ? value.scalar().as(a.dtype()) : value.scalar();
        line.fill(element);
        return last.fill(element);
    }
    if (value.array().size() == 0) return;
    const ndarray values = cycled(value.array(), count);
    copy_to(values.at({Slice{0, whole * length, 1}}).reshape({whole, length}), line);
    copy_to(values.at({Slice{whole * length, count, 1}}), last);
}

}  // namespace cuprum
