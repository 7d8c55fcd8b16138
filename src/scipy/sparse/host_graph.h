// A graph's edges on the host, for algorithms that go along them one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/scipy/csgraph.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::csgraph {

struct HostGraph {
    std::int64_t n;  // rows
    std::vector<std::int64_t> indices, ends;

    explicit HostGraph(const sparse_matrix& graph) : HostGraph(to_format(graph, Format::csr), true) {}
    /// Lengths of edges, in the order of the indices.
    static std::vector<double> lengths(const sparse_matrix& graph) {
        const sparse_matrix rows = to_format(graph, Format::csr);
        return as(entries(rows.data(), rows.nnz()), DType::float64).to_vector<double>();
    }

    std::size_t begin(std::int64_t node) const {
        return static_cast<std::size_t>(ends[static_cast<std::size_t>(node)]);
    }
    std::size_t end(std::int64_t node) const { return begin(node + 1); }
    std::int64_t degree(std::int64_t node) const { return static_cast<std::int64_t>(end(node) - begin(node)); }

private:
    HostGraph(const sparse_matrix& rows, bool)
        : n(rows.rows()),
          indices(as(entries(rows.indices(), rows.nnz()), DType::int64).to_vector<std::int64_t>()),
          ends(as(rows.indptr(), DType::int64).to_vector<std::int64_t>()) {
        rows.properties();  // indices are in bounds
    }
};

/// Shortest paths by relaxation of all edges until nothing changes (Bellman and Ford), a row for each of `sources`.
Paths shortest_paths(const sparse_matrix& graph, const ndarray& sources, bool directed, bool unweighted);
/// Shortest paths between all nodes of a dense graph, where infinity stands for no edge.
Paths dense_paths(const ndarray& lengths);
/// The lengths (float64) of paths that `predecessors` tells of, along a dense graph, `none` where there is no path.
ndarray distances_of_paths(const ndarray& lengths, const ndarray& predecessors, bool directed, double none);

/// ValueError where there are not as many rows as columns.
void check_graph(const sparse_matrix& graph);
/// IndexError where there is no such node.
void check_node(const sparse_matrix& graph, std::int64_t node);

}  // namespace cuprum::scipy::sparse::csgraph
