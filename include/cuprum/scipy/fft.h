// What scipy.fft has beyond numpy.fft: transforms of half-given signals along several axes, Hankel transforms, lengths
// that are quick to transform. Cosine and sine transforms are in fft_real_transforms.h.
#pragma once

#include "cuprum/fft.h"
#include "cuprum/python.h"

namespace cuprum::scipy::fft {

// What both have, and NumPy's chapter documents.
using cuprum::fft::fftfreq, cuprum::fft::rfftfreq, cuprum::fft::fftshift, cuprum::fft::ifftshift;
using cuprum::fft::Norm;

// 16-bit floats are transformed as float32. An axis must not be named twice.

/// The discrete Fourier transform along one axis.
///
/// Parameters
///     x: the array, real or complex.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of length n along the axis. Number k is the sum of x[j] exp(-2 pi i j k / n).
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or a plan of another transform. AxisError: there is no such
///     axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.fft(cp.array([1., 0., 0., 0.]))
///     array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray fft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                          Norm norm = Norm::backward, bool overwrite_x = false);

/// The inverse of `fft` along one axis.
///
/// Parameters
///     x: the array, real or complex.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor).
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or a plan of another transform. AxisError: there is no such
///     axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ifft(cp.array([4., 0., 0., 0.]))
///     array([1.+0.j, 1.+0.j, 1.+0.j, 1.+0.j])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ifft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward, bool overwrite_x = false);

/// The discrete Fourier transform of real numbers along one axis: its first half, as the other is its mirror image.
///
/// Parameters
///     x: a real array.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of length n/2 + 1 along the axis.
/// Raises
///     TypeError: `x` is complex. ValueError: n is less than 1, an unknown `norm`, or a plan of another transform.
///     AxisError: there is no such axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.rfft(cp.array([1., 2., 3., 4.]))
///     array([10.+0.j, -2.+2.j, -2.+0.j])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray rfft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward);

/// The inverse of `rfft` along one axis.
///
/// Parameters
///     x: the first half of a transform. The imaginary part of its first number counts as 0, and that of the last where
///         n is even.
///     n: the length of the result; twice the axis's length less one if not given, which is right for even lengths
///         alone.
///     axis: the axis.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor).
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or a plan of another transform. AxisError: there is no such
///     axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.irfft(cp.array([10., -2. + 2j, -2.]))
///     array([1., 2., 3., 4.])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray irfft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                            Norm norm = Norm::backward);

/// The discrete Fourier transform, which is real, of a signal that is its own conjugate mirror image and of which half
/// is given.
///
/// Parameters
///     x: the first half of the signal.
///     n: the length of the result; twice the axis's length less one if not given, which is right for even lengths
///         alone.
///     axis: the axis.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n).
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of length n along the axis.
/// Raises
///     ValueError: n is less than 1, an unknown `norm`, or a plan of another transform. AxisError: there is no such
///     axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.hfft(cp.array([1., 2., 3.]))
///     array([ 8., -2.,  0., -2.])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray hfft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                           Norm norm = Norm::backward);

/// The inverse of `hfft` along one axis.
///
/// Parameters
///     x: a real array.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor).
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of length n/2 + 1 along the axis.
/// Raises
///     TypeError: `x` is complex. ValueError: n is less than 1, an unknown `norm`, or a plan of another transform.
///     AxisError: there is no such axis. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ihfft(cp.array([8., -2., 0., -2.]))
///     array([1.-0.j, 2.-0.j, 3.-0.j])
CUPRUM_SIGNATURE("x, n, axis, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ihfft(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1,
                            Norm norm = Norm::backward);

/// The discrete Fourier transform along several axes.
///
/// Parameters
///     x: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, there is no such axis or one is named twice, a length is
///     less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.fftn(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray fftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                           Norm norm = Norm::backward, bool overwrite_x = false);

/// `fftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; the last two if not given.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, there is no such axis or one is named twice, a length is
///     less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.fft2(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray fft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                  Norm norm = Norm::backward, bool overwrite_x = false) {
    return scipy::fft::fftn(x, s, axes, norm, overwrite_x);
}

