"""Statistics of samples: scores, moments, ranks, correlations, tests."""

import math as _math
from collections import namedtuple as _namedtuple

import cuprum as _cp
from cuprum import _core
from cuprum._core._scipy_stats import (  # noqa: F401
    SmallSampleWarning,
    boxcox_llf,
    entropy,
    gmean,
    gzscore,
    hmean,
    kurtosis,
    percentileofscore,
    rankdata,
    sem,
    skew,
    trim_mean,
    zmap,
    zscore,
)
from cuprumx.scipy import special as _special

from . import _resampling
from ._resampling import BootstrapMethod, MonteCarloMethod, PermutationMethod, ResamplingMethod  # noqa: F401

_functions = _core._scipy_stats

DescribeResult = _namedtuple("DescribeResult", "nobs minmax mean variance skewness kurtosis")
ModeResult = _namedtuple("ModeResult", "mode count")
F_onewayResult = _namedtuple("F_onewayResult", "statistic pvalue")
MannwhitneyuResult = _namedtuple("MannwhitneyuResult", "statistic pvalue")
Power_divergenceResult = _namedtuple("Power_divergenceResult", "statistic pvalue")
ConfidenceInterval = _namedtuple("ConfidenceInterval", "low high")


class _LinregressResult(_namedtuple("LinregressResult", "slope intercept rvalue pvalue stderr")):
    """A line, and `intercept_stderr`."""


class _KstestResult(_namedtuple("KstestResult", "statistic pvalue")):
    """A test's result, `statistic_location` and `statistic_sign`."""


class SignificanceResult(_namedtuple("SignificanceResult", "statistic pvalue")):
    """A correlation and its probability."""

    @property
    def correlation(self):
        return self.statistic


class PearsonRResult(_namedtuple("PearsonRResult", "statistic pvalue")):
    """A correlation and its probability."""

    @property
    def correlation(self):
        return self.statistic

    def confidence_interval(self, confidence_level=0.95, method=None):
        """Within which bounds the correlation lies, by Fisher's transform or by a BootstrapMethod."""
        if isinstance(method, BootstrapMethod):
            low, high = _resampling.bootstrapped(
                self._samples, _correlation, confidence_level, self._alternative, method
            )
            return ConfidenceInterval(_cp.clip(low, -1.0, 1.0), _cp.clip(high, -1.0, 1.0))
        if method is not None:
            raise ValueError("`method` must be an instance of `BootstrapMethod` or None.")
        n = self._samples[0].shape[-1]
        if n < 4:  # too few for Fisher's transform to tell anything
            return ConfidenceInterval(_cp.full_like(self.statistic, -1.0), _cp.full_like(self.statistic, 1.0))
        z, error = _cp.arctanh(self.statistic), 1 / _math.sqrt(n - 3)
        low, high = _bounds(self._alternative, confidence_level, lambda p: float(_special.ndtri(p)))
        low, high = _cp.tanh(z + low * error), _cp.tanh(z + high * error)
        # The side that is not looked at is an end, also of a correlation that is NaN.
        if self._alternative == "less":
            low = _cp.full_like(z, -1.0)
        elif self._alternative == "greater":
            high = _cp.full_like(z, 1.0)
        return ConfidenceInterval(low, high)


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


def moment(
    a,
    order=1,
    axis=0,
    nan_policy="propagate",
    *,
    center=None,
    keepdims=False,
    moment=None,  # the earlier name of `order`
):
    order = order if moment is None else moment
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


def pmean(a, p, *, axis=0, dtype=None, weights=None, nan_policy="propagate", keepdims=False):
    if not isinstance(p, (int, float)):
        raise ValueError("Power mean only implemented for finite numbers as exponents")
    return _functions.pmean(a, p, axis=axis, dtype=dtype, weights=weights, nan_policy=nan_policy, keepdims=keepdims)


def describe(a, axis=0, ddof=1, bias=True, nan_policy="propagate"):
    return DescribeResult(*_functions.describe(a, axis, ddof, bias, nan_policy))


def mode(a, axis=0, nan_policy="propagate", keepdims=False):
    return ModeResult(*_functions.mode(a, axis, nan_policy, keepdims))


def _correlation(x, y):
    return _functions.pearsonr(x, y, axis=-1)[0]


def _last(a, axis):
    """The axes of a sample as one, the last."""
    if axis is None:
        return a.ravel()
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    a = _cp.moveaxis(a, axes, range(-len(axes), 0))
    kept = a.ndim - len(axes)
    return a.reshape(*a.shape[:kept], _math.prod(a.shape[kept:]))


def _together(x, y, axis):
    """Two samples with as many axes, of which those beside the observations' are broadcast."""
    if not isinstance(axis, int) or not all(isinstance(a, _cp.ndarray) for a in (x, y)) or x.shape == y.shape:
        return x, y
    ndim = max(x.ndim, y.ndim)
    if ndim < 2:
        return x, y
    rows = [_cp.moveaxis(a.reshape((1,) * (ndim - a.ndim) + a.shape), axis, -1) for a in (x, y)]
    shape = _cp.broadcast_shapes(*(a.shape[:-1] for a in rows))
    return tuple(_cp.moveaxis(_cp.broadcast_to(a, (*shape, a.shape[-1])), -1, axis) for a in rows)


def _inexact(a):
    return a if a.dtype.kind == "f" else a.astype(float)


