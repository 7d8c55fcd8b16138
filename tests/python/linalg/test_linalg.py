"""Linear algebra: norms, powers, products, dtypes, errors; against the defining equations, and against NumPy where
there is one result."""

import numpy as np
import pytest
from common import assert_same, assert_same_error, assert_same_outcome, sample, to_device
from linalg_common import DTYPES, EPS, has_eig, matrices, solvable, variants
from numpy.linalg import LinAlgError

import cuprum as cp

# ------------------------------------------------------------------------------------------------------------ norms

VECTOR_ORDERS = [None, 0, 1, 2, 3, -1, -2, 0.5, 3.5, np.inf, -np.inf]
MATRIX_ORDERS = [None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf]


def norm_rtol(dtype):
    return {"e": 2e-3, "f": 1e-5, "F": 1e-5}.get(np.dtype(dtype).char, 1e-12)


@pytest.mark.parametrize("dtype", "?bLefdFD")
@pytest.mark.parametrize("ord", VECTOR_ORDERS)
def test_vector_norms(ord, dtype):
    a = sample((3, 4, 50), dtype, 1, low=1, high=9)
    if dtype == "?":
        a[:] = True
    for layout in variants(a):
        for axis in (0, 1, -1):
            for keepdims in (False, True):
                if dtype == "?" and ord in (1, np.inf, -np.inf, 0):
                    continue  # NumPy's absolute of bools is bool
                expected = np.linalg.norm(layout, ord, axis, keepdims)
                if dtype == "e":
                    expected = np.linalg.norm(layout.astype("f"), ord, axis, keepdims).astype("e")
                assert_same(cp.linalg.norm(to_device(layout), ord, axis, keepdims), expected, rtol=norm_rtol(dtype))
    line = a[0, 0]
    if dtype not in "?e":
        assert_same(cp.linalg.norm(cp.asarray(line), ord), np.linalg.norm(line, ord), rtol=norm_rtol(dtype))
        if ord is not None:
            for axis in (None, 0, (0, 2), (1, -1)):
                assert_same(
                    cp.linalg.vector_norm(cp.asarray(a), axis=axis, ord=ord),
                    np.linalg.vector_norm(a, axis=axis, ord=ord),
                    rtol=norm_rtol(dtype),
                )
                assert_same(
                    cp.linalg.vector_norm(cp.asarray(a), axis=axis, ord=ord, keepdims=True),
                    np.linalg.vector_norm(a, axis=axis, ord=ord, keepdims=True),
                    rtol=norm_rtol(dtype),
                )


@pytest.mark.parametrize("dtype", "lfdFD")
@pytest.mark.parametrize("ord", MATRIX_ORDERS)
def test_matrix_norms(ord, dtype):
    a = sample((3, 4, 5), dtype, 1, low=-9, high=9)
    rtol = norm_rtol(dtype)
    assert_same(cp.linalg.norm(cp.asarray(a[0]), ord), np.linalg.norm(a[0], ord), rtol=rtol)
    for layout in variants(a):
        for axis in ((0, 1), (1, 0), (-1, 0), (2, 1)):
            for keepdims in (False, True):
                assert_same(
                    cp.linalg.norm(to_device(layout), ord, axis, keepdims),
                    np.linalg.norm(layout, ord, axis, keepdims),
                    rtol=rtol,
                )
    if ord is not None:
        assert_same(cp.linalg.matrix_norm(cp.asarray(a), ord=ord), np.linalg.matrix_norm(a, ord=ord), rtol=rtol)
        assert_same(
            cp.linalg.matrix_norm(cp.asarray(a), ord=ord, keepdims=True),
            np.linalg.matrix_norm(a, ord=ord, keepdims=True),
            rtol=rtol,
        )


def test_the_smallest_of_nothing_has_no_norm():
    for order in (-np.inf, np.inf, -1, 0, None):
        for shape, axis in [((0, 0), 0), ((0, 3), 0), ((3, 0), 0), ((0,), None), ((2, 0), 1)]:
            call = lambda xp: xp.linalg.norm(xp.zeros(shape), order, axis=axis)  # noqa: E731
            assert_same_outcome(call)


