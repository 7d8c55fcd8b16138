"""The error of a kernel that does not compile."""

from .._core import CompileException

__all__ = ["CompileException"]
