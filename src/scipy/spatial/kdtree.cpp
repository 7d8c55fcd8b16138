// A tree of points. Its kernels are device/cuprum/spatial/tree.h.
#include <algorithm>
#include <bit>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/sorting.h"
#include "cuprum/spatial/tree_args.h"
#include "cuprum/transfer.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/data_access.h"
#include "kernel/engine/kernel_table.h"
#include "kernel/engine/placement.h"
#include "kernel/plan/sizes.h"

namespace cuprum::scipy::spatial {
namespace {

constexpr std::int64_t grain = 16;                                       // places that are worth a thread's wake-up
constexpr std::int64_t turns_from = 4096;                                // places for which an order of their own pays
constexpr int most_kept = 16;                                            // neighbours that a thread keeps by itself...
constexpr std::int64_t most_numbered = std::numeric_limits<int>::max();  // ...with numbers of 32 bits

enum class Stage : std::uint8_t { keys, boxes, query, count_ball, fill_ball, count_pairs, weigh_pairs };

struct Norm {
    TreeNorm kind;
    double p;
    double power(double distance) const {
        return kind == tree_norm_2 ? distance * distance : kind == tree_norm_any ? std::pow(distance, p) : distance;
    }
};

/// Orders below 1 give no norm, but whatever compares powers of distances works with them.
Norm norm_of(double p) {
    if (!(p > 0)) throw ValueError("The order of a distance must be above 0, found " + std::to_string(p));
    return {p == 1 ? tree_norm_1 : p == 2 ? tree_norm_2 : std::isinf(p) ? tree_norm_max : tree_norm_any, p};
}

template <class Args>
void launch(const kernel::DataAccess& data, Stage stage, const Args& args, std::int64_t items, int axes = 0,
            int kept = 0, bool plain = false) {
    if (items == 0) return;
    static kernel::KernelTable<> functions;
    const auto function =
        functions.function(kernel::KernelKey(stage, axes, kept, plain), [&]() -> kernel::KernelSource {
            const std::string n = std::to_string(axes), k = std::to_string(kept);
            std::string name = "cuprum_tree_", call;
            switch (stage) {
                case Stage::keys: call = "KEYS(" + (name += "keys"); break;
                case Stage::boxes: call = "BOXES(" + (name += "boxes"); break;
                case Stage::query:
                    name += "query_" + n + "_" + k + (plain ? "_plain" : "");
                    call = "QUERY(" + name + ", " + n + ", " + k + (plain ? ", true" : ", false");
                    break;
                case Stage::count_ball: call = "BALL(" + (name += "count_ball_" + n) + ", " + n + ", false"; break;
                case Stage::fill_ball: call = "BALL(" + (name += "fill_ball_" + n) + ", " + n + ", true"; break;
                case Stage::count_pairs: call = "PAIRS(" + (name += "count_pairs") + ", false"; break;
                case Stage::weigh_pairs: call = "PAIRS(" + (name += "weigh_pairs") + ", true"; break;
            }
            return {name, "#include <cuprum/spatial/tree.h>\nCUPRUM_TREE_" + call + ")\n", {}};
        });
    data.launch(function, kernel::plan_items(items, tree_block, grain), args);
}

/// The places' numbers along the curve that fills space.
ndarray order_along_curve(const ndarray& places, const ndarray& low, const ndarray& high) {
    const std::int64_t n = places.shape()[0], axes = places.shape()[1];
    const ndarray keys = empty({n}, DType::uint64);
    kernel::DataAccess data;
    launch(data, Stage::keys,
           TreeKeysArgs{data.read<double>(places), data.read<double>(low), data.read<double>(high),
                        data.write<unsigned long long>(keys), n, static_cast<int>(axes)},
           n);
    return argsort(keys);
}

/// Kernels know points of few coordinates by their number.
int fixed_axes(std::int64_t axes) { return axes <= 3 ? static_cast<int>(axes) : 0; }

bool all_true(const ndarray& flags) { return all(flags).item().to_bool(); }

}  // namespace

KDTree::KDTree(const ndarray& data, std::int64_t leafsize, const ndarray* boxsize) : leafsize_(leafsize) {
    const kernel::Placement here(data, boxsize);
    if (data.ndim() != 2) throw ValueError("data must be 2 dimensions, found the shape " + to_string(data.shape()));
    if (is_complex(data.dtype())) throw TypeError("KDTree does not work with complex data");
    if (leafsize < 1) throw ValueError("leafsize must be at least 1, found " + std::to_string(leafsize));
    n_ = data.shape()[0];
    m_ = data.shape()[1];
    data_ = ascontiguousarray(data, DType::float64);
    if (boxsize) {
        boxsize_ = broadcast_to(boxsize->astype(DType::float64), {m_}).copy();
        if (!all_true(greater_equal(*boxsize_, 0))) throw ValueError("Negative input in boxsize.");
    }
    points_ = data_;
    if (n_ == 0 || m_ == 0) {
        mins_ = maxes_ = zeros({m_});
        order_ = arange(n_, DType::int64);
        boxes_ = zeros({2, 2, m_});
        return;
    }
    mins_ = min(data_, {.axis = Dims{0}});
    maxes_ = max(data_, {.axis = Dims{0}});
    if (!all_true(logical_and(isfinite(mins_), isfinite(maxes_))))
        throw ValueError("data must be finite, check for nan or inf values");
    if (boxsize_ &&
        !all_true(logical_or(equal(*boxsize_, 0), logical_and(greater_equal(mins_, 0), less(maxes_, *boxsize_)))))
        throw ValueError(any(less(mins_, 0)).item().to_bool()
                             ? "Negative input data are outside of the periodic box."
                             : "Some input data are greater than the size of the periodic box.");
    leaves_ = static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(kernel::ceil_div(n_, std::min<std::int64_t>(leafsize, n_)))));
    order_ = order_along_curve(data_, mins_, maxes_);
    points_ = take(data_, order_, 0);
    boxes_ = empty({2 * leaves_, 2, m_});
    kernel::DataAccess access;
    TreeBoxesArgs args{};
    args.tree = {access.read<double>(points_),
                 access.read<long long>(order_),
                 access.write<double>(boxes_),
                 nullptr,
                 n_,
                 leaves_,
                 static_cast<int>(m_),
                 std::countr_zero(static_cast<std::uint64_t>(leaves_))};
    for (args.first = leaves_; args.first > 0; args.first /= 2) {
        args.count = args.first;
        launch(access, Stage::boxes, args, args.count);
    }
}

