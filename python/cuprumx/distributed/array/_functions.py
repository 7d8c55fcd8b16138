"""Functions of divided arrays beyond CuPy's: sorting, Fourier transforms, halos, random numbers."""

import numpy

import cuprum

from ._array import DistributedArray
from ._divided import _divided, functions
from ._group import GroupArray, layout_of
from ._layout import boxes

_wrap = DistributedArray._of
_wrap_group = GroupArray._of


def _wrapped(array):
    """What C++ returns, of the class of the array that it was given."""
    return (GroupArray if isinstance(array, _divided.GroupArray) else DistributedArray)._of(array)


def _shape(shape):
    return (shape,) if hasattr(shape, "__index__") else tuple(shape)


def sort(a, axis=-1):
    """The elements of a divided array in ascending order, NaN last.

    Parameters
        a: a DistributedArray or GroupArray. One of one axis is divided anew by samples of its elements: each device
            gets a range of values and sorts it (sample sort: W. D. Frazer and A. C. McKellar, 1970).
        axis: along which it is sorted.
    Returns
        The sorted array. Of one axis, each device has about as many elements; `reshard` makes the boxes even. Of
        several axes it is in the boxes of `a`.
    Raises
        TypeError: complex numbers.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> da.sort(da.distributed_array(cp.array([3, 1, 2]), layout)).get()
        array([1, 2, 3])
    """
    return _wrapped(_divided.sort(a._array, axis))


def unique(a):
    """The different elements of a divided array in ascending order, NaN once and last.

    Parameters
        a: a DistributedArray or GroupArray of any shape.
    Returns
        An array of one axis, divided as that of `sort`.
    Raises
        TypeError: complex numbers.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> da.unique(da.distributed_array(cp.array([2, 1, 2]), layout)).get()
        array([1, 2])
    """
    return _wrapped(_divided.unique(a._array))


def fftn(a, axes=None, norm=None, *, in_place_boxes=True):
    """The Fourier transform along some axes, by transposition between devices.

    Parameters
        a: a DistributedArray or GroupArray.
        axes: along which it is transformed; all by default. Those that are not divided come first.
        norm: as in `cuprum.fft`: 'backward', 'ortho' or 'forward'.
        in_place_boxes: whether the result has the boxes of `a`. Otherwise it stays in those of the last step, which
            saves a copy between all devices.
    Returns
        The transform, complex.
    Method
        D. H. Bailey, "FFTs in external or hierarchical memory", 1990. An array of one axis of length n1 * n2 is
        transformed as a matrix; where its length is a prime, one device transforms it, or each rank of a group.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> da.fftn(da.distributed_array(cp.ones((2, 2)), layout)).get().real
        array([[4., 0.],
               [0., 0.]])
    """
    return _wrapped(_divided.fftn(a._array, axes, norm or "backward", bool(in_place_boxes)))


def ifftn(a, axes=None, norm=None, *, in_place_boxes=True):
    """The inverse of `fftn`, with the same parameters."""
    return _wrapped(_divided.ifftn(a._array, axes, norm or "backward", bool(in_place_boxes)))


def fft(a, axis=-1, norm=None, *, in_place_boxes=True):
    """The Fourier transform along one axis; parameters as of `fftn`."""
    return fftn(a, axis, norm, in_place_boxes=in_place_boxes)


def ifft(a, axis=-1, norm=None, *, in_place_boxes=True):
    """The inverse of `fft`, with the same parameters."""
    return ifftn(a, axis, norm, in_place_boxes=in_place_boxes)


def qr(a, block=None):
    """Factorize a matrix into one with orthonormal columns and an upper triangular one.

    Parameters
        a: a DistributedArray or GroupArray of shape (m, n), which is divided evenly by rows first.
        block: how many columns a step factorizes. Chosen by default: all of a tall matrix, fewer where these are as
            many as a device's rows.
    Returns
        q: of shape (m, min(m, n)), divided by rows. Its columns are orthonormal to rounding, whatever the rank of `a`.
        r: of shape (min(m, n), n), on the first device. Of a GroupArray all ranks have it where it has no more rows
            than `a` on a rank; otherwise it is divided by rows.
    Raises
        LinAlgError: not a matrix. TypeError: 16-bit floats.
    Method
        Each device factorizes its rows of a step's columns, and one of them their triangles: J. Demmel et al.,
        "Communication-optimal parallel and sequential QR and LU factorizations", 2012.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> q, r = da.qr(da.random((100, 3), layout, 1))
        >>> bool(abs(q.gather().T @ q.gather() - cp.eye(3)).max() < 1e-14)
        True
    """
    q, r = _divided.qr(a._array, 0 if block is None else block)
    return _wrapped(q), _wrapped(r)


