"""Polynomials against NumPy: poly1d, the functions around it, and cuprum.polynomial."""

import operator
import pickle

import common
import numpy as np
import pytest
from common import (
    COMPLEX,
    FLOATS,
    NUMPY_DTYPES,
    assert_like,
    assert_same,
    assert_same_error,
    assert_same_outcome,
    sample,
)
from numpy.exceptions import RankWarning
from numpy.polynomial import polynomial as np_polynomial
from numpy.polynomial import polyutils as np_polyutils

import cuprum as cp
import cuprumx
from cuprum.polynomial import polynomial, polyutils

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
CLOSE = {"e": 1e-2, "f": 1e-5, "d": 1e-11, "F": 1e-5, "D": 1e-11}
COEFFICIENTS = [[1], [0], [0, 0], [1, 2, 3], [0, 0, 1, -2], [1.5, 0, -2, 0], [1j, 2, -3], [2, 0, 0], [3]]


def tolerance(expected):
    rtol = CLOSE.get(expected.dtype.char, 0)
    return rtol, rtol * np.abs(expected[np.isfinite(expected)]).max(initial=0) if expected.ndim else 0


def same(result, expected):
    assert_like(result, expected, tolerance)


def check(function, *arguments, module=(np, cp), **keywords):
    common.check(getattr(module[0], function), getattr(module[1], function), arguments, tolerance, **keywords)


# -------------------------------------------------------------------------------------------------------- the functions


@pytest.mark.parametrize("function", ["polyadd", "polysub", "polymul", "polydiv"])
def test_arithmetic(function):
    for first in COEFFICIENTS:
        for second in COEFFICIENTS:
            if function == "polydiv" and second[0] == 0:
                continue
            a, b = np.array(first), np.array(second)
            check(function, a, b)
            check(function, np.poly1d(a), b)
            check(function, a, np.poly1d(b))
    check(function, 3.0, np.array([1, 2]))


@pytest.mark.parametrize("function", ["polyadd", "polysub", "polymul"])
@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_arithmetic_of_dtypes(dtype, function):
    if dtype.kind == "b" and function == "polysub":
        return assert_same_error(lambda xp: xp.polysub(xp.ones(2, bool), xp.ones(3, bool)))
    check(function, sample(4, dtype, 1, 1, 5), sample(7, dtype, 2, 1, 5))


def test_division():
    for dividend, divisor in [
        ([3.0, 5, 2], [2.0, 1]),
        ([1, 2], [1, 2, 3]),
        ([1, 2], 0.5),
        ([1e-9, 1, 2], [1, 1]),
        ([2j, 1, 3], [1j, 2]),
        ([5], [2]),
    ]:
        check("polydiv", np.array(dividend), np.array(divisor))
    rng = np.random.default_rng(1)
    quotient, divisor = rng.uniform(1, 2, 6), rng.uniform(1, 2, 4)
    check("polydiv", np.convolve(quotient, divisor), divisor)
    check("polydiv", np.array([3, 5, 2], "f"), np.array([2, 1], "f"))


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_polyval(dtype):
    for length in (1, 2, 7):
        p = sample(length, dtype, 1, 0, 4)
        for shape in [(), (5,), (3, 4), (0,)]:
            check("polyval", p, np.asarray(sample(shape, dtype, 2, 0, 3)))
            check("polyval", p, np.asarray(sample(shape, "d", 2, 0, 3)))
    check("polyval", sample(5, dtype, 1, 0, 4), 2)
    check("polyval", sample(5, dtype, 1, 0, 4), 2.5)
    check("polyval", sample(5, dtype, 1, 0, 4), sample((8, 6), dtype, 1, 0, 3)[::2, ::-1])


def test_polyval_of_polynomials():
    p, q = np.poly1d([1, 2, 3]), np.poly1d([2, -1])
    check("polyval", p, q)
    check("polyval", p, np.arange(5))
    check("polyval", np.array([1, 2, 3]), q)
    check("polyval", np.empty(0), np.arange(3.0))
    check("polyval", np.array([1.0, 2, 3]), np.array([np.inf, -np.inf, np.nan, 1]))
    check("polyval", np.arange(4.0).reshape(2, 2), 3)


@pytest.mark.parametrize("coefficients", COEFFICIENTS, ids=str)
def test_derivatives_and_integrals(coefficients):
    p = np.array(coefficients)
    for form in (p, np.poly1d(p)):
        for m in range(4):
            check("polyder", form, m)
            check("polyint", form, m)
            check("polyint", form, m, 3)
            check("polyint", form, m, np.array([1.0, 2, 3, 4]))
        check("polyder", form, -1)
        check("polyint", form, -1)
        check("polyint", form, 3, np.array([1.0, 2]))


