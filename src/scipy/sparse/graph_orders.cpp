// Orders of a graph's nodes, computed on the host: each step depends on those before it.
#include <algorithm>
#include <numeric>

#include "cuprum/indexing.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
namespace {

/// The nodes in the order in which a walk comes to them, each with the one before it.
struct Walk {
    std::vector<HostGraph> kinds;  // of edges: those that begin at a node, and, where either will do, those that end
    std::vector<std::int32_t> order, before;
    std::vector<bool> seen;

    Walk(const sparse_matrix& graph, std::int64_t start, bool directed) {
        check_graph(graph);
        check_node(graph, start);
        const sparse_matrix rows = to_format(graph, Format::csr);
        kinds.emplace_back(rows);
        if (!directed) kinds.emplace_back(rows.transpose());
        before.assign(at(graph.rows()), no_node);
        seen.resize(at(graph.rows()));
        visit(start, no_node);
    }
    /// Whether the node is a new one.
    bool visit(std::int64_t node, std::int64_t from) {
        if (seen[at(node)]) return false;
        seen[at(node)] = true;
        before[at(node)] = static_cast<std::int32_t>(from);
        order.push_back(static_cast<std::int32_t>(node));
        return true;
    }
    NodeOrder found() const { return {asarray(order), asarray(before)}; }
};

}  // namespace

NodeOrder breadth_first_order(const Graph& graph, std::int64_t start, bool directed) {
    const kernel::Placement here(graph);
    Walk walk(graph, start, directed);
    for (std::size_t next = 0; next < walk.order.size(); ++next) {
        const std::int32_t node = walk.order[next];
        for (const HostGraph& edges : walk.kinds)
            for (std::size_t k = edges.begin(node); k < edges.end(node); ++k) walk.visit(edges.indices[k], node);
    }
    return walk.found();
}

NodeOrder depth_first_order(const Graph& graph, std::int64_t start, bool directed) {
    const kernel::Placement here(graph);
    Walk walk(graph, start, directed);
    struct Place {
        std::int64_t node;
        std::size_t kind, edge;
    };
    const auto beginning = [&](std::int64_t node) { return Place{node, 0, walk.kinds[0].begin(node)}; };
    std::vector<Place> path{beginning(start)};
    while (!path.empty()) {
        Place& position = path.back();
        const HostGraph& edges = walk.kinds[position.kind];
        if (position.edge == edges.end(position.node)) {
            if (++position.kind == walk.kinds.size()) path.pop_back();
            else position.edge = walk.kinds[position.kind].begin(position.node);
            continue;
        }
        const std::int64_t other = edges.indices[position.edge++];
        if (walk.visit(other, position.node)) path.push_back(beginning(other));
    }
    return walk.found();
}

ndarray reverse_cuthill_mckee(const sparse_matrix& graph, bool symmetric) {
    const kernel::Placement here(graph);
    check_graph(graph);
    const sparse_matrix rows = to_format(graph, Format::csr);
    const sparse_matrix ones = rows.with_data(cuprum::ones({rows.data().size()}, DType::float64));
    const HostGraph edges(symmetric ? rows : binary(ones, to_format(ones.transpose(), Format::csr), Binary::add));
    const std::int64_t n = edges.n;
    std::vector<std::int64_t> degree(at(n)), by_degree(at(n));
    for (std::int64_t i = 0; i < n; ++i) {
        degree[at(i)] = edges.degree(i);
        for (std::size_t k = edges.begin(i); k < edges.end(i); ++k) {
            if (edges.indices[k] != i) continue;  // an edge to itself counts twice
            ++degree[at(i)];
            break;
        }
    }
    std::iota(by_degree.begin(), by_degree.end(), 0);
    std::stable_sort(by_degree.begin(), by_degree.end(), [&](auto i, auto j) { return degree[at(i)] < degree[at(j)]; });
    std::vector<std::int32_t> order;
    std::vector<bool> seen(at(n));
    for (const std::int64_t seed : by_degree) {
        if (seen[at(seed)]) continue;
        seen[at(seed)] = true;
        std::size_t next = order.size();
        order.push_back(static_cast<std::int32_t>(seed));
        for (; next < order.size(); ++next) {
            const std::int32_t node = order[next];
            const auto first = static_cast<std::ptrdiff_t>(order.size());
            for (std::size_t k = edges.begin(node); k < edges.end(node); ++k) {
                const std::int64_t other = edges.indices[k];
                if (seen[at(other)]) continue;
                seen[at(other)] = true;
                order.push_back(static_cast<std::int32_t>(other));
            }
            std::stable_sort(order.begin() + first, order.end(),
                             [&](auto i, auto j) { return degree[at(i)] < degree[at(j)]; });
        }
    }
    std::reverse(order.begin(), order.end());
    return asarray(order);
}

}  // namespace cuprum::scipy::sparse::csgraph
