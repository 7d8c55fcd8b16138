"""Linear algebra: NumPy's and the array API's functions over matrices in the last two axes."""

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
    Q: _core.ndarray
    R: _core.ndarray


class SVDResult(_NamedTuple):
    U: _core.ndarray
    S: _core.ndarray
    Vh: _core.ndarray
