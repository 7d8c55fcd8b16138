"""Changing shapes, joining, splitting, repeating, rearranging, padding; comparing and rounding."""

from functools import partial

import common
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import cuprum as cp
from common import (
    ALL_DTYPES,
    BFLOAT16,
    FLOATS,
    NUMPY_DTYPES,
    assert_same,
    assert_same_error,
    assert_same_outcome,
    assert_same_strides,
    layouts,
    sample,
    to_device,
)


def check(f, *hosts, strides=True, rtol=0.0):
    """`f(xp, *arrays)` gives the same in both libraries, laid out alike, for every layout of the operands."""
    for versions in zip(*(layouts(h) for h in hosts)):
        arrays = [h for _, h in versions]
        got, expected = common.check(partial(f, np), partial(f, cp), arrays, rtol)
        for g, e in zip(got, expected) if isinstance(expected, (list, tuple)) else [(got, expected)]:
            if strides and isinstance(e, np.ndarray) and e.size:
                assert_same_strides(g, e)


VIEWS = {
    "expand_dims": [lambda xp, a: xp.expand_dims(a, 1), lambda xp, a: xp.expand_dims(a, (0, -1))],
    "squeeze": [
        lambda xp, a: xp.squeeze(a[:, None]),
        lambda xp, a: xp.squeeze(a[None, :, None], 0),
        lambda xp, a: a[None].squeeze((0,)),
    ],
    "moveaxis": [lambda xp, a: xp.moveaxis(a, 0, -1), lambda xp, a: xp.moveaxis(a, (0, 1), (2, 0))],
    "rollaxis": [lambda xp, a: xp.rollaxis(a, 2), lambda xp, a: xp.rollaxis(a, 0, 2)],
    "swapaxes": [lambda xp, a: xp.swapaxes(a, 0, 2)],
    "transpose": [
        lambda xp, a: xp.transpose(a),
        lambda xp, a: xp.transpose(a, (1, 2, 0)),
        lambda xp, a: xp.permute_dims(a, (2, 0, 1)),
        lambda xp, a: xp.matrix_transpose(a),
    ],
    "broadcast_to": [
        lambda xp, a: xp.broadcast_to(a, (2,) + a.shape),
        lambda xp, a: xp.broadcast_to(a[:, :1], a.shape),
    ],
    "flips": [
        lambda xp, a: xp.flip(a),
        lambda xp, a: xp.flip(a, 1),
        lambda xp, a: xp.flip(a, (0, 2)),
        lambda xp, a: xp.fliplr(a),
        lambda xp, a: xp.flipud(a),
    ],
    "rot90": [lambda xp, a: xp.rot90(a), lambda xp, a: xp.rot90(a, 2, (1, 2)), lambda xp, a: xp.rot90(a, -1, (0, 2))],
    "atleast": [
        lambda xp, a: xp.atleast_1d(a),
        lambda xp, a: xp.atleast_3d(a[0]),
        lambda xp, a: xp.atleast_2d(a[0, 0]),
    ],
    "diagonal": [
        lambda xp, a: xp.diagonal(a),
        lambda xp, a: xp.diagonal(a, 1, 2, 0),
        lambda xp, a: a.diagonal(-1, 1, 2),
    ],
    "splits": [
        lambda xp, a: xp.split(a, 2, 1),
        lambda xp, a: xp.split(a, [1, 2], -1),
        lambda xp, a: xp.array_split(a, 3, 1),
        lambda xp, a: xp.hsplit(a, 2),
        lambda xp, a: xp.vsplit(a, [1]),
        lambda xp, a: xp.dsplit(a, [1, 9]),
        lambda xp, a: xp.unstack(a, axis=1),
    ],
}


@pytest.mark.parametrize("name", VIEWS)
def test_views(name):
    for f in VIEWS[name]:
        check(f, np.arange(24).reshape(2, 4, 3))
        a = cp.arange(24).reshape(2, 4, 3)
        result = f(cp, a)
        for view in result if isinstance(result, (list, tuple)) else [result]:
            assert view.size == 0 or cp.shares_memory(view, a)


