"""The model of costs: messages and bytes of every operation of divided arrays, by formulas, beside what is counted on
2, 3, 4, 8 and 64 simulated devices, or on the GPUs that there are. `test_equations.py` has those of `solve`."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import cuprum as cp
import cuprumx.distributed.array as da
import cuprumx.scipy.sparse as sparse
from cuprumx.distributed.array import Layout, distributed_array
from process_groups import check, cpu_only, join

P = cp.cuda.runtime.getDeviceCount()
SIMULATED = cp.backend() == "cpu" and P < 2
several = pytest.mark.skipif(P < 2, reason="needs two devices")
ITEM = 8


@pytest.mark.skipif(not SIMULATED, reason="this process has several devices, or needs several GPUs")
@pytest.mark.parametrize("devices", ["2", "3", "4", "8", "64"])
def test_on_simulated_devices(devices):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not ranks", __file__],
        text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": devices}, cwd=pathlib.Path(__file__).parents[3],
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]


ROWS, COLUMNS, COPIES = Layout(P), Layout(P, None, (None, 0)), Layout(P, None, (None, None))
SIDE, LENGTH = 2 * P, 24 * P
BLOCK = (SIDE // P) ** 2 * ITEM  # bytes of a block of the matrix, one of p x p
ALL = P * (P - 1)  # messages from each device to each other one


def line(n=LENGTH, layout=ROWS):
    return distributed_array(np.arange(float(n)), layout)


def matrix(layout=ROWS):
    return distributed_array(np.random.default_rng(0).random((SIDE, SIDE)), layout)


def tridiagonal():
    return da.SparseRows(sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(LENGTH, LENGTH), format="csr"), ROWS)


def with_halo():
    return distributed_array(np.ones((SIDE, 5)), da.with_halo(ROWS, (SIDE, 5), (1, 0)))


# Each entry: what is made before, the operation, its messages, their bytes.
MODEL = {
    "x + x": (line, lambda x: x + x, 0, 0),
    "sin(x) * 2": (line, lambda x: np.sin(x) * 2, 0, 0),
    "x + number": (line, lambda x: x + 1, 0, 0),
    "rows + columns": (lambda: (matrix(), matrix(COLUMNS)), lambda x: x[0] + x[1], ALL, ALL * BLOCK),
    "rows + copies": (lambda: (matrix(), matrix(COPIES)), lambda x: x[0] + x[1], 0, 0),
    "matrix + vector": (lambda: (matrix(), line(SIDE)), lambda x: x[0] + x[1], ALL, ALL * SIDE // P * ITEM),
    "astype": (line, lambda x: x.astype("f4"), 0, 0),
    "copy": (line, lambda x: x.copy(), 0, 0),
    "slice": (line, lambda x: x[3:-3:2], 0, 0),
    "real": (line, lambda x: x.real, 0, 0),
    "sum": (line, lambda x: x.sum(), 0, 0),
    "max along an axis": (matrix, lambda x: x.max(axis=0), 0, 0),
    "sum along an axis that is whole, read by the host": (matrix, lambda x: x.sum(axis=1).get(), 0, 0),
    "sum, read by the host": (line, lambda x: x.sum().get(), P - 1, (P - 1) * ITEM),
    "sum along an axis, read by the host": (matrix, lambda x: x.sum(axis=0).get(), P - 1, (P - 1) * SIDE * ITEM),
    "sum, on one device": (line, lambda x: x.sum().gather(), P - 1, (P - 1) * ITEM),
    "sum along an axis, on one device": (matrix, lambda x: x.sum(axis=0).gather(), P - 1, (P - 1) * SIDE * ITEM),
    "sum along an axis, on all": (matrix, lambda x: x.sum(axis=0) + 1, ALL, ALL * SIDE * ITEM),
    "mean along an axis": (matrix, lambda x: x.mean(axis=0), ALL, ALL * SIDE * ITEM),
    "change_mode to sum": (lambda: matrix(COPIES), lambda x: x.change_mode(da.SUM), 0, 0),
    "change_mode from sum": (
        lambda: matrix(COPIES).change_mode(da.SUM),
        lambda x: x.change_mode(da.REPLICA),
        ALL,
        ALL * SIDE * SIDE * ITEM,
    ),
    "reshard to the same": (matrix, lambda x: x.reshard(ROWS), 0, 0),
    "reshard to columns": (matrix, lambda x: x.reshard(COLUMNS), ALL, ALL * BLOCK),
    "reshard to copies": (matrix, lambda x: x.reshard(COPIES), ALL, ALL * P * BLOCK),
    "reshard to one device": (matrix, lambda x: x.reshard({0: slice(None)}), P - 1, (P - 1) * P * BLOCK),
    "gather": (line, lambda x: x.gather(), P - 1, (P - 1) * LENGTH // P * ITEM),
    "get": (line, lambda x: x.get(), 0, 0),
    "distributed_array": (
        lambda: cp.ones(LENGTH),
        lambda x: distributed_array(x, ROWS),
        P - 1,
        (P - 1) * LENGTH // P * ITEM,
    ),
    "rows @ copies": (lambda: (matrix(), matrix(COPIES)), lambda x: x[0] @ x[1], 0, 0),
    "columns @ rows": (lambda: (matrix(COLUMNS), matrix()), lambda x: x[0] @ x[1], 0, 0),
    "rows @ rows": (matrix, lambda x: x @ x, ALL, ALL * P * BLOCK),
    "rows @ columns": (lambda: (matrix(), matrix(COLUMNS)), lambda x: x[0] @ x[1], ALL, ALL * P * BLOCK),
    "sort of an axis that is whole": (matrix, lambda x: da.sort(x, 1), 0, 0),
    "sort of an axis that is divided": (matrix, lambda x: da.sort(x, 0), 2 * ALL, 2 * ALL * BLOCK),
    "fft of an axis that is whole": (matrix, lambda x: da.fft(x, 1), 0, 0),
    "fft of an axis that is divided": (matrix, lambda x: da.fft(x, 0), 2 * ALL, 3 * ALL * BLOCK),
    "fftn": (matrix, lambda x: da.fftn(x, in_place_boxes=False), ALL, 2 * ALL * BLOCK),
    "fftn, in place": (matrix, lambda x: da.fftn(x), 2 * ALL, 4 * ALL * BLOCK),
    "ifftn": (lambda: matrix(COLUMNS), lambda x: da.ifftn(x, in_place_boxes=False), ALL, 2 * ALL * BLOCK),
    "fft of one axis": (lambda: line(P**2) + 0j, lambda x: da.fft(x), 3 * ALL, 3 * ALL * 2 * ITEM),
    "map_chunks": (line, lambda x: da.map_chunks(lambda chunk: -chunk, x), 0, 0),
    "map_overlap": (
        matrix,
        lambda x: da.map_overlap(lambda part: part * 1, x, (1, 0)),
        2 * (P - 1),
        2 * (P - 1) * SIDE * ITEM,
    ),
    "map_overlap, periodic": (
        matrix,
        lambda x: da.map_overlap(lambda part: part * 1, x, (1, 0), "periodic"),
        2 * P,
        2 * P * SIDE * ITEM,
    ),
    "exchange_halo": (with_halo, lambda x: da.exchange_halo(x, ROWS), 2 * (P - 1), 2 * (P - 1) * 5 * ITEM),
    "random": (lambda: None, lambda _: da.random(LENGTH, ROWS, 1), 0, 0),
    "standard_normal": (lambda: None, lambda _: da.standard_normal(LENGTH, ROWS, 1), 0, 0),
    "integers": (lambda: None, lambda _: da.integers(0, 9, LENGTH, ROWS, 1), 0, 0),
    "SparseRows @ x": (lambda: (tridiagonal(), line()), lambda x: x[0] @ x[1], 2 * (P - 1), 2 * (P - 1) * ITEM),
    "qr of a tall matrix": (
        lambda: da.random((P * 64, 8), ROWS, 1),
        lambda x: da.qr(x),
        2 * (P - 1),
        2 * (P - 1) * 8 * 8 * ITEM,
    ),
}  # fmt: skip


def counted(operation, operand):
    da.reset_traffic()
    result = operation(operand)
    return result, da.traffic()


@several
@pytest.mark.parametrize("name", list(MODEL))
def test_model(name):
    make, operation, messages, moved = MODEL[name]
    assert counted(operation, make())[1] == (messages, moved)


@several
@pytest.mark.parametrize("function", [da.sort, da.unique])
def test_model_of_sorting(function):
    """Samples to the first device, splitters to all, and each element that changes its device, once."""
    n = LENGTH
    ascending = np.arange(float(n))
    for values in (ascending, ascending[::-1], np.random.default_rng(2).permutation(ascending)):
        found, traffic = counted(function, distributed_array(values, ROWS))
        samples, splitters = (P - 1) * (n // P), (P - 1) * (P - 1)
        parts = {d: np.concatenate([chunk.get() for chunk in chunks]) for d, chunks in found.all_chunks().items()}
        places = {value: d for d, part in parts.items() for value in part.tolist()}
        crossing = [(k * P // n, places[value]) for k, value in enumerate(values.tolist())]
        crossing = [way for way in crossing if way[0] != way[1]]
        assert traffic == (2 * (P - 1) + len(set(crossing)), (samples + splitters + len(crossing)) * ITEM)


@several
def test_model_of_qr_in_steps():
    """The device with most rows, the root, gets the triangles and the rows next to them, and sends the latter back. For
    Q they go the other way, and rows of R to the first device."""
    width, steps = 4, 5
    n, left = width * steps, [steps * width * 2] * P
    messages = moved = 0
    for k in range(steps):
        start, rest = k * width, n - (k + 1) * width
        root = left.index(max(left))
        left[root] -= width
        messages += (4 if rest else 2) * (P - 1)
        moved += (P - 1) * width * (2 * (n - start) + 2 * rest) * ITEM
        messages += root != 0
        moved += (root != 0) * width * n * ITEM
    a = da.random((P * steps * width * 2, n), ROWS, 1)
    assert counted(lambda x: da.qr(x, width), a)[1] == (messages, moved)


@several
def test_model_of_cholesky():
    """Of a matrix whose rows are dealt out: a block of the diagonal to the devices with blocks below, and the blocks
    of each of these to all others."""
    width, count = 2, 2 * P + 1
    n = width * count
    dealt = {d: [slice(k, k + width) for k in range(d * width, n, P * width)] for d in range(P)}
    messages = moved = 0
    for k in range(count):
        blocks = [i % P for i in range(k + 1, count)]
        others = set(blocks)
        messages += len(others - {k % P}) + len(others) * (len(others) - 1)
        moved += len(others - {k % P}) * width * width * ITEM
        moved += len(blocks) * width * width * ITEM * (len(others) - 1)
    a = distributed_array(np.eye(n) * n + 1, dealt)
    assert counted(lambda x: da.cholesky(x, width), a)[1] == (messages, moved)


@several
@pytest.mark.skipif(P > 4, reason="2 and 3 devices show it")
def test_model_of_large_transforms():
    """In slabs of 1 MiB a message at least, at most 8, on a CPU; of 16 MiB on GPUs."""
    n = 512 * P
    a = da.random((n, n), ROWS, 1, "float32").astype("complex64")
    least = 1 << 20 if cp.backend() == "cpu" else 16 << 20
    slabs = min(max(n * n * 8 // P**2 // least, 1), 8)
    found, traffic = counted(lambda x: da.fftn(x, in_place_boxes=False), a)
    assert traffic == (slabs * ALL, ALL * (n // P) ** 2 * 8) and (slabs > 1 or cp.backend() != "cpu")
    expected = np.fft.fft2(a.get())
    np.testing.assert_allclose(found.get(), expected, atol=2e-6 * abs(expected).max())
    line = da.random(n * n, ROWS, 2, "float32").astype("complex64")
    found, traffic = counted(lambda x: da.fft(x), line)
    assert traffic == ((1 + 2 * slabs) * ALL, 3 * ALL * (n // P) ** 2 * 8)
    expected = np.fft.fft(line.get())
    np.testing.assert_allclose(found.get(), expected, atol=2e-6 * abs(expected).max())


def large_transforms(rank, size, port):
    comm = join(rank, size, port)
    n, group = 512 * size, comm._group
    slabs = min(max(n * n * 8 // size**2 >> 20, 1), 8)
    a = da.random((n, n), Layout(size), 1, "float32", group=comm).astype("complex64")
    line = da.random(n * n, Layout(size), 2, "float32", group=comm).astype("complex64")
    for kind, x, steps in (("fftn", a, slabs), ("ifftn", a, slabs), ("fft", line, 1 + 2 * slabs)):
        host = x.get()
        before = group.messages_sent
        found = getattr(da, kind)(x, in_place_boxes=False)
        assert group.messages_sent - before == steps * 2 * (size - 1)  # words by which ranks agree, and the data
        expected = getattr(np.fft, kind)(host)
        atol = 1e-6 * abs(expected).max()
        np.testing.assert_allclose(found.local.get(), expected[found.index_map[rank]], atol=atol)
    assert slabs > 1
    comm.stop()


@cpu_only
@pytest.mark.parametrize("size", [2, 3])
def test_large_transforms_of_ranks(size):
    check(size, large_transforms)
