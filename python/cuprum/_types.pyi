"""The names by which the stubs of cuprum._core call types. There is no such module when a program runs: see
cuprum.typing."""

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy
from numpy.typing import DTypeLike as DTypeLike

from cuprum._core import ndarray
from cuprum.linalg import QRResult as QRResult
from cuprum.linalg import SVDResult as SVDResult
from cuprumx.scipy.sparse import sparray, spmatrix

class SupportsCudaArrayInterface(Protocol):
    """An array of another library, in memory that the device can read."""

    @property
    def __cuda_array_interface__(self) -> Any: ...

# A number; an array of one element counts as one.
Scalar: TypeAlias = complex | numpy.number[Any] | numpy.bool | ndarray

# What functions make an array of. NumPy's arrays are none of it: no copy to a device is made unasked.
_Element: TypeAlias = Scalar | SupportsCudaArrayInterface
_Rows: TypeAlias = Sequence[_Element] | Sequence[Sequence[_Element]] | Sequence[Sequence[Sequence[_Element]]]
ArrayLike: TypeAlias = _Element | _Rows | Sequence[Sequence[Sequence[Sequence[_Element]]]]

# What may stand in `a[...]`.
_Part: TypeAlias = SupportsIndex | slice | EllipsisType | ArrayLike | None
Index: TypeAlias = _Part | tuple[_Part, ...] | str | list[str]  # the last two: fields of structured dtypes

# A graph or a matrix: sparse or dense.
SparseLike: TypeAlias = sparray | spmatrix | ArrayLike | numpy.ndarray[Any, Any]