COPIES = {
    "concatenate": [
        lambda xp, a, b: xp.concatenate([a, b]),
        lambda xp, a, b: xp.concatenate((a, b), 1),
        lambda xp, a, b: xp.concatenate([a, b], axis=None),
        lambda xp, a, b: xp.concatenate([a, b, a], -1, dtype="D"),
        lambda xp, a, b: xp.concat([a]),
    ],
    "stack": [
        lambda xp, a, b: xp.stack([a, b]),
        lambda xp, a, b: xp.stack([a, b], 1),
        lambda xp, a, b: xp.stack([a, b], -1),
    ],
    "stacks": [
        lambda xp, a, b: xp.vstack([a, b]),
        lambda xp, a, b: xp.hstack([a, b]),
        lambda xp, a, b: xp.dstack([a, b]),
        lambda xp, a, b: xp.column_stack([a, b]),
        lambda xp, a, b: xp.column_stack([a[0], b[0]]),
        lambda xp, a, b: xp.hstack([a[0], b[0]]),
    ],
    "append": [lambda xp, a, b: xp.append(a, b), lambda xp, a, b: xp.append(a, b, 1)],
    "tile": [
        lambda xp, a, b: xp.tile(a, 2),
        lambda xp, a, b: xp.tile(a, (2, 3)),
        lambda xp, a, b: xp.tile(a, (2, 1, 2)),
        lambda xp, a, b: xp.tile(a[0], (2, 0)),
    ],
    "repeat": [
        lambda xp, a, b: xp.repeat(a, 2),
        lambda xp, a, b: xp.repeat(a, 3, 1),
        lambda xp, a, b: xp.repeat(a, [1, 0, 2], 0),
        lambda xp, a, b: a.repeat(2, -1),
    ],
    "resize": [lambda xp, a, b: xp.resize(a, (5, 7)), lambda xp, a, b: xp.resize(a, 4)],
    "roll": [
        lambda xp, a, b: xp.roll(a, 3),
        lambda xp, a, b: xp.roll(a, -1, 1),
        lambda xp, a, b: xp.roll(a, (1, 2), (0, 1)),
        lambda xp, a, b: xp.roll(a, 50, 0),
    ],
    "delete": [
        lambda xp, a, b: xp.delete(a, 1),
        lambda xp, a, b: xp.delete(a, [0, 2], 0),
        lambda xp, a, b: xp.delete(a, slice(None, None, 2), 1),
        lambda xp, a, b: xp.delete(a, -1, 1),
        lambda xp, a, b: xp.delete(a, [], 0),
    ],
    "insert": [
        lambda xp, a, b: xp.insert(a, 1, 7),
        lambda xp, a, b: xp.insert(a, [0, 2], 1, 0),
        lambda xp, a, b: xp.insert(a, 1, b[0], 0),
        lambda xp, a, b: xp.insert(a, -1, 1, 1),
        lambda xp, a, b: xp.insert(a, slice(0, 2), 1, 1),
    ],
    "reshape": [
        lambda xp, a, b: xp.reshape(a, (4, 3)),
        lambda xp, a, b: xp.reshape(a, -1, order="F"),
        lambda xp, a, b: xp.ravel(a),
        lambda xp, a, b: xp.ravel(a, "F"),
        lambda xp, a, b: xp.ravel(a, "K"),
    ],
}


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
@pytest.mark.parametrize("name", COPIES)
def test_copies(name, dtype):
    for f in COPIES[name]:
        if dtype == BFLOAT16 and "D" in str(f.__code__.co_consts):
            continue
        check(
            f,
            sample((3, 4), dtype, low=0),
            sample((3, 4), dtype, 1, low=0),
            strides=name != "insert" and name != "delete",
        )


def test_joining_dtypes():
    for x in NUMPY_DTYPES:
        for y in NUMPY_DTYPES:
            a, b = sample(3, x), sample(4, y)
            assert_same(cp.concatenate([cp.asarray(a), cp.asarray(b)]), np.concatenate([a, b]))
    out = cp.empty(7, "f")
    assert cp.concatenate([cp.arange(3), cp.arange(4.0)], out=out, casting="same_kind") is out
    assert_same(out, np.array([0, 1, 2, 0, 1, 2, 3], "f"))
    assert_same(
        cp.concatenate([cp.zeros((0, 3)), cp.ones((2, 3), "i4")]),
        np.concatenate([np.zeros((0, 3)), np.ones((2, 3), "i4")]),
    )
    many = [np.full(k % 5, k) for k in range(200)]
    assert_same(cp.concatenate(list(map(cp.asarray, many))), np.concatenate(many))


