"""cuprumx.scipy.sparse.linalg against SciPy."""

import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg
from sparse_common import check, device, general, host, laplacian

import cuprum as cp
import cuprumx.linalg
import cuprumx.scipy.sparse as sparse
import cuprumx.scipy.sparse.linalg as linalg

theirs = scipy.sparse.linalg


SOLVERS = ["cg", "cgs", "bicgstab", "gmres", "minres"]


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_solvers(name, dtype):
    symmetric = name in ("cg", "minres")
    a, b = (laplacian(8), np.random.default_rng(1).random(64)) if symmetric else general(60, dtype)
    a, b = a.astype(dtype), b.astype(dtype)
    if dtype == "D" and symmetric:
        phase = scipy.sparse.diags(np.exp(1j * np.arange(64)))
        a = (phase @ a @ phase.conj()).tocsr()
    if name == "minres" and dtype == "D":
        return
    exact = theirs.spsolve(a.tocsc().astype("D" if dtype == "D" else "d"), b)
    solve, rtol = getattr(linalg, name), 1e-5 if dtype == "f" else 1e-10
    options = {"tol" if name == "minres" else "rtol": rtol}
    tolerance = 2e-3 if dtype == "f" else 1e-6
    for matrix in (device(a), device(a.tocsc()), cp.asarray(a.toarray()), linalg.aslinearoperator(device(a))):
        x, info = solve(matrix, cp.asarray(b), **options)
        assert info == 0 and x.dtype == ("d" if name == "minres" else dtype) and x.shape == b.shape
        np.testing.assert_allclose(x.get(), exact, rtol=tolerance, atol=tolerance)
    x, info = solve(device(a), cp.asarray(b), x0=cp.asarray(exact.astype(dtype)), **options)
    assert info == 0
    np.testing.assert_allclose(x.get(), exact, rtol=tolerance, atol=tolerance)
    jacobi = sparse.diags(cp.asarray(1 / a.diagonal().real))
    x, info = solve(device(a), cp.asarray(b), M=jacobi, **options)
    assert info == 0
    np.testing.assert_allclose(x.get(), exact, rtol=tolerance, atol=tolerance)
    seen, kind = [], {"callback_type": "pr_norm"} if name == "gmres" else {}
    x, info = solve(device(a), cp.asarray(b), maxiter=2, callback=seen.append, **options, **kind)
    assert len(seen) == 2 and info == 2 or name == "gmres"  # whose restart is enough
    x, info = solve(device(a), cp.zeros(len(b), dtype))
    assert info == 0 and not x.any()


@pytest.mark.parametrize("name", SOLVERS[:3])
def test_as_many_steps(name):
    a, b = (laplacian(8), np.random.default_rng(1).random(64)) if name == "cg" else general()
    one, two = [], []
    getattr(theirs, name)(a, b, rtol=1e-8, callback=lambda x: one.append(x.copy()))
    getattr(linalg, name)(device(a), cp.asarray(b), rtol=1e-8, callback=lambda x: two.append(x.get()))
    assert len(one) == len(two)
    np.testing.assert_allclose(two[2], one[2], rtol=1e-8)


def test_restarts():
    a, b = general(80)
    x, info = linalg.gmres(device(a), cp.asarray(b), rtol=1e-9, restart=5)
    assert info == 0
    np.testing.assert_allclose(a @ x.get(), b, rtol=1e-6)
    norms = []
    linalg.gmres(
        device(a), cp.asarray(b), rtol=1e-9, callback=lambda r: norms.append(float(r)), callback_type="pr_norm"
    )
    assert norms[-1] <= 1e-9 and norms == sorted(norms, reverse=True)
    steps = []
    linalg.gmres(device(a), cp.asarray(b), rtol=1e-9, restart=5, callback=steps.append, callback_type="x")
    assert steps[0].shape == b.shape
    with pytest.raises(ValueError):
        linalg.gmres(device(a), cp.asarray(b), callback_type="nothing")


def test_large_system():
    a = laplacian(80)
    b = np.ones(a.shape[0])
    x, info = linalg.cg(device(a), cp.asarray(b), rtol=1e-8)
    assert info == 0 and np.linalg.norm(a @ x.get() - b) <= 2e-8 * np.linalg.norm(b)


