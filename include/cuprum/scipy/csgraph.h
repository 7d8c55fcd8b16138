// Graphs as sparse matrices: an element (i, j) is an edge from node i to node j, of that length.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/python.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::csgraph {

/// A cycle of a graph has a negative length, so that no path through it is shortest.
class NegativeCycleError : public ValueError {
public:
    using ValueError::ValueError;
};

/// The number that stands for no node.
inline constexpr std::int32_t no_node = -9999;

/// A graph that functions take: a sparse matrix, or a dense one of which `csgraph_from_dense` makes a sparse one.
class Graph : public sparse_matrix {
public:
    Graph(const sparse_matrix& csgraph) : sparse_matrix(csgraph) {}
    Graph(const ndarray& csgraph);
};

// Conversions (src/scipy/sparse/graph_paths.cpp).

/// A sparse graph from a dense one.
///
/// Parameters
///     graph: square array; an element (i, j) is the length of an edge from i to j.
///     null_value: the number that stands for no edge; None for none.
///     nan_null, infinity_null: whether NaN and infinities stand for no edge, too.
/// Returns
///     A csr array (float64), in which edges of length zero are stored.
/// Raises
///     ValueError: the graph is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csgraph.csgraph_from_dense(cuprum.array([[0., 2.], [1., 0.]]))
///     >>> graph.nnz
///     2
CUPRUM_PYTHON sparse_array csgraph_from_dense(CUPRUM_FROM_NUMPY const ndarray& graph,
                                              std::optional<double> null_value = 0.0, bool nan_null = true,
                                              bool infinity_null = true);

/// A dense graph from a sparse one.
///
/// Parameters
///     csgraph: square sparse matrix.
///     null_value: the number that stands for no edge.
/// Returns
///     An array (float64). Of an edge that is stored several times the least length counts.
/// Raises
///     ValueError: the graph is not square, or not sparse.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.csgraph_to_dense(graph)
///     array([[0., 2., 5.],
///            [0., 0., 1.],
///            [0., 0., 0.]])
CUPRUM_PYTHON ndarray csgraph_to_dense(const sparse_matrix& csgraph, double null_value = 0);

/// The lengths of the paths that a matrix of predecessors tells of.
///
/// Parameters
///     graph: square sparse or dense matrix.
///     predecessors: for each two nodes the node before the second one on the path from the first one (int32); negative
///         for none.
///     directed: whether edges have a direction.
///     null_value: what stands for no path.
/// Returns
///     An array (float64).
/// Raises
///     ValueError: the graph is not square, or predecessors have another shape.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> before = cp.array([[-9999, 0, 1], [-9999, -9999, 1], [-9999, -9999, -9999]], dtype='int32')
///     >>> csgraph.construct_dist_matrix(graph, before)
///     array([[ 0.,  2.,  3.],
///            [inf,  0.,  1.],
///            [inf, inf,  0.]])
CUPRUM_PYTHON ndarray construct_dist_matrix(const Graph& graph, CUPRUM_FROM_NUMPY const ndarray& predecessors,
                                            bool directed = true,
                                            double null_value = std::numeric_limits<double>::infinity());

/// The tree that predecessors tell of, with the lengths of its edges in a graph.
///
/// Parameters
///     csgraph: square sparse or dense matrix.
///     predecessors: the node before each node; negative for none.
///     directed: whether edges have a direction; if not, the shorter one of two counts.
/// Returns
///     A csr matrix (float64) of the graph's kind.
/// Raises
///     ValueError: the graph is not square, or predecessors are not one for each node. IndexError: a predecessor is no
///     node.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.reconstruct_path(graph, cp.array([-9999, 0, 1])).toarray()
///     array([[0., 2., 0.],
///            [0., 0., 1.],
///            [0., 0., 0.]])
CUPRUM_PYTHON sparse_matrix reconstruct_path(const Graph& csgraph, CUPRUM_FROM_NUMPY const ndarray& predecessors,
                                             bool directed = true);

// Components and paths (src/scipy/sparse/csgraph.cpp, graph_paths.cpp, graph_trees.cpp).

