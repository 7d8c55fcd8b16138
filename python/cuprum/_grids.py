"""Arrays that are written as indices: `mgrid`, `ogrid`, `r_` and `c_`."""

from __future__ import annotations

import math as _math
from typing import Any as _Any

import numpy as _np

from . import _core
from ._placement import placed as _placed

__all__ = [
    "c_",
    "mgrid",
    "ogrid",
    "r_",
]


class _Grid:
    """`mgrid[0:5, 0:3]` and `ogrid[...]`: index arrays from slices; an imaginary step counts points."""

    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key) -> _Any:
        if not isinstance(key, tuple):
            if isinstance(key.step, (complex, _np.complexfloating)):
                if _has_array_bounds(key):
                    return _between_arrays(_core.arange(int(abs(key.step))), key)
                return _core._grid((key,), True)[0]
            start, step = 0 if key.start is None else key.start, 1 if key.step is None else key.step
            return _core.arange(start, key.stop, step)
        if not any(_has_array_bounds(part) for part in key):
            grid = _core._grid(key, self._sparse)
            return grid if self._sparse else grid[0]
        # Bounds that are arrays with axes are broadcast against the points, as in NumPy.
        counts = [_count_of_points(part) for part in key]
        dtype = _core.result_type(*(bound for part in key for bound in _bounds(part)))
        counted = [_core.arange(count) for count in counts] if self._sparse else _core.indices(counts)
        grid = [_between_arrays(points, part).astype(dtype, copy=False) for points, part in zip(counted, key)]
        if not self._sparse:
            return _core.stack(grid)
        places = [[None] * axis + [slice(None)] + [None] * (len(key) - axis - 1) for axis in range(len(key))]
        return tuple(points[tuple(place)] for points, place in zip(grid, places))


def _has_array_bounds(part):
    return any(getattr(bound, "ndim", 0) > 0 for bound in (part.start, part.stop))


def _bounds(part):
    """Start, stop and step; a count of points makes them floats."""
    is_count = isinstance(part.step, (complex, _np.complexfloating))
    step = 1 if part.step is None else 1.0 if is_count else part.step
    return 0 if part.start is None else part.start, part.stop, step


def _count_of_points(part):
    if isinstance(part.step, (complex, _np.complexfloating)):
        return int(abs(part.step))
    start, stop, step = _bounds(part)
    return int(_math.ceil((stop - start) / step))


def _between_arrays(points, part):
    """Numbers from 0 on as points between bounds, which may be arrays."""
    start, stop, step = _bounds(part)
    if isinstance(part.step, (complex, _np.complexfloating)):
        count = int(abs(part.step))
        step = (stop - start) / (count - 1) if count > 1 else step
        points = points.astype(_core.result_type(start, stop, step))
    return points * step + start


mgrid, ogrid = _Grid(False), _Grid(True)


class _Concatenator:
    """`r_[...]` and `c_[...]`: arrays, numbers and slices put together; a leading string names axis, ndmin and
    place."""

    def __init__(self, axis, ndmin, place):
        self._defaults = axis, ndmin, place

    @_placed
    def __getitem__(self, key) -> _core.ndarray:
        parts = key if isinstance(key, tuple) else (key,)
        axis, ndmin, place = self._defaults
        if parts and isinstance(parts[0], str) and parts[0] in ("r", "c"):
            return self._line(parts[0], parts[1:])
        if parts and isinstance(parts[0], str):
            numbers = [int(n) for n in parts[0].split(",")]
            axis, ndmin, place = (numbers + [axis, ndmin, place][len(numbers) :])[:3]
            parts = parts[1:]
        scalars = [p for p in parts if _np.isscalar(p)]
        arrays = [mgrid[p] if isinstance(p, slice) else p if _np.isscalar(p) else _core.asarray(p) for p in parts]
        if scalars:
            dtype = _core.result_type(*(a for a in arrays))
            arrays = [_core.asarray(a, dtype=dtype) for a in arrays]
        return _core.concatenate([self._raised(a, ndmin, place) for a in arrays], axis=axis)

    def _line(self, form, parts):
        """A matrix of one row for 'r', of one column for 'c'; two dimensions stay as they are."""
        joined = _Concatenator(*self._defaults)[parts]
        return joined if joined.ndim > 1 else joined[None, :] if form == "r" else joined[:, None]

    @staticmethod
    def _raised(a, ndmin, place):
        missing = ndmin - a.ndim
        if missing <= 0:
            return a
        first = place if place >= 0 else missing + place + 1
        return a.reshape((1,) * first + a.shape + (1,) * (missing - first))


r_ = _Concatenator(0, 1, -1)
c_ = _Concatenator(-1, 2, 0)
