"""Functions that make sparse matrices."""

import numpy

from cuprum import ndarray

from ._parts import _sparse, array, core_of, wrap


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
    Returns
        A sparse array.
    Raises
        ValueError: a negative length, a density outside of [0, 1], another `format`.
    Example
        >>> sparse.random_array((100, 200), density=0.05).nnz
        1000
    """
    made = _sparse.random_array(shape, density, dtype, random_state if rng is None else rng, data_sampler)
    return made.asformat(format)


# ------------------------------------------------------------------------------------------------------------- others


def get_index_dtype(arrays: object = (), maxval=None, check_contents=False):
    """int32 where that holds all indices, else int64.

    Parameters
        arrays: arrays of indices.
        maxval: the largest number that an index may be.
        check_contents: whether arrays of wider dtypes are looked at.
    Returns
        numpy.int32 or numpy.int64.
    Example
        >>> sparse.get_index_dtype(maxval=2**40)
        <class 'numpy.int64'>
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
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> indices, indptr = sparse.safely_cast_index_arrays(a, np.int32)
        >>> indptr
        array([0, 2, 3], dtype=int32)
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
    Returns
        A matrix of the same kind.
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> sparse.matrix_transpose(a).toarray()
        array([[1., 0.],
               [2., 3.]])
    """
    return A.transpose()


def save_npz(file, matrix, compressed=True) -> None:
    """Writes a sparse matrix to a file of SciPy's.

    Parameters
        file: name or file object.
        matrix: sparse matrix.
        compressed: whether the file is compressed.
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> sparse.save_npz('a.npz', a)
        >>> sparse.load_npz('a.npz').nnz
        3
    """
    import scipy.sparse

    scipy.sparse.save_npz(file, matrix.get(), compressed)


def load_npz(file):
    """Reads a sparse matrix from a file of SciPy's.

    Parameters
        file: name or file object.
    Returns
        A matrix or an array, of the format that the file has.
    Raises
        FileNotFoundError: there is no such file.
    Example
        >>> a = sparse.csr_matrix(cp.array([[1., 2.], [0., 3.]]))
        >>> sparse.save_npz('a.npz', a)
        >>> sparse.load_npz('a.npz').toarray()
        array([[1., 2.],
               [0., 3.]])
    """
    import scipy.sparse

    host = scipy.sparse.load_npz(file)
    return wrap(core_of(host), isinstance(host, scipy.sparse.sparray))
