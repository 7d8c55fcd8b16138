"""Every row of cuprumx.scipy.special against SciPy: values, dtypes, ends of the domain, layouts; relations between
functions."""

import ml_dtypes
import numpy as np
import pytest
import scipy.special as reference
from special_reference import IN_FLOAT32, NEW_SCIPY, ROWS, check, of_scipy, results
from special_reference import operands as operands_of

import cuprum as cp
from cuprumx.scipy import special

CASES = [
    (name, loop)
    for name, ufunc in ROWS.items()
    for loop in ufunc.types
    if name in IN_FLOAT32 or not set(loop.split("->")[0]) & set("fF")
]


@pytest.mark.parametrize("name, loop", CASES, ids=[f"{name}-{loop}" for name, loop in CASES])
def test_loop(name, loop):
    ufunc = ROWS[name]
    arguments = operands_of(ufunc, loop.split("->")[0])
    check(name, results(ufunc, [cp.array(a) for a in arguments]), results(of_scipy(name), arguments))


@pytest.mark.parametrize("name", ROWS)
def test_dtypes(name):
    """The result's dtype for each dtype of all operands is SciPy's. Dtypes narrower than float32 take the first loop to
    which they can be cast, as in CuPy and in SciPy before 1.18."""
    ufunc, scipy = ROWS[name], of_scipy(name)
    if not hasattr(scipy, "resolve_dtypes"):
        return
    for code in "?bBhHiIlLefdFD":
        try:
            expected = scipy.resolve_dtypes((np.dtype(code),) * ufunc.nin + (None,) * ufunc.nout)[ufunc.nin :]
        except TypeError:
            with pytest.raises(TypeError):
                ufunc.resolve_dtypes(*[cp.ones(1, code)] * ufunc.nin)
            continue
        if NEW_SCIPY and (code in "?bBhHe" or name == "wofz"):
            found = ufunc.resolve_dtypes(*[cp.ones(1, code)] * ufunc.nin)[ufunc.nin :]
            assert [d.kind for d in found] == [d.kind for d in expected], code
            continue
        if expected[0].char in "gG":  # uint64 in some of SciPy's loops of long double, which there are none of here
            continue
        assert ufunc.resolve_dtypes(*[cp.ones(1, code)] * ufunc.nin)[ufunc.nin :] == expected, code
    for narrow in (np.bool_, np.int8, np.uint16, np.float16, ml_dtypes.bfloat16):
        rule = "e" if narrow is ml_dtypes.bfloat16 else narrow
        first = [loop for loop in ufunc.types if all(np.can_cast(rule, code) for code in loop.split("->")[0])]
        found = ufunc.resolve_dtypes(*[cp.ones(1, narrow)] * ufunc.nin) if first else ()
        assert "".join(d.char for d in found) == (first[0].replace("->", "") if first else ""), narrow


# x, and the integrals of H0(t) from 0 to x and of H0(t) / t from x to infinity: their power series at 60 to 140 digits.
STRUVE_INTEGRALS = np.array([
    (0.1, 0.0031813309450793602231, 1.5071579224102085735),
    (1.99, 1.010792141674564913, 0.47305739301556530577),
    (2.0, 1.0187011594206597204, 0.46909296462860806961),
    (7.3, 1.7917140803366448886, 0.12543388632347016471),
    (19.6, 2.5243853668030838428, 0.041521102983305505401),
    (24.6, 2.8119752823483035955, 0.027076225438392191181),
    (41.0, 3.2728623221181703181, 0.013137712720879068226),
    (59.9, 3.5001737640170561457, 0.0092103710679427662003),
    (60.1, 3.5117517657735124244, 0.0090173871650207358038),
    (200.0, 4.1973324088322163575, 0.0031038581181162293027),
])  # fmt: skip


def test_integrals_of_struve_functions():
    """To nearly all digits, where SciPy's have none left beyond 30 (itstruve0) or eight (it2struve0)."""
    x, plain, divided = STRUVE_INTEGRALS.T.copy()
    np.testing.assert_allclose(special.itstruve0(cp.array(x)).get(), plain, rtol=4e-15)
    np.testing.assert_allclose(special.it2struve0(cp.array(x)).get(), divided, rtol=4e-14, atol=2e-15)
    np.testing.assert_array_equal(special.itstruve0(cp.array(-x)).get(), special.itstruve0(cp.array(x)).get())
    total = special.it2struve0(cp.array(x)).get() + special.it2struve0(cp.array(-x)).get()
    np.testing.assert_allclose(total, np.pi, rtol=1e-15)


