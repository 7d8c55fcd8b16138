"""Systems of equations, inverses, determinants and least squares: results by their defining equations."""

import itertools
import warnings

import numpy as np
import pytest
from common import assert_same, sample, to_device
from linalg_common import ANY, DTYPES, EPS, SQUARE, adjoint, assert_near, matrices, real, solvable, variants

import cuprum as cp

# ------------------------------------------------------------------------------------------------------- equations


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_inv(shape, dtype):
    a = solvable(shape, dtype)
    for layout in variants(a):
        x = cp.linalg.inv(to_device(layout))
        assert x.dtype == dtype and x.flags.c_contiguous
        assert_near(a @ x.get(), np.broadcast_to(np.eye(shape[-1]), shape), dtype)
        assert_near(x.get() @ a, np.broadcast_to(np.eye(shape[-1]), shape), dtype)


SOLVE = [
    ((1, 1), (1,)),
    ((5, 5), (5,)),
    ((5, 5), (5, 3)),
    ((5, 5), (4, 5, 3)),
    ((4, 5, 5), (5,)),
    ((4, 5, 5), (5, 2)),
    ((4, 5, 5), (4, 5, 2)),
    ((4, 1, 5, 5), (3, 5, 2)),
    ((60, 60), (60, 60)),
    ((60, 60), (60, 1)),
    ((100, 3, 3), (100, 3, 1)),
    ((100, 4, 4), (100, 4, 9)),
    ((50, 16, 16), (50, 16, 16)),
    ((3, 70, 70), (3, 70, 5)),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape_a,shape_b", SOLVE)
def test_solve(shape_a, shape_b, dtype):
    a, b = solvable(shape_a, dtype, 1), matrices(shape_b, dtype, 2)
    for left, right in itertools.product(
        variants(a), list(variants(b))[1:3] if b.ndim > 1 else [b, b[::-1].copy()[::-1]]
    ):
        x = cp.linalg.solve(to_device(left), to_device(right))
        expected = np.linalg.solve(a, b)
        assert x.dtype == dtype and x.shape == expected.shape and x.flags.c_contiguous
        assert_near(x.get(), expected, dtype)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [1, 2, 3, 5, 9, 40])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_solve_with_what_is_not_finite(n, dtype, value):
    """Solutions and inverses are NaN: in which elements NumPy's are depends on the order of elimination. No such matrix
    is singular, and others of a batch are solved."""
    a, b = solvable((2, n, n), dtype), np.ones((2, n, 1), dtype)
    for row, column in ((0, 0), (0, n - 1), (n - 1, 0)):
        bad = a.astype(dtype)
        bad[1, row, column] = value
        found = cp.linalg.solve(to_device(bad), to_device(b)).get()
        assert_near(found[0], np.linalg.solve(bad[0], b[0]), dtype)
        assert np.isnan(found[1]).all()
        assert np.isnan(cp.linalg.solve(to_device(bad[1]), to_device(b[1])).get()).all()
        for inverse in (cp.linalg.inv(to_device(bad))[1], cp.linalg.inv(to_device(bad[1]))):
            assert np.isnan(inverse.get()).all()
    assert np.isnan(cp.linalg.solve(cp.array([[1.0, np.inf], [0, 1]]), cp.ones(2)).get()).all()


