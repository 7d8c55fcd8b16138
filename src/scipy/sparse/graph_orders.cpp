// Orders of a graph's nodes, computed on the host: each step depends on those before it.
#include <algorithm>
#include <numeric>

#include "cuprum/indexing.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {

std::pair<ndarray, ndarray> breadth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed) {
    check_graph(graph);
    check_node(graph, start);
    const sparse_matrix rows = to_format(graph, Format::csr);
    std::vector<HostGraph> kinds{HostGraph(rows)};
    if (!directed) kinds.emplace_back(rows.transpose());
    std::vector<std::int32_t> order{static_cast<std::int32_t>(start)}, before(at(graph.rows()), no_node);
    std::vector<bool> seen(at(graph.rows()));
    seen[at(start)] = true;
    for (std::size_t next = 0; next < order.size(); ++next) {
        const std::int32_t node = order[next];
        for (const HostGraph& edges : kinds) {
            for (std::size_t k = edges.begin(node); k < edges.end(node); ++k) {
                const std::int64_t other = edges.indices[k];
                if (seen[at(other)]) continue;
                seen[at(other)] = true;
                before[at(other)] = node;
                order.push_back(static_cast<std::int32_t>(other));
            }
        }
    }
    return {asarray(order), asarray(before)};
}

std::pair<ndarray, ndarray> depth_first_order(const sparse_matrix& graph, std::int64_t start, bool directed) {
    check_graph(graph);
    check_node(graph, start);
    const sparse_matrix rows = to_format(graph, Format::csr);
    std::vector<HostGraph> kinds{HostGraph(rows)};
    if (!directed) kinds.emplace_back(rows.transpose());
    std::vector<std::int32_t> order{static_cast<std::int32_t>(start)}, before(at(graph.rows()), no_node);
    std::vector<bool> seen(at(graph.rows()));
    seen[at(start)] = true;
    struct Place {
        std::int64_t node;
        std::size_t kind, edge;
    };
    std::vector<Place> path{{start, 0, kinds[0].begin(start)}};
    while (!path.empty()) {
        Place& place = path.back();
        if (place.edge == kinds[place.kind].end(place.node)) {
            if (++place.kind == kinds.size()) path.pop_back();
            else place.edge = kinds[place.kind].begin(place.node);
            continue;
        }
        const std::int64_t other = kinds[place.kind].indices[place.edge++];
        if (seen[at(other)]) continue;
        seen[at(other)] = true;
        before[at(other)] = static_cast<std::int32_t>(place.node);
        order.push_back(static_cast<std::int32_t>(other));
        path.push_back({other, 0, kinds[0].begin(other)});
    }
    return {asarray(order), asarray(before)};
}

ndarray reverse_cuthill_mckee(const sparse_matrix& graph, bool symmetric) {
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