/// The components of a graph.
///
/// Weak components are found on the device by one pass over all edges, and numbered by their first node; strong ones
/// on the host (Tarjan, 1972).
///
/// Parameters
///     csgraph: square sparse matrix; an element (i, j) is an edge from i to j.
///     directed: whether edges have a direction; if not, components are weak.
///     connection: "weak": edges of either direction connect; "strong": a path each way.
///     return_labels: whether the components of nodes are returned, too.
/// Returns
///     The number of components, and that of each node's component (int32).
/// Raises
///     ValueError: another connection, a matrix that is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cuprum.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]))
///     >>> cuprumx.scipy.sparse.csgraph.connected_components(graph)
///     (2, array([0, 0, 1], dtype=int32))
CUPRUM_SIGNATURE("csgraph, directed, connection, return_labels=true")
CUPRUM_PYTHON std::pair<std::int64_t, ndarray> connected_components(const Graph& csgraph, bool directed = true,
                                                                    CUPRUM_WORDS("weak", "strong")
                                                                        std::string_view connection = "weak");

/// Shortest paths: a row for each node where they begin.
struct Paths {
    ndarray lengths;       ///< float64, infinite where there is no path.
    ndarray predecessors;  ///< The node before each on its path (int32), -9999 for none.
    /// dijkstra with `min_only`: the node that each node's path begins at (int32), -9999 for none.
    std::optional<ndarray> sources{};
};

/// Which paths are looked for.
struct PathOptions {
    bool directed = true;
    std::optional<ndarray> indices{};  ///< The nodes where paths begin, of any shape, negative ones from the end; all.
    bool unweighted = false;           ///< Whether each edge has the length one.
    double limit = std::numeric_limits<double>::infinity();  ///< dijkstra: longer paths are left out.
    bool min_only = false;  ///< dijkstra: whether only the nearest of `indices` counts for each node.
};

/// Shortest paths, whose edges may have negative lengths: all edges are relaxed until nothing changes.
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
///     directed: whether edges have a direction.
///     indices: the nodes from which paths begin; all by default.
///     return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
/// Returns
///     A row of lengths (float64) for each node of `indices`.
/// Raises
///     ValueError: there is no such node, a matrix that is not square. NegativeCycleError: a cycle has a negative
///         length.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.bellman_ford(graph, indices=0)
///     array([0., 2., 3.])
CUPRUM_SIGNATURE("csgraph, directed, indices, return_predecessors=false, unweighted")
CUPRUM_PYTHON Paths bellman_ford(const Graph& csgraph, const PathOptions& options = {});

/// Shortest paths, whose edges may have negative lengths; computed as by `bellman_ford`.
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
///     directed: whether edges have a direction.
///     indices: the nodes from which paths begin; all by default.
///     return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
/// Returns
///     A row of lengths (float64) for each node of `indices`.
/// Raises
///     ValueError, NegativeCycleError: as `bellman_ford`.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.johnson(graph, indices=[0, 1])
///     array([[ 0.,  2.,  3.],
///            [inf,  0.,  1.]])
CUPRUM_SIGNATURE("csgraph, directed, indices, return_predecessors=false, unweighted")
CUPRUM_PYTHON inline Paths johnson(const Graph& csgraph, const PathOptions& options = {}) {
    return bellman_ford(csgraph, options);
}

/// Shortest paths, computed as by `bellman_ford`.
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
///     directed: whether edges have a direction.
///     indices: the nodes from which paths begin; all by default.
///     return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
///     limit: longer paths are left out.
///     min_only: whether only the nearest of `indices` counts for each node; the predecessors are then followed by the
///         node that each path begins at.
/// Returns
///     A row of lengths (float64) for each node of `indices`; with `min_only` one row.
/// Raises
///     ValueError, NegativeCycleError: as `bellman_ford`. ValueError: a negative limit.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.dijkstra(graph, indices=0)
///     array([0., 2., 3.])
CUPRUM_SIGNATURE("csgraph, directed, indices, return_predecessors=false, unweighted, limit, min_only")
CUPRUM_PYTHON Paths dijkstra(const Graph& csgraph, const PathOptions& options = {});

