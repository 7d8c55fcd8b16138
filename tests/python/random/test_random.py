"""Random numbers: CuPy's streams, and every distribution against SciPy's."""

import hashlib
import json
import pathlib
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
import scipy.stats as st

import cuprum as cp

CASES = json.loads((pathlib.Path(__file__).resolve().parents[2] / "data" / "random_streams.json").read_text())["cases"]
# Rounding of logarithms and sines is each processor's own; an integer drawn by such numbers is not.
EXACT = (
    "random_sample",
    "rand(",
    "randint",
    "tomaxint",
    "permutation",
    "uniform",
    "choice",
    "binomial",
    "poisson",
    "geometric",
)


def results(state, call):
    if call == "random_sample(5) three times":
        return [state.random_sample(5), state.random_sample(5), state.random_sample(5000)]
    if call == "standard_normal(5) twice then random_sample(3)":
        return [state.standard_normal(5), state.standard_normal(5), state.random_sample(3)]
    return [eval(f"state.{call}", {"state": state, "f4": "f4", "f8": "f8"})]  # noqa: S307  our own file


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['seed']} {c['call']}")
def test_streams(case):
    found = results(cp.random.RandomState(case["seed"]), case["call"])
    assert len(found) == len(case["results"])
    for array, wanted in zip(found, case["results"]):
        host = array.get()
        assert host.dtype == np.dtype(wanted["dtype"]) and list(host.shape) == wanted["shape"]
        for index, value in wanted["at"].items():
            value = float.fromhex(value) if isinstance(value, str) else value
            scale = 1e-13 if host.dtype == np.float64 else 4e-6
            assert host.ravel()[int(index)] == pytest.approx(value, rel=scale, abs=scale)
        if case["call"].startswith(EXACT):
            assert hashlib.sha256(np.ascontiguousarray(host).tobytes()).hexdigest() == wanted["sha256"]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("sizes", [[3_000_001, 17], [4096, 5, 2_500_000], [9_000_000]])
def test_workers_continue_each_other(dtype, sizes):
    """Large requests are shared by workers that jump; the stream is that of small ones."""
    whole = cp.random.RandomState(5)
    parts = cp.random.RandomState(5)
    for size in sizes:
        expected = []
        left = size
        while left:
            take = min(left, 4096 * 40)
            expected.append(parts.random_sample(take, dtype=dtype))
            left -= take
        assert cp.array_equal(whole.random_sample(size, dtype=dtype), cp.concatenate(expected))
    assert whole.standard_normal(7)[3] == parts.standard_normal(7)[3]


def test_seed_from_environment():
    program = "import cuprum as cp; X = cp.random.randn(3, 3, dtype=cp.float32); print(cp.matmul(X, X))"
    import os

    text = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "CUPY_SEED": "42"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = np.array([float(word) for word in text.replace("[", " ").replace("]", " ").split()])
    expected = [3.3182788, 1.1980604, 1.2314391, -0.44799405, 4.8557844, -1.0284786, 1.932775, -3.3323417, 3.766266]
    np.testing.assert_allclose(found, expected, rtol=2e-6)


def sources():
    return {"RandomState": lambda: cp.random.RandomState(7), **{
        name: (lambda name=name: cp.random.Generator(getattr(cp.random, name)(7))) for name in ("XORWOW", "MRG32k3a",
        "Philox4x3210")
    }}  # fmt: skip


