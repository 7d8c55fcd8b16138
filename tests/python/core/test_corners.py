"""Single calls that random ones beside NumPy (tests/fuzz) found to end otherwise; each stands for its kind."""

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.ndimage
import cuprumx.scipy.signal
import cuprumx.scipy.sparse
import cuprumx.scipy.spatial
from common import assert_same, assert_same_error


def at(name, a, key, *values):
    def call(xp):
        target = xp.array(a)
        getattr(xp, name).at(target, key, *values)
        return target

    return call


def with_out(function, dtype, shape=()):
    return lambda xp: function(xp, xp.zeros(shape, dtype))


nan = float("nan")


def assigned(shape, key, value):
    def call(xp):
        target = xp.ones(shape)
        target[tuple(xp.array(k) for k in key)] = value(xp)
        return target

    return call


def along_axis(shape, places, values):
    def call(xp):
        target = xp.ones(shape)
        xp.put_along_axis(target, xp.zeros(places, int), xp.zeros(values), 0)
        return target

    return call


def put_along(xp, shape, places, values):
    target = xp.ones(shape)
    xp.put_along_axis(target, xp.array(places), xp.array(values), 0)
    return target


SAME = {
    "nothing is taken from nothing": [
        lambda xp: xp.take(xp.zeros((0, 1)), xp.array([7]), axis=1),
        lambda xp: xp.take(xp.zeros((0, 0)), xp.array(0), axis=1),
        lambda xp: xp.take(xp.zeros((0, 0)), xp.array([7, -1]), axis=0, mode="clip"),
        lambda xp: xp.take(xp.zeros((1, 0, 0)), xp.array(0), axis=1, mode="clip"),
        lambda xp: xp.compress(xp.array([False, True]), xp.zeros((0, 1), "L"), axis=-1),
        lambda xp: xp.choose(xp.array(4), [xp.array(1, "L"), xp.zeros(0, "l")]),
        lambda xp: xp.choose(xp.array([4, 5]), [xp.array(1), xp.zeros((0, 1), "l")]),
    ],
    "lines of which there are none": [
        lambda xp: xp.take_along_axis(xp.zeros((1, 0)), xp.array([[1]]), 0),
        lambda xp: xp.take_along_axis(xp.zeros((0, 0)), xp.array([[-7]]), 0),
        lambda xp: put_along(xp, (1, 0), [[1]], [[1.0]]),
        lambda xp: put_along(xp, (0, 0), [[1], [5]], 2.0),
    ],
    "masks of no element": [
        assigned((1, 1), (np.zeros((1, 0), bool),), lambda xp: xp.zeros((1, 1))),
        assigned((2, 3), (np.zeros((0, 0), bool),), lambda xp: xp.zeros((0, 0))),
        assigned((0, 1), (np.zeros((0, 0), bool),), lambda xp: xp.zeros((1, 1, 1))),
        assigned((1,), (np.zeros(0, bool),), lambda xp: xp.zeros((1, 1))),
    ],
    "negative powers where a mask is false": [
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array(False)), "d", (2,)),
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array([False, False])), "l", (2,)),
        with_out(lambda xp, b: xp.power(True, -2, out=b, where=xp.array(False)), "D", ()),
    ],
    "edges of the range's dtype": [
        lambda xp: xp.histogram(xp.array([0.1, 0.5], "f"), 3, (np.float64(0), np.float64(1)))[1],
        lambda xp: xp.histogram(xp.array([0.1, 0.5], "f"), 3, (0.0, 1))[1],
        lambda xp: xp.histogram(xp.array([0.1, 0.5], "e"), 3, (np.float32(0), 1))[1],
        lambda xp: xp.histogram(xp.array([1, 5]), 3, (np.float32(0), np.float32(1)))[1],
        lambda xp: xp.histogram(xp.array([1, 5], "b"), 3, (np.float32(0), np.float32(1)))[1],
        lambda xp: xp.histogram(xp.array([1.0], "e"), 1, xp.array([1.0000001, 2], "f"))[0],
        lambda xp: xp.histogram(xp.array([2, 2], "f"), 3, (np.float64(2), np.float64(2)))[1],
        lambda xp: xp.histogram_bin_edges(xp.array([0.1, 0.5], "f"), 3, (np.int64(0), np.int64(1))),
        lambda xp: xp.histogramdd(xp.ones((3, 2), "f"), 3, [(np.float32(0), np.float32(2)), (0, 2)])[1][0],
        lambda xp: xp.histogramdd(xp.ones((3, 2), "f"), 3, [(np.float32(0), np.float32(2)), (0, 2)])[1][1],
        lambda xp: xp.histogramdd(xp.ones((3, 2), "f"), 3)[1][1],
    ],
    "results are arrays": [
        lambda xp: xp.add(xp.array(1), 2, out=...),
        lambda xp: xp.divmod(xp.ones(2), 2, out=...)[1],
        lambda xp: xp.matmul(xp.ones((2, 2)), xp.ones((2, 2)), out=...),
        lambda xp: xp.ix_(range(0))[0],
    ],
    "rolled beyond 64 bits": [
        lambda xp: xp.roll(xp.arange(5), 2**63),
        lambda xp: xp.roll(xp.arange(5), -(2**63) - 4),
        lambda xp: xp.roll(xp.arange(0), 2**70),
        lambda xp: xp.roll(xp.arange(6).reshape(2, 3), (2**70 + 1, 2**62), axis=(0, 1)),
        lambda xp: xp.roll(xp.arange(6).reshape(2, 3), 2**70 + 1),
        lambda xp: xp.roll(xp.arange(5), (2**63 - 1, 2**63 - 1)),
        lambda xp: xp.roll(xp.arange(5), (2**63 - 1, 2**63 - 1), axis=(0, 0)),
    ],
    "nothing is put into nothing": [
        assigned((2, 0), ([0], np.zeros(0, bool)), lambda xp: xp.zeros((2, 0))),
        assigned((2, 3), ([0], np.zeros(0, int)), lambda xp: xp.zeros((2, 0))),
        assigned((2, 3), (np.zeros(0, int),), lambda xp: xp.zeros((2, 0, 3))),
        assigned((2, 3), (np.zeros((2, 0), int),), lambda xp: xp.zeros((3, 1, 0, 1))),
        lambda xp: xp.insert(xp.zeros(0), slice(None), xp.zeros((2, 0))),
        lambda xp: xp.insert(xp.zeros(3), slice(0, 0), xp.zeros((2, 0))),
        along_axis((3,), (0,), (2, 0)),
        along_axis((3, 2), (0, 2), (5, 0, 2)),
    ],
    "numbers and lists are masks, whatever their types": [
        lambda xp: xp.sum(xp.arange(3.0) + 1, where=[1, 0, 2]),
        lambda xp: xp.sum(xp.arange(6.0).reshape(2, 3), axis=0, where=[[0.5], [0]]),
        lambda xp: xp.max(xp.arange(3.0), initial=-1, where=0),
        lambda xp: xp.any(xp.arange(3.0), where=[-1, 0, nan]),
        lambda xp: xp.mean(xp.arange(3.0), where=(1, 0, 1)),
        lambda xp: xp.add(xp.arange(3), 5, out=xp.zeros(3, int), where=[1, 0, -1]),
        lambda xp: xp.negative(xp.arange(3), out=xp.zeros(3, int), where=0),
        lambda xp: xp.add.reduce(xp.arange(6.0).reshape(2, 3), axis=1, where=[0, 1, 1]),
    ],
    "an ellipsis asks for an array": [
        lambda xp: xp.add.reduce(xp.arange(3.0), out=...),
        lambda xp: xp.add.accumulate(xp.arange(3.0), out=...),
        lambda xp: xp.multiply.reduceat(xp.arange(3.0), [0, 1], out=...),
        lambda xp: xp.nanmax(xp.arange(6.0).reshape(2, 3), axis=0, out=...),
        lambda xp: xp.nanmin(xp.arange(3.0), out=...),
    ],
    "NaN in the part that a dtype leaves out": [
        lambda xp: xp.nansum(xp.array([complex(2.5, nan), 3 + 4j]), dtype="d"),
        lambda xp: xp.nansum(xp.array([[complex(2.5, nan), 3 + 4j], [1, 2j]], "F"), axis=1, dtype="f"),
        lambda xp: xp.nanprod(xp.array([complex(2.5, nan), 3 + 4j, -2]), dtype="d"),
        lambda xp: xp.nanmean(xp.array([complex(2.5, nan), 3 + 4j, complex(nan, 1), -2]), dtype="d"),
    ],
    "a dtype of magnitudes": [
        lambda xp: xp.absolute(xp.array([3 + 4j, -6 + 8j], "F"), dtype="d"),
        lambda xp: xp.absolute(xp.array([3 + 4j, -6 + 8j]), dtype="d"),
        lambda xp: xp.absolute(xp.array([-3, 4], "b"), dtype="d"),
    ],
    "places of nothing": [
        lambda xp: xp.delete(xp.arange(5), []),
        lambda xp: xp.delete(xp.arange(5), [[]]),
        lambda xp: xp.insert(xp.arange(5), [], 3),
        lambda xp: xp.insert(xp.arange(5), (), []),
    ],
    "variances in integers": [
        lambda xp: xp.var(xp.array([1, 1, 3]), dtype="l"),
        lambda xp: xp.nanvar(xp.array([1, 1, 3], "L"), dtype="l"),
        lambda xp: xp.nanvar(xp.array([[1, 1, 3], [7, 4, 9]], "L"), axis=1, dtype="i"),
        lambda xp: xp.nanstd(xp.array([1, 1, 3], "i"), ddof=1),
        lambda xp: xp.var(xp.array(1.0, "e"), axis=-1, dtype="l", where=xp.array(True)),
        lambda xp: xp.array(1, "B").var(axis=-1, dtype="l", where=xp.array(True)),
    ],
    "an initial NaN is no element": [
        lambda xp: xp.nanmin(xp.array([1.0, 2.0]), initial=nan, where=xp.array([True, False])),
        lambda xp: xp.nanmax(xp.array(1 + 2j), initial=nan, where=xp.array(True)),
        lambda xp: xp.nanmax(xp.array([[1.0, nan], [nan, 2]]), initial=nan, axis=1, where=xp.array([True, False])),
        lambda xp: xp.nanmin(xp.zeros((2, 0)), initial=nan, axis=1),
    ],
    "an initial value wraps where the output is unsigned": [
        with_out(lambda xp, out: xp.amin(xp.array([3, 5]), initial=-2, out=out), "L"),
        with_out(lambda xp, out: xp.sum(xp.array([3, 3], "b"), initial=-2, out=out), "B"),
        with_out(lambda xp, out: xp.prod(xp.zeros((1, 0), int), axis=0, initial=nan, out=out), "L", (0,)),
    ],
    "to be true is no matter of casts": [
        lambda xp: xp.logical_or(xp.array(0.0), xp.array(True), dtype="?", casting="no"),
        lambda xp: xp.logical_and(xp.array(2.0), xp.array(1j), dtype="?", casting="no"),
        lambda xp: xp.less(-3, xp.array(1, "I"), casting="no"),
    ],
    "pad: unsigned numbers wrap": [
        lambda xp: xp.pad(xp.zeros(1, "B"), 1, constant_values=-1),
        lambda xp: xp.pad(xp.zeros(1, "H"), 1, constant_values=2**31 - 1),
        lambda xp: xp.pad(xp.zeros((1, 1), "b"), 1, constant_values=(-128, 127)),
    ],
    "ldexp": [
        lambda xp: xp.ldexp(xp.array([True]), 2**31),
        lambda xp: xp.ldexp(True, -(2**40)),
        lambda xp: xp.ldexp(xp.array([1.5, -2], "f"), 40),
        lambda xp: xp.ldexp(xp.array([1.5, -2], "f"), xp.array(2**40)),
        lambda xp: xp.ldexp(xp.array([1, -2], "l"), 3),
    ],
    "pinv of nothing": [
        lambda xp: xp.linalg.pinv(xp.zeros((0, 1), "e")),
        lambda xp: xp.linalg.pinv(xp.zeros((3, 2, 0), "d")),
    ],
    "at: literals are arrays of 64 bits": [
        at("maximum", np.array([1, 1, 1], "u8"), [0, 0, 1], -3),
        at("add", np.array([1, 1], "u1"), [0, 0], 300),
        at("add", np.array([1, 1], "f4"), [0, 0], 0.1),
        at("add", np.array([1, 2], "i4"), [0, 0], 1),
        at("minimum", np.array([1, 2], "i4"), [0, 0], -1),
        at("logical_and", np.array([1, 1], "u4"), [1, 1], -1),
    ],
    "outer: likewise": [
        lambda xp: xp.divide.outer(xp.ones(2, "f4"), 1.0),
        lambda xp: xp.power.outer(2, xp.ones(2, "f4")),
        lambda xp: xp.add.outer(xp.ones(2, "i1"), 1),
    ],
    "methods take a loop that has no other dtype": [
        lambda xp: xp.add.reduce(xp.ones(3, "i1"), dtype="i1"),
        lambda xp: xp.maximum.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.logical_and.reduce(xp.ones(3), dtype="?"),
    ],
    "half results are rounded before they are cast": [
        with_out(lambda xp, out: xp.sinh(True, out=out), "F"),
        with_out(lambda xp, out: xp.sqrt(xp.arange(7, dtype="i1"), out=out), "d", (7,)),
        with_out(lambda xp, out: xp.sqrt(xp.arange(7, dtype="u1"), out=out, where=xp.arange(7) > 2), "f", (7,)),
    ],
    "axes of arrays without axes": [
        lambda xp: xp.array(1.0).squeeze(0),
        lambda xp: xp.array(1.0).squeeze(axis=-1),
        lambda xp: xp.mean(xp.array(1.0), axis=0, where=xp.array(True)),
    ],
    "outputs may be wider": [
        with_out(lambda xp, out: xp.mean(xp.array([1, 0], "i1"), dtype="l", out=out), "d"),
        with_out(lambda xp, out: xp.max(xp.array([1, 0], "i1"), initial=1.5, out=out), "d"),
    ],
    "the sums of no numbers": [
        lambda xp: xp.bincount(xp.zeros(0, int), xp.ones(2)),
        lambda xp: xp.gradient(xp.array([1.0, 4.0, 9.0])),
    ],
    "an initial NaN counts where there is nothing else": [
        lambda xp: xp.nanmin(xp.array([1 + 2j, 3]), initial=complex(nan, 0)),
        lambda xp: xp.nanmax(xp.array([1 + 2j, complex(nan, 1)]), initial=complex(1, nan)),
        lambda xp: xp.nanmin(xp.zeros(0, "D"), initial=complex(1, nan)),
        lambda xp: xp.nanmin(xp.array([[nan, 1], [nan, nan]]), axis=1, initial=nan),
        lambda xp: xp.nanmax(xp.array([True, False]), initial=nan),
        with_out(lambda xp, out: xp.nanmax(xp.array([True, False]), initial=nan, out=out), "D"),
        with_out(lambda xp, out: xp.nanmin(xp.array([3, 1], "b"), initial=nan, out=out), "f"),
        with_out(lambda xp, out: xp.max(xp.array([3, 1], "b"), initial=nan, out=out), "f"),
    ],
    "outputs of means of integers": [
        with_out(lambda xp, out: xp.mean(xp.array([0, 1]), dtype="l", out=out), "d"),
        with_out(lambda xp, out: xp.mean(xp.array([[1.5, 0], [2.9, 7]]), axis=1, dtype="l", out=out), "d", 2),
        with_out(lambda xp, out: xp.mean(xp.array([1.5, -2.5, 2]), dtype="b", out=out), "f"),
        with_out(lambda xp, out: xp.mean(xp.array([[0, 1], [1, 4]], "h"), axis=0, dtype="i", out=out), "f", 2),
    ],
    "unique of rows": [
        lambda xp: xp.unique(xp.array([nan, 0.0, -0.0, 1, nan, -0.0]), axis=0),
        lambda xp: xp.unique(xp.array([nan, 1, nan, 1]), axis=-1, return_counts=True)[1],
        lambda xp: xp.unique(xp.array([nan, 1, nan, 1]), axis=0, equal_nan=False),
        lambda xp: xp.unique(xp.array([[-0.0, 1], [0.0, 1], [2, 1], [-0.0, 1]]), axis=0),
        lambda xp: xp.unique(xp.array([[-0.0, 1], [0.0, 1], [2, 1]]), axis=0, return_inverse=True)[1],
    ],
    "quantiles of whole shares lie between elements with some methods": [
        (lambda method: lambda xp: xp.quantile(xp.array([10, 11, 13]), [0, 1], method=method))(method)
        for method in ("hazen", "weibull", "linear", "median_unbiased", "midpoint", "interpolated_inverted_cdf")
    ],
    "quantiles of nothing": [
        lambda xp: xp.nanquantile(xp.zeros((0, 3)), 0.5, axis=0, weights=xp.zeros((0, 3)), method="inverted_cdf"),
        lambda xp: xp.nanquantile(xp.zeros(0, int), 0.5, weights=xp.zeros(0), method="inverted_cdf"),
        lambda xp: xp.nanpercentile(xp.zeros((0, 3)), [5, 3], weights=xp.zeros((0, 3)), method="inverted_cdf"),
        lambda xp: xp.nanquantile(xp.zeros((3, 0)), [], axis=1, weights=xp.zeros(0), method="inverted_cdf"),
        lambda xp: xp.quantile(xp.zeros((0, 3), int), xp.array([]), axis=0),
    ],
    "what skips NaN goes to any output": [
        with_out(lambda xp, out: xp.nanquantile(xp.array([1.5, 2.25]), 0.5, out=out), "i"),
        with_out(lambda xp, out: xp.nanpercentile(xp.array([[1.5, 2.25]]), 50, axis=0, out=out), "b", 2),
    ],
    "shares of float32 are divided as such": [
        lambda xp: xp.percentile(xp.arange(5.0), np.float32(30.000002)),
        lambda xp: xp.percentile(xp.arange(5.0), xp.array([30.000002, 7], "f")),
        lambda xp: xp.nanpercentile(xp.arange(5.0, dtype="f"), 30.000002),
    ],
    "between zeros a half stays": [
        (lambda dtype: lambda xp: xp.nextafter(xp.array([-0.0, 0.0], dtype), xp.array([0.0, -0.0], dtype)))(dtype)
        for dtype in "efd"
    ],
    "pad: ramps wrap": [
        (lambda dtype, end: lambda xp: xp.pad(xp.array([1, 2, 3], dtype), (3, 2), "linear_ramp", end_values=end))(*p)
        for p in [("I", -2), ("L", -2), ("L", -70000.5), ("I", 2**32 - 1), ("L", 2**40), ("B", -2.5), ("h", 70000)]
    ],
    "NumPy's numbers have their dtype": [
        lambda xp: xp.isclose(xp.array(1.0, "f"), np.float32(0), atol=np.float64(0.9999999999999998)),
        lambda xp: xp.isclose(xp.array(1.0, "f"), xp.array(0.0, "f"), atol=0.9999999999999998),
        lambda xp: xp.array(xp.can_cast(np.float64(0), "i8")),
        lambda xp: xp.array(xp.can_cast(np.complex128(0), "F", "same_kind")),
    ],
    "ranges are sequences": [
        lambda xp: xp.sum(xp.asarray(range(5))),
        lambda xp: xp.concatenate([range(3), range(2)]),
        lambda xp: xp.take(xp.arange(5), range(2)),
        lambda xp: xp.arange(5)[range(3, 0, -1)],
        lambda xp: xp.ix_(range(3), range(2))[0],
        lambda xp: xp.einsum(xp.ones((2, 3)), range(2), xp.ones((3, 2)), range(1, 3)),
    ],
    "signatures may leave types open": [
        lambda xp: xp.add(xp.arange(3), 1, signature=(np.int64, None, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature=(None, None, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature=(np.float32, None, None), casting="unsafe"),
        lambda xp: xp.add(xp.arange(3), 1, signature=(None, None, np.float64)),
        lambda xp: xp.add(xp.arange(3), 1, signature=(np.float64, None, np.float64)),
        lambda xp: xp.less(xp.arange(3), 1, signature=(np.float64, None, None)),
        lambda xp: xp.add(xp.arange(3), 1, out=...),
    ],
    "axes that are kept are the last": [
        lambda xp: xp.vecdot(xp.arange(27.0).reshape(3, 3, 3), xp.ones((3, 1, 3)), axes=[0, 2], keepdims=True),
        lambda xp: xp.vecdot(xp.arange(12.0).reshape(2, 2, 3), xp.ones((2, 2, 3)), axis=0, keepdims=True),
        lambda xp: xp.vecdot(xp.ones((2, 2, 3)), xp.ones((2, 2, 3)), axes=[1, 1, 0], keepdims=True),
    ],
    "places in nothing": [
        lambda xp: xp.ravel_multi_index(xp.zeros((3, 0), int), (2, 1, 0)),
        lambda xp: xp.ravel_multi_index((xp.array(-1), xp.zeros((0, 1), int)), (3, 0)),
    ],
    "partitions around no place": [
        lambda xp: xp.partition(xp.array([3, 1, 2]), xp.array([], "h")),
        lambda xp: xp.partition(xp.array([3, 1, 2]), np.array([], "l")),
        lambda xp: xp.sort(xp.argpartition(xp.array([3, 1, 2]), xp.array([], "h"))),
    ],
    "functions along an axis of no length": [
        lambda xp: xp.apply_along_axis(xp.sum, 0, xp.zeros((0, 3))),
        lambda xp: xp.apply_along_axis(lambda line: xp.stack([line, line]), 0, xp.arange(6).reshape(2, 3)),
    ],
    "gradient: integers as coordinates": [
        lambda xp: xp.gradient(xp.array([0, 2, 4]), xp.array([3, 2, 1], "B")),
        lambda xp: xp.gradient(xp.array([-64, 0]), xp.array([-1, 127], "b")),
        lambda xp: xp.gradient(xp.array([0.0, 2, 5]), xp.array([5, 2, 1], "L")),
    ],
    "insert": [
        lambda xp: xp.insert(xp.zeros(3, "i1"), 1, 100),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], [1.9, -1.9]),
        lambda xp: xp.insert(xp.zeros(3, "i1"), 0, xp.array([300])),
    ],
}

