"""Values of special functions at hard places, by mpmath with 40 digits."""

import warnings

import numpy as np
import pytest
import scipy.special

import cuprum as cp
import cuprumx.scipy.special as special

VALUES = {
    "expi": [  # about its zero, at the seams between polynomials, where exp(x) overflows and the result does not
        (0.3725074107813666, -5.1196989365556847e-17),
        (0.3725074107813667, 1.6508643146897012e-16),
        (0.375, 0.009691377209342),
        (1e-310, -713.2241631632527),
        (5.999, 85.92255201798714),
        (6.0, 85.9897621424392),
        (13.99, 92337.48641386454),
        (31.0, 969455575968.3939),
        (100.5, 4.454686429466791e41),
        (699.5, 8.806930590204667e300),
        (713.25, 8.089238088630978e306),
        (716.3, 1.70078733598698e308),
        (720.0, np.inf),
        (np.inf, np.inf),
        (0.0, -np.inf),
    ],
    "ellipk": [
        (-1e300, 3.4677405831022676e-148),
        (-3.5, 1.04156071196962),
        (-1e-300, 1.5707963267948966),
        (0.25, 1.685750354812596),
        (0.999999999999, 15.201815980070121),
        (1 - 2**-53, 19.75469464595844),
        (1.0, np.inf),
        (-np.inf, 0.0),
        (1.5, np.nan),
    ],
    "ellipe": [
        (-1e300, 1e150),
        (-3.5, 2.5312342973594326),
        (0.25, 1.4674622093394272),
        (0.999999999999, 1.0000000000073508),
        (1.0, 1.0),
        (-np.inf, np.inf),
        (1.5, np.nan),
    ],
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    x, expected = np.array(VALUES[name]).T
    found = getattr(special, name)(cp.asarray(x)).get()
    np.testing.assert_allclose(found, expected, rtol=4 * np.finfo(float).eps, atol=0)


# Operands, the value, and how near it is.
VALUES_OF_SEVERAL = {
    "nctdtr": [  # far out in both tails, where other terms than those of the largest weight are the largest
        (98, 38, 1.5, 1.80858842365639264e-288, 2e-13),
        (980, 38, 15, 5.40753530071360622e-105, 1e-13),
        (9.8, 38, 1.5, 2.09359401659007456e-249, 1e-13),
        (20, 10, 0.15, 3.45822357482797058e-23, 2e-14),
        (800, 16, 0.005, 6.92275556416230996e-58, 1e-13),
        (8, 50, 6, 1.96492586844296717e-93, 2e-13),
        (40, -5, -20, 3.46165263593089096e-12, 1e-14),
        (150, -12, -30, 3.50352170377085477e-22, 5e-14),
        (3, 30, 40, 0.639585731760933956, 5e-14),
    ],
    "chndtr": [
        (0.1, 200, 50, 1.13112248672054803e-299, 1e-13),  # whose terms are smaller than the smallest number
        (94.54193857676434, 596.4376522177075, 13.279135428094657, 2.7354476979123574e-134, 4e-13),
        (1, 0, 0, 1, 0),
        (1, np.inf, 0, 0, 0),
        (np.inf, np.inf, 0, 1, 0),
        (1, np.inf, np.inf, 0, 0),
        (1, 0, 1, np.nan, 0),
        (1, np.inf, 1, np.nan, 0),
    ],
    "powm1": [
        (-1.25, np.inf, np.nan, 0),
        (-np.inf, -np.inf, np.nan, 0),
        (-np.inf, 2.5, np.nan, 0),
        (-np.inf, 3, -np.inf, 0),
        (-0.0, -3, np.inf, 0),
        (-1.5, 3, -4.375, 0),
    ],
    "wrightomega": [
        (-1e10 + 3.1415926535897927j, 0, 0),  # exp(z) is 0
        (-800 - 1j, 0, 0),
        (1000 - 1e300j, 309.22447210178609 - 1e300j, 1e-15),  # whose powers overflow
        (1e25j, -57.564627324851143 + 1e25j, 1e-15),
    ],
    "ndtr": [(0.25 - 1e300j, complex(np.inf, np.inf), 0)],  # exp(-z**2 / 2) overflows
    "stdtr": [(5e-324, 3, 0.5, 0), (1e-300, -1e300, 0.5, 0)],
    "nctdtrit": [(935, 0.9, 1, np.inf, 0), (25, 100, 0, -np.inf, 0)],
    # Without a solution, and where every number of degrees of freedom is one.
    "stdtridf": [
        *((p, t, -1e100, 0) for p, t in ((0.05, 2), (0.8, -1), (1, -10), (0, 0.5), (0.2, -np.inf), (0.8, np.inf))),
        *((p, t, 1e10, 0) for p, t in ((0.95, 0), (0.2, 0), (1, 10), (0.1, -1), (0, -3), (0.8, -np.inf))),
        *((0.5, t, 5, 0) for t in (0, -0.0, 1e-200)),
        (0, -np.inf, 5, 0),
        (1, np.inf, 5, 0),
        (0.8, 1, 2.6387438984983, 1e-12),
        (0.2, -30, 0.188519383970702, 1e-12),
    ],
    "nctdtridf": [
        *((p, nc, t, -1e100, 0) for p, nc, t in ((0, 0.1, 0.5), (0.2, 0.5, 10), (0.6, 0.5, -1), (0.84, 1, -1))),
        *((p, nc, t, 1e100, 0) for p, nc, t in ((0.99, 0, 2), (0.6, 2, 0.1), (0.05, 0, 0), (0, 0.1, -1))),
        *((p, 0.5, np.inf, 1e100, 0) for p in (0, 0.3, 0.99)),
        *((1, nc, t, np.nan, 0) for nc, t in ((0.5, 10), (-3, 5), (-1, 1), (10, 0.1))),
        (0.84, 0, 1, 89.71776381, 1e-8),
    ],
    "nctdtrinc": [(df, 1, t, np.nan, 0) for df, t in ((30, 100), (1, 2), (100, -1))]
    + [(df, 0, t, np.inf, 0) for df, t in ((0.1, -1), (1, 100), (100, 5))],
    "hyp1f1": [  # of so many terms of both signs, oscillating or beyond that
        (-100000.0, 1, 10, 1.0615844099284064, 1e-12),
        (1000000.0, 1, -2, 0.005400940033425753, 1e-12),
        (1000.37, 1, -100, 4.846368841467111e-24, 1e-12),
        (-9999.63, 30.25, 100, 3.3170902082478414e-37, 1e-12),
        (2140.6573847424215, -16.56864735044199, -138.5224026172603, 754.3987882651903, 1e-12),
        (-100000000.0, 0.5, 10, 81.3976580715314, 1e-10),
        (-1000000000000.0, 0.5, 1e-06, -0.36745973306311963, 1e-11),
        (-3000.5, 200, 3000, -np.inf, 1e-11),
        (-10000.0, 1, 100000.0, np.inf, 0),
        (-9999.0, 1, 100000.0, -np.inf, 0),
        (1000000.0, 2, -100000000.0, 0.0, 0),
        (31328303.5, -4.9, 17.77, -np.inf, 0),
    ],
    "eval_laguerre": [
        (10000000000.0, 1e-08, 0.1670246651422899, 1e-14),
        (1000000000000.0, 1e-08, -0.01543744000503695, 1e-12),
        (100000.5, 3.0, 0.01948368849238456, 1e-12),
    ],
    "zeta": [  # whose powers overflow
        (-217.40285743524163 + 13.992648136816397j, -6.012818500554211e249 - 1.926943776932387e250j, 5e-13),
        (-237.71710702931668 - 16.147667799398363j, -1.3256112779883167e283 - 2.253002003455494e283j, 5e-13),
        (300 + 1j, 1 - 3.136720626129559e-91j, 1e-15),
    ],
    "elliprf": [(1, 1, complex(-np.inf, 1), complex(np.nan, np.nan), 0), (1, 1, complex(np.inf, 1), 0, 0)],
    "elliprd": [(1j, np.inf, 0, np.inf, 0), (1j, complex(np.inf, np.inf), 1, complex(np.nan, np.nan), 0)],
}


@pytest.mark.parametrize("name", VALUES_OF_SEVERAL)
def test_values_of_several(name):
    for *operands, expected, near in VALUES_OF_SEVERAL[name]:
        found = getattr(special, name)(*[cp.asarray(np.array(x) + 0.0) for x in operands]).get()
        np.testing.assert_allclose(found, expected, rtol=near, atol=0, err_msg=str(operands))


INT = [2147483647.0, -2147483647.0, 2147483648.0, -2147483649.0, 3e9, -3e9, 1e300, -1e300, np.inf, -np.inf, np.nan, 2.5,
       -2.5, 0.5, 7.0]  # fmt: skip
COUNTING = {  # functions of a float that counts, with other operands
    "expn": [(n, 0.3) for n in INT],
    "smirnov": [(n, 1e-5) for n in INT] + [(n, 1.5) for n in INT],
    "smirnovi": [(n, 0.5) for n in INT],
    "bdtr": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT],
    "bdtrc": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT] + [(-1.0, n, 0.25) for n in INT],
    "bdtri": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT],
    "nbdtr": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT],
    "nbdtrc": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT],
    "nbdtri": [(3.0, n, 0.25) for n in INT] + [(n, 9.0, 0.25) for n in INT],
    "pdtr": [(n, 2.5) for n in INT],
    "pdtrc": [(n, 2.5) for n in INT],
    "pdtri": [(n, 0.25) for n in INT],
    "kn": [(n, x) for n in INT for x in (0.0, 2.0, np.inf, np.nan)],
    "yn": [(n, 2.0) for n in INT if abs(n) < 2**31],
    "jv": [(n, 2.0) for n in INT],
    "kv": [(n, 2.0) for n in INT],
    "lpmv": [(m, 3.0, 0.5) for m in INT if not 1e8 < abs(m) < 2**31],
    "eval_hermite": [(n, 0.5) for n in (3, -3, 0)],
}