CONTINUOUS = {
    "beta": [((2.0, 3.0), st.beta(2, 3)), ((0.4, 0.7), st.beta(0.4, 0.7))],
    "chisquare": [((3.0,), st.chi2(3))],
    "exponential": [((2.0,), st.expon(scale=2))],
    "f": [((5.0, 7.0), st.f(5, 7))],
    "gamma": [((2.5, 2.0), st.gamma(2.5, scale=2)), ((0.3, 1.0), st.gamma(0.3))],
    "gumbel": [((1.0, 2.0), st.gumbel_r(1, 2))],
    "laplace": [((1.0, 2.0), st.laplace(1, 2))],
    "logistic": [((1.0, 2.0), st.logistic(1, 2))],
    "lognormal": [((0.5, 0.8), st.lognorm(0.8, scale=np.exp(0.5)))],
    "noncentral_chisquare": [((3.0, 2.0), st.ncx2(3, 2)), ((0.5, 2.0), st.ncx2(0.5, 2))],
    "noncentral_f": [((5.0, 7.0, 2.0), st.ncf(5, 7, 2))],
    "normal": [((1.0, 2.0), st.norm(1, 2))],
    "pareto": [((3.0,), st.lomax(3))],
    "power": [((2.0,), st.powerlaw(2))],
    "rayleigh": [((2.0,), st.rayleigh(scale=2))],
    "standard_cauchy": [((), st.cauchy())],
    "standard_exponential": [((), st.expon())],
    "standard_gamma": [((4.0,), st.gamma(4))],
    "standard_normal": [((), st.norm())],
    "standard_t": [((4.0,), st.t(4))],
    "triangular": [((-1.0, 0.5, 2.0), st.triang(0.5, -1, 3))],
    "uniform": [((-1.0, 3.0), st.uniform(-1, 4))],
    "vonmises": [((0.5, 2.0), st.vonmises(2, 0.5))],
    "wald": [((2.0, 3.0), st.invgauss(2 / 3, scale=3))],
    "weibull": [((1.5,), st.weibull_min(1.5))],
}
DISCRETE = {
    "binomial": [
        ((10, 0.3), st.binom(10, 0.3)),
        ((1000, 0.4), st.binom(1000, 0.4)),
        ((100, 0.9), st.binom(100, 0.9)),
        ((100000, 0.05), st.binom(100000, 0.05)),
        ((90, 0.5), st.binom(90, 0.5)),
    ],
    "geometric": [((0.4,), st.geom(0.4)), ((0.05,), st.geom(0.05))],
    "hypergeometric": [((20, 30, 8), st.hypergeom(50, 20, 8)), ((60, 40, 30), st.hypergeom(100, 60, 30))],
    "logseries": [((0.7,), st.logser(0.7))],
    "negative_binomial": [((5.0, 0.4), st.nbinom(5, 0.4))],
    "poisson": [((4.0,), st.poisson(4)), ((50.0,), st.poisson(50))],
    "zipf": [((3.0,), st.zipf(3))],
}


@pytest.mark.parametrize("source", sources())
@pytest.mark.parametrize("name", CONTINUOUS)
def test_continuous(source, name):
    for parameters, expected in CONTINUOUS[name]:
        drawn = getattr(sources()[source](), name)(*parameters, size=20000).get()
        assert drawn.dtype == np.float64 and np.isfinite(drawn).all()
        assert st.kstest(drawn, expected.cdf).pvalue > 1e-4, (name, parameters)


@pytest.mark.parametrize("source", sources())
@pytest.mark.parametrize("name", DISCRETE)
def test_discrete(source, name):
    for parameters, expected in DISCRETE[name]:
        n = 20000
        drawn = getattr(sources()[source](), name)(*parameters, size=n).get()
        assert drawn.dtype == np.int64
        # Numbers that are seldom go together with the last that is not.
        first = int(expected.ppf(1e-9))
        numbers = np.arange(first, int(min(expected.ppf(1 - 1e-9), first + 1000)) + 1)
        chance = expected.pmf(numbers) * n
        common = chance > 10
        counts = np.array([(drawn == k).sum() for k in numbers[common]])
        observed = np.append(counts, n - counts.sum())
        wanted = np.append(chance[common], n - chance[common].sum())
        assert st.chisquare(observed, wanted * (n / wanted.sum())).pvalue > 1e-4, (name, parameters)


