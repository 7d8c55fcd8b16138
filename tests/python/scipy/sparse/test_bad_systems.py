"""Equations that have no solution, numbers that are none, shapes and dtypes that do not fit: as SciPy."""

import warnings

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
from sparse_common import device, laplacian

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg

N = 8
B = np.random.default_rng(0).standard_normal(N)
A = scipy.sparse.diags([-1.0, 2.0, -1.0], [-1, 0, 1], shape=(N, N)).tocsr()


def changed(row, column, value):
    made = A.copy()
    made[row, column] = value
    return made.tocsr()


def moved(x):
    if scipy.sparse.issparse(x):
        return device(x)
    return cp.asarray(x) if isinstance(x, np.ndarray) else x


def outcome(module, name, *arguments, **options):
    """What is returned, or the class of the error; and the classes of warnings."""
    if module is linalg:
        arguments, options = map(moved, arguments), {key: moved(value) for key, value in options.items()}
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            result = getattr(module, name)(*arguments, **options)
        except Exception as error:  # noqa: BLE001  whatever SciPy raises is what is wanted
            return type(error), []
    kinds = {w.category.__name__ for w in caught}
    return result, sorted(kinds & {"MatrixRankWarning", "SparseEfficiencyWarning", "RuntimeWarning"})


def numbers(x):
    return cp.asnumpy(x) if isinstance(x, cp.ndarray) else x


def alike(name, *arguments, near=1e-6, **options):
    """The same error, or the same x (NaN where SciPy has some) and an info of the same sign; the same warnings."""
    theirs, warned = outcome(scipy.sparse.linalg, name, *arguments, **options)
    ours, told = outcome(linalg, name, *arguments, **options)
    assert told == warned
    if isinstance(theirs, type):
        assert ours is theirs
        return
    assert not isinstance(ours, type), ours
    if isinstance(theirs, tuple):
        assert np.sign(theirs[1]) == np.sign(ours[1])
        theirs, ours = theirs[0], ours[0]
    theirs, ours = numbers(theirs), numbers(ours)
    assert ours.shape == theirs.shape and ours.dtype == theirs.dtype
    assert np.isfinite(ours).all() == np.isfinite(theirs).all()
    if np.isfinite(theirs).all():
        np.testing.assert_allclose(ours, theirs, rtol=near, atol=near)


ITERATIONS = ["cg", "cgs", "bicg", "bicgstab", "gmres", "lgmres", "gcrotmk", "qmr", "tfqmr", "minres"]
MATRICES = {
    "rows and columns differ": scipy.sparse.csr_matrix(np.ones((N, N + 1))),
    "NaN": changed(2, 2, np.nan),
    "indefinite": scipy.sparse.diags(np.array([1.0, -1.0] * 4)).tocsr(),
    "integers": A.astype(int),
    "bool": scipy.sparse.eye(N, dtype=bool, format="csr"),
    "single": A.astype("f"),
    "dense": A.toarray(),
    "coo": A.tocoo(),
    "nothing": scipy.sparse.csr_matrix((0, 0)),
    "a word": "x",
}
VECTORS = {
    "column": B[:, None],
    "matrix": np.stack([B, B], 1),
    "short": B[:-1],
    "long": np.r_[B, 1.0],
    "zero": np.zeros(N),
    "NaN": np.r_[B[:-1], np.nan],
    "infinite": np.r_[B[:-1], np.inf],
    "integers": np.arange(N),
    "bool": np.ones(N, bool),
    "single": B.astype("f"),
    "row": B[None, :],
    "number": np.array(1.0),
    "cube": np.ones((N, 1, 1)),
    "empty": np.zeros(0),
}


@pytest.mark.parametrize("name", ITERATIONS)
@pytest.mark.parametrize("kind", MATRICES)
def test_iterations_over_matrices(name, kind):
    if name == "tfqmr" and kind == "a word":
        pytest.skip("SciPy raises AttributeError")
    alike(name, MATRICES[kind], B, near=1e-3)


@pytest.mark.parametrize("name", ITERATIONS)
@pytest.mark.parametrize("kind", VECTORS)
def test_iterations_over_vectors(name, kind):
    alike(name, A, VECTORS[kind], near=1e-3)


@pytest.mark.parametrize("name", ITERATIONS)
def test_options_of_iterations(name):
    alike(name, A, B, x0=B[:3])
    alike(name, A, B, x0=B * np.nan)
    alike(name, A, B, maxiter=1)
    if name not in ("gmres", "gcrotmk"):  # for which SciPy has UnboundLocalError
        alike(name, A, B, maxiter=0)
    if name != "minres":
        alike(name, A, B, rtol=0.0, maxiter=3)
        alike(name, A, B, atol=-1.0)
        alike(name, A, B, atol="legacy")
        alike(name, A, B, atol=1e9)
    if name != "qmr":  # for which SciPy takes operators alone
        alike(name, A, B, M=scipy.sparse.eye(N + 1).tocsr())
        alike(name, A, B, M=scipy.sparse.eye(N).tocsr() * np.nan)


@pytest.mark.parametrize("name", ["cgs", "bicgstab", "bicg", "qmr"])
def test_breakdown(name):
    """Where a step divides by zero the iteration ends, and tells so."""
    nothing = scipy.sparse.csr_matrix((N, N))
    alike(name, nothing, B)


def test_singular_systems():
    alone = A.tolil()
    alone[3] = 0
    for a in (
        scipy.sparse.csr_matrix((N, N)),
        scipy.sparse.csr_matrix(np.ones((N, N))),
        alone.tocsr(),
        changed(2, 2, np.nan),
    ):
        alike("spsolve", a, B)
        for name in ("splu", "spilu", "factorized", "inv"):
            result, _ = outcome(linalg, name, a.tocsc())
            wanted, _ = outcome(scipy.sparse.linalg, name, a.tocsc())
            assert wanted is result is RuntimeError, name


