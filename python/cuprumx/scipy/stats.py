"""SciPy's statistics for arrays on a device: scores, moments, ranks, correlations, tests, densities, distributions."""

import math as _math
from collections import namedtuple as _namedtuple

import cuprum as _cp
from cuprum import _core
from cuprum._core._scipy_stats import (  # noqa: F401
    boxcox_llf,
    entropy,
    gmean,
    gzscore,
    hmean,
    kurtosis,
    percentileofscore,
    pmean,
    rankdata,
    sem,
    skew,
    trim_mean,
    zmap,
    zscore,
)
from cuprumx.scipy import special as _special

_functions = _core._scipy_stats

DescribeResult = _namedtuple("DescribeResult", "nobs minmax mean variance skewness kurtosis")
ModeResult = _namedtuple("ModeResult", "mode count")
SignificanceResult = _namedtuple("SignificanceResult", "statistic pvalue")
F_onewayResult = _namedtuple("F_onewayResult", "statistic pvalue")
MannwhitneyuResult = _namedtuple("MannwhitneyuResult", "statistic pvalue")
Power_divergenceResult = _namedtuple("Power_divergenceResult", "statistic pvalue")
ConfidenceInterval = _namedtuple("ConfidenceInterval", "low high")
BinnedStatisticResult = _namedtuple("BinnedStatisticResult", "statistic bin_edges binnumber")
BinnedStatisticddResult = _namedtuple("BinnedStatisticddResult", "statistic bin_edges binnumber")


class _LinregressResult(_namedtuple("LinregressResult", "slope intercept rvalue pvalue stderr")):
    """A line, and `intercept_stderr`."""


class _KstestResult(_namedtuple("KstestResult", "statistic pvalue")):
    """A test's result, `statistic_location` and `statistic_sign`."""


class PearsonRResult(_namedtuple("PearsonRResult", "statistic pvalue")):
    """A correlation and its probability."""

    @property
    def correlation(self):
        return self.statistic

    def confidence_interval(self, confidence_level=0.95, method=None):
        """Within which bounds the correlation lies, by Fisher's transform."""
        if method is not None:
            raise NotImplementedError("confidence_interval: intervals are Fisher's; resampling is not offered")
        if self._n < 4:
            nan = _cp.full_like(self.statistic, _math.nan)
            return ConfidenceInterval(nan, nan)
        z, error = _cp.arctanh(self.statistic), 1 / _math.sqrt(self._n - 3)
        low, high = _bounds(self._alternative, confidence_level, lambda p: float(_special.ndtri(p)))
        return ConfidenceInterval(_cp.tanh(z + low * error), _cp.tanh(z + high * error))


class TtestResult(_namedtuple("TtestResult", "statistic pvalue")):
    """A t-test's result, and `df`."""

    def confidence_interval(self, confidence_level=0.95):
        """Within which bounds the difference of means lies."""
        if not 0 <= confidence_level <= 1:
            raise ValueError(f"`confidence_level` must be a number between 0 and 1, not {confidence_level}")
        low, high = _bounds(self._alternative, confidence_level, lambda p: _special.stdtrit(self.df, p))
        return ConfidenceInterval(self._estimate + low * self._error, self._estimate + high * self._error)


def _bounds(alternative, level, quantile):
    """The quantiles between which a statistic lies."""
    if alternative == "less":
        return -_math.inf, quantile(level)
    if alternative == "greater":
        return quantile(1 - level), _math.inf
    return quantile((1 - level) / 2), quantile((1 + level) / 2)


def moment(a, order=1, axis=0, nan_policy="propagate", *, center=None, keepdims=False):
    orders = order if isinstance(order, (list, tuple)) or getattr(order, "ndim", 0) else None
    if orders is None:
        return _functions.moment(a, float(order), axis, nan_policy, center=center, keepdims=keepdims)
    if not len(orders):
        raise ValueError("`order` must be a scalar or a non-empty 1D array.")
    return _cp.stack(
        [_functions.moment(a, float(n), axis, nan_policy, center=center, keepdims=keepdims) for n in orders]
    )


