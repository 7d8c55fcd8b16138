// Views: the same buffer under other dimensions. Nothing here touches data.
#include <numeric>

#include "core/layout.h"
#include "cuprum/ndarray.h"

namespace cuprum {

ndarray ndarray::with_layout(Shape shape, Strides strides, std::int64_t extra_offset) const {
    return ndarray(buffer_, offset_ + extra_offset, dtype_, std::move(shape), std::move(strides));
}

ndarray ndarray::transpose() const {
    ndarray result(*this);
    std::reverse(result.shape_.begin(), result.shape_.end());
    std::reverse(result.strides_.begin(), result.strides_.end());
    std::swap(result.c_contiguous_, result.f_contiguous_);
    return result;
}

ndarray ndarray::transpose(const Dims& axes) const {
    if (axes.size() != ndim())
        throw ValueError("axes don't match array: the array has " + std::to_string(ndim()) + " dimensions, axes are " +
                         to_string(axes));
    Dims order;
    for (std::int64_t axis : axes) {
        int i = normalize_axis(axis, ndim());
        if (std::find(order.begin(), order.end(), i) != order.end())
            throw ValueError("repeated axis in transpose: axes are " + to_string(axes));
        order.push_back(i);
    }
    Shape shape(ndim());
    Strides strides(ndim());
    for (int i = 0; i < ndim(); ++i) {
        shape[i] = shape_[order[i]];
        strides[i] = strides_[order[i]];
    }
    return with_layout(std::move(shape), std::move(strides));
}

ndarray ndarray::swapaxes(std::int64_t axis1, std::int64_t axis2) const {
    int i = normalize_axis(axis1, ndim(), "axis1"), j = normalize_axis(axis2, ndim(), "axis2");
    ndarray result(*this);
    std::swap(result.shape_[i], result.shape_[j]);
    std::swap(result.strides_[i], result.strides_[j]);
    result.update_flags();
    return result;
}

ndarray ndarray::squeeze(const Axes& axes) const {
    // NumPy lets an array without axes pass for one of length one here.
    if (ndim() == 0 && axes && (*axes == Dims{0} || *axes == Dims{-1})) return *this;
    const Dims named = axes ? normalize_axes(*axes, ndim()) : Dims();
    Shape shape;
    Strides strides;
    for (int i = 0; i < ndim(); ++i) {
        const bool is_named = std::find(named.begin(), named.end(), i) != named.end();
        if (axes ? !is_named : shape_[i] != 1) {
            shape.push_back(shape_[i]);
            strides.push_back(strides_[i]);
        } else if (shape_[i] != 1) {
            throw ValueError("cannot select an axis to squeeze out which has size not equal to one: axis " +
                             std::to_string(i) + " of shape " + to_string(shape_));
        }
    }
    return with_layout(std::move(shape), std::move(strides));
}

ndarray ndarray::diagonal(std::int64_t offset, std::int64_t axis1, std::int64_t axis2) const {
    if (ndim() < 2)
        throw ValueError("diag requires an array of at least two dimensions, found shape " + to_string(shape_));
    int i = normalize_axis(axis1, ndim(), "axis1"), j = normalize_axis(axis2, ndim(), "axis2");
    if (i == j) throw ValueError("axis1 and axis2 cannot be the same: both are " + std::to_string(i));
    std::int64_t rows = shape_[i], columns = shape_[j], start = 0;
    if (offset >= 0) {
        columns -= offset;
        start = offset * strides_[j];
    } else {
        rows += offset;
        start = -offset * strides_[i];
    }
    std::int64_t length = std::max<std::int64_t>(0, std::min(rows, columns));
    Shape shape;
    Strides strides;
    for (int k = 0; k < ndim(); ++k)
        if (k != i && k != j) {
            shape.push_back(shape_[k]);
            strides.push_back(strides_[k]);
        }
    shape.push_back(length);
    strides.push_back(strides_[i] + strides_[j]);
    return with_layout(std::move(shape), std::move(strides), length ? start : 0);
}

ndarray ndarray::view(DType dtype) const {
    std::int64_t from = itemsize(), to = cuprum::itemsize(dtype);
    if (from == to) return ndarray(buffer_, offset_, dtype, shape_, strides_);
    if (ndim() == 0)
        throw ValueError("Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
    int last = ndim() - 1;
    if (shape_[last] != 1 && size_ != 0 && strides_[last] != from)
        throw ValueError("To change to a dtype of a different size, the last axis must be contiguous");
    if (shape_[last] * from % to != 0)
        throw ValueError(
            from > to ? "the itemsizes do not divide each other"
                      : "When changing to a larger dtype, its size must be a divisor of the total size in bytes of "
                        "the last axis of the array.");
    Shape shape(shape_);
    Strides strides(strides_);
    shape[last] = shape_[last] * from / to;
    strides[last] = to;
    return ndarray(buffer_, offset_, dtype, std::move(shape), std::move(strides));
}

ndarray ndarray::field(std::string_view name) const {
    const Field* found = find_field(dtype_, name);
    if (!found) throw ValueError("no field of name " + std::string(name) + " in dtype " + info(dtype_).name);
    ndarray result = field_view(*this, *found);
    if (!is_aligned(result))
        throw ValueError(std::string("result array with dtype ") + info(found->dtype).name +
                         " would not be sufficiently aligned for GPU operations: field '" + found->name +
                         "' lies at byte " + std::to_string(found->offset) + " of elements of " +
                         std::to_string(itemsize()) +
                         " bytes; make the array, or astype it, with make_aligned_dtype(dtype)");
    return result;
}

ndarray ndarray::fields(std::span<const std::string> names) const {
    return ndarray(buffer_, offset_, select_fields(dtype_, names), shape_, strides_);
}

ndarray ndarray::broadcast_to(const Shape& shape) const {
    element_count(shape);
    int shift = shape.size() - ndim();
    auto fail = [&]() -> ValueError {
        return ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: " +
                          to_string(shape_) + " and requested shape " + to_string(shape));
    };
    if (shift < 0)
        throw ValueError("input operand has more dimensions than allowed by the axis remapping: " + to_string(shape_) +
                         " and requested shape " + to_string(shape));
    Strides strides(shape.size());
    for (int i = 0; i < ndim(); ++i) {
        if (shape_[i] == shape[shift + i]) strides[shift + i] = shape_[i] == 1 ? 0 : strides_[i];
        else if (shape_[i] != 1) throw fail();
    }
    return with_layout(shape, std::move(strides));
}

std::optional<Strides> reshape_strides(const Shape& from, const Strides& strides, std::int64_t itemsize,
                                       const Shape& to, char order) {
    // Runs of old axes that together hold as many elements as a run of new axes must be evenly spaced; then the new
    // axes of the run are laid out inside it.
    Shape old_shape;
    Strides old_strides;
    for (int i = 0; i < from.size(); ++i)
        if (from[i] != 1) {
            old_shape.push_back(from[i]);
            old_strides.push_back(strides[i]);
        }
    Strides result(to.size());
    int old_ndim = old_shape.size(), ndim = to.size(), old_start = 0, start = 0;
    while (start < ndim && old_start < old_ndim) {
        int end = start + 1, old_end = old_start + 1;
        std::int64_t product = to[start], old_product = old_shape[old_start];
        while (product != old_product) {
            if (product < old_product) product *= to[end++];
            else old_product *= old_shape[old_end++];
        }
        for (int i = old_start; i + 1 < old_end; ++i) {
            bool even = order == 'F' ? old_strides[i + 1] == old_shape[i] * old_strides[i]
                                     : old_strides[i] == old_shape[i + 1] * old_strides[i + 1];
            if (!even) return std::nullopt;
        }
        if (order == 'F') {
            result[start] = old_strides[old_start];
            for (int i = start + 1; i < end; ++i) result[i] = result[i - 1] * to[i - 1];
        } else {
            result[end - 1] = old_strides[old_end - 1];
            for (int i = end - 2; i >= start; --i) result[i] = result[i + 1] * to[i + 1];
        }
        start = end;
        old_start = old_end;
    }
    // Trailing axes of length one.
    std::int64_t step = start > 0 ? result[start - 1] : itemsize;
    if (order == 'F' && start > 0) step *= to[start - 1];
    for (int i = start; i < ndim; ++i) result[i] = step;
    return result;
}

Shape complete_shape(const Shape& asked, std::int64_t size, const Shape& from) {
    Shape shape(asked);
    int unknown = -1;
    std::int64_t known = 1;
    for (int i = 0; i < shape.size(); ++i) {
        if (shape[i] == -1) {
            if (unknown >= 0) throw ValueError("can only specify one unknown dimension");
            unknown = i;
        } else if (shape[i] < 0) {
            throw ValueError("negative dimensions are not allowed; the shape asked for is " + to_string(asked));
        } else if (__builtin_mul_overflow(known, shape[i], &known)) {
            known = -1;
            break;
        }
    }
    bool fits = unknown >= 0 ? known > 0 && size % known == 0 : known == size;
    if (!fits) {
        std::string text = to_string(asked);
        throw ValueError("cannot reshape array of size " + std::to_string(size) + " into shape " + text +
                         " (the array's shape is " + to_string(from) + ")");
    }
    if (unknown >= 0) shape[unknown] = size / known;
    if (shape.size() > max_ndim) element_count(shape);  // refuses
    return shape;
}

}  // namespace cuprum
