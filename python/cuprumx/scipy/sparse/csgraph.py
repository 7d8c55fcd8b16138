"""SciPy's graphs as sparse matrices, for a device."""

import numpy as _numpy

import cuprum as _cuprum
from cuprum import _core

from ._base import _base, array as _array, core_of as _core_of, is_sparse_like as _is_sparse, wrap as _wrap

_graph, _sparse = _core._scipy_csgraph, _core._scipy_sparse


class NegativeCycleError(Exception):
    """A cycle of a graph has a negative length, so that no path through it is shortest."""


def _core_graph(csgraph):
    if _is_sparse(csgraph):
        return _core_of(csgraph)
    dense = _array(csgraph)
    if dense.ndim != 2:
        raise ValueError("compressed-sparse graph must be 2-D")
    dense = _cuprum.where(_cuprum.isfinite(dense), dense, 0)
    return _sparse.from_dense(dense, "csr")


def connected_components(csgraph, directed=True, connection="weak", return_labels=True):
    """The components of a graph.

    Parameters
        csgraph: square sparse matrix; an element (i, j) is an edge from i to j.
        directed: whether edges have a direction; if not, components are weak.
        connection: "weak": edges of either direction connect; "strong": a path each way.
        return_labels: whether the components of nodes are returned, too.
    Returns
        The number of components, and that of each node's component (int32).
    Raises
        ValueError: another connection, a matrix that is not square.
    Example
        >>> graph = cuprumx.scipy.sparse.csr_matrix(cuprum.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))
        >>> cuprumx.scipy.sparse.csgraph.connected_components(graph)
        (2, array([0, 0, 1], dtype=int32))
    """
    if not isinstance(connection, str) or connection.lower() not in ("weak", "strong"):
        raise ValueError("connection must be 'weak' or 'strong'")
    count, labels = _graph.connected_components(_core_graph(csgraph), bool(directed) and connection.lower() == "strong")
    return (count, labels) if return_labels else count


def _paths(csgraph, directed, indices, return_predecessors, unweighted):
    core = _core_graph(csgraph)
    n = core.shape[0]
    sources = _cuprum.arange(n) if indices is None else _array(indices)
    if sources.dtype.kind not in "iu":
        sources = sources.astype(_numpy.int64)
    flat = sources.reshape(-1)
    if flat.size and (int(flat.max()) >= n or int(flat.min()) < -n):
        raise ValueError("indices out of range 0...N")
    flat = _cuprum.where(flat < 0, flat + n, flat)
    try:
        lengths, before = _graph.shortest_paths(core, flat, directed, unweighted)
    except ValueError as error:
        if "Negative cycle" in str(error):
            raise NegativeCycleError(str(error)) from None
        raise
    if sources.ndim == 0:
        lengths, before = lengths[0], before[0]
    return (lengths, before) if return_predecessors else lengths


_ABOUT = """

    Parameters
        csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
        directed: whether edges have a direction.
        indices: the nodes from which paths begin; all by default.
        return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
        unweighted: whether each edge has the length one.
    Returns
        A row of lengths (float64) for each node of `indices`.
    """


