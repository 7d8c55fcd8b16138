"""Every row of ufuncs.def against NumPy: all loops, layouts, keywords. Rows that NumPy lacks are checked by a
formula."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import cuprum as cp
from common import (
    ALL_DTYPES,
    BFLOAT16,
    COMPLEX,
    FLOATS,
    NUMPY_DTYPES,
    ULP,
    assert_same,
    assert_same_error,
    assert_same_outcome,
    layouts,
    real_dtype,
    sample,
    to_device,
)
from ufunc_reference import EXACT, PRIMARY, UFUNCS, check, dtype_of, expected_of, operands, tolerance

CASES = [(name, loop) for name, u in PRIMARY.items() for loop in u.types]


@pytest.mark.parametrize("name, loop", CASES, ids=[f"{n}-{t}" for n, t in CASES])
def test_loop(name, loop):
    ufunc = PRIMARY[name]
    ins, outs = loop.split("->")
    values = operands(ufunc, ins)
    actual = ufunc(*(cp.array(v) for v in values))
    check(name, actual, expected_of(name, values, outs), complex_input=bool(set(ins) & set("FD")))


def wide_values(dtype, largest):
    """Values of both signs over all magnitudes up to a power of ten, denormals and special ones among them."""
    rng = np.random.default_rng(3)
    smallest = {"e": -8, "f": -45, "d": -323}[dtype.char]
    magnitudes = 10.0 ** np.concatenate([rng.uniform(smallest, largest, 400), rng.uniform(-1, largest, 400)])
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, np.finfo(dtype).tiny, -np.finfo(dtype).smallest_subnormal]
    with np.errstate(over="ignore"):
        return np.concatenate([magnitudes * rng.choice([-1, 1], 800), special]).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(
    "name, largest",
    [("sin", 30), ("cos", 30), ("tan", 30), ("exp", 3), ("exp2", 4), ("expm1", 3), ("sinh", 3), ("cosh", 3),
    ("tanh", 3), ("log", 300), ("log2", 300)]
    + [("log10", 300), ("log1p", 300), ("arctan", 300), ("arcsinh", 300), ("sqrt", 300), ("cbrt", 300), ("arcsin", 0),
    ("arctanh", 0), ("arccos", 0), ("arccosh", 300)],
)  # fmt: skip
def test_all_magnitudes(name, largest, dtype):
    """Against NumPy in float64, so that its own float32 and float16 rounding is no excuse."""
    host = wide_values(dtype, min(largest, {"e": 4.8, "f": 38, "d": 300}[dtype.char]))
    with np.errstate(all="ignore"):
        exact = getattr(np, name)(host.astype("d"))
        expected = exact.astype(dtype)
    got = getattr(cp, name)(cp.asarray(host)).get()
    assert got.dtype == dtype
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
    room = tolerance(name, dtype) * np.maximum(np.abs(exact), np.finfo(dtype).tiny)
    with np.errstate(all="ignore"):
        near = (np.abs(got.astype("d") - exact) <= room) | (got == expected) | np.isnan(expected)
    # The last finite numbers and infinity are neighbours.
    near |= (np.abs(exact) > 0.999 * np.finfo(dtype).max) & (np.abs(got) >= 0.999 * np.finfo(dtype).max)
    assert near.all(), (host[~near], got[~near], expected[~near])
    zero = (got == 0) & (expected == 0)
    np.testing.assert_array_equal(np.signbit(got[zero]), np.signbit(expected[zero]))


@pytest.mark.parametrize("name", ["tanh", "sinh"])
def test_functions_that_are_their_operand_near_zero(name):
    """Also of denormal numbers, of which halves and quarters lose bits; in vectors as in what is left of them."""
    host = np.concatenate([np.arange(1, 20) * 5e-324, 2.0 ** np.arange(-1074, -28)])
    assert_same(getattr(cp, name)(cp.asarray(host)), host)
    assert_same(getattr(cp, name)(cp.asarray(-host)), -host)


def test_exp_of_float64_is_within_an_ulp():
    """Up to both limits, and halfway between the multiples of log(2) / 16, where a rest is largest."""
    rng = np.random.default_rng(5)
    middles = (rng.integers(-17000, 16383, 4000) + 0.5) * (np.log(2) / 16)
    host = np.concatenate([rng.uniform(-745.5, 709.78, 4000), rng.uniform(-1, 1, 4000), middles])
    exact = np.exp(host.astype(np.longdouble))
    got = cp.exp(cp.asarray(host)).get()
    assert (np.abs(got - exact) <= np.spacing(exact.astype("d"))).all()


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_power_of_all_magnitudes(dtype):
    """Bases of both signs, powers that are whole, odd, fractions, huge, and all pairs of special values."""
    rng = np.random.default_rng(4)
    special = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 0.5, -0.5, 2, -2, 3, -3, 1e4, -1e4]
    pairs = [(x, y) for x in special for y in special]
    size = {"e": 4, "f": 30, "d": 250}[dtype.char]
    bases = 10 ** rng.uniform(-size / 4, size / 4, 900) * rng.choice([-1, 1], 900)
    powers = np.concatenate([rng.integers(-9, 10, 600), rng.uniform(-4, 4, 300)])
    x, y = (np.concatenate([a, b]).astype(dtype) for a, b in zip(zip(*pairs), (bases, powers)))
    with np.errstate(all="ignore"):
        exact = np.power(x.astype("d"), y.astype("d"))
        expected = exact.astype(dtype)
    got = cp.power(cp.asarray(x), cp.asarray(y)).get()
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
    with np.errstate(all="ignore"):
        room = tolerance("power", dtype) * np.maximum(np.abs(exact), np.finfo(dtype).tiny)
        near = (np.abs(got.astype("d") - exact) <= room) | (got == expected) | np.isnan(expected)
    assert near.all(), (x[~near], y[~near], got[~near], expected[~near])
    zero = (got == 0) & (expected == 0)
    np.testing.assert_array_equal(np.signbit(got[zero]), np.signbit(expected[zero]))


ROUNDED_ONCE = [
    n for n in sorted(EXACT) if n not in ("maximum", "minimum", "fmax", "fmin", "sign")
]  # of equal zeros NumPy gives either


@pytest.mark.parametrize("dtype", [np.dtype("f"), np.dtype("d")], ids=str)
@pytest.mark.parametrize("name", [*ROUNDED_ONCE, "divide", "reciprocal", "logaddexp", "arctan2", "hypot"])
def test_special_values_with_their_signs(name, dtype):
    """All pairs of zeros of both signs, infinities, NaN and numbers: the same, and zeros of the same sign."""
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, -0.5, 2.5, -2.5, 3, -3, 7, -7], dtype)
    pairs = np.array(np.meshgrid(special, special)).reshape(2, -1)
    values = pairs[: getattr(np, name).nin]
    if name == "ldexp":
        values = [values[0], np.nan_to_num(values[1], posinf=9, neginf=-9).astype("i")]
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(*values)
    actual = getattr(cp, name)(*map(cp.asarray, values))
    for a, e in zip(*(x if isinstance(x, tuple) else (x,) for x in (actual, expected))):
        exact = name not in ("logaddexp", "arctan2", "hypot")
        assert_same(a, e, rtol=0 if exact else 4 * ULP[dtype])
        if e.dtype.kind == "f":
            known = ~np.isnan(e)
            np.testing.assert_array_equal(np.signbit(a.get()[known]), np.signbit(e[known]))


COMPLEX_UNARY = [
    n for n, u in PRIMARY.items() if u.nin == 1 and "D->D" in u.types and isinstance(getattr(np, n, None), np.ufunc)
]


@pytest.mark.parametrize("dtype", COMPLEX, ids=str)
@pytest.mark.parametrize("name", [*COMPLEX_UNARY, "add", "subtract", "multiply", "divide", "power"])
def test_the_complex_plane(name, dtype):
    """All quadrants, both axes, and both sides of the branch cuts, where the sign of a zero decides."""
    parts = np.array([-3.5, -1.5, -1.0, -0.75, -1e-3, -0.0, 0.0, 1e-3, 0.25, 1.0, 1.25, 4.0])
    real, imag = np.meshgrid(parts, parts)
    host = np.empty(real.size, dtype)
    host.real, host.imag = real.ravel(), imag.ravel()
    values = [host] if getattr(np, name).nin == 1 else [np.repeat(host, 40), np.tile(np.roll(host, 5)[:40], host.size)]
    with np.errstate(all="ignore"):
        expected = getattr(np, name)(*(v.astype("D") for v in values))
    actual = getattr(cp, name)(*map(cp.asarray, values)).get()
    assert actual.dtype == dtype
    finite = np.isfinite(expected) & (abs(expected) < 1e30)
    if name == "power":  # of zero and to large powers: other tests'
        finite &= abs(values[0]) > 0
    least = 1 if name == "log1p" else 1e-3  # NumPy adds 1 first
    room = 64 * ULP[real_dtype(dtype)] * np.maximum(abs(expected), least)
    near = abs(actual - expected) <= room
    assert near[finite].all(), (values[0][finite & ~near][:5], actual[finite & ~near][:5], expected[finite & ~near][:5])
    # The side of a cut, where the distance does not tell: parts that are far from zero have the same sign.
    for a, e in ((actual.real, expected.real), (actual.imag, expected.imag)):
        clear = finite & (abs(e) > room)
        np.testing.assert_array_equal(np.signbit(a[clear]), np.signbit(e[clear]))


@pytest.mark.parametrize("name", PRIMARY)
def test_layouts_and_broadcasting(name):
    ufunc = PRIMARY[name]
    loop = next((t for t in ufunc.types if t[0] == "d"), ufunc.types[-1])
    ins, outs = loop.split("->")
    values = [v[:60] for v in operands(ufunc, ins)]
    first = values[0].reshape(5, 4, 3)
    rest = [v[:3] for v in values[1:]]
    for _, laid_out in layouts(first):
        expected = expected_of(name, [laid_out, *rest], outs)
        actual = ufunc(to_device(laid_out), *(cp.array(r) for r in rest))
        check(name, actual, expected)
        single = actual[0] if isinstance(actual, tuple) else actual
        assert single.strides == expected[0].strides or not laid_out.flags.forc
    for shape in [(), (0,), (3, 0, 2), (1, 1)]:
        empty = [np.ones(shape, dtype_of(c)) for c in ins]
        check(name, ufunc(*(cp.array(e) for e in empty)), expected_of(name, empty, outs))


@pytest.mark.parametrize("name", PRIMARY)
def test_out_and_where(name):
    ufunc = PRIMARY[name]
    loop = next((t for t in ufunc.types if t[0] == "d"), ufunc.types[-1])
    ins, outs = loop.split("->")
    values = [v[:100] for v in operands(ufunc, ins)]
    mask = np.arange(100) % 3 == 0
    expected = expected_of(name, values, outs)
    given = tuple(cp.full(100, 7, dtype_of(c)) for c in outs)
    result = ufunc(*map(cp.array, values), out=given if len(given) > 1 else given[0])
    result = result if isinstance(result, tuple) else (result,)
    assert all(r is g for r, g in zip(result, given))
    check(name, given, expected)
    given = tuple(cp.full(100, 7, dtype_of(c)) for c in outs)
    ufunc(*map(cp.array, values), out=given, where=cp.array(mask))
    check(name, given, tuple(np.where(mask, e, np.asarray(7, e.dtype)).astype(e.dtype) for e in expected))


PAIRS = list(itertools.product(ALL_DTYPES, ALL_DTYPES))


@pytest.mark.parametrize("name", ["add", "true_divide", "maximum", "equal", "power", "bitwise_and", "arctan2"])
def test_promotion_of_all_pairs(name):
    for a, b in PAIRS:
        x, y = np.ones(3, a), np.ones(3, b)
        if BFLOAT16 in (a, b):
            continue  # NumPy has no such promotion for most; test_bfloat16_promotion states ours
        try:
            expected = getattr(np, name)(x, y)
        except TypeError:
            with pytest.raises(TypeError):
                getattr(cp, name)(cp.array(x), cp.array(y))
        else:
            assert_same(getattr(cp, name)(cp.array(x), cp.array(y)), expected, rtol=1e-6)


def test_bfloat16_promotion():
    one = cp.ones(2, ml_dtypes.bfloat16)
    for other, result in {
        "?": "E",
        "b": "E",
        "B": "E",
        "h": "f",
        "i": "d",
        "l": "d",
        "e": "f",
        "f": "f",
        "d": "d",
        "F": "F",
        "D": "D",
    }.items():
        assert (one + cp.ones(2, other)).dtype == dtype_of(result), other
    assert (one + 1).dtype == (one + 1.5).dtype == BFLOAT16


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_weak_scalars(dtype):
    host = np.ones(3, dtype)
    device = cp.array(host)
    for scalar in [True, 1, 2.0, 3j, np.float32(1), np.int64(2), np.uint8(3), np.complex64(1j), np.bool_(True)]:
        for name in ["add", "multiply", "true_divide", "equal", "subtract"]:
            try:
                expected = getattr(np, name)(host, scalar)
            except TypeError:
                with pytest.raises(TypeError):
                    getattr(cp, name)(device, scalar)
                continue
            assert_same(getattr(cp, name)(device, scalar), expected)
            assert_same(getattr(cp, name)(scalar, device), getattr(np, name)(scalar, host))


@pytest.mark.parametrize("dtype", [d for d in NUMPY_DTYPES if d.kind in "iu"], ids=str)
def test_python_integers_out_of_bounds(dtype):
    info = np.iinfo(dtype)
    device, host = cp.array([0, 1, info.max], dtype), np.array([0, 1, info.max], dtype)
    for value in [info.max + 1, info.min - 1, 10**30, -(10**30)]:
        with pytest.raises(OverflowError):
            device + value
        for name in ["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]:
            assert_same(getattr(cp, name)(device, value), getattr(np, name)(host, value))
            assert_same(getattr(cp, name)(value, device), getattr(np, name)(value, host))


def test_powers_that_are_not_refused():
    for power in (
        lambda xp: xp.power(
            xp.arange(3), xp.array([2, -1, 2]), where=xp.array([True, False, True]), out=xp.zeros(3, int)
        ),
        lambda xp: xp.power(xp.zeros(0, int), xp.array([-1])),
        lambda xp: xp.power(xp.arange(3.0) + 1, xp.array([2, -1, 2])),
    ):
        assert_same(power(cp), power(np))


def test_inplace_casting_errors():
    for left, right in [("i4", 1.5), ("f4", 1j), ("?", 2)]:

        def assign(xp):
            a = xp.ones(3, left)
            a += right

        assert_same_error(assign)
    assert_same_error(lambda xp: xp.add(xp.ones(3), xp.ones(3), out=xp.ones(3, int)))
    assert_same_error(lambda xp: xp.add(xp.ones(3), xp.ones(3), dtype=int))
    assert_same_error(lambda xp: xp.bitwise_and(xp.ones(3), 1))
    assert_same_error(lambda xp: xp.add(xp.ones(3), xp.ones(4)))
    assert_same_error(lambda xp: xp.add(xp.ones((2, 3)), 1, out=xp.ones(3)))
    assert_same_error(lambda xp: xp.add(xp.ones(3)))
    assert_same_error(lambda xp: xp.add(xp.ones(3), 1, nonsense=2))
    assert_same_error(lambda xp: xp.subtract(xp.ones(3, bool), xp.ones(3, bool)))
    assert_same_error(lambda xp: xp.negative(xp.ones(3, bool)))
    assert_same_error(lambda xp: xp.power(xp.arange(3), -1))
    assert_same_error(lambda xp: xp.power(xp.arange(3), xp.array([2, -1, 2], "i1")))
    assert_same_error(lambda xp: xp.power(3, xp.array([[2], [-1]])))
    assert_same_error(lambda xp: xp.power(xp.arange(3), xp.array([2, -1, 2]), where=xp.array([True, True, False])))
    assert_same_error(lambda xp: xp.add(xp.ones(3), xp.ones(3), casting="nonsense"))
    assert_same_error(lambda xp: xp.add(xp.ones(3), xp.ones(3), order="X"))


def test_dtype_casting_and_signature_keywords():
    a, b = np.arange(4), np.arange(4) + 2
    x, y = cp.array(a), cp.array(b)
    for keywords in [
        {"dtype": "f4"},
        {"dtype": "D"},
        {"dtype": "i2", "casting": "unsafe"},
        {"signature": "dd->d"},
        {"signature": (None, None, "f8")},
    ]:
        assert_same(cp.add(x, y, **keywords), np.add(a, b, **keywords))
    for order in "CFAK":
        assert cp.add(x.reshape(2, 2).T, 1, order=order).strides == np.add(a.reshape(2, 2).T, 1, order=order).strides
    assert_same(cp.greater(x, y, dtype=bool), np.greater(a, b, dtype=bool))


def test_bessel_function_at_zero_is_one():
    for dtype in "?bBiLefd":
        assert cp.i0(cp.zeros(2, dtype)).tolist() == [1, 1]
    assert cp.i0(cp.array([-0.0])).item() == 1


@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
def test_casting_of_literals(casting):
    """Literals count as what the arrays make of them, but for 'equiv', to which only 64 bits are the same."""
    arrays = {code: np.ones(2, code) for code in "?bBlLefdFD"}
    calls = [
        (name, a, b) for name in ("add", "divide", "less", "power") for a in arrays for b in (1, 1.5, 2j, True, *arrays)
    ]
    calls += [(name, a, b) for name in ("add", "divide", "less") for a in (1, 1.5) for b in (1, 2.5, 1j)]
    calls += [(name, a) for name in ("sin", "negative") for a in (1, 1.5, *arrays)]
    for keywords in ({}, {"dtype": "d"}, {"dtype": "l"}):
        for name, *arguments in calls:
            if keywords and (casting == "unsafe" or name == "less"):
                continue
            given = lambda xp: [xp.asarray(arrays[o]) if isinstance(o, str) else o for o in arguments]  # noqa: E731
            call = lambda xp: getattr(xp, name)(*given(xp), casting=casting, **keywords)  # noqa: E731
            assert_same_outcome(call, rtol=1e-6)


def test_overlapping_operands():
    for code in ["a[1:] += a[:-1]", "a[:-1] += a[1:]", "a[::-1] *= a", "a[:, 1:] -= a[:, :-1]", "a += a.T"]:
        host, device = sample((6, 6), "d"), cp.array(sample((6, 6), "d"))
        exec(code, {"a": host})
        exec(code, {"a": device})
        assert_same(device, host)


def test_many_dimensions():
    shape = (2,) * 12
    a, b = sample(shape, "f"), sample(shape, "f", seed=1)
    axes = tuple(np.random.default_rng(0).permutation(12))
    assert_same(cp.array(a).transpose(axes) + cp.array(b), a.transpose(axes) + b)
    wide = np.ones((1,) * 60 + (2, 3))
    assert_same(cp.array(wide) + 1, wide + 1)


def test_numpy_arrays_are_refused():
    for function in [
        lambda: cp.sin(np.ones(3)),
        lambda: cp.ones(3) + np.ones(3),
        lambda: cp.add(cp.ones(3), np.ones(3)),
    ]:
        with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
            function()


def test_names_types_and_documentation():
    assert len(UFUNCS) >= 103
    for name, ufunc in UFUNCS.items():
        assert ufunc.__doc__ and "Parameters" in ufunc.__doc__
        assert ufunc.nargs == ufunc.nin + ufunc.nout and ufunc.ntypes == len(ufunc.types)
        if isinstance(getattr(np, name, None), np.ufunc):
            ours = set(ufunc.types)
            numpys = {t for t in getattr(np, name).types if not set(t) & set("gGmMOqQ")}
            assert numpys <= ours, (name, numpys - ours)
            assert ufunc.identity == getattr(np, name).identity or name in ("logaddexp", "logaddexp2", "hypot")
    assert cp.abs is cp.absolute and repr(cp.add) == "<ufunc 'add'>"


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: f"{p[0]}-{p[1]}")
def test_astype(pair):
    source, target = pair
    host = sample((7, 9), source, low=0, high=90)
    with np.errstate(all="ignore"):
        import warnings

        warnings.simplefilter("ignore")
        expected = host.astype(target)
    assert_same(cp.array(host).astype(target), expected)
    assert_same(cp.array(host).T.astype(target), expected.T)


@pytest.mark.parametrize("indices", [[], [0, 2], (), [3]])
def test_reduceat_at_lists(indices):
    host = np.arange(4.0)
    assert_same(cp.add.reduceat(cp.asarray(host), indices), np.add.reduceat(host, indices))


@pytest.mark.parametrize("dtype", ["e", "f", "d", "F", "D"])
def test_nan_to_num_takes_arrays(dtype):
    host = np.array([[np.nan, 1, np.inf], [-np.inf, np.nan, np.inf]], dtype)
    for names in (("nan",), ("posinf",), ("neginf",), ("nan", "posinf", "neginf")):
        for numbers in (np.array([1, 2, 3], "b"), np.array(5, "b"), np.array([[1], [2]], "e")):
            expected = np.nan_to_num(host, **dict.fromkeys(names, numbers))
            assert_same(cp.nan_to_num(cp.asarray(host), **dict.fromkeys(names, cp.asarray(numbers))), expected)
    device = cp.asarray(host)
    cp.nan_to_num(device, copy=False, nan=cp.asarray([1, 2, 3]))
    assert_same(device, np.nan_to_num(host, nan=np.array([1, 2, 3])))


@pytest.mark.parametrize("casting", ["no", "equiv", "safe"])
@pytest.mark.parametrize("name", ["logical_and", "logical_or", "logical_xor", "logical_not"])
def test_logical_ufuncs_take_operands_under_any_casting(name, casting):
    f = lambda xp: getattr(xp, name)  # noqa: E731
    if name == "logical_not":
        return assert_same(
            cp.logical_not(cp.arange(3.0), casting=casting), np.logical_not(np.arange(3.0), casting=casting)
        )
    for a in ("?", "i1", "u8", "f4"):
        for b in ("?", "i8", "F", 1, 0.0, np.inf, 1j, -1, True):
            given = lambda xp, v: xp.arange(3).astype(v) if isinstance(v, str) else v  # noqa: E731
            call = lambda xp: f(xp)(given(xp, a), given(xp, b), casting=casting)  # noqa: E731
            assert_same(call(cp), call(np))
    assert_same_error(lambda xp: f(xp)(xp.arange(3), 1, casting=casting, out=xp.zeros(3, "U1" if xp is np else "V4")))


def test_literals_beside_integers_under_strict_casting():
    """A literal that the dtype does not hold is refused as a cast before it is refused as a number; comparisons take
    it."""
    for name in ("add", "maximum", "less", "equal", "power", "bitwise_and"):
        for dtype in ("u1", "u8", "?"):
            for casting in ("no", "equiv"):
                for a, b in ((0, -1), (-1, 0)):
                    call = lambda xp: getattr(xp, name)(
                        *[xp.ones(2, dtype) if v == 0 else v for v in (a, b)], casting=casting
                    )  # noqa: E731
                    assert_same_outcome(call)


def test_a_literal_beside_the_integers_of_ldexp_is_a_small_float():
    for a in (1, 1.5, True):
        for dtype in ("i1", "i4", "i8"):
            assert_same(cp.ldexp(a, cp.arange(3, dtype=dtype)), np.ldexp(a, np.arange(3, dtype=dtype)))


def test_squares_of_booleans_have_8_bits():
    host = np.array([True, False])
    for exponent in (2, 3, 1, True):
        assert_same(cp.asarray(host) ** exponent, host**exponent)


def test_one_dtype_for_several_outputs():
    for dtype in ("d", "f", "i", "l"):
        assert_same_error(lambda xp: xp.frexp(xp.ones(2), dtype=dtype))
    for a, e in zip(cp.modf(cp.ones(2), dtype="f"), np.modf(np.ones(2), dtype="f"), strict=True):
        assert_same(a, e)


def test_only_reorderable_operations_take_several_axes():
    for name in ("lcm", "gcd", "maximum", "subtract", "bitwise_or"):
        for axis in ((), 0, (0,), (0, 1), None):
            call = lambda xp: getattr(xp, name).reduce(xp.arange(1, 7).reshape(2, 3), axis=axis)  # noqa: E731
            assert_same_outcome(call)


def test_the_dtype_of_comparisons_of_literals():
    for name in ("equal", "not_equal", "less"):
        for literal in (0, 0.0, 1j) if name != "less" else (0, 0.5):
            for dtype in ("f", "d", "l", "?"):
                call = lambda xp: getattr(xp, name)(xp.arange(3).astype(dtype), literal, dtype="?")  # noqa: E731
                assert_same(call(cp), call(np))


def test_common_multiples_that_wrap_are_taken_in_order():
    for dtype in ("u4", "i2", "u1"):
        host = np.array([6580, 1, 1377, 7511, 2081, 37, 91, 64] * 5).astype(dtype)
        assert_same(cp.lcm.reduce(cp.asarray(host)), np.lcm.reduce(host))
        assert_same(cp.lcm.accumulate(cp.asarray(host)), np.lcm.accumulate(host))
    assert_same_error(lambda xp: xp.trunc(-2, dtype="u4"))


def test_results_too_large_for_the_caches():
    """A CPU stores them past its caches, unless they are an operand's memory: all places of lines, and an odd end."""
    n = 6_300_017
    x, y = (np.random.default_rng(seed).integers(-99, 99, n + 1).astype("f4") for seed in (1, 2))
    a, b = cp.asarray(x), cp.asarray(y)
    for start in (0, 1):
        left, right, both = x[start : start + n], y[start : start + n], cp.zeros(n + 1, "f4")
        there = both[1 - start : 1 - start + n]
        cp.add(a[start : start + n], b[start : start + n], out=there)
        assert_same(there, left + right)
        assert both[0 if start == 0 else -1] == 0
        assert_same(a[start : start + n] < b[start : start + n], left < right)
    a += b
    assert_same(a, x + y)


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
@pytest.mark.parametrize("number", [-1, 0, 1, 2, 3, 4, 5, -1.0, 0.5, 1.0, 2.0, 3.0, 2**70, 1e300])
def test_powers_that_are_literals(dtype, number):
    """Some are other ufuncs' results; the table of `power` says which, for `**` and for `**=`."""

    def result_of(call):
        try:
            with np.errstate(all="ignore"):
                return call()
        except Exception as error:
            return type(error)

    def in_place(array):
        array **= number
        return array

    host = np.array([1, 2, 3, 0, 5]).astype(dtype)
    for call in (lambda array: array**number, in_place):
        expected, actual = result_of(lambda: call(host.copy())), result_of(lambda: call(cp.asarray(host)))
        if isinstance(expected, type):
            assert isinstance(actual, type) and issubclass(actual, expected.__mro__[-3])
        else:
            assert_same(actual, expected, rtol={"e": 1e-3, "f": 1e-6, "F": 1e-6}.get(dtype, 1e-14))


def test_exp2_near_the_least_subnormal():
    """Rounded from float64: between 2**-150 and 2**-149 lies nothing, and NumPy's float32 loop gives 0 there."""
    ends = [np.float32(-151), np.float32(-148)]
    host = np.arange(ends[1].view("i4"), ends[0].view("i4") + 1, 7, dtype="i4").view("f4")
    host = np.concatenate([host, np.float32([-150, np.nextafter(np.float32(-150), np.float32(0)), -149, -149.5])])
    expected = np.exp2(host.astype("d")).astype("f")
    got = cp.exp2(cp.asarray(host)).get()
    assert got.tobytes() == expected.tobytes()
    assert cp.exp2(cp.asarray(host[-1:])).get().tobytes() == expected[-1:].tobytes()
