"""A filter whose function takes many windows at once."""

import numpy

import cuprum

# How each mode is called by `cuprum.pad`.
PADS = {
    "reflect": "symmetric",
    "constant": "constant",
    "nearest": "edge",
    "mirror": "reflect",
    "wrap": "wrap",
    "grid-mirror": "reflect",
    "grid-constant": "constant",
    "grid-wrap": "wrap",
    "valid": None,
}


def _whole(value):
    return isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)


def _each(value, count, what):
    """A whole number for each axis."""
    values = (value,) * count if numpy.isscalar(value) else tuple(value)
    if not all(map(_whole, values)):
        raise ValueError(f"`{what}` must hold integers, found {value!r}")
    if len(values) != count:
        raise ValueError(f"`{what}` must hold {count} numbers, as many as there are axes, found {len(values)}")
    return values


def _batches(function, view, axes, batch_memory, output):
    """Calls the function for as many windows at once as the memory allows, divided along the first axis."""
    row = view[:1].size * view.dtype.itemsize
    rows = int(min(len(view), batch_memory // row)) if axes else len(view)
    if rows < 1:
        raise ValueError(f"`batch_memory` is insufficient: {row} bytes are needed at least, found {batch_memory}")
    if rows == len(view):
        result = function(view, axis=axes)
        if output is None:
            return result
        output[...] = result
        return output
    for first in range(0, len(view), rows):
        part = function(view[first : first + rows], axis=axes)
        if output is None:
            output = cuprum.empty(view.shape[: view.ndim - len(axes)], part.dtype)
        output[first : first + rows] = part
    return output


def vectorized_filter(
    input,
    function,
    *,
    size=None,
    footprint=None,
    output=None,
    mode: object = "reflect",
    cval=None,
    origin=None,
    axes=None,
    batch_memory=2**30,
):
    """A filter by a function that reduces many windows at once, such as `cuprum.median`.

    Parameters
        input: array.
        function: called as `function(windows, axis=axes)`; gives one value for each window.
        size: the lengths of windows, one for all axes or each; or `footprint`.
        footprint: array of bools with the shape of windows: which of their elements count.
        output: the array that results are written to.
        mode: what lies beyond the ends: 'reflect', 'constant', 'nearest', 'mirror' or 'wrap'; with 'valid' windows do
            not go beyond them, and there are fewer results.
        cval: the value there with 'constant'; 0 by default.
        origin: how far windows are shifted, on all axes or on each.
        axes: the axes that windows have; all by default.
        batch_memory: how many bytes the windows of one call may take.
    Returns
        An array of the dtype that the function gives.
    Raises
        ValueError: neither or both of `size` and `footprint`, numbers that do not go with the axes, another mode.
    Example
        >>> cuprumx.scipy.ndimage.vectorized_filter(cp.array([1., 5., 2., 8.]), cp.median, size=3)
        array([1., 2., 5., 8.])
    """
    if not callable(function):
        raise ValueError("`function` must be a callable")
    if (size is None) == (footprint is None):
        raise ValueError("one of `size` and `footprint` must be given, and not both")
    if mode not in PADS:
        raise ValueError(f"`mode` must be one of {sorted(PADS)}, found {mode!r}")
    if cval is not None and mode != "constant":
        raise ValueError("`cval` goes with `mode='constant'` only")
    if isinstance(cval, (str, bool)):
        raise ValueError("`cval` must be a number")
    if not isinstance(batch_memory, (int, float, numpy.number)) or not batch_memory > 0:
        raise ValueError("`batch_memory` must be a positive number")
    axes = tuple(range(-input.ndim, 0)) if axes is None else (axes,) if numpy.isscalar(axes) else tuple(axes)
    count = len(axes)
    if count > input.ndim:
        raise ValueError(f"there are more `axes`, {count}, than the input has: {input.ndim}")
    reduce = function
    if footprint is not None:
        footprint = cuprum.asarray(footprint, dtype=bool)
        size = footprint.shape

        def reduce(windows, axis):
            return function(windows[..., footprint], axis=-1)

    size = _each(size, count, "size")
    if any(length < 1 for length in size):
        raise ValueError(f"`size` must hold positive integers, found {size}")
    origin = _each(0 if origin is None else origin, count, "origin")
    if mode == "valid" and any(origin):
        raise ValueError("`mode='valid'` takes no `origin`")
    if input.size == 0:
        return input
    if count == 0:
        return cuprum.asarray(function(input, axis=()))
    last = tuple(range(-count, 0))
    moved = cuprum.moveaxis(input, axes, last)
    if PADS[mode]:
        borders = [(length // 2 + shift, (length - 1) // 2 - shift) for length, shift in zip(size, origin)]
        values = {"constant_values": 0 if cval is None else cval} if PADS[mode] == "constant" else {}
        moved = cuprum.pad(moved, [(0, 0)] * (input.ndim - count) + borders, mode=PADS[mode], **values)
    view = cuprum.lib.stride_tricks.sliding_window_view(moved, size, last)
    target = None if output is None else cuprum.moveaxis(output, axes, last)
    return cuprum.moveaxis(_batches(reduce, view, last, batch_memory, target), last, axes)
