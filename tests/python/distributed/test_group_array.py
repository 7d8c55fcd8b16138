"""Arrays divided over 1, 2 and 4 real processes, beside NumPy; messages and bytes beside formulas."""

import os
import tempfile
import time

import numpy as np
import pytest
import scipy.sparse

import cuprum as cp
import cuprumx.scipy.sparse
from cuprumx.distributed import array as da
from cuprumx.distributed.array import Layout, distributed_array
from cuprumx.scipy import ndimage

from process_groups import GPUS, ON_CPU, check, cpu_only, join, processes

SIZES = [1, 2, 4] if ON_CPU else [size for size in (1, 2, 4) if size <= GPUS]
sizes = pytest.mark.parametrize("size", SIZES)
several = pytest.mark.parametrize("size", SIZES[1:])
DTYPES = ["i4", "i8", "u8", "f4", "f8", "c8", "c16", "f2"] + ["i2", "?"] * ON_CPU


def equal(found, expected):
    found = found if isinstance(found, np.ndarray) else found.get()
    assert found.dtype == expected.dtype and found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)


def layouts(size):
    """Rows, columns, blocks, copies, and rows with copies of them."""
    found = [Layout(size), Layout(size, None, (None, 0)), Layout(size, None, (None, None))]
    if size == 4:
        found += [Layout((2, 2)), Layout((2, 2), None, (1, 0)), Layout((2, 2), None, (0,))]
    return found


