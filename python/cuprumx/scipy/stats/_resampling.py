"""Tests by resampling: samples are shuffled or drawn anew, and their statistics are compared with that of the data."""

import itertools as _itertools
import math as _math

import cuprum as _cp
from cuprumx.scipy import special as _special

_MOST = 1 << 24  # elements that the resamples of a batch have at most, where `batch` does not say


class ResamplingMethod:
    """How often samples are drawn anew, and how many of them at a time."""

    def __init__(self, n_resamples=9999, batch=None):
        self.n_resamples, self.batch = n_resamples, batch


class MonteCarloMethod(ResamplingMethod):
    """Samples are drawn from a distribution under which the hypothesis holds.

    Parameters
        n_resamples: how many samples are drawn.
        batch: how many of them at a time; as many as memory suits if None.
        rvs: for each sample a function that draws one of a `size`; numbers of the normal distribution if None.
        rng: a Generator or a seed, in place of `rvs`.
    Raises
        ValueError: both `rvs` and `rng`.
    Example
        >>> method = stats.MonteCarloMethod(n_resamples=999, rng=0)
        >>> stats.pearsonr(cp.arange(9.), cp.arange(9.) ** 2, method=method).pvalue
        array(0.002)
    """

    def __init__(self, n_resamples=9999, batch=None, rvs=None, rng=None):
        if rvs is not None and rng is not None:
            raise ValueError("Use of `rvs` and `rng` are mutually exclusive.")
        super().__init__(n_resamples, batch)
        self.rvs, self.rng = rvs, rng


class PermutationMethod(ResamplingMethod):
    """The observations are shuffled.

    Parameters
        n_resamples: how many orders are tried; all of them where there are no more than these.
        batch: how many of them at a time; as many as memory suits if None.
        random_state, rng: a Generator, a RandomState or a seed.
    Raises
        ValueError, by the test that takes it: numbers of resamples or batches that are not positive integers.
    Example
        >>> stats.ttest_ind(cp.arange(3.), cp.arange(3.) + 3, method=stats.PermutationMethod()).pvalue
        array(0.1)
    """

    def __init__(self, n_resamples=9999, batch=None, random_state=None, *, rng=None):
        super().__init__(n_resamples, batch)
        self.rng = rng if rng is not None else random_state


class BootstrapMethod(ResamplingMethod):
    """Observations are drawn from those of the sample.

    Parameters
        n_resamples: how many samples are drawn.
        batch: how many of them at a time; as many as memory suits if None.
        random_state, rng: a Generator, a RandomState or a seed.
        method: how an interval is made of them: "BCa", "percentile" or "basic".
    Raises
        ValueError, by the interval that takes it: another method, numbers that are not positive integers.
    Example
        >>> found = stats.pearsonr(cp.arange(9.), cp.arange(9.) ** 2)
        >>> bool(found.confidence_interval(method=stats.BootstrapMethod(rng=0)).low > 0.8)
        True
    """

    def __init__(self, n_resamples=9999, batch=None, random_state=None, method="BCa", *, rng=None):
        super().__init__(n_resamples, batch)
        self.rng, self.method = rng if rng is not None else random_state, method


def _generator(rng):
    if isinstance(rng, (_cp.random.Generator, _cp.random.RandomState)):
        return rng
    if hasattr(rng, "integers"):  # NumPy's
        rng = int(rng.integers(1 << 31))
    elif hasattr(rng, "randint"):
        rng = int(rng.randint((1 << 31) - 1))
    return _cp.random.default_rng(rng)


def _uniform(rng, shape):
    return rng.random(shape) if isinstance(rng, _cp.random.Generator) else rng.random_sample(shape)