@pytest.mark.parametrize("source", sources())
def test_integers_and_orders(source):
    state = sources()[source]()
    integers = state.randint if source == "RandomState" else state.integers
    for low, high, dtype in [
        (0, 7, "i8"),
        (-5, 5, "i1"),
        (0, 2**63 + 2**62, "u8"),
        (0, 2**64, "u8"),
        (-(2**63), 2**63, "i8"),
        (0, 2, "?"),
        (3, 4, "i4"),
    ]:
        drawn = integers(low, high, size=5000, dtype=dtype).get()
        assert drawn.dtype == np.dtype(dtype)
        assert int(drawn.min()) >= low and int(drawn.max()) < high
        if high - low <= 10:
            counts = np.bincount(drawn.astype(np.int64) - low, minlength=high - low)
            assert high - low == 1 or st.chisquare(counts).pvalue > 1e-4
        else:
            assert abs(float(np.mean(drawn.astype(np.float64))) - (low + (high - low) / 2)) < (high - low) * 0.02
    order = state.permutation(1000).get()
    assert sorted(order) == list(range(1000)) and not (order == np.arange(1000)).all()
    rows = cp.arange(12).reshape(4, 3)
    shuffled = state.permutation(rows)
    assert sorted(map(tuple, shuffled.get())) == sorted(map(tuple, rows.get()))
    state.shuffle(rows)
    assert sorted(map(tuple, rows.get())) == [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11)]
    assert len(set(state.choice(100, 60, replace=False).get().tolist())) == 60
    weights = [0.1, 0.0, 0.6, 0.3]
    drawn = state.choice(cp.array([3, 5, 7, 9]), 20000, p=cp.array(weights)).get()
    assert st.chisquare([(drawn == 3).sum(), (drawn == 7).sum(), (drawn == 9).sum()], [2000, 12000, 6000]).pvalue > 1e-4
    assert set(state.choice(4, 3, replace=False, p=cp.array(weights)).get().tolist()) == {0, 2, 3}
    assert state.choice(5).shape == () and state.choice(5, (2, 3)).shape == (2, 3)
    counts = state.multinomial(1000, cp.array([0.2, 0.3, 0.5]), size=50).get()
    assert (
        counts.shape == (50, 3)
        and (counts.sum(axis=1) == 1000).all()
        and abs(counts.mean(axis=0) - [200, 300, 500]).max() < 10
    )
    shares = state.dirichlet(cp.array([1.0, 2.0, 3.0]), size=2000).get()
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_allclose(shares.mean(axis=0), [1 / 6, 1 / 3, 1 / 2], atol=0.02)
    cov = np.array([[2.0, 0.6], [0.6, 1.0]])
    for method in ("cholesky", "eigh", "svd"):
        drawn = state.multivariate_normal(cp.array([1.0, -1.0]), cp.array(cov), size=20000, method=method).get()
        np.testing.assert_allclose(np.cov(drawn.T), cov, atol=0.08)
    assert len(state.bytes(7)) == 7