# n, x, and the exponential integral at 60 digits, on both sides of where the method changes (x = 1, x = 1.5, n = 50).
EXPONENTIAL_INTEGRALS = np.array([
    (1, 0.75, 0.34034081291123000781),
    (1, 1.25, 0.14641337252591017669),
    (2, 1e-300, 1.0),
    (2, 0.1, 0.72254502219402049644),
    (2, 1.0, 0.14849550677592204792),
    (2, 1.0625, 0.13547371187800477012),
    (2, 1.4375, 0.079652946296690738741),
    (2, 1.5, 0.073100786538480851080),
    (2, 2.0, 0.037534261820490452760),
    (2, 20.0, 9.4048564308581489887e-11),
    (3, 0.5, 0.22160436427517845737),
    (3, 1.3125, 0.072381235318808273984),
    (3, 1.5, 0.056739490170354276156),
    (5, 0.25, 0.18016624260999978045),
    (5, 5.0, 0.00070576069342458522006),
    (10, 1.125, 0.031689378048400327381),
    (10, 10.0, 2.3253026570282108178e-6),
    (50, 0.0625, 0.019146765165350746149),
    (50, 1.4375, 0.0047065007468840570669),
    (50, 1.5, 0.0044157725848881872873),
    (50, 50.0, 1.9383451527497707082e-24),
    (51, 9.5367431640625e-07, 0.019999980537268322752),
    (51, 1.0, 0.0072104970334842204210),
    (51, 300.0, 1.4673281827194491243e-133),
    (1000, 0.5, 0.00060683377272660641155),
    (1000, 700.0, 5.8018163080380855447e-308),
    (5001, 25.0, 2.7637671865012705085e-15),
    (2147483647, 2.5, 3.8223806118959045068e-11),
])  # fmt: skip


def test_exponential_integrals():
    """To a few units in the last place, whatever the order, which may be a whole number or a float."""
    order, x, exact = EXPONENTIAL_INTEGRALS.T.copy()
    for n in (order, order.astype(int), order + np.where(order < 100, 0.75, 0)):
        np.testing.assert_allclose(special.expn(cp.array(n), cp.array(x)).get(), exact, rtol=1.2e-15)


def test_exponential_integrals_of_neighbours():
    """n E_{n+1}(x) + x E_n(x) = exp(-x), where nothing cancels."""
    orders, sizes = np.append(np.arange(1, 80), [200, 3000, 10**6]), np.append(np.geomspace(1e-9, 650, 200), [1, 1.5])
    n, x = map(np.ravel, np.meshgrid(orders, sizes))
    one, next_one = (special.expn(cp.array(order), cp.array(x)).get() for order in (n, n + 1))
    np.testing.assert_allclose(n * next_one + x * one, np.exp(-x), rtol=2e-15)
    np.testing.assert_allclose(one, reference.expn(n, x), rtol=3e-13)


def test_exponential_integrals_at_ends():
    ends = np.array([0.0, -0.0, 1, 0.5, -0.5, 2, 2.7, 50, 51, -3, 5e-324, 709.9, 750, 1e9, -np.inf, np.nan])
    n, x = map(np.ravel, np.meshgrid(ends, np.append(ends, np.inf)))
    found, expected = special.expn(cp.array(n), cp.array(x)).get(), reference.expn(n, x)
    np.testing.assert_allclose(found, expected, rtol=1e-14)
    np.testing.assert_array_equal(np.signbit(found[found == 0]), False)


# a, b, x, and the incomplete beta function and its complement at 60 digits.
INCOMPLETE_BETA = np.array([
    (0.5, 0.75, 0.25, 0.4269526099112005627, 0.5730473900887994373),
    (0.125, 0.25, 0.96875, 0.85324081950712358901, 0.14675918049287641099),
    (0.75, 0.125, 0.8125, 0.22979232527643310516, 0.77020767472356689484),
    (1.0625, 0.5, 0.015625, 0.0059076572504664956035, 0.9940923427495335044),
    (2.5, 3.0, 0.125, 0.036112768503286355044, 0.96388723149671364496),
    (30.0, 2.0, 0.9375, 0.41474020788209894486, 0.58525979211790105514),
    (20.0, 28.0, 0.3125, 0.067532069541348950651, 0.93246793045865104935),
    (100.0, 0.25, 0.984375, 0.030441687595985938288, 0.96955831240401406171),
    (0.25, 100000.0, 1.9073486328125e-06, 0.70269656757731738878, 0.29730343242268261122),
    (1000.0, 700.0, 0.59375, 0.67712406925621830459, 0.32287593074378169541),
    (3.0, 1000000.0, 9.5367431640625e-07, 0.071980895089687935244, 0.92801910491031206476),
    (5.0, 2.5, 1e-30, 1.1730468750000004888e-149, 1.0),
    (0.5, 1e12, 4.547473508864641e-13, 0.65975147524734238457, 0.34024852475265761543),
])  # fmt: skip


