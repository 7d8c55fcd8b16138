"""What divided arrays have beyond CuPy's that needs classes of Python: sparse matrices, random numbers."""

import numpy

import cuprum
from cuprum._core._distributed import (
    cholesky, exchange_halo, fft, fftn, ifft, ifftn, map_chunks, map_overlap, qr, solve, solve_triangular, sort, unique,
    with_halo,
)  # fmt: skip

from ._array import DistributedArray
from ._divided import _divided, functions
from ._group import GroupArray

_wrap = DistributedArray._of
_wrap_group = GroupArray._of


def _shape(shape):
    return (shape,) if hasattr(shape, "__index__") else tuple(shape)


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
        return _wrap_group(_divided.group_random(group._group, shape, layout, seed, dtype, normal))
    return _wrap(_divided.random(shape, layout, seed, dtype, normal))


def standard_normal(shape, layout, seed, dtype: object = numpy.float64, *, group=None):
    """Numbers of the standard normal distribution; parameters as of `random`. By the transform of Box and Muller.

    Example
        >>> array.standard_normal((2, 3), array.Layout(1), seed=1).shape
        (2, 3)
    """
    return _random(shape, layout, seed, dtype, group, True)


def integers(low, high, shape, layout, seed, *, group=None):
    """Integers of [low, high), int64; other parameters as of `random`.

    Example
        >>> array.integers(0, 10, (2, 3), array.Layout(1), seed=1).shape
        (2, 3)
    """
    shape = _shape(shape)
    if group is not None:
        return _wrap_group(_divided.group_integers(group._group, shape, layout, seed, low, high))
    return _wrap(_divided.integers(shape, layout, seed, low, high))


_of_numpy = (cholesky, qr, solve, sort, unique, fft, ifft, fftn, ifftn)
functions.update({function.__name__: function for function in _of_numpy})