def test_shapes_and_dtypes():
    state = cp.random.RandomState(1)
    assert (
        state.rand().shape == ()
        and state.rand(2, 0).shape == (2, 0)
        and state.randn(2, 3, dtype="f4").dtype == np.float32
    )
    assert state.normal(cp.zeros((3, 1)), cp.ones(4)).shape == (3, 4)
    assert state.normal(cp.zeros(4), size=(2, 4), dtype="f4").dtype == np.float32
    assert state.poisson(3, size=5, dtype="i4").dtype == np.int32
    assert state.uniform(size=()).shape == ()
    assert cp.random.rand(3).dtype == np.float64 and cp.random.random((2, 2)).shape == (2, 2)
    assert cp.random.default_rng(3).random(4, dtype="f4").dtype == np.float32
    out, rng = cp.empty(5), cp.random.default_rng(3)
    assert cp.random.default_rng(3).random(out=out) is out
    for wrong, error in ((cp.empty(5, "f"), TypeError), (cp.empty(4), ValueError)):
        for draw in (rng.random, rng.standard_normal, rng.standard_exponential, partial(rng.standard_gamma, 1.0)):
            with pytest.raises(error):
                draw(5, out=wrong)
    first = cp.random.default_rng(3).normal(size=10).get()
    rng = cp.random.default_rng(3)
    np.testing.assert_array_equal(np.concatenate([rng.normal(size=4).get(), rng.normal(size=6).get()]), first)
    cp.random.seed(11)
    one = cp.random.rand(4).get()
    np.testing.assert_array_equal(one, cp.random.RandomState(11).rand(4).get())
    kept = cp.random.get_random_state()
    cp.random.set_random_state(cp.random.RandomState(11))
    np.testing.assert_array_equal(one, cp.random.rand(4).get())
    cp.random.set_random_state(kept)
    assert 1 <= int(cp.random.random_integers(3)) <= 3
    assert cp.random.RandomState(np.array([1, 2])).rand(2).shape == (2,)


@pytest.mark.parametrize("engine", ["XORWOW", "MRG32k3a", "Philox4x3210"])
def test_streams_of_generator(engine):
    """Evenly spread, and neighbours, rows and seeds know nothing of each other."""
    rng = cp.random.Generator(getattr(cp.random, engine)(1))
    for dtype in ("f4", "f8"):
        u = rng.random(1_000_000, dtype=dtype).get().astype("f8")
        assert u.min() >= 0 and u.max() < 1 and st.kstest(u[:100_000], "uniform").pvalue > 1e-4
        z = rng.standard_normal(1_000_000, dtype=dtype).get().astype("f8")
        assert (
            st.kstest(z[:100_000], "norm").pvalue > 1e-4 and abs(z.var() - 1) < 0.01 and abs((z**4).mean() - 3) < 0.05
        )
        for numbers in (u - 0.5, z):
            for lag in (1, 2, 3, 4, 63, 64, 65, 128, 256, 2048, 4096):
                r = np.corrcoef(numbers[:-lag], numbers[lag:])[0, 1]
                assert abs(r) < 5e-3, (dtype, lag)
    bits = rng.integers(0, 2**32, 1 << 18, dtype="u4").get()
    each = np.unpackbits(bits.view("u1")).reshape(-1, 32).mean(axis=0)
    assert abs(each - 0.5).max() < 5e-3
    pairs = np.bincount((bits[:-1] >> 28).astype("i8") * 16 + (bits[1:] >> 28), minlength=256)
    assert st.chisquare(pairs).pvalue > 1e-4
    other = cp.random.Generator(getattr(cp.random, engine)(2)).integers(0, 2**32, 1 << 18, dtype="u4").get()
    again = cp.random.Generator(getattr(cp.random, engine)(1))
    assert abs(np.unpackbits((bits ^ other).view("u1")).mean() - 0.5) < 1e-3
    assert again.bit_generator.state() == (1, 0)
    for low, high, dtype in [
        (-3, 4, "i2"),
        (5, 6, "u1"),
        (0, 2, "?"),
        (-128, 128, "i1"),
        (10, 2**32 + 10, "i8"),
        (-(2**62), 2**62 + 5, "i8"),
    ]:
        drawn = rng.integers(low, high, 40_000, dtype=dtype).get()
        assert drawn.dtype == np.dtype(dtype) and int(drawn.min()) >= low and int(drawn.max()) < high
        share = (drawn.astype("f8") - low) / (high - low)
        assert abs(share.mean() - (0.5 if high - low > 1000 else (high - low - 1) / 2 / (high - low))) < 0.01


