"""Sparse matrices that are divided by rows, and the functions that NumPy's names call with divided arrays."""

import cuprum
from cuprum._core._distributed import cholesky, fft, fftn, ifft, ifftn, qr, solve, sort, unique

from ._divided import _divided, functions


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

        if group is not None:
            if devices is not None:
                raise ValueError("a matrix of a group is divided over its ranks; give no devices")
            self._rows = _divided.GroupSparseRows(group, core_of(matrix))
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
        self._rows = _divided.GroupSparseRows.from_local(group, core_of(own))
        return self

    @property
    def shape(self):
        """Numbers of rows and columns."""
        return self._rows.rows, self._rows.columns

    @property
    def devices(self):
        """Numbers of the devices, or of the ranks."""
        rows = self._rows
        return rows.devices if isinstance(rows, _divided.SparseRows) else tuple(range(rows.ranks))

    def matvec(self, x):
        """The product with a divided vector, which is divided evenly over the devices first.

        Parameters
            x: a DistributedArray of one axis, as long as the matrix has columns; a GroupArray for a matrix of a group.
        Returns
            An array of the same kind, divided as the rows.
        Raises
            ValueError: another shape. TypeError: another kind of array.
        """
        return self._rows.matvec(x)

    __matmul__ = matvec


_of_numpy = (cholesky, qr, solve, sort, unique, fft, ifft, fftn, ifftn)
functions.update({function.__name__: function for function in _of_numpy})
