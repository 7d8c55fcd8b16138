"""Layouts, and functions of divided arrays beyond CuPy's, beside NumPy and SciPy: on 2, 3 and 8 simulated devices, or
on as many GPUs as there are."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import scipy.ndimage
import scipy.sparse
import scipy.stats

import cuprum as cp
import cuprumx.distributed.array as da
import cuprumx.scipy.ndimage
import cuprumx.scipy.sparse
from cuprumx.distributed.array import Layout, distributed_array
from cuprumx.profiler import trace

COUNT = cp.cuda.runtime.getDeviceCount()
SIMULATED = cp.backend() == "cpu" and COUNT < 2


@pytest.mark.skipif(not SIMULATED, reason="this process has several devices, or needs several GPUs")
@pytest.mark.parametrize("devices", ["2", "3", "8"])
def test_on_simulated_devices(devices):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__], text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": devices}, cwd=pathlib.Path(__file__).parent,
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]


@pytest.mark.skipif(not SIMULATED, reason="this process has several devices, or needs several GPUs")
@pytest.mark.parametrize("devices", ["4", "64"])
def test_model_on_simulated_devices(devices):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "follows_the_model",
         __file__], text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": devices}, cwd=pathlib.Path(__file__).parent,
    )  # fmt: skip
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout[-4000:]


several = pytest.mark.skipif(COUNT < 2, reason="needs two devices")
ROWS = Layout(COUNT)
rng = np.random.default_rng(0)


class TestLayout:
    def test_blocks(self):
        assert Layout(2).index_map((5, 3)) == {0: [np.s_[0:2:1, 0:3:1]], 1: [np.s_[2:5:1, 0:3:1]]}
        assert Layout((2,), [3, 1], (None, 0)).index_map((2, 5)) == {3: [np.s_[0:2:1, 0:2:1]], 1: [np.s_[0:2:1, 2:5:1]]}
        grid = Layout((2, 2)).index_map((4, 6))
        assert [grid[k][0] for k in range(4)] == [np.s_[a : a + 2 : 1, b : b + 3 : 1] for a in (0, 2) for b in (0, 3)]
        copies = Layout((2, 2), partition=(0,)).index_map((4,))
        assert copies[0] == copies[1] == [np.s_[0:2:1,]] and copies[2] == copies[3] == [np.s_[2:4:1,]]
        assert Layout(3).index_map((2,)) == {0: [np.s_[0:0:1,]], 1: [np.s_[0:1:1,]], 2: [np.s_[1:2:1,]]}

    def test_attributes(self):
        layout = Layout((2, 3), range(6), (None, 1))
        assert layout.mesh == (2, 3) and layout.devices == (0, 1, 2, 3, 4, 5) and layout.partition == (None, 1)
        assert layout == Layout((2, 3), range(6), (None, 1)) and len({layout, Layout(2)}) == 2 and layout != Layout(2)
        assert repr(Layout(2)) == "Layout((2,), [0, 1], (0,))"

    @pytest.mark.parametrize(
        "wrong, message",
        [
            (lambda: Layout(2, [0]), "2 devices"),
            (lambda: Layout(2, [0, 0]), "once"),
            (lambda: Layout(0), "at least one"),
            (lambda: Layout(2, None, (1,)), "no axis 1"),
            (lambda: Layout(2, None, (0, 0)), "two axes"),
            (lambda: Layout(2, None, (None, 0)).index_map((3,)), "cannot divide"),
        ],
    )
    def test_errors(self, wrong, message):
        with pytest.raises(ValueError, match=message):
            wrong()

    @several
    def test_arrays_of_layouts(self):
        host = rng.random((9, 7))
        rows, columns = distributed_array(host, ROWS), distributed_array(host, Layout(COUNT, None, (None, 0)))
        np.testing.assert_array_equal(rows.reshard(Layout(COUNT, None, (None, 0))).get(), host)
        np.testing.assert_array_equal((rows + columns).get(), host + host)
        np.testing.assert_array_equal((rows * distributed_array(host[0], ROWS)).get(), host * host[0])
        assert rows.index_map == ROWS.index_map((9, 7))


@several
def test_parts_of_complex_numbers():
    host = rng.random((5, 4)) + 1j * rng.random((5, 4))
    a = distributed_array(host, ROWS)
    for part in ("real", "imag"):
        np.testing.assert_array_equal(getattr(a, part).get(), getattr(host, part))
    np.testing.assert_array_equal(a.real.imag.get(), np.zeros((5, 4)))
    np.testing.assert_array_equal(np.conj(a).get(), host.conj())


@several
@pytest.mark.parametrize("axes", [None, 0, (0, 1), (-1, 0), (1, 2), (0, 1, 2), ()])
def test_reductions_over_several_axes(axes):
    host = rng.random((5, 6, 4))
    a = distributed_array(host, ROWS)
    for name in ("sum", "prod", "min", "max", "mean"):
        if name == "mean" and axes == ():
            continue
        for keepdims in (False, True):
            found = getattr(a, name)(axis=axes, keepdims=keepdims)
            np.testing.assert_allclose(found.get(), getattr(host, name)(axis=axes, keepdims=keepdims), rtol=1e-13)
    with pytest.raises(ValueError):
        a.sum(axis=(0, 0))


CONTENTS = {
    "random": rng.random(1000),
    "few values": rng.integers(0, 5, 1000),
    "one value": np.full(1000, 3.0),
    "with NaN": np.where(rng.random(1000) < 0.3, np.nan, rng.random(1000)),
    "all NaN": np.full(100, np.nan),
    "infinities": np.array([np.inf, -np.inf, 0.0, -0.0, np.nan] * 20),
    "descending": np.arange(100.0)[::-1],
    "bool": rng.integers(0, 2, 1001) > 0,
    "float16": rng.random(1000).astype("e"),
    "uint8": rng.integers(0, 256, 1000).astype("B"),
    "int64": rng.integers(-(2**62), 2**62, 1000),
    "empty": np.array([]),
    "one": np.array([2.0]),
    "three": np.array([2, 1, 3], "h"),
    "periodic": np.tile(rng.random(16), 100),
}


@several
@pytest.mark.parametrize("host", CONTENTS.values(), ids=list(CONTENTS))
def test_sort_and_unique(host):
    for layout in (ROWS, {0: slice(None), 1: slice(None)}, {0: slice(0, None, 2), 1: slice(1, None, 2)}):
        a = distributed_array(host, layout)
        found = da.sort(a)
        np.testing.assert_array_equal(found.get(), np.sort(host))
        np.testing.assert_array_equal(da.unique(a).get(), np.unique(host))
        np.testing.assert_array_equal(a.get(), host)
        assert found.dtype == host.dtype
    np.testing.assert_array_equal(np.sort(distributed_array(host, ROWS)).get(), np.sort(host))


@several
@pytest.mark.parametrize("dtype", ["uint8", "int32", "float64"])
def test_sort_of_an_array_that_travels_in_parts(dtype):
    """Several ranges of values for each device: equal elements at their borders, zeros of both signs, NaNs."""
    p = 2
    on_gpu = cp.backend() == "cuda"
    n = 2 * p**2 * (2**24 if on_gpu else 2**20) // np.dtype(dtype).itemsize + 1
    for few in (False, True):
        a = da.random(n, Layout(p), 3, "float32") * (20 if few else 2000) - (10 if few else 1000)
        host = (np.rint(a.get()) if few else a.get()).astype(dtype)
        if host.dtype.kind == "f":
            host[:: n // 7], host[1 :: n // 50], host[2 :: n // 50] = np.nan, -0.0, 0.0
        a = distributed_array(host, Layout(p))
        da.reset_traffic()
        found = da.sort(a)
        assert few or da.traffic()[0] > 2 * (p - 1) + p * (p - 1)
        expected, values = np.sort(host, kind="stable"), found.get()
        np.testing.assert_array_equal(values, expected)
        if host.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(values), np.signbit(expected))
        np.testing.assert_array_equal(da.unique(a).get(), np.unique(host))


@several
def test_sort_is_balanced():
    for host in (
        rng.random(40_000),
        np.full(40_000, 1),
        np.full(40_000, np.nan),
        np.repeat(np.arange(10), 4000),
        np.arange(40_000) % 7,
    ):
        found = da.sort(distributed_array(host, ROWS))
        counts = [sum(chunk.size for chunk in chunks) for chunks in found.all_chunks().values()]
        most = 40_000 / COUNT * (1.2 if len(np.unique(host)) > 100 else 2.5)
        assert max(counts) <= most, (counts, host[:3])


@several
@pytest.mark.parametrize("partition", [(0,), (None, 0), (None, None, 0)])
def test_sort_of_an_axis(partition):
    host = rng.random((7, 12, 5))
    a = distributed_array(host, Layout(COUNT, None, partition))
    for axis in (0, 1, 2, -1):
        found = da.sort(a, axis)
        np.testing.assert_array_equal(found.get(), np.sort(host, axis))
        assert found.index_map == a.index_map
    np.testing.assert_array_equal(da.unique(a).get(), np.unique(host))
    with pytest.raises(ValueError):
        da.sort(a, 3)


@several
def test_sort_refuses_complex_numbers():
    for function in (da.sort, da.unique):
        with pytest.raises(TypeError, match="complex"):
            function(distributed_array(np.ones(4, "D"), ROWS))


@several
@pytest.mark.parametrize("n", [1024, 1000, 997, 12, 6, 1, 4096 * 3])
def test_fft_of_one_axis(n):
    host = rng.random(n) + 1j * rng.random(n)
    a = distributed_array(host, ROWS)
    np.testing.assert_allclose(da.fft(a).get(), np.fft.fft(host), atol=1e-13 * n)
    np.testing.assert_allclose(da.fft(a, norm="ortho").get(), np.fft.fft(host, norm="ortho"), atol=1e-13 * n)
    np.testing.assert_allclose(da.ifft(da.fft(a)).get(), host, atol=1e-13)
    assert da.fft(a).index_map == a.index_map
    np.testing.assert_allclose(da.fft(a, in_place_boxes=False).get(), np.fft.fft(host), atol=1e-13 * n)
    real = distributed_array(host.real.astype("f"), ROWS)
    assert da.fft(real).dtype == "complex64"
    expected = np.fft.fft(host.real)
    np.testing.assert_allclose(da.fft(real).get(), expected, atol=2e-6 * abs(expected).max())


@several
@pytest.mark.parametrize("partition", [(0,), (None, 0), (None, None, 0)])
@pytest.mark.parametrize("axes", [None, 0, 1, -1, (0, 1), (1, 2), (2, 0)])
def test_fft_of_several_axes(partition, axes):
    host = rng.random((6, 9, 5))
    a = distributed_array(host, Layout(COUNT, None, partition))
    numpy_axes = (axes,) if isinstance(axes, int) else axes
    np.testing.assert_allclose(da.fftn(a, axes).get(), np.fft.fftn(host, axes=numpy_axes), atol=1e-12)
    found = da.ifftn(a, axes, in_place_boxes=False)
    np.testing.assert_allclose(found.get(), np.fft.ifftn(host, axes=numpy_axes), atol=1e-13)
    assert da.fftn(a, axes).index_map == a.index_map


@several
@pytest.mark.parametrize("mode, boundary", [("reflect", "none"), ("nearest", "none"), ("constant", "none"),
                                            ("wrap", "periodic"), ("nearest", "nearest"), ("reflect", "reflect"),
                                            ("constant", "constant")])  # fmt: skip
def test_filters_by_halo(mode, boundary):
    host = rng.random((3 * COUNT, 17))
    for layout in (ROWS, Layout(COUNT, None, (None, 0))):
        a = distributed_array(host, layout)
        inner = mode if boundary == "none" else "reflect"
        for name, size in (("uniform_filter", 5), ("maximum_filter", 3), ("median_filter", 5)):
            found = da.map_overlap(lambda x: getattr(cuprumx.scipy.ndimage, name)(x, size, mode=inner), a, 2, boundary)
            expected = getattr(scipy.ndimage, name)(host, size, mode=mode)
            np.testing.assert_allclose(found.get(), expected, rtol=1e-13)
            assert found.index_map == a.index_map
    found = da.map_overlap(lambda x: cuprumx.scipy.ndimage.uniform_filter(x, 3), a, 1, "constant", 1.5)
    np.testing.assert_allclose(
        found.get(), scipy.ndimage.uniform_filter(host, 3, mode="constant", cval=1.5), rtol=1e-13
    )


@several
def test_halo_errors():
    a = distributed_array(rng.random((8, 6)), ROWS)
    with pytest.raises(ValueError, match="axes"):
        da.map_overlap(lambda x: x, a, (1,))
    with pytest.raises(ValueError, match="negative"):
        da.map_overlap(lambda x: x, a, -1)
    with pytest.raises(ValueError, match="boundary"):
        da.map_overlap(lambda x: x, a, 1, "mirror")
    with pytest.raises(ValueError, match="returned one of shape"):
        da.map_overlap(lambda x: x[:1, :1], a, 1)
    with pytest.raises(KeyError, match="mine"):
        da.map_overlap(lambda x: {}["mine"], a, 1)
    with pytest.raises(ValueError, match="steps"):
        da.map_overlap(lambda x: x, distributed_array(np.ones((8, 6)), {0: slice(0, 8, 2), 1: slice(1, 8, 2)}), 1)
    with pytest.raises(ValueError, match="overlap"):
        da.exchange_halo(a.reshard({0: slice(0, 5), 1: slice(3, 8)}), {0: slice(0, 5), 1: slice(3, 8)})
    assert cp.cuda.Device().id == 0


@several
def test_stencil_by_halos():
    """The heat equation in place, halos being exchanged before each step."""
    n = 4 * COUNT
    host = rng.random((n, 11))
    wide = da.with_halo(ROWS, host.shape, (1, 0))
    u, v = distributed_array(host, wide), distributed_array(host, wide)
    expected = host.copy()
    da.reset_traffic()
    for step in range(6):
        da.exchange_halo(u, ROWS)
        for device in u.devices:
            for a, b in zip(u.all_chunks()[device], v.all_chunks()[device]):
                b[1:-1, 1:-1] = a[1:-1, 1:-1] + 0.1 * (
                    a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] - 4 * a[1:-1, 1:-1]
                )
        u, v = v, u
        x = expected
        expected = x.copy()
        expected[1:-1, 1:-1] = x[1:-1, 1:-1] + 0.1 * (
            x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] - 4 * x[1:-1, 1:-1]
        )
    messages = 6 * 2 * (COUNT - 1)  # each inner border, both directions
    assert da.traffic() == (messages, messages * 11 * 8)
    da.exchange_halo(u, ROWS)
    np.testing.assert_allclose(u.get(), expected, rtol=1e-13)


@several
@pytest.mark.parametrize("shape", [(1000,), (7, 30), (3, 4, 5), (0, 3), ()])
def test_random_numbers_do_not_depend_on_the_layout(shape):
    layouts = [Layout(1), ROWS, Layout(COUNT, None, (None, 0))][: len(shape) + 1]
    layouts.append({0: [(slice(0, None, 2),)], 1: [(slice(1, None, 2),)]} if shape else {0: ()})
    for draw in (
        lambda layout: da.random(shape, layout, 7),
        lambda layout: da.random(shape, layout, 7, "f"),
        lambda layout: da.standard_normal(shape, layout, 7),
        lambda layout: da.integers(-5, 20, shape, layout, 7),
    ):
        found = [draw(layout if shape else {0: ()}).get() for layout in layouts]
        for one in found[1:]:
            np.testing.assert_array_equal(one, found[0])


def test_random_numbers():
    for dtype in ("f", "d"):
        u = da.random(100_000, Layout(1), 1, dtype).get()
        assert u.dtype == dtype and 0 <= u.min() and u.max() < 1 and scipy.stats.kstest(u, "uniform").pvalue > 1e-3
        g = da.standard_normal(100_000, Layout(1), 1, dtype).get()
        assert g.dtype == dtype and scipy.stats.kstest(g, "norm").pvalue > 1e-3
    k = da.integers(-3, 4, 70_000, Layout(1), 5).get()
    assert scipy.stats.chisquare(np.unique(k, return_counts=True)[1]).pvalue > 1e-3 and set(k) == set(range(-3, 4))
    wide = da.integers(-(2**63), 2**63 - 1, 10_000, Layout(1), 5).get()
    assert wide.min() < -(2**62) and wide.max() > 2**62
    assert (da.random(9, Layout(1), 1).get() != da.random(9, Layout(1), 2).get()).all()
    with pytest.raises(ValueError):
        da.integers(3, 3, 4, Layout(1), 0)
    with pytest.raises(TypeError):
        da.random(3, Layout(1), 0, "i")


def test_philox_is_philox():
    """The first words of Random123's known answers: key and counter 0."""
    first = da.random(1, Layout(1), 0).get()[0]
    assert first == ((0x6627E8D5 << 32 | 0xE169C58D) >> 11) * 2.0**-53


