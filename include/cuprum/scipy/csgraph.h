// Graphs as sparse matrices: an element (i, j) is an edge from node i to node j, of that length.
#pragma once

#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/error.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::csgraph {

/// A cycle of a graph has a negative length, so that no path through it is shortest.
class NegativeCycleError : public ValueError {
public:
    using ValueError::ValueError;
};

/// A sparse graph (float64, csr) from a dense one: without the edges of the length `null_value`, if any, and without
/// NaN and infinities where these stand for no edge, too. Edges of length zero are stored otherwise. Throws ValueError
/// where the graph is not square.
sparse_matrix csgraph_from_dense(const ndarray& graph, std::optional<double> null_value = 0, bool nan_null = true,
                                 bool infinity_null = true);
/// A dense graph (float64) from a sparse one, with `null_value` where there is no edge; of an edge that is stored
/// several times the least length counts.
ndarray csgraph_to_dense(const sparse_matrix& graph, double null_value = 0);

/// How many components there are, and the number of that of each node (int32). Weak ones, which edges of either
/// direction connect, are found on the device by one pass over all edges, and numbered by their first node; strong ones
/// on the host (Tarjan, 1972).
std::pair<std::int64_t, ndarray> connected_components(const sparse_matrix& graph, bool strong = false);

/// Shortest paths from nodes to all others, by relaxation of all edges until nothing changes (Bellman and Ford):
/// lengths (float64, infinite where there is no path), and the node before each on its path (int32, -9999 for none).
/// Both have a row for each of `sources`. Throws NegativeCycleError where a cycle has a negative length.
struct Paths {
    ndarray lengths, predecessors;
    ndarray sources{};  ///< dijkstra with `min_only`: the node that each node's path begins at (int32), -9999 for none.
};
Paths shortest_paths(const sparse_matrix& graph, const ndarray& sources, bool directed = true, bool unweighted = false);

/// Which paths are looked for.
struct PathOptions {
    bool directed = true;
    std::optional<ndarray> indices{};  ///< The nodes where paths begin, of any shape, negative ones from the end; all.
    bool unweighted = false;           ///< Whether each edge has the length one.
    double limit = std::numeric_limits<double>::infinity();  ///< dijkstra: longer paths are left out.
    bool min_only = false;  ///< dijkstra: whether only the nearest of `indices` counts for each node.
};
/// Shortest paths with a row for each of `indices`. Throws ValueError where there is no such node.
Paths bellman_ford(const sparse_matrix& graph, const PathOptions& options = {});
/// The same, computed alike.
inline Paths johnson(const sparse_matrix& graph, const PathOptions& options = {}) {
    return bellman_ford(graph, options);
}
/// The same with a limit, or from the nearest of the nodes alone. Throws ValueError for a negative limit.
Paths dijkstra(const sparse_matrix& graph, const PathOptions& options = {});
/// By "FW", `floyd_warshall`, or "auto", "D", "BF" and "J", which compute alike. Throws ValueError for other words.
Paths shortest_path(const sparse_matrix& graph, std::string_view method = "auto", const PathOptions& options = {});

/// The same between all nodes of a dense graph, where infinity stands for no edge: node after node, whether paths
/// become shorter through it (Floyd and Warshall, 1962).
Paths floyd_warshall(const ndarray& lengths);
Paths floyd_warshall(const sparse_matrix& graph, bool directed = true, bool unweighted = false);
/// The lengths (float64) of paths that `predecessors` tells of, along a dense graph, `none` where there is no path.
ndarray distances_of_paths(const ndarray& lengths, const ndarray& predecessors, bool directed, double none);
/// The same along a sparse graph; `predecessors` are int32, as functions of paths return them.
ndarray construct_dist_matrix(const sparse_matrix& graph, const ndarray& predecessors, bool directed = true,
                              double null_value = std::numeric_limits<double>::infinity());
/// The tree (float64, csr) that the node before each node tells of, with the lengths of its edges in a graph; without
/// direction the shorter one of two counts.
sparse_matrix reconstruct_path(const sparse_matrix& graph, const ndarray& predecessors, bool directed = true);

/// The number that stands for no node.
inline constexpr std::int32_t no_node = -9999;

/// Nodes that a path leads to from a node (int32), in the order of their distance in edges, and the node before each of
/// all nodes (int32, -9999 for none). On the host, edge after edge. Throws IndexError where there is no such node.
std::pair<ndarray, ndarray> breadth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed = true);
/// The same in the order of a walk that goes on from the newest node. On the host.
std::pair<ndarray, ndarray> depth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed = true);

/// The trees of these walks, with the lengths of their edges (float64, csr).
sparse_matrix breadth_first_tree(const sparse_matrix& graph, std::int64_t start, bool directed = true);
sparse_matrix depth_first_tree(const sparse_matrix& graph, std::int64_t start, bool directed = true);

/// How a Laplacian is made.
struct LaplacianOptions {
    bool normed = false;          ///< Whether rows and columns are divided by the square roots of the degrees.
    bool use_out_degree = false;  ///< Whether a node's degree counts the edges that begin there, not those that end.
    std::optional<DType> dtype{};
    bool symmetrized = false;  ///< Whether the graph and its reverse are added first.
};
/// The degrees of a graph's nodes on the diagonal, less its edges, as coo; and the diagonal (of `normed`, the square
/// roots). Throws ValueError where the graph is not square.
std::pair<sparse_matrix, ndarray> laplacian(const sparse_matrix& graph, const LaplacianOptions& options = {});
std::pair<ndarray, ndarray> laplacian(const ndarray& graph, const LaplacianOptions& options = {});

/// The edges (float64, csr) of least weight that connect each component; edges have no direction. On the device; of
/// edges of one weight those that are stored first are taken.
sparse_matrix minimum_spanning_tree(const sparse_matrix& graph);

/// An order of nodes (int32) in which neighbours are near each other (Cuthill and McKee, 1969). On the host.
ndarray reverse_cuthill_mckee(const sparse_matrix& graph, bool symmetric = false);

/// A largest set of elements of which no two share a row or a column: the column of each row (int32, -1 for none), or
/// the row of each column. On the host.
ndarray maximum_bipartite_matching(const sparse_matrix& graph, bool of_columns = false);
/// How many elements that are, the largest rank of any matrix with elements there.
std::int64_t structural_rank(const sparse_matrix& graph);
/// The rows and columns (int32) of a set of elements of least sum that has one in each row, or in each column where
/// there are fewer of these. On the host. Throws ValueError where there is none.
std::pair<ndarray, ndarray> min_weight_full_bipartite_matching(const sparse_matrix& graph, bool maximize = false);

/// How much flows, and what flows along each edge (csr; the flow back is negative).
struct MaximumFlowResult {
    std::int64_t flow_value = 0;
    sparse_matrix flow;
};
/// The largest flow from a node to another one within capacities, which are integers. On the host. Throws ValueError
/// where there are no such nodes.
MaximumFlowResult maximum_flow(const sparse_matrix& graph, std::int64_t source, std::int64_t sink);

/// Up to `count` shortest paths without loops between two nodes: their lengths, and a row of predecessors for each. On
/// the host.
Paths yen(const sparse_matrix& graph, std::int64_t source, std::int64_t sink, std::int64_t count, bool directed = true,
          bool unweighted = false);

}  // namespace cuprum::scipy::sparse::csgraph