def test_errors():
    for f in (
        lambda xp: xp.concatenate([]),
        lambda xp: xp.concatenate([xp.zeros(2), xp.zeros((2, 2))]),
        lambda xp: xp.concatenate([xp.zeros((2, 2)), xp.zeros((3, 3))]),
        lambda xp: xp.concatenate([xp.zeros(2)], 1),
        lambda xp: xp.concatenate([xp.array(1)]),
        lambda xp: xp.concatenate([xp.zeros(2)], out=xp.zeros(3)),
        lambda xp: xp.concatenate([xp.zeros(2)], dtype="i4"),
        lambda xp: xp.concatenate(xp.array(1)),
        lambda xp: xp.stack([xp.zeros(2), xp.zeros(3)]),
        lambda xp: xp.stack([xp.zeros(2)], 3),
        lambda xp: xp.split(xp.zeros(5), 2),
        lambda xp: xp.split(xp.zeros(5), 0),
        lambda xp: xp.array_split(xp.zeros(5), -1),
        lambda xp: xp.hsplit(xp.array(1), 1),
        lambda xp: xp.vsplit(xp.zeros(3), 1),
        lambda xp: xp.expand_dims(xp.zeros(3), 5),
        lambda xp: xp.expand_dims(xp.zeros(3), (0, 0)),
        lambda xp: xp.squeeze(xp.zeros((2, 1)), 0),
        lambda xp: xp.broadcast_to(xp.zeros(3), (2, 4)),
        lambda xp: xp.broadcast_to(xp.zeros((2, 3)), 3),
        lambda xp: xp.broadcast_to(xp.zeros(1), (-1,)),
        lambda xp: xp.moveaxis(xp.zeros((2, 3)), (0, 1), 0),
        lambda xp: xp.moveaxis(xp.zeros((2, 3)), 2, 0),
        lambda xp: xp.repeat(xp.zeros(3), -1),
        lambda xp: xp.repeat(xp.zeros(3), [1, 2]),
        lambda xp: xp.flip(xp.zeros(3), 1),
        lambda xp: xp.fliplr(xp.zeros(3)),
        lambda xp: xp.rot90(xp.zeros((2, 2)), axes=(0, 0)),
        lambda xp: xp.rot90(xp.zeros(3)),
        lambda xp: xp.roll(xp.zeros((2, 2)), (1, 2), (0, 5)),
        lambda xp: xp.roll(xp.zeros((2, 2)), (1, 2, 3), (0, 1)),
        lambda xp: xp.delete(xp.zeros(3), 3),
        lambda xp: xp.insert(xp.zeros(3), 5, 1),
        lambda xp: xp.resize(xp.zeros(3), (-1,)),
        lambda xp: xp.pad(xp.zeros(3), -1),
        lambda xp: xp.pad(xp.zeros(3), 1, mode="no"),
        lambda xp: xp.pad(xp.zeros(3), ((1, 2), (3, 4))),
        lambda xp: xp.pad(xp.zeros(3), 1.5),
        lambda xp: xp.pad(xp.zeros(3), np.array([])),
        lambda xp: xp.pad(xp.zeros(3), xp.array([])),
        lambda xp: xp.pad(xp.zeros((2, 3)), np.zeros((0, 2))),
        lambda xp: xp.pad(xp.zeros((2, 3)), np.zeros((0, 2), int)),
        lambda xp: xp.pad(xp.zeros(0), 1, mode="edge"),
        lambda xp: xp.pad(xp.zeros(3), 1, mode="edge", constant_values=1),
        lambda xp: xp.diagonal(xp.zeros(3)),
        lambda xp: xp.diagonal(xp.zeros((2, 2)), 0, 0, 0),
        lambda xp: xp.copyto(xp.zeros(3, int), xp.zeros(3)),
        lambda xp: xp.copyto(xp.zeros(3), xp.zeros(4)),
        lambda xp: xp.copyto(3, 4),
        lambda xp: xp.transpose(xp.zeros((2, 3)), (0, 2)),
        lambda xp: xp.reshape(xp.zeros(3), (2, 2)),
        lambda xp: xp.trim_zeros(xp.zeros(3), "x"),
        lambda xp: xp.broadcast_arrays(xp.zeros(2), xp.zeros(3)),
    ):
        assert_same_error(f)