def cholesky(a, block=None):
    """Factorize a Hermitian positive definite matrix: a = L @ L.conj().T.

    Parameters
        a: a DistributedArray or GroupArray of shape (n, n), of which the lower triangle is read.
        block: how many rows and columns a step factorizes; chosen by default.
    Returns
        The lower triangular factor, in the boxes of `a`.
    Raises
        LinAlgError: no square matrix, or one that is not positive definite: on all ranks of a group, which can still
            be used. TypeError: 16-bit floats.
    Method
        Right-looking, by rows of blocks, which are dealt out to the devices.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> da.cholesky(da.distributed_array(cp.array([[4.0, 2.0], [2.0, 5.0]]), layout)).get()
        array([[2., 0.],
               [1., 2.]])
    """
    return _wrapped(_divided.cholesky(a._array, 0 if block is None else block))


_TRANS = {0: 0, 1: 1, 2: 2, "N": 0, "T": 1, "C": 2}
_ASSUMPTIONS = {"gen": False, "general": False, "pos": True, "positive definite": True}


def _operands(name, a, b):
    kind = GroupArray if isinstance(a, GroupArray) else DistributedArray
    for one in (a, b):
        if not isinstance(one, kind):
            raise TypeError(f"{name} takes two divided arrays of one kind, not {type(one).__name__}")
    return kind


def solve_triangular(a, b, trans: int | str = 0, lower=False, unit_diagonal=False, *, block=None):
    """Solve equations whose matrix is a triangle.

    Parameters
        a: a DistributedArray or GroupArray of shape (n, n), of which one triangle is read.
        b: an array of the same kind, of shape (n,) or (n, k).
        trans: 0 or 'N' solves a x = b, 1 or 'T' a.T x = b, 2 or 'C' a.conj().T x = b.
        lower: whether the lower triangle is read.
        unit_diagonal: whether the diagonal counts as ones and is not read.
        block: how many rows a step solves for; chosen by default.
    Returns
        The solutions, in the boxes of `b`.
    Raises
        LinAlgError: no square matrix, or a 0 on the diagonal: on all ranks of a group, which can still be used.
        ValueError: shapes do not agree. TypeError: 16-bit floats, or arrays of different kinds.
    Method
        Fan-out substitution by rows of blocks: M. T. Heath and C. H. Romine, 1988.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> a = da.distributed_array(cp.array([[2.0, 0.0], [2.0, 4.0]]), layout)
        >>> da.solve_triangular(a, da.distributed_array(cp.array([2.0, 6.0]), layout), lower=True).get()
        array([1., 1.])
    """
    kind = _operands("solve_triangular", a, b)
    if trans not in _TRANS:
        raise ValueError(f"trans must be 0, 1, 2, 'N', 'T' or 'C', not {trans!r}")
    options = _TRANS[trans], bool(lower), bool(unit_diagonal), block or 0
    return kind._of(a._array.solve_triangular(b._array, *options))


def solve(a, b, assume_a="gen", *, block=None):
    """Solve linear equations: a x = b.

    Parameters
        a: a DistributedArray or GroupArray of shape (n, n).
        b: an array of the same kind, of shape (n,) or (n, k).
        assume_a: 'gen' for any matrix, 'pos' for a Hermitian positive definite one, of which the lower triangle is
            read; or their long names 'general' and 'positive definite'.
        block: how many columns a step factorizes; chosen by default.
    Returns
        The solutions, in the boxes of `b`.
    Raises
        LinAlgError: no square matrix, or one that is singular or not positive definite: on all ranks of a group, which
        can still be used. ValueError: shapes do not agree. TypeError: 16-bit floats, or arrays of different kinds.
    Method
        LU factors with partial pivoting of columns in blocks, which are dealt out to the devices, or `cholesky`.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> a = da.distributed_array(cp.array([[0.0, 2.0], [4.0, 4.0]]), layout)
        >>> da.solve(a, da.distributed_array(cp.array([2.0, 8.0]), layout)).get()
        array([1., 1.])
    """
    kind = _operands("solve", a, b)
    if assume_a not in _ASSUMPTIONS:
        raise ValueError(f"assume_a must be 'gen', 'general', 'pos' or 'positive definite', not {assume_a!r}")
    options = _ASSUMPTIONS[assume_a], block or 0
    return kind._of(a._array.solve(b._array, *options))


