// cuprumx.scipy.spatial: methods of trees whose results are lists, sets or tables of Python, or depend on arguments.
#include "cuprum/scipy/spatial.h"

#include <cmath>

#include "../argument.h"
#include "../array.h"
#include "../numpy_calls.h"
#include "../placement.h"
#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"

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

/// SciPy's threads; how many there are is the device's matter.
void check_workers(const ObjectArg& workers) {
    if (workers.is_none()) return;
    const double count = nb::cast<double>(nb::float_(nb::handle(workers.object)));
    if (count != -1 && count <= 0)
        throw ValueError("Invalid number of workers " + nb::cast<std::string>(nb::str(nb::handle(workers.object))) +
                         ", must be -1 or > 0");
}

using Pair = Typed<"tuple[ndarray, ndarray]">;

/// The nearest neighbours: so many, of one without the last axis, or those of some ranks.
Pair query(const KDTree& tree, ArrayArg x, Arg<"int | Sequence[int]"> k, double eps, double p, double upper_bound,
           Arg<"int | None"> workers) {
    check_workers(workers);
    const auto pair = [](ndarray distances, ndarray indices) {
        return Pair(nb::make_tuple(wrap_object(std::move(distances)), wrap_object(std::move(indices))));
    };
    if (k.is_none()) throw ValueError("k must be an integer or a sequence of integers");
    if (const auto number = is_ndarray(k.object) ? std::nullopt : to_scalar(k.object)) {
        const auto count = static_cast<std::int64_t>(std::ceil(number->to_double()));  // as SciPy counts
        spatial::Neighbors found = tree.query(x, count, eps, p, upper_bound);
        if (count != 1) return pair(std::move(found.distances), std::move(found.indices));
        return pair(squeeze(found.distances, Dims{-1}), squeeze(found.indices, Dims{-1}));
    }
    std::vector<std::int64_t> places;
    for (nb::handle rank : nb::iter(nb::handle(k.object)))
        places.push_back(to_index(nb::object(nb::int_(rank)).ptr()) - 1);
    if (places.empty() || *std::min_element(places.begin(), places.end()) < 0)
        throw ValueError("k must be an integer greater than 0 or a sequence of such");
    const spatial::Neighbors found =
        tree.query(x, *std::max_element(places.begin(), places.end()) + 1, eps, p, upper_bound);
    const ndarray chosen = asarray(places);
    return pair(take(found.distances, chosen, -1), take(found.indices, chosen, -1));
}

/// The points in balls: an array for one place, a list of arrays for several, an object array for places of more axes;
/// or how many there are.
nb::object query_ball_point(const KDTree& tree, ArrayArg x, ArrayArg r, double p, double eps, Arg<"int | None"> workers,
                            Arg<"bool | None"> return_sorted, BoolArg return_length) {
    bool wants_length = return_length;
    PyObject* sorted = return_sorted.object;
    if (PyBool_Check(workers.object)) {  // CuPy has no workers: its `return_sorted` and `return_length` follow `eps`
        wants_length = wants_length || bool(BoolArg{{sorted}});
        sorted = workers.object;
    } else {
        check_workers(workers);
    }
    const ndarray places = atleast_1d(x);
    if (wants_length) return nb::cast(tree.count_ball_point(places, r, p, eps));
    const bool is_sorted = sorted == Py_None ? places.ndim() > 1 : bool(BoolArg{{sorted}});
    const nb::list found = arrays_of(tree.query_ball_point(places, r, p, eps, is_sorted));
    if (places.ndim() <= 2) return places.ndim() == 1 ? nb::object(found[0]) : nb::object(found);
    const nb::object made = nb::module_::import_("numpy").attr("empty")(nb::len(found), "object");
    for (std::size_t i = 0; i < nb::len(found); ++i) made[i] = found[i];
    Dims shape;
    for (int d = 0; d + 1 < places.ndim(); ++d) shape.push_back(places.shape()[d]);
    return made.attr("reshape")(nb::cast(shape));
}

nb::object query_pairs(const KDTree& tree, double r, double p, double eps, WordArg<"str"> output_type) {
    const std::string_view kind = output_type;
    if (kind != "set" && kind != "ndarray")
        throw ValueError("Invalid output type: '" + std::string(kind) + "' is neither 'set' nor 'ndarray'");
    const ndarray pairs = tree.query_pairs(r, p, eps);
    if (kind == "ndarray") return nb::cast(pairs);
    const std::vector<std::int64_t> numbers = pairs.to_vector<std::int64_t>();
    nb::set result;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) result.add(nb::make_tuple(numbers[i], numbers[i + 1]));
    return nb::object(std::move(result));
}

/// Weights of points of two trees: none, one array where both are the same tree, or a pair.
struct TreeWeightsArg : ObjectArg {
    CUPRUM_TAKES("ArrayLike | tuple[ArrayLike | None, ArrayLike | None]", true)
    std::pair<std::optional<ndarray>, std::optional<ndarray>> get(bool is_one_tree) const {
        const auto array = [](nb::handle given) -> std::optional<ndarray> {
            if (given.is_none()) return std::nullopt;
            return argument<ArrayArg>(given).get();
        };
        if (PyTuple_Check(object)) {
            const nb::tuple both = nb::borrow<nb::tuple>(object);
            if (both.size() != 2) throw ValueError("weights are one array, or a tuple of two");
            return {array(nb::object(both[0])), array(nb::object(both[1]))};
        }
        if (!is_none() && !is_one_tree)
            throw ValueError("Two different trees are used. Specify weights for both in a tuple.");
        return {array(nb::handle(object)), array(nb::handle(object))};
    }
};

