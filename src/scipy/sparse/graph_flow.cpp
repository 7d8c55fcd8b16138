// The largest flow through a graph, and several shortest paths, computed on the host.
#include <algorithm>
#include <limits>
#include <queue>
#include <set>

#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Edges, each with one back, and what may still flow along them.
struct Network {
    std::int64_t n;
    Numbers heads, ends, back, capacity;

    explicit Network(const sparse_matrix& graph) : n(graph.rows()) {
        // A pattern that holds both directions; its data are what may flow.
        const sparse_matrix rows = sum_duplicates(to_format(graph, Format::csr)).astype(DType::int64, false);
        const HostGraph edges(rows);
        const Numbers given = entries(rows.data(), rows.nnz()).to_vector<std::int64_t>();
        std::vector<std::set<std::int64_t>> pattern(at(n));
        for (std::int64_t i = 0; i < n; ++i)
            for (std::size_t k = edges.begin(i); k < edges.end(i); ++k) {
                pattern[at(i)].insert(edges.indices[k]);
                pattern[at(edges.indices[k])].insert(i);
            }
        ends.push_back(0);
        for (const auto& row : pattern) {
            heads.insert(heads.end(), row.begin(), row.end());
            ends.push_back(static_cast<std::int64_t>(heads.size()));
        }
        capacity.assign(heads.size(), 0);
        back.assign(heads.size(), 0);
        for (std::int64_t i = 0; i < n; ++i) {
            for (std::size_t k = edges.begin(i); k < edges.end(i); ++k)
                capacity[position(i, edges.indices[k])] = given[k];
            for (std::int64_t k = ends[at(i)]; k < ends[at(i + 1)]; ++k)
                back[at(k)] = static_cast<std::int64_t>(position(heads[at(k)], i));
        }
    }
    std::size_t position(std::int64_t from, std::int64_t to) const {
        const auto first = heads.begin() + ends[at(from)], last = heads.begin() + ends[at(from + 1)];
        return static_cast<std::size_t>(std::lower_bound(first, last, to) - heads.begin());
    }
};

/// Levels of nodes by edges that are not full, and flows along paths from level to level (Dinitz, 1970).
class Flow {
public:
    Flow(const Network& network, std::int64_t source, std::int64_t sink)
        : rest(network.capacity), network_(network), sink_(sink), level_(at(network.n)), next_(at(network.n)) {
        while (layer(source))
            while (const std::int64_t more = push(source)) value += more;
    }
    Numbers rest;
    std::int64_t value = 0;

private:
    bool layer(std::int64_t source) {
        std::fill(level_.begin(), level_.end(), -1);
        Numbers queue{source};
        level_[at(source)] = 0;
        for (std::size_t k = 0; k < queue.size(); ++k)
            for (std::int64_t e = network_.ends[at(queue[k])]; e < network_.ends[at(queue[k] + 1)]; ++e) {
                const std::int64_t head = network_.heads[at(e)];
                if (rest[at(e)] <= 0 || level_[at(head)] >= 0) continue;
                level_[at(head)] = level_[at(queue[k])] + 1;
                queue.push_back(head);
            }
        for (std::int64_t i = 0; i < network_.n; ++i) next_[at(i)] = network_.ends[at(i)];
        return level_[at(sink_)] >= 0;
    }
    std::int64_t push(std::int64_t source) {
        Numbers path;
        for (std::int64_t node = source; node != sink_;) {
            std::int64_t& e = next_[at(node)];
            if (e == network_.ends[at(node + 1)]) {  // a dead end
                if (path.empty()) return 0;
                const std::int64_t edge = path.back();
                path.pop_back();
                node = network_.heads[at(network_.back[at(edge)])];
                ++next_[at(node)];
                continue;
            }
            const std::int64_t head = network_.heads[at(e)];
            if (rest[at(e)] > 0 && level_[at(head)] == level_[at(node)] + 1) {
                path.push_back(e);
                node = head;
            } else {
                ++e;
            }
        }
        std::int64_t most = std::numeric_limits<std::int64_t>::max();
        for (const std::int64_t e : path) most = std::min(most, rest[at(e)]);
        for (const std::int64_t e : path) {
            rest[at(e)] -= most;
            rest[at(network_.back[at(e)])] += most;
        }
        return most;
    }

