// SciPy's B-splines of evenly spaced samples, and the symmetric filters that they come from.
#pragma once

#include <complex>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

/// A filter with one pole, applied forwards and backwards: `c0 / ((1 - z1 / z) (1 - z1 z))`. The signal continues by
/// its mirror image.
///
/// Parameters
///     signal: samples of one or two dimensions; lines lie along the last axis.
///     c0: the gain.
///     z1: the pole, of magnitude less than 1.
///     precision: from which power of the pole on nothing counts; SciPy's for the dtype if negative.
/// Returns
///     The filtered samples.
/// Raises
///     ValueError: a pole that is not within the unit circle, more dimensions, a signal shorter than the response.
/// Example
///     >>> cuprumx.scipy.signal.symiirorder1(cp.ones(50), 0.25, 0.5)[:2]
///     array([1., 1.])
CUPRUM_PYTHON ndarray symiirorder1(const ndarray& input, std::complex<double> c0, std::complex<double> z1,
                                   double precision = -1.0);

/// A filter with a pair of poles, `r exp(i omega)` and its conjugate, applied forwards and backwards, with a gain of 1
/// at rest. The signal continues by its mirror image.
///
/// Parameters
///     signal: samples of one or two dimensions; lines lie along the last axis.
///     r: the poles' magnitude, less than 1.
///     omega: their angle.
///     precision: from which value of the response on nothing counts; SciPy's for the dtype if negative.
/// Returns
///     The filtered samples.
/// Raises
///     ValueError: `r` not less than 1, more dimensions, a signal shorter than the response. TypeError: complex
///     samples.
/// Example
///     >>> cuprumx.scipy.signal.symiirorder2(cp.ones(60), 0.5, 1.0)[:2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray symiirorder2(const ndarray& input, double r, double omega, double precision = -1.0);

/// The coefficients of the cubic spline through samples, or near them.
///
/// Parameters
///     signal: samples, one dimension.
///     lamb: how much smoothness counts; none for a spline through the samples.
/// Returns
///     As many coefficients, float64. The signal continues by its mirror image.
/// Raises
///     ValueError: the signal has not one axis, or `lamb` is negative. IndexError: the signal is empty.
/// Example
///     >>> cuprumx.scipy.signal.cspline1d(cp.ones(99))[:2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray cspline1d(const ndarray& signal, double lamb = 0.0);

/// The coefficients of the quadratic spline through samples.
///
/// Parameters
///     signal: samples, one dimension.
///     lamb: must be zero.
/// Returns
///     As many coefficients, float64.
/// Raises
///     ValueError: a `lamb` other than zero.
/// Example
///     >>> cuprumx.scipy.signal.qspline1d(cp.ones(99))[:2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray qspline1d(const ndarray& signal, double lamb = 0.0);

/// The coefficients of the cubic spline through the pixels of an image, or near them.
///
/// Parameters
///     signal: image.
///     lamb: how much smoothness counts; none for a spline through the pixels.
///     precision: as of `symiirorder1`.
/// Returns
///     Coefficients of the same shape.
/// Raises
///     ValueError: an image too small for the filter.
/// Example
///     >>> cuprumx.scipy.signal.cspline2d(cp.ones((32, 32)))[0, :2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray cspline2d(const ndarray& signal, double lamb = 0.0, double precision = -1.0);

/// The coefficients of the quadratic spline through the pixels of an image.
///
/// Parameters
///     signal: image.
///     lamb: zero, or negative.
///     precision: as of `symiirorder1`.
/// Returns
///     Coefficients of the same shape.
/// Raises
///     ValueError: a positive `lamb`, or an image too small for the filter.
/// Example
///     >>> cuprumx.scipy.signal.qspline2d(cp.ones((32, 32)))[0, :2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray qspline2d(const ndarray& signal, double lamb = 0.0, double precision = -1.0);

/// Convolves the rows and the columns of an image with taps. The image continues by its mirror image.
///
/// Parameters
///     input: image.
///     hrow: taps for the rows, of odd number.
///     hcol: taps for the columns, of odd number.
/// Returns
///     An image of the same shape.
/// Raises
///     ValueError: even numbers of taps, or arrays of other numbers of dimensions. TypeError: taps that an image of
///     float32 cannot take.
/// Example
///     >>> cuprumx.scipy.signal.sepfir2d(cp.eye(2), cp.array([0., 2, 0]), cp.array([0., 1, 0]))
///     array([[2., 0.],
///            [0., 2.]])
CUPRUM_PYTHON ndarray sepfir2d(const ndarray& input, const ndarray& hrow, const ndarray& hcol);

/// Smooths an image by a cubic spline.
///
/// Parameters
///     Iin: image of float32 or float64.
///     lmbda: how much smoothness counts.
/// Returns
///     The smoothed image.
/// Raises
///     TypeError: another dtype.
/// Example
///     >>> cuprumx.scipy.signal.spline_filter(cp.ones((64, 64)))[0, :2].round(6)
///     array([1., 1.])
CUPRUM_PYTHON ndarray spline_filter(const ndarray& Iin, double lmbda = 5.0);

/// The bell that a B-spline of some order comes close to.
///
/// Parameters
///     x: places.
///     n: the order.
/// Returns
///     Values there.
/// Example
///     >>> cuprumx.scipy.signal.gauss_spline(cp.array([0.]), 3).round(3)
///     array([0.691])
CUPRUM_PYTHON ndarray gauss_spline(const ndarray& x, double n);

/// The values of a cubic spline.
///
/// Parameters
///     cj: its coefficients, as `cspline1d` gives them.
///     newx: where values are wanted.
///     dx: the distance of the samples.
///     x0: the place of the first one.
/// Returns
///     Values; beyond the samples those of the mirror image.
/// Raises
///     ValueError: there are no coefficients.
/// Example
///     >>> cuprumx.scipy.signal.cspline1d_eval(cp.ones(4), cp.array([0.5, 9.]))
///     array([1., 1.])
CUPRUM_PYTHON ndarray cspline1d_eval(const ndarray& cj, const ndarray& newx, double dx = 1.0, double x0 = 0);

/// The values of a quadratic spline.
///
/// Parameters
///     cj: its coefficients, as `qspline1d` gives them.
///     newx: where values are wanted.
///     dx: the distance of the samples.
///     x0: the place of the first one.
/// Returns
///     Values; beyond the samples those of the mirror image.
/// Raises
///     ValueError: there are no coefficients.
/// Example
///     >>> cuprumx.scipy.signal.qspline1d_eval(cp.ones(4), cp.array([0.5, 9.]))
///     array([1., 1.])
CUPRUM_PYTHON ndarray qspline1d_eval(const ndarray& cj, const ndarray& newx, double dx = 1.0, double x0 = 0);

}  // namespace cuprum::scipy::signal
