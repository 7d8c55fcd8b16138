"""Sorting, searching, sets."""

import numpy as np

from ..compare import Equal, Exact
from . import Spec


def _axis(d):
    a = d.array()
    return [a], d.some(axis=lambda: None if d.chance(0.15) else d.axis(a)) | (
        {"kind": d.choice(["stable", "quicksort", None])} if d.chance(0.2) else {}
    )


Spec("sort", _axis, Equal())


def _stable(d):
    args, kwargs = _axis(d)
    return args, kwargs | {"kind": "stable"}


Spec("argsort ndarray.argsort", _stable, Exact())
Spec("ndarray.sort", lambda d: ([a := d.target(d.shape())], d.some(axis=lambda: d.axis(a))), Equal(), writes=(0,))
Spec("sort_complex", lambda d: [d.array()], Equal())


Spec("lexsort", lambda d: [[(a := d.made(d.code("ld"), ndim=1, profile="small")), d.like(a, a.dtype.char)]], Exact())
Spec("msort", lambda d: [d.array()], Equal())


def _search(d):
    a = d.made(d.code("bBildf"), ndim=1, profile="small", plain=True)
    values = a.root.values
    values.sort()
    from ..arrays import Array, Root

    return [Array(Root(values)), d.array("biuf")], d.some(side=lambda: d.choice(["left", "right"]))


Spec("searchsorted ndarray.searchsorted", _search)


def _digitize(d):
    args, _ = _search(d)
    return [args[1], args[0]], d.some(right=d.bool)


Spec("digitize", _digitize)
Spec(
    "unique",
    lambda d: ([d.array()], d.some(return_index=d.bool, return_inverse=d.bool, return_counts=d.bool, equal_nan=d.bool)),
    Equal(),
)
Spec(
    "unique",
    lambda d: (
        [a := d.array(least=1)],
        {"axis": d.axis(a)} | d.some(return_index=d.bool, return_inverse=d.bool, return_counts=d.bool),
    ),
    Equal(),
)
Spec("unique_all unique_counts unique_inverse", lambda d: [d.array()], Equal())
Spec(
    "intersect1d union1d setdiff1d setxor1d", lambda d: [a := d.array(), d.like(a) if d.bool() else d.array()], Equal()
)
Spec(
    "isin",
    lambda d: ([d.array(), d.array() if d.chance(0.8) else [0, 1]], d.some(invert=d.bool, assume_unique=lambda: False)),
)
# NumPy's are in no order.
Spec("unique_values", lambda d: [d.array()], Equal(), model=lambda x: np.unique(x, equal_nan=False), strict=True)
