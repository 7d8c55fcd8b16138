"""Differences from NumPy that docs/cupy.md documents, each as narrowly as it is meant."""

import os

import numpy as np

import cuprum as cp

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


def nonsense_may_end_in_any_way(case, expected, actual, found):
    """What is no number, no shape and no axis may be refused or taken for something; it must end no process."""
    return case.nonsense


def floats_that_no_integer_is_saturate(case, expected, actual, found):
    """NaN, infinities and floats out of range become the nearest integer, NaN zero; NumPy leaves that to the processor."""
    if not found.endswith("values"):
        return False
    targets = {np.dtype(case.kwargs["dtype"])} if isinstance(case.kwargs.get("dtype"), str) else set()
    targets |= {w.dtype for w in expected.written}
    if isinstance(expected.value, np.ndarray | np.generic):
        targets.add(expected.value.dtype)
    targets = [t for t in targets if t.kind in "iu"]
    # uint64 and signed integers meet in float64.
    kinds = {a.dtype.kind for a in [*case.arrays(), *(x for x in case.args if isinstance(x, np.generic))]}
    if any(t.char in "LQ" for t in targets) and "i" in kinds and case.writes:
        return True
    means = any(word in case.path for word in ("mean", "average", "var"))
    few = any(a.size == 0 for a in case.arrays()) or any(k in case.kwargs for k in ("where", "ddof", "correction"))
    if means and targets and few:  # NaN
        return True
    divides = any(
        word in case.path for word in ("div", "power", "mod", "fmod", "reciprocal")
    )  # infinities out of integers
    for a in [*case.args, *case.kwargs.values()]:
        parts = a if isinstance(a, tuple | list) else [a]
        for part in parts:
            values = part.both[0] if isinstance(part, Array) else np.asarray(part) if _is_number(part) else None
            for t in targets if values is not None else ():
                if values.dtype.kind in "fc" and not _holds(t, values):
                    return True
                if divides and values.dtype.kind in "biu" and (values == 0).any():
                    return True
                if (
                    means and abs(values.astype("d")).sum() > np.iinfo(t).max
                ):  # NumPy's sum is cast before it is divided
                    return True
    return False


def _is_number(argument):
    if isinstance(argument, int) and abs(argument) >= 2**63:
        return False
    return isinstance(argument, bool | int | float | complex | np.generic)


def _holds(dtype, values):
    """Whether sums and differences of these floats are certain to be the same integers however they are cast."""
    real = np.concatenate([values.real.ravel(), values.imag.ravel()]).astype("d")
    few = np.isfinite(real).all() and (abs(real) < 1000).all()
    return few and (dtype.kind == "i" or dtype.itemsize < 4 or not (real < 0).any())


def powers_of_complex_infinities(case, expected, actual, found):
    """Complex powers are exp(log(a) b), NaN where that is not a number; C's library goes on to guess an infinity or zero."""
    values = [a.both[0] for a in case.arrays() if a.dtype.kind == "c"]
    return (
        found.endswith("values")
        and "pow" in case.path
        and any(not np.isfinite(v).all() or (abs(v) > 1e9).any() for v in values)
    )


def complex_powers_of_many_turns(case, expected, actual, found):
    """An angle of many radians has fewer digits behind its point, in C's library in others than here."""
    if not found.endswith("values") or "pow" not in case.path or not any(a.dtype.kind == "c" for a in case.arrays()):
        return False
    pairs = list(zip(expected.written, actual.written)) + [(expected.value, actual.value)]
    single = any(a.dtype.char in "eF" for a in case.arrays())
    return all(
        np.allclose(np.asarray(e), a.get(), rtol=1e-2 if single else 1e-11, atol=0, equal_nan=True)
        for e, a in pairs
        if isinstance(a, cp.ndarray)
    )


def products_of_complex_infinities(case, expected, actual, found):
    """Products of complex infinities and NaN depend on their order, and real outputs show the part that does."""
    return (
        found.endswith("values")
        and ("prod" in case.path or case.path.startswith("multiply."))
        and any(a.dtype.kind == "c" and not np.isfinite(a.both[0]).all() for a in case.arrays())
    )


def logarithms_near_one(case, expected, actual, found):
    """`log1p` of small complex numbers has all digits; NumPy's is the logarithm of 1 + x."""
    if case.path != "log1p" or not found.endswith("values") or not any(a.dtype.kind == "c" for a in case.arrays()):
        return False
    room = 1e-5 if any(a.dtype.char in "F" for a in case.arrays()) else 1e-14
    pairs = list(zip(expected.written, actual.written)) or [(expected.value, actual.value)]
    return all(np.allclose(np.asarray(e), a.get(), rtol=1e-6, atol=room, equal_nan=True) for e, a in pairs)


def bins_are_compared_as_they_are(case, expected, actual, found):
    """Whether the bins of `digitize` rise or fall is told from their own numbers; NumPy rounds them to float64 for that."""
    return case.path == "digitize" and any(
        a.dtype.kind in "iu" and a.size and abs(a.both[0].astype("d")).max() >= 2**53 for a in case.arrays()
    )


