"""The exceptions and warnings that cuprum raises: NumPy's where NumPy has the same, and its own.

Errors of the library itself (CompileException, OutOfMemoryError, CUDARuntimeError):
    >>> kernel = cp.ElementwiseKernel("T x", "T y", "y = z", "wrong")
    >>> try:
    ...     kernel(cp.ones(3))
    ... except exceptions.CompileException as error:
    ...     print("'z'" in str(error) or '"z"' in str(error))
    True
    >>> issubclass(exceptions.OutOfMemoryError, MemoryError)
    True
    >>> try:
    ...     cp.cuda.runtime.setDevice(1000)
    ... except exceptions.CUDARuntimeError as error:
    ...     print(error.status)
    101
"""

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
