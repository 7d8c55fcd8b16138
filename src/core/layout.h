// Questions about layouts that several rooms ask.
#pragma once

#include <optional>

#include "cuprum/ndarray.h"
#include "cuprum/structured.h"

namespace cuprum {

/// Strides that show an array of shape `from` as shape `to` (of as many elements, none zero) without a copy, if there
/// are any.
std::optional<Strides> reshape_strides(const Shape& from, const Strides& strides, std::int64_t itemsize,
                                       const Shape& to, char order);

/// `asked` with its -1 replaced. Throws ValueError where `size` elements do not fit.
Shape complete_shape(const Shape& asked, std::int64_t size, const Shape& from);

/// Whether the bytes that two arrays span overlap. Arrays that only interleave count as overlapping.
bool may_share_memory(const ndarray& a, const ndarray& b);

/// Whether two arrays have no byte in common. The search is bounded: where strides are so unusual that it ends without
/// an answer, the arrays count as overlapping.
bool are_apart(const ndarray& a, const ndarray& b);

/// Whether two arrays are the same elements in the same order, so that an element-by-element kernel may read one and
/// write the other.
bool same_elements(const ndarray& a, const ndarray& b);

/// Strides of a new array of this shape whose axes lie in memory in the order that the operands agree on (order 'K').
Strides keep_order_strides(std::span<const ndarray* const> operands, const Shape& shape, std::int64_t itemsize);

/// A field of a structured array, aligned or not.
ndarray field_view(const ndarray& a, const Field& field);

/// Whether each element lies at a multiple of its size within the buffer, as kernels need it of numbers and times.
bool is_aligned(const ndarray& a);

/// The first and one past the last byte of an array's elements, relative to its buffer.
std::pair<std::int64_t, std::int64_t> byte_range(const ndarray& a);

}  // namespace cuprum