@several
@pytest.mark.parametrize("shape", [(100, 5), (40, 40), (7, 20), (9, 1), (3, 3)])
@pytest.mark.parametrize("dtype", ["f", "d", "D"])
def test_qr(shape, dtype):
    host = rng.random(shape).astype(dtype) + (1j * rng.random(shape) if dtype == "D" else 0)
    host = host.astype(dtype)
    a = distributed_array(host, ROWS)
    da.reset_traffic()
    q, r = da.qr(a)
    assert da.traffic()[0] <= 2 * (COUNT - 1)
    q, r = q.get(), r.get()
    assert q.shape == (shape[0], min(shape)) and r.shape == (min(shape), shape[1]) and q.dtype == r.dtype == dtype
    tolerance = 1e-5 if dtype == "f" else 1e-13
    np.testing.assert_allclose(q @ r, host, atol=tolerance)
    np.testing.assert_allclose(q.conj().T @ q, np.eye(min(shape)), atol=tolerance)
    np.testing.assert_array_equal(np.tril(r, -1), 0)


@several
@pytest.mark.parametrize("shape", [(100, 5), (60, 60), (20, 77), (150, 90), (3, 3), (8 * COUNT, 8), (5, 0), (0, 5)])
@pytest.mark.parametrize("block", [None, 1, 8, 30])
@pytest.mark.parametrize("kind", ["random", "low rank", "zeros", "ones", "large", "small"])
def test_qr_in_steps(shape, block, kind):
    """Of matrices of any rank: Householder's reflections keep columns of Q orthonormal."""
    host = rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
    if kind == "low rank":
        host = rng.standard_normal((shape[0], 2)) @ rng.standard_normal((2, shape[1]))
    if kind in ("zeros", "ones"):
        host = np.full(shape, float(kind == "ones"))
    host = host * {"large": 1e150, "small": 1e-150}.get(kind, 1)
    a = distributed_array(host, ROWS)
    q, r = da.qr(a, block)
    assert r.devices == (0,) and q.devices == ROWS.devices
    np.testing.assert_array_equal(a.get(), host)
    q, r, k = q.get(), r.get(), min(shape)
    assert q.shape == (shape[0], k) and r.shape == (k, shape[1])
    np.testing.assert_allclose(q @ r, host, rtol=0, atol=2e-14 * max(*shape, 1) * abs(host).max(initial=0))
    np.testing.assert_allclose(q.conj().T @ q, np.eye(k), rtol=0, atol=1e-13)
    np.testing.assert_array_equal(np.tril(r, -1), 0)


