"""SciPy's graphs as sparse matrices, for a device."""

import warnings as _warnings

import numpy as _numpy

import cuprum as _cuprum
from cuprum import _core

from ._parts import Sparse as _Sparse, array as _array, core_of as _core_of, is_sparse_like as _is_sparse, wrap as _wrap

_graph, _sparse = _core._scipy_csgraph, _core._scipy_sparse


class NegativeCycleError(Exception):
    """A cycle of a graph has a negative length, so that no path through it is shortest."""


def _core_graph(csgraph):
    if _is_sparse(csgraph):
        return _core_of(csgraph)
    return _core_of(csgraph_from_dense(csgraph))


# ---------------------------------------------------------------------------------------------------------- conversions


def csgraph_from_dense(graph, null_value=0, nan_null=True, infinity_null=True):
    """A sparse graph from a dense one.

    Parameters
        graph: square array; an element (i, j) is the length of an edge from i to j.
        null_value: the number that stands for no edge; None for none.
        nan_null, infinity_null: whether NaN and infinities stand for no edge, too.
    Returns
        A csr array (float64), in which edges of length zero are stored.
    Raises
        ValueError: the graph is not square.
    """
    null_value = None if null_value is None else float(null_value)
    return _wrap(_graph.csgraph_from_dense(_array(graph), null_value, bool(nan_null), bool(infinity_null)), True)


def csgraph_to_dense(csgraph, null_value=0):
    """A dense graph from a sparse one.

    Parameters
        csgraph: square sparse matrix.
        null_value: the number that stands for no edge.
    Returns
        An array (float64). Of an edge that is stored several times the least length counts.
    Raises
        ValueError: the graph is not square, or not sparse.
    """
    if not _is_sparse(csgraph):
        raise ValueError("csgraph must be sparse")
    return _graph.csgraph_to_dense(_core_of(csgraph), null_value)


def _masked(dense):
    values = dense.get()
    return _numpy.ma.masked_invalid(values, copy=False)


def csgraph_to_masked(csgraph):
    """A graph as a masked array of NumPy's, on the host, as there are none on a device.

    Parameters
        csgraph: square sparse matrix.
    """
    return _masked(csgraph_to_dense(csgraph, _numpy.nan))


def csgraph_masked_from_dense(graph, null_value=0, nan_null=True, infinity_null=True):
    """A dense graph as a masked array of NumPy's, on the host, without what stands for no edge.

    Parameters
        graph, null_value, nan_null, infinity_null: as of `csgraph_from_dense`.
    """
    return csgraph_to_masked(csgraph_from_dense(graph, null_value, nan_null, infinity_null))


def csgraph_from_masked(graph):
    """A sparse graph from a masked array of NumPy's.

    Parameters
        graph: square masked array.
    """
    filled = _numpy.ma.filled(graph.astype(_numpy.float64), _numpy.nan)
    return csgraph_from_dense(_cuprum.asarray(filled), None, True, False)


def construct_dist_matrix(graph, predecessors, directed=True, null_value=_numpy.inf):
    """The lengths of the paths that a matrix of predecessors tells of.

    Parameters
        graph: square sparse or dense matrix.
        predecessors: for each two nodes the node before the second one on the path from the first one; negative for
            none.
        directed: whether edges have a direction.
        null_value: what stands for no path.
    Returns
        An array (float64).
    """
    return _graph.construct_dist_matrix(_core_graph(graph), _array(predecessors), bool(directed), null_value)


def reconstruct_path(csgraph, predecessors, directed=True):
    """The tree that predecessors tell of, with the lengths of its edges in a graph.

    Parameters
        csgraph: square sparse or dense matrix.
        predecessors: the node before each node; negative for none.
        directed: whether edges have a direction; if not, the shorter one of two counts.
    Returns
        A csr matrix (float64) of the graph's kind.
    """
    return _like(csgraph, _graph.reconstruct_path(_core_graph(csgraph), _array(predecessors), bool(directed)))


def _like(csgraph, core):
    return _wrap(core, not isinstance(csgraph, _Sparse) or csgraph._is_array)


# ---------------------------------------------------------------------------------------------------------------- paths


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


def _checked(paths):
    """What a function returns, with SciPy's exception for a negative cycle."""
    try:
        return paths()
    except ValueError as error:
        if "Negative cycle" in str(error):
            raise NegativeCycleError(str(error)) from None
        raise


def _nodes(indices):
    return None if indices is None else _array(indices)


def _paths(csgraph, directed, indices, return_predecessors, unweighted):
    core = _core_graph(csgraph)
    lengths, before = _checked(lambda: _graph.bellman_ford(core, bool(directed), _nodes(indices), bool(unweighted)))
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
    core = _core_graph(csgraph)
    lengths, before, sources = _checked(
        lambda: _graph.dijkstra(core, bool(directed), _nodes(indices), bool(unweighted), limit, bool(min_only))
    )
    if not return_predecessors:
        return lengths
    return (lengths, before, sources) if min_only else (lengths, before)


