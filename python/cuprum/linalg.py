"""Linear algebra: NumPy's and the array API's functions over matrices in the last two axes."""

from typing import NamedTuple as _NamedTuple

from numpy.linalg import LinAlgError  # noqa: F401

from . import _core
from ._core import matmul, tensordot, vecdot  # noqa: F401

for _name, _function in vars(_core._linalg).items():
    if not _name.startswith("_"):
        globals()[_name] = _function


class EigResult(_NamedTuple):
    eigenvalues: _core.ndarray
    eigenvectors: _core.ndarray


class EighResult(_NamedTuple):
    eigenvalues: _core.ndarray
    eigenvectors: _core.ndarray


class QRResult(_NamedTuple):
    Q: _core.ndarray
    R: _core.ndarray


class SlogdetResult(_NamedTuple):
    sign: _core.ndarray
    logabsdet: _core.ndarray


class SVDResult(_NamedTuple):
    U: _core.ndarray
    S: _core.ndarray
    Vh: _core.ndarray