@several
def test_messages_of_factorizations():
    """Each step of QR has 4 (p - 1) messages, the last one 2 (p - 1); each step of Cholesky (p - 1) + p (p - 1)."""
    p, b, steps = COUNT, 8, 5
    a = distributed_array(rng.random((steps * b * p * 2, steps * b)), ROWS)
    da.reset_traffic()
    da.qr(a, b)
    spread = 0 if p == 1 else da.traffic()[0] - (4 * (steps - 1) + 2) * (p - 1)
    assert 0 <= spread <= steps  # rows of R, to the first device
    n = b * p * 4
    a = distributed_array(np.eye(n), ROWS)
    redistribution = 2 * p * 4  # to rows that are dealt out, and back
    da.reset_traffic()
    da.cholesky(a, b)
    steps = n // b
    model = sum(min(p, steps - k - 1) * (min(p, steps - k - 1) - 1) + min(p, steps - k - 1) for k in range(steps))
    assert da.traffic()[0] <= model + redistribution


@several
@pytest.mark.parametrize("n, block", [(1, None), (5, 1), (40, None), (40, 7), (64, 8), (300, None), (300, 40)])
@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_cholesky(n, block, dtype):
    host = rng.standard_normal((n, n)) + (1j * rng.standard_normal((n, n)) if dtype in "FD" else 0)
    host = (host @ host.conj().T + n * np.eye(n)).astype(dtype)
    for layout in (ROWS, Layout(COUNT, None, (None, 0))):
        a = distributed_array(host, layout)
        found = da.cholesky(a, block)
        expected = np.linalg.cholesky(host)
        assert found.dtype == dtype and found.index_map == a.index_map
        np.testing.assert_allclose(
            found.get(), expected, rtol=0, atol=abs(expected).max() * (2e-5 if dtype in "fF" else 1e-13)
        )
        np.testing.assert_array_equal(a.get(), host)


