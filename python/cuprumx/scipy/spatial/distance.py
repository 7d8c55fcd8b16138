"""SciPy's distances for arrays on a device: of two vectors, and of all pairs of rows."""

import math as _math

import cuprum as _cp
from cuprum import _core
from cuprum._core._scipy_spatial_distance import (  # noqa: F401
    braycurtis,
    canberra,
    chebyshev,
    cityblock,
    correlation,
    cosine,
    dice,
    euclidean,
    hamming,
    hellinger,
    jaccard,
    jensenshannon,
    kl_divergence,
    mahalanobis,
    minkowski,
    rogerstanimoto,
    russellrao,
    seuclidean,
    sokalmichener,
    sokalsneath,
    sqeuclidean,
    squareform,
    yule,
)

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
    if callable(metric) and name in _core._scipy_spatial_distance.metrics():
        if getattr(_core._scipy_spatial_distance, name, None) is metric:
            return name
    return metric


def cdist(XA, XB, metric="euclidean", out=None, **kwargs):
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


def pdist(X, metric="euclidean", *, out=None, **kwargs):
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


def distance_matrix(x, y, p=2, threshold=1000000):  # how much is computed at a time is the kernel's matter
    return _core._scipy_spatial.distance_matrix(x, y, p)


distance_matrix.__doc__ = _core._scipy_spatial.distance_matrix.__doc__


def directed_hausdorff(u, v, rng=0, *, seed=None):  # all rows are looked at, in any order
    return _core._scipy_spatial_distance.directed_hausdorff(u, v)


directed_hausdorff.__doc__ = _core._scipy_spatial_distance.directed_hausdorff.__doc__


def is_valid_y(y, warning=False, throw=False, name=None):
    """Whether an array can be distances of pairs as `pdist` gives them.

    Parameters
        y: an array.
        warning: accepted; nothing is warned of.
        throw: whether to raise where it cannot.
        name: what the array is called in that error.
    Returns
        A bool.
    Raises
        ValueError: with `throw`, for another array.
    Example
        >>> distance.is_valid_y(cp.ones(3)), distance.is_valid_y(cp.ones(4))
        (True, False)
    """
    y = _cp.asarray(y)
    n = _math.ceil(_math.sqrt(2 * y.size)) if y.ndim == 1 else 0
    good = y.ndim == 1 and n * (n - 1) == 2 * y.size  # of one point there are none
    if throw and not good:
        raise ValueError(f"{name or 'the array'} is no vector of distances of pairs: its shape is {y.shape}")
    return good


def is_valid_dm(D, tol=0.0, throw=False, name="D", warning=False):
    """Whether an array is a matrix of distances: square, symmetric, zero on its diagonal.

    Parameters
        D: an array.
        tol: how far elements may be from that.
        throw: whether to raise where it is none.
        name: what the array is called in that error.
        warning: accepted; nothing is warned of.
    Returns
        A bool, for which the host waits.
    Raises
        ValueError: with `throw`, for another array.
    Example
        >>> distance.is_valid_dm(cp.array([[0., 1.], [1., 0.]]))
        True
    """
    D = _cp.asarray(D)
    if D.dtype == bool:
        D = D.astype("int8")
    good = D.ndim == 2 and D.shape[0] == D.shape[1]
    good = good and bool((abs(D - D.T) <= tol).all()) and bool((abs(D.diagonal()) <= tol).all())
    if throw and not good:
        raise ValueError(
            f"{name} is no matrix of distances: it is not square, not symmetric or not zero on its diagonal"
        )
    return good


def num_obs_y(Y):
    """How many points there are behind distances of pairs.

    Parameters
        Y: distances as `pdist` gives them, (n (n - 1) / 2,).
    Returns
        n, an int.
    Raises
        ValueError: a length that no number of points has, or no distances at all.
    Example
        >>> distance.num_obs_y(cp.ones(6))
        4
    """
    Y = _cp.asarray(Y)
    is_valid_y(Y, throw=True, name="Y")
    if Y.size == 0:
        raise ValueError("Y holds no distances: it may be that of one point or of none")
    return _math.ceil(_math.sqrt(2 * Y.size))


def num_obs_dm(d):
    """How many points there are behind a matrix of distances.

    Parameters
        d: the matrix, (n, n).
    Returns
        n, an int.
    Raises
        ValueError: an array that is not square.
    Example
        >>> distance.num_obs_dm(cp.zeros((4, 4)))
        4
    """
    d = _cp.asarray(d)
    is_valid_dm(d, tol=_math.inf, throw=True, name="d")
    return d.shape[0]
