// a[...] and a[...] = value.
#include <bit>

#include "core/layout.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/array/selection.h"
#include "kernel/engine/array/structured.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/deferral.h"
#include "kernel/engine/elementwise/elementwise_call.h"
#include "kernel/engine/elementwise/kernel_family.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

// The mask, where the index is one bool array with elements and whole slices behind it.
const ndarray* only_mask(const ParsedIndex& parsed, std::span<const Index> index) {
    if (parsed.arrays.size() != 1 || index.size() != 1) return nullptr;
    const ndarray* array = parsed.arrays[0].array;
    return array && array->dtype() == DType::bool_ && array->ndim() > 0 && array->size() > 0 ? array : nullptr;
}

// NumPy writes shapes in these messages without blanks.
std::string shape_text(const Shape& shape) {
    std::string text = to_string(shape);
    std::erase(text, ' ');
    return text;
}

// Elements of one size are moved by one kernel, whatever they mean.
kernel::KernelFamily where_family("assign_where", [](std::span<const DType> dtypes) {
    const DType carrier = dtypes[0];
    kernel::Expression graph;
    auto mask = graph.add_input(DType::bool_), value = graph.add_input(carrier), old = graph.add_input(carrier);
    auto chosen =
        graph.add_step({"out0 = in0 ? in1 : in2", {DType::bool_, carrier, carrier}, {carrier}, {mask, value, old}});
    graph.outputs.push_back({chosen, carrier});
    return graph;
});

void run_where(const ndarray& target, const ndarray& mask, kernel::KernelOperand value) {
    ndarray shown = trailing_axes(apart_from(mask, target), target.ndim() - mask.ndim());
    kernel::KernelOperand operands[4];
    operands[0].array = &target;
    operands[1].array = &shown;
    operands[2] = value;
    operands[3].array = &target;
    static constexpr DType carriers[] = {DType::uint8, DType::uint16, DType::uint32, DType::uint64, DType::complex128};
    const DType carrier = carriers[std::countr_zero(static_cast<unsigned>(target.itemsize()))];
    where_family.kernel(std::span(&carrier, 1)).run(operands, target.shape());
}

// The view of a value's last axes: where nothing is put nowhere, NumPy does not look at those in front of them.
ndarray last_axes(const ndarray& value, int count) {
    Shape shape(value.shape());
    Strides strides(value.strides());
    while (shape.size() > count) {
        shape.erase(0);
        strides.erase(0);
    }
    return value.with_layout(std::move(shape), std::move(strides));
}

}  // namespace

ndarray apart_from(const ndarray& array, const ndarray& target) {
    return may_share_memory(array, target) ? array.copy() : array;
}

ndarray trailing_axes(const ndarray& array, int count) {
    Shape shape(array.shape());
    Strides strides(array.strides());
    for (; count > 0; --count) {
        shape.push_back(1);
        strides.push_back(0);
    }
    return array.with_layout(std::move(shape), std::move(strides));
}

std::optional<ndarray> broadcast_value(const ndarray& value, const Shape& shape) {
    int surplus = std::max(value.ndim() - shape.size(), 0);
    for (int i = 0; i < surplus; ++i)
        if (value.shape()[i] != 1) return std::nullopt;
    const int shift = shape.size() - (value.ndim() - surplus);
    Strides strides(shape.size());
    for (int i = surplus; i < value.ndim(); ++i) {
        const int to = i - surplus + shift;
        if (value.shape()[i] == shape[to]) strides[to] = value.strides()[i];
        else if (value.shape()[i] != 1) return std::nullopt;
    }
    return value.with_layout(shape, std::move(strides));
}

void assign_where(const ndarray& target, const ndarray& mask, const ndarray& value) {
    if (target.size() == 0) return;
    ndarray cast = apart_from(value.astype(target.dtype(), 'K', Casting::unsafe, false), target);
    if (!is_number(target.dtype())) [[unlikely]]
        return assign_described_where(target, mask, cast);
    kernel::KernelOperand operand;
    operand.array = &cast;
    run_where(target, mask, operand);
}

void assign_where(const ndarray& target, const ndarray& mask, const Scalar& value) {
    if (target.size() == 0) return;
    if (!is_number(target.dtype())) [[unlikely]]
        return assign_where(target, mask, element_of(value, target.dtype()));
    kernel::KernelOperand operand;
    operand.set(value, target.dtype());
    run_where(target, mask, operand);
}

