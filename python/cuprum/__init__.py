"""NumPy for GPUs: NumPy's names and semantics on NVIDIA GPUs and on CPUs.

Devices and memory (backend, is_available, get_default_memory_pool, get_default_pinned_memory_pool):
    >>> cp.backend() in ("cpu", "cuda")
    True
    >>> a = cp.ones(1000)
    >>> cp.get_default_memory_pool().used_bytes() >= a.nbytes
    True

The array (flatiter, ndarray, asanyarray):
    >>> a = cp.ndarray((2, 3), "float32")  # as cp.empty
    >>> a.flat[:] = cp.arange(6)
    >>> a
    array([[0., 1., 2.],
           [3., 4., 5.]], dtype=float32)
    >>> float(a.flat[4])
    4.0

Memory of other libraries (fromDlpack):
    >>> cp.fromDlpack(cp.arange(3).toDlpack())
    array([0, 1, 2])

Numbers of fused functions (FusedScalar):
    >>> @cp.fuse
    ... def scaled(x, factor):
    ...     return x * (factor + 1)  # here `factor` is a FusedScalar
    >>> scaled(cp.arange(3), 2)
    array([0, 3, 6])

Settings and what is kept (show_config, clear_memo):
    >>> calls = []
    >>> @cp.memoize()
    ... def square(n):
    ...     calls.append(n)
    ...     return n * n
    >>> square(3), square(3), len(calls)
    (9, 9, 1)
    >>> cp.clear_memo()
    >>> square(3), len(calls)
    (9, 2)
    >>> cp.show_config()
    cuprum ...

Printing and classes, as NumPy 1 had them (who, set_string_function, get_array_wrap):
    >>> cp.set_string_function(lambda a: f"{a.size} numbers")
    >>> cp.ones(3)
    3 numbers
    >>> cp.set_string_function(None)
    >>> cp.ones(3)
    array([1., 1., 1.])
    >>> cp.who({"a": cp.ones(3)})  # name, shape, bytes and dtype
    Name ...
"""

import sys as _sys
import typing as _typing

from . import _installation

try:
    import numpy as _numpy

    _installation.check_numpy(_numpy.__version__)
    from . import _core
    from ._core import __version__
except ImportError as _error:
    raise _installation.explained(_error) from _error
from ._array_api import __array_api_version__, __array_namespace_info__
from ._core import *  # noqa: F403  every bound function, ufunc and class
from ._config import show_config
from ._constants import *  # noqa: F403
from ._dtypes import *  # noqa: F403
from ._memoize import clear_memo, memoize
from ._printing import array2string, array_repr, array_str
from ._deferred import deferred, eval, explain
from ._files import *  # noqa: F403
from ._grids import *  # noqa: F403
from ._python import *  # noqa: F403
from ._vectorize import vectorize
from . import _protocols, _signatures  # noqa: F401


if _typing.TYPE_CHECKING:  # what the functions below give when the program runs
    from . import cublas as cublas
    from . import cuda as cuda
    from . import cusolver as cusolver
    from . import exceptions as exceptions
    from . import fft as fft
    from . import lib as lib
    from . import linalg as linalg
    from . import polynomial as polynomial
    from . import random as random
    from . import testing as testing
    from . import typing as typing
    from ._dropin import install_as_cupy as install_as_cupy
else:

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
        if name in _OLD:
            return _OLD[name]()
        text = f"module {__name__!r} has no attribute '{name}'"
        if name == "scipy":
            text += f"; SciPy's functions are in {__name__}x.scipy"
        raise AttributeError(text, name=name, obj=_sys.modules.get(__name__))  # Python then suggests a similar name

    def __dir__():
        return sorted(set(globals()) | _SUBMODULES | {"install_as_cupy"})

    def _scatter_add():
        import importlib  # cuprumx lies above this package

        return importlib.import_module("cuprumx").scatter_add

    _SUBMODULES = {
        "cublas", "cuda", "cusolver", "exceptions", "fft", "lib", "linalg", "polynomial", "random", "testing", "typing",
    }  # fmt: skip
    # Names of CuPy's that are not documented any more, and that programs still use.
    _OLD = {
        "_default_memory_pool": _core.get_default_memory_pool,
        "_default_pinned_memory_pool": _core.get_default_pinned_memory_pool,
        "scatter_add": _scatter_add,
    }
    # `from cuprum import *` brings the submodules, too.
    __all__ = [name for name in globals() if not name.startswith("_")] + sorted(_SUBMODULES | {"install_as_cupy"})
