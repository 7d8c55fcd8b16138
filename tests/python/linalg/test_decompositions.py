"""Decompositions and eigenvalues: results by their defining equations."""

import itertools

import numpy as np
import pytest
from common import assert_same, to_device
from linalg_common import (
    ANY,
    DTYPES,
    EPS,
    SQUARE,
    adjoint,
    assert_near,
    has_eig,
    hermitian,
    matrices,
    positive,
    real,
    solvable,
    variants,
)
from numpy.linalg import LinAlgError

import cuprum as cp

# -------------------------------------------------------------------------------------------------- decompositions


@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_cholesky(shape, dtype, upper):
    a = positive(shape, dtype)
    # Only one triangle is looked at.
    spoilt = (np.triu(a) if upper else np.tril(a)) + (np.tril if upper else np.triu)(
        np.full(shape, 7, dtype), -1 if upper else 1
    )
    for matrix in [spoilt.astype(dtype), *variants(a)]:
        factor = cp.linalg.cholesky(to_device(matrix), upper=upper).get()
        assert factor.dtype == dtype
        assert_near(adjoint(factor) @ factor if upper else factor @ adjoint(factor), a, dtype)
        assert_same(cp.asarray(factor), (np.triu if upper else np.tril)(factor))
        assert (np.einsum("...ii->...i", factor).real > 0).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", ANY)
def test_qr(shape, dtype):
    a = matrices(shape, dtype)
    m, n = shape[-2:]
    k = min(m, n)
    for layout in variants(a):
        x = to_device(layout)
        q, r = (y.get() for y in cp.linalg.qr(x))
        assert q.dtype == r.dtype == dtype
        assert q.shape == shape[:-1] + (k,) and r.shape == shape[:-2] + (k, n)
        assert_near(q @ r, a, dtype)
        assert_near(adjoint(q) @ q, np.broadcast_to(np.eye(k), shape[:-2] + (k, k)), dtype)
        assert_same(cp.asarray(r), np.triu(r))
        full_q, full_r = (y.get() for y in cp.linalg.qr(x, "complete"))
        assert full_q.shape == shape[:-1] + (m,) and full_r.shape == shape
        assert_near(full_q @ full_r, a, dtype)
        assert_near(adjoint(full_q) @ full_q, np.broadcast_to(np.eye(m), shape[:-2] + (m, m)), dtype)
        assert_near(cp.linalg.qr(x, mode="r").get(), r, dtype)
    h, tau = cp.linalg.qr(cp.asarray(a), "raw")
    expected = np.linalg.qr(a, "raw")
    assert h.shape == expected[0].shape and tau.shape == expected[1].shape
    assert_near(np.triu(h.get().swapaxes(-2, -1)[..., :k, :]), r, dtype)
    assert cp.linalg.qr(cp.asarray(a))._fields == ("Q", "R")


def test_qr_of_nothing_to_reflect():
    for a in (
        np.zeros((4, 3)),
        np.eye(4),
        np.triu(np.ones((4, 4))),
        np.stack([np.zeros((3, 3)), np.eye(3), np.ones((3, 3))]),
        np.zeros((5, 4, 2), "D"),
    ):
        q, r = (y.get() for y in cp.linalg.qr(cp.asarray(a)))
        assert_near(q @ r, a, "d")
        assert_near(adjoint(q) @ q, np.broadcast_to(np.eye(q.shape[-1]), q.shape[:-2] + (q.shape[-1],) * 2), "d")


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_svd_of_infinities_ends(dtype):
    # LAPACK searches for ever for the singular values of some such matrices.
    a = np.array([[-1.19, -np.inf, 2.5], [-3.67, 3.29, 0.47], [1.99, -0.34, -2.33]], dtype)
    if cp.backend() == "cuda":  # cuSOLVER tells of it
        with pytest.raises(np.linalg.LinAlgError):
            cp.linalg.svd(cp.asarray(a))
        return
    for whole in (True, False):
        for part in cp.linalg.svd(cp.asarray(a), full_matrices=whole):
            assert np.isnan(part.get()).all()
    assert np.isnan(cp.linalg.svd(cp.asarray(a), compute_uv=False).get()).all()
    assert np.isnan(cp.linalg.pinv(cp.asarray(a)).get()).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", ANY)
