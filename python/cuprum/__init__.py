"""NumPy for GPUs: NumPy's names and semantics on NVIDIA GPUs and on CPUs."""

import numpy as _numpy

from . import _core
from ._array_api import __array_api_version__, __array_namespace_info__
from ._core import *  # noqa: F403  every bound function, ufunc and class
from ._core import __version__
from ._config import show_config
from ._constants import *  # noqa: F403
from ._dtypes import *  # noqa: F403
from ._memoize import clear_memo, memoize
from ._printing import array2string, array_repr, array_str
from ._python import *  # noqa: F403
from ._vectorize import vectorize
from . import _protocols  # noqa: F401


def __getattr__(name):
    # Submodules are imported when first used, so that `import cuprum` stays quick.
    if name in _SUBMODULES:
        import importlib

        return importlib.import_module("cuprum." + name)
    if name == "install_as_cupy":
        from ._dropin import install_as_cupy

        return install_as_cupy
    if name == "bfloat16":  # ml_dtypes is imported only when asked for
        from ml_dtypes import bfloat16

        return bfloat16
    raise AttributeError(f"module {__name__!r} has no attribute '{name}'")


def __dir__():
    return sorted(set(globals()) | _SUBMODULES | {"install_as_cupy"})


_SUBMODULES = {"cuda", "fft", "linalg", "polynomial", "random", "testing", "exceptions", "lib", "typing"}
