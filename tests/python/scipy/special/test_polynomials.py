"""The orthogonal polynomials of `scipy.special` beside SciPy's."""

import pickle

import numpy as np
import pytest
import scipy.special as reference

import cuprum as cp
from cuprumx.scipy import special

FAMILIES = [
    ("legendre", ()), ("chebyt", ()), ("chebyu", ()), ("chebyc", ()), ("chebys", ()), ("jacobi", (0.5, 1.5)),
    ("jacobi", (-0.5, 0.25)), ("jacobi", (-0.5, -0.5)), ("jacobi", (0, 3)), ("laguerre", ()), ("genlaguerre", (0.5,)),
    ("genlaguerre", (-0.5,)), ("genlaguerre", (3,)), ("hermite", ()), ("hermitenorm", ()), ("gegenbauer", (0.5,)),
    ("gegenbauer", (2.25,)), ("gegenbauer", (-0.3,)), ("gegenbauer", (0,)), ("sh_legendre", ()), ("sh_chebyt", ()),
    ("sh_chebyu", ()), ("sh_jacobi", (2.5, 1.5)), ("sh_jacobi", (1, 1)), ("sh_jacobi", (0, 0.5)),
]  # fmt: skip
of_every_family = pytest.mark.parametrize(("name", "parameters"), FAMILIES)


def both(name, n, parameters, monic=False):
    return (getattr(module, name)(n, *parameters, monic=monic) for module in (special, reference))


def assert_close(ours, theirs, rtol=1e-12):
    """Beside the largest: what is 0 of a symmetric polynomial is rounding in both."""
    theirs = np.asarray(theirs)
    np.testing.assert_allclose(ours.get(), theirs, rtol=rtol, atol=rtol * np.abs(theirs).max(initial=0))


@of_every_family
@pytest.mark.parametrize("monic", [False, True])
def test_families(name, parameters, monic):
    for n in range(13):
        ours, theirs = both(name, n, parameters, monic)
        assert isinstance(ours, cp.poly1d) and isinstance(ours.weights, cp.ndarray)
        assert ours.limits == theirs.limits
        np.testing.assert_allclose(ours.normcoef, theirs.normcoef, rtol=1e-12)
        assert ours.weights.shape == theirs.weights.shape
        assert_close(ours.weights, theirs.weights)
        # Digits cancel where a polynomial is made of its zeros.
        if theirs.coeffs.any():
            assert ours.order == theirs.order == n
            assert_close(ours.coeffs, theirs.coeffs)
        else:
            assert not ours.coeffs.get().any()
        low, high = np.clip(next(both(name, 1, parameters)).limits, -4, 4)
        x = np.linspace(low, high, 25)[1:-1]
        # SciPy computes these from coefficients, in which digits cancel.
        rtol = 2e-11 if monic and name in ("chebyc", "chebys") else 1e-12
        assert_close(ours(cp.array(x)), theirs(x), rtol)
        assert_close(ours.weight_func(cp.array(x)), np.broadcast_to(theirs.weight_func(x), x.shape))


def test_weights_integrate():
    """The quadrature of a polynomial's zeros integrates other polynomials; its norm is a property of the polynomial."""
    for name, parameters in FAMILIES:
        p = getattr(special, name)(5, *parameters)
        x, w, equivalent = p.weights.T.get()
        np.testing.assert_allclose(equivalent * p.weight_func(cp.array(x)).get(), w, rtol=1e-13)
        # Six points integrate squares of degree 5.
        points, weights = (a.get() for a in getattr(special, f"roots_{name}")(6, *parameters))
        square = (weights * p(cp.array(points)).get() ** 2).sum()
        np.testing.assert_allclose(square, p.normcoef**2, rtol=1e-12)


