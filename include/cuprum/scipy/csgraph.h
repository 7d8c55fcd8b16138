// Graphs as sparse matrices: an element (i, j) is an edge from node i to node j, of that length.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::csgraph {

/// How many components there are, and the number of that of each node (int32). Weak ones, which edges of either
/// direction connect, are found on the device by one pass over all edges, and numbered by their first node; strong ones
/// on the host (Tarjan, 1972).
std::pair<std::int64_t, ndarray> connected_components(const sparse_matrix& graph, bool strong = false);

/// Shortest paths from nodes to all others, by relaxation of all edges until nothing changes (Bellman and Ford):
/// lengths (float64, infinite where there is no path), and the node before each on its path (int32, -9999 for none).
/// Both have a row for each of `sources`. Throws ValueError where a cycle has a negative length.
struct Paths {
    ndarray lengths, predecessors;
};
Paths shortest_paths(const sparse_matrix& graph, const ndarray& sources, bool directed = true, bool unweighted = false);

/// The same between all nodes of a dense graph, where infinity stands for no edge: node after node, whether paths
/// become shorter through it (Floyd and Warshall, 1962).
Paths floyd_warshall(const ndarray& lengths);
/// The lengths (float64) of paths that `predecessors` tells of, along a dense graph, `none` where there is no path.
ndarray distances_of_paths(const ndarray& lengths, const ndarray& predecessors, bool directed, double none);

/// The number that stands for no node.
inline constexpr std::int32_t no_node = -9999;

/// Nodes that a path leads to from a node (int32), in the order of their distance in edges, and the node before each of
/// all nodes (int32, -9999 for none). On the host, edge after edge. Throws IndexError where there is no such node.
std::pair<ndarray, ndarray> breadth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed = true);
/// The same in the order of a walk that goes on from the newest node. On the host.
std::pair<ndarray, ndarray> depth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed = true);

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

/// The largest flow from a node to another one within capacities, which are integers, and what flows along each edge
/// (csr; the flow back is negative). On the host. Throws ValueError where there are no such nodes.
std::pair<std::int64_t, sparse_matrix> maximum_flow(const sparse_matrix& graph, std::int64_t source, std::int64_t sink);

/// Up to `count` shortest paths without loops between two nodes: their lengths, and a row of predecessors for each. On
/// the host.
Paths yen(const sparse_matrix& graph, std::int64_t source, std::int64_t sink, std::int64_t count, bool directed = true,
          bool unweighted = false);

}  // namespace cuprum::scipy::sparse::csgraph
