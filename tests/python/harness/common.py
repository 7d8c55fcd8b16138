"""What the tests share: dtypes, awkward arrays, and comparison with NumPy."""

import warnings

import ml_dtypes
import numpy as np

import cuprum as cp

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
BOOL = [np.dtype("?")]
SIGNED = [np.dtype(c) for c in "bhil"]
UNSIGNED = [np.dtype(c) for c in "BHIL"]
INTEGERS = SIGNED + UNSIGNED
FLOATS = [np.dtype(c) for c in "efd"]
COMPLEX = [np.dtype(c) for c in "FD"]
NUMPY_DTYPES = BOOL + INTEGERS + FLOATS + COMPLEX  # what NumPy itself computes with
ALL_DTYPES = NUMPY_DTYPES + [BFLOAT16]

# Units in the last place by which vectorised mathematics may differ from NumPy's; both claim four.
ULP = {np.dtype("e"): 2**-10, BFLOAT16: 2**-7, np.dtype("f"): 2**-23, np.dtype("d"): 2**-52}


def real_dtype(dtype):
    return {np.dtype("F"): np.dtype("f"), np.dtype("D"): np.dtype("d")}.get(np.dtype(dtype), np.dtype(dtype))


def sample(shape, dtype, seed=0, low=-100, high=100):
    """Random values of a dtype: the same array for the same arguments."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind == "u":
        return rng.integers(0, max(high, 1), shape).astype(dtype)
    if dtype.kind == "i":
        return rng.integers(low, high, shape).astype(dtype)
    if dtype.kind == "c":
        return (rng.uniform(low, high, shape) + 1j * rng.uniform(low, high, shape)).astype(dtype)
    return rng.uniform(low, high, shape).astype(dtype)


def normal_sample(shape, dtype, seed=0):
    """Normally distributed values of both signs; integers from 0 to 99."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "c":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    if dtype.kind == "f":
        return rng.standard_normal(shape).astype(dtype)
    return rng.integers(0, 2 if dtype.kind == "b" else 100, shape).astype(dtype)


def signed_sample(shape, dtype, seed=0):
    """Likewise of both signs and of magnitudes near 1, so that products neither overflow nor vanish, and sums cancel:
    compare them by `assert_close`."""
    host = sample(shape, dtype, seed, low=-4, high=5)
    if host.dtype.kind not in "fc":
        return host
    away = lambda x: np.copysign(1 + np.abs(x) / 8, x)  # noqa: E731
    return (away(host.real) + 1j * away(host.imag) if host.dtype.kind == "c" else away(host)).astype(dtype)


def layouts(a):
    """An array's values under different memory layouts: (name, NumPy array) pairs."""
    yield "C", np.ascontiguousarray(a)
    yield "F", np.asfortranarray(a)
    wide = np.empty(tuple(2 * n for n in a.shape), a.dtype)
    wide[tuple(slice(None, None, 2) for _ in a.shape)] = a
    yield "every second", wide[tuple(slice(None, None, 2) for _ in a.shape)]
    yield (
        "reversed",
        a[tuple(slice(None, None, -1) for _ in a.shape)].copy()[tuple(slice(None, None, -1) for _ in a.shape)],
    )


def to_device(host):
    """A cuprum array with the strides of a NumPy view: the base is copied, then viewed the same way."""
    base = host
    while isinstance(base.base, np.ndarray):
        base = base.base
    if base is host or not base.flags.forc:
        return cp.asarray(host)
    flat = cp.asarray(base)
    offset = host.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    view = cp.ndarray(host.shape, host.dtype, memptr=flat.data + offset, strides=host.strides)
    return view


def to_host(value):
    """An array of cuprum's, or a number, as NumPy's array."""
    return value.get() if isinstance(value, cp.ndarray) else np.asarray(value)


def assert_same(actual, expected, rtol=0.0, atol=0.0, strict_dtype=True):
    """Values, dtype and shape are equal; with `rtol`, values within it. NaN equals NaN."""
    if isinstance(expected, (tuple, list)):
        assert len(actual) == len(expected)
        for a, e in zip(actual, expected):
            assert_same(a, e, rtol, atol, strict_dtype)
        return
    assert isinstance(actual, cp.ndarray), type(actual)
    expected = np.asarray(expected)
    host = actual.get()
    if strict_dtype:
        assert host.dtype == expected.dtype, f"dtype {host.dtype}, NumPy has {expected.dtype}"
    assert host.shape == expected.shape, f"shape {host.shape}, NumPy has {expected.shape}"
    if host.dtype == BFLOAT16 or expected.dtype == BFLOAT16:
        host, expected = host.astype("f"), expected.astype("f")
    if rtol == 0 and atol == 0:
        np.testing.assert_array_equal(host, expected)
    else:
        np.testing.assert_allclose(host, expected, rtol=rtol, atol=atol)


