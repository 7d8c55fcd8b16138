"""Tests of samples that may be resampled by a method of Python's."""

import math as _math

import cuprum as _cp
from cuprum import _core

from . import _resampling
from ._resampling import BootstrapMethod, MonteCarloMethod, PermutationMethod

_functions = _core._scipy_stats


class PearsonRResult(_functions.PearsonRResult):
    """A correlation and its probability."""

    def confidence_interval(self, confidence_level=0.95, method=None):
        """Within which bounds the correlation lies, by Fisher's transform or by a BootstrapMethod."""
        if isinstance(method, BootstrapMethod):
            low, high = _resampling.bootstrapped(
                self._samples, _correlation, confidence_level, self.alternative, method
            )
            return _functions.ConfidenceInterval(_cp.clip(low, -1.0, 1.0), _cp.clip(high, -1.0, 1.0))
        if method is not None:
            raise ValueError("`method` must be an instance of `BootstrapMethod` or None.")
        return super().confidence_interval(confidence_level)


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


def pearsonr(x, y, *, alternative="two-sided", method=None, axis: int | None = 0):
    if axis is not None and not isinstance(axis, int):
        raise ValueError("`axis` must be an integer.")
    found = _functions.pearsonr(x, y, alternative, axis)
    samples = [_last(_inexact(a), None if axis is None else (axis if a.ndim > 1 else 0)) for a in (x, y)]
    result = PearsonRResult(
        *(found if method is None else _resampled(samples, _correlation, method, alternative, pairings=True))
    )
    result.n, result.alternative, result._samples = found.n, alternative, samples
    return result


def ttest_ind(
    a,
    b,
    *,
    axis: int | None = 0,
    equal_var=True,
    nan_policy="propagate",
    alternative="two-sided",
    trim: float = 0,
    method=None,
    keepdims=False,
):
    keywords = {"equal_var": equal_var, "alternative": alternative, "trim": trim}
    if method is None:
        return _functions.ttest_ind(a, b, axis=axis, nan_policy=nan_policy, keepdims=keepdims, **keywords)

    def statistic(x, y):
        return _functions.ttest_ind(x, y, axis=-1, **keywords)[0]

    result = _functions.TtestResult(*_by_method(a, b, axis, nan_policy, keepdims, statistic, method, alternative))
    result.df = result.estimate = result.standard_error = _cp.full_like(result.statistic, _math.nan)
    result.alternative = alternative
    return result


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


def mannwhitneyu(
    x,
    y,
    use_continuity=True,
    alternative="two-sided",
    axis: int | None = 0,
    method="auto",
    *,
    nan_policy="propagate",
    keepdims=False,
):
    if use_continuity not in (True, False):
        raise ValueError(f"`use_continuity` must be True or False, not {use_continuity!r}")
    if not isinstance(method, str):
        if not isinstance(method, PermutationMethod):
            raise ValueError("`method` must be one of {'asymptotic', 'exact', 'auto'} or a `PermutationMethod`.")

        def statistic(a, b):
            return _functions.mannwhitneyu(a, b, use_continuity, "two-sided", -1, "asymptotic")[0]

        found = _by_method(x, y, axis, nan_policy, keepdims, statistic, method, alternative)
        return _functions.MannwhitneyuResult(*found)
    return _functions.mannwhitneyu(
        x, y, use_continuity, alternative, axis, method.lower(), nan_policy=nan_policy, keepdims=keepdims
    )


for _function in (mannwhitneyu, pearsonr, ttest_ind):
    _function.__doc__ = getattr(_functions, _function.__name__).__doc__