/// The inverse of `fftn`.
///
/// Parameters
///     x: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, there is no such axis or one is named twice, a length is
///     less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ifftn(cp.array([[4., 0.], [0., 0.]]))
///     array([[1.+0.j, 1.+0.j],
///            [1.+0.j, 1.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON ndarray ifftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward, bool overwrite_x = false);

/// `ifftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: the array, real or complex.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; the last two if not given.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: whether the result may lie where `x` does.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array of lengths `s` along the axes. With no axes it is `x` itself.
/// Raises
///     ValueError: `s` and `axes` are of different lengths, there is no such axis or one is named twice, a length is
///     less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ifft2(cp.array([[4., 0.], [0., 0.]]))
///     array([[1.+0.j, 1.+0.j],
///            [1.+0.j, 1.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x, workers=None, *, plan=None")
CUPRUM_TRAITS("released, itself")
CUPRUM_PYTHON inline ndarray ifft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                   Norm norm = Norm::backward, bool overwrite_x = false) {
    return scipy::fft::ifftn(x, s, axes, norm, overwrite_x);
}

/// The discrete Fourier transform of real numbers along several axes: `rfft` along the last of them, `fft` along the
/// others.
///
/// Parameters
///     x: a real array.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     TypeError: `x` is complex. ValueError: there are no axes, `s` and `axes` are of different lengths, there is no
///     such axis or one is named twice, a length is less than 1, an unknown `norm`, or a plan of another transform.
///     NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.rfftn(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray rfftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward);

/// `rfftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: a real array.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; the last two if not given.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     TypeError: `x` is complex. ValueError: there are no axes, `s` and `axes` are of different lengths, there is no
///     such axis or one is named twice, a length is less than 1, an unknown `norm`, or a plan of another transform.
///     NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.rfft2(cp.ones((2, 2)))
///     array([[4.+0.j, 0.+0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON inline ndarray rfft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                   Norm norm = Norm::backward) {
    return scipy::fft::rfftn(x, s, axes, norm);
}

/// The inverse of `rfftn`: `ifft` along all axes but the last, then `irfft` along that one.
///
/// Parameters
///     x: half of a transform.
///     s: the lengths of the result, one an axis; the last is twice the axis's less one if not given.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     ValueError: there are no axes, `s` and `axes` are of different lengths, there is no such axis or one is named
///     twice, a length is less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number
///     of workers.
/// Example
///     >>> cuprumx.scipy.fft.irfftn(cp.array([[4., 0.], [0., 0.]]))
///     array([[1., 1.],
///            [1., 1.]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray irfftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                             Norm norm = Norm::backward);

/// `irfftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: half of a transform.
///     s: the lengths of the result, one an axis; the last is twice the axis's less one if not given.
///     axes: the axes; the last two if not given.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     ValueError: there are no axes, `s` and `axes` are of different lengths, there is no such axis or one is named
///     twice, a length is less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number
///     of workers.
/// Example
///     >>> cuprumx.scipy.fft.irfft2(cp.array([[4., 0.], [0., 0.]]))
///     array([[1., 1.],
///            [1., 1.]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON inline ndarray irfft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                    Norm norm = Norm::backward) {
    return scipy::fft::irfftn(x, s, axes, norm);
}

/// The discrete Fourier transform, which is real, along several axes of a signal of which half is given.
///
/// Parameters
///     x: the first half, along the last of the axes, of a signal that is its own conjugate mirror image.
///     s: the lengths of the result, one an axis; the last is twice the axis's less one if not given.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     ValueError: there are no axes, `s` and `axes` are of different lengths, there is no such axis or one is named
///     twice, a length is less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number
///     of workers.
/// Example
///     >>> cuprumx.scipy.fft.hfftn(cp.array([[4., 0.], [0., 0.]]))
///     array([[4., 4.],
///            [4., 4.]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray hfftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                            Norm norm = Norm::backward);

