"""What SciPy has, for arrays on a device."""

import importlib as _importlib
import sys as _sys

from cuprum import ndarray as _ndarray
from cuprum._python import _is_sparse


def _is_ours(x):
    # Classes of sparse matrices may go by another module's name, and so may those that programs derive from them.
    return isinstance(x, _ndarray) or _is_sparse(x) or type(x).__module__.startswith("cuprumx.scipy.")


def get_array_module(*args):
    """`cuprumx.scipy` if any argument is a cuprum array or sparse matrix, else `scipy`: for code that works with both.

    Parameters
        args: arrays, sparse matrices or anything else.
    Returns
        A module.
    """
    if any(map(_is_ours, args)):
        return _sys.modules[__name__]
    return _importlib.import_module("scipy")


def __getattr__(name):
    # Submodules are imported when first used.
    if not name.startswith("_"):
        full = f"{__name__}.{name}"
        try:
            return _importlib.import_module(full)
        except ModuleNotFoundError as error:
            if error.name != full:
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
