"""The handle of cuSPARSE, for programs that call the library themselves."""

from ._library_errors import CuSparseError
from .device import get_cusparse_handle

__all__ = ["CuSparseError", "get_cusparse_handle"]
