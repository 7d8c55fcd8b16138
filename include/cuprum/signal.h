// SciPy's signal processing: convolution and correlation over any number of axes.
#pragma once

#include <string_view>
#include <variant>

#include "cuprum/ndarray.h"

namespace cuprum::signal {

/// The convolution of two images, `out[y, x] = sum over j and i of in1[y - j, x - i] * in2[j, i]`.
///
/// Parameters
///     in1: array of two dimensions.
///     in2: array of two dimensions.
///     mode: "full" gives each place where the two overlap; "same" the middle of that, in the shape of `in1`; "valid" only where one
///         lies within the other completely.
///     boundary: what lies outside of `in1`: "fill" a value, "wrap" (or "circular") the image again, "symm" (or "symmetric") its mirror
///         image.
///     fillvalue: the value of "fill".
/// Returns
///     The convolution, of the dtype to which both promote. Integers wrap around; products of bools are `and`, their sums `or`.
/// Raises
///     ValueError: arrays that are not of two dimensions; another mode or boundary; with "valid", neither array at least as long as
///         the other on both axes.
/// Example
///     >>> cuprumx.scipy.signal.convolve2d(cuprum.ones((3, 3)), cuprum.ones((2, 2)), mode="valid")
///     array([[4., 4.],
///            [4., 4.]])
ndarray convolve2d(const ndarray& in1, const ndarray& in2, std::string_view mode = "full", std::string_view boundary = "fill",
                   const Scalar& fillvalue = 0);

/// The correlation of two images, `out[y, x] = sum over j and i of in1[y + j, x + i] * conj(in2[j, i])`.
///
/// Parameters
///     in1: array of two dimensions.
///     in2: array of two dimensions.
///     mode: "full", "same" or "valid", as of `convolve2d`.
///     boundary: "fill", "wrap" or "symm", as of `convolve2d`.
///     fillvalue: the value of "fill".
/// Returns
///     The correlation, of the dtype to which both promote.
/// Raises
///     ValueError: as `convolve2d`.
/// Example
///     >>> cuprumx.scipy.signal.correlate2d(cuprum.eye(3), cuprum.eye(2), mode="valid")
///     array([[2., 0.],
///            [0., 2.]])
ndarray correlate2d(const ndarray& in1, const ndarray& in2, std::string_view mode = "full", std::string_view boundary = "fill",
                    const Scalar& fillvalue = 0);

/// How far the second array is shifted for each element of a full, same or valid correlation.
///
/// Parameters
///     in1_len: the length of the first array.
///     in2_len: the length of the second one.
///     mode: "full", "same" or "valid".
/// Returns
///     int64.
/// Raises
///     ValueError: another mode.
/// Example
///     >>> cuprumx.scipy.signal.correlation_lags(3, 2)
///     array([-1,  0,  1,  2])
ndarray correlation_lags(std::int64_t in1_len, std::int64_t in2_len, std::string_view mode = "full");

}  // namespace cuprum::signal
