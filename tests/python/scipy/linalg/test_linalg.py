"""SciPy's linear algebra, compared with SciPy."""

import warnings

import numpy as np
import pytest
import scipy
import scipy.linalg as sl
from common import assert_like, assert_same, assert_same_strides, of_largest

import cuprum as cp
import cuprumx
import cuprumx.scipy.linalg as cl

DTYPES = "fdFD"
EPS = {c: np.finfo(c).eps for c in DTYPES}
SCIPY = tuple(int(part) for part in scipy.__version__.split(".")[:2])


def sample(shape, dtype="d", seed=0):
    rng = np.random.default_rng(seed)
    a = rng.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * rng.uniform(-1, 1, shape)
    return a.astype(dtype)


def near(actual, expected, dtype, factor=200):
    assert_like(actual, np.asarray(expected), of_largest(factor * EPS[np.dtype(dtype).char]))


# ----------------------------------------------------------------------------------------------------------- LU factors

SHAPES = [(1, 1), (3, 3), (5, 3), (3, 5), (1, 4), (4, 1), (40, 40), (2, 3, 3), (2, 3, 4, 3), (3, 2, 5), (20, 6, 6)]


def swaps_as_scipy(a):
    """LAPACK and cuSOLVER take the pivot with the largest |re| + |im|, cuBLAS's batches the one with the largest
    absolute value."""
    return cp.backend() == "cpu" or a.dtype.kind == "f" or a.ndim == 2


