"""Products of vectors and matrices, einsum."""

from ..compare import Near
from . import Spec

NEAR = Near(64, 2)


def _matrices(d):
    """Operands whose inner lengths agree, for the most part."""
    m, k, n = (d.choice([0, 1, 2, 3, 4]) if d.chance(0.2) else d.choice([1, 2, 3, 4]) for _ in range(3))
    batch = d.shape(2) if d.chance(0.3) else ()
    a = d.made(d.choice(d.dtypes), (*batch, m, k) if d.chance(0.8) else (k,), profile="small")
    b = d.made(
        d.choice(d.dtypes), (*batch[d.integer(0, len(batch)) :], k, n) if d.chance(0.8) else (k,), profile="small"
    )
    if d.chance(0.05):
        b = d.array()
    return a, b


Spec("matmul operator.matmul dot ndarray.dot", lambda d: [*_matrices(d)], NEAR)
Spec("inner vdot outer kron cross tensordot", lambda d: [*_vectors(d)], NEAR)
Spec("vecdot matvec vecmat", lambda d: [*_core(d)], NEAR)
Spec("linalg.vecdot linalg.matmul linalg.outer linalg.cross linalg.tensordot", lambda d: [*_vectors(d)], NEAR)


def _vectors(d):
    n = d.choice([2, 3, 3, 4])
    shape = d.shape(1)
    return d.made(d.choice(d.dtypes), (*shape, n), profile="small"), d.made(
        d.choice(d.dtypes), (*shape, n) if d.chance(0.8) else (n,), profile="small"
    )


def _core(d):
    n = d.integer(1, 4)
    return d.made(d.choice(d.dtypes), (n, n), profile="small"), d.made(
        d.choice(d.dtypes), (n, n) if d.bool() else (n,), profile="small"
    )


Spec("tensordot", lambda d: ([*_core(d)], {"axes": d.choice([0, 1, ([0], [0]), (1, 0)])}), NEAR)
Spec(
    "trace ndarray.trace linalg.trace",
    lambda d: ([a := d.array(least=2)], d.some(offset=lambda: d.integer(-2, 2))),
    Near(64, 1),
)
Spec(
    "trace",
    lambda d: (
        [a := d.array(least=2)],
        d.some(axis1=lambda: d.axis(a), axis2=lambda: d.axis(a), dtype=lambda: d.code("ldD")),
    ),
    Near(64, 1),
)
SUBSCRIPTS = [
    "ij,jk",
    "ij,jk->ik",
    "ij->ji",
    "ii",
    "ii->i",
    "ij,ij->",
    "i,j->ij",
    "...i,...i->...",
    "ij,j",
    "ijk->ik",
    "i,i,i->i",
    "ij->",
    "i...->...",
    "klk,kl->k",
    "ij,kj->ik",
]


def _einsum(d):
    subscripts = d.choice(SUBSCRIPTS)
    lengths = {c: d.choice([0, 1, 2, 3, 4]) if d.chance(0.1) else d.choice([1, 2, 3, 4]) for c in "ijkl"}
    operands = []
    for term in subscripts.split("->")[0].split(","):
        shape = tuple(lengths[c] for c in term if c in lengths)
        operands.append(d.made(d.choice(d.dtypes), shape, profile="small"))
    kwargs = {"optimize": d.choice([True, False, "greedy"])} if d.chance(0.2) else {}
    if d.chance(0.1):
        kwargs["dtype"] = d.code("dD")
    return [subscripts, *operands], kwargs


Spec("einsum", _einsum, Near(64, 3))
