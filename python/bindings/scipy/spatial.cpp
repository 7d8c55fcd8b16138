// cuprumx.scipy.spatial: its classes.
#include "cuprum/scipy/spatial.h"

#include "../array.h"
#include "../placement.h"

namespace cuprum::python {
namespace {

namespace spatial = cuprum::scipy::spatial;
using spatial::KDTree, spatial::Delaunay, spatial::ConvexHull;

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

void bind_triangulation(nb::module_& m) {
    nb::class_<Delaunay>(m, "Delaunay", doc("scipy::spatial::Delaunay"))
        .def(
            "__init__",
            [](Delaunay* self, DeviceArrayArg points, BoolArg incremental) {
                new (self) Delaunay(points, incremental);
            },
            "points"_a, "incremental"_a = false)
        .def(
            "add_points", [](Delaunay& d, DeviceArrayArg points, BoolArg) { d.add_points(points); }, "points"_a,
            "restart"_a = false, doc("scipy::spatial::add_points"))
        .def("close", &Delaunay::close, doc("scipy::spatial::close"))
        .def_prop_ro("points", [](const Delaunay& d) { return d.points(); })
        .def_prop_ro("simplices", [](const Delaunay& d) { return d.simplices(); })
        .def_prop_ro("neighbors", [](const Delaunay& d) { return d.neighbors(); })
        .def_prop_ro("coplanar", [](const Delaunay& d) { return d.coplanar(); })
        .def_prop_ro("convex_hull", [](const Delaunay& d) { return d.convex_hull(); })
        .def_prop_ro("vertex_to_simplex", [](const Delaunay& d) { return d.vertex_to_simplex(); })
        .def_prop_ro("transform", [](const Delaunay& d) { return d.transform(); })
        .def_prop_ro("paraboloid_scale", &Delaunay::paraboloid_scale)
        .def_prop_ro("paraboloid_shift", &Delaunay::paraboloid_shift)
        .def_prop_ro("equations", [](const Delaunay& d) { return d.equations(); })
        .def(
            "lift_points", [](const Delaunay& d, DeviceArrayArg x) { return d.lift_points(x); }, "x"_a,
            doc("scipy::spatial::lift_points"))
        .def(
            "plane_distance", [](const Delaunay& d, DeviceArrayArg xi) { return d.plane_distance(xi); }, "xi"_a,
            doc("scipy::spatial::plane_distance"))
        .def_prop_ro("min_bound", [](const Delaunay& d) { return d.min_bound(); })
        .def_prop_ro("max_bound", [](const Delaunay& d) { return d.max_bound(); })
        .def_prop_ro("ndim", [](const Delaunay& d) { return d.ndim(); })
        .def_prop_ro("npoints", [](const Delaunay& d) { return d.npoints(); })
        .def_prop_ro("nsimplex", [](const Delaunay& d) { return d.nsimplex(); })
        .def(
            "find_simplex",
            [](const Delaunay& d, DeviceArrayArg xi, BoolArg bruteforce, std::optional<double> tol) {
                return d.find_simplex(xi, bruteforce, tol);
            },
            "xi"_a, "bruteforce"_a = false, "tol"_a = nb::none(), doc("scipy::spatial::find_simplex"))
        .def("neighbor_vertices", [](const Delaunay& d) {
            spatial::VertexNeighbors found = d.vertex_neighbor_vertices();
            return Typed<"tuple[ndarray, ndarray]">(
                nb::make_tuple(wrap_object(std::move(found.indptr)), wrap_object(std::move(found.indices))));
        });
}

void bind_hull(nb::module_& m) {
    nb::class_<ConvexHull>(m, "ConvexHull", doc("scipy::spatial::ConvexHull"))
        .def(
            "__init__",
            [](ConvexHull* self, DeviceArrayArg points, BoolArg incremental) {
                new (self) ConvexHull(points, incremental);
            },
            "points"_a, "incremental"_a = false)
        .def(
            "add_points", [](ConvexHull& h, DeviceArrayArg points, BoolArg) { h.add_points(points); }, "points"_a,
            "restart"_a = false, doc("scipy::spatial::add_points"))
        .def("close", &ConvexHull::close, doc("scipy::spatial::close"))
        .def_prop_ro("points", [](const ConvexHull& h) { return h.points(); })
        .def_prop_ro("vertices", [](const ConvexHull& h) { return h.vertices(); })
        .def_prop_ro("simplices", [](const ConvexHull& h) { return h.simplices(); })
        .def_prop_ro("neighbors", [](const ConvexHull& h) { return h.neighbors(); })
        .def_prop_ro("equations", [](const ConvexHull& h) { return h.equations(); })
        .def_prop_ro("area", [](const ConvexHull& h) { return h.area(); })
        .def_prop_ro("volume", [](const ConvexHull& h) { return h.volume(); })
        .def_prop_ro("min_bound", [](const ConvexHull& h) { return h.min_bound(); })
        .def_prop_ro("max_bound", [](const ConvexHull& h) { return h.max_bound(); })
        .def_prop_ro("ndim", [](const ConvexHull& h) { return h.ndim(); })
        .def_prop_ro("npoints", [](const ConvexHull& h) { return h.npoints(); })
        .def_prop_ro("nsimplex", [](const ConvexHull& h) { return h.nsimplex(); });
}

}  // namespace

void bind_scipy_spatial(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial");
    nb::exception<spatial::QhullError>(m, "QhullError", PyExc_RuntimeError);
    bind_tree(m);
    bind_triangulation(m);
    bind_hull(m);
}

}  // namespace cuprum::python