def check_factors(p, l, u, a, dtype):
    """What makes factors those of Gauss's elimination with row swaps, whatever rule chose the rows."""
    k = min(a.shape[-2:])
    assert ((p == 0) | (p == 1)).all() and (p.sum(-1) == 1).all() and (p.sum(-2) == 1).all()
    np.testing.assert_array_equal(l, np.tril(l))
    np.testing.assert_array_equal(np.diagonal(l, 0, -2, -1), np.ones(a.shape[:-2] + (k,)))
    np.testing.assert_array_equal(u, np.triu(u))
    assert np.abs(l).max() <= (1 if a.dtype.kind == "f" else 2**0.5) + 4 * EPS[dtype]
    assert np.abs(p @ l @ u - a).max() <= 4 * k * EPS[dtype] * max(1, np.abs(u).max())


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_lu(shape, dtype):
    a = sample(shape, dtype)
    x = cp.asarray(a)
    p, l, u = cl.lu(x)
    check_factors(p.get(), l.get(), u.get(), a, dtype)
    if swaps_as_scipy(a):
        for found, expected in zip((p, l, u), sl.lu(a)):
            # SciPy's P is real, but of a single number.
            near(found, expected.real if found is p else expected, dtype)
    permuted, same = cl.lu(x, permute_l=True)
    assert_same(permuted, (p.get() @ l.get()).astype(dtype))
    assert_same(same, u.get())
    rows, *rest = cl.lu(x, p_indices=True)
    assert_same(rows, p.get().argmax(-1).astype("i"))
    assert_same(rest, [l.get(), u.get()])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_lu_factor(shape, dtype):
    a = sample(shape, dtype)
    lu, piv = cl.lu_factor(cp.asarray(a))
    m, n = shape[-2:]
    k = min(m, n)
    flat = a.reshape(-1, m, n)
    if swaps_as_scipy(a):
        expected = [sl.lu_factor(matrix) for matrix in flat]
        near(lu, np.array([e[0] for e in expected]).reshape(shape), dtype)
        assert_same(piv, np.array([e[1] for e in expected]).reshape(shape[:-2] + (k,)).astype("i"))
    assert lu.dtype == dtype and lu.shape == shape and piv.dtype == "i" and piv.shape == shape[:-2] + (k,)
    for matrix, factors, swaps in zip(flat, lu.get().reshape(flat.shape), piv.get().reshape(-1, k)):
        order = np.arange(m)
        for i, j in enumerate(swaps):
            order[[i, j]] = order[[j, i]]
        lower = np.tril(factors[:, :k], -1) + np.eye(m, k)
        check_factors(np.eye(m)[np.argsort(order)], lower, np.triu(factors[:k]), matrix, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("n, right", [(1, (1,)), (4, (4,)), (4, (4, 1)), (5, (5, 3)), (60, (60, 2)), (3, (3, 0))])
def test_lu_solve(n, right, trans, dtype):
    a, b = sample((n, n), dtype) + 2 * np.eye(n, dtype=dtype), sample(right, dtype, 1)
    found = cl.lu_solve(cl.lu_factor(cp.asarray(a)), cp.asarray(b), trans)
    near(found, sl.lu_solve(sl.lu_factor(a), b, trans), dtype, 2000)


def test_lu_solve_of_batches():
    a, b = sample((5, 4, 4)) + 3 * np.eye(4), sample((5, 4, 2), seed=1)
    factors = cl.lu_factor(cp.asarray(a))
    near(cl.lu_solve(factors, cp.asarray(b)), np.linalg.solve(a, b), "d")
    near(cl.lu_solve(factors, cp.asarray(b[0])), np.linalg.solve(a, b[0]), "d")
    near(cl.lu_solve(factors, cp.asarray(b[0, :, 0])), np.linalg.solve(a, b[0][None, :, :1])[..., 0], "d")


def test_lu_of_integers_and_nothing():
    for dtype in "?bBhHiIlLe":
        a = np.array([[1, 0], [1, 1]]).astype(dtype)
        for found, expected in zip(cl.lu(cp.asarray(a)), sl.lu(a)):
            assert_same(found, expected)
        lu, piv = cl.lu_factor(cp.asarray(a))
        assert lu.dtype == sl.lu_factor(a)[0].dtype and piv.dtype == np.int32
    for shape in [(0, 0), (0, 3), (3, 0), (2, 0, 0), (0, 3, 3)]:
        for options in ({}, {"p_indices": True}, {"permute_l": True}):
            assert_same(cl.lu(cp.zeros(shape), **options), sl.lu(np.zeros(shape), **options))
        assert cl.lu_factor(cp.zeros(shape))[0].shape == shape


def test_singular_and_infinite():
    a = cp.array([[1.0, 2.0], [2.0, 4.0]])
    with pytest.warns(RuntimeWarning, match="Diagonal number 2 is exactly zero"):
        cl.lu_factor(a)
    for bad in (np.nan, np.inf):
        b = cp.array([[bad, 1.0], [1.0, 1.0]])
        for call in (
            cl.lu,
            cl.lu_factor,
            lambda b: cl.lu_solve((a, cp.array([0, 1])), b),
            lambda b: cl.solve_triangular(b, b, check_finite=True),
            lambda b: cuprumx.linalg.cho_solve((cp.eye(2), True), b),
        ):
            with pytest.raises(ValueError, match="infs or NaNs"):
                call(b)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cl.lu_factor(b, check_finite=False)
    with pytest.raises(ValueError):
        cl.lu(cp.ones(3))
    with pytest.raises(ValueError):
        cl.lu_solve((cp.ones((2, 3)), cp.zeros(2, "i")), cp.ones(2))
    with pytest.raises(ValueError):
        cl.lu_solve((cp.eye(2), cp.zeros(2, "i")), cp.ones(3))
    with pytest.raises(ValueError):
        cl.lu_solve((cp.eye(2), cp.zeros(2, "i")), cp.ones(2), 3)


# ----------------------------------------------------------------------------------------------- triangles and Cholesky


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("trans", [0, 1, 2, "N", "T", "C"])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("unit", [False, True])
def test_solve_triangular(dtype, trans, lower, unit):
    for n, right in [(1, (1,)), (4, (4,)), (5, (5, 3))]:
        a, b = sample((n, n), dtype) + 2 * np.eye(n, dtype=dtype), sample(right, dtype, 1)
        options = {"trans": trans, "lower": lower, "unit_diagonal": unit}
        near(
            cl.solve_triangular(cp.asarray(a), cp.asarray(b), **options),
            sl.solve_triangular(a, b, **options),
            dtype,
            2000,
        )
    a, b = sample((3, 4, 4), dtype) + 2 * np.eye(4, dtype=dtype), sample((3, 4, 2), dtype, 1)
    found = cl.solve_triangular(cp.asarray(a), cp.asarray(b), **options)
    near(found, np.array([sl.solve_triangular(x, y, **options) for x, y in zip(a, b)]), dtype, 2000)


def test_errors_of_triangles():
    with pytest.raises(np.linalg.LinAlgError, match="diagonal 1"):
        cl.solve_triangular(cp.array([[1.0, 2.0], [3.0, 0.0]]), cp.ones(2))
    assert_same(
        cl.solve_triangular(cp.array([[1.0, 2.0], [3.0, 0.0]]), cp.ones(2), unit_diagonal=True), np.array([-1.0, 1.0])
    )
    for a, b in [(np.ones((2, 3)), np.ones(2)), (np.eye(2), np.ones(3)), (np.ones(2), np.ones(2))]:
        with pytest.raises(ValueError):
            cl.solve_triangular(cp.asarray(a), cp.asarray(b))
    with pytest.raises(ValueError):
        cl.solve_triangular(cp.eye(2), cp.ones(2), trans="X")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 3, 20])
