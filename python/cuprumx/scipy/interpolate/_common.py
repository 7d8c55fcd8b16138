"""What the classes share."""

import numpy as _np

from cuprum import _core, asarray, ndarray  # noqa: F401

core = _core._scipy_interpolate


def checked_extrapolate(extrapolate):
    """'periodic' or a bool; None is True."""
    if isinstance(extrapolate, str) and extrapolate == "periodic":
        return extrapolate
    return True if extrapolate is None else bool(extrapolate)


def is_scalar(x):
    return _np.isscalar(x) or getattr(x, "shape", None) == ()


def real_places(x):
    """Places as an array; of complex numbers NumPy's cast would drop the imaginary part."""
    x = asarray(x)
    return x.real if x.dtype.kind == "c" else x


def as_csr(matrix):
    """A matrix of the library as a csr_array."""
    from ..sparse._parts import wrap

    return wrap(matrix, True)