def iqr(x, axis=None, rng=(25, 75), scale=1.0, nan_policy="propagate", interpolation="linear", keepdims=False):
    if isinstance(scale, str):
        if scale.lower() != "normal":
            raise ValueError(f"{scale} not a valid scale for `iqr`")
        scale = 1.3489795003921634  # between the quartiles of the normal distribution
    if len(rng) != 2:
        raise TypeError("`rng` must be a two element sequence.")
    return _functions.iqr(x, axis, tuple(rng), scale, nan_policy, interpolation, keepdims)


def describe(a, axis=0, ddof=1, bias=True, nan_policy="propagate"):
    return DescribeResult(*_functions.describe(a, axis, ddof, bias, nan_policy))


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    return ModeResult(*_functions.mode(a, axis, nan_policy, keepdims))


def pearsonr(x, y, *, alternative="two-sided", method=None, axis=0):
    if method is not None:
        raise NotImplementedError(
            "pearsonr: probabilities are those of the beta distribution; no resampling is offered"
        )
    result = PearsonRResult(*_functions.pearsonr(x, y, alternative, axis))
    result._alternative = alternative
    result._n = x.size if axis is None else x.shape[axis]
    return result


def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    return SignificanceResult(*_functions.spearmanr(a, b, axis, nan_policy, alternative))


def kendalltau(x, y, *, nan_policy="propagate", method="auto", variant="b", alternative="two-sided"):
    return SignificanceResult(*_functions.kendalltau(x, y, nan_policy, method, variant, alternative))


def linregress(x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False):
    *line, intercept_stderr = _functions.linregress(
        x, y, alternative, axis=axis, nan_policy=nan_policy, keepdims=keepdims
    )
    result = _LinregressResult(*line)
    result.intercept_stderr = intercept_stderr
    return result


def _t_result(found, alternative):
    statistic, pvalue, df, estimate, error = found
    result = TtestResult(statistic, pvalue)
    result.df, result._estimate, result._error, result._alternative = df, estimate, error, alternative
    return result


def ttest_1samp(a, popmean, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False):
    return _t_result(_functions.ttest_1samp(a, popmean, axis, nan_policy, alternative, keepdims=keepdims), alternative)


def ttest_ind(
    a,
    b,
    *,
    axis=0,
    equal_var=True,
    nan_policy="propagate",
    alternative="two-sided",
    trim=0,
    method=None,
    keepdims=False,
):
    if method is not None:
        raise NotImplementedError("ttest_ind: probabilities are those of Student's t; no resampling is offered")
    keywords = {"axis": axis, "equal_var": equal_var, "nan_policy": nan_policy, "alternative": alternative}
    return _t_result(_functions.ttest_ind(a, b, **keywords, trim=trim, keepdims=keepdims), alternative)


def ttest_rel(a, b, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False):
    return _t_result(_functions.ttest_rel(a, b, axis, nan_policy, alternative, keepdims=keepdims), alternative)


def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True, nan_policy="propagate", keepdims=False):
    return Power_divergenceResult(
        *_functions.chisquare(f_obs, f_exp, ddof, axis, sum_check=sum_check, nan_policy=nan_policy, keepdims=keepdims)
    )


def f_oneway(*samples, axis=0, equal_var=True, nan_policy="propagate", keepdims=False):
    return F_onewayResult(
        *_functions.f_oneway(*samples, axis=axis, equal_var=equal_var, nan_policy=nan_policy, keepdims=keepdims)
    )


def mannwhitneyu(
    x,
    y,
    use_continuity=True,
    alternative="two-sided",
    axis=0,
    method="auto",
    *,
    nan_policy="propagate",
    keepdims=False,
):
    return MannwhitneyuResult(
        *_functions.mannwhitneyu(
            x, y, use_continuity, alternative, axis, method, nan_policy=nan_policy, keepdims=keepdims
        )
    )


def ks_2samp(data1, data2, alternative="two-sided", method="auto"):
    statistic, pvalue, location, sign = _functions.ks_2samp(data1, data2, alternative, method)
    result = _KstestResult(statistic, pvalue)
    result.statistic_location, result.statistic_sign = location, sign
    return result


for _name in (
    "chisquare",
    "describe",
    "f_oneway",
    "iqr",
    "kendalltau",
    "ks_2samp",
    "linregress",
    "mannwhitneyu",
    "mode",
    "moment",
    "pearsonr",
    "spearmanr",
    "ttest_1samp",
    "ttest_ind",
    "ttest_rel",
):
    globals()[_name].__doc__ = getattr(_functions, _name).__doc__


