"""Eigenvalues and singular values of cuprumx.scipy.sparse.linalg, against dense ones and SciPy's."""

import inspect

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg

N = 40
TOLERANCE = {"f": 2e-4, "d": 1e-9, "D": 1e-9, "F": 2e-4}


def hermitian(dtype="d", seed=0, definite=False):
    random = np.random.default_rng(seed)
    a = random.standard_normal((N, N)) * (random.random((N, N)) < 0.3)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * np.triu(random.standard_normal((N, N)), 1)
    a = (a + a.conj().T) / 2
    return (a + (np.abs(a).sum(axis=0).max() + 1) * np.eye(N) if definite else a).astype(dtype)


def wanted(values, k, which, sigma=None, mode="normal"):
    """Of ascending eigenvalues the k that SciPy's words mean."""
    if sigma is not None:
        seen = {
            "normal": 1 / (values - sigma),
            "buckling": values / (values - sigma),
            "cayley": (values + sigma) / (values - sigma),
        }[mode]
    else:
        seen = values
    order = np.argsort(seen)
    if which == "BE":
        chosen = np.concatenate([order[: k // 2], order[len(order) - (k - k // 2) :]])
    else:
        rank = {"LM": -np.abs(seen), "SM": np.abs(seen), "LA": -seen, "SA": seen}[which]
        chosen = np.argsort(rank)[:k]
    return np.sort(values[chosen])


def assert_pairs(a, m, values, vectors, expected, dtype):
    tolerance = TOLERANCE[np.dtype(dtype).char]
    values, vectors = values.get(), vectors.get()
    assert values.dtype == np.dtype(dtype).type(0).real.dtype and vectors.dtype == np.dtype(dtype)
    np.testing.assert_allclose(values, expected, rtol=tolerance, atol=tolerance)
    image = vectors if m is None else m @ vectors
    np.testing.assert_allclose(a @ vectors, image * values, atol=50 * tolerance)


@pytest.mark.parametrize("which", ["LM", "SM", "LA", "SA", "BE"])
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_ends_of_the_spectrum(which, dtype):
    a = hermitian(dtype)
    exact = np.linalg.eigvalsh(a.astype("D" if dtype == "D" else "d"))
    for matrix in (sparse.csr_array(cp.asarray(a)), cp.asarray(a), linalg.aslinearoperator(cp.asarray(a))):
        for k, ncv in ((1, None), (5, 20 if which == "SM" else 12)):
            values, vectors = linalg.eigsh(matrix, k, which=which, ncv=ncv)
            assert_pairs(a, None, values, vectors, wanted(exact, k, which), dtype)
            np.testing.assert_allclose(np.linalg.norm(vectors.get(), axis=0), 1, rtol=TOLERANCE[dtype])


@pytest.mark.parametrize("mode", ["normal", "buckling", "cayley"])
@pytest.mark.parametrize("which", ["LM", "LA", "SA", "BE"])
def test_near_a_number(mode, which):
    a, sigma = hermitian(definite=True), 9.3
    m = hermitian(seed=1, definite=True)
    for metric in (None, m):
        exact = scipy.linalg.eigh(a, metric, eigvals_only=True)
        expected = wanted(exact, 4, which, sigma, mode)
        given = None if metric is None else sparse.csc_array(cp.asarray(metric))
        for matrix in (sparse.csr_array(cp.asarray(a)), cp.asarray(a)):
            values, vectors = linalg.eigsh(matrix, 4, given, sigma, which, mode=mode)
            assert_pairs(a, metric, values, vectors, expected, "d")
            by = a if mode == "buckling" else np.eye(N) if metric is None else metric
            np.testing.assert_allclose(np.diag(vectors.get().T @ by @ vectors.get()), 1, rtol=1e-8)
            only = linalg.eigsh(matrix, 4, given, sigma, which, mode=mode, return_eigenvectors=False)
            np.testing.assert_allclose(only.get(), values.get(), rtol=1e-12)


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_generalized_problems(dtype):
    a, m = hermitian(dtype), hermitian(dtype, 1, definite=True)
    wide = "D" if dtype == "D" else "d"
    exact = scipy.linalg.eigh(a.astype(wide), m.astype(wide), eigvals_only=True)
    inverse = cp.asarray(np.linalg.inv(m.astype(wide)).astype(dtype))
    mine, metric = sparse.csr_array(cp.asarray(a)), sparse.csr_array(cp.asarray(m))
    for which in ("LM", "LA", "SA", "BE"):
        values, vectors = linalg.eigsh(mine, 4, metric, which=which)
        assert_pairs(a, m, values, vectors, wanted(exact, 4, which), dtype)
        np.testing.assert_allclose(vectors.get().conj().T @ m @ vectors.get(), np.eye(4), atol=20 * TOLERANCE[dtype])
    for other, by in ((linalg.aslinearoperator(metric), inverse), (cp.asarray(m), linalg.aslinearoperator(inverse))):
        np.testing.assert_allclose(
            linalg.eigsh(mine, 3, other, Minv=by, return_eigenvectors=False).get(),
            wanted(exact, 3, "LM"),
            rtol=TOLERANCE[dtype],
        )
    shifted = cp.asarray(np.linalg.inv((a - 0.3 * m).astype(wide)).astype(dtype))
    np.testing.assert_allclose(
        linalg.eigsh(mine, 3, metric, 0.3, OPinv=shifted, return_eigenvectors=False).get(),
        wanted(exact, 3, "LM", 0.3),
        atol=TOLERANCE[dtype],
    )


def test_repeated_eigenvalues_and_spaces_that_end():
    np.testing.assert_allclose(linalg.eigsh(sparse.eye_array(12), 3, return_eigenvectors=False).get(), 1, rtol=1e-12)
    values, vectors = linalg.eigsh(sparse.diags_array(cp.asarray([3.0] * 4 + [1.0] * 8)), 5)
    np.testing.assert_allclose(values.get(), [1, 3, 3, 3, 3], rtol=1e-12)
    np.testing.assert_allclose(vectors.get().T @ vectors.get(), np.eye(5), atol=1e-12)
    np.testing.assert_array_equal(linalg.eigsh(sparse.csr_array((9, 9)), 2, return_eigenvectors=False).get(), 0)
    a = hermitian()
    start = np.linalg.eigh(a)[1][:, 7]
    got = linalg.eigsh(cp.asarray(a), 2, v0=cp.asarray(start), return_eigenvectors=False)
    np.testing.assert_allclose(got.get(), wanted(np.linalg.eigvalsh(a), 2, "LM"), rtol=1e-9)


def test_all_but_one_and_all():
    a = hermitian()
    exact = np.linalg.eigvalsh(a)
    got = linalg.eigsh(sparse.csr_array(cp.asarray(a)), N - 1, which="LA", return_eigenvectors=False)
    np.testing.assert_allclose(got.get(), exact[1:], rtol=1e-9, atol=1e-9)
    with pytest.warns(RuntimeWarning, match="N"):
        np.testing.assert_allclose(linalg.eigsh(cp.asarray(a), N, return_eigenvectors=False).get(), exact, rtol=1e-9)
    m = hermitian(seed=1, definite=True)
    with pytest.warns(RuntimeWarning, match="N"):
        values, vectors = linalg.eigsh(cp.asarray(a), N + 1, sparse.csr_array(cp.asarray(m)))
    assert_pairs(a, m, values, vectors, scipy.linalg.eigh(a, m, eigvals_only=True), "d")
    with pytest.warns(RuntimeWarning, match="N"), pytest.raises(TypeError, match="dense"):
        linalg.eigsh(sparse.csr_array(cp.asarray(a)), N)


def test_integers_become_floats():
    a = np.diag(np.arange(1, 11))
    for matrix in (sparse.csr_array(cp.asarray(a)), cp.asarray(a)):
        np.testing.assert_allclose(linalg.eigsh(matrix, 2, return_eigenvectors=False).get(), [9, 10], rtol=1e-12)
        np.testing.assert_allclose(linalg.svds(matrix, 2, return_singular_vectors=False).get(), [9, 10], rtol=1e-12)


@pytest.mark.parametrize(
    "bad, message",
    [
        ({"k": 0}, "greater than 0"),
        ({"k": -1}, "greater than 0"),
        ({"which": "LR"}, "which"),
        ({"M": sparse.eye(3)}, "wrong M dimensions"),
        ({"sigma": 1.0, "mode": "other"}, "unrecognized mode"),
        ({"Minv": sparse.eye(N)}, "Minv"),
        ({"OPinv": sparse.eye(N)}, "OPinv"),
        ({"sigma": 1.0, "M": sparse.eye(N), "Minv": sparse.eye(N)}, "Minv"),
        ({"ncv": 6}, "ncv"),
        ({"maxiter": 0}, "maxiter"),
        ({"v0": cp.ones(3)}, "v0"),
        ({"v0": cp.zeros(N)}, "v0"),
        ({"v0": cp.full(N, np.nan)}, "infs or NaNs"),
    ],
)
def test_bad_eigenvalue_problems(bad, message):
    with pytest.raises(ValueError, match=message):
        linalg.eigsh(cp.asarray(hermitian()), **bad)


def test_bad_matrices():
    with pytest.raises(ValueError, match="square"):
        linalg.eigsh(cp.ones((3, 4)))
    with pytest.raises(ValueError, match="complex"):
        linalg.eigsh(cp.asarray(hermitian("D")), 2, sigma=1.0, mode="cayley")
    with pytest.raises(ValueError, match="infs or NaNs"):
        linalg.eigsh(cp.full((9, 9), np.nan), 2)


def test_eigsh_returns_what_it_has():
    """As CuPy's: `maxiter` counts products by the matrix, and what has not converged by then is returned."""
    products = []

    def counted(v):
        products.append(1)
        return v * cp.arange(1.0, 2001.0)

    slow = linalg.LinearOperator((2000, 2000), counted, rmatvec=counted, dtype="d")
    for limit in (1, 8, 50):
        del products[:]
        with pytest.warns(RuntimeWarning, match="of 3 eigenvectors converged"):
            values, vectors = linalg.eigsh(slow, 3, ncv=8, maxiter=limit)
        assert values.shape == (3,) and vectors.shape == (2000, 3)
        assert max(limit, 8) <= len(products) < max(limit, 8) + 8
        ritz = (vectors * (cp.arange(1.0, 2001.0)[:, None] * vectors)).sum(axis=0)
        np.testing.assert_allclose(values.get(), ritz.get(), rtol=1e-10)
        assert (np.diff(values.get()) > 0).all() and values[-1] > 1900
    with pytest.warns(RuntimeWarning, match="converged"):
        u, s, vh = linalg.svds(slow, 3, ncv=8, maxiter=9)
    assert s.shape == (3,) and u.shape == (2000, 3) and vh.shape == (3, 2000)


def matrices(shape, dtype="d"):
    random = np.random.default_rng(3)
    a = random.standard_normal(shape) * (random.random(shape) < 0.5)
    return (a + 1j * random.standard_normal(shape) if dtype == "D" else a).astype(dtype)


@pytest.mark.parametrize("solver", ["arpack", "propack", "lobpcg"])
@pytest.mark.parametrize("which", ["LM", "SM"])
@pytest.mark.parametrize("shape, dtype", [((40, 25), "d"), ((25, 40), "D"), ((30, 30), "f")])
def test_singular_values(solver, which, shape, dtype):
    a = matrices(shape, dtype)
    exact = np.linalg.svd(a.astype("D" if dtype == "D" else "d"), compute_uv=False)[::-1]
    exact = exact[-3:] if which == "LM" else exact[:3]
    tolerance = 2e-3 if dtype == "f" else 1e-8
    mine = sparse.csr_array(cp.asarray(a))
    options = {"which": which, "solver": solver}
    options |= {"maxiter": 400, "tol": 0.01 if dtype == "f" else 0} if solver == "lobpcg" else {}
    u, s, vh = linalg.svds(mine, 3, **options)
    assert u.dtype == vh.dtype == np.dtype(dtype) and s.dtype == a.real.dtype
    np.testing.assert_allclose(s.get(), exact, rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(a @ vh.get().conj().T, u.get() * s.get(), atol=20 * tolerance)
    np.testing.assert_allclose(u.get().conj().T @ u.get(), np.eye(3), atol=tolerance)
    np.testing.assert_allclose(vh.get() @ vh.get().conj().T, np.eye(3), atol=tolerance)
    for form in (False, "u", "vh"):
        got = linalg.svds(mine, 3, return_singular_vectors=form, **options)
        if form is False:
            np.testing.assert_allclose(got.get(), exact, rtol=tolerance, atol=tolerance)
            continue
        assert (got[0] is None, got[2] is None) == (form == "vh", form == "u")
        kept, whole = (got[0], u) if form == "u" else (got[2], vh)
        np.testing.assert_allclose(kept.get(), whole.get(), atol=tolerance)


def test_singular_values_of_low_rank():
    a = np.outer(np.arange(1.0, 13), np.ones(9)) + np.outer(np.ones(12), np.arange(9.0))
    for given in (a, a.T):
        u, s, vh = linalg.svds(cp.asarray(given), 4)
        np.testing.assert_allclose(s.get()[2:], np.linalg.svd(given)[1][1::-1], rtol=1e-9)
        np.testing.assert_allclose(s.get()[:2], 0, atol=1e-5)
        np.testing.assert_allclose(u.get().T @ u.get(), np.eye(4), atol=1e-9)
        np.testing.assert_allclose((u * s @ vh).get(), given, atol=1e-5)
    u, s, vh = linalg.svds(cp.asarray(a), 9, solver="propack")
    np.testing.assert_allclose((u * s @ vh).get(), a, atol=1e-9)


@pytest.mark.parametrize(
    "bad",
    [
        {"k": 0},
        {"k": 25},
        {"k": 2.5},
        {"which": "LA"},
        {"solver": "ekki"},
        {"ncv": 3, "k": 3},
        {"ncv": 25, "k": 3},
        {"tol": -1},
        {"tol": np.inf},
        {"v0": cp.ones(40)},
        {"v0": cp.ones(25, int)},
        {"maxiter": 0},
        {"return_singular_vectors": "both"},
    ],
)
def test_bad_singular_value_problems(bad):
    a = matrices((40, 25))
    with pytest.raises(ValueError):
        linalg.svds(cp.asarray(a), **bad)
    ours = {name: value.get() if isinstance(value, cp.ndarray) else value for name, value in bad.items()}
    with pytest.raises(ValueError):
        scipy.sparse.linalg.svds(a, **ours)
    with pytest.raises(ValueError):
        linalg.svds(cp.empty((0, 3)))


@pytest.mark.parametrize("name", ["eigs", "eigsh", "svds"])
def test_signatures(name):
    ours, theirs = (inspect.signature(getattr(m, name)).parameters for m in (linalg, scipy.sparse.linalg))
    assert [*ours][1:] == [*theirs][1:]
    assert [p.default for p in [*ours.values()][1:]] == [p.default for p in [*theirs.values()][1:]]


def test_shift_and_invert_of_an_operator():
    """Of products alone: equations are solved by iteration."""
    a = scipy.sparse.diags_array(np.arange(1.0, 31.0)) + scipy.sparse.diags_array(np.full(29, 0.3), offsets=1)
    a = (a + a.T).tocsr()
    mine = sparse.csr_array(a)
    operator = linalg.LinearOperator(a.shape, matvec=lambda v: mine @ v, dtype="d")
    values = linalg.eigsh(operator, k=3, sigma=20.3, return_eigenvectors=False)
    expected = scipy.sparse.linalg.eigsh(a, k=3, sigma=20.3, return_eigenvectors=False)
    np.testing.assert_allclose(np.sort(values.get()), np.sort(expected), rtol=1e-8)


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_small_values_of_low_rank(dtype):
    """Bases that hold their own image go on from other vectors, which are orthogonal to those before."""
    random = np.random.default_rng(3)
    dense = (random.standard_normal((30, 2)) @ random.standard_normal((2, 12))).astype(dtype)
    largest, near = np.linalg.norm(dense, 2), 1e-4 if dtype == "f" else 1e-11
    for a in (dense, dense.T.copy()):
        for k in (2, 5):
            u, s, vh = linalg.svds(sparse.csr_matrix(cp.asarray(a)), k, which="SM")
            assert abs(s.get()).max() < near * largest
            np.testing.assert_allclose(u.T.conj().get() @ u.get(), np.eye(k), atol=near)
            np.testing.assert_allclose(vh.get() @ vh.T.conj().get(), np.eye(k), atol=near)
        gram = cp.asarray(a.conj().T @ a)
        values, vectors = linalg.eigsh(gram, 5, which="SA")
        assert abs(values.get()).max() < near * largest**2
        np.testing.assert_allclose(vectors.T.conj().get() @ vectors.get(), np.eye(5), atol=near)
