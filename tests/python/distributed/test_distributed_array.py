"""Arrays that are divided over devices, beside NumPy, on three simulated devices (or on three GPUs)."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import cuprum as cp
from cuprumx.distributed.array import (
    MAX,
    MIN,
    PROD,
    REPLICA,
    SUM,
    DistributedArray,
    distributed_array,
    make_2d_index_map,
    matmul,
    reset_traffic,
    traffic,
)

SIMULATED = cp.backend() == "cpu" and cp.cuda.runtime.getDeviceCount() < 3


@pytest.mark.skipif(not SIMULATED, reason="this process has three devices")
@pytest.mark.parametrize("devices", ["3", "8"])
def test_on_simulated_devices(devices):
    if cp.backend() != "cpu":
        pytest.skip("needs three GPUs")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__], text=True,
        capture_output=True, env=os.environ | {"CUPRUM_CPU_DEVICES": devices}, cwd=pathlib.Path(__file__).parent,
    )  # fmt: skip
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout[-4000:]


several = pytest.mark.skipif(cp.cuda.runtime.getDeviceCount() < 3, reason="needs three devices")
MAPS = {
    "rows": {0: slice(0, 4), 1: slice(4, 8)},
    "two boxes": {0: [slice(0, 3), slice(6, 8)], 2: (slice(3, 6),)},
    "steps": {0: (slice(None), slice(0, 6, 2)), 1: (slice(None), slice(1, 6, 2))},
    "overlap": {0: slice(0, 5), 1: slice(3, 8)},
    "one": {1: slice(None)},
    "copies": {0: slice(None), 1: slice(None), 2: slice(None)},
    "thirds": {
        0: (slice(0, 8, 3),),
        1: (slice(1, 8, 3), slice(0, 6, 2)),
        2: [slice(2, 8, 3), (slice(1, 8, 3), slice(1, 6, 2))],
    },
}
HOST = np.random.default_rng(0).random((8, 6))
maps = pytest.mark.parametrize("index_map", MAPS.values(), ids=list(MAPS))


@several
@maps
def test_divide_and_gather(index_map):
    for host in (HOST, HOST.T.copy().T, HOST[::-1, ::-1], HOST.astype("c8"), HOST > 0.5):
        a = distributed_array(cp.asarray(host), index_map)
        assert a.shape == (8, 6) and a.dtype == host.dtype and a.mode == "replica" and a.ndim == 2 and a.size == 48
        np.testing.assert_array_equal(a.get(), host)
        np.testing.assert_array_equal(a.gather().get(), host)
    for device, chunks in a.all_chunks().items():
        assert [chunk.device.id for chunk in chunks] == [device] * len(chunks)
        for chunk, box in zip(chunks, a.index_map[device], strict=True):
            np.testing.assert_array_equal(chunk.get(), host[box])
    out = np.empty((8, 6), host.dtype)
    assert a.get(out=out) is out and (out == host).all()


@several
@maps
def test_modes(index_map):
    a = distributed_array(HOST, index_map)
    for mode in (SUM, PROD, MIN, MAX):
        b = a.change_mode(mode)
        assert b.mode == mode.name
        np.testing.assert_array_equal(b.get(), HOST)
        np.testing.assert_array_equal(b.change_mode(REPLICA).get(), HOST)
        np.testing.assert_array_equal(b.change_mode(SUM).reshard(MAPS["rows"]).get(), HOST)
    for dtype in ("i1", "u2", "i8", "f2", "?"):
        whole = (HOST * 100).astype(dtype)
        for mode in ("min", "max"):
            b = distributed_array(whole, index_map, mode)
            np.testing.assert_array_equal(b.get(), whole)
    # In a mode the element is what its chunks give together.
    both = DistributedArray((2,), "f8", {0: [(slice(None), ones(0))], 1: [(slice(None), ones(1))]}, SUM)
    np.testing.assert_array_equal(both.get(), [2, 2])
    np.testing.assert_array_equal((both + 1).get(), [3, 3])


def ones(device):
    with cp.cuda.Device(device):
        return cp.ones(2)


@several
@maps
@pytest.mark.parametrize("other", MAPS.values(), ids=list(MAPS))
def test_elementwise_and_reshard(index_map, other):
    a, b = distributed_array(HOST, index_map), distributed_array(HOST * 2, other)
    np.testing.assert_array_equal(a.reshard(other).get(), HOST)
    np.testing.assert_array_equal((a + b).get(), HOST + HOST * 2)
    np.testing.assert_array_equal((a < b).get(), HOST < HOST * 2)
    np.testing.assert_array_equal((1 - a * 2).get(), 1 - HOST * 2)
    np.testing.assert_allclose(cp.sin(a).get(), np.sin(HOST), rtol=1e-7)
    np.testing.assert_allclose(np.sin(a).get(), np.sin(HOST), rtol=1e-7)
    assert (a + b).index_map == a.index_map
    row = distributed_array(HOST[0], {0: slice(0, 2), 1: slice(2, 6)})
    column = distributed_array(HOST[:, :1], {0: slice(0, 3), 2: slice(3, 8)})
    np.testing.assert_array_equal((a + row).get(), HOST + HOST[0])
    np.testing.assert_array_equal((row + a).get(), HOST + HOST[0])
    np.testing.assert_array_equal((row * column).get(), HOST[0] * HOST[:, :1])
    a += b
    np.testing.assert_array_equal(a.get(), HOST + HOST * 2)
    floor, rest = np.divmod(a, 0.5)
    np.testing.assert_allclose((floor * 0.5 + rest).get(), HOST * 3)


@several
@maps
@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axis", [0, 1, -1, None])
def test_reductions(index_map, axis, keepdims):
    for host in (HOST, (HOST * 10).astype("i4")):
        a = distributed_array(host, index_map)
        for name in ("sum", "prod", "min", "max"):
            found = getattr(a, name)(axis=axis, keepdims=keepdims)
            expected = getattr(host, name)(axis=axis, keepdims=keepdims)
            assert found.mode == name and found.dtype == expected.dtype and found.shape == expected.shape
            np.testing.assert_allclose(found.get(), expected, rtol=1e-12)
    np.testing.assert_allclose(distributed_array(HOST, index_map).mean(axis).get(), HOST.mean(axis))


@several
@maps
def test_slices(index_map):
    a = distributed_array(HOST, index_map)
    for index in (np.s_[1:7:2, 2:], np.s_[5:], np.s_[..., 1], np.s_[:, :0], np.s_[2:3]):
        if isinstance(index, tuple) and index[-1] == 1:
            with pytest.raises(IndexError, match="slices"):
                a[index]
            continue
        np.testing.assert_array_equal(a[index].get(), HOST[index])


@several
@maps
@pytest.mark.parametrize(
    "other",
    [
        {0: slice(0, 3), 1: slice(3, 6)},
        {2: slice(None)},
        {0: (slice(0, 6), slice(0, 2)), 1: (slice(0, 6), slice(2, 5))},
        {0: slice(0, 4), 1: slice(2, 6)},
    ],
)
def test_products(index_map, other):
    right = np.random.default_rng(1).random((6, 5))
    right[0, 0] = np.inf  # times a zero that stands for nothing would be NaN
    a, b = distributed_array(HOST, index_map), distributed_array(right, other)
    product = a @ b
    assert product.mode == "sum" and product.shape == (8, 5)
    np.testing.assert_allclose(product.get(), HOST @ right)


@several
def test_products_of_blocks():
    right = np.random.default_rng(1).random((6, 5))
    a = distributed_array(HOST, make_2d_index_map([0, 4, 8], [0, 3, 6], [[{0}, {1}], [{2}, {0, 1}]]))
    b = distributed_array(right, make_2d_index_map([0, 3, 6], [0, 2, 5], [[{0, 2}, {0, 2}], [{0, 1}, {0, 1}]]))
    np.testing.assert_allclose(matmul(a, b).get(), HOST @ right)
    assert set(matmul(a, b).devices) == {0, 1, 2}
    stack = np.random.default_rng(2).random((4, 3, 3))
    c = distributed_array(stack, {0: slice(0, 2), 1: slice(2, 4)})
    np.testing.assert_allclose((c @ c).get(), stack @ stack)


@several
def test_a_block_of_several_devices_is_multiplied_where_its_partners_are():
    """Devices 1 and 2 share a block of `a`, and each has half of the columns of its partner: nothing is copied."""
    a = distributed_array(cp.arange(6).reshape(2, 3), make_2d_index_map([0, 2], [0, 1, 3], [[{0}, {1, 2}]]))
    blocks = make_2d_index_map([0, 1, 3], [0, 2, 4], [[{0}, {0}], [{1}, {2}]])
    b = distributed_array(cp.arange(12).reshape(3, 4), blocks)
    reset_traffic()
    c = a @ b
    assert traffic() == (0, 0) and c.mode == "sum" and c.devices == (0, 1, 2)
    expected = np.arange(6).reshape(2, 3) @ np.arange(12).reshape(3, 4)
    np.testing.assert_array_equal(c.get(), expected)
    np.testing.assert_array_equal(c.all_chunks()[2][0].get(), [[26, 29], [74, 83]])
    # Blocks that all devices have are shared out, too.
    halves = {device: [slice(0, 4), slice(4, 8)] for device in (0, 1)}
    x, y = distributed_array(HOST, halves), distributed_array(HOST.T, {0: slice(None), 1: slice(None)})
    reset_traffic()
    product = x @ y
    assert traffic() == (0, 0) and [len(chunks) for chunks in product.all_chunks().values()] == [1, 1]
    np.testing.assert_allclose(product.get(), HOST @ HOST.T)


def test_repr():
    a = distributed_array(cp.arange(6).reshape(2, 3), {0: slice(None)})
    shown = "DistributedArray([[0, 1, 2],\n                  [3, 4, 5]], dtype=int64, mode='replica', devices=[0])"
    assert repr(a) == shown and str(a.sum(axis=0)) == "[3 5 7]"
    large = distributed_array(cp.zeros(2000), {0: slice(None)})
    assert repr(large) == str(large) == "DistributedArray(shape=(2000,), dtype=float64, mode='replica', devices=[0])"


def test_index_map_of_a_matrix():
    found = make_2d_index_map([0, 2, 5], [0, 3], [[{0}], [{0, 1}]])
    assert found == {0: [np.s_[0:2:1, 0:3:1], np.s_[2:5:1, 0:3:1]], 1: [np.s_[2:5:1, 0:3:1]]}
    for wrong in (([1, 2], [0, 3], [[{0}]]), ([0, 2, 2], [0, 3], [[{0}], [{0}]]), ([0, 2], [0, 3], [[{0}], [{1}]])):
        with pytest.raises(ValueError):
            make_2d_index_map(*wrong)


def test_small_and_empty():
    empty = distributed_array(np.zeros((0, 3)), {0: slice(None)})
    assert empty.get().shape == (0, 3) and empty.sum().get() == 0 and (empty + 1).get().shape == (0, 3)
    with pytest.raises(ValueError, match="zero-size"):
        empty.max()
    number = distributed_array(np.array(3.0), {0: ()})
    assert number.get() == 3 and (number * 2).get() == 6


def test_errors():
    a = distributed_array(HOST, {0: slice(None)})
    with pytest.raises(IndexError, match="too many"):
        distributed_array(HOST, {0: (slice(None),) * 3})
    with pytest.raises(IndexError, match="out of bounds"):
        distributed_array(HOST, {0: 8})
    with pytest.raises(ValueError, match="positive steps"):
        distributed_array(HOST, {0: slice(None, None, -1)})
    with pytest.raises(ValueError, match="mode"):
        a.change_mode("median")
    with pytest.raises(RuntimeError, match="divide it first"):
        a + cp.ones(6)
    with pytest.raises(ValueError, match="columns"):
        a @ a
    with pytest.raises(TypeError, match="get"):
        np.asarray(a)
    with pytest.raises(RuntimeError, match="reduce"):
        np.add.reduce(a)


def test_no_iteration():
    """A loop over an array whose indices are refused ended at once, without a word."""
    divided = distributed_array(cp.arange(6), {0: slice(0, 6)})
    for use in (iter, list, tuple, lambda a: 3 in a, lambda a: [*a]):
        with pytest.raises(TypeError, match="not iterable"):
            use(divided)
    assert (cp.asnumpy(divided) == np.arange(6)).all()