def test_integers_between_arrays():
    for state in (cp.random.RandomState(3), None):
        draw = state.randint if state else cp.random.Generator(cp.random.XORWOW(3)).integers
        low, high = cp.array([[0], [-5], [100]]), cp.array([1, 50, 1000]) + 100
        drawn = draw(low, high).get()
        assert drawn.shape == (3, 3) and drawn.dtype == np.int64
        drawn = draw(low, high, size=(2000, 3, 3), dtype="i2").get()
        assert drawn.dtype == np.int16 and (drawn >= low.get()).all() and (drawn < high.get()).all()
        assert abs(drawn[:, 1, 2].mean() - 547) < 30 and (drawn[:, 2, 0] == 100).all()
        assert (draw(cp.array([3, 4]), size=(50, 2)).get() < [3, 4]).all()
        full = draw(cp.array([0, -(2**63)]), cp.array([2**62, 2**63 - 1]), size=(500, 2)).get()
        assert (full[:, 0] >= 0).all() and (full[:, 1] < 0).any() and (full[:, 1] > 0).any()
        for bad in [(low, low), (cp.array([5, 0]), 3), (cp.array([0, 1]), cp.array([300, 2]))]:
            with pytest.raises(ValueError):
                draw(*bad, dtype="u1")
        with pytest.raises(ValueError):
            draw(low, high, size=(2, 2))


def test_rejected_integers_are_replaced_in_place():
    """CuPy's order: a number of the incomplete last stretch gives its place to the first good one of further draws."""
    most, size = 3_000_000_000, 4000
    raw = cp.random.RandomState(8)
    bits = lambda n: (raw.randint(0, 2**32, n, dtype="u4")).get()  # noqa: E731
    limit = 2**32 - 1 - 2**32 % (most + 1)
    expected = bits(size).astype("u8")
    bad = np.flatnonzero(expected > limit)
    while bad.size:
        more = bits(max(2 * bad.size, 1024)).astype("u8")
        good = more[more <= limit][: bad.size]
        expected[bad[: good.size]] = good
        bad = bad[good.size :]
    found = cp.random.RandomState(8).randint(0, most + 1, size)
    np.testing.assert_array_equal(found.get(), expected % (most + 1))
    # A single number is no draw.
    one, other = cp.random.RandomState(2), cp.random.RandomState(2)
    assert (one.randint(7, 8, 5) == 7).all()
    assert one.rand() == other.rand()


@pytest.mark.parametrize("low, high, dtype", [(0, 256, "u1"), (-8, 8, "i1"), (0, 2, "?"), (1000, 1000 + 2**12, "i2"),
(-(2**31), 2**31, "i4"),
                                              (0, 2**32, "u8"), (-5, 2**20 - 5, "i8")])  # fmt: skip
def test_ranges_of_a_power_of_two_are_lower_bits(low, high, dtype):
    for size in (1, (33, 7), 70_001):
        raw = cp.random.RandomState(3).randint(0, 2**32, size, dtype="u4").get().astype("i8")
        found = cp.random.RandomState(3).randint(low, high, size, dtype=dtype).get()
        assert found.dtype == np.dtype(dtype)
        np.testing.assert_array_equal(found.astype("i8"), (raw & (high - low - 1)) + low)


def test_parameters_as_numpy_takes_them():
    state = cp.random.RandomState(1)
    for name, arguments in {"noncentral_f": (5, 2, np.nan), "vonmises": (0.0, np.nan),
                            "noncentral_chisquare": (0.5, np.nan), "gamma": (np.nan, 1.0), "beta": (np.nan, 2.0),
                            "wald": (np.nan, 1.0), "normal": (0.0, np.nan),
                            "standard_t": (np.nan,)}.items():  # fmt: skip
        assert cp.isnan(getattr(state, name)(*arguments, size=3)).all(), name
        assert cp.isnan(getattr(state, name)(*(cp.array([x]) for x in arguments))).all(), name
    for engine in ("XORWOW", "MRG32k3a", "Philox4x3210"):
        assert (
            getattr(cp.random, engine)(1).random_raw().shape == ()
            and getattr(cp.random, engine)(1).random_raw(3).dtype == np.uint32
        )
    assert state.multinomial(100.0, cp.array([0.2, 0.8])).sum() == 100
    cov = cp.array([[1.0, 2.0], [2.0, 1.0]])
    with pytest.warns(RuntimeWarning, match="positive-semidefinite"):
        state.multivariate_normal(cp.zeros(2), cov, check_valid="warn", method="svd")
    with pytest.raises(ValueError, match="positive-semidefinite"):
        state.multivariate_normal(cp.zeros(2), cov, check_valid="raise")
    with pytest.raises(ValueError):
        state.multivariate_normal(cp.zeros(2), cov, check_valid="other")
    state.multivariate_normal(cp.zeros(2), cp.eye(2), check_valid="raise")