def floyd_warshall(csgraph, directed=True, return_predecessors=False, unweighted=False, overwrite=False):
    """Shortest paths between all nodes, node after node, for graphs with many edges.

    Parameters
        csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
        directed: whether edges have a direction.
        return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
        unweighted: whether each edge has the length one.
        overwrite: accepted; the graph is never changed.
    Returns
        A matrix of lengths (float64).
    Raises
        NegativeCycleError: a cycle has a negative length.
    """
    core = _core_graph(csgraph)
    lengths, before = _checked(lambda: _graph.floyd_warshall(core, bool(directed), bool(unweighted)))
    return (lengths, before) if return_predecessors else lengths


def shortest_path(
    csgraph, method="auto", directed=True, return_predecessors=False, unweighted=False, overwrite=False, indices=None
):
    core = _core_graph(csgraph)
    lengths, before = _checked(
        lambda: _graph.shortest_path(core, str(method), bool(directed), _nodes(indices), bool(unweighted))
    )
    return (lengths, before) if return_predecessors else lengths


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
        method: "FW" for `floyd_warshall`; "auto", "D", "BF" and "J" compute alike.
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


def depth_first_order(csgraph, i_start, directed=True, return_predecessors=True):
    """The nodes that paths lead to from a node, in the order of a walk that goes on from the newest one; on the host.

    Parameters
        csgraph, i_start, directed, return_predecessors: as of `breadth_first_order`.
    Returns
        The nodes, and for each node of the graph that before it on its path, -9999 for none (both int32).
    Raises
        IndexError: there is no such node. ValueError: a matrix that is not square.
    """
    order, before = _graph.depth_first_order(_core_graph(csgraph), i_start, bool(directed))
    return (order, before) if return_predecessors else order


def breadth_first_tree(csgraph, i_start, directed=True):
    """The tree of a breadth-first walk from a node, with the lengths of its edges.

    Parameters
        csgraph, i_start, directed: as of `breadth_first_order`.
    Returns
        A csr matrix (float64) of the graph's kind.
    """
    return _like(csgraph, _graph.breadth_first_tree(_core_graph(csgraph), i_start, bool(directed)))


def depth_first_tree(csgraph, i_start, directed=True):
    """The tree of a depth-first walk from a node, with the lengths of its edges.

    Parameters
        csgraph, i_start, directed: as of `depth_first_order`.
    Returns
        A csr matrix (float64) of the graph's kind.
    """
    return _like(csgraph, _graph.depth_first_tree(_core_graph(csgraph), i_start, bool(directed)))


def minimum_spanning_tree(csgraph, overwrite=False):
    """The edges of least weight that connect the nodes of each component (Boruvka, 1926), on the device.

    Parameters
        csgraph: square sparse or dense matrix; an element (i, j) is the weight of an edge between i and j, whose
            direction does not matter.
        overwrite: accepted; the graph is never changed.
    Returns
        A csr matrix (float64) of the graph's kind. Of edges of one weight those that are stored first are taken.
    Raises
        ValueError: the graph is not square.
    Example
        >>> graph = cuprumx.scipy.sparse.csr_matrix(cuprum.array([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0,
          0]]))
        >>> cuprumx.scipy.sparse.csgraph.minimum_spanning_tree(graph).toarray()[0]
        array([0., 0., 0., 3.])
    """
    return _like(csgraph, _graph.minimum_spanning_tree(_core_graph(csgraph)))


def yen(csgraph, source, sink, K, *, directed=True, return_predecessors=False, unweighted=False):
    """Up to K shortest paths without loops between two nodes (Yen, 1971), on the host.

    Parameters
        csgraph: square sparse or dense matrix of lengths.
        source, sink: the nodes.
        K: how many.
        directed: whether edges have a direction.
        return_predecessors: whether a row of predecessors for each path is returned, too; -9999 stands for none.
        unweighted: whether each edge has the length one.
    Returns
        The lengths (float64), in ascending order.
    Raises
        ValueError: K or a node that does not do. NegativeCycleError: a cycle has a negative length.
    """
    if K <= 0:
        raise ValueError("K must be greater than 0.")
    core = _core_graph(csgraph)
    for name, node in (("source", source), ("sink", sink)):
        if not 0 <= node < core.shape[0]:
            raise ValueError(f"{name} must have 0 <= {name} < {core.shape[0]}, found {node}")
    lengths, before = _checked(lambda: _graph.yen(core, source, sink, K, bool(directed), bool(unweighted)))
    return (lengths, before) if return_predecessors else lengths


# ------------------------------------------------------------------------------------------------- orders and matchings


def _sparse_graph(graph):
    if not _is_sparse(graph):
        raise TypeError("graph must be in CSC, CSR, or COO format.")
    return _core_of(graph)


