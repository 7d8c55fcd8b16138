"""Functions of NumPy's `lib` namespace. A module and no package: the folder of that name holds the shared libraries."""

import sys as _sys

from . import _stride_tricks as stride_tricks

_sys.modules[__name__ + ".stride_tricks"] = stride_tricks