def test_svd(shape, dtype):
    a = matrices(shape, dtype)
    m, n = shape[-2:]
    k = min(m, n)
    values = np.linalg.svd(a, compute_uv=False)
    for layout in variants(a):
        x = to_device(layout)
        for full in (False, True):
            result = cp.linalg.svd(x, full_matrices=full)
            u, s, vh = (y.get() for y in result)
            assert u.dtype == vh.dtype == dtype and s.dtype == real(dtype)
            assert u.shape == shape[:-1] + (m if full else k,) and vh.shape == shape[:-2] + (n if full else k, n)
            assert all(y.flags.c_contiguous for y in result)
            assert_near(s, values, dtype)
            assert_near(u[..., :k] * s[..., None, :] @ vh[..., :k, :], a, dtype)
            assert_near(adjoint(u) @ u, np.broadcast_to(np.eye(u.shape[-1]), shape[:-2] + (u.shape[-1],) * 2), dtype)
            assert_near(
                vh @ adjoint(vh), np.broadcast_to(np.eye(vh.shape[-2]), shape[:-2] + (vh.shape[-2],) * 2), dtype
            )
        assert_near(cp.linalg.svd(x, compute_uv=False).get(), values, dtype)
    assert_near(cp.linalg.svdvals(cp.asarray(a)).get(), values, dtype)
    assert result._fields == ("U", "S", "Vh")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_hermitian_svd(shape, dtype):
    a = hermitian(shape, dtype)
    u, s, vh = (y.get() for y in cp.linalg.svd(cp.asarray(a), hermitian=True))
    assert u.dtype == vh.dtype == dtype and s.dtype == real(dtype)
    assert_near(s, np.linalg.svd(a, compute_uv=False), dtype)
    assert_near(u * s[..., None, :] @ vh, a, dtype)
    assert_near(cp.linalg.svd(cp.asarray(a), hermitian=True, compute_uv=False).get(), s, dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 11, 16, 17, 31, 32])
