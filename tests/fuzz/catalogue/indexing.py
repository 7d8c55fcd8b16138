"""Reading and writing by indices."""

from ..arrays import random_values
from ..compare import Exact
from . import Spec
from .ufuncs import _host, _overlapping

Spec("operator.getitem", lambda d: [a := d.array(), d.basic_key(a.shape)], layout=True)
Spec("operator.getitem", lambda d: [a := d.array(), d.advanced_key(a.shape)])
Spec("operator.getitem", lambda d: [a := d.array(), _mask(d, a)])


def _mask(d, a):
    if d.chance(0.1):
        return d.array("b")
    return d.made("?", a.shape[: d.integer(0, a.ndim)] if a.ndim else ())


def _selected_shape(a, key):
    try:
        return a.both[0][_host(key)].shape
    except (IndexError, ValueError, TypeError, OverflowError):
        return ()


def _value(d, a, shape):
    """What goes into places of a shape: of a's dtype, or a number that it can hold."""
    p = d.random()
    if p < 0.3:
        return d.scalar("?i") if a.dtype.kind != "c" else d.scalar()
    shape = shape[d.integer(0, len(shape)) :] if p < 0.9 else d.shape(2)
    shape = tuple(1 if d.chance(0.1) else n for n in shape)
    return d.made(a.dtype.char if d.chance(0.7) else "?", shape)


def _setting(keys):
    def draw(d):
        a = d.target(d.shape())
        key = getattr(d, keys)(a.shape) if keys != "mask" else _mask(d, a)
        return [a, key, _value(d, a, _selected_shape(a, key))]

    return draw


for _keys in ("basic_key", "advanced_key", "mask"):
    Spec("operator.setitem", _setting(_keys), writes=(0,), strict=True)


def _set_overlapping(d):
    a, b = _overlapping(d)
    return [a, Ellipsis, b]


Spec("operator.setitem", _set_overlapping, writes=(0,), strict=True)


def _take(d):
    a = d.array()
    axis = d.axis(a) if d.chance(0.7) else None
    length = a.size if axis is None else a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    mode = d.choice(["raise", "raise", "wrap", "clip"])
    index = (
        d.integer(-length, max(length - 1, 0))
        if d.chance(0.2)
        else d.indices_for(length, outside=0.3 if mode != "raise" else 0.04)
    )
    return [a, index], {"axis": axis, "mode": mode}


Spec("take ndarray.take", _take)


def _along_axis(d):
    a = d.array(least=0 if d.chance(0.03) else 1)
    axis = d.axis(a)
    shape = list(a.shape)
    if -a.ndim <= axis < a.ndim:
        shape[axis] = d.integer(0, 4)
        length = a.shape[axis]
    else:
        length = 1
    return a, d.indices_for(length, tuple(shape)), axis


Spec("take_along_axis", lambda d: list(_along_axis(d)))


def _put_along_axis(d):
    a, index, axis = _along_axis(d)
    a = d.target(a.shape, a.dtype.char)
    return [a, index, _value(d, a, index.shape), axis]


Spec("put_along_axis", _put_along_axis, writes=(0,))


def _put(d):
    a = d.target(d.shape())
    mode = d.choice(["raise", "raise", "wrap", "clip"])
    index = (
        d.indices_for(a.size, d.shape(2))
        if d.chance(0.8)
        else [d.integer(-1, max(a.size - 1, 0)) for _ in range(d.integer(0, 3))]
    )
    return [a, index, _value(d, a, getattr(index, "shape", (1,)))], {"mode": mode}


Spec("put ndarray.put", _put, writes=(0,))


def _masked(d):
    a = d.target(d.shape())
    mask = d.made("?" if d.chance(0.8) else d.code("lfd"), a.shape)
    p = d.random()
    if p < 0.3:
        values = random_values(d.rng, (d.integer(0, 3),), a.dtype.char, "small").tolist()
    elif p < 0.5:
        values = d.scalar("?i")
    else:
        values = d.made(a.dtype.char, (d.integer(0, 4),)) if d.bool() else d.like(a, a.dtype.char)
    return [a, mask, values]