def test_operands():
    for name, n, parameters in [
        ("legendre", 0, ()), ("legendre", 1, ()), ("legendre", 4, ()), ("jacobi", 0, (0.5, 1.5)),
        ("jacobi", 3, (0.5, 1.5)), ("hermite", 3, ()), ("gegenbauer", 2, (1.5,)), ("genlaguerre", 2, (1,)),
    ]:  # fmt: skip
        ours, theirs = both(name, n, parameters)
        for x in (0.25, 3, [[0.1, 0.2], [0.3, 0.4]], np.float32(0.5), np.linspace(-1, 1, 5, dtype="f"), 0.5 + 1j):
            if name == "hermite" and np.iscomplexobj(x):
                for p, module in ((ours, cp), (theirs, np)):
                    with pytest.raises(TypeError):
                        p(module.array(x))
                continue
            actual, expected = ours(cp.array(x)), np.asarray(theirs(x))
            # SciPy calls Gegenbauer's function of a float degree, which has fewer digits and a loop of float32.
            single = name == "gegenbauer" and expected.dtype == np.float32
            assert actual.dtype == (np.float64 if single else expected.dtype) and actual.shape == expected.shape
            np.testing.assert_allclose(actual.get(), expected, rtol=1e-6 if expected.dtype == np.float32 else 1e-14)
        np.testing.assert_allclose(ours(0.25).item(), theirs(0.25), rtol=1e-14)
    assert special.legendre(3.0).order == 3 and special.legendre(np.int64(3)).order == 3


def test_arithmetic_gives_a_polynomial_of_coefficients():
    (p, expected_p), (q, expected_q) = both("hermite", 3, ()), both("jacobi", 2, (0.5, 1.5))
    for operation in (
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a * b,
        lambda a, b: 2 * a,
        lambda a, b: a / 2,
        lambda a, b: 1 - a,
        lambda a, b: -a,
        lambda a, b: a**2,
        lambda a, b: a(b),
        lambda a, b: (a / b)[0],
        lambda a, b: a.deriv(),
        lambda a, b: a.integ(2),
    ):
        ours, theirs = operation(p, q), operation(expected_p, expected_q)
        assert type(ours) is cp.poly1d and type(theirs) is np.poly1d
        assert_close(ours.coeffs, theirs.coeffs)
    assert +p is p and p == special.hermite(3) and p != q
    assert len(p) == 3 and str(p) == str(expected_p) and repr(p) == "poly1d(" + repr(p.coeffs)[len("array(") :]
    np.testing.assert_allclose(p[3].item(), 8)
    np.testing.assert_allclose(np.sort(p.r.get()), np.sort(expected_p.r), atol=1e-14)
    assert isinstance(p.get(), np.poly1d)


def test_high_degrees():
    """Values come from recurrences: coefficients have no digits left."""
    x = np.linspace(-0.99, 0.99, 9)
    for name, parameters in [("legendre", ()), ("chebyt", ()), ("chebyu", ()), ("jacobi", (0.5, 1.5))]:
        p = getattr(special, name)(200, *parameters)
        assert np.isfinite(p.normcoef) and np.isfinite(p.coeffs.get()).all()
        assert_close(p(cp.array(x)), getattr(reference, f"eval_{name}")(200, *parameters, x), 1e-11)


def test_pickles():
    for name, parameters in FAMILIES:
        for monic in (False, True):
            p = getattr(special, name)(4, *parameters, monic=monic)
            copy = pickle.loads(pickle.dumps(p))
            assert type(copy) is type(p) and copy == p and copy.normcoef == p.normcoef and copy.limits == p.limits
            x = cp.linspace(0.1, 0.9, 5)
            np.testing.assert_array_equal(copy(x).get(), p(x).get())


def test_bad_input():
    for name, parameters in FAMILIES:
        for n in (-1, 2.5):
            for module in (special, reference):
                with pytest.raises(ValueError):
                    getattr(module, name)(n, *parameters)
    for name, parameters in [
        ("jacobi", (-1, 0)), ("jacobi", (0, -1.5)), ("genlaguerre", (-1,)), ("gegenbauer", (-0.5,)),
        ("gegenbauer", (np.inf,)), ("gegenbauer", (np.nan,)), ("sh_jacobi", (0, 1)), ("sh_jacobi", (1, 0)),
    ]:  # fmt: skip
        for module in (special, reference):
            with pytest.raises(ValueError):
                getattr(module, name)(3, *parameters)
    for name, parameters in [
        ("genlaguerre", (-1,)),
        ("gegenbauer", (-0.5,)),
    ]:  # parameters are looked at of degree 0, too
        for module in (special, reference):
            with pytest.raises(ValueError):
                getattr(module, name)(0, *parameters)
    for family, parameters in [("legendr", ()), ("legendre", (1.0,)), ("jacobi", (1.0,))]:
        with pytest.raises(ValueError, match="family"):
            special.orthopoly1d(family, 2, parameters)


