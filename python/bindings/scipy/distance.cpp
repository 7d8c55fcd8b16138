// cuprumx.scipy.spatial.distance.
#include "cuprum/scipy/distance.h"

#include "../array.h"

namespace cuprum::python {
namespace {

namespace distance = cuprum::scipy::spatial::distance;

using Metric = WordArg<"str">;
using Function = ndarray (*)(const ndarray&, const ndarray&, const ndarray*);

/// An array or None, where NumPy's arrays are refused.
struct OptionalDeviceArg : DeviceArrayArg {
    CUPRUM_TAKES("ArrayLike", true)
    const ndarray* pointer() const { return is_none() ? nullptr : &get(); }
};

void bind_vectors(nb::module_& m, const char* name, Function function, const char* text) {
    m.def(
        name,
        [function](DeviceArrayArg u, DeviceArrayArg v, OptionalDeviceArg w) { return function(u, v, w.pointer()); },
        "u"_a, "v"_a, "w"_a = nb::none(), text);
}

void bind_pairs(nb::module_& m) {
    const auto none = nb::none();
    m.def(
        "cdist",
        [](DeviceArrayArg XA, DeviceArrayArg XB, Metric metric, OutArg out, double p, OptionalDeviceArg w,
           OptionalDeviceArg V, OptionalDeviceArg VI) {
            return out.or_new(
                distance::cdist(XA, XB, metric, {.p = p, .w = w.pointer(), .V = V.pointer(), .VI = VI.pointer()}, out));
        },
        "XA"_a, "XB"_a, "metric"_a = "euclidean", "out"_a = none, "p"_a = 2.0, "w"_a = none, "V"_a = none,
        "VI"_a = none, doc("scipy::spatial::distance::cdist"));
    m.def(
        "pdist",
        [](DeviceArrayArg X, Metric metric, OutArg out, double p, OptionalDeviceArg w, OptionalDeviceArg V,
           OptionalDeviceArg VI) {
            return out.or_new(
                distance::pdist(X, metric, {.p = p, .w = w.pointer(), .V = V.pointer(), .VI = VI.pointer()}, out));
        },
        "X"_a, "metric"_a = "euclidean", "out"_a = none, "p"_a = 2.0, "w"_a = none, "V"_a = none, "VI"_a = none,
        doc("scipy::spatial::distance::pdist"));
    m.def(
        "squareform",
        [](DeviceArrayArg X, WordArg<"Literal['no', 'tomatrix', 'tovector']"> force, BoolArg checks) {
            return distance::squareform(X, force, checks);
        },
        "X"_a, "force"_a = "no", "checks"_a = true, doc("scipy::spatial::distance::squareform"));
}

void bind_distances_of_two(nb::module_& m) {
    const auto none = nb::none();
#define CUPRUM_VECTORS(name) bind_vectors(m, #name, distance::name, doc("scipy::spatial::distance::" #name));
    CUPRUM_VECTORS(braycurtis)
    CUPRUM_VECTORS(canberra)
    CUPRUM_VECTORS(chebyshev)
    CUPRUM_VECTORS(cityblock)
    CUPRUM_VECTORS(cosine)
    CUPRUM_VECTORS(dice)
    CUPRUM_VECTORS(euclidean)
    CUPRUM_VECTORS(hamming)
    CUPRUM_VECTORS(hellinger)
    CUPRUM_VECTORS(jaccard)
    CUPRUM_VECTORS(kl_divergence)
    CUPRUM_VECTORS(rogerstanimoto)
    CUPRUM_VECTORS(russellrao)
    CUPRUM_VECTORS(sokalmichener)
    CUPRUM_VECTORS(sokalsneath)
    CUPRUM_VECTORS(sqeuclidean)
    CUPRUM_VECTORS(yule)
#undef CUPRUM_VECTORS
    m.def(
        "correlation",
        [](DeviceArrayArg u, DeviceArrayArg v, OptionalDeviceArg w, BoolArg centered) {
            return distance::correlation(u, v, w.pointer(), centered);
        },
        "u"_a, "v"_a, "w"_a = none, "centered"_a = true, doc("scipy::spatial::distance::correlation"));
    m.def(
        "minkowski",
        [](DeviceArrayArg u, DeviceArrayArg v, double p, OptionalDeviceArg w) {
            return distance::minkowski(u, v, p, w.pointer());
        },
        "u"_a, "v"_a, "p"_a = 2.0, "w"_a = none, doc("scipy::spatial::distance::minkowski"));
    m.def(
        "mahalanobis",
        [](DeviceArrayArg u, DeviceArrayArg v, DeviceArrayArg VI) { return distance::mahalanobis(u, v, VI); }, "u"_a,
        "v"_a, "VI"_a, doc("scipy::spatial::distance::mahalanobis"));
    m.def(
        "seuclidean",
        [](DeviceArrayArg u, DeviceArrayArg v, DeviceArrayArg V) { return distance::seuclidean(u, v, V); }, "u"_a,
        "v"_a, "V"_a, doc("scipy::spatial::distance::seuclidean"));
    for (const auto& [one, other] : {std::pair{"p", "q"}, std::pair{"u", "v"}})  // SciPy's names, and CuPy's
        m.def(
            "jensenshannon",
            [](DeviceArrayArg p, DeviceArrayArg q, std::optional<double> base, AxisArg axis, BoolArg keepdims) {
                return distance::jensenshannon(p, q, base, axis, keepdims);
            },
            nb::arg(one), nb::arg(other), "base"_a = none, nb::kw_only(), "axis"_a = 0, "keepdims"_a = false,
            doc("scipy::spatial::distance::jensenshannon"));
    m.def(
        "directed_hausdorff",
        [](DeviceArrayArg u, DeviceArrayArg v) {
            const distance::Hausdorff found = distance::directed_hausdorff(u, v);
            return Typed<"tuple[float, int, int]">(nb::make_tuple(found.distance, found.index_1, found.index_2));
        },
        "u"_a, "v"_a, doc("scipy::spatial::distance::directed_hausdorff"));
}

}  // namespace

void bind_scipy_distance(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial_distance");
    bind_pairs(m);
    bind_distances_of_two(m);
    m.def("metrics", [] { return distance::metrics(); }, doc("scipy::spatial::distance::metrics"));
}

}  // namespace cuprum::python