def test_cholesky_solutions(n, dtype):
    a = sample((n, n), dtype)
    a = a @ a.conj().T + np.eye(n, dtype=dtype)
    b = sample((n, 2), dtype, 1)
    for lower in (False, True):
        factor = sl.cholesky(a, lower=lower) + (np.triu if lower else np.tril)(
            np.full((n, n), 7, dtype), 1 if lower else -1
        )
        factor = cp.asarray(factor.astype(dtype))
        near(cuprumx.linalg.cho_solve((factor, lower), cp.asarray(b)), np.linalg.solve(a, b), dtype, 5000)
        near(cuprumx.linalg.cho_solve((factor, lower), cp.asarray(b[:, 0])), np.linalg.solve(a, b[:, 0]), dtype, 5000)
    inverse = cuprumx.linalg.invh(cp.asarray(a))
    near(inverse, np.linalg.inv(a), dtype, 5000)
    assert inverse.flags.c_contiguous
    near(cuprumx.linalg.invh(cp.asarray(np.stack([a, 2 * a]))), np.linalg.inv(np.stack([a, 2 * a])), dtype, 5000)


def test_cho_solve_of_batches():
    """A vector for each matrix, or matrices that broadcast."""
    a = np.stack([np.eye(3) * k + np.diag([0.5, 0.5], 1) + np.diag([0.5, 0.5], -1) for k in (2, 3)])
    factors = np.linalg.cholesky(a)
    for shape in ((2, 3), (2, 3, 2), (3,), (3, 2), (1, 3, 2)):
        b = sample(shape, "d", 1)
        found = cuprumx.linalg.cho_solve((cp.asarray(factors), True), cp.asarray(b))
        right = b[..., None] if shape == (2, 3) else b
        expected = np.linalg.solve(a, right if len(shape) > 1 else np.broadcast_to(b[:, None], (2, 3, 1)))
        near(found, expected[..., 0] if len(shape) == 1 or shape == (2, 3) else expected, "d", 5000)
    with pytest.raises(ValueError):
        cuprumx.linalg.cho_solve((cp.asarray(factors), True), cp.ones((4, 3)))


def test_invh_of_others():
    with pytest.raises(np.linalg.LinAlgError):
        cuprumx.linalg.invh(-cp.eye(2))
    with pytest.raises(np.linalg.LinAlgError):
        cuprumx.linalg.invh(cp.ones((2, 3)))


# --------------------------------------------------------------------------------------------------------- exponentials


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("size", [1e-3, 0.1, 0.5, 1.0, 3.0, 20.0])
def test_expm(size, dtype):
    for shape in [(1, 1), (2, 2), (5, 5), (30, 30), (3, 4, 4), (2, 2, 3, 3)]:
        a = (sample(shape, dtype) * np.dtype(dtype).type(size / shape[-1])).astype(dtype)
        near(cl.expm(cp.asarray(a)), sl.expm(a), dtype, 1000)


