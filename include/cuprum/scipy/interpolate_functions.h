// Interpolants that are made, evaluated and forgotten by one call.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/interpolate_grids.h"
#include "cuprum/scipy/interpolate_polynomials.h"

namespace cuprum::scipy::interpolate {

/// The values of the polynomial through data, or derivatives.
///
/// Parameters
///     xi: the places of data, (n); of equal ones the values are derivatives.
///     yi: the values, n of them along an axis.
///     x: the places to evaluate at.
///     der: which derivative, or several of them.
///     axis: the axis of places in `yi`.
/// Returns
///     An array; of several derivatives with an axis for these in front.
/// Raises
///     ValueError: another number of values than of places.
/// Example
///     >>> cuprumx.scipy.interpolate.krogh_interpolate(
///     ...     cuprum.arange(3.), cuprum.arange(3.) ** 2, cuprum.array([3.]), der=1)
///     array([6.])
CUPRUM_PYTHON ndarray krogh_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t der = 0,
                                        std::int64_t axis = 0);
CUPRUM_PYTHON ndarray krogh_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, const Dims& der,
                                        std::int64_t axis = 0);

/// The values of the polynomial through data by the barycentric formula, or derivatives.
///
/// Parameters
///     xi: the places of data, (n), distinct.
///     yi: the values, n of them along an axis.
///     x: the places to evaluate at.
///     axis: the axis of places in `yi`.
///     der: which derivative, or several of them.
///     rng: accepted; the weights need no random numbers.
/// Returns
///     An array; of several derivatives with an axis for these in front.
/// Raises
///     ValueError: another number of values than of places, or equal places.
/// Example
///     >>> cuprumx.scipy.interpolate.barycentric_interpolate(
///     ...     cuprum.arange(3.), cuprum.arange(3.) ** 2, cuprum.array([3.]))
///     array([9.])
CUPRUM_SIGNATURE("xi, yi, x, axis, *, der, rng=None")
CUPRUM_PYTHON ndarray barycentric_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x,
                                              std::int64_t axis = 0, std::int64_t der = 0);
CUPRUM_SIGNATURE("xi, yi, x, axis, *, der, rng=None")
CUPRUM_PYTHON ndarray barycentric_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t axis,
                                              const Dims& der);

/// The values of a monotone interpolant, or derivatives.
///
/// Parameters
///     xi: the places of data, (n), ascending.
///     yi: the values there, n of them along an axis.
///     x: the places to evaluate at.
///     der: which derivative, or several of them.
///     axis: the axis of places in `yi`.
/// Returns
///     An array, or a list of arrays for several derivatives.
/// Raises
///     ValueError: fewer than two places, places that do not ascend, shapes that do not fit.
/// Example
///     >>> cuprumx.scipy.interpolate.pchip_interpolate(
///     ...     cuprum.arange(4.), cuprum.array([0., 0., 1., 1.]), cuprum.array([1.5]), der=1)
///     array([1.5])
CUPRUM_PYTHON ndarray pchip_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x, std::int64_t der = 0,
                                        std::int64_t axis = 0);
CUPRUM_PYTHON std::vector<ndarray> pchip_interpolate(const ndarray& xi, const ndarray& yi, const ndarray& x,
                                                     const Dims& der, std::int64_t axis = 0);

/// The values at places of a function that is known on a grid.
///
/// Parameters
///     points: the points of each axis, ascending or descending.
///     values: the values on the grid, then any other axes.
///     xi: places, (..., axes); in Python a tuple of an array for each axis, too.
///     method: 'linear', 'nearest', 'slinear', 'cubic', 'quintic', 'pchip', or 'splinef2d' for two axes.
///     bounds_error: whether places outside are an error.
///     fill_value: the value outside; None continues the function.
/// Returns
///     The values.
/// Raises
///     ValueError: as `RegularGridInterpolator`.
/// Example
///     >>> x = cuprum.arange(3.)
///     >>> cuprumx.scipy.interpolate.interpn((x, x), x[:, None] * x, cuprum.array([0.5, 1.]))
///     array([0.5])
CUPRUM_PYTHON ndarray interpn(ArrayList points, const ndarray& values, const ndarray& xi,
                              CUPRUM_WORDS("linear", "nearest", "slinear", "cubic", "quintic", "pchip", "splinef2d")
                                  std::string_view method = "linear",
                              bool bounds_error = true,
                              std::optional<Scalar> fill_value = RegularGridInterpolator::default_fill());

}  // namespace cuprum::scipy::interpolate
