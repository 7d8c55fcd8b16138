"""Kernels for many small matrices: through linalg, and as raw kernels, which a CPU runs as well."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from numpy.linalg import LinAlgError

import cuprum as cp

DEVICE = Path(__file__).resolve().parents[3] / "device"
NAMES = {"f": "float", "d": "double", "F": "cuprum::complex64", "D": "cuprum::complex128"}
# The dtypes whose raw kernels run, by the threads of a matrix: all with eight, and with others a real and a complex one
# of both precisions. A CPU's compiler takes up to four seconds for a kernel.
RAW_DTYPES = {4: "fD", 8: "fdFD", 16: "dF", 32: "fD"}
# A kernel in the cache is told by its text, and not by headers in folders of the program's own.
HEADERS = b"".join(
    (DEVICE / "cuprum/engine" / name).read_bytes() for name in ("small_matrices.h", "small_eigh.h", "small_equations.h")
)
TEXT = (
    f"// {hashlib.sha256(HEADERS).hexdigest()}"
    + """
#include <cuprum/engine/small_eigh.h>
#include <cuprum/engine/small_equations.h>
extern "C" __global__ void run(cuprum::SmallMatricesArgs args) { cuprum::small_%s<%s, %d>(args); }
extern "C" __global__ void block(int* threads) { *threads = cuprum::small_matrices_block(%d, sizeof(%s)); }
"""
)
ARGS = np.dtype(
    [(name, "P") for name in ("matrices", "values", "u", "v", "info")]
    + [("count", "q")]
    + [(name, "i") for name in ("rows", "columns", "u_columns", "v_rows", "lower")],
    align=True,
)


def team_of(n):
    return max(4, 1 << (n - 1).bit_length())


def raw_cases(*sizes):
    """Pairs of a size, a number or several, and a dtype."""
    return [(size, dtype) for size in sizes for dtype in RAW_DTYPES[team_of(int(np.max(size)))]]


def normal(shape, dtype, seed=0):
    generator = np.random.default_rng(seed)
    a = generator.standard_normal(shape)
    return (a + 1j * generator.standard_normal(shape) if dtype in "FD" else a).astype(dtype)


def adjoint(a):
    return a.swapaxes(-2, -1).conj()


def at_both_ends(a):
    """Two arrays with numbers of the magnitudes of denormals, and of the largest."""
    for power in (-140, 120) if a.real.itemsize == 4 else (-1060, 1010):
        b = a.copy()
        b.real = np.ldexp(a.real, power)
        if a.dtype.kind == "c":
            b.imag = np.ldexp(a.imag, power)
        yield b


def hermitian_matrices(n, dtype):
    """Of full rank, of rank one, with two eigenvalues, zero, diagonal, graded, and at both ends of the range."""
    a = normal((12, n, n), dtype, n)
    basis = np.linalg.qr(a[1])[0]
    a = ((a + adjoint(a)) / 2).astype(dtype)
    a[1] = (basis * np.where(np.arange(n) < n // 2, 1, -1)) @ adjoint(basis)
    a[2] = a[3, :, :1] @ adjoint(a[3, :, :1])
    a[4] = 0
    a[5] = np.eye(n)
    a[6] = np.diag(np.arange(n)[::-1] - n // 2)
    a[7] *= 1e-30
    a[8] *= 1e30
    small = 10.0 ** -np.arange(n)
    a[9] = a[9] * small * small[:, None]
    a[10], a[11] = at_both_ends(a[11])
    return a


def one_triangle(a, uplo):
    """What the other triangle holds, and imaginary parts on the diagonal, must not be read."""
    keep = np.tri(a.shape[-1], dtype=bool)
    spoilt = np.where(keep if uplo == "L" else keep.T, a, np.nan).astype(a.dtype)
    if a.dtype.kind == "c":
        spoilt.imag[:, range(a.shape[-1]), range(a.shape[-1])] = 7
    return spoilt


def assert_decomposed(a, values, vectors, each=4):
    """Each matrix by its own magnitude, which may be near either end of the range."""
    n, dtype = a.shape[-1], a.dtype
    bound = each * n * np.finfo(dtype).eps
    assert values.dtype == dtype.char.lower() and vectors.dtype == dtype
    wide = a.astype("D" if dtype.kind == "c" else "d")
    power = np.frexp(np.abs(wide).max(axis=(-2, -1)))[1]
    scale = np.ldexp(1.0, -(power // 2)), np.ldexp(1.0, power // 2 - power)
    wide = wide * scale[0][:, None, None] * scale[1][:, None, None]
    w, v = values.astype("d") * scale[0][:, None] * scale[1][:, None], vectors.astype(wide.dtype)
    grain = float(np.finfo(dtype).smallest_subnormal) * scale[0] * scale[1]  # denormals have fewer digits
    for i in range(len(a)):
        size = np.linalg.norm(wide[i], 2)
        assert (np.diff(w[i]) >= 0).all()
        assert np.abs(w[i] - np.linalg.eigvalsh(wide[i])).max() <= bound * size + grain[i]
        assert np.abs(wide[i] @ v[i] - v[i] * w[i]).max() <= bound * size + grain[i]
        assert np.abs(adjoint(v[i]) @ v[i] - np.eye(n)).max() <= bound


def run(what, dtype, team, matrices, **results):
    """Runs a kernel for arrays on the device; the count of those that failed is looked at by the caller."""
    module = cp.RawModule(code=TEXT % (what, NAMES[dtype], team, team, NAMES[dtype]), options=(f"-I{DEVICE}",))
    threads = cp.empty(1, "i")
    module.get_function("block")((1,), (1,), (threads,))
    threads = int(threads[0])
    args = np.zeros(1, ARGS)
    args["matrices"], args["count"] = matrices.data.ptr, matrices.shape[0]
    args["rows"], args["columns"] = matrices.shape[1:]
    for name, value in results.items():
        args[name] = value if isinstance(value, int) else value.data.ptr
    blocks = -(-matrices.shape[0] // (threads // team))
    module.get_function("run")((blocks,), (threads,), (args[0],))


def run_eigh(a, uplo, team, vectors=True):
    dtype = a.dtype.char
    x, info = cp.asarray(a), cp.full(len(a), 9, "i")
    w, v = cp.full(a.shape[:2], 9, dtype.lower()), cp.full(a.shape, 9, dtype)
    run("eigh", dtype, team, x, values=w, info=info, lower=int(uplo == "L"), **({"u": v} if vectors else {}))
    return w.get(), v.get(), info.get()


@pytest.mark.parametrize("dtype", NAMES)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 11, 16, 17, 31, 32])
def test_eigh_of_a_batch(n, dtype):
    a = hermitian_matrices(n, dtype)
    for uplo in "LU":
        result = cp.linalg.eigh(cp.asarray(one_triangle(a, uplo)), uplo)
        w, v = (x.get() for x in result)
        assert_decomposed(a, w, v)
        only = cp.linalg.eigvalsh(cp.asarray(one_triangle(a, uplo)), uplo).get()
        assert_decomposed(a, only, v)


@pytest.mark.parametrize("n, dtype", raw_cases(1, 2, 3, 4, 7, 8, 16, 21, 32))
def test_kernel_of_eigh(n, dtype):
    a = hermitian_matrices(n, dtype)
    for uplo in "LU" if n < 16 else "L":
        w, v, info = run_eigh(one_triangle(a, uplo), uplo, team_of(n))
        assert not info.any()
        assert_decomposed(a, w, v)
    only, untouched, info = run_eigh(one_triangle(a[:5], "U"), "U", team_of(n), vectors=False)
    assert not info.any() and (untouched == 9).all()
    assert_decomposed(a[:5], only, v[:5])


@pytest.mark.parametrize("dtype", "fD")
def test_kernel_of_eigh_and_what_is_not_finite(dtype):
    """They fail alone; matrices of the same warp do not."""
    a = hermitian_matrices(5, dtype)
    bad = a.copy()
    bad[1, 3, 2] = complex(0, np.nan) if dtype == "D" else np.nan
    bad[4, 2, 2] = np.inf
    bad[7, 4, 0] = -np.inf
    w, v, info = run_eigh(bad, "L", 8)
    failed = [1, 4, 7]
    np.testing.assert_array_equal(np.flatnonzero(info), failed)
    assert np.isnan(w[failed]).all() and np.isnan(v[failed]).all()
    assert_decomposed(np.delete(a, failed, 0), np.delete(w, failed, 0), np.delete(v, failed, 0))
    with pytest.raises(LinAlgError, match="Eigenvalues did not converge"):
        cp.linalg.eigh(cp.asarray(bad))
    with pytest.raises(LinAlgError, match="Eigenvalues did not converge"):
        cp.linalg.eigvalsh(cp.asarray(bad))


def test_eigh_of_no_matrices():
    for shape in [(0, 4, 4), (3, 0, 0)]:
        w, v = cp.linalg.eigh(cp.empty(shape, "f"))
        assert w.shape == shape[:2] and v.shape == shape


@pytest.mark.parametrize("shape, dtype", raw_cases((4, 4), (7, 5), (3, 16)))
def test_kernel_of_svd(shape, dtype):
    """Singular values of denormals and of numbers near the end of the range are found as well."""
    m, n = shape
    a, k = normal((6, m, n), dtype), min(m, n)
    a[2, :, 1] = a[2, :, 0]
    a[3], a[4] = at_both_ends(a[4])
    s, info = cp.empty((6, k), dtype.lower()), cp.full(6, 9, "i")
    u, vh = cp.empty((6, m, k), dtype), cp.empty((6, k, n), dtype)
    run("svd", dtype, team_of(max(m, n)), cp.asarray(a), values=s, info=info, u=u, v=vh, u_columns=k, v_rows=k)
    assert not info.get().any()
    s, u, vh = s.get(), u.get(), vh.get()
    eps = np.finfo(dtype).eps * 4 * max(m, n)
    for i in range(6):
        grain = 4 * float(np.finfo(dtype).smallest_subnormal)
        expected = np.linalg.svd(a[i], compute_uv=False)
        assert np.abs(s[i] - expected).max() <= eps * expected[0] + grain
        assert np.abs((u[i] * s[i]) @ vh[i] - a[i]).max() <= eps * expected[0] + m * grain
        assert np.abs(adjoint(u[i]) @ u[i] - np.eye(k)).max() <= eps
        assert np.abs(vh[i] @ adjoint(vh[i]) - np.eye(k)).max() <= eps


@pytest.mark.parametrize("n, dtype", raw_cases(3, 8))
def test_kernel_of_inverses(n, dtype):
    a = normal((9, n, n), dtype) + 3 * np.eye(n).astype(dtype)
    a[1::3] = a[1::3, ::-1]
    a[4, :2] = 0  # which must leave its neighbours alone
    inverses, info = cp.empty(a.shape, dtype), cp.full(9, 9, "i")
    run("inverse", dtype, team_of(n), cp.asarray(a), u=inverses, info=info)
    np.testing.assert_array_equal(np.flatnonzero(info.get()), [4])
    a, x = np.delete(a, 4, 0), np.delete(inverses.get(), 4, 0)
    for i in range(8):
        assert np.abs(a[i] @ x[i] - np.eye(n)).max() <= 8 * n * np.finfo(dtype).eps * np.linalg.cond(a[i])


@pytest.mark.parametrize("n, dtype", raw_cases(1, 3, 8, 13, 32))
def test_kernel_of_cholesky(n, dtype):
    a = normal((7, n, n), dtype)
    a = (a @ adjoint(a) + n * np.eye(n)).astype(dtype)
    bad = a.copy()
    bad[2, n // 2, n // 2] = -1
    bad[5, n - 1, n - 1] = np.nan
    for uplo in "LU" if n < 32 else "U":
        factors, info = cp.full(a.shape, 9, dtype), cp.full(7, 9, "i")
        matrices = cp.asarray(one_triangle(bad, uplo))
        run("cholesky", dtype, team_of(n), matrices, u=factors, info=info, lower=int(uplo == "L"))
        np.testing.assert_array_equal(np.flatnonzero(info.get()), [2, 5])
        for i in (0, 1, 3, 4, 6):
            f = factors[i].get()
            assert (f == (np.tril(f) if uplo == "L" else np.triu(f))).all()
            assert (f.diagonal().real > 0).all() and (f.diagonal().imag == 0).all()
            product = f @ adjoint(f) if uplo == "L" else adjoint(f) @ f
            assert np.abs(product - a[i]).max() <= 4 * n * np.finfo(dtype).eps * np.abs(a[i]).max()


@pytest.mark.parametrize("sizes, dtype", raw_cases((1, 1), (3, 1), (5, 7), (8, 2), (32, 3)))
def test_kernel_of_equations(sizes, dtype):
    n, sides = sizes
    a, b = normal((9, n, n), dtype) + 2 * np.eye(n).astype(dtype), normal((9, n, sides), dtype, 1)
    a[1::3] = a[1::3, ::-1]  # pivots are to be found
    a[3] = np.roll(np.eye(n), 1, 0)
    a[4] = 0  # which must leave its neighbours alone
    a[7, n - 1, 0] = np.nan
    b[8, 0, 0] = np.nan
    x, info = cp.asarray(b), cp.full(9, 9, "i")
    run("solve", dtype, team_of(max(n, sides)), cp.asarray(a), u=x, info=info, u_columns=sides)
    np.testing.assert_array_equal(np.flatnonzero(info.get()), [4])
    x = x.get()
    assert np.isnan(x[7]).all() and np.isnan(x[8, :, 0]).any() and not np.isnan(x[8, :, 1:]).any()
    for i in (0, 1, 2, 3, 5, 6):
        bound = 8 * n * np.finfo(dtype).eps * np.abs(a[i]).max() * np.abs(x[i]).max()
        assert np.abs(a[i] @ x[i] - b[i]).max() <= bound
