"""Functions that make sparse matrices."""

import math
import warnings

import numpy

import cuprum
from cuprum import ndarray

from ._parts import _sparse, array, core_of, is_scalar, of_tensor, shape_of, wrap


def _made(core, format, is_array):
    return wrap(core if format is None or format == core.format else _converted(core, format), is_array)


def _converted(core, format):
    if format not in ("csr", "csc", "coo", "dia", "bsr"):
        raise ValueError(f"Format {format} is unknown: csr, csc, coo, dia and bsr are known")
    return core.to_format(format)


_UNTOLD = object()  # integers become floats where no dtype is given, as SciPy has it


def _diags(diagonals, offsets, shape, format, dtype, is_array):
    if is_scalar(offsets):
        if len(diagonals) == 0 or is_scalar(diagonals[0]):
            diagonals = [cuprum.atleast_1d(array(diagonals))]
        else:
            raise ValueError("Different number of diagonals and offsets.")
        offsets = [offsets]
    else:
        diagonals = [cuprum.atleast_1d(array(d)) for d in diagonals]
    offsets = [int(k) for k in (offsets.get() if isinstance(offsets, ndarray) else offsets)]
    if len(diagonals) != len(offsets):
        raise ValueError("Different number of diagonals and offsets.")
    if dtype is _UNTOLD:
        dtype = None
        if diagonals and numpy.result_type(*(d.dtype for d in diagonals)).kind in "iu":
            warnings.warn(
                "diagonals of integers become float64, as no dtype is given; dtype=None will keep theirs",
                FutureWarning,
                stacklevel=3,
            )
    elif dtype is None and diagonals:
        dtype = numpy.result_type(*(d.dtype for d in diagonals))
    core = _sparse.diags(diagonals, offsets, None if shape is None else shape_of(shape), dtype)
    return _made(core, format, is_array)


def diags(diagonals, offsets: object = 0, shape=None, format=None, dtype: object = _UNTOLD):
    """A sparse matrix of diagonals.

    Parameters
        diagonals: arrays, one a diagonal; one of one element is repeated.
        offsets: the number of each diagonal, 0 for the main one, or one number for one diagonal.
        shape: numbers of rows and columns; by default the smallest square that holds the first diagonal.
        format: of the result; "dia" by default.
        dtype: of the elements; None for that of all diagonals. If it is not given, integers become float64.
    Raises
        ValueError: diagonals of other lengths than the shape gives them.
    Example
        >>> cuprumx.scipy.sparse.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(3, 3)).toarray()
        array([[-2.,  1.,  0.],
               [ 1., -2.,  1.],
               [ 0.,  1., -2.]])
    """
    return _diags(diagonals, offsets, shape, format, dtype, False)


def diags_array(diagonals, /, *, offsets: object = 0, shape=None, format=None, dtype: object = _UNTOLD):
    """A sparse array of diagonals, as `diags`.

    Parameters
        diagonals: arrays, one a diagonal; one of one element is repeated.
        offsets: the number of each diagonal.
        shape: numbers of rows and columns.
        format: of the result; "dia" by default.
        dtype: of the elements.
    """
    return _diags(diagonals, offsets, shape, format, dtype, True)


# ---------------------------------------------------------------------------------------------------------- by chance


def _source(state):
    if state is None:
        return cuprum.random
    if isinstance(state, (int, numpy.integer)):
        return cuprum.random.RandomState(int(state))
    return state


def _integers(source, high, count):
    draw = source.integers if hasattr(source, "integers") else source.randint
    return cuprum.asarray(draw(0, high, size=count)).astype(numpy.int64)


