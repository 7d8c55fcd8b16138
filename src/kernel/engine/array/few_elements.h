// Few elements, moved by the host itself: where it reaches the memory of arrays and nothing waits for its turn, moving
// them takes a tenth of the time in which a kernel is planned and launched. Bytes are moved and elements counted: what
// computes from elements is a kernel on every processor.
//
// Each function does nothing and returns false where it does not serve; the caller then launches its kernel.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Elements from which on kernels are used.
inline constexpr std::int64_t few_elements = 256;

/// Whether the host may touch an array's memory now, in the place of work that the current stream would be given.
/// Nobody records, captures or watches that work, and none waits to be merged with it.
bool is_hosts_turn(const ndarray& a);

/// Copies the elements of an array to another one of the same dtype, a number's, and the same shape. They do not
/// overlap.
bool copy_few(const ndarray& source, const ndarray& target);

/// Sets all elements of numbers to a value, converted to their dtype.
bool fill_few(const ndarray& target, const Scalar& value);

/// `count` numbers from `first` on, `step` apart, both of the dtype: an integer's or, where all of them are whole
/// numbers that float32 holds, float32 or float64.
std::optional<ndarray> count_up_few(std::int64_t count, DType dtype, const Scalar& first, const Scalar& step);

/// result[i] = data[i] moved by `stride` bytes times places[i], for arrays of one axis; negative places count from
/// `length`. False also where a place is out of bounds; nothing is written then.
bool gather_few(const ndarray& result, const ndarray& data, const ndarray& places, std::int64_t stride,
                std::int64_t length);

/// The elements where a mask (bool) of the same shape is true.
std::optional<ndarray> select_few(const ndarray& a, const ndarray& mask);

/// How many elements are not zero.
std::optional<std::int64_t> count_few(const ndarray& a);

/// How often each number occurs in an array of one axis, for at least `length` numbers; with weights (float64, of the
/// same shape) the sums of their weights. Nothing also where a number is negative or large.
std::optional<ndarray> bincount_few(const ndarray& numbers, const ndarray* weights, std::int64_t length);

/// The places of the elements of arrays of one shape and one axis in the order of the last key, of equal ones in that
/// of the key before, and so on.
std::optional<ndarray> lexsort_few(std::span<const ndarray> keys);

/// The coordinates of the elements that are not zero, as `true_coordinates` gives them (kernel/engine/compact.h).
std::optional<ndarray> few_true_coordinates(const ndarray& mask, bool by_element);

/// What happens to an index that lies outside of its axis.
enum class OutOfBounds : std::uint8_t { raise, wrap, clip };

/// The sums of indices, arrays of one shape, each times its element of `steps`. Nothing also where an index that lies
/// outside of its axis is to raise an exception.
std::optional<ndarray> ravel_few(std::span<const ndarray> indices, const Shape& shape, const Dims& steps,
                                 std::span<const OutOfBounds> modes);

/// The index along each axis of elements that are numbered as `steps` tells, of which each is a product of lengths of
/// axes. None where a number is out of bounds.
std::vector<ndarray> unravel_few(const ndarray& numbers, const Shape& shape, const Dims& steps);

}  // namespace cuprum::kernel
