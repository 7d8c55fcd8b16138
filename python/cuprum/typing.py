"""Names for type annotations."""

from typing import Any

from numpy.typing import ArrayLike, DTypeLike, NBitBase  # noqa: F401

from ._core import ndarray

__all__ = ["ArrayLike", "DTypeLike", "NBitBase", "NDArray"]

#: A cuprum array; the element type is for readers, as arrays of all dtypes are of one class.
NDArray = ndarray | Any
