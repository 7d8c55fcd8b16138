"""Arrays that are divided over the devices of one process, or over the processes of a group: what
`cupyx.distributed.array` has, and layouts, sorting, Fourier transforms, halos and random numbers.

Divided arrays (DistributedArray):
    >>> from cuprumx.distributed import array as da
    >>> divided = da.distributed_array(cp.arange(6), {0: slice(0, 6)})
    >>> (divided + 1).get()
    array([1, 2, 3, 4, 5, 6])
"""

from ._array import (
    MAX,
    MIN,
    PROD,
    REPLICA,
    SUM,
    DistributedArray,
    Mode,
    distributed_array,
    matmul,
)
from ._functions import SparseRows
from ._group import GroupArray
from cuprum._core._distributed import (
    Layout, cholesky, exchange_halo, fft, fftn, ifft, ifftn, integers, make_2d_index_map, map_chunks, map_overlap, qr,
    random, reset_traffic, solve, solve_triangular, sort, standard_normal, traffic, unique, with_halo,
)  # fmt: skip

__all__ = [
    "DistributedArray",
    "GroupArray",
    "Layout",
    "MAX",
    "MIN",
    "Mode",
    "PROD",
    "REPLICA",
    "SUM",
    "SparseRows",
    "cholesky",
    "distributed_array",
    "exchange_halo",
    "fft",
    "fftn",
    "ifft",
    "ifftn",
    "integers",
    "make_2d_index_map",
    "map_chunks",
    "map_overlap",
    "matmul",
    "qr",
    "random",
    "reset_traffic",
    "solve",
    "solve_triangular",
    "sort",
    "standard_normal",
    "traffic",
    "unique",
    "with_halo",
]
