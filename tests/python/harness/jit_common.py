"""What the tests of cuprumx.jit share."""

import numpy as np
from common import assert_same, sample
from jit_emulation import run

import cuprum as cp
from cuprumx import jit

OFFSET = 3


def check(function, grid, block, *args, rtol=1e-6, shared_mem=0, mode="cuda"):
    """Runs the function as a kernel and as Python, and compares all arrays."""
    expected = run(function, grid, block, args, shared_mem)
    device = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
    kernel = jit.rawkernel(mode=mode)(function)
    kernel(grid, block, tuple(device), shared_mem=shared_mem)
    for actual, wanted in zip(device, expected):
        if isinstance(wanted, np.ndarray):
            assert_same(actual, wanted, rtol=rtol)
    return kernel


def f32(n, seed=0, low=-4, high=4):
    return sample((n,), "f", seed, low, high)


def zeros(shape, dtype="f"):
    return np.zeros(shape, dtype)


# ------------------------------------------------------------------------------------------------------- launching


@jit.rawkernel()
def elementwise_square(x, y, size):
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = x[i] * x[i]
