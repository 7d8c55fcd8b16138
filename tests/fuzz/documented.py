"""Differences from NumPy that docs/cupy.md documents, each as narrowly as it is meant."""

import os

import numpy as np

import cuprum as cp

from . import documented_scipy
from .arrays import Array
from .cases import resolve
from .documented_values import (
    areas_that_cancel,
    averages_of_nothing,
    closeness_of_large_numbers,
    complex_powers_of_many_turns,
    conditions_of_singular_matrices,
    constants_do_not_correlate,
    determinants_that_cancel,
    integers_beyond_float64,
    integers_divided_by_zero,
    inverses_of_bad_condition,
    logarithms_near_one,
    logarithms_of_sums_near_one,
    matrices_with_infinities,
    means_of_large_complex_numbers,
    numbers_beyond_16_bits,
    powers_of_complex_infinities,
    powers_step_by_step,
    products_beyond_16_bits,
    products_of_complex_infinities,
    products_that_overflow,
    roots_of_minus_infinity,
    rounded_neighbours_are_not_members,
    signs_of_large_numbers,
    solutions_that_cancel,
    special_values_that_numpy_rounds,
    steps_of_16_bits,
    sums_of_integers_in_float64,
    uint64_and_int64_meet_in_float64,
    variances_of_narrow_floats,
    variances_of_too_few,
    weights_that_cancel,
    which_complex_nan_it_is,
)


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


def bounds_with_nan(case, expected, actual, found):
    """A complex bound whose imaginary part is NaN makes NaN of everything; NumPy's `clip` compares the real parts."""
    if not case.path.endswith("clip"):
        return False
    parts = [a.both[0].imag if isinstance(a, Array) else np.imag(a) for a in case.args[1:] if a is not None]
    return "values" in found and any(np.isnan(p).any() for p in parts)


def quantiles_of_nan(case, expected, actual, found):
    """The dtype of quantiles follows from dtypes; where the first row is all NaN, NumPy's is the array's."""
    name = case.path.removeprefix("nan")
    return (
        name in ("quantile", "percentile")
        and found.startswith("dtype")
        and _has_nan(case.args[0])
        and expected.value.dtype == case.args[0].dtype
    )


def numpy_negates_backwards(case, expected, actual, found):
    """In place along negative strides NumPy 2's `negative` reads what it has written."""
    out = case.kwargs.get("out")
    out = out[0] if isinstance(out, tuple) else out
    if case.path != "negative" or not isinstance(out, Array) or not isinstance(actual.value, cp.ndarray):
        return False
    return np.array_equal(actual.value.get(), np.negative(case.args[0].both[0].copy()).astype(out.dtype))


def matrices_of_more_axes(case, expected, actual, found):
    """`r_['r', a]` of three axes and more: NumPy's matrix drops those of one element, which CuPy has no type for."""
    return case.path == "r_.__getitem__" and actual.error is None and actual.value.ndim > 2


def nothing_is_copied(case, expected, actual, found):
    """Where there is nothing to copy, NumPy does not look at the shape of `where`: no elements, or each in its own
    place."""
    if case.path != "copyto" or expected.error is not None:
        return False
    target, source = case.args[:2]
    return target.size == 0 or (isinstance(source, Array) and _is_same_memory(target.both[0], source.both[0]))


def _is_same_memory(a, b):
    return a.__array_interface__["data"] == b.__array_interface__["data"] and (a.shape, a.strides, a.dtype) == (
        b.shape,
        b.strides,
        b.dtype,
    )


def numpys_own_mistakes_with_nothing(case, expected, actual, found):
    """Quantiles along several axes of no elements: NumPy's message speaks of a `newaxis` of its own."""
    return isinstance(actual.error, IndexError) and "newaxis" in str(expected.error)


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
