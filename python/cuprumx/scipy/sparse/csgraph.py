"""SciPy's graphs as sparse matrices, for a device.

Flows and cycles (MaximumFlowResult, NegativeCycleError):
    >>> from cuprumx.scipy import sparse
    >>> graph = sparse.csr_matrix(cp.array([[0, 3, 2], [0, 0, 2], [0, 0, 0]], "int32"))
    >>> csgraph.maximum_flow(graph, 0, 2).flow_value
    4
    >>> cycle = sparse.csr_matrix(cp.array([[0.0, -2.0], [1.0, 0.0]]))
    >>> try:
    ...     csgraph.bellman_ford(cycle)
    ... except csgraph.NegativeCycleError:
    ...     print("a negative cycle")
    a negative cycle
"""

import numpy as _numpy

import cuprum as _cuprum
from cuprum._core._scipy_sparse_csgraph import (  # noqa: F401
    MaximumFlowResult, NegativeCycleError, bellman_ford, breadth_first_order, breadth_first_tree, connected_components,
    construct_dist_matrix, csgraph_from_dense, csgraph_to_dense, depth_first_order, depth_first_tree, dijkstra,
    floyd_warshall, johnson, laplacian, maximum_bipartite_matching, maximum_flow, min_weight_full_bipartite_matching,
    minimum_spanning_tree, reconstruct_path, reverse_cuthill_mckee, shortest_path, structural_rank, yen,
)  # fmt: skip


# Masked arrays are NumPy's.


def csgraph_to_masked(csgraph):
    """A graph as a masked array of NumPy's, on the host, as there are none on a device.

    Parameters
        csgraph: square sparse matrix.
    Returns
        A masked array of NumPy.
    Raises
        ValueError: the graph is not sparse.
    Example
        >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2.], [0., 0.]]))
        >>> csgraph.csgraph_to_masked(graph).mask.tolist()
        [[True, False], [True, True]]
    """
    return _numpy.ma.masked_invalid(csgraph_to_dense(csgraph, _numpy.nan).get(), copy=False)


def csgraph_masked_from_dense(graph, null_value: float = 0, nan_null=True, infinity_null=True):
    """A dense graph as a masked array of NumPy's, on the host, without what stands for no edge.

    Parameters
        graph, null_value, nan_null, infinity_null: as of `csgraph_from_dense`.
    Returns
        A masked array of NumPy.
    Raises
        ValueError: the graph is not square.
    Example
        >>> graph = csgraph.csgraph_masked_from_dense(np.array([[0., 2.], [0., 0.]]))
        >>> graph.mask.tolist()
        [[True, False], [True, True]]
    """
    return csgraph_to_masked(csgraph_from_dense(graph, null_value, nan_null, infinity_null))


def csgraph_from_masked(graph):
    """A sparse graph from a masked array of NumPy's.

    Parameters
        graph: square masked array.
    Returns
        A csr matrix.
    Raises
        ValueError: the graph is not square.
    Example
        >>> graph = csgraph.csgraph_masked_from_dense(np.array([[0., 2.], [0., 0.]]))
        >>> csgraph.csgraph_from_masked(graph).nnz
        1
    """
    filled = _numpy.ma.filled(graph.astype(_numpy.float64), _numpy.nan)
    return csgraph_from_dense(_cuprum.asarray(filled), None, True, False)
