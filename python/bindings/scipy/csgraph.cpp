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
    m.def("breadth_first_order", [](const sparse_matrix& graph, AxisArg start, BoolArg directed) {
        auto [order, before] = csgraph::breadth_first_order(graph, start, directed);
        return nb::make_tuple(wrap_object(std::move(order)), wrap_object(std::move(before)));
    });
}

}  // namespace cuprum::python
