"""SciPy's images of any number of dimensions, for arrays on a device: filters, measurements, morphology, interpolation.

Functions that call Python functions stand here; all others are C++.
"""

import numpy

import cuprum
from cuprum._core import _scipy_ndimage as _core
from cuprum._core._scipy_ndimage import *  # noqa: F403
from cuprumx.scipy._vectorized_filter import vectorized_filter as vectorized_filter


def iterate_structure(structure, iterations, origin=None):
    """A structure dilated by itself.

    Parameters
        structure: array of bools.
        iterations: how often, itself counted.
        origin: how far the structure is shifted, on all axes or on each.
    Returns
        The larger structure; with `origin`, and `iterations` of 2 or more, a tuple of it and the list of origins times
        `iterations`.
    Example
        >>> ndimage.iterate_structure(cp.array([False, True, True]), 2)
        array([False, False,  True,  True,  True])
    """
    result = _core.iterate_structure(structure, iterations)
    if origin is None or iterations < 2:  # as in SciPy and CuPy: the structure alone
        return result
    origins = [origin] * structure.ndim if numpy.isscalar(origin) else list(origin)
    return result, [iterations * o for o in origins]


def _target(input, output):
    if output is None:
        return cuprum.empty(input.shape, input.dtype)
    return output if isinstance(output, cuprum.ndarray) else cuprum.empty(input.shape, output)


def _modes(mode, count):
    if isinstance(mode, str):
        return [mode] * count
    if len(mode) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return list(mode)


def _axes(axes, ndim):
    if axes is None:
        return tuple(range(ndim))
    axes = (axes,) if numpy.isscalar(axes) else tuple(axes)
    for axis in axes:
        if not -ndim <= axis < ndim:
            raise ValueError(f"specified axis: {axis} is out of range")
    axes = tuple(axis % ndim for axis in axes)
    if len(set(axes)) != len(axes):
        raise ValueError("axes must be unique")
    return axes


def _derivatives(input, derivative, output, mode, cval, arguments, keywords, axes):
    """The array that results go to, and what a function gives for each axis, the first time in that array."""
    axes = _axes(axes, input.ndim)
    result = _target(input, output)
    modes = _modes(mode, len(axes))
    if not axes:
        result[...] = input

    def parts():
        for k, axis in enumerate(axes):
            to = result if k == 0 else result.dtype
            yield derivative(input, axis, to, modes[k], cval, *arguments, **(keywords or {}))

    return result, parts()


_DERIVATIVES = """

    Parameters
        input: array.
        {0}: `{0}(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)`.
        output: where the result goes, or its dtype.
        mode: what lies outside, for all axes or for each.
        cval: the value outside with mode "constant".
        extra_arguments, extra_keywords: handed to the function.
        axes: the axes that are filtered; all if not given.
    Returns
        {1}
    Example
        {2}
    """


def generic_laplace(
    input, derivative2, output=None, mode="reflect", cval=0.0, extra_arguments: tuple = (), extra_keywords=None, *,
    axes=None,
):  # fmt: skip
    result, parts = _derivatives(input, derivative2, output, mode, cval, extra_arguments, extra_keywords, axes)
    for k, part in enumerate(parts):
        if k > 0:
            result += part
    return result


def generic_gradient_magnitude(
    input, derivative, output=None, mode="reflect", cval=0.0, extra_arguments: tuple = (), extra_keywords=None, *,
    axes=None,
):  # fmt: skip
    result, parts = _derivatives(input, derivative, output, mode, cval, extra_arguments, extra_keywords, axes)
    found = False
    for part in parts:
        if found:
            result += part * part
        else:
            result *= result
            found = True
    if found:
        result[...] = cuprum.sqrt(result)
    return result


generic_laplace.__doc__ = "The Laplace operator by a function of one's own for second derivatives." + (
    _DERIVATIVES.format(
        "derivative2",
        "The sum over the axes.",
        """>>> a = cp.array([0., 0., 1., 0., 0.])
        >>> second = lambda a, axis, output, mode, cval: ndimage.correlate1d(a, [1, -2, 1], axis, output, mode, cval)
        >>> ndimage.generic_laplace(a, second)
        array([ 0.,  1., -2.,  1.,  0.])""",
    )
)
generic_gradient_magnitude.__doc__ = "The length of the gradient by a function of one's own for derivatives." + (
    _DERIVATIVES.format(
        "derivative",
        "The root of the sum of squares over the axes.",
        """>>> a = cp.array([0., 0., 1., 2., 2.])
        >>> ndimage.generic_gradient_magnitude(a, ndimage.sobel)
        array([0., 1., 2., 1., 0.])""",
    )
)


