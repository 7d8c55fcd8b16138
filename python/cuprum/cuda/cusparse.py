"""The handle of cuSPARSE, for programs that call the library themselves."""

from .device import get_cusparse_handle

__all__ = ["get_cusparse_handle"]
