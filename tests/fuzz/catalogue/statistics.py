"""Averages, quantiles, histograms, correlations."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Equal, Near
from . import Spec


def _weights(d, a, kwargs):
    p = d.random()
    if p < 0.5:
        return d.like(a, d.code("bBlfd"))
    axis = kwargs.get("axis")
    if isinstance(axis, int) and -a.ndim <= axis < a.ndim:
        return d.made(d.code("bBlfd"), (a.shape[axis],), profile="small")
    return d.array("iuf")


def _average(d):
    a = d.array()
    kwargs = d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)
    if d.chance(0.7):
        kwargs["weights"] = _weights(d, a, kwargs)
    if d.chance(0.3):
        kwargs["returned"] = True
    return [a], kwargs


Spec("average", _average, Near(256, 2))
Spec(
    "median nanmedian",
    lambda d: ([a := d.array()], d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)),
    Near(8, 1),
)


def _quantile(percent):
    def draw(d):
        a = d.array("iuf")
        top = 100 if percent else 1
        q = (
            d.choice([0, 0.5, 0.25, 1, 0.9]) * top
            if d.chance(0.6)
            else [0.1 * top, 0.5 * top]
            if d.bool()
            else Array(Root(np.array([[0.0, 0.3 * top], [0.75 * top, 1.0 * top]])))
        )
        methods = [
            "linear",
            "lower",
            "higher",
            "midpoint",
            "nearest",
            "inverted_cdf",
            "weibull",
            "hazen",
            "median_unbiased",
        ]
        return [a, q], d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool) | (
            {"method": d.choice(methods)} if d.chance(0.4) else {}
        )

    return draw


Spec("quantile nanquantile", _quantile(False), Near(64, 1))
Spec("percentile nanpercentile", _quantile(True), Near(64, 1))
Spec(
    "bincount",
    lambda d: ([d.made(d.code("bBHilL"), ndim=1, profile="small")], d.some(minlength=lambda: d.integer(0, 8))),
    Equal(),
)


def _bincount(d):
    x = d.made(d.code("BHI"), ndim=1, profile="small")
    return [x, d.like(x, d.code("ldfB"))], {}


Spec("bincount", _bincount, Near(64, 1))


def _bins(d):
    p = d.random()
    return d.integer(1, 6) if p < 0.6 else [-2, 0, 1, 3] if p < 0.8 else Array(Root(np.array([-3.0, -1, 0, 2.5, 4])))


def _range(d):
    return d.choice([(-2, 3), (0, 1), (1, 1), (-4.5, 4.5)])


def _finite(d, shape=None, codes="bBilfd"):
    return d.made(d.choice(codes), shape, profile=d.choice(["small", "wide"]))


def _histogram(d):
    a = _finite(d)
    kwargs = d.some(bins=lambda: _bins(d), range=lambda: _range(d))
    if d.chance(0.2):
        kwargs["density"] = True
    if d.chance(0.2):
        kwargs["weights"] = d.made("d", a.shape, profile="small")
    return [a], kwargs


Spec("histogram", _histogram, Near(32))
Spec(
    "histogram_bin_edges", lambda d: ([_finite(d)], d.some(bins=lambda: _bins(d), range=lambda: _range(d))), Near(16, 1)
)


def _histogram2d(d):
    n = d.integer(0, 6)
    x, y = _finite(d, (n,), "hlefd"), _finite(d, (n,), "lefd")
    return [x, y], d.some(bins=lambda: d.integer(1, 4) if d.bool() else [d.integer(1, 3), [-2.0, 0, 1]]) | (
        {"density": True} if d.chance(0.2) else {}
    )


Spec("histogram2d", _histogram2d, Near(32))


def _histogramdd(d):
    sample = _finite(d, (d.integer(0, 6), d.integer(1, 3)), "lfd")
    return [sample], d.some(bins=lambda: d.integer(1, 3))


Spec("histogramdd", _histogramdd, Near(32))
Spec(
    "cov",
    lambda d: (
        [d.made(d.code("lfdFD"), ndim=d.choice([1, 2]), profile="small")],
        d.some(rowvar=d.bool, bias=d.bool, ddof=lambda: d.integer(0, 1)),
    ),
    Near(64, 2),
)
Spec("corrcoef", lambda d: ([d.made(d.code("lfdD"), ndim=2, profile="wide")], d.some(rowvar=d.bool)), Near(4096, 0))
Spec(
    "interp",
    lambda d: [d.array("iuf"), Array(Root(np.array([-2.0, 0, 1, 3]))), d.made(d.code("ldD"), (4,), profile="small")],
    Near(16, 1),
)
Spec(
    "correlate convolve",
    lambda d: ([d.array(ndim=1), d.array(ndim=1)], d.some(mode=lambda: d.choice(["full", "same", "valid"]))),
    Near(64, 2),
)
Spec("bartlett blackman hamming hanning", lambda d: [d.integer(-1, 12)], Near(16, 0))
Spec("kaiser", lambda d: [d.integer(-1, 12), d.choice([0, 2.5, 8])], Near(64, 0))
