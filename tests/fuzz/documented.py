"""Differences from NumPy that README's "What differs" documents, each as narrowly as it is meant."""

import numpy as np

from .arrays import Array


def documented(case, expected, actual, found):
    """The name of the documented difference that explains `found`; None if there is none."""
    for rule in RULES:
        if rule(case, expected, actual, found):
            return rule.__name__
    return None


def numpy_arrays_are_refused(case, expected, actual, found):
    """NumPy's own arrays among cuprum's are a TypeError."""
    return isinstance(actual.error, TypeError) and any(
        isinstance(a, np.ndarray) for a in [*case.args, *case.kwargs.values()]
    )


def nonsense_is_refused(case, expected, actual, found):
    """What is no number, no shape and no axis is refused; by which error is not promised.

    NumPy refuses it too, or makes an array of Python objects or of text, which cuprum does not have.
    """
    if not case.nonsense or actual.error is None:
        return False
    return expected.error is not None or any(not _is_numeric(a) for a in case.args)


def _is_numeric(argument):
    if isinstance(argument, Array):
        return True
    try:
        return np.asarray(argument).dtype.kind in "biufc" and not (isinstance(argument, int) and abs(argument) >= 2**63)
    except (ValueError, TypeError):
        return False


def unsigned_indices_are_taken(case, expected, actual, found):
    """uint64 indices, which NumPy's functions do not cast to int64, are taken."""
    return "dtype('uint64') to dtype('int64') according to the rule 'safe'" in found


def an_element_takes_an_array_of_one(case, expected, actual, found):
    """`a[0] = array([1])` sets the element; NumPy wants a 0-d array."""
    return (
        case.path == "operator.setitem"
        and "setting an array element with a sequence" in found
        and case.args[2].size == 1
    )


def an_array_of_one_is_a_number(case, expected, actual, found):
    """`float(array([1.0]))` is 1.0; NumPy wants a 0-d array."""
    return (
        case.path.startswith("builtins.")
        and "only 0-dimensional arrays can be converted" in found
        and case.args[0].size == 1
    )


def one_of_two_errors(case, expected, actual, found):
    """Where dtypes and axes or shapes are wrong, either may be found first."""
    if expected.error is None or actual.error is None:
        return False
    kinds = [isinstance(e, TypeError) and any(w in str(e) for w in _OF_DTYPES) for e in (expected.error, actual.error)]
    others = [isinstance(e, (ValueError, IndexError)) for e in (expected.error, actual.error)]
    return (kinds[0] and others[1]) or (kinds[1] and others[0])


_OF_DTYPES = ("not supported for the input types", "No loop", "did not contain a loop", "Cannot cast", "not safely")


def rolling_along_no_axes_is_nothing(case, expected, actual, found):
    """`roll(a, (), ())` is a copy of a 0-d array, too; NumPy stumbles."""
    return case.path in ("roll", "fft.fftshift", "fft.ifftshift") and "not enough values to unpack" in found


def eigenvalues_are_complex(case, expected, actual, found):
    """`eig` and `eigvals` give complex numbers, as from NumPy 2.5 on; earlier ones give real numbers where all are."""
    return case.path in ("linalg.eig", "linalg.eigvals") and actual.error is None


RULES = [
    numpy_arrays_are_refused,
    nonsense_is_refused,
    unsigned_indices_are_taken,
    an_element_takes_an_array_of_one,
    an_array_of_one_is_a_number,
    one_of_two_errors,
    rolling_along_no_axes_is_nothing,
    eigenvalues_are_complex,
]
