"""Zeros of special functions beside SciPy's; late ones, of which SciPy has none, beside each other."""

import numpy as np
import pytest
import scipy.special as reference

import cuprum as cp
from cuprumx.scipy import special


def arrays(found):
    return [a.get() for a in (found if isinstance(found, tuple) else (found,))]


@pytest.mark.parametrize(
    "name,rtol",
    [
        # SciPy stops the steps of these two before the last digits.
        ("ai_zeros", 1e-10),
        ("bi_zeros", 1e-10),
        ("erf_zeros", 1e-13),
        ("fresnel_zeros", 1e-14),
        ("fresnelc_zeros", 1e-14),
        ("fresnels_zeros", 1e-14),
        ("kelvin_zeros", 1e-9),
        *((f"{kind}{part}{slope}_zeros", 1e-9) for kind in ("be", "ke") for part in "ri" for slope in ("", "p")),
        ("jnjnp_zeros", 1e-12),
    ],
)
def test_zeros_beside_scipy(name, rtol):
    function, theirs = getattr(special, name), getattr(reference, name)
    for nt in (1, 2.0, 60):
        expected = theirs(nt)
        expected = expected if isinstance(expected, tuple) else (expected,)
        for a, e in zip(arrays(function(nt)), expected, strict=True):
            assert a.dtype == e.dtype and a.shape == e.shape
            np.testing.assert_allclose(a, e, rtol=rtol)
    for wrong in (-1 if name == "jnjnp_zeros" else 0, 2.5):
        with pytest.raises(ValueError):
            function(wrong)


@pytest.mark.parametrize("name", ["y0_zeros", "y1_zeros", "y1p_zeros"])
@pytest.mark.parametrize("of_complex", [False, True])
def test_zeros_of_the_second_kind_beside_scipy(name, of_complex):
    found, expected = arrays(getattr(special, name)(20, of_complex)), getattr(reference, name)(20, of_complex)
    assert [a.dtype for a in found] == [np.complex128] * 2
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-8)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-7)
    with pytest.raises(ValueError):
        getattr(special, name)(0)


def test_zeros_of_all_orders():
    for a, e in zip(arrays(special.jnjnp_zeros(1200)), reference.jnjnp_zeros(1200), strict=True):
        assert a.dtype == e.dtype
        # SciPy tells zeros apart that only rounding does, J0' and J1, in one order or the other.
        np.testing.assert_allclose(np.sort(a), np.sort(e), rtol=1e-12)
    assert [len(a) for a in arrays(special.jnjnp_zeros(0))] == [0] * 4
    with pytest.raises(ValueError):
        special.jnjnp_zeros(1201)
    for a, e in zip(arrays(special.jnyn_zeros(-2, 30)), reference.jnyn_zeros(2, 30), strict=True):
        np.testing.assert_allclose(a, e, rtol=1e-13)
    for wrong in ((1.5, 2), (1, 0)):
        with pytest.raises(ValueError):
            special.jnyn_zeros(*wrong)


def test_late_zeros():
    """Where SciPy's ways overflow."""
    assert np.isfinite(special.erf_zeros(300).get()).all()
    for zeros in arrays(special.kelvin_zeros(400)):
        np.testing.assert_allclose(np.diff(zeros[20:]), np.pi * np.sqrt(2), rtol=1e-4)
        # The steps and the expansion that follows them meet.
        np.testing.assert_allclose(np.diff(zeros[100:], 3), 0, atol=1e-8)
    assert float(cp.abs(special.airy(special.ai_zeros(1000)[0])[0]).max()) < 1e-12


def test_short_names_of_quadratures():
    for name in "p t u c s j l la h he cg ps ts us js".split():
        arguments = {"j": (0.5, 1.5), "js": (2.5, 1.5), "la": (0.5,), "cg": (0.5,)}.get(name, ())
        expected = getattr(reference, f"{name}_roots")(4, *arguments)
        for a, e in zip(arrays(getattr(special, f"{name}_roots")(4, *arguments)), expected, strict=True):
            np.testing.assert_allclose(a, e, rtol=1e-12, atol=1e-14)