def _bins_of(bins, range, axes):
    """Numbers of bins, edges and ranges, one for each axis; nothing where they are not given."""
    if isinstance(bins, int):
        bins = [bins] * axes
    elif getattr(bins, "ndim", 0) == 1 and axes == 1:
        bins = [bins]
    bins = list(bins)
    if len(bins) != axes:
        raise ValueError(
            f"The dimension of bins must be equal to the dimension of the sample x: {len(bins)}, not {axes}"
        )
    ranges = []
    if range is not None:
        ranges = [(float(low), float(high)) for low, high in range]
        if len(ranges) != axes:
            raise ValueError(f"range given for {len(ranges)} dimensions; {axes} required")
    counts = [n for n in bins if isinstance(n, int)]
    if len(counts) == axes:
        return counts, [], ranges
    return [], bins, ranges


def _binned(sample, values, statistic, bins, range):
    axes = sample.shape[1]
    counts, edges, ranges = _bins_of(bins, range, axes)
    if edges and any(isinstance(edge, int) for edge in edges):
        # Numbers beside edges: each becomes edges of its own.
        one = [
            _functions.binned_statistic_dd(sample[:, k : k + 1], values, "count", [n], [], ranges[k : k + 1])[1][0]
            if isinstance(n, int)
            else n
            for k, n in enumerate(edges)
        ]
        edges = one
    edges = [_cp.asarray(edge) for edge in edges]
    if not callable(statistic):
        return _functions.binned_statistic_dd(sample, values, statistic, counts, edges, ranges)
    # A function of Python's sees the values of one bin at a time.
    _, edges, numbers = _functions.binned_statistic_dd(sample, values, "count", counts, edges, ranges)
    shape = tuple(edge.size - 1 for edge in edges)
    rows = values if values.ndim > 1 else values[None]
    result = _cp.empty((len(rows), *shape))
    import itertools

    for v, row in enumerate(rows):
        for place in itertools.product(*map(_builtin_range, shape)):
            inside = _cp.ones(row.shape, dtype=bool)
            for k, number in enumerate(place):
                inside &= numbers[k] == number + 1
            chosen = row[inside]
            try:
                result[(v, *place)] = statistic(chosen)
            except (ValueError, ZeroDivisionError, IndexError):
                if chosen.size:
                    raise
                result[(v, *place)] = _math.nan
    return (result if values.ndim > 1 else result[0]), edges, numbers


_builtin_range = range


def binned_statistic(x, values, statistic="mean", bins=10, range=None):
    """A statistic of the values whose places lie in each bin.

    Parameters
        x: places, (N,).
        values: their values, (N,), or a list of several such.
        statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
        bins: the number of bins, or their edges.
        range: the outer edges; the least and the largest place if None.
    Returns
        (statistic, bin_edges, binnumber).
    Raises
        ValueError: another statistic, lengths that do not fit, edges that do not rise.
    Example
        >>> stats.binned_statistic(cp.array([0., 1., 5.]), cp.array([1., 3., 7.]), bins=2).statistic
        array([2., 7.])
    """
    if not isinstance(bins, int):
        bins = [_cp.asarray(bins)]
    if range is not None and len(range) == 2 and not hasattr(range[0], "__len__"):
        range = [range]
    values = _cp.asarray(values)
    found, edges, numbers = _binned(x.reshape(-1, 1), values, statistic, bins, range)
    return BinnedStatisticResult(found, edges[0], numbers[0])


def binned_statistic_dd(
    sample, values, statistic="mean", bins=10, range=None, expand_binnumbers=False, binned_statistic_result=None
):
    """A statistic of the values whose places lie in each bin of a grid.

    Parameters
        sample: places, (N, D).
        values: their values, (N,), or a list of several such.
        statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
        bins: the number of bins, or one or the edges for each axis.
        range: the outer edges of each axis; the least and the largest place if None.
        expand_binnumbers: tell bins by a number for each axis.
        binned_statistic_result: an earlier result, whose edges are taken.
    Returns
        (statistic, bin_edges, binnumber).
    Raises
        ValueError: as `binned_statistic`.
    """
    values = _cp.asarray(values)
    if sample.ndim == 1:
        sample = sample.reshape(-1, 1)
    if binned_statistic_result is not None:
        bins, range = list(binned_statistic_result.bin_edges), None
    found, edges, numbers = _binned(sample, values, statistic, bins, range)
    if not expand_binnumbers:
        flat = numbers[0]
        for k, edge in enumerate(edges[1:], 1):
            flat = flat * (edge.size + 1) + numbers[k]
        numbers = flat
    elif len(edges) == 1:
        numbers = numbers[0]
    return BinnedStatisticddResult(found, list(edges), numbers)