@pytest.mark.parametrize("call, error", [
    (lambda s: s.exponential(-0.0), ValueError), (lambda s: s.gamma(cp.array([-0.0])), ValueError),
    (lambda s: s.poisson(np.nan), ValueError), (lambda s: s.poisson(1e19), ValueError),
    (lambda s: s.negative_binomial(np.nan, 0.5), ValueError), (lambda s: s.triangular(3, 2, 4), ValueError),
    (lambda s: s.triangular(1, 5, 4), ValueError), (lambda s: s.triangular(2, 2, 2), ValueError),
    (lambda s: s.hypergeometric(3, 2, 6), ValueError),
    (lambda s: s.hypergeometric(cp.array([3]), 2, cp.array([6])), ValueError),
    (lambda s: s.triangular(cp.array([3.0]), 2, 4), ValueError), (lambda s: s.uniform(0, np.inf), OverflowError),
    (lambda s: s.uniform(cp.array([-1e308]), cp.array([1e308])), OverflowError),
    (lambda s: s.normal(0, -1), ValueError), (lambda s: s.beta(0, 1), ValueError),
    (lambda s: s.binomial(-1, 0.5), ValueError), (lambda s: s.binomial(3, 1.5), ValueError),
    (lambda s: s.poisson(-1), ValueError), (lambda s: s.geometric(0), ValueError), (lambda s: s.zipf(1.0), ValueError),
    (lambda s: s.gamma(cp.array([1.0, -1.0])), ValueError), (lambda s: s.logseries(1.0), ValueError),
    (lambda s: s.randint(0), ValueError), (lambda s: s.randint(5, 5), ValueError),
    (lambda s: s.randint(0, 300, dtype="u1"), ValueError), (lambda s: s.randint(-1, 3, dtype="u1"), ValueError),
    (lambda s: s.random_sample(3, dtype="i4"), TypeError), (lambda s: s.rand(3, dtype="f2"), TypeError),
    (lambda s: s.rand(-1), ValueError), (lambda s: s.choice(0, 3), ValueError),
    (lambda s: s.choice(3, 4, replace=False), ValueError), (lambda s: s.choice(cp.ones((2, 2))), ValueError),
    (lambda s: s.choice(2, p=cp.array([0.5, 0.6])), ValueError),
    (lambda s: s.choice(2, p=cp.array([1.5, -0.5])), ValueError),
    (lambda s: s.choice(2, p=cp.array([1.0])), ValueError),
    (lambda s: s.multinomial(3, cp.array([0.9, 0.9, 0.1])), ValueError),
    (lambda s: s.dirichlet(cp.array([1.0, 0.0])), ValueError), (lambda s: s.normal(cp.zeros(3), size=2), ValueError),
    (lambda s: s.shuffle(cp.array(3)), TypeError), (lambda s: s.normal(nonsense=1), TypeError),
    (lambda s: s.beta(1), TypeError), (lambda s: s.seed("a"), TypeError), (lambda s: s.seed(-1), ValueError),
])  # fmt: skip
def test_errors(call, error):
    state = cp.random.RandomState(1)
    with pytest.raises(error):
        call(state)
    assert state.rand(2).shape == (2,)


