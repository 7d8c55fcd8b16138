"""Differences from NumPy that docs/cupy.md documents, each as narrowly as it is meant."""

import os

import numpy as np

import cuprum as cp

from . import documented_scipy
from .arrays import Array
from .cases import resolve


def documented(case, expected, actual, found):
    """The name of the documented difference that explains `found`; None if there is none."""
    is_scipy = case.path.startswith(("scipy.", "recipe."))
    for rule in documented_scipy.RULES if is_scipy else RULES:
        try:
            holds = rule(case, expected, actual, found)
        except Exception:  # noqa: BLE001  what a rule does not understand it does not explain
            continue
        if holds:
            return rule.__name__
    return None


def host_data_is_moved(case, expected, actual, found):
    """`copy=False` is about device memory, as in CuPy: what lies on the host is moved to the device."""
    return "Unable to avoid copy" in str(expected.error) and case.kwargs.get("copy") is False and actual.error is None


def numpy_arrays_are_refused(case, expected, actual, found):
    """NumPy's own arrays among cuprum's are a TypeError."""
    return isinstance(actual.error, TypeError) and any(
        isinstance(a, np.ndarray) for a in [*case.args, *case.kwargs.values()]
    )


def nonsense_may_end_in_any_way(case, expected, actual, found):
    """What is no number, no shape and no axis may be refused or taken for something; it must end no process."""
    return case.nonsense


def floats_that_no_integer_is_saturate(case, expected, actual, found):
    """NaN, infinities and floats out of range become the nearest integer, NaN zero; NumPy leaves that to the
    processor."""
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
    if any(t.kind == "i" for t in targets) and "u" in kinds and case.path.endswith(".at"):
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
                if divides and t.kind == "u" and values.dtype.kind in "if" and (values < 0).any():
                    return True
                if divides and values.dtype.kind in "iu" and (abs(values.astype("d")) >= 2**63).any():
                    return True  # the quotient is a float that int64 does not hold
                sizes = abs(values.astype("D"))
                if means and (sizes ** (2 if "var" in case.path else 1)).sum() >= float(
                    np.iinfo(t).max
                ):  # NumPy's sum is cast before it is divided
                    return True
                if means and t.kind == "u" and values.dtype.kind in "if" and (values < 0).any():
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
    """Complex powers are exp(log(a) b), NaN where that is not a number; C's library goes on to guess an infinity or
    zero."""
    is_complex = any(isinstance(a, complex) for a in case.args) or any(a.dtype.kind == "c" for a in case.arrays())
    values = [a.both[0] for a in case.arrays() if a.dtype.kind in "fc"]
    values += [np.asarray(a) for a in case.args if isinstance(a, float | complex)]
    return (
        found.endswith("values")
        and "pow" in case.path
        and is_complex
        and any(not np.isfinite(v).all() or (abs(v) > 1e9).any() for v in [*values, *_step_results(case, expected)])
    )


def _step_results(case, expected):
    """What an accumulation went on from."""
    return [expected.value] if case.path.endswith(".accumulate") and isinstance(expected.value, np.ndarray) else []


def complex_powers_of_many_turns(case, expected, actual, found):
    """An angle of many radians has fewer digits behind its point, in C's library in others than here."""
    turns = any(a.dtype.kind == "c" for a in case.arrays()) or any(isinstance(a, complex) for a in case.args)
    if not found.endswith("values") or "pow" not in case.path or not turns:
        return False
    pairs = list(zip(expected.written, actual.written)) + [(expected.value, actual.value)]
    single = any(a.dtype.char in "eF" for a in case.arrays())

    def close(e, a):
        infinite = ~np.isfinite(e) & ~np.isfinite(a)  # in which part, C leaves open
        return (infinite | np.isclose(e, a, rtol=1e-2 if single else 1e-11, atol=0)).all()

    return all(close(np.asarray(e), a.get()) for e, a in pairs if isinstance(a, cp.ndarray))


def products_of_complex_infinities(case, expected, actual, found):
    """Products of complex infinities and NaN depend on their order, and real outputs show the part that does."""
    is_complex = str(case.kwargs.get("dtype")) in ("F", "D", "complex64", "complex128")
    return (
        found.endswith("values")
        and ("prod" in case.path or case.path.startswith("multiply."))
        and any(
            (is_complex or a.dtype.kind == "c") and a.dtype.kind in "fc" and not np.isfinite(a.both[0]).all()
            for a in case.arrays()
        )
    )


