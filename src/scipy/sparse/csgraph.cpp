// Components of graphs, and shortest paths.
#include "cuprum/scipy/csgraph.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/scan.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
void check_graph(const sparse_matrix& graph) {
    if (graph.rows() != graph.columns())
        throw ValueError("compressed-sparse graph must be shape (N, N), found " + cuprum::to_string(graph.shape()));
}

void check_node(const sparse_matrix& graph, std::int64_t node) {
    if (node < 0 || node >= graph.rows())
        throw IndexError("a graph of " + std::to_string(graph.rows()) + " nodes has no node " + std::to_string(node));
}

namespace {

/// Each node points to a node of its component; the roots are the first ones. Of two trees that an edge connects, the
/// root with the larger number is hung below the other, whatever the order in which threads come.
std::pair<std::int64_t, ndarray> weak(const sparse_matrix& graph) {
    const std::int64_t n = graph.rows();
    const sparse_matrix edges = compressed(graph);
    static const ElementwiseKernel join("raw I indices, raw I indptr", "raw int32 parent",
                                        "cuprum::graph_join(i, &indices[0], &indptr[0], &parent[0]);",
                                        "cuprum_graph_join", {.preamble = "#include <cuprum/sparse/graphs.h>\n"});
    static const ElementwiseKernel validate("raw int32 parent", "raw int32 roots, raw int32 first", R"(
        int v = (int)i;
        while (parent[v] != v) v = parent[v];
        roots[i] = v;
        first[i] = v == i;
    )",
                                            "cuprum_graph_settle");
    const ndarray parent = arange(0, n, 1, DType::int32), roots = new_array({n}, DType::int32),
                  first = new_array({n}, DType::int32);
    if (n == 0) return {0, roots};
    run(join, edges.nnz() ? edges.major() : 0, edges.indices(), edges.indptr(), parent);
    run(validate, n, parent, roots, first);
    const ndarray numbers = cumsum(first, 0, DType::int32);
    return {last_of(numbers), take(numbers, roots) - 1};
}

std::pair<std::int64_t, ndarray> strong_components(const sparse_matrix& graph) {
    const std::int64_t n = graph.rows();
    const HostGraph edges(compressed(graph));
    const std::vector<std::int64_t>&indices = edges.indices, &ends = edges.ends;
    std::vector<std::int32_t> label(static_cast<std::size_t>(n), -1);
    std::vector<std::int64_t> number(static_cast<std::size_t>(n), -1), low(number), next(number), path, open;
    std::int64_t visited = 0;
    std::int32_t count = 0;
    for (std::int64_t start = 0; start < n; ++start) {
        if (number[at(start)] >= 0) continue;
        path.push_back(start);
        while (!path.empty()) {
            const std::int64_t v = path.back();
            if (number[at(v)] < 0) {
                number[at(v)] = low[at(v)] = visited++;
                next[at(v)] = ends[at(v)];
                open.push_back(v);
            }
            bool deeper = false;
            for (std::int64_t& k = next[at(v)]; k < ends[at(v + 1)]; ++k) {
                const std::int64_t w = indices[at(k)];
                if (number[at(w)] < 0) {
                    path.push_back(w);
                    deeper = true;
                    break;
                }
                if (label[at(w)] < 0) low[at(v)] = std::min(low[at(v)], low[at(w)]);
            }
            if (deeper) continue;
            path.pop_back();
            if (low[at(v)] != number[at(v)]) continue;
            std::int64_t w;
            do {
                w = open.back();
                open.pop_back();
                label[at(w)] = count;
            } while (w != v);
            ++count;
        }
    }
    return {count, asarray(label)};
}

}  // namespace

std::pair<std::int64_t, ndarray> connected_components(const Graph& csgraph, bool directed,
                                                      std::string_view connection) {
    const kernel::Placement here(csgraph);
    std::string kind(connection);
    for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (kind != "weak" && kind != "strong") throw ValueError("connection must be 'weak' or 'strong'");
    check_graph(csgraph);
    return directed && kind == "strong" ? strong_components(csgraph) : weak(csgraph);
}

Paths shortest_paths(const sparse_matrix& graph, const ndarray& sources, bool directed, bool unweighted) {
    check_graph(graph);
    const std::int64_t n = graph.rows(), count = sources.size();
    // The edges that lead to a node, together.
    sparse_matrix edges = compressed(to_format(graph, Format::csc)).astype(DType::float64, false);
    if (unweighted) edges = edges.with_data(ones({edges.data().size()}, DType::float64));
    const sparse_matrix back = compressed(to_format(edges, Format::csr));
    static const ElementwiseKernel begin("raw int64 sources, int64 n", "raw float64 lengths, raw int32 before", R"(
        lengths[i] = i % n == sources[i / n] ? 0.0 : 1.0 / 0.0;
        before[i] = -9999;
    )",
                                         "cuprum_graph_begin");
    static const ElementwiseKernel relax(
        "raw float64 weights, raw I indices, raw I indptr, raw float64 others, raw I back, raw I back_ends, bool "
        "directed, int64 n, raw float64 lengths",
        "raw float64 shorter, raw int32 before, raw int32 changed",
        "cuprum::graph_relax(i, &weights[0], &indices[0], &indptr[0], &others[0], &back[0], "
        "&back_ends[0], directed, n, &lengths[0], &shorter[0], &before[0], &changed[0]);",
        "cuprum_graph_relax", {.preamble = "#include <cuprum/sparse/graphs.h>\n"});
    Paths paths{new_array({count, n}, DType::float64), new_array({count, n}, DType::int32)};
    if (count * n == 0) return paths;
    run(begin, count * n, as(sources, DType::int64), n, paths.lengths, paths.predecessors);
    ndarray shorter = new_array({count, n}, DType::float64);
    constexpr std::int64_t rounds_between_checks = 4;
    const ndarray changed = zeros({1}, DType::int32);
    // A path has fewer edges than there are nodes; rounds without a change are seen at the second look after them.
    for (std::int64_t round = 0; round < n + 2 * rounds_between_checks; ++round) {
        run(relax, count * n, edges.data(), edges.indices(), edges.indptr(), back.data(), back.indices(), back.indptr(),
            directed, n, paths.lengths, shorter, paths.predecessors, changed);
        std::swap(paths.lengths, shorter);
        if (round % rounds_between_checks != rounds_between_checks - 1) continue;
        if (!changed.item().to_int()) return paths;
        changed.fill(0);
    }
    throw NegativeCycleError("Negative cycle detected on node: paths that go through it have no shortest length");
}

}  // namespace cuprum::scipy::sparse::csgraph
