"""Decorators that call a test with NumPy and with cuprum and compare what comes out."""

from collections.abc import Callable as _Callable
import importlib as _importlib
import traceback as _traceback
import warnings as _warnings

import numpy as _np

import cuprum as _cp

from . import _array
from ._loops import _FLOATS, _SIGNED, _UNSIGNED, without_parameters


# Two errors are of one kind where each of these classes, all subclasses included, has both or neither.
_KINDS = (
    AttributeError,
    IndexError,
    NotImplementedError,
    TypeError,
    ValueError,
    _np.exceptions.AxisError,
    _np.linalg.LinAlgError,
)


class _Raised:
    """What a test raised instead of returning."""

    def __init__(self, error):
        self.error = error

    def __str__(self):
        return "".join(_traceback.format_exception(type(self.error), self.error, self.error.__traceback__))


def _run(test, args, kwargs, given):
    try:
        return test(*args, **kwargs, **given)
    except Exception as error:  # noqa: BLE001  compared with what the other library raises
        if type(error).__name__ in ("SkipTest", "Skipped"):
            raise
        return _Raised(error)


def _modules(ours, name, sp_name, scipy_name):
    given = {name: _cp if ours else _np} if name else {}
    # SciPy takes a while to load, and only few tests ask for it.
    if sp_name:
        given[sp_name] = _importlib.import_module("cuprumx.scipy.sparse" if ours else "scipy.sparse")
    if scipy_name:
        given[scipy_name] = _importlib.import_module("cuprumx.scipy" if ours else "scipy")
    return given


def _mixes_signs(kwargs):
    """Whether a test is called with dtypes with and without a sign."""
    dtypes = [value for value in kwargs.values() if isinstance(value, type)]
    return any(d in _UNSIGNED for d in dtypes) and any(d in _SIGNED or d in _FLOATS for d in dtypes)


def _defined(ours, theirs, again):
    """What can be compared of results without a sign: processors differ in what they make of negative floats.

    `again(kwargs)` gives NumPy's result with other dtypes.
    """
    results = isinstance(ours, _cp.ndarray) and isinstance(theirs, (_np.ndarray, _np.generic))
    if not results or ours.dtype.type not in _UNSIGNED or ours.shape != theirs.shape:
        return ours, theirs
    with_sign = again(lambda value: _np.intp if isinstance(value, type) and value in _UNSIGNED else value)
    if isinstance(with_sign, _Raised) or _np.shape(with_sign) != theirs.shape:
        return ours, theirs
    is_defined = _np.asarray(with_sign) >= 0
    return (ours, theirs) if is_defined.all() else (ours[_cp.asarray(is_defined)], theirs[is_defined])


def _both(check, name, sp_name, scipy_name):
    """A decorator that calls a test twice and hands both outcomes to `check(ours, numpy's)`.

    Where the test's dtypes are with and without a sign, elements that would be negative are left out of results without
    a sign.
    """

    def decorator(test):
        @without_parameters(test, (name, sp_name, scipy_name))
        def wrapper(*args, **kwargs):
            def run(is_ours, kwargs=kwargs):
                return _run(test, args, kwargs, _modules(is_ours, name, sp_name, scipy_name))

            ours, theirs = run(True), run(False)
            if _mixes_signs(kwargs):
                ours, theirs = _defined(
                    ours, theirs, lambda change: run(False, {key: change(value) for key, value in kwargs.items()})
                )
            check(ours, theirs)

        return wrapper

    return decorator


def _check_errors(ours, theirs, accept_error):
    """Fails unless both raised errors of one kind that is accepted. Returns whether both raised."""
    raised = [isinstance(x, _Raised) for x in (ours, theirs)]
    if not any(raised):
        return False
    if not raised[0]:
        raise AssertionError(f"Only numpy raises error\n\n{theirs}") from theirs.error
    if not raised[1]:
        raise AssertionError(f"Only cupy raises error\n\n{ours}") from ours.error
    accepted = (
        {True: Exception, False: ()}.get(accept_error, accept_error) if isinstance(accept_error, bool) else accept_error
    )
    a, b = ours.error, theirs.error
    if any(isinstance(a, kind) != isinstance(b, kind) for kind in _KINDS):
        raise AssertionError(f"Different types of errors occurred\n\ncupy\n{ours}\nnumpy\n{theirs}") from a
    if not (isinstance(a, accepted) and isinstance(b, accepted)):
        raise AssertionError(f"Both cupy and numpy raise exceptions\n\ncupy\n{ours}\nnumpy\n{theirs}") from a
    return True