/// `hfftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: the first half, along the last of the axes, of a signal that is its own conjugate mirror image.
///     s: the lengths of the result, one an axis; the last is twice the axis's less one if not given.
///     axes: the axes; the last two if not given.
///     norm: "backward" (no factor), "ortho" (1/sqrt(n)) or "forward" (1/n), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A real array of lengths `s` along the axes.
/// Raises
///     ValueError: there are no axes, `s` and `axes` are of different lengths, there is no such axis or one is named
///     twice, a length is less than 1, an unknown `norm`, or a plan of another transform. NotImplementedError: a number
///     of workers.
/// Example
///     >>> cuprumx.scipy.fft.hfft2(cp.array([[4., 0.], [0., 0.]]))
///     array([[4., 4.],
///            [4., 4.]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON inline ndarray hfft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                   Norm norm = Norm::backward) {
    return scipy::fft::hfftn(x, s, axes, norm);
}

/// The inverse of `hfftn`.
///
/// Parameters
///     x: a real array.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; all if not given, or the last ones if `s` is.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     TypeError: `x` is complex. ValueError: there are no axes, `s` and `axes` are of different lengths, there is no
///     such axis or one is named twice, a length is less than 1, an unknown `norm`, or a plan of another transform.
///     NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ihfftn(cp.ones((2, 2)))
///     array([[1.-0.j, 0.-0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ihfftn(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {},
                             Norm norm = Norm::backward);

/// `ihfftn` along two axes, the last ones unless told.
///
/// Parameters
///     x: a real array.
///     s: the lengths to transform, one an axis; -1 is the axis's own.
///     axes: the axes; the last two if not given.
///     norm: "backward" (1/n), "ortho" (1/sqrt(n)) or "forward" (no factor), n being the product of the lengths.
///     overwrite_x: SciPy's permission to lose the contents of the array, which are kept.
///     workers: SciPy's largest number of threads. None and -1 are taken; other numbers are refused, as the library's
///         threads do the work, whose number CUPRUM_NUM_THREADS sets.
///     plan: a plan of `get_fft_plan` that was made for such an array.
/// Returns
///     A complex array whose length along the last of the axes is half of that in `s`, plus 1.
/// Raises
///     TypeError: `x` is complex. ValueError: there are no axes, `s` and `axes` are of different lengths, there is no
///     such axis or one is named twice, a length is less than 1, an unknown `norm`, or a plan of another transform.
///     NotImplementedError: a number of workers.
/// Example
///     >>> cuprumx.scipy.fft.ihfft2(cp.ones((2, 2)))
///     array([[1.-0.j, 0.-0.j],
///            [0.+0.j, 0.+0.j]])
CUPRUM_SIGNATURE("x, s, axes, norm, overwrite_x=false, workers=None, *, plan=None")
CUPRUM_TRAITS("released")
CUPRUM_PYTHON inline ndarray ihfft2(const ndarray& x, const std::optional<Dims>& s = {}, const Axes& axes = {-2, -1},
                                    Norm norm = Norm::backward) {
    return scipy::fft::ihfftn(x, s, axes, norm);
}

/// The discrete Fourier transform of real numbers along one axis as scipy.fftpack gives it: as real numbers.
///
/// Parameters
///     x: a real array.
///     n: the length to transform: the axis is cut off there, or filled up with zeros. Its own length if not given.
///     axis: the axis.
/// Returns
///     A real array of length n along the axis: Re y(0), Re y(1), Im y(1), Re y(2), ... of the transform y, without the
///     parts that are always 0.
/// Raises
///     TypeError: `x` is complex. ValueError: n is less than 1. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.fftpack.rfft(cp.array([1., 2., 3., 4.]))
///     array([10., -2.,  2., -2.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray rfft_packed(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1);