std::int64_t KDTree::size() const { return 2 * std::max<std::int64_t>(1, kernel::ceil_div(n_, leafsize_)) - 1; }

/// Places as kernels take them, and the tree beside them.
struct KDTree::Places {
    ndarray rows;
    Shape shape;  ///< Of the places without their coordinates.
    std::optional<ndarray> turns;

    Tree tree_of(const KDTree& tree, kernel::DataAccess& data) const {
        return {data.read<double>(tree.points_),
                data.read<long long>(tree.order_),
                const_cast<double*>(data.read<double>(tree.boxes_)),
                tree.boxsize_ ? data.read<double>(*tree.boxsize_) : nullptr,
                tree.n_,
                tree.leaves_,
                static_cast<int>(tree.m_),
                std::countr_zero(static_cast<std::uint64_t>(tree.leaves_))};
    }
};

KDTree::Places KDTree::places_of(const ndarray& x) const {
    if (x.ndim() == 0) return places_of(x.reshape({1}));
    if (is_complex(x.dtype())) throw TypeError("KDTree does not work with complex data");
    if (x.shape(-1) != m_)
        throw ValueError("x must consist of vectors of length " + std::to_string(m_) + " but has shape " +
                         to_string(x.shape()));
    Places places;
    places.shape = x.shape();
    places.shape.erase(places.shape.size() - 1);
    std::int64_t count = 1;
    for (const std::int64_t length : places.shape) count *= length;
    places.rows = ascontiguousarray(x, DType::float64).reshape({count, m_});
    if (count && m_ && !all_true(isfinite(places.rows)))
        throw ValueError("'x' must be finite, check for nan or inf values");
    if (boxsize_) {
        const ndarray& size = *boxsize_;
        const ndarray wrapped = places.rows - cuprum::floor(places.rows / size) * size;
        const ndarray is_periodic = logical_and(greater(size, 0), isfinite(size));
        places.rows = ascontiguousarray(where(is_periodic, wrapped, places.rows));
    }
    // Neighbouring threads go the same ways where their places are neighbours, and a CPU's caches have their boxes.
    if (count >= turns_from && m_) {
        const ndarray low = min(places.rows, {.axis = Dims{0}}), high = max(places.rows, {.axis = Dims{0}});
        places.turns = order_along_curve(places.rows, low, high);
    }
    return places;
}

