"""The handle of cuBLAS, for programs that call the library themselves; products of arrays by its names are in
`cuprum.cublas`."""

from ._library_errors import CUBLASError
from .device import get_cublas_handle

__all__ = ["CUBLASError", "get_cublas_handle"]