def test_random_state_has_one_engine():
    for method in (None, 100, 101):
        assert (cp.random.RandomState(3, method).random_sample(4) == cp.random.RandomState(3).random_sample(4)).all()
    for method in (121, 141, 161, 200):
        with pytest.raises(ValueError, match="XORWOW"):
            cp.random.RandomState(3, method=method)


def test_a_generators_engine_may_be_replaced():
    generator = cp.random.default_rng(1)
    generator.bit_generator = cp.random.Philox4x3210(5)
    assert isinstance(generator.bit_generator, cp.random.Philox4x3210)
    assert (generator.random(3) == cp.random.Generator(cp.random.Philox4x3210(5)).random(3)).all()
    with pytest.raises(TypeError):
        generator.bit_generator = 3


def test_sizes_of_bit_generators():
    assert (cp.random.XORWOW(1, size=10).random_raw(20) == cp.random.XORWOW(1).random_raw(20)).all()
    for size in (0, -2):
        with pytest.raises(ValueError):
            cp.random.XORWOW(1, size=size)
    with pytest.raises(TypeError):
        cp.random.XORWOW(1, size=1.5)


def test_dirichlet_of_a_number():
    assert cp.random.dirichlet(1.0).shape == () and cp.random.dirichlet(1.0) == 1
    shares = cp.random.dirichlet(2.0, size=(5, 4))
    assert shares.shape == (5, 4)
    np.testing.assert_allclose(shares.sum(-1).get(), 1)


@pytest.mark.parametrize(
    "name, parameters",
    [
        ("poisson", (3,)),
        ("binomial", (9, 0.5)),
        ("geometric", (0.3,)),
        ("zipf", (3.0,)),
        ("logseries", (0.5,)),
        ("hypergeometric", (5, 6, 4)),
    ],
)
@pytest.mark.parametrize("dtype", ["f", "d", "i", "B"])
def test_dtypes_of_counts(name, parameters, dtype):
    drawn = getattr(cp.random.RandomState(1), name)(*parameters, size=100, dtype=dtype)
    assert drawn.dtype == dtype
    plain = getattr(cp.random.RandomState(1), name)(*parameters, size=100)
    np.testing.assert_array_equal(drawn.get(), plain.get().astype(dtype))


def test_a_generators_choices_and_orders_along_an_axis():
    generator = cp.random.default_rng(5)
    host = np.arange(20).reshape(4, 5)
    table = cp.asarray(host)
    parts = generator.choice(table, 4, axis=1, replace=False).get()
    assert parts.shape == (4, 4) and len(set(parts[0])) == 4
    np.testing.assert_array_equal(parts, host[:, parts[0]])
    np.testing.assert_array_equal(generator.choice(table, 3, p=[0, 0, 1, 0]).get(), host[[2, 2, 2]])
    assert generator.choice(table, (2, 3)).shape == (2, 3, 5)
    assert generator.choice(table, (2, 3), axis=-1).shape == (4, 2, 3)
    assert generator.choice(table).shape == (5,)
    assert sorted(generator.choice(10, 10, replace=False, shuffle=False).get()) == list(range(10))
    assert generator.choice(10, 3, axis=1).shape == (3,)
    for axis in (0, 1, -2):
        moved, here = generator.permutation(table, axis=axis), table.copy()
        assert generator.shuffle(here, axis) is None
        for found in (moved.get(), here.get()):
            np.testing.assert_array_equal(np.sort(found, axis), host)
            line = np.argsort(np.moveaxis(found, axis, 0)[:, 0])
            np.testing.assert_array_equal(np.take(found, line, axis), host)
    assert sorted(generator.permutation(6, axis=0).get()) == list(range(6))
    for call in (generator.choice, generator.permutation, generator.shuffle):
        with pytest.raises(np.exceptions.AxisError):
            call(table, axis=2)
    with pytest.raises(ValueError):
        generator.choice(table, 5, replace=False)
    with pytest.raises(ValueError):
        cp.random.RandomState(1).choice(table)
    assert "axis:" in generator.shuffle.__doc__ and "axis:" not in cp.random.shuffle.__doc__


