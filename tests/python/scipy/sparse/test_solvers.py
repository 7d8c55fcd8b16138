"""Solvers of cuprumx.scipy.sparse.linalg that CuPy lacks, against SciPy."""

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
from sparse_common import device, general, host, laplacian

import cuprum as cp
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg

theirs = scipy.sparse.linalg
SOLVERS = ["bicg", "qmr", "tfqmr", "gcrotmk", "lgmres"]


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_solvers(name, dtype):
    a, b = general(60, dtype)
    exact = theirs.spsolve(a.tocsc().astype("D" if dtype == "D" else "d"), b)
    solve, want = getattr(linalg, name), getattr(theirs, name)
    rtol, near = (1e-5, 2e-3) if dtype == "f" else (1e-10, 1e-7)
    operator = linalg.aslinearoperator(device(a))
    for matrix in (device(a), device(a.tocsc()), cp.asarray(a.toarray()), operator):
        one, two = [], []
        x, info = solve(matrix, cp.asarray(b), rtol=rtol, callback=lambda v: one.append(v.get()))
        want(a, b, rtol=rtol, callback=lambda v: two.append(v.copy()))
        assert info == 0 and x.dtype == np.dtype(dtype) and x.shape == b.shape
        np.testing.assert_allclose(x.get(), exact, rtol=near, atol=near)
        if dtype != "f":
            # Rounding, which differs between processors, decides on the last steps.
            assert abs(len(one) - len(two)) <= max(1, len(two) // 10)
            np.testing.assert_allclose(one[1], two[1], rtol=1e-8, atol=1e-10)
    x, info = solve(device(a), cp.asarray(b).reshape(-1, 1), x0=cp.asarray(exact.astype(dtype)), rtol=rtol)
    assert info == 0 and x.shape == b.shape
    np.testing.assert_allclose(x.get(), exact, rtol=near, atol=near)
    jacobi = sparse.diags(cp.asarray(1 / a.diagonal()))
    x, info = solve(device(a), cp.asarray(b), rtol=rtol, **({"M1": jacobi} if name == "qmr" else {"M": jacobi}))
    assert info == 0
    np.testing.assert_allclose(x.get(), exact, rtol=near, atol=near)
    if name == "qmr":
        x, info = solve(device(a), cp.asarray(b), rtol=rtol, M2=jacobi)
        np.testing.assert_allclose(x.get(), exact, rtol=near, atol=near)
    x, info = solve(device(a), cp.zeros(60, dtype))
    assert info == 0 and not x.any()


@pytest.mark.parametrize("name", SOLVERS)
def test_ends(name):
    a, b = laplacian(12), np.random.default_rng(0).random(144)
    options = {"rtol": 1e-12, "maxiter": 2}
    options |= {"inner_m": 3} if name == "lgmres" else {"m": 3, "k": 2} if name == "gcrotmk" else {}
    x, info = getattr(linalg, name)(device(a), cp.asarray(b), **options)
    wanted, expected = getattr(theirs, name)(a, b, **options)
    assert info == expected == 2
    np.testing.assert_allclose(x.get(), wanted, rtol=1e-8)
    solve = getattr(linalg, name)
    for arguments in [
        (device(host((5, 6))), cp.ones(5)),
        (device(a), cp.ones(6)),
        (device(a), cp.ones(144), cp.ones(4)),
    ]:
        with pytest.raises(ValueError):
            solve(*arguments)
    with pytest.raises(TypeError):
        solve(device(a), b)
    # r~ r is zero from the beginning.
    turn = scipy.sparse.csr_matrix(np.array([[0.0, 1.0], [-1.0, 0.0]]))
    if name in ("bicg", "qmr"):
        for right in ([1.0, 0.0], [1.0, 1.0]):
            got = solve(device(turn), cp.array(right))[1]
            assert got == getattr(theirs, name)(turn, np.array(right))[1]


def test_large_steps():
    """Where the host looks at every tenth step only."""
    a = laplacian(70)
    b = np.random.default_rng(0).random(a.shape[0])
    for name in SOLVERS:
        x, info = getattr(linalg, name)(device(a), cp.asarray(b), rtol=1e-8)
        assert info == 0 and np.linalg.norm(a @ x.get() - b) <= 3e-8 * np.linalg.norm(b)


def test_recycling():
    a, b = laplacian(15, 0.0001), np.random.default_rng(0).random(225)
    for truncate in ("oldest", "smallest"):
        for discard in (False, True):
            kept, theirs_kept, counts, wanted = [], [], [], []
            for _ in range(2):
                options = {"m": 8, "k": 4, "rtol": 1e-9, "truncate": truncate, "discard_C": discard}
                x, info = linalg.gcrotmk(device(a), cp.asarray(b), CU=kept, callback=counts.append, **options)
                theirs.gcrotmk(a, b, CU=theirs_kept, callback=wanted.append, **options)
                assert info == 0
                np.testing.assert_allclose(a @ x.get(), b, rtol=1e-6, atol=1e-7)
            assert len(kept) == len(theirs_kept) and abs(len(counts) - len(wanted)) <= 2
            assert all(c is None for c, _ in kept) == discard or not discard
    for first in (False, True):
        outer, theirs_outer, counts, wanted = [], [], [], []
        for _ in range(2):
            options = {"inner_m": 6, "rtol": 1e-9, "prepend_outer_v": first}
            x, info = linalg.lgmres(device(a), cp.asarray(b), outer_v=outer, callback=counts.append, **options)
            theirs.lgmres(a, b, outer_v=theirs_outer, callback=wanted.append, **options)
            np.testing.assert_allclose(a @ x.get(), b, rtol=1e-6, atol=1e-7)
        assert len(outer) == len(theirs_outer) == 3 and abs(len(counts) - len(wanted)) <= 3
    with pytest.raises(ValueError):
        linalg.gcrotmk(device(a), cp.asarray(b), truncate="newest")
    with pytest.raises(ValueError):
        linalg.lgmres(device(a), cp.full(225, np.nan))


# ---------------------------------------------------------------------------------------------------------- eigenvalues


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_eigenvalues(dtype):
    a, _ = general(60, dtype)
    exact = np.linalg.eigvals(a.toarray().astype("D"))
    near = 2e-4 if dtype == "f" else 1e-8
    height = (lambda v: v.imag) if dtype == "D" else (lambda v: abs(v.imag))
    ranks = {"LM": abs, "SM": lambda v: -abs(v), "LR": np.real, "SR": lambda v: -v.real}
    ranks |= {"LI": height, "SI": lambda v: -height(v)}
    for which, rank in ranks.items():
        for matrix in (device(a), cp.asarray(a.toarray())):
            values, vectors = linalg.eigs(matrix, 4, which=which)
            assert values.dtype == (np.complex64 if dtype == "f" else np.complex128) and vectors.shape == (60, 4)
            values, vectors = values.get(), vectors.get()
            np.testing.assert_allclose(a @ vectors, vectors * values, atol=10 * near)
            np.testing.assert_allclose(np.linalg.norm(vectors, axis=0), 1, rtol=1e-5)
            if which != "SI":  # of which many lie inside of the spectrum
                np.testing.assert_allclose(rank(values), np.sort(rank(exact))[::-1][:4], rtol=near, atol=near)
        if which in ("SM", "SI"):
            continue  # values inside of the spectrum want a larger basis
        few = linalg.eigs(device(a), 4, which=which, ncv=14, v0=cp.ones(60, dtype), return_eigenvectors=False)
        np.testing.assert_allclose(rank(few.get()), np.sort(rank(exact))[::-1][:4], rtol=near, atol=near)


def test_shifts():
    a, _ = general(50)
    metric = (scipy.sparse.eye(50) * 2 + scipy.sparse.random(50, 50, 0.05, random_state=1)).tocsr()
    for matrix, m in ((device(a), device(metric)), (cp.asarray(a.toarray()), cp.asarray(metric.toarray()))):
        for sigma in (2.5, 1 + 0.5j):
            for of in (None, m):
                exact = scipy.linalg.eigvals(a.toarray(), None if of is None else metric.toarray())
                values, vectors = linalg.eigs(matrix, 3, of, sigma)
                got = values.get()
                assert abs(exact[:, None] - got).min(axis=0).max() < 1e-8
                wanted, found = (abs(1 / (v - sigma) + 1 / (v - np.conj(sigma))) for v in (exact, got))
                np.testing.assert_allclose(np.sort(found), np.sort(wanted)[-3:], rtol=1e-8)
                if of is None:  # with a metric and a complex sigma, and without vectors, SciPy's values are other ones
                    theirs = scipy.sparse.linalg.eigs(a, 3, sigma=sigma)[0]
                    np.testing.assert_allclose(np.sort(abs(got - sigma)), np.sort(abs(theirs - sigma)), rtol=1e-8)
                right = vectors.get() if of is None else metric @ vectors.get()
                np.testing.assert_allclose(a @ vectors.get(), right * values.get(), atol=1e-8)
        for part in "ri":
            for which in ("LM", "LR", "LI", "SR"):
                options = {"sigma": 0.5 + 0.4j, "which": which, "OPpart": part}
                theirs = scipy.sparse.linalg.eigs(a, 4, **options)[0]
                got = linalg.eigs(matrix, 4, return_eigenvectors=False, **options).get()
                np.testing.assert_allclose(np.sort(abs(got - 0.5)), np.sort(abs(theirs - 0.5)), rtol=1e-6)
        exact = scipy.linalg.eigvals(a.toarray(), metric.toarray())
        got = linalg.eigs(matrix, 3, m, return_eigenvectors=False).get()
        np.testing.assert_allclose(abs(got), np.sort(abs(exact))[::-1][:3], rtol=1e-8)


def test_special_spectra():
    """A basis that ends early, values that come several times, and matrices without a full set of vectors."""
    eye = sparse.eye(30, format="csr")
    np.testing.assert_allclose(linalg.eigs(eye, 3, return_eigenvectors=False).get(), 1)
    shift = scipy.sparse.diags([np.ones(29), np.ones(1)], [1, -29], format="csr")  # all values on a circle
    np.testing.assert_allclose(abs(linalg.eigs(device(shift), 4, return_eigenvectors=False).get()), 1, rtol=1e-10)
    jordan = scipy.sparse.diags([np.full(30, 2.0), np.r_[np.zeros(27), 1.0, 0.0]], [0, 1], format="csr")
    np.testing.assert_allclose(linalg.eigs(device(jordan), 2, return_eigenvectors=False).get(), 2, atol=1e-6)
    a, _ = general(60)
    with pytest.raises(linalg.ArpackNoConvergence) as caught:
        linalg.eigs(device(a), 4, which="SM", ncv=7, maxiter=1)
    assert len(caught.value.eigenvalues) < 4
    for options in (
        {"k": 0},
        {"which": "XX"},
        {"ncv": 3},
        {"maxiter": 0},
        {"Minv": eye},
        {"sigma": 1.0, "OPpart": "x"},
    ):
        with pytest.raises(ValueError):
            linalg.eigs(device(a), **options)
    with pytest.raises(ValueError):
        linalg.eigs(device(host((3, 4))))
    with pytest.warns(RuntimeWarning), pytest.raises(TypeError):
        linalg.eigs(device(a), 59)
    with pytest.warns(RuntimeWarning):
        assert linalg.eigs(cp.asarray(a.toarray()), 59)[0].shape == (60,)


# ---------------------------------------------------------------------------------------------------- functions of them


@pytest.mark.parametrize("dtype", ["d", "D"])
def test_norm_estimates(dtype):
    random = np.random.default_rng(5)
    for n in (1, 2, 5, 40, 200):
        for seed in range(3):
            a = scipy.sparse.random(n, n, min(1, 6 / n), random_state=seed, format="csr").astype(dtype)
            a.data[:] = random.standard_normal(a.nnz) * (np.exp(1j * random.random(a.nnz)) if dtype == "D" else 1)
            exact = abs(a).sum(axis=0).max() if n else 0
            got, v, w = linalg.onenormest(device(a), compute_v=True, compute_w=True)
            assert exact / 3 <= got <= exact * (1 + 1e-12)
            np.testing.assert_allclose(abs(a @ v.get()).sum(), got * abs(v.get()).sum(), rtol=1e-12)
            np.testing.assert_allclose(a @ v.get(), w.get(), rtol=1e-12)
            np.testing.assert_allclose(linalg.onenormest(device(a), t=n + 1), exact, rtol=1e-12)
    with pytest.raises(ValueError):
        linalg.onenormest(device(host((3, 4))))


@pytest.mark.parametrize("dtype", ["i", "f", "d", "D"])
def test_exponentials(dtype):
    a, b = general(40, dtype)
    b = (general(40)[1] * 8).astype(dtype)
    many = np.stack([b, b[::-1], 2 * b], axis=1)
    near = 1e-4 if dtype == "f" else 1e-11

    def same(got, want, dtype=None):
        if dtype is not None:
            assert got.dtype == dtype
        scale = abs(want).max()
        np.testing.assert_allclose(got.get() / scale, want / scale, rtol=near, atol=near)

    for matrix in (device(a), device(a.tocsc()), cp.asarray(a.toarray())):
        for right in (b, many):
            same(linalg.expm_multiply(matrix, cp.asarray(right)), theirs.expm_multiply(a.astype("D"), right))
    for times in ((0, 2, 5), (-1, 1, 4, False), (0.5, 0.75, 2)):
        got = linalg.expm_multiply(device(a), cp.asarray(many), *times)
        same(got, theirs.expm_multiply(a, many, *times), np.result_type(dtype, "d"))
    operator = linalg.aslinearoperator(device(a)) * 1.0
    trace = complex(a.trace()) if dtype == "D" else float(a.trace())
    same(linalg.expm_multiply(operator, cp.asarray(b), traceA=trace), theirs.expm_multiply(a.astype("D"), b))
    with pytest.warns(UserWarning, match="traceA"):
        linalg.expm_multiply(operator, cp.asarray(b))
    got = linalg.expm((device(a) / 8).tocsc())
    same(got.toarray(), scipy.linalg.expm(a.toarray() / 8))
    assert got.format == "csc"
    tall = device(scipy.sparse.diags([50.0, -60.0, 3.0], [-1, 0, 2], shape=(30, 30), format="csr"))  # far from normal
    same(linalg.expm_multiply(tall, cp.ones(30)), theirs.expm_multiply(tall.get(), np.ones(30)))
    for bad in ((device(host((3, 4))), cp.ones(4)), (device(a), cp.ones(3)), (device(a), cp.ones((40, 1, 1)))):
        with pytest.raises(ValueError):
            linalg.expm_multiply(*bad)
    with pytest.raises(ValueError):
        linalg.expm_multiply(device(a), cp.asarray(b), 0, 1, 1)
    with pytest.raises(ValueError):
        linalg.expm(device(host((3, 4))))


def test_spectral_norms():
    for shape in ((30, 20), (20, 30), (3, 5), (1, 1)):
        a = host(shape, "d") if min(shape) > 1 else scipy.sparse.csr_matrix([[-3.0]])
        for order in (2, -2):
            np.testing.assert_allclose(
                float(linalg.norm(device(a), order)), np.linalg.norm(a.toarray(), order), rtol=1e-9, atol=1e-12
            )


@pytest.mark.parametrize("name", ["cg", "cgs", "bicgstab", "gmres", *SOLVERS])
@pytest.mark.parametrize("atol", [None, -1.0, "legacy", np.nan])
def test_tolerances_that_are_none(name, atol):
    with pytest.raises(ValueError, match="atol"):
        getattr(linalg, name)(sparse.eye(4), cp.ones(4), atol=atol)


def test_gmres_gives_its_callback_norms():
    seen = []
    linalg.gmres(sparse.eye(4), cp.ones(4), callback=seen.append)
    assert len(seen) == 1 and seen[0].shape == () and float(seen[0]) < 1e-12


def test_products_that_a_first_guess_takes():
    """The residual of what is begun with is computed once."""
    a, b = general(30)
    for name in ("gcrotmk", "lgmres"):
        products, theirs_products = [], []
        mine = linalg.LinearOperator(a.shape, lambda v: products.append(1) or device(a) @ v, dtype="d")
        scipys = theirs.LinearOperator(a.shape, lambda v: theirs_products.append(1) or a @ v, dtype="d")
        getattr(linalg, name)(mine, cp.asarray(b), x0=cp.ones(30), M=cp.asarray(np.linalg.inv(a.toarray())))
        getattr(theirs, name)(scipys, b, x0=np.ones(30), M=np.linalg.inv(a.toarray()))
        assert len(products) <= len(theirs_products)


def test_norm_of_no_columns():
    with pytest.raises(ValueError):
        linalg.onenormest(sparse.csr_matrix((0, 0)))


@pytest.mark.parametrize("dtype", ["?", "i1", "i4", "f", "d", "F", "D"])
@pytest.mark.parametrize("name", ["lsqr", "lsmr", "minres", "cg", "gmres", "bicgstab", "qmr", "tfqmr"])
def test_dtypes_of_solutions(name, dtype):
    """Integers and masks count as float64; least squares and minres give float64 of float32, as SciPy's and CuPy's."""
    a = scipy.sparse.csr_matrix((laplacian(8) * 2).toarray().astype(dtype))
    squares = name in ("lsqr", "lsmr")
    for of_right in ("i4", "f", "d", "F"):
        b = (np.arange(a.shape[0]) % 5 + 1).astype(of_right)
        floating = [np.dtype(t) if t in "fdFD" else np.dtype("d") for t in (dtype, of_right)]
        few = {} if squares else {"maxiter": 3}
        x = getattr(linalg, name)(device(a), cp.asarray(b), **few)[0]
        assert x.dtype == np.result_type(*floating, *(["d"] if squares or name == "minres" else []))
    if squares and dtype in "fd":
        exact = {"atol": 1e-13, "btol": 1e-13}
        x = getattr(linalg, name)(device(a), cp.ones(a.shape[0], dtype), **exact)[0]
        np.testing.assert_allclose(a.astype("d") @ x.get(), np.ones(a.shape[0]), rtol=1e-10)