@several
def test_factorizations_refuse():
    with pytest.raises(ValueError, match="square"):
        da.cholesky(distributed_array(np.ones((4, 3)), ROWS))
    with pytest.raises(ValueError, match="matrix"):
        da.qr(distributed_array(np.ones(4), ROWS))
    wrong = np.eye(20)
    wrong[15, 15] = -1
    with pytest.raises(np.linalg.LinAlgError):
        da.cholesky(distributed_array(wrong, ROWS), 4)
    assert da.cholesky(distributed_array(np.eye(20), ROWS), 4).get().sum() == 20


@several
@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_sparse_matrix_by_vector(format):
    for rows, columns, density in ((50, 50, 0.1), (30, 70, 0.3), (9, 4, 1.0), (5, 6, 0.0), (1, 20, 0.5)):
        host = scipy.sparse.random(rows, columns, density, format=format, random_state=1)
        vector = rng.random(columns)
        matrix = da.SparseRows(getattr(cuprumx.scipy.sparse, f"{format}_matrix")(host), ROWS)
        assert matrix.shape == (rows, columns) and matrix.devices == ROWS.devices
        for x in (distributed_array(vector, ROWS), distributed_array(vector, {1: slice(None)})):
            np.testing.assert_allclose((matrix @ x).get(), host @ vector, rtol=1e-12, atol=1e-15)
    # A tridiagonal matrix needs one element from each neighbour.
    n = 10 * COUNT
    band = da.SparseRows(cuprumx.scipy.sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(n, n), format="csr"), ROWS)
    x = distributed_array(rng.random(n), ROWS)
    da.reset_traffic()
    band @ x
    assert da.traffic() == (2 * (COUNT - 1), 2 * (COUNT - 1) * 8)
    with pytest.raises(ValueError, match="columns"):
        band @ distributed_array(np.ones(3), ROWS)