def test_bad_systems():
    a, b = device(host((5, 5))), cp.ones(5)
    for name in SOLVERS:
        solve = getattr(linalg, name)
        for arguments in [(device(host((5, 6))), b), (a, cp.ones(6)), (a, b, cp.ones(4)), (a, cp.ones((5, 2)))]:
            with pytest.raises(ValueError):
                solve(*arguments)
        with pytest.raises(TypeError):
            solve("a", b)
        with pytest.raises(TypeError):
            solve(a, np.ones(5))
        with pytest.raises(ValueError):
            solve(a, b, M=device(host((4, 4))))


@pytest.mark.parametrize("shape", [(40, 25), (25, 40), (30, 30)])
def test_least_squares(shape):
    random = np.random.default_rng(2)
    a, b = scipy.sparse.random(*shape, 0.3, random_state=random, format="csr"), random.random(shape[0])
    for damp in (0.0, 0.7):
        for name, options in [("lsqr", {"iter_lim": 300}), ("lsmr", {"maxiter": 300})]:
            want = getattr(theirs, name)(a, b, damp=damp, atol=1e-12, btol=1e-12, **options)
            for matrix in (
                device(a),
                linalg.LinearOperator(shape, lambda v: device(a) @ v, lambda v: device(a).T @ v, dtype="d"),
            ):
                got = getattr(linalg, name)(matrix, cp.asarray(b), damp=damp, atol=1e-12, btol=1e-12, **options)
                assert len(got) == len(want)
                np.testing.assert_allclose(got[0].get(), want[0], rtol=1e-5, atol=1e-6)
                np.testing.assert_allclose(got[3], want[3], rtol=1e-5, atol=1e-8)
    x0 = random.random(shape[1])
    np.testing.assert_allclose(
        linalg.lsqr(device(a), cp.asarray(b), x0=cp.asarray(x0))[0].get(),
        theirs.lsqr(a, b, x0=x0)[0],
        rtol=1e-3,
        atol=1e-3,
    )
    with pytest.raises(ValueError):
        linalg.lsqr(device(a), cp.ones(3))
    one = scipy.sparse.csr_matrix([[2.0, 1.0]])
    for right in (np.array(3.0), np.array([3.0]), np.array([[3.0]])):
        for solve in (linalg.lsqr, linalg.lsmr):
            np.testing.assert_allclose(solve(device(one), cp.asarray(right))[0].get(), [1.2, 0.6], rtol=1e-6)


def test_lobpcg():
    a = laplacian(9)
    random = np.random.default_rng(0)
    start = random.random((81, 3))
    exact = np.linalg.eigvalsh(a.toarray())
    for largest, want in [(True, exact[::-1][:3]), (False, exact[:3])]:
        values, vectors = linalg.lobpcg(device(a), cp.asarray(start), largest=largest, maxiter=200, tol=1e-8)
        np.testing.assert_allclose(values.get(), want, rtol=1e-9)
        np.testing.assert_allclose(a @ vectors.get(), vectors.get() * values.get(), atol=1e-6)
    b = scipy.sparse.diags(np.linspace(1, 2, 81)).tocsr()
    values, _ = linalg.lobpcg(
        device(a),
        cp.asarray(start),
        device(b),
        sparse.diags(cp.asarray(1 / a.diagonal())),
        largest=False,
        maxiter=300,
        tol=1e-7,
    )
    want = np.sort(scipy.linalg.eigvalsh(a.toarray(), b.toarray()))[:3]
    np.testing.assert_allclose(values.get(), want, rtol=1e-7)
    got = linalg.lobpcg(
        device(a), cp.asarray(start), maxiter=300, tol=1e-6, retLambdaHistory=True, retResidualNormsHistory=True
    )
    assert len(got) == 4 and len(got[2]) == len(got[3])
    _, _, norms = linalg.lobpcg(device(a), cp.asarray(start), maxiter=300, tol=1e-6, retResidualNormsHistory=True)
    assert isinstance(norms, list) and norms[-1].max() <= 1e-6
    with pytest.warns(UserWarning, match="lobpcg"):
        linalg.lobpcg(device(a), cp.asarray(start), maxiter=1)
    with pytest.raises(ValueError):
        linalg.lobpcg(device(a), cp.ones(81))