def _checked_filter(input):
    if not isinstance(input, cuprum.ndarray):
        raise TypeError(f"an array on a device is wanted, found {type(input).__name__}")
    if input.dtype.kind == "c":
        raise TypeError("Complex type not supported")


def _values_of_windows(function, windows, arguments, keywords):
    """What a function gives for each row: in one call where it takes `axis`, else row by row."""
    if not arguments:
        try:
            values = function(windows, axis=-1, **keywords)
        except TypeError:
            pass
        else:
            if isinstance(values, cuprum.ndarray) and values.shape == windows.shape[:-1]:
                return values
    rows = windows.reshape(-1, windows.shape[-1])
    values = [function(row, *arguments, **keywords) for row in rows]
    values = [float(v) for v in values]
    return cuprum.array(values, dtype="float64").reshape(windows.shape[:-1])


def generic_filter(
    input,
    function,
    size=None,
    footprint=None,
    output=None,
    mode="reflect",
    cval=0.0,
    origin: object = 0,
    extra_arguments: tuple = (),
    extra_keywords=None,
    *,
    axes=None,
):
    """A function of each window.

    Parameters
        input: array.
        function: `function(window, *extra_arguments, **extra_keywords)` of an array of one dimension; where it takes
            `axis`, as reductions do (`cuprum.max`), it is called once for all windows. Or a `ReductionKernel` of one
            input and one output, to which a window is all of its input, or a `RawKernel` of (double* window, int
            length, double* result), which a thread runs for each window.
        size: the length of windows, on all axes or on each.
        footprint: array whose true elements tell the shape of windows.
        output: where the result goes, or its dtype.
        mode: what lies outside of the array.
        cval: the value outside with mode "constant".
        origin: how far windows are shifted, for all axes or for each.
        extra_arguments, extra_keywords: handed to the function.
        axes: the axes that are filtered; all if not given.
    Returns
        The results, of the shape of `input`.
    Example
        >>> largest = cp.ReductionKernel('T x', 'T y', 'x', 'max(a, b)', 'y = a', '-1e30', 'largest')
        >>> ndimage.generic_filter(cp.array([1., 5., 2., 0.]), largest, 3)
        array([5., 5., 5., 2.])
    """
    _checked_filter(input)
    if isinstance(function, cuprum.RawKernel | cuprum.ReductionKernel):
        return _core.generic_filter(input, function, size, footprint, output, mode, cval, origin, axes)
    windows = _core.windows(input, size, footprint, mode, cval, origin, axes)
    result = _target(input, output)
    if input.size:
        result[...] = _values_of_windows(function, windows, tuple(extra_arguments), extra_keywords or {})
    return result


def generic_filter1d(
    input,
    function,
    filter_size,
    axis=-1,
    output=None,
    mode="reflect",
    cval=0.0,
    origin: object = 0,
    extra_arguments: tuple = (),
    extra_keywords=None,
):
    """A function of each line along an axis, extended at both ends.

    Parameters
        input: array.
        function: `function(extended line, result line, *extra_arguments, **extra_keywords)`, which writes to its second
            argument. Or a `RawKernel` of (double* line, ptrdiff_t length, double* result, ptrdiff_t result_length),
            which a thread runs for each line.
        filter_size: how much longer lines are made, and one more.
        axis: the axis along which lines lie.
        output: where the result goes, or its dtype.
        mode: what lies outside of the array.
        cval: the value outside with mode "constant".
        origin: how far lines are shifted.
        extra_arguments, extra_keywords: handed to the function.
    Returns
        The results, of the shape of `input`.
    """
    _checked_filter(input)
    if isinstance(function, cuprum.RawKernel):
        return _core.generic_filter1d(input, function, filter_size, axis, output, mode, cval, origin)
    if filter_size < 1:
        raise RuntimeError("invalid filter size")
    axis = numpy.lib.array_utils.normalize_axis_index(axis, input.ndim)
    before = filter_size // 2 + origin
    if not 0 <= before < filter_size:
        raise ValueError("invalid origin")
    result = _target(input, output)
    if not input.size:
        return result
    lines = cuprum.moveaxis(input, axis, -1).astype("float64").reshape(-1, input.shape[axis])
    n = lines.shape[-1]
    # The windows' first elements, and all of the last window.
    windows = _core.windows(lines, (1, filter_size), None, mode, cval, (0, origin))
    extended = cuprum.concatenate([windows[:, :, 0], windows[:, -1, 1:]], axis=1)
    made = cuprum.empty((lines.shape[0], n), "float64")
    for line, target in zip(extended, made):
        function(line, target, *extra_arguments, **(extra_keywords or {}))
    shape = tuple(length for d, length in enumerate(input.shape) if d != axis) + (n,)
    result[...] = cuprum.moveaxis(made.reshape(shape), -1, axis)
    return result