def test_norm_of_anything():
    for a in (
        np.float64(3.0),
        np.array(-3.0),
        np.array([3, 4j]),
        np.zeros((0,)),
        np.zeros((0, 3)),
        np.arange(24.0).reshape(2, 3, 4),
        np.array([1.0, np.nan]),
        np.array([[1.0, np.nan]]),
    ):
        assert_same(cp.linalg.norm(cp.asarray(a)), np.linalg.norm(a), rtol=1e-14)
    for shape, ord in (((0,), np.inf), ((0,), 1), ((0, 3), 1), ((0, 3), 2), ((0, 3), "nuc"), ((3, 0), np.inf)):
        assert_same(cp.linalg.norm(cp.zeros(shape), ord), np.linalg.norm(np.zeros(shape), ord))
    big = np.full(100_000, 3.0, "f")
    assert_same(cp.linalg.norm(cp.asarray(big)), np.linalg.norm(big), rtol=1e-6)
    assert_same(cp.linalg.norm([3.0, 4.0]), np.linalg.norm([3.0, 4.0]))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("p", MATRIX_ORDERS)
def test_cond(p, dtype):
    for shape in ((4, 4), (3, 5, 5)) + (((4, 3),) if p in (None, 2, -2) else ()):
        a = matrices(shape, dtype)
        assert_same(cp.linalg.cond(cp.asarray(a), p), np.linalg.cond(a, p), rtol=3000 * EPS[dtype])
    with np.errstate(all="ignore"):
        for a in (
            np.zeros((3, 3), dtype),
            np.stack([np.eye(3), np.zeros((3, 3)), np.full((3, 3), np.nan)]).astype(dtype),
        ):
            if p == "nuc" or (p in (None, 2, -2) and np.isnan(a).any()):
                continue  # no singular values
            assert_same(cp.linalg.cond(cp.asarray(a), p), np.linalg.cond(a, p), rtol=1e-5)


def test_matrix_rank():
    full, deficient = np.eye(4), np.diag([1.0, 1e-3, 1e-20, 0.0])
    for a in (
        full,
        deficient,
        np.zeros((4, 4)),
        np.ones((3, 5)),
        np.stack([full, deficient]),
        np.zeros((4,)),
        np.array(3.0),
        np.array(0.0),
        np.arange(3),
        np.zeros((0, 3)),
        np.zeros((2, 0, 3)),
    ):
        assert_same(cp.linalg.matrix_rank(cp.asarray(a)), np.asarray(np.linalg.matrix_rank(a), int))
    for kwargs in (
        {"tol": 1e-2},
        {"tol": 1e-30},
        {"rtol": 1e-2},
        {"hermitian": True},
        {"tol": np.array([1e-2, 1e-30])},
        {"rtol": np.array([1e-2, 1e-30])},
    ):
        ours = {k: cp.asarray(v) if isinstance(v, np.ndarray) else v for k, v in kwargs.items()}
        host = np.stack([deficient, deficient])
        assert_same(cp.linalg.matrix_rank(cp.asarray(host), **ours), np.linalg.matrix_rank(host, **kwargs))


# --------------------------------------------------------------------------------------------------------- products


@pytest.mark.parametrize("dtype", ["l", "f", "d", "D", "?"])
@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (2, 4, 4)])
def test_matrix_power(shape, dtype):
    a = sample(shape, dtype, 1, low=-2, high=3)
    for n in (0, 1, 2, 3, 4, 7, 10):
        assert_same(
            cp.linalg.matrix_power(cp.asarray(a), n),
            np.linalg.matrix_power(a, n),
            rtol=1e-3 if dtype == "f" else 1e-10,
            atol=1e-3 if dtype == "f" else 1e-9,
        )
    if dtype in "fdD":
        a = solvable(shape, dtype)
        for n in (-1, -2, -5):
            assert_same(cp.linalg.matrix_power(cp.asarray(a), n), np.linalg.matrix_power(a, n), rtol=1e-3, atol=1e-5)


@pytest.mark.parametrize("dtype", "fdFDl")
def test_norms_of_many(dtype):
    a = sample((300, 400), dtype, low=-1 if dtype != "l" else -9, high=1 if dtype != "l" else 9)
    for host, device in ((a, cp.asarray(a)), (a.T, cp.asarray(a).T), (a[:, ::-1], cp.asarray(a)[:, ::-1])):
        assert_same(cp.linalg.norm(device), np.linalg.norm(host), rtol=1e-5 if dtype in "fF" else 1e-13)
        assert_same(
            cp.linalg.norm(device, keepdims=True),
            np.linalg.norm(host, keepdims=True),
            rtol=1e-5 if dtype in "fF" else 1e-13,
        )


