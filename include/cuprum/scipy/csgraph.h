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

/// Nodes that a path leads to from a node (int32), in the order of their distance in edges, and the node before each of
/// all nodes (int32, -9999 for none). On the host, edge after edge. Throws IndexError where there is no such node.
std::pair<ndarray, ndarray> breadth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed = true);

}  // namespace cuprum::scipy::sparse::csgraph
