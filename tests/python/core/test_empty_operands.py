"""Engines with nothing to do: no segments, rows, bins, places or points. NumPy's and SciPy's results and errors."""

import warnings

import numpy as np
import pytest
import scipy
import scipy.interpolate
import scipy.ndimage
import scipy.signal
import scipy.sparse
import scipy.spatial
import scipy.stats

import cuprum as cp
import cuprumx
import cuprumx.scipy.interpolate
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.sparse
import cuprumx.scipy.spatial
import cuprumx.scipy.stats

# `none` has no integers, `nothing` no floats, `thin` no columns, `flat` no rows; `ones` is an array of four.
CALLS = """
xp.add.reduceat(ones, none)
xp.add.reduceat(thin, none, axis=1)
xp.add.reduceat(flat, [0], axis=0)
xp.add.reduceat(flat, none, axis=0)
xp.maximum.reduceat(ones, none)
xp.add.reduce(flat, axis=0)
xp.add.reduce(thin, axis=0)
xp.maximum.reduce(thin, axis=0)
xp.add.accumulate(nothing)
xp.cumsum(flat, axis=0)
xp.cumprod(thin, axis=1)
xp.bincount(none)
xp.bincount(none, minlength=3)
xp.bincount(none, nothing, 2)
xp.histogram(nothing, 3, (0., 1.))
xp.histogram(ones, xp.array([0.]))
xp.histogram(nothing, xp.array([0., 1.]))
xp.histogram2d(nothing, nothing, 2, [[0, 1], [0, 1]])
xp.histogramdd(flat, 2, [[0, 1]] * 3)
xp.digitize(nothing, ones)
xp.digitize(ones, nothing)
xp.searchsorted(nothing, ones)
xp.searchsorted(ones, nothing)
xp.take(ones, none)
xp.take(nothing, none)
xp.take(nothing, xp.array([0]))
xp.take(flat, none, axis=1)
ones[none]
thin[:, none]
flat[none]
flat[xp.array([0])]
xp.put_along_axis(flat.copy(), flat.astype('l'), 1., 0)
xp.take_along_axis(thin, thin.astype('l'), 1)
xp.sort(flat, axis=0)
xp.sort(thin, axis=1)
xp.argsort(thin, axis=1)
xp.partition(thin, 0, axis=1)
xp.partition(flat, 1, axis=1)
xp.lexsort((nothing, nothing))
xp.median(flat, axis=1)
xp.median(thin, axis=1)
xp.percentile(flat, 50, axis=1)
xp.percentile(flat, nothing, axis=1)
xp.percentile(ones, nothing)
xp.percentile(nothing, 50)
xp.quantile(thin, 0.5, axis=0)
xp.argmax(thin, axis=0)
xp.argmax(thin, axis=1)
xp.unique(nothing, return_counts=True)
xp.unique(flat, axis=0)
xp.unique(thin, axis=0)
xp.nonzero(flat)
xp.argwhere(thin)
xp.diff(nothing)
xp.convolve(ones, nothing)
xp.convolve(nothing, ones)
xp.correlate(nothing, ones)
xp.interp(nothing, ones, ones)
xp.interp(ones, nothing, nothing)
xp.trapezoid(nothing)
xp.gradient(nothing)
xp.dot(flat.T, flat)
xp.matmul(thin, thin.T)
xp.einsum('ij,ij->j', flat, flat)
xp.einsum('ij,ij->i', flat, flat)
xp.linalg.det(xp.zeros((0, 0)))
xp.linalg.inv(xp.zeros((3, 0, 0)))
xp.linalg.eigvalsh(xp.zeros((0, 4, 4)))
xp.linalg.solve(xp.zeros((0, 0)), xp.zeros((0, 2)))
xp.linalg.solve(xp.eye(3), xp.zeros((3, 0)))
xp.linalg.svd(flat, compute_uv=False)
xp.fft.fft(thin, axis=0)
xp.fft.fft(flat, axis=1)
xp.fft.fft(nothing)
xp.packbits(none.astype('B'))
xp.unpackbits(none.astype('B'))
xp.polyval(nothing, ones)
xp.polyfit(nothing, nothing, 1)
xp.cov(nothing)
xp.corrcoef(flat)
xp.average(nothing)
xp.isin(ones, nothing)
xp.intersect1d(nothing, ones)
xp.pad(nothing, 2)
xp.pad(flat, ((1, 1), (0, 0)), mode='edge')
xp.repeat(ones, xp.array([0, 0, 0, 0]) if xp is np else [0, 0, 0, 0])
xp.select([ones > 1], [ones])
xp.choose(none, [nothing, nothing])
xp.ravel_multi_index((none, none), (3, 4))
xp.unravel_index(none, (3, 4))
sp.ndimage.label(flat)
sp.ndimage.gaussian_filter(flat, 1.)
sp.ndimage.median_filter(nothing, 3)
sp.ndimage.map_coordinates(ones, xp.zeros((1, 0)))
sp.ndimage.distance_transform_edt(flat)
sp.ndimage.binary_dilation(flat > 0)
sp.signal.lfilter([1., 2.], [1., 0.5], nothing)
sp.signal.lfilter([1., 2.], [1., 0.5], flat, axis=1)
sp.signal.convolve(nothing, ones)
sp.signal.fftconvolve(nothing, ones)
sp.signal.find_peaks(nothing)[0]
sp.signal.peak_prominences(ones, none)
sp.signal.peak_widths(ones, none)
sp.signal.medfilt(nothing, 3)
sp.stats.rankdata(nothing)
sp.stats.zscore(nothing)
sp.stats.binned_statistic(nothing, nothing, 'sum', 3, [(0, 1)])
sp.stats.kendalltau(nothing, nothing)
sp.interpolate.BSpline(xp.arange(8.), xp.ones(4), 3)(nothing)
sp.interpolate.CubicSpline(xp.arange(4.), ones)(nothing)
sp.interpolate.PchipInterpolator(xp.arange(4.), xp.zeros((4, 0)))(ones)
sp.interpolate.RegularGridInterpolator((xp.arange(4.),), ones)(xp.zeros((0, 1)))
sp.interpolate.RBFInterpolator(xp.arange(4.)[:, None], ones)(xp.zeros((0, 1)))
sp.spatial.distance.cdist(flat, xp.ones((2, 3)))
sp.spatial.distance.pdist(xp.ones((1, 3)))
sp.spatial.KDTree(xp.ones((5, 2))).query(xp.zeros((0, 2)))
(sp.sparse.csr_matrix((0, 4)) @ ones)
(sp.sparse.csr_matrix((3, 0)) @ nothing)
(sp.sparse.csr_matrix((3, 4)) @ ones)
(sp.sparse.csr_matrix((0, 4)).T @ xp.zeros(0))
sp.sparse.csr_matrix((3, 0)).sum(axis=0)
sp.sparse.csr_matrix((3, 0)).sum(axis=1)
sp.sparse.csr_matrix((0, 4)).toarray()
sp.sparse.csr_matrix((3, 4)).tocsc().indptr
sp.sparse.csr_matrix((3, 4)).max(axis=0).toarray()
sp.sparse.csr_matrix((0, 4)).max(axis=1).toarray()
sp.sparse.coo_matrix((nothing, (none, none)), shape=(3, 4)).tocsr().indptr
(sp.sparse.csr_matrix((3, 4)) @ sp.sparse.csr_matrix((4, 0))).shape
sp.sparse.csr_matrix((3, 4))[none].shape
""".strip().splitlines()


def outcome(text, xp, library):
    names = {"xp": xp, "np": np, "sp": library, "none": xp.array([], "l"), "nothing": xp.zeros(0), "ones": xp.ones(4)}
    names |= {"thin": xp.zeros((3, 0)), "flat": xp.zeros((0, 3))}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = eval(text, names)
        except Exception as error:
            return type(error)
    return flattened(found)


def flattened(found):
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, (tuple, list)) and not isinstance(found, str):
        return [part for item in found for part in flattened(item)]
    return [np.asarray(found.get() if hasattr(found, "get") else found)]


@pytest.mark.parametrize("text", CALLS)
def test_nothing_to_do(text):
    expected, found = outcome(text, np, scipy), outcome(text, cp, cuprumx.scipy)
    if isinstance(expected, type) or isinstance(found, type):
        assert isinstance(expected, type) and isinstance(found, type) and issubclass(found, expected), (found, expected)
        return
    assert len(found) == len(expected)
    for a, e in zip(found, expected):
        if e.dtype.kind not in "OUS":
            assert a.shape == e.shape
            np.testing.assert_allclose(a, e)
