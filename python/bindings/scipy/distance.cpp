// cuprumx.scipy.spatial.distance: the list of metrics.
#include "cuprum/scipy/distance.h"

#include "../array.h"

namespace cuprum::python {

namespace distance = cuprum::scipy::spatial::distance;

void bind_scipy_distance(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial_distance");
    m.def("_metrics", [] { return distance::metrics(); }, doc("scipy::spatial::distance::metrics"));
}

}  // namespace cuprum::python
