"""Sparse matrices in groups of processes: sizes go first, then the matrix's arrays one after the other.

All of it is work of the current stream, as the sizes are read between two messages.
"""

import cuprum

_ARRAYS = {"csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"), "coo": ("data", "row", "col")}
_OPERATIONS = {
    "sum": lambda a, b: a + b,
    "prod": lambda a, b: a.multiply(b),
    "min": lambda a, b: a.minimum(b),
    "max": lambda a, b: a.maximum(b),
}


def is_sparse(a):
    """Whether it is a sparse matrix, or a list of such ones."""
    if isinstance(a, (list, tuple)):
        return bool(a) and all(map(is_sparse, a))
    return getattr(a, "format", None) in _ARRAYS and hasattr(a, "nnz")


def _arrays(matrix):
    return [getattr(matrix, name) for name in _ARRAYS[matrix.format]]


def _header(matrix):
    sizes = [array.size for array in _arrays(matrix)]
    return cuprum.array([*matrix.shape, *sizes], dtype="int64")


def _like(matrix, header):
    """Arrays to receive into, and the shape, by what the sender's header tells."""
    *shape, first, second, third = (int(n) for n in header.get())
    kinds = [array.dtype for array in _arrays(matrix)]
    sizes = (first, second, third)
    return [cuprum.empty(n, kind) for n, kind in zip(sizes, kinds, strict=True)], tuple(shape)


def _set(matrix, arrays, shape):
    """Gives a matrix the arrays and the shape of another one of its format."""
    data, second, third = arrays
    made = type(matrix)((data, (second, third)) if matrix.format == "coo" else (data, second, third), shape=shape)
    matrix.__dict__.update(made.__dict__)


def send(comm, matrix, peer):
    comm.send(_header(matrix), peer)
    for array in _arrays(matrix):
        comm.send(array, peer)


def recv(comm, out, peer):
    header = cuprum.empty(5, "int64")
    comm.recv(header, peer)
    arrays, shape = _like(out, header)
    for array in arrays:
        comm.recv(array, peer)
    _set(out, arrays, shape)


def send_recv(comm, matrix, out, peer):
    if peer == comm.rank:
        return _set(out, [array.copy() for array in _arrays(matrix)], matrix.shape)
    header = cuprum.empty(5, "int64")
    comm.send_recv(_header(matrix), header, peer)
    arrays, shape = _like(out, header)
    first = comm.rank < peer
    for own, theirs in zip(_arrays(matrix), arrays, strict=True):
        for sends in (first, not first):
            comm.send(own, peer) if sends else comm.recv(theirs, peer)
    _set(out, arrays, shape)


def broadcast(comm, matrix, root):
    header = _header(matrix)
    comm.broadcast(header, root)
    arrays, shape = (_arrays(matrix), matrix.shape) if comm.rank == root else _like(matrix, header)
    for array in arrays:
        comm.broadcast(array, root)
    if comm.rank != root:
        _set(matrix, arrays, shape)


def reduce(comm, matrix, out, root, op):
    if op not in _OPERATIONS:
        raise ValueError(f"the operation must be 'sum', 'prod', 'min' or 'max', not {op!r}")
    if comm.rank != root:
        return send(comm, matrix, root)
    total = matrix
    for rank in range(comm._n_devices):
        if rank != root:
            theirs = matrix.copy()
            recv(comm, theirs, rank)
            total = _OPERATIONS[op](total, theirs)
    total = total.asformat(out.format)
    _set(out, _arrays(total), total.shape)


def all_reduce(comm, matrix, out, op):
    reduce(comm, matrix, out, 0, op)
    broadcast(comm, out, 0)


def gather(comm, matrix, out, root):
    if comm.rank != root:
        return send(comm, matrix, root)
    for rank in range(comm._n_devices):
        if rank == root:
            _set(out[rank], [array.copy() for array in _arrays(matrix)], matrix.shape)
        else:
            recv(comm, out[rank], rank)


def scatter(comm, matrices, out, root):
    if comm.rank != root:
        return recv(comm, out, root)
    for rank in range(comm._n_devices):
        if rank == root:
            _set(out, [array.copy() for array in _arrays(matrices[rank])], matrices[rank].shape)
        else:
            send(comm, matrices[rank], rank)


def all_gather(comm, matrix, out):
    gather(comm, matrix, out, 0)
    for one in out:
        broadcast(comm, one, 0)


def reduce_scatter(comm, matrices, out, op):
    for rank in range(comm._n_devices):
        reduce(comm, matrices[rank], out if rank == comm.rank else None, rank, op)


def all_to_all(comm, matrices, out):
    for rank in range(comm._n_devices):
        scatter(comm, matrices, out[rank], rank)