def products_that_overflow(case, expected, actual, found):
    """Where factors overflow and others are zero, the product depends on their order."""
    if not ("prod" in case.path or case.path.startswith("multiply.")) or not found.endswith("values"):
        return False
    theirs, ours = np.asarray(expected.value), actual.value.get() if isinstance(actual.value, cp.ndarray) else None
    if ours is None or theirs.dtype.kind not in "fc":
        return False
    factors = abs(np.asarray(case.args[0].both[0]).astype("D")).ravel()
    sizes = factors[(factors > 0) & np.isfinite(factors)]
    overflows = np.log(sizes[sizes > 1]).sum() > np.log(np.finfo(theirs.dtype).max)
    differs = ~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))
    chance = ~np.isfinite(ours) | ~np.isfinite(theirs) | (ours == 0) | (theirs == 0)
    return bool((factors == 0).any() and overflows and chance[differs].all())


def logarithms_near_one(case, expected, actual, found):
    """`log1p` of small complex numbers has all digits; NumPy's is the logarithm of 1 + x."""
    if case.path != "log1p" or not found.endswith("values") or not any(a.dtype.kind == "c" for a in case.arrays()):
        return False
    room = 1e-5 if any(a.dtype.char in "F" for a in case.arrays()) else 1e-14
    pairs = list(zip(expected.written, actual.written)) or [(expected.value, actual.value)]
    return all(np.allclose(np.asarray(e), a.get(), rtol=1e-6, atol=room, equal_nan=True) for e, a in pairs)


def bins_are_compared_as_they_are(case, expected, actual, found):
    """Whether the bins of `digitize` rise or fall is told from their own numbers; NumPy rounds them to float64 for
    that."""
    return case.path == "digitize" and any(
        a.dtype.kind in "iu" and a.size and abs(a.both[0].astype("d")).max() >= 2**53 for a in case.arrays()
    )


def deviations_have_no_integer_dtype(case, expected, actual, found):
    """`std(a, dtype=int)` is a TypeError along all axes, as it is in NumPy along some, unless `out` has another
    dtype."""
    kind = np.dtype(case.kwargs.get("dtype") or "d").kind
    return case.path.endswith("std") and kind in "iu"


def nothing_is_reshaped(case, expected, actual, found):
    """NumPy's `median`, `quantile` and `tensorinv` of nothing stumble over lengths that they leave open."""
    quantile = "quantile" in case.path and isinstance(actual.error, IndexError)  # there is no element to choose
    return (actual.error is None or quantile) and "cannot reshape array of size 0" in str(expected.error)


def signs_of_booleans_are_integers(case, expected, actual, found):
    """`sign` takes booleans for numbers of 8 bits, as in CuPy; NumPy has no loop for them."""
    name = case.path.partition(".")[0]
    return actual.error is None and name == "sign" and "BoolDType" in str(expected.error)


def quantiles_along_no_axes(case, expected, actual, found):
    """The quantiles' own axes come first; NumPy's `nanquantile` puts them elsewhere where they are several, or along no
    axes."""
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
    key = case.args[1]
    shapes = [np.shape(_on_host(k)) for k in (key if isinstance(key, tuple) else (key,)) if isinstance(k, Array | list)]
    return isinstance(case.args[2], Array) and any(len(s) > 1 and s != case.args[2].shape for s in shapes)


def the_last_in_c_order_stays(case, expected, actual, found):
    """Of several values for one place the last in C order stays; in NumPy it is the last in the order of the arrays'
    strides."""
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
    """Bits behind the end are zeros, and so are transforms of nothing; NumPy leaves both as they are in memory."""
    if found != "values" or case.args[0].size:
        return False
    return case.path == "unpackbits" or (case.path.startswith("fft.") and not actual.value.any().item())


def order_a_of_casts(case, expected, actual, found):
    """`order="A"` looks at the operands as they are. NumPy's `array(a, dtype=...)` keeps the strides' order, and its
    ufuncs look at small operands as cast, in new arrays."""
    if case.kwargs.get("order") != "A" or "layout" not in found:
        return False
    if case.path in ("array", "asarray", "asanyarray"):
        return True
    taken = case.kwargs.get("dtype") or expected.value.dtype
    return isinstance(resolve(case.path)[0], np.ufunc) and any(a.dtype != taken for a in case.arrays())