def test_powers_beyond_64_bits():
    turn = np.array([[0, -1], [1, 0]])
    for n in (2**63, 2**100, 2**100 + 1, 3 * 2**70 + 3, -(2**80) - 1):
        assert_same(cp.linalg.matrix_power(cp.asarray(turn * 1.0), n), np.linalg.matrix_power(turn * 1.0, n))
    with pytest.raises(TypeError):
        cp.linalg.matrix_power(cp.eye(2), 1.5)


def test_multi_dot():
    rng = np.random.default_rng(0)
    for shapes in (
        [(3, 4), (4, 5)],
        [(3, 4), (4, 5), (5, 2)],
        [(10, 2), (2, 30), (30, 3), (3, 7)],
        [(4,), (4, 5), (5, 6)],
        [(3, 4), (4, 5), (5,)],
        [(4,), (4, 5), (5,)],
        [(4,), (4,)],
        [(2, 50), (50, 3), (3, 40), (40, 5), (5, 1)],
    ):
        hosts = [rng.uniform(-1, 1, s) for s in shapes]
        devices = [cp.asarray(h) for h in hosts]
        expected = np.linalg.multi_dot(hosts)
        assert_same(cp.linalg.multi_dot(devices), expected, rtol=1e-12, atol=1e-12)
        out = cp.empty(np.shape(expected))
        assert cp.linalg.multi_dot(devices, out=out) is out
        assert_same(out, expected, rtol=1e-12, atol=1e-12)


def test_names_of_the_array_api():
    a, b = sample((4, 3), "d", 1), sample((4, 3), "d", 2)
    x, y = cp.asarray(a), cp.asarray(b)
    assert_same(cp.linalg.cross(x, y), np.linalg.cross(a, b), rtol=1e-12, atol=1e-9)
    assert_same(cp.linalg.cross(x.T, y.T, axis=0), np.linalg.cross(a.T, b.T, axis=0), rtol=1e-12, atol=1e-9)
    assert_same(cp.linalg.outer(x[0], y[0]), np.linalg.outer(a[0], b[0]))
    assert_same(cp.linalg.matmul(x, y.T), a @ b.T, rtol=1e-12)
    assert_same(cp.linalg.vecdot(x, y, axis=0), np.linalg.vecdot(a, b, axis=0), rtol=1e-12)
    assert_same(cp.linalg.tensordot(x, y), np.linalg.tensordot(a, b), rtol=1e-12)
    cube = sample((2, 3, 4), "d", 3)
    for offset in (0, 1, -1):
        assert_same(cp.linalg.diagonal(cp.asarray(cube), offset=offset), np.linalg.diagonal(cube, offset=offset))
        assert_same(cp.linalg.trace(cp.asarray(cube), offset=offset), np.linalg.trace(cube, offset=offset), rtol=1e-12)
    assert cp.linalg.trace(cp.ones((2, 2), "b"), dtype="f").dtype == "f"
    assert_same(cp.linalg.matrix_transpose(cp.asarray(cube)), np.linalg.matrix_transpose(cube))
    missing = [
        n for n in dir(np.linalg) if not n.startswith("_") and n not in ("test", "linalg") and not hasattr(cp.linalg, n)
    ]
    assert not missing


def test_numpy_functions_come_here():
    a = solvable((3, 3), "d")
    x = cp.asarray(a)
    assert isinstance(np.linalg.inv(x), cp.ndarray)
    assert_same(np.linalg.svd(x)[1], np.linalg.svd(a)[1], rtol=1e-12)
    assert isinstance(np.linalg.norm(x), cp.ndarray)


# --------------------------------------------------------------------------------------------- dtypes, nothing, errors


def always_complex(xp, *results):
    """As from NumPy 2.5 on; before, eigenvalues are real where all of them are."""
    return tuple(x.astype(np.promote_types(x.dtype, "F")) if xp is np else x for x in results)


