"""Indices of sparse arrays of any number of dimensions, as NumPy has them."""

import math

import numpy

import cuprum
from cuprum import ndarray

from ._entries import as_values, entry_of
from ._parts import _sparse, array, is_sparse_like, of_tensor, tensor_of


def _mask_of(entry):
    """The arrays that stand for a mask, or None where the entry is none."""
    if is_sparse_like(entry):
        if entry.dtype.kind != "b":
            raise IndexError("sparse arrays used as indices must be of boolean type")
        return entry.nonzero()
    if isinstance(entry, (list, tuple)):
        entry = numpy.asarray(entry)
    if isinstance(entry, (bool, numpy.bool_)) or getattr(entry, "dtype", numpy.dtype("i8")).kind != "b":
        return None
    return cuprum.asarray(entry).nonzero()


def _spread(key, ndim):
    """A list of entries for all axes, without an ellipsis, masks as arrays of numbers."""
    key = list(key) if isinstance(key, tuple) else [key]
    entries, lengths = [], []
    for entry in key:
        mask = None if entry is None or entry is Ellipsis or isinstance(entry, slice) else _mask_of(entry)
        if mask is None:
            entries.append(entry)
        else:
            shape = entry.shape if hasattr(entry, "shape") else numpy.shape(entry)
            lengths += [(len(entries) + k, n) for k, n in enumerate(shape)]
            entries.extend(mask)
    dots = [k for k, entry in enumerate(entries) if entry is Ellipsis]
    if len(dots) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    used = sum(entry is not None and entry is not Ellipsis for entry in entries)
    if used > ndim:
        raise IndexError(f"too many indices: the sparse array has {ndim} dimensions, and {used} were given")
    at = dots[0] if dots else len(entries)
    filled = [slice(None)] * (ndim - used)
    moved = [(k + (len(filled) - 1 if dots and k > at else 0), n) for k, n in lengths]
    return entries[:at] + filled + entries[at + 1 :], moved


def parse(key, shape):
    """A list of None, int, (start, step, count) and arrays, all of which but None stand for an axis."""
    entries, masks = _spread(key, len(shape))
    parsed, axis, masks = [], 0, dict(masks)
    for k, entry in enumerate(entries):
        if entry is None:
            parsed.append(None)
            continue
        if masks.get(k, shape[axis]) != shape[axis]:
            raise IndexError(
                f"bool index did not match indexed array along axis {axis}: it has shape ({masks[k]},) instead of "
                f"({shape[axis]},)"
            )
        parsed.append(entry_of(entry, shape[axis], None))
        axis += 1
    return parsed


def _broadcast(arrays):
    try:
        return numpy.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        raise IndexError("shape mismatch: indexing arrays could not be broadcast together") from None


def _layout(parsed):
    """Which entries are looked up together, and how many dimensions of the result stand before theirs."""
    group = [k for k, p in enumerate(parsed) if isinstance(p, (int, ndarray))]
    joined = group[-1] - group[0] + 1 == len(group)
    return group, group[0] if joined else 0


def _narrowed(tensor, parsed):
    """The part along the axes whose entries are ints or slices; an int leaves an axis of length one."""
    axis = 0
    for p in parsed:
        if p is None:
            continue
        if isinstance(p, int):
            tensor = tensor.slice(axis, p, 1, 1)
        elif isinstance(p, tuple) and p != (0, 1, tensor.shape[axis]):
            tensor = tensor.slice(axis, *p)
        axis += 1
    return tensor


def get(tensor, key):
    """A tensor."""
    parsed = parse(key, tensor.shape)
    tensor = _narrowed(tensor, parsed)
    arrays = [p for p in parsed if isinstance(p, ndarray)]
    if not arrays:
        shape = [1 if p is None else p[2] for p in parsed if not isinstance(p, int)]
        return tensor.reshape(shape, "C")
    group, front = _layout(parsed)
    axes = [k - sum(p is None for p in parsed[:k]) for k in range(len(parsed))]
    found = [axes[k] for k in group]
    rest = [axes[k] for k, p in enumerate(parsed) if isinstance(p, tuple)]
    shape = _broadcast(arrays)
    numbers = _numbers(
        [parsed[k] if isinstance(parsed[k], ndarray) else 0 for k in group], [tensor.shape[a] for a in found]
    )
    numbers = cuprum.broadcast_to(numbers, shape).ravel()
    lengths = tuple(tensor.shape[a] for a in rest)
    if rest:
        lined = tensor.transpose([*found, *rest]).reshape((math.prod(tensor.shape[a] for a in found), *lengths), "C")
        taken = _sparse.tensor_take(lined, numbers).reshape((*shape, *lengths), "C")
    else:
        lined = tensor.transpose(found)
        taken = _sparse.tensor_from_dense(_elements(lined, numbers).reshape(shape))
    before = sum(isinstance(p, tuple) for p in parsed[:front])
    slices = list(range(len(shape), len(shape) + len(rest)))
    taken = taken.transpose([*slices[:before], *range(len(shape)), *slices[before:]])
    return taken.reshape(_result_shape(parsed, shape, group, front), "C")