def strides_of_short_axes(case, expected, actual, found):
    """An array of one row is in C order and in Fortran's: the strides of axes of one element or none are those of
    either."""
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
    """Squares that underflow in NumPy are not yet zero here: divided by no degree of freedom they are infinite, not
    NaN."""
    few = any(k in case.kwargs for k in ("ddof", "correction"))
    return (
        case.path.endswith(("var", "std"))
        and few
        and found.endswith("values")
        and not np.isfinite(expected.value).all()
    )


def steps_of_16_bits(case, expected, actual, found):
    """`reduce`, `accumulate`, `cumprod` and their like go on in float32 where NumPy rounds to 16 bits after each
    step."""
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
    """An index that no 64 bits hold is an IndexError in `at`, as it is elsewhere in NumPy; a 0-d array of uint64 is
    taken as an array of more axes is, its 64 bits for those of int64."""
    if not isinstance(expected.error, OverflowError):
        return False
    key = case.args[1] if len(case.args) > 1 else None
    wraps = [k for k in _indices(key) if k.ndim == 0 and k.dtype == "u8" and k.both[0] >= 2**63]
    return "cannot fit" in str(actual.error) or (case.path in ("operator.getitem", "operator.setitem") and bool(wraps))


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
        and any(w in found for w in ("setting an array element with a sequence", "only 0-dimensional arrays can be"))
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
        kinds = (ValueError, IndexError, TypeError, OverflowError)
        return all(isinstance(e, kinds) for e in (expected.error, actual.error))
    if case.path in ("insert", "put_along_axis") or case.path.endswith(".at"):  # the places, or what goes there
        if all(isinstance(e, (ValueError, IndexError, OverflowError)) for e in (expected.error, actual.error)):
            return True
    if "initial" in case.kwargs:
        return all(isinstance(e, (ValueError, OverflowError, TypeError)) for e in (expected.error, actual.error))
    kinds = [isinstance(e, TypeError) and any(w in str(e) for w in _OF_DTYPES) for e in (expected.error, actual.error)]
    others = [isinstance(e, (ValueError, IndexError, OverflowError)) for e in (expected.error, actual.error)]
    return (kinds[0] and others[1]) or (kinds[1] and others[0])


_OF_DTYPES = (
    "not supported for the input types",
    "boolean subtract",
    "boolean negative",
    "No loop",
    "did not contain a loop",
    "Cannot cast",
    "cannot cast",
    "not safely",
    "must be inexact",
)


def rolling_along_no_axes_is_nothing(case, expected, actual, found):
    """`roll(a, (), ())` is a copy of a 0-d array, too; NumPy stumbles."""
    return case.path in ("roll", "fft.fftshift", "fft.ifftshift") and "not enough values to unpack" in found


def eigenvalues_are_complex(case, expected, actual, found):
    """`eig` and `eigvals` give complex numbers, as from NumPy 2.5 on; earlier ones give real numbers where all are."""
    return case.path in ("linalg.eig", "linalg.eigvals") and actual.error is None


def literals_of_at(case, expected, actual, found):
    """`at` of uint64 takes a Python integer for one, or for float64 where it is negative; NumPy's goes by way of
    float64, or refuses."""
    if not case.path.endswith(".at") or len(case.args) < 3 or not isinstance(case.args[2], int):
        return False
    refused = expected.error is not None and actual.error is None and "not supported for the input types" in found
    return case.args[0].dtype == "u8" and (refused or found == "written: values")


def outputs_are_cast_once(case, expected, actual, found):
    """A reduction is cast to `out` when it is done; NumPy's begins with the initial value, or the first element, in
    `out`'s dtype."""
    name = case.path.removeprefix("ndarray.").removeprefix("nan")
    out = case.kwargs.get("out")
    if name not in ("sum", "prod", "max", "min", "amax", "amin") or not isinstance(out, Array) or "values" not in found:
        return False
    kwargs = {k: v.both[0] if isinstance(v, Array) else v for k, v in case.kwargs.items() if k != "out"}
    args = [a.both[0] if isinstance(a, Array) else a for a in case.args]
    reduced = cp.asarray(np.asarray(resolve(case.path)[0](*args, **kwargs))).astype(out.dtype)
    return np.array_equal(reduced.get(), actual.value.get(), equal_nan=out.dtype.kind in "fc")


