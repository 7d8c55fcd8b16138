"""The exceptions and warnings that cuprum raises: NumPy's where NumPy has the same, and its own."""

from numpy.exceptions import (  # noqa: F401
    AxisError,
    ComplexWarning,
    DTypePromotionError,
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)

from ._core import CompileException, CUDARuntimeError, OutOfMemoryError  # noqa: F401