/// Shortest paths.
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
///     method: "FW" for `floyd_warshall`; "auto", "D", "BF" and "J" compute alike.
///     directed: whether edges have a direction.
///     return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
///     overwrite: accepted; the graph is never changed.
///     indices: the nodes from which paths begin; all by default.
/// Returns
///     A row of lengths (float64) for each node of `indices`.
/// Raises
///     ValueError: another method, `indices` with "FW", nodes that there are not. NegativeCycleError: a cycle has a
///         negative length.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.shortest_path(graph, indices=0)
///     array([0., 2., 3.])
CUPRUM_SIGNATURE("csgraph, method, directed, return_predecessors=false, unweighted, overwrite=false, indices")
CUPRUM_PYTHON Paths shortest_path(const Graph& csgraph,
                                  CUPRUM_WORDS("auto", "FW", "D", "BF", "J") std::string_view method = "auto",
                                  const PathOptions& options = {});

/// Shortest paths between all nodes, node after node, for graphs with many edges (Floyd and Warshall, 1962).
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the length of an edge from i to j.
///     directed: whether edges have a direction.
///     return_predecessors: whether the node before each one on its path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
///     overwrite: accepted; the graph is never changed.
/// Returns
///     A matrix of lengths (float64).
/// Raises
///     NegativeCycleError: a cycle has a negative length. ValueError: the graph is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.floyd_warshall(graph)
///     array([[ 0.,  2.,  3.],
///            [inf,  0.,  1.],
///            [inf, inf,  0.]])
CUPRUM_SIGNATURE("csgraph, directed, return_predecessors=false, unweighted, overwrite=false")
CUPRUM_PYTHON Paths floyd_warshall(const Graph& csgraph, bool directed = true, bool unweighted = false);

/// Up to K shortest paths without loops between two nodes (Yen, 1971), on the host.
///
/// Parameters
///     csgraph: square sparse or dense matrix of lengths.
///     source, sink: the nodes.
///     K: how many.
///     directed: whether edges have a direction.
///     return_predecessors: whether a row of predecessors for each path is returned, too; -9999 stands for none.
///     unweighted: whether each edge has the length one.
/// Returns
///     The lengths (float64), in ascending order.
/// Raises
///     ValueError: K or a node that does not do. NegativeCycleError: a cycle has a negative length.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.yen(graph, 0, 2, K=2)
///     array([3., 5.])
CUPRUM_SIGNATURE("csgraph, source, sink, K, *, directed, return_predecessors=false, unweighted")
CUPRUM_PYTHON Paths yen(const Graph& csgraph, std::int64_t source, std::int64_t sink, std::int64_t K,
                        bool directed = true, bool unweighted = false);

// Walks and trees (src/scipy/sparse/graph_orders.cpp, graph_trees.cpp).

/// The nodes that a walk reaches in their order, and for each node of the graph that before it.
struct NodeOrder {
    ndarray nodes;         ///< int32.
    ndarray predecessors;  ///< int32, -9999 for none.
};

/// The nodes that paths lead to from a node, the nearest ones first; on the host.
///
/// Parameters
///     csgraph: square sparse matrix; an element (i, j) is an edge from i to j.
///     i_start: the node.
///     directed: whether edges have a direction.
///     return_predecessors: whether the nodes before are returned, too.
/// Returns
///     The nodes, and for each node of the graph that before it on its path, -9999 for none (both int32).
/// Raises
///     IndexError: there is no such node. ValueError: a matrix that is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.breadth_first_order(graph, 0)
///     (array([0, 1, 2], dtype=int32), array([-9999,     0,     0], dtype=int32))
CUPRUM_SIGNATURE("csgraph, i_start, directed, return_predecessors=true")
CUPRUM_PYTHON NodeOrder breadth_first_order(const Graph& csgraph, std::int64_t i_start, bool directed = true);

/// The nodes that paths lead to from a node, in the order of a walk that goes on from the newest one; on the host.
///
/// Parameters
///     csgraph, i_start, directed, return_predecessors: as of `breadth_first_order`.
/// Returns
///     The nodes, and for each node of the graph that before it on its path, -9999 for none (both int32).
/// Raises
///     IndexError: there is no such node. ValueError: a matrix that is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.depth_first_order(graph, 0)
///     (array([0, 1, 2], dtype=int32), array([-9999,     0,     1], dtype=int32))
CUPRUM_SIGNATURE("csgraph, i_start, directed, return_predecessors=true")
CUPRUM_PYTHON NodeOrder depth_first_order(const Graph& csgraph, std::int64_t i_start, bool directed = true);

