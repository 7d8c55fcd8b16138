"""Rolled and joined arrays that kernels of deferred evaluation read where their elements lie."""

import numpy as np
import pytest

import cuprum as cp
from cuprum import _core
from deferred_checks import check, same


@pytest.fixture
def x():
    return cp.asarray(np.random.default_rng(1).standard_normal((300, 400)))


def laplacian(xp, a):
    return xp.roll(a, 1, 0) + xp.roll(a, -1, 0) + xp.roll(a, 1, 1) + xp.roll(a, -1, 1) - 4 * a


def test_a_stencil_is_one_kernel_that_reads_the_array(x):
    expected = laplacian(np, cp.asnumpy(x))
    for _ in range(4):
        with cp.deferred():
            y = laplacian(cp, x)
            told = cp.explain(y).splitlines()[-1]
            assert same(y, expected)
        _core._wait_for_deferred_kernels()
    read = ", ".join(["roll (read in place)"] * 4)
    assert told == f"9 operations wait. They run in this order: {read}, 5 as 1 kernel."


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "f2", "f4", "f8", "c8", "c16"])
def test_rolls_along_every_axis(dtype):
    rng = np.random.default_rng(3)
    for shape in [(70000,), (300, 400), (7, 90, 130), (1, 70000), (70000, 1), (3, 1, 40, 700)]:
        a = (rng.standard_normal(shape) * 9).astype(dtype)
        for axis, length in enumerate(shape):
            by = int(rng.integers(-2 * length, 2 * length + 1))
            for order in "CF":
                b = cp.asarray(a, order=order)
                with cp.deferred():
                    # The operand is rolled twice, by its own and by another axis.
                    two = cp.roll(cp.roll(b, by, axis), 1, 0)
                    assert same((two == b).reshape(-1), (np.roll(np.roll(a, by, axis), 1, 0) == a).reshape(-1))
                    assert same(
                        cp.where(cp.roll(b, (by, -3), (axis, -1)), b, b[:1]),
                        cp.where(cp.asarray(np.roll(a, (by, -3), (axis, -1)), order=order), b, b[:1]),
                    )


def test_slices_and_other_views_of_rolled_arrays(x):
    def function(x):
        y = cp.roll(x, (5, -7), (0, 1))
        return (
            y[1:-1, 2:] * x[1:-1, 2:],
            y[4] + x[0],
            y[:, 393:].T - 1,
            y[::2] + 1,
            y[:, ::-1] - x,
            y.T + x.T,
            y[None, :, :, None] * 2.0,
            cp.broadcast_to(y[3], (300, 400)) - x,
            y.reshape(400, 300) + 1,
            y[10:11] * 2.0,
            y[:0] + 1,
        )

    check(function, x)


def test_rows_that_are_rolled_broadcast(x):
    check(lambda x: [cp.roll(cp.exp(x[0]), 3) + x, x * cp.roll(x[:, :1] + 1, -2, 0), cp.roll(x, 1, 1) - x[:, :1]], x)


def test_joined_arrays(x):
    def function(x):
        after = cp.concatenate([x[1:], x[:1]])
        padded = cp.concatenate([x[:, :1], x, x[:, -1:]], axis=1)
        pairs = cp.stack([x, x * 2])
        return after - x, padded[:, 2:] - padded[:, :-2], pairs * x, cp.concatenate([x, x.astype("f4")]) * 2

    check(function, x)


def test_what_is_rolled_may_change(x):
    def function(x):
        a = x * 2
        before = cp.roll(a, 1, 0) + a
        a += 1
        middle = cp.roll(a, 1, 0) * a
        a[3:5] = 7
        after = cp.roll(a, -1, 1) * a
        b = x.copy()
        rolled = cp.roll(b, 1, 0)
        b[...] = 0
        taken = rolled * 2
        c = x + 0
        c += cp.roll(c, 1, 0)
        c[1:-1] = 2 * cp.roll(c, 1, 1)[1:-1]
        return before, middle, after, taken, a, b, c

    check(function, x)


def test_rolled_arrays_that_others_read(x):
    def function(x):
        kept = cp.roll(x, 1, 0)
        both = kept * 2 + x
        dropped = cp.roll(x, 2, 0)
        total = (dropped * x).sum(0), dropped.max(1), dropped @ x.T, cp.sort(dropped, 0) + dropped
        far = cp.roll(x[:80, :120], 1, 0)  # small: cheaper to move than to read in many places
        for k in range(2, 9):
            far = far + cp.roll(x[:80, :120], k * 3, k % 2)
        return kept, both, *total, far

    check(function, x)


def test_products_of_chains_read_a_rolled_array_once(x):
    def function(x):
        y = cp.roll(x, 1, 0)
        for k in range(60):
            y = y * 0.5 + cp.roll(y, k, k % 2)
        return [y]

    check(function, x)


def test_integers_of_a_loop_wrap_around(x):
    grid = cp.asarray(np.random.default_rng(5).integers(0, 2, (300, 400)).astype("u1"))

    def life(xp, grid):
        for _ in range(8):
            count = sum(xp.roll(grid, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
            grid = ((count == 3) | ((count == 2) & (grid == 1))).astype("u1")
        return [grid]

    check(lambda g: life(cp, g), grid)
    assert same(life(cp, grid)[0], life(np, cp.asnumpy(grid))[0])


def test_less_memory_is_taken(x):
    for _ in range(4):
        with cp.deferred():
            laplacian(cp, x).sum().item()
        _core._wait_for_deferred_kernels()
    pool = cp.get_default_memory_pool()
    with cp.deferred():
        pool.free_all_blocks()
        y = laplacian(cp, x)
        before = pool.total_bytes()
        cp.eval(y)
        assert pool.total_bytes() - before < 2 * x.nbytes