@several
@pytest.mark.skipif(cp.backend() != "cpu", reason="memory of a GPU is not limited here")
def test_memory_runs_out_on_one_device():
    pool = cp.cuda.MemoryPool()
    with cp.cuda.using_allocator(pool.malloc):
        a = da.random(400_000 * COUNT, ROWS, 1)
        with cp.cuda.Device(1):
            pool.free_all_blocks()
            pool.set_limit(size=pool.total_bytes() + 4096)
        for fails in (lambda: a + 1, lambda: da.sort(a), lambda: da.fft(a), lambda: a.reshard({1: slice(None)})):
            with pytest.raises(MemoryError):
                fails()
            assert cp.cuda.Device().id == 0
        with cp.cuda.Device(1):
            pool.set_limit(size=0)
        expected = np.sort(a.get())
        np.testing.assert_array_equal(da.sort(a).get(), expected)
        del a


@several
def test_threads_use_divided_arrays_at_the_same_time():
    import concurrent.futures

    host = rng.random(5000)

    def work(_):
        a = distributed_array(host, ROWS)
        np.testing.assert_array_equal(da.sort(a * 2).get(), np.sort(host * 2))
        np.testing.assert_allclose(da.fft(a).get(), np.fft.fft(host), atol=1e-10)
        return float(a.sum().get())

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert len({round(found, 6) for found in pool.map(work, range(16))}) == 1