ERRORS = {
    "take and choose from something": [
        lambda xp: xp.take(xp.zeros((0, 3)), xp.array([1]), axis=0),
        lambda xp: xp.take(xp.zeros(0), xp.array([0])),
        lambda xp: xp.insert(xp.zeros(3), slice(0, 0), xp.zeros((2, 3))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((2, 1))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((2, 0, 3))),
        lambda xp: xp.zeros((2, 3)).__setitem__(([0], xp.zeros(0, int)), xp.zeros((0, 1))),
        lambda xp: xp.zeros((2, 3)).__setitem__(xp.zeros((2, 3), bool), xp.zeros((2, 0))),
    ],
    "Python integers have to fit": [
        lambda xp: xp.pad(xp.zeros(1, "b"), 2, constant_values=2**31),
        lambda xp: xp.pad(xp.zeros((2, 2), "h"), 1, constant_values=[(2**15, 1)]),
        lambda xp: xp.fill_diagonal(xp.zeros((1, 0), "I"), -2),
        lambda xp: xp.fill_diagonal(xp.zeros((0, 0), "B"), -2.5),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 0), "l"), nan),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 3), "B"), 300.5),
        lambda xp: xp.fill_diagonal(xp.zeros((3, 3), "B"), [1, -2]),
        lambda xp: xp.less(300, xp.array(1, "b"), signature="bb->?"),
        lambda xp: xp.equal(xp.array(1, "B"), -1, signature=("B", "B", "?")),
        lambda xp: xp.ldexp(xp.array(1, "f"), 2**40),
        lambda xp: xp.bitwise_or(-2, xp.array(1), dtype="L"),
        lambda xp: xp.lcm(xp.array(1, "L"), -2, dtype="B", casting="safe"),
        lambda xp: xp.sum(xp.array([3], "L"), initial=-2, out=xp.zeros((), "L")),
    ],
    "outputs of comparisons with such integers": [
        lambda xp: xp.less(-3, xp.array(1, "I"), out=xp.zeros((), "F"), casting="no"),
        lambda xp: xp.less(300, xp.array(1, "b"), out=xp.zeros((), "l"), casting="equiv"),
        lambda xp: xp.logical_and(xp.array(2.0), xp.array(1j), signature="dd->?", casting="no"),
    ],
    "no loop takes these operands safely": [
        lambda xp: xp.ldexp(xp.ones(2), 1, dtype="f"),
        lambda xp: xp.ldexp(xp.ones(2, "f"), xp.array(3), dtype="e"),
        lambda xp: xp.ldexp(xp.ones(2, "i"), xp.array(3, "i"), dtype="f"),
        lambda xp: xp.absolute(xp.ones(2, "D"), dtype="f"),
        lambda xp: xp.multiply(xp.ones(2, "D"), 2, dtype="d"),
    ],
    "both bounds are given, if only as None": [
        lambda xp: xp.clip(xp.arange(5), 2),
        lambda xp: xp.clip(xp.arange(5), a_max=2),
        lambda xp: xp.clip(xp.arange(5), a_min=2, min=1),
    ],
    "totals and extremes take no ellipsis": [
        lambda xp: xp.sum(xp.arange(3.0), out=...),
        lambda xp: xp.max(xp.arange(3.0), out=...),
    ],
    "places are no floats": [
        lambda xp: xp.delete(xp.arange(5), xp.zeros(0)),
        lambda xp: xp.delete(xp.arange(5), np.zeros(0)),
        lambda xp: xp.insert(xp.arange(5), xp.zeros(0), 3),
    ],
    "powers that a dtype makes negative": [
        lambda xp: xp.power(xp.array(2, "I"), xp.array(2**32 - 1, "I"), dtype="b"),
        lambda xp: xp.power(xp.array([2, 3], "L"), xp.array([1, 2**63], "L"), dtype="l"),
        lambda xp: xp.power(xp.array(2, "h"), xp.array([3, 255], "h"), dtype="b"),
    ],
    "nothing goes along an axis all the same": [
        lambda xp: along_axis((3,), (0,), (2, 1))(xp),
        lambda xp: along_axis((3, 2), (0, 2), (5, 1, 2))(xp),
    ],
    "ranges without a step": [
        lambda xp: xp.arange(np.float64(3), 0, 0),
        lambda xp: xp.arange(3, 0, np.int64(0)),
        lambda xp: xp.arange(3, 0, 0),
        lambda xp: xp.arange(3.0, 0, 0),
    ],
    "split": [
        lambda xp: xp.split(xp.array(1), 0),
        lambda xp: xp.split(xp.array([1]), 0),
        lambda xp: xp.split(xp.array([1]), 0, axis=1),
    ],
    "insert: numbers have to fit": [
        lambda xp: xp.insert(xp.zeros(3, "u4"), 0, -1),
        lambda xp: xp.insert(xp.zeros(3, "i1"), [0, 1], 300),
        lambda xp: xp.insert(xp.zeros(0, "u4"), 0, [-1]),
        lambda xp: xp.zeros(0, "u1").fill(-1),
    ],
    "methods have no loop of this dtype": [
        lambda xp: xp.hypot.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.divide.reduce(xp.ones(3, int), dtype="l"),
        lambda xp: xp.logical_or.reduce(xp.ones(3), dtype="D"),
        lambda xp: xp.equal.accumulate(xp.ones(3), dtype="l"),
        lambda xp: xp.frexp(xp.ones(3), dtype="f"),
    ],
    "quantiles and extremes of nothing": [
        lambda xp: xp.ptp(xp.zeros(0, bool)),
        lambda xp: xp.quantile(xp.zeros(0, bool), 0.5),
        lambda xp: xp.quantile(xp.array(True), 0.5, axis=0),
        lambda xp: xp.quantile(xp.zeros(0, bool), xp.array([])),
        lambda xp: xp.median(xp.zeros((0, 3)), axis=()),
        lambda xp: xp.median(xp.zeros((0, 3, 2)), axis=(1, 2)),
        lambda xp: xp.percentile(xp.zeros((0, 3)), []),
        lambda xp: xp.quantile(xp.zeros((3, 0), int), [], axis=1, weights=xp.zeros(0), method="inverted_cdf"),
    ],
    "deviations from a mean that is known, for outputs of integers": [
        with_out(lambda xp, out: xp.std(xp.arange(4.0), mean=xp.array(1.5), out=out), "i"),
        with_out(lambda xp, out: xp.nanstd(xp.arange(4), mean=xp.array(1.5), out=out), "i"),
        with_out(lambda xp, out: xp.nanvar(xp.arange(4.0), mean=xp.array(1.5), out=out), "i"),
        lambda xp: xp.nanvar(xp.arange(4.0), mean=xp.array(1.5), dtype="i"),
    ],
    "an index out of bounds beside an empty one": [
        lambda xp: xp.zeros((0, 1))[xp.zeros(0, bool), xp.array(1)],
        lambda xp: xp.zeros((3, 3))[xp.array(5), xp.zeros(0, int)],
        lambda xp: xp.zeros((0, 1)).__setitem__((xp.zeros(0, bool), xp.array(1)), 0),
        lambda xp: xp.logical_and.at(xp.zeros((1, 0)), (xp.array(1), xp.zeros(0, bool)), 0),
    ],
    "masks are not cut to fit": [
        lambda xp: xp.copyto(xp.zeros(()), 1, where=xp.array([True])),
        lambda xp: xp.copyto(xp.zeros(2), 1, where=xp.ones((1, 2), bool)),
        lambda xp: xp.array(1.0).__setitem__(xp.array(True), xp.ones((1, 1))),
        lambda xp: xp.ones((2, 2)).__setitem__(xp.ones((2, 2), bool), xp.ones((1, 4))),
        lambda xp: xp.ones((1, 0)).__setitem__(xp.ones((1, 0), bool), xp.ones((1, 0))),
        lambda xp: xp.ones((1, 1)).__setitem__(xp.ones((1, 0), bool), xp.ones((2, 2))),
    ],
    "negative powers where a mask is true": [
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array([True, False])), "d", (2,)),
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array(True)), "d", (2,)),
    ],
    "widths of pad": [
        lambda xp: xp.pad(xp.ones(3), "word"),
        lambda xp: xp.pad(xp.ones(3), True),
        lambda xp: xp.pad(xp.ones((2, 2)), [[1, 2], [3]]),
        lambda xp: xp.pad(xp.ones(3), 0, "maximum", stat_length=0),
        lambda xp: xp.pad(xp.ones(3), 0, "mean", stat_length=-1),
    ],
    "signatures and outputs": [
        lambda xp: xp.add(xp.ones(2), 1, signature="d"),
        lambda xp: xp.add(xp.ones(2), 1, signature=("d",)),
        lambda xp: xp.add(xp.ones(2), 1, signature=(None,)),
        lambda xp: xp.add(xp.ones(2), 1, signature="dd->d", dtype="d"),
        lambda xp: xp.add(xp.ones(2), 1, signature="dd->d", sig="dd->d"),
        lambda xp: xp.add(xp.ones(2), 1, ...),
        lambda xp: xp.negative(xp.ones(2), out=(...,)),
        lambda xp: xp.divmod(xp.ones(2), 2, out=(xp.ones(2), ...)),
    ],
    "places that are none": [
        lambda xp: xp.unravel_index(xp.array([0]), ()),
        lambda xp: xp.arange(5).flat[None],
        lambda xp: xp.arange(5).flat.__setitem__(None, 1),
        lambda xp: xp.insert(xp.arange(3), 1.0, 5),
        lambda xp: xp.insert(xp.arange(3), "a", 5),
        lambda xp: xp.insert(xp.arange(3), xp.array([1.0]), 5),
        lambda xp: xp.insert(xp.arange(3), xp.array([1.0, 2.0]), 5),
        lambda xp: xp.delete(xp.arange(3), None),
        lambda xp: xp.digitize(xp.array([1]), xp.array([1j, 2])),
    ],
    "others": [
        lambda xp: xp.trim_zeros(xp.array([0, 1]), ""),
        lambda xp: xp.add(xp.arange(3), 1.5, signature=(np.int64, None, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature=(np.int64, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature="ii>i"),
        lambda xp: xp.add(xp.arange(3), 1, signature="ii->"),
        lambda xp: xp.ravel_multi_index(xp.array([[0], [0]]), (2, 0), mode="clip"),
        lambda xp: xp.clip(xp.arange(5), 2, 3, max=3),
        lambda xp: xp.partition(xp.array([3, 1, 2]), True),
        lambda xp: xp.partition(xp.array([3, 1, 2]), []),
        lambda xp: xp.apply_along_axis(xp.sum, 2, xp.zeros((2, 3))),
        lambda xp: xp.can_cast(0.0, "i8"),
        lambda xp: xp.delete(xp.arange(5), True),
        lambda xp: xp.mgrid[(slice(1, 0),)],
        lambda xp: xp.mgrid[0:3, 5:0],
        lambda xp: xp.tril(xp.array(1)),
        lambda xp: xp.gradient(xp.array([True])),
        lambda xp: xp.gradient(xp.array([True, False])),
        lambda xp: xp.array(1.0).squeeze(1),
    ],
}


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    for call in SAME[kind]:
        expected = call(np)
        assert_same(call(cp), np.asarray(expected))


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    if cp.backend() == "cuda" and kind == "an index out of bounds beside an empty one":
        return  # a GPU does not check indices unless it is asked to
    for call in ERRORS[kind]:
        assert_same_error(call)


def test_where_refuses_integers_that_do_not_fit():
    """As NumPy does from 2.5 on."""
    for x, y in [(300, cp.ones(2, "b")), (cp.ones(2, "I"), -3), (2**70, cp.array(1))]:
        with pytest.raises(OverflowError):
            cp.where(cp.array([True, False]), x, y)
    assert cp.where(cp.array(False), 300, cp.ones(2, "d")).tolist() == [1, 1]
    assert cp.where(cp.array(True), -128, cp.ones(1, "b")).dtype == cp.int8


def test_fft_of_times():
    for dtype in ("M8[ns]", "m8[s]"):
        for xp in (np, cp):
            with pytest.raises(TypeError):
                xp.fft.fft(xp.zeros(3, dtype))


def test_min_scalar_type():
    inf = float("inf")
    values = [complex(inf, 0), complex(1, nan), complex(1e300, 1), 1 + 1j, 1e39, nan, inf, 65504.0, np.complex64(nan)]
    values += [np.float32(inf), True, -1, 300, 2**40, -(2**63), 2**63]
    for value in values:
        assert cp.min_scalar_type(value) == np.min_scalar_type(value), value


def test_at_of_complex_numbers_goes_on_from_each_result():
    for name, values in [("square", ()), ("reciprocal", ()), ("multiply", ([1, 2, 3j, 4, 5],)), ("power", (2,))]:
        targets = []
        for xp in (np, cp):
            targets.append(xp.array([1 + 2j, 3, 2j]))
            getattr(xp, name).at(targets[-1], [0, 0, 2, 2, 2], *map(xp.asarray, values))
        assert_same(targets[1], targets[0], rtol=1e-14)


def test_names_of_cupys_parameters():
    """Which NumPy's and SciPy's functions call otherwise, or have not."""
    matrix = cp.array([[1.0, 2], [0, 1]])
    assert_same(cp.linalg.matrix_power(M=matrix, n=3), np.linalg.matrix_power(matrix.get(), 3))
    assert cp.linalg.matrix_rank(M=matrix) == 2
    assert_same(cp.linalg.matrix_transpose(a=matrix), matrix.get().T)
    with pytest.raises(TypeError):
        cp.linalg.matrix_power(a=matrix, M=matrix, n=3)
    image = np.array([0, 1, 1, 0, 1.0])
    expected = np.array([0, 1, 1, 0, 1.0])
    distances = cuprumx.scipy.ndimage.distance_transform_edt
    assert_same(distances(image=cp.array(image), block_params=(1, 1, 2)), expected)
    assert_same(distances(cp.array(image), float64_distances=False), expected.astype("f"))
    found, places = distances(cp.array(image), return_indices=True, float64_distances=False)
    assert_same(found, expected.astype("f"))
    assert places.dtype == cp.int32
    target = cp.zeros(5)
    assert distances(cp.array(image), distances=target, float64_distances=False) is None
    assert_same(target, expected)
    for wrong in ({}, {"input": cp.array(image), "image": cp.array(image)}):
        with pytest.raises(TypeError, match="one image"):
            distances(**wrong)
    places = cuprumx.scipy.ndimage.value_indices(cp.array([[7, 3], [3, 3]]), adaptive_index_dtype=True)
    assert_same(places[3][1], np.array([1, 0, 1], "i1"))
    plain = cuprumx.scipy.ndimage.affine_transform(cp.array(image), cp.array([0.5]), order=1)
    assert_same(
        cuprumx.scipy.ndimage.affine_transform(cp.array(image), cp.array([0.5]), order=1, texture_memory=True),
        plain.get(),
    )
    p, q = cp.array([1.0, 0]), cp.array([0.5, 0.5])
    distance = cuprumx.scipy.spatial.distance
    assert_same(distance.jensenshannon(u=p, v=q), distance.jensenshannon(p, q).get())
    target = cp.zeros((1, 1))
    assert distance.cdist(matrix[:1], matrix[1:], "cityblock", target) is target
    taps = cp.array([1.0, 2, 3, 2, 1])
    phase = cuprumx.scipy.signal.minimum_phase
    assert_same(phase(taps, "homomorphic", 64, False), phase(taps, n_fft=64, half=False).get())
    sparse = cuprumx.scipy.sparse.csr_matrix(matrix)
    assert sparse.astype("d", False) is sparse
    assert sparse.astype("f", False).dtype == cp.float32