Selection select_items(const ndarray& a, const ParsedIndex& parsed) {
    Selection selection;
    selection.place = parsed.place;
    std::vector<Shape> shapes;
    auto add = [&](ndarray array, int axis) {
        shapes.push_back(array.shape());
        selection.indices.push_back({std::move(array), a.strides()[axis], a.shape()[axis], axis});
    };
    for (const ArrayIndex& entry : parsed.arrays) {
        const bool is_mask = !entry.array || entry.array->dtype() == DType::bool_;
        if (!is_mask) {
            selection.unique = false;
            add(*entry.array, entry.axis);
        } else if (!entry.array || entry.array->ndim() == 0) {
            // A boolean selects from a new axis of length one.
            shapes.push_back({(entry.array ? entry.array->item().to_bool() : entry.value) ? 1 : 0});
        } else {
            const ndarray found = kernel::true_coordinates(*entry.array);
            for (int i = 0; i < entry.array->ndim(); ++i) add(found.at({i}), entry.axis + i);
        }
    }
    try {
        selection.index_shape = broadcast_shapes(shapes);
    } catch (const ValueError&) {
        std::string text = "shape mismatch: indexing arrays could not be broadcast together with shapes ";
        for (const Shape& shape : shapes) text += shape_text(shape) + " ";
        throw IndexError(text);
    }
    Shape shape;
    Strides strides;
    auto copy_axes = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            shape.push_back(parsed.shape[i]);
            strides.push_back(parsed.strides[i]);
        }
    };
    copy_axes(0, parsed.place);
    for (std::int64_t length : selection.index_shape) {
        shape.push_back(length);
        strides.push_back(0);
    }
    copy_axes(parsed.place, parsed.shape.size());
    if (shape.size() > max_ndim)
        throw IndexError("number of dimensions must be within [0, " + std::to_string(max_ndim) +
                         "], indexing result would have " + std::to_string(shape.size()));
    // Indices of which there are none are not looked at, but an array without axes counts as a number.
    if (selection.selects_nothing() && kernel::checks_bounds())
        for (const kernel::IndexArray& index : selection.indices)
            if (index.array.ndim() == 0) kernel::check_bounds(std::span(&index, 1));
    const int behind = parsed.shape.size() - parsed.place;
    for (kernel::IndexArray& index : selection.indices) index.array = trailing_axes(index.array, behind);
    selection.data = a.with_layout(std::move(shape), std::move(strides), parsed.offset);
    return selection;
}

namespace {

// The index arrays' one common case, `a[places]`: items along the first axis. Null for any other index.
const ndarray* only_places(const ndarray& a, std::span<const Index> index) {
    if (index.size() != 1 || a.ndim() == 0 || a.size() == 0) return nullptr;
    const auto* places = std::get_if<ndarray>(&index[0]);
    const bool usual = places && is_integer(places->dtype()) && places->size() > 0 && places->ndim() > 0 &&
                       places->ndim() + a.ndim() - 1 <= max_ndim;
    return usual ? places : nullptr;
}

ndarray items_at(const ndarray& a, const ndarray& places) {
    const kernel::Placement here(a, places);
    Shape shape(places.shape());
    Strides strides(places.ndim());
    for (int i = 1; i < a.ndim(); ++i) {
        shape.push_back(a.shape()[i]);
        strides.push_back(a.strides()[i]);
    }
    if (a.ndim() == 1 && places.ndim() == 1 && !kernel::deferral()) {
        const ndarray result = kernel::new_array(shape, a.dtype());
        if (kernel::gather_few(result, a.with_layout({places.size()}, {0}), places, a.strides()[0], a.size()))
            return result;
    }
    const kernel::IndexArray index{a.ndim() == 1 ? places : trailing_axes(places, a.ndim() - 1), a.strides()[0],
                                   a.shape()[0], 0};
    return kernel::gathered("take", a, a.with_layout(std::move(shape), std::move(strides)), std::span(&index, 1));
}

}  // namespace

ndarray ndarray::at(std::span<const Index> index) const {
    if (const ndarray* places = only_places(*this, index)) return items_at(*this, *places);
    ParsedIndex parsed = parse_index(*this, index);
    if (parsed.arrays.empty()) return with_layout(std::move(parsed.shape), std::move(parsed.strides), parsed.offset);
    const kernel::Placement here(*this, index);
    if (const ndarray* mask = only_mask(parsed, index); mask && mask->ndim() == ndim() && is_number(dtype_))
        return kernel::select(*this, *mask);
    Selection selection = select_items(*this, parsed);
    if (!selection.indices.empty() && !selection.selects_nothing())
        return kernel::gathered("take", *this, selection.data, selection.indices);
    ndarray result = kernel::new_array(selection.data.shape(), dtype_);
    if (selection.indices.empty()) copy_to(selection.data, result);
    return result;
}

