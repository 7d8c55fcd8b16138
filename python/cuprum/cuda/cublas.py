"""The handle of cuBLAS, for programs that call the library themselves; products of arrays by its names are in
`cuprum.cublas`."""

from .device import get_cublas_handle

__all__ = ["get_cublas_handle"]
