// cuprumx.scipy.spatial.distance: jensenshannon, whose parameters have two names; the list of metrics.
#include "cuprum/scipy/distance.h"

#include "../array.h"

namespace cuprum::python {

namespace distance = cuprum::scipy::spatial::distance;

void bind_scipy_distance(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial_distance");
    for (const auto& [one, other] : {std::pair{"p", "q"}, std::pair{"u", "v"}})  // SciPy's names, and CuPy's
        m.def(
            "jensenshannon",
            [](DeviceArrayArg p, DeviceArrayArg q, std::optional<double> base, AxisArg axis, BoolArg keepdims) {
                return distance::jensenshannon(p, q, base, axis, keepdims);
            },
            nb::arg(one), nb::arg(other), "base"_a = nb::none(), nb::kw_only(), "axis"_a = 0, "keepdims"_a = false,
            doc("scipy::spatial::distance::jensenshannon"));
    m.def("_metrics", [] { return distance::metrics(); }, doc("scipy::spatial::distance::metrics"));
}

}  // namespace cuprum::python