@pytest.mark.parametrize(
    "zeros", [[], [1.0], [1, 2, 3], [1.0, 1, -2], [1j, -1j], [1 + 1j, 1 - 1j, 2], [1j, 2], [3]], ids=str
)
def test_poly(zeros):
    check("poly", np.array(zeros))
    if zeros:
        for dtype in FLOATS + COMPLEX:
            check("poly", np.array(zeros).real.astype(dtype))


def test_poly_of_matrices():
    a = sample((4, 4), "d", 1, -1, 1)
    check("poly", a)
    check("poly", a + a.T)
    check("poly", np.ones((2, 3)))
    check("poly", np.ones((0, 0)))
    check("poly", np.ones((2, 2, 2)))


@pytest.mark.parametrize(
    "coefficients",
    [[1, -3, 2], [1, 0, 1], [0, 0, 2, 4, 0, 0], [3], [0], [0, 0], [1j, 2, -3, 1], [1, 2, 1], [5, 0], [2.0, -1]],
    ids=str,
)
def test_roots(coefficients):
    def ordered(r):
        return r[np.lexsort((np.round(r.imag, 6), np.round(r.real, 6)))]

    expected, result = np.roots(coefficients), cp.roots(cp.asarray(coefficients))
    assert result.dtype in (expected.dtype, np.result_type(expected, np.complex64))  # NumPy 2.5: always complex
    np.testing.assert_allclose(ordered(result.get()), ordered(expected), rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("coefficients", [[2, -1, -2], [5, 10], [0, 3, 1, -3, 0]], ids=str)
@pytest.mark.parametrize("dtype", ["i1", "f4", "f8"])
def test_roots_of_symmetric_companion_matrices_are_real(coefficients, dtype):
    result, expected = cp.roots(cp.asarray(coefficients, dtype)), np.roots(np.array(coefficients, dtype))
    assert result.dtype == expected.dtype and result.dtype.kind == "f"
    np.testing.assert_allclose(np.sort(result.get()), np.sort(expected), rtol=1e-5)


def test_roots_errors():
    check("roots", np.ones((2, 2)))


# -------------------------------------------------------------------------------------------------------------- polyfit


@pytest.mark.parametrize("dtype", [d for d in NUMPY_DTYPES if d.char not in "?e"], ids=str)
def test_polyfit_of_dtypes(dtype):
    x = np.arange(12).astype(dtype)
    y = sample(12, dtype, 2, 0, 9)
    expected, result = np.polyfit(x, y, 3), cp.polyfit(cp.asarray(x), cp.asarray(y), 3)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(
        result.get(), expected, rtol=1e-2 if dtype.char in "fF" else 1e-8, atol=1e-2 if dtype.char in "fF" else 1e-10
    )


def test_polyfit():
    rng = np.random.default_rng(1)
    x = np.linspace(-1, 2, 20)
    y, many = np.polyval([1, -2, 3], x) + rng.normal(0, 0.1, 20), rng.normal(0, 1, (20, 3))
    w = rng.uniform(0.5, 2, 20)
    for target in (y, many):
        for options in ({}, {"w": w}, {"rcond": 1e-3}):
            check("polyfit", x, target, 2, **options)
            check("polyfit", x, target, 2, full=True, **options)
            check("polyfit", x, target, 2, cov=True, **options)
            check("polyfit", x, target, 2, cov="unscaled", **options)
    check("polyfit", x, y, 0)
    check("polyfit", x, y, 2.7)
    check("polyfit", x, y + 1j, 2)


def test_polyfit_without_full_rank():
    x, y = cp.asarray([1.0, 1, 1]), cp.asarray([1.0, 2, 3])
    with pytest.warns(RankWarning):
        result = cp.polyfit(x, y, 2)
    with pytest.warns(RankWarning):
        expected = np.polyfit(x.get(), y.get(), 2)
    np.testing.assert_allclose(result.get(), expected, rtol=1e-10)


def test_polyfit_errors():
    x, y = np.arange(5.0), np.arange(5.0)
    check("polyfit", x, y, -1)
    check("polyfit", np.ones((2, 2)), y, 1)
    check("polyfit", np.ones(0), np.ones(0), 1)
    check("polyfit", x, np.ones((5, 2, 2)), 1)
    check("polyfit", x, y[:4], 1)
    check("polyfit", x, y, 1, w=np.ones((5, 1)))
    check("polyfit", x, y, 1, w=np.ones(4))
    check("polyfit", x[:2], y[:2], 1, cov=True)


# --------------------------------------------------------------------------------------------------------------- poly1d


@pytest.mark.parametrize(
    "coefficients", COEFFICIENTS + [[1] * 30, [1e-7, 123456.789, -3], [-1, -2], [1 + 2j, 3j, -1], [1e-30, 0]], ids=str
)
def test_poly1d_by_itself(coefficients):
    expected = np.poly1d(coefficients)
    p = cp.poly1d(coefficients)
    same(p, expected)
    same(cp.poly1d(cp.asarray(coefficients)), expected)
    same(cp.poly1d(expected), expected)
    same(cp.poly1d(p), expected)
    assert str(p) == str(expected)
    assert repr(p) == repr(expected)
    assert (p.order, p.o, len(p), p.variable) == (expected.order, expected.o, len(expected), expected.variable)
    for name in ("c", "coef", "coefficients", "coeffs"):
        same(getattr(p, name), getattr(expected, name))
    for power in range(-1, 35):
        same(p[power], expected[power])
    assert [complex(c) for c in p] == [complex(c) for c in expected]
    same(p(2), expected(2))
    same(p(cp.arange(4.0)), expected(np.arange(4.0)))
    same(p.deriv(), expected.deriv())
    same(p.integ(2, 5), expected.integ(2, 5))
    same(+p, +expected)
    same(-p, -expected)
    host = p.get()
    assert isinstance(host, np.poly1d) and host == expected
    assert pickle.loads(pickle.dumps(p)) == p


def test_poly1d_from_zeros_and_with_another_variable():
    same(cp.poly1d([1.0, 2], True), np.poly1d([1.0, 2], True))
    same(cp.poly1d(cp.asarray([1j, -1j]), r=True), np.poly1d([1j, -1j], r=True))
    p = cp.poly1d([1, 2, 3], variable="z")
    assert str(p) == str(np.poly1d([1, 2, 3], variable="z"))
    assert cp.poly1d(p).variable == "z" and cp.poly1d(p, variable="t").variable == "t"
    assert cp.poly1d([0.0]).roots.size == 0


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_poly1d_arithmetic(operation):
    p, q = np.poly1d([1.0, 2, 3]), np.poly1d([2, -1])
    ours, theirs = cp.poly1d(p), cp.poly1d(q)
    same(operation(ours, theirs), operation(p, q))
    for other in (2, 2.5, 1j):
        same(operation(ours, other), operation(p, other))
        same(operation(other, ours), operation(other, p))
    same(operation(ours, [1, 2]), operation(p, [1, 2]))
    same(operation([4, 1, 2], ours), operation([4, 1, 2], p))
    same(operation(ours, cp.asarray([1, 2])), operation(p, [1, 2]))
    same(operation(cp.asarray([4, 1, 2]), ours), operation([4, 1, 2], p))


def test_poly1d_powers_and_comparison():
    p = cp.poly1d([1, 2])
    for exponent in range(5):
        same(p**exponent, np.poly1d([1, 2]) ** exponent)
    for bad in (-1, 0.5, [1], "x"):
        with pytest.raises(ValueError, match="non-negative integers"):
            p**bad
    assert p == cp.poly1d([0, 1, 2]) and p != cp.poly1d([1, 3]) and p != cp.poly1d([1]) and p != 3
    with pytest.raises(TypeError):
        hash(p)
    same(p(cp.poly1d([1, 0, 1])), np.poly1d([1, 2])(np.poly1d([1, 0, 1])))


def test_poly1d_items():
    p, expected = cp.poly1d([1.0, 2]), np.poly1d([1.0, 2])
    for power, value in [(0, 5), (1, -1), (4, 3), (2, 0.5)]:
        p[power] = value
        expected[power] = value
        same(p, expected)
    with pytest.raises(ValueError, match="negative powers"):
        p[-1] = 3
    with pytest.raises(AttributeError):
        p.coeffs = cp.ones(3)
    with pytest.raises(TypeError, match="get"):
        np.asarray(p)
    with pytest.raises(ValueError, match="1d only"):
        cp.poly1d(cp.ones((2, 2)))


def test_poly1d_set():
    p = cp.poly1d([1, 2])
    p.set(np.poly1d([4.0, 5, 6]))
    same(p, np.poly1d([4.0, 5, 6]))
    out = np.poly1d([0])
    assert p.get(out=out) is out and list(out.coeffs) == [4, 5, 6]
    p.set(np.poly1d([1, 2], variable="z"))
    assert p.variable == "z" and str(p) == str(np.poly1d([1, 2], variable="z"))


@pytest.mark.parametrize("power", [0, 2, 3, 5, 9])
@pytest.mark.parametrize("value", [0, 7])
def test_poly1d_waits_for_the_device_late(power, value):
    given = np.array([0, 0, 1, 2, 3, 0])
    expected, device = np.poly1d(given.copy()), cp.asarray(given)
    with cuprumx.allow_synchronize(False):
        p = cp.poly1d(device, variable="z")
        coefficients = p[2] + 0, p[100], p[-1]
        p[power] = value
    expected[power] = value
    assert [int(c) for c in coefficients] == [2, 0, 0] and p.variable == "z"
    same(p, expected)
    assert p.order == expected.order


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_polynomials_of_polynomials(dtype):
    p, x = np.array([1, 0, 1], dtype), np.array([1, 1], dtype)
    same(cp.polyval(cp.asarray(p), cp.poly1d(x)), np.polyval(p, np.poly1d(x)))
    same(cp.poly1d(p)(cp.poly1d(x)), np.poly1d(p)(np.poly1d(x)))


@pytest.mark.parametrize("ufunc", ["add", "subtract", "multiply", "true_divide", "power", "maximum"])
def test_ufuncs_take_the_coefficients(ufunc):
    host, other = np.poly1d([1.0, 2, 3]), np.array([2.0, -1, 4])
    ours, theirs = cp.poly1d(host), cp.asarray(other)
    for pick in (lambda p, a: (p, a), lambda p, a: (a, p), lambda p, a: (p, p), lambda p, a: (p, 2.0)):
        assert_same(getattr(cp, ufunc)(*pick(ours, theirs)), getattr(np, ufunc)(*pick(host, other)))


@pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_arrays_leave_arithmetic_to_polynomials(operation):
    host, other = np.poly1d([1.0, 2, 3]), np.array([2.0, -1])
    for left in (other, cp.asarray(other)):
        expected, result = operation(np.poly1d(other), host), operation(left, cp.poly1d(host))
        for ours, theirs in zip(result, expected) if operation is operator.truediv else [(result, expected)]:
            assert isinstance(ours, cp.poly1d)
            same(ours, theirs)


# --------------------------------------------------------------------------------------------------------- the new form

NEW = (np_polynomial, polynomial)
UTILS = (np_polyutils, polyutils)


@pytest.mark.parametrize("dtype", [d for d in NUMPY_DTYPES if d.kind != "b"], ids=str)
def test_new_form_of_dtypes(dtype):
    c, x = sample(5, dtype, 1, 1, 4), sample((3, 4), dtype, 2, 0, 3)
    check("polyval", x, c, module=NEW)
    check("polyvander", x, 4, module=NEW)
    check("polyvalfromroots", x, c, module=NEW)
    if dtype.char != "e":
        check("polycompanion", c, module=NEW)
    same(polyutils.as_series([cp.asarray(c)]), np_polyutils.as_series([c]))


def test_new_form_with_several_polynomials():
    c, x = sample((4, 3), "d", 1), sample((3, 2), "d", 2, -2, 2)
    check("polyval", x, c, module=NEW)
    check("polyval", x.T.copy(), c, tensor=False, module=NEW)
    check("polyval", x[:, 0].copy(), c, tensor=False, module=NEW)
    check("polyval", np.ones(5), c, tensor=False, module=NEW)
    check("polyval", 2.0, c, module=NEW)
    check("polyval", np.array([np.inf, np.nan, 1]), np.array([1.0, 2]), module=NEW)
    check("polyvalfromroots", x, c, module=NEW)
    check("polyvalfromroots", x[:, 0].copy(), c, tensor=False, module=NEW)
    check("polyvalfromroots", x, c, tensor=False, module=NEW)
    check("polyvalfromroots", 3.0, np.array([1, 2]), module=NEW)


def test_vandermonde_and_companion():
    for deg in (0, 1, 5):
        check("polyvander", np.array([0.0, 1, -2, np.nan, np.inf]), deg, module=NEW)
        check("polyvander", np.array(3), deg, module=NEW)
        check("polyvander", np.ones((0, 2)), deg, module=NEW)
    check("polyvander", np.ones(2), -1, module=NEW)
    for c in ([1], [1, 2], [1, 2, 3, 4], [1, 2, 0], [0.0, 1, 2]):
        check("polycompanion", np.array(c), module=NEW)


def test_series():
    cases = [
        [np.array([1, 2, 0, 0])],
        [np.array([1.0, 2]), np.array([3, 0])],
        [np.array([0, 0])],
        [np.array(3)],
        [np.array([1j, 0]), np.array([1, 2], "f")],
    ]
    for arrays in cases:
        for trim in (True, False):
            same(polyutils.as_series([cp.asarray(a) for a in arrays], trim), np_polyutils.as_series(arrays, trim))
    for bad in ([np.ones((2, 2))], [np.empty(0)], [np.ones(2, bool)]):
        with pytest.raises(ValueError):
            np_polyutils.as_series(bad)
        with pytest.raises(ValueError):
            polyutils.as_series([cp.asarray(a) for a in bad])
    for seq in ([1, 2, 0], [0, 0], [1.0, 0, 0, 2], [5], []):
        check("trimseq", np.array(seq), module=UTILS)
    for shape in ((2, 1, 1), (3, 1), (0, 2, 2)):
        check("trimseq", np.zeros(shape), module=UTILS)
    for shape in ((2, 2), (2, 2, 2), (1, 2, 2), (2, 0), (2, 0, 2)):
        for utils, array in ((np_polyutils, np.ones(shape)), (polyutils, cp.ones(shape))):
            with pytest.raises(ValueError):
                utils.trimseq(array)
    for tol in (0, 0.5, 10, -1):
        for c in ([1, 2, 0.1, 0], [0, 0], [1j, 0.2, -0.3], [7]):
            check("trimcoef", np.array(c), tol, module=UTILS)
    check("trimcoef", np.ones((2, 2)), module=UTILS)


def test_numpy_functions_give_ours():
    p, x = cp.asarray([1.0, 2, 3]), cp.arange(4.0)
    for result, expected in [
        (np.polyval(p, x), np.polyval(p.get(), x.get())),
        (np.polyadd(p, p), np.polyadd(p.get(), p.get())),
        (np.polyfit(x, x**2, 2), np.polyfit(x.get(), x.get() ** 2, 2)),
        (np.polyder(p), np.polyder(p.get())),
    ]:
        assert isinstance(result, cp.ndarray)
        np.testing.assert_allclose(result.get(), expected, atol=1e-12)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES)
