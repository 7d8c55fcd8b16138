"""Decorators that call a test for each of many dtypes or orders."""

from collections.abc import Callable as _Callable
import functools as _functools
import inspect as _inspect
import itertools as _itertools
import os as _os

import numpy as _np

_COMPLEX = (_np.complex64, _np.complex128)
_FLOATS = (_np.float64, _np.float32, _np.float16)
_SIGNED = tuple(_np.dtype(code).type for code in "bhilq")
_UNSIGNED = tuple(_np.dtype(code).type for code in "BHILQ")
_INTEGERS = _SIGNED + _UNSIGNED


def without_parameters(test, names):
    """A decorator as functools.wraps whose wrapper lacks some of the test's parameters, so that pytest sees no fixtures
    in them."""

    def decorate(wrapper):
        wrapper = _functools.wraps(test)(wrapper)
        signature = _inspect.signature(test)
        wrapper.__signature__ = signature.replace(
            parameters=[p for p in signature.parameters.values() if p.name not in names]
        )
        return wrapper

    return decorate


def _for_each(names, combinations):
    """Calls a test for each combination of values of the parameters `names`, and says which one failed."""

    def decorator(test):
        @without_parameters(test, names)
        def wrapper(*args, **kwargs):
            for values in combinations(args[0] if args else None, kwargs):
                chosen = dict(zip(names, values))
                try:
                    test(*args, **{**kwargs, **chosen})  # of loops of one name the inner one counts
                except Exception as error:
                    which = ", ".join(f"{name} is {getattr(v, '__name__', v)}" for name, v in chosen.items())
                    # Python 3.10 has no notes; pytest shows what was printed.
                    getattr(error, "add_note", print)(which)
                    raise

        return wrapper

    return decorator


def for_dtypes(dtypes, name="dtype") -> _Callable:
    """Calls the test for each dtype: given as the scalar type in the parameter `name`.

    Parameters
        dtypes: an iterable of dtypes.
        name: the test's parameter that gets them, one by one.
    """
    dtypes = [(_np.dtype(dtype).type,) for dtype in dtypes]
    return _for_each((name,), lambda *_: dtypes)


def _all(no_float16=False, no_bool=False, no_complex=False):
    return (
        (_FLOATS[:2] if no_float16 else _FLOATS)
        + _INTEGERS
        + (() if no_bool else (_np.bool_,))
        + (() if no_complex else _COMPLEX)
    )


def for_all_dtypes(name="dtype", no_float16=False, no_bool=False, no_complex=False) -> _Callable:
    """Calls the test for all of NumPy's dtypes that arrays can have, but those that are excluded.

    Parameters
        name: the test's parameter that gets them.
        no_float16, no_bool, no_complex: whether these are left out.
    """
    return for_dtypes(_all(no_float16, no_bool, no_complex), name)


def for_float_dtypes(name="dtype", no_float16=False) -> _Callable:
    """Calls the test for float64, float32 and float16.

    Parameters
        name: the test's parameter that gets them.
        no_float16: whether float16 is left out.
    """
    return for_dtypes(_FLOATS[:2] if no_float16 else _FLOATS, name)


def for_signed_dtypes(name="dtype") -> _Callable:
    """Calls the test for the signed integers.

    Parameters
        name: the test's parameter that gets them.
    """
    return for_dtypes(_SIGNED, name)


def for_unsigned_dtypes(name="dtype") -> _Callable:
    """Calls the test for the unsigned integers.

    Parameters
        name: the test's parameter that gets them.
    """
    return for_dtypes(_UNSIGNED, name)


def for_int_dtypes(name="dtype", no_bool=False) -> _Callable:
    """Calls the test for all integers, and for bool unless that is excluded.

    Parameters
        name: the test's parameter that gets them.
        no_bool: whether bool is left out.
    """
    return for_dtypes(_INTEGERS if no_bool else _INTEGERS + (_np.bool_,), name)


