"""What one processor easily does otherwise than another: indices out of bounds, denormal numbers, special values, the
same bits in each run, and arrays whose elements 31 bits do not count."""

import os
import subprocess
import sys

import numpy as np
import pytest

import cuprum as cp
from common import FLOATS, assert_same

ON_GPU = cp.backend() == "cuda"

OUT_OF_BOUNDS = """
import numpy as np, cuprum as cp
a = lambda: cp.zeros((3, 4, 5))
calls = [
    lambda: a()[[3]],
    lambda: a()[[-4]],
    lambda: a()[:, [0, 4]],
    lambda: a()[cp.array([0, 99])],
    lambda: a()[cp.array([0, 1]), cp.array([[4], [3]])],
    lambda: a().__setitem__([3], 1),
    lambda: a().__setitem__((slice(None), [0, -5]), 1),
    lambda: a().__setitem__(cp.array([7]), cp.ones((1, 4, 5))),
    lambda: cp.take(a(), cp.array([60])),
    lambda: cp.take(a(), cp.array([0, 4]), axis=1),
    lambda: cp.take_along_axis(a(), cp.full((3, 4, 1), 5), 2),
    lambda: cp.put(a(), cp.array([60]), 1),
    lambda: cp.put_along_axis(a(), cp.full((3, 4, 1), -6), 1, 2),
    lambda: cp.add.at(a(), cp.array([3]), 1),
    lambda: cp.negative.at(a(), ([0], [-5])),
    lambda: cp.add.reduceat(cp.ones(3), cp.array([3])),
    lambda: cp.choose(cp.array([0, 3]), [cp.array([1, 2])] * 3),
    lambda: cp.ravel_multi_index((cp.array([3]), cp.array([0])), (3, 4)),
    lambda: cp.unravel_index(cp.array([12]), (3, 4)),
]
for number, call in enumerate(calls):
    try:
        call()
    except (IndexError, ValueError):
        continue
    raise SystemExit(f"call {number} raised nothing")
assert float(a()[[2, -3], [3, -4]].sum()) == 0 and float(cp.ones(3).sum()) == 3  # all goes on
print("done")
"""


