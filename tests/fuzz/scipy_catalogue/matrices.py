"""scipy.linalg: special matrices, factorizations, functions of matrices."""

from ..compare import Near
from ..recipes import recipe
from . import Spec

NEAR = Near(1 << 14, whole=True)


def _vector(d, codes="fdFDli?", least=0, most=5):
    return d.made(d.code(codes), (d.integer(least, most),), profile="small")


def _square(d, codes="fdFDl", least=0, most=4, batch=True):
    n = d.integer(least, most)
    lead = d.choice([(), (), (), (2,), (0,), (2, 3)]) if batch else ()
    return d.made(d.code(codes), (*lead, n, n), profile="small")


for _names, _draw in [
    ("toeplitz hankel", lambda d: [_vector(d), _vector(d)] if d.bool() else [_vector(d)]),
    ("circulant", lambda d: [_vector(d)]),
    ("companion", lambda d: [_vector(d, "fdFD", 0, 5)]),
    ("fiedler fiedler_companion", lambda d: [_vector(d, "fdl", 0, 5)]),
    ("leslie", lambda d: [_vector(d, "fdl", 0, 4), _vector(d, "fdl", 0, 4)]),
    ("hadamard", lambda d: [d.choice([0, 1, 2, 3, 4, 8, 12])]),
    ("hilbert", lambda d: [d.integer(0, 6)]),
    ("helmert", lambda d: [d.integer(1, 6), d.bool()]),
    ("dft", lambda d: [d.integer(0, 6), d.choice([None, "n", "sqrtn", "sqrt"])]),
    ("convolution_matrix", lambda d: [_vector(d), d.integer(-1, 5), d.choice(["full", "same", "valid", "half"])]),
    ("block_diag", lambda d: [d.array() if d.chance(0.1) else _square(d, batch=False) for _ in range(d.integer(0, 3))]),
    ("khatri_rao", lambda d: [_square(d, least=1, batch=False), _square(d, least=1, batch=False)]),
    ("bandwidth", lambda d: [_square(d, batch=False)]),
]:
    Spec(_names, _draw, NEAR, module="linalg", strict=True)


Spec("expm", lambda d: [_square(d)], Near(1 << 20, whole=True), module="linalg", strict=True)


@recipe
def triangular(scp, xp, a, b, **options):
    """The product by what was solved for."""
    n = a.shape[-1]
    a = xp.tril(a) + 8 * xp.eye(n, dtype=a.dtype) if options.get("lower") else xp.triu(a) + 8 * xp.eye(n, dtype=a.dtype)
    return scp.linalg.solve_triangular(a, b, **options)


def _system(d):
    a = _square(d, "fdFD", batch=False)
    n = a.shape[0]
    shape = d.choice([(n,), (n, 1), (n, 3), (n + 1,)] if d.chance(0.3) else [(n,), (n, 2)])
    return [a, d.made(d.code("fdFD"), shape, profile="small")], d.some(
        lower=d.bool, trans=lambda: d.choice([0, 1, 2, "N", "T", "C"]), unit_diagonal=d.bool
    )


Spec("recipe.triangular", _system, NEAR, strict=True)


@recipe
def decomposed(scp, xp, a, **options):
    """The product of what a matrix is decomposed to."""
    found = scp.linalg.lu(a, **options)
    if options.get("p_indices"):
        p, lower, upper = found
        return p.shape and p.dtype.kind, lower @ upper
    product = found[0] @ found[1]
    return product @ found[2] if len(found) == 3 else product


def _any_matrix(d):
    shape = (*d.choice([(), (), (2,)]), d.integer(1, 4), d.integer(1, 4))
    return [d.made(d.code("fdFD"), shape, profile="small")], d.choice([{}, {"permute_l": True}])


Spec("recipe.decomposed", _any_matrix, NEAR, strict=True)


@recipe
def factored(scp, xp, a, b, trans):
    """What a system's factors solve."""
    n = a.shape[-1]
    return scp.linalg.lu_solve(scp.linalg.lu_factor(a + 9 * xp.eye(n, dtype=a.dtype)), b, trans)


def _factored(d):
    a = _square(d, "fdFD", batch=False)
    n = a.shape[0]
    return [a, d.made(d.code("fdFD"), d.choice([(n,), (n, 2)]), profile="small"), d.choice([0, 1, 2])]


Spec("recipe.factored", _factored, NEAR, strict=True)