def assert_close(actual, expected, bound, signs=True):
    """Dtype and shape are equal, and values differ by at most `bound`, which broadcasts to them. What is NaN or
    infinite is the same, and, with `signs`, what is exactly zero has the same sign."""
    assert isinstance(actual, cp.ndarray), type(actual)
    expected, host = np.asarray(expected), actual.get()
    assert host.dtype == expected.dtype, f"dtype {host.dtype}, NumPy has {expected.dtype}"
    assert host.shape == expected.shape, f"shape {host.shape}, NumPy has {expected.shape}"
    wide = np.dtype("D") if expected.dtype.kind == "c" else np.dtype("d")
    host, expected, bound = host.astype(wide), expected.astype(wide), np.broadcast_to(bound, host.shape)
    if wide == np.dtype("D"):  # which parts of a complex number are NaN once one is not finite is left open
        finite = np.isfinite(expected)
        np.testing.assert_array_equal(np.isfinite(host), finite)
        host, expected, bound = host[finite], expected[finite], bound[finite]
    for x, y in [(host.real, expected.real), (host.imag, expected.imag)]:
        exact = ~np.isfinite(y) | (bound == 0)
        np.testing.assert_array_equal(x[exact], y[exact])
        zero = (x == 0) & (y == 0) & signs
        np.testing.assert_array_equal(np.signbit(x[zero]), np.signbit(y[zero]))
        excess = np.abs(x[~exact] - y[~exact]) - bound[~exact]
        assert not (excess > 0).any() and not np.isnan(x[~exact]).any(), f"{x} is not {y}, to within {bound}"


def moved(value):
    """An argument of NumPy's as one of cuprum's: arrays with their strides, also those in lists, tuples and poly1d."""
    if isinstance(value, np.ndarray):
        return to_device(value)
    if isinstance(value, np.poly1d):
        return cp.poly1d(value)
    return type(value)(map(moved, value)) if type(value) in (list, tuple) else value


def call_moved(function, arguments, keywords):
    """What cuprum's function gives for NumPy's arguments."""
    return function(*map(moved, arguments), **{name: moved(value) for name, value in keywords.items()})


def both_of(theirs, ours):
    """`both(name, *arguments, **keywords)` calls the function of that name in SciPy's module and in cuprum's: both
    results, cuprum's first."""

    def both(name, *arguments, **keywords):
        expected = getattr(theirs, name)(*arguments, **keywords)
        return call_moved(getattr(ours, name), arguments, keywords), expected

    return both


def check_of(theirs, ours, rtol, single=1e-5, least=1.0):
    """`check(name, *arguments, **keywords)` compares the functions of that name in SciPy's module and in cuprum's, to
    within a share of the largest value, as `of_largest` has it."""

    def check_named(name, *arguments, rtol=rtol, single=single, **keywords):
        tolerance = of_largest(rtol, single, least)
        return check(getattr(theirs, name), getattr(ours, name), arguments, tolerance, **keywords)

    return check_named


def check_by_name(theirs, ours, tolerance=0):
    """`check(name, *arguments, **keywords)` compares the functions of that name in two modules, as `check` does."""

    def check_named(name, *arguments, tolerance=tolerance, **keywords):
        return check(getattr(theirs, name), getattr(ours, name), arguments, tolerance, **keywords)

    return check_named


def check_transform(actual, expected, dtype=True, eps=None, factor=4):
    """Equal up to the rounding of a Fourier transform in the result's precision, relative to its largest element."""
    eps = eps or np.finfo(actual.dtype).eps
    # The error of a sum of n products grows with the logarithm of n.
    share = factor * eps * (2 + np.log2(max(expected.size, 2)))
    assert_like(actual, expected, (0, share * (np.abs(expected).max(initial=0) or 1)), dtype)