MODES = {
    "constant": [{}, {"constant_values": 3}, {"constant_values": (1, 2)}, {"constant_values": ((1, 2), (3, 4))}],
    "edge": [{}],
    "linear_ramp": [{}, {"end_values": (5, -4)}],
    "maximum": [{}, {"stat_length": 2}],
    "minimum": [{}, {"stat_length": ((2, 1), (1, 3))}],
    "mean": [{}, {"stat_length": 2}],
    "median": [{}],
    "reflect": [{}, {"reflect_type": "odd"}],
    "symmetric": [{}, {"reflect_type": "odd"}],
    "wrap": [{}],
}


@pytest.mark.parametrize("mode", MODES)
def test_pad(mode):
    for dtype in "?iBfdD":
        if dtype in "?D" and mode in ("linear_ramp", "mean", "median", "maximum", "minimum", "reflect", "symmetric"):
            continue
        host = sample((3, 5), dtype, low=0)
        for keywords in MODES[mode]:
            if dtype == "B" and ("odd" in keywords.values() or "end_values" in keywords):
                continue
            for width in (2, (1, 3), ((1, 2), (0, 7)), [[3]], np.array([[0, 0], [4, 1]]), {0: 2, 1: (0, 1)}):
                check(
                    lambda xp, a: xp.pad(a, width, mode, **keywords),
                    host,
                    strides=False,
                    rtol=2e-6 if dtype in "fd" else 0,
                )
    assert_same(
        cp.pad(cp.arange(4).reshape(2, 2), 1, lambda v, w, axis, k: v.__setitem__(slice(0, w[0]), 9)),
        np.pad(np.arange(4).reshape(2, 2), 1, lambda v, w, axis, k: v.__setitem__(slice(0, w[0]), 9)),
    )


def test_trim_zeros():
    for row in ([0, 0, 1, 2, 0], [0, 0], [1], [], [1, 0, 2]):
        for trim in ("fb", "f", "b"):
            assert_same(cp.trim_zeros(cp.array(row, int), trim), np.trim_zeros(np.array(row, int), trim))


def test_broadcasting():
    a, b, c = np.arange(3), np.arange(4).reshape(4, 1), np.array(7)
    assert_same(cp.broadcast_arrays(cp.asarray(a), cp.asarray(b), cp.asarray(c)), np.broadcast_arrays(a, b, c))
    for x, y in ((a, b), (b, c)):
        assert_same(cp.asarray(x) + cp.asarray(y), x + y)


@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=4, max_side=4))
def test_random_broadcasting(shapes):
    hosts = [np.arange(int(np.prod(s)), dtype=float).reshape(s) for s in shapes.input_shapes]
    a, b, c = map(cp.asarray, hosts)
    assert_same(a + b * c, hosts[0] + hosts[1] * hosts[2])
    assert_same(cp.where(a > 2, b, c), np.where(hosts[0] > 2, hosts[1], hosts[2]))
    assert cp.broadcast(a, b, c).shape == shapes.result_shape
    assert_same(cp.broadcast_arrays(a, b, c), np.broadcast_arrays(*hosts))