def which_complex_nan_it_is(case, expected, actual, found):
    """The smallest and largest of complex numbers with NaN are NaN, of which a real output may show the part that is a
    number."""
    name, out = case.path.removeprefix("ndarray.").removeprefix("nan"), case.kwargs.get("out")
    if name not in ("max", "min", "amax", "amin") or not isinstance(out, Array) or not found.endswith("values"):
        return False
    host = case.args[0].both[0]
    if host.dtype.kind != "c" or out.dtype.kind != "f":
        return False
    parts = host[np.isnan(host)].real.astype(out.dtype)
    theirs, ours = np.asarray(expected.value), actual.value.get()
    differs = ~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))
    return all(np.isnan(x) or x in parts for x in [*ours[differs], *theirs[differs]])


def rows_with_nan(case, expected, actual, found):
    """`unique` along an axis has NaN behind all else, each for itself; NumPy's order of rows with NaN follows no
    rule."""
    axis = case.kwargs.get("axis")
    if case.path != "unique" or axis is None or not _has_nan(case.args[0]):
        return False
    rows = lambda a: sorted({repr((r + 0).tolist()) for r in np.moveaxis(a, axis, 0)})  # noqa: E731  one zero
    result = actual.value[0] if isinstance(actual.value, tuple) else actual.value
    return rows(result.get()) == rows(case.args[0].both[0])


def which_nan_is_which(case, expected, actual, found):
    """Several NaN have no order among them, so that indices may name any of them."""
    if case.path == "unique":
        if not isinstance(actual.value, tuple) or case.kwargs.get("axis") is not None or not _has_nan(case.args[0]):
            return False
        if not case.kwargs.get("return_inverse") or case.kwargs.get("equal_nan", True):
            return False
        place = 2 if case.kwargs.get("return_index") else 1
        values, inverse = actual.value[0].get(), actual.value[place].get()
    elif case.path in ("unique_inverse", "unique_all") and _has_nan(case.args[0]):
        values, inverse = actual.value.values.get(), actual.value.inverse_indices.get()
    else:
        return False
    host = case.args[0].both[0]
    complete = sorted(inverse[np.isnan(host)].tolist()) == list(np.flatnonzero(np.isnan(values)))
    return complete and np.array_equal(values[inverse], host, equal_nan=True)


def _has_nan(array):
    return array.dtype.kind in "fc" and np.isnan(array.both[0]).any()


def rounded_neighbours_are_not_members(case, expected, actual, found):
    """Two integers that are one float64 are no member of what has none of them; NumPy's `isin` and `setdiff1d` take
    them for a pair."""
    if not all(isinstance(a, Array) for a in case.args[:2]) or actual.error is not None:
        return False
    if case.path == "setdiff1d":
        a, b = (x.both[0] for x in case.args[:2])
        a = a.ravel() if True in [*case.args[2:], case.kwargs.get("assume_unique")] else np.unique(a)
        return np.array_equal(a[~_is_member(a, b)], actual.value.get())
    if case.path not in ("isin", "in1d") or "values" not in found:
        return False
    member = _is_member(*(x.both[0] for x in case.args[:2]))
    return np.array_equal(member ^ bool(case.kwargs.get("invert")), actual.value.get())


def _is_member(a, b):
    common = np.result_type(a, b)
    return (a.astype(common)[..., None] == b.astype(common).ravel()).any(-1)


def numbers_beyond_16_bits(case, expected, actual, found):
    """To `isclose` a number that a 16-bit float does not hold is infinite, and nothing finite is close to it."""
    numbers = [a for a in case.args if isinstance(a, int | float) and abs(a) > 65504]
    return case.path in ("isclose", "allclose") and bool(numbers) and any(a.dtype.char == "e" for a in case.arrays())


def products_beyond_16_bits(case, expected, actual, found):
    """Products of float16 and what they begin with are kept in float32, where they are not infinite yet."""
    if not found.endswith("values") or not any(a.dtype.char == "e" for a in case.arrays()):
        return False
    if case.path == "linalg.matrix_power":
        return not (np.isfinite(expected.value).all() and np.isfinite(actual.value.get()).all())
    initial = case.kwargs.get("initial")
    return case.path.endswith("prod") and isinstance(initial, int | float) and abs(initial) > 65504


def closeness_of_large_numbers(case, expected, actual, found):
    """`isclose` compares in float64; magnitudes of complex64 and differences of narrower floats overflow in NumPy."""
    if case.path not in ("isclose", "allclose") or not any(a.dtype.char in "efF" for a in case.arrays()):
        return False
    if expected.error is not None or actual.error is not None:
        return False
    wide = [a.both[0].astype("D" if a.dtype.kind == "c" else "d") if isinstance(a, Array) else a for a in case.args]
    wide = [float(a) if isinstance(a, np.floating) else a for a in wide]
    with np.errstate(all="ignore"):
        return np.array_equal(resolve(case.path)[0](*wide, **case.kwargs), np.asarray(cp.asnumpy(actual.value)))


