// Splines of images, and images at other places.
#pragma once

#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/ndimage_types.h"

namespace cuprum::scipy::ndimage {

/// The coefficients of splines along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     order: of the spline, from 0 to 5.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else float64.
///     mode: what lies outside, as splines know it: "mirror", "reflect" or "grid-wrap"; of the others one of
///         these.
/// Returns
///     The coefficients, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.spline_filter1d(cuprum.array([0., 1., 0.])).round(3)
///     array([-1.,  2., -1.])
CUPRUM_PYTHON ndarray spline_filter1d(const ndarray& input, std::int64_t order = 3, std::int64_t axis = -1,
                                      const Output& output = {}, std::string_view mode = "mirror");

/// The coefficients of splines along all axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     order: of the spline, from 2 to 5.
///     output: where the result goes, or its dtype; else float64.
///     mode: what lies outside, as splines know it: "mirror", "reflect" or "grid-wrap"; of the others one of
///         these.
/// Returns
///     The coefficients, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 2 to 5, an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.spline_filter(cuprum.array([0., 1., 0.])).round(3)
///     array([-1.,  2., -1.])
CUPRUM_PYTHON ndarray spline_filter(const ndarray& input, std::int64_t order = 3, const Output& output = {},
                                    std::string_view mode = "mirror");

/// The image at given places.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     coordinates: the places, an array whose first axis has a coordinate for each of the axes of `input`.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values, of the shape of `coordinates` without its first axis.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.map_coordinates(cuprum.array([0., 10]), cuprum.array([[0.5, 1]]), order=1)
///     array([ 5., 10.])
CUPRUM_PYTHON ndarray map_coordinates(const ndarray& input, const ndarray& coordinates, const Output& output = {},
                                      std::int64_t order = 3, std::string_view mode = "constant",
                                      const Scalar& cval = 0.0, bool prefilter = true);

/// The image at places that a matrix tells: `out[o] = input[matrix @ o + offset]`.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     matrix: for each axis of `input` a row, a single factor (an array of one dimension), or a homogeneous
///         matrix.
///     offset: of all axes or of each.
///     output_shape: of the result; if not given, that of `input`.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
///     texture_memory, float64_coords: taken for CuPy's sake; places are always float64.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes. ValueError: a negative
///     length of the result.
/// Example
///     >>> cuprumx.scipy.ndimage.affine_transform(cuprum.array([0., 10, 20]), [0.5], order=1)
///     array([ 0.,  5., 10.])
CUPRUM_SIGNATURE(
    "input, matrix, offset, output_shape, output, order, mode, cval, prefilter, *, texture_memory=false, "
    "float64_coords=false")
CUPRUM_PYTHON ndarray affine_transform(const ndarray& input, const ndarray& matrix, const Numbers& offset = 0.0,
                                       const std::optional<Integers>& output_shape = {}, const Output& output = {},
                                       std::int64_t order = 3, std::string_view mode = "constant",
                                       const Scalar& cval = 0.0, bool prefilter = true);

/// The image moved along its axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     shift: how far, on all axes or on each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values, of the shape of `input`.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes.
/// Example
///     >>> cuprumx.scipy.ndimage.shift(cuprum.array([0., 10, 20]), 0.5, order=1)
///     array([ 0.,  5., 15.])
CUPRUM_PYTHON ndarray shift(const ndarray& input, const Numbers& shift, const Output& output = {},
                            std::int64_t order = 3, std::string_view mode = "constant", const Scalar& cval = 0.0,
                            bool prefilter = true);

/// The image larger or smaller.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     zoom: by how much, on all axes or on each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
///     grid_mode: whether elements are squares whose corners stay, or points of which the first and the last
///         stay.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes. ValueError: a negative
///     length of the result.
/// Example
///     >>> cuprumx.scipy.ndimage.zoom(cuprum.array([0., 10, 20]), 5 / 3, order=1)
///     array([ 0.,  5., 10., 15., 20.])
CUPRUM_PYTHON ndarray zoom(const ndarray& input, const Numbers& zoom, const Output& output = {}, std::int64_t order = 3,
                           std::string_view mode = "constant", const Scalar& cval = 0.0, bool prefilter = true,
                           bool grid_mode = false);

/// The image turned in a plane of two axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     angle: in degrees.
///     axes: the two axes of the plane.
///     reshape: whether the result is as large as the whole turned image needs.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside: "constant", "grid-constant" (also between the edge and what lies outside),
///         "nearest", "mirror", "reflect", "wrap" or "grid-wrap".
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements; if not, the elements are their coefficients.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays of other shapes. ValueError: fewer
///         than two axes.
/// Example
///     >>> cuprumx.scipy.ndimage.rotate(cuprum.array([[1., 2], [3, 4]]), 90, order=1)
///     array([[2., 4.],
///            [1., 3.]])
CUPRUM_PYTHON ndarray rotate(const ndarray& input, double angle, const Dims& axes = {1, 0}, bool reshape = true,
                             const Output& output = {}, std::int64_t order = 3, std::string_view mode = "constant",
                             const Scalar& cval = 0.0, bool prefilter = true);

}  // namespace cuprum::scipy::ndimage
