"""Arrays as text, as NumPy writes them with its current options. Of large arrays only what is shown is fetched."""

import numpy as _np

from . import _core


def _shown(a, threshold=None, edgeitems=None):
    """A NumPy array with the elements of `a` that are printed, and whether they are its ends alone.

    A long axis keeps one element between its two ends, so that NumPy writes the dots.
    """
    options = _np.get_printoptions()
    threshold = options["threshold"] if threshold is None else threshold
    edge = options["edgeitems"] if edgeitems is None else edgeitems
    if a.size <= threshold or edge == 0:
        return a.get(order="A"), False
    for axis in sorted(range(a.ndim), key=lambda axis: -a.shape[axis]):  # so that little is moved
        if a.shape[axis] > 2 * edge + 1:
            head = a[(slice(None),) * axis + (slice(edge + 1),)]
            tail = a[(slice(None),) * axis + (slice(a.shape[axis] - edge, None),)]
            # The result of concatenate has no bytes between fields, and so another dtype.
            ends = [*range(edge + 1), *range(a.shape[axis] - edge, a.shape[axis])]
            a = a.take(ends, axis) if a.dtype.names else _core.concatenate((head, tail), axis)
    return a.get(order="A"), True


def _host(arr):
    """What to print of a cuprum array, or of anything that NumPy takes."""
    if isinstance(arr, _core.ndarray):
        return _shown(arr)
    return _np.asarray(arr), False


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None) -> str:
    """As numpy.array_repr.

    Parameters
        arr: the array.
        max_line_width: where lines are broken.
        precision: digits behind the point.
        suppress_small: whether numbers near 0 are shown as 0.
    Example
        >>> cp.array_repr(cp.arange(3))
        'array([0, 1, 2])'
    """
    host, cut = _host(arr)
    if not cut:
        return _np.array_repr(host, max_line_width, precision, suppress_small)
    with _np.printoptions(threshold=0):
        text = _np.array_repr(host, max_line_width, precision, suppress_small)
    if host.shape == arr.shape:
        return text
    # NumPy has written the shape of the small array, and broken the line for it.
    body, told, rest = text.rpartition("shape=")
    if not told:
        return text
    body, rest = body.rstrip(), f"shape={arr.shape}" + rest[rest.index(")") + 1 :]
    width = _np.get_printoptions()["linewidth"] if max_line_width is None else max_line_width
    last_line = len(body) - (body.rfind("\n") + 1)
    return body + (" " if last_line + len(rest) + 1 <= width else "\n" + " " * len("array(")) + rest


def array_str(arr, max_line_width=None, precision=None, suppress_small=None) -> str:
    """As numpy.array_str.

    Parameters
        arr: the array.
        max_line_width: where lines are broken.
        precision: digits behind the point.
        suppress_small: whether numbers near 0 are shown as 0.
    Example
        >>> cp.array_str(cp.arange(3))
        '[0 1 2]'
    """
    host, cut = _host(arr)
    if not cut or host.ndim == 0:
        return _np.array_str(host, max_line_width, precision, suppress_small)
    # What array_str does, without a change of the options for it, which takes a fifth of the time.
    return _np.array2string(host, max_line_width, precision, suppress_small, " ", "", threshold=0)


def array2string(a, *args, **kwargs) -> str:
    """As numpy.array2string.

    Parameters
        a: the array.
        args, kwargs: those of `numpy.array2string`: `precision`, `separator`, `threshold` and others.
    Example
        >>> cp.array2string(cp.array([1.234, 2.5]), precision=1)
        '[1.2 2.5]'
    """
    if not isinstance(a, _core.ndarray):
        return _np.array2string(_np.asarray(a), *args, **kwargs)
    host, cut = _shown(a, kwargs.get("threshold"), kwargs.get("edgeitems"))
    return _np.array2string(host, *args, **(kwargs | {"threshold": 0} if cut else kwargs))


def array_format(a, spec):
    """What format() gives: a number's text for a 0-d array."""
    if a.ndim == 0:
        return format(a.get()[()], spec)
    if spec:
        raise TypeError(f"unsupported format string passed to {type(a).__name__}.__format__")
    return array_str(a)