def deviations_have_no_integer_dtype(case, expected, actual, found):
    """`std(a, dtype=int)` is a TypeError along all axes, as it is in NumPy along some, unless `out` has another dtype."""
    kind = np.dtype(case.kwargs.get("dtype") or "d").kind
    return case.path.endswith("std") and kind in "iu"


def nothing_is_reshaped(case, expected, actual, found):
    """NumPy's `median` and `tensorinv` of nothing stumble over lengths that they leave open."""
    return actual.error is None and "cannot reshape array of size 0" in str(expected.error)


def divisors_of_booleans_are_integers(case, expected, actual, found):
    """`gcd`, `lcm` and `sign` take booleans for numbers of 8 bits, as in CuPy; NumPy has no loop for them."""
    name = case.path.partition(".")[0]
    return actual.error is None and name in ("gcd", "lcm", "sign") and "BoolDType" in str(expected.error)


def quantiles_along_no_axes(case, expected, actual, found):
    """The quantiles' own axes come first; NumPy's `nanquantile` puts them elsewhere where they are several, or along no axes."""
    if case.path not in ("nanpercentile", "nanquantile") or not isinstance(case.kwargs.get("axis"), tuple):
        return False
    several = (
        len(case.args) > 1 and np.ndim(case.args[1].both[0] if isinstance(case.args[1], Array) else case.args[1]) > 1
    )
    return (case.kwargs["axis"] == () or several) and ("shape" in found or found == "values")


def values_of_at_are_broadcast(case, expected, actual, found):
    """NumPy's `at` reads beyond values that are broadcast along indices of several axes."""
    if not case.path.endswith(".at") or found != "written: values" or len(case.args) < 3:
        return False
    return isinstance(case.args[2], Array) and any(
        k.ndim > 1 and k.shape != case.args[2].shape for k in _indices(case.args[1])
    )


def the_last_in_c_order_stays(case, expected, actual, found):
    """Of several values for one place the last in C order stays; in NumPy it is the last in the order of the arrays' strides."""
    return (
        case.path in ("put_along_axis", "operator.setitem")
        and found == "written: values"
        and any(not a.both[0].flags.c_contiguous for a in case.arrays()[1:])
    )


def matrices_with_infinities(case, expected, actual, found):
    """What infinities and NaN in a matrix spread to is left to the libraries of linear algebra."""
    return (
        case.path.startswith("linalg.")
        and found.endswith("values")
        and any(a.dtype.kind in "fc" and not np.isfinite(a.both[0]).all() for a in case.arrays())
    )


def places_before_the_front(case, expected, actual, found):
    """`insert` before the front is an IndexError for arrays of places, too; NumPy's counts from the end twice."""
    return case.path == "insert" and expected.error is None and isinstance(actual.error, IndexError)


def what_numpy_leaves_to_chance(case, expected, actual, found):
    """Bits behind the end are zeros; NumPy's `unpackbits` of nothing leaves them as they are in memory."""
    return case.path == "unpackbits" and case.args[0].size == 0 and found == "values"


def order_a_of_casts(case, expected, actual, found):
    """`array(a, dtype=..., order="A")` lies in C order unless `a` is in Fortran's, as `copy` and `astype` do; NumPy keeps the strides' order."""
    return case.path in ("array", "asarray") and case.kwargs.get("order") == "A" and "layout" in found


def strides_of_short_axes(case, expected, actual, found):
    """An array of one row is in C order and in Fortran's: the strides of axes of one element or none are those of either."""
    if case.path != "builtins.getattr" or case.args[1] != "strides" or not isinstance(expected.value, tuple):
        return False
    lengths = case.args[0].shape
    return all(e == a for e, a, n in zip(expected.value, actual.value, lengths, strict=True) if n > 1)


def integers_beyond_float64(case, expected, actual, found):
    """Integers are rounded to tens and hundreds by NumPy in float64, which has 53 bits."""
    large = any(a.dtype.kind in "iu" and a.size and abs(a.both[0].astype("d")).max() >= 2**53 for a in case.arrays())
    return case.path.endswith(("around", "round")) and found == "values" and large


def averages_of_nothing(case, expected, actual, found):
    """NumPy's `average` counts what it weighed by a division of Python's, which may be by zero."""
    nothing = any(a.size == 0 for a in case.arrays())
    return case.path == "average" and isinstance(expected.error, ZeroDivisionError) and nothing


def variances_of_too_few(case, expected, actual, found):
    """Squares that underflow in NumPy are not yet zero here: divided by no degree of freedom they are infinite, not NaN."""
    few = any(k in case.kwargs for k in ("ddof", "correction"))
    return (
        case.path.endswith(("var", "std"))
        and few
        and found.endswith("values")
        and not np.isfinite(expected.value).all()
    )


def steps_of_16_bits(case, expected, actual, found):
    """`reduce`, `accumulate`, `cumprod` and their like go on in float32 where NumPy rounds to 16 bits after each step."""
    method = case.path.endswith((".reduce", ".accumulate", ".reduceat")) or "cum" in case.path
    half = any(a.dtype.char == "e" for a in case.arrays()) or case.kwargs.get("dtype") in ("e", "float16")
    return method and half and found.endswith("values")


