// Graphs from dense arrays and back, and shortest paths as SciPy asks for them.
#include <cmath>

#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {

Graph::Graph(const ndarray& csgraph) : sparse_matrix(csgraph_from_dense(csgraph)) {}

sparse_matrix csgraph_from_dense(const ndarray& graph, std::optional<double> null_value, bool nan_null,
                                 bool infinity_null) {
    const kernel::Placement here(graph);
    if (graph.ndim() != 2 || graph.shape()[0] != graph.shape()[1])
        throw ValueError("compressed-sparse graph must be shape (N, N), found " + cuprum::to_string(graph.shape()));
    nan_null = nan_null || (null_value && std::isnan(*null_value));
    infinity_null = infinity_null || (null_value && std::isinf(*null_value));
    static const ElementwiseKernel kernel("float64 length, bool named, float64 none, bool no_nan, bool no_infinity",
                                          "bool edge", R"(
        edge = !(named && length == none) && !(no_nan && length != length) &&
               !(no_infinity && (length == 1.0 / 0.0 || length == -1.0 / 0.0));
    )",
                                          "cuprum_graph_edges");
    const ndarray lengths = as(graph, DType::float64),
                  edges = kernel(lengths, null_value.has_value(), null_value.value_or(0), nan_null, infinity_null);
    return from_dense(edges, Format::csr).with_data(kernel::select(lengths, edges));
}

ndarray csgraph_to_dense(const sparse_matrix& graph, double null_value) {
    const kernel::Placement here(graph);
    if (graph.rows() != graph.columns())
        throw ValueError("csgraph must be square, found " + cuprum::to_string(graph.shape()));
    const sparse_matrix edges =
        to_format(graph.format() == Format::coo ? graph : to_format(graph, Format::csr), Format::coo);
    const ndarray dense = full(graph.shape(), Scalar(HUGE_VAL), DType::float64),
                  lengths = as(edges.data(), DType::float64);
    const Index positions[] = {edges.row(), edges.col()};
    const Operand values(lengths);
    minimum.at(dense, positions, &values);
    if (null_value == HUGE_VAL) return dense;
    const ndarray stored = zeros(graph.shape(), DType::bool_);
    stored.assign(positions, Scalar(true));
    return where(stored, dense, Scalar(null_value));
}

namespace {

/// The nodes at which paths begin, as numbers that are not negative.
ndarray beginnings(std::int64_t n, const std::optional<ndarray>& indices) {
    if (!indices) return arange(0, n, 1, DType::int64);
    const ndarray nodes = as(*indices, DType::int64).reshape({-1});
    if (nodes.size() && (cuprum::max(nodes).item().to_int() >= n || cuprum::min(nodes).item().to_int() < -n))
        throw ValueError("indices out of range 0...N");
    return where(less(nodes, 0), nodes + n, nodes);
}

/// A row of nodes for each of the indices, in their shape.
Shape shape_of_paths(std::int64_t n, const std::optional<ndarray>& indices) {
    Shape shape = indices ? indices->shape() : Shape{n};
    shape.push_back(n);
    return shape;
}

}  // namespace

Paths bellman_ford(const Graph& graph, const PathOptions& options) {
    const kernel::Placement here(graph);
    check_graph(graph);
    const std::int64_t n = graph.rows();
    Paths paths = shortest_paths(graph, beginnings(n, options.indices), options.directed, options.unweighted);
    const Shape shape = shape_of_paths(n, options.indices);
    return {paths.lengths.reshape(shape), paths.predecessors.reshape(shape)};
}