def _batches(count, batch, size):
    """Numbers of resamples that sum up to `count`."""
    batch = int(batch or max(1, _MOST // max(size, 1)))
    while count > 0:
        yield min(batch, count)
        count -= batch


def _check(method):
    n = method.n_resamples
    if n != _math.inf and (n != int(n) or n <= 0):
        raise ValueError("`n_resamples` must be a positive integer.")
    if method.batch is not None and (method.batch != int(method.batch) or method.batch <= 0):
        raise ValueError("`batch` must be a positive integer or None.")


def _orders(n, pairings, first, method, size):
    """Orders of n observations, (batch, n), and how many there are, and whether these are all.

    Where the observations are not paired, only how they are divided counts: `first` of them are the first sample.
    """
    most = _math.factorial(n) if pairings else _math.comb(n, first)
    if method.n_resamples < most:
        rng = _generator(method.rng)
        count = int(method.n_resamples)
        return (_uniform(rng, (b, n)).argsort(axis=1) for b in _batches(count, method.batch, size)), count, False
    every = _itertools.permutations(range(n)) if pairings else _itertools.combinations(range(n), first)

    def chunks():
        for b in _batches(most, method.batch, size):
            chosen = _cp.asarray(list(_itertools.islice(every, b)), dtype="int64").reshape(b, -1)
            if pairings:
                yield chosen
            else:
                is_second = _cp.ones((b, n), dtype="int8")
                _cp.put_along_axis(is_second, chosen, _cp.asarray(0, dtype="int8"), axis=1)
                yield is_second.argsort(axis=1, kind="stable")

    return chunks(), most, True


class _Tail:
    """How many statistics of resamples are as extreme as that of the data."""

    def __init__(self, observed):
        slack = abs(observed) * (100 * float(_cp.finfo(observed.dtype).eps))
        self.observed, self.low, self.high = observed, observed + slack, observed - slack
        self.less = self.greater = 0

    def add(self, null):
        self.less = self.less + (null <= self.low).sum(axis=0)
        self.greater = self.greater + (null >= self.high).sum(axis=0)

    def p(self, count, more, alternative):
        less, greater = (self.less + more) / (count + more), (self.greater + more) / (count + more)
        p = {"less": less, "greater": greater}.get(alternative)
        if p is None:
            p = 2 * _cp.minimum(less, greater)
        return _cp.where(_cp.isnan(self.observed), _math.nan, _cp.clip(p, 0.0, 1.0))


def permuted(samples, statistic, method, alternative, pairings=False):
    """The statistic of samples along their last axes, and its probability among those of shuffled ones.

    With `pairings` the last sample alone is shuffled; otherwise observations go from one of two samples to the other.
    """
    _check(method)
    if any(sample.shape[-1] < 2 for sample in samples):
        raise ValueError("To be shuffled, each sample must have two observations at least.")
    tail = _Tail(statistic(*samples))
    first = samples[0].shape[-1]
    mixed = samples[-1] if pairings else _cp.concatenate(_joined(samples), axis=-1)
    orders, count, is_all = _orders(mixed.shape[-1], pairings, first, method, mixed.size)
    for order in orders:
        shuffled = _cp.moveaxis(mixed[..., order], -2, 0)
        tail.add(
            statistic(*samples[:-1], shuffled) if pairings else statistic(shuffled[..., :first], shuffled[..., first:])
        )
    return tail.observed, tail.p(count, 0 if is_all else 1, alternative)


def _joined(samples):
    """Samples of one shape but for the last axis."""
    shape = _cp.broadcast_shapes(*(s.shape[:-1] for s in samples))
    return [_cp.broadcast_to(s, (*shape, s.shape[-1])) for s in samples]


def drawn(samples, statistic, method, alternative):
    """The statistic of samples along their last axes, and its probability among those of samples that are drawn."""
    _check(method)
    rvs = method.rvs
    if rvs is None:
        normal = _generator(method.rng).standard_normal
        rvs = [lambda size: normal(size)] * len(samples)
    elif callable(rvs):
        rvs = [rvs]
    if len(rvs) != len(samples):
        raise ValueError(f"`rvs` must be a function for each of the {len(samples)} samples, found {len(rvs)}")
    tail = _Tail(statistic(*samples))
    lengths, count = [s.shape[-1] for s in samples], int(method.n_resamples)
    beside = (-1,) + (1,) * tail.observed.ndim
    for b in _batches(count, method.batch, sum(lengths)):
        null = statistic(*(_cp.asarray(draw(size=(b, n))) for draw, n in zip(rvs, lengths)))
        tail.add(null.reshape(beside))
    return tail.observed, tail.p(count, 1, alternative)


def _quantile(values, share):
    """Quantiles along the first axis of sorted values, each column its own."""
    place = share * (len(values) - 1)
    low = _cp.clip(_cp.nan_to_num(_cp.floor(place)), 0, len(values) - 1).astype("int64")
    high = _cp.minimum(low + 1, len(values) - 1)
    a, b = (_cp.take_along_axis(values, k[None], axis=0)[0] for k in (low, high))
    return _cp.where(_cp.isnan(share), _math.nan, a + (b - a) * (place - low))


def bootstrapped(samples, statistic, level, alternative, method):
    """Bounds of a statistic of paired samples, by drawing pairs from them."""
    _check(method)
    if method.method.lower() not in ("bca", "percentile", "basic"):
        raise ValueError(f"`method` must be one of 'percentile', 'basic' and 'BCa', not {method.method!r}")
    samples = _joined(samples)
    n, rng = samples[0].shape[-1], _generator(method.rng)
    found = []
    for b in _batches(int(method.n_resamples), method.batch, samples[0].size):
        which = _cp.minimum((_uniform(rng, (b, n)) * n).astype("int64"), n - 1)
        found.append(statistic(*(_cp.moveaxis(s[..., which], -2, 0) for s in samples)))
    values, observed = _cp.sort(_cp.concatenate(found), axis=0), statistic(*samples)
    alpha = (1 - level) / 2 if alternative == "two-sided" else 1 - level
    low, high = _cp.full(observed.shape, alpha), _cp.full(observed.shape, 1 - alpha)
    if method.method.lower() == "bca":
        # B. Efron, Better bootstrap confidence intervals, 1987: corrections of bias and of skewness.
        share = ((values < observed).mean(axis=0) + (values <= observed).mean(axis=0)) / 2
        bias = _special.ndtri(share)
        others = _cp.arange(n - 1)[None] + (_cp.arange(n - 1)[None] >= _cp.arange(n)[:, None])
        without = statistic(*(_cp.moveaxis(s[..., others], -2, 0) for s in samples))
        apart = without.mean(axis=0) - without
        skew = (apart**3).sum(axis=0) / (6 * (apart**2).sum(axis=0) ** 1.5)
        z = [bias + _special.ndtri(q) for q in (low, high)]
        low, high = (_special.ndtr(bias + q / (1 - skew * q)) for q in z)
    low, high = _quantile(values, low), _quantile(values, high)
    if method.method.lower() == "basic":
        low, high = 2 * observed - high, 2 * observed - low
    if alternative == "less":
        low = _cp.full_like(low, -_math.inf)
    elif alternative == "greater":
        high = _cp.full_like(high, _math.inf)
    return low, high
