"""What pickled sparse matrices are made of again."""

from ._parts import _sparse, array, wrap


def unpickle_tensor(format, data, coords, shape):
    return wrap(_sparse.tensor(array(data), [array(c) for c in coords], shape), True, format)


def unpickle(format, is_array, parts, shape):
    if format == "bsr":
        return wrap(_sparse.blocks(*map(array, parts), shape), is_array)
    if format == "dia":
        return wrap(_sparse.diagonals(*map(array, parts), *shape), is_array)
    if format == "coo":
        return wrap(_sparse.coordinates(*map(array, parts), shape, False), is_array)
    return wrap(_sparse.from_arrays(format, *map(array, parts), *shape), is_array)