def test_incomplete_beta():
    """Both tails to nearly all digits, on both sides of the mean and with parameters whose powers would overflow."""
    a, b, x, lower, upper = map(cp.array, INCOMPLETE_BETA.T.copy())
    for found, exact in ((special.betainc(a, b, x), lower), (special.betaincc(a, b, x), upper)):
        np.testing.assert_allclose(found.get(), exact.get(), rtol=4e-15)
    near = np.array([1e50, 1e155, 1e300])  # x b is 1 / 2, and then the function a tail of the gamma distribution
    found = special.betainc(1.5, cp.array(near), cp.array(0.5 / near)).get()
    np.testing.assert_allclose(found, reference.gammainc(1.5, 0.5), rtol=1e-13)
    x = np.linspace(0, 1, 33)
    np.testing.assert_array_equal(special.betainc(1, 1, cp.array(x)).get(), x)
    np.testing.assert_array_equal(special.betaincc(1, 1, cp.array(x)).get(), 1 - x)


@pytest.mark.parametrize("name", ["kn", "yn", "expn", "eval_legendre", "binom", "jv", "pdtri", "smirnov"])
def test_orders_that_are_literals(name):
    """A literal order stays a whole number where there is a loop for one, and then the result is float64."""
    for dtype in "fd":
        x = np.linspace(0.1, 0.9, 5).astype(dtype)
        check(name, results(ROWS[name], [2, cp.array(x)]), results(of_scipy(name), [2, x]))


@pytest.mark.parametrize("literal", [2, 0.5])
@pytest.mark.parametrize("name", ["jv", "hyp0f1", "eval_legendre", "hankel1"])
def test_real_literals_beside_complex_numbers(name, literal):
    """A literal order takes the precision of the complex numbers beside it."""
    for dtype in "FD":
        z = np.linspace(0.1, 0.9, 3).astype(dtype) * (1 + 1j)
        found, expected = getattr(special, name)(literal, cp.array(z)), getattr(reference, name)(literal, z)
        assert found.dtype == expected.dtype == dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-5)


ALL_ENDS = np.array([0.0, -0.0, 1, -1, 0.5, -0.5, np.inf, -np.inf, np.nan, 2, -2, 3.5, 100])
ONE_REAL = [name for name, u in ROWS.items() if u.nin == 1 and "d" in {t.split("->")[0] for t in u.types}]


@pytest.mark.parametrize("name, dtype", [(n, t) for n in ONE_REAL for t in "fd" if t == "d" or n in IN_FLOAT32])
def test_ends_of_the_domain(name, dtype):
    """Poles, zeros of both signs, infinities and NaN."""
    ends = np.append(ALL_ENDS, 1e-300 if dtype == "d" else 1e-38).astype(dtype)
    if name == "itstruve0":  # SciPy's has no digits there
        ends = ends[ends != 100]
    with np.errstate(all="ignore"):
        actual, expected = results(ROWS[name], [cp.array(ends)]), results(of_scipy(name), [ends])
    check(name, actual, expected)
    for a, e in zip(actual, expected):
        zero = (e == 0) & (a.get() == 0) & (ends == 0)
        if e.dtype.kind == "f":
            if name in ("sindg", "tandg") and not NEW_SCIPY:  # which then lost the sign
                e = np.where(zero, ends, e)
            np.testing.assert_array_equal(np.signbit(a.get()[zero]), np.signbit(e[zero]), err_msg=name)


# Whose float32 is computed in float32 and whose value over all of a float's range float64 tells to more digits.
OF_ANY_SIZE = [
    "cbrt", "exp10", "rgamma", "loggamma", "gammasgn", "ellipk", "ellipkm1", "ellipe", "expi", "shichi", "fresnel",
    "spence", "dawsn", "erfi", "kolmogorov", "pseudo_huber",
]  # fmt: skip


