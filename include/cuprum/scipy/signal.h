// SciPy's signal processing: convolution and correlation over any number of axes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

/// The convolution of two images, `out[y, x] = sum over j and i of in1[y - j, x - i] * in2[j, i]`.
///
/// Parameters
///     in1: array of two dimensions.
///     in2: array of two dimensions.
///     mode: "full" gives each place where the two overlap; "same" the middle of that, in the shape of `in1`; "valid"
///     only where one lies within the other completely.
///     boundary: what lies outside of `in1`: "fill" a value, "wrap" (or "circular") the image again, "symm" (or
///     "symmetric") its mirror image.
///     fillvalue: the value of "fill".
/// Returns
///     The convolution, of the dtype to which both promote. Integers wrap around; products of bools are `and`, their
///     sums `or`.
/// Raises
///     ValueError: arrays that are not of two dimensions; another mode or boundary; with "valid", neither array at
///     least as long as the other on both axes.
/// Example
///     >>> cuprumx.scipy.signal.convolve2d(cuprum.ones((3, 3)), cuprum.ones((2, 2)), mode="valid")
///     array([[4., 4.],
///            [4., 4.]])
CUPRUM_PYTHON ndarray convolve2d(const ndarray& in1, const ndarray& in2,
                                 CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                                 CUPRUM_WORDS("fill", "wrap", "symm") std::string_view boundary = "fill",
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
CUPRUM_PYTHON ndarray correlate2d(const ndarray& in1, const ndarray& in2,
                                  CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                                  CUPRUM_WORDS("fill", "wrap", "symm") std::string_view boundary = "fill",
                                  const Scalar& fillvalue = 0);

/// The convolution of two arrays of any number of dimensions.
///
/// Parameters
///     in1: array.
///     in2: array with as many axes.
///     mode: "full" gives each place where the two overlap; "same" the middle of that, in the shape of `in1`; "valid"
///     only where one lies within the other completely.
///     method: "direct" sums up products; "fft" multiplies Fourier transforms; "auto" takes the one that is quicker
///     here and keeps integers exact.
/// Returns
///     The convolution, of the dtype to which both promote.
/// Raises
///     ValueError: different numbers of axes, an empty array, another mode or method; with "valid", neither array at
///     least as long as the other on all axes.
/// Example
///     >>> cuprumx.scipy.signal.convolve(cuprum.array([1, 2, 3]), cuprum.array([1, 1]))
///     array([1, 3, 5, 3])
CUPRUM_PYTHON ndarray convolve(const ndarray& in1, const ndarray& in2,
                               CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                               CUPRUM_WORDS("auto", "direct", "fft") std::string_view method = "auto");

/// The correlation of two arrays of any number of dimensions, with the conjugate of the second one.
///
/// Parameters
///     in1: array.
///     in2: array with as many axes.
///     mode: "full", "same" or "valid", as of `convolve`.
///     method: "auto", "direct" or "fft", as of `convolve`.
/// Returns
///     The correlation, of the dtype to which both promote.
/// Raises
///     ValueError: as `convolve`.
/// Example
///     >>> cuprumx.scipy.signal.correlate(cuprum.array([1, 2, 3]), cuprum.array([0, 1]), mode="same")
///     array([1, 2, 3])
CUPRUM_PYTHON ndarray correlate(const ndarray& in1, const ndarray& in2,
                                CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                                CUPRUM_WORDS("auto", "direct", "fft") std::string_view method = "auto");

/// The convolution of two arrays as a product of Fourier transforms.
///
/// Parameters
///     in1: array.
///     in2: array with as many axes.
///     mode: "full", "same" or "valid", as of `convolve`.
///     axes: the axes to convolve over; all if not given. Others are broadcast.
/// Returns
///     The convolution, in float32 or float64, or complex numbers of these.
/// Raises
///     ValueError: different numbers of axes, another mode, axes that there are not or that are given twice, lengths
///     that do not broadcast;
///         with "valid", neither array at least as long as the other on all of the axes.
/// Example
///     >>> cuprumx.scipy.signal.fftconvolve(cuprum.array([1., 2, 3]), cuprum.array([1., 1])).round(3)
///     array([1., 3., 5., 3.])
CUPRUM_PYTHON ndarray fftconvolve(const ndarray& in1, const ndarray& in2,
                                  CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                                  const Axes& axes = {});

/// The convolution of a long array and a short one as products of Fourier transforms of blocks, which need be little
/// longer than the short one.
///
/// Parameters
///     in1: array.
///     in2: array with as many axes.
///     mode: "full", "same" or "valid", as of `convolve`.
///     axes: the axes to convolve over; all if not given. Others are broadcast.
/// Returns
///     The convolution, in float32 or float64, or complex numbers of these.
/// Raises
///     ValueError: as `fftconvolve`.
/// Example
///     >>> cuprumx.scipy.signal.oaconvolve(cuprum.ones(1000), cuprum.array([1., 1])).shape
///     (1001,)
CUPRUM_PYTHON ndarray oaconvolve(const ndarray& in1, const ndarray& in2,
                                 CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full",
                                 const Axes& axes = {});

/// The method that SciPy would choose for a convolution. `convolve` itself chooses by what was measured of its own
/// methods.
///
/// Parameters
///     in1: array.
///     in2: array with as many axes.
///     mode: "full", "same" or "valid", as of `convolve`.
/// Returns
///     "fft" or "direct".
/// Raises
///     NotImplementedError: different numbers of axes.
///     ValueError: another mode.
/// Example
///     >>> cuprumx.scipy.signal.choose_conv_method(cuprum.ones(100000), cuprum.ones(100000))
///     'fft'
CUPRUM_PYTHON const char* choose_conv_method(const ndarray& in1, const ndarray& in2,
                                             CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full");

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
CUPRUM_PYTHON ndarray correlation_lags(std::int64_t in1_len, std::int64_t in2_len,
                                       CUPRUM_WORDS("full", "same", "valid") std::string_view mode = "full");

}  // namespace cuprum::scipy::signal
