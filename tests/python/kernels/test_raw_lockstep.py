"""Warps that stay in lockstep in blocks of several axes: which comparisons lead one thread alone to a branch."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU's compiler may keep a flag in a register")

CODE = """
extern "C" __global__ void f(int* out) {
    __shared__ int flag;
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int rank = x + blockDim.x * (y + blockDim.y * z);
    if (TEST) {
        if (rank == FIRST) flag = 7;
        int seen = flag;
        if (rank == FIRST) flag = 1;
        out[rank] = seen * 10 + flag;
        __syncwarp(__activemask());
    }
}"""


def lanes(shape, test):
    """The first lane that passes a test, and what all that pass see at once."""
    z, y, x = np.indices(shape[::-1])
    rank = x + shape[0] * (y + shape[1] * z)
    passes = test(x, y, z, rank)
    first = rank[passes].min(initial=31)
    return int(first), np.where(passes, 71, 0).ravel().astype("i")


@pytest.mark.parametrize(
    ("text", "test"),
    [
        ("x == 0", lambda x, y, z, rank: x == 0),
        ("x == 3", lambda x, y, z, rank: x == 3),
        ("y == 1", lambda x, y, z, rank: y == 1),
        ("z == 0", lambda x, y, z, rank: z == 0),
        ("x + y == 3", lambda x, y, z, rank: x + y == 3),
        ("y - x == 0", lambda x, y, z, rank: y == x),
        ("x == 1 && y == 1", lambda x, y, z, rank: (x == 1) & (y == 1)),
        ("x == 1 && z == 0", lambda x, y, z, rank: (x == 1) & (z == 0)),
        ("x == 1 && y == 1 && z == 0", lambda x, y, z, rank: (x == 1) & (y == 1) & (z == 0)),
        ("rank == 5", lambda x, y, z, rank: rank == 5),
        ("x + (int)blockDim.x * y == 5", lambda x, y, z, rank: x + x.shape[2] * y == 5),
        ("(x & 1) == 1", lambda x, y, z, rank: x & 1 == 1),
        ("(rank & 31) == 4", lambda x, y, z, rank: rank & 31 == 4),
        ("y * (int)blockDim.x + x == 5", lambda x, y, z, rank: x + x.shape[2] * y == 5),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("shape", [(4, 4, 2), (8, 4, 1), (2, 2, 8)])
def test_flag_in_blocks_of_several_axes(text, test, shape):
    first, expected = lanes(shape, test)
    out = cp.zeros(32, "i")
    kernel = cp.RawKernel(CODE.replace("TEST", text).replace("FIRST", str(first)), "f")
    kernel((1,), shape, (out,))
    assert_same(out, expected)
