// cuprumx.scipy.sparse.csgraph.
#include "cuprum/scipy/csgraph.h"

#include "../array.h"

namespace cuprum::python {

void bind_scipy_csgraph(nb::module_& core) {
    using namespace scipy::sparse;
    nb::module_ m = core.def_submodule("_scipy_csgraph");
    m.def("connected_components", [](const sparse_matrix& graph, BoolArg strong) {
        auto [count, labels] = csgraph::connected_components(graph, strong);
        return nb::make_tuple(count, wrap_object(std::move(labels)));
    });
    m.def("shortest_paths",
          [](const sparse_matrix& graph, DeviceArrayArg sources, BoolArg directed, BoolArg unweighted) {
              csgraph::Paths paths = csgraph::shortest_paths(graph, sources, directed, unweighted);
              return nb::make_tuple(wrap_object(std::move(paths.lengths)), wrap_object(std::move(paths.predecessors)));
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
    m.def("floyd_warshall", [](DeviceArrayArg lengths) {
        csgraph::Paths paths = csgraph::floyd_warshall(lengths);
        return nb::make_tuple(wrap_object(std::move(paths.lengths)), wrap_object(std::move(paths.predecessors)));
    });
    m.def("distances_of_paths",
          [](DeviceArrayArg lengths, DeviceArrayArg predecessors, BoolArg directed, ScalarArg none) {
              return csgraph::distances_of_paths(lengths, predecessors, directed, Scalar(none).to_double());
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
        const auto [value, flow] = csgraph::maximum_flow(graph, source, sink);
        return nb::make_tuple(value, flow);
    });
    m.def("yen", [](const sparse_matrix& graph, AxisArg source, AxisArg sink, AxisArg count, BoolArg directed,
                    BoolArg unweighted) {
        csgraph::Paths paths = csgraph::yen(graph, source, sink, count, directed, unweighted);
        return nb::make_tuple(wrap_object(std::move(paths.lengths)), wrap_object(std::move(paths.predecessors)));
    });
}

}  // namespace cuprum::python
