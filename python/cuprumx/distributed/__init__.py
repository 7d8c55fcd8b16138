"""Programs of several processes, and arrays over several devices, as in `cupyx.distributed`.

NCCL carries the data between GPUs. Between processes on CPUs it goes through shared memory on one machine and over TCP
between machines, with the same interface.

Members of a group (NCCLBackend):
    >>> comm = cuprumx.distributed.init_process_group(1, 0)  # a group of one process; each gives its rank
    >>> x = cp.arange(3)
    >>> comm.broadcast(x, 0)
    >>> x
    array([0, 1, 2])
"""

import os

from ._backend import NCCLBackend

__all__ = ["NCCLBackend", "init_process_group"]


def init_process_group(n_devices, rank, *, backend="nccl", host=None, port=None, use_mpi=False):
    """Join a group of processes; return when all are there.

    Parameters
        n_devices: number of processes, each with a device of its own.
        rank: number of this process, from 0.
        backend: 'nccl', which on CPUs stands for shared memory and TCP.
        host: address of the machine of rank 0; CUPRUM_DISTRIBUTED_HOST, else the loopback interface.
        port: a free port there; CUPRUM_DISTRIBUTED_PORT, else 13333.
        use_mpi: find the other processes by mpi4py, and not by host and port.
    Returns
        The process's member of the group.
    Raises
        ValueError: a rank outside of the group, an unknown backend, or a host that others can reach while
        CUPRUM_DISTRIBUTED_SECRET is not set. RuntimeError: other ranks did not come in time, or the port is in use.
    Example
        >>> comm = cuprumx.distributed.init_process_group(1, 0)
        >>> x = cuprum.arange(3.0)
        >>> comm.all_reduce(x, x)
        >>> x
        array([0., 1., 2.])
    """
    if n_devices <= 0:
        raise ValueError(f"n_devices must be positive, not {n_devices}")
    if not 0 <= rank < n_devices:
        raise ValueError(f"rank {rank} is none of a group of {n_devices}")
    if backend != "nccl":
        raise ValueError(f"the backend must be 'nccl', not {backend!r}")
    if host is None:
        host = _setting("HOST") or "127.0.0.1"
    if port is None:
        port = int(_setting("PORT") or 13333)
    return NCCLBackend(n_devices, rank, host, port, use_mpi)


def _setting(name):
    return os.environ.get(f"CUPRUM_DISTRIBUTED_{name}") or os.environ.get(f"CUPYX_DISTRIBUTED_{name}")


def __getattr__(name):
    if name == "array":
        import importlib

        return importlib.import_module("cuprumx.distributed.array")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