def test_polyval_of_no_and_of_several_polynomials(dtype):
    places = sample((2, 3), dtype, high=4, low=-4)
    assert_same(cp.polyval(cp.zeros(0, "d"), cp.asarray(places)), np.polyval(np.zeros(0, "d"), places))
    assert_same(cp.polyval(cp.zeros(0, "d"), 3), np.asarray(np.polyval(np.zeros(0, "d"), 3)))
    several = sample((3, 2, 1), "l", high=4, low=-4)
    assert_same(
        cp.polyval(cp.asarray(several), cp.asarray(places)),
        np.polyval(several, places),
        rtol=1e-2 if dtype == "e" else 1e-5,
    )


@pytest.mark.parametrize("function", ["polyadd", "polysub"])
def test_sums_of_rows_of_polynomials(function):
    """What has more axes is lengthened along the first, as in NumPy."""
    for shapes in [
        ((2, 2), ()),
        ((1, 0), ()),
        ((2, 2), (2,)),
        ((3, 2), (1,)),
        ((3, 2), (2,)),
        ((2, 3), (2, 1)),
        ((1, 3), (3,)),
        ((0,), ()),
    ]:
        call = lambda xp: getattr(xp, function)(*[xp.ones(s, int) * (i + 1) for i, s in enumerate(shapes)])  # noqa: E731
        assert_same_outcome(call)


def test_vandermonde_matrices_lie_as_numpys():
    for x in (np.arange(5.0), np.ones((2, 3)), np.arange(3)):
        for deg in (0, 3):
            expected, found = (
                np.polynomial.polynomial.polyvander(x, deg),
                cp.polynomial.polynomial.polyvander(cp.asarray(x), deg),
            )
            np.testing.assert_array_equal(found.get(), expected)
            assert found.strides == expected.strides


def test_coefficients_are_a_sequence():
    for xp in (np, cp):
        with pytest.raises(TypeError):
            xp.polynomial.polyutils.trimseq(xp.array(3.0))
