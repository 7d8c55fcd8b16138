"""Whether two outcomes are the same: values, dtype, shape, the kind of error, and what was written."""

import numpy as np

import cuprum as cp

from .arrays import Array
from .cases import resolve

ERRORS = (
    IndexError,
    OverflowError,
    ZeroDivisionError,
    MemoryError,
    ValueError,
    TypeError,
    AttributeError,
    RuntimeError,
    LookupError,
)


class Exact:
    """Bit for bit; any NaN equals any other."""

    def differs(self, case, actual, expected):
        if actual.tobytes() == expected.tobytes():
            return None
        if expected.dtype.kind not in "fc":
            return "values"
        parts = (
            [(actual, expected)]
            if expected.dtype.kind == "f"
            else [(actual.real, expected.real), (actual.imag, expected.imag)]
        )
        for a, e in parts:
            both_nan = np.isnan(a) & np.isnan(e)
            if not (both_nan | ((a == e) & (np.signbit(a) == np.signbit(e)))).all():
                return "values"
        return None


class Equal(Exact):
    """Equal in value: the sign of a zero may be either."""

    def differs(self, case, actual, expected):
        return None if np.array_equal(actual, expected, equal_nan=expected.dtype.kind in "fc") else "values"


class Near(Equal):
    """Within some units in the last place, and within a share of the inputs' magnitude where one is given.

    `power` says how results grow with the inputs: 1 for sums, 2 for products of two; None where errors are relative to
    each element. A sum that overflows in one order of its terms and not in another is equal to anything.
    """

    def __init__(self, units=4, power=None, whole=False):
        self.units, self.power, self.whole = units, power, whole

    def differs(self, case, actual, expected):
        if actual.tobytes() == expected.tobytes():
            return None
        if expected.dtype.kind not in "fc":
            return "values"
        inputs = [a for a in case.arrays() if a.dtype.kind in "fc"]
        epsilon = max(
            [_epsilon(expected.dtype), _epsilon_of_loop(case)]
            + [_epsilon(a.dtype) for a in inputs]
            + [
                _epsilon(np.dtype(v))
                for k, v in case.kwargs.items()
                if k == "dtype" and isinstance(v, str) and v in "efdFD"
            ]
        )
        wide = "D" if expected.dtype.kind == "c" else "d"
        a, e = np.asarray(actual, wide), np.asarray(expected, wide)
        tiny = float(np.finfo(expected.dtype).smallest_subnormal)
        largest = float(np.finfo(expected.dtype).max)
        allowed = self.units * (epsilon * np.abs(e) + tiny)
        if self.whole:  # of the result's largest element
            finite = np.abs(e)[np.isfinite(e)]
            allowed = allowed + self.units * epsilon * (finite.max() if finite.size else 0)
        if self.power is not None:
            size = max([a.size for a in case.arrays()] + [1])
            scale = float(np.float64(max([_magnitude(a.both[0]) for a in case.arrays()] + [1.0])) ** self.power * size)
            if scale > largest:
                return None
            allowed = allowed + self.units * epsilon * scale
        if wide == "D":  # which part is NaN or infinite once one of them is, C leaves open
            open_ = ~np.isfinite(a) & ~np.isfinite(e)
            a, e = np.where(open_, 0, a), np.where(open_, 0, e)
        parts = [(a, e)] if wide == "d" else [(a.real, e.real), (a.imag, e.imag)]
        for x, y in parts:
            good = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= allowed)
            # Next to the largest number, rounding decides between it and infinity.
            good |= (np.abs(np.where(np.isinf(x), y, x)) > largest * (1 - 8 * self.units * epsilon)) & (
                np.signbit(x) == np.signbit(y)
            )
            if not good.all():
                return "values"
        return None


def _epsilon(dtype):
    return {"e": 2.0**-10, "f": 2.0**-23, "F": 2.0**-23}.get(dtype.char, 2.0**-52)


def _epsilon_of_loop(case):
    """That of what a ufunc computes in, which an output may be wider than: cosines of int16 are those of float32."""
    ufunc = resolve(case.path)[0]
    if not isinstance(ufunc, np.ufunc):
        return 0
    operands = [_operand_type(a) for a in case.args[: ufunc.nin]]
    try:
        dtypes = ufunc.resolve_dtypes((*operands, *[None] * ufunc.nout))
    except TypeError:  # operands that the function refuses
        return 0
    return max([_epsilon(d) for d in dtypes if d.kind in "fc"], default=0)


