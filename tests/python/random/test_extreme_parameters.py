"""Distributions keep to their support, and to their law, where parameters are far from the usual."""

import math

import numpy as np
import pytest
import scipy.stats

import cuprum as cp

N = 20000
GENERATORS = [cp.random.default_rng, cp.random.RandomState]
LARGEST = 2**63 - 1


@pytest.fixture(params=GENERATORS, ids=lambda make: make.__name__)
def rng(request):
    return request.param(35)


@pytest.mark.parametrize("scale", [1e-300, 1e-10, 1e-3, 0.5, 1e6, 1e300])
def test_wald_is_positive(rng, scale):
    numbers = rng.wald(1.0, scale, N).get()
    assert numbers.min() > 0
    assert np.isfinite(numbers).all() or scale < 1e-200
    if 1e-3 <= scale <= 1e6:
        assert scipy.stats.kstest(numbers, scipy.stats.invgauss(1 / scale, scale=scale).cdf).pvalue > 1e-5


@pytest.mark.parametrize("exponent", [1 + 1e-15, 1 + 1e-12, 1 + 1e-6, 1 + 1e-4])
def test_zipf_near_one(rng, exponent):
    """Of numbers that an int64 holds, the logarithm is nearly uniform, and 1 has the share of the harmonic series."""
    numbers = rng.zipf(exponent, N).get()
    assert numbers.min() >= 1
    assert np.log(numbers).mean() / math.log(2.0**63) == pytest.approx(0.5, abs=0.02)
    expected = 1 / (math.log(2.0**63) + 0.5772)
    assert (numbers == 1).mean() == pytest.approx(expected, abs=5 * math.sqrt(expected / N))


@pytest.mark.parametrize("exponent", [1.5, 2, 3, 6])
def test_zipf_by_its_law(rng, exponent):
    numbers = rng.zipf(exponent, N).get()
    expected = scipy.stats.zipf(exponent).pmf([1, 2, 3])
    found = [(numbers == k).mean() for k in (1, 2, 3)]
    assert np.abs(found - expected).max() < 5 * math.sqrt(0.25 / N)


@pytest.mark.parametrize(("n", "p"), [(1, 1e-300), (5, 1e-21), (1e22, 0.5), (1e300, 0.5)])
def test_negative_binomial_beyond_int64(rng, n, p):
    assert (rng.negative_binomial(n, p, 100).get() >= LARGEST - 2**62).all()


def test_negative_binomial_of_arrays(rng):
    numbers = rng.negative_binomial(cp.array([1.0, 5.0]), cp.array([1e-300, 0.5])).get()
    assert numbers[0] == LARGEST
    assert 0 <= numbers[1] < 200


@pytest.mark.parametrize(
    ("name", "arguments", "lowest", "highest"),
    [
        ("beta", (1e-3, 1e4), 0, 1),
        ("beta", (1e10, 1e10), 0, 1),
        ("binomial", (10**9, 1e-10), 0, 10**9),
        ("binomial", (10**9, 1 - 1e-10), 0, 10**9),
        ("chisquare", (1e-10,), 0, math.inf),
        ("gamma", (1e-300,), 0, math.inf),
        ("geometric", (1e-300,), 1, LARGEST),
        ("hypergeometric", (10**6, 10**6, 1000), 0, 1000),
        ("hypergeometric", (10**5, 3, 10**5), 10**5 - 3, 10**5),
        ("logseries", (1e-300,), 1, 1),
        ("power", (1e-3,), 0, 1),
        ("triangular", (0, 5e-301, 1e-300), 0, 1e-300),
        ("vonmises", (0.3, 1e-300), -math.pi, math.pi),
        ("vonmises", (0.3, 1e10), -math.pi, math.pi),
    ],
)
def test_support(rng, name, arguments, lowest, highest):
    numbers = getattr(rng, name)(*arguments, size=N).get()
    assert numbers.min() >= lowest
    assert numbers.max() <= highest