/// The inverse of `rfft_packed`.
///
/// Parameters
///     x: a real array: Re y(0), Re y(1), Im y(1), ...
///     n: the length of the result. The axis's own length if not given.
///     axis: the axis.
/// Returns
///     A real array of length n along the axis.
/// Raises
///     TypeError: `x` is complex. ValueError: n is less than 1. AxisError: there is no such axis.
/// Example
///     >>> cuprumx.scipy.fftpack.irfft(cp.array([10., -2., 2., -2.]))
///     array([1., 2., 3., 4.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray irfft_packed(const ndarray& x, std::optional<std::int64_t> n = {}, std::int64_t axis = -1);

/// The Hankel transform of samples that lie evenly on a logarithmic scale, by FFTLog (A. J. S. Hamilton, Monthly
/// Notices of the Royal Astronomical Society 312, 257, 2000).
///
/// Parameters
///     a: real samples along the last axis.
///     dln: the logarithmic distance of samples.
///     mu: the order of the transform.
///     offset: the offset of the logarithmic scale of the result; see `fhtoffset`.
///     bias: exponent of a power law by which the samples are weighted.
/// Returns
///     The transform, of the shape of `a`.
/// Raises
///     TypeError: `a` is complex. ValueError: `a` has no samples.
///     A transform that is singular with this bias is warned of.
/// Example
///     >>> cuprumx.scipy.fft.fht(cp.ones(4), 0.1, 0.5)
///     array([1., 1., 1., 1.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray fht(const ndarray& a, double dln, double mu, double offset = 0, double bias = 0);

/// The inverse of `fht`.
///
/// Parameters
///     A: real samples along the last axis.
///     dln: the logarithmic distance of samples.
///     mu: the order of the transform.
///     offset: the offset of the logarithmic scale.
///     bias: exponent of the power law.
/// Returns
///     The transform, of the shape of `A`.
/// Raises
///     TypeError: `A` is complex. ValueError: `A` has no samples.
/// Example
///     >>> cuprumx.scipy.fft.ifht(cuprumx.scipy.fft.fht(cp.ones(3), 0.1, 0.5), 0.1, 0.5)
///     array([1., 1., 1.])
CUPRUM_TRAITS("released")
CUPRUM_PYTHON ndarray ifht(const ndarray& A, double dln, double mu, double offset = 0, double bias = 0);

/// The offset nearest to a given one for which a Hankel transform rings least.
///
/// Parameters
///     dln: the logarithmic distance of samples.
///     mu: the order of the transform.
///     initial: the offset to start from.
///     bias: exponent of the power law.
/// Returns
///     The offset.
/// Example
///     >>> cuprumx.scipy.fft.fhtoffset(0.1, 2.0)
///     0.045458147767663354
CUPRUM_PYTHON double fhtoffset(double dln, double mu, double initial = 0, double bias = 0);

/// What is wrong with the Hankel transform of these parameters: 1 where it is singular, -1 where its inverse is, else
/// 0.
int fht_singularity(double mu, double bias);

/// The least length, not below `target`, that is quick to transform: a product of small primes.
///
/// Parameters
///     target: the length that is needed.
///     real: whether real numbers are transformed; else complex ones.
/// Returns
///     A product of 2, 3, 5, and for complex numbers 7 and 11.
/// Raises
///     ValueError: `target` is negative or too large.
/// Example
///     >>> cuprumx.scipy.fft.next_fast_len(13)
///     14
CUPRUM_PYTHON std::int64_t next_fast_len(std::int64_t target, bool real = false);

/// The greatest length, not above `target`, that is quick to transform: a product of small primes.
///
/// Parameters
///     target: the length at most.
///     real: whether real numbers are transformed; else complex ones.
/// Returns
///     A product of 2, 3, 5, and for complex numbers 7 and 11.
/// Raises
///     ValueError: `target` is negative.
/// Example
///     >>> cuprumx.scipy.fft.prev_fast_len(13)
///     12
CUPRUM_PYTHON std::int64_t prev_fast_len(std::int64_t target, bool real = false);

}  // namespace cuprum::scipy::fft
