"""Where elements lie in what creates, copies, converts and joins arrays: as in NumPy, for every order asked for and
every layout given; and what is a view of what."""

import itertools

import numpy as np
import pytest

import cuprum as cp
import cuprumx
from common import assert_same, assert_same_strides

SHAPES = [(2, 3, 4), (3, 1, 2), (4, 3), (5,), (1, 1), (0, 3), (2, 0, 3), ()]


def layouts_of(shape):
    """Arrays of a shape whose axes lie in different ways, by name."""
    count = int(np.prod(shape))
    plain = np.arange(count, dtype="f4").reshape(shape)
    yield "C", plain
    yield "F", np.asfortranarray(plain)
    if len(shape) > 1:
        yield "reversed axes", np.ascontiguousarray(plain.T).T
        yield "rolled axes", np.moveaxis(np.ascontiguousarray(np.moveaxis(plain, 0, -1)), -1, 0)
    if count:
        yield "strided", np.repeat(plain[..., None], 2, -1)[..., 0]
        yield "backwards", plain[(slice(None, None, -1),) * len(shape)][...]
        yield "broadcast", np.broadcast_to(plain.ravel()[0], shape)


CASES = [pytest.param(host, id=f"{shape}-{name}") for shape in SHAPES for name, host in layouts_of(shape)]
ORDERS = ["C", "F", "A", "K"]


def device_of(host):
    """The same array with the same strides."""
    base = cp.empty(0, host.dtype)
    if host.size:
        low = sum((n - 1) * s for n, s in zip(host.shape, host.strides) if s < 0)
        high = sum((n - 1) * s for n, s in zip(host.shape, host.strides) if s > 0) + host.itemsize
        memory = cp.zeros(high - low, "u1")
        base = cp.ndarray(host.shape, host.dtype, memory.data + (-low), host.strides)
        if 0 in host.strides:
            base[(0,) * host.ndim] = host.ravel()[0]
        else:
            base[...] = cp.asarray(host)
        return base
    return cp.empty(host.shape, host.dtype, order="F" if host.flags.fnc else "C")


def compare(call, host, values=True):
    """Values, dtype, shape and strides of what NumPy and we make of one layout."""
    theirs, ours = call(np, host), call(cp, device_of(host))
    if values:
        assert_same(ours, theirs)
    assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
    if theirs.size:
        assert_same_strides(ours, theirs)
    for flag in "c_contiguous", "f_contiguous":
        assert getattr(ours.flags, flag) == getattr(theirs.flags, flag), flag


@pytest.mark.parametrize("host", CASES)
@pytest.mark.parametrize("order", ORDERS)
def test_copies_and_conversions(host, order):
    for dtype in ("f4", "f8", "i2"):
        if order != "A" or dtype == "f4":  # of a cast NumPy's "A" is its "K"; docs/cupy.md
            compare(lambda xp, a: xp.array(a, dtype, order=order), host)
            compare(lambda xp, a: xp.asarray(a, dtype, order=order), host)
        compare(lambda xp, a: a.astype(dtype, order=order), host)
        compare(lambda xp, a: a.astype(dtype, order=order, copy=False), host)
        compare(lambda xp, a: xp.empty_like(a, dtype, order=order), host, values=False)
        compare(lambda xp, a: xp.full_like(a, 3, dtype, order=order), host)
    compare(lambda xp, a: a.copy(order), host)
    compare(lambda xp, a: xp.copy(a, order), host)
    compare(lambda xp, a: a.flatten(order), host)
    compare(lambda xp, a: xp.zeros_like(a, order=order, shape=(2, 3, 2)[: max(a.ndim, 1)]), host)
    if order in "CF":
        compare(lambda xp, a: xp.ascontiguousarray(a) if order == "C" else xp.asfortranarray(a), host)
        compare(lambda xp, a: xp.require(a, requirements=[order]), host)


@pytest.mark.parametrize("host", CASES)
@pytest.mark.parametrize("order", ["C", "F", "A"])
def test_reshapes(host, order):
    count = host.size
    for shape in {(count,), (1, count), (count, 1), host.shape[::-1]}:
        compare(lambda xp, a: a.reshape(shape, order=order), host)
        compare(lambda xp, a: xp.reshape(a, shape, order=order), host)
    compare(lambda xp, a: a.ravel(order), host)


@pytest.mark.parametrize("host", [case for case in CASES if case.values[0].ndim])
def test_joins_of_arrays(host):
    # What NumPy makes of broadcast arrays has the order of strides of 0, of which there is no right one.
    if 0 in host.strides and host.size:
        return
    compare(lambda xp, a: xp.concatenate([a, a]), host)
    compare(lambda xp, a: xp.concatenate([a, a], axis=-1, dtype="f8"), host)
    compare(lambda xp, a: xp.stack([a, a]), host)
    compare(lambda xp, a: xp.stack([a, a], axis=-1), host)
    compare(lambda xp, a: xp.vstack([a, a]), host)
    compare(lambda xp, a: xp.hstack([a, a]), host)


@pytest.mark.parametrize("host", CASES)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("dtype", [None, "f8"])
def test_lists_of_arrays(host, order, dtype):
    """They are in C order as lists of numbers are, unless Fortran's is asked for."""
    expected = "F" if order == "F" else "C"
    theirs = np.stack([host, host]).astype(dtype or host.dtype, order=expected)
    for make in (cp.array, cp.asarray):
        ours = make([device_of(host), device_of(host)], dtype, order=order)
        assert_same(ours, theirs)
        if theirs.size:
            assert_same_strides(ours, theirs)
        assert ours.flags.c_contiguous == theirs.flags.c_contiguous
    nested = cp.array([[device_of(host)], (device_of(host),)], order=order)
    assert getattr(nested.flags, f"{expected}_contiguous".lower())


@pytest.mark.parametrize("host", CASES)
@pytest.mark.parametrize("order", ORDERS)
def test_page_locked_arrays(host, order):
    for dtype, shape in itertools.product((None, "i2"), (None, host.shape[::-1], (2,) * host.ndim)):
        theirs = np.empty_like(host, dtype, order, shape=shape)
        for a in (host, device_of(host)):
            for make in (cuprumx.empty_like_pinned, cuprumx.zeros_like_pinned):
                ours = make(a, dtype, order, shape=shape)
                assert type(ours) is np.ndarray and ours.flags.writeable
                assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
                assert ours.strides == theirs.strides or not theirs.size
            assert not ours.any()
    if order in "CF":
        for make in (cuprumx.empty_pinned, cuprumx.zeros_pinned):
            ours = make(host.shape, "f4", order)
            theirs = np.empty(host.shape, "f4", order)
            assert (ours.strides == theirs.strides or not theirs.size) and ours.flags.writeable


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0, 3), (2, 3)])
def test_copies_have_no_base(shape):
    """One without elements has no memory by which it could be told from a view."""
    a = cp.zeros(shape)
    copies = [
        a.copy(), a.copy("F"), a.copy("K"), cp.copy(a), a.astype(a.dtype), a.astype("f4"), a.flatten(), cp.array(a),
        a + 0, cp.array(a, order="F"), cp.sort(a), a[a == 0], cp.concatenate([a, a]),
    ]  # fmt: skip
    for copy in copies:
        assert copy.base is None and copy.flags.owndata and not cp.shares_memory(a, copy)
    for view in (a[...], a.T, a.view(), a.reshape(-1)):
        assert view.base is a