def test_orders_along_the_first_axis_have_one_stream():
    table = cp.arange(12).reshape(6, 2)
    ours, others = (cp.random.Generator(cp.random.Philox4x3210(3)) for _ in range(2))
    assert (ours.permutation(table) == table[others.permutation(6)]).all()


def test_multinomial_of_arrays():
    rng = cp.random.default_rng(3)
    n, pvals = np.array([[1000], [0]]), np.array([[0.2, 0.3, 0.5], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    counts = rng.multinomial(cp.array(n), cp.array(pvals), size=(400, 2, 3)).get()
    assert counts.shape == (400, 2, 3, 3) and counts.dtype == np.int64
    assert (counts.sum(axis=-1) == n).all() and not counts[:, 0, 1, 2].any() and not counts[:, 0, 2, :2].any()
    np.testing.assert_allclose(counts[:, 0].mean(axis=0), 1000 * pvals, atol=4)
    theirs = np.random.default_rng(3).multinomial(n, pvals)
    assert rng.multinomial(n, pvals).shape == theirs.shape == (2, 3, 3)
    assert rng.multinomial(cp.array([5, 0]), [0.5, 0.5]).sum(axis=1).tolist() == [5, 0]
    assert rng.multinomial(7, [1.0]).tolist() == [7] and rng.multinomial(cp.zeros((0, 2), int), [0.5, 0.5]).shape == (
        0, 2, 2,
    )  # fmt: skip
    for arguments in [
        ([-1, 2], [0.5, 0.5]), ([1, 2], [0.9, 0.9, 0.1]), ([1, 2], [np.nan, 0.5]), ([1, 2], 0.5),
        ([1, 2], [0.5, 0.5], (3,)), ([1, 2], [[0.5, 0.5]] * 3),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            np.random.default_rng(1).multinomial(*arguments)
        with pytest.raises(ValueError):
            rng.multinomial(*arguments)
    with pytest.raises(TypeError):
        rng.multinomial(cp.array([1.5, 2.0]), [0.5, 0.5])


def test_permuted_into_an_array():
    rng = cp.random.default_rng(3)
    a = cp.arange(60).reshape(5, 12)
    out = cp.zeros((5, 12), int)
    assert rng.permuted(a, axis=1, out=out) is out
    assert (cp.sort(out, axis=1) == a).all() and (out != a).any()
    assert rng.permuted(a, out=a) is a and (cp.sort(a.ravel()) == cp.arange(60)).all()
    with pytest.raises(ValueError):
        rng.permuted(a, out=cp.zeros(60, int))


@pytest.mark.parametrize("dtype", ["float16", "int8", "uint16", "int64", "bool"])
@pytest.mark.parametrize(
    "name, parameters", [("beta", (2.0, 3.0)), ("gamma", (2.5,)), ("f", (3, 9)), ("poisson", (4,))]
)
def test_legacy_samples_are_cast(name, parameters, dtype):
    def sample(**dtypes):
        cp.random.seed(5)
        return getattr(cp.random, name)(*parameters, size=50, **dtypes)

    cast = sample(dtype=dtype)
    assert cast.dtype == dtype
    np.testing.assert_array_equal(cast.get(), sample().get().astype(dtype))


def test_legacy_shares_are_cast():
    assert cp.random.dirichlet([1.0, 2.0], 5, dtype="float16").dtype == np.float16


def test_samples_of_generators_have_no_other_dtypes():
    with pytest.raises(TypeError):
        cp.random.default_rng(1).standard_gamma(2.0, dtype="float16")
