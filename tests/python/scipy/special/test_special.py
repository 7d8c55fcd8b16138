"""Every row of cuprumx.scipy.special against SciPy: values, dtypes, ends of the domain, layouts; relations between
functions."""

import decimal
import itertools
import pathlib
import re
import zlib

import ml_dtypes
import mpmath
import numpy as np
import pytest
import scipy.special as reference
from special_reference import IN_FLOAT32, NEW_SCIPY, ROWS, SCIPY, check, of_scipy, results
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


# ------------------------------------------------------------------------------------------------------ other functions


def test_functions_of_other_kinds():
    x = np.linspace(0.3, 12, 25)
    n = np.arange(5)[:, None]
    close = dict(rtol=2e-13, atol=1e-300)
    np.testing.assert_allclose(special.zeta(cp.array(x + 1)).get(), reference.zeta(x + 1), **close)
    np.testing.assert_allclose(special.zeta(cp.array(x + 1), 2.5).get(), reference.zeta(x + 1, 2.5), **close)
    np.testing.assert_allclose(special.polygamma(cp.array(n), cp.array(x)).get(), reference.polygamma(n, x), rtol=1e-12)
    np.testing.assert_allclose(
        special.multigammaln(cp.array(x + 2), 3).get(), reference.multigammaln(x + 2, 3), **close
    )
    np.testing.assert_allclose(special.lambertw(cp.array(x)).get(), reference.lambertw(x), **close)
    np.testing.assert_allclose(
        special.lambertw(cp.array(-x / 40), -1).get(), reference.lambertw(-x / 40, -1), rtol=1e-11
    )
    for kind in ("jn", "yn", "in", "kn"):
        for derivative in (False, True):
            name = f"spherical_{kind}"
            actual = getattr(special, name)(cp.array(n), cp.array(x), derivative).get()
            np.testing.assert_allclose(actual, getattr(reference, name)(n, x, derivative), rtol=1e-10, atol=1e-13)
    m = np.arange(-4, 5)[:, None, None]
    actual = special.sph_harm_y(cp.array(n), cp.array(m), cp.array(x / 4), cp.array(x)).get()
    np.testing.assert_allclose(actual, reference.sph_harm_y(n, m, x / 4, x), rtol=1e-12, atol=1e-14)
    for d, a in ((0, 3.0), (1.5, 3.0), (3, 0.5)):
        with pytest.raises(ValueError):
            special.multigammaln(cp.array([a]), d)


def test_factorials_of_steps():
    n = np.array([-3, -1, 0, 1, 2, 5, 17, 40, 170, 300, 301, 1000])
    for k in (1, 2, 3, 7):
        exact = [special.factorialk(int(i), k, exact=True) for i in n]
        assert exact[:8] == [reference.factorialk(int(i), k, exact=True) for i in n[:8]]
        expected = [float(x) if x < 2**1023 else np.inf for x in exact]
        np.testing.assert_allclose(special.factorialk(cp.array(n), k).get(), expected, rtol=3e-14)
    np.testing.assert_array_equal(special.factorial2(cp.array([5, 6, -1, 0])).get(), [15, 48, 0, 1])
    assert float(special.factorial2(7)) == 105 and special.factorial2(31, exact=True) == reference.factorial2(31, True)
    assert special.factorialk(17, 3, exact=True) == 209440 and special.factorialk(-4, 3, exact=True) == 0
    real, complexes = np.array([5.5, 2.0, -0.5, 7.25]), np.array([1 + 2j, -0.5 + 0.25j])
    for z in (real, complexes):
        for k in (2, 3):
            found = special.factorialk(cp.array(z), k, extend="complex").get()
            np.testing.assert_allclose(found, reference.factorialk(z, k, exact=False, extend="complex"), rtol=1e-13)
    for z in (np.array([5, 2, -1, 7]), complexes):
        for k in (-1.5, 2 - 1j):
            found = special.factorialk(cp.array(z), k, extend="complex").get()
            expected = reference.factorialk(z, k, exact=False, extend="complex")
            assert found.dtype == expected.dtype
            np.testing.assert_allclose(found, expected, rtol=1e-13)
    poles = special.factorialk(cp.array([-2.0, -4.0]), 2, extend="complex").get()
    np.testing.assert_array_equal(poles, reference.factorialk(np.array([-2.0, -4.0]), 2, extend="complex"))
    for bad in ((2.5, 2), (cp.array([2.0]), 2), (4, 0), (4, 1.5), (4, 2.0), (cp.array([True]), 2), (True, 2, True)):
        with pytest.raises(ValueError):
            special.factorialk(*bad)
    with pytest.raises(ValueError):
        special.factorial2(2.5, exact=True)


def test_exact_factorials_of_arrays():
    n = np.array([[-3, 0, 1], [5, 17, 20]], dtype="i2")
    for name, step in (("factorial", ()), ("factorial2", ()), ("factorialk", (3,)), ("factorialk", (9,))):
        found = getattr(special, name)(cp.array(n), *step, exact=True).get()
        expected = getattr(reference, name)(n, *step, exact=True)
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
    assert special.factorial([3, 4], exact=True).get().tolist() == [6, 24]
    with pytest.raises(OverflowError):
        special.factorial(cp.array([3, 21]), exact=True)
    with pytest.raises(ValueError):
        special.factorial(cp.array([3.0]), exact=True)


def test_factorials_of_negative_and_complex_numbers():
    for x in (
        np.array([-2.5, -0.5, 0, 3], "f"),
        np.array([-2.5, 3, -1, -2]),
        np.array([1 + 2j, -0.5]),
        np.array([3, 0], "i4"),
    ):
        found, expected = (
            f(a, extend="complex") for f, a in ((special.factorial, cp.array(x)), (reference.factorial, x))
        )
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-6 if x.dtype == "f" else 1e-14)
    assert special.factorial(cp.ones(2, "f")).dtype == np.float64
    for bad in ((cp.array([1j]),), (cp.array([True]),), (3.0, False, "other"), (3, True, "complex")):
        with pytest.raises(ValueError):
            special.factorial(*bad)


def test_exact_choices_of_whole_floats_and_of_nothing():
    for arguments in ((10.0, 3), (4, 4.0), (0, 0), (0, 2), (-1, 0), (3, 0)):
        for repetition in (False, True):
            found = special.comb(*arguments, exact=True, repetition=repetition)
            assert found == reference.comb(*arguments, exact=True, repetition=repetition), arguments
        assert special.perm(*arguments, exact=True) == reference.perm(*arguments, exact=True), arguments
    for function in (special.comb, special.perm):
        with pytest.raises(ValueError):
            function(2.5, 1, exact=True)


def test_branches_of_lambertw_that_are_floats():
    assert complex(special.lambertw(1.0, 2.0)) == pytest.approx(complex(reference.lambertw(1.0, 2.0)), rel=1e-15)


def test_doubles_from_shorter_floats():
    """The multivariate gamma function is float64, Dirichlet's what its operands are together, rounded once."""
    for dtype in "efd":
        a = np.array([3.5, 6.25]).astype(dtype)
        found = special.multigammaln(cp.array(a), 3)
        assert found.dtype == np.float64
        np.testing.assert_allclose(found.get(), reference.multigammaln(a.astype(float), 3), rtol=1e-14)
        for period in (3, np.array([3], "b"), np.array([3], "e"), np.array([4], "f"), np.array([4.0])):
            found = special.diric(cp.array(a), cp.asarray(period) if np.ndim(period) else period)
            expected = reference.diric(a.astype(float), np.asarray(period, float))
            assert found.dtype == reference.diric(a, period).dtype
            np.testing.assert_allclose(found.get(), expected, rtol=2 * np.finfo(found.dtype).eps)


def test_stirling_numbers():
    n, k = np.arange(-2, 40)[:, None], np.arange(-2, 42)
    expected = reference.stirling2(n, k, exact=True).astype(float)
    np.testing.assert_allclose(special.stirling2(cp.array(n), cp.array(k)).get(), expected, rtol=2e-15 * 10)
    for big, small in ((100, 50), (60, 59), (300, 2), (500, 480), (220, 110), (170, 169), (219, 25)):
        exact = special.stirling2(big, small, exact=True)
        assert big > 300 or exact == reference.stirling2(big, small, exact=True)
        assert float(special.stirling2(cp.array(big), small)) == pytest.approx(float(exact), rel=1e-12)
    many = special.stirling2(cp.array([400, 10**12, 10**12, 10**6]), cp.array([200, 10**12 - 1, 2, 1]))
    np.testing.assert_allclose(many.get(), [np.inf, 1e12 * (1e12 - 1) / 2, np.inf, 1], rtol=1e-15)
    for bad in ((5.0, 3), (cp.array([5.0]), 3), (5, 3.0)):
        for exact in (False, True):
            with pytest.raises(TypeError):
                special.stirling2(*bad, exact=exact)
    for bad in ((True, 1), ([5], [True]), ([], [])):
        with pytest.raises(TypeError):
            special.stirling2(*bad, exact=True)


