"""Whether products of tensors are cuTENSOR's: they are not; `cuprum.einsum` and `tensordot` choose the routine."""

from .device import get_cutensor_handle

available = False

__all__ = ["available", "get_cutensor_handle"]