def _operand_type(a):
    if isinstance(a, Array | np.generic):
        return a.dtype
    return np.dtype(bool) if isinstance(a, bool) else type(a)


def _magnitude(a):
    if a.size == 0:
        return 0.0
    wide = np.abs(a.astype("D" if a.dtype.kind == "c" else "d"))
    finite = wide[np.isfinite(wide)]
    return float(finite.max()) if finite.size else 0.0


def error_kind(error):
    """The built-in class that an error is caught by."""
    return next((kind for kind in ERRORS if isinstance(error, kind)), type(error))


def _same_error(expected, actual):
    # IndexError before ValueError: numpy.exceptions.AxisError is both.
    return isinstance(actual, error_kind(expected)) or (
        isinstance(expected, ValueError) and isinstance(actual, ValueError)
    )


def difference(case, expected, actual):
    """What differs between NumPy's outcome and cuprum's, in a word; None if nothing does."""
    if expected.error is not None or actual.error is not None:
        if expected.error is None:
            return f"cuprum raised {type(actual.error).__name__}: {str(actual.error)[:160]}"
        if actual.error is None:
            return f"NumPy raised {type(expected.error).__name__}: {str(expected.error)[:160]}"
        if not _same_error(expected.error, actual.error):
            names = f"NumPy raised {type(expected.error).__name__}, cuprum {type(actual.error).__name__}"
            return f"{names}: {str(actual.error)[:160]}"
        return None
    if case.spec.ignores_result:
        found = None
    else:
        found = _differ(case, expected.value, actual.value)
    if found is None and expected.written:
        for e, a in zip(expected.written, actual.written):
            found = _differ(case, e, a)
            if found:
                return "written: " + found
    return found


def _differ(case, expected, actual):
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or sorted(map(str, actual)) != sorted(map(str, expected)):
            return f"keys {sorted(map(str, actual))}, SciPy {sorted(map(str, expected))}"
        for key, value in expected.items():
            found = _differ(case, value, actual[key])
            if found:
                return f"{key}: {found}"
        return None
    if isinstance(expected, (tuple, list)) and not isinstance(actual, (np.ndarray, cp.ndarray)):
        if not isinstance(actual, (tuple, list)) or len(actual) != len(expected):
            parts = getattr(actual, "__len__", lambda: "")()
            return f"a result of {len(expected)} parts, in cuprum {type(actual).__name__} {parts}"
        for i, (e, a) in enumerate(zip(expected, actual)):
            found = _differ(case, e, a)
            if found:
                return f"part {i}: {found}"
        return None
    if isinstance(expected, (np.ndarray, np.generic)):
        if not isinstance(actual, cp.ndarray):
            if isinstance(expected, np.ndarray) or not isinstance(actual, np.generic):
                return (
                    None
                    if _equal_plain(expected, actual)
                    else f"type {type(actual).__name__}, NumPy {type(expected).__name__}"
                )
            host = np.asarray(actual)
        else:
            host = actual.get()
        if host.dtype != expected.dtype:
            return f"dtype {host.dtype}, NumPy {expected.dtype}"
        if host.shape != expected.shape:
            return f"shape {host.shape}, NumPy {expected.shape}"
        if (
            case.spec.layout
            and isinstance(expected, np.ndarray)
            and isinstance(actual, cp.ndarray)
            and expected.size > 1
        ):
            ours, theirs = _order(actual), _order(expected)
            if ours != theirs:
                return f"layout {ours}, NumPy {theirs}"
        if host.dtype.kind not in "fc" and host.tobytes() == expected.tobytes():
            return None
        return case.spec.policy.differs(case, host, np.asarray(expected))
    if isinstance(actual, cp.ndarray):  # NumPy gives a Python number
        return _differ_plain(expected, actual.item() if actual.size == 1 and actual.ndim == 0 else actual)
    return _differ_plain(expected, actual)


def _order(a):
    return tuple(s for n, s in zip(a.shape, a.strides) if n > 1)


def _equal_plain(expected, actual):
    try:
        return expected.ndim == 0 and bool(expected == actual or (expected != expected and actual != actual))
    except Exception:  # noqa: BLE001
        return False


def _differ_plain(expected, actual):
    if expected is None and actual is None:
        return None
    try:
        same = bool(expected == actual or (expected != expected and actual != actual))
    except Exception:  # noqa: BLE001
        same = False
    return None if same else f"{actual!r}, NumPy {expected!r}"[:160]
