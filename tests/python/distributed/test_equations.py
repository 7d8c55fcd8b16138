"""Linear equations of divided matrices beside NumPy and SciPy: on 2, 3 and 8 simulated devices, or the GPUs that there
are, and on 1, 2 and 4 processes; messages and bytes beside formulas."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import scipy.linalg

import cuprum as cp
import cuprumx
from cuprumx.distributed import array as da
from cuprumx.distributed.array import Layout, distributed_array
from process_groups import GPUS, ON_CPU, check, cpu_only, join

COUNT = cp.cuda.runtime.getDeviceCount()
SIMULATED = ON_CPU and COUNT < 2
SIZES = [1, 2, 4] if ON_CPU else [size for size in (1, 2, 4) if size <= GPUS]
several = pytest.mark.skipif(COUNT < 2, reason="needs two devices")
ROWS = Layout(COUNT)


@pytest.mark.skipif(not SIMULATED, reason="this process has several devices, or needs several GPUs")
@pytest.mark.parametrize("devices, tests", [("2", ""), ("3", ""), ("8", ""), ("4", "model and "), ("64", "model and ")])
def test_on_simulated_devices(devices, tests):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", tests + "not ranks",
         __file__], text=True, capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": devices},
        cwd=pathlib.Path(__file__).parents[3],
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]


def numbers(rng, shape, dtype):
    return (rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if dtype in "FD" else 0)).astype(dtype)


def near(found, expected, tolerance):
    scale = abs(expected).max(initial=0)
    assert found.shape == expected.shape and found.dtype == expected.dtype
    np.testing.assert_allclose(found.get(), expected, rtol=0, atol=tolerance * scale)


def equations(divide, layouts, kinds):
    """Everything that devices and ranks have in common. `kinds`: pairs of `lower` and `unit_diagonal`."""
    rng = np.random.default_rng(2)
    for n, shape, block in [(0, (0,), None), (1, (1, 1), None), (17, (17,), 3), (17, (17, 5), 1), (40, (40, 7), None),
                            (40, (40, 0), 8), (40, (40, 1), 64), (301, (301, 3), 40), (301, (301,), None)]:  # fmt: skip
        for dtype in "fdFD" if n == 17 else "D":
            tolerance = 2e-3 if dtype in "fF" else 1e-11
            a, b = numbers(rng, (n, n), dtype), numbers(rng, shape, dtype)
            for layout in layouts if n == 40 else layouts[:1]:
                right = divide(b, layout if len(shape) > 1 else layouts[0])
                found = da.solve(divide(a, layout), right, block=block)
                assert found.index_map == right.index_map
                near(found, np.linalg.solve(a, b), tolerance)
                square = (a @ a.conj().T + n * np.eye(n)).astype(dtype)
                near(da.solve(divide(np.tril(square), layout), right, "pos", block=block),
                     np.linalg.solve(square, b), tolerance)  # fmt: skip
            triangle = (a / (2 * n + 1) + 2 * np.eye(n)).astype(dtype)
            for trans in (0, 1, 2, "C") if n == 17 else (0, 2):
                for lower, unit in kinds:
                    expected = b
                    if b.size:
                        expected = scipy.linalg.solve_triangular(triangle, b, trans, lower, unit)
                    found = da.solve_triangular(divide(triangle, layouts[0]), divide(b, layouts[0]), trans, lower, unit,
                                                block=block)  # fmt: skip
                    near(found, expected, 2e-5 if dtype in "fF" else 1e-12)
    # Dtypes: integers count as float64, and both operands decide.
    a, b = np.array([[0, 2], [4, 4]]), np.array([[2.0], [8.0]], "f")
    near(da.solve(divide(a, layouts[0]), divide(b, layouts[0])), np.linalg.solve(a, b), 1e-15)
    near(np.linalg.solve(divide(a, layouts[0]), divide(b, layouts[0])), np.linalg.solve(a, b), 1e-15)
    near(da.solve(divide(a.astype("f"), layouts[0]), divide(b, layouts[0])), np.ones((2, 1), "f"), 1e-6)
    upper = np.array([[4, 4], [0, 2]], "f")
    near(da.solve_triangular(divide(upper, layouts[0]), divide(b + 1j, layouts[0])),
         scipy.linalg.solve_triangular(upper, b + 1j), 1e-6)  # fmt: skip
    # NaN spreads; matrices without a solution are an error everywhere, and what follows works.
    for place in ((0, 0), (20, 3), (39, 39)):
        wrong = numbers(rng, (40, 40), "d")
        wrong[place] = np.nan
        assert np.isnan(da.solve(divide(wrong, layouts[0]), divide(np.ones(40), layouts[0]), block=8).get()).all()
    for k in (0, 15, 19):
        wrong = np.eye(20)
        wrong[k] = 0
        for call in (lambda x, y: da.solve(x, y, block=4), lambda x, y: da.solve_triangular(x, y, block=4)):
            with pytest.raises(np.linalg.LinAlgError, match="[Ss]ingular"):
                call(divide(wrong, layouts[0]), divide(np.ones(20), layouts[0]))
        with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
            da.solve(divide(wrong, layouts[0]), divide(np.ones(20), layouts[0]), "pos", block=4)
        near(da.solve_triangular(divide(wrong, layouts[0]), divide(np.ones(20), layouts[0]), unit_diagonal=True),
             np.ones(20), 1e-15)  # fmt: skip
    with cuprumx.errstate(linalg="ignore"):
        wrong = np.ones((20, 20))
        assert np.isnan(da.solve(divide(wrong, layouts[0]), divide(np.ones(20), layouts[0]), block=4).get()).all()
    square, vector = divide(np.eye(4), layouts[0]), divide(np.ones(4), layouts[0])
    for call, kind in (
        (lambda f: f(divide(np.ones((4, 3)), layouts[0]), vector), np.linalg.LinAlgError),
        (lambda f: f(vector, vector), np.linalg.LinAlgError),
        (lambda f: f(square, divide(np.ones(3), layouts[0])), ValueError),
        (lambda f: f(square, divide(np.ones((4, 1, 1)), layouts[0])), ValueError),
        (lambda f: f(divide(np.eye(4, dtype="f2"), layouts[0]), vector), TypeError),
        (lambda f: f(square, np.ones(4)), TypeError),
        (lambda f: f(square, vector, block=-1), ValueError),
        (lambda f: f(square, vector, "sideways"), ValueError),
    ):
        for function in (da.solve, da.solve_triangular):
            with pytest.raises(kind):
                call(function)
    near(da.solve(square, vector), np.ones(4), 1e-15)


@several
def test_equations_of_devices():
    layouts = [ROWS, Layout(COUNT, None, (None, 0)), Layout(COUNT, None, (None, None))]
    kinds = [(lower, unit) for lower in (False, True) for unit in (False, True)]
    equations(lambda host, layout: distributed_array(host, layout if host.ndim > 1 else ROWS), layouts, kinds)
    # Boxes that overlap, boxes with steps, modes, and right-hand sides elsewhere.
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((30, 30)), rng.standard_normal((30, 4))
    overlapping = {0: slice(0, 20), 1: slice(10, 30)}
    for boxes in (overlapping, {0: slice(0, None, 2), 1: slice(1, None, 2)}, {1: slice(None)}):
        for mode in (None, da.SUM):
            x, y = distributed_array(a, boxes, mode), distributed_array(b, boxes, mode)
            near(da.solve(x, y, block=7), np.linalg.solve(a, b), 1e-12)
            near(da.solve(x, distributed_array(b, ROWS)), np.linalg.solve(a, b), 1e-12)
            near(da.solve_triangular(x, y, "T", block=7), scipy.linalg.solve_triangular(a, b, "T"), 1e-8)


def of_ranks(rank, size, port):
    comm = join(rank, size, port)
    layouts = [Layout(size), Layout(size, None, (None, 0)), Layout(size, None, (None, None))]
    if size == 4:
        layouts.append(Layout((2, 2)))
    rows = layouts[0]

    def divide(host, layout):
        return distributed_array(host, layout if host.ndim > 1 else rows, group=comm)

    equations(divide, layouts, [(False, False), (True, True)] if size < 4 else [(True, False)])
    parts = da.GroupArray(comm, cp.eye(6), (6, 6), Layout(size, None, (None, None)), da.SUM)
    near(da.solve(parts, divide(np.ones(6), rows)), np.full(6, 1 / size), 1e-15)
    comm.stop()


@pytest.mark.parametrize("size", SIZES)
def test_equations_of_ranks(size):
    check(size, of_ranks)


def model(p, n, columns, block, is_lower=True):
    """Messages and bytes of a substitution: a block of the solution to each device with rows that remain."""
    blocks = [range(k, min(k + block, n)) for k in range(0, n, block)]
    messages = moved = 0
    for k, one in enumerate(blocks):
        later = {i % p for i in range(k + 1, len(blocks))} if is_lower else {i % p for i in range(k)}
        messages += len(later - {k % p})
        moved += len(later - {k % p}) * len(one) * columns * 8
    return messages, moved


@several
def test_equations_follow_the_model():
    """Of matrices that are dealt out as the algorithm wants them, so that only its own messages count."""
    p, block, steps = COUNT, 3, 3
    n = p * block * steps
    dealt = {d: [slice(k, k + block) for k in range(d * block, n, p * block)] for d in range(p)}
    a, b = np.eye(n) * 4 + np.tri(n), np.ones((n, 2))
    x, y = distributed_array(a, dealt), distributed_array(b, dealt)

    def counted(call):
        da.reset_traffic()
        call()
        return da.traffic()

    assert counted(lambda: da.solve_triangular(x, y, lower=True, block=block)) == model(p, n, 2, block)
    upper = distributed_array(a.T.copy(), dealt)
    assert counted(lambda: da.solve_triangular(upper, y, block=block)) == model(p, n, 2, block, False)
    # Elimination: the factors of a block of columns to each device with later columns; U and L^-1 P B by rows.
    columns = {d: [(slice(None), slice(k, k + block)) for k in range(d * block, n, p * block)] for d in range(p)}
    x, right = distributed_array(a, columns), distributed_array(b, {p - 1: slice(None)})
    messages, moved = counted(lambda: da.solve(x, right, block=block))
    count = n // block
    own = [0, 0]
    for k in range(count):
        later = {j % p for j in range(k + 1, count)} | {d for d in range(p) if 2 * (d + 1) // p > 2 * d // p}
        own[0] += len(later - {k % p})
        own[1] += len(later - {k % p}) * (n - k * block) * block * 8
    back = model(p, n, 2, block, False)
    # Blocks of U above the diagonal between devices; right-hand sides to the columns' devices, to rows, and back.
    blocks_of_u = sum(i % p != j % p for i in range(count) for j in range(i, count))
    assert own[0] + back[0] + blocks_of_u <= messages <= own[0] + back[0] + blocks_of_u + 6 * count
    assert own[1] + back[1] + blocks_of_u * block * block * 8 <= moved
    assert moved <= own[1] + back[1] + blocks_of_u * block * block * 8 + 4 * n * 2 * 8


def counted_by_ranks(rank, size, port):
    comm = join(rank, size, port)
    p, group = size, comm._group
    n, columns, block = 12 * p, 4, 6

    def sent(call):
        before = group.messages_sent, group.bytes_sent
        call()
        return group.messages_sent - before[0], group.bytes_sent - before[1]

    a = distributed_array(np.eye(n) * 4 + np.tri(n), Layout(p), group=comm)
    b = distributed_array(np.ones((n, columns)), Layout(p), group=comm)
    steps, call = n // block, 24
    messages, data = sent(lambda: da.solve_triangular(a, b, lower=True, block=block))
    # At most: two exchanges that deal out, a block of X to all others in each own step, whether all went well, one
    # exchange back. Before each of them ranks agree.
    own = sum(k % p == rank for k in range(steps))
    assert messages <= (steps + 4) * (p - 1) + own * (p - 1) + 3 * (p - 1) + 2 * (p - 1)
    most = own * (p - 1) * block * columns * 8 + (n * n // p + 2 * n * columns // p) * 8
    assert data <= most + (steps + 4) * (p - 1) * call + 2 * (p - 1) * 8
    messages, data = sent(lambda: da.solve(a, b, block=block))
    assert messages <= 3 * steps * 2 * (p - 1) + 12 * (p - 1)
    panels = sum((n - k * block) * block for k in range(steps) if k % p == rank) * (p - 1) * 8
    most = panels + own * (p - 1) * block * columns * 8 + 2 * (n * n // p + 2 * n * columns // p) * 8
    assert data <= most + (3 * steps + 8) * (p - 1) * call + steps * block * 8 + 2 * (p - 1) * 8
    comm.stop()


@cpu_only
@pytest.mark.parametrize("size", [2, 4])
def test_equations_of_ranks_follow_the_model(size):
    check(size, counted_by_ranks)