def _distinct(source, total, count):
    """So many different numbers below `total`, each set of them as likely: the first that come."""
    if count == 0:
        return cuprum.empty(0, numpy.int64)
    if count > total // 3 and total < 1 << 31:
        return cuprum.asarray(source.permutation(total))[:count].astype(numpy.int64)
    drawn = _integers(source, total, count + count // 4 + 32)
    while True:
        values, first = cuprum.unique(drawn, return_index=True)
        if values.size >= count:
            return values if values.size == count else values[cuprum.argsort(first)[:count]]
        drawn = cuprum.concatenate([drawn, _integers(source, total, drawn.size)])


def _random(shape, density, format, dtype, state, sampler, is_array):
    if not 0 <= density <= 1:
        raise ValueError("density expected to be 0 <= density <= 1")
    shape = shape_of(shape, None if is_array else (2,))
    dtype = numpy.dtype("d" if dtype is None else dtype)
    total = math.prod(shape)
    if total >= 1 << 63:
        raise ValueError(f"a sparse array of shape {shape} has more elements than int64 can number")
    source = _source(state)
    count = round(density * total)
    places = _distinct(source, total, count)
    if sampler is not None:
        try:
            data = sampler(size=count)
        except TypeError:
            data = sampler(count)
        data = cuprum.asarray(data).astype(dtype)
    elif dtype.kind in "iu":
        info = numpy.iinfo(dtype)
        data = _integers(source, min(int(info.max), 2**31 - 1), count).astype(dtype)
    elif dtype.kind == "b":
        data = cuprum.ones(count, dtype)
    else:
        uniform = source.random if hasattr(source, "random") else source.random_sample
        data = cuprum.asarray(uniform(size=count))
        if dtype.kind == "c":
            data = data + 1j * cuprum.asarray(uniform(size=count))
        data = data.astype(dtype)
    if len(shape) == 2:
        columns = max(shape[1], 1)
        return _made(_sparse.coordinates(data, places // columns, places % columns, shape, True), format, is_array)
    return of_tensor(_sparse.tensor(data, [places], (total,)).reshape(shape, "C")).asformat(format)


def random(m, n, density=0.01, format="coo", dtype=None, random_state=None, data_rvs=None, *, rng=None):
    """A sparse matrix with random numbers from [0, 1) at random places.

    Parameters
        m, n: rows and columns.
        density: the share of elements that are stored.
        format: of the result.
        dtype: of the elements; float64 by default.
        random_state: a seed, or a RandomState or Generator.
        data_rvs: a function of a number of elements that gives them instead.
        rng: SciPy's newer name of `random_state`.
    """
    return _random((m, n), density, format, dtype, random_state if rng is None else rng, data_rvs, False)


def rand(m, n, density=0.01, format="coo", dtype=None, random_state=None, *, rng=None):
    """A sparse matrix with random numbers from [0, 1) at random places, as `random`.

    Parameters
        m, n: rows and columns.
        density: the share of elements that are stored.
        format: of the result.
        dtype: of the elements; float64 by default.
        random_state: a seed, or a RandomState or Generator.
        rng: SciPy's newer name of `random_state`.
    """
    return _random((m, n), density, format, dtype, random_state if rng is None else rng, None, False)


def random_array(shape, *, density=0.01, format="coo", dtype=None, rng=None, data_sampler=None, random_state=None):
    """A sparse array with random numbers from [0, 1) at random places, as `random`.

    Parameters
        shape: lengths along one axis or more.
        density: the share of elements that are stored.
        format: of the result.
        dtype: of the elements; float64 by default.
        rng: a seed, or a RandomState or Generator.
        data_sampler: a function of `size` that gives the elements instead.
        random_state: the older name of `rng`.
    """
    return _random(shape, density, format, dtype, random_state if rng is None else rng, data_sampler, True)


# ------------------------------------------------------------------------------------------------------------- others


def get_index_dtype(arrays: object = (), maxval=None, check_contents=False):
    """int32 where that holds all indices, else int64.

    Parameters
        arrays: arrays of indices.
        maxval: the largest number that an index may be.
        check_contents: whether arrays of wider dtypes are looked at.
    """
    largest = numpy.iinfo(numpy.int32).max
    if maxval is not None and maxval > largest:
        return numpy.int64
    for a in (arrays,) if isinstance(arrays, (ndarray, numpy.ndarray)) else arrays:
        a = array(a)
        if numpy.can_cast(a.dtype, numpy.int32):
            continue
        if check_contents and (
            a.size == 0 or (a.dtype.kind in "iu" and int(a.max()) <= largest and int(a.min()) >= -largest - 1)
        ):
            continue
        return numpy.int64
    return numpy.int32


def safely_cast_index_arrays(A, idx_dtype: object = numpy.int32, msg=""):
    """The index arrays of a sparse matrix in a dtype that holds them.

    Parameters
        A: sparse matrix.
        idx_dtype: the dtype.
        msg: a word about the index arrays for the error.
    Returns
        (indices, indptr) of csr and csc, (row, col) of coo, offsets of dia.
    Raises
        ValueError: an index is too large for the dtype.
    """
    largest = numpy.iinfo(idx_dtype).max
    core = core_of(A)
    parts = {"dia": ("offsets",), "coo": ("row", "col")}.get(core.format, ("indices", "indptr"))
    made = []
    for part in parts:
        values = getattr(core, part)
        if values.dtype.itemsize > numpy.dtype(idx_dtype).itemsize and values.size and int(values.max()) > largest:
            raise ValueError(f"{msg or part} values are too large for {numpy.dtype(idx_dtype)}")
        made.append(values.astype(idx_dtype, copy=False))
    return made[0] if len(made) == 1 else tuple(made)


def matrix_transpose(A):
    """The transposed matrix.

    Parameters
        A: sparse matrix.
    """
    return A.transpose()


def save_npz(file, matrix, compressed=True):
    """Writes a sparse matrix to a file of SciPy's.

    Parameters
        file: name or file object.
        matrix: sparse matrix.
        compressed: whether the file is compressed.
    """
    import scipy.sparse

    scipy.sparse.save_npz(file, matrix.get(), compressed)


def load_npz(file):
    """Reads a sparse matrix from a file of SciPy's.

    Parameters
        file: name or file object.
    """
    import scipy.sparse

    host = scipy.sparse.load_npz(file)
    return wrap(core_of(host), isinstance(host, scipy.sparse.sparray))
