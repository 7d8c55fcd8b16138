"""linalg on small matrices."""

import numpy as np

from ..arrays import Array, Root, random_view
from ..compare import Near
from . import Spec

WHOLE = Near(4096, whole=True)


def _well(d, square=True, codes="lfdFD", batch=True):
    """Matrices whose conditions are small: a random one beside a large diagonal."""
    rng = d.rng
    n = d.choice([0, 1, 2, 3, 4]) if d.chance(0.1) else d.integer(1, 4)
    m = n if square else d.integer(1, 5)
    shape = (*(d.shape(1) if batch and d.chance(0.3) else ()), n, m)
    code = d.code(codes)
    values = np.array([rng.randint(-2, 2) for _ in range(int(np.prod(shape)))], "d").reshape(shape)
    if np.dtype(code).kind == "c":
        values = values + 1j * np.array([rng.randint(-2, 2) for _ in range(values.size)], "d").reshape(shape)
    for i in range(min(n, m)):
        values[..., i, i] += 9 + 2 * i
    return values.astype(code)


def _matrix(d, **which):
    return random_view(d.rng, _well(d, **which), broadcast=False) if d.chance(0.95) else d.array()


def _symmetric(d):
    a = _well(d)
    return random_view(d.rng, a + np.conj(np.swapaxes(a, -1, -2)), broadcast=False)


Spec("linalg.inv linalg.det linalg.slogdet linalg.matrix_transpose", lambda d: [_matrix(d)], WHOLE)
Spec("linalg.cholesky linalg.eigvalsh", lambda d: [_symmetric(d)], WHOLE)
Spec("linalg.svdvals", lambda d: [_matrix(d, square=False)], WHOLE)
Spec("linalg.pinv", lambda d: [_matrix(d, square=False)], WHOLE)
Spec("linalg.cond", lambda d: ([_matrix(d)], d.some(p=lambda: d.choice([None, 1, 2, -2, "fro", np.inf]))), WHOLE)
Spec("linalg.matrix_rank", lambda d: [_matrix(d, square=False)], WHOLE)
Spec("linalg.matrix_power", lambda d: [_matrix(d), d.integer(-2, 4)], WHOLE)
Spec(
    "linalg.norm",
    lambda d: (
        [a := d.array("iufc", least=1)],
        d.some(
            ord=lambda: d.choice([None, 0, 1, 2, -1, 3, np.inf, -np.inf, 0.5, "fro", "nuc"]),
            axis=lambda: d.choice([None, d.axis(a), (0, 1)]),
            keepdims=d.bool,
        ),
    ),
    Near(512, 1),
)
Spec(
    "linalg.vector_norm",
    lambda d: (
        [a := d.array("iufc")],
        d.some(ord=lambda: d.choice([0, 1, 2, np.inf, -np.inf]), axis=lambda: d.axis_or_axes(a), keepdims=d.bool),
    ),
    Near(512, 1),
)
Spec(
    "linalg.matrix_norm",
    lambda d: (
        [a := d.array("iufc", least=2)],
        d.some(ord=lambda: d.choice([1, -1, "fro", np.inf, -np.inf]), keepdims=d.bool),
    ),
    Near(512, 1),
)


def _solve(d):
    a = _well(d)
    n, batch = a.shape[-1], a.shape[:-2]
    b = d.made(d.code("lfdD"), d.choice([(n,), (n, 1), (n, 3), (*batch, n, 2)]), profile="small")
    return [random_view(d.rng, a, broadcast=False), b]


Spec("linalg.solve", _solve, WHOLE)
Spec("linalg.tensorinv", lambda d: ([Array(Root(_well(d, batch=False)))], {"ind": 1}), WHOLE)


def _least_squares(d):
    a = _well(d, square=False, batch=False, codes="lfdD")
    b = d.made(d.code("ldfD"), (a.shape[0],) if d.bool() else (a.shape[0], d.integer(1, 3)), profile="small")
    return [random_view(d.rng, a, broadcast=False), b], {"rcond": d.choice([None, -1, 1e-6])}


Spec("linalg.lstsq", _least_squares, WHOLE)
