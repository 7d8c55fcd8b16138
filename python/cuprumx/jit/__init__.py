"""Kernels written in Python: functions under `rawkernel` are translated to CUDA C++ and run on GPUs and CPUs.

A kernel is compiled at its first call with arguments of given types. It may use arithmetic, comparisons, `if`, `for`
over `range`, `while`, conditional expressions, tuples, indexing, NumPy's universal functions on numbers, `len`, `min`,
`max`, `abs` and the like, other functions of Python, and what this module offers. What the kernel sees of its closure
and of globals is taken as it is when the kernel is made.

A variable has the type of what is first assigned to it. Assigning a float to a variable of integers is an error; an
explicit cast, `numpy.int32(x)`, is not. A name that is assigned once, to something that is known while the kernel is
made, stays a constant.

Results of translations (Translation):
    >>> t = jit.translate(lambda x: x + 1, (np.float32,))
    >>> t.name in t.code
    True
"""

from . import cg, cub, thrust  # noqa: F401
from cuprum._jit.interface import Translation, rawkernel, translate  # noqa: F401
from cuprum._jit.intrinsics import (  # noqa: F401
    atomic_add,
    atomic_and,
    atomic_cas,
    atomic_dec,
    atomic_exch,
    atomic_inc,
    atomic_max,
    atomic_min,
    atomic_or,
    atomic_sub,
    atomic_xor,
    blockDim,
    blockIdx,
    grid,
    gridDim,
    gridsize,
    laneid,
    shared_memory,
    shfl_down_sync,
    shfl_sync,
    shfl_up_sync,
    shfl_xor_sync,
    syncthreads,
    syncwarp,
    threadIdx,
    warpsize,
)
from cuprum._jit.intrinsics import unrollable_range as range  # noqa: F401