def bounds_with_nan(case, expected, actual, found):
    """A complex bound whose imaginary part is NaN makes NaN of everything; NumPy's `clip` compares the real parts."""
    if not case.path.endswith("clip"):
        return False
    parts = [a.both[0].imag if isinstance(a, Array) else np.imag(a) for a in case.args[1:] if a is not None]
    return "values" in found and any(np.isnan(p).any() for p in parts)


def variances_of_narrow_floats(case, expected, actual, found):
    """Squares of floats of 16 and 32 bits are summed in wider ones; with `out` or `dtype` NumPy's overflow."""
    if case.path.removeprefix("ndarray.") not in ("var", "std", "nanvar", "nanstd"):
        return False
    if not ("out" in case.kwargs or "dtype" in case.kwargs) or case.args[0].dtype.char not in "efF":
        return False
    if not found.endswith("values"):
        return False
    kwargs = {k: v.both[0] if isinstance(v, Array) else v for k, v in case.kwargs.items() if k not in ("out", "dtype")}
    given = case.args[0].both[0]
    wide = resolve(case.path)[0](given.astype("D" if given.dtype.kind == "c" else "d"), **kwargs)
    out = actual.value.get()
    room = 2e-3 if "e" in (given.dtype.char, out.dtype.char) else 1e-5
    with np.errstate(over="ignore"):
        return np.allclose(out, np.asarray(wide).astype(out.dtype), rtol=room, equal_nan=True)


def quantiles_of_nan(case, expected, actual, found):
    """The dtype of quantiles follows from dtypes; where the first row is all NaN, NumPy's is the array's."""
    name = case.path.removeprefix("nan")
    return (
        name in ("quantile", "percentile")
        and found.startswith("dtype")
        and _has_nan(case.args[0])
        and expected.value.dtype == case.args[0].dtype
    )


def logarithms_of_sums_near_one(case, expected, actual, found):
    """A logarithm of a sum near one is a difference, whose digits are those of the operands."""
    if case.path not in ("logaddexp", "logaddexp2", "logaddexp.outer", "logaddexp2.outer"):
        return False
    if not found.endswith("values") or not isinstance(actual.value, cp.ndarray):
        return False
    if "where" in case.kwargs and "out" not in case.kwargs:
        return False
    a, b = (np.abs(x.both[0] if isinstance(x, Array) else x) for x in case.args[:2])
    a, b = (np.where(np.isfinite(x), x, 0) for x in (a, b))
    size = np.maximum.outer(a, b) if case.path.endswith("outer") else np.maximum(a, b)
    ours, theirs = actual.value.get(), np.asarray(expected.value)
    with np.errstate(invalid="ignore", over="ignore"):
        near = abs(ours.astype("d") - theirs) <= 4 * np.finfo(theirs.dtype).eps * np.maximum(size.astype("d"), 1)
    return bool((near | (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))).all())


def integers_divided_by_zero(case, expected, actual, found):
    """Division of an integer by zero gives 0, also where `out` has floats."""
    names = ("reciprocal", "floor_divide", "remainder", "mod", "fmod", "divmod")
    if (
        case.path not in names
        or not found.endswith("values")
        or any(a.dtype.kind not in "iub" for a in case.arrays()[:1])
    ):
        return False
    pairs = list(zip(expected.written, actual.written)) or [(expected.value, actual.value)]
    return all((a.get()[np.asarray(e) != a.get()] == 0).all() for e, a in pairs)


def numpy_negates_backwards(case, expected, actual, found):
    """In place along negative strides NumPy 2's `negative` reads what it has written."""
    out = case.kwargs.get("out")
    out = out[0] if isinstance(out, tuple) else out
    if case.path != "negative" or not isinstance(out, Array) or not isinstance(actual.value, cp.ndarray):
        return False
    return np.array_equal(actual.value.get(), np.negative(case.args[0].both[0].copy()).astype(out.dtype))