void ndarray::assign(std::span<const Index> index, const ndarray& value) const {
    ParsedIndex parsed = parse_index(*this, index);
    if (parsed.arrays.empty()) {
        ndarray target = with_layout(std::move(parsed.shape), std::move(parsed.strides), parsed.offset);
        std::optional<ndarray> shown = broadcast_value(value, target.shape());
        if (!shown)
            throw ValueError("could not broadcast input array from shape " + shape_text(value.shape()) +
                             " into shape " + shape_text(target.shape()));
        return copy_to(*shown, target);
    }
    // Elements are set where they are. What they are set to is copied there.
    const kernel::Placement here(*this);
    if (value.size() && size_ && value.device() != device() && device() == runtime::context.device)
        return assign(index, value.copy());
    const ndarray* whole = index.size() == 1 ? parsed.arrays[0].array : nullptr;
    if (whole && whole->dtype() == DType::bool_ && whole->shape() == shape_ && value.ndim() > 1)
        throw TypeError("NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
                        std::to_string(value.ndim()) + " dimensions");
    const ndarray* mask = only_mask(parsed, index);
    if (mask) {
        // A value that is the same for every true element needs no positions, and so no wait for their number.
        Shape one = parsed.shape;
        one.insert(0, 1);
        if (value.ndim() <= one.size())
            if (std::optional<ndarray> shown = broadcast_value(value, one)) {
                Shape shape(ndim(), 1);
                Strides strides(ndim());
                for (int i = 1; i < one.size(); ++i) {
                    shape[mask->ndim() + i - 1] = shown->shape()[i];
                    strides[mask->ndim() + i - 1] = shown->strides()[i];
                }
                return assign_where(*this, *mask, value.with_layout(std::move(shape), std::move(strides)));
            }
    }
    Selection selection = select_items(*this, parsed);
    std::optional<ndarray> shown = broadcast_value(value, selection.data.shape());
    // Arrays without axes are numbers, for which NumPy compares shapes even where nothing is written.
    const bool of_arrays =
        std::ranges::any_of(parsed.arrays, [](const auto& entry) { return !entry.array || entry.array->ndim() > 0; });
    if (!shown && of_arrays && !(mask && mask->ndim() == ndim()) && selection.data.size() == 0)
        if (const ndarray last = last_axes(value, selection.data.ndim()); last.size() == 0)
            shown = broadcast_value(last, selection.data.shape());
    if (!shown) {
        if (mask && mask->ndim() == ndim() && value.ndim() > 1)
            throw TypeError("NumPy boolean array indexing assignment requires a 0 or 1-dimensional input, input has " +
                            std::to_string(value.ndim()) + " dimensions");
        if (mask && mask->ndim() == ndim() && value.ndim() == 1)
            throw ValueError("NumPy boolean array indexing assignment cannot assign " + std::to_string(value.size()) +
                             " input values to the " + std::to_string(selection.data.size()) +
                             " output values where the mask is true");
        throw ValueError("shape mismatch: value array of shape " + shape_text(value.shape()) +
                         " could not be broadcast to indexing result of shape " + shape_text(selection.data.shape()));
    }
    if (selection.indices.empty()) return copy_to(*shown, selection.data);
    if (selection.selects_nothing()) return;
    for (kernel::IndexArray& entry : selection.indices) entry.array = apart_from(entry.array, *this);
    ndarray cast = shown->dtype() == dtype_ ? *shown : *broadcast_value(value.astype(dtype_), selection.data.shape());
    const ndarray values = apart_from(cast, *this);
    const bool unique = selection.unique;
    if (!kernel::change_later("put", *this, selection.data, &values, selection.indices,
                              [unique](const ndarray& data, const ndarray& values, auto indices) {
                                  kernel::scatter(data, values, indices, index_raise, unique);
                              }))
        kernel::scatter(selection.data, values, selection.indices, index_raise, unique);
}

void ndarray::assign(std::span<const Index> index, const Scalar& value) const {
    ParsedIndex parsed = parse_index(*this, index);
    if (!is_number(dtype_)) [[unlikely]]
        return assign(index, element_of(value, dtype_));
    check_fits(value, dtype_);
    const Scalar element = value.as(dtype_);
    if (parsed.arrays.empty())
        return with_layout(std::move(parsed.shape), std::move(parsed.strides), parsed.offset).fill(element);
    const kernel::Placement here(*this);
    if (const ndarray* mask = only_mask(parsed, index)) return assign_where(*this, *mask, element);
    Selection selection = select_items(*this, parsed);
    if (selection.indices.empty()) return selection.data.fill(element);
    if (selection.selects_nothing()) return;
    for (kernel::IndexArray& entry : selection.indices) entry.array = apart_from(entry.array, *this);
    if (!kernel::change_later(
            "put", *this, selection.data, nullptr, selection.indices,
            [element](const ndarray& data, const ndarray&, auto indices) { kernel::scatter(data, element, indices); }))
        kernel::scatter(selection.data, element, selection.indices);
}

}  // namespace cuprum
