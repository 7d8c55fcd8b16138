// Views made from strides, and where arrays lie in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// The addresses of an array's first byte and of the byte after its last one.
///
/// Parameters
///     a: the array.
/// Returns
///     The two addresses; for an array of no elements they are the same.
/// Example
///     >>> low, high = cuprum.byte_bounds(cuprum.zeros(4)); high - low
///     32
std::pair<std::intptr_t, std::intptr_t> byte_bounds(const ndarray& a);

/// Whether the ranges of addresses of two arrays overlap. Arrays that interleave may do so and share nothing.
///
/// Parameters
///     a: array.
///     b: array.
///     max_work: how many candidates to try at most before the answer is "perhaps"; 0 compares the ranges alone, -1
///         sets no limit.
/// Returns
///     False where they certainly share nothing.
/// Example
///     >>> a = cuprum.arange(4); cuprum.may_share_memory(a[::2], a[1::2])
///     True
bool may_share_memory(const ndarray& a, const ndarray& b, std::int64_t max_work = 0);

/// Whether two arrays have an element's byte in common.
///
/// It is a search for integers within bounds that solve one linear equation. Strides as slicing makes them are decided
/// at once; the time for others grows fast with the number of axes.
///
/// Parameters
///     a: array.
///     b: array.
///     max_work: how many candidates to try at most; -1, the default, sets no limit.
/// Returns
///     The answer.
/// Raises
///     TooHardError: the answer is not known after `max_work` candidates.
/// Example
///     >>> a = cuprum.arange(4); cuprum.shares_memory(a[::2], a[1::2])
///     False
bool shares_memory(const ndarray& a, const ndarray& b, std::int64_t max_work = -1);

/// A search took more work than was allowed. Python: numpy.exceptions.TooHardError.
class TooHardError : public Error {
public:
    using Error::Error;
};

}  // namespace cuprum

namespace cuprum::lib::stride_tricks {

/// A view with any shape and strides, from the first element on. Nothing checks that it stays in the memory.
///
/// Parameters
///     x: array.
///     shape: lengths of the axes; those of `x` by default.
///     strides: bytes between neighbours along each axis; those of `x` by default.
/// Returns
///     A view.
/// Raises
///     ValueError: not as many strides as lengths.
/// Example
///     >>> cuprum.lib.stride_tricks.as_strided(cuprum.arange(3), (2, 2), (8, 8))
///     array([[0, 1],
///            [1, 2]])
CUPRUM_SIGNATURE("x, shape, strides, subok=false, writeable=true")
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray as_strided(const ndarray& x, const std::optional<Shape>& shape = {},
                                 const std::optional<Strides>& strides = {});

/// A view of all windows of a shape, whose axes come last. Writing to it writes to overlapping windows.
///
/// Parameters
///     x: array.
///     window_shape: lengths of a window, one an axis of `axis`.
///     axis: the axes along which windows slide; all by default.
/// Returns
///     A view.
/// Raises
///     ValueError: a negative length, not as many lengths as axes, a window longer than its axis. AxisError: there is
///         no such axis.
/// Example
///     >>> cuprum.lib.stride_tricks.sliding_window_view(cuprum.arange(4), 3)
///     array([[0, 1, 2],
///            [1, 2, 3]])
CUPRUM_SIGNATURE("x, window_shape, axis, *, subok=false, writeable=false")
CUPRUM_TRAITS("same_class")
CUPRUM_PYTHON ndarray sliding_window_view(const ndarray& x, const Dims& window_shape, const Axes& axis = {});

}  // namespace cuprum::lib::stride_tricks
