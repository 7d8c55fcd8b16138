"""SciPy's distances for arrays on a device: of two vectors, and of all pairs of rows."""

import cuprum as _cp
from cuprum import _core
from cuprum._core._scipy_spatial_distance import *  # noqa: F403
from cuprum._core._scipy_spatial_distance import dice

# What metrics take, under each of their names; the others take weights.
_TAKES = {
    **dict.fromkeys(("minkowski", "mi", "m", "pnorm"), {"p", "w"}),
    **dict.fromkeys(("seuclidean", "se", "s"), {"V"}),
    **dict.fromkeys(("mahalanobis", "mahal", "mah"), {"VI"}),
    **dict.fromkeys(("jensenshannon", "js"), set()),
}


def _keywords(metric, keywords):
    """The keywords of a metric; a TypeError for others."""
    for name in keywords:
        if name not in _TAKES.get(metric.lower(), {"w"}) and not (
            name in ("p", "w", "V", "VI") and keywords[name] is None
        ):
            raise TypeError(f"the metric {metric!r} takes no argument {name!r}")
    return {name: value for name, value in keywords.items() if value is not None}


def _name(metric):
    """The name of a metric that was given as one of the functions here."""
    name = getattr(metric, "__name__", None)
    if callable(metric) and name in _core._scipy_spatial_distance._metrics():
        if getattr(_core._scipy_spatial_distance, name, None) is metric:
            return name
    return metric


def cdist(XA, XB, metric: object = "euclidean", out=None, **kwargs):
    if metric is dice:  # the function as a metric is one of flags, its name one of degrees of truth
        XA, XB = _cp.asarray(XA) != 0, _cp.asarray(XB) != 0
    metric = _name(metric)
    if isinstance(metric, str):
        return _core._scipy_spatial_distance.cdist(XA, XB, metric, out, **_keywords(metric, kwargs))
    if not callable(metric):
        raise TypeError("2nd argument metric must be a string identifier or a function.")
    XA, XB = _cp.asarray(XA), _cp.asarray(XB)
    if XA.ndim != 2 or XB.ndim != 2 or XA.shape[1] != XB.shape[1]:
        raise ValueError(f"XA and XB must be matrices of as many columns, found the shapes {XA.shape} and {XB.shape}")
    result = _cp.empty((len(XA), len(XB))) if out is None else out
    for i, u in enumerate(XA):
        for j, v in enumerate(XB):
            result[i, j] = metric(u, v, **kwargs)
    return result


def pdist(X, metric: object = "euclidean", *, out=None, **kwargs):
    if metric is dice:
        X = _cp.asarray(X) != 0
    metric = _name(metric)
    if isinstance(metric, str):
        return _core._scipy_spatial_distance.pdist(X, metric, out, **_keywords(metric, kwargs))
    if not callable(metric):
        raise TypeError("2nd argument metric must be a string identifier or a function.")
    X = _cp.asarray(X)
    if X.ndim != 2:
        raise ValueError(f"A 2-dimensional array must be passed, found the shape {X.shape}")
    n = len(X)
    result = _cp.empty(n * (n - 1) // 2) if out is None else out
    k = 0
    for i in range(n):
        for j in range(i + 1, n):
            result[k] = metric(X[i], X[j], **kwargs)
            k += 1
    return result


cdist.__doc__ = _core._scipy_spatial_distance.cdist.__doc__
pdist.__doc__ = _core._scipy_spatial_distance.pdist.__doc__


def distance_matrix(x, y, p: float = 2, threshold=1000000):  # how much is computed at a time is the kernel's matter
    return _core._scipy_spatial.distance_matrix(x, y, p)


distance_matrix.__doc__ = _core._scipy_spatial.distance_matrix.__doc__
