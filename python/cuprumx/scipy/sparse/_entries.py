"""One entry of an index of a sparse matrix."""

import operator

import numpy

import cuprum
from cuprum import ndarray


def _is_number(x):
    if isinstance(x, (bool, numpy.bool_)):
        return False
    if isinstance(x, ndarray):
        return x.ndim == 0 and x.dtype.kind in "iu"
    return (
        hasattr(x, "__index__")
        and not isinstance(x, numpy.ndarray)
        or (isinstance(x, numpy.ndarray) and x.ndim == 0 and x.dtype.kind in "iu")
    )


def as_values(x, dtype):
    """What is assigned, in the dtype of the elements."""
    if dtype.kind != "c" and isinstance(x, (complex, numpy.complexfloating)):
        raise TypeError(f"a complex number cannot be assigned to elements of {dtype}")
    values = cuprum.asarray(x)
    return values if values.dtype == dtype else values.astype(dtype)


def entry_of(key, length, most=2):
    """An int, (start, step, count), or an array of numbers within bounds, of at most so many dimensions."""
    if _is_number(key):
        i = operator.index(key) if not isinstance(key, (ndarray, numpy.ndarray)) else int(key)
        if not -length <= i < length:
            raise IndexError(f"index ({i}) out of range")
        return i % length
    if isinstance(key, slice):
        start, stop, step = key.indices(length)
        return start, step, len(range(start, stop, step))
    if isinstance(key, (list, tuple, range)):
        key = numpy.asarray(key)
        if key.size == 0:
            key = key.astype(numpy.int64)
    if not isinstance(key, (numpy.ndarray, ndarray)):
        raise IndexError(
            f"Index dimension must be 1 or 2, not that of the unsupported index {key!r}: integers, slices, lists and "
            "arrays of integers or bools are valid"
        )
    if key.dtype.kind == "b":
        if key.ndim != 1 or key.shape[0] != length:
            raise IndexError(f"bool index did not match indexed array: it has shape {key.shape} instead of ({length},)")
        return cuprum.asarray(key).nonzero()[0]
    if key.dtype.kind not in "iu":
        raise IndexError(f"arrays used as indices must be of integer (or boolean) type, found {key.dtype}")
    if most is not None and key.ndim > most:
        raise IndexError(f"Index dimension must be 1 or 2, found {key.ndim}")
    if key.size:
        low, high = int(key.min()), int(key.max())
        if high >= length:
            raise IndexError(f"index ({high}) out of range")
        if low < -length:
            raise IndexError(f"index ({low}) out of range")
    numbers = cuprum.asarray(key).astype(numpy.int64)
    return numbers + length * (numbers < 0) if key.size and low < 0 else numbers