@pytest.mark.parametrize("name", OF_ANY_SIZE)
def test_float32_of_any_size(name):
    """At most 4 ulp beside float64 from the smallest numbers to the largest, and the same infinities and NaN."""
    rng = np.random.default_rng(7)
    exponents = np.concatenate([rng.uniform(-44, 38.5, 1500), rng.uniform(-2, 2, 3000)])
    sizes = np.append(10.0**exponents, [0.5, 0.82, 1.25, 1.4, 1.5, 2.4, 2.5, 5, 6, 14, 30, 93.69, np.inf, np.nan])
    arguments = [(rng.choice([-1, 1], sizes.size) * rng.permutation(sizes)).astype("f") for _ in range(ROWS[name].nin)]
    exact = results(of_scipy(name), [a.astype("d") for a in arguments])
    for found, true in zip(results(ROWS[name], [cp.array(a) for a in arguments]), exact):
        found = found.get()
        with np.errstate(over="ignore", under="ignore"):
            rounded = true.astype("f")
        near = np.abs(true) > 3.4028e38  # may be rounded to the largest number or to infinity
        np.testing.assert_array_equal(np.isnan(found), np.isnan(rounded))
        np.testing.assert_array_equal(found[np.isinf(rounded) & ~near], rounded[np.isinf(rounded) & ~near])
        finite = np.isfinite(rounded) & ~near
        unit = np.spacing(np.maximum(np.abs(rounded[finite]), np.finfo("f").tiny)).astype("d")
        error = np.abs(found[finite] - true[finite]) / unit
        assert error.max() <= 4, (name, [a[finite][error.argmax()] for a in arguments], error.max())


@pytest.mark.parametrize("name", ["expit", "xlogy", "betainc", "elliprj", "sici", "jv"])
def test_layouts_and_broadcasting(name):
    ufunc = ROWS[name]
    arguments = operands_of(ufunc, "d" * ufunc.nin, 60)
    first = arguments[0].reshape(5, 4, 3)
    rest = [a[:3] for a in arguments[1:]]
    for laid_out in (
        first,
        first.T.copy().T,
        first[::-1, ::2],
        first[:, :, ::-1],
        np.broadcast_to(first[:1], first.shape),
    ):
        device = cp.broadcast_to(cp.array(first[:1]), first.shape) if 0 in laid_out.strides else cp.asarray(laid_out)
        check(name, results(ufunc, [device, *map(cp.array, rest)]), results(of_scipy(name), [laid_out, *rest]))
    for shape in [(), (0,), (3, 0, 2), (1, 1)]:
        empty = [np.full(shape, 0.5)] * ufunc.nin
        check(name, results(ufunc, [cp.array(e) for e in empty]), results(of_scipy(name), empty))


def test_out_where_and_keywords():
    x = np.linspace(0.1, 3, 20)
    out = cp.zeros(20)
    assert special.gammaln(cp.array(x), out=out) is out
    np.testing.assert_allclose(out.get(), reference.gammaln(x), rtol=1e-13, atol=1e-15)
    result = special.beta(cp.array(x), 2.0, where=cp.array(x > 1), out=cp.zeros(20))
    np.testing.assert_allclose(result.get(), np.where(x > 1, reference.beta(x, 2.0), 0), rtol=1e-13)
    assert special.erf(cp.array(x), dtype="f").dtype == np.float32
    with pytest.raises(TypeError):
        special.gammaln(cp.array([1j]))
    with pytest.raises(TypeError):
        special.betainc(cp.array(x), 1.0)


# ------------------------------------------------------------------------------------------------- sums of exponentials

ROWS_OF_SUMS = [
    np.random.default_rng(1).normal(size=(7, 9, 5)) * 30,
    np.array([[np.inf, 1, -np.inf], [-np.inf, -np.inf, -np.inf], [np.nan, 0, 1], [1000, 1000, 999]]),
    np.arange(6).reshape(2, 3),
    np.array([[True, False]]),
    np.random.default_rng(2).normal(size=(4, 300)).astype("f"),
]