Neighbors KDTree::query(const ndarray& x, std::int64_t k, double eps, double p, double distance_upper_bound) const {
    const kernel::Placement here(x, data_);
    if (!(p >= 1)) throw ValueError("Only p-norms with 1<=p<=infinity permitted, found " + std::to_string(p));
    const Norm norm = norm_of(p);
    if (k < 1) throw ValueError("k must be an integer greater than 0, found " + std::to_string(k));
    if (!(eps >= 0)) throw ValueError("eps must be non-negative, found " + std::to_string(eps));
    const Places places = places_of(x);
    const std::int64_t count = places.rows.shape()[0];
    Shape shape = places.shape;
    shape.push_back(k);
    Neighbors result{empty(shape), empty(shape, DType::int64)};
    if (n_ == 0) {
        result.distances.fill(std::numeric_limits<double>::infinity());
        result.indices.fill(0);
        return result;
    }
    kernel::DataAccess data;
    TreeQueryArgs args{};
    args.tree = places.tree_of(*this, data);
    args.places = data.read<double>(places.rows);
    args.turns = places.turns ? data.read<long long>(*places.turns) : nullptr;
    args.distances = data.write<double>(result.distances);
    args.indices = data.write<long long>(result.indices);
    args.count = count;
    args.k = k;
    args.p = p;
    args.shrink = 1 / norm.power(1 + eps);
    args.bound = norm.power(distance_upper_bound);
    args.norm = norm.kind;
    const int kept = k == 1 ? 1 : k <= 8 ? 8 : k <= most_kept ? most_kept : 0;
    launch(data, Stage::query, args, count, fixed_axes(m_), n_ <= most_numbered ? kept : 0,
           norm.kind == tree_norm_2 && !boxsize_);
    return result;
}

namespace {

TreeBallArgs ball_args(const Tree& tree, const ndarray& rows, const std::optional<ndarray>& turns, const ndarray& radii,
                       const Norm& norm, double eps, kernel::DataAccess& data) {
    TreeBallArgs args{};
    args.tree = tree;
    args.places = data.read<double>(rows);
    args.turns = turns ? data.read<long long>(*turns) : nullptr;
    args.radii = data.read<double>(radii);
    args.count = rows.shape()[0];
    args.p = norm.p;
    args.eps = eps;
    args.norm = norm.kind;
    args.one_radius = radii.size() == 1;
    return args;
}

/// One radius, or one for each place.
ndarray radii_of(const ndarray& r, const Shape& places) {
    const ndarray radii = ascontiguousarray(r, DType::float64);
    return radii.size() == 1 ? radii.reshape({1}) : broadcast_to(radii, places).copy().reshape({-1});
}

}  // namespace

ndarray KDTree::count_ball_point(const ndarray& x, const ndarray& r, double p, double eps) const {
    const kernel::Placement here(x, r, data_);
    const Norm norm = norm_of(p);
    const Places places = places_of(x);
    const ndarray counts = empty(places.shape, DType::int64), radii = radii_of(r, places.shape);
    if (n_ == 0) {
        counts.fill(0);
        return counts;
    }
    kernel::DataAccess data;
    TreeBallArgs args = ball_args(places.tree_of(*this, data), places.rows, places.turns, radii, norm, eps, data);
    args.counts = data.write<long long>(counts);
    launch(data, Stage::count_ball, args, args.count, fixed_axes(m_));
    return counts;
}

BallPoints KDTree::query_ball_point(const ndarray& x, const ndarray& r, double p, double eps, bool sorted,
                                    bool with_distances) const {
    const kernel::Placement here(x, r, data_);
    const Norm norm = norm_of(p);
    const Places places = places_of(x);
    const std::int64_t count = places.rows.shape()[0];
    BallPoints result;
    if (n_ == 0 || count == 0) return {zeros({0}, DType::int64), zeros({0}), zeros({count + 1}, DType::int64)};
    const ndarray counts = empty({count}, DType::int64), radii = radii_of(r, places.shape);
    kernel::DataAccess data;
    TreeBallArgs args = ball_args(places.tree_of(*this, data), places.rows, places.turns, radii, norm, eps, data);
    args.counts = data.write<long long>(counts);
    launch(data, Stage::count_ball, args, count, fixed_axes(m_));
    result.offsets = concatenate({zeros({1}, DType::int64), cumsum(counts)});
    const std::int64_t total = result.offsets(count).item().to_int();
    result.indices = empty({total}, DType::int64);
    result.distances = empty({with_distances ? total : 0});
    if (total == 0) return result;
    args.offsets = data.read<long long>(result.offsets);
    args.indices = data.write<long long>(result.indices);
    args.distances = with_distances ? data.write<double>(result.distances) : nullptr;
    launch(data, Stage::fill_ball, args, count, fixed_axes(m_));
    if (sorted) {
        // By place, then by point: one key where both fit into it.
        const ndarray owner = repeat(arange(count, DType::int64), counts, 0);
        const ndarray keys = owner * n_ + result.indices;
        if (with_distances) {
            const ndarray order = argsort(keys);
            result.indices = take(result.indices, order, 0);
            result.distances = take(result.distances, order, 0);
        } else {
            result.indices = sort(keys) - owner * n_;
        }
    }
    return result;
}