FUNCTIONS = {
    "inv": lambda xp, a: xp.linalg.inv(a),
    "det": lambda xp, a: xp.linalg.det(a),
    "slogdet": lambda xp, a: tuple(xp.linalg.slogdet(a)),
    "cholesky": lambda xp, a: xp.linalg.cholesky(a),
    "eigh": lambda xp, a: tuple(xp.linalg.eigh(a)),
    "eigvalsh": lambda xp, a: xp.linalg.eigvalsh(a),
    "eig": lambda xp, a: always_complex(xp, *xp.linalg.eig(a)),
    "eigvals": lambda xp, a: always_complex(xp, xp.linalg.eigvals(a)),
    "svd": lambda xp, a: tuple(xp.linalg.svd(a)),
    "svd of less": lambda xp, a: tuple(xp.linalg.svd(a, full_matrices=False)),
    "svdvals": lambda xp, a: xp.linalg.svd(a, compute_uv=False),
    "qr": lambda xp, a: tuple(xp.linalg.qr(a)),
    "complete qr": lambda xp, a: tuple(xp.linalg.qr(a, "complete")),
    "r of qr": lambda xp, a: xp.linalg.qr(a, "r"),
    "raw qr": lambda xp, a: tuple(xp.linalg.qr(a, "raw")),
    "pinv": lambda xp, a: xp.linalg.pinv(a),
    "matrix_rank": lambda xp, a: xp.asarray(xp.linalg.matrix_rank(a)),
    "cond": lambda xp, a: xp.linalg.cond(a),
    "matrix_power": lambda xp, a: xp.linalg.matrix_power(a, -2),
}


def usable(name):
    if name in ("eig", "eigvals") and not has_eig():
        pytest.skip("this cuSOLVER has no geev")


@pytest.mark.parametrize("dtype", "?bBhHiIlL")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_integers(name, dtype):
    usable(name)
    a = (
        (np.eye(3) * 2 + np.diag([1, 1], 1) + np.diag([1, 1], -1)).astype(dtype)
        if dtype != "?"
        else np.eye(3, dtype="?")
    )
    actual, expected = FUNCTIONS[name](cp, cp.asarray(a)), FUNCTIONS[name](np, a)
    if name in (
        "inv",
        "det",
        "slogdet",
        "cholesky",
        "eigvalsh",
        "svdvals",
        "pinv",
        "matrix_rank",
        "cond",
        "matrix_power",
    ):
        return assert_same(actual, expected, rtol=1e-12, atol=1e-14)
    for x, y in zip(
        actual if isinstance(actual, tuple) else (actual,), expected if isinstance(expected, tuple) else (expected,)
    ):
        assert x.dtype == y.dtype and x.shape == y.shape


@pytest.mark.parametrize("shape", [(0, 0), (2, 0, 0), (0, 3, 3), (3, 0), (0, 3), (2, 3, 0), (2, 0, 3), (0, 3, 4)])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_empty(name, shape):
    for dtype in "lfD":
        a = np.ones(shape, dtype)
        try:
            expected = FUNCTIONS[name](np, a)
        except LinAlgError:
            with pytest.raises(LinAlgError):
                FUNCTIONS[name](cp, cp.asarray(a))
            continue
        assert_same(FUNCTIONS[name](cp, cp.asarray(a)), expected)


def test_solve_empty():
    for shape_a, shape_b in (
        ((0, 0), (0,)),
        ((0, 0), (0, 3)),
        ((0, 3, 3), (3, 2)),
        ((0, 3, 3), (0, 3, 2)),
        ((2, 0, 0), (2, 0, 1)),
    ):
        a, b = np.ones(shape_a, "f"), np.ones(shape_b, "f")
        assert_same(cp.linalg.solve(cp.asarray(a), cp.asarray(b)), np.linalg.solve(a, b))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_refused(name):
    for bad in (np.ones(3), np.array(3.0)):
        if name in ("matrix_rank", "cond"):
            continue
        with pytest.raises(LinAlgError):
            FUNCTIONS[name](cp, cp.asarray(bad))
    if name not in ("eigh", "eigvalsh"):  # which take float16, as CuPy's do
        with pytest.raises(TypeError, match="unsupported in linalg"):
            FUNCTIONS[name](cp, cp.eye(3, dtype="e"))
    with pytest.raises(TypeError, match="unsupported in linalg"):
        FUNCTIONS[name](cp, cp.eye(3, dtype="bfloat16"))
    if name in ("inv", "det", "slogdet", "cholesky", "eigh", "eigvalsh", "eig", "eigvals", "matrix_power"):
        with pytest.raises(LinAlgError, match="square"):
            FUNCTIONS[name](cp, cp.ones((2, 3)))
    assert_same(cp.arange(3) + 1, np.arange(3) + 1)


