"""The handles of cuSOLVER, for programs that call the library themselves; decompositions by its names are in
`cuprum.cusolver`."""

from .device import get_cusolver_handle, get_cusolver_sp_handle

__all__ = ["get_cusolver_handle", "get_cusolver_sp_handle"]