std::vector<ndarray> BallPoints::parts() const {
    const std::vector<std::int64_t> from = offsets.to_vector<std::int64_t>();
    std::vector<ndarray> made;
    made.reserve(from.size() - 1);
    for (std::size_t i = 0; i + 1 < from.size(); ++i) made.push_back(indices.at({Slice{from[i], from[i + 1]}}));
    return made;
}

ndarray KDTree::query_pairs(double r, double p, double eps) const {
    const kernel::Placement here(data_);
    const BallPoints found = query_ball_point(data_, full({1}, r), p, eps);
    const ndarray owner = repeat(arange(n_, DType::int64), diff(found.offsets), 0);
    const ndarray wanted = flatnonzero(less(owner, found.indices));
    return stack({take(owner, wanted, 0), take(found.indices, wanted, 0)}, 1);
}

BallPoints KDTree::query_ball_tree(const KDTree& other, double r, double p, double eps) const {
    const kernel::Placement here(data_);
    if (m_ != other.m_)
        throw ValueError("Trees passed to query_ball_tree have different dimensionality: " + std::to_string(m_) +
                         " and " + std::to_string(other.m_));
    return other.query_ball_point(data_, full({1}, r), p, eps);
}

ndarray KDTree::count_neighbors(const KDTree& other, const ndarray& r, double p, const ndarray* self_weights,
                                const ndarray* other_weights, bool cumulative) const {
    const kernel::Placement here(r, self_weights, other_weights, data_);
    const Norm norm = norm_of(p);
    if (m_ != other.m_)
        throw ValueError("Trees passed to count_neighbors have different dimensionality: " + std::to_string(m_) +
                         " and " + std::to_string(other.m_));
    const ndarray radii = ascontiguousarray(r, DType::float64).reshape({-1});
    const bool weighted = self_weights || other_weights;
    const ndarray counts = empty({radii.size(), n_}, weighted ? DType::float64 : DType::int64);
    std::optional<ndarray> mine, theirs;
    for (const auto& [given, tree, wanted] :
         {std::tuple{self_weights, this, &mine}, {other_weights, &other, &theirs}}) {
        if (!given) continue;
        if (given->ndim() != 1 || given->size() != tree->n_)
            throw ValueError("Number of weights differ from the number of data points: " + to_string(given->shape()) +
                             " for " + std::to_string(tree->n_));
        *wanted = ascontiguousarray(*given, DType::float64);
    }
    if (counts.size() && other.n_) {
        const Places places = places_of(data_);
        if (theirs) theirs = take(*theirs, other.order_, 0);
        kernel::DataAccess data;
        TreePairsArgs args{};
        args.tree = places.tree_of(other, data);
        args.places = data.read<double>(places.rows);
        args.radii = data.read<double>(radii);
        args.weights = theirs ? data.read<double>(*theirs) : nullptr;
        args.place_weights = mine ? data.read<double>(*mine) : nullptr;
        args.counts = data.write(counts);
        args.count = n_;
        args.radius_count = radii.size();
        args.p = p;
        args.norm = norm.kind;
        launch(data, weighted ? Stage::weigh_pairs : Stage::count_pairs, args, n_ * radii.size());
    } else {
        counts.fill(0);
    }
    ndarray total = sum(counts, {.axis = Dims{1}});
    if (!cumulative) total = concatenate({total(Slice{0, 1}), diff(total)});
    return total.reshape(r.shape());
}

ClosePairs KDTree::sparse_distance_matrix(const KDTree& other, double max_distance, double p) const {
    const kernel::Placement here(data_);
    if (m_ != other.m_)
        throw ValueError("Trees passed to sparse_distance_matrix have different dimensionality: " + std::to_string(m_) +
                         " and " + std::to_string(other.m_));
    const BallPoints found = other.query_ball_point(data_, full({1}, max_distance), p, 0, true, true);
    return {repeat(arange(n_, DType::int64), diff(found.offsets), 0), found.indices, found.distances};
}

}  // namespace cuprum::scipy::spatial
