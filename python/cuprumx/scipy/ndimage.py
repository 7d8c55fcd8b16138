"""SciPy's images of any number of dimensions, for arrays on a device."""

import numpy

import cuprum
from cuprum._core._scipy_ndimage import *  # noqa: F403


def labeled_comprehension(input, labels, index, func, out_dtype, default, pass_positions=False):
    """A function of the elements of each label.

    Parameters
        input: array.
        labels: array of labels, which broadcasts with `input`.
        index: the labels, one or several.
        func: `func(elements)`, or `func(elements, positions)`.
        out_dtype: the results' dtype; None is float64.
        default: the result of labels that nothing has.
        pass_positions: whether the function gets the places in the flattened array as well.
    Returns
        What the function gave, for each label of `index`.
    Raises
        ValueError: `labels` have another shape, or `index` is given without them.
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
    results = numpy.full(wanted.shape, default, dtype="float64" if out_dtype is None else out_dtype)
    for place, (begin, end) in enumerate(zip(begins.ravel(), ends.ravel())):
        if begin < end:
            parts = (values[begin:end], places[begin:end]) if pass_positions else (values[begin:end],)
            value = func(*parts)
            results.flat[place] = value.get() if isinstance(value, cuprum.ndarray) else value
    if results.dtype == object:
        return results[0] if scalar else results
    return cuprum.asarray(results[0] if scalar else results)
