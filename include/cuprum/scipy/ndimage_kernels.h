// Functions of ndimage that call what a program writes: a kernel, or a function of windows, lines, axes or places.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "cuprum/kernel.h"
#include "cuprum/python.h"
#include "cuprum/raw_kernel.h"
#include "cuprum/scipy/ndimage.h"

namespace cuprum::scipy::ndimage {

/// A value of each window; its argument has the elements of a window along the last axis.
using WindowFunction = std::function<ndarray(const ndarray& windows)>;
/// Writes the results of a line, which is longer than they are.
using LineFunction = std::function<void(const ndarray& line, const ndarray& result)>;
/// A derivative along an axis, in the array of `output` or in a new one.
using AxisDerivative = std::function<ndarray(const ndarray& input, std::int64_t axis, const Output& output,
                                             std::string_view mode, const Scalar& cval)>;
/// Places in the input for places in the result: arrays whose first axis has a coordinate for each dimension.
using PlaceMapping = std::function<ndarray(const ndarray& places)>;
/// A value of each of many windows, whose elements lie along the last axes, which `axes` names.
using WindowReduction = std::function<ndarray(const ndarray& windows, const Dims& axes)>;

/// A reduction of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     function: a kernel of one input and one output. To its expressions a window is all of the input:
///     `_in_ind.size()`
///         is the number of a window's elements, and `_j` the place in it.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The results, of the shape of `input`.
/// Raises
///     TypeError: complex numbers, or a kernel that has not one input and one output. RuntimeError: neither size nor
///         footprint, an unknown mode. ValueError: an origin outside of the window, a footprint of no element.
/// Example
///     >>> mean = cuprum.ReductionKernel('T x', 'T y', 'x', 'a + b', 'y = a / _in_ind.size()', '0', 'mean')
///     >>> cuprumx.scipy.ndimage.generic_filter(cuprum.array([3., 6., 0.]), mean, 3)
///     array([4., 3., 2.])
CUPRUM_SIGNATURE(
    "input, function, size, footprint, output, mode, cval, origin, extra_arguments=tuple, extra_keywords=None, *, axes")
CUPRUM_PYTHON ndarray generic_filter(const ndarray& input, const ReductionKernel& function,
                                     const std::optional<Integers>& size = {}, const OptionalArray& footprint = {},
                                     const Output& output = {}, std::string_view mode = "reflect",
                                     const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

/// A function of each window, written as a kernel, which a thread runs for each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     function: a kernel of `(double* window, int length, double* result)`. It sees nothing of its thread.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The results, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
CUPRUM_SIGNATURE(
    "input, function, size, footprint, output, mode, cval, origin, extra_arguments=tuple, extra_keywords=None, *, axes")
CUPRUM_PYTHON ndarray generic_filter(const ndarray& input, const RawKernel& function,
                                     const std::optional<Integers>& size = {}, const OptionalArray& footprint = {},
                                     const Output& output = {}, std::string_view mode = "reflect",
                                     const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

/// A function of each line along an axis, extended at both ends, which a thread runs for each line.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     function: a kernel of `(double* line, ptrdiff_t length, double* result, ptrdiff_t result_length)`. It sees
///     nothing
///         of its thread.
///     filter_size: how much longer lines are made, and one more.
///     axis: the axis along which lines lie.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far lines are shifted.
/// Returns
///     The results, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: a filter size below 1, an unknown mode. ValueError: an origin outside
///         of the filter.
/// Example
///     >>> text = r'''extern "C" __global__ void pairs(double* in, ptrdiff_t n, double* out, ptrdiff_t m) {
///     ...     for (ptrdiff_t k = 0; k < m; ++k) out[k] = in[k] + in[k + 1];
///     ... }'''
///     >>> pairs = cuprum.RawKernel(text, 'pairs')
///     >>> cuprumx.scipy.ndimage.generic_filter1d(cuprum.array([1., 2., 5.]), pairs, 2)
///     array([2., 3., 7.])
CUPRUM_SIGNATURE(
    "input, function, filter_size, axis, output, mode, cval, origin, extra_arguments=tuple, extra_keywords=None")
CUPRUM_PYTHON ndarray generic_filter1d(const ndarray& input, const RawKernel& function, std::int64_t filter_size,
                                       std::int64_t axis = -1, const Output& output = {},
                                       std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                       std::int64_t origin = 0);

/// A function of each window.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     function: gives a value for each window. In Python `function(window, *extra_arguments, **extra_keywords)` of an
///         array of one dimension; where it takes `axis`, as reductions do (`cuprum.max`), it is called once for all
///         windows. Or a `ReductionKernel` of one input and one output, to which a window is all of its input, or a
///         `RawKernel` of (double* window, int length, double* result), which a thread runs for each window.
///     size: the length of windows, on all axes or on each, from 1 to 2**31.
///     footprint: array whose true elements tell the shape of windows.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far windows are shifted, for all axes or for each: 0 has them centred.
///     extra_arguments, extra_keywords: in Python, handed to the function.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The results, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: neither size nor footprint, an unknown mode. ValueError: an origin
///         outside of the window, a footprint of no element.
/// Example
///     >>> cuprumx.scipy.ndimage.generic_filter(cuprum.array([1., 5., 2., 0.]), cuprum.max, 3)
///     array([5., 5., 5., 2.])
CUPRUM_SIGNATURE(
    "input, function, size, footprint, output, mode, cval, origin, extra_arguments=tuple, extra_keywords=None, *, axes")
CUPRUM_PYTHON ndarray generic_filter(const ndarray& input, const WindowFunction& function,
                                     const std::optional<Integers>& size = {}, const OptionalArray& footprint = {},
                                     const Output& output = {}, std::string_view mode = "reflect",
                                     const Scalar& cval = 0.0, const Integers& origin = 0, const Axes& axes = {});

/// A function of each line along an axis, extended at both ends.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     function: `function(extended line, result line, *extra_arguments, **extra_keywords)`, which writes to its second
///         argument. Or a `RawKernel` of (double* line, ptrdiff_t length, double* result, ptrdiff_t result_length),
///         which a thread runs for each line.
///     filter_size: how much longer lines are made, and one more.
///     axis: the axis along which lines lie.
///     output: where the result goes, or its dtype; else it has the dtype of `input`.
///     mode: "reflect" (d c b a | a b c d | d c b a), "mirror" (d c b | a b c d | c b a), "nearest", "wrap" or
///         "constant" tells what lies outside of the array.
///     cval: the value outside with mode "constant".
///     origin: how far lines are shifted.
///     extra_arguments, extra_keywords: in Python, handed to the function.
/// Returns
///     The results, of the shape of `input`.
/// Raises
///     TypeError: complex numbers. RuntimeError: a filter size below 1, an unknown mode. ValueError: an origin outside
///         of the filter.
/// Example
///     >>> def pairs(line, result): result[...] = line[:-1] + line[1:]
///     >>> cuprumx.scipy.ndimage.generic_filter1d(cuprum.array([1., 2., 5.]), pairs, 2)
///     array([2., 3., 7.])
CUPRUM_SIGNATURE(
    "input, function, filter_size, axis, output, mode, cval, origin, extra_arguments=tuple, extra_keywords=None")
CUPRUM_PYTHON ndarray generic_filter1d(const ndarray& input, const LineFunction& function, std::int64_t filter_size,
                                       std::int64_t axis = -1, const Output& output = {},
                                       std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                       std::int64_t origin = 0);

/// The Laplace operator by a function of one's own for second derivatives.
///
/// Parameters
///     input: array.
///     derivative2: `derivative2(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)`.
///     output: where the result goes, or its dtype.
///     mode: what lies outside, for all axes or for each.
///     cval: the value outside with mode "constant".
///     extra_arguments, extra_keywords: in Python, handed to the function.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The sum over the axes.
/// Raises
///     RuntimeError: another number of modes than of axes.
/// Example
///     >>> a = cuprum.array([0., 0., 1., 0., 0.])
///     >>> def second(a, axis, output, mode, cval):
///     ...     return cuprumx.scipy.ndimage.correlate1d(a, [1, -2, 1], axis, output, mode, cval)
///     >>> cuprumx.scipy.ndimage.generic_laplace(a, second)
///     array([ 0.,  1., -2.,  1.,  0.])
CUPRUM_SIGNATURE("input, derivative2, output, mode, cval, extra_arguments=tuple, extra_keywords=None, *, axes")
CUPRUM_PYTHON ndarray generic_laplace(const ndarray& input, const AxisDerivative& derivative2,
                                      const Output& output = {}, const Modes& mode = "reflect",
                                      const Scalar& cval = 0.0, const Axes& axes = {});

/// The length of the gradient by a function of one's own for derivatives.
///
/// Parameters
///     input: array.
///     derivative: `derivative(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)`.
///     output: where the result goes, or its dtype.
///     mode: what lies outside, for all axes or for each.
///     cval: the value outside with mode "constant".
///     extra_arguments, extra_keywords: in Python, handed to the function.
///     axes: the axes that are filtered; all if not given.
/// Returns
///     The root of the sum of squares over the axes.
/// Raises
///     RuntimeError: another number of modes than of axes. ValueError: there is no such axis.
/// Example
///     >>> a = cuprum.array([0., 0., 1., 2., 2.])
///     >>> cuprumx.scipy.ndimage.generic_gradient_magnitude(a, cuprumx.scipy.ndimage.sobel)
///     array([0., 1., 2., 1., 0.])
CUPRUM_SIGNATURE("input, derivative, output, mode, cval, extra_arguments=tuple, extra_keywords=None, *, axes")
CUPRUM_PYTHON ndarray generic_gradient_magnitude(const ndarray& input, const AxisDerivative& derivative,
                                                 const Output& output = {}, const Modes& mode = "reflect",
                                                 const Scalar& cval = 0.0, const Axes& axes = {});

/// The image at places that a function tells.
///
/// Parameters
///     input: array of any dtype but 16-bit floats.
///     mapping: gives the places in `input` for those in the result. In Python `mapping(place, *extra_arguments,
///         **extra_keywords)` of a tuple of coordinates. It is called once with arrays of all coordinates where it
///         takes them, else for each place.
///     output_shape: of the result; if not given, that of `input`.
///     output: where the result goes, or its dtype.
///     order: of the spline, from 0 to 5.
///     mode: what lies outside, as of `map_coordinates`.
///     cval: the value outside with mode "constant".
///     prefilter: whether the splines go through the elements.
///     extra_arguments, extra_keywords: in Python, handed to the function.
/// Returns
///     The values.
/// Raises
///     RuntimeError: an order that is not from 0 to 5, an unknown mode, arrays without axes. ValueError: a negative
///     length of the result.
/// Example
///     >>> a = cuprum.arange(5.)
///     >>> cuprumx.scipy.ndimage.geometric_transform(a, lambda place: (place[0] - 1,))
///     array([0., 0., 1., 2., 3.])
CUPRUM_SIGNATURE(
    "input, mapping, output_shape, output, order, mode, cval, prefilter, extra_arguments=tuple, extra_keywords=None")
CUPRUM_PYTHON ndarray geometric_transform(const ndarray& input, const PlaceMapping& mapping,
                                          const std::optional<Shape>& output_shape = {}, const Output& output = {},
                                          std::int64_t order = 3, std::string_view mode = "constant",
                                          const Scalar& cval = 0.0, bool prefilter = true);

/// What `vectorized_filter` is told besides its function.
struct VectorizedFilterOptions {
    std::optional<Integers> size = {};    ///< The lengths of windows; or `footprint`.
    OptionalArray footprint = {};         ///< Which elements of windows count.
    OptionalArray output = {};            ///< Where results are written.
    std::string_view mode = "reflect";    ///< What lies beyond the ends; "valid" for windows that do not go there.
    std::optional<Scalar> cval = {};      ///< The value there with "constant"; 0 by default.
    std::optional<Integers> origin = {};  ///< How far windows are shifted.
    Axes axes = {};                       ///< The axes that windows have; all by default.
    double batch_memory = 1073741824;     ///< How many bytes the windows of one call may take.
};

/// A filter by a function that reduces many windows at once, such as `cuprum.median`.
///
/// Parameters
///     input: array.
///     function: called as `function(windows, axis=axes)`; gives one value for each window.
///     size: the lengths of windows, one for all axes or each; or `footprint`.
///     footprint: array of bools with the shape of windows: which of their elements count.
///     output: the array that results are written to.
///     mode: what lies beyond the ends: 'reflect', 'constant', 'nearest', 'mirror' or 'wrap'; with 'valid' windows do
///         not go beyond them, and there are fewer results.
///     cval: the value there with 'constant'; 0 by default.
///     origin: how far windows are shifted, on all axes or on each.
///     axes: the axes that windows have; all by default.
///     batch_memory: how many bytes the windows of one call may take.
/// Returns
///     An array of the dtype that the function gives.
/// Raises
///     ValueError: neither or both of `size` and `footprint`, numbers that do not go with the axes, another mode.
/// Example
///     >>> cuprumx.scipy.ndimage.vectorized_filter(cuprum.array([1., 5., 2., 8.]), cuprum.median, size=3)
///     array([1., 2., 5., 8.])
CUPRUM_SIGNATURE("input, function, *, size, footprint, output, mode, cval, origin, axes, batch_memory")
CUPRUM_PYTHON ndarray vectorized_filter(const ndarray& input, const WindowReduction& function,
                                        const VectorizedFilterOptions& options = {});

}  // namespace cuprum::scipy::ndimage
