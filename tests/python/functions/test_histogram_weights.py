"""Weights of more elements than `histogram` adds up at once: the sums, and the memory that they take."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

LENGTH = (1 << 21) + 12345


@pytest.mark.parametrize("weights", ["?", "i1", "u4", "i8", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("density", [False, True])
def test_blocks_of_weights(weights, density):
    rng = np.random.default_rng(5)
    a = rng.random(LENGTH).astype("f4") * 12 - 1
    w = rng.integers(0, 2 if weights == "?" else 100, LENGTH).astype(weights)
    if weights.startswith("c"):
        w += 1j * w[::-1]
    expected, edges = np.histogram(a, 10, (0, 10), density and not weights.startswith("c"), w)
    counts, ours = cp.histogram(cp.array(a), 10, (0, 10), density and not weights.startswith("c"), cp.array(w))
    assert_same(ours, edges)
    assert_same(counts, expected, 1e-6 if expected.dtype.char in "fF" else 1e-12)


def test_memory_that_weights_take():
    size = 1 << (24 if cp.backend() == "cpu" else 28)  # many blocks of those that are added up at once
    a, w = cp.zeros(size, "i1"), cp.ones(size, "i1")
    pool, peak = cp.get_default_memory_pool(), [0]
    before = pool.used_bytes()

    class Peak(cp.cuda.MemoryHook):
        name = "peak"

        def malloc_postprocess(self, **_):
            peak[0] = max(peak[0], pool.used_bytes() - before)

    with Peak():
        cp.histogram(a, bins=8, range=(0, 8), weights=w)
    assert peak[0] < 2 * a.size