def _is_sparse(x):
    return hasattr(x, "toarray") and hasattr(x, "format")


def _pairs(ours, theirs):
    """Arrays to compare one by one: of tuples and lists the elements."""
    if isinstance(theirs, (tuple, list)):
        assert isinstance(ours, (tuple, list)) and len(ours) == len(theirs), (ours, theirs)
        return [pair for a, b in zip(ours, theirs) for pair in _pairs(a, b)]
    if isinstance(theirs, _np.poly1d) and isinstance(ours, _cp.poly1d):
        return [(ours.coeffs, theirs.coeffs)]
    if _np.isscalar(ours) and _np.isscalar(theirs):
        return [(_np.asarray(ours), _np.asarray(theirs))]
    if not (
        (isinstance(ours, _cp.ndarray) and isinstance(theirs, (_np.ndarray, _np.generic)))
        or (_is_sparse(ours) and _is_sparse(theirs))
    ):
        raise AssertionError(
            f"Arrays, numbers, or tuples and lists of them can be compared.\ncupy: {type(ours)}\nnumpy: {type(theirs)}"
        )
    return [(ours, theirs)]


def _check_type(ours, theirs):
    if ours.dtype != theirs.dtype:
        raise AssertionError(f"ndarrays of different dtypes are returned.\ncupy: {ours.dtype}\nnumpy: {theirs.dtype}")


def _check_contiguity(ours, theirs):
    if not (isinstance(ours, _cp.ndarray) and isinstance(theirs, _np.ndarray)):
        return
    for order in "c_contiguous", "f_contiguous":
        if getattr(theirs.flags, order) and not getattr(ours.flags, order):
            raise AssertionError(
                f"The state of {order} flag is false. (cupy_result:{ours.strides} numpy_result:{theirs.strides})"
            )


def _comparison(
    assertion, name, sp_name, scipy_name, type_check=True, accept_error=False, contiguous_check=False, check_format=True
):
    def check(ours, theirs):
        if _check_errors(ours, theirs, accept_error):
            return
        for a, b in _pairs(ours, theirs):
            if type_check:
                _check_type(a, b)
            if contiguous_check:
                _check_contiguity(a, b)
            if _is_sparse(b):
                if check_format and a.format != b.format:
                    raise AssertionError(f"sparse matrices of the formats {a.format} and {b.format}")
                a, b = a.toarray(), b.toarray()
            assertion(a, b)

    return _both(check, name, sp_name, scipy_name)


def _check_tolerance(tolerance):
    if isinstance(tolerance, dict):
        for key in tolerance:
            if not isinstance(key, type) and key != "default":
                raise TypeError(
                    f"Keys of the tolerance dictionary are types, such as cupy.float32, or 'default', not {key!r}"
                )


def _tolerance(tolerance, dtype):
    if not isinstance(tolerance, dict):
        return tolerance
    for key, value in tolerance.items():
        if key != "default" and _np.dtype(key) == dtype:
            return value
    if "default" not in tolerance:
        raise TypeError(f"Can not find tolerance for {dtype.type}")
    return tolerance["default"]


def numpy_cupy_allclose(rtol=1e-7, atol: float = 0, err_msg="", verbose=True, name="xp", type_check=True,
    accept_error=False, sp_name=None, scipy_name=None, contiguous_check=True, *,
    _check_sparse_format=True) -> _Callable:  # fmt: skip
    """The test's results with NumPy and with cuprum are close to each other.

    Parameters
        rtol, atol: tolerances; each may be a dictionary from types, such as cupy.float32, and "default" to tolerances.
        err_msg, verbose: as in assert_allclose.
        name: the test's parameter that takes the module; None where it takes none.
        type_check: whether dtypes must be equal too.
        accept_error: whether the test may raise in both libraries: True, False, or the classes of errors.
        sp_name, scipy_name: parameters that take scipy.sparse and scipy, or what cuprumx has for them.
        contiguous_check: whether results must be contiguous where NumPy's are.
    """
    _check_tolerance(rtol)
    _check_tolerance(atol)

    def assertion(a, b):
        _array.assert_allclose(
            a, b, _tolerance(rtol, a.dtype), _tolerance(atol, a.dtype), err_msg=err_msg, verbose=verbose
        )

    return _comparison(
        assertion, name, sp_name, scipy_name, type_check, accept_error, contiguous_check, _check_sparse_format
    )


