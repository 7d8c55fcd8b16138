// Cosine and sine transforms of scipy.fft.
#pragma once

#include <cstdint>
#include <optional>

#include "cuprum/python.h"
#include "cuprum/scipy/fft.h"

namespace cuprum::scipy::fft {

/// A cosine transform along one axis: that of a signal that goes on as its own mirror image.
///
/// With n elements x[j] the types are, without a factor:
/// I: x[0] + (-1)^k x[n-1] + 2 sum x[j] cos(pi j k / (n-1)) over 0 < j < n-1;
/// II: 2 sum x[j] cos(pi k (2j+1) / (2n)); III: x[0] + 2 sum x[j] cos(pi j (2k+1) / (2n)) over j > 0;
/// IV: 2 sum x[j] cos(pi (2j+1) (2k+1) / (4n)).
///
/// Parameters
///     x: the array; real and imaginary parts of complex numbers are transformed each by itself.
///     type: 1, 2, 3 or 4.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(N)) or "forward" (1/N), where N is 2 n, and 2 (n-1) of type 1.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: whether the first and the last elements get weights that make the transform orthogonal but for a
///     factor; by default with the norm "ortho".
/// Returns
///     An array of length n along the axis, of the precision of `x`.
/// Raises
///     ValueError: n is less than 1, or 2 for type 1; an unknown type or `norm`. AxisError: there is no such axis.
///     NotImplementedError: a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.dct(cp.array([1., 1., 1., 1.]))
///     array([8., 0., 0., 0.])
CUPRUM_SIGNATURE("x, type, n, axis, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray dct(const ndarray& x, int type = 2, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                          Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// The inverse of `dct` along one axis.
///
/// Parameters
///     x: the array.
///     type: the type of the transform that is undone: 1, 2, 3 or 4.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/N), "ortho" (1/sqrt(N)) or "forward" (no factor), where N is 2 n, and 2 (n-1) of type 1.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dct`.
/// Returns
///     An array of length n along the axis, of the precision of `x`.
/// Raises
///     ValueError: n is less than 1, or 2 for type 1; an unknown type or `norm`. AxisError: there is no such axis.
///     NotImplementedError: a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.idct(cp.array([8., 0., 0., 0.]))
///     array([1., 1., 1., 1.])
CUPRUM_SIGNATURE("x, type, n, axis, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray idct(const ndarray& x, int type = 2, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// A sine transform along one axis: that of a signal that goes on as its own negative mirror image.
///
/// With n elements x[j] the types are, without a factor: I: 2 sum x[j] sin(pi (j+1) (k+1) / (n+1));
/// II: 2 sum x[j] sin(pi (k+1) (2j+1) / (2n)); III: (-1)^k x[n-1] + 2 sum x[j] sin(pi (2k+1) (j+1) / (2n)) over j <
/// n-1; IV: 2 sum x[j] sin(pi (2k+1) (2j+1) / (4n)).
///
/// Parameters
///     x: the array; real and imaginary parts of complex numbers are transformed each by itself.
///     type: 1, 2, 3 or 4.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(N)) or "forward" (1/N), where N is 2 n, and 2 (n+1) of type 1.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: whether the last element gets the weight that makes the transform orthogonal but for a factor; by
///     default with the norm "ortho".
/// Returns
///     An array of length n along the axis, of the precision of `x`.
/// Raises
///     ValueError: n is less than 1; an unknown type or `norm`. AxisError: there is no such axis. NotImplementedError:
///     a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.dst(cp.array([1., 0.]), type=4)
///     array([0.76536686, 1.84775907])
CUPRUM_SIGNATURE("x, type, n, axis, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray dst(const ndarray& x, int type = 2, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                          Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// The inverse of `dst` along one axis.
///
/// Parameters
///     x: the array.
///     type: the type of the transform that is undone: 1, 2, 3 or 4.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/N), "ortho" (1/sqrt(N)) or "forward" (no factor), where N is 2 n, and 2 (n+1) of type 1.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dst`.
/// Returns
///     An array of length n along the axis, of the precision of `x`.
/// Raises
///     ValueError: n is less than 1; an unknown type or `norm`. AxisError: there is no such axis. NotImplementedError:
///     a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.idst(cuprumx.scipy.fft.dst(cp.array([1., 2.])))
///     array([1., 2.])
CUPRUM_SIGNATURE("x, type, n, axis, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray idst(const ndarray& x, int type = 2, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// `dct` along several axes.
///
/// Parameters
///     x: the array.
///     type: 1, 2, 3 or 4.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward", "ortho" or "forward", as of `dct` along each axis.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dct`.
/// Returns
///     An array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     As `dct`; ValueError: `s` and `axes` are of different lengths, or an axis is named twice. NotImplementedError: a
///     number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.dctn(cp.ones((2, 2)))
///     array([[16.,  0.],
///            [ 0.,  0.]])
CUPRUM_SIGNATURE("x, type, s, axes, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray dctn(const ndarray& x, int type = 2, const std::optional<Dims>& s = {}, const Axes& axes = {},
                           Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// The inverse of `dctn`.
///
/// Parameters
///     x: the array.
///     type: the type of the transform that is undone: 1, 2, 3 or 4.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward", "ortho" or "forward", as of `idct` along each axis.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dct`.
/// Returns
///     An array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     As `idct`; ValueError: `s` and `axes` are of different lengths, or an axis is named twice. NotImplementedError:
///     a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.idctn(cp.array([[16., 0.], [0., 0.]]))
///     array([[1., 1.],
///            [1., 1.]])
CUPRUM_SIGNATURE("x, type, s, axes, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray idctn(const ndarray& x, int type = 2, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// `dst` along several axes.
///
/// Parameters
///     x: the array.
///     type: 1, 2, 3 or 4.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward", "ortho" or "forward", as of `dst` along each axis.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dst`.
/// Returns
///     An array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     As `dst`; ValueError: `s` and `axes` are of different lengths, or an axis is named twice. NotImplementedError: a
///     number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.dstn(cp.ones((1, 1)))
///     array([[4.]])
CUPRUM_SIGNATURE("x, type, s, axes, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray dstn(const ndarray& x, int type = 2, const std::optional<Dims>& s = {}, const Axes& axes = {},
                           Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

/// The inverse of `dstn`.
///
/// Parameters
///     x: the array.
///     type: the type of the transform that is undone: 1, 2, 3 or 4.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward", "ortho" or "forward", as of `idst` along each axis.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     orthogonalize: as of `dst`.
/// Returns
///     An array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     As `idst`; ValueError: `s` and `axes` are of different lengths, or an axis is named twice. NotImplementedError:
///     a number of `workers`, for which there is CUPRUM_NUM_THREADS.
/// Example
///     >>> cuprumx.scipy.fft.idstn(cp.array([[4.]]))
///     array([[1.]])
CUPRUM_SIGNATURE("x, type, s, axes, norm, overwrite_x=false, workers=None, orthogonalize")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray idstn(const ndarray& x, int type = 2, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward, std::optional<bool> orthogonalize = {});

}  // namespace cuprum::scipy::fft
