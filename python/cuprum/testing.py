"""Helpers for tests that run with NumPy and with cuprum, in the manner of cupy.testing."""

import numpy as _np

import cuprum as _cp

__all__ = [
    "assert_allclose",
    "assert_array_almost_equal",
    "assert_array_almost_equal_nulp",
    "assert_array_equal",
    "assert_array_less",
    "assert_array_list_equal",
    "assert_array_max_ulp",
    "generate_matrix",
    "shaped_arange",
    "shaped_linspace",
    "shaped_random",
    "shaped_reverse_arange",
]


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """As numpy.testing.assert_allclose, for arrays of either library."""
    _np.testing.assert_allclose(_cp.asnumpy(actual), _cp.asnumpy(desired), rtol, atol, equal_nan, err_msg, verbose, strict=strict)


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False, strides_check=False):
    """As numpy.testing.assert_array_equal, for arrays of either library; with `strides_check` their strides too."""
    if strides_check and actual.strides != desired.strides:
        raise AssertionError(f"strides {actual.strides}, wanted {desired.strides} {err_msg}")
    _np.testing.assert_array_equal(_cp.asnumpy(actual), _cp.asnumpy(desired), err_msg, verbose, strict=strict)


def assert_array_list_equal(xlist, ylist, err_msg="", verbose=True):
    """Two sequences of arrays are equal one by one."""
    if len(xlist) != len(ylist):
        raise AssertionError(f"{len(xlist)} arrays, wanted {len(ylist)} {err_msg}")
    for x, y in zip(xlist, ylist):
        assert_array_equal(x, y, err_msg, verbose)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """As numpy.testing.assert_array_almost_equal, for arrays of either library."""
    _np.testing.assert_array_almost_equal(_cp.asnumpy(actual), _cp.asnumpy(desired), decimal, err_msg, verbose)


def assert_array_almost_equal_nulp(x, y, nulp=1):
    """As numpy.testing.assert_array_almost_equal_nulp, for arrays of either library."""
    _np.testing.assert_array_almost_equal_nulp(_cp.asnumpy(x), _cp.asnumpy(y), nulp)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """As numpy.testing.assert_array_max_ulp, for arrays of either library."""
    _np.testing.assert_array_max_ulp(_cp.asnumpy(a), _cp.asnumpy(b), maxulp, dtype)


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """As numpy.testing.assert_array_less, for arrays of either library."""
    _np.testing.assert_array_less(_cp.asnumpy(x), _cp.asnumpy(y), err_msg, verbose, strict=strict)


def _to_dtype(values, dtype):
    dtype = _np.dtype(dtype)
    return values % 2 == 0 if dtype.kind == "b" else values * (1 + 1j) if dtype.kind == "c" else values


def shaped_arange(shape, xp=_cp, dtype=_np.float32, order="C"):
    """The numbers from 1 on, in a shape; booleans alternate, complex numbers have equal parts."""
    values = _np.arange(1, _np.prod(shape, dtype=int) + 1)
    return xp.asarray(_to_dtype(values, dtype).astype(dtype).reshape(shape), order=order)


def shaped_reverse_arange(shape, xp=_cp, dtype=_np.float32):
    """The numbers down to 1, in a shape."""
    values = _np.arange(_np.prod(shape, dtype=int), 0, -1)
    return xp.asarray(_to_dtype(values, dtype).astype(dtype).reshape(shape))


def shaped_linspace(start, stop, shape, xp=_cp, dtype=_np.float32):
    """Evenly spaced numbers with both ends, in a shape."""
    return xp.linspace(start, stop, int(_np.prod(shape)), dtype=dtype).reshape(shape)


def shaped_random(shape, xp=_cp, dtype=_np.float32, scale=10, seed=0, order="C"):
    """Random numbers from 0 to `scale`, the same for the same arguments; floats may lie on both sides of 0 when complex."""
    rng = _np.random.RandomState(seed)
    dtype = _np.dtype(dtype)
    if dtype.kind == "b":
        values = rng.randint(2, size=shape)
    elif dtype.kind == "c":
        values = rng.rand(*shape) + 1j * rng.rand(*shape)
        values = values * scale
    else:
        values = rng.rand(*shape) * scale
    return xp.asarray(_np.asarray(values).astype(dtype), order=order)


def generate_matrix(shape, xp=_cp, dtype=_np.float32, *, singular_values=None):
    """A random matrix (or a stack of them) with the given singular values, so that its condition is known."""
    rows, columns = shape[-2:]
    rng = _np.random.RandomState(0)
    values = _np.asarray(1.0 if singular_values is None else singular_values)
    rank = min(rows, columns)
    random = rng.randn(*shape) + (1j * rng.randn(*shape) if _np.dtype(dtype).kind == "c" else 0)
    left, _, right = _np.linalg.svd(random, full_matrices=False)
    scaled = left * _np.broadcast_to(values, shape[:-2] + (rank,))[..., None, :] @ right
    return xp.asarray(scaled.astype(dtype))