def for_complex_dtypes(name="dtype") -> _Callable:
    """Calls the test for complex64 and complex128.

    Parameters
        name: the test's parameter that gets them.
    """
    return for_dtypes(_COMPLEX, name)


def for_dtypes_combination(types, names: object = ("dtype",), full=None) -> _Callable:
    """Calls the test for combinations of dtypes of several parameters.

    Parameters
        types: the dtypes.
        names: the parameters' names.
        full: whether all combinations are taken. Otherwise each dtype comes at least once in each parameter, beside
            several others; by default the variable CUPY_TEST_FULL_COMBINATION says it, and it is not unless that is 1.
    """
    types = [_np.dtype(dtype).type for dtype in types]
    if full is None:
        full = _os.environ.get("CUPY_TEST_FULL_COMBINATION", "0") != "0"
    if full:
        combinations = list(_itertools.product(types, repeat=len(names)))
    else:
        # The k-th parameter runs through the dtypes k places further in each of three rounds.
        combinations = [
            tuple(types[(i + k * shift) % len(types)] for k in range(len(names)))
            for shift in (0, 1, 4)
            for i in range(len(types))
        ]
        combinations = list(dict.fromkeys(combinations))
    return _for_each(tuple(names), lambda *_: combinations)


def for_all_dtypes_combination(
    names: object = ("dtyes",), no_float16=False, no_bool=False, full=None, no_complex=False
) -> _Callable:
    """for_dtypes_combination of all dtypes but those that are excluded.

    Parameters
        names, full: those of `for_dtypes_combination`.
        no_float16, no_bool, no_complex: whether these are left out.
    """
    return for_dtypes_combination(_all(no_float16, no_bool, no_complex), names, full)


def for_signed_dtypes_combination(names: object = ("dtype",), full=None) -> _Callable:
    """for_dtypes_combination of the signed integers.

    Parameters
        names, full: those of `for_dtypes_combination`.
    """
    return for_dtypes_combination(_SIGNED, names, full)


def for_unsigned_dtypes_combination(names: object = ("dtype",), full=None) -> _Callable:
    """for_dtypes_combination of the unsigned integers.

    Parameters
        names, full: those of `for_dtypes_combination`.
    """
    return for_dtypes_combination(_UNSIGNED, names, full)


def for_int_dtypes_combination(names: object = ("dtype",), no_bool=False, full=None) -> _Callable:
    """for_dtypes_combination of all integers, and of bool unless that is excluded.

    Parameters
        names, full: those of `for_dtypes_combination`.
        no_bool: whether bool is left out.
    """
    return for_dtypes_combination(_INTEGERS if no_bool else _INTEGERS + (_np.bool_,), names, full)


def for_orders(orders, name="order") -> _Callable:
    """Calls the test for each of some memory orders.

    Parameters
        orders: an iterable of orders, such as 'CF'.
        name: the test's parameter that gets them, one by one.
    """
    orders = [(order,) for order in orders]
    return _for_each((name,), lambda *_: orders)


def for_CF_orders(name="order") -> _Callable:
    """Calls the test for the orders 'C' and 'F', and for both in lower case and as None means C.

    Parameters
        name: the test's parameter that gets them.
    """
    return for_orders([None, "C", "F", "c", "f"], name)


def for_contiguous_axes(name="axis") -> _Callable:
    """Calls the test for the runs of axes that are contiguous in the test's `shape` and `order`: its parameters, or
    attributes of `self`.

    Parameters
        name: the test's parameter that gets them, a tuple of axes.
    """

    def runs(self, given):
        shape, order = (given.get(key) if key in given else getattr(self, key) for key in ("shape", "order"))
        axes = tuple(range(len(shape)))
        for i in axes:
            if order in ("c", "C"):
                yield (axes[i:],)
            elif order in ("f", "F"):
                yield (axes[: i + 1],)
            else:
                raise ValueError(f"the test's order is {order!r}; it must be 'C' or 'F'")

    return _for_each((name,), runs)
