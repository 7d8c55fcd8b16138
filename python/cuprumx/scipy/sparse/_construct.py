"""Functions that make sparse matrices."""

import math
import operator
import warnings

import numpy

import cuprum
from cuprum import ndarray

from . import _nd
from ._kinds import sparray
from ._parts import _sparse, array, core_of, is_scalar, is_sparse_like, of_tensor, shape_of, tensor_of, wrap


def _made(core, format, is_array):
    return wrap(core if format is None or format == core.format else _converted(core, format), is_array)


def _converted(core, format):
    if format not in ("csr", "csc", "coo", "dia", "bsr"):
        raise ValueError(f"Format {format} is unknown: csr, csc, coo, dia and bsr are known")
    return core.to_format(format)


def _any_array(*matrices):
    return any(isinstance(a, sparray) for a in matrices)


def _core(a, what=None):
    """Of a sparse matrix, or of a dense one; a vector counts as a row."""
    if not is_sparse_like(a):
        a = cuprum.atleast_2d(array(a))
    if len(a.shape) > 2:
        raise ValueError(f"{what or 'the function'} requires 2D input arrays, found {len(a.shape)} dimensions")
    if not is_sparse_like(a):
        return _sparse.from_dense(a, "coo")
    return core_of(a) if len(a.shape) == 2 else tensor_of(a).reshape((1, a.shape[0]), "C").matrix(1)


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


def diags(diagonals, offsets=0, shape=None, format=None, dtype=_UNTOLD):
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


def diags_array(diagonals, /, *, offsets=0, shape=None, format=None, dtype=_UNTOLD):
    """A sparse array of diagonals, as `diags`.

    Parameters
        diagonals: arrays, one a diagonal; one of one element is repeated.
        offsets: the number of each diagonal.
        shape: numbers of rows and columns.
        format: of the result; "dia" by default.
        dtype: of the elements.
    """
    return _diags(diagonals, offsets, shape, format, dtype, True)


def spdiags(data, diags, m=None, n=None, format=None):
    """A sparse matrix of diagonals that are the rows of an array.

    Parameters
        data: array of two dimensions; `data[k, j]` stands in column j.
        diags: the number of each diagonal.
        m: rows, or both lengths.
        n: columns.
        format: of the result; "dia" by default.
    """
    shape = m if n is None else (m, n)
    shape = None if shape is None else tuple(map(operator.index, shape))
    return _made(_sparse.spdiags(array(data), array(diags), shape), format, False)


def _eye(m, n, k, dtype, format, is_array):
    rows, k = operator.index(m), operator.index(k)
    columns = rows if n is None else operator.index(n)
    if not -rows <= k <= columns:
        raise ValueError(f"Offset {k} (index 0) out of bounds of {rows} rows and {columns} columns")
    return _made(_sparse.eye(rows, columns, k, dtype), format, is_array)


def eye(m, n=None, k=0, dtype="d", format=None):
    """A sparse matrix with ones on a diagonal.

    Parameters
        m: rows.
        n: columns; as many as rows by default.
        k: the number of the diagonal.
        dtype: of the elements.
        format: of the result; "dia" by default.
    """
    return _eye(m, n, k, dtype, format, False)


def eye_array(m, n=None, *, k=0, dtype=float, format=None):
    """A sparse array with ones on a diagonal, as `eye`.

    Parameters
        m: rows.
        n: columns; as many as rows by default.
        k: the number of the diagonal.
        dtype: of the elements.
        format: of the result; "dia" by default.
    """
    return _eye(m, n, k, dtype, format, True)


def identity(n, dtype="d", format=None):
    """A square sparse matrix with ones on its main diagonal.

    Parameters
        n: rows and columns.
        dtype: of the elements.
        format: of the result; "dia" by default.
    """
    return eye(n, n, dtype=dtype, format=format)