/// The tree of a breadth-first walk from a node, with the lengths of its edges.
///
/// Parameters
///     csgraph, i_start, directed: as of `breadth_first_order`.
/// Returns
///     A csr matrix (float64) of the graph's kind.
/// Raises
///     ValueError: the graph is not square. IndexError: `i_start` is no node.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.breadth_first_tree(graph, 0).toarray()
///     array([[0., 2., 5.],
///            [0., 0., 0.],
///            [0., 0., 0.]])
CUPRUM_PYTHON sparse_matrix breadth_first_tree(const Graph& csgraph, std::int64_t i_start, bool directed = true);

/// The tree of a depth-first walk from a node, with the lengths of its edges.
///
/// Parameters
///     csgraph, i_start, directed: as of `depth_first_order`.
/// Returns
///     A csr matrix (float64) of the graph's kind.
/// Raises
///     ValueError: the graph is not square. IndexError: `i_start` is no node.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0., 2., 5.], [0., 0., 1.], [0., 0., 0.]]))
///     >>> csgraph.depth_first_tree(graph, 0).toarray()
///     array([[0., 2., 0.],
///            [0., 0., 1.],
///            [0., 0., 0.]])
CUPRUM_PYTHON sparse_matrix depth_first_tree(const Graph& csgraph, std::int64_t i_start, bool directed = true);

/// The edges of least weight that connect the nodes of each component (Boruvka, 1926), on the device.
///
/// Parameters
///     csgraph: square sparse or dense matrix; an element (i, j) is the weight of an edge between i and j, whose
///         direction does not matter.
///     overwrite: accepted; the graph is never changed.
/// Returns
///     A csr matrix (float64) of the graph's kind. Of edges of one weight those that are stored first are taken.
/// Raises
///     ValueError: the graph is not square.
/// Example
///     >>> lengths = cuprum.array([[0, 8, 0, 3], [0, 0, 2, 5], [0, 0, 0, 6], [0, 0, 0, 0]])
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(lengths)
///     >>> cuprumx.scipy.sparse.csgraph.minimum_spanning_tree(graph).toarray()[0]
///     array([0., 0., 0., 3.])
CUPRUM_SIGNATURE("csgraph, overwrite=false")
CUPRUM_PYTHON sparse_matrix minimum_spanning_tree(const Graph& csgraph);

/// How a Laplacian is made.
struct LaplacianOptions {
    bool normed = false;          ///< Whether rows and columns are divided by the square roots of the degrees.
    bool use_out_degree = false;  ///< Whether a node's degree counts the edges that begin there, not those that end.
    std::optional<DType> dtype{};
    bool symmetrized = false;  ///< Whether the graph and its reverse are added first.
};
/// The Laplacian of a graph: the degrees of its nodes on the diagonal, less its edges.
///
/// Parameters
///     csgraph: square sparse or dense matrix of the edges' weights.
///     normed: whether rows and columns are divided by the square roots of the degrees.
///     return_diag: whether the diagonal (of `normed`, these roots) is returned, too.
///     use_out_degree: whether a node's degree counts the edges that begin there, not those that end there.
///     copy: accepted; the graph is never changed.
///     form: "array" for a matrix, "function" for a function that multiplies by it, "lo" for a LinearOperator.
///     dtype: of the result.
///     symmetrized: whether the graph and its reverse are added first.
/// Returns
///     A sparse matrix where the graph is one, else an array.
/// Raises
///     ValueError: the graph is not square; another form.
/// Example
///     >>> csgraph.laplacian(cp.array([[0., 1., 0.], [1., 0., 2.], [0., 2., 0.]]))
///     array([[ 1., -1., -0.],
///            [-1.,  3., -2.],
///            [-0., -2.,  2.]])
std::pair<sparse_matrix, ndarray> laplacian(const sparse_matrix& csgraph, const LaplacianOptions& options = {});
std::pair<ndarray, ndarray> laplacian(const ndarray& csgraph, const LaplacianOptions& options = {});

