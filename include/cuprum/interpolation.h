// Functions that are known by samples: between them, under them, and across their jumps.
#pragma once

#include <optional>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// The keyword arguments of `interp`.
struct InterpOptions {
    std::optional<Scalar> left{};    ///< What holds below all of `xp`; the first of `fp` if not given.
    std::optional<Scalar> right{};   ///< What holds above all of `xp`; the last of `fp` if not given.
    std::optional<double> period{};  ///< Coordinates are taken modulo this, and need not be in order.
};

/// A function of one variable, known at some points, between these: by straight lines.
///
/// Parameters
///     x: where to tell it.
///     xp: the points (N,), in increasing order unless `period` is given.
///     fp: the function's values there (N,).
///     left: what holds below all points; the first value by default.
///     right: what holds above all points; the last value by default.
///     period: the period of the function; `left` and `right` then count for nothing.
/// Returns
///     The values at `x`, float64, or complex128 where `fp` is complex.
/// Raises
///     ValueError: no points, another number of values than of points, or a period of zero.
/// Example
///     >>> cuprum.interp(cuprum.array([0.5, 2.5, 9]), cuprum.array([0, 1, 3]), cuprum.array([0, 10, 30]))
///     array([ 5., 25., 30.])
CUPRUM_PYTHON ndarray interp(const Operand& x, const ndarray& xp, const ndarray& fp, const InterpOptions& options = {});

/// The area under a function, known by samples, along an axis: by trapezoids.
///
/// Parameters
///     y: the samples.
///     x: where they were taken, of y's shape or of its length along the axis; `dx` apart if not given.
///     dx: the distance of neighbours where `x` is not given.
///     axis: the axis.
/// Returns
///     The areas, without the axis.
/// Raises
///     ValueError: `x` does not fit the samples.
/// Example
///     >>> cuprum.trapezoid(cuprum.array([1, 2, 3]), dx=2)
///     array(8.)
CUPRUM_TRAITS("also trapz")
CUPRUM_PYTHON ndarray trapezoid(const ndarray& y, const ndarray* x = nullptr, const Operand& dx = 1.0,
                                std::int64_t axis = -1);

/// Take away the jumps of a periodic quantity, such as an angle: differences of neighbours that are larger than
/// `discont` are replaced by the smallest ones that are the same modulo the period.
///
/// Parameters
///     p: array.
///     discont: the largest difference that is no jump; half of the period if not given, or if smaller than that.
///     axis: the axis.
///     period: the period.
/// Returns
///     An array of p's shape; of integers where both `p` and the period are.
/// Raises
///     AxisError: `axis` is out of bounds. ValueError: `p` has no axis.
/// Example
///     >>> cuprum.unwrap(cuprum.array([1, 2, 3, 4, 1, 2]), period=4)
///     array([1, 2, 3, 4, 5, 6])
CUPRUM_SIGNATURE("p, discont, axis, *, period")
CUPRUM_PYTHON ndarray unwrap(const ndarray& p, std::optional<double> discont = {}, std::int64_t axis = -1,
                             const Scalar& period = 6.283185307179586);

}  // namespace cuprum
