"""What pickled sparse matrices are made of again."""

from ._parts import _sparse, array, wrap


def unpickle_tensor(format, data, coords, shape):
    return wrap(_sparse.Tensor(array(data), [array(c) for c in coords], shape), True, format)


def unpickle(format, is_array, parts, shape):
    if format == "bsr":
        return wrap(_sparse.bsr_matrix(*map(array, parts), shape), is_array)
    if format == "dia":
        return wrap(_sparse.dia_matrix(*map(array, parts), shape), is_array)
    if format == "coo":
        return wrap(_sparse.coo_matrix(*map(array, parts), shape, False), is_array)
    return wrap(_sparse.compressed(format, *map(array, parts), shape), is_array)
