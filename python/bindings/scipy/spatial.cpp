// cuprumx.scipy.spatial: its trees.
#include "cuprum/scipy/spatial.h"

#include "../array.h"
#include "../placement.h"

namespace cuprum::python {
namespace {

namespace spatial = cuprum::scipy::spatial;
using spatial::KDTree;

/// Python's collector of cycles, which would visit all arrays again and again while they are made and find none.
class CollectorPause {
public:
    CollectorPause() : was_enabled(PyGC_Disable()) {}
    ~CollectorPause() {
        if (was_enabled) PyGC_Enable();
    }
    CollectorPause(const CollectorPause&) = delete;
    CollectorPause& operator=(const CollectorPause&) = delete;

private:
    int was_enabled;
};

/// For each place the array of its points, as in CuPy: views of one array.
nb::list arrays_of(const spatial::BallPoints& found) {
    const CollectorPause pause;
    nb::list result;
    for (ndarray& part : found.parts()) result.append(wrap_object(std::move(part)));
    return result;
}

void bind_tree(nb::module_& m) {
    nb::class_<KDTree> tree(m, "KDTree", doc("scipy::spatial::KDTree"));
    set_device_finder(tree, [](PyObject* a) {
        const ndarray& data = nb::inst_ptr<KDTree>(nb::handle(a))->data();
        return data.size() ? data.device() : -1;
    });
    tree.def(
            "__init__",
            [](KDTree* self, DeviceArrayArg data, AxisArg leafsize, OptionalArrayArg boxsize) {
                new (self) KDTree(data, leafsize, boxsize.pointer());
            },
            "data"_a, "leafsize"_a = 10, "boxsize"_a = nb::none())
        .def_prop_ro("n", [](const KDTree& t) { return t.n(); })
        .def_prop_ro("m", [](const KDTree& t) { return t.m(); })
        .def_prop_ro("leafsize", [](const KDTree& t) { return t.leafsize(); })
        .def_prop_ro("data", [](const KDTree& t) { return t.data(); })
        .def_prop_ro("mins", [](const KDTree& t) { return t.mins(); })
        .def_prop_ro("maxes", [](const KDTree& t) { return t.maxes(); })
        .def_prop_ro("indices", [](const KDTree& t) { return t.indices(); })
        .def_prop_ro("boxsize", [](const KDTree& t) { return t.boxsize(); })
        .def(
            "query",
            [](const KDTree& t, DeviceArrayArg x, AxisArg k, double eps, double p, double distance_upper_bound) {
                spatial::Neighbors found = t.query(x, k, eps, p, distance_upper_bound);
                return Typed<"tuple[ndarray, ndarray]">(
                    nb::make_tuple(wrap_object(std::move(found.distances)), wrap_object(std::move(found.indices))));
            },
            "x"_a, "k"_a = 1, "eps"_a = 0.0, "p"_a = 2.0,
            "distance_upper_bound"_a = std::numeric_limits<double>::infinity(), doc("scipy::spatial::query"))
        .def(
            "query_ball_point",
            [](const KDTree& t, DeviceArrayArg x, ArrayArg r, double p, double eps, BoolArg sorted) {
                return arrays_of(t.query_ball_point(x, r, p, eps, sorted));
            },
            "x"_a, "r"_a, "p"_a = 2.0, "eps"_a = 0.0, "sorted"_a = true, doc("scipy::spatial::query_ball_point"))
        .def(
            "count_ball_point",
            [](const KDTree& t, DeviceArrayArg x, ArrayArg r, double p, double eps) {
                return t.count_ball_point(x, r, p, eps);
            },
            "x"_a, "r"_a, "p"_a = 2.0, "eps"_a = 0.0, doc("scipy::spatial::count_ball_point"))
        .def(
            "query_pairs", [](const KDTree& t, double r, double p, double eps) { return t.query_pairs(r, p, eps); },
            "r"_a, "p"_a = 2.0, "eps"_a = 0.0, doc("scipy::spatial::query_pairs"))
        .def(
            "query_ball_tree",
            [](const KDTree& t, const KDTree& other, double r, double p, double eps) {
                return arrays_of(t.query_ball_tree(other, r, p, eps));
            },
            "other"_a, "r"_a, "p"_a = 2.0, "eps"_a = 0.0, doc("scipy::spatial::query_ball_tree"))
        .def(
            "count_neighbors",
            [](const KDTree& t, const KDTree& other, ArrayArg r, double p, OptionalArrayArg self_weights,
               OptionalArrayArg other_weights, BoolArg cumulative) {
                return t.count_neighbors(other, r, p, self_weights.pointer(), other_weights.pointer(), cumulative);
            },
            "other"_a, "r"_a, "p"_a = 2.0, "self_weights"_a = nb::none(), "other_weights"_a = nb::none(),
            "cumulative"_a = true, doc("scipy::spatial::count_neighbors"))
        .def(
            "sparse_distance_matrix",
            [](const KDTree& t, const KDTree& other, double max_distance, double p) {
                spatial::ClosePairs found = t.sparse_distance_matrix(other, max_distance, p);
                return Typed<"tuple[ndarray, ndarray, ndarray]">(
                    nb::make_tuple(wrap_object(std::move(found.first)), wrap_object(std::move(found.second)),
                                   wrap_object(std::move(found.distances))));
            },
            "other"_a, "max_distance"_a, "p"_a = 2.0, doc("scipy::spatial::sparse_distance_matrix"));
}

}  // namespace

void bind_scipy_spatial(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial");
    nb::exception<spatial::QhullError>(m, "QhullError", PyExc_RuntimeError);
    bind_tree(m);
}

}  // namespace cuprum::python
