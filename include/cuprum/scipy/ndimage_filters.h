// Filters of images: linear filters, order statistics, Fourier transforms.
#pragma once

#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/ndimage_types.h"

namespace cuprum::scipy::ndimage {

// --------------------------------------------------------------------------------------------------- linear filters

/// The correlation along one axis with a line of weights, `out[i] = sum over k of input[i - n // 2 - origin + k] *
/// weights[k]`.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of one dimension.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.correlate1d(cuprum.array([2., 8, 0, 4]), cuprum.array([1., 3]))
///     array([ 8., 26.,  8., 12.])
CUPRUM_PYTHON ndarray correlate1d(const ndarray& input, const ndarray& weights, std::int64_t axis = -1,
                                  const Output& output = {}, std::string_view mode = "reflect",
                                  const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The convolution along one axis with a line of weights: the correlation with the weights turned round.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of one dimension.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.convolve1d(cuprum.array([2., 8, 0, 4]), cuprum.array([1., 3]))
///     array([14., 24.,  4., 16.])
CUPRUM_PYTHON ndarray convolve1d(const ndarray& input, const ndarray& weights, std::int64_t axis = -1,
                                 const Output& output = {}, std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                 std::int64_t origin = 0);

/// The correlation with weights of any shape.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of as many axes as are filtered.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.correlate(cuprum.ones((2, 3)), cuprum.ones((3, 3)))
///     array([[9., 9., 9.],
///            [9., 9., 9.]])
CUPRUM_PYTHON ndarray correlate(const ndarray& input, const ndarray& weights, const Output& output = {},
                                std::string_view mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                const Axes& axes = {});

/// The convolution with weights of any shape.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     weights: array of as many axes as are filtered.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`. float32 images are summed up in float32, all other reals in
///     float64; integers are truncated.
/// Raises
///     RuntimeError: an unknown mode, or weights of another number of axes. ValueError: an origin outside of the
///         window.
/// Example
///     >>> cuprumx.scipy.ndimage.convolve(cuprum.ones((2, 3)), cuprum.ones((3, 3)))
///     array([[9., 9., 9.],
///            [9., 9., 9.]])
CUPRUM_PYTHON ndarray convolve(const ndarray& input, const ndarray& weights, const Output& output = {},
                               std::string_view mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                               const Axes& axes = {});

/// A Gaussian filter, or a derivative of it, along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation.
///     axis: the axis along which the filter works.
///     order: which derivative of the Gaussian it is, on all axes or on each; 0 is itself.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: a negative order or radius. RuntimeError: an unknown mode.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_filter1d(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([0.058, 0.242, 0.399, 0.242, 0.058])
CUPRUM_PYTHON ndarray gaussian_filter1d(const ndarray& input, double sigma, std::int64_t axis = -1,
                                        std::int64_t order = 0, const Output& output = {},
                                        std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                        double truncate = 4.0, Radius radius = {});

/// A Gaussian filter of any number of axes, or a derivative of it.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     order: which derivative of the Gaussian it is, on all axes or on each; 0 is itself.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     ValueError: a negative order or radius. RuntimeError: an unknown mode, or values for another number of axes.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_filter(cuprum.eye(3), 1).round(3)
///     array([[0.502, 0.329, 0.168],
///            [0.329, 0.342, 0.329],
///            [0.168, 0.329, 0.502]])
CUPRUM_PYTHON ndarray gaussian_filter(const ndarray& input, const Numbers& sigma, const Integers& order = 0,
                                      const Output& output = {}, const Modes& mode = "reflect",
                                      const Scalar& cval = 0.0, double truncate = 4.0, const Radii& radius = {},
                                      const Axes& axes = {});

/// The differences of neighbours along one axis, weighted by [1, 1, 1] along the others.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.prewitt(cuprum.arange(9.).reshape(3, 3))
///     array([[3., 6., 3.],
///            [3., 6., 3.],
///            [3., 6., 3.]])
CUPRUM_PYTHON ndarray prewitt(const ndarray& input, std::int64_t axis = -1, const Output& output = {},
                              const Modes& mode = "reflect", const Scalar& cval = 0.0);

/// The differences of neighbours along one axis, weighted by [1, 2, 1] along the others.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.sobel(cuprum.arange(9.).reshape(3, 3))
///     array([[4., 8., 4.],
///            [4., 8., 4.],
///            [4., 8., 4.]])
CUPRUM_PYTHON ndarray sobel(const ndarray& input, std::int64_t axis = -1, const Output& output = {},
                            const Modes& mode = "reflect", const Scalar& cval = 0.0);

/// The sum of the second differences along the axes.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode. ValueError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.laplace(cuprum.array([0., 1, 4, 9]))
///     array([ 1.,  2.,  2., -5.])
CUPRUM_PYTHON ndarray laplace(const ndarray& input, const Output& output = {}, const Modes& mode = "reflect",
                              const Scalar& cval = 0.0, const Axes& axes = {});

/// The Laplace operator by second derivatives of a Gaussian.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or values for another number of axes. ValueError: a sigma beyond 2**40, or there
///     is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_laplace(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([ 0.197,  0.002, -0.399,  0.002,  0.197])
CUPRUM_PYTHON ndarray gaussian_laplace(const ndarray& input, const Numbers& sigma, const Output& output = {},
                                       const Modes& mode = "reflect", const Scalar& cval = 0.0, const Axes& axes = {},
                                       double truncate = 4.0, const Radii& radius = {});

/// The length of the gradient by first derivatives of a Gaussian.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     sigma: the standard deviation, of all axes or of each.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     axes: the axes that are filtered; all if not given.
///     truncate: so many standard deviations from the centre weights end.
///     radius: how far weights reach from the centre, instead of `truncate`; at most 2**40.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: an unknown mode, or values for another number of axes. ValueError: a sigma beyond 2**40, or there
///     is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.gaussian_gradient_magnitude(cuprum.array([0., 0, 1, 0, 0]), 1).round(3)
///     array([0.095, 0.241, 0.   , 0.241, 0.095])
CUPRUM_PYTHON ndarray gaussian_gradient_magnitude(const ndarray& input, const Numbers& sigma, const Output& output = {},
                                                  const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                                  const Axes& axes = {}, double truncate = 4.0,
                                                  const Radii& radius = {});

/// The mean of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`. Sums are made in float64.
/// Raises
///     RuntimeError: a size below 1, an unknown mode. ValueError: an origin outside of the window.
/// Example
///     >>> cuprumx.scipy.ndimage.uniform_filter1d(cuprum.array([2., 8, 0, 4]), 3)
///     array([4.        , 3.33333333, 4.        , 2.66666667])
CUPRUM_PYTHON ndarray uniform_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The mean of each window, a box.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     RuntimeError: a size below 1, an unknown mode. ValueError: an origin outside of the window.
/// Example
///     >>> cuprumx.scipy.ndimage.uniform_filter(cuprum.eye(3) * 9, 3)
///     array([[5., 3., 1.],
///            [3., 3., 3.],
///            [1., 3., 5.]])
CUPRUM_PYTHON ndarray uniform_filter(const ndarray& input, const Integers& size = 3, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

// ------------------------------------------------------------------------------------------------- order statistics

/// The smallest element of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.minimum_filter1d(cuprum.array([2, 8, 0, 4]), 3)
///     array([2, 0, 0, 0])
CUPRUM_PYTHON ndarray minimum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The smallest element of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.minimum_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([2, 0, 0, 0])
CUPRUM_PYTHON ndarray minimum_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                     const OptionalArray& footprint = {}, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

/// The largest element of each window along one axis.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, from 1 to 2**31.
///     axis: the axis along which the filter works.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted: 0 has them centred, positive values shift them to the left.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.maximum_filter1d(cuprum.array([2, 8, 0, 4]), 3)
///     array([8, 8, 8, 4])
CUPRUM_PYTHON ndarray maximum_filter1d(const ndarray& input, std::int64_t size, std::int64_t axis = -1,
                                       const Output& output = {}, std::string_view mode = "reflect",
                                       const Scalar& cval = 0.0, std::int64_t origin = 0);

/// The largest element of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.maximum_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([8, 8, 8, 4])
CUPRUM_PYTHON ndarray maximum_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                     const OptionalArray& footprint = {}, const Output& output = {},
                                     const Modes& mode = "reflect", const Scalar& cval = 0.0,
                                     const Integers& origin = 0, const Axes& axes = {});

/// The element of a rank in each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     rank: which element of each sorted window it is; negative ones count from the largest.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.rank_filter(cuprum.array([2, 8, 0, 4]), 1, size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray rank_filter(const ndarray& input, std::int64_t rank, const std::optional<Integers>& size = {},
                                  const OptionalArray& footprint = {}, const Output& output = {},
                                  const Modes& mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                  const Axes& axes = {});

/// The element of each window below which a share of it lies.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     percentile: which share of a window lies below, in percent; negative ones count from 100.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.percentile_filter(cuprum.array([2, 8, 0, 4]), 50, size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray percentile_filter(const ndarray& input, double percentile,
                                        const std::optional<Integers>& size = {}, const OptionalArray& footprint = {},
                                        const Output& output = {}, const Modes& mode = "reflect",
                                        const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

/// The median of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: what lies outside of the array: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d
///         | c b a), "nearest", "wrap" or "constant"; one for all axes, or one for each.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The filtered array, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element. RuntimeError: a rank or percentile that no window has.
/// Example
///     >>> cuprumx.scipy.ndimage.median_filter(cuprum.array([2, 8, 0, 4]), size=3)
///     array([2, 2, 4, 4])
CUPRUM_PYTHON ndarray median_filter(const ndarray& input, const std::optional<Integers>& size = {},
                                    const OptionalArray& footprint = {}, const Output& output = {},
                                    const Modes& mode = "reflect", const Scalar& cval = 0.0, const Integers& origin = 0,
                                    const Axes& axes = {});

/// The windows of all elements, each as a row: what functions of windows are applied to.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     A float64 array of the shape of `input` with an axis more, the elements of a window in C order.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprum._core._scipy_ndimage.windows(cuprum.array([2, 8, 0]), size=2)
///     array([[2., 2.],
///            [2., 8.],
///            [8., 0.]])
CUPRUM_PYTHON ndarray windows(const ndarray& input, const std::optional<Integers>& size = {},
                              const OptionalArray& footprint = {}, std::string_view mode = "reflect",
                              const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

// ----------------------------------------------------------------------------------------------- Fourier transforms

/// Multiplies a Fourier transform by that of a Gaussian.
///
/// Parameters
///     input: the transform of an image.
///     sigma: the standard deviation, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_gaussian(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.291+0.j, 0.007+0.j, 0.291+0.j])
CUPRUM_PYTHON ndarray fourier_gaussian(const ndarray& input, const Numbers& sigma, std::int64_t n = -1,
                                       std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform by that of a box.
///
/// Parameters
///     input: the transform of an image.
///     size: the lengths of the box, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_uniform(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.9  +0.j, 0.637+0.j, 0.9  +0.j])
CUPRUM_PYTHON ndarray fourier_uniform(const ndarray& input, const Numbers& size, std::int64_t n = -1,
                                      std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform of up to three axes by that of an ellipsoid.
///
/// Parameters
///     input: the transform of an image.
///     size: the lengths of the ellipsoid, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become float64.
/// Raises
///     RuntimeError: an output of another dtype or shape. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_ellipsoid(cuprum.ones(4) + 0j, 1).round(3)
///     array([1.   +0.j, 0.9  +0.j, 0.637+0.j, 0.9  +0.j])
CUPRUM_PYTHON ndarray fourier_ellipsoid(const ndarray& input, const Numbers& size, std::int64_t n = -1,
                                        std::int64_t axis = -1, const Output& output = {});

/// Multiplies a Fourier transform by that of a shift.
///
/// Parameters
///     input: the transform of an image.
///     shift: how far, on all axes or on each.
///     n: the length along `axis` before a transform of reals; negative for a transform of complex numbers.
///     axis: the axis of the transform of reals.
///     output: where the result goes, or its dtype.
/// Returns
///     The product; complex numbers and float32 stay what they are, others become complex128.
/// Raises
///     RuntimeError: an output of another dtype or shape. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.ndimage.fourier_shift(cuprum.ones(4) + 0j, 1).round(3)
///     array([ 1.+0.j,  0.-1.j, -1.+0.j,  0.+1.j])
CUPRUM_PYTHON ndarray fourier_shift(const ndarray& input, const Numbers& shift, std::int64_t n = -1,
                                    std::int64_t axis = -1, const Output& output = {});

}  // namespace cuprum::scipy::ndimage
