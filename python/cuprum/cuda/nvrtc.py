"""What programs ask CUDA's run-time compiler for by CuPy's names."""

from ._environment import get_local_runtime_version as _version
from ._library_errors import NVRTCError

__all__ = ["NVRTCError", "getVersion"]


def getVersion():
    """The compiler's version as (major, minor); (0, 0) on a CPU, where Clang compiles."""
    number = _version()
    return number // 1000, number % 1000 // 10