def reverse_cuthill_mckee(graph, symmetric_mode=False):
    """An order of a graph's nodes in which neighbours are near each other (Cuthill and McKee, 1969), on the host.

    Parameters
        graph: square sparse matrix.
        symmetric_mode: whether an edge is known to lead both ways; if not, the graph and its reverse are taken
            together.
    Returns
        The nodes in that order (int32).
    Raises
        TypeError: the graph is not sparse. ValueError: it is not square.
    """
    return _graph.reverse_cuthill_mckee(_sparse_graph(graph), bool(symmetric_mode))


def structural_rank(graph):
    """The largest rank of any matrix with elements where this one has some, on the host.

    Parameters
        graph: sparse matrix.
    Returns
        An int.
    """
    return _graph.structural_rank(_sparse_graph(graph))


def maximum_bipartite_matching(graph, perm_type="row"):
    """A largest set of elements of which no two share a row or a column (Hopcroft and Karp, 1973), on the host.

    Parameters
        graph: sparse matrix; an element (i, j) is an edge between row i and column j.
        perm_type: "row" for the row of each column, "column" for the column of each row.
    Returns
        Their numbers (int32), -1 where there is none.
    Raises
        ValueError: another `perm_type`.
    """
    if perm_type not in ("row", "column"):
        raise ValueError("Unsupported value for perm_type: must be 'row' or 'column'")
    return _graph.maximum_bipartite_matching(_sparse_graph(graph), perm_type == "row")


def min_weight_full_bipartite_matching(biadjacency, maximize=False):
    """Elements of least sum, one of each row, no two of a column (Jonker and Volgenant, 1987), on the host.

    Parameters
        biadjacency: sparse matrix of weights; where there are fewer columns than rows, each column has one element.
        maximize: whether the sum is to be as large as possible.
    Returns
        The rows and the columns of the elements (int32).
    Raises
        ValueError: there is no such set. TypeError: the matrix is not sparse, or complex.
    """
    core = _sparse_graph(biadjacency)
    if core.dtype.kind not in "biuf":
        raise ValueError(f"expected a matrix containing numerical entries, got {core.dtype}")
    core = core.to_format("csr").astype(_numpy.dtype("d"), False)
    if core.nnz and not bool(core.data.all()):
        _warnings.warn("explicit zero weights are removed before matching.", stacklevel=2)
        core = core.eliminate_zeros()
    return _graph.min_weight_full_bipartite_matching(core, bool(maximize))


class MaximumFlowResult:
    """A largest flow.

    Attributes
        flow_value: how much flows.
        flow: a csr matrix; element (i, j) is what flows from i to j, which is negative where it flows back.
    """

    def __init__(self, flow_value, flow):
        self.flow_value, self.flow = flow_value, flow

    def __repr__(self):
        return f"MaximumFlowResult with value of {self.flow_value}"


def maximum_flow(csgraph, source, sink, *, method="dinic"):
    """The largest flow from a node to another one (Dinitz, 1970), on the host.

    Parameters
        csgraph: square csr matrix of capacities, which are integers.
        source, sink: the nodes.
        method: "dinic" or "edmonds_karp"; both compute alike.
    Returns
        An object with `flow_value` and `flow`.
    Raises
        TypeError: the graph is not csr. ValueError: capacities that are no integers, nodes that there are not, another
            method.
    """
    if not _is_sparse(csgraph) or csgraph.format != "csr":
        raise TypeError("graph must be in CSR format")
    if csgraph.dtype.kind not in "iu":
        raise ValueError("graph capacities must be integers")
    if method not in ("dinic", "edmonds_karp"):
        raise ValueError(f"{method} method is not supported yet.")
    value, flow = _graph.maximum_flow(_core_of(csgraph), source, sink)
    return MaximumFlowResult(value, _like(csgraph, flow))


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
        form: "array" for a matrix, "function" for a function that multiplies by it, "lo" for a LinearOperator.
        dtype: of the result.
        symmetrized: whether the graph and its reverse are added first.
    Returns
        A sparse matrix where the graph is one, else an array.
    """
    if form not in ("array", "function", "lo"):
        raise ValueError(f"Invalid form: {form!r}")
    if _is_sparse(csgraph):
        made, diagonal = _graph.laplacian(
            _core_of(csgraph, "csr"), bool(normed), bool(use_out_degree), dtype, bool(symmetrized)
        )
        made = _wrap(made, isinstance(csgraph, _Sparse) and csgraph._is_array)
    else:
        made, diagonal = _graph.laplacian_dense(
            _array(csgraph), bool(normed), bool(use_out_degree), dtype, bool(symmetrized)
        )
    if form == "function":
        made = made.__matmul__
    elif form == "lo":
        from .linalg import aslinearoperator

        made = aslinearoperator(made)
    return (made, diagonal) if return_diag else made