    const Network& network_;
    std::int64_t sink_;
    Numbers level_, next_;
};

}  // namespace

MaximumFlowResult maximum_flow(const sparse_matrix& graph, std::int64_t source, std::int64_t sink,
                               std::string_view method) {
    const kernel::Placement here(graph);
    if (graph.format() != Format::csr) throw TypeError("graph must be in CSR format");
    if (kind(graph.dtype()) != 'i' && kind(graph.dtype()) != 'u') throw ValueError("graph capacities must be integers");
    if (method != "dinic" && method != "edmonds_karp")
        throw ValueError(std::string(method) + " method is not supported yet.");
    check_graph(graph);
    const std::int64_t n = graph.rows();
    if (source < 0 || source >= n)
        throw ValueError("source value (" + std::to_string(source) + ") must be between 0 and " +
                         std::to_string(n - 1));
    if (sink < 0 || sink >= n)
        throw ValueError("sink value (" + std::to_string(sink) + ") must be between 0 and " + std::to_string(n - 1));
    if (source == sink) throw ValueError("source and sink vertices must differ");
    const Network network(graph);
    const Flow flow(network, source, sink);
    Numbers moved(network.heads.size());
    for (std::size_t e = 0; e < moved.size(); ++e) moved[e] = network.capacity[e] - flow.rest[e];
    const DType index = graph.dtype() == DType::int64 ? DType::int64 : DType::int32;
    return {flow.value, sparse_matrix(Format::csr, as(asarray(moved), index), as(asarray(network.heads), DType::int32),
                                      as(asarray(network.ends), DType::int32), n, n)};
}

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A path's nodes and its length.
struct Path {
    double length = infinite;
    Numbers nodes;
    bool operator<(const Path& other) const {
        return length != other.length ? length < other.length : nodes < other.nodes;
    }
};

/// Edges of each node, of both directions where these do not matter.
using Edges = std::vector<std::vector<std::pair<std::int64_t, double>>>;

/// The shortest path between nodes (Dijkstra, 1959) that avoids some nodes, and some edges of the first one.
Path shortest(const Edges& edges, std::int64_t source, std::int64_t sink, const std::vector<char>& avoided,
              const std::set<std::int64_t>& closed) {
    std::vector<double> length(edges.size(), infinite);
    Numbers before(edges.size(), -1);
    std::vector<char> done(avoided);
    using Entry = std::pair<double, std::int64_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    length[at(source)] = 0;
    done[at(source)] = 0;
    queue.emplace(0, source);
    while (!queue.empty()) {
        const std::int64_t node = queue.top().second;
        queue.pop();
        if (done[at(node)]) continue;
        done[at(node)] = 1;
        if (node == sink) break;
        for (const auto& [head, weight] : edges[at(node)]) {
            if (done[at(head)] || (node == source && closed.count(head))) continue;
            if (length[at(node)] + weight < length[at(head)]) {
                length[at(head)] = length[at(node)] + weight;
                before[at(head)] = node;
                queue.emplace(length[at(head)], head);
            }
        }
    }
    Path path;
    path.length = length[at(sink)];
    if (path.length == infinite) return path;
    for (std::int64_t node = sink; node >= 0; node = before[at(node)]) path.nodes.push_back(node);
    std::reverse(path.nodes.begin(), path.nodes.end());
    return path;
}

/// Numbers of nodes by whose differences no edge is negative (Johnson, 1977).
std::vector<double> heights(const Edges& edges) {
    std::vector<double> height(edges.size());
    bool changed = true;
    for (std::size_t round = 0; changed; ++round) {
        if (round > edges.size())
            throw NegativeCycleError("Negative cycle: paths that go through it have no shortest length");
        changed = false;
        for (std::size_t i = 0; i < edges.size(); ++i)
            for (const auto& [head, weight] : edges[i]) {
                if (!(height[i] + weight < height[at(head)])) continue;
                height[at(head)] = height[i] + weight;
                changed = true;
            }
    }
    return height;
}