class gaussian_kde(_functions.GaussianKde):
    """A density as a sum of normal distributions about points.

    Parameters
        dataset: points, (d, n) or (n,).
        bw_method: the bandwidth: "scott", "silverman", a factor, or a function that is given this object.
        weights: what points count, (n,); the same if None.
    Raises
        ValueError: one point or none; weights of another shape; another bandwidth.
    Example
        >>> stats.gaussian_kde(cp.array([-1., 0., 1.])).evaluate(cp.array([0.])).round(4)
        array([0.3062])
    """

    def __init__(self, dataset, bw_method=None, weights=None):
        super().__init__(dataset, weights)
        self.set_bandwidth(bw_method)

    def set_bandwidth(self, bw_method=None):
        """Takes another bandwidth."""
        if bw_method is None or bw_method == "scott":
            self.set_factor(self.scotts_factor())
        elif bw_method == "silverman":
            self.set_factor(self.silverman_factor())
        elif isinstance(bw_method, (int, float)):
            self.set_factor(float(bw_method))
        elif callable(bw_method):
            self.set_factor(float(bw_method(self)))
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")

    def covariance_factor(self):
        return self.factor

    def __call__(self, points):
        return self.evaluate(points)

    def pdf(self, x):
        return self.evaluate(x)

    def integrate_box_1d(self, low, high):
        """The probability of values between two bounds."""
        if self.d != 1:
            raise ValueError("integrate_box_1d() only handles 1D pdfs")
        deviation = _cp.sqrt(self.covariance)[0, 0]
        z = _special.ndtr((high - self.dataset[0]) / deviation) - _special.ndtr((low - self.dataset[0]) / deviation)
        return (self.weights * z).sum()

    def integrate_gaussian(self, mean, cov):
        """The integral of the density times a normal distribution's."""
        mean, cov = _cp.atleast_1d(_cp.asarray(mean, dtype=float)), _cp.atleast_2d(_cp.asarray(cov, dtype=float))
        if mean.shape != (self.d,) or cov.shape != (self.d, self.d):
            raise ValueError(f"mean and cov have {mean.shape} and {cov.shape}, not the dimension {self.d}")
        return _overlap(self.dataset - mean[:, None], self.covariance + cov) @ self.weights

    def integrate_kde(self, other):
        """The integral of the product of two densities."""
        if other.d != self.d:
            raise ValueError("KDEs are not the same dimensionality")
        apart = (self.dataset[:, :, None] - other.dataset[:, None, :]).reshape(self.d, -1)
        terms = _overlap(apart, self.covariance + other.covariance).reshape(self.n, other.n)
        return self.weights @ terms @ other.weights

    def resample(self, size=None, seed=None):
        """Draws from the density: (d, size)."""
        size = int(self.neff) if size is None else size
        rng = seed if hasattr(seed, "standard_normal") else _cp.random.default_rng(seed)
        noise = _cp.linalg.cholesky(self.covariance) @ rng.standard_normal((self.d, size))
        share = _cp.cumsum(self.weights)
        which = _cp.minimum(_cp.searchsorted(share, rng.random(size) * share[-1], side="right"), self.n - 1)
        return self.dataset[:, which] + noise

    def marginal(self, dimensions):
        """The density of some of the coordinates."""
        kept = [int(k) for k in _cp.atleast_1d(_cp.asarray(dimensions)).tolist()]
        if len(set(k % self.d for k in kept)) != len(kept):
            raise ValueError("All elements of `dimensions` must be unique.")
        return gaussian_kde(self.dataset[kept], bw_method=self.factor, weights=self.weights)


def _overlap(apart, covariance):
    """The normal density of differences, (d, n)."""
    z = _cp.linalg.solve(_cp.linalg.cholesky(covariance), apart)
    return _cp.exp(-(z * z).sum(axis=0) / 2) / _cp.sqrt(_cp.linalg.det(2 * _math.pi * covariance))