@given(st.data())
def test_random_views(data):
    """A chain of views and copies stays with NumPy's, strides included."""
    host = np.arange(120).reshape(2, 3, 4, 5)
    a = cp.asarray(host)
    for _ in range(data.draw(st.integers(1, 5))):
        n = host.ndim
        step = data.draw(st.sampled_from(["transpose", "flip", "slice", "reshape", "expand", "copy", "roll"]))
        if step == "transpose":
            order = data.draw(st.permutations(range(n)))
            a, host = a.transpose(order), host.transpose(order)
        elif step == "flip":
            axis = data.draw(st.integers(0, n - 1))
            a, host = cp.flip(a, axis), np.flip(host, axis)
        elif step == "slice":
            key = data.draw(hnp.basic_indices(host.shape, allow_newaxis=False, allow_ellipsis=False, min_dims=1))
            if isinstance(host[key], np.ndarray) and host[key].ndim:
                a, host = a[key], host[key]
        elif step == "reshape":
            order = data.draw(st.sampled_from("CFA"))
            a, host = a.reshape(-1, order=order), host.reshape(-1, order=order)
        elif step == "expand":
            a, host = a[:, None], host[:, None]
        elif step == "copy":
            order = data.draw(st.sampled_from("CFAK"))
            a, host = a.copy(order), host.copy(order)
        else:
            a, host = cp.roll(a, 3), np.roll(host, 3)
        assert_same(a, host)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_clip_and_round(dtype):
    host = sample((4, 6), dtype)
    if dtype.kind != "c":
        for low, high in ((1, 50), (None, 20), (3, None), (50, 1)):
            if dtype.kind != "b":
                check(lambda xp, a: xp.clip(a, low, high), host)
                check(lambda xp, a: a.clip(low, high), host)
        check(lambda xp, a, b: xp.clip(a, b, None), host, sample((4, 6), dtype, 4))
    if dtype.kind != "b":
        for decimals in (0, 1, -1, 3):
            check(
                lambda xp, a: xp.round(a, decimals), host, rtol={"e": 1e-3, "f": 1e-6, "F": 1e-6}.get(dtype.char, 1e-14)
            )
            check(
                lambda xp, a: xp.around(a, decimals),
                host,
                rtol={"e": 1e-3, "f": 1e-6, "F": 1e-6}.get(dtype.char, 1e-14),
            )
    check(lambda xp, a: a.conj(), host)
    check(lambda xp, a: xp.real(a), host, strides=False)
    check(lambda xp, a: xp.imag(a), host, strides=False)
    check(lambda xp, a: xp.isreal(a), host, strides=False)
    check(lambda xp, a: xp.iscomplex(a), host, strides=False)
    out = cp.empty((4, 6), dtype)
    if dtype.kind not in "bc":
        assert cp.clip(cp.asarray(host), 1, 3, out=out) is out


