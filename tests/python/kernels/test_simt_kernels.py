"""Random kernels beside what an interpreter in NumPy gives (simt_kernels.py)."""

import pytest

import cuprum as cp
import random_kernels
import simt_kernels

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU runs threads as they are")


@pytest.mark.parametrize("target", random_kernels.all_targets())
@pytest.mark.parametrize("first", [0, 10000, 20090])
def test_kernels_give_what_the_interpreter_gives(target, first):
    worker = simt_kernels.Worker(target, quick=True)
    wrong, count = simt_kernels.compare([simt_kernels.Kernel(n) for n in range(first, first + 5)], [worker])
    worker.close()
    assert wrong == []
    assert count >= 2


def test_the_interpreter_finds_races():
    class Racing(simt_kernels.Kernel):
        def write(self):
            return ["__shared__ u32 s[64]; s[t % 64u] = x0; x1 = s[(t + 1u) % 64u];\n"]

    kernel = Racing(0)
    kernel.block = (64,)
    with pytest.raises(simt_kernels.Undefined):
        simt_kernels.interpret(kernel)