def kron(A, B, format=None):
    """The Kronecker product: each element of A times all of B.

    Parameters
        A, B: sparse or dense matrices, or sparse arrays of any number of dimensions.
        format: of the result; by default "bsr" where at least half of B is stored, else "coo".
    """
    A, B = (x if is_sparse_like(x) else array(x) for x in (A, B))
    if _any_array(A, B) and (len(A.shape) > 2 or len(B.shape) > 2 or len(A.shape) == len(B.shape) == 1):
        return _kron_of_tensors(A, B).asformat(format)
    if len(A.shape) > 2 or len(B.shape) > 2:
        raise TypeError(f"kron of no sparse array expected 2D array or matrix, found shapes {A.shape} and {B.shape}")
    one, two = _core(A), _core(B)
    if format in (None, "bsr") and 2 * two.nnz >= two.shape[0] * two.shape[1] > 0:
        rows, block = one.to_format("csr"), two.toarray("C")
        shape = one.shape[0] * two.shape[0], one.shape[1] * two.shape[1]
        data = rows.data[: rows.nnz].reshape(-1, 1, 1) * block
        return wrap(_sparse.blocks(data, rows.indices[: rows.nnz], rows.indptr, shape), _any_array(A, B))
    if one.shape[0] * two.shape[0] > one.shape[1] * two.shape[1]:  # the fewer lines, the less room they take
        made = _sparse.kron(one.transpose(), two.transpose()).transpose()
    else:
        made = _sparse.kron(one, two)
    return _made(made.sum_duplicates() if format in ("csr", "csc") else made, format or "coo", _any_array(A, B))


def _kron_of_tensors(A, B):
    """Along each axis; the array of fewer dimensions has axes of length one in front."""
    ndim = max(len(A.shape), len(B.shape))
    tensors = [tensor_of(x) if is_sparse_like(x) else _sparse.tensor_from_dense(x) for x in (A, B)]
    one, two = ((1,) * (ndim - len(t.shape)) + tuple(t.shape) for t in tensors)
    rows = (t.reshape((1, math.prod(t.shape)), "C").matrix(1) for t in tensors)
    every = _sparse.tensor_from_matrix(_sparse.kron(*rows), one + two)
    turned = every.transpose([axis for k in range(ndim) for axis in (k, ndim + k)])
    return of_tensor(turned.reshape([m * n for m, n in zip(one, two)], "C"))


def kronsum(A, B, format=None):
    """The Kronecker sum, kron(I, A) + kron(B, I), of two square matrices.

    Parameters
        A, B: square sparse or dense matrices.
        format: of the result; "csr" by default.
    """
    return _made(_sparse.kronsum(_core(A, "kronsum"), _core(B, "kronsum")), format, _any_array(A, B))


def _blocks(blocks, format, dtype, is_array):
    rows = [[None if b is None else _core(b) for b in row] for row in blocks]
    present = [b for row in rows for b in row if b is not None]
    core = _sparse.block_array(rows, dtype)
    if format is None and present:
        kinds = {b.format for b in present}
        if (len(rows) == 1 or len(rows[0]) == 1) and kinds in ({"csr"}, {"csc"}):
            (format,) = kinds
    return _made(core, format, is_array)


def _listed(blocks):
    if not isinstance(blocks, (list, tuple, numpy.ndarray)):
        raise ValueError("blocks must be a sequence of matrices")
    return list(blocks)


def bmat(blocks, format=None, dtype=None):
    """A sparse matrix of blocks.

    Parameters
        blocks: rows of sparse or dense matrices; None stands for zeros.
        format: of the result; "coo" by default.
        dtype: of the elements; that of all blocks by default.
    Raises
        ValueError: blocks whose lengths do not fit.
    """
    rows = [list(row) for row in _listed(blocks)]
    if not rows or not rows[0]:
        raise ValueError("blocks must be 2-D")
    return _blocks(rows, format, dtype, _any_array(*(b for row in rows for b in row)))


def block_array(blocks, *, format=None, dtype=None):
    """A sparse array of blocks, as `bmat`.

    Parameters
        blocks: rows of sparse or dense matrices; None stands for zeros.
        format: of the result; "coo" by default.
        dtype: of the elements; that of all blocks by default.
    """
    return _blocks([list(row) for row in _listed(blocks)], format, dtype, True)


def block_diag(mats, format=None, dtype=None):
    """A sparse matrix with blocks along its diagonal.

    Parameters
        mats: sparse or dense matrices.
        format: of the result; "coo" by default.
        dtype: of the elements; that of all blocks by default.
    """
    mats = list(mats)
    cores = [_core(a, "block_diag") for a in mats]
    top = left = 0
    total = sum(c.shape[0] for c in cores), sum(c.shape[1] for c in cores)
    coordinates, kinds = [], []
    for core in cores:
        c = core.to_format("coo")
        coordinates.append((c.row + top, c.col + left, c.data))
        kinds.append(core.dtype)
        top, left = top + core.shape[0], left + core.shape[1]
    kind = numpy.dtype(dtype) if dtype is not None else numpy.result_type(*kinds) if kinds else numpy.dtype("d")
    if not coordinates:
        return _made(_sparse.empty("coo", 0, 0, kind), format, _any_array(*mats))
    row, col, data = (cuprum.concatenate(parts) for parts in zip(*coordinates))
    core = _sparse.coordinates(data.astype(kind), row, col, total, True)
    return _made(core, format, _any_array(*mats))


