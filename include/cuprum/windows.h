// Window functions.
#pragma once

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum {

/// The Bartlett window: a triangle that is zero at both ends.
///
/// Parameters
///     M: the number of points.
/// Returns
///     float64 (M,), with 1 in the middle where M is odd; [1.] for one point, nothing for none.
/// Raises
///     ValueError: a number of points that is NaN or too large.
/// Example
///     >>> cuprum.bartlett(5)
///     array([0. , 0.5, 1. , 0.5, 0. ])
CUPRUM_PYTHON ndarray bartlett(double M);

/// The Blackman window: 0.42 - 0.5 cos(2 pi n / (M - 1)) + 0.08 cos(4 pi n / (M - 1)).
///
/// Parameters
///     M: the number of points.
/// Returns
///     float64 (M,); [1.] for one point, nothing for none.
/// Raises
///     ValueError: a number of points that is NaN or too large.
/// Example
///     >>> cuprum.blackman(3).round(2)
///     array([-0.,  1., -0.])
CUPRUM_PYTHON ndarray blackman(double M);

/// The Hamming window: 0.54 - 0.46 cos(2 pi n / (M - 1)).
///
/// Parameters
///     M: the number of points.
/// Returns
///     float64 (M,); [1.] for one point, nothing for none.
/// Raises
///     ValueError: a number of points that is NaN or too large.
/// Example
///     >>> cuprum.hamming(3)
///     array([0.08, 1.  , 0.08])
CUPRUM_PYTHON ndarray hamming(double M);

/// The Hann window: 0.5 - 0.5 cos(2 pi n / (M - 1)).
///
/// Parameters
///     M: the number of points.
/// Returns
///     float64 (M,); [1.] for one point, nothing for none.
/// Raises
///     ValueError: a number of points that is NaN or too large.
/// Example
///     >>> cuprum.hanning(3)
///     array([0., 1., 0.])
CUPRUM_PYTHON ndarray hanning(double M);

/// The Kaiser window: i0(beta sqrt(1 - x^2)) / i0(beta) for x from -1 to 1, where i0 is the modified Bessel function.
///
/// Parameters
///     M: the number of points.
///     beta: how narrow it is; 0 is a rectangle, 8.6 much like the Blackman window.
/// Returns
///     float64 (M,); [1.] for one point, nothing for none.
/// Raises
///     ValueError: a number of points that is NaN or too large.
/// Example
///     >>> cuprum.kaiser(3, 0)
///     array([1., 1., 1.])
CUPRUM_PYTHON ndarray kaiser(double M, double beta);

}  // namespace cuprum
