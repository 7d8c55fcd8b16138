// cuprumx.scipy.sparse.csgraph.
#include "cuprum/scipy/csgraph.h"

#include "../array.h"
#include "optional_arg.h"

namespace cuprum::python {
namespace {

using namespace scipy::sparse;

csgraph::PathOptions path_options(bool directed, const OptionalArrayArg& indices, bool unweighted) {
    csgraph::PathOptions options;
    options.directed = directed;
    if (!indices.is_none()) options.indices = indices.get();
    options.unweighted = unweighted;
    return options;
}

nb::tuple tuple_of(csgraph::Paths paths) {
    return nb::make_tuple(wrap_object(std::move(paths.lengths)), wrap_object(std::move(paths.predecessors)));
}

/// Graphs from dense arrays and back.
void bind_dense_graphs(nb::module_& m) {
    m.def("csgraph_from_dense", [](DeviceArrayArg graph, OptionalArg<"float"> null, BoolArg nan, BoolArg infinity) {
        std::optional<double> none;
        if (!nb::handle(null.object).is_none()) none = nb::cast<double>(nb::handle(null.object));
        return csgraph::csgraph_from_dense(graph, none, nan, infinity);
    });
    m.def("csgraph_to_dense",
          [](const sparse_matrix& graph, ScalarArg null) { return csgraph::csgraph_to_dense(graph, number(null)); });
    m.def("construct_dist_matrix",
          [](const sparse_matrix& graph, DeviceArrayArg predecessors, BoolArg directed, ScalarArg null) {
              return csgraph::construct_dist_matrix(graph, predecessors, directed, number(null));
          });
    m.def("reconstruct_path", [](const sparse_matrix& graph, DeviceArrayArg predecessors, BoolArg directed) {
        return csgraph::reconstruct_path(graph, predecessors, directed);
    });
    const auto laplacian_options = [](bool normed, bool out, const OptionalDTypeArg& dtype, bool symmetrized) {
        csgraph::LaplacianOptions options;
        options.normed = normed;
        options.use_out_degree = out;
        options.dtype = dtype;
        options.symmetrized = symmetrized;
        return options;
    };
    m.def("laplacian", [laplacian_options](const sparse_matrix& graph, BoolArg normed, BoolArg out,
                                           OptionalDTypeArg dtype, BoolArg symmetrized) {
        auto [made, diagonal] = csgraph::laplacian(graph, laplacian_options(normed, out, dtype, symmetrized));
        return nb::make_tuple(made, wrap_object(std::move(diagonal)));
    });
    m.def("laplacian_dense", [laplacian_options](DeviceArrayArg graph, BoolArg normed, BoolArg out,
                                                 OptionalDTypeArg dtype, BoolArg symmetrized) {
        auto [made, diagonal] = csgraph::laplacian(graph.get(), laplacian_options(normed, out, dtype, symmetrized));
        return nb::make_tuple(wrap_object(std::move(made)), wrap_object(std::move(diagonal)));
    });
}

void bind_paths(nb::module_& m) {
    m.def("bellman_ford",
          [](const sparse_matrix& graph, BoolArg directed, OptionalArrayArg indices, BoolArg unweighted) {
              return tuple_of(csgraph::bellman_ford(graph, path_options(directed, indices, unweighted)));
          });
    m.def("shortest_path", [](const sparse_matrix& graph, WordArg<"str"> method, BoolArg directed,
                              OptionalArrayArg indices, BoolArg unweighted) {
        return tuple_of(csgraph::shortest_path(graph, method, path_options(directed, indices, unweighted)));
    });
    m.def("dijkstra", [](const sparse_matrix& graph, BoolArg directed, OptionalArrayArg indices, BoolArg unweighted,
                         ScalarArg limit, BoolArg min_only) {
        csgraph::PathOptions options = path_options(directed, indices, unweighted);
        options.limit = number(limit);
        options.min_only = min_only;
        csgraph::Paths paths = csgraph::dijkstra(graph, options);
        return nb::make_tuple(wrap_object(std::move(paths.lengths)), wrap_object(std::move(paths.predecessors)),
                              wrap_object(std::move(paths.sources)));
    });
    m.def("floyd_warshall", [](const sparse_matrix& graph, BoolArg directed, BoolArg unweighted) {
        return tuple_of(csgraph::floyd_warshall(graph, directed, unweighted));
    });
    m.def("yen",
          [](const sparse_matrix& graph, AxisArg source, AxisArg sink, AxisArg count, BoolArg directed,
             BoolArg unweighted) { return tuple_of(csgraph::yen(graph, source, sink, count, directed, unweighted)); });
}

}  // namespace

void bind_scipy_csgraph(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_csgraph");
    bind_dense_graphs(m);
    bind_paths(m);
    m.def("connected_components", [](const sparse_matrix& graph, BoolArg strong) {
        auto [count, labels] = csgraph::connected_components(graph, strong);
        return nb::make_tuple(count, wrap_object(std::move(labels)));
    });
    const auto both = [](std::pair<ndarray, ndarray> arrays) {
        return nb::make_tuple(wrap_object(std::move(arrays.first)), wrap_object(std::move(arrays.second)));
    };
    m.def("breadth_first_order", [both](const sparse_matrix& graph, AxisArg start, BoolArg directed) {
        return both(csgraph::breadth_first_order(graph, start, directed));
    });
    m.def("depth_first_order", [both](const sparse_matrix& graph, AxisArg start, BoolArg directed) {
        return both(csgraph::depth_first_order(graph, start, directed));
    });
    m.def("breadth_first_tree", [](const sparse_matrix& graph, AxisArg start, BoolArg directed) {
        return csgraph::breadth_first_tree(graph, start, directed);
    });
    m.def("depth_first_tree", [](const sparse_matrix& graph, AxisArg start, BoolArg directed) {
        return csgraph::depth_first_tree(graph, start, directed);
    });
    m.def("minimum_spanning_tree", [](const sparse_matrix& graph) { return csgraph::minimum_spanning_tree(graph); });
    m.def("reverse_cuthill_mckee", [](const sparse_matrix& graph, BoolArg symmetric) {
        return csgraph::reverse_cuthill_mckee(graph, symmetric);
    });
    m.def("maximum_bipartite_matching", [](const sparse_matrix& graph, BoolArg of_columns) {
        return csgraph::maximum_bipartite_matching(graph, of_columns);
    });
    m.def("structural_rank", [](const sparse_matrix& graph) { return csgraph::structural_rank(graph); });
    m.def("min_weight_full_bipartite_matching", [both](const sparse_matrix& graph, BoolArg maximize) {
        return both(csgraph::min_weight_full_bipartite_matching(graph, maximize));
    });
    m.def("maximum_flow", [](const sparse_matrix& graph, AxisArg source, AxisArg sink) {
        const csgraph::MaximumFlowResult found = csgraph::maximum_flow(graph, source, sink);
        return nb::make_tuple(found.flow_value, found.flow);
    });
}

}  // namespace cuprum::python