def test_solve_promotes():
    for a, b in itertools.product("ilfdFD", repeat=2):
        x, y = solvable((4, 4), "d", 1).astype(a), sample((4, 2), b, 2, low=-3, high=3)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            x = (np.eye(4) * 3).astype(a) + x
        assert_same(cp.linalg.solve(cp.asarray(x), cp.asarray(y)), np.linalg.solve(x, y), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_det_and_slogdet(shape, dtype):
    a = matrices(shape, dtype)
    expected = np.linalg.det(a)
    for layout in variants(a):
        assert_same(
            cp.linalg.det(to_device(layout)),
            expected,
            rtol=5e3 * EPS[dtype],
            atol=1e3 * EPS[dtype] * np.abs(expected).max(),
        )
        sign, logabsdet = cp.linalg.slogdet(to_device(layout))
        wanted = np.linalg.slogdet(a)
        assert_same(sign, wanted.sign, rtol=5e3 * EPS[dtype], atol=5e3 * EPS[dtype])
        assert_same(logabsdet, wanted.logabsdet, rtol=1e3 * EPS[dtype], atol=5e3 * EPS[dtype])
    result = cp.linalg.slogdet(cp.asarray(a))
    assert result._fields == wanted._fields


@pytest.mark.parametrize("dtype", DTYPES)
def test_determinants_of_all_sizes(dtype):
    top = {"f": 30.0, "F": 30.0, "d": 250.0, "D": 250.0}[dtype]
    for powers in ([top, top, -top, -top], [-top, -top, top, top], [top, top, top, top], [-top] * 5, [1, 2, 3]):
        a = np.diag(10.0 ** np.array(powers)).astype(dtype)
        with np.errstate(all="ignore"):
            assert_same(
                cp.linalg.det(cp.asarray(a)),
                np.prod(np.diag(a).astype("G" if dtype in "FD" else "g")).astype(dtype),
                rtol=1e-5,
            )
        assert_same(cp.linalg.slogdet(cp.asarray(a)), np.linalg.slogdet(a), rtol=1e-5, atol=8 * EPS[dtype])
    singular = np.ones((3, 3), dtype)
    assert_same(cp.linalg.det(cp.asarray(singular)), np.linalg.det(singular))
    assert_same(cp.linalg.slogdet(cp.asarray(singular)), np.linalg.slogdet(singular))
    assert_same(cp.linalg.slogdet(cp.zeros((3, 3), dtype)), np.linalg.slogdet(np.zeros((3, 3), dtype)))
    swapped = np.eye(4, dtype=dtype)[[1, 0, 3, 2]][[2, 1, 0, 3]]
    assert_same(cp.linalg.det(cp.asarray(swapped)), np.linalg.det(swapped))


LSTSQ = [
    ((5, 3), (5,)),
    ((5, 3), (5, 2)),
    ((3, 5), (3,)),
    ((3, 5), (3, 2)),
    ((4, 4), (4, 4)),
    ((60, 20), (60, 3)),
    ((1, 1), (1,)),
    ((6, 1), (6, 2)),
    ((1, 6), (1,)),
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape_a,shape_b", LSTSQ)
def test_lstsq(shape_a, shape_b, dtype):
    a, b = matrices(shape_a, dtype, 1), matrices(shape_b, dtype, 2)
    deficient = a.copy()
    deficient[:, -1] = deficient[:, 0]
    for matrix in (a, a.T.copy().T, deficient):
        for rcond in (None, -1 if matrix is a else 1e-3, 1e-2):
            x, residuals, rank, s = cp.linalg.lstsq(to_device(matrix), cp.asarray(b), rcond)
            expected = np.linalg.lstsq(matrix, b, rcond)
            assert rank == expected[2]
            assert_near(s.get(), expected[3], dtype)
            assert x.dtype == dtype and s.dtype == real(dtype) and residuals.dtype == real(dtype)
            condition = expected[3][0] / expected[3][rank - 1]
            np.testing.assert_allclose(
                x.get(), expected[0], rtol=0, atol=100 * EPS[dtype] * condition**2 * max(shape_a)
            )
            assert residuals.shape == expected[1].shape
            np.testing.assert_allclose(residuals.get(), expected[1], rtol=300 * EPS[dtype], atol=300 * EPS[dtype])


@pytest.mark.parametrize(
    "shape_a,shape_b",
    [
        ((0, 3), (0,)),
        ((0, 3), (0, 2)),
        ((3, 0), (3,)),
        ((3, 0), (3, 2)),
        ((3, 2), (3, 0)),
        ((0, 0), (0, 0)),
        ((2, 3), (2, 0)),
    ],
)
def test_lstsq_empty(shape_a, shape_b):
    a, b = sample(shape_a, "d", 1), sample(shape_b, "d", 2)
    x, residuals, rank, s = cp.linalg.lstsq(cp.asarray(a), cp.asarray(b))
    expected = np.linalg.lstsq(a, b)
    assert rank == expected[2]
    assert_same((x, residuals, s), (expected[0], expected[1], expected[3]), rtol=1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", ANY)
def test_pinv(shape, dtype):
    a = matrices(shape, dtype)
    for layout in variants(a):
        x = cp.linalg.pinv(to_device(layout)).get()
        assert x.dtype == dtype
        scale = np.abs(x).max() * np.abs(a).max() * max(shape[-2:])
        atol = 30 * max(shape[-2:]) * EPS[dtype] * scale
        np.testing.assert_allclose(a @ x @ a, a, rtol=0, atol=atol)
        np.testing.assert_allclose(x @ a @ x, x, rtol=0, atol=atol * np.abs(x).max())
        np.testing.assert_allclose(a @ x, adjoint(a @ x), rtol=0, atol=atol)
        np.testing.assert_allclose(x @ a, adjoint(x @ a), rtol=0, atol=atol)


def test_pinv_thresholds():
    a = np.diag([1.0, 1e-3, 1e-9])
    for kwargs in (
        {"rcond": 1e-2},
        {"rcond": 1e-6},
        {"rtol": 1e-2},
        {"rcond": np.array([1e-2, 1e-6])},
        {"hermitian": True},
        {"hermitian": True, "rcond": 1e-2},
    ):
        host = np.stack([a, a]) if isinstance(kwargs.get("rcond"), np.ndarray) else a
        ours = {k: cp.asarray(v) if isinstance(v, np.ndarray) else v for k, v in kwargs.items()}
        assert_same(cp.linalg.pinv(cp.asarray(host), **ours), np.linalg.pinv(host, **kwargs), rtol=1e-10)


def test_tensors():
    a = solvable((24, 24), "d").reshape(4, 6, 8, 3)
    b = sample((4, 6), "d", 1)
    x = cp.linalg.tensorsolve(cp.asarray(a), cp.asarray(b))
    assert_same(x, np.linalg.tensorsolve(a, b), rtol=1e-10)
    moved = np.moveaxis(a, 2, 0)
    assert_same(
        cp.linalg.tensorsolve(cp.asarray(moved), cp.asarray(b), axes=(0,)),
        np.linalg.tensorsolve(moved, b, axes=(0,)),
        rtol=1e-9,
        atol=1e-9,
    )
    assert_same(cp.linalg.tensorinv(cp.asarray(a)), np.linalg.tensorinv(a), rtol=1e-10, atol=1e-12)
    assert_same(
        cp.linalg.tensorinv(cp.asarray(a.reshape(24, 8, 3)), ind=1),
        np.linalg.tensorinv(a.reshape(24, 8, 3), ind=1),
        rtol=1e-10,
        atol=1e-12,
    )