def _result_shape(parsed, shape, group, front):
    lengths = [1 if p is None else p[2] for p in parsed[:front] if not isinstance(p, (int, ndarray))]
    lengths += shape
    return lengths + [
        1 if p is None else p[2] for k, p in enumerate(parsed) if k >= front and not isinstance(p, (int, ndarray))
    ]


def _numbers(indices, lengths):
    """In C order of elements with these places along axes of these lengths."""
    number = 0
    for index, length in zip(indices, lengths):
        number = number * length + index
    return number if isinstance(number, ndarray) else cuprum.asarray(number)


def _elements(tensor, numbers):
    """Their values, as an array."""
    total = math.prod(tensor.shape)
    width = max(total // (tensor.nnz // 16 + 1), 1)
    rows = tensor.sum_duplicates().in_rows(width).to_format("csr")
    return _sparse.elements(rows, numbers // width, numbers % width)


def positions(parsed, shape):
    """The number, in C order, of each element that the entries stand for, in the result's shape."""
    group = [k for k, p in enumerate(parsed) if isinstance(p, (int, ndarray))]
    arrays = [p for p in parsed if isinstance(p, ndarray)]
    together = _broadcast(arrays) if arrays else ()
    front = _layout(parsed)[1] if arrays else len(parsed)
    whole = (
        _result_shape(parsed, together, group, front)
        if arrays
        else [1 if p is None else p[2] for p in parsed if not isinstance(p, int)]
    )
    strides = [math.prod(shape[a + 1 :]) for a in range(len(shape))]
    number, axis = cuprum.zeros((), numpy.int64), 0
    at = sum(not isinstance(p, (int, ndarray)) for p in parsed[:front])  # where the arrays' dimensions begin
    passed = 0
    for k, p in enumerate(parsed):
        if isinstance(p, (int, ndarray)):
            places = p * strides[axis]
            if isinstance(p, ndarray):
                trailing = len(whole) - at - len(together)
                places = places.reshape(places.shape + (1,) * trailing)
            number = number + places
        else:
            dimension = passed + (len(together) if passed >= at else 0)
            passed += 1
            if p is not None:
                start, step, count = p
                line = cuprum.arange(count) * (step * strides[axis]) + start * strides[axis]
                number = number + line.reshape((count,) + (1,) * (len(whole) - dimension - 1))
        axis += p is not None
    return cuprum.broadcast_to(number, tuple(whole))


def with_values(tensor, key, x):
    """The tensor with elements set."""
    numbers = positions(parse(key, tensor.shape), tensor.shape)
    if is_sparse_like(x):
        x = x.toarray()
    values = as_values(x, tensor.dtype)
    extra = values.ndim - numbers.ndim
    if extra > 0 and all(n == 1 for n in values.shape[:extra]):
        values = values.reshape(values.shape[extra:])
    try:
        values = cuprum.broadcast_to(values, numbers.shape)
    except ValueError:
        raise ValueError(
            f"shape mismatch in assignment: values of shape {values.shape} to elements of shape {numbers.shape}"
        ) from None
    if numbers.size == 0:
        return tensor
    return _sparse.tensor_with_elements(tensor, numbers.ravel(), values.ravel())


class Indexed:
    """`a[...]` and `a[...] = x` in any number of dimensions."""

    def __getitem__(self, key):
        found = get(tensor_of(self), key)
        if len(found.shape) == 0:
            return found.toarray()[()]
        if self._format == "csr" and len(found.shape) > 2:
            raise IndexError(f"Only 1D or 2D arrays allowed: the index gives shape {tuple(found.shape)}")
        return of_tensor(found, self._format)

    def __setitem__(self, key, x):
        changed = of_tensor(with_values(tensor_of(self), key, x), self._format)
        self._m = changed._m
