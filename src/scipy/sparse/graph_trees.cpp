// The spanning tree of least weight, and what paths are made of, on the device.
#include "cuprum/indexing.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/host_graph.h"

namespace cuprum::scipy::sparse::csgraph {
/// Of all trees that there are so far, each takes the lightest edge that leaves it, until none leaves any (Boruvka,
/// 1926). Edges are numbered by weight and place, so that no two are alike and the tree is one.
sparse_matrix minimum_spanning_tree(const Graph& graph) {
    const kernel::Placement here(graph);
    check_graph(graph);
    const sparse_matrix rows = to_format(graph, Format::csr).astype(DType::float64, false);
    const std::int64_t n = rows.rows(), count = rows.nnz();
    rows.properties();
    const ndarray data = entries(rows.data(), count);
    const ndarray chosen = zeros({count}, DType::float64);
    if (count > 0) {
        const ndarray order = cuprum::argsort(data),
                      from = take(as(major_indices(rows.indptr(), count), DType::int32), order),
                      to = take(as(entries(rows.indices(), count), DType::int32), order);
        static const ElementwiseKernel offer("raw int32 from, raw int32 to, raw int32 root", "raw int64 best", R"(
            const int one = root[from[i]], two = root[to[i]];
            if (one != two) {
                if (best[one] > i) atomicMin(&best[one], (long long)i);
                if (best[two] > i) atomicMin(&best[two], (long long)i);
            }
        )",
                                             "cuprum_graph_offer");
        // A tree hangs itself below the one that its edge leads to; of two that lead to each other one stays.
        static const ElementwiseKernel join(
            "raw int32 from, raw int32 to, raw int32 root, raw int64 best, raw int64 order, raw float64 data",
            "raw int32 parent, raw float64 chosen, raw int32 changed",
            "cuprum::graph_hang(i, &from[0], &to[0], &root[0], &best[0], &order[0], &data[0], &parent[0], "
            "&chosen[0], &changed[0]);",
            "cuprum_graph_hang", {.preamble = "#include <cuprum/sparse/graphs.h>\n"});
        static const ElementwiseKernel validate("raw int32 parent", "raw int32 root", R"(
            int v = root[i];
            while (parent[v] != v) v = parent[v];
            root[i] = v;
        )",
                                                "cuprum_graph_roots");
        const ndarray root = arange(0, n, 1, DType::int32), parent = new_array({n}, DType::int32),
                      best = new_array({n}, DType::int64), changed = zeros({1}, DType::int32);
        for (;;) {
            best.fill(Scalar(std::numeric_limits<std::int64_t>::max()));
            run(offer, count, from, to, root, best);
            run(join, n, from, to, root, best, order, data, parent, chosen, changed);
            run(validate, n, parent, root);
            if (!changed.item().to_int()) break;
            changed.fill(0);
        }
    }
    return eliminate_zeros(rows.with_data(chosen));
}

Paths dense_paths(const ndarray& lengths) {
    const std::int64_t n = lengths.shape()[0];
    if (lengths.ndim() != 2 || lengths.shape()[1] != n)
        throw ValueError("compressed-sparse graph must be shape (N, N), found " + cuprum::to_string(lengths.shape()));
    static const ElementwiseKernel begin("int64 n", "raw float64 lengths, raw int32 before", R"(
        const long long row = i / n, column = i % n;
        if (row == column && lengths[i] > 0) lengths[i] = 0;
        before[i] = row != column && lengths[i] < 1.0 / 0.0 ? (int)row : -9999;
    )",
                                         "cuprum_graph_dense_begin");
    static const ElementwiseKernel through("int64 n, int64 k", "raw float64 lengths, raw int32 before", R"(
        const long long row = i / n, column = i - row * n;
        const double length = lengths[row * n + k] + lengths[k * n + column];
        if (length < lengths[i]) {
            lengths[i] = length;
            before[i] = before[k * n + column];
        }
    )",
                                           "cuprum_graph_through");
    Paths paths{as(lengths, DType::float64).copy(), new_array({n, n}, DType::int32)};
    run(begin, n * n, n, paths.lengths, paths.predecessors);
    for (std::int64_t k = 0; k < n; ++k) run(through, n * n, n, k, paths.lengths, paths.predecessors);
    if (n && cuprum::min(paths.lengths.diagonal()).item().to_double() < 0)
        throw NegativeCycleError("Negative cycle in nodes: paths that go through it have no shortest length");
    return paths;
}

ndarray distances_of_paths(const ndarray& lengths, const ndarray& predecessors, bool directed, double none) {
    const std::int64_t n = lengths.shape()[0];
    if (lengths.ndim() != 2 || lengths.shape() != predecessors.shape() || lengths.shape()[1] != n)
        throw ValueError("graph and predecessors must have the same shape");
    static const ElementwiseKernel kernel(
        "raw float64 lengths, raw int32 before, int64 n, bool directed, float64 none", "raw float64 sums",
        "cuprum::graph_path_sums(i, &lengths[0], &before[0], n, directed, none, &sums[0]);", "cuprum_graph_path_sums",
        {.preamble = "#include <cuprum/sparse/graphs.h>\n"});
    const ndarray sums = new_array({n, n}, DType::float64);
    run(kernel, n * n, as(lengths, DType::float64), as(predecessors, DType::int32), n, directed, none, sums);
    return sums;
}

}  // namespace cuprum::scipy::sparse::csgraph
