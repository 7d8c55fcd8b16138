"""How results lie in memory: NumPy's order='K' of ufuncs, copies and flattened arrays."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, assert_same_layout, to_device


def strided(rng, shape, dtype="f8"):
    """An array that broadcasts to a shape: its axes permuted, padded, turned round, of length one or broadcast."""
    lengths = [n if rng.random() < 0.8 else 1 for n in shape]
    lengths = lengths[rng.integers(0, 2) if lengths else 0 :]
    order = rng.permutation(len(lengths))
    base = np.arange(np.prod([lengths[i] * 2 for i in order], dtype=int)).reshape([lengths[i] * 2 for i in order])
    base = base.astype(dtype)
    if rng.random() < 0.6:
        base = np.array(base[tuple(slice(0, lengths[i]) for i in order)], order="C")
    a = np.asarray(base[tuple(slice(0, lengths[i]) for i in order)]).transpose(tuple(np.argsort(order)))
    a = np.asarray(a[tuple(slice(None, None, -1 if rng.random() < 0.2 else 1) for _ in lengths)])
    return np.broadcast_to(a, shape) if rng.random() < 0.3 else a


def on_device(host):
    """The same bytes under the same strides."""
    if 0 in host.strides:
        shown = tuple(slice(0, 1) if step == 0 else slice(None) for step in host.strides)
        return cp.broadcast_to(to_device(host[shown]), host.shape)
    return to_device(host)


@pytest.mark.parametrize("seed", range(20))
def test_ufuncs_keep_the_order_of_their_operands(seed):
    rng = np.random.default_rng(seed)
    for _ in range(25):
        shape = tuple(rng.integers(1, 5, rng.integers(0, 5)))
        hosts = [strided(rng, shape) for _ in range(rng.integers(1, 4))]
        arrays = [on_device(h) for h in hosts]
        name = {1: "negative", 2: "add", 3: "clip"}[len(hosts)]
        assert_same_layout(getattr(cp, name)(*arrays), getattr(np, name)(*hosts))
        if len(hosts) == 2:
            for order in "CFA":
                assert_same_layout(cp.add(*arrays, order=order), np.add(*hosts, order=order))


@pytest.mark.parametrize("seed", range(10))
def test_copies_keep_the_order_of_strides(seed):
    rng = np.random.default_rng(100 + seed)
    for _ in range(25):
        shape = tuple(rng.integers(1, 5, rng.integers(0, 5)))
        host = strided(rng, shape)
        if rng.random() < 0.5:
            host = np.broadcast_to(host, shape)
        a = on_device(host)
        assert a.strides == host.strides or 1 in host.shape or 0 in host.strides
        for order in "CFAK":
            assert_same_layout(a.copy(order), host.copy(order))
            assert_same_layout(a.astype("f4", order=order), host.astype("f4", order=order))
            assert_same_layout(cp.zeros_like(a, order=order), np.zeros_like(host, order=order))
            assert_same(a.ravel(order), host.ravel(order))
            assert_same(a.flatten(order), host.flatten(order))
        assert_same_layout(cp.copy(a), np.copy(host))


def test_broadcast_arrays():
    columns = np.asfortranarray(np.arange(12.0).reshape(3, 4))
    for host in (np.broadcast_to(columns, (2, 3, 4)), np.broadcast_to(columns[:, :, None], (3, 4, 2)),
        np.broadcast_to(np.arange(3.0), (2, 3)), np.broadcast_to(5.0, (2, 3))):  # fmt: skip
        a = on_device(host)
        for order in "CFAK":
            assert_same(a.ravel(order), host.ravel(order))
            assert_same(a.flatten(order), host.flatten(order))
        assert_same_layout(a.copy("K"), host.copy("K"))
        assert_same_layout(a + 1, host + 1)


def test_strides_of_short_slices_are_numpys():
    """Those of axes of one element or none as well, though no step is taken."""
    host = np.zeros((4, 1, 3), "i2")
    for key in (np.s_[::-2, ::-1], np.s_[:, ::5, 1:2], np.s_[3:, :, ::-7], np.s_[::-1, 1:, 2:0:-1]):
        assert cp.asarray(host)[key].strides == host[key].strides
        assert_same(cp.asarray(host)[key] + 1, host[key] + 1)


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
def test_copies_of_rows_in_reverse_and_of_every_second_element(dtype):
    """Lengths around those of vector registers, at the very end of the memory."""
    host = np.arange(400).astype(dtype)
    a = to_device(host)
    for length in [*range(1, 70), 127, 128, 129, 400]:
        for part in (np.s_[length - 1 :: -1], np.s_[400 - length :: 2], np.s_[:length:2], np.s_[::-2], np.s_[1::3]):
            assert_same(a[part].copy(), host[part].copy())
            made = cp.zeros(800, dtype)
            made[: 2 * host[part].size : 2] = a[part]
            assert_same(made[: 2 * host[part].size : 2], host[part])
    rows = np.arange(70 * 9).reshape(9, 70).astype(dtype)
    b = to_device(rows)
    for part in (np.s_[:, ::-1], np.s_[::-1, ::2], np.s_[:, 65:1:-1], np.s_[::2, 1::2]):
        assert_same(b[part].copy(), rows[part].copy())
        assert_same(b[part] + b[part], rows[part] + rows[part])


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
def test_copies_of_transposed_matrices(dtype):
    for rows, columns in ((64, 64), (71, 53), (45, 130), (3, 999), (999, 3), (257, 33)):
        host = (np.arange(rows * columns) % 251).astype(dtype).reshape(rows, columns)
        a = to_device(host)
        assert_same(a.T.copy(), host.T.copy())
        assert_same(a[1:, 1:].T.copy(), host[1:, 1:].T.copy())
        assert_same(a.T + a.T, host.T + host.T)
