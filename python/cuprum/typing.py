"""Names for type annotations."""

from typing import Any as _Any
from typing import TypeAlias as _TypeAlias
from typing import TypeVar as _TypeVar

import numpy as _numpy
from numpy.typing import ArrayLike, DTypeLike, NBitBase  # noqa: F401

from ._core import ndarray as _ndarray

__all__ = ["ArrayLike", "DTypeLike", "NBitBase", "NDArray"]

_Element = _TypeVar("_Element", bound=_numpy.generic, covariant=True)

#  A cuprum array of any shape: NDArray[numpy.float32]. Arrays of all dtypes are of one class; this is for readers and
#  checkers.
NDArray: _TypeAlias = _ndarray[tuple[_Any, ...], _numpy.dtype[_Element]]
