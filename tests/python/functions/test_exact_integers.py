"""Integers without a way by way of floats: uint64 beside signed ones, divisors, powers, means of few bits."""

import numpy as np
import pytest
from common import INTEGERS, assert_same

import cuprum as cp

LARGE = [0, 1, 2**53, 2**53 + 1, 2**63 - 1]
UNSIGNED = np.array([*LARGE, 2**63, 2**64 - 1, 2**64 - 5], "u8")
SIGNED = np.array([*LARGE, -1, -5, -(2**63), 2**53 - 1], "i8")


def as_set(a):
    return [int(x) for x in np.asarray(a).ravel()]


@pytest.mark.parametrize("signed", [np.dtype(c) for c in "bhil"])
@pytest.mark.parametrize("unsigned", [np.dtype(c) for c in "BHIL"])
def test_membership(signed, unsigned):
    for a, b in (
        (UNSIGNED.astype(unsigned), SIGNED.astype(signed)),
        (SIGNED.astype(signed), UNSIGNED.astype(unsigned)),
    ):
        among = set(as_set(b))
        expected = np.array([x in among for x in as_set(a)])
        ours, other = cp.array(a), cp.array(b)
        assert_same(cp.isin(ours, other), expected)
        assert_same(cp.isin(ours.reshape(1, -1, 1), other, invert=True), ~expected.reshape(1, -1, 1))
        assert_same(cp.in1d(ours, other), expected)
        assert_same(cp.setdiff1d(ours, other, assume_unique=True), a[~expected])
        assert_same(cp.setdiff1d(ours, other), np.unique(a[~expected]))
        assert_same(cp.isin(ours, other[:0]), np.zeros(a.size, bool))
        for number in (as_set(b)[3], as_set(b)[-1]):
            assert_same(cp.isin(ours, number), np.array([x == number for x in as_set(a)]))
            assert bool(cp.isin(number, ours)) == (number in as_set(a))
        assert_same(cp.equal(ours[:5], other[:5]), np.array([x == y for x, y in zip(as_set(a[:5]), as_set(b[:5]))]))


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_sums_and_products_at_places_wrap_around(dtype):
    bits = 8 * dtype.itemsize
    start = np.array([0, 1, 100, 2**bits - 1 & (2**62 - 1)]).astype(dtype)
    places = [0, 1, 1, 3]
    operations = {"add": lambda x, y: x + y, "subtract": lambda x, y: x - y, "multiply": lambda x, y: x * y}
    values = [-1, 5, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, -(2**63)]
    values += [np.array([v] * 4, t) for v, t in ((-1, "i8"), (2**64 - 3, "u8"), (-7, "i1"), (2**53 + 1, "i8"))]
    for name, operation in operations.items():
        for value in values:
            expected = [int(x) for x in start]
            numbers = [value] * 4 if isinstance(value, int) else as_set(value)
            for place, number in zip(places, numbers):
                expected[place] = operation(expected[place], number) % 2**bits
            ours = cp.array(start)
            getattr(cp, name).at(ours, cp.array(places), value if isinstance(value, int) else cp.array(value))
            got = [int(x) % 2**bits for x in ours.tolist()]
            assert got == expected, (name, value)
            sliced = cp.array(start)
            getattr(cp, name).at(sliced, slice(0, 2), value if isinstance(value, int) else cp.array(value[:2]))
            assert [int(x) % 2**bits for x in sliced.tolist()[:2]] == [
                operation(int(x), y) % 2**bits for x, y in zip(start[:2], numbers)
            ], (name, value)