def bellman_ford(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    return _paths(csgraph, directed, indices, return_predecessors, unweighted)


def johnson(csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False):
    return _paths(csgraph, directed, indices, return_predecessors, unweighted)


def dijkstra(
    csgraph, directed=True, indices=None, return_predecessors=False, unweighted=False, limit=_numpy.inf, min_only=False
):
    if limit < 0:
        raise ValueError("limit must be >= 0")
    lengths, before = _paths(csgraph, directed, indices, True, unweighted)
    beyond = lengths > limit
    lengths, before = _cuprum.where(beyond, _numpy.inf, lengths), _cuprum.where(beyond, _numpy.int32(-9999), before)
    if min_only and lengths.ndim == 2:
        sources = _cuprum.arange(lengths.shape[1]) if indices is None else _array(indices).reshape(-1)
        nearest, nodes = lengths.argmin(axis=0), _cuprum.arange(lengths.shape[1])
        lengths, before = lengths[nearest, nodes], before[nearest, nodes]
        if return_predecessors:
            start = sources[nearest].astype(_numpy.int32)
            return lengths, before, _cuprum.where(_cuprum.isinf(lengths), _numpy.int32(-9999), start)
    return (lengths, before) if return_predecessors else lengths


def shortest_path(
    csgraph, method="auto", directed=True, return_predecessors=False, unweighted=False, overwrite=False, indices=None
):
    if method not in ("auto", "FW", "D", "BF", "J"):
        raise ValueError(f"unrecognized method '{method}'")
    return _paths(csgraph, directed, indices, return_predecessors, unweighted)


bellman_ford.__doc__ = "Shortest paths, whose edges may have negative lengths." + _ABOUT
johnson.__doc__ = "Shortest paths, whose edges may have negative lengths; computed as by `bellman_ford`." + _ABOUT
dijkstra.__doc__ = (
    "Shortest paths, computed as by `bellman_ford`."
    + _ABOUT
    + """    Further parameters
        limit: longer paths are left out.
        min_only: whether only the nearest of `indices` counts for each node.
    """
)
shortest_path.__doc__ = (
    "Shortest paths."
    + _ABOUT
    + """    Further parameters
        method: "auto", "FW", "D", "BF" or "J"; all compute alike.
        overwrite: accepted.
    """
)


def breadth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """The nodes that paths lead to from a node, the nearest ones first.

    Parameters
        csgraph: square sparse matrix; an element (i, j) is an edge from i to j.
        i_start: the node.
        directed: whether edges have a direction.
        return_predecessors: whether the nodes before are returned, too.
    Returns
        The nodes, and for each node of the graph that before it on its path, -9999 for none (both int32).
    Raises
        IndexError: there is no such node. ValueError: a matrix that is not square.
    """
    order, before = _graph.breadth_first_order(_core_graph(csgraph), i_start, bool(directed))
    return (order, before) if return_predecessors else order


def laplacian(
    csgraph,
    normed=False,
    return_diag=False,
    use_out_degree=False,
    *,
    copy=True,
    form="array",
    dtype=None,
    symmetrized=False,
):
    """The Laplacian of a graph: the degrees of its nodes on the diagonal, less its edges.

    Parameters
        csgraph: square sparse or dense matrix of the edges' weights.
        normed: whether rows and columns are divided by the square roots of the degrees.
        return_diag: whether the diagonal (of `normed`, these roots) is returned, too.
        use_out_degree: whether a node's degree counts the edges that begin there, not those that end there.
        copy: accepted; the graph is never changed.
        form: "array".
        dtype: of the result.
        symmetrized: whether the graph and its reverse are added first.
    Returns
        A sparse matrix where the graph is one, else an array.
    """
    if form != "array":
        raise ValueError(f"Invalid form: {form!r}: only 'array' is supported")
    sparse = _is_sparse(csgraph)
    graph = (
        _wrap(_core_of(csgraph, "csr"), csgraph._is_array if isinstance(csgraph, _base) else False)
        if sparse
        else _array(csgraph)
    )
    if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
        raise ValueError("csgraph must be a square matrix or array")
    if normed and (graph.dtype.kind in "biu") or dtype is None and graph.dtype.kind == "u":
        graph = graph.astype(_numpy.float64)
    if dtype is not None:
        graph = graph.astype(dtype)
    if symmetrized:
        graph = graph + graph.conj().T
    degrees = graph.sum(axis=1 if use_out_degree else 0).reshape(-1) - graph.diagonal()
    n = graph.shape[0]
    if normed:
        alone = degrees == 0
        roots = _cuprum.where(alone, 1, _cuprum.sqrt(degrees))
        scale, diagonal = 1 / roots, 1 - alone.astype(roots.dtype)
    else:
        roots, scale, diagonal = degrees, None, degrees
    if sparse:
        made = -graph
        if scale is not None:
            made = made.multiply(scale.reshape(-1, 1)).multiply(scale.reshape(1, -1))
        made = made.tocsr()
        made.setdiag(diagonal)
        made = made.tocoo()
    else:
        made = -graph if scale is None else -graph * scale.reshape(-1, 1) * scale
        at = _cuprum.arange(n)
        made[at, at] = diagonal
    return (made, roots) if return_diag else made
