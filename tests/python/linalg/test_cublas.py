"""Routines by the names of BLAS, cuSOLVER and LAPACK: cuprum.cublas, cuprum.cusolver, cuprumx.lapack."""

import numpy as np
import pytest
import scipy.linalg.blas as blas
from common import assert_like

import cuprum as cp
import cuprumx
from cuprum import cublas, cusolver

DTYPES = ["f", "d", "F", "D"]


def draw(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def check(result, wanted, dtype):
    assert_like(result, np.asarray(wanted), (1e-4, 1e-5) if dtype in "fF" else (1e-12, 1e-12))


def op(trans, a):
    return {"N": a, "T": a.T, "H": a.conj().T}[trans]


@pytest.mark.parametrize("dtype", DTYPES)
def test_vectors(dtype):
    x, y = draw(17, dtype), draw(17, dtype, 1)
    dx, dy = cp.array(x), cp.array(y)
    sizes = abs(x.real) + abs(x.imag)
    assert cublas.iamax(dx).dtype == np.int32 and int(cublas.iamax(dx)) == sizes.argmax() + 1
    assert int(cublas.iamin(dx)) == sizes.argmin() + 1
    check(cublas.asum(dx), sizes.sum(dtype=x.real.dtype), dtype)
    check(cublas.nrm2(dx), np.linalg.norm(x).astype(x.real.dtype), dtype)
    out = cp.empty((), x.real.dtype)
    assert cublas.nrm2(dx, out) is out
    check(out, np.linalg.norm(x).astype(x.real.dtype), dtype)
    check(cublas.dotu(dx, dy), x @ y, dtype)
    check(cublas.dotc(dx, dy), x.conj() @ y, dtype)
    if dtype in "fd":
        check(cublas.dot(dx, dy), x @ y, dtype)
    else:
        with pytest.raises(TypeError):
            cublas.dot(dx, dy)
    assert cublas.axpy(2.5, dx, dy) is None
    check(dy, (2.5 * x + y).astype(dtype), dtype)
    cublas.axpy(cp.array(0.5, dtype), dx[::-1], dy)
    check(dy, (2.5 * x + 0.5 * x[::-1] + y).astype(dtype), dtype)
    cublas.scal(3, dx)
    check(dx, (3 * x).astype(dtype), dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("ta", "NTH")
@pytest.mark.parametrize("tb", "NTH")
def test_products(ta, tb, dtype):
    a = draw((3, 4) if ta == "N" else (4, 3), dtype)
    b = draw((4, 5) if tb == "N" else (5, 4), dtype, 1)
    c = draw((3, 5), dtype, 2)
    x, y = draw(4, dtype, 3), draw(3, dtype, 4)
    product = op(ta, a) @ op(tb, b)
    check(cublas.gemm(ta, tb, cp.array(a), cp.array(b)), product, dtype)
    for order in "CF":
        out = cp.array(c, order=order)
        assert cublas.gemm(ta, tb, cp.array(a), cp.array(b), out, 2.0, 0.5) is out
        check(out, (2 * product + c / 2).astype(dtype), dtype)
    out = cp.full((3, 5), np.nan, dtype)
    check(cublas.gemm(ta, tb, cp.array(a), cp.array(b), out=out), product, dtype)
    target = cp.array(y)
    cublas.gemv(ta, 2, cp.array(a), cp.array(x), 3, target)
    check(target, (2 * op(ta, a) @ x + 3 * y).astype(dtype), dtype)
    m = draw((4, 4), dtype, 5)
    check(
        cublas.geam(ta, tb, 2, cp.array(m), 3, cp.array(m[::-1])),
        (2 * op(ta, m) + 3 * op(tb, m[::-1])).astype(dtype),
        dtype,
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_outer_products(dtype):
    a, x, y = draw((3, 4), dtype), draw(3, dtype, 1), draw(4, dtype, 2)
    for name in ("ger", "geru", "gerc") if dtype in "fd" else ("geru", "gerc"):
        target = cp.array(a)
        assert getattr(cublas, name)(2, cp.array(x), cp.array(y), target) is None
        check(target, (a + 2 * np.outer(x, y.conj() if name == "gerc" else y)).astype(dtype), dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_diagonals_and_triangles(dtype):
    a, x, y = draw((3, 4), dtype), draw(3, dtype, 1), draw(4, dtype, 2)
    check(cublas.dgmm("L", cp.array(a), cp.array(x)), np.diag(x) @ a, dtype)
    check(cublas.dgmm("R", cp.array(a), cp.array(y)), a @ np.diag(y), dtype)
    check(cublas.dgmm("R", cp.array(a), cp.array(y), incx=-1), a @ np.diag(y[::-1]), dtype)
    for lower in (False, True):
        triangle = np.tril if lower else np.triu
        check(cublas.syrk("N", cp.array(a), lower=lower), triangle(a @ a.T), dtype)
        c = draw((4, 4), dtype, 3)
        out = cp.array(c)
        assert cublas.syrk("T", cp.array(a), out, 2, 0.5, lower) is out
        wanted = (2 * a.T @ a + c / 2).astype(dtype)
        check(out, np.where(triangle(np.ones((4, 4))) == 1, wanted, c), dtype)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("k", [0, 1, 3])
def test_bands(k, lower):
    n = 6
    bands, x, y = draw((k + 1, n), "d"), draw(n, "d", 1), draw(n, "d", 2)
    target = cp.array(y)
    assert cublas.sbmv(k, 2.0, cp.array(bands), cp.array(x), 3.0, target, lower) is target
    np.testing.assert_allclose(target.get(), blas.dsbmv(k, 2.0, bands, x, beta=3.0, y=y, lower=lower), rtol=1e-12)


@pytest.mark.parametrize("call", [
    lambda: cublas.nrm2(cp.ones((2, 2))),
    lambda: cublas.dot(cp.ones(2), cp.ones(3)),
    lambda: cublas.gemm("N", "N", cp.ones((2, 3)), cp.ones((2, 3))),
    lambda: cublas.gemm("X", "N", cp.ones((2, 3)), cp.ones((3, 3))),
    lambda: cublas.gemm("N", "N", cp.ones((2, 3)), cp.ones((3, 3)), cp.ones((3, 3))),
    lambda: cublas.gemv("N", 1, cp.ones((2, 3)), cp.ones(2), 0, cp.ones(3)),
    lambda: cublas.dgmm("X", cp.ones((2, 3)), cp.ones(3)),
    lambda: cublas.dgmm("L", cp.ones((2, 3)), cp.ones(1)),
    lambda: cublas.ger(1, cp.ones(2), cp.ones(2), cp.ones((2, 3))),
    lambda: cusolver.gesvda(cp.ones((2, 3))),
    lambda: cusolver.gesv(cp.ones((2, 3)), cp.ones(2)),
    lambda: cusolver.gesv(cp.ones((1, 2, 2)), cp.ones(2)),
    lambda: cusolver.gesv(cp.eye(2), cp.ones(3)),
    lambda: cusolver.gesv(cp.eye(2), cp.ones((1, 2, 2))),
    lambda: cusolver.gesv(cp.eye(2), cp.ones(2, "f")),
    lambda: cusolver.gesv(cp.eye(2, dtype=int), cp.ones(2, int)),
    lambda: cusolver.gels(cp.ones((2, 3)), cp.ones(2)),
    lambda: cusolver.gels(cp.ones((3, 2), "e"), cp.ones(3, "e")),
])  # fmt: skip
def test_what_does_not_fit_is_refused(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 4, 3)])
@pytest.mark.parametrize("full", [False, True])
def test_singular_values(shape, full, dtype):
    a = draw(shape, dtype)
    u, s, v = cusolver.gesvdj(cp.array(a), full_matrices=full)
    wanted = np.linalg.svd(a, full_matrices=full)
    assert u.shape == wanted[0].shape and v.shape == wanted[2].swapaxes(-2, -1).shape
    check(s, wanted[1], dtype)
    k = s.shape[-1]
    vh = v.get().conj().swapaxes(-2, -1)
    np.testing.assert_allclose(
        (u.get()[..., :k] * s.get()[..., None, :]) @ vh[..., :k, :], a, atol=1e-4 if dtype in "fF" else 1e-12
    )
    check(cusolver.gesvdj(cp.array(a), compute_uv=False), wanted[1], dtype)
    if shape[-2] >= shape[-1]:
        check(cusolver.gesvda(cp.array(a), compute_uv=False), wanted[1], dtype)
        assert cusolver.gesvda(cp.array(a))[0].shape == a.shape


@pytest.mark.parametrize("dtype", DTYPES)
def test_solutions_by_cusolver(dtype):
    square, tall = draw((4, 4), dtype) + 2 * np.eye(4, dtype=dtype), draw((6, 3), dtype, 1)
    for columns in ((), (1,), (3,)):
        for a, function, wanted in (
            (square, cusolver.gesv, np.linalg.solve),
            (square, cusolver.gels, np.linalg.solve),
            (tall, cusolver.gels, lambda a, b: np.linalg.lstsq(a, b, rcond=None)[0]),
        ):
            b = draw((len(a), *columns), dtype, 2)
            given = cp.array(a), cp.array(b)
            check(function(*given), wanted(a, b), dtype)
            assert cp.array_equal(given[0], a) and cp.array_equal(given[1], b)  # neither is written to
    assert cusolver.check_availability("gesv") and cuprumx.cusolver.check_availability("potrsBatched")
    for name in ("gesw", ""):
        with pytest.raises(ValueError, match="not known"):
            cusolver.check_availability(name)


@pytest.mark.parametrize("dtype", DTYPES)
def test_equations(dtype):
    a, b = draw((4, 4), dtype), draw((4, 2), dtype, 1)
    tall, right = draw((6, 3), dtype, 2), draw(6, dtype, 3)
    hermitian = a @ a.conj().T + 4 * np.eye(4, dtype=dtype)
    w, v = cusolver.syevj(cp.array(hermitian))
    check(w, np.linalg.eigvalsh(hermitian), dtype)
    check(cusolver.syevj(cp.array(hermitian), "U", False), np.linalg.eigvalsh(hermitian), dtype)
    x = cp.array(b)
    assert cuprumx.lapack.gesv(cp.array(a), x) is None
    check(x, np.linalg.solve(a, b), dtype)
    check(cuprumx.lapack.gels(cp.array(tall), cp.array(right)), np.linalg.lstsq(tall, right, rcond=None)[0], dtype)
    solution = cuprumx.lapack.posv(cp.array(hermitian), cp.array(b))
    assert solution.flags.c_contiguous
    check(solution, np.linalg.solve(hermitian, b), dtype)
    factor = np.linalg.cholesky(hermitian)
    check(cuprumx.lapack.potrs(cp.array(factor), cp.array(b), True), np.linalg.solve(hermitian, b), dtype)
    check(cuprumx.lapack.potrs(cp.array(factor.conj().T), cp.array(b), False), np.linalg.solve(hermitian, b), dtype)
    with pytest.raises(np.linalg.LinAlgError):
        cuprumx.lapack.posv(-cp.eye(2, dtype=dtype), cp.ones(2, dtype))


@pytest.mark.parametrize("dtype", DTYPES)
def test_batched_gesv(dtype):
    a = draw((3, 4, 4), dtype) + 4 * np.eye(4, dtype=dtype)
    for shape in ((3, 4), (3, 4, 2)):
        b = draw(shape, dtype, 1)
        columns = b if b.ndim == 3 else b[..., None]
        expected = np.linalg.solve(a, columns).reshape(shape)
        check(cublas.batched_gesv(cp.asarray(a), cp.asarray(b)), expected, dtype)
