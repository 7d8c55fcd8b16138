import contextlib

import numpy

from cuprum import _core

from . import _sparse


def _on(stream, function, *arguments):
    """Call a function with a stream current, if one is given."""
    with contextlib.nullcontext() if stream is None else stream:
        function(*arguments)


def _exchange_of(world):
    """A function that gives all ranks what each of them says. MPI carries bytes: `allgather` would unpickle what others
    send."""

    def exchange(mine):
        own = numpy.frombuffer(mine, "u1")
        lengths = numpy.empty(world.Get_size(), "i8")
        world.Allgather(numpy.array([own.size], "i8"), lengths)
        padded, rows = numpy.zeros(lengths.max(), "u1"), numpy.empty((lengths.size, lengths.max()), "u1")
        padded[: own.size] = own
        world.Allgather(padded, rows)
        return [row[:length].tobytes() for row, length in zip(rows, lengths, strict=True)]

    return exchange


class NCCLBackend:
    """A process's member of a group.

    All processes make the same calls in the same order. Arrays are contiguous and lie on the current device. Sparse
    matrices may stand for arrays; their patterns may differ between processes.

    Parameters
        n_devices: number of processes.
        rank: number of this process, from 0.
        host: address of the machine of rank 0.
        port: a free port there.
        use_mpi: find the other processes by mpi4py, and not by host and port.
    """

    def __init__(self, n_devices, rank, host="127.0.0.1", port=13333, use_mpi=False):
        if use_mpi:
            from mpi4py import MPI

            # The ranks are MPI's: those that were given serve groups that are formed by host and port.
            world = MPI.COMM_WORLD
            n_devices, rank = world.Get_size(), world.Get_rank()
            self._group = _core._distributed.ProcessGroup.by_exchange(n_devices, rank, _exchange_of(world))
        else:
            self._group = _core._distributed.ProcessGroup(n_devices, rank, host, port)
        self._n_devices, self.rank = n_devices, rank

    def all_reduce(self, in_array, out_array, op="sum", stream=None):
        """Combine the arrays of all ranks; every rank gets the result.

        Parameters
            in_array: what this rank gives.
            out_array: where the result goes; may be `in_array`.
            op: 'sum', 'prod', 'min' or 'max'; for complex numbers 'sum'.
            stream: the stream to use; the current one by default.
        """
        if _sparse.is_sparse(in_array):
            return _on(stream, _sparse.all_reduce, self, in_array, out_array, op)
        self._group.all_reduce(in_array, out_array, op, stream)

    def reduce(self, in_array, out_array, root=0, op="sum", stream=None):
        """Combine the arrays of all ranks; `root` gets the result. Parameters are those of `all_reduce`."""
        if _sparse.is_sparse(in_array):
            return _on(stream, _sparse.reduce, self, in_array, out_array, root, op)
        self._group.reduce(in_array, in_array if out_array is None else out_array, root, op, stream)

    def broadcast(self, in_out_array, root=0, stream=None):
        """Copy the array of `root` to all ranks."""
        if _sparse.is_sparse(in_out_array):
            return _on(stream, _sparse.broadcast, self, in_out_array, root)
        self._group.broadcast(in_out_array, root, stream)

    def reduce_scatter(self, in_array, out_array, count, op="sum", stream=None):
        """Combine the arrays of all ranks; rank r gets the r-th `count` elements of the result."""
        if _sparse.is_sparse(out_array):
            return _on(stream, _sparse.reduce_scatter, self, in_array, out_array, op)
        self._group.reduce_scatter(in_array, out_array, count, op, stream)

    def all_gather(self, in_array, out_array, count, stream=None):
        """Put `count` elements of each rank one behind the other; every rank gets all."""
        if _sparse.is_sparse(in_array):
            return _on(stream, _sparse.all_gather, self, in_array, out_array)
        self._group.all_gather(in_array, out_array, count, stream)

    def send(self, array, peer, stream=None):
        """Send an array to a rank, which calls `recv`."""
        if _sparse.is_sparse(array):
            return _on(stream, _sparse.send, self, array, peer)
        self._group.send(array, peer, stream)

    def recv(self, out_array, peer, stream=None):
        """Receive an array from a rank, which calls `send`."""
        if _sparse.is_sparse(out_array):
            return _on(stream, _sparse.recv, self, out_array, peer)
        self._group.recv(out_array, peer, stream)

    def send_recv(self, in_array, out_array, peer, stream=None):
        """Send to a rank and receive from the same one, which does the same."""
        if _sparse.is_sparse(in_array):
            return _on(stream, _sparse.send_recv, self, in_array, out_array, peer)
        self._group.send_recv(in_array, out_array, peer, stream)

    def scatter(self, in_array, out_array, root=0, stream=None):
        """Rank r gets `in_array[r]` of `root`."""
        if _sparse.is_sparse(out_array):
            return _on(stream, _sparse.scatter, self, in_array, out_array, root)
        self._group.scatter(out_array if in_array is None else in_array, out_array, root, stream)

    def gather(self, in_array, out_array, root=0, stream=None):
        """`out_array[r]` of `root` becomes `in_array` of rank r."""
        if _sparse.is_sparse(in_array):
            return _on(stream, _sparse.gather, self, in_array, out_array, root)
        self._group.gather(in_array, in_array if out_array is None else out_array, root, stream)

    def all_to_all(self, in_array, out_array, stream=None):
        """`out_array[r]` of each rank becomes `in_array[rank]` of rank r."""
        if isinstance(in_array, (list, tuple)):
            return _on(stream, _sparse.all_to_all, self, in_array, out_array)
        self._group.all_to_all(in_array, out_array, stream)

    def barrier(self):
        """Wait until all ranks are here."""
        self._group.barrier()

    def stop(self):
        """Leave the group."""
        self._group.stop()