@pytest.mark.parametrize("dtype", "bBhHiIlL")
def test_round_at_the_ends_of_integers(dtype):
    """As NumPy's where the result fits the dtype; beyond, it saturates (8 and 16 bits wrap around, as NumPy's do)."""
    info = np.iinfo(dtype)
    ends = (
        [info.min + k for k in range(120)] + [info.max - k for k in range(120)] + [info.max // 2 + k for k in range(9)]
    )
    host = np.array(ends, dtype)
    for decimals in (-1, -2, -3, -5, -9, -19, -20):
        scale = 10.0**-decimals
        rounded = np.rint(host / scale) * scale
        with np.errstate(invalid="ignore"):
            expected = np.round(host, decimals)
        if info.bits > 16:
            over = rounded >= float(info.max) + (info.bits == 32)
            under = rounded < float(info.min)
            expected = np.where(over, info.max, np.where(under, info.min, expected)).astype(dtype)
        for result in (cp.around(cp.asarray(host), decimals), cp.asarray(host).round(decimals)):
            assert_same(result, expected)


@pytest.mark.parametrize("dtype", FLOATS + [np.dtype("F"), np.dtype("D")], ids=str)
def test_closeness(dtype):
    x = np.array([1, 2, np.nan, np.inf, -np.inf, 0, 1e-9], dtype)
    y = np.array([1 + 1e-6, 2.1, np.nan, np.inf, np.inf, 1e-9, 0], dtype)
    a, b = cp.asarray(x), cp.asarray(y)
    for equal_nan in (False, True):
        assert_same(cp.isclose(a, b, equal_nan=equal_nan), np.isclose(x, y, equal_nan=equal_nan))
        assert bool(cp.allclose(a[:1], b[:1], equal_nan=equal_nan)) == np.allclose(x[:1], y[:1], equal_nan=equal_nan)
        for p, q in ((x, x), (x, y), (x, x[:2])):
            assert bool(cp.array_equal(cp.asarray(p), cp.asarray(q), equal_nan=equal_nan)) == np.array_equal(
                p, q, equal_nan=equal_nan
            )
    assert bool(cp.array_equiv(cp.ones(3), cp.ones((2, 3)))) and not bool(cp.array_equiv(cp.ones(3), cp.ones(2)))
    assert_same(cp.nan_to_num(a), np.nan_to_num(x))
    assert_same(cp.nan_to_num(a, nan=7, posinf=8, neginf=9), np.nan_to_num(x, nan=7, posinf=8, neginf=9))
    c = a.copy()
    assert cp.nan_to_num(c, copy=False) is c
    assert_same(cp.angle(a[:2]), np.angle(x[:2]), rtol=1e-6)
    assert_same(cp.real_if_close(a[:2]), np.real_if_close(x[:2]))
    if dtype.kind == "f":
        assert_same(cp.isposinf(a), np.isposinf(x))
        assert_same(cp.isneginf(a), np.isneginf(x))


def test_copyto():
    for layout, host in layouts(np.zeros((3, 4))):
        host = host.copy("K")
        a = to_device(host)
        for f in (
            lambda xp, x: xp.copyto(x, 5),
            lambda xp, x: xp.copyto(x, xp.arange(4)),
            lambda xp, x: xp.copyto(x, xp.arange(3)[:, None], where=xp.asarray([True, False, True, False])),
            lambda xp, x: xp.copyto(x[::-1], x),
        ):
            f(np, host)
            f(cp, a)
            assert_same(a, host)


def test_over_functions():
    host = sample((3, 4, 2), "d")
    a = cp.asarray(host)
    assert_same(cp.apply_along_axis(lambda x: x * 2, 1, a), np.apply_along_axis(lambda x: x * 2, 1, host))
    assert_same(
        cp.apply_along_axis(lambda x: x.sum(), 0, a), np.apply_along_axis(lambda x: x.sum(), 0, host), rtol=1e-14
    )
    assert_same(cp.apply_over_axes(cp.sum, a, [0, 2]), np.apply_over_axes(np.sum, host, [0, 2]), rtol=1e-14)
    assert_same(
        cp.piecewise(a, [a < 0, a >= 50], [-1, lambda x: x * 2, 7]),
        np.piecewise(host, [host < 0, host >= 50], [-1, lambda x: x * 2, 7]),
    )


def test_strides():
    a, host = cp.arange(10), np.arange(10)
    assert_same(
        cp.lib.stride_tricks.as_strided(a, (3, 4), (16, 8)), np.lib.stride_tricks.as_strided(host, (3, 4), (16, 8))
    )
    assert_same(cp.lib.stride_tricks.sliding_window_view(a, 3), np.lib.stride_tricks.sliding_window_view(host, 3))
    assert_same(
        cp.lib.stride_tricks.sliding_window_view(a.reshape(2, 5), 2, 1),
        np.lib.stride_tricks.sliding_window_view(host.reshape(2, 5), 2, 1),
    )
    assert_same_error(lambda xp: xp.lib.stride_tricks.sliding_window_view(xp.zeros(3), 5))


def test_large():
    n = 2**20 + 3
    host = sample(n, "f")
    a = cp.asarray(host)
    assert_same(cp.concatenate([a, a[::-1], a[::2]]), np.concatenate([host, host[::-1], host[::2]]))
    assert_same(cp.roll(a, 12345), np.roll(host, 12345))
    assert_same(cp.tile(a[:1000], 1100), np.tile(host[:1000], 1100))
    assert_same(cp.repeat(a, 2), np.repeat(host, 2))
    assert_same(cp.asarray(host[: 2**20].reshape(1024, 1024)).T.copy(), host[: 2**20].reshape(1024, 1024).T.copy())
    assert_same(cp.stack([a, a + 1], 1), np.stack([host, host + 1], 1))


def test_block():
    a, b = np.ones((2, 2)), np.arange(4).reshape(2, 2)
    for blocks in (
        [[a, b], [b, a]],
        [a, b],
        [[1, 2], [3, 4]],
        [[a], [b]],
        a,
        5,
        [[[1]]],
        [[np.eye(2), np.zeros((2, 3))], [np.ones((3, 2)), 3 * np.eye(3)]],
    ):

        def moved(part):
            return (
                list(map(moved, part))
                if isinstance(part, list)
                else cp.asarray(part)
                if isinstance(part, np.ndarray)
                else part
            )

        assert_same(cp.block(moved(blocks)), np.block(blocks))
    for bad in ([[1, 2], 3], [], [[]], [[a, b], [b]]):
        with pytest.raises(ValueError):
            cp.block([list(map(cp.asarray, row)) if isinstance(row, list) else row for row in bad])


def test_piecewise_hands_arguments_on():
    host = np.arange(-3.0, 4)
    assert_same(
        cp.piecewise(cp.asarray(host), [cp.asarray(host) < 0], [lambda x, k, by=1: x * k + by, 5], 3, by=2),
        np.piecewise(host, [host < 0], [lambda x, k, by=1: x * k + by, 5], 3, by=2),
    )


def test_one_condition_of_piecewise_needs_no_list():
    for x, conditions, functions in [
        ([0, 0], [True, False], [1]),
        ([1, 2], [False, True], [lambda x: -x, 7]),
        ([[1, 2], [3, 4]], [[True, False], [False, True]], [5, 6]),
        (3, [False, True], [4, 2]),
    ]:
        assert_same(
            cp.piecewise(cp.array(x), cp.array(conditions), functions),
            np.piecewise(np.array(x), np.array(conditions), functions),
        )


@pytest.mark.parametrize("length", [10, 40])
def test_places_of_delete_and_insert(length):
    """Few places and many, stretches, steps, masks; in both orders."""
    every = np.arange(length)
    slices = [(None,), (2, 5), (5, 2), (None, None, -1), (7, 2, -1), (None, None, 3), (8, 1, -2), (3, 100), (-3, None)]
    places = [0, -1, [1, 2], [0, 0, -1], [], list(range(0, length, 2)), every, every % 2 == 0]
    for order in "CF":
        host = np.arange(2 * length).reshape(2, length).copy(order)
        a, values = to_device(host), np.array([[5], [6]])
        for place in places + [slice(*s) for s in slices]:
            ours = cp.asarray(place) if isinstance(place, np.ndarray) else place
            result, expected = cp.delete(a, ours, 1), np.delete(host, place, 1)
            assert_same(result, expected)
            assert result.size == 0 or result.flags.f_contiguous == host.flags.f_contiguous
            assert_same(cp.delete(a[0], ours), np.delete(host[0], place))
            assert_same(cp.insert(a, ours, cp.asarray(values), 1), np.insert(host, place, values, 1))
    for bad in (length, [length], [-length - 1] * 20, slice(None, None, 0), every[1:] > 2):
        assert_same_error(lambda xp: xp.delete(xp.arange(length), bad))
    assert_same(cp.delete(cp.zeros((length, 0)), [1, 2], 0), np.delete(np.zeros((length, 0)), [1, 2], 0))


@pytest.mark.parametrize("counts", [[1, 0, 2], [0, 0, 0], [3], [5000, 1, 70000]])
@pytest.mark.parametrize("dtype", ["i1", "u4", "i8", "?"])
def test_repeat_by_an_array_of_counts(counts, dtype):
    host, times = np.arange(12.0).reshape(4, 3), np.array(counts).astype(dtype)
    if times.astype("i8").min() < 0:
        times = abs(times.astype("i8")).astype("i8")
    assert_same(cp.repeat(cp.array(host), cp.array(times), 1), np.repeat(host, times, 1))
    assert_same(cp.repeat(cp.array(host[0]), cp.array(times)), np.repeat(host[0], times))


def test_repeat_by_wrong_counts():
    for counts in (np.array([1, -1, 2]), np.array([1, 2]), np.array([-1]), np.ones((1, 3), int), np.ones(3)):
        with pytest.raises((ValueError, TypeError)) as ours:
            cp.repeat(cp.arange(3), cp.array(counts))
        with pytest.raises(type(ours.value)):
            np.repeat(np.arange(3), counts)
    assert_same(cp.repeat(cp.zeros(0), cp.zeros(0, int)), np.repeat(np.zeros(0), np.zeros(0, int)))


@pytest.mark.parametrize("name", ["split", "array_split", "hsplit"])
@pytest.mark.parametrize("points", [[2, 4], [], [3], [-2], [0, 9]])
@pytest.mark.parametrize("module", [np, cp])
def test_split_at_arrays(name, points, module):
    host = np.arange(6)
    where = module.asarray(points, dtype=int)
    assert_same(getattr(cp, name)(cp.asarray(host), where), getattr(np, name)(host, points))
    assert_same(cp.split(cp.asarray(host), module.asarray(2)), np.split(host, 2))
    with pytest.raises(TypeError):
        cp.split(cp.asarray(host), module.asarray([0.5]))


@pytest.mark.parametrize("module", [np, cp])
@pytest.mark.parametrize(
    "shift, axis", [(2, None), (2, 1), ([1, -1], (0, 1)), ([1, 2], 0), (1, (0, 1)), ([1, 2], None)]
)
def test_roll_by_arrays(module, shift, axis):
    host = np.arange(6).reshape(2, 3)
    expected = np.roll(host, shift, axis)
    assert_same(cp.roll(cp.asarray(host), module.asarray(shift), axis), expected)
    if axis is not None:
        assert_same(cp.roll(cp.asarray(host), shift, module.asarray(axis)), expected)


def test_padding_that_the_dtype_does_not_hold():
    """What is said for all axes at once wraps, as NumPy makes an array of it; what is said axis by axis are Python's
    numbers."""
    for value in (-3, [-3], [-3, -4], [[-3, -4]], 300.5, 2**40, np.int8(-3), [[-3], [-4]], [[-3, -4], [-5, -6]], 2**70):
        for shape in ((0,), (2, 2)):
            call = lambda xp: xp.pad(xp.zeros(shape, "u1"), 1, constant_values=value)  # noqa: E731
            assert_same_outcome(call)


def test_questions_about_shared_memory():
    """CuPy's words for how much work an answer may take, beside NumPy's numbers."""
    a = cp.arange(8)
    even, odd = a[::2], a[1::2]
    assert cp.shares_memory(even, odd, "MAY_SHARE_BOUNDS") and not cp.shares_memory(even, odd, "MAY_SHARE_EXACT")
    assert cp.may_share_memory(even, odd, "MAY_SHARE_BOUNDS") and not cp.may_share_memory(even, odd, "MAY_SHARE_EXACT")
    assert not cp.shares_memory(a[:4], a[4:], "MAY_SHARE_BOUNDS") and cp.shares_memory(a, even, max_work=-1)
    for wrong in ("MAY_SHARE", "", 1.5, [1]):
        for function in ("shares_memory", "may_share_memory"):
            assert_same_error(lambda xp: getattr(xp, function)(xp.arange(3), xp.arange(3), wrong))


@pytest.mark.parametrize("width", [[], (), [[]], "a", None, 1.5, [1.0, 2], [[1, 2], [3, 4]], -1])
def test_widths_that_are_none(width):
    assert_same_error(lambda xp: xp.pad(xp.arange(3), width))


@pytest.mark.parametrize("seed", range(8))
def test_roll_of_random_arrays(seed):
    rng = np.random.default_rng(seed)
    for _ in range(60):
        ndim = int(rng.integers(1, 6))
        shape = tuple(int(n) for n in rng.choice([0, 1, 2, 3, 5, 8, 17, 64, 130], ndim))
        if np.prod(shape) > 100_000:
            continue
        a = rng.integers(0, 100, shape).astype(rng.choice(["?", "i1", "i2", "f2", "f4", "f8", "c8", "c16"]))
        a = [a, np.asfortranarray(a), a.transpose(rng.permutation(ndim)), a[::-1], a[..., ::2]][rng.integers(5)]
        count = int(rng.integers(1, ndim + 1))
        axes = tuple(int(axis) for axis in rng.integers(-ndim, ndim, count))
        shifts = tuple(int(shift) for shift in rng.integers(-200, 200, count))
        for shift, axis in ((shifts, axes), (shifts[0], None), (shifts[0], axes)):
            found, expected = cp.roll(cp.asarray(a), shift, axis), np.roll(a, shift, axis)
            assert found.dtype == expected.dtype and cp.asnumpy(found).tobytes() == expected.tobytes(), (a.shape, axis)