class SparseRows:
    """A sparse matrix whose rows are divided over devices, or over the processes of a group, for products with vectors.

    A device keeps which elements of the vector its rows need from each other device; a product sends only these.

    Parameters
        matrix: a sparse matrix of any format, on any device.
        devices: device k of p gets the rows `[rows * k // p, rows * (k + 1) // p)`; a Layout, numbers, or by default
            all devices.
        group: what `init_process_group` returned. All ranks give the same matrix, and rank k of p keeps its rows;
            `from_local` takes the rows that a rank has made itself.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> import cuprumx.scipy.sparse
        >>> rows = da.SparseRows(cuprumx.scipy.sparse.identity(4, format="csr") * 3, layout)
        >>> (rows @ da.distributed_array(cp.arange(4.0), layout)).get()
        array([0., 3., 6., 9.])
    """

    def __init__(self, matrix, devices=None, *, group=None):
        from cuprumx.scipy.sparse._parts import core_of

        self._group = group
        if group is not None:
            if devices is not None:
                raise ValueError("a matrix of a group is divided over its ranks; give no devices")
            self._rows = _divided.GroupSparseRows.divide(group._group, core_of(matrix))
            return
        if devices is None:
            devices = range(cuprum.cuda.runtime.getDeviceCount())
        self._rows = _divided.SparseRows(core_of(matrix), [int(d) for d in getattr(devices, "devices", devices)])

    @classmethod
    def from_local(cls, group, own):
        """A matrix of a group of which each rank gives some rows, one behind another.

        Parameters
            group: what `init_process_group` returned.
            own: this rank's rows, a sparse matrix with all columns. Ranks may have any numbers of rows.
        Returns
            The matrix.
        Raises
            ValueError: ranks have different numbers of columns.
        """
        from cuprumx.scipy.sparse._parts import core_of

        self = cls.__new__(cls)
        self._group = group
        self._rows = _divided.GroupSparseRows.from_local(group._group, core_of(own))
        return self

    @property
    def shape(self):
        """Numbers of rows and columns."""
        return self._rows.shape

    @property
    def devices(self):
        """Numbers of the devices, or of the ranks."""
        return tuple(range(self._rows.ranks) if self._group is not None else self._rows.devices)

    def matvec(self, x):
        """The product with a divided vector, which is divided evenly over the devices first.

        Parameters
            x: a DistributedArray of one axis, as long as the matrix has columns; a GroupArray for a matrix of a group.
        Returns
            An array of the same kind, divided as the rows.
        Raises
            ValueError: another shape. TypeError: another kind of array.
        """
        kind = DistributedArray if self._group is None else GroupArray
        if not isinstance(x, kind):
            raise TypeError(f"this matrix is multiplied by a {kind.__name__}, not by {type(x).__name__}")
        return kind._of(self._rows.matvec(x._array))

    __matmul__ = matvec


def with_halo(layout, shape, depth):
    """Boxes with the elements next to them: each is wider by `depth` along each axis, within the array.

    Parameters
        layout: a Layout or an index map.
        shape: of the array.
        depth: elements for each axis.
    Returns
        An index map, for `distributed_array`; `exchange_halo` makes halos anew.
    Example
        >>> from cuprumx.distributed import array as da
        >>> da.with_halo(da.Layout(2), (6,), (1,))
        {0: [(slice(0, 4, 1),)], 1: [(slice(2, 6, 1),)]}
    """
    return _divided.with_halo(boxes(layout, _shape(shape)), _shape(shape), _shape(depth))


