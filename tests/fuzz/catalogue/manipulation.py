"""Shapes, axes, joining and splitting, and what only moves elements."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from . import Spec


def _reshape(d):
    a = d.array()
    return [a, d.new_shape(a.size)], d.some(order=lambda: d.choice("CFA"))


Spec("reshape ndarray.reshape", _reshape, layout=True)
Spec("ravel ndarray.ravel ndarray.flatten", lambda d: ([d.array()], d.some(order=d.order)))
Spec("copy ndarray.copy", lambda d: ([d.array()], d.some(order=d.order)), layout=True)
Spec("transpose ndarray.transpose permute_dims", lambda d: [d.array()], layout=True)


def _permutation(d, a):
    axes = list(range(a.ndim))
    d.rng.shuffle(axes)
    if d.chance(0.05):
        axes = axes[1:] or [0, 0]
    return tuple(i - a.ndim if d.chance(0.2) else i for i in axes)


Spec("transpose ndarray.transpose", lambda d: [a := d.array(), _permutation(d, a)], layout=True)
Spec("swapaxes ndarray.swapaxes", lambda d: [a := d.array(), d.axis(a), d.axis(a)], layout=True)
Spec("moveaxis", lambda d: [a := d.array(), d.axis(a), d.axis(a)], layout=True)
Spec(
    "moveaxis",
    lambda d: [a := d.array(), (s := d.axes(a)), d.axes(a) if d.chance(0.1) else tuple(reversed(s))],
    layout=True,
)
Spec("rollaxis", lambda d: [a := d.array(least=1), d.axis(a), d.integer(-2, 3)])
Spec("squeeze ndarray.squeeze", lambda d: ([a := d.array()], d.some(axis=lambda: _unit_axes(d, a))), layout=True)


def _unit_axes(d, a):
    units = [i for i, n in enumerate(a.shape) if n == 1]
    return d.axis(a) if d.chance(0.1) or not units else d.choice(units) if d.bool() else tuple(units)


Spec(
    "expand_dims",
    lambda d: [a := d.array(), d.axis(a.ndim + 1) if d.bool() else (d.axis(a.ndim + 2), d.axis(a.ndim + 2))],
)
Spec("atleast_1d atleast_2d atleast_3d", lambda d: [d.array() for _ in range(d.integer(1, 2))])
Spec("broadcast_to", lambda d: [a := d.array(), (d.shape(1) + a.shape) if d.bool() else d.beside(a).shape], layout=True)
Spec("broadcast_arrays", lambda d: [a := d.array(), d.beside(a)])
Spec(
    "concatenate concat",
    lambda d: ([parts := _parts(d)], d.some(axis=lambda: None if d.chance(0.2) else d.axis(parts[0]))),
)
Spec(
    "concatenate",
    lambda d: (
        [parts := _parts(d)],
        {"axis": d.axis(parts[0]), "dtype": d.code("dFD"), "casting": d.choice(["same_kind", "unsafe", "safe"])},
    ),
)
Spec("stack", lambda d: ([parts := d.arrays()], d.some(axis=lambda: d.axis(parts[0].ndim + 1))))
Spec("vstack hstack dstack column_stack", lambda d: [_parts(d)])


def _parts(d):
    """Arrays that differ in the length of one axis."""
    if d.chance(0.2):
        return d.arrays()
    a = d.array()
    axis = d.axis(a, 0)
    result = [a]
    for _ in range(d.integer(0, 3)):
        shape = list(a.shape)
        if shape:
            shape[axis] = d.choice([0, 1, 2, 3])
        result.append(d.like(a, shape=tuple(shape)))
    return result


Spec("append", lambda d: ([a := d.array(), d.like(a) if d.bool() else d.operand(a)], d.some(axis=lambda: d.axis(a))))


def _split(d):
    a = d.array(least=0 if d.chance(0.05) else 1)
    axis = d.axis(a)
    length = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    p = d.random()
    if p < 0.5:
        where = (
            d.choice([k for k in range(1, length + 1) if length % k == 0] or [1, 2])
            if d.chance(0.9)
            else d.integer(0, 3)
        )
    else:
        where = [d.integer(-2, length + 1) for _ in range(d.integer(0, 3))]
        if p < 0.7:
            where = np.array(where, "l")
        elif p < 0.8:
            where = Array(Root(np.array(where, "l")))
        elif p < 0.9:
            where = tuple(where)
    return [a, where], {"axis": axis}


Spec("split array_split", _split)
Spec("hsplit vsplit dsplit", lambda d: [d.array(least=2), d.choice([1, 2, [1], [1, 2], (0, 1)])])
Spec("unstack", lambda d: ([a := d.array()], d.some(axis=lambda: d.axis(a))))
Spec(
    "tile",
    lambda d: [d.array(), d.integer(0, 3) if d.bool() else tuple(d.integer(0, 2) for _ in range(d.integer(0, 3)))],
)
Spec("repeat ndarray.repeat", lambda d: ([a := d.array(), d.integer(0, 3)], d.some(axis=lambda: d.axis(a))))
Spec(
    "repeat",
    lambda d: (
        [a := d.array(least=1), [d.integer(0, 2) for _ in range(a.shape[0] if d.chance(0.95) else 2)]],
        {"axis": 0},
    ),
)
Spec("flip", lambda d: ([a := d.array()], d.some(axis=lambda: d.axis_or_axes(a))), layout=True)
Spec("fliplr flipud", lambda d: [d.array()], layout=True)
Spec(
    "rot90",
    lambda d: ([a := d.array(least=2)], d.some(k=lambda: d.integer(-3, 5), axes=lambda: (d.axis(a), d.axis(a)))),
    layout=True,
)
Spec("roll", lambda d: ([a := d.array(), d.integer(-7, 7)], d.some(axis=lambda: d.axis(a))))


def _roll_several(d):
    a = d.array()
    axes = d.axes(a)
    shift = tuple(d.integer() for _ in axes) if d.bool() else d.integer()
    return [a, shift, axes]


Spec("roll", _roll_several)
Spec("trim_zeros", lambda d: ([d.array(ndim=1)], d.some(trim=lambda: d.choice(["fb", "f", "b"]))))
Spec("resize", lambda d: [d.array(), d.shape(3)])
Spec("insert", lambda d: _insert(d))
Spec("delete", lambda d: _delete(d))


def _place(d, length):
    p = d.random()
    if p < 0.4:
        return d.integer(-length, max(length - 1, 0)) if d.chance(0.95) else length + 2
    if p < 0.6:
        return [d.integer(-length, max(length - 1, 0)) for _ in range(d.integer(1, 3))]
    if p < 0.75:
        return d.slice(length)
    return d.indices_for(length, (d.integer(0, 3),))


def _insert(d):
    a = d.array(least=1)
    axis = d.axis(a) if d.chance(0.7) else None
    length = a.size if axis is None else a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    # Floats that become integers saturate where NumPy's are undefined; the specification of astype has them.
    values = d.scalar("i") if d.bool() else d.beside(a)
    if values is not None and getattr(values, "dtype", a.dtype).kind in "fc" and a.dtype.kind in "biu":
        values = d.scalar("i")
    return [a, _place(d, length), values], {"axis": axis}


def _delete(d):
    a = d.array(least=1)
    axis = d.axis(a) if d.chance(0.7) else None
    length = a.size if axis is None else a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    where = d.made("?", (length,)) if d.chance(0.2) else _place(d, length)
    return [a, where], {"axis": axis}


def _pad(d):
    a = d.array()
    p = d.random()
    pair = lambda: (d.integer(0, 3), d.integer(0, 3))  # noqa: E731
    width = d.integer(0, 3) if p < 0.4 else pair() if p < 0.6 else [pair() for _ in range(a.ndim)] or 1
    mode = d.choice(
        ["constant", "edge", "linear_ramp", "reflect", "symmetric", "wrap", "maximum", "minimum", "empty", "mean"]
    )
    kwargs = {}
    if mode == "constant" and d.bool():
        kwargs["constant_values"] = d.scalar("i") if d.bool() else (1, 2)
    if mode in ("reflect", "symmetric") and d.bool():
        kwargs["reflect_type"] = d.choice(["even", "odd"])
    if mode in ("maximum", "minimum") and d.bool():
        kwargs["stat_length"] = d.integer(1, 3)
    if mode in ("linear_ramp", "mean", "empty") or (mode == "reflect" and kwargs.get("reflect_type") == "odd"):
        mode, kwargs = "edge", {}
    return [a, width, mode], kwargs


Spec("pad", _pad)
Spec("block", lambda d: [_blocks(d)])


def _blocks(d):
    a = d.array()
    return [a, d.like(a)] if d.bool() else [[a, d.like(a)], [d.like(a), d.like(a)]]


Spec("diag diagflat", lambda d: ([d.array(ndim=d.choice([1, 2]))], d.some(k=lambda: d.integer(-3, 3))))
Spec("tril triu", lambda d: ([d.array(least=0 if d.chance(0.05) else 1)], d.some(k=lambda: d.integer(-3, 3))))
Spec(
    "diagonal ndarray.diagonal",
    lambda d: (
        [a := d.array(least=2)],
        d.some(offset=lambda: d.integer(-2, 2), axis1=lambda: d.axis(a), axis2=lambda: d.axis(a)),
    ),
)
Spec(
    "vander",
    lambda d: (
        [d.made(d.code("ildD"), ndim=1, profile="small")],
        d.some(N=lambda: d.integer(0, 4), increasing=d.bool),
    ),
    Near(64),
)
Spec(
    "packbits",
    lambda d: (
        [a := d.array("bu" if d.chance(0.95) else None)],
        d.some(axis=lambda: d.axis(a), bitorder=lambda: d.choice(["big", "little"])),
    ),
)
Spec(
    "unpackbits",
    lambda d: (
        [a := d.made("B")],
        d.some(axis=lambda: d.axis(a), count=lambda: d.integer(-2, 9), bitorder=lambda: d.choice(["big", "little"])),
    ),
)
Spec(
    "copyto",
    lambda d: (
        [a := d.target(d.shape()), d.operand(a)],
        d.some(where=lambda: d.mask(a), casting=lambda: d.choice(["safe", "same_kind", "no"])),
    ),
    writes=(0,),
)
Spec("ndarray.tolist", lambda d: [d.array()])
Spec("ndarray.item", lambda d: [d.array(), *([] if d.bool() else [d.integer()])])
Spec("ndarray.tobytes", lambda d: ([d.array()], d.some(order=lambda: d.choice("CFA"))))
Spec(
    "builtins.getattr",
    lambda d: [
        a := d.array(),
        d.choice(
            ["T", "real", "imag", "shape", "size", "ndim", "nbytes", "itemsize", "mT", *["strides"] * (a.size > 0)]
        ),
    ],
    strict=True,
)
Spec("builtins.bool builtins.len builtins.list builtins.bytes", lambda d: [d.array()])
Spec(
    "builtins.int builtins.float",
    lambda d: [d.made(d.code("?bBilfd"), d.choice([(), (1,), (1, 1), (2,)]), profile="small")],
)
Spec("builtins.complex", lambda d: [d.made(d.code("?bBilfdFD"), d.choice([(), (1,), (2,)]), profile="small")])
Spec("ndim shape size", lambda d: [d.array()])
Spec("ndarray.view", lambda d: [d.array(), d.dtype()])