def special_values_that_numpy_rounds(case, expected, actual, found):
    """`i0` of infinities is infinite, and a `sinc` of 16 bits is computed in float32."""
    half = any(a.dtype.char == "e" for a in case.arrays())
    infinite = any(a.dtype.kind == "f" and np.isinf(a.both[0]).any() for a in case.arrays())
    return found == "values" and ((case.path == "i0" and infinite) or (case.path == "sinc" and half))


def constants_do_not_correlate(case, expected, actual, found):
    """The correlation with a variable that does not vary is NaN, or what rounding leaves of its variance."""
    if case.path != "corrcoef" or not found.endswith("values"):
        return False
    values = case.args[0].both[0].astype("D")
    axis = 0 if case.kwargs.get("rowvar") is False else -1
    return values.size == 0 or (np.ptp(values.real, axis=axis) <= 1e-14 * abs(values).max()).any()


def integers_beyond_indices(case, expected, actual, found):
    """An index that no 64 bits hold is an IndexError in `at`, as it is elsewhere in NumPy."""
    return "cannot fit" in str(actual.error) and isinstance(expected.error, OverflowError)


def unsigned_indices_are_taken(case, expected, actual, found):
    """uint64 indices, which NumPy's functions do not cast to int64, are taken; its `at` reads them wrongly."""
    if case.path.endswith(".at"):
        return found == "written: values" and any(a.dtype.char in "QL" for a in _indices(case.args[1]))
    return "dtype('uint64') to dtype('int64') according to the rule 'safe'" in str(expected.error) or (
        case.path == "insert" and "Cannot cast ufunc 'add' output from" in str(expected.error)
    )


def _indices(key):
    return [k for k in (key if isinstance(key, tuple) else (key,)) if isinstance(k, Array)]


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
    if case.path == "operator.setitem":  # the place, or what goes there
        return all(isinstance(e, (ValueError, IndexError, TypeError)) for e in (expected.error, actual.error))
    if case.path == "insert" or case.path.endswith(".at"):  # the places, or what goes there
        return all(isinstance(e, (ValueError, IndexError, OverflowError)) for e in (expected.error, actual.error))
    if "initial" in case.kwargs:
        return all(isinstance(e, (ValueError, OverflowError, TypeError)) for e in (expected.error, actual.error))
    kinds = [isinstance(e, TypeError) and any(w in str(e) for w in _OF_DTYPES) for e in (expected.error, actual.error)]
    others = [isinstance(e, (ValueError, IndexError)) for e in (expected.error, actual.error)]
    return (kinds[0] and others[1]) or (kinds[1] and others[0])


_OF_DTYPES = (
    "not supported for the input types",
    "boolean subtract",
    "No loop",
    "did not contain a loop",
    "Cannot cast",
    "not safely",
    "must be inexact",
)


def rolling_along_no_axes_is_nothing(case, expected, actual, found):
    """`roll(a, (), ())` is a copy of a 0-d array, too; NumPy stumbles."""
    return case.path in ("roll", "fft.fftshift", "fft.ifftshift") and "not enough values to unpack" in found


def eigenvalues_are_complex(case, expected, actual, found):
    """`eig` and `eigvals` give complex numbers, as from NumPy 2.5 on; earlier ones give real numbers where all are."""
    return case.path in ("linalg.eig", "linalg.eigvals") and actual.error is None


def indices_wrap_around_on_a_gpu(case, expected, actual, found):
    """Without CUPRUM_CHECK=bounds a GPU's indices out of bounds wrap around."""
    return (
        cp.backend() == "cuda"
        and "bounds" not in os.environ.get("CUPRUM_CHECK", "")
        and actual.error is None
        and isinstance(expected.error, IndexError)
        and "out of bounds" in str(expected.error)
    )


RULES = [
    indices_wrap_around_on_a_gpu,
    numpy_arrays_are_refused,
    nonsense_may_end_in_any_way,
    floats_that_no_integer_is_saturate,
    powers_of_complex_infinities,
    complex_powers_of_many_turns,
    products_of_complex_infinities,
    logarithms_near_one,
    bins_are_compared_as_they_are,
    deviations_have_no_integer_dtype,
    divisors_of_booleans_are_integers,
    quantiles_along_no_axes,
    integers_beyond_indices,
    nothing_is_reshaped,
    values_of_at_are_broadcast,
    the_last_in_c_order_stays,
    matrices_with_infinities,
    places_before_the_front,
    what_numpy_leaves_to_chance,
    order_a_of_casts,
    strides_of_short_axes,
    integers_beyond_float64,
    averages_of_nothing,
    variances_of_too_few,
    steps_of_16_bits,
    special_values_that_numpy_rounds,
    constants_do_not_correlate,
    unsigned_indices_are_taken,
    an_element_takes_an_array_of_one,
    an_array_of_one_is_a_number,
    one_of_two_errors,
    rolling_along_no_axes_is_nothing,
    eigenvalues_are_complex,
]
