// Launches of recursive filters.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// A filter as the kernels run it. Coefficients may be of any number's dtype.
struct Recursion {
    ndarray b, a;           ///< Numerator and denominator; or `b` has sections, (n, 6), and `a` is of no use.
    bool sections = false;  ///< Of second order, at most `recursion_sections`.

    /// Numbers in a state: what the filter needs, and how many the kernels keep for it.
    std::int64_t order() const;
    std::int64_t kept() const;
};
constexpr std::int64_t recursion_orders = 32, recursion_sections = 8;

/// The dtype of states: float64 or complex128.
DType state_dtype(const Recursion& filter, DType samples);

/// Filters lines: `in` and `out` are (lines, length), of any strides, and may be the same array. `initial` and `last`
/// are states, (lines, kept), C-contiguous and of `state_dtype`; without an initial one the filter starts at rest.
void run_recursion(const Recursion& filter, const ndarray& in, const ndarray& out, const ndarray* initial,
                   const ndarray* last);

/// States (..., order) of `lines` lines, as kernels take them.
ndarray kept_states(const Recursion& filter, const ndarray& states, std::int64_t lines, DType dtype);

/// An axis of an array as lines, (lines, length). A view where samples lie side by side.
ndarray lines_of(const ndarray& x, int axis);
/// New lines for an array of this shape, and the array that they are.
struct NewLines {
    ndarray lines, array;
};
NewLines new_lines(const Shape& shape, int axis, DType dtype);

}  // namespace cuprum::scipy::signal
