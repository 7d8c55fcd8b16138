"""Communication between GPUs by NVIDIA's NCCL, found when it is first needed; without it every call says how to get it.

On a CPU the devices that it shows (CUPRUM_CPU_DEVICES) communicate within one process: members in threads of their own,
or collected between groupStart and groupEnd by one thread."""

from .._core import _cuda_nccl as _nccl

globals().update({name: value for name, value in vars(_nccl).items() if not name.startswith("_")})

__all__ = [
    *(name for name in dir(_nccl) if not name.startswith("_")),
    "available",  # noqa: F822  by __getattr__
    "get_build_version",
]


def get_build_version():
    """The version of NCCL that is used: it is found at run time, and none is built in."""
    return _nccl.get_version()


def __getattr__(name):
    if name == "available":  # asked for when it is wanted, as it loads the library
        return _nccl._is_available()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
