"""Calls of ufuncs, reductions, order statistics, histograms that once ended otherwise than in NumPy, each for its
kind. tests/fuzz found most of them."""

import itertools

import numpy as np
import pytest
from common import assert_same, assert_same_error, assert_same_strides
from reproducers import assert_all_same, at, nan, with_out

import cuprum as cp

SAME = {
    "bounds of the dtype that clip is asked for": [
        lambda xp: xp.clip(xp.arange(5), 1.5, 3, dtype=int, casting="unsafe"),
        lambda xp: xp.clip(xp.arange(5), 1, 3, dtype="f"),
        lambda xp: xp.arange(5).clip(1, 2.5, dtype="d"),
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
    "ldexp": [
        lambda xp: xp.ldexp(xp.array([True]), 2**31),
        lambda xp: xp.ldexp(True, -(2**40)),
        lambda xp: xp.ldexp(xp.array([1.5, -2], "f"), 40),
        lambda xp: xp.ldexp(xp.array([1.5, -2], "f"), xp.array(2**40)),
        lambda xp: xp.ldexp(xp.array([1, -2], "l"), 3),
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
    "NumPy's numbers have their dtype": [
        lambda xp: xp.isclose(xp.array(1.0, "f"), np.float32(0), atol=np.float64(0.9999999999999998)),
        lambda xp: xp.isclose(xp.array(1.0, "f"), xp.array(0.0, "f"), atol=0.9999999999999998),
        lambda xp: xp.array(xp.can_cast(np.float64(0), "i8")),
        lambda xp: xp.array(xp.can_cast(np.complex128(0), "F", "same_kind")),
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
    "partitions around no place": [
        lambda xp: xp.partition(xp.array([3, 1, 2]), xp.array([], "h")),
        lambda xp: xp.partition(xp.array([3, 1, 2]), np.array([], "l")),
        lambda xp: xp.sort(xp.argpartition(xp.array([3, 1, 2]), xp.array([], "h"))),
    ],
    "gradient: integers as coordinates": [
        lambda xp: xp.gradient(xp.array([0, 2, 4]), xp.array([3, 2, 1], "B")),
        lambda xp: xp.gradient(xp.array([-64, 0]), xp.array([-1, 127], "b")),
        lambda xp: xp.gradient(xp.array([0.0, 2, 5]), xp.array([5, 2, 1], "L")),
    ],
    "rounding integers": [
        lambda xp: xp.round(xp.array([12345, -150, 250, 55]), -1),
        lambda xp: xp.array([125, -115, 25], "i1").round(-2),
        lambda xp: xp.round(xp.array([125, 115, 25], "u1"), -5),
    ],
    "variances that are whole numbers": [
        lambda xp: xp.nanvar(xp.array([[[3] * 33, [1] * 33]] * 3, "u8"), out=xp.array(0, "u8")),
        lambda xp: xp.var(xp.array([3] * 99 + [1] * 99)),
    ],
    "averages of small integers": [
        lambda xp: xp.average(xp.array([100, 100, 100], "i1"), weights=xp.array([1, 2, 3], "i1")),
        lambda xp: xp.average(xp.array([100, 100, 100], "u1"), weights=xp.array([100, 200, 100], "u1")),
        lambda xp: xp.average(xp.array([[100, 90]] * 2, "i2"), axis=0, weights=xp.array([1, 2], "f4")),
    ],
    "degrees of freedom below nothing": [
        lambda xp: xp.nanvar(xp.array([1.0, 2.0]), ddof=3),
        lambda xp: xp.nanvar(xp.array([1.0, 2.0]), ddof=2),
        lambda xp: xp.std(xp.array([1.0, 2.0]), ddof=3),
    ],
    "dtypes computed in": [
        lambda xp: xp.add(xp.array([1.0001, 2049]), xp.array([1e-4, 1]), dtype="f2", casting="unsafe"),
        lambda xp: xp.multiply(xp.array([1.0001, 2049]), xp.array([3.3, 1]), dtype="f2", casting="unsafe"),
    ],
    "comparisons with what is no number": [
        lambda xp: xp.arange(3) != object(),
        lambda xp: xp.arange(3) == None,  # noqa: E711
        lambda xp: xp.arange(3) == "a",
    ],
    "no places": [
        lambda xp: xp.add.reduceat(xp.arange(3), []),
        lambda xp: xp.add.reduceat(xp.arange(3), xp.zeros(0, int)),
    ],
    "steps of an x with more axes": [
        lambda xp: xp.trapezoid(xp.arange(6.0).reshape(2, 3), xp.arange(12.0).reshape(2, 2, 3)),
    ],
}

ERRORS = {
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
    "powers that a dtype makes negative": [
        lambda xp: xp.power(xp.array(2, "I"), xp.array(2**32 - 1, "I"), dtype="b"),
        lambda xp: xp.power(xp.array([2, 3], "L"), xp.array([1, 2**63], "L"), dtype="l"),
        lambda xp: xp.power(xp.array(2, "h"), xp.array([3, 255], "h"), dtype="b"),
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
    "negative powers where a mask is true": [
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array([True, False])), "d", (2,)),
        with_out(lambda xp, b: xp.power(xp.array([1, 2]), -2, out=b, where=xp.array(True)), "d", (2,)),
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
    "others": [
        lambda xp: xp.add(xp.arange(3), 1.5, signature=(np.int64, None, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature=(np.int64, None)),
        lambda xp: xp.add(xp.arange(3), 1, signature="ii>i"),
        lambda xp: xp.add(xp.arange(3), 1, signature="ii->"),
        lambda xp: xp.clip(xp.arange(5), 2, 3, max=3),
        lambda xp: xp.partition(xp.array([3, 1, 2]), True),
        lambda xp: xp.partition(xp.array([3, 1, 2]), []),
        lambda xp: xp.gradient(xp.array([True])),
        lambda xp: xp.gradient(xp.array([True, False])),
    ],
    "single calls": [
        lambda xp: xp.mean(xp.array(1.0), axis=1),
        lambda xp: xp.array([1], "i1") + 300,
        lambda xp: xp.sum(xp.zeros(3), initial=1 + 2j),
        lambda xp: xp.clip(xp.array([1.5, 2.5]), 1, 2, dtype="i4"),
        lambda xp: xp.clip(xp.arange(5), 1.5, 3, dtype=int),
        lambda xp: xp.clip(xp.arange(5), 1, 3j, dtype="d"),
    ],
}


@pytest.mark.parametrize("kind", SAME)
def test_same(kind):
    assert_all_same(SAME[kind])


@pytest.mark.parametrize("kind", ERRORS)
def test_errors(kind):
    for call in ERRORS[kind]:
        assert_same_error(call)


def test_at_of_complex_numbers_goes_on_from_each_result():
    for name, values in [("square", ()), ("reciprocal", ()), ("multiply", ([1, 2, 3j, 4, 5],)), ("power", (2,))]:
        targets = []
        for xp in (np, cp):
            targets.append(xp.array([1 + 2j, 3, 2j]))
            getattr(xp, name).at(targets[-1], [0, 0, 2, 2, 2], *map(xp.asarray, values))
        assert_same(targets[1], targets[0], rtol=1e-14)


def test_layouts_of_conflicting_orders():
    for one, other in itertools.product("CF", "CF"):
        for shape in ((3, 2, 4), (1, 2, 4)):
            ours, theirs = (
                xp.add(xp.ones((2, 3, 4), order=one).transpose(1, 0, 2), xp.ones(shape, order=other)) for xp in (cp, np)
            )
            assert_same_strides(ours, theirs)
