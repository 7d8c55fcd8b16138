"""Elements of one and two bytes, which a GPU computes and sums several at a time: exactly what they give one by one."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, to_device

OPERATIONS = ["add", "subtract", "multiply"]
SMALL = ["int8", "uint8", "int16", "uint16"]


def all_values(dtype):
    """Every value of an integer dtype, with the extremes first."""
    info = np.iinfo(dtype)
    return np.arange(info.min, info.max + 1).astype(dtype)


def same_halves(found, wanted):
    """Bit for bit, but for the bits of NaN."""
    found, nan = cp.asnumpy(found), np.isnan(wanted)
    assert found.dtype == wanted.dtype and (np.isnan(found) == nan).all()
    assert (found.view(np.uint16)[~nan] == wanted.view(np.uint16)[~nan]).all()


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_all_pairs_of_bytes(name, dtype):
    a, b = (x.ravel() for x in np.meshgrid(all_values(dtype), all_values(dtype)))
    assert_same(getattr(cp, name)(to_device(a), to_device(b)), getattr(np, name)(a, b))


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("dtype", ["int16", "uint16"])
def test_pairs_of_two_bytes(name, dtype):
    a = all_values(dtype)
    info = np.iinfo(dtype)
    edges = [info.min, info.min + 1, 1, 2, 3, 127, 128, 255, 256, 257, info.max // 2 + 1, info.max - 1, info.max]
    others = np.concatenate([np.array(edges).astype(dtype), np.random.default_rng(0).choice(a, 20)])
    x, y = (v.ravel() for v in np.meshgrid(a, others))
    assert_same(getattr(cp, name)(to_device(x), to_device(y)), getattr(np, name)(x, y))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", OPERATIONS)
def test_pairs_of_halves(name):
    a = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    edges = np.array([0, -0.0, 1, -1, 2**-24, -(2**-24), 2**-14, 1023 * 2**-24, 65504, -65504, 1 / 3, np.inf, -np.inf])
    others = np.concatenate([edges.astype(np.float16), np.random.default_rng(0).choice(a, 40)])
    x, y = (v.ravel() for v in np.meshgrid(a, others))
    same_halves(getattr(cp, name)(to_device(x), to_device(y)), getattr(np, name)(x, y))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", [*SMALL, "float16"])
@pytest.mark.parametrize("name", [*OPERATIONS, "negative", "square"])
def test_scalars_layouts_and_ends(name, dtype):
    host = np.random.default_rng(1).integers(0, 1 << 16, 40_003).astype(np.uint16).view(np.float16)
    if dtype != "float16":
        host = host.view(np.uint16).astype(dtype)
    numpys, ours = getattr(np, name), getattr(cp, name)
    check = same_halves if dtype == "float16" else assert_same
    device = to_device(host)
    unary = name in ("negative", "square")
    # Lengths around a vector and a block, and offsets that are no multiple of a vector.
    for part in [slice(n) for n in (1, 3, 15, 16, 17, 8191, 8192, 8193)] + [
        slice(1, None), slice(3, 30_000), slice(7, 7 + 16_384), slice(None, None, 2), slice(None, None, -1),
        slice(5, None, -3),
    ]:  # fmt: skip
        others = ([],) if unary else ([host[part][::-1]], [3], [host[1]])
        for other in others:
            theirs = [to_device(other[0]) if isinstance(other[0], np.ndarray) else other[0] for _ in other]
            check(ours(device[part], *theirs), numpys(host[part], *other))
    plane, on_device = host[:40_000].reshape(200, 200), device[:40_000].reshape(200, 200)
    other = [] if unary else [plane]
    theirs = [] if unary else [on_device]
    check(ours(on_device.T, *theirs), numpys(plane.T, *other))
    check(ours(on_device[:, 1:-4], *[x[:, 5:] for x in theirs]), numpys(plane[:, 1:-4], *[x[:, 5:] for x in other]))
    if not unary:
        check(ours(on_device, on_device[:, :1]), numpys(plane, plane[:, :1]))
    out = device.copy()
    ours(out, *([] if unary else [out]), out=out)
    check(out, numpys(host, *([] if unary else [host])))


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", [*SMALL, "float16"])
def test_fused_chains(dtype):
    host = np.random.default_rng(2).integers(0, 1 << 16, (2, 30_001)).astype(np.uint16).view(np.float16)
    if dtype != "float16":
        host = host.view(np.uint16).astype(dtype)
    chains = [lambda xp, x, y: (x + y) * x - y * 3, lambda xp, x, y: -(x * x) + 5]
    if dtype == "float16":
        # What is rounded between the steps, functions of one half at a time, and numbers of the function's own.
        chains += [lambda xp, x, y: xp.sqrt(x * x + y * y) * 0.5 + x, lambda xp, x, y: xp.maximum(x - y, 0.1) * x]
    for chain in chains:
        fused = cp.fuse(lambda x, y, chain=chain: chain(cp, x, y))
        for part in (slice(None), slice(1, -2), slice(None, None, -1)):
            found = fused(*to_device(host)[:, part])
            wanted = chain(np, *host[:, part])
            (same_halves if dtype == "float16" else assert_same)(found, wanted)


@pytest.mark.parametrize("dtype, value", [("int8", -128), ("int8", 127), ("uint8", 255), ("int16", -32768),
                                          ("uint16", 65535)])  # fmt: skip
def test_sums_of_extremes(dtype, value):
    # More than what a narrow sum could hold, whole and in rows.
    n = (1 << 25) + 12_345
    full = cp.full(n, value, dtype)
    for part in (full, full[3:], full[: 1 << 20 | 1]):
        assert int(cp.sum(part)) == part.size * value
        assert cp.sum(part).dtype == np.sum(np.zeros(0, dtype)).dtype
    assert int(cp.sum(full[::-1])) == n * value and int(cp.sum(full[1::3])) == len(range(1, n, 3)) * value
    rows = full[5 : 5 + (1 << 25)].reshape(2, 1 << 24)
    assert cp.asnumpy(cp.sum(rows, axis=1)).tolist() == [value << 24] * 2
    assert np.unique(cp.asnumpy(cp.sum(rows.reshape(1 << 16, 512), axis=0))).tolist() == [value << 16]


@pytest.mark.parametrize("dtype", SMALL)
def test_sums_of_all_lengths_and_offsets(dtype):
    info = np.iinfo(dtype)
    host = np.random.default_rng(3).integers(info.min, info.max + 1, 1 << 19).astype(dtype)
    device = to_device(host)
    for start in (0, 1, 3, 8, 15):
        for length in (1, 2, 15, 17, 255, 4095, 70_001, 300_003):
            part = slice(start, start + length)
            assert_same(cp.sum(device[part]), np.sum(host[part]))
            assert_same(cp.sum(device[part], initial=-7 if info.min else 7),
                        np.sum(host[part], initial=-7 if info.min else 7))  # fmt: skip
    for width in (3, 16, 33, 200, 1000, 5001):
        rows = len(host) // width
        a, b = host[: rows * width].reshape(rows, width), device[: rows * width].reshape(rows, width)
        for axis in (0, 1):
            assert_same(cp.sum(b, axis=axis), np.sum(a, axis=axis))
            assert_same(cp.sum(b[:, 1:], axis=axis), np.sum(a[:, 1:], axis=axis))
            assert_same(cp.sum(b[::-1, ::-1], axis=axis), np.sum(a[::-1, ::-1], axis=axis))