def hstack(blocks, format=None, dtype=None):
    """Sparse matrices side by side.

    Parameters
        blocks: sparse or dense matrices with as many rows.
        format: of the result; "csr" or "csc" where all are, else "coo".
        dtype: of the elements; that of all blocks by default.
    """
    blocks = _listed(blocks)
    if not blocks:
        raise ValueError("blocks must be 2-D")
    return _blocks([blocks], format, dtype, _any_array(*blocks))


def vstack(blocks, format=None, dtype=None):
    """Sparse matrices one below the other.

    Parameters
        blocks: sparse or dense matrices with as many columns.
        format: of the result; "csr" or "csc" where all are, else "coo".
        dtype: of the elements; that of all blocks by default.
    """
    blocks = _listed(blocks)
    if not blocks:
        raise ValueError("blocks must be 2-D")
    return _blocks([[b] for b in blocks], format, dtype, _any_array(*blocks))


def tril(A, k=0, format=None):
    """What is on and below a diagonal.

    Parameters
        A: sparse or dense matrix.
        k: the number of the diagonal.
        format: of the result; "coo" by default.
    """
    return _made(_sparse.triangle(_core(A), operator.index(k), False), format, _any_array(A))


def triu(A, k=0, format=None):
    """What is on and above a diagonal.

    Parameters
        A: sparse or dense matrix.
        k: the number of the diagonal.
        format: of the result; "coo" by default.
    """
    return _made(_sparse.triangle(_core(A), operator.index(k), True), format, _any_array(A))


def find(A):
    """The rows, the columns and the values of the elements that are not zero.

    Parameters
        A: sparse or dense matrix.
    Returns
        A tuple of three arrays.
    """
    return _sparse.find(_core(A))


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


def get_index_dtype(arrays=(), maxval=None, check_contents=False):
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


def safely_cast_index_arrays(A, idx_dtype=numpy.int32, msg=""):
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


def permute_dims(A, axes=None, copy=False):
    """With its axes in another order.

    Parameters
        A: sparse matrix or array.
        axes: the order; reversed by default.
        copy: whether the elements are copied.
    Returns
        A sparse array in the format coo.
    """
    if axes is None:
        return A.tocoo(copy=copy).transpose()
    if not isinstance(axes, (tuple, list)):
        raise TypeError(f"axis must be an integer/tuple of ints, not {type(axes).__name__}")
    if len(axes) != A.ndim:
        raise ValueError(f"Incorrect number of axes: {len(axes)} axes for {A.ndim} dimensions")
    return _permuted(A, _nd.axes_of(tuple(axes), A.ndim), copy)


def _axis(axis, ndim):
    try:
        axis = operator.index(axis)
    except TypeError:
        raise ValueError(f"Invalid axis {axis!r}. Must be an integer.") from None
    if not -ndim <= axis < ndim:
        raise ValueError(f"Invalid axis: {axis} is out of range for {ndim} dimensions")
    return axis % ndim


def _permuted(A, axes, copy=False):
    if A.ndim == 2:
        coordinates = A.tocoo(copy=copy)
        return coordinates if axes == (0, 1) else coordinates.transpose()
    return _nd.permuted(A, axes, copy)


def swapaxes(A, axis1, axis2):
    """With two of its axes exchanged.

    Parameters
        A: sparse matrix or array.
        axis1, axis2: the axes.
    Returns
        A sparse array in the format coo.
    """
    axes = list(range(A.ndim))
    one, two = _axis(axis1, A.ndim), _axis(axis2, A.ndim)
    axes[one], axes[two] = axes[two], axes[one]
    return _permuted(A, tuple(axes))


def expand_dims(A, /, *, axis=0):
    """With another axis of length one.

    Parameters
        A: sparse array.
        axis: where the axis stands in the result.
    Returns
        A sparse array in the format coo.
    """
    axis = _axis(axis, A.ndim + 1)
    shape = A.shape[:axis] + (1,) + A.shape[axis:]
    return of_tensor(tensor_of(A).reshape(shape, "C"))


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
