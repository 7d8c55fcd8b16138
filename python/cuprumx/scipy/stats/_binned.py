"""Statistics of values in bins."""

import itertools as _itertools
import math as _math
import operator as _operator
from collections import namedtuple as _namedtuple

import cuprum as _cp
from cuprum import _core
from cuprum._placement import placed as _placed

_functions = _core._scipy_stats

BinnedStatisticResult = _namedtuple("BinnedStatisticResult", "statistic bin_edges binnumber")
BinnedStatistic2dResult = _namedtuple("BinnedStatistic2dResult", "statistic x_edge y_edge binnumber")
BinnedStatisticddResult = _namedtuple("BinnedStatisticddResult", "statistic bin_edges binnumber")


def _bins_of(bins, axes):
    """For each axis a number of bins, or their edges."""
    if hasattr(bins, "__index__") and not getattr(bins, "ndim", 0):
        return [_operator.index(bins)] * axes
    if getattr(bins, "ndim", 0) == 1:
        return [bins] if axes == 1 and len(bins) != 1 else bins.tolist() if bins.dtype.kind in "iu" else list(bins)
    return list(bins)


def _values_of(values, statistic, count):
    """Values as an array; those of "count" are not looked at, and may be None."""
    if values is None and statistic == "count":
        return _cp.zeros(count)
    return _cp.asarray(values)


_NAMED = ("mean", "std", "median", "sum", "min", "max")


def _binned(sample, values, statistic, bins, range):
    # Functions that have a name here need not be called for each bin.
    statistic = next((name for name in _NAMED if getattr(_cp, name) is statistic), statistic)
    bins = _bins_of(bins, sample.shape[1])
    ranges = [] if range is None else [(float(low), float(high)) for low, high in range]
    if not callable(statistic):
        return _functions.binned_statistic_dd(sample, values, statistic, bins, ranges)
    # A function of Python's sees the values of one bin at a time.
    _, edges, numbers = _functions.binned_statistic_dd(sample, values.real, "count", bins, ranges)
    shape = tuple(edge.size - 1 for edge in edges)

    def of_bin(row, place):
        inside = _cp.ones(row.shape, dtype=bool)
        for k, number in enumerate(place):
            inside &= numbers[k] == number + 1
        chosen = row[inside]
        try:
            return _cp.asarray(statistic(chosen)).reshape(())
        except Exception:
            if chosen.size:
                raise
            return _cp.asarray(_math.nan)  # of nothing many functions have no value

    rows = values if values.ndim > 1 else values[None]
    places = list(_itertools.product(*map(_builtin_range, shape)))
    found = _cp.stack([of_bin(row, place) for row in rows for place in places])
    result = found.astype(_cp.result_type(found.dtype, values.dtype, float)).reshape(len(rows), *shape)
    return (result if values.ndim > 1 else result[0]), edges, numbers


_builtin_range = range


@_placed
def binned_statistic(x, values, statistic: object = "mean", bins: object = 10, range=None):
    """A statistic of the values whose places lie in each bin.

    Parameters
        x: places, (N,).
        values: their values, (N,), or a list of several such; None for "count".
        statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
        bins: the number of bins, or their edges.
        range: the outer edges; the least and the largest place if None.
    Returns
        (statistic, bin_edges, binnumber).
    Raises
        ValueError: another statistic, lengths that do not fit, edges that do not rise.
    Example
        >>> stats.binned_statistic(cp.array([0., 1., 5.]), cp.array([1., 3., 7.]), bins=2).statistic
        array([2., 7.])
    """
    if (not hasattr(bins, "__index__") or getattr(bins, "ndim", 0)) and len(bins) != 1:
        bins = [_cp.asarray(bins)]  # one element is a number of bins
    if range is not None and len(range) == 2 and not hasattr(range[0], "__len__"):
        range = [range]
    values = _values_of(values, statistic, x.size)
    found, edges, numbers = _binned(x.reshape(-1, 1), values, statistic, bins, range)
    return BinnedStatisticResult(found, edges[0], numbers[0])


@_placed
def binned_statistic_2d(
    x, y, values, statistic: object = "mean", bins: object = 10, range=None, expand_binnumbers=False
):
    """A statistic of the values whose places lie in each bin of a grid in the plane.

    Parameters
        x, y: places, (N,) each.
        values: their values, (N,), or a list of several such; None for "count".
        statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
        bins: the number of bins along both axes, or edges for both, or one of these for each.
        range: the outer edges of each axis; the least and the largest place if None.
        expand_binnumbers: tell bins by a number for each axis.
    Returns
        (statistic, x_edge, y_edge, binnumber).
    Raises
        ValueError: as `binned_statistic`.
    Example
        >>> x = cp.array([0., 1.])
        >>> stats.binned_statistic_2d(x, x, x + 3, "sum", bins=2).statistic
        array([[3., 0.],
               [0., 4.]])
    """
    if hasattr(bins, "__len__") and len(bins) not in (1, 2):
        bins = [_cp.asarray(bins, dtype=float)] * 2
    found, (x_edge, y_edge), numbers = binned_statistic_dd([x, y], values, statistic, bins, range, expand_binnumbers)
    return BinnedStatistic2dResult(found, x_edge, y_edge, numbers)


@_placed
def binned_statistic_dd(
    sample,
    values,
    statistic: object = "mean",
    bins: object = 10,
    range=None,
    expand_binnumbers=False,
    binned_statistic_result=None,
):
    """A statistic of the values whose places lie in each bin of a grid.

    Parameters
        sample: places, (N, D), or a list of D arrays (N,).
        values: their values, (N,), or a list of several such; None for "count".
        statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
        bins: the number of bins, or one or the edges for each axis.
        range: the outer edges of each axis; the least and the largest place if None.
        expand_binnumbers: tell bins by a number for each axis.
        binned_statistic_result: an earlier result, whose edges are taken.
    Returns
        (statistic, bin_edges, binnumber).
    Raises
        ValueError: as `binned_statistic`.
    Example
        >>> stats.binned_statistic_dd(cp.array([[0., 0.], [1., 1.]]), cp.array([3., 4.]), "sum", bins=2).statistic
        array([[3., 0.],
               [0., 4.]])
    """
    if isinstance(sample, (list, tuple)):
        sample = _cp.stack([_cp.asarray(x) for x in sample], axis=1)
    values = _values_of(values, statistic, len(sample))
    if sample.ndim == 1:
        sample = sample.reshape(-1, 1)
    if binned_statistic_result is not None:
        bins, range = list(binned_statistic_result.bin_edges), None
    found, edges, numbers = _binned(sample, values, statistic, bins, range)
    if not expand_binnumbers:
        flat = numbers[0]
        for k, edge in enumerate(edges[1:], 1):
            flat = flat * (edge.size + 1) + numbers[k]
        numbers = flat
    elif len(edges) == 1:
        numbers = numbers[0]
    return BinnedStatisticddResult(found, list(edges), numbers)
