"""Differences from SciPy that docs/cupy.md documents, each as narrowly as it is meant."""

import numpy as np
import scipy

from .arrays import Array

DESIGNS = {
    "butter", "cheby1", "cheby2", "ellip", "bessel", "iirnotch", "iirpeak", "firwin", "firwin2", "firls", "freqz",
    "freqs",
    "group_delay", "tf2ss", "tf2sos", "sos2tf", "sos2zpk", "bilinear", "normalize", "lp2lp", "lp2hp", "lp2bp", "lp2bs",
}  # fmt: skip


def _name(case):
    return case.path.rpartition(".")[2]


def designs_are_wide(case, expected, actual, found):
    """What is designed is float64 or complex128."""
    wide = ("dtype float64, ", "dtype complex128, ")
    return _name(case) in DESIGNS and any(word in found for word in wide) and actual.error is None


def complex_results_of_images_are_promoted(case, expected, actual, found):
    """A dtype that is given as text is promoted for complex images as one that is given as a type is."""
    return "output must have complex dtype" in str(expected.error) and isinstance(case.kwargs.get("output"), str)


def filters_of_one_coefficient_have_no_state(case, expected, actual, found):
    """SciPy refuses the state of a filter that has none."""
    short = "The length of `a` along the last axis must be at least 2" in str(expected.error)
    return short and _name(case) in ("lfilter_zi", "filtfilt") and actual.error is None


def transforms_of_no_points(case, expected, actual, found):
    """Fewer points than one are a ValueError, as in CuPy; SciPy's irfft and hfft give one number. A length that
    has no transform of cosines is a ValueError, too."""
    refused = isinstance(actual.error, ValueError)
    halved = _name(case) in ("irfft", "hfft", "irfftn", "hfftn", "irfft2", "hfft2") and expected.error is None
    none = halved and "data points (0)" in str(actual.error)
    return refused and (none or "zero-length FFT requested" in str(expected.error))


def splines_have_their_coefficients_dtype(case, expected, actual, found):
    """qspline1d_eval gives the dtype of the coefficients, as cspline1d_eval does; SciPy's has that of the places."""
    return _name(case) == "qspline1d_eval" and found.startswith("dtype ") and actual.value.dtype == case.args[0].dtype


def scipy_calls_itself_for_ever(case, expected, actual, found):
    """Splines of one coefficient have no mirror image in SciPy."""
    return isinstance(expected.error, RecursionError)


def nonsense_may_end_in_any_way(case, expected, actual, found):
    """What is no number, no shape and no axis may be refused or taken for something; it must end no process."""
    return case.nonsense


def distances_are_floats(case, expected, actual, found):
    """A distance of integers is float64, where SciPy keeps some integers; one of float32 is float32, as CuPy's."""
    told = ("dtype float64, NumPy int", "dtype float32, NumPy float64")
    return ".spatial.distance." in case.path and found.startswith(told)


def resampling_keeps_single_precision(case, expected, actual, found):
    """A window has the precision of what it is multiplied by, as in CuPy."""
    return _name(case) == "resample" and found.startswith(("dtype complex64, ", "dtype float32, "))


def nothing_is_divided(case, expected, actual, found):
    """A transform of no samples is a ValueError."""
    return isinstance(expected.error, ZeroDivisionError) and isinstance(actual.error, ValueError)


def splines_of_short_lines(case, expected, actual, found):
    """Splines of lines that are shorter than their response go through their elements; SciPy's do not with "reflect"
    and "nearest"."""
    splines = ("spline_filter", "spline_filter1d", "zoom", "shift", "rotate", "affine_transform", "map_coordinates")
    short = min(case.args[0].shape, default=0) < 16
    return _name(case) in splines and found.endswith("values") and case.kwargs.get("mode") in _MIRRORED and short


_MIRRORED = ("reflect", "nearest", "grid-mirror")


def axes_are_always_looked_at(case, expected, actual, found):
    """An axis that is not there is an error, also where nothing is done along it."""
    return expected.error is None and isinstance(actual.error, np.exceptions.AxisError)


def products_with_nothing(case, expected, actual, found):
    """convolve and correlate refuse arrays of no elements; SciPy does in some modes, and else gives zeros."""
    refused = isinstance(actual.error, ValueError) and "one element at least" in str(actual.error)
    return _name(case) in ("convolve", "correlate") and refused


def lines_through_one_sample(case, expected, actual, found):
    """One sample has no slope: it goes on as it is. SciPy divides by zero, or reads beyond it."""
    axis = case.kwargs.get("axis", -1)
    sloped = case.kwargs.get("mode") in ("line", "smooth")
    return _name(case) == "upfirdn" and found.endswith("values") and sloped and case.args[1].shape[axis] == 1


def products_of_nothing_keep_their_dtype(case, expected, actual, found):
    """kron with a matrix that stores nothing has the dtype of both; SciPy's is float64."""
    empty = case.args[0] == "kron" and any(not part.both[0].any() for part in case.args[1][:2])
    return case.path == "recipe.constructed" and empty and ("NumPy float64" in found or found.endswith("NumPy 'd'"))


def norms_are_floats(case, expected, actual, found):
    """A norm of a matrix of integers is float64."""
    return case.path == "recipe.normed" and found.startswith("dtype float64, NumPy int")


