"""New arrays, dtypes and casts."""

import numpy as np

from ..arrays import DTYPES
from ..compare import Exact, Near
from . import Spec

Spec("zeros ones", lambda d: ([d.shape(3)], d.some(dtype=d.dtype, order=lambda: d.choice("CF"))), layout=True)
Spec("full", lambda d: ([d.shape(3), d.scalar()], d.some(order=lambda: d.choice("CF"))))
Spec("full", lambda d: ([d.shape(3), d.integer(0, 3)], {"dtype": d.dtype()}))
Spec("full", lambda d: [s := d.shape(3), d.made(d.choice(d.dtypes), s[d.integer(0, len(s)) :])])
Spec(
    "zeros_like ones_like",
    lambda d: ([d.array()], d.some(dtype=d.dtype, order=d.order, shape=lambda: d.shape(3))),
    layout=True,
)
Spec(
    "full_like",
    lambda d: ([d.array(), d.integer(0, 3)], d.some(dtype=d.dtype, order=d.order, shape=lambda: d.shape(3))),
    layout=True,
)
Spec(
    "eye",
    lambda d: (
        [d.integer(0, 4)],
        d.some(M=lambda: d.integer(0, 4), k=lambda: d.integer(-3, 3), dtype=d.dtype, order=lambda: d.choice("CF")),
    ),
)
Spec("identity tri", lambda d: ([d.integer(0, 4)], d.some(dtype=d.dtype)))
Spec("tri", lambda d: ([d.integer(0, 4)], d.some(M=lambda: d.integer(0, 4), k=lambda: d.integer(-3, 3))))


def _number(d):
    return (
        d.choice([0, 1, 2, 5, -3, 0.5, 2.5, -1.5, 7])
        if d.chance(0.9)
        else np.dtype(d.code("bilfd")).type(d.integer(0, 5))
    )


def _arange(d):
    args = [_number(d) for _ in range(d.integer(1, 3))]
    if len(args) == 3 and d.chance(0.95) and args[2] == 0:
        args[2] = 1
    return args, {"dtype": d.code("bhilfdFD")} if d.chance(0.3) else {}


Spec("arange", _arange, Near(4))
Spec(
    "linspace",
    lambda d: (
        [_number(d), _number(d)],
        d.some(num=lambda: d.integer(0, 6), endpoint=d.bool, dtype=lambda: d.code("lfdD"), retstep=d.bool),
    ),
    Near(4, 1),
)
Spec(
    "linspace",
    lambda d: (
        [a := d.array("fi"), d.beside(a, "fi")],
        d.some(num=lambda: d.integer(0, 4), axis=lambda: d.axis(a.ndim + 1)),
    ),
    Near(8, 1),
)
Spec(
    "logspace",
    lambda d: (
        [d.integer(0, 2), d.integer(0, 3)],
        d.some(num=lambda: d.integer(0, 5), base=lambda: d.choice([2, 10.0]), endpoint=d.bool),
    ),
    Near(16),
)
Spec(
    "geomspace",
    lambda d: (
        [d.choice([1, 2, 8.0]), d.choice([4, 16, 1000.0])],
        d.some(num=lambda: d.integer(1, 5), endpoint=d.bool),
    ),
    Near(32),
)
Spec(
    "meshgrid",
    lambda d: (
        [d.array(ndim=1) for _ in range(d.integer(1, 3))],
        d.some(indexing=lambda: d.choice(["xy", "ij"]), sparse=d.bool),
    ),
)
Spec(
    "array asarray asanyarray",
    lambda d: ([d.array()], d.some(dtype=lambda: d.code("DF"), order=d.order)),
    layout=True,
)
Spec("array", lambda d: ([_nested(d)], d.some(ndmin=lambda: d.integer(0, 4), order=lambda: d.choice("CF"))))
Spec("asarray", lambda d: ([_nested(d)], d.some(copy=lambda: d.choice([None, True, False]))))
Spec("ascontiguousarray asfortranarray", lambda d: ([d.array()], d.some(dtype=lambda: d.code("DF"))), layout=True)


def _nested(d):
    n = d.integer(0, 3)
    row = lambda: [d.scalar("if") for _ in range(n)]  # noqa: E731
    p = d.random()
    return (
        row()
        if p < 0.4
        else [row() for _ in range(d.integer(0, 2))]
        if p < 0.7
        else [d.array(ndim=1)]
        if p < 0.8
        else d.scalar()
    )


# ---------------------------------------------------------------------------------------------------------------- casts


def cast(a, dtype, **keywords):
    """NumPy's astype with what docs/cupy.md documents: floats become integers through saturation, those of 8 and 16
    bits through int32."""
    to = np.dtype(dtype)
    checked = a.astype(to, **keywords)  # for the order, and for errors
    if to.kind not in "iu" or a.dtype.kind not in "fc":
        return checked
    values = (a.real if a.dtype.kind == "c" else a).astype("d")
    through = np.dtype("i") if to.itemsize < 4 else to
    low, high = np.iinfo(through).min, np.iinfo(through).max
    whole = np.where(np.isnan(values), 0, np.trunc(values))
    inside = np.clip(whole, float(low), float(high))
    exact = np.array([min(max(int(v), low), high) for v in inside.ravel()], object).reshape(a.shape)
    checked[...] = exact.astype(through).astype(to)
    return checked


Spec(
    "ndarray.astype",
    lambda d: ([d.array(), d.dtype()], d.some(order=d.order)),
    model=cast,
    layout=True,
    strict=True,
)
Spec(
    "ndarray.astype",
    lambda d: ([d.array(), d.dtype()], {"casting": d.choice(["no", "equiv", "safe", "same_kind"])}),
    Exact(),
)
Spec("astype", lambda d: ([d.array("iub"), d.dtype()], {}), strict=True)
Spec(
    "result_type",
    lambda d: [d.array() if d.bool() else d.scalar() if d.bool() else d.dtype() for _ in range(d.integer(1, 4))],
)
Spec("promote_types", lambda d: [d.choice(DTYPES), d.choice(DTYPES)])
Spec(
    "can_cast",
    lambda d: (
        [d.choice(DTYPES), d.choice(DTYPES)],
        d.some(casting=lambda: d.choice(["no", "equiv", "safe", "same_kind", "unsafe"])),
    ),
)
Spec("common_type", lambda d: [d.array("fciu") for _ in range(d.integer(1, 3))])
Spec("min_scalar_type", lambda d: [d.array() if d.bool() else d.scalar()])
Spec("issubdtype", lambda d: [d.choice(DTYPES), d.choice(DTYPES)])
Spec(
    "isdtype",
    lambda d: [
        np.dtype(d.choice(DTYPES)),
        d.choice(["bool", "integral", "real floating", "numeric", "signed integer"]),
    ],
    strict=True,
)