@pytest.mark.filterwarnings("ignore:lobpcg")
@pytest.mark.parametrize("wrong_end", [True, False])
@pytest.mark.parametrize("columns", [1, 2, 5, 8])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_lobpcg_of_few_rows_finds_the_ends_of_the_spectrum(dtype, columns, wrong_end):
    random = np.random.default_rng(1)
    a = random.normal(size=(8, 8)) + 1j * random.normal(size=(8, 8)) * (dtype in "FD")
    a = (a + a.conj().T).astype(dtype)
    exact, vectors = np.linalg.eigh(a)
    for largest in (True, False):
        start = vectors[:, :columns] if largest == wrong_end else vectors[:, 8 - columns :]
        want = exact[::-1][:columns] if largest else exact[:columns]
        if columns == 1 and not wrong_end:
            start = random.normal(size=(8, 1)).astype(dtype)
        elif columns == 1:
            continue  # eight rows are not few for one column, and the iteration begins with an eigenvector
        values, found = linalg.lobpcg(cp.array(a), cp.array(start), largest=largest, maxiter=100)
        assert (values.dtype, found.dtype) == (exact.dtype, dtype)
        np.testing.assert_allclose(values.get(), want, rtol=1e-4 if dtype in "fF" else 1e-10)
        np.testing.assert_allclose(a @ found.get(), found.get() * values.get(), atol=1e-4 if dtype in "fF" else 1e-6)
    b = np.diag(np.linspace(1, 2, 8))
    values, _ = linalg.lobpcg(cp.eye(8), cp.ones((8, 1)).repeat(2, axis=1) + cp.eye(8)[:, :2], cp.array(b))
    np.testing.assert_allclose(values.get(), scipy.linalg.eigvalsh(np.eye(8), b)[::-1][:2])


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("solve", ["spsolve", "lower", "upper", "splu", "splu T"])
def test_solutions_of_several_columns_are_in_fortran_order(solve, order):
    random = np.random.default_rng(0)
    a = random.normal(size=(6, 6)) + 6 * np.eye(6)
    b = np.array(random.normal(size=(6, 3)), order=order)

    def solution(a, b, module):
        if solve == "spsolve":
            return module.spsolve(a.tocsc(), b)
        if solve.startswith("splu"):
            return module.splu(a.tocsc()).solve(b, solve[5:] or "N")
        return module.spsolve_triangular(a, b, lower=solve == "lower")

    a = {"lower": np.tril, "upper": np.triu}.get(solve, np.array)(a)
    want = solution(scipy.sparse.csr_matrix(a), b, theirs)
    got = solution(sparse.csr_matrix(cp.array(a)), cp.array(b, order=order), linalg)
    assert got.strides == want.strides
    np.testing.assert_allclose(got.get(), want)


# ------------------------------------------------------------------------------------------------------------- factors


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_factors(dtype):
    a, b = general(60, dtype)
    rtol = 2e-3 if dtype in "fF" else 1e-9
    many = np.stack([b, 2 * b, b[::-1]], axis=1)
    for matrix in (a, laplacian(7).astype(dtype)):
        n = matrix.shape[0]
        for order in (None, "NATURAL"):
            lu = linalg.splu(device(matrix.tocsc()), permc_spec=order)
            for trans, of in [("N", matrix), ("T", matrix.T), ("H", matrix.conj().T)]:
                x = lu.solve(cp.asarray(b[:n]), trans)
                assert x.dtype == np.dtype(dtype)
                np.testing.assert_allclose(of @ x.get(), b[:n], rtol=rtol, atol=rtol)
            x = lu.solve(cp.asarray(many[:n]))
            np.testing.assert_allclose(matrix @ x.get(), many[:n], rtol=rtol, atol=rtol)
            rows = scipy.sparse.csc_matrix((np.ones(n), (lu.perm_r.get(), np.arange(n))))
            columns = scipy.sparse.csc_matrix((np.ones(n), (np.arange(n), lu.perm_c.get())))
            np.testing.assert_allclose(
                (rows @ matrix @ columns).toarray(), (lu.L.get() @ lu.U.get()).toarray(), atol=rtol
            )
        np.testing.assert_allclose(
            linalg.spsolve(device(matrix), cp.asarray(b[:n])).get(),
            theirs.spsolve(matrix.tocsc(), b[:n]),
            rtol=rtol,
            atol=rtol,
        )
        np.testing.assert_allclose(
            linalg.factorized(device(matrix))(cp.asarray(b[:n])).get(),
            theirs.spsolve(matrix.tocsc(), b[:n]),
            rtol=rtol,
            atol=rtol,
        )
    check(
        linalg.SuperLU(theirs.splu(a.tocsc())).solve(cp.asarray(b), "T"),
        theirs.splu(a.tocsc()).solve(b, "T"),
        rtol=1e-3 if dtype in "fF" else 1e-8,
    )


