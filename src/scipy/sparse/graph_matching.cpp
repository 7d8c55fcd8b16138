// Matchings of rows with columns, computed on the host.
#include <algorithm>
#include <limits>
#include <queue>

#include "core/warnings.h"
#include "cuprum/reduction.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
namespace {

using Numbers = std::vector<std::int64_t>;

/// A largest matching: paths along which it grows, the shortest ones first, many at once (Hopcroft and Karp, 1973).
struct Matching {
    Numbers of_row, of_column;

    Matching(const HostGraph& edges, std::int64_t columns)
        : of_row(at(edges.n), -1), of_column(at(columns), -1), edges_(edges), level_(at(edges.n)), next_(at(edges.n)) {
        while (layer())
            for (std::int64_t row = 0; row < edges.n; ++row)
                if (of_row[at(row)] < 0) grow(row);
    }

private:
    /// How far rows are from those that are free; whether a free column is reached.
    bool layer() {
        Numbers queue;
        std::fill(level_.begin(), level_.end(), -1);
        for (std::int64_t row = 0; row < edges_.n; ++row) {
            next_[at(row)] = static_cast<std::int64_t>(edges_.begin(row));
            if (of_row[at(row)] >= 0) continue;
            level_[at(row)] = 0;
            queue.push_back(row);
        }
        bool found = false;
        for (std::size_t k = 0; k < queue.size(); ++k)
            for (std::size_t edge = edges_.begin(queue[k]); edge < edges_.end(queue[k]); ++edge) {
                const std::int64_t row = of_column[at(edges_.indices[edge])];
                if (row < 0) found = true;
                else if (level_[at(row)] < 0) {
                    level_[at(row)] = level_[at(queue[k])] + 1;
                    queue.push_back(row);
                }
            }
        return found;
    }
    void grow(std::int64_t start) {
        Numbers path{start};
        while (!path.empty()) {
            const std::int64_t row = path.back();
            if (next_[at(row)] == static_cast<std::int64_t>(edges_.end(row))) {
                path.pop_back();
                if (!path.empty()) ++next_[at(path.back())];
                continue;
            }
            const std::int64_t column = edges_.indices[at(next_[at(row)])], other = of_column[at(column)];
            if (other < 0) {  // each row of the path takes the column that it looked at
                for (const std::int64_t row : path) {
                    const std::int64_t taken = edges_.indices[at(next_[at(row)])];
                    of_row[at(row)] = taken;
                    of_column[at(taken)] = row;
                }
                return;
            }
            if (level_[at(other)] == level_[at(row)] + 1) path.push_back(other);
            else ++next_[at(row)];
        }
    }

    const HostGraph& edges_;
    Numbers level_, next_;
};

}  // namespace

ndarray maximum_bipartite_matching(const sparse_matrix& graph, std::string_view perm_type) {
    const kernel::Placement here(graph);
    if (perm_type != "row" && perm_type != "column")
        throw ValueError("Unsupported value for perm_type: must be 'row' or 'column'");
    const sparse_matrix rows = to_format(graph, Format::csr);
    const HostGraph edges(rows);
    const Matching found(edges, rows.columns());
    const Numbers& chosen = perm_type == "row" ? found.of_column : found.of_row;
    return asarray(std::vector<std::int32_t>(chosen.begin(), chosen.end()));
}

std::int64_t structural_rank(const sparse_matrix& graph) {
    const kernel::Placement here(graph);
    const sparse_matrix rows = to_format(graph, Format::csr);
    const HostGraph edges(rows);
    const Matching found(edges, rows.columns());
    return std::count_if(found.of_row.begin(), found.of_row.end(), [](auto column) { return column >= 0; });
}

namespace {

/// The weights (float64, csr) without stored zeros.
sparse_matrix matching_weights(const sparse_matrix& graph) {
    if (is_complex(graph.dtype()))
        throw ValueError("expected a matrix containing numerical entries, got " +
                         std::string(info(graph.dtype()).name));
    const sparse_matrix rows = to_format(graph, Format::csr).astype(DType::float64, false);
    if (rows.nnz() == 0 || all(rows.data()).item().to_bool()) return rows;
    warn("explicit zero weights are removed before matching.");
    return eliminate_zeros(rows);
}

}  // namespace