def weights_that_cancel(case, expected, actual, found):
    """What integers beyond 53 bits sum to, zero perhaps, depends on the order of the sum in float64."""
    weights = case.kwargs.get("weights")
    if case.path != "average" or not isinstance(weights, Array) or weights.dtype.kind not in "iu":
        return False
    host = weights.both[0].astype("d")
    if not (abs(host) >= 2**53).any():
        return False
    refused = isinstance(actual.error or expected.error, ZeroDivisionError)
    return refused or (found.endswith("values") and bool((abs(host.sum()) < 1e-9 * abs(host).sum()).all()))


def sums_of_integers_in_float64(case, expected, actual, found):
    """The last digits of sums of integers beyond 53 bits depend on the order of the sum."""
    dtype = case.kwargs.get("dtype")
    return (
        case.path.endswith("sum")
        and found.endswith("values")
        and isinstance(dtype, str)
        and np.dtype(dtype).kind in "fc"
        and any(a.dtype.kind in "iu" and bool((abs(a.both[0].astype("d")) >= 2**53).any()) for a in case.arrays())
    )


def uint64_and_int64_meet_in_float64(case, expected, actual, found):
    """NumPy reduces uint64 into an int64 output in float64, where an initial value may be NaN or infinite."""
    out, initial = case.kwargs.get("out"), case.kwargs.get("initial")
    dtypes = {a.dtype.char for a in case.arrays() if a is not out}
    meet = isinstance(out, Array) and out.dtype.char in "lq" and bool(dtypes & {"L", "Q"})
    return meet and isinstance(initial, float | np.floating)


def determinants_that_cancel(case, expected, actual, found):
    """A determinant has as many digits less as the matrix's condition has."""
    if case.path not in ("linalg.slogdet", "linalg.det") or not found.endswith("values"):
        return False
    ours, theirs = actual.value, expected.value
    if case.path == "linalg.slogdet":
        if not np.array_equal(ours[0].get(), theirs[0]):
            return False
        ours, theirs = ours[1], theirs[1]
    room = 64 * np.finfo("d").eps * np.linalg.cond(case.args[0].both[0].astype("D"))
    gap = abs(ours.get() - theirs)
    return bool((gap <= room * np.maximum(1, abs(theirs))).all())


def areas_that_cancel(case, expected, actual, found):
    """An integral has an error of the magnitude of its parts; steps of unsigned integers wrap around."""
    if case.path not in ("trapezoid", "trapz") or found != "values":
        return False

    def largest_of(a):
        return float(np.iinfo(a.dtype).max) if a.dtype.kind == "u" else abs(a.both[0].astype("D")).max(initial=1)

    largest = np.prod([largest_of(a) * max(a.size, 1) for a in case.arrays()])
    eps = np.finfo(np.asarray(expected.value).dtype).eps
    return bool((abs(actual.value.get() - expected.value) <= 16 * eps * largest).all())


def matrices_of_more_axes(case, expected, actual, found):
    """`r_['r', a]` of three axes and more: NumPy's matrix drops those of one element, which CuPy has no type for."""
    return case.path == "r_.__getitem__" and actual.error is None and actual.value.ndim > 2


def nothing_is_copied(case, expected, actual, found):
    """Where there is nothing to copy, NumPy does not look at the shape of `where`."""
    return case.path == "copyto" and case.args[0].size == 0 and expected.error is None


def numpys_own_mistakes_with_nothing(case, expected, actual, found):
    """Quantiles along several axes of no elements: NumPy's message speaks of a `newaxis` of its own."""
    return isinstance(actual.error, IndexError) and "newaxis" in str(expected.error)


def means_of_large_complex_numbers(case, expected, actual, found):
    """NumPy divides complex sums by a complex count, whose products overflow."""
    if not case.path.endswith(("median", "mean")) or not found.endswith("values"):
        return False
    large = [a for a in case.arrays() if a.dtype.kind == "c" and (abs(a.both[0]) > np.finfo(a.dtype).max / 4).any()]
    return bool(large) and not np.isfinite(expected.value).all()


def conditions_of_singular_matrices(case, expected, actual, found):
    """The condition of a singular matrix is a quotient by what rounding leaves of zero."""
    if case.path != "linalg.cond" or found != "values":
        return False
    eps = np.finfo(expected.value.dtype).eps
    a, e = np.atleast_1d(actual.value.get()), np.atleast_1d(expected.value)
    if case.kwargs.get("p") == -2:  # the least over the largest singular value
        return bool((np.isclose(a, e, rtol=1e-3) | ((a < 50 * eps) & (e < 50 * eps))).all())
    return bool((np.isclose(a, e, rtol=1e-3) | ((a > 0.02 / eps) & (e > 0.02 / eps))).all())