SINGULAR = [
    lambda xp: xp.linalg.inv(xp.ones((3, 3))),
    lambda xp: xp.linalg.inv(xp.zeros((5, 3, 3))),
    lambda xp: xp.linalg.inv(xp.stack([xp.eye(40), xp.zeros((40, 40))])),
    lambda xp: xp.linalg.inv(xp.zeros((3, 3), "F")),
    lambda xp: xp.linalg.solve(xp.ones((3, 3)), xp.ones(3)),
    lambda xp: xp.linalg.solve(xp.zeros((4, 3, 3)), xp.ones((3, 2))),
    lambda xp: xp.linalg.cholesky(-xp.eye(3)),
    lambda xp: xp.linalg.cholesky(xp.stack([xp.eye(3), -xp.eye(3)])),
    lambda xp: xp.linalg.cholesky(xp.array([[1.0, 2.0], [2.0, 1.0]])),
    lambda xp: xp.linalg.matrix_power(xp.zeros((3, 3)), -1),
    lambda xp: xp.linalg.tensorinv(xp.zeros((4, 2, 2)), 1),
    lambda xp: xp.linalg.eig(xp.full((3, 3), xp.nan)),
    lambda xp: xp.linalg.eigvals(xp.full((3, 3), xp.inf)),
    lambda xp: xp.linalg.cond(xp.zeros((0, 3))),
    lambda xp: xp.linalg.cond(xp.ones(3)),
    lambda xp: xp.linalg.cond(xp.ones((2, 3)), 1),
    lambda xp: xp.linalg.lstsq(xp.ones((2, 3)), xp.ones(3)),
    lambda xp: xp.linalg.lstsq(xp.ones(3), xp.ones(3)),
    lambda xp: xp.linalg.lstsq(xp.ones((2, 2, 2)), xp.ones(2)),
    lambda xp: xp.linalg.lstsq(xp.ones((2, 2)), xp.array(3.0)),
    lambda xp: xp.linalg.tensorsolve(xp.ones((2, 3, 4)), xp.ones((2, 3))),
    lambda xp: xp.linalg.multi_dot([xp.ones((2, 2)), xp.ones((2, 2, 2)), xp.ones((2, 2))]),
    lambda xp: xp.linalg.matrix_power(xp.ones((2, 3)), 2),
    lambda xp: xp.linalg.matrix_power(xp.ones(3), 2),
]


@pytest.mark.parametrize("call", SINGULAR, ids=range(len(SINGULAR)))
def test_linalg_errors(call):
    with np.errstate(all="ignore"), pytest.raises(LinAlgError):
        call(np)
    with pytest.raises(LinAlgError):
        call(cp)
    assert_same(cp.linalg.inv(cp.eye(3)), np.eye(3))