def newer_scipy_changes_dtypes(case, expected, actual, found):
    """From SciPy 1.18 on waves of float32 are float32, a sparse norm of it float64. Ours stay as in CuPy."""
    wave = "dtype float64, NumPy float32"
    changed = {"square": wave, "sawtooth": wave, "normed": "dtype float32, NumPy float64"}
    is_newer = np.lib.NumpyVersion(scipy.__version__) >= "1.18.0"
    return is_newer and found.startswith(changed.get(_name(case), "-"))


def complex_numbers_are_orthogonalized(case, expected, actual, found):
    """`orthogonalize` holds for complex numbers, too, which SciPy forgets."""
    names = ("dct", "idct", "dst", "idst", "dctn", "idctn", "dstn", "idstn")
    told = case.kwargs.get("orthogonalize") is not None
    return _name(case) in names and found.endswith("values") and told and case.args[0].dtype.kind == "c"


def orders_below_zero_of_integers(case, expected, actual, found):
    """A norm of integers is computed in float64; NumPy refuses negative powers of them in SciPy's formula."""
    return "norm" in case.path and "negative integer powers" in str(expected.error) and actual.error is None


def one_of_two_errors(case, expected, actual, found):
    """Where several arguments are wrong, either is named."""
    both = isinstance(expected.error, Exception) and isinstance(actual.error, Exception)
    kinds = (ValueError, RuntimeError, TypeError, IndexError, np.exceptions.AxisError)
    return both and isinstance(expected.error, kinds) and isinstance(actual.error, kinds) and _wrong(case) > 1


def _wrong(case):
    """How many arguments look wrong: axes that repeat or are not there, an output of a narrower kind."""
    axes = case.kwargs.get("axes")
    arrays = [a for a in case.args if isinstance(a, Array)]
    ndim = arrays[0].ndim if arrays else 0
    count = 0
    if isinstance(axes, tuple):
        count += len({i % max(ndim, 1) for i in axes}) < len(axes) or any(not -ndim <= i < ndim for i in axes)
    if isinstance(case.kwargs.get("output"), str):
        count += np.dtype(case.kwargs["output"]).kind != "c" and any(a.dtype.kind == "c" for a in arrays)
    return count


def rounding_decides_zeros(case, expected, actual, found):
    """What cancels to almost nothing beside the arguments has no digits of its own."""
    if expected.error or actual.error or not found.endswith("values"):
        return False
    largest = max([float(np.nanmax(np.abs(a.both[0]), initial=0)) for a in case.arrays() if a.dtype.kind in "fc"] + [1])
    pairs = zip(_parts(actual.value), _parts(expected.value))
    return all(np.nanmax(np.abs(a - e), initial=0) <= 1e-14 * largest for a, e in pairs)


def _parts(value):
    values = value if isinstance(value, (tuple, list)) else [value]
    return [np.asarray(v.get() if hasattr(v, "get") else v, complex) for v in values]


def splines_end_with_their_knots(case, expected, actual, found):
    """Beyond its knots a spline that is not continued has an integral of 0; SciPy's is NaN for coefficients of
    several columns, though 0 for one."""
    ends = case.path == "recipe.spline_of" and case.args[-1] is False and found == "part 1: values"
    return ends and np.isnan(expected.value[1]).all() and np.isfinite(_parts(actual.value[1])[0]).all()


def splines_may_be_complex(case, expected, actual, found):
    """A periodic integral of complex coefficients is one; SciPy refuses it, or gives its real type."""
    is_complex = case.path == "recipe.spline_of" and case.args[1].dtype.kind == "c" and actual.error is None
    return is_complex and ("C contiguous array" in str(expected.error) or found.startswith("part 1: dtype complex"))


def phases_of_nothing(case, expected, actual, found):
    """A vector strength of almost 0 has no phase; pi and -pi are the same."""
    if _name(case) != "vectorstrength" or expected.error or actual.error or not found.endswith("values"):
        return False
    (strength, phase), (other, turned) = (_parts(expected.value), _parts(actual.value))
    return np.allclose(strength * np.exp(1j * phase), other * np.exp(1j * turned), rtol=0, atol=1e-9)


def logarithms_of_almost_one(case, expected, actual, found):
    """The logarithm of a probability that rounds to 1 keeps its digits; SciPy's is 0."""
    tails = case.path == "recipe.distribution" and case.args[1] in ("logcdf", "logsf") and found.endswith("values")
    return tails and np.abs(_parts(actual.value)[0] - _parts(expected.value)[0]).max() < 1e-14


def small_samples_are_not_a_number(case, expected, actual, found):
    """One observation has no error of its mean; SciPy forgets that where nothing is to be left out."""
    omits = _name(case) == "sem" and case.kwargs.get("nan_policy") == "omit" and found.endswith("values")
    return omits and np.isnan(_parts(actual.value)[0]).any()


RULES = [
    rounding_decides_zeros,
    splines_end_with_their_knots,
    splines_may_be_complex,
    phases_of_nothing,
    logarithms_of_almost_one,
    small_samples_are_not_a_number,
    designs_are_wide,
    complex_results_of_images_are_promoted,
    filters_of_one_coefficient_have_no_state,
    resampling_keeps_single_precision,
    nothing_is_divided,
    complex_numbers_are_orthogonalized,
    products_of_nothing_keep_their_dtype,
    norms_are_floats,
    newer_scipy_changes_dtypes,
    orders_below_zero_of_integers,
    products_with_nothing,
    lines_through_one_sample,
    nonsense_may_end_in_any_way,
    distances_are_floats,
    splines_of_short_lines,
    axes_are_always_looked_at,
    transforms_of_no_points,
    splines_have_their_coefficients_dtype,
    scipy_calls_itself_for_ever,
    one_of_two_errors,
]
