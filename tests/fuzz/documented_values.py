"""Differences from NumPy in values that docs/cupy.md documents: rounding, cancellation, what a dtype does not hold."""

import numpy as np

import cuprum as cp

from .arrays import Array
from .cases import resolve


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


def matrices_with_infinities(case, expected, actual, found):
    """What infinities and NaN in a matrix spread to, or end in, is left to the libraries of linear algebra."""
    return (
        case.path.startswith("linalg.")
        and found.endswith(("values", "did not converge"))
        and any(a.dtype.kind in "fc" and not np.isfinite(a.both[0]).all() for a in case.arrays())
    )


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
    """A determinant has as many digits less as the matrix's condition has, and no sign where it is 0."""
    if case.path not in ("linalg.slogdet", "linalg.det") or not found.endswith("values"):
        return False
    ours, theirs = actual.value, expected.value
    matrices = case.args[0].both[0].astype("D")
    if np.isfinite(matrices).all() and (np.linalg.matrix_rank(matrices) < matrices.shape[-1]).all():
        return True
    if case.path == "linalg.slogdet":
        if not np.array_equal(ours[0].get(), theirs[0]):
            return False
        ours, theirs = ours[1], theirs[1]
    room = 64 * np.finfo("d").eps * np.linalg.cond(matrices)
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


def signs_of_large_numbers(case, expected, actual, found):
    """The sign of a complex number whose magnitude is beyond its dtype is that of its direction; NumPy divides by
    infinity."""
    if not case.path.startswith("sign") or not found.endswith("values") or case.args[0].dtype.char != "F":
        return False
    with np.errstate(all="ignore"):
        wide = np.sign(case.args[0].both[0].astype("D"))
    pairs = list(zip(expected.written, actual.written)) or [(expected.value, actual.value)]
    return all(a.shape == wide.shape and np.allclose(a.get(), wide, rtol=1e-6, equal_nan=True) for _, a in pairs)


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
    """NumPy's power of one half is a square root, NaN of minus infinity, if the exponent is a number or has a stride of
    zero; C's `pow` is plus infinity."""
    if not case.path.startswith(("power", "float_power", "operator.pow", "operator.ipow")):
        return False
    operands = [np.asarray(a.both[0] if isinstance(a, Array) else a) for a in case.args if not isinstance(a, str)]
    operands = [a for a in operands if a.dtype.kind in "biuf"]
    if not (any((a == -np.inf).any() for a in operands) and any((a == 0.5).any() for a in operands)):
        return False
    results = [(expected.value, actual.value), *zip(expected.written, actual.written)]
    return found.endswith("values") and all(_is_nan_where_different(*pair) for pair in results if pair[0] is not None)


def _is_nan_where_different(theirs, ours):
    theirs, ours = np.asarray(theirs), np.asarray(cp.asnumpy(ours))
    return bool(np.isnan(theirs[~((ours == theirs) | (np.isnan(ours) & np.isnan(theirs)))]).all())


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
