"""Reductions and scans with all their keywords."""

import numpy as np

from ..compare import Equal, Near
from . import Spec


def _keywords(d, a, dtype=True, initial=True, where=True):
    kwargs = d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)
    if dtype and d.chance(0.15):
        kwargs["dtype"] = d.code("ldFDf")
    if initial and d.chance(0.15):
        kwargs["initial"] = d.scalar("if")
    if where and d.chance(0.15):
        kwargs["where"] = d.mask(a)
    if d.chance(0.1):
        shape = _reduced(a, kwargs)
        if shape is not None:
            kwargs["out"] = d.target(shape, d.code("dD") if d.chance(0.8) else None)
    return kwargs


def _reduced(a, kwargs):
    try:
        return a.both[0].any(axis=kwargs.get("axis"), keepdims=kwargs.get("keepdims", False)).shape
    except (ValueError, TypeError):
        return None


def _draw(**which):
    def draw(d):
        a = d.array()
        return [a], _keywords(d, a, **which)

    return draw


Spec("sum ndarray.sum nansum", _draw(), Near(64, 1), writes=("out",))


def _product(d):
    a = d.made(d.choice(d.dtypes), profile="signs")
    return [a], _keywords(d, a)


Spec("prod ndarray.prod nanprod", _product, Near(256), writes=("out",))
Spec("max min amax amin ndarray.max ndarray.min nanmax nanmin", _draw(dtype=False), Equal(), writes=("out",))
Spec("all any ndarray.all ndarray.any", _draw(dtype=False, initial=False), Equal(), writes=("out",))
Spec("mean ndarray.mean nanmean", _draw(initial=False), Near(64, 1), writes=("out",))
Spec("ptp", lambda d: ([a := d.array()], d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)), Equal())


def _spread(d):
    a = d.array()
    kwargs = _keywords(d, a, initial=False)
    if a.dtype.kind == "c" and np.dtype(kwargs.get("dtype", "D")).kind != "c":
        del kwargs["dtype"]  # NumPy takes the real mean from complex numbers
    if d.chance(0.3):
        kwargs["ddof"] = d.choice([0, 1, 2, 0.5])
    return [a], kwargs


Spec("var ndarray.var nanvar", _spread, Near(64, 2), writes=("out",))


def _spread_small(d):
    args, kwargs = _spread(d)
    args[0] = d.made(args[0].dtype.char, args[0].shape, profile="small")
    return args, kwargs


Spec("std ndarray.std nanstd", _spread_small, Near(64, 1), writes=("out",))
Spec(
    "argmax argmin ndarray.argmax ndarray.argmin nanargmax nanargmin",
    lambda d: ([a := d.array()], d.some(axis=lambda: d.axis(a), keepdims=d.bool)),
    Equal(),
)


def _scan(d):
    a = d.array()
    kwargs = d.some(axis=lambda: d.axis(a) if d.chance(0.9) else None)
    if d.chance(0.2):
        kwargs["dtype"] = d.code("ldFD")
    return [a], kwargs


Spec("cumsum ndarray.cumsum nancumsum", _scan, Near(64, 1))
Spec(
    "cumprod ndarray.cumprod nancumprod",
    lambda d: ([a := d.made(d.choice(d.dtypes), profile="signs")], d.some(axis=lambda: d.axis(a))),
    Near(256),
)
Spec(
    "cumulative_sum",
    lambda d: ([a := d.array(least=1)], d.some(axis=lambda: d.axis(a), include_initial=d.bool)),
    Near(64, 1),
)
Spec(
    "cumulative_prod",
    lambda d: ([a := d.array(least=1)], d.some(axis=lambda: d.axis(a), include_initial=d.bool)),
    Near(256),
)
Spec("diff", lambda d: ([a := d.array()], d.some(n=lambda: d.integer(-1, 3), axis=lambda: d.axis(a))), Near(16, 1))
Spec(
    "diff",
    lambda d: ([a := d.array(least=1)], d.some(prepend=lambda: d.scalar("if"), append=lambda: d.scalar("if"))),
    Near(16, 1),
)
Spec(
    "ediff1d",
    lambda d: ([d.array()], d.some(to_end=lambda: d.scalar("i"), to_begin=lambda: d.scalar("i"))),
    Near(16, 1),
)
Spec(
    "gradient",
    lambda d: ([a := d.array(least=1)], d.some(axis=lambda: d.axis(a), edge_order=lambda: d.choice([1, 2]))),
    Near(32, 1),
)
Spec("gradient", lambda d: [a := d.array(least=1), d.choice([1, 2.0, 0.5])], Near(32, 1))
Spec(
    "trapezoid",
    lambda d: ([a := d.array()], d.some(dx=lambda: d.choice([1, 0.5, 2]), axis=lambda: d.axis(a))),
    Near(64, 1),
)
Spec(
    "trapezoid",
    lambda d: [a := d.array("fciu", least=1), d.beside(a, "fiu") if d.bool() else d.made("d", a.shape[-1:])],
    Near(64, 2),
)
Spec("unwrap", lambda d: ([a := d.made(d.code("fd"), profile="wide")], d.some(axis=lambda: d.axis(a))), Near(64, 1))
