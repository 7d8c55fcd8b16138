"""Assertions of numpy.testing for arrays of either library."""

import numpy as _np

import cuprum as _cp


def assert_allclose(
    actual, desired, rtol=1e-7, atol: float = 0, equal_nan=True, err_msg="", verbose=True, *, strict=False
) -> None:
    """As numpy.testing.assert_allclose, for arrays of either library.

    Parameters are those of NumPy's function.
    """
    _np.testing.assert_allclose(
        _cp.asnumpy(actual), _cp.asnumpy(desired), rtol, atol, equal_nan, err_msg, verbose, strict=strict
    )


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False, strides_check=False) -> None:
    """As numpy.testing.assert_array_equal, for arrays of either library; with `strides_check` their strides too.

    Parameters
        actual, desired, err_msg, verbose, strict: those of `numpy.testing.assert_array_equal`.
        strides_check: whether strides must be equal, too.
    """
    # Nothing is read of an array without elements, whose strides NumPy's versions set differently.
    if strides_check and actual.size and actual.strides != desired.strides:
        raise AssertionError(f"Strides are not equal: {actual.strides}, wanted {desired.strides} {err_msg}")
    _np.testing.assert_array_equal(_cp.asnumpy(actual), _cp.asnumpy(desired), err_msg, verbose, strict=strict)


def assert_array_list_equal(xlist, ylist, err_msg="", verbose=True) -> None:
    """Two sequences of arrays are equal one by one.

    Parameters
        xlist, ylist: sequences of arrays of either library.
        err_msg, verbose: as of `numpy.testing.assert_array_equal`.
    """
    for sequence in xlist, ylist:
        if not isinstance(sequence, (list, tuple)):
            raise AssertionError(f"List or tuple is expected, but was {type(sequence)}")
    if len(xlist) != len(ylist):
        raise AssertionError(f"List size is different: {len(xlist)} arrays, wanted {len(ylist)} {err_msg}")
    for x, y in zip(xlist, ylist):
        assert_array_equal(x, y, err_msg, verbose)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True) -> None:
    """As numpy.testing.assert_array_almost_equal, for arrays of either library.

    Parameters are those of NumPy's function.
    """
    _np.testing.assert_array_almost_equal(_cp.asnumpy(actual), _cp.asnumpy(desired), decimal, err_msg, verbose)


def _check_shapes(x, y):
    if _cp.shape(x) != _cp.shape(y):
        raise AssertionError(f"(shapes {_cp.shape(x)}, {_cp.shape(y)} mismatch)")


def assert_array_almost_equal_nulp(x, y, nulp=1) -> None:
    """As numpy.testing.assert_array_almost_equal_nulp, for arrays of either library; shapes must be equal.

    Parameters are those of NumPy's function.
    """
    _check_shapes(x, y)
    _np.testing.assert_array_almost_equal_nulp(_cp.asnumpy(x), _cp.asnumpy(y), nulp)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None) -> None:
    """As numpy.testing.assert_array_max_ulp, for arrays of either library; shapes must be equal.

    Parameters are those of NumPy's function.
    """
    _check_shapes(a, b)
    _np.testing.assert_array_max_ulp(_cp.asnumpy(a), _cp.asnumpy(b), maxulp, dtype)


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False) -> None:
    """As numpy.testing.assert_array_less, for arrays of either library.

    Parameters are those of NumPy's function.
    """
    _np.testing.assert_array_less(_cp.asnumpy(x), _cp.asnumpy(y), err_msg, verbose, strict=strict)