@pytest.mark.parametrize("dtype", ["d", "D"])
def test_factors_of_whole_numbers(dtype):
    """Elements that cancel out exactly, pivots off the diagonal, and orders of all kinds."""
    random = np.random.default_rng(3)
    for n in (1, 2, 3, 8, 40):
        for _ in range(6):
            dense = random.integers(-2, 3, (n, n)) * (random.random((n, n)) < 6 / n) + 0.0
            dense[np.arange(n), random.permutation(n)] += 3
            if abs(np.linalg.det(dense)) < 1e-6:
                continue
            a, b = scipy.sparse.csc_matrix(dense.astype(dtype)), random.integers(-3, 4, n).astype(dtype)
            for order in (None, "NATURAL"):
                x = linalg.spsolve(device(a), cp.asarray(b), permc_spec=order)
                np.testing.assert_allclose(x.get(), np.linalg.solve(dense, b), rtol=1e-9, atol=1e-9)
                lu = linalg.splu(device(a), permc_spec=order)
                product = (lu.L.get() @ lu.U.get()).toarray()[lu.perm_r.get()][:, lu.perm_c.get()]
                np.testing.assert_allclose(product, dense, atol=1e-9)
                np.testing.assert_allclose(lu.solve(cp.asarray(b)).get(), x.get(), rtol=1e-9, atol=1e-9)


def test_sparse_right_hand_sides():
    a, _ = general()
    b = host((60, 4))
    check(linalg.spsolve(device(a), device(b)), theirs.spsolve(a.tocsc(), b.tocsc()), rtol=1e-9)
    column = host((60, 1))
    check(linalg.spsolve(device(a), device(column)), theirs.spsolve(a.tocsc(), column.tocsc()), rtol=1e-9)
    assert linalg.spsolve(device(a), cp.ones((60, 1))).shape == theirs.spsolve(a.tocsc(), np.ones((60, 1))).shape


def test_incomplete_factors():
    a, b = laplacian(20), np.ones(400)
    lu = linalg.spilu(device(a.tocsc()))
    steps, plain = [], []
    x, info = linalg.cg(
        device(a),
        cp.asarray(b),
        rtol=1e-9,
        M=linalg.LinearOperator(a.shape, lu.solve, dtype="d"),
        callback=steps.append,
    )
    linalg.cg(device(a), cp.asarray(b), rtol=1e-9, callback=plain.append)
    assert info == 0 and len(steps) < len(plain) / 2
    np.testing.assert_allclose(a @ x.get(), b, rtol=1e-6)
    assert linalg.spilu(device(a), drop_tol=0.1, fill_factor=1).nnz < lu.nnz


def test_singular_matrices():
    a = scipy.sparse.csc_matrix(np.array([[1.0, 2], [2, 4]]))
    with pytest.raises(RuntimeError):
        linalg.splu(device(a))
    with pytest.warns(linalg.MatrixRankWarning):
        assert cp.isnan(linalg.spsolve(device(a), cp.ones(2))).all()
    for function in (linalg.splu, linalg.spilu, linalg.factorized):
        with pytest.raises(ValueError):
            function(device(host((3, 4))))
    with pytest.raises(ValueError):
        linalg.spsolve(device(a), cp.ones(3))
    lu = linalg.splu(device(laplacian(3)))
    for bad, error in [((cp.ones(4),), ValueError), ((cp.ones(9), "X"), ValueError), ((np.ones(9),), TypeError)]:
        with pytest.raises(error):
            lu.solve(*bad)