def numpy_cupy_array_almost_equal(decimal=6, err_msg="", verbose=True, name="xp", type_check=True, accept_error=False,
    sp_name=None, scipy_name=None) -> _Callable:  # fmt: skip
    """The test's results with NumPy and with cuprum agree to some decimals.

    Parameters
        decimal: how many decimals agree.
        err_msg, verbose, name, type_check, accept_error, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    return _comparison(
        lambda a, b: _array.assert_array_almost_equal(a, b, decimal, err_msg, verbose),
        name,
        sp_name,
        scipy_name,
        type_check,
        accept_error,
    )


def numpy_cupy_array_almost_equal_nulp(
    nulp=1, name="xp", type_check=True, accept_error=False, sp_name=None, scipy_name=None
) -> _Callable:
    """The test's results with NumPy and with cuprum agree to some units in the last place.

    Parameters
        nulp: how many units in the last place results may differ by.
        name, type_check, accept_error, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    return _comparison(
        lambda a, b: _array.assert_array_almost_equal_nulp(a, b, nulp),
        name,
        sp_name,
        scipy_name,
        type_check,
        accept_error,
    )


def numpy_cupy_array_max_ulp(
    maxulp=1, dtype=None, name="xp", type_check=True, accept_error=False, sp_name=None, scipy_name=None
) -> _Callable:
    """The test's results with NumPy and with cuprum differ by no more than some units in the last place.

    Parameters
        maxulp: how many units in the last place results may differ by.
        dtype: what both are cast to before.
        name, type_check, accept_error, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    return _comparison(
        lambda a, b: _array.assert_array_max_ulp(a, b, maxulp, dtype),
        name,
        sp_name,
        scipy_name,
        type_check,
        accept_error,
    )


def numpy_cupy_array_equal(err_msg="", verbose=True, name="xp", type_check=True, accept_error=False, sp_name=None,
    scipy_name=None, strides_check=False) -> _Callable:  # fmt: skip
    """The test's results with NumPy and with cuprum are equal; with `strides_check` their strides too.

    Parameters
        strides_check: whether strides must be equal, too.
        err_msg, verbose, name, type_check, accept_error, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    return _comparison(
        lambda a, b: _array.assert_array_equal(a, b, err_msg, verbose, strides_check=strides_check),
        name,
        sp_name,
        scipy_name,
        type_check,
        accept_error,
    )


def numpy_cupy_array_list_equal(err_msg="", verbose=True, name="xp", sp_name=None, scipy_name=None) -> _Callable:
    """The test's sequences of arrays with NumPy and with cuprum are equal.

    Parameters
        err_msg, verbose, name, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """

    def check(ours, theirs):
        if not _check_errors(ours, theirs, False):
            _array.assert_array_list_equal(ours, theirs, err_msg, verbose)

    return _both(check, name, sp_name, scipy_name)


def numpy_cupy_array_less(
    err_msg="", verbose=True, name="xp", type_check=True, accept_error=False, sp_name=None, scipy_name=None
) -> _Callable:
    """The test's result with cuprum is less than that with NumPy, element by element.

    Parameters
        err_msg, verbose, name, type_check, accept_error, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    return _comparison(
        lambda a, b: _array.assert_array_less(a, b, err_msg, verbose),
        name,
        sp_name,
        scipy_name,
        type_check,
        accept_error,
    )


def numpy_cupy_equal(name="xp", sp_name=None, scipy_name=None) -> _Callable:
    """The test's results with NumPy and with cuprum are equal as Python objects.

    Parameters
        name, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """

    def check(ours, theirs):
        if _check_errors(ours, theirs, False):
            return
        if ours != theirs:
            raise AssertionError(f"Results are not equal:\ncupy: {ours!r}\nnumpy: {theirs!r}")

    return _both(check, name, sp_name, scipy_name)


def numpy_cupy_raises(name="xp", sp_name=None, scipy_name=None, accept_error=Exception) -> _Callable:
    """The test raises the same kind of error with NumPy and with cuprum. Deprecated in CuPy: use pytest.raises.

    Parameters
        accept_error: the classes of errors that may be raised.
        name, sp_name, scipy_name: those of `numpy_cupy_allclose`.
    """
    _warnings.warn("numpy_cupy_raises is deprecated: use pytest.raises", DeprecationWarning, stacklevel=2)

    def check(ours, theirs):
        if not _check_errors(ours, theirs, accept_error):
            raise AssertionError("Both cupy and numpy are expected to raise errors, but not")

    return _both(check, name, sp_name, scipy_name)