Spec("place putmask", _masked, writes=(0,))
Spec(
    "fill_diagonal",
    lambda d: (
        [a := d.target(d.shape() + (2, 2) if d.chance(0.2) else d.shape()), _value(d, a, a.shape[:1])],
        d.some(wrap=d.bool),
    ),
    writes=(0,),
)
Spec("ndarray.fill", lambda d: [a := d.target(d.shape()), d.scalar("?i")], writes=(0,))


def _choose(d):
    choices = d.arrays(2, 4)
    mode = d.choice(["raise", "raise", "wrap", "clip"])
    shape = choices[0].shape
    n = len(choices)
    low, high = (0, n - 1) if mode == "raise" and d.chance(0.95) else (-2, n + 2)
    from ..arrays import Array, Root

    values = random_values(d.rng, shape, "l", "small")
    values[...] = values % max(high + 1, 1) if low == 0 else values
    return [Array(Root(values)), choices], {"mode": mode}


Spec("choose ndarray.choose", _choose)
Spec("compress", lambda d: ([d.made("?", ndim=1), a := d.array()], d.some(axis=lambda: d.axis(a))))
Spec("extract", lambda d: [a := d.made("?"), d.like(a, shape=a.shape)])


def _select(d):
    choices = d.arrays(1, 3)
    return [[d.mask(c) for c in choices], list(choices)] + ([d.scalar()] if d.bool() else []), {}


Spec("select", _select)
Spec("where", lambda d: [m := d.made("?"), d.operand(m), d.operand(m)], layout=True)
Spec("where nonzero flatnonzero argwhere", lambda d: [d.array()])
Spec("ndarray.nonzero count_nonzero", lambda d: [d.array()])
Spec("count_nonzero", lambda d: ([a := d.array()], d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)))
Spec("ix_", lambda d: [d.array(ndim=1) if d.chance(0.9) else [0, 2] for _ in range(d.integer(1, 3))])
Spec(
    "unravel_index",
    lambda d: ([d.indices_for(6), d.choice([(2, 3), (6,), (1, 6), (3, 2)])], d.some(order=lambda: d.choice("CF"))),
)
Spec(
    "ravel_multi_index",
    lambda d: (
        [(d.indices_for(2, (3,)), d.indices_for(3, (3,))), (2, 3)],
        d.some(mode=lambda: d.choice(["raise", "wrap", "clip"]), order=lambda: d.choice("CF")),
    ),
)
Spec("diag_indices", lambda d: ([d.integer(0, 4)], d.some(ndim=lambda: d.integer(1, 3))))
Spec(
    "tril_indices triu_indices",
    lambda d: ([d.integer(0, 4)], d.some(k=lambda: d.integer(-2, 2), m=lambda: d.integer(0, 4))),
)
Spec("tril_indices_from triu_indices_from diag_indices_from", lambda d: [d.array(least=2)])
Spec("indices", lambda d: ([d.shape(3)], d.some(dtype=lambda: d.code("ild"), sparse=d.bool)))


def _grid_slice(d):
    return slice(d.choice([None, 0, 1, -1.5]), d.choice([3, 0, 4.5, 2]), d.choice([None, 1, 2, 0.5, 3j, 0j, 1j]))


Spec(
    "mgrid.__getitem__ ogrid.__getitem__",
    lambda d: [_grid_slice(d) if d.bool() else tuple(_grid_slice(d) for _ in range(d.integer(1, 3)))],
    policy=Exact(),
    strict=True,
)


def _pieces(d):
    parts = [
        d.choice([lambda: d.array(ndim=1), lambda: _grid_slice(d), lambda: d.scalar("if"), lambda: [1, 2]])()
        for _ in range(d.integer(1, 3))
    ]
    if d.chance(0.25):
        parts.insert(0, d.choice(["0", "-1", "0,2", "0,2,0", "1,2", "r", "c", "0,3,1"]))
    return parts[0] if len(parts) == 1 and d.bool() else tuple(parts)


Spec("r_.__getitem__ c_.__getitem__", lambda d: [_pieces(d)])
