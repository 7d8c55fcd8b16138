"""What pickled sparse matrices are made of again."""

from ._parts import _sparse, array, index_dtype, wrap


def unpickle_tensor(format, data, coords, shape):
    places = [array(c) for c in coords]
    return wrap(_sparse.Tensor(array(data), places, shape, False, index_dtype(places, True)), True, format)


def unpickle(format, is_array, parts, shape):
    if format == "dia":
        return wrap(_sparse.dia_matrix(*map(array, parts), shape), is_array)
    index = index_dtype(parts[1:], True)
    if format == "bsr":
        return wrap(_sparse.bsr_matrix(*map(array, parts), shape, index), is_array)
    if format == "coo":
        return wrap(_sparse.coo_matrix(*map(array, parts), shape, False, index), is_array)
    return wrap(_sparse.compressed(format, *map(array, parts), shape, index), is_array)