ERRORS = [
    lambda xp: xp.linalg.solve(xp.eye(2), xp.ones(3)),
    lambda xp: xp.linalg.solve(xp.eye(2), xp.ones((3, 1))),
    lambda xp: xp.linalg.solve(xp.eye(3), xp.ones((4, 3))),
    lambda xp: xp.linalg.solve(xp.ones((2, 3, 3)), xp.ones((4, 3, 1))),
    lambda xp: xp.linalg.solve(xp.eye(2), xp.array(3.0)),
    lambda xp: xp.linalg.eigh(xp.eye(2), "X"),
    lambda xp: xp.linalg.eigvalsh(xp.eye(2), "lower"),
    lambda xp: xp.linalg.qr(xp.eye(2), "no such"),
    lambda xp: xp.linalg.norm(xp.ones((2, 3)), 0),
    lambda xp: xp.linalg.norm(xp.ones((2, 3)), 3),
    lambda xp: xp.linalg.norm(xp.ones((2, 3)), "no such"),
    lambda xp: xp.linalg.norm(xp.ones(3), "fro"),
    lambda xp: xp.linalg.norm(xp.ones(3), "nuc", axis=0),
    lambda xp: xp.linalg.norm(xp.ones((2, 3, 4)), 2),
    lambda xp: xp.linalg.norm(xp.ones((2, 3, 4)), axis=(0, 1, 2)),
    lambda xp: xp.linalg.norm(xp.ones((2, 3, 4)), axis=(0, 0)),
    lambda xp: xp.linalg.norm(xp.ones((2, 3, 4)), axis=5),
    lambda xp: xp.linalg.norm(xp.ones(3), axis="a"),
    lambda xp: xp.linalg.norm(xp.ones((0,)), -np.inf),
    lambda xp: xp.linalg.norm(xp.ones((3, 0)), -1),
    lambda xp: xp.linalg.norm(xp.ones((0, 3)), -2),
    lambda xp: xp.linalg.matrix_norm(xp.ones(3)),
    lambda xp: xp.linalg.multi_dot([xp.ones(3)]),
    lambda xp: xp.linalg.multi_dot([xp.ones((2, 3)), xp.ones((2, 3)), xp.ones((2, 3))]),
    lambda xp: xp.linalg.tensorinv(xp.eye(4), 0),
    lambda xp: xp.linalg.matrix_rank(xp.eye(2), tol=1, rtol=1),
    lambda xp: xp.linalg.matrix_power(xp.eye(2), 1.5),
    lambda xp: xp.linalg.cross(xp.ones(2), xp.ones(2)),
    lambda xp: xp.linalg.outer(xp.ones((2, 2)), xp.ones(2)),
    lambda xp: xp.linalg.matrix_transpose(xp.ones(3)),
    lambda xp: xp.linalg.trace(xp.ones(3)),
]


@pytest.mark.parametrize("call", ERRORS, ids=range(len(ERRORS)))
def test_errors(call):
    assert_same_error(call)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [1, 2, 3, 8, 33, 70])
@pytest.mark.parametrize("place", [(0, 0), (0, -1), (-1, 0), (-1, -1)])
def test_nan_is_not_lost(n, place, dtype):
    """Beside it other matrices are solved as ever."""
    rng = np.random.default_rng(n)
    stack = (rng.uniform(-1, 1, (3, n, n)) / n + 2 * np.eye(n)).astype(dtype)
    stack[(1, *place)] = np.nan
    right = np.ones((n, 2), dtype)
    bound = {"rtol": 0, "atol": 1e-4 if dtype in "fF" else 1e-12}
    for order in "CF":
        a = cp.asarray(np.array(stack, order=order))
        assert np.isnan(cp.linalg.inv(a[1]).get()).any()
        assert np.isnan(cp.linalg.solve(a[1], cp.asarray(right)).get()).any()
        assert np.isnan(cp.linalg.det(a[1]).get())
        assert np.isnan(cp.linalg.slogdet(a[1])[1].get())
        good = np.array([0, 2])
        for call in (
            lambda xp, a: xp.linalg.inv(a),
            lambda xp, a: xp.linalg.solve(a, xp.asarray(right)),
            lambda xp, a: xp.linalg.slogdet(a)[1],
        ):
            found = call(cp, a).get()
            np.testing.assert_allclose(found[good], call(np, stack[good]), **bound)
            assert np.isnan(found[1]).any()
        found = cp.linalg.det(a).get()
        np.testing.assert_allclose(found[good] / np.linalg.det(stack[good]), 1, **bound)
        assert np.isnan(found[1])


@pytest.mark.parametrize("n", [2, 5, 40])
@pytest.mark.parametrize("name", ["svd", "svdvals", "pinv", "matrix_rank", "cond", "lstsq"])
def test_nan_has_no_singular_values(name, n):
    """NumPy's error, of which NumPy's own LAPACK and cuSOLVER know nothing alike."""
    a = np.eye(n)
    a[0, -1] = np.nan
    for stack in (a, np.stack([np.eye(n), a])):
        arguments = [cp.asarray(stack)] + [cp.ones(n)] * (name == "lstsq")
        with pytest.raises(LinAlgError):
            getattr(cp.linalg, name)(*arguments)


def test_a_nan_beside_a_singular_matrix():
    """As in NumPy the singular matrix is an error, and the NaN is none."""
    nan = np.full((4, 4), np.nan)
    assert np.isnan(cp.linalg.inv(cp.asarray(nan)).get()).all()
    with pytest.raises(LinAlgError, match="Singular"):
        cp.linalg.inv(cp.asarray(np.stack([nan, np.zeros((4, 4))])))
    assert np.isnan(cp.linalg.cond(cp.asarray(nan), 1).get())