def inverses_of_bad_condition(case, expected, actual, found):
    """A pseudo-inverse has as many digits less as the matrix's condition has."""
    if case.path != "linalg.pinv" or found != "values":
        return False
    theirs, ours = np.asarray(expected.value), actual.value.get()
    eps = np.finfo(theirs.dtype).eps
    singular = np.linalg.svd(case.args[0].both[0], compute_uv=False)
    if not singular.size:
        return False

    def close(values, ours, theirs):
        least = min(values[values > values.max() * eps * max(theirs.shape)], default=np.inf)
        return abs(ours - theirs).max() <= 32 * eps * values.max() / least * abs(theirs).max()

    each = (a.reshape(-1, *a.shape[singular.ndim - 1 :]) for a in (singular, ours, theirs))
    return all(close(*one) for one in zip(*each))


def products_of_plane_vectors(case, expected, actual, found):
    """`cross` takes vectors of two components, as CuPy's does and NumPy's did before 2.5."""
    return case.path == "cross" and actual.error is None and "they are 2 and 2 dimensional" in str(expected.error)


def rounding_beyond_the_range(case, expected, actual, found):
    """Integers that are rounded to tens go by way of floats, and so saturate."""
    if not case.path.endswith(("around", "round")) or found != "values" or case.args[0].dtype.kind not in "iu":
        return False
    host = case.args[0].both[0]
    exact = np.round(host.astype("d"), case.kwargs.get("decimals", 0))
    return np.array_equal(cp.asarray(exact).astype(host.dtype).get(), actual.value.get())


def integers_of_where_have_to_fit(case, expected, actual, found):
    """A Python integer that the other operand's dtype does not hold is an OverflowError, as in NumPy from 2.5 on."""
    return case.path == "where" and expected.error is None and isinstance(actual.error, OverflowError)


def signs_of_large_numbers(case, expected, actual, found):
    """The sign of a complex number whose magnitude is beyond its dtype is that of its direction; NumPy divides by
    infinity."""
    if not case.path.startswith("sign") or not found.endswith("values") or case.args[0].dtype.char != "F":
        return False
    with np.errstate(all="ignore"):
        wide = np.sign(case.args[0].both[0].astype("D"))
    pairs = list(zip(expected.written, actual.written)) or [(expected.value, actual.value)]
    return all(a.shape == wide.shape and np.allclose(a.get(), wide, rtol=1e-6, equal_nan=True) for _, a in pairs)


def squares_of_squares(case, expected, actual, found):
    """Each square doubles the error of the one before it."""
    if case.path != "square.at" or found != "written: values":
        return False
    host = case.args[0].both[0]
    times = np.zeros(host.shape, "l")
    np.add.at(times, _on_host(case.args[1]), 1)
    room = 4 * np.finfo(host.dtype).eps * 2.0 ** min(times.max(initial=0), 30)

    def close(e, a):  # which part of a complex number is infinite, C leaves open
        return ((~np.isfinite(e) & ~np.isfinite(a)) | np.isclose(e, a, rtol=room, atol=0)).all()

    with np.errstate(all="ignore"):
        return all(close(e, a.get()) for e, a in zip(expected.written, actual.written))


def powers_step_by_step(case, expected, actual, found):
    """Errors of accumulated complex powers grow without bound: each step is that of the one before it."""
    if case.path != "power.accumulate" or not found.endswith("values") or not isinstance(actual.value, cp.ndarray):
        return False
    axis, ours, given = case.kwargs.get("axis", 0), actual.value.get(), case.args[0].both[0]
    if ours.dtype.kind != "c" or ours.shape != given.shape:
        return False
    ours, given = np.moveaxis(ours, axis, 0), np.moveaxis(given, axis, 0).astype(ours.dtype)
    room = 2e-2 if ours.dtype.char == "F" else 1e-9
    with np.errstate(all="ignore"):
        step = np.power(ours[:-1].astype("D"), given[1:].astype("D"))
        open_ = ~np.isfinite(step) | ~np.isfinite(ours[1:]) | (abs(step) > np.finfo(ours.dtype).max)
        return bool((ours[:1] == given[:1]).all() and (open_ | np.isclose(ours[1:], step, rtol=room)).all())