def test_exact_stirling_numbers_of_arrays():
    n, k = np.arange(-2, 25)[:, None], np.arange(-2, 27)
    found = special.stirling2(cp.array(n), cp.array(k), exact=True)
    assert found.dtype == np.int64
    np.testing.assert_array_equal(found.get(), reference.stirling2(n, k, exact=True).astype(np.int64))
    n, k = [60, 60, 64, 300, 10**9], [2, 58, 63, 297, 10**9 - 1]
    expected = [special.stirling2(*pair, exact=True) for pair in zip(n[:-1], k)] + [10**9 * (10**9 - 1) // 2]
    assert special.stirling2(n, k, exact=True).get().tolist() == expected
    assert special.stirling2(cp.array(5), 2, exact=True).shape == ()
    with pytest.raises(OverflowError):
        special.stirling2([30], 10, exact=True)


def test_combinatorics():
    n, k = np.arange(-2, 30)[:, None], np.arange(-2, 12)
    for repetition in (False, True):
        actual = special.comb(cp.array(n), cp.array(k), repetition=repetition).get()
        np.testing.assert_allclose(actual, reference.comb(n, k, repetition=repetition), rtol=1e-13)
    np.testing.assert_allclose(special.perm(cp.array(n), cp.array(k)).get(), reference.perm(n, k), rtol=1e-13)
    x = np.array([-3.5, -1, 0, 1, 2.5, 10, 170, 171, np.nan])
    np.testing.assert_allclose(special.factorial(cp.array(x)).get(), reference.factorial(x), rtol=1e-14)
    for exact in [(100, 30), (5, 9), (-1, 2)]:
        assert special.comb(*exact, exact=True) == reference.comb(*exact, exact=True)
        assert special.perm(*exact, exact=True) == reference.perm(*exact, exact=True)
    assert special.factorial(40, exact=True) == reference.factorial(40, exact=True)
    with pytest.raises(ValueError):
        special.comb(2.5, 1, exact=True)
    angles = np.concatenate([np.linspace(-20, 20, 41), np.arange(-4, 5) * 2 * np.pi])
    for period in (1, 2, 3, 8, 0, -1):
        actual = special.diric(cp.array(angles), period).get()
        np.testing.assert_allclose(actual, reference.diric(angles, period), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("name", ["comb", "perm"])
def test_numbers_beside_small_dtypes_count_as_64_bits(name):
    for arguments in ((np.array([5, 6], "f"), 2), (9, np.array([2, 3], "u1")), (np.array([5, 6], "f"),) * 2):
        found = getattr(special, name)(*(cp.array(a) if isinstance(a, np.ndarray) else a for a in arguments))
        expected = getattr(reference, name)(*arguments)
        assert found.dtype == expected.dtype
        np.testing.assert_allclose(found.get(), expected, rtol=1e-6)


@pytest.mark.parametrize("derivative", [False, True])
@pytest.mark.parametrize("name", ["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"])
def test_spherical_functions_left_of_zero(name, derivative):
    z = np.array([-12.5, -3, -0.25, -1e-3, 0.25, 3])
    for n in (0, 1, 2, 5, np.array([[3], [4]]), 2.7, np.array([[1.5], [2.0]], "f")):
        is_fraction = np.any(np.asarray(n) % 1)  # SciPy cuts it off, but not where it looks at the parity
        for x in (np.abs(z),) if is_fraction else (z, z.astype("f"), np.array([-3, 4], "i4"), -3, z + 1j):
            order, argument = (cp.array(a) if isinstance(a, np.ndarray) else a for a in (n, x))
            found = getattr(special, name)(order, argument, derivative)
            expected = np.asarray(getattr(reference, name)(n, x, derivative))
            # SciPy computes float32 in float32, and its result may be either.
            is_single = np.asarray(x).dtype == np.float32
            assert found.dtype == (float if is_single else expected.dtype) and found.shape == expected.shape
            np.testing.assert_allclose(found.get(), expected, rtol=1e-5 if is_single else 2e-12)


@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_derivatives_of_spherical_harmonics(diff_n):
    theta, phi = np.array([0.3, 1.2, 3.0]), np.array([[0.1], [4.0]])
    n, m = np.arange(5)[:, None, None, None], np.arange(-5, 6)[:, None, None]
    close = dict(rtol=1e-12, atol=1e-13)
    for dtype in "df":
        t, p = theta.astype(dtype), phi.astype(dtype)
        for found, expected in (
            (
                special.sph_harm_y(cp.array(n), cp.array(m), cp.array(t), cp.array(p), diff_n=diff_n),
                reference.sph_harm_y(n, m, t, p, diff_n=diff_n),
            ),
            (
                special.sph_harm_y_all(4, 2, cp.array(t), cp.array(p), diff_n=diff_n),
                reference.sph_harm_y_all(4, 2, t, p, diff_n=diff_n),
            ),
        ):
            found, expected = (f if isinstance(f, tuple) else (f,) for f in (found, expected))
            for a, e in zip(found, expected, strict=True):
                # SciPy 1.18 keeps float32 beside whole orders; CuPy 14 and SciPy before do not.
                assert a.shape == e.shape and (a.dtype == e.dtype or SCIPY >= (1, 18))
                room = close if a.dtype == np.complex128 else dict(rtol=1e-4, atol=1e-5)
                np.testing.assert_allclose(a.get(), e, **room)
    for wrong in (3, -1):
        with pytest.raises(ValueError):
            special.sph_harm_y(1, 0, cp.array(theta), 0.5, diff_n=wrong)


def test_whole_numbers_may_be_floats():
    for name, arguments in (
        ("roots_hermite", (3.0,)),
        ("roots_jacobi", (3.0, 0.5, 1)),
        ("jn_zeros", (2.0, 3.0)),
        ("bernoulli", (4.0,)),
        ("euler", (4.0,)),
    ):
        found, expected = (getattr(module, name)(*arguments) for module in (special, reference))
        for a, e in zip(*((f if isinstance(f, tuple) else (f,)) for f in (found, expected)), strict=True):
            np.testing.assert_allclose(a.get(), e, rtol=1e-11, atol=1e-14)
    for name, arguments in (("roots_hermite", (2.5,)), ("jn_zeros", (1.5, 2)), ("jn_zeros", (1, 2.5))):
        with pytest.raises(ValueError):
            getattr(special, name)(*arguments)


def test_functions_of_whole_orders_and_of_infinities():
    x = np.array([0.3, 4.5, 1.0, 0.0, -0.5, -1.0, np.inf, -np.inf, np.nan])
    for n in (1.5, -1, 2, np.inf, -np.inf, np.nan, np.array([[0.0], [2.5], [3.0], [np.inf]])):
        found = special.polygamma(cp.array(n) if isinstance(n, np.ndarray) else n, cp.array(x)).get()
        with np.errstate(invalid="ignore"):
            np.testing.assert_allclose(found, reference.polygamma(n, x), rtol=1e-13)
    pairs = np.array([(4.0, np.inf), (np.inf, 4.0), (-4.0, -np.inf), (np.inf, np.inf), (1e300, 1e-300), (2.0, 2.0)]).T
    for dtype in "fd":
        with np.errstate(over="ignore", under="ignore"):
            a, b = pairs.astype(dtype)
        np.testing.assert_allclose(special.agm(cp.array(a), cp.array(b)).get(), reference.agm(a, b), rtol=1e-6)


@pytest.mark.parametrize("name", ["jvp", "yvp", "ivp", "kvp", "h1vp", "h2vp"])
def test_derivatives_of_bessel_functions(name):
    v, x = np.array([0.0, 0.5, 3.0])[:, None], np.linspace(0.5, 12, 20)
    for n in (0, 1, 3):
        actual = getattr(special, name)(cp.array(v), cp.array(x), n).get()
        np.testing.assert_allclose(actual, getattr(reference, name)(v, x, n), rtol=1e-10, atol=1e-12)
    with pytest.raises(ValueError):
        getattr(special, name)(1, cp.array(x), -1)


@pytest.mark.parametrize("name", ["jn_zeros", "jnp_zeros", "yn_zeros", "ynp_zeros"])
def test_zeros_of_bessel_functions(name):
    for n in (0, 1, 2, 5, 10, 50, 120, -2):
        np.testing.assert_allclose(getattr(special, name)(n, 30).get(), getattr(reference, name)(n, 30), rtol=4e-16)
    np.testing.assert_allclose(getattr(special, name)(3, 1100).get(), getattr(reference, name)(3, 1100), rtol=4e-16)
    with pytest.raises(ValueError):
        getattr(special, name)(2, 0)


def test_bernoulli_and_euler():
    bernoulli, euler = special.bernoulli(60).get(), special.euler(60).get()
    for k in range(61):
        assert abs(bernoulli[k] - float(mpmath.bernoulli(k))) <= 2e-16 * abs(bernoulli[k])
        assert abs(euler[k] - float(mpmath.eulernum(k))) <= 4e-16 * abs(euler[k])
    assert special.bernoulli(0).get().tolist() == [1.0]
    for function in (special.bernoulli, special.euler):
        with pytest.raises(ValueError):
            function(-1)


LEGENDRE_POINTS = np.array([-0.99, -0.3, 0, 0.25, 0.5, 0.999])


@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_legendre_functions(diff_n):
    n, m = np.arange(7)[:, None, None], np.arange(-4, 5)[:, None]
    close = dict(rtol=1e-12, atol=1e-12)
    x, device = LEGENDRE_POINTS, cp.array(LEGENDRE_POINTS)
    for ours, theirs in [
        (special.legendre_p(cp.array(n), device, diff_n=diff_n), reference.legendre_p(n, x, diff_n=diff_n)),
        (special.legendre_p_all(6, device, diff_n=diff_n), reference.legendre_p_all(6, x, diff_n=diff_n)),
        (
            special.sph_legendre_p(cp.array(n), cp.array(m), device + 1, diff_n=diff_n),
            reference.sph_legendre_p(n, m, x + 1, diff_n=diff_n),
        ),
        (
            special.sph_legendre_p_all(5, 3, device + 1, diff_n=diff_n),
            reference.sph_legendre_p_all(5, 3, x + 1, diff_n=diff_n),
        ),
    ]:
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours.get(), theirs, **close)
    for norm in (False, True):
        for cut, z in [(2, x), (2, 2 * x + 0.5j), (3, 2 * x + 0.5j), (3, x + 3)]:
            ours = special.assoc_legendre_p_all(5, 3, cp.array(z), branch_cut=cut, norm=norm, diff_n=diff_n)
            theirs = reference.assoc_legendre_p_all(5, 3, z, branch_cut=cut, norm=norm, diff_n=diff_n)
            assert ours.shape == theirs.shape
            np.testing.assert_allclose(ours.get(), theirs, **close)
    ends = np.array([1.0, -1.0])
    for order in (-3, -1, 0, 1, 3, 5):
        degree = np.arange(3, 7)[:, None]
        ours = special.assoc_legendre_p(cp.array(degree), order, cp.array(ends), diff_n=diff_n).get()
        np.testing.assert_allclose(
            ours[:2], reference.assoc_legendre_p(degree, order, ends, diff_n=diff_n)[:2], **close
        )
    with pytest.raises(ValueError):
        special.legendre_p(2, device, diff_n=3)
    for name, more in (("sph_legendre_p_all", ()), ("sph_harm_y_all", (0.5,))):
        ours, theirs = (getattr(of, name)(3, -2, at, *more) for of, at in ((special, device), (reference, x)))
        np.testing.assert_allclose(ours.get(), theirs, **close)
    with pytest.raises(ValueError):
        special.assoc_legendre_p_all(2, -1, device)
    for name, arguments in (("legendre_p", (2,)), ("assoc_legendre_p", (2, 1)), ("sph_legendre_p", (2, 1))):
        for of_all in ("", "_all"):
            found, expected = (
                getattr(module, name + of_all)(*arguments, a, diff_n=diff_n)
                for module, a in ((special, cp.array(x, "f")), (reference, x.astype("f")))
            )
            assert found.dtype == expected.dtype or SCIPY >= (1, 18)


def test_legendre_functions_of_the_second_kind():
    for z in (0.5, -0.3, 1.0001, 1.5, -1.5, 20.0, 0.5 + 1j, 0.3 + 0.2j, -2 + 0.1j):
        values, slopes = (a.get() for a in special.lqmn(3, 5, cp.array(z)))
        expected = reference.lqmn(3, 5, z)
        assert values.shape == (4, 6)
        np.testing.assert_allclose(values, expected[0], rtol=1e-8 if z == 1.0001 else 1e-11)
        if isinstance(z, float):
            exact = [float(mpmath.legenq(k, 0, z, type=3 if abs(z) > 1 else 2).real) for k in range(6)]
            np.testing.assert_allclose(values[0], exact, rtol=1e-13)
        # SciPy's derivatives of high degree have lost digits off the cut: differences check them.
        np.testing.assert_allclose(slopes[:, :2], expected[1][:, :2], rtol=1e-7)
        step = 1e-4 * min(1, abs(z - 1))
        around = special.lqmn(3, 5, cp.array([z - step, z + step]))[0].get()
        differences = (around[..., 1] - around[..., 0]) / (2 * step)
        assert (np.abs(slopes - differences) <= 1e-4 * np.abs(slopes) + 1e-6 * np.abs(values)).all()
        one, derivative = (a.get() for a in special.lqn(5, cp.array(z)))
        np.testing.assert_array_equal(one, values[0])
        np.testing.assert_array_equal(derivative, slopes[0])
    assert not any(a.get().any() for a in special.lqmn(2, 3, cp.array([np.inf, -np.inf])))
    assert special.lqn(2, cp.ones(2, "f") / 2)[0].dtype == np.float64
    values, slopes = (a.get() for a in special.lpmn(2, 3, cp.array(0.4)))
    expected = reference.assoc_legendre_p_all(3, 2, 0.4, diff_n=1)
    np.testing.assert_allclose(values, expected[0, :, :3].T, rtol=1e-14)
    np.testing.assert_allclose(slopes, expected[1, :, :3].T, rtol=1e-14)


def test_quadratures_of_jacobi_laguerre_and_hermite():
    for name, arguments in [
        ("jacobi", (0.5, 1.5)), ("jacobi", (-0.5, 0.5)), ("gegenbauer", (0.7,)), ("gegenbauer", (-0.2,)),
        ("genlaguerre", (0.5,)), ("laguerre", ()), ("hermite", ()), ("hermitenorm", ()), ("chebyc", ()), ("chebys", ()),
        ("sh_legendre", ()), ("sh_chebyt", ()), ("sh_chebyu", ()), ("sh_jacobi", (2.5, 1.5)),
    ]:  # fmt: skip
        for n in (1, 2, 7, 40):
            ours = getattr(special, f"roots_{name}")(n, *arguments, mu=True)
            theirs = getattr(reference, f"roots_{name}")(n, *arguments, mu=True)
            for a, e in zip(ours, theirs, strict=True):
                np.testing.assert_allclose(a if isinstance(a, float) else a.get(), e, rtol=4e-12, atol=1e-14)
    # The moments that so many points give exactly.
    x, w = (a.get() for a in special.roots_hermite(200))
    np.testing.assert_allclose(
        [(w * x**k).sum() for k in (0, 2, 8)], [reference.gamma((k + 1) / 2) for k in (0, 2, 8)], rtol=1e-13
    )
    for name, arguments in [
        ("jacobi", (-1, 0)),
        ("gegenbauer", (-0.5,)),
        ("genlaguerre", (-1,)),
        ("sh_jacobi", (0, 1)),
    ]:
        with pytest.raises(ValueError):
            getattr(special, f"roots_{name}")(3, *arguments)
    with pytest.raises(ValueError):
        special.roots_hermite(0)


def test_infinite_parameters_come_to_an_end():
    # An infinite number of steps became the largest int, to which some functions counted.
    for name, points in {
        "hyp2f1": [(-np.inf, np.inf, 0.5, -5e4), (np.inf, 0.0, 0.0, 0.3), (np.inf, 1.0, 1.0, 0.0)],
        "eval_chebyt": [(np.inf, 1e5)],
        "eval_genlaguerre": [(2.5, np.inf, np.inf)],
        "hyperu": [(0.0, np.inf, 0.5), (1.0, np.inf, 0.5), (1.0, -np.inf, 0.5), (-2.0, -np.inf, 0.5)],
        "lpmv": [(0.0, np.inf, 0.0), (1.0, -np.inf, 0.5)],
    }.items():
        for point in points:
            found, expected = getattr(special, name)(*map(cp.array, point)).item(), getattr(reference, name)(*point)
            np.testing.assert_array_equal(found, expected, err_msg=f"{name}{point}")


def test_noncentral_distributions_of_huge_parameters_end():
    # By mpmath, at 30 digits: of one degree of freedom in closed form, of t as an integral over the normal variable.
    for x, df, nc, expected in [
        (1e10, 1.0, 1e10, 0.5),
        (1.00001e10, 1.0, 1.00001e10, 0.5),
        (1e15, 1.0, 1e15, 0.5),
        (9.999e9, 9.999e9, 1.0, 0.4999990596369),
        (1e300, 1.0, 1.0, 1.0),
        (1.0, 1e300, 1e300, 0.0),
        (1.0, 1.0, 1.7e308, 0.0),
        (1e308, 1.7e308, 1.7e308, 0.0),
    ]:
        np.testing.assert_allclose(special.chndtr(*map(cp.array, (x, df, nc))).item(), expected, rtol=1e-10)
    for df, nc, t, expected in [
        (3.0, 1e3, 1e3, 0.391625638809996939529),
        (3.0, 1e3, 800.0, 0.19616420004646256),
        (3.0, 1e5, 1e5, 0.391625176317343054309),
        (3.0, 1e7, 1e7, 0.391625176271093580798),
        (3.0, 1e300, 1e300, 0.391625176271),
        (1e300, 1e300, 1e300, 0.5),
        (3.0, -1e9, 1.0, 1.0),
        (3.0, 1e300, 1.0, 0.0),
    ]:
        np.testing.assert_allclose(special.nctdtr(*map(cp.array, (df, nc, t))).item(), expected, rtol=1e-11)


def test_noncentral_distributions_far_out():
    """Against mpmath, where terms underflow or the bulk lies elsewhere."""

    def chi_square(x, df, nc):
        x, df, nc = map(mpmath.mpf, (x, df, nc))
        return mpmath.fsum(  # a sum to infinity would be extrapolated
            mpmath.exp(-nc / 2)
            * (nc / 2) ** j
            / mpmath.factorial(j)
            * mpmath.gammainc(df / 2 + j, 0, x / 2, regularized=True)
            for j in range(400)
        )

    with mpmath.workdps(50):
        for x, df, nc in [(1e-3, 3, 40), (5, 2, 300), (0.5, 100, 3), (80, 2, 20), (1e-5, 0.5, 1e-8)]:
            found = special.chndtr(cp.array(float(x)), df, nc).item()
            np.testing.assert_allclose(found, float(chi_square(x, df, nc)), rtol=1e-12)
    df, nc = cp.array([1.5, 4.0, 30.0])[:, None], cp.array([-2.0, 0.3, 5.0])
    for p in (0.05, 0.5, 0.99):
        t = special.nctdtrit(df, nc, p)
        np.testing.assert_allclose(special.nctdtr(df, nc, t).get(), p, rtol=1e-12)
    # Of t and nc on different sides, by mpmath as an integral over the logarithm of the chi variable, at 40 digits.
    for df, nc, t, expected in [
        (0.001, 0.5, -1.0, 0.30718047046185202),
        (0.001, 20.0, -3.0, 2.7311735705404438e-89),
        (0.05, 36.0, -1.0, 3.1473178651688296e-284),
        (0.05, 1.0, -100000.0, 0.078113198801252244),
        (0.3, 3.6, -0.76, 8.2074417089703484e-5),
        (1.0, 1.0, -0.001, 0.15846231021149874),
        (1.0, 10.8, -1.4, 8.8959235916878005e-29),
        (9.7, 4.5, -0.96, 5.0681274354070193e-8),
        (92.0, 0.077, -8.7, 3.734577500382661e-14),
        (2000.0, 9.5, -0.45, 1.2648241594904714e-23),
        (1600.0, 0.2, -25.8, 3.2632704060009191e-125),
        (100000.0, 3.0, -2.0, 2.8673335012230353e-7),
    ]:
        found = special.nctdtr(*map(cp.array, ([df, df], [nc, -nc], [t, -t]))).get()
        np.testing.assert_allclose(found, [expected, 1 - expected], rtol=1e-13)
    low = special.nctdtr(cp.array(5.0), cp.array(1.0), cp.array([-np.inf, np.inf, np.nan])).get()
    np.testing.assert_array_equal(low, [0, 1, np.nan])


@pytest.mark.parametrize("name", ["roots_legendre", "roots_chebyt", "roots_chebyu"])
def test_quadratures(name):
    for n in (1, 2, 3, 8, 50, 201):
        # SciPy's weights of many points have few digits at the ends: 1e-10 of 201 points.
        room = {50: 4e-12, 201: 2e-10}.get(n, 2e-12) if name == "roots_legendre" else 2e-12
        for actual, expected in zip(getattr(special, name)(n, True), getattr(reference, name)(n, True), strict=True):
            actual = actual if isinstance(actual, float) else actual.get()
            np.testing.assert_allclose(actual, expected, rtol=room, atol=2e-15)
    for n in (0, -1):
        with pytest.raises(ValueError):
            getattr(special, name)(n)


def test_weights_of_legendre_have_all_digits():
    for n in (50, 201):
        x, w = (a.get() for a in special.roots_legendre(n))
        assert (w == w[::-1]).all() and (x == -x[::-1]).all()
        for point, weight in zip(x[: n // 2].tolist(), w.tolist()):
            with decimal.localcontext(prec=50):
                root = decimal.Decimal(point)
                for _ in range(3):
                    before, value = decimal.Decimal(1), root
                    for k in range(2, n + 1):
                        before, value = value, ((2 * k - 1) * root * value - (k - 1) * before) / k
                    slope = n * (before - root * value) / (1 - root * root)
                    root -= value / slope
                exact = 2 / ((1 - root * root) * slope * slope)
                assert abs(decimal.Decimal(weight) / exact - 1) < decimal.Decimal(2e-12 if n == 201 else 2e-13)


def test_functions_whose_series_cancel():
    """Near 2 SciPy's own values have lost digits; these are exact."""
    for v, x, value in [
        (0.7037746971981799, 1.9265681047542214, 0.13854918145699882),
        (0.5, 2.0, 0.11993777196806145),
        (0.0, 2.0, 0.1138938727495334),
        (3.25, 0.5, 112.23788941727771),
    ]:
        np.testing.assert_allclose(special.kv(cp.array(v), cp.array(x)).item(), value, rtol=2e-14)
        np.testing.assert_allclose(special.kve(cp.array(v), cp.array(x)).item(), value * np.exp(x), rtol=2e-14)
    assert np.isinf(special.kv(cp.array([0.5, 1]), 0.0).get()).all() and np.isnan(
        special.kv(cp.array(0.5), -1.0).item()
    )
    ai, slope, bi, growth = (a.item() for a in special.airye(cp.array(2.0)))
    expected = [0.23016491865251162, -0.34988828258008754, 0.5004372543040949, 0.6222179973154376]
    np.testing.assert_allclose([ai, slope, bi, growth], expected, rtol=2e-14)


def spread(low, high, count=40):
    """Numbers from low to high whose logarithms are evenly spread."""
    return np.exp(np.linspace(np.log(low), np.log(high), count))


HALF = np.array([0.5 + side * size for size in (1e-15, 1e-9, 1e-3, 0.08, 0.09) for side in (-1, 1)])
FOUND_ANEW = {
    "logit": (
        lambda p: mpmath.log(p / (1 - p)),
        4,
        [np.concatenate([spread(1e-310, 0.5), HALF, 1 - spread(1e-15, 0.5)])],
    ),
    "rel_entr": (
        lambda x, y: x * mpmath.log(x / y),
        4,
        [
            np.repeat(spread(1e-200, 1e200), 6),
            np.outer(spread(1e-200, 1e200), [1 - 1e-12, 1.3, 1.5, 0.6, 1e-5, 7e80]).ravel(),
        ],
    ),
    "exp1": (mpmath.e1, 12, [spread(1e-300, 690, 120)]),
    "i0": (lambda x: mpmath.besseli(0, x), 6, [np.append(spread(1e-9, 700), [8, np.nextafter(8, 9)])]),
    "i1": (lambda x: mpmath.besseli(1, x), 6, [-np.append(spread(1e-9, 700), [8, np.nextafter(8, 9)])]),
    "k0": (lambda x: mpmath.besselk(0, x), 8, [spread(1e-300, 700)]),
    "k1": (lambda x: mpmath.besselk(1, x), 8, [spread(1e-300, 700)]),
    "lambertw": (
        lambda x: mpmath.lambertw(x).real,
        8,
        [np.concatenate([-spread(1e-300, 0.36), spread(1e-305, 1e308, 120), [16, np.nextafter(16, 17)]])],
    ),
    "cotdg": (lambda x: mpmath.cot(x * mpmath.pi / 180), 6, [np.append(spread(1e-5, 89), 180 - spread(1e-3, 89))]),
}


@pytest.mark.parametrize("name", FOUND_ANEW)
def test_exact_values(name):
    """Over all of the domain, in units of the last place."""
    exact, room, arguments = FOUND_ANEW[name]
    found = getattr(special, name)(*map(cp.array, arguments)).get().real
    with mpmath.workdps(40):
        expected = np.array([float(exact(*map(mpmath.mpf, point))) for point in zip(*(a.tolist() for a in arguments))])
    assert (np.abs(found - expected) <= room * np.spacing(np.abs(expected))).all()


@pytest.mark.parametrize("bounds", [(5, 20), (20, 60), (50, 700)])
def test_confluent_hypergeometric_function(bounds):
    """Where terms of both signs cancel, by up to 30 digits, and near whole parameters, where SciPy loses digits."""
    parameter, size = bounds
    random = np.random.default_rng(parameter)
    a, b = random.uniform(-parameter, parameter, (2, 60))
    a[:8], b[8:16] = np.rint(a[:8]) + 1e-9, a[8:16] - np.arange(8) + 1e-9
    a[16:20], b[20:24] = np.rint(a[16:20]), np.abs(np.rint(b[20:24])) + 1
    x = random.choice([-1, 1], 60) * np.exp(random.uniform(np.log(0.1), np.log(size), 60))
    points = np.array([a, b, x]).T.tolist() + [
        (-46.86932756939473, 38.55535377711891, 151.89647693172012), (-45.0, 34.76046172815465, 100.46492287965256),
        (47.0, -44.0989759243276, -137.8909265056579), (0.5, 1.5, 1e-300), (1e-20, 0.3, 19.5), (-5.0, -7.0, 3.0),
    ]  # fmt: skip
    with mpmath.workdps(120):
        expected = [float(mpmath.hyp1f1(*map(mpmath.mpf, point))) for point in points]
    found = special.hyp1f1(*map(cp.array, zip(*points))).get()
    np.testing.assert_allclose(found, expected, rtol=1e-14)


def test_ends_of_confluent_hypergeometric_functions():
    points = [
        (1, 0, 1), (-2, -1, 1), (-1, -1, 2), (-1, -2, 3), (0, 2, 800), (2, 3, 800), (0, -1, 2), (np.nan, 1, 1),
        (1, np.nan, 1), (1, 1, np.nan), (2.5, np.inf, 3), (np.inf, 2, 1), (-np.inf, -3, 1), (np.inf, 2, 0),
        (2, 1, np.inf), (-1, 1, 1), (-2, 3, 6), (2, 1, -1), (2.5, 2.5, -3), (0.0, 0.0, 0.0), (2, 1.5, -0.0),
        (1e-300, 2, 3),
    ]  # fmt: skip
    arguments = [np.array(column, float) for column in zip(*points)]
    found = special.hyp1f1(*map(cp.array, arguments)).get()
    np.testing.assert_allclose(found, reference.hyp1f1(*arguments), rtol=1e-14, atol=1e-15)
    points = [
        (1, 0, 0), (0.5, 1, 0), (0.5, 0.5, 0), (2, 3, 0), (-1, 0.5, 0), (0.5, 1, -1), (np.nan, 1, 1), (1, 1, np.nan),
        (0.1, 1, 0.5), (-0.2, 1, 1e-3), (0, 1, 0.9), (0.29, 1, 0.99), (-2, 1, 0.5),
    ]  # fmt: skip
    arguments = [np.array(column, float) for column in zip(*points)]
    found = special.hyperu(*map(cp.array, arguments)).get()
    np.testing.assert_allclose(found, reference.hyperu(*arguments), rtol=1e-11)


def test_incomplete_gamma_functions_of_large_parameters():
    """Where the method changes; of 1e10 SciPy's series end before they have converged."""
    for a, x in [
        (1e10, 1e10 - 6.36e5), (50.0, 1e-3), (5e3, 3.5e3), (250.0, 180.0), (20.5, 26.0), (0.7, 0.9), (0.3, 1e-6),
        (12.0, 1.0), (11.9, 30.0), (201.0, 90.0),
    ]:  # fmt: skip
        with mpmath.workdps(40):
            if a > 1e6:
                density = lambda t: mpmath.exp((a - 1) * mpmath.log(t) - t - mpmath.loggamma(a))
                lower = mpmath.quad(density, mpmath.linspace(x - 10 * a**0.5, x, 9))
            else:
                lower = mpmath.gammainc(a, 0, x, regularized=True)
            p, q = float(lower), float(1 - lower)
        np.testing.assert_allclose(special.gammainc(cp.array(a), x).item(), p, rtol=1e-13)
        np.testing.assert_allclose(special.gammaincc(cp.array(a), x).item(), q, rtol=1e-13)
        for target, back in ((p, special.gammaincinv), (q, special.gammainccinv)):
            if 1e-300 < target < 0.999:
                np.testing.assert_allclose(back(cp.array(a), target).item(), x, rtol=1e-12)


def test_names_of_cupy():
    missing = [name for name in """
        bdtr bdtrc bdtri beta betainc betaincinv betaln binom boxcox boxcox1p btdtr btdtri cbrt chdtr chdtrc chdtri
        cosdg cosm1 cotdg digamma ellipeinc ellipj ellipk ellipkinc ellipkm1 entr erf erfc erfcinv erfcx erfinv exp1
        exp10 exp2 expi expit expm1 expn exprel fdtr fdtrc fdtri gamma gammainc gammaincc gammainccinv gammaincinv
        gammaln gammasgn gdtr gdtrc huber i0 i0e i1 i1e inv_boxcox inv_boxcox1p j0 j1 k0 k0e k1 k1e kl_div lambertw
        log1p log_expit log_ndtr log_softmax loggamma logit logsumexp lpmv multigammaln nbdtr nbdtrc nbdtri ndtr ndtri
        pdtr pdtrc pdtri poch polygamma pseudo_huber psi radian rel_entr rgamma round shichi sici sinc sindg softmax
        sph_harm_y spherical_yn tandg wright_bessel xlog1py xlogy y0 y1 yn zeta zetac
    """.split() if not hasattr(special, name)]  # fmt: skip
    assert not missing
    assert not [name for name in dir(special) if re.match(r"spherical_.*_|hurwitz|riemann|lambertw_", name)]


# ------------------------------------------------------------------------------------------------------------ relations


def test_inverses():
    rng = np.random.default_rng(5)
    p = cp.array(rng.uniform(0.01, 0.99, 400))
    a, b = cp.array(rng.uniform(0.3, 30, 400)), cp.array(rng.uniform(0.3, 30, 400))
    for there, back in [
        (special.betainc, special.betaincinv),
        (special.betaincc, special.betainccinv),
        (special.fdtr, special.fdtri),
    ]:
        # Near 1 the next number stands for a probability that differs by more than rounding.
        x = back(a, b, p).get()
        room = np.abs(there(a, b, cp.array(np.nextafter(x, 2))) - there(a, b, cp.array(np.nextafter(x, 0)))).get()
        assert (np.abs(there(a, b, cp.array(x)) - p).get() <= np.maximum(room, 1e-12 * p.get())).all()
    for there, back in [
        (special.gammainc, special.gammaincinv),
        (special.gammaincc, special.gammainccinv),
        (special.stdtr, special.stdtrit),
        (special.chdtrc, special.chdtri),
    ]:
        np.testing.assert_allclose(there(a, back(a, p)).get(), p.get(), rtol=1e-12)
    for there, back in [
        (special.ndtr, special.ndtri),
        (special.erf, special.erfinv),
        (special.erfc, special.erfcinv),
        (special.expit, special.logit),
        (special.kolmogorov, special.kolmogi),
    ]:
        np.testing.assert_allclose(there(back(p)).get(), p.get(), rtol=1e-13)
    large = cp.maximum(a, 1)  # small powers less 1 have lost their digits
    np.testing.assert_allclose(special.inv_boxcox(special.boxcox(large, b), b).get(), large.get(), rtol=1e-12)


def test_reflections_and_recurrences():
    rng = np.random.default_rng(6)
    x = cp.array(rng.uniform(0.1, 0.9, 200))
    gamma, pi = special.gamma, np.pi
    np.testing.assert_allclose((gamma(x) * gamma(1 - x)).get(), (pi / cp.sin(pi * x)).get(), rtol=1e-14)
    y = cp.array(rng.uniform(0.5, 20, 200))
    np.testing.assert_allclose(gamma(y + 1).get(), (y * gamma(y)).get(), rtol=1e-14)
    np.testing.assert_allclose(special.psi(y + 1).get(), (special.psi(y) + 1 / y).get(), rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose((special.erf(x) + special.erfc(x)).get(), 1, rtol=1e-15)
    for v in (1.0, 2.5):
        left = special.jv(v - 1, y) + special.jv(v + 1, y)
        np.testing.assert_allclose(left.get(), (2 * v / y * special.jv(v, y)).get(), rtol=1e-11, atol=1e-13)
    # Wronskians of Bessel and Airy functions, Legendre's relation of elliptic integrals.
    wronskian = special.jv(1.5, y) * special.yv(0.5, y) - special.jv(0.5, y) * special.yv(1.5, y)
    np.testing.assert_allclose(wronskian.get(), (2 / (pi * y)).get(), rtol=1e-12)
    ai, aip, bi, bip = special.airy(y / 4)
    np.testing.assert_allclose((ai * bip - aip * bi).get(), 1 / pi, rtol=1e-12)
    k, e, k1, e1 = special.ellipk(x), special.ellipe(x), special.ellipk(1 - x), special.ellipe(1 - x)
    np.testing.assert_allclose((e * k1 + e1 * k - k * k1).get(), pi / 2, rtol=1e-14)
    sn, cn, dn, _ = special.ellipj(y / 5, x)
    np.testing.assert_allclose((sn * sn + cn * cn).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((dn * dn + x * sn * sn).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((special.elliprf(0.0, 1 - x, 1.0)).get(), k.get(), rtol=1e-14)
    w = special.lambertw(y)
    np.testing.assert_allclose((w * cp.exp(w)).get(), y.get(), rtol=1e-13)
    np.testing.assert_allclose((special.gammainc(y, x) + special.gammaincc(y, x)).get(), 1, rtol=1e-14)
    np.testing.assert_allclose((special.betainc(y, x, x) + special.betainc(x, y, 1 - x)).get(), 1, rtol=1e-13)


EXACT = {
    "erfinv": lambda y: mpmath.erfinv(y),
    "erfcinv": lambda y: mpmath.erfinv(1 - y),
    "ndtri": lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1),
    "spence": lambda x: mpmath.re(mpmath.polylog(2, 1 - x)) if x < 2 else exact_spence_beyond_2(x),
    "i0e": lambda x: mpmath.besseli(0, x) * mpmath.exp(-abs(x)),
    "i1e": lambda x: mpmath.besseli(1, x) * mpmath.exp(-abs(x)),
    "erfc": mpmath.erfc,
    "ndtr": mpmath.ncdf,
    "log_ndtr": lambda x: mpmath.log1p(-mpmath.ncdf(-x)) if x > 0 else mpmath.log(mpmath.ncdf(x)),
}


def exact_spence_beyond_2(x):
    return -(mpmath.log(x) ** 2) / 2 - mpmath.re(mpmath.polylog(2, 1 - 1 / x))


@pytest.mark.parametrize("name", EXACT)
def test_digits_at_the_ends_of_ranges(name):
    """Where a polynomial ends and the next begins, and where arguments are small, by mpmath."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    joints = {
        "erfinv": 1 - np.exp(-np.array([6.25, 16, 30])) / 2,
        "erfcinv": np.exp(-np.array([6.25, 16, 39.0625, 60])) / 2,
        "ndtri": np.exp(-np.array([6.25, 16, 39.0625, 60])) / 4,
        "spence": np.array([0.25, 1, 4]),
        "i0e": np.array([8.0]),
        "i1e": np.array([8.0]),
        "erfc": np.array([1.0, -1.0, 8.0, 26.0]),
        "ndtr": np.array([-np.sqrt(2), np.sqrt(2), -8 * np.sqrt(2), -37.5]),
        "log_ndtr": np.array([-np.sqrt(2), np.sqrt(2), -8 * np.sqrt(2), -1e5, 8]),
    }[name]
    width = {"erfinv": 0.999, "erfcinv": 2, "ndtri": 1}.get(name, 30)
    x = np.concatenate(
        [joints * (1 + k * 2.0**-50) for k in range(-2, 3)] + [rng.random(40) * width, 10.0 ** rng.uniform(-15, -1, 20)]
    )
    found = getattr(special, name)(cp.array(x)).get()
    with mpmath.workdps(60):
        exact = np.array([float(EXACT[name](mpmath.mpf(value))) for value in x.tolist()])
    # 1 - erf(x) keeps what erf(1) has of absolute error, in the last place of 0.157: some 8 ulp, as the normal's do.
    bound = 9 if name in ("erfc", "ndtr", "log_ndtr") else 4
    assert np.max(np.abs(found - exact) / np.spacing(np.abs(exact))) <= bound


def test_kn_of_whole_orders():
    """By recurrence up to order 32; each step may add a rounding. SciPy's own are up to 93 ulp there."""
    n, x = np.meshgrid(np.arange(36), [1e-5, 0.0076, 0.3, 1.99, 2.0, 2.01, 17.0, 300.0, 700.0], indexing="ij")
    found = special.kn(cp.array(n), cp.array(x)).get()
    with mpmath.workdps(40):
        exact = np.vectorize(lambda n, x: float(mpmath.besselk(int(n), mpmath.mpf(x))))(n, x)
    small = n <= 32
    error = np.abs(found - exact)[small] / np.spacing(np.abs(exact))[small]
    assert np.all(error <= 6 + n[small])
    np.testing.assert_allclose(found[x < 700], exact[x < 700], rtol=1e-13)  # Amos: 0 below 1e-305
    ends = np.array([0.0, -0.0, -1, np.inf, -np.inf, np.nan, 1e-300, 800])
    for order in (0, 1, -3, 32, 33):
        np.testing.assert_allclose(special.kn(order, cp.array(ends)).get(), reference.kn(order, ends), rtol=1e-13)


def check_values(rows, rtol):
    for name, operands, exact in rows:
        np.testing.assert_allclose(
            float(getattr(special, name)(*operands)), exact, rtol=rtol, err_msg=f"{name}{operands}"
        )


def test_incomplete_beta_of_parameters_far_apart():
    """By mpmath and SciPy: tiny values between 0 and 1 / b, what is left of 1 for tiny parameters, huge parameters."""
    rows = [
        ("betaincinv", (0.8, 1e8, 0.7), 9.432152189994508e-09),
        ("betaincinv", (0.8, 1e15, 0.7), 9.432152225045107e-16),
        ("betaincinv", (0.8, 1e17, 0.7), 9.432152225045111e-18),
        ("btdtri", (0.8, 1e300, 0.7), 9.432152225045111e-301),
        ("betainccinv", (0.63, 1e17, 0.6), 2.248882689279679e-18),
        ("betaincinv", (1e17, 0.8, 0.3), 1.0),
        ("betaincc", (1e-12, 2.0, 0.3), 5.039728043260405e-13),
        ("betaincc", (1e-9, 1e300, 3e-300), 1.304838111894277e-11),
        ("betainc", (5e-324, 9.9, 0.0775), 1.0),
        ("betainc", (0.3535, 5e299, 3.1815e-300), 0.9536662790039165),
        ("fdtr", (4.87, 1e-12, 0.713), 1.3813925805690775e-11),
        ("fdtr", (2.0, 1e-20, 0.3), 2.277043811805746e-19),
        ("fdtrc", (1e-20, 2.0, 0.3), 2.39744109223834e-19),
        ("fdtr", (0.707, 1e300, 4.5), 0.9536662790039165),
        ("fdtrc", (20.5, 1e100, 8.1), 8.715805999252411e-25),
        ("fdtrc", (1e100, 8.2, 0.47), 0.9714111344732246),
    ]
    check_values(rows, 3e-14)


def test_chndtr_of_large_noncentrality():
    """Where the lower tail underflows; the sum's terms do not overflow on the way."""
    rows = [("chndtr", (15.0, 2.0, nc), 0.0) for nc in (2e4, 5e4, 1e7, 1e10, np.inf)]
    rows += [("chndtr", (0.5, 0.8, np.inf), 0.0), ("chndtr", (15.0, 1e-20, 1e10), 0.0)]
    rows += [("chndtr", (9e3, 2.0, 1.3e4), 4.480352168712833e-82), ("chndtrix", (0.3, 2.0, 1e7), 9996684.674860362)]
    check_values(rows, 1e-12)
    assert np.isnan(float(special.chndtr(np.inf, 1.0, np.inf)))


def test_noncentral_distributions_of_long_series():
    """By mpmath: series of thousands of terms are sampled, and integrals take their place."""
    rows = [
        ("chndtr", (16371679.884447811, 16379152.465109082, 26924.746866265625), 9.6208800010543965e-10),
        ("chndtr", (918889.0, 729750.0, 198142.0), 8.8494888831901202e-10),
        ("chndtr", (2.1e6, 3.0, 2.11e6), 0.00028350900458681545),
        ("chndtr", (5e4, 1e-3, 6.5e4), 6.2354000246543522e-216),
        ("chndtr", (3.01e6, 1e6, 2e6), 0.99921014230806645),
        ("chndtr", (1e6, 0.5, 4e6), 0.0),
        ("nctdtr", (1e6, 600.0, 590.0), 1.3707825024683884e-20),
        ("nctdtr", (1e6, -600.0, -615.0), 2.3155975105351515e-43),
        ("nctdtr", (4e9, 3e4, 2.998e4), 1.7219733549690015e-80),
        ("nctdtr", (2e10, 9e4, 9.0007e4), 0.99999999991338264),
        ("nctdtr", (2e10, -9e4, -9.0007e4), 8.6617355873926143e-11),
        ("nctdtr", (1e15, 2e3, 1985.5), 6.0574960254742281e-48),
        ("nctdtr", (1e20, 1.0, 1e10), 1.0),
    ]
    check_values(rows, 4e-12)  # as their operands are rounded


def test_lower_tails_of_large_gamma_distributions():
    """By mpmath: Cephes sums up 2000 terms of a series of tens of thousands."""
    check_values(
        [
            ("gammainc", (1e8, 1e8 - 6e4), 9.7952134364735972e-10),
            ("pdtrc", (8e6, 7960001.0), 7.4732267791212805e-46),
            ("gdtr", (1.0, 1e8, 1e8 - 6e4), 9.7952134364735972e-10),
            ("chdtr", (2e8, 2e8 - 12e4), 9.7952134364735972e-10),
        ],
        2e-13,
    )


def test_chndtr_near_1_is_exact():
    """By mpmath. Inverses divide its error by the slope there, so that not an ulp may be lost."""
    rows = [
        ("chndtr", (256.7, 9.6, 173.3), 0.9947923598487685),
        ("chndtr", (124.0, 2.6, 54.6), 0.9998732046997628),
        ("chndtr", (90.0, 0.5, 20.0), 0.999999781787551),
        ("chndtr", (700.0, 300.0, 250.0), 0.9997702066412031),
        ("chndtr", (40.0, 3.0, 0.01), 0.9999999886392774),
        ("chndtr", (1e6, 1.0, 100.0), 1.0),
    ]
    check_values(rows, 2.3e-16)


def test_carlson_integrals_of_huge_operands():
    """Products of three of them overflow; SciPy's are NaN for all huge, whose values follow from homogeneity."""
    rows = [("elliprj", (0.47, 0.46, 12.1, p), 2.034182939482541 / p) for p in (1e60, 1e100, 1e200, 1e300)]
    rows += [("elliprj", (0.47, 0.46, 12.1, 1e17), 2.0341829245806587e-17)]
    one = float(special.elliprj(1.0, 2.0, 3.0, 4.0))
    rows += [("elliprj", (x, 2 * x, 3 * x, 4 * x), one * x**-1.5) for x in (1e200, 1e-200)]
    check_values(rows, 1e-14)
    for z in (
        special.elliprd(1e300 + 0j, 2e300 + 1e300j, 1e300),
        special.elliprj(1e300 + 0j, 2e300 + 1j, 1e300, 1e299),
    ):
        assert complex(z) == 0


def test_infinite_complex_integrals():
    """Signs of infinities by mpmath; SciPy's of fresnel are others, as an infinity has lost its direction there."""
    z = np.array([40 + 6j, 20 - 20j, 25 - 10j, 8 - 1000j, -40 + 6j, 6 + 40j, 1000 + 8j])
    signs = np.array(
        [[-1, 1, 1, 1], [-1, -1, 1, -1], [1, -1, 1, 1], [-1, -1, 1, -1], [1, 1, -1, 1], [-1, 1, 1, 1], [-1, 1, 1, 1]]
    )
    s, c = (part.get() for part in special.fresnel(cp.array(z)))
    np.testing.assert_array_equal(np.stack([s.real, s.imag, c.real, c.imag], 1), signs * np.inf)

    def same(found, re, im):
        assert (found.real, found.imag) == (re, im)

    inf = np.inf
    same(complex(special.exp1(-1e300 - 100j)), -inf, inf)
    same(complex(special.exp1(-1e300 + 100j)), -inf, -inf)
    same(complex(special.expi(1e300 + 100j)), inf, -inf)
    same(complex(special.erfc(0.9 - 1e300j)), inf, -inf)
    same(complex(special.erfc(-0.9 + 1e300j)), -inf, inf)


LARGE_BETA = [
    (92220716.05, 57534477.31, 0.615814379, (0.5458277921360536, 0.4541722078639464)),
    (3.492450800282866e16, 8.79924805074448e16, 0.28413084722435134, (0.695463459338673, 0.30453654066132696)),
    (1001.5, 1002.5, 0.5, (0.5089128251288367, 0.4910871748711633)),
    (1001.5, 2000000000.0, 4.9e-07, (0.2502396003731071, 0.7497603996268929)),
    (50000.0, 70000.0, 0.42, (0.9903768337928254, 0.009623166207174618)),
    (50000.0, 70000.0, 0.405, (1.014631275612485e-16, 0.9999999999999999)),
    (100000.0, 100000.0, 0.51, (1.0, 1.8571347290404196e-19)),
    (3000000000000000.0, 1200.25, 0.9999999999996, (0.4985790189688576, 0.5014209810311424)),
    (200000000.0, 10000000000.0, 0.0196, (5.521880397670587e-09, 0.9999999944781196)),
    (1e300, 1e300, 0.5, (0.5, 0.5)),
]


def test_incomplete_beta_of_large_parameters():
    """By mpmath at 60 digits; the continued fraction of these takes thousands of terms, or millions."""
    for a, b, x, expected in LARGE_BETA:
        found = special.betainc(cp.array(a), b, x).item(), special.betaincc(cp.array(a), b, x).item()
        np.testing.assert_allclose(found[0], expected[0], rtol=2e-14)
        np.testing.assert_allclose(found[1], expected[1], rtol=2e-14)
    assert special.betainc(cp.array(1e12), 1e12, 0.4).item() == 0
    assert special.betaincc(cp.array(1e12), 1e12, 0.4).item() == 1
    for a, b, p in [(1e7, 2e7, 0.3), (3e10, 5e6, 0.01), (1e6, 1e6, 0.5), (2e5, 1e15, 0.99)]:
        x = special.betaincinv(cp.array(a), b, p).item()
        np.testing.assert_allclose(x, reference.betaincinv(a, b, p), rtol=4e-16)


def test_betaincinv_of_subnormal_results():
    """By mpmath, where the first term of the series is all there is. SciPy ends at the smallest normal number."""
    cases = [
        (0.0006153185594231387, 86102.30550012934, 0.643249223118465, 2.4969648126276121e-317),
        (0.0016, 40.6, 0.3188, 7.0092354626147505e-313),
        (0.0101, 100.0, 0.0007, 2.4464187554580159e-315),
        (0.0101, 3.0, 0.00074, 2.3671501871406176e-311),
    ]
    for a, b, p, expected in cases:
        np.testing.assert_allclose(special.betaincinv(cp.array(a), b, p).item(), expected, rtol=1e-11, atol=1e-322)


def test_elliprj_of_small_and_of_far_negative_parameters():
    # mpmath's values, to 50 digits.
    cases = [
        ((1.0, 2.0, 3.0, 1e-20), 28.152588499204975),
        ((0.5903462767601013, 4.144450664520264, 0.21760837733745575, 1e-20), 92.16984619619717),
        ((1.0, 2.0, 3.0, -1e20), -2.1808378064067243e-20),
        ((1.0, 2.0, 3.0, -1e200), -2.1808378064067243e-200),
    ]
    for operands, expected in cases:
        found = special.elliprj(*map(cp.asarray, operands))
        np.testing.assert_allclose(float(found), expected, rtol=1e-13)
        complex_found = complex(special.elliprj(*(cp.asarray(complex(x)) for x in operands)))
        np.testing.assert_allclose(complex_found, expected, rtol=1e-12)
    single = special.elliprj(*(cp.asarray(np.float32(x)) for x in cases[1][0]))
    np.testing.assert_allclose(float(single), 92.16984619619717, rtol=1e-6)


def test_carlson_of_floats_that_are_far_apart():
    sizes = [1e-38, 3e-20, 0.0775, 0.251, 1.0, 7e9, 1.5e27, 1e38]
    for name, last in (("elliprd", sizes), ("elliprj", sizes)):
        columns = np.array(
            list(itertools.product(sizes, sizes, last, *([[0.251, 1e30]] if name == "elliprj" else []))), "f"
        ).T
        expected = getattr(reference, name)(*columns.astype("d"))
        for dtype in "fF":
            found = getattr(special, name)(*map(cp.asarray, columns.astype(dtype))).get()
            assert found.dtype == dtype
            # Below, a float is denormal; above, there is none.
            usual = (expected > 2e-38) & (expected < 3e38)
            np.testing.assert_allclose(found[usual], expected[usual], rtol=4e-6)


def test_ellipkinc_of_negative_zero():
    m = np.array([-3.0, -1e-3, 0.0, 1e-320, 0.5, 0.999999, 1.0, -np.inf])
    for zero in (0.0, -0.0):
        found = special.ellipkinc(zero, cp.asarray(m)).get()
        np.testing.assert_array_equal(np.signbit(found), np.signbit(reference.ellipkinc(zero, m)))
        assert not found.any()


def test_complex_carlson_integrals_on_the_cut():
    for operands in [(0, 2, -3), (-2, 3, 0), (2 + 1j, 0, -1)]:
        arrays = [cp.asarray(complex(x)) for x in operands]
        np.testing.assert_allclose(
            complex(special.elliprg(*arrays)), reference.elliprg(*map(complex, operands)), rtol=1e-13
        )
    for x, y in [(-1, -2), (-2, -1), (-1, 2)]:
        found = complex(special.elliprc(cp.asarray(complex(x)), cp.asarray(complex(y))))
        np.testing.assert_allclose(found, reference.elliprc(complex(x), complex(y)), rtol=1e-13, equal_nan=True)


def test_noncentral_t_of_few_degrees_of_freedom():
    # (df, nc, t, the distribution function by mpmath's quadrature); 1 - df / t^2 is rounded to 1 here.
    cases = [
        (0.1, 0.7, 153740383.64335054, 0.9),
        (0.07143556937423723, 7.279166845338634, 82238745471.69418, 0.8268601619894002),
        (0.3, 0.5131037965236523, 554364.7452238735, 0.99),
    ]
    for df, nc, t, p in cases:
        df, nc, t, p = map(cp.asarray, (df, nc, t, p))
        np.testing.assert_allclose(float(special.nctdtr(df, nc, t)), float(p), rtol=1e-13)
        np.testing.assert_allclose(float(special.nctdtrit(df, nc, p)), float(t), rtol=1e-11)


def test_inverses_far_out():
    for x, df, p in [(1e5, 10.0, 0.5), (1e7, 10.0, 0.25)]:
        nc = special.chndtrinc(*map(cp.asarray, (x, df, p)))
        np.testing.assert_allclose(float(nc), reference.chndtrinc(x, df, p), rtol=1e-9)
    # Far out t / nc is the root of a chi-squared variable: the median of 10 degrees of freedom.
    share = np.sqrt(reference.chdtri(10, 0.5) / 10)
    for t in (1e6, 1e50):
        nc = special.nctdtrinc(cp.asarray(10.0), cp.asarray(0.5), cp.asarray(t))
        np.testing.assert_allclose(float(nc), share * t, rtol=1e-6)
    ends = special.chndtrix(cp.asarray([0.0, 1.0, 0.2, 0.5, 0.5]), cp.asarray([2.0, 2.0, 1e-5, 2.0, np.inf]), 3.0)
    np.testing.assert_array_equal(ends.get()[[0, 1, 2, 4]], [0, np.inf, 0, np.nan])


@pytest.mark.parametrize("x", [0.5, 5.0, 50.0, np.inf])
@pytest.mark.parametrize("other", [0.5, 3.0, 20.0, np.inf])
def test_inverses_of_probabilities_that_are_none_of_a_distribution(x, other):
    for p in (0.0, 1.0) if np.isfinite([x, other]).all() else (0.0, 0.5, 1.0):
        for name, operands in (("chndtridf", (x, p, other)), ("chndtrinc", (x, other, p))):
            assert np.isnan(getattr(reference, name)(*operands))
            assert np.isnan(float(getattr(special, name)(*map(cp.asarray, operands))))


def test_exprel_and_kn_at_their_ends():
    np.testing.assert_allclose(
        special.exprel(cp.asarray([709.0, 710.0, 715.0])).get(),
        [np.expm1(709) / 709, 3.1464715016362127e305, 4.637121967338201e307],
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        special.exprel(cp.asarray([80.0, 89.0, 93.25], "f")).get(),
        np.expm1([80.0, 89.0, 93.25]) / [80.0, 89.0, 93.25],
        rtol=1e-6,
    )
    for x in (np.float32([93.27, 99, 101, 1e30, np.inf]), np.array([717, 719, 721, 1e300, np.inf])):
        np.testing.assert_array_equal(special.exprel(cp.asarray(x)).get(), np.inf)
    np.testing.assert_array_equal(special.kn(cp.asarray([0, 1, 2, 9]), cp.asarray(5e-324)).get(), np.inf)


# A CPU computes these a register at a time, and some elements of it one by one.
BY_REGISTERS = dict.fromkeys("gamma gammaln digamma ndtr j0 j1 zetac zeta".split(), 1) | dict.fromkeys(
    "beta betaln gammainc jv yn ellipkinc".split(), 2
)


@pytest.mark.parametrize("name", BY_REGISTERS)
def test_values_do_not_depend_on_neighbours(name):
    rng = np.random.default_rng(5)
    ends = [0.0, -0.0, 1.0, -1.0, 2.0, np.inf, -np.inf, np.nan, 1e-310, 1e-200, 1e300, 0.5]
    columns = [
        rng.permutation(np.concatenate([ends, rng.uniform(-12, 60, 20), rng.uniform(0, 3, 31)]))
        for _ in range(BY_REGISTERS[name])
    ]
    for dtype in "df":
        with np.errstate(over="ignore"):
            operands = [cp.asarray(column.astype(dtype)) for column in columns]
        together = getattr(special, name)(*operands).get()
        alone = [getattr(special, name)(*(x[i : i + 1] for x in operands)).get()[0] for i in range(len(together))]
        np.testing.assert_array_equal(together, alone)


def test_headers_get_along_in_one_kernel():
    headers = sorted((pathlib.Path(__file__).resolve().parents[4] / "device").glob("cuprum/special/*.h"))
    assert headers
    text = "".join(f"#include <cuprum/special/{path.name}>\n" for path in headers)
    kernel = cp.RawKernel(
        "#include <cuprum/elementwise.h>\n" + text + 'extern "C" __global__ void f(double* x) { *x = 7; }', "f"
    )
    x = cp.zeros(1)
    kernel((1,), (1,), (x,))
    assert float(x[0]) == 7


@pytest.mark.parametrize("dtype,large,small", [("d", 1e300, 1e-300), ("f", 1e37, 1e-37)])
def test_carlson_of_the_largest_and_smallest_numbers(dtype, large, small):
    rows = [("elliprd", (large, 1.0, 0.75)), ("elliprd", (0.5, large, 2.25)), ("elliprj", (large, 0.5, 1.0, 2.0))]
    rows += [("elliprd", (small, 2 * small, 1.0)), ("elliprc", (small, -15.0)), ("elliprc", (small, -1e10))]
    for name, row in rows:
        row = np.array(row, dtype)
        with mpmath.workdps(40):
            expected = getattr(mpmath, name)(*map(mpmath.mpf, row.tolist()))
        found = float(getattr(special, name)(*map(cp.asarray, row)))
        assert abs(found / expected - 1) < (1e-13 if dtype == "d" else 2e-6), (name, row)
