"""Arrays for tests: the same values for the same arguments, made by either library."""

import math as _math

import numpy as _np

import cuprum as _cp


def _to_dtype(values, dtype):
    dtype = _np.dtype(dtype)
    return values % 2 == 0 if dtype.kind == "b" else values * (1 + 1j) if dtype.kind == "c" else values


def shaped_arange(shape, xp=_cp, dtype: object = _np.float32, order="C"):
    """The numbers from 1 on, in a shape; booleans alternate, complex numbers have equal parts.

    Parameters
        shape: the lengths of the axes.
        xp: numpy or cuprum.
        dtype: type of the elements.
        order: 'C' or 'F'.
    Returns
        An array of `xp`.
    """
    values = _np.arange(1, _np.prod(shape, dtype=int) + 1)
    return xp.asarray(_to_dtype(values, dtype).astype(dtype).reshape(shape), order=order)


def shaped_reverse_arange(shape, xp=_cp, dtype: object = _np.float32):
    """The numbers down to 1, in a shape.

    Parameters
        shape: the lengths of the axes.
        xp: numpy or cuprum.
        dtype: type of the elements.
    Returns
        An array of `xp`.
    """
    values = _np.arange(_np.prod(shape, dtype=int), 0, -1)
    return xp.asarray(_to_dtype(values, dtype).astype(dtype).reshape(shape))


def shaped_linspace(start, stop, shape, xp=_cp, dtype: object = _np.float32):
    """Evenly spaced numbers with both ends, in a shape. Unsigned ones begin at 0 at least, booleans also end at 1.

    Parameters
        start, stop: the first and the last number.
        shape: the lengths of the axes.
        xp: numpy or cuprum.
        dtype: type of the elements.
    Returns
        An array of `xp`.
    """
    dtype = _np.dtype(dtype)
    if dtype.kind in "bu":
        start = max(start, 0)
    if dtype.kind == "b":
        stop = min(stop, 1)
    values = _np.linspace(start, stop, _math.prod(shape if isinstance(shape, tuple) else (shape,)))
    return xp.asarray(values.astype(dtype).reshape(shape))


def shaped_random(shape, xp=_cp, dtype: object = _np.float32, scale: float = 10, seed=0, order="C"):
    """Random numbers from 0 to `scale`, the same for the same arguments; floats may lie on both sides of 0 when
    complex.

    Parameters
        shape: the lengths of the axes.
        xp: numpy or cuprum.
        dtype: type of the elements.
        scale: the largest number.
        seed: of the random numbers.
        order: 'C' or 'F'.
    Returns
        An array of `xp`.
    """
    rng = _np.random.RandomState(seed)
    dtype = _np.dtype(dtype)
    if dtype.kind == "b":
        values = rng.randint(2, size=shape)
    elif dtype.kind == "c":
        values = rng.rand(*shape) + 1j * rng.rand(*shape)
        values = values * scale
    else:
        values = rng.rand(*shape) * scale
    return xp.asarray(_np.asarray(values).astype(dtype), order=order)


def generate_matrix(shape, xp=_cp, dtype: object = _np.float32, *, singular_values=None):
    """A random matrix (or a stack of them) with the given singular values, so that its condition is known.

    Parameters
        shape: two lengths, or more for a stack.
        xp: numpy or cuprum.
        dtype: type of the elements.
        singular_values: real numbers that are not negative, of the host or a device, in a shape that broadcasts to
            `shape[:-2] + (min(shape[-2:]),)`.
    Returns
        An array of `xp`.
    """
    if len(shape) <= 1:
        raise ValueError(f"shape {tuple(shape)} is invalid for matrices: too few axes")
    if singular_values is None:
        raise TypeError("singular_values is not given")
    if _np.dtype(dtype).kind not in "fc":
        raise TypeError(
            f"dtype {_np.dtype(dtype)} is not supported: a matrix of given singular values is not of integers"
        )
    values = _cp.asnumpy(singular_values)
    if values.dtype.kind == "c":
        raise TypeError("singular_values must be real")
    if (values < 0).any():
        raise ValueError("negative singular value is given")
    rows, columns = shape[-2:]
    rng = _np.random.RandomState(0)
    rank = min(rows, columns)
    random = rng.randn(*shape) + (1j * rng.randn(*shape) if _np.dtype(dtype).kind == "c" else 0)
    left, _, right = _np.linalg.svd(random, full_matrices=False)
    scaled = left * _np.broadcast_to(values, shape[:-2] + (rank,))[..., None, :] @ right
    return xp.asarray(scaled.astype(dtype))


def shaped_sparse_random(shape, sp=None, dtype: object = _np.float32, density=0.01, format="coo", seed=0):
    """A sparse matrix of a shape with random entries, from `sp` (scipy.sparse or cuprumx.scipy.sparse).

    Parameters
        shape: two lengths.
        sp: scipy.sparse or cuprumx.scipy.sparse; the latter by default.
        dtype: type of the elements.
        density: the part of the elements that is not zero.
        format: the matrix's format.
        seed: of the random numbers.
    Returns
        A matrix of `sp`.
    """
    import scipy.sparse

    if sp is None:
        from cuprumx.scipy import sparse as sp
    host = scipy.sparse.random(*shape, density, random_state=_np.random.RandomState(seed), dtype=dtype).tocoo()
    if sp is scipy.sparse:
        return host.asformat(format)
    data, row, col = map(_cp.asarray, (host.data, host.row, host.col))
    return sp.coo_matrix((data, (row, col)), shape=shape).asformat(format)