@pytest.mark.parametrize("dtype", ["f", "d", "D", "i"])
def test_triangles(dtype):
    a, _ = general(200, "D" if dtype == "D" else "d")
    a = (a * 4).astype(dtype)
    random = np.random.default_rng(0)
    for lower in (True, False):
        part = (scipy.sparse.tril(a) if lower else scipy.sparse.triu(a)).tocsr()
        for b in (random.random(200), random.random((200, 3))):
            for unit in (False, True):
                matrix = part.copy()
                if unit:
                    matrix = (matrix / 64).tocsr()
                    matrix.setdiag(1)
                want = theirs.spsolve_triangular(matrix.astype("D" if dtype == "D" else "d"), b, lower=lower)
                for m in (matrix, matrix.tocsc()):
                    got = linalg.spsolve_triangular(device(m), cp.asarray(b), lower, unit_diagonal=unit)
                    np.testing.assert_allclose(
                        got.get(), want, rtol=1e-3 if dtype == "f" else 1e-9, atol=1e-4 if dtype == "f" else 1e-11
                    )
    with pytest.raises(np.linalg.LinAlgError):
        linalg.spsolve_triangular(sparse.csr_matrix(cp.array([[1.0, 0], [1, 0]])), cp.ones(2))
    with pytest.raises(ValueError):
        linalg.spsolve_triangular(device(host((3, 4))), cp.ones(3))
    with pytest.raises(ValueError):
        linalg.spsolve_triangular(device(a), cp.ones(3))


# -------------------------------------------------------------------------------------------------------------- others


@pytest.mark.parametrize("dtype", ["i", "f", "D"])
def test_norms(dtype):
    a = host((7, 9), dtype)
    rtol = 1e-5 if dtype == "f" else 1e-12
    for order in (None, "fro", 1, -1, np.inf, -np.inf):
        np.testing.assert_allclose(float(linalg.norm(device(a), order)), theirs.norm(a, order), rtol=rtol)
    for axis in (0, 1, -1):
        for order in (None, 0, 1, 2, 3, np.inf, -np.inf):
            # SciPy 1.18 keeps the axis for some orders.
            want = np.ravel(theirs.norm(a, order, axis))
            np.testing.assert_allclose(linalg.norm(device(a), order, axis).get(), want, rtol=rtol)
    for axes in ((0, 1), (1, 0), (-1, 0), (-2, -1)):
        for order in (None, "fro", 1, -1, np.inf, -np.inf):
            np.testing.assert_allclose(
                float(linalg.norm(device(a), order, axes)), theirs.norm(a, order, axes), rtol=rtol
            )
    for bad in ((3,), ("nuc",)):
        with pytest.raises((ValueError, NotImplementedError)):
            linalg.norm(device(a), *bad)
    with pytest.raises(TypeError):
        linalg.norm(cp.ones((2, 2)))
    check(linalg.norm(device(host((0, 3)))), theirs.norm(host((0, 3))))


def test_powers():
    a = host((6, 6))
    for n in (0, 1, 2, 5):
        check(linalg.matrix_power(device(a), n), theirs.matrix_power(scipy.sparse.csr_array(a), n))
    with pytest.raises(TypeError):
        linalg.matrix_power(device(host((2, 3))), 2)
    with pytest.raises(ValueError):
        linalg.matrix_power(device(a), -1)