def _source(random_state):
    """What random numbers are drawn from."""
    if random_state is None:
        return _cp.random.get_random_state()
    if isinstance(random_state, _cp.random.Generator):
        return random_state._source
    if isinstance(random_state, _cp.random.RandomState):
        return random_state
    return _cp.random.RandomState(random_state)


class _Distribution:
    """What continuous and discrete distributions have in common: SciPy's methods, whose arguments are those of the family, then `loc`
    and, of continuous ones, `scale`."""

    def __init__(self, core):
        self._core, self.name, self._names = core, core.name, list(core.shape_names)
        self.shapes = ", ".join(self._names) or None
        self.numargs = len(self._names)

    def _parse(self, args, keywords, tail):
        """Shapes, then the values of `tail`, which have defaults."""
        names = [*self._names, *tail]
        if len(args) > len(names):
            raise TypeError(f"{self.name} takes at most {len(names)} parameters, not {len(args)}")
        given = dict(zip(names, args))
        for name, value in keywords.items():
            if name not in names:
                raise TypeError(f"{self.name} has no parameter {name!r}")
            if name in given:
                raise TypeError(f"{self.name} got more than one value for {name!r}")
            given[name] = value
        if missing := [name for name in self._names if name not in given]:
            raise TypeError(f"{self.name} misses {', '.join(missing)}")
        return [given[name] for name in self._names], [given.get(name, default) for name, default in tail.items()]

    def _location(self, args, keywords):
        tail = {"loc": 0.0} if self._core.discrete else {"loc": 0.0, "scale": 1.0}
        shapes, rest = self._parse(args, keywords, tail)
        return shapes, rest[0], rest[1] if len(rest) > 1 else 1.0

    def _value(self, what, x, args, keywords):
        return getattr(self._core, what)(x, *self._location(args, keywords))

    def __call__(self, *args, **keywords):
        return rv_frozen(self, *args, **keywords)

    def freeze(self, *args, **keywords):
        return self(*args, **keywords)

    def cdf(self, x, *args, **keywords):
        """The probability of values up to x."""
        return self._value("cdf", x, args, keywords)

    def logcdf(self, x, *args, **keywords):
        """The logarithm of `cdf`."""
        return self._value("logcdf", x, args, keywords)

    def sf(self, x, *args, **keywords):
        """The probability of values above x."""
        return self._value("sf", x, args, keywords)

    def logsf(self, x, *args, **keywords):
        """The logarithm of `sf`."""
        return self._value("logsf", x, args, keywords)

    def ppf(self, q, *args, **keywords):
        """The value up to which lies a probability of q."""
        return self._value("ppf", q, args, keywords)

    def isf(self, q, *args, **keywords):
        """The value above which lies a probability of q."""
        return self._value("isf", q, args, keywords)

    def mean(self, *args, **keywords):
        """The mean."""
        return self._value("mean", 0.0, args, keywords)

    def var(self, *args, **keywords):
        """The variance."""
        return self._value("variance", 0.0, args, keywords)

    def std(self, *args, **keywords):
        """The standard deviation."""
        return _cp.sqrt(self.var(*args, **keywords))

    def median(self, *args, **keywords):
        """The value with as much probability below as above it."""
        return self.ppf(0.5, *args, **keywords)

    def entropy(self, *args, **keywords):
        """The entropy, in natural units."""
        return self._value("entropy", 0.0, args, keywords)

    def stats(self, *args, moments="mv", **keywords):
        """The mean ("m"), variance ("v"), skewness ("s") and kurtosis less 3 ("k"), as `moments` names them."""
        names = {"m": "mean", "v": "variance", "s": "skewness", "k": "kurtosis"}
        found = tuple(self._value(names[letter], 0.0, args, keywords) for letter in "mvsk" if letter in moments)
        return found[0] if len(found) == 1 else found

    def interval(self, confidence, *args, **keywords):
        """The bounds of the middle that has a probability of `confidence`."""
        confidence = _cp.asarray(confidence)
        if bool(((confidence < 0) | (confidence > 1)).any()):
            raise ValueError("confidence must be between 0 and 1 inclusive")
        return (
            self.ppf((1 - confidence) / 2, *args, **keywords),
            self.ppf((1 + confidence) / 2, *args, **keywords),
        )

    def support(self, *args, **keywords):
        """The least and the largest value."""
        first = self.ppf(0.0, *args, **keywords)
        return first + 1 if self._core.discrete else first, self.ppf(1.0, *args, **keywords)

    def rvs(self, *args, size=None, random_state=None, **keywords):
        """Draws of a size from the distribution, by a RandomState, a Generator, a seed or the current state."""
        tail = {"loc": 0.0} if self._core.discrete else {"loc": 0.0, "scale": 1.0}
        if size is None:  # which may stand behind the parameters
            tail["size"] = None
        shapes, rest = self._parse(args, keywords, tail)
        if size is None:
            size = rest.pop()
        return self._core.rvs(_source(random_state), size, shapes, rest[0], rest[1] if len(rest) > 1 else 1.0)