def _resampled(samples, statistic, method, alternative, pairings=False):
    """A test's statistic and probability by a method, or a ValueError for another one."""
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError(f"`alternative` must be 'less', 'greater', or 'two-sided', found {alternative!r}")
    if isinstance(method, PermutationMethod):
        return _resampling.permuted(samples, statistic, method, alternative, pairings)
    if isinstance(method, MonteCarloMethod):
        return _resampling.drawn(samples, statistic, method, alternative)
    raise ValueError("`method` must be an instance of `PermutationMethod`, `MonteCarloMethod`, or None.")


def pearsonr(x, y, *, alternative="two-sided", method=None, axis=0):
    if axis is not None and not isinstance(axis, int):
        raise ValueError("`axis` must be an integer.")
    found = _functions.pearsonr(x, y, alternative, axis)
    samples = [_last(_inexact(a), None if axis is None else (axis if a.ndim > 1 else 0)) for a in (x, y)]
    if method is not None:
        found = _resampled(samples, _correlation, method, alternative, pairings=True)
    result = PearsonRResult(*found)
    result._alternative, result._samples = alternative, samples
    return result


def spearmanr(a, b=None, axis=0, nan_policy="propagate", alternative="two-sided"):
    return SignificanceResult(*_functions.spearmanr(a, b, axis, nan_policy, alternative))


def kendalltau(
    x,
    y,
    *,
    nan_policy="propagate",
    method="auto",
    variant="b",
    alternative="two-sided",
    axis=None,
    keepdims=False,
):
    return SignificanceResult(
        *_functions.kendalltau(x, y, nan_policy, method, variant, alternative, axis=axis, keepdims=keepdims)
    )


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
    keywords = {"equal_var": equal_var, "alternative": alternative, "trim": trim}
    if method is None:
        found = _functions.ttest_ind(a, b, axis=axis, nan_policy=nan_policy, keepdims=keepdims, **keywords)
        return _t_result(found, alternative)

    def statistic(x, y):
        return _functions.ttest_ind(x, y, axis=-1, **keywords)[0]

    found = _by_method(a, b, axis, nan_policy, keepdims, statistic, method, alternative)
    unknown = _cp.full_like(found[0], _math.nan)
    return _t_result((*found, unknown, unknown, unknown), alternative)


def _by_method(a, b, axis, nan_policy, keepdims, statistic, method, alternative):
    """A test of two samples by resampling."""
    if nan_policy not in ("propagate", "omit", "raise"):
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}")
    x, y = (_last(_inexact(s), axis) for s in (a, b))
    has_nan = nan_policy != "propagate" and any(bool(_cp.isnan(s).any()) for s in (x, y))
    if has_nan and nan_policy == "raise":
        raise ValueError("The input contains nan values")
    if has_nan:  # rows lose different numbers of elements
        shape = _cp.broadcast_shapes(x.shape[:-1], y.shape[:-1])
        rows = [_cp.broadcast_to(s, (*shape, s.shape[-1])).reshape(-1, s.shape[-1]) for s in (x, y)]
        each = [_resampled([s[~_cp.isnan(s)] for s in pair], statistic, method, alternative) for pair in zip(*rows)]
        found = [_cp.stack(column).reshape(shape) for column in zip(*each)]
    else:
        found = _resampled([x, y], statistic, method, alternative)
    if keepdims:
        axes = tuple(range(a.ndim)) if axis is None else axis
        found = [_cp.expand_dims(one, axes) for one in found]
    return tuple(found)


def ttest_rel(a, b, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False):
    return _t_result(_functions.ttest_rel(a, b, axis, nan_policy, alternative, keepdims=keepdims), alternative)


def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True, nan_policy="propagate", keepdims=False):
    return Power_divergenceResult(
        *_functions.chisquare(f_obs, f_exp, ddof, axis, sum_check=sum_check, nan_policy=nan_policy, keepdims=keepdims)
    )


def f_oneway(*samples, axis=0, equal_var=True, nan_policy="propagate", keepdims=False):
    if not isinstance(equal_var, bool):
        raise TypeError(f"Expected a boolean value for 'equal_var', found {equal_var!r}")
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
    if use_continuity not in (True, False):
        raise ValueError(f"`use_continuity` must be True or False, not {use_continuity!r}")
    x, y = _together(x, y, axis)
    if not isinstance(method, str):
        if not isinstance(method, PermutationMethod):
            raise ValueError("`method` must be one of {'asymptotic', 'exact', 'auto'} or a `PermutationMethod`.")

        def statistic(a, b):
            return _functions.mannwhitneyu(a, b, use_continuity, "two-sided", -1, "asymptotic")[0]

        return MannwhitneyuResult(*_by_method(x, y, axis, nan_policy, keepdims, statistic, method, alternative))
    return MannwhitneyuResult(
        *_functions.mannwhitneyu(
            x, y, use_continuity, alternative, axis, method.lower(), nan_policy=nan_policy, keepdims=keepdims
        )
    )


def ks_2samp(
    data1,
    data2,
    alternative="two-sided",
    method="auto",
    *,
    axis=0,
    nan_policy="propagate",
    keepdims=False,
    mode=None,  # the earlier name of `method`
):
    if mode is not None:
        if method != "auto":
            raise TypeError("ks_2samp() got both `method` and `mode`, which is another name of it")
        method = mode
    data1, data2 = _together(data1, data2, axis)
    statistic, pvalue, location, sign = _functions.ks_2samp(
        data1, data2, alternative, method, axis=axis, nan_policy=nan_policy, keepdims=keepdims
    )
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
    "pmean",
    "spearmanr",
    "ttest_1samp",
    "ttest_ind",
    "ttest_rel",
):
    globals()[_name].__doc__ = getattr(_functions, _name).__doc__