def test_expm_of_special_matrices():
    for a in [
        np.zeros((3, 3)),
        np.diag([1.0, -50.0, 3.0]),
        np.triu(np.ones((4, 4)), 1),
        np.array([[0, -np.pi], [np.pi, 0]]),
        np.array([[1, 2], [3, 4]]),
    ]:
        near(cl.expm(cp.asarray(a)), sl.expm(a), "d", 1000)
    assert cl.expm(cp.ones((0, 0))).shape == (0, 0)
    assert np.isnan(cl.expm(cp.array([[np.nan, 1], [1, 1]])).get()).all()
    for bad in (np.ones(3), np.ones((2, 3))):
        with pytest.raises(np.linalg.LinAlgError):
            cl.expm(cp.asarray(bad))
    mixed = np.stack([np.zeros((3, 3)), sample((3, 3)) * 30])
    near(cl.expm(cp.asarray(mixed))[0], np.eye(3), "d")


def scaled_error(a, power=60):
    """Of `expm`, relative to each element of the exact exponential, which mpmath finds by a series."""
    import mpmath

    with mpmath.workdps(power):
        exact = mpmath.expm(mpmath.matrix(a.tolist()), method="taylor")
        found = cl.expm(cp.asarray(a)).get()
        places = [(i, j) for i in range(len(a)) for j in range(len(a)) if exact[i, j] != 0]
        assert all(found[i, j] == 0 for i in range(len(a)) for j in range(len(a)) if exact[i, j] == 0)
        return max(float(abs(mpmath.mpmathify(found[i, j].item()) - exact[i, j]) / abs(exact[i, j])) for i, j in places)


BURKARDT = {  # Examples of J. Burkardt's collection of matrices for exponentials, and how many roundings they cost.
    "1": ([[2, 1], [1, 2]], 30), "2": ([[1, 3], [3, 2]], 30), "3": ([[0, 1], [-39, -40]], 100),
    "4": ([[-49, 24], [-64, 31]], 1000), "5": ([[0, 6, 0, 0], [0, 0, 6, 0], [0, 0, 0, 6], [0, 0, 0, 0]], 10),
    "6": ([[1, 1], [0, 1]], 10), "7": ([[1 + 2**-52, 1], [0, 1 - 2**-52]], 10),
    "8": ([[21, 17, 6], [-5, -1, -6], [4, 4, 16]], 1000), "9": ([[1, 2, 2, 2], [3, 1, 1, 2], [3, 2, 1, 2],
    [3, 3, 3, 1]], 100), "10": ([[4, 2, 0], [1, 4, 1], [1, 1, 4]], 100), "12": ([[-131, 19, 18], [-390, 56, 54],
    [-387, 57, 52]], 2000), "14": ([[0, 1e-8, 0], [-(2e10 + 4e8 / 6), -3, 2e10], [200 / 3, 0, -200 / 3]], 10000),
}  # fmt: skip


@pytest.mark.parametrize("name", BURKARDT)
def test_expm_of_examples(name):
    rows, roundings = BURKARDT[name]
    a = np.array(rows, dtype=np.float64)
    assert scaled_error(a) < roundings * EPS["d"]
    batch = np.stack([a, np.zeros(a.shape), a / 64])  # each with its own scale
    found = cl.expm(cp.asarray(batch)).get()
    np.testing.assert_allclose(found[0], cl.expm(cp.asarray(a)).get(), rtol=roundings * EPS["d"])
    np.testing.assert_array_equal(found[1], np.eye(len(a)))
    near(cl.expm(cp.asarray(batch))[2], sl.expm(a / 64), "d", 1000)


@pytest.mark.parametrize("dtype", DTYPES)
def test_expm_of_triangles_of_large_norm(dtype):
    rng = np.random.default_rng(0)
    for size, count in ((1e4, 6), (1e8 if dtype in "fF" else 1e25, 3)):
        a = np.triu(rng.normal(size=(count, count)) * size, 1)
        a = (a + np.diag(rng.uniform(-5, 0, count))).astype(dtype)
        if a.dtype.kind == "c":
            a += (1j * np.diag(rng.uniform(-30, 30, count))).astype(dtype)
        roundings = 1e5 if a.dtype.kind == "c" else 200
        assert scaled_error(a, 400) < roundings * EPS[dtype]
        assert scaled_error(a.T.copy(), 400) < roundings * EPS[dtype]
        diagonal = np.diag(np.diag(a))
        assert_same(cl.expm(cp.asarray(diagonal)), np.diag(np.exp(np.diag(a))).astype(dtype), rtol=4 * EPS[dtype])