@pytest.mark.parametrize("kind", MATRICES)
def test_factors_of_matrices(kind):
    if kind != "a word":
        alike("spsolve", MATRICES[kind], B)
        triangle = scipy.sparse.tril(MATRICES[kind])
        triangle = triangle.toarray() if kind == "dense" else triangle.asformat("coo" if kind == "coo" else "csr")
        alike("spsolve_triangular", triangle, B)


@pytest.mark.parametrize("kind", VECTORS)
def test_factors_and_vectors(kind):
    if kind in ("number", "infinite"):  # for which SciPy has IndexError; and NaN where an infinity is meant
        return
    alike("spsolve", A, VECTORS[kind], near=1e-5)
    alike("spsolve_triangular", scipy.sparse.tril(A).tocsr(), VECTORS[kind], near=1e-5)


def test_squares():
    tall = scipy.sparse.csr_matrix(np.random.default_rng(1).standard_normal((N, 3)))
    for dtype in ("f", "d", "F", "D"):
        for variances in (False, True):
            _, _, *_, ours = linalg.lsqr(device(tall.astype(dtype)), cp.asarray(B.astype(dtype)), calc_var=variances)
            *_, theirs = scipy.sparse.linalg.lsqr(tall.astype(dtype), B.astype(dtype), calc_var=variances)
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours.get(), theirs, rtol=1e-4)
    for bad in (np.nan, np.inf):
        for name in ("lsqr", "lsmr"):
            x, stop, *_ = getattr(linalg, name)(device(A), cp.asarray(np.r_[B[:-1], bad]))
            assert stop != 0 and not np.isfinite(x.get()).all()


def test_functions_of_matrices_times_vectors():
    a, b = laplacian(7), np.random.default_rng(0).standard_normal(49)
    cubes = lambda x: x @ x @ x - x  # noqa: E731
    for options in ({}, {"assume_a": "her"}, {"restart_every_m": 6, "rtol": 1e-10, "max_restarts": 40}, {"t": -0.3}):
        wanted = scipy.sparse.linalg.funm_multiply_krylov(cubes, a, b, **options)
        for matrix in (device(a), cp.asarray(a.toarray()), linalg.aslinearoperator(device(a))):
            x = linalg.funm_multiply_krylov(cubes, matrix, cp.asarray(b), **options)
            np.testing.assert_allclose(x.get(), wanted, rtol=1e-8, atol=1e-8)
    turned = (a + 1j * scipy.sparse.eye(49)).tocsr()
    x = linalg.funm_multiply_krylov(cubes, device(turned), cp.asarray(b))
    np.testing.assert_allclose(x.get(), cubes(turned.toarray()) @ b, rtol=1e-8, atol=1e-8)
    # An eigenvector, whose space ends at once.
    x = linalg.funm_multiply_krylov(cubes, sparse.eye(5, format="csr") * 2, cp.ones(5))
    np.testing.assert_allclose(x.get(), 6, rtol=1e-12)
    assert not linalg.funm_multiply_krylov(cubes, device(a), cp.zeros(49)).any()
    for bad in ({"assume_a": "x"}, {"restart_every_m": 0}, {"max_restarts": 0}, {"atol": -1.0}):
        with pytest.raises(ValueError):
            linalg.funm_multiply_krylov(cubes, device(a), cp.asarray(b), **bad)
    with pytest.raises(ValueError):
        linalg.funm_multiply_krylov(cubes, device(a), cp.ones((49, 2)))


def test_steps_are_shown(capsys):
    for options in ({}, {"maxiter": 3, "rtol": 1e-14}):
        calls = []
        x, info = linalg.tfqmr(device(A), cp.asarray(B), show=True, callback=calls.append, **options)
        ours = capsys.readouterr().out
        y, expected = scipy.sparse.linalg.tfqmr(A, B, show=True, **options)
        assert np.sign(info) == np.sign(expected) and ours.startswith("TFQMR: Linear solve") and len(calls) > 1
        assert ours.rsplit(" ", 1)[0] == capsys.readouterr().out.rsplit(" ", 1)[0]
    linalg.tfqmr(device(A), cp.zeros(N), show=True)
    assert capsys.readouterr().out == ""


def test_numbers_of_vectors_that_are_kept():
    """A negative one removed vectors from an empty list, which ended the process."""
    a = sparse.csr_matrix(cp.array([[4.0, 1.0], [1.0, 3.0]]))
    b = cp.array([1.0, 2.0])
    for name, wrong in (("outer_k", -1), ("inner_m", 0), ("inner_m", -1)):
        with pytest.raises(ValueError, match=f"{name} must be"):
            linalg.lgmres(a, b, **{name: wrong})
    with pytest.raises(ValueError, match="m must be 1 or more, found 0"):
        linalg.gcrotmk(a, b, m=0)
    assert linalg.lgmres(a, b, outer_k=0)[1] == 0


@pytest.mark.parametrize("shape", [(8,), (0,), (8, 2, 1)])
def test_constraints_that_are_no_matrix(shape):
    """SciPy and CuPy ignore them with a warning; here they ended the process."""
    a = sparse.diags(cp.arange(1.0, 9.0)).tocsr()
    x = cp.ones((8, 2))
    x[0, 1] = 2
    with pytest.warns(UserWarning, match=f"Expected rank-2 array for argument Y, instead got {len(shape)}"):
        found = linalg.lobpcg(a, x, Y=cp.ones(shape), maxiter=5)
    assert cp.allclose(found[0], linalg.lobpcg(a, x, maxiter=5)[0])