def test_indices_out_of_bounds_are_found():
    environment = os.environ | {"CUPRUM_CHECK": "bounds"}
    done = subprocess.run([sys.executable, "-c", OUT_OF_BOUNDS], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "done", done.stdout + done.stderr[-2000:]


def test_indices_wrap_around():
    """Where nobody looks at them, on a GPU, as in CuPy; and by `mode="wrap"` everywhere."""
    host = np.arange(12).reshape(3, 4)
    a, far = cp.asarray(host), np.array([[5, -9, 2], [3, -4, 100]])
    for axis in (0, 1, None):
        assert_same(cp.take(a, cp.asarray(far), axis, mode="wrap"), np.take(host, far, axis, mode="wrap"))
    if ON_GPU and "bounds" not in os.environ.get("CUPRUM_CHECK", ""):
        assert_same(a[cp.asarray(far)], host[far % 3])
        assert_same(a[:, cp.asarray(far)], host[:, far % 4])
        b = a.copy()
        b[cp.asarray([4, -5])] = 0
        assert_same(b, np.where([[False], [True], [False]], 0, host))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_denormal_numbers(dtype):
    """They are numbers like others: neither taken for zero nor made zero, on the way in, out, or between."""
    least, normal = np.finfo(dtype).smallest_subnormal, np.finfo(dtype).tiny
    host = np.array([least, -least, 3 * least, normal, -normal, normal / 2, normal - least, 0.0, -0.0, 1.0], dtype)
    a = cp.asarray(host)
    with np.errstate(all="ignore"):
        for f in (
            lambda xp, x: x + x,
            lambda xp, x: x - x[::-1],
            lambda xp, x: x * xp.asarray(np.array([0.5, 2, -1, 0.25, 0.5, 1, 1, 1, 1, 1], dtype)),
            lambda xp, x: x / xp.asarray(np.array([2, 0.5, -1, 4, 2, 1, 1, 1, 1, 1], dtype)),
            lambda xp, x: xp.sqrt(abs(x)),
            lambda xp, x: xp.maximum(x, x[::-1]),
            lambda xp, x: x == 0,
            lambda xp, x: x > 0,
            lambda xp, x: abs(xp.sign(x)),  # of which sign NumPy gives -0.0 depends on the dtype
            lambda xp, x: xp.signbit(x),
            lambda xp, x: xp.frexp(x),
            lambda xp, x: xp.ldexp(x, 3),
            lambda xp, x: xp.nextafter(x, xp.ones_like(x)),
            lambda xp, x: x.astype("d"),
            lambda xp, x: x.astype("f"),
            lambda xp, x: x.astype("e"),
            lambda xp, x: x.astype("F"),
            lambda xp, x: xp.count_nonzero(x),
            lambda xp, x: xp.sort(x[:7]),
            lambda xp, x: x[:7].min(),
            lambda xp, x: x.any(),
            lambda xp, x: xp.cumsum(x[:3]),
            lambda xp, x: x[:3].sum(),
            lambda xp, x: xp.floor(x),
            lambda xp, x: xp.ceil(x),
        ):
            expected, actual = f(np, host), f(cp, a)
            if isinstance(actual, tuple):
                assert_same(actual, expected)
                continue
            assert_same(actual, np.asarray(expected))
            if actual.dtype.kind == "f":
                np.testing.assert_array_equal(np.signbit(actual.get()), np.signbit(expected))
    body = cp.ElementwiseKernel("T x", "T y", "y = x * T(0.5)", "halves_of_denormals")
    assert_same(body(a), host * dtype.type(0.5))


def test_same_bits_in_each_run():
    """No float is added atomically, and no result depends on which block or thread is first."""
    rng = np.random.default_rng(0)
    x = cp.asarray((rng.normal(size=(700, 901)) * 10.0 ** rng.integers(-6, 6, (700, 901))).astype("f"))
    places = cp.asarray(rng.integers(0, 50, 630700))
    flat = x.ravel()
    for f in (
        lambda: x.sum(),
        lambda: x.sum(axis=0),
        lambda: x.sum(axis=1),
        lambda: x.T.sum(axis=0),
        lambda: x.mean(),
        lambda: x.var(axis=0),
        lambda: x.std(),
        lambda: cp.prod(x[:, :50] / 1e3, axis=1),
        lambda: cp.cumsum(flat),
        lambda: cp.cumsum(x, axis=0),
        lambda: cp.linalg.norm(x),
        lambda: x @ x.T,
        lambda: cp.dot(flat, flat),
        lambda: cp.bincount(places, weights=flat),
        lambda: cp.histogram(flat, 20, weights=flat)[0],
        lambda: cp.add.reduceat(flat, cp.arange(0, 630000, 1000)),
        lambda: added_at(places, flat),
        lambda: cp.einsum("ij,ij->j", x, x),
        lambda: cp.argsort(flat.astype("i")),
        lambda: cp.unique(flat.astype("i"), return_index=True)[1],
        lambda: cp.fft.fft(x, axis=1),
        lambda: cp.convolve(flat[:5000], flat[:300]),
    ):
        first = f().get().tobytes()
        assert all(f().get().tobytes() == first for _ in range(3))


def added_at(places, values):
    result = cp.zeros(50, "f")
    cp.add.at(result, places[:20000], values[:20000])
    return result


MANY = 2**31 + 10


def test_more_elements_than_31_bits_count():
    """Views of few elements, of which the last ones are not to be mistaken for earlier ones."""
    row = cp.asarray(np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 100], "i1"))
    wide = cp.broadcast_to(row, (MANY // 10, 10))
    assert wide.size > 2**31
    assert int(wide.sum()) == 145 * (MANY // 10)
    assert int(wide.max()) == 100 and int(wide[-3:, 4:].sum(dtype="l")) == 3 * 135
    assert int(cp.count_nonzero(wide == 100)) == MANY // 10 if ON_GPU else True


@pytest.mark.skipif(not ON_GPU, reason="copies gigabytes, which a CPU does with the same indices as a view's")
def test_arrays_of_more_elements_than_31_bits_count():
    free = cp.cuda.runtime.memGetInfo()[0]
    if free < 40 * 2**30:
        pytest.skip(f"needs 40 GiB of the GPU's memory, of which {free >> 30} are free")
    a = cp.zeros(MANY, "i1")
    a[-3:] = cp.asarray([5, -7, 9])
    assert int(a.sum()) == 7 and int(a.max()) == 9 and int(a.argmin()) == MANY - 2 and int(a[MANY - 1]) == 9
    assert cp.nonzero(a)[0].tolist() == [MANY - 3, MANY - 2, MANY - 1]
    b = a + 1
    assert b[-4:].tolist() == [1, 6, -6, 10] and int(b[:-3].min()) == int(b[:-3].max()) == 1
    assert b[::-1][:3].tolist() == [10, -6, 6]
    assert int(cp.cumsum(a, dtype="i1")[-1]) == 7
    assert cp.take(b, cp.array([MANY - 2, 0, 2**31])).tolist() == [-6, 1, 1]
    b[cp.array([2**31 + 1])] = 42
    assert int(b[2**31 + 1]) == 42 and int(b[1]) == 1
    wide = a.reshape(2, -1).T
    assert wide.copy()[-2:].tolist() == [[0, -7], [0, 9]] and cp.sort(a[2**30 :])[[0, -1]].tolist() == [-7, 9]
    assert int(cp.where(a > 0, a, -1).sum(dtype="l")) == 14 - (MANY - 2)
    del b, wide
    double = cp.ElementwiseKernel("T x", "T y", "y = x * 2", "twice_of_many")(a)
    assert double[-3:].tolist() == [10, -14, 18]
    kernel = cp.RawKernel(
        'extern "C" __global__ void f(signed char* a, long long n) {'
        " for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * "
        "blockDim.x) a[i] += 1; }",
        "f",
    )
    kernel((4096,), (256,), (a, np.int64(MANY)))
    assert a[-3:].tolist() == [6, -6, 10] and int(a[:-3].min()) == 1