def test_nan_passes_or_is_refused():
    bad = cp.asarray(np.array([[1.0, 2.0], [np.nan, 3.0]]))
    assert np.isnan(cp.linalg.inv(bad).get()).any()
    assert np.isnan(cp.linalg.det(bad).get())
    assert np.isnan(cp.linalg.solve(bad, cp.ones(2)).get()).any()
    assert np.isnan(cp.linalg.norm(bad).get())
    for call in (lambda: cp.linalg.svd(bad), lambda: cp.linalg.eigh(bad)):
        try:
            assert np.isnan(call()[0].get()).any() or np.isnan(call()[1].get()).any()
        except LinAlgError:
            pass  # as LAPACK has it
    assert_same(cp.linalg.inv(cp.eye(3)), np.eye(3))


def test_on_a_stream_of_ones_own():
    """There a function does not wait; the error comes with the next wait, and is not lost."""
    with cp.cuda.Stream() as stream:
        good = cp.linalg.inv(cp.eye(3) * 2)
        stream.synchronize()
        assert_same(good, np.eye(3) / 2)
        with pytest.raises(LinAlgError, match="Singular"):
            cp.linalg.inv(cp.zeros((3, 3)))
            stream.synchronize()
        with pytest.raises(LinAlgError, match="definite"):
            cp.linalg.cholesky(-cp.eye(3)).get()
        event = cp.cuda.Event()
        with pytest.raises(LinAlgError, match="Singular"):
            cp.linalg.solve(cp.zeros((3, 3)), cp.ones(3))
            event.record()
            event.synchronize()
        stream.synchronize()
        assert_same(cp.linalg.inv(cp.eye(3)), np.eye(3))


def test_nothing_is_lost():
    """After failing calls the pool holds what it held before."""
    pool = cp.get_default_memory_pool()
    for call in SINGULAR:
        with pytest.raises(LinAlgError):
            call(cp)
    before = pool.used_bytes()
    for call in SINGULAR:
        with pytest.raises(LinAlgError):
            call(cp)
    assert pool.used_bytes() == before


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_pinv_of_singular_matrices(dtype):
    rng = np.random.default_rng(0)
    for host in (
        np.ones((3, 3)),
        np.arange(9).reshape(3, 3),
        np.outer([1, -2, 3, 0], [4, 5]),
        np.zeros((2, 3)),
        np.stack([np.ones((2, 2)), np.eye(2)]),
    ):
        host = host.astype(dtype)
        tolerance = 40 * np.finfo(dtype).eps
        assert_same(cp.linalg.pinv(cp.asarray(host)), np.linalg.pinv(host), rtol=tolerance, atol=tolerance)
    full = rng.standard_normal((4, 3)).astype(dtype)
    assert_same(cp.linalg.pinv(cp.asarray(full), 1e-15), np.linalg.pinv(full, 1e-15), rtol=1e-4, atol=1e-4)


def test_lstsq_gives_its_rank_as_an_array():
    for host, b in (
        (np.eye(3), np.ones(3)),
        (np.ones((4, 2)), np.ones((4, 2))),
        (np.zeros((3, 0)), np.ones(3)),
        (np.eye(3), np.ones((3, 0))),
    ):
        rank = cp.linalg.lstsq(cp.asarray(host), cp.asarray(b))[2]
        assert_same(rank, np.asarray(np.linalg.lstsq(host, b)[2], "i"))


@pytest.mark.parametrize("dtype", ["l", "f", "d", "F", "D"])
def test_eig_is_always_complex(dtype):
    if not has_eig():
        pytest.skip("no eig here")
    complex_dtype = np.result_type(dtype, "F") if dtype in "fF" else np.dtype("D")
    for host in (np.diag([1, 2, 3]), np.zeros((0, 0)), np.zeros((2, 3, 3)), np.array([[0, -1], [1, 0]])):
        values, vectors = cp.linalg.eig(cp.asarray(host.astype(dtype)))
        assert values.dtype == vectors.dtype == cp.linalg.eigvals(cp.asarray(host.astype(dtype))).dtype == complex_dtype
        assert_same(values * 1, np.linalg.eigvals(host).astype(complex_dtype), rtol=1e-5, atol=1e-5)