def test_ends_of_float32():
    """Where results overflow, where quotients lose their digits, and beyond the domain."""
    x = np.array([-1e38, -9.6, -9.45, -9.42, -9.39, -9.38, 9.45, 1e5, 1e7, 3e38, np.inf, -np.inf, np.nan], "f")
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(special.erfcx(cp.array(x)).get(), reference.erfcx(x.astype("d")).astype("f"), 5e-7)
    p = np.array(
        [0, -0.0, 1e-45, 1e-38, 0.3, 0.7, 1 - 2.0**-24, 1, 1 + 2.0**-23, 1e38, -1e38, np.inf, -np.inf, np.nan], "f"
    )
    np.testing.assert_allclose(special.logit(cp.array(p)).get(), reference.logit(p.astype("d")).astype("f"), 5e-7)
    x = np.array([0, -0.0, 1e-40, 5, 90, 103, 110, 3e38, np.inf, -1, np.nan], "f")
    for name in ("k0", "k1", "k0e", "k1e", "i0e", "i1e"):
        actual, expected = getattr(special, name)(cp.array(x)).get(), getattr(reference, name)(x.astype("d"))
        with np.errstate(over="ignore"):
            np.testing.assert_allclose(actual, expected.astype("f"), 1e-6, 1e-44, err_msg=name)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "logsumexp"])
@pytest.mark.parametrize("x", ROWS_OF_SUMS, ids=["normal", "special", "int", "bool", "float32"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 1)])
def test_sums_of_exponentials(name, x, axis):
    if x.dtype.kind == "b" and name != "logsumexp":
        return  # SciPy subtracts bools, which NumPy refuses
    with np.errstate(all="ignore"):
        expected = np.asarray(getattr(reference, name)(x, axis=axis))
    actual = getattr(special, name)(cp.array(x), axis=axis).get()
    assert actual.shape == expected.shape
    if x.dtype.kind != "i":
        assert actual.dtype == (expected.dtype if expected.dtype.kind == "f" and x.dtype.kind != "b" else np.float64)
    rtol = 4e-6 if actual.dtype == np.float32 else 1e-13
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=rtol)


def test_logsumexp_of_weights_and_signs():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(6, 8)), rng.normal(size=(6, 8))
    b[0, 2] = 0
    for factors in (b, b[:, :1], np.abs(b), np.array(2.0)):
        for keepdims in (False, True):
            expected = reference.logsumexp(a, axis=1, b=factors, keepdims=keepdims, return_sign=True)
            actual = special.logsumexp(cp.array(a), axis=1, b=cp.array(factors), keepdims=keepdims, return_sign=True)
            for x, y in zip(actual, expected):
                assert x.shape == y.shape
                np.testing.assert_allclose(x.get(), y, rtol=1e-12, atol=1e-14)
            plain = special.logsumexp(cp.array(a), axis=1, b=cp.array(factors), keepdims=keepdims).get()
            with np.errstate(all="ignore"):
                np.testing.assert_allclose(
                    plain, reference.logsumexp(a, axis=1, b=factors, keepdims=keepdims), rtol=1e-12, atol=1e-14
                )
    assert special.logsumexp(cp.array([2.0, 2.0]), b=cp.array([1.0, -1.0])).get() == -np.inf
    z = a + 1j * b
    np.testing.assert_allclose(special.logsumexp(cp.array(z), axis=0).get(), reference.logsumexp(z, axis=0), rtol=1e-12)
    assert special.logsumexp(cp.array([])).get() == -np.inf
    assert special.logsumexp(cp.ones(2, "F"), b=2.0).dtype == np.complex64
    assert special.logsumexp(cp.ones(2, "f"), b=cp.ones(2, "i2")).dtype == np.float32
    for axis in (0, -1, None):  # a number has an axis to reductions
        assert special.logsumexp(cp.array(3.0), axis=axis) == 3 and special.log_softmax(cp.array(3.0), axis=axis) == 0
        assert special.softmax(cp.array(3.0), axis=axis).shape == ()
    with pytest.raises(np.exceptions.AxisError):
        special.softmax(cp.ones(3), axis=1)


def test_hyp0f1_of_one_overflows():
    # I(0, 2 sqrt(z)) alone, whose asymptotic form divides by the order, 0.
    values = special.hyp0f1(1.0, cp.array([1e10, 1.3e5, 1e300, 1e5, 1.0])).get()
    assert np.all(np.isinf(values[:3])) and np.all(values[:3] > 0)
    np.testing.assert_allclose(values[3:], reference.i0(2 * np.sqrt([1e5, 1.0])), rtol=1e-12)
