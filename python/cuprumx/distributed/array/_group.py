"""`GroupArray`: arrays that are divided over the processes of a group."""

import cuprum

from ._divided import Divided, _divided


class GroupArray(Divided):
    """An array that is divided over the processes of a group: each rank has one box of it, on its current device.

    `distributed_array` and the random functions of this module make one where they get `group`. All ranks make the same
    calls in the same order. Ranks compute from the boxes of all what they send and receive, so each message is data.

    Parameters
        group: what `init_process_group` returned.
        local: this rank's box, an array.
        shape: lengths of the axes of the whole array.
        layout: a Layout, whose devices are the ranks 0 to the number of processes - 1.
        mode: what elements mean that several ranks have: `REPLICA`, the same value; `SUM`, `PROD`, `MIN` or `MAX`,
            parts that are combined by the operation. Functions other than the reduction of that name combine them
            first.
    Raises
        ValueError: `local` has another shape than the rank's box, or the layout names other ranks. TypeError: mode
            `MIN` or `MAX` of complex numbers.
    Example
        >>> from cuprumx.distributed import array as da, init_process_group
        >>> comm = init_process_group(1, 0)  # in each of n processes: init_process_group(n, rank)
        >>> x = da.GroupArray(comm, cp.arange(3.0), (3,), da.Layout(1))
        >>> (x * 2).sum().gather()
        array(6.)
    """

    def __init__(self, group, local, shape, layout, mode=None):
        self._array = _divided.GroupArray(group, cuprum.asarray(local), shape, layout, mode)

    @property
    def rank(self):
        """Number of this process."""
        return self._array.rank

    @property
    def local(self):
        """This rank's box, an array that shares memory with this one."""
        return self._array.local

    def change_mode(self, mode):
        """The same array in another mode.

        Parameters
            mode: `REPLICA`, `SUM`, `PROD`, `MIN` or `MAX`. To `REPLICA` ranks with the same box combine what they
                have. From `REPLICA` elements become the operation's neutral element on all of them but one, and no
                message is sent.
        Returns
            The array in the mode.
        Raises
            TypeError: mode `MIN` or `MAX` of complex numbers.
        """
        return self._of(self._array.change_mode(mode))

    @property
    def index_map(self):
        """For each rank its box, as a tuple of slices."""
        return self._array.regions

    def __repr__(self):
        of = f"rank={self.rank} of {self._array.ranks}"
        return f"GroupArray(shape={self.shape}, dtype={self.dtype}, mode={self.mode!r}, {of})"

    def reshard(self, layout):
        """The same elements in the boxes of a Layout, or of another GroupArray of the shape; a rank receives only what
        it does not have."""
        if isinstance(layout, GroupArray):
            return self._of(self._array.reshard_like(layout._array))
        return self._of(self._array.reshard(layout))

    def get(self):
        """The whole array as a NumPy array, on every rank."""
        return self.gather().get()

    def copy(self):
        """A copy in the same boxes."""
        return self._of(self._array.copy())

    def astype(self, dtype):
        """A copy of another dtype in the same boxes."""
        return self._of(self._array.astype(dtype))

    _multiplies_into_new = False

    def _called(self, function, operands, out, dtype, casting):
        results = tuple(map(self._of, _divided.group_call(function, *operands, dtype=dtype, casting=casting)))
        if out is not None:
            for target, result in zip(out if isinstance(out, tuple) else (out,), results, strict=True):
                if not isinstance(target, GroupArray) or target.shape != result.shape:
                    raise ValueError("out must be a GroupArray of the result's shape")
                cuprum.copyto(target.local, result.reshard(target).local, casting=casting or "same_kind")
            return out[0] if isinstance(out, tuple) and len(out) == 1 else out
        return results[0] if len(results) == 1 else results