def roots_of_minus_infinity(case, expected, actual, found):
    """NumPy's power of one half is a square root, NaN of minus infinity; C's `pow` is plus infinity."""
    if not case.path.startswith(("power", "float_power", "operator.pow", "operator.ipow")):
        return False
    if not found.endswith("values") or expected.value is None:
        return False
    theirs, ours = np.asarray(expected.value), np.asarray(cp.asnumpy(actual.value))
    differs = ~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))
    halves = [np.asarray(a.both[0] if isinstance(a, Array) else a) for a in case.args[:2]]
    has = (halves[0] == -np.inf).any() and (halves[1] == 0.5).any()
    return bool(has and np.isnan(theirs[differs]).all() and (ours[differs] == np.inf).all())


def solutions_that_cancel(case, expected, actual, found):
    """A least-squares solution in float32 has errors of the right side's magnitude; NumPy computes it in float64."""
    if case.path != "linalg.lstsq" or not found.endswith("values") or case.args[0].dtype.char not in "fF":
        return False
    a, b = (x.both[0] for x in case.args[:2])
    values = np.linalg.svd(a, compute_uv=False)
    if not values.size or values.min() < 1e-4 * values.max() or not np.isfinite(b).all():
        return False
    room = 16 * np.finfo("f").eps * (values.max() / values.min()) ** 2 * np.linalg.norm(b) / values.min()
    ours, theirs = actual.value[0].get(), np.asarray(expected.value[0])
    return ours.shape == theirs.shape and bool((abs(ours - theirs) <= room).all())


def numpy_forgets_every_other_place(case, expected, actual, found):
    """NumPy's vectorised `isnan` and its like leave a part of an output with strides unwritten."""
    out = case.kwargs.get("out")
    if case.path not in ("isnan", "isinf", "isfinite", "signbit") or not isinstance(out, Array):
        return False
    host = case.args[0].both[0] if isinstance(case.args[0], Array) else np.asarray(case.args[0])
    if out.both[0].size < 16 or out.both[0].flags.c_contiguous or "where" in case.kwargs:
        return False
    plain = np.broadcast_to(resolve(case.path)[0](np.ascontiguousarray(host)), out.shape).astype(out.dtype)
    return np.array_equal(actual.value.get(), plain)


def _on_host(key):
    if isinstance(key, list | tuple):
        return type(key)(map(_on_host, key))
    return key.both[0] if isinstance(key, Array) else key


def lengths_beyond_the_places(case, expected, actual, found):
    """`insert` at places of 8 bits along an axis whose length they do not hold is no error."""
    places = case.args[1] if len(case.args) > 1 else None
    refused = isinstance(expected.error, OverflowError) and actual.error is None
    return case.path == "insert" and refused and isinstance(places, Array) and places.dtype.itemsize == 1


def zeros_of_either_sign(case, expected, actual, found):
    """Which of two zeros is the largest is not told by their signs."""
    modes = ("maximum", "minimum")
    return (
        case.path == "pad"
        and any(a in modes for a in [*case.args, case.kwargs.get("mode")] if isinstance(a, str))
        and np.array_equal(actual.value.get(), expected.value, equal_nan=expected.value.dtype.kind in "fc")
    )


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
    host_data_is_moved,
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
    signs_of_booleans_are_integers,
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
    literals_of_at,
    outputs_are_cast_once,
    rows_with_nan,
    which_nan_is_which,
    rounded_neighbours_are_not_members,
    numbers_beyond_16_bits,
    bounds_with_nan,
    variances_of_narrow_floats,
    quantiles_of_nan,
    logarithms_of_sums_near_one,
    integers_divided_by_zero,
    numpy_negates_backwards,
    weights_that_cancel,
    conditions_of_singular_matrices,
    inverses_of_bad_condition,
    products_of_plane_vectors,
    rounding_beyond_the_range,
    integers_of_where_have_to_fit,
    signs_of_large_numbers,
    squares_of_squares,
    lengths_beyond_the_places,
    products_that_overflow,
    which_complex_nan_it_is,
    closeness_of_large_numbers,
    zeros_of_either_sign,
    powers_step_by_step,
    roots_of_minus_infinity,
    solutions_that_cancel,
    numpy_forgets_every_other_place,
    products_beyond_16_bits,
    sums_of_integers_in_float64,
    uint64_and_int64_meet_in_float64,
    determinants_that_cancel,
    areas_that_cancel,
    matrices_of_more_axes,
    nothing_is_copied,
    numpys_own_mistakes_with_nothing,
    means_of_large_complex_numbers,
]