double weight_of(const Edges& edges, std::int64_t from, std::int64_t to) {
    double least = infinite;
    for (const auto& [head, weight] : edges[at(from)])
        if (head == to) least = std::min(least, weight);
    return least;
}

}  // namespace

Paths yen(const Graph& graph, std::int64_t source, std::int64_t sink, std::int64_t count, bool directed,
          bool unweighted) {
    const kernel::Placement here(graph);
    check_graph(graph);
    if (count <= 0) throw ValueError("K must be greater than 0.");
    const auto check = [&](const char* name, std::int64_t node) {
        if (node < 0 || node >= graph.rows())
            throw ValueError(std::string(name) + " must have 0 <= " + name + " < " + std::to_string(graph.rows()) +
                             ", found " + std::to_string(node));
    };
    check("source", source);
    check("sink", sink);
    const HostGraph given(graph);
    const std::vector<double> lengths = HostGraph::lengths(graph);
    Edges edges(at(given.n));
    for (std::int64_t i = 0; i < given.n; ++i)
        for (std::size_t k = given.begin(i); k < given.end(i); ++k) {
            const double weight = unweighted ? 1 : lengths[k];
            edges[at(i)].emplace_back(given.indices[k], weight);
            if (!directed) edges[at(given.indices[k])].emplace_back(i, weight);
        }
    const std::vector<double> height = heights(edges);
    for (std::int64_t i = 0; i < given.n; ++i)
        for (auto& [head, weight] : edges[at(i)]) weight += height[at(i)] - height[at(head)];
    std::vector<Path> found;
    std::set<Path> candidates;
    const std::vector<char> none(at(given.n));
    if (Path first = shortest(edges, source, sink, none, {}); first.length < infinite) candidates.insert(first);
    while (static_cast<std::int64_t>(found.size()) < count && !candidates.empty()) {
        found.push_back(*candidates.begin());
        candidates.erase(candidates.begin());
        const Path last = found.back();
        // Paths that leave the last one at each of its nodes, by another edge than all that were found (Yen, 1971).
        std::vector<char> avoided(at(given.n));
        double length = 0;
        for (std::size_t k = 0; k + 1 < last.nodes.size(); ++k) {
            const auto root = static_cast<std::ptrdiff_t>(k + 1);
            std::set<std::int64_t> closed;
            for (const Path& path : found)
                if (path.nodes.size() > k + 1 &&
                    std::equal(last.nodes.begin(), last.nodes.begin() + root, path.nodes.begin()))
                    closed.insert(path.nodes[k + 1]);
            Path rest = shortest(edges, last.nodes[k], sink, avoided, closed);
            if (rest.length < infinite) {
                rest.length += length;
                rest.nodes.insert(rest.nodes.begin(), last.nodes.begin(), last.nodes.begin() + root - 1);
                candidates.insert(rest);
            }
            avoided[at(last.nodes[k])] = 1;
            length += weight_of(edges, last.nodes[k], last.nodes[k + 1]);
        }
    }
    std::vector<double> sums;
    std::vector<std::int32_t> before(found.size() * at(given.n), no_node);
    for (std::size_t k = 0; k < found.size(); ++k) {
        sums.push_back(found[k].length - height[at(source)] + height[at(sink)]);
        for (std::size_t j = 1; j < found[k].nodes.size(); ++j)
            before[k * at(given.n) + at(found[k].nodes[j])] = static_cast<std::int32_t>(found[k].nodes[j - 1]);
    }
    return {asarray(sums), asarray(before, Shape{static_cast<std::int64_t>(found.size()), given.n})};
}

}  // namespace cuprum::scipy::sparse::csgraph