def test_many_small_matrices(n, dtype):
    """A GPU has kernels of its own for these: numbers near the ends of the range, equal eigenvalues, pivots, few
    ranks."""
    shape = (13, n, n)
    a = solvable(shape, dtype)
    a[1::3] = a[1::3, ::-1]  # pivots are to be found
    x = cp.linalg.inv(cp.asarray(a)).get()
    assert_near(a @ x, np.broadcast_to(np.eye(n), shape), dtype)
    scales = np.array([1, 1e-30, 1e30, 1] * 4)[:13, None, None].astype(dtype)
    h = hermitian(shape, dtype) * scales
    h[3] = np.eye(n)
    h[7] = 0
    w, v = (y.get() for y in cp.linalg.eigh(cp.asarray(h)))
    assert (np.diff(w, axis=-1) >= 0).all()
    assert_near(h @ v / scales, v * w[..., None, :] / scales, dtype)
    assert_near(adjoint(v) @ v, np.broadcast_to(np.eye(n), shape), dtype)
    assert_near(cp.linalg.eigvalsh(cp.asarray(h)).get() / scales[..., 0].real, w / scales[..., 0].real, dtype)
    for m in {n, max(1, n // 2), 32}:
        b = matrices((13, m, n), dtype, seed=m) * scales
        b[2] = 0
        b[5] = b[5, :1]  # of rank one
        for c in (b, b.swapaxes(-2, -1)):
            k = min(m, n)
            for full in (False, True):
                u, s, vh = (y.get() for y in cp.linalg.svd(cp.asarray(c), full_matrices=full))
                assert (np.diff(s, axis=-1) <= 0).all()
                assert_near((u[..., :k] * s[..., None, :]) @ vh[..., :k, :] / scales, c / scales, dtype)
                assert_near(adjoint(u) @ u, np.broadcast_to(np.eye(u.shape[-1]), (13,) + (u.shape[-1],) * 2), dtype)
                assert_near(vh @ adjoint(vh), np.broadcast_to(np.eye(vh.shape[-2]), (13,) + (vh.shape[-2],) * 2), dtype)


def test_small_matrices_that_fail():
    a = np.tile(np.eye(4), (20, 1, 1))
    a[5, 2] = a[5, 1]
    with pytest.raises(LinAlgError, match="Singular"):
        cp.linalg.inv(cp.asarray(a))
    a[5, 2, 0] = np.nan
    assert np.isnan(cp.linalg.inv(cp.asarray(a)).get()[5]).any()
    with pytest.raises(LinAlgError, match="converge"):
        cp.linalg.svd(cp.asarray(a))


@pytest.mark.parametrize("UPLO", ["L", "U", "l"])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_eigh(shape, dtype, UPLO):
    a = hermitian(shape, dtype)
    upper = UPLO == "U"
    spoilt = (np.triu(a) if upper else np.tril(a)) + (np.tril if upper else np.triu)(
        np.full(shape, 7, dtype), -1 if upper else 1
    )
    for matrix in [spoilt.astype(dtype), *variants(a)]:
        result = cp.linalg.eigh(to_device(matrix), UPLO)
        w, v = (y.get() for y in result)
        assert v.dtype == dtype and w.dtype == real(dtype) and result.eigenvectors.flags.c_contiguous
        assert (np.diff(w, axis=-1) >= 0).all()
        assert_near(a @ v, v * w[..., None, :], dtype)
        assert_near(adjoint(v) @ v, np.broadcast_to(np.eye(shape[-1]), shape), dtype)
        assert_near(cp.linalg.eigvalsh(to_device(matrix), UPLO).get(), w, dtype)
    assert result._fields == ("eigenvalues", "eigenvectors")


def test_eigh_of_float16():
    """As CuPy's: computed in float32, and rounded once."""
    a = hermitian((3, 4, 4), "f").astype("e")
    w, v = cp.linalg.eigh(to_device(a))
    assert w.dtype == v.dtype == cp.linalg.eigvalsh(to_device(a)).dtype == np.float16
    wide_w, wide_v = cp.linalg.eigh(to_device(a.astype("f")))
    np.testing.assert_array_equal(w.get(), wide_w.get().astype("e"))
    np.testing.assert_array_equal(v.get(), wide_v.get().astype("e"))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SQUARE)
def test_eig(shape, dtype):
    if not has_eig():
        pytest.skip("this cuSOLVER has no geev")
    for a in (matrices(shape, dtype), solvable(shape, dtype), hermitian(shape, dtype)):
        for layout in itertools.islice(variants(a), 3):
            result = cp.linalg.eig(to_device(layout))
            w, v = (y.get() for y in result)
            assert v.dtype == w.dtype == np.promote_types(dtype, "F")  # as from NumPy 2.5 on
            assert_near(a @ v, v * w[..., None, :], dtype, 60)
            assert_near(np.linalg.norm(v, axis=-2), np.ones(w.shape), dtype)
            atol = 60 * shape[-1] ** 2 * EPS[dtype] * np.abs(a).max()
            np.testing.assert_allclose(w.sum(-1), np.trace(a, axis1=-2, axis2=-1), rtol=0, atol=atol)
            np.testing.assert_allclose(cp.linalg.eigvals(to_device(layout)).get().sum(-1), w.sum(-1), rtol=0, atol=atol)


def test_eig_of_pairs():
    if not has_eig():
        pytest.skip("this cuSOLVER has no geev")
    rotation = np.array([[0.0, -1.0], [1.0, 0.0]])
    w, v = cp.linalg.eig(cp.asarray(rotation))
    assert_same(cp.sort(w.imag), np.array([-1.0, 1.0]), rtol=1e-14)
    assert_near(rotation @ v.get(), v.get() * w.get(), "d")
    mixed = np.zeros((5, 5))
    mixed[:2, :2] = mixed[3:, 3:] = rotation
    mixed[2, 2] = 3
    w, v = (x.get() for x in cp.linalg.eig(cp.asarray(np.stack([mixed, np.eye(5)]))))
    assert_near(np.stack([mixed, np.eye(5)]) @ v, v * w[:, None, :], "d")
    assert cp.linalg.eig(cp.eye(3)).eigenvalues.dtype == "D"