/// Each row in turn is matched along a path of least length under prices of columns, by which no edge is negative
/// (Jonker and Volgenant, 1987, with sparse rows).
std::pair<ndarray, ndarray> min_weight_full_bipartite_matching(const sparse_matrix& biadjacency, bool maximize) {
    const kernel::Placement here(biadjacency);
    const sparse_matrix graph = matching_weights(biadjacency);
    if (graph.rows() > graph.columns()) {
        auto [rows, columns] = min_weight_full_bipartite_matching(graph.transpose(), maximize);
        std::vector<std::pair<std::int64_t, std::int64_t>> pairs;
        const auto one = rows.to_vector<std::int32_t>(), two = columns.to_vector<std::int32_t>();
        for (std::size_t k = 0; k < one.size(); ++k) pairs.emplace_back(two[k], one[k]);
        std::sort(pairs.begin(), pairs.end());
        std::vector<std::int32_t> first, second;
        for (const auto& [row, column] : pairs) {
            first.push_back(static_cast<std::int32_t>(row));
            second.push_back(static_cast<std::int32_t>(column));
        }
        return {asarray(first), asarray(second)};
    }
    const sparse_matrix slices = to_format(graph, Format::csr);
    const HostGraph edges(slices);
    std::vector<double> lengths = HostGraph::lengths(slices);
    if (maximize)
        for (double& length : lengths) length = -length;
    const std::int64_t n = edges.n, columns = slices.columns();
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Numbers of_row(at(n), -1), of_column(at(columns), -1), from(at(columns));
    std::vector<double> price(at(columns)), row_price(at(n)), distance(at(columns));
    std::vector<std::int64_t> settled;
    std::vector<char> done(at(columns));
    for (std::int64_t start = 0; start < n; ++start) {
        std::fill(distance.begin(), distance.end(), infinite);
        std::fill(done.begin(), done.end(), 0);
        settled.clear();
        using Entry = std::pair<double, std::int64_t>;
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
        const auto relax = [&](std::int64_t row, double base) {
            for (std::size_t k = edges.begin(row); k < edges.end(row); ++k) {
                const std::int64_t column = edges.indices[k];
                const double length = base + lengths[k] - row_price[at(row)] - price[at(column)];
                if (done[at(column)] || !(length < distance[at(column)])) continue;
                distance[at(column)] = length;
                from[at(column)] = row;
                queue.emplace(length, column);
            }
        };
        // The row's own price, so that none of its edges is negative.
        double least = infinite;
        for (std::size_t k = edges.begin(start); k < edges.end(start); ++k)
            least = std::min(least, lengths[k] - price[at(edges.indices[k])]);
        if (least == infinite) throw ValueError("no full matching exists");
        row_price[at(start)] = least;
        relax(start, 0);
        std::int64_t end = -1;
        while (!queue.empty()) {
            const auto [length, column] = queue.top();
            queue.pop();
            if (done[at(column)]) continue;
            done[at(column)] = 1;
            settled.push_back(column);
            if (of_column[at(column)] < 0) {
                end = column;
                break;
            }
            relax(of_column[at(column)], length);
        }
        if (end < 0) throw ValueError("no full matching exists");
        const double reached = distance[at(end)];
        row_price[at(start)] += reached;
        for (const std::int64_t column : settled) {
            const double rest = reached - distance[at(column)];
            price[at(column)] -= rest;
            if (of_column[at(column)] >= 0) row_price[at(of_column[at(column)])] += rest;
        }
        for (std::int64_t column = end; column >= 0;) {
            const std::int64_t row = from[at(column)], before = of_row[at(row)];
            of_row[at(row)] = column;
            of_column[at(column)] = row;
            column = row == start ? -1 : before;
        }
    }
    std::vector<std::int32_t> rows(at(n));
    for (std::int64_t i = 0; i < n; ++i) rows[at(i)] = static_cast<std::int32_t>(i);
    return {asarray(rows), asarray(std::vector<std::int32_t>(of_row.begin(), of_row.end()))};
}

}  // namespace cuprum::scipy::sparse::csgraph