def exchange_halo(a, owned):
    """Make halos anew: elements of chunks outside of their own boxes become what the chunks that own them have.

    Parameters
        a: a DistributedArray in boxes of `with_halo(owned, ...)`, whose chunks are written to. Only halos are copied
            between devices, asynchronously.
        owned: the Layout or index map of the boxes without halos.
    Raises
        ValueError: boxes that overlap, or another number of them than `a` has chunks.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> a = da.distributed_array(cp.arange(6), da.with_halo(layout, (6,), (1,)))
        >>> da.exchange_halo(a, layout)
    """
    _divided.exchange_halo(a._array, boxes(owned, a.shape))


def map_overlap(function, a, depth, boundary="none", value: float = 0):
    """A function of each chunk, such as a stencil or a filter of ndimage, that reads neighbours of its elements.

    Parameters
        function: gets a chunk with its halo, an array on the chunk's device, and returns an array of the same shape,
            whose outer `depth` elements are dropped, or of the shape of the chunk without halo.
        a: a DistributedArray in boxes of step 1, or a GroupArray. Of a GroupArray the function gets parts of this
            rank's box: first the elements that need no halo, while halos travel, then each edge.
        depth: for each axis, how many neighbours are read in both directions; or one number for all axes.
        boundary: what the halo holds beyond the ends of the array: 'periodic', 'nearest', 'reflect' (with the element
            at the end twice, as in ndimage) or 'constant'. With 'none' there is no halo there, so that a filter's own
            rule counts.
        value: of 'constant'.
    Returns
        The results in the boxes of `a`.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> from cuprumx.scipy import ndimage
        >>> a = da.distributed_array(cp.arange(6.0), layout)
        >>> da.map_overlap(lambda x: ndimage.uniform_filter(x, 3), a, 1).get()
        array([0.33333333, 1.        , 2.        , 3.        , 4.        , 4.66666667])
    """
    depth = (depth,) * a.ndim if hasattr(depth, "__index__") else tuple(depth)
    return _wrapped(_divided.map_overlap(a._array, depth, function, boundary, value))


def map_chunks(function, a):
    """A function of each chunk on its device.

    Parameters
        function: gets an array and returns one of the same shape.
        a: a DistributedArray or GroupArray.
    Returns
        The results in the boxes of `a`.
    """
    return _wrapped(_divided.map_chunks(a._array, function))


def random(shape, layout, seed, dtype: object = numpy.float64, *, group=None):
    """Random numbers of [0, 1) that depend on the seed and the place in the array alone, not on how it is divided.

    Parameters
        shape: of the array.
        layout: a Layout or an index map.
        seed: a number below 2**64; the same gives the same numbers.
        dtype: float32 or float64.
        group: what `init_process_group` returned, for an array that is divided over its ranks by a Layout.
    Returns
        A DistributedArray; a GroupArray where there is a group.
    Method
        Philox4x32-10 of the element's number: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011.
    Example
        >>> from cuprumx.distributed import array as da
        >>> layout = da.Layout(cp.cuda.runtime.getDeviceCount())  # all devices
        >>> bool((da.random(4, layout, 7).get() == da.random(4, da.Layout(1), 7).get()).all())
        True
    """
    return _random(shape, layout, seed, dtype, group, False)


def _random(shape, layout, seed, dtype, group, normal):
    shape, dtype = _shape(shape), numpy.dtype(dtype)
    if group is not None:
        return _wrap_group(_divided.group_random(group._group, shape, layout_of(layout), seed, dtype, normal))
    return _wrap(_divided.random(shape, boxes(layout, shape), seed, dtype, normal))


def standard_normal(shape, layout, seed, dtype: object = numpy.float64, *, group=None):
    """Numbers of the standard normal distribution; parameters as of `random`. By the transform of Box and Muller."""
    return _random(shape, layout, seed, dtype, group, True)


def integers(low, high, shape, layout, seed, *, group=None):
    """Integers of [low, high), int64; other parameters as of `random`."""
    shape = _shape(shape)
    if group is not None:
        return _wrap_group(_divided.group_integers(group._group, shape, layout_of(layout), seed, low, high))
    return _wrap(_divided.integers(shape, boxes(layout, shape), seed, low, high))


_of_numpy = (cholesky, qr, solve, sort, unique, fft, ifft, fftn, ifftn)
functions.update({function.__name__: function for function in _of_numpy})