// Orders, matchings and flows (src/scipy/sparse/graph_orders.cpp, graph_matching.cpp, graph_flow.cpp).

/// An order of a graph's nodes in which neighbours are near each other (Cuthill and McKee, 1969), on the host.
///
/// Parameters
///     graph: square sparse matrix.
///     symmetric_mode: whether an edge is known to lead both ways; if not, the graph and its reverse are taken
///         together.
/// Returns
///     The nodes in that order (int32).
/// Raises
///     TypeError: the graph is not sparse. ValueError: it is not square.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[1, 0, 1], [0, 1, 0], [1, 0, 1]]))
///     >>> csgraph.reverse_cuthill_mckee(graph, symmetric_mode=True)
///     array([2, 0, 1], dtype=int32)
CUPRUM_PYTHON ndarray reverse_cuthill_mckee(const sparse_matrix& graph, bool symmetric_mode = false);

/// The largest rank of any matrix with elements where this one has some, on the host.
///
/// Parameters
///     graph: sparse matrix.
/// Returns
///     An int.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[1, 2, 0], [3, 0, 0], [0, 4, 5]]))
///     >>> int(csgraph.structural_rank(graph))
///     3
CUPRUM_PYTHON std::int64_t structural_rank(const sparse_matrix& graph);

/// A largest set of elements of which no two share a row or a column (Hopcroft and Karp, 1973), on the host.
///
/// Parameters
///     graph: sparse matrix; an element (i, j) is an edge between row i and column j.
///     perm_type: "row" for the row of each column, "column" for the column of each row.
/// Returns
///     Their numbers (int32), -1 where there is none.
/// Raises
///     ValueError: another `perm_type`.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[1, 2, 0], [3, 0, 0], [0, 4, 5]]))
///     >>> csgraph.maximum_bipartite_matching(graph, perm_type='column')
///     array([1, 0, 2], dtype=int32)
CUPRUM_PYTHON ndarray maximum_bipartite_matching(const sparse_matrix& graph,
                                                 CUPRUM_WORDS("row", "column") std::string_view perm_type = "row");

/// Elements of least sum, one of each row, no two of a column (Jonker and Volgenant, 1987), on the host.
///
/// Elements that are stored zeros are no edges: they are left out, with a warning.
///
/// Parameters
///     biadjacency: sparse matrix of weights; where there are fewer columns than rows, each column has one element.
///     maximize: whether the sum is to be as large as possible.
/// Returns
///     The rows and the columns of the elements (int32).
/// Raises
///     ValueError: there is no such set; complex weights. TypeError: the matrix is not sparse.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[1, 2, 0], [3, 0, 0], [0, 4, 5]]))
///     >>> csgraph.min_weight_full_bipartite_matching(graph)
///     (array([0, 1, 2], dtype=int32), array([1, 0, 2], dtype=int32))
CUPRUM_PYTHON std::pair<ndarray, ndarray> min_weight_full_bipartite_matching(const sparse_matrix& biadjacency,
                                                                             bool maximize = false);

/// A largest flow.
struct MaximumFlowResult {
    std::int64_t flow_value = 0;  ///< How much flows.
    sparse_matrix flow;           ///< csr; element (i, j) is what flows from i to j, negative where it flows back.
};
/// The largest flow from a node to another one (Dinitz, 1970), on the host.
///
/// Parameters
///     csgraph: square csr matrix of capacities, which are integers.
///     source, sink: the nodes.
///     method: "dinic" or "edmonds_karp"; both compute alike.
/// Returns
///     An object with `flow_value` and `flow`.
/// Raises
///     TypeError: the graph is not csr. ValueError: capacities that are no integers, nodes that there are not, another
///         method.
/// Example
///     >>> graph = cuprumx.scipy.sparse.csr_matrix(cp.array([[0, 2, 3], [0, 0, 4], [0, 0, 0]], dtype='int32'))
///     >>> int(csgraph.maximum_flow(graph, 0, 2).flow_value)
///     5
MaximumFlowResult maximum_flow(const sparse_matrix& csgraph, std::int64_t source, std::int64_t sink,
                               CUPRUM_WORDS("dinic", "edmonds_karp") std::string_view method = "dinic");

}  // namespace cuprum::scipy::sparse::csgraph
