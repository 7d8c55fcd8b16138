"""Distributions that reject numbers: what a number is depends on its engine and parameters, not on its neighbours."""

import math
import os
import subprocess
import sys

import numpy as np
import pytest

import cuprum as cp

ENGINES = {"RandomState": lambda: cp.random.RandomState(7)} | {
    name: (lambda name=name: cp.random.Generator(getattr(cp.random, name)(7)))
    for name in ("XORWOW", "MRG32k3a", "Philox4x3210")
}
# Parameters of which each takes another way.
DISTRIBUTIONS = {
    "beta": ([2.0, 0.4, 0.5, 1.0, 1e-4], [3.0, 0.7, 4.0, 1.0, 1e-4]),
    "binomial": ([10, 1000, 100, 0, 50, 40, 100000, 50], [0.3, 0.4, 0.9, 0.5, 0.0, 1.0, 0.05, 0.95]),
    "chisquare": ([3.0, 2.0, 0.6],),
    "f": ([5.0, 2.0, 0.5], [7.0, 1.0, 2.0]),
    "gamma": ([2.5, 0.5, 1.0, 0.0, 40.0, np.nan], [1.0, 2.0, 3.0, 1.0, 0.0, 1.0]),
    "geometric": ([0.3, 0.4, 1.0, 1e-3, 1e-18],),
    "hypergeometric": ([60, 20, 5, 0, 3000], [40, 30, 0, 7, 2000], [30, 8, 5, 3, 1000]),
    "logseries": ([0.7, 0.0, 0.999, 0.05],),
    "negative_binomial": ([5.0, 0.5, 50.0, 2.0], [0.4, 0.1, 0.5, 1.0]),
    "noncentral_chisquare": ([3.0, 0.5, 1.0, 4.0, 3.0], [2.0, 2.0, 0.0, 0.0, np.nan]),
    "noncentral_f": ([5.0, 0.5], [7.0, 2.0], [2.0, 3.0]),
    "poisson": ([4.0, 50.0, 0.0, 9.9, 10.0, 1e6],),
    "standard_gamma": ([2.5, 0.5, 1.0],),
    "standard_t": ([4.0, 0.7, 2.0],),
    "vonmises": ([0.0, 1.0, -9.0, 100.0], [1.0, 1e-6, 1e-9, 40.0]),
    "wald": ([2.0, 0.1], [3.0, 9.0]),
    "zipf": ([3.0, 1.2, 30.0],),
}


def columns(name, n):
    """Parameters for n neighbours, which take all ways in turn, and then the same way for a while."""
    turn = np.r_[np.arange(n // 2), np.arange(n - n // 2) // 37]
    return [np.array(values, np.float64)[turn % len(values)] for values in DISTRIBUTIONS[name]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_numbers_do_not_see_their_neighbours(name, engine):
    n = 333
    parameters = columns(name, n)
    drawn = getattr(ENGINES[engine](), name)(*map(cp.asarray, parameters)).get()
    for values in zip(*DISTRIBUTIONS[name], strict=True):
        alone = getattr(ENGINES[engine](), name)(*values, size=n).get()
        same = np.all([np.isin(p, v) | (np.isnan(p) & np.isnan(v)) for p, v in zip(parameters, values, strict=True)], 0)
        np.testing.assert_array_equal(drawn[same], alone[same])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["gamma", "binomial", "vonmises"])
def test_numbers_do_not_see_the_size(name, engine):
    parameters = [values[0] for values in DISTRIBUTIONS[name]]
    whole = getattr(ENGINES[engine](), name)(*parameters, size=200).get()
    for size in [*range(1, 36), 47, 48, 49, 63, 64, 65, 129]:
        np.testing.assert_array_equal(getattr(ENGINES[engine](), name)(*parameters, size=size).get(), whole[:size])
    source = ENGINES[engine]()
    parts = [getattr(source, name)(*parameters, size=size).get() for size in (1, 2, 15, 16, 17, 33, 116)]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_numbers_do_not_see_the_layout():
    shapes = cp.asarray(np.linspace(0.2, 5, 21).reshape(3, 7))
    for view in (shapes, shapes.T, shapes[::-1, ::2], shapes[:, :1]):
        drawn = cp.random.RandomState(3).gamma(view, 2.0)
        same = cp.random.RandomState(3).gamma(cp.ascontiguousarray(view), 2.0)
        assert cp.array_equal(drawn, same)
    rows = cp.random.RandomState(3).poisson(cp.asarray([[4.0], [50.0], [9.9]]), size=(2, 5, 3, 9))
    each = cp.random.RandomState(3).poisson(
        cp.ascontiguousarray(cp.broadcast_to(cp.asarray([[4.0], [50.0], [9.9]]), rows.shape))
    )
    assert cp.array_equal(rows, each)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_row_of_parameters(name, engine):
    """Rows of a width that no warp has, of more numbers than a thread makes."""
    width, height = 19, 131
    parameters = [cp.asarray(np.resize(values, width).astype(float)) for values in DISTRIBUTIONS[name]]
    if name in ("beta", "gamma", "vonmises"):
        parameters[-1] = 1.5  # for all
    rows = getattr(ENGINES[engine](), name)(*parameters, size=(height, width))
    whole = [cp.ascontiguousarray(cp.broadcast_to(cp.asarray(p), rows.shape)) for p in parameters]
    np.testing.assert_array_equal(rows.get(), getattr(ENGINES[engine](), name)(*whole).get())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_floats_are_rounded_once(dtype):
    exact = cp.random.RandomState(3).f(5.0, 7.0, 1000)
    assert cp.array_equal(cp.random.RandomState(3).f(5.0, 7.0, 1000, dtype=dtype), exact.astype(dtype))


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "float32"])
def test_integers_of_other_dtypes(dtype):
    exact = cp.random.RandomState(3).poisson(50.0, 1000)
    assert cp.array_equal(cp.random.RandomState(3).poisson(50.0, 1000, dtype=dtype), exact.astype(dtype))


