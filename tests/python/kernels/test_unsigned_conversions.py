"""Negative numbers that become unsigned, and then floats: what stands twice in a kernel must stay as wide as it is."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

RANDOM = np.random.default_rng(5)


def numbers(dtype):
    limits = np.iinfo(dtype)
    return RANDOM.integers(limits.min, limits.max, (27, 27)).astype(dtype)


@pytest.mark.parametrize("wide", ["u4", "u8"])
@pytest.mark.parametrize("narrow", ["i1", "i2", "i4"])
def test_merged_with_a_transposed_result(narrow, wide):
    """Each round of the kernel has two elements."""

    def chain(x, factor):
        y = (x.astype(wide) * factor).astype(wide)
        return y, y.T * 1.5, cp.maximum(y.T, 1.75)

    x, factor = cp.asarray(numbers(narrow)), cp.asarray(93.5)
    for found, expected in zip(cp.fuse()(chain)(x, factor), chain(x, factor)):
        assert_same(found, expected.get())


@pytest.mark.parametrize("operation", ["{}", "{} + 5", "~{}", "{} * 4", "{} >> 1"])
@pytest.mark.parametrize("wide", ["uint32", "uint64"])
@pytest.mark.parametrize("narrow", ["int8", "int16"])
def test_neighbours_in_a_kernel(narrow, wide, operation):
    x = numbers(narrow).ravel()[:728]
    body = "".join(
        f"{{ W w = (W)x[4 * i + {k}]; y[4 * i + {k}] = (double)(W)({operation.format('w')}); }}" for k in range(4)
    )
    kernel = cp.ElementwiseKernel("raw T x, W unused", "raw float64 y", body, "neighbours")
    y = cp.zeros(728)
    kernel(cp.asarray(x), getattr(np, wide)(0), y, size=182)
    w = x.astype(wide)
    with np.errstate(over="ignore"):
        expected = {"{}": w, "{} + 5": w + w.dtype.type(5), "~{}": ~w, "{} * 4": w * w.dtype.type(4),
                    "{} >> 1": w >> w.dtype.type(1)}[operation]  # fmt: skip
    assert_same(y, expected.astype("f8"))