ndarray count_neighbors(const KDTree& tree, const KDTree& other, ArrayArg r, double p, TreeWeightsArg weights,
                        BoolArg cumulative) {
    const ndarray& radii = r;
    if (radii.ndim() > 1)
        throw ValueError("r must be a number or a vector, found the shape " + to_string(radii.shape()));
    if (!cumulative && radii.ndim() && any(less(diff(radii), 0)).item().to_bool())
        throw ValueError("r must be non-decreasing");
    const auto [mine, theirs] = weights.get(&tree == &other);
    return tree.count_neighbors(other, radii, p, mine ? &*mine : nullptr, theirs ? &*theirs : nullptr, cumulative);
}

nb::object sparse_distance_matrix(const KDTree& tree, const KDTree& other, double max_distance, double p,
                                  WordArg<"str"> output_type) {
    const std::string kind(static_cast<std::string_view>(output_type));
    const spatial::ClosePairs found = tree.sparse_distance_matrix(other, max_distance, p);
    if (kind == "dict") {
        const auto i = found.first.to_vector<std::int64_t>(), j = found.second.to_vector<std::int64_t>();
        const auto v = found.distances.to_vector<double>();
        nb::dict table;
        for (std::size_t k = 0; k < v.size(); ++k) table[nb::make_tuple(i[k], j[k])] = v[k];
        return nb::object(std::move(table));
    }
    if (kind == "ndarray") {
        nb::list fields;
        for (const auto& [name, type] : {std::pair("i", "i8"), std::pair("j", "i8"), std::pair("v", "f8")})
            fields.append(nb::make_tuple(name, type));
        const nb::object table =
            nb::module_::import_("cuprum").attr("empty")(found.distances.size(), "dtype"_a = fields);
        table["i"] = found.first;
        table["j"] = found.second;
        table["v"] = found.distances;
        return table;
    }
    if (kind != "coo_matrix")
        throw ValueError("Invalid output type: '" + kind + "' is none of 'dict', 'ndarray', 'coo_matrix'" +
                         (kind == "dok_matrix" ? ": dictionaries of keys are not supported" : ""));
    const nb::object places = nb::make_tuple(nb::cast(found.first), nb::cast(found.second));
    return nb::module_::import_("cuprumx.scipy.sparse")
        .attr("coo_matrix")(nb::make_tuple(nb::cast(found.distances), places),
                            "shape"_a = nb::make_tuple(tree.n(), other.n()));
}

}  // namespace

void bind_scipy_spatial(nb::module_& core) {
    nb::module_ m = core.def_submodule("_scipy_spatial");
    nb::exception<spatial::QhullError>(m, "QhullError", PyExc_RuntimeError).attr("__doc__") =
        "Points of which no triangulation or hull can be made: too few, or all in one plane or line.";
}

/// The class is made of its declaration, before these.
void bind_methods_of_trees() {
    auto tree = nb::borrow<nb::class_<KDTree>>(nb::type<KDTree>());
    tree.def("query", query, "x"_a, "k"_a.none() = 1, "eps"_a = 0.0, "p"_a = 2.0,
             "distance_upper_bound"_a = std::numeric_limits<double>::infinity(), "workers"_a.none() = 1,
             doc("scipy::spatial::KDTree::query"));
    tree.def(
        "query_ball_point",
        [](const KDTree& t, ArrayArg x, ArrayArg r, double p, double eps, Arg<"int | None"> workers,
           Arg<"bool | None"> return_sorted,
           BoolArg return_length) -> Typed<"ndarray | list[ndarray] | numpy.ndarray"> {
            return query_ball_point(t, x, r, p, eps, workers, return_sorted, return_length);
        },
        "x"_a, "r"_a, "p"_a = 2.0, "eps"_a = 0.0, "workers"_a.none() = 1, "return_sorted"_a = nb::none(),
        "return_length"_a = false, doc("scipy::spatial::KDTree::query_ball_point"));
    tree.def(
        "query_ball_tree",
        [](const KDTree& t, const KDTree& other, double r, double p, double eps) -> Typed<"list[ndarray]"> {
            return arrays_of(t.query_ball_tree(other, r, p, eps));
        },
        "other"_a, "r"_a, "p"_a = 2.0, "eps"_a = 0.0, doc("scipy::spatial::KDTree::query_ball_tree"));
    tree.def(
        "query_pairs",
        [](const KDTree& t, double r, double p, double eps, WordArg<"str"> output_type)
            -> Typed<"ndarray | set[tuple[int, int]]"> { return query_pairs(t, r, p, eps, output_type); },
        "r"_a, "p"_a = 2.0, "eps"_a = 0.0, "output_type"_a = "ndarray", doc("scipy::spatial::KDTree::query_pairs"));
    tree.def("count_neighbors", count_neighbors, "other"_a, "r"_a, "p"_a = 2.0, "weights"_a = nb::none(),
             "cumulative"_a = true, doc("scipy::spatial::KDTree::count_neighbors"));
    tree.def(
        "sparse_distance_matrix",
        [](const KDTree& t, const KDTree& other, double max_distance, double p, WordArg<"str"> output_type)
            -> Typed<"Any"> { return sparse_distance_matrix(t, other, max_distance, p, output_type); },
        "other"_a, "max_distance"_a, "p"_a = 2.0, "output_type"_a = "coo_matrix",
        doc("scipy::spatial::KDTree::sparse_distance_matrix"));
}

}  // namespace cuprum::python