@several
def test_traffic_follows_the_model():
    """Messages and bytes of each operation, by formulas, on p devices."""
    p, n = COUNT, 24 * COUNT * COUNT

    def counted(operation):
        da.reset_traffic()
        result = operation()
        return result, da.traffic()

    a = distributed_array(rng.random(n), ROWS)
    side = p * p if p <= 8 else p
    b = distributed_array(rng.random((side, side)), ROWS)
    none = (0, 0)
    assert counted(lambda: a + a)[1] == counted(lambda: a.sum())[1] == counted(lambda: cp.sin(a) * 2)[1] == none
    # A transposition of blocks: each device sends a block to each other one.
    columns = Layout(p, None, (None, 0))
    block = (side // p) ** 2 * 8
    assert counted(lambda: b.reshard(columns))[1] == (p * (p - 1), p * (p - 1) * block)
    complex_block = 2 * block
    assert counted(lambda: da.fftn(b, in_place_boxes=False))[1] == (p * (p - 1), p * (p - 1) * complex_block)
    # All-gather: to the current device; and copies on all devices.
    assert counted(lambda: a.gather())[1] == (p - 1, (p - 1) * n // p * 8)
    everywhere = Layout(p, None, (None,))
    assert counted(lambda: a.reshard(everywhere))[1] == (p * (p - 1), p * (p - 1) * n // p * 8)
    # Rows by a matrix that all devices have.
    spread = b.reshard(Layout(p, None, (None, None)))
    assert counted(lambda: b @ spread)[1] == none
    # An FFT of one axis of p^2 k by p^2 k elements: three transpositions, and none where boxes are even.
    length = p**4 if p <= 8 else p**2
    line = distributed_array(rng.random(length) + 0j, ROWS)
    assert counted(lambda: da.fft(line))[1] == (3 * p * (p - 1), 3 * p * (p - 1) * (length // p**2) * 16)
    # A triangle of each device to the first one, and back.
    tall = distributed_array(rng.random((p * 64, 8)), ROWS)
    assert counted(lambda: da.qr(tall))[1] == (2 * (p - 1), 2 * (p - 1) * 8 * 8 * 8)
    wide = distributed_array(rng.random((2 * p, 5)), da.with_halo(ROWS, (2 * p, 5), (1, 0)))
    assert counted(lambda: da.exchange_halo(wide, ROWS))[1] == (2 * (p - 1), 2 * (p - 1) * 5 * 8)
    # Launches of kernels.
    if cp.backend() == "cpu":
        for call, launches in (
            (lambda: a + a, p),
            (lambda: a.sum(), p),
            (lambda: a.reshard(ROWS), 0),
            (lambda: b.reshard(columns), p * p if side > p else p),  # blocks of one element need no packing
        ):
            call()
            with trace(show=False) as seen:
                call()
            assert sum(event.kind == "kernel" for event in seen.events) == launches
    # Sorting: samples, splitters, ranges.
    messages, moved = counted(lambda: da.sort(a))[1]
    assert messages <= 2 * (p - 1) + p * (p - 1) and moved <= n * 8 + 2 * (p - 1) * 2048 * 8
