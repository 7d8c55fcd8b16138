// Which axes a reduction takes away, and the arrays that it leaves.
#pragma once

#include <optional>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

class Deferral;

/// Bit i: axis i is reduced. As in NumPy, an array without axes takes 0 and -1.
std::uint64_t reduced_axes(const ndarray& a, const Axes& axis);

/// Elements along the reduced axes.
std::int64_t reduced_length(const ndarray& a, std::uint64_t reduced);

/// A new array of the axes that are left; with `keep_order` laid out in the order in which they lie in `a`. Without
/// memory where there is a deferral.
ndarray new_result(const ndarray& a, std::uint64_t reduced, DType dtype, bool keep_order, Deferral* deferral = nullptr);

/// Such an array with the reduced axes, of length one, among the others.
ndarray with_reduced_axes(const ndarray& kept, std::uint64_t reduced, int ndim);

/// The given output without its reduced axes. Throws ValueError where it has not the shape that is left.
ndarray given_result(const ndarray& a, std::uint64_t reduced, const ndarray& out, bool keepdims, const char* name);

}  // namespace cuprum::kernel