def test_expm_is_the_inverse_of_a_logarithm():
    # A. Al-Mohy and N. Higham, "Improved inverse scaling and squaring algorithms for the matrix logarithm", 2012: the
    # norm of the logarithm is 3e14, that of its exponential 3e4.
    a = np.full((4, 4), 3e4) * np.triu(np.ones((4, 4)), 1) + np.diag([3.2346e-1, 3.0089e-1, 3.221e-1, 3.0744e-1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logarithm = sl.logm(a)
    for x, y in ((logarithm, a), (logarithm.T.copy(), a.T)):
        np.testing.assert_allclose(cl.expm(cp.asarray(x)).get(), y, rtol=5e-5, atol=1e-14)


def test_expm_without_numbers():
    inf, nan = np.inf, np.nan
    for rows in ([[inf, 0], [0, 1]], [[inf, 1], [2, 1]], [[1, 2, inf], [0, 1, 2], [0, 0, 1]], [[nan, 0], [3, 1]]):
        a = np.array(rows, dtype=np.float64)
        expected = sl.expm(a)
        for triangle in (np.triu, np.tril):  # SciPy 1.18: NaN on the other side of the diagonal, too
            if SCIPY >= (1, 18) and np.array_equal(triangle(a), a, equal_nan=True):
                expected = triangle(expected)
        np.testing.assert_array_equal(cl.expm(cp.asarray(a)).get(), expected)
        both = cl.expm(cp.asarray(np.stack([a, np.eye(len(a))]))).get()  # the others are as they would be alone
        np.testing.assert_array_equal(both[0], expected)
        np.testing.assert_allclose(both[1], np.e * np.eye(len(a)), rtol=4 * EPS["d"])
    for number in (1, 2 + 1j, -0.5):
        assert_same(cl.expm(number), sl.expm(number), rtol=4 * EPS["d"])
    assert cl.expm(cp.array([2.0])).shape == (1, 1)
    with pytest.raises(np.linalg.LinAlgError):
        cl.expm(cp.ones(2))


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_expm_of_all_dtypes(dtype):
    for shape in ((2, 2), (1, 1), (0, 0), (3, 2, 2), (3, 1, 1), (2, 0, 0)):
        a = np.ones(shape, dtype)
        expected = sl.expm(a)
        assert_same(cl.expm(cp.asarray(a)), expected, rtol=100 * np.finfo(expected.dtype).eps)


# --------------------------------------------------------------------------------------------------------------- layout


def test_results_are_in_fortran_order():
    a, b = sample((4, 4)) + 3 * np.eye(4), sample((4, 3), seed=1)
    stack = np.stack([a, a + 1, a - np.eye(4)])
    for order in "CF":
        x, y = np.asarray(a, order=order), np.asarray(b, order=order)
        c, d = cp.asarray(x), cp.asarray(y)
        factors, expected = cl.lu_factor(c), sl.lu_factor(x)
        for found, like in (
            (factors[0], expected[0]),
            (cl.lu_factor(c[:2])[0], sl.lu_factor(x[:2])[0]),
            (cl.lu_solve(factors, d), sl.lu_solve(expected, y)),
            (cl.lu_solve(factors, d[:, :1]), sl.lu_solve(expected, y[:, :1])),
            (cl.lu_solve(factors, d[:, 0]), sl.lu_solve(expected, y[:, 0])),
            (cl.solve_triangular(c, d), sl.solve_triangular(x, y)),
        ):
            assert_same_strides(found, like)
            assert found.flags.f_contiguous and found.flags.owndata and found.base is None
    batch = cp.asarray(stack)
    assert cl.lu_factor(batch)[0].strides == (128, 8, 32)
    assert cl.lu_solve(cl.lu_factor(batch), cp.asarray(b)).strides == (96, 8, 32)
    assert cl.solve_triangular(batch, cp.asarray(b)).strides == (96, 8, 32)


def test_errors_of_dimensions_are_linalg_errors():
    # NumPy's LinAlgError is a ValueError, which SciPy raises.
    vector, cube = cp.ones(3), cp.ones((2, 3, 3))
    for call in (
        lambda: cl.bandwidth(vector),
        lambda: cl.khatri_rao(vector, vector),
        lambda: cl.khatri_rao(vector, cube[0]),
        lambda: cl.lu(vector),
        lambda: cl.lu_factor(vector),
    ):
        with pytest.raises(np.linalg.LinAlgError, match="dimension"):
            call()


# ----------------------------------------------------------------------------------------------------- special matrices

CALLS = {
    "toeplitz": [(10,), (1, 2), (1, [2, 3]),
    ([1, 2, 3],), ([1, 2, 3], [9, 8, 7, 6]), ([1.0 + 2j, 3 - 1j],), ([1], [5, 6]), ([],), ([1, 2], []),
    ([[1, 2], [3, 4]],), ([[1, 2], [3, 4]], [[5, 6, 7], [8, 9, 0]])],
    "hankel": [([1, 2, 3],), ([1, 2, 3, 4], [4, 7, 7, 8, 9]), ([1.5],), ([],)],
    "circulant": [(10,), ([1, 2, 3],), ([1.5],), ([[1, 2, 3], [4, 5, 6]],), ([1j, 2],)],
    "hadamard": [(1,), (2,), (8,), (4, "f"), (4, "D"), (4, "b")],
    "leslie": [([0.1, 2.0, 1.0], [0.2, 0.8]), ([1, 2], [3]), ([[0.1, 2.0], [1, 2]], [[0.5], [0.25]])],
    "companion": [([1.0, -10.0, 31.0, -30.0],), ([2, 4],), ([[1.0, 2, 3], [4, 5, 6]],), ([1j, 2, 3],)],
    "helmert": [(1,), (2,), (5,), (5, True), (1, True)], "hilbert": [(1,), (4,), (10,)],
    "dft": [(1,), (2,), (5,), (8, "sqrtn"), (7, "n")],
    "fiedler": [(10,), ([1, 4, 12],), ([1.5],), ([[1, 2], [3, 5]],), ([],)],
    "fiedler_companion": [(3,),
    ([1.0, -16.0, 86.0, -176.0, 105.0],), ([1.0, 2, 3],), ([1.0, 2],), ([2.0, 4, 6, 8, 10, 12],),
    ([3, 4, 5, 6, 7, 8, 9],), ([1.0],), ([],), ([[1.0, 2, 3, 4], [2.0, 1, 4, 5]],)],
    "convolution_matrix": [([-1, 4, -2], 5, mode) for mode in ("full", "same", "valid")] + [([1.0, 2], 1),
    ([1, 2, 3, 4, 5], 3, "same"), ([1, 2, 3, 4, 5], 3, "valid"), ([1j], 3, "full"), ([1, 2, 3, 4], 2, "same")],
    "khatri_rao": [([[1, 2, 3], [4, 5, 6]], [[3, 4, 5], [6, 7, 8], [2, 3, 9]]), ([[1.0]], [[2]])],
    "block_diag": [(), ([1],), ([[1, 0], [0, 1]], [[3, 4, 5], [6, 7, 8]], [[7]]), ([1, 2], [[3.5]], [[1j]]),
    ([], [[2, 3]]), (4, [5]), ([[[[1.0, 2]]], [[[3, 4]]]], [[[5], [6]], [[7], [8]], [[9], [1]]]),
    (4, [[[1], [2]], [[3], [4]]]), ([[[1]], [[2]]], [3, 4])],
}  # fmt: skip


@pytest.mark.parametrize(
    "name, arguments",
    [(name, a) for name, calls in CALLS.items() for a in calls],
    ids=lambda x: str(x).replace(" ", ""),
)
def test_special_matrices(name, arguments):
    host = [
        np.array(a) if isinstance(a, (list, int)) and (isinstance(a, list) or name == "block_diag") else a
        for a in arguments
    ]
    device = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in host]
    expected = getattr(sl, name)(*host)
    found = getattr(cl, name)(*device)
    if name == "fiedler" and expected.size == 0:
        expected = expected.reshape(0)  # CuPy's and SciPy's before 1.18
    if name == "fiedler_companion" and found.shape == (0, 0) and SCIPY < (1, 18):
        expected = expected.reshape(0, 0)  # of one axis before
    if expected.dtype.kind in "fc":
        assert_same(found, expected, rtol=1e-13, atol=1e-13)
    else:
        assert_same(found, expected)


@pytest.mark.parametrize("call", [
    lambda l, x: l.hadamard(3), lambda l, x: l.hadamard(0), lambda l, x: l.leslie(x([1, 2]), x([1, 2])), lambda l,
    x: l.leslie(x([1]), x([])), lambda l, x: l.companion(x([1.0])), lambda l, x: l.companion(x([0.0, 1.0])), lambda l,
    x: l.dft(3, "m"), lambda l, x: l.fiedler_companion(x([0.0, 1, 2])), lambda l, x: l.convolution_matrix(x([1]), 0),
    lambda l, x: l.convolution_matrix(x([]), 2), lambda l, x: l.convolution_matrix(x([1]), 2, "most"), lambda l,
    x: l.khatri_rao(x([[1, 2]]), x([[1]])), lambda l, x: l.khatri_rao(x([1, 2]), x([[1]])), lambda l,
    x: l.bandwidth(x([1, 2])), lambda l, x: l.toeplitz(x(np.ones((0, 4)))), lambda l,
    x: l.block_diag(x(np.ones((2, 1, 1))), x(np.ones((3, 1, 1)))),
])  # fmt: skip
def test_errors(call):
    with pytest.raises(ValueError):
        call(sl, np.array)
    with pytest.raises(ValueError):
        call(cl, cp.array)


def test_bandwidth():
    with pytest.raises(ValueError):  # SciPy's until 1.18
        cl.bandwidth(cp.ones((0, 2, 2)))
    for a in (np.eye(3), np.ones((3, 4)), np.zeros((3, 3)), np.diag([1, 2], -1), np.triu(np.ones((4, 4)))):
        assert cl.bandwidth(cp.asarray(a)) == sl.bandwidth(a)
    for a in (np.stack([np.triu(np.ones((4, 5)), k) for k in range(-3, 3)]).reshape(2, 3, 4, 5), np.ones((2, 0, 3))):
        for found, expected in zip(cl.bandwidth(cp.asarray(a)), sl.bandwidth(a)):
            assert_same(found, expected)


def test_more_of_cupyx():
    a = cp.zeros(3)
    cuprumx.scatter_add(a, cp.array([0, 0, 2]), 1)
    assert_same(a, np.array([2.0, 0, 1]))
    cuprumx.scatter_max(a, cp.array([0, 1]), cp.array([1.0, 5.0]))
    assert_same(a, np.array([2.0, 5, 1]))
    cuprumx.scatter_min(a, cp.array([0, 1]), cp.array([1.0, 6.0]))
    assert_same(a, np.array([1.0, 5, 1]))
    assert_same(cuprumx.rsqrt(cp.array([4.0])), np.array([0.5]))


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("batch", [(2,), (3,), (2, 3), (1,)])
def test_a_vector_for_each_triangle(batch, dtype):
    rng = np.random.default_rng(0)
    a = (rng.standard_normal((*batch, 3, 3)) + 4 * np.eye(3)).astype(dtype)
    b = rng.standard_normal((*batch, 3)).astype(dtype)
    for lower in (False, True):
        expected = np.stack(
            [sl.solve_triangular(m, v, lower=lower) for m, v in zip(a.reshape(-1, 3, 3), b.reshape(-1, 3))]
        )
        found = cl.solve_triangular(cp.asarray(a), cp.asarray(b), lower=lower)
        assert_same(found, expected.reshape(b.shape), rtol=1e-4, atol=1e-4)
