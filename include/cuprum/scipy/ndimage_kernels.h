// Filters of ndimage whose function of a window or of a line is a kernel that a program writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cuprum/kernel.h"
#include "cuprum/python.h"
#include "cuprum/raw_kernel.h"
#include "cuprum/scipy/ndimage.h"

namespace cuprum::scipy::ndimage {

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
CUPRUM_PYTHON ndarray generic_filter1d(const ndarray& input, const RawKernel& function, std::int64_t filter_size,
                                       std::int64_t axis = -1, const Output& output = {},
                                       std::string_view mode = "reflect", const Scalar& cval = 0.0,
                                       std::int64_t origin = 0);

}  // namespace cuprum::scipy::ndimage
