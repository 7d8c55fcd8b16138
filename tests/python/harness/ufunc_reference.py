"""NumPy's results for every ufunc: operands from its domain, what is expected, and how far results may differ."""

import re
import zlib

import numpy as np
from common import BFLOAT16, ULP, assert_same, real_dtype

import cuprum as cp

UFUNCS = {name: getattr(cp, name) for name in dir(cp) if isinstance(getattr(cp, name), cp.ufunc)}
PRIMARY = {name: u for name, u in UFUNCS.items() if u.__name__ == name}
REFERENCE = {
    "rsqrt": lambda x: (1 / np.sqrt(x)).astype(np.sqrt(x).dtype),
    "i0": lambda x: np.i0(np.asarray(x, float)).astype(x.dtype if x.dtype.kind == "f" else float),
}


def reference(name):
    return REFERENCE.get(name) or getattr(np, name)


def dtype_of(code):
    return BFLOAT16 if code == "E" else np.dtype(code)


def interval(term, dtype):
    """Values for one operand from a domain term of ufuncs.def."""
    rng = np.random.default_rng(zlib.crc32(f"{term}{dtype}".encode()))
    size = 400
    match = re.fullmatch(r"[\[(](.+),(.+)[\])]", term)
    if match:
        low, high = float(match[1]), float(match[2])
        low, high = max(low, -1e4), min(high, 1e4)
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            low, high = max(low, info.min), min(high, info.max)
    else:
        low, high = (0.01, 100) if term == "positive" else (-100, 100)
    if dtype.kind == "b":
        return rng.integers(0, 2, size).astype(bool) if term != "nonzero" else np.ones(size, bool)
    if dtype.kind in "iu":
        first = 0 if dtype.kind == "u" and low < 0 else int(np.ceil(low))
        values = rng.integers(first, max(int(high), first) + 1, size).astype(dtype)
        if term in ("nonzero", "positive"):
            values[values == 0] = 1
        return values
    real = rng.uniform(low, high, size)
    if dtype.kind == "c":
        return (real + 1j * rng.uniform(low, high, size)).astype(dtype)
    if term == "any":
        real[:12] = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, -0.5, 2, 1e4, -1e4]
    return real.astype(dtype)


def operands(ufunc, codes):
    terms = ufunc._domain.split(" x ")
    terms = terms * ufunc.nin if len(terms) == 1 else terms
    values = [interval(term, dtype_of(code)) for term, code in zip(terms, codes)]
    return [v if i == 0 else np.roll(v, 7 * i) for i, v in enumerate(values)]


def expected_of(name, values, out_codes):
    """NumPy's results; bfloat16 is computed by NumPy in float32 and rounded (but its neighbours are ml_dtypes' own)."""
    if name == "nextafter":
        return (np.nextafter(*values),)
    has_bfloat16 = any(v.dtype == BFLOAT16 for v in values)
    wide = [v.astype("f") if v.dtype == BFLOAT16 else v for v in values]
    with np.errstate(all="ignore"):
        result = reference(name)(*wide)
    results = result if isinstance(result, tuple) else (result,)
    return tuple(r.astype(dtype_of(c)) if has_bfloat16 else r for r, c in zip(results, out_codes))


EXACT = {
    "add", "subtract", "multiply", "negative", "positive", "absolute", "fabs", "sign", "maximum", "minimum", "fmax",
    "fmin", "floor", "ceil", "trunc", "rint", "square", "sqrt", "copysign", "nextafter", "signbit", "modf", "frexp",
    "heaviside", "conjugate", "isnan", "isinf", "isfinite", "equal", "not_equal", "less", "less_equal", "greater",
    "greater_equal", "logical_and", "logical_or", "logical_xor", "logical_not", "fmod", "remainder", "floor_divide",
    "divmod", "ldexp",
}  # fmt: skip


def tolerance(name, dtype, complex_input=False):
    dtype = real_dtype(dtype)
    if dtype not in ULP:
        return 0.0
    # Correctly rounded operations agree to the bit in float32 and float64; 16-bit ones are computed in float32 on both
    # sides but NumPy may round between steps.
    if name in EXACT and dtype.char in "fd" and not complex_input:
        return 0.0
    return {"f": 8, "d": 16}.get(dtype.char, 2) * ULP[dtype]


def check(name, actual, expected, complex_input=False):
    actual = actual if isinstance(actual, tuple) else (actual,)
    for a, e in zip(actual, expected):
        rtol = tolerance(name, e.dtype, complex_input)
        if e.dtype.kind == "c" and rtol == 0:
            rtol = 4 * ULP[real_dtype(e.dtype)]  # products of complex numbers may be fused
        if e.dtype.kind == "c":
            # Parts may cancel: compare by the size of the number.
            scale = np.nan_to_num(np.abs(e.astype("D")), posinf=0)
            assert a.dtype == e.dtype and a.shape == e.shape
            host = a.get()
            finite = np.isfinite(e)
            assert np.all(np.abs(host[finite] - e[finite]) <= 4 * rtol * np.maximum(scale[finite], 1e-30)), name
            continue
        atol = 0.0
        if name in (
            "sin",
            "cos",
            "tan",
            "sinc",
            "logaddexp",
            "logaddexp2",
            "log",
            "log2",
            "log10",
            "log1p",
            "expm1",
            "arccos",
            "arctan2",
        ):
            atol = rtol  # near a zero of the function the error of the argument's reduction shows
        assert_same(a, e, rtol=rtol, atol=atol)
