"""What the classes share."""

from cuprum import _core, asarray, ndarray  # noqa: F401

core = _core._scipy_interpolate


def real_places(x):
    """Places as an array; of complex numbers NumPy's cast would drop the imaginary part."""
    x = asarray(x)
    return x.real if x.dtype.kind == "c" else x
