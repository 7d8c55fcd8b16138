// What the files about any number of dimensions share.
#pragma once

#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {

/// Of the lengths from one axis to another.
std::int64_t product(const Shape& shape, int begin, int end);
Shape slice_of(const Shape& shape, int begin, int end);
inline Dims joined(Dims one, const Dims& two) {
    for (const std::int64_t number : two) one.push_back(number);
    return one;
}

/// Axes counted from the first. Throws ValueError where one is out of range or, with this message, named twice.
Dims axes_within(const Dims& axes, int ndim, const char* repeated = "duplicate value in 'axis'");

/// The number of each element in C order among the elements of some axes.
ndarray ravel(const sparse_tensor& a, int begin, int end);
/// The place along each axis of elements by their numbers in C order.
std::vector<ndarray> unravel(ndarray numbers, const Shape& shape, DType index);
/// A length of rows of which each has some of so many entries, so that each is a thread's work.
std::int64_t width_of(const sparse_tensor& a, std::int64_t entries);

}  // namespace cuprum::scipy::sparse
