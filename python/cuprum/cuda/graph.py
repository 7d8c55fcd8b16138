"""Work that was captured from a stream."""

from .._core._cuda import Graph

__all__ = ["Graph"]