def test_assoc_laguerre():
    x, n, k = np.linspace(0, 5, 7), np.arange(6)[:, None], np.array([[[0]], [[0.5]], [[2]]])
    for arguments in [(x, n, k), (x, 3), (x, 2, 1.5), (x.astype("f"), 3, 1), (0.5, 2.5, 1), (x + 1j, 2.0, 1.0)]:
        ours = special.assoc_laguerre(*(cp.array(a) if isinstance(a, np.ndarray) else a for a in arguments))
        theirs = np.asarray(reference.assoc_laguerre(*arguments))
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
        assert_close(ours, theirs, 1e-13)


def test_laguerre_far_from_zero():
    """Of degrees that are no int64, too: the sign of the leading term. SciPy has NaN for most of positive `x`."""
    inf = np.inf
    far = np.array([-inf, -1e308, -1e200, 1e200, 1e308, inf])
    for degree in (1, 2, 3, 6, 7, 12, 101):
        for alpha in (0.0, 0.5, -0.5, 1.0, 2.5):
            got = special.eval_genlaguerre(cp.array(float(degree)), alpha, cp.array(far)).get()
            with np.errstate(all="ignore"):
                size = np.abs(far) ** degree / reference.gamma(degree + 1)
            np.testing.assert_allclose(got, np.where(far < 0, 1, (-1) ** degree) * size, rtol=1e-12)
    for degree in (0.5, 1.5, 2.25, -0.5, -1.5):
        for x in (-inf, -1e200, -1e60):
            wanted = np.abs(x) ** degree / reference.gamma(degree + 1)
            np.testing.assert_allclose(special.eval_laguerre(cp.array(degree), cp.array(x)).get(), wanted, rtol=1e-12)
        above = reference.eval_laguerre(degree, 800.0)  # infinite with the sign of what comes later
        for x in (1e60, 1e300, inf):
            assert special.eval_laguerre(cp.array(degree), cp.array(x)).get() == np.copysign(inf, above)
    assert (special.eval_laguerre(cp.array(0.0), cp.array(far)).get() == 1).all()
    assert np.isnan(special.eval_laguerre(cp.array([0.0, 1.0, 0.5]), np.nan).get()).all()


def far_gegenbauer(degree, alpha, x):
    with np.errstate(all="ignore"):
        value = np.ones_like(x)
        for k in range(degree):
            value = value * 2 * (alpha + k) / (k + 1) * x
    return np.where(np.isnan(x), np.nan, value if alpha or not degree else 0.0)


@of_every_family
def test_infinities(name, parameters):
    """As in SciPy: where SciPy has a value."""
    places = np.array([-np.inf, np.inf, 1e308, -1e308, 1e200, -1e200, np.nan])
    evaluate = "eval_" + name
    for degree in (0, 1, 2, 3, 4, 5, 50):
        with np.errstate(all="ignore"):
            wanted = getattr(reference, evaluate)(degree, *parameters, places)
        if name == "gegenbauer":  # SciPy has infinities from 1.18 on; its 0 for a degree and a parameter of 0 is none
            wanted = far_gegenbauer(degree, *parameters, places)
        got = getattr(special, evaluate)(cp.array(degree), *parameters, cp.array(places)).get()
        known = ~np.isnan(wanted)
        np.testing.assert_allclose(got[known], wanted[known], rtol=1e-10)


CUTS = [
    ("eval_jacobi", (0.1, 0.7)), ("eval_gegenbauer", (0.4,)), ("eval_legendre", ()), ("eval_chebyt", ()),
    ("eval_chebyu", ()), ("eval_chebys", ()), ("eval_chebyc", ()), ("eval_sh_legendre", ()), ("eval_sh_chebyt", ()),
    ("eval_sh_chebyu", ()), ("eval_sh_jacobi", (1.3, 0.7)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "parameters"), CUTS)
def test_fractional_degrees_on_the_cut(name, parameters):
    """Below -1 the imaginary part's sign is SciPy's, whatever that of the zero in the operand."""
    x = np.array([complex(a, b) for a in (-30, -2.5, -1.5, 0.5, 2, 30) for b in (0.0, -0.0)])
    degrees = np.array([[0.3], [2.7], [-1.4]])
    expected = getattr(reference, name)(degrees, *parameters, x)
    actual = getattr(special, name)(cp.asarray(degrees), *parameters, cp.asarray(x))
    np.testing.assert_allclose(actual.get(), expected, rtol=1e-9)