def divide_and_combine(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(3)
    for shape in [(13, 7), (2, 1), (0, 3)]:
        for dtype in DTYPES:
            host = rng.integers(0, 2 if dtype == "?" else 5, shape).astype(dtype)
            for layout in layouts(size):
                a = distributed_array(host, layout, group=comm)
                assert (
                    a.shape == shape
                    and a.dtype == host.dtype
                    and a.rank == rank
                    and a.index_map.keys() == {*range(size)}
                )
                equal(a.local, host[a.index_map[rank]])
                equal(a, host)
                equal(da.GroupArray(comm, a.local, shape, layout), host)
                for other in layouts(size):
                    moved = a.reshard(other)
                    equal(moved.local, host[moved.index_map[rank]])
    # Operands of different layouts and shapes.
    x, y, row, column = rng.random((13, 7)), rng.random((13, 7)), rng.random(7), rng.random((13, 1))
    for first in layouts(size):
        for second in layouts(size):
            a, b = distributed_array(x, first, group=comm), distributed_array(y, second, group=comm)
            equal(a * b - 2, x * y - 2)
            equal(cp.hypot(a, b), cp.hypot(cp.asarray(x), cp.asarray(y)).get())
            c = distributed_array(column, Layout(size), group=comm)
            equal(a + c, x + column)
            equal(c + distributed_array(row, Layout(size), group=comm), column + row)
            quotient, rest = np.divmod(a, b)
            equal(quotient, np.divmod(x, y)[0])
            a += b
            equal(a, x + y)
    a = distributed_array(x, Layout(size), group=comm)
    equal(a[2:11:3, 1:], x[2:11:3, 1:])
    equal(a[..., :2] + a[..., 2:4], x[:, :2] + x[:, 2:4])
    equal(a.astype("f4"), x.astype("f4"))
    equal((a + 1j).imag, np.ones_like(x))
    for wrong in (lambda: a + y, lambda: a + comm, lambda: a[0], lambda: list(a), lambda: np.asarray(a)):
        with pytest.raises((RuntimeError, TypeError, IndexError)):
            wrong()
    with pytest.raises(ValueError, match="ranks"):
        distributed_array(x, Layout(size + 1), group=comm)
    with pytest.raises(ValueError, match="shape"):
        da.GroupArray(comm, cp.zeros((99, 7)), (13, 7), Layout(size))
    comm.stop()


@sizes
def test_divide_and_combine(size):
    check(size, divide_and_combine)


def reductions(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(4)
    for dtype in DTYPES:
        host = rng.integers(0, 2 if dtype == "?" else 4, (5, 3, 4)).astype(dtype)
        for layout in layouts(size):
            a = distributed_array(host, layout, group=comm)
            for axis in (None, 0, -1, (0, 2), (0, 1, 2)):
                for keepdims in (False, True):
                    for name in ("sum", "prod", "min", "max"):
                        if dtype[0] == "c" and name != "sum" or (not ON_CPU and dtype == "?"):
                            continue
                        expected = np.asarray(getattr(host, name)(axis=axis, keepdims=keepdims))
                        equal(getattr(a, name)(axis=axis, keepdims=keepdims), expected)
    host = rng.random((6, 4))
    host[4, 2] = np.nan
    a = distributed_array(host, Layout(size), group=comm)
    if ON_CPU:
        equal(a.max(axis=0), host.max(axis=0))
    np.testing.assert_allclose(np.mean(a, axis=1).get(), host.mean(axis=1), rtol=1e-15)
    np.testing.assert_allclose(a[:, :2].mean().get(), host[:, :2].mean(), rtol=1e-15)
    empty = distributed_array(np.empty((0, 3)), Layout(size), group=comm)
    equal(empty.sum(axis=0), np.zeros(3))
    with pytest.raises(ValueError, match="zero-size"):
        empty.max(axis=0)
    comm.stop()


@sizes
def test_reductions(size):
    check(size, reductions)


def products(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(5)
    for dtype in ("f4", "f8", "c16", "i8"):
        a, b = (10 * rng.random((9, 11))).astype(dtype), (10 * rng.random((11, 6))).astype(dtype)
        tolerance = 1e-5 if dtype == "f4" else 1e-13
        for first in layouts(size):
            for second in layouts(size):
                x, y = distributed_array(a, first, group=comm), distributed_array(b, second, group=comm)
                product = x @ y
                assert product.dtype == dtype
                np.testing.assert_allclose(product.get(), a @ b, rtol=tolerance)
    with pytest.raises(ValueError, match="rows"):
        x @ x
    # Vectors, and stacks whose leading axes broadcast.
    shapes = [
        ((5,), (5,)), ((5,), (5, 3)), ((4, 5), (5,)), ((2, 3, 4, 5), (3, 5, 2)), ((7, 4, 5), (5, 2)),
        ((1, 4, 5), (6, 5, 2)), ((3, 4, 5), (5,)), ((5,), (3, 5, 2)), ((2, 1, 4, 0), (3, 0, 2)), ((0, 4, 5), (5, 2)),
    ]  # fmt: skip
    for left, right in shapes:
        a, b = rng.random(left), rng.random(right)
        for axis in range(len(left)):
            x = distributed_array(a, Layout(size, None, (None,) * axis + (0,)), group=comm)
            for other in {0, len(right) - 1} if axis == 0 else {axis % len(right)}:
                y = distributed_array(b, Layout(size, None, (None,) * other + (0,)), group=comm)
                found = (x @ y).get()
                assert found.shape == (a @ b).shape
                np.testing.assert_allclose(found, a @ b, rtol=1e-13)
    for wrong in (lambda: x @ distributed_array(np.ones((2, 2)), Layout(size), group=comm), lambda: x @ (x.sum())):
        with pytest.raises(ValueError):
            wrong()
    comm.stop()


@sizes
def test_products(size):
    check(size, products)


def modes(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(9)
    operations = {"sum": (da.SUM, np.add), "prod": (da.PROD, np.multiply), "min": (da.MIN, np.minimum),
                  "max": (da.MAX, np.maximum)}  # fmt: skip
    copies = Layout(size, None, (None, None))
    for dtype in ["i4", "f8", "c8", "?", "u8"]:
        parts = rng.integers(0, 2 if dtype == "?" else 4, (size, 6, 5)).astype(dtype)
        host = parts[0]
        for name, (mode, operation) in operations.items():
            if dtype[0] == "c" and name in ("min", "max"):
                with pytest.raises(TypeError, match="order"):
                    distributed_array(host, copies, mode, group=comm)
                continue
            if not ON_CPU and dtype == "?":
                continue
            for layout in layouts(size) if dtype in ("f8", "c8", "?") else layouts(size)[2::3]:
                # From an array that all have: each element counts once.
                a = distributed_array(host, layout, mode, group=comm)
                assert a.mode == name
                equal(a, host)
                equal(a.change_mode(da.REPLICA).local, host[a.index_map[rank]])
                equal(a.change_mode(da.SUM).change_mode(mode), host)
                equal(a.reshard(Layout(size)), host)
                equal(a[1:5:2, 2:], host[1:5:2, 2:])
                equal(a.astype("c16"), host.astype("c16"))
                equal(getattr(a, name)(axis=0), np.asarray(getattr(host, name)(axis=0)))
                equal(a.sum(axis=1), np.asarray(host.sum(axis=1)))
                # What each rank made itself.
                box = a.index_map[rank]
                own = da.GroupArray(comm, cp.asarray(parts[rank][box]), (6, 5), layout, mode)
                expected = np.empty_like(host)
                boxes = [own.index_map[other] for other in range(size)]
                for one in boxes:
                    expected[one] = operation.reduce(
                        [parts[r][one] for r in range(size) if boxes[r] == one], dtype=dtype
                    )
                equal(own, expected)
                equal(own + own, expected + expected)
                equal(own.copy().change_mode(da.REPLICA).local, expected[box])
                for axis in (None, 0, 1):
                    equal(getattr(own, name)(axis=axis), np.asarray(getattr(expected, name)(axis=axis)))
                if dtype[0] != "c":
                    equal(da.sort(own, 1), np.sort(expected, 1))
                np.testing.assert_allclose((own @ own[:5, :].astype("f8")).get(), expected @ expected[:5].astype("f8"))
    a = distributed_array(np.ones((6, 5)), copies, da.SUM, group=comm)
    assert "mode='sum'" in repr(a) and a.change_mode("sum").mode == "sum"
    with pytest.raises(ValueError, match="mode"):
        a.change_mode("median")
    comm.stop()


@sizes
def test_modes(size):
    check(size, modes)


def factorizations(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(10)

    def matrix(shape, dtype):
        return (rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if dtype in "FD" else 0)).astype(dtype)

    for shape in [(100, 5), (40, 40), (7, 20), (9, 1), (3, 3), (1, 4), (90, 70), (70, 90), (2, 0), (0, 3)]:
        for dtype in "fdFD" if shape == (90, 70) else "D":
            host = matrix(shape, dtype)
            for number, layout in enumerate(layouts(size) if dtype == "D" else layouts(size)[:1]):
                a = distributed_array(host, layout, group=comm)
                for block in (None, 16) if number == 0 else (None,):
                    check_qr(host, *da.qr(a, block))
    # Of any rank, and of elements near the ends of the range.
    low = matrix((60, 3), "d") @ matrix((3, 50), "d")
    for host in (low, np.zeros((60, 50)), np.ones((60, 50)), np.eye(60, 50), 1e150 * low, 1e-150 * low):
        for block in (None, 8):
            check_qr(host, *da.qr(distributed_array(host, Layout(size), group=comm), block))
    q, r = np.linalg.qr(distributed_array(rng.integers(-9, 9, (80, 4)), Layout(size), group=comm))
    assert q.dtype == r.dtype == "f8" and r.local.shape == (4, 4)  # a small factor is on all ranks
    for n, block in [(0, None), (1, None), (5, 1), (40, None), (40, 7), (300, None), (300, 40)]:
        for dtype in "fdFD" if block == 7 else "D":
            host = matrix((n, n), dtype)
            host = (host @ host.conj().T + n * np.eye(n)).astype(dtype)
            for layout in layouts(size) if dtype == "D" and n == 40 else layouts(size)[:1]:
                a = distributed_array(host, layout, group=comm)
                found = da.cholesky(a, block)
                assert found.dtype == dtype and found.index_map == a.index_map
                expected = np.linalg.cholesky(host)
                atol = abs(expected).max(initial=0) * (2e-5 if dtype in "fF" else 1e-13)
                np.testing.assert_allclose(found.get(), expected, rtol=0, atol=atol)
                equal(a, host)
    # What one rank finds is an error on all, and the group goes on.
    for wrong in (0, 15, 19):
        host = np.eye(20)
        host[wrong, wrong] = -1
        with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
            da.cholesky(distributed_array(host, Layout(size), group=comm), 4)
    for call in (
        lambda: da.cholesky(distributed_array(np.ones((4, 3)), Layout(size), group=comm)),
        lambda: da.qr(distributed_array(np.ones(4), Layout(size), group=comm)),
    ):
        with pytest.raises(np.linalg.LinAlgError):
            call()
    for function in (da.qr, da.cholesky):
        with pytest.raises(TypeError, match="float16"):
            function(distributed_array(np.eye(4, dtype="f2"), Layout(size), group=comm))
        with pytest.raises(ValueError, match="negative"):
            function(distributed_array(np.eye(4), Layout(size), group=comm), -1)
    equal(da.cholesky(distributed_array(np.eye(20), Layout(size), group=comm), 4), np.eye(20))
    comm.stop()


def check_qr(host, q, r):
    q, r, k = q.get(), r.get(), min(host.shape)
    tolerance = 1e-5 if host.dtype.char in "fF" else 2e-14
    assert q.shape == (host.shape[0], k) and r.shape == (k, host.shape[1]) and q.dtype == r.dtype == host.dtype
    scale = abs(host).max(initial=0) * max(*host.shape, 1)
    np.testing.assert_allclose(q @ r, host, rtol=0, atol=tolerance * scale)
    np.testing.assert_allclose(q.conj().T @ q, np.eye(k), rtol=0, atol=4 * tolerance)
    np.testing.assert_array_equal(np.tril(r, -1), 0)


@sizes
def test_factorizations(size):
    check(size, factorizations)


def sparse_products(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(11)
    for rows, columns, density in ((50, 50, 0.1), (30, 70, 0.3), (9, 4, 1.0), (5, 6, 0.0), (1, 20, 0.5), (2, 1, 1.0)):
        for dtype in "fdD":
            for kind in ("csr", "csc", "coo"):
                host = scipy.sparse.random(rows, columns, density, format=kind, random_state=1).astype(dtype)
                vector = rng.random(columns).astype(dtype)
                matrix = da.SparseRows(getattr(cuprumx.scipy.sparse, f"{kind}_matrix")(host), group=comm)
                assert matrix.shape == (rows, columns) and matrix.devices == tuple(range(size))
                cut = [rows * k // (2 * size) for k in range(size)] + [rows]  # uneven rows
                own = cuprumx.scipy.sparse.csr_matrix(host.tocsr()[cut[rank] : cut[rank + 1]])
                uneven = da.SparseRows.from_local(comm, own)
                for layout in (Layout(size), Layout(size, None, (None,))):
                    x = distributed_array(vector, layout, group=comm)
                    for one in (matrix, uneven):
                        found = (one @ x).get()
                        assert found.dtype == dtype
                        np.testing.assert_allclose(found, host @ vector, rtol=1e-5 if dtype == "f" else 1e-12)
    # A tridiagonal matrix needs one element of each neighbour.
    n = 10 * size
    band = cuprumx.scipy.sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(n, n), format="csr")
    matrix = da.SparseRows(band, group=comm)
    x = distributed_array(rng.random(n), Layout(size), group=comm)
    before = comm._group.messages_sent, comm._group.bytes_sent
    matrix @ x
    spent = comm._group.messages_sent - before[0], comm._group.bytes_sent - before[1]
    neighbours = (rank > 0) + (rank < size - 1)
    assert not ON_CPU or spent == (size - 1 + neighbours, 24 * (size - 1) + 8 * neighbours)
    with pytest.raises(ValueError, match="columns"):
        matrix @ distributed_array(np.ones(3), Layout(size), group=comm)
    with pytest.raises(TypeError, match="GroupArray"):
        matrix @ cp.ones(n)
    with pytest.raises(ValueError, match="devices"):
        da.SparseRows(band, [0], group=comm)
    if size > 1 and ON_CPU:
        with pytest.raises(ValueError, match="columns"):
            da.SparseRows.from_local(comm, cuprumx.scipy.sparse.csr_matrix((2, 3 + rank)))
    comm.barrier()
    comm.stop()


@sizes
def test_sparse_matrix_by_vector(size):
    check(size, sparse_products)


def sorting(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(6)
    with_nan = rng.random(301)
    with_nan[::7] = np.nan
    contents = [
        rng.random(5000),
        with_nan,
        np.arange(1000.0)[::-1],
        np.full(999, 2.5),
        rng.integers(0, 3, 2000),
        rng.integers(-9, 9, 500).astype("i1"),
        rng.random(700).astype("f4"),
        rng.random(3),
        np.empty(0),
    ]
    for host in contents:
        for layout in (Layout(size), Layout(size, None, (None,))):
            a = distributed_array(host, layout, group=comm)
            ordered = da.sort(a)
            equal(ordered, np.sort(host))
            equal(np.sort(a).reshard(Layout(size)), np.sort(host))
            equal(da.unique(a), np.unique(host))
            if layout == Layout(size) and np.unique(host).size > 500:  # equal elements of a rank stay together
                assert ordered.local.size < 1.2 * host.size / size + 50
    host = rng.random((6, 5, 4)) + 1j * rng.random((6, 5, 4))
    for layout in layouts(size):
        a = distributed_array(host, layout, group=comm)
        for axis in (0, 1, -1):
            equal(da.sort(a, axis), np.sort(host, axis))
    if size > 1:
        with pytest.raises(TypeError, match="complex"):
            da.sort(distributed_array(host.ravel(), Layout(size), group=comm))
    comm.stop()


@sizes
def test_sort_and_unique(size):
    check(size, sorting)


def transforms(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(7)
    host = rng.random((8, 6, 10)) + 1j * rng.random((8, 6, 10))
    for layout in layouts(size):
        a = distributed_array(host, layout, group=comm)
        for axes in (None, (0,), (1, 2), (0, 1), (-1, 0)):
            expected = np.fft.fftn(host, axes=axes)
            for stays in (True, False):
                found = da.fftn(a, axes, in_place_boxes=stays)
                np.testing.assert_allclose(found.get(), expected, rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(da.ifftn(da.fftn(a, axes, "ortho"), axes, "ortho").get(), host, rtol=1e-13)
        np.testing.assert_allclose(da.fft(a, 0).get(), np.fft.fft(host, axis=0), rtol=1e-12, atol=1e-12)
    for n in (1, 2, 6, 60, 97, 1000, 4096):
        line = rng.random(n) + 1j * rng.random(n)
        a = distributed_array(line, Layout(size), group=comm)
        for norm in (None, "ortho", "forward"):
            expected = np.fft.fft(line, norm=norm)
            np.testing.assert_allclose(da.fft(a, norm=norm).get(), expected, atol=1e-13 * n)
            np.testing.assert_allclose(da.fft(a, norm=norm, in_place_boxes=False).get(), expected, atol=1e-13 * n)
            np.testing.assert_allclose(da.ifft(da.fft(a, norm=norm), norm=norm).get(), line, atol=1e-13)
        assert da.fft(a).index_map == a.index_map
        single = da.fft(distributed_array(line.real.astype("f4"), Layout(size), group=comm))
        assert single.dtype == "c8"
        np.testing.assert_allclose(single.get(), np.fft.fft(line.real), atol=1e-6 * n)
    comm.stop()


@sizes
def test_fourier_transforms(size):
    check(size, transforms)


def overlaps(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(8)
    ways = [("none", "reflect"), ("periodic", "wrap"), ("nearest", "nearest"), ("reflect", "reflect")]
    for shape in [(40, 36), (9, 50), (5, 4)]:
        host = rng.random(shape)
        for layout in layouts(size):
            a = distributed_array(host, layout, group=comm)
            for boundary, mode in [*ways, ("constant", "constant")]:
                for sigma, depth in ((0.5, 2), (0.5, (2, 2)), (1.0, 3)):
                    truncate = 3.0 if sigma == 1 else 4.0

                    def smooth(x, mode=mode, sigma=sigma, truncate=truncate):
                        return ndimage.gaussian_filter(x, sigma, mode=mode, cval=1.5, truncate=truncate)

                    found = da.map_overlap(smooth, a, depth, boundary, 1.5)
                    np.testing.assert_allclose(found.get(), smooth(cp.asarray(host)).get(), rtol=1e-14)
            # A function that drops the halo itself.
            if boundary != "none":
                found = da.map_overlap(lambda x: x[:-2, 1:-1] + x[2:, 1:-1], a, 1, "periodic")
                np.testing.assert_array_equal(found.get(), np.roll(host, 1, 0) + np.roll(host, -1, 0))
    line = distributed_array(np.arange(3), Layout(size), group=comm)  # ranks that have no element
    shifted = da.map_overlap(lambda x: cp.roll(x, 1), line, 1, "periodic")
    equal(shifted, np.array([2, 0, 1]))
    with pytest.raises(ValueError, match="shape"):
        da.map_overlap(lambda x: x[:, :1], a, 1, "periodic")
    with pytest.raises(ValueError, match="depth"):
        da.map_overlap(smooth, a, (1, 2, 3))
    comm.barrier()  # what the functions raised has left nothing behind
    comm.stop()


@sizes
def test_halos(size):
    check(size, overlaps)


def heat(rank, size, port):
    comm = join(rank, size, port)
    u = da.random((48, 20), Layout(size), 1, group=comm)
    host = u.get()

    def step(x):
        y = x.copy()
        y[1:-1, 1:-1] += 0.1 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] - 4 * x[1:-1, 1:-1])
        return y

    for _ in range(10):
        u = da.map_overlap(step, u, 1)
        host = step(host)
    np.testing.assert_allclose(u.get(), host, rtol=1e-14)
    comm.stop()


@several
def test_heat_equation(size):
    check(size, heat)


def overlapped(rank, size, port, folder):
    comm = join(rank, size, port)
    a = da.random((64, 4), Layout(size), 1, group=comm)
    calls = []

    def function(x):
        calls.append(x.shape)
        open(os.path.join(folder, str(rank)), "w").close()
        return x

    if rank == 0:  # takes part only when every other rank has computed something
        limit = time.time() + 30
        while len(os.listdir(folder)) < size - 1:
            assert time.time() < limit, "the others wait for halos before they compute"
            time.sleep(0.01)
    da.map_overlap(function, a, 2)
    inner = rank not in (0, size - 1)
    assert calls == [(64 // size, 4)] + [(6, 4)] * (2 if inner else 1)
    comm.stop()


@cpu_only
@pytest.mark.parametrize("size", [2, 4])
def test_halos_travel_while_the_function_works(size):
    with tempfile.TemporaryDirectory() as folder:
        check(size, overlapped, folder)


def drawn(rank, size, port):
    comm = join(rank, size, port)
    here = Layout(1, [cp.cuda.Device().id])
    for layout in layouts(size):
        for dtype in ("f4", "f8"):
            equal(da.random((7, 9), layout, 5, dtype, group=comm), da.random((7, 9), here, 5, dtype).get())
        equal(da.standard_normal((7, 9), layout, 5, group=comm), da.standard_normal((7, 9), here, 5).get())
        equal(da.integers(-3, 9, (7, 9), layout, 5, group=comm), da.integers(-3, 9, (7, 9), here, 5).get())
    comm.stop()


@sizes
def test_random_numbers_do_not_depend_on_the_ranks(size):
    check(size, drawn)


def counted(rank, size, port):
    """Messages and bytes that a rank sends, beside the model of docs/site/guide/several-devices.md."""
    comm = join(rank, size, port)
    group, p, call = comm._group, size, 24  # before each exchange all ranks agree: p - 1 messages of 24 bytes

    def cost(operation):
        before = group.messages_sent, group.bytes_sent
        result = operation()
        return result, (group.messages_sent - before[0], group.bytes_sent - before[1])

    agree = (p - 1, (p - 1) * call)

    def model(messages, sent):
        return agree[0] + messages, agree[1] + sent

    n = 24 * p
    rows, columns = Layout(p), Layout(p, None, (None, 0))
    a = da.random((n, n), rows, 1, group=comm)
    assert cost(lambda: a * 2 + a)[1] == cost(lambda: a.sum(axis=1))[1] == cost(lambda: a.reshard(rows))[1] == (0, 0)
    block = (n // p) ** 2 * 8
    turned, found = cost(lambda: a.reshard(columns))
    assert found == model(p - 1, (p - 1) * block)
    assert cost(lambda: a + turned)[1] == model(p - 1, (p - 1) * block)
    assert cost(lambda: da.fftn(a, in_place_boxes=False))[1] == model(p - 1, (p - 1) * 2 * block)
    assert cost(a.gather)[1] == model(p - 1, (p - 1) * n * (n // p) * 8)
    assert cost(lambda: a.sum(axis=0))[1] == model(2 * (p - 1), 2 * (p - 1) * n * 8 // p)
    spread = a.reshard(Layout(p, None, (None, None)))
    assert cost(lambda: a @ spread)[1] == (0, 0)
    assert cost(lambda: a @ turned)[1] == model(p - 1, (p - 1) * n * (n // p) * 8)
    assert cost(lambda: turned @ a)[1] == model(2 * (p - 1), 2 * (p - 1) * n * n * 8 // p)
    neighbours = 2 if 0 < rank < p - 1 else 1
    assert cost(lambda: da.map_overlap(lambda x: x, a, (3, 0)))[1] == model(neighbours, neighbours * 3 * n * 8)
    # Modes: a sum over all ranks, and over the ranks with a box.
    partial = da.GroupArray(comm, cp.ones((n, n)), (n, n), Layout(p, None, (None, None)), da.SUM)
    assert cost(lambda: partial.change_mode(da.REPLICA))[1] == model(2 * (p - 1), 2 * (p - 1) * n * n * 8 // p)
    assert cost(lambda: spread.change_mode(da.SUM))[1] == (0, 0)
    if p == 4:
        pairs = Layout((2, 2), None, (0,))
        halves = da.GroupArray(comm, cp.ones((n // 2, n)), (n, n), pairs, da.SUM)
        found = cost(lambda: halves.change_mode(da.REPLICA))[1]
        assert found == (2 * agree[0] + 2, 2 * agree[1] + n // 2 * n * 8)
    # Factorizations: one step for a tall matrix, J steps of b columns otherwise.
    tall = da.random((n * 10, 8), rows, 3, group=comm)
    found = cost(lambda: da.qr(tall))[1]
    triangle = 8 * 8 * 8
    if rank == 0:  # of q to each rank, and of r
        assert found == (3 * agree[0] + 2 * (p - 1), 3 * agree[1] + 2 * (p - 1) * triangle)
    else:
        assert found == (3 * agree[0] + 1, 3 * agree[1] + triangle)
    total = cost(lambda: da.qr(a, 12))[1]
    steps = n // 12
    assert total[0] <= agree[0] * (4 * steps - 1) + 4 * (p - 1) * steps
    positive = distributed_array(np.eye(n), rows, group=comm)
    messages, sent = cost(lambda: da.cholesky(positive, 12))[1]
    # A step: the block on the diagonal from one rank, then each rank's blocks below to all others.
    assert messages <= 2 * agree[0] + (steps - 1) * (4 * agree[0]) + 2 * (p - 1) + 2 * (p - 1)
    line = da.random(p**4, rows, 2, group=comm) + 0j
    assert cost(lambda: da.fft(line))[1] == (3 * 2 * (p - 1), 3 * (agree[1] + (p - 1) * p**2 * 16))
    line = da.random(n, rows, 2, group=comm)
    messages, sent = cost(lambda: da.sort(line))[1]
    # Numbers of elements, samples, numbers of ranges, elements, numbers of elements.
    assert messages <= 5 * agree[0] + 5 * (p - 1)
    assert sent <= 5 * agree[1] + (p - 1) * (8 + n // p * 8 + 8 * p + 8) + n // p * 8
    comm.stop()


@cpu_only
@pytest.mark.parametrize("size", [2, 4])
def test_messages_follow_the_model(size):
    check(size, counted)


def disagree(rank, size, port):
    comm = join(rank, size, port)
    found = []
    for shape, dtype in ([(8 + rank, 3), "f8"], [(8, 3), "f4" if rank else "f8"]):
        a = distributed_array(np.zeros(shape, dtype), Layout(size), group=comm)
        try:
            a.gather()
        except ValueError as error:
            found.append("all ranks must make the same call" in str(error))
    square = Layout(size, None, (None, None))
    for call in (
        lambda: da.qr(distributed_array(np.ones((8, 8 + (rank == 0))), Layout(size), group=comm)),
        lambda: da.qr(distributed_array(np.ones((8, 8)), Layout(size), group=comm), 2 + rank),
        lambda: da.cholesky(distributed_array(np.eye(8), Layout(size), group=comm), 2 + rank),
        lambda: da.GroupArray(comm, cp.ones((4, 4)), (4, 4), square, da.MAX if rank else da.SUM).gather(),
        lambda: da.SparseRows(cuprumx.scipy.sparse.identity(8 + rank, format="csr"), group=comm),
    ):
        try:
            call()
        except ValueError as error:
            found.append("all ranks must make the same call" in str(error))
        x = cp.ones(3)
        comm.all_reduce(x, x)  # nothing is left in the connections
        found.append(float(x[0]) == size)
    comm.barrier()
    comm.stop()
    return found


@cpu_only
@pytest.mark.parametrize("size", [2, 4])
def test_disagreement_is_an_error_on_every_rank(size):
    assert processes(size, disagree) == {rank: [True] * 12 for rank in range(size)}


def ends(rank, size, port):
    comm = join(rank, size, port)
    a = da.random((64, 4), Layout(size), 1, group=comm)
    if rank == 1:
        return True
    try:
        da.map_overlap(lambda x: x, a, 1)
    except RuntimeError:
        return float(cp.arange(3.0).sum()) == 3  # the process works on
    return False


@cpu_only
@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_a_rank_ends_while_halos_travel(transport):
    settings = {"CUPRUM_DISTRIBUTED_TIMEOUT": "20", "CUPRUM_DISTRIBUTED_TRANSPORT": transport}
    assert processes(3, ends, settings=settings) == {0: True, 1: True, 2: True}