class rv_continuous(_Distribution):
    """A continuous distribution. Its functions take x or q, then the family's parameters, `loc` and `scale`."""

    def pdf(self, x, *args, **keywords):
        """The density at x."""
        return self._value("pdf", x, args, keywords)

    def logpdf(self, x, *args, **keywords):
        """The logarithm of `pdf`."""
        return self._value("logpdf", x, args, keywords)

    def nnlf(self, theta, x):
        """What is least where data are most likely: less the sum of logarithms of densities."""
        *shapes, loc, scale = theta
        return -self.logpdf(x, *shapes, loc, scale).sum()

    def fit(self, data, *args, method="MLE", **keywords):
        """The parameters, `loc` and `scale` under which data are most likely.

        Parameters
            data: numbers.
            args: where to begin with the family's parameters; `loc` and `scale` begin where keywords say.
            floc, fscale, f0, f1, and fa for a parameter a: held fast.
            method: "MLE".
        Returns
            A tuple of floats.
        Raises
            TypeError: a keyword that there is not. ValueError: data that are not finite or not possible, all held fast.
        """
        if method.upper() != "MLE":
            raise ValueError(f"Method '{method}' not available; must be 'MLE'")
        names = [*self._names, "loc", "scale"]
        start, fixed = [None] * len(names), [None] * len(names)
        if len(args) > len(self._names):
            raise TypeError("Too many input arguments.")
        start[: len(args)] = map(float, args)
        for k, name in enumerate(names):
            keys = [f"f{name}", f"fix_{name}"] + ([f"f{k}"] if k < len(self._names) else [])
            values = [float(keywords.pop(key)) for key in keys if keywords.get(key) is not None]
            if len(values) > 1:
                raise ValueError(
                    f"fit method got multiple keyword arguments to specify the same fixed parameter: {keys}"
                )
            fixed[k] = values[0] if values else None
            if name in keywords:
                start[k] = float(keywords.pop(name))
        if keywords := {name: value for name, value in keywords.items() if value is not None}:
            raise TypeError(f"Unknown arguments: {keywords}.")
        return tuple(self._core.fit(data, fixed, start))


class rv_discrete(_Distribution):
    """A discrete distribution. Its functions take k or q, then the family's parameters and `loc`."""

    def pmf(self, k, *args, **keywords):
        """The probability of k."""
        return self._value("pdf", k, args, keywords)

    def logpmf(self, k, *args, **keywords):
        """The logarithm of `pmf`."""
        return self._value("logpdf", k, args, keywords)


class rv_frozen:
    """A distribution with its parameters."""

    def __init__(self, dist, *args, **keywords):
        dist._location(args, keywords)  # which looks at them
        self.dist, self.args, self.kwds = dist, args, keywords

    def __getattr__(self, name):
        if name.startswith("_") or name in ("fit", "nnlf", "freeze", "name", "shapes"):
            raise AttributeError(f"a frozen distribution has no {name!r}")
        function = getattr(self.dist, name)
        if name in ("mean", "var", "std", "median", "entropy", "stats", "support", "rvs"):
            if name == "rvs":
                return lambda size=None, random_state=None: function(
                    *self.args, size=size, random_state=random_state, **self.kwds
                )
            return lambda **more: function(*self.args, **self.kwds, **more)
        return lambda x: function(x, *self.args, **self.kwds)


for _row in _functions.distributions():
    globals()[_row.name] = (rv_discrete if _row.discrete else rv_continuous)(_row)
