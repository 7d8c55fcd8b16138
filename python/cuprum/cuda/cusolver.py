"""The handles of cuSOLVER, for programs that call the library themselves; decompositions by its names are in
`cuprum.cusolver`."""

from ._library_errors import CUSOLVERError
from .device import get_cusolver_handle, get_cusolver_sp_handle

__all__ = ["CUSOLVERError", "get_cusolver_handle", "get_cusolver_sp_handle"]