def test_operators():
    a, b = host((5, 7), "D"), host((7, 4), "D", seed=1)
    random = np.random.default_rng(0)
    x, X, y = random.random(7), random.random((7, 3)), random.random(5)
    one, two = theirs.aslinearoperator(a), linalg.aslinearoperator(device(a))
    assert two.shape == one.shape and two.dtype == one.dtype and two.ndim == 2 and repr(two) == repr(one)
    check(two.matvec(cp.asarray(x)), one.matvec(x))
    check(two @ cp.asarray(X), one @ X)
    check(two(cp.asarray(x)), one(x))
    check(two.rmatvec(cp.asarray(y)), one.rmatvec(y))
    check(two.H @ cp.asarray(y), one.H @ y)
    check(two.T @ cp.asarray(y), one.T @ y)
    check(two.rmatmat(cp.asarray(y.reshape(5, 1))), one.rmatmat(y.reshape(5, 1)))
    check((2 * two + two) @ cp.asarray(x), (2 * one + one) @ x)
    check((two - two * 1j).H @ cp.asarray(y), (one - one * 1j).H @ y)
    product, want = two @ linalg.aslinearoperator(device(b)), one @ theirs.aslinearoperator(b)
    check(product @ cp.ones(4), want @ np.ones(4))
    check(product.H @ cp.asarray(y), want.H @ y)
    square, wanted = linalg.aslinearoperator(device(host((5, 5)))), theirs.aslinearoperator(host((5, 5)))
    check(square**3 @ cp.asarray(y), wanted**3 @ y)
    made = linalg.LinearOperator((5, 7), lambda v: device(a) @ v)
    assert made.dtype == np.complex128
    with pytest.raises(NotImplementedError):
        made.rmatvec(cp.asarray(y))
    for bad in (cp.ones(3), cp.ones((7, 2, 2))):
        with pytest.raises(ValueError):
            two @ bad
    with pytest.raises(TypeError):
        linalg.aslinearoperator("a")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(linalg.aslinearoperator(cp.ones((2, 3))) @ cp.ones(3), np.full(2, 3.0))


@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_inverses(dtype):
    a, _ = general(30, dtype)
    for matrix in (a, a.tocsc(), a.tocoo()):
        got = linalg.inv(device(matrix))
        assert got.dtype == np.dtype(dtype) and got.format == ("csr" if matrix.format == "csr" else "csc")
        np.testing.assert_allclose(
            got.toarray().get(), np.linalg.inv(a.toarray()), rtol=1e-3, atol=1e-4 if dtype == "f" else 1e-10
        )
    with pytest.raises(TypeError):
        linalg.inv(cp.eye(3))
    with pytest.raises(ValueError):
        linalg.inv(device(host((3, 4))))
    with pytest.raises(RuntimeError):
        linalg.inv(sparse.csr_matrix((3, 3)))


def restarted_residuals(a, b, x, restart, maxiter, rtol):
    """What CuPy's gmres does: whole cycles until there have been `maxiter` steps; x and the norms after each cycle."""
    norms, steps = [], 0
    while True:
        r = b - a @ x
        norms.append(np.linalg.norm(r) / np.linalg.norm(b))
        if norms[-1] <= rtol or steps >= maxiter:
            return x, norms[1:], steps
        basis = r[:, None] / np.linalg.norm(r)
        for _ in range(restart - 1):
            basis = np.linalg.qr(np.c_[basis, a @ basis[:, -1]])[0]
        x = x + basis @ np.linalg.lstsq(a @ basis, r, rcond=None)[0]
        steps += restart


def test_gmres_counts_as_cupy():
    """Steps, in whole cycles; the callback is called for each cycle."""
    a, b = laplacian(30), np.random.default_rng(5).standard_normal(900)
    products = []

    def counted(v):
        products.append(1)
        return device(a) @ v

    operator = linalg.LinearOperator(a.shape, counted, dtype="d")
    for restart, maxiter in ((5, 7), (20, 60), (4, 4)):
        expected, norms, steps = restarted_residuals(a, b, np.zeros(900), restart, maxiter, 1e-12)
        for kind in (None, "x", "pr_norm"):
            seen = []
            options = {"rtol": 1e-12, "restart": restart, "maxiter": maxiter, "callback_type": kind}
            del products[:]
            x, info = linalg.gmres(operator, cp.asarray(b), callback=lambda v: seen.append(v.get()), **options)
            assert info == steps and len(products) <= steps + len(norms) + 1
            np.testing.assert_allclose(x.get(), expected, rtol=1e-7, atol=1e-9)
            if kind == "x":
                assert len(seen) == len(norms) + 1 and not seen[0].any()
                np.testing.assert_array_equal(seen[-1], x.get())
            else:
                np.testing.assert_allclose(seen, norms, rtol=1e-8)