def test_methods_into_outputs_of_the_other_sign():
    """Sums and products wrap around in the output's dtype; others are computed in the array's."""
    operations = {
        "add": lambda x, y: x + y,
        "subtract": lambda x, y: x - y,
        "multiply": lambda x, y: x * y,
        "maximum": max,
        "minimum": min,
    }
    cases = [(SIGNED, "u8"), (UNSIGNED, "i8"), (np.array([-5, 3, 2], "i1"), "u8"), (np.array([2**53 + 1, -3]), "u8")]
    for name, operation in operations.items():
        for host, dtype in cases:
            running, expected = [int(host[0])], None
            for number in as_set(host)[1:]:
                running.append(operation(running[-1], number))
            expected = [x % 2**64 for x in running]
            ours = cp.array(host)
            out = cp.zeros(host.shape, dtype)
            getattr(cp, name).accumulate(ours, out=out)
            assert [int(x) % 2**64 for x in out.tolist()] == expected, (name, host.dtype)
            last = cp.zeros((), dtype)
            getattr(cp, name).reduce(ours, out=last)
            assert int(last) % 2**64 == expected[-1], (name, host.dtype)
            parts = cp.zeros(2, dtype)
            getattr(cp, name).reduceat(ours, [0, host.size - 1], out=parts)
            assert [int(x) % 2**64 for x in parts.tolist()] == [expected[-2], int(host[-1]) % 2**64], (name, host.dtype)
    for kind, other in (("u8", "i8"), ("i8", "u8")):
        out = cp.zeros(3, other)
        cp.cumsum(cp.array([2**63 - 1, 2**62, 5], kind), out=out)
        assert [int(x) % 2**64 for x in out.tolist()] == [2**63 - 1, 2**63 - 1 + 2**62, 2**63 + 4 + 2**62]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_rounding_into_another_dtype(dtype):
    for other in INTEGERS + [np.dtype("d"), np.dtype("?")]:
        host, given = np.ones(3, dtype), np.zeros(3, other)
        try:
            np.round(host, out=given)
        except TypeError:
            with pytest.raises(TypeError):
                cp.round(cp.array(host), out=cp.array(given))
        else:
            assert_same(cp.round(cp.array(host), out=cp.zeros(3, other)), given)


CODES = "bBhHiIqQ"


def edges_and_samples(dtype, seed):
    limits = np.iinfo(dtype)
    edges = np.array([limits.min, limits.min + 1, 0, 1, 2, 3, limits.max // 2, limits.max - 1, limits.max], dtype)
    draw = np.random.default_rng(seed)
    samples = draw.integers(limits.min, limits.max, 60, dtype=np.dtype(dtype), endpoint=True)
    return np.concatenate([edges, samples, draw.integers(0, 100, 60).astype(dtype)])


@pytest.mark.parametrize("dtype", CODES)
@pytest.mark.parametrize("name", ["gcd", "lcm"])
def test_divisors_of_all_pairs(name, dtype):
    a = edges_and_samples(dtype, 1)
    assert_same(getattr(cp, name).outer(cp.asarray(a), cp.asarray(a)), getattr(np, name).outer(a, a))


@pytest.mark.parametrize("dtype", CODES)
def test_powers_of_all_pairs(dtype):
    base, exponents = edges_and_samples(dtype, 2), np.abs(edges_and_samples(dtype, 3))
    exponents = exponents[exponents >= 0]  # The lowest number is its own magnitude.
    assert_same(cp.power.outer(cp.asarray(base), cp.asarray(exponents)), np.power.outer(base, exponents))
    for exponent in range(10):
        assert_same(cp.asarray(base) ** exponent, base**exponent)


@pytest.mark.parametrize("name", ["mean", "nanmean"])
@pytest.mark.parametrize("dtype", "?" + CODES[:4])
def test_means_of_few_bits_are_exact(dtype, name):
    draw = np.random.default_rng(4)
    for shape in ((), (1,), (7,), (33, 41), (3, 5, 700), (100_000,), (2, 300_000)):
        host = draw.integers(0, 2**15, shape).astype(dtype)
        mask = np.asarray(draw.random(shape) < 0.7)
        mask.reshape(-1)[0] = True
        for axis in [None, *range(host.ndim)]:
            assert_same(getattr(cp, name)(cp.asarray(host), axis), np.asarray(getattr(np, name)(host, axis)))
        found = cp.mean(cp.asarray(host), where=cp.asarray(mask))
        assert_same(found, np.asarray(np.mean(host, where=mask)))