def check(np_function, cp_function, arguments=(), tolerance=0, **keywords):
    """`cp_function` does with moved arguments what `np_function`, of NumPy or SciPy, does: the same values, dtypes and
    shapes, or an error of the same class. Returns both results, cuprum's first, or nothing after an error.

    Values may differ by `tolerance`: a share of each value; a pair of a share and an absolute bound; either of them by
    the character of the result's dtype, others being exact; or a function that gives the pair for the expected
    values."""

    def ours(xp):
        return call_moved(cp_function, arguments, keywords)

    with np.errstate(all="ignore"):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = np_function(*arguments, **keywords)
        except Exception as error:  # noqa: BLE001  whatever NumPy raises is what is wanted
            return assert_raises_like(ours, error)
        actual = ours(cp)
    assert_like(actual, expected, tolerance)
    return actual, expected


def of_largest(share, single=None, least=1.0):
    """A tolerance for `check`: a share of the largest finite value, at least of `least`; `single` is the share of
    float32 and complex64. Bools and integers are exact."""

    def tolerance(expected):
        if expected.dtype.kind not in "fc" and expected.dtype != BFLOAT16:
            return 0, 0
        part = single if single is not None and expected.dtype.char in "fF" else share
        return 0, part * float(np.abs(expected[np.isfinite(expected)]).max(initial=least))

    return tolerance


def assert_like(actual, expected, tolerance=0, strict_dtype=True):
    """Arrays, numbers, polynomials and tuples of them alike, to within a tolerance as `check` has it."""
    if isinstance(expected, (tuple, list)):
        assert len(actual) == len(expected)
        for a, e in zip(actual, expected):
            assert_like(a, e, tolerance, strict_dtype)
    elif isinstance(expected, np.poly1d):
        assert isinstance(actual, cp.poly1d)
        assert_like(actual.coeffs, expected.coeffs, tolerance)
    elif isinstance(expected, (np.integer, np.floating)) and isinstance(actual, (int, float)):  # a rank, a limit
        assert actual == expected
    elif isinstance(expected, (np.ndarray, np.generic)) or isinstance(actual, cp.ndarray):
        expected = np.asarray(expected)
        if callable(tolerance):
            tolerance = tolerance(expected)
        elif isinstance(tolerance, dict):
            tolerance = tolerance.get(expected.dtype.char, 0)
        rtol, atol = tolerance if isinstance(tolerance, tuple) else (tolerance, 0)
        assert_same(actual, expected, rtol, atol, strict_dtype)
    else:
        assert actual == expected


def assert_same_layout(actual, expected):
    """Values, dtype and shape are equal, and so are the strides that mean something."""
    assert_same(actual, expected)
    assert_same_strides(actual, expected)


def assert_same_strides(actual, expected):
    """Equal strides along all axes of more than one element."""
    steps = [(x, y) for x, y, n in zip(actual.strides, expected.strides, expected.shape) if n > 1]
    assert all(x == y for x, y in steps), (actual.strides, expected.strides)


def assert_raises_like(function, expected):
    """`function(cp)` raises what NumPy raised: the same class, or one derived from it; of NumPy's private classes, what
    is public."""
    public = (k for k in type(expected).__mro__ if not k.__name__.startswith("_") and "._" not in k.__module__)
    wanted = next(public)
    try:
        function(cp)
    except Exception as error:  # noqa: BLE001
        assert isinstance(error, wanted), (
            f"{type(error).__name__}: {error}; NumPy raised {type(expected).__name__}: {expected}"
        )
    else:
        raise AssertionError(f"cuprum raised nothing; NumPy raised {type(expected).__name__}: {expected}")


def assert_same_outcome(function, **how):
    """`function(xp)` gives what it does with NumPy, as `assert_same` compares it, or raises the same class."""
    try:
        with np.errstate(all="ignore"):
            expected = function(np)
    except Exception as error:  # noqa: BLE001
        assert_raises_like(function, error)
    else:
        assert_same(function(cp), expected, **how)


def assert_same_error(function, theirs=np, ours=cp):
    """`function(xp)` raises with NumPy (or with SciPy's module, `theirs`), and raises the same class with cuprum's."""
    with np.errstate(all="ignore"):
        try:
            function(theirs)
        except Exception as error:  # noqa: BLE001
            return assert_raises_like(lambda _: function(ours), error)
    raise AssertionError("NumPy raised nothing")