def test_gmres_counts_as_scipy():
    """Of "legacy", which SciPy alone has: the callback and `maxiter` are for single steps."""
    a, b = laplacian(30), np.random.default_rng(5).standard_normal(900)
    for restart, maxiter in ((5, 7), (20, 13), (4, 4)):
        options = {"rtol": 1e-12, "restart": restart, "maxiter": maxiter, "callback_type": "legacy"}
        ours, theirs_seen = [], []
        x, info = linalg.gmres(device(a), cp.asarray(b), callback=ours.append, **options)
        expected, wanted = theirs.gmres(a, b, callback=theirs_seen.append, **options)
        assert info == wanted and len(ours) == len(theirs_seen)
        np.testing.assert_allclose(x.get(), expected, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("n", [60, 65536])
def test_gmres_where_one_round_loses_orthogonality(n):
    """Vectors of a cycle that are not orthogonal promise what is not there; cycles after it take more care."""
    a = scipy.sparse.diags_array(np.logspace(-7, 0, n)).tocsr()
    b = np.random.default_rng(2).standard_normal(n)
    for maxiter in (1, 4):
        x, info = linalg.gmres(device(a), cp.asarray(b), rtol=1e-12, restart=25, maxiter=25 * maxiter)
        expected, wanted = theirs.gmres(a, b, rtol=1e-12, restart=25, maxiter=maxiter)
        assert info == 25 * wanted
        assert np.linalg.norm(a @ x.get() - b) <= 1.05 * np.linalg.norm(a @ expected - b)


def test_bicgstab_breaks_down_without_nan():
    """A skew matrix: omega is zero at once."""
    a = scipy.sparse.csr_array(np.array([[0, 1.0, 0, 0], [-1, 0, 2, 0], [0, -2, 0, 1], [0, 0, -1, 0]]))
    b = np.array([1.0, 0, 0, 0])
    x, info = linalg.bicgstab(device(a), cp.asarray(b))
    expected, wanted = theirs.bicgstab(a, b)
    assert (info == 0) == (wanted == 0)
    assert cp.isfinite(x).all() and np.linalg.norm(a @ x.get() - b) <= np.linalg.norm(b) * (1 + 1e-12)


@pytest.mark.parametrize("dtype", "fdFD")
@pytest.mark.parametrize("n", [1, 2, 9, 60])
def test_lschol(n, dtype):
    rng = np.random.default_rng(n)
    half = rng.standard_normal((n, n)) * (rng.random((n, n)) < 0.1)
    if dtype in "FD":
        half = half + 1j * np.triu(half, 1)
    a = scipy.sparse.csr_matrix((half @ half.conj().T + np.eye(n)).astype(dtype))
    b = rng.standard_normal(n).astype(dtype)
    solve, tolerance = cuprumx.linalg.sparse.lschol, 1e-4 if dtype in "fF" else 1e-11
    for matrix in (device(a), device(a.tocsc()), device(a.tocoo()), cp.asarray(a.toarray())):
        x = solve(matrix, cp.asarray(b))
        assert x.dtype == np.dtype(dtype)
        np.testing.assert_allclose(a @ x.get(), b, rtol=tolerance, atol=tolerance * abs(b).max())
    for bad in (-a, a - 2 * a.diagonal().real.max() * scipy.sparse.eye(n), 0 * a):
        with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
            solve(device(bad.tocsr().astype(dtype)), cp.asarray(b))
    with pytest.raises(ValueError):
        solve(device(a), cp.ones(n + 1))
    with pytest.raises(ValueError):
        solve(sparse.csr_matrix((2, 3)), cp.ones(2))


def test_factors_are_pickled():
    a, b = general()
    lu = linalg.splu(device(a.tocsc()))
    again = pickle.loads(pickle.dumps(lu))
    np.testing.assert_array_equal(again.solve(cp.asarray(b)).get(), lu.solve(cp.asarray(b)).get())
    assert again.shape == lu.shape and again.nnz == lu.nnz