def labeled_comprehension(input, labels, index, func, out_dtype, default, pass_positions=False):
    """A function of the elements of each label.

    Parameters
        input: array.
        labels: array of labels, which broadcasts with `input`.
        index: the labels, one or several.
        func: `func(elements)`, or `func(elements, positions)`.
        out_dtype: the results' dtype.
        default: the result of labels that nothing has.
        pass_positions: whether the function gets the places in the flattened array as well.
    Returns
        What the function gave, for each label of `index`.
    Example
        >>> a, labels = cp.array([1., 2., 5.]), cp.array([1, 1, 2])
        >>> ndimage.labeled_comprehension(a, labels, cp.array([1, 2]), cp.sum, 'float64', 0)
        array([3., 5.])
    """
    scalar = numpy.isscalar(index) or (isinstance(index, cuprum.ndarray) and index.ndim == 0)
    positions = cuprum.arange(input.size).reshape(input.shape)
    if labels is None:
        if index is not None:
            raise ValueError("index without defined labels")
        return func(input.ravel(), positions.ravel()) if pass_positions else func(input.ravel())
    labels = cuprum.asarray(labels)
    try:
        input, labels, positions = cuprum.broadcast_arrays(input, labels, positions)
    except ValueError as error:
        raise ValueError("input and labels must have the same shape (excepting dimensions with width 1)") from error
    if index is None:
        chosen = labels > 0
        return func(input[chosen], positions[chosen]) if pass_positions else func(input[chosen])
    wanted = numpy.atleast_1d(index.get() if isinstance(index, cuprum.ndarray) else numpy.asarray(index))
    if (wanted.astype(labels.dtype).astype(wanted.dtype) != wanted).any():
        raise ValueError(
            f"Cannot convert index values from <{wanted.dtype}> to <{labels.dtype}> without loss of precision"
        )
    order = cuprum.argsort(labels.ravel())
    values, places = input.ravel()[order], positions.ravel()[order]
    sorted_labels = labels.ravel()[order]
    searched = cuprum.asarray(wanted.astype(labels.dtype))
    begins = cuprum.searchsorted(sorted_labels, searched, side="left").get()
    ends = cuprum.searchsorted(sorted_labels, searched, side="right").get()
    results = numpy.full(wanted.shape, default, dtype=out_dtype)
    for place, (begin, end) in enumerate(zip(begins.ravel(), ends.ravel())):
        if begin < end:
            parts = (values[begin:end], places[begin:end]) if pass_positions else (values[begin:end],)
            value = func(*parts)
            results.flat[place] = value.get() if isinstance(value, cuprum.ndarray) else value
    if results.dtype == object:
        return results[0] if scalar else results
    return cuprum.asarray(results[0] if scalar else results)


def geometric_transform(
    input,
    mapping,
    output_shape=None,
    output=None,
    order=3,
    mode="constant",
    cval=0.0,
    prefilter=True,
    extra_arguments: tuple = (),
    extra_keywords=None,
):
    """The image at places that a function tells.

    Parameters
        input: array.
        mapping: `mapping(place, *extra_arguments, **extra_keywords)` gives the place in `input` for one in the result,
            both tuples of coordinates. It is called once with arrays of all coordinates where it takes them, else for
            each place.
        output_shape: of the result; if not given, that of `input`.
        output: where the result goes, or its dtype.
        order: of the spline, from 0 to 5.
        mode: what lies outside, as of `map_coordinates`.
        cval: the value outside with mode "constant".
        prefilter: whether the splines go through the elements.
        extra_arguments, extra_keywords: handed to the function.
    Returns
        The values.
    Example
        >>> a = cp.arange(5.)
        >>> ndimage.geometric_transform(a, lambda place: (place[0] - 1,))
        array([0., 0., 1., 2., 3.])
    """
    if not 0 <= order <= 5:
        raise RuntimeError("spline order not supported")
    shape = tuple(input.shape if output_shape is None else output_shape)
    if input.ndim < 1 or not shape:
        raise RuntimeError("input and output rank must be > 0")
    keywords = extra_keywords or {}
    try:
        places = mapping(tuple(cuprum.indices(shape, dtype="float64")), *extra_arguments, **keywords)
        places = cuprum.stack([cuprum.broadcast_to(cuprum.asarray(p, dtype="float64"), shape) for p in places])
    except (TypeError, ValueError):
        places = numpy.empty((input.ndim, *shape))
        for place in numpy.ndindex(*shape):
            places[(slice(None), *place)] = mapping(place, *extra_arguments, **keywords)
        places = cuprum.asarray(places)
    return _core.map_coordinates(input, places, output, order, mode, cval, prefilter)