@pytest.mark.parametrize("name", COUNTING)
def test_counts_beyond_int(name):
    """What is more than an int holds, infinite, NaN or no integer: SciPy's values."""
    operands = [np.array(x) for x in zip(*COUNTING[name], strict=True)]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = getattr(scipy.special, name)(*operands)
    found = getattr(special, name)(*[cp.asarray(x) for x in operands]).get()
    np.testing.assert_allclose(found, expected, rtol=1e-9, err_msg=str(operands))


def test_integer_counts_beyond_int():
    for name in ("expn", "yn", "kn", "smirnov", "smirnovi", "pdtri"):
        assert np.isnan(getattr(special, name)(cp.array([2**31, -(2**31), 2**40, -(2**62)]), 0.5).get()).all(), name
    assert np.isnan(special.yn(cp.array([3e9, -3e9, np.inf]), 2.0).get()).all()


def test_orders_beyond_all_steps():
    """Recurrences of more than 10**8 steps are NaN; SciPy's would not return."""
    far = cp.array([10**8 + 1, 2**31, 2**40, 2**62])
    for name in ("eval_hermite", "eval_hermitenorm", "eval_legendre", "eval_chebyt", "eval_chebyu", "eval_laguerre"):
        assert np.isnan(getattr(special, name)(far, 0.5).get()).all(), name
    assert np.isnan(special.eval_jacobi(far, 0.5, 0.5, 0.5).get()).all()
    assert np.isnan(special.eval_gegenbauer(far, 0.5, 0.5).get()).all()
    for x in (1e300, 1e-310, 1e12):
        assert np.isnan(special.spherical_yn(far, x).get()).all(), x
    assert np.isnan(special.spherical_jn(far, 1e300).get()).all()
    np.testing.assert_array_equal(special.spherical_yn(far, 5.0).get(), [np.nan] * 4)
    np.testing.assert_array_equal(special.spherical_yn(cp.array([10**8]), 5.0).get(), [-np.inf])
    assert np.isnan(special.eval_chebyt(3e9, cp.array([0.5 + 1j])).get()).all()
    assert np.isnan(special.hyp1f1(3e9, 1.5, cp.array([0.5 + 1j])).get()).all()


def test_series_that_would_not_end():
    assert np.isnan(special.zeta(cp.array([0.5 + 1e300j, 1.0 + 1e9j, 30 + np.inf * 1j])).get()).all()
    # Masses that end at the smallest number, not at 0.
    x = cp.array([1e7, 1e8, 1e9, 2e9, 2.147e9])
    np.testing.assert_allclose(special.chndtr(x, 1e-8, 2.0**31).get(), [0, 0, 0, 0, 9.011684715260421e-08], rtol=1e-6)
    assert special.chndtr(1e8, 5e9, 3e9) == 0
