"""Linear algebra: NumPy's and the array API's functions over matrices in the last two axes.

Results with names (EigResult, EighResult, QRResult, SVDResult, SlogdetResult):
    >>> matrix = cp.array([[2.0, 0.0], [0.0, 3.0]])
    >>> cp.linalg.eigh(matrix).eigenvalues
    array([2., 3.])
    >>> U, S, Vh = cp.linalg.svd(matrix)
    >>> S
    array([3., 2.])
    >>> cp.linalg.slogdet(-matrix).sign
    array(1.)
"""

from typing import NamedTuple as _NamedTuple

from numpy.linalg import LinAlgError as LinAlgError

from . import _core
from ._core import matmul as matmul
from ._core import tensordot as tensordot
from ._core import vecdot as vecdot
from ._core._linalg import *  # noqa: F403
from ._core._linalg import EighResult as EighResult
from ._core._linalg import EigResult as EigResult
from ._core._linalg import SlogdetResult as SlogdetResult


class QRResult(_NamedTuple):
    """Factors of a matrix: the columns of Q are orthonormal, R is upper triangular."""

    Q: _core.ndarray
    R: _core.ndarray


class SVDResult(_NamedTuple):
    """Singular vectors U, singular values S, and the adjoint of the right singular vectors, Vh."""

    U: _core.ndarray
    S: _core.ndarray
    Vh: _core.ndarray
