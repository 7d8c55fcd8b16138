"""How tests draw samples anew. The tests themselves are in C++."""

import cuprum as _cp


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


def generator_of(rng):
    """What numbers are drawn from: a generator as it is, or a new one of a seed."""
    if isinstance(rng, (_cp.random.Generator, _cp.random.RandomState)):
        return rng
    if hasattr(rng, "integers"):  # NumPy's
        rng = int(rng.integers(1 << 31))
    elif hasattr(rng, "randint"):
        rng = int(rng.randint((1 << 31) - 1))
    return _cp.random.default_rng(rng)
