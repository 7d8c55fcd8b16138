"""What the tests of linear algebra share: matrices of all kinds, and what is near."""

import numpy as np
from common import layouts, sample

import cuprum as cp

DTYPES = "fdFD"
EPS = {"f": np.finfo("f").eps, "d": np.finfo("d").eps, "F": np.finfo("f").eps, "D": np.finfo("d").eps}
SQUARE = [(1, 1), (2, 2), (5, 5), (40, 40), (3, 4, 4), (100, 3, 3), (2, 3, 5, 5), (3, 70, 70)]
ANY = [
    (1, 1),
    (5, 3),
    (3, 5),
    (1, 6),
    (6, 1),
    (40, 40),
    (70, 33),
    (4, 5, 3),
    (4, 3, 5),
    (2, 3, 4, 4),
    (50, 6, 6),
    (3, 40, 20),
    (3, 20, 40),
]


def matrices(shape, dtype, seed=0):
    """Random matrices, all of about the same condition."""
    return sample(shape, dtype, seed, low=-1, high=1)


def solvable(shape, dtype, seed=0):
    """Matrices far from singular."""
    return (matrices(shape, dtype, seed) + np.eye(shape[-1]) * shape[-1] ** 0.5 * 2).astype(dtype)


def hermitian(shape, dtype, seed=0):
    a = matrices(shape, dtype, seed)
    return ((a + a.swapaxes(-2, -1).conj()) / 2).astype(dtype)


def positive(shape, dtype, seed=0):
    a = matrices(shape, dtype, seed)
    return (a @ a.swapaxes(-2, -1).conj() + np.eye(shape[-1]) * 0.5).astype(dtype)


def adjoint(a):
    return a.swapaxes(-2, -1).conj()


def assert_near(actual, expected, dtype, factor=30):
    """Agreement to a few units in the last place of the largest element, times the matrix's length."""
    actual, expected = np.asarray(actual), np.asarray(expected)
    assert actual.shape == expected.shape, (actual.shape, expected.shape)
    n = max(expected.shape[-2:], default=1)
    scale = max(1.0, np.abs(expected).max(initial=0))
    np.testing.assert_allclose(actual, expected, rtol=0, atol=factor * n * EPS[dtype] * scale)


def real(dtype):
    return np.dtype(dtype.lower())


def variants(a):
    """The same matrices under layouts."""
    yield a
    for _, layout in layouts(a):
        yield layout
    yield np.ascontiguousarray(a.swapaxes(-2, -1)).swapaxes(-2, -1)


def has_eig():
    try:
        cp.linalg.eigvals(cp.eye(2))
    except NotImplementedError:
        return False
    return True