Paths dijkstra(const Graph& graph, const PathOptions& options) {
    const kernel::Placement here(graph);
    if (!(options.limit >= 0)) throw ValueError("limit must be >= 0, found " + std::to_string(options.limit));
    Paths paths = bellman_ford(graph, options);
    const std::int64_t n = graph.rows();
    if (options.limit < HUGE_VAL) {
        const ndarray beyond = greater(paths.lengths, options.limit);
        paths.lengths = where(beyond, HUGE_VAL, paths.lengths);
        paths.predecessors = where(beyond, Scalar(no_node).as(DType::int32), paths.predecessors);
    }
    const ndarray sources = beginnings(n, options.indices);
    if (!options.min_only || sources.size() == 0 || n == 0) return paths;
    const ndarray lengths = paths.lengths.reshape({-1, n}), before = paths.predecessors.reshape({-1, n}),
                  nearest = argmin(lengths, {.axis = Dims{0}}).reshape({1, n});
    paths.lengths = take_along_axis(lengths, nearest, 0).reshape({-1});
    paths.predecessors = take_along_axis(before, nearest, 0).reshape({-1});
    paths.sources = where(isinf(paths.lengths), Scalar(no_node).as(DType::int32),
                          as(take(sources, nearest.reshape({-1})), DType::int32));
    return paths;
}

Paths shortest_path(const Graph& graph, std::string_view method, const PathOptions& options) {
    if (method != "auto" && method != "FW" && method != "D" && method != "BF" && method != "J")
        throw ValueError("unrecognized method '" + std::string(method) + "'");
    if (method != "FW") return bellman_ford(graph, options);
    if (options.indices) throw ValueError("Cannot specify indices with method == 'FW'.");
    return floyd_warshall(graph, options.directed, options.unweighted);
}

Paths floyd_warshall(const Graph& graph, bool directed, bool unweighted) {
    ndarray lengths = csgraph_to_dense(graph, HUGE_VAL);
    if (unweighted) lengths = where(isinf(lengths), lengths, 1.0);
    if (!directed) lengths = minimum(lengths, lengths.T());
    return dense_paths(lengths);
}

ndarray construct_dist_matrix(const Graph& graph, const ndarray& predecessors, bool directed, double null_value) {
    const kernel::Placement here(graph, predecessors);
    if (predecessors.dtype() != DType::int32)
        throw TypeError("predecessors must be int32, as functions of paths return them, not " +
                        std::string(info(predecessors.dtype()).name));
    return distances_of_paths(csgraph_to_dense(graph, HUGE_VAL), predecessors, directed, null_value);
}

sparse_matrix reconstruct_path(const Graph& graph, const ndarray& predecessors, bool directed) {
    const kernel::Placement here(graph, predecessors);
    check_graph(graph);
    const std::int64_t n = graph.rows();
    if (predecessors.ndim() != 1 || predecessors.size() > n)
        throw ValueError("predecessors must be a list of at most " + std::to_string(n) + " nodes, found the shape " +
                         to_string(predecessors.shape()));
    const sparse_matrix rows = to_format(graph, Format::csr).astype(DType::float64, false);
    const ndarray nodes = as(flatnonzero(greater_equal(predecessors, 0)), DType::int32),
                  chosen = take(predecessors, nodes);
    if (any(greater_equal(chosen, n)).item().to_bool())
        throw IndexError("a predecessor is no node of a graph of " + std::to_string(n) + " nodes");
    const ndarray before = as(chosen, DType::int32);
    ndarray lengths = elements(rows, before, nodes);
    if (!directed) {
        const ndarray back = elements(rows, nodes, before);
        lengths = minimum(where(equal(lengths, 0), HUGE_VAL, lengths), where(equal(back, 0), HUGE_VAL, back));
    }
    return to_format(coo_matrix(lengths, before, nodes, Shape{n, n}, true), Format::csr);
}

sparse_matrix breadth_first_tree(const Graph& graph, std::int64_t start, bool directed) {
    return reconstruct_path(graph, breadth_first_order(graph, start, directed).predecessors, directed);
}

sparse_matrix depth_first_tree(const Graph& graph, std::int64_t start, bool directed) {
    return reconstruct_path(graph, depth_first_order(graph, start, directed).predecessors, directed);
}

}  // namespace cuprum::scipy::sparse::csgraph