def test_numbers_do_not_see_the_threads():
    program = """
import cuprum as cp, hashlib
state, found = cp.random.RandomState(11), hashlib.sha256()
for drawn in (state.gamma(0.7, 1.0, 100003), state.binomial(1000, 0.4, 50001), state.standard_t(4.0, (3, 33334)),
              state.negative_binomial(5, 0.4, 70001)):
    found.update(drawn.get().tobytes())
print(found.hexdigest())
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"CUPRUM_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in "1235"
    }
    assert len(found) == 1


class ElementEngine:
    """RandomState's engine of an element, and two distributions as they are written for one element alone."""

    def __init__(self, seed):
        self.x, self.spare = [], None
        for k in range(1, 5):
            seed = (1812433253 * (seed ^ (seed >> 30)) + k) % 2**64
            self.x.append(seed % 2**32)

    def next(self):
        t = (self.x[0] ^ (self.x[0] << 11)) % 2**32
        self.x = [*self.x[1:], self.x[3] ^ (self.x[3] >> 19) ^ t ^ (t >> 8)]
        return self.x[3]

    def uniform(self):
        high = self.next() >> 5
        return (high * 67108864.0 + (self.next() >> 6)) / 9007199254740992.0

    def normal(self):
        if self.spare is not None:
            z, self.spare = self.spare, None
            return z
        while True:
            x = 2 * self.uniform() - 1
            y = 2 * self.uniform() - 1
            square = x * x + y * y
            if 0 < square < 1:
                factor = math.sqrt(-2 * math.log(square) / square)
                self.spare = factor * x
                return factor * y

    def gamma(self, shape):
        b = shape - 1 / 3
        c = 1 / math.sqrt(9 * b)
        while True:
            x = self.normal()
            v = 1 + c * x
            if v <= 0:
                continue
            v = v * v * v
            u = self.uniform()
            if u < 1 - 0.0331 * (x * x) * (x * x) or math.log(u) < 0.5 * x * x + b * (1 - v + math.log(v)):
                return b * v

    def poisson(self, mean):
        b = 0.931 + 2.53 * math.sqrt(mean)
        a = -0.059 + 0.02483 * b
        inverse_alpha, v_r = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
        while True:
            u = self.uniform() - 0.5
            v = self.uniform()
            us = 0.5 - abs(u)
            k = math.floor((2 * a / us + b) * u + mean + 0.43)
            if us >= 0.07 and v <= v_r:
                return k
            if k < 0 or (us < 0.013 and v > us):
                continue
            if math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b) <= (
                -mean + k * math.log(mean) - math.lgamma(k + 1)
            ):
                return k


def test_numbers_are_those_of_elements_alone():
    n = 3000
    for shape in (1.2, 2.5, 1000.0):
        expected = [ElementEngine(11 + i).gamma(shape) for i in range(n)]
        np.testing.assert_allclose(cp.random.RandomState(11).standard_gamma(shape, n).get(), expected, rtol=1e-13)
    for mean in (10.0, 50.0, 3000.0):
        expected = [ElementEngine(11 + i).poisson(mean) for i in range(n)]
        np.testing.assert_array_equal(cp.random.RandomState(11).poisson(mean, n).get(), expected)
