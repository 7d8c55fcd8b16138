// Distances of vectors and of all pairs of rows.
#include "cuprum/scipy/distance.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/linalg.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/special.h"
#include "cuprum/statistics.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/spatial/mahalanobis_distances.h"
#include "scipy/spatial/product_distances.h"

namespace cuprum::scipy::spatial::distance {
namespace {

bool has_word(std::string_view words, std::string_view word) {
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t end = std::min(words.find(' ', at), words.size());
        if (words.substr(at, end - at) == word) return true;
        at = end + 1;
    }
    return false;
}

const MetricEntry& metric_of(std::string_view name) {
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const MetricEntry& entry : metric_entries())
        if (entry.order == 0 && (entry.name == lower || has_word(entry.also, lower))) return entry;
    throw ValueError("Unknown Distance Metric: " + std::string(name));
}

/// The entry that stands in for a metric in calls of a kind, if there is one.
const MetricEntry& in_calls(const MetricEntry& metric, std::string_view kind) {
    const std::string name = std::string(metric.name) + std::string(kind);
    for (const MetricEntry& entry : metric_entries())
        if (entry.order == stand_in && entry.name == name) return entry;
    return metric;
}

/// The entry of the function of two vectors, which has another rule for NaN or for numbers that are no flags.
const MetricEntry& of_vectors(const MetricEntry& metric) { return in_calls(metric, "_of_vectors"); }

/// minkowski of the orders 1, 2 and infinity is another metric; of some others it has an entry of its own.
const MetricEntry& with_order(const MetricEntry& metric, double p) {
    if (metric.name != "minkowski") return metric;
    if (p == 1) return metric_of("cityblock");
    if (p == 2) return metric_of("euclidean");
    if (std::isinf(p)) return metric_of("chebyshev");
    for (const MetricEntry& entry : metric_entries())
        if (p > 0 && entry.order == p) return entry;
    return metric;
}

/// The entry for `cdist` and `pdist`.
const MetricEntry& of_pairs(std::string_view name, const MetricOptions& options) {
    const MetricEntry& metric = with_order(metric_of(name), options.p);
    return options.w ? in_calls(metric, "_weighted") : metric;
}

/// What distances are computed in: float32 for numbers of no more digits.
DType dtype_of_points(const ndarray& a, const ndarray& b) {
    const auto is_small = [](DType dtype) { return is_floating(dtype) && itemsize(dtype) <= 4; };
    return is_small(a.dtype()) && is_small(b.dtype()) ? DType::float32 : DType::float64;
}

/// Throws `Error` for complex numbers.
template <class Error>
void check_real(const ndarray& a, const ndarray& b) {
    for (const ndarray* points : {&a, &b})
        if (is_complex(points->dtype()))
            throw Error(std::string("Unsupported dtype ") + info(points->dtype()).name +
                        ": this distance is one of real numbers");
}

ndarray as_dtype(const ndarray& a, DType dtype) { return a.astype(dtype, 'K', Casting::unsafe, false); }

ndarray row_sums(const ndarray& a) { return sum(a, {.axis = Dims{1}, .keepdims = true}); }

ndarray unit_rows(const ndarray& a) { return a / cuprum::sqrt(row_sums(a * a)); }

/// Points and weights as the kernel takes them.
struct Prepared {
    ndarray a, b;
    std::optional<ndarray> w;
    double total;
};

/// Throws for options that the metric does not take, or not so, whether there are pairs or not.
void check_options(const MetricEntry& metric, const ndarray& a, const ndarray* b, const MetricOptions& options) {
    const std::int64_t depth = a.shape()[1], count = a.shape()[0] + (b ? b->shape()[0] : 0);
    const bool by_variances = metric.points == Points::by_variances,
               by_covariance = metric.points == Points::by_covariance;
    if (options.w) {
        if (by_variances || by_covariance)
            throw TypeError("the metric '" + std::string(metric.name) + "' takes no argument 'w'");
        if (options.w->ndim() != 1 || options.w->size() != depth)
            throw ValueError("Weights must have same size as input vector. " + to_string(options.w->shape()) + " vs. " +
                             std::to_string(depth));
        if (options.w->size() && any(less(*options.w, 0)).item().to_bool())
            throw ValueError("Input weights should be all non-negative");
    }
    if (by_variances && options.V && (options.V->ndim() != 1 || options.V->size() != depth))
        throw ValueError(
            "Variance vector V must be of the same dimension as the vectors on which the distances "
            "are computed: " +
            std::to_string(depth) + ", found " + to_string(options.V->shape()));
    if (by_covariance && options.VI &&
        (options.VI->ndim() != 2 || options.VI->shape()[0] != depth || options.VI->shape()[1] != depth))
        throw ValueError("VI must be a matrix of " + std::to_string(depth) + " rows and columns, found " +
                         to_string(options.VI->shape()));
    if (by_covariance && !options.VI && count <= depth)
        throw ValueError("The number of observations (" + std::to_string(count) +
                         ") is too small; the covariance matrix is singular. For observations with " +
                         std::to_string(depth) + " dimensions, at least " + std::to_string(depth + 1) +
                         " observations are required.");
}

/// The points of one matrix, or of both.
ndarray all_points(const ndarray& a, const ndarray* b) {
    return b ? concatenate({as_dtype(a, DType::float64), as_dtype(*b, DType::float64)}) : as_dtype(a, DType::float64);
}

/// The inverse of the covariance matrix of points.
ndarray inverse_covariance(const ndarray& points) { return linalg::inv(atleast_2d(cov(points, {.rowvar = false}))); }

Prepared prepare(const MetricEntry& metric, const ndarray& a, const ndarray* b, const MetricOptions& options) {
    const DType dtype = dtype_of_points(a, b ? *b : a);
    Prepared result;
    result.total = static_cast<double>(a.shape()[1]);
    if (options.w) {
        result.w = as_dtype(*options.w, dtype);
        if (metric.weights == "shares" && result.w->size()) {
            // Weights of zero alone have no shares: what the host knows of that saves the kernel a look at them.
            result.total = any(*result.w).item().to_bool() ? 1 : std::nan("");
            result.w = *result.w / sum(*result.w);
        }
    }
    // What is done with the points of one matrix.
    std::function<ndarray(const ndarray&)> change = [&](const ndarray& x) { return as_dtype(x, dtype); };
    if (metric.points == Points::flags) {
        change = [&](const ndarray& x) { return as_dtype(not_equal(x, 0), dtype); };
    } else if (metric.points == Points::shares) {
        change = [&](const ndarray& x) {
            // Negative shares make distances infinite: those of rows with a negative number or without anything to have
            // shares of, so small that they change nothing else.
            const ndarray y = as_dtype(x, dtype), whole = row_sums(y);
            const ndarray none = logical_or(equal(whole, 0), any(less(y, 0), {.axis = Dims{1}, .keepdims = true}));
            return where(none, full({}, -std::numeric_limits<float>::min(), dtype), y / whole);
        };
    } else if (metric.points == Points::unit || metric.points == Points::centred) {
        // Weights go into the points themselves. Lengths are float64's, as half a unit in them is as much in a result.
        const std::optional<ndarray> w = result.w ? std::optional(as_dtype(*result.w, DType::float64)) : std::nullopt;
        const bool centred = metric.points == Points::centred;
        change = [=](const ndarray& x) {
            ndarray y = as_dtype(x, DType::float64);
            if (centred) y = y - (w ? row_sums(y * *w) / sum(*w) : row_sums(y) / static_cast<double>(y.shape(1)));
            if (w) y = y * cuprum::sqrt(*w);
            return as_dtype(unit_rows(y), dtype);
        };
        result.w.reset();
    } else if (metric.points == Points::by_variances) {
        const ndarray V =
            options.V ? as_dtype(*options.V, DType::float64) : var(all_points(a, b), {.axis = Dims{0}}, 1);
        result.w = as_dtype(1.0 / V, dtype);
    }
    result.a = ascontiguousarray(change(a));
    if (b) result.b = ascontiguousarray(change(*b));
    if (result.w) result.w = ascontiguousarray(*result.w);
    return result;
}

ndarray distances(const MetricEntry& metric, const ndarray& a, const ndarray* b, const MetricOptions& options,
                  const ndarray* out) {
    check_real<ValueError>(a, b ? *b : a);
    const DType dtype = dtype_of_points(a, b ? *b : a);
    const std::int64_t m = a.shape()[0];
    const Shape shape = b ? Shape{m, b->shape()[0]} : Shape{m * (m - 1) / 2};
    if (out) {
        if (out->shape() != shape)
            throw ValueError("Output array has incorrect shape: " + to_string(out->shape()) + ", not " +
                             to_string(shape));
        if (!out->is_c_contiguous()) throw ValueError("Output array must be C-contiguous.");
        if (out->dtype() != dtype && out->dtype() != DType::float64)
            throw ValueError(std::string("Output array must be of ") + info(dtype).name + ", found " +
                             info(out->dtype()).name);
    }
    check_options(metric, a, b, options);
    ndarray result = out && out->dtype() == dtype ? *out : empty(shape, dtype);
    const bool by_covariance = metric.points == Points::by_covariance,
               angles = metric.points == Points::unit || metric.points == Points::centred,
               shares = metric.points == Points::shares;
    if (result.size() && a.shape()[1] == 0 &&
        (by_covariance || angles || shares || metric.points == Points::by_variances)) {
        // Nothing has no direction, and no shares.
        result.fill(angles ? std::nan("") : shares ? std::numeric_limits<double>::infinity() : 0.0);
    } else if (result.size() && by_covariance) {
        const ndarray VI = options.VI ? *options.VI : inverse_covariance(all_points(a, b));
        mahalanobis_distances(metric, a, b, VI, result);
    } else if (result.size()) {
        const Prepared ready = prepare(metric, a, b, options);
        if (b && product_pays(metric, ready.a, ready.b, ready.w.has_value()))
            product_distances(metric, ready.a, ready.b, options.p, ready.total, result);
        else
            pair_distances(metric, ready.a, b ? &ready.b : nullptr, ready.w ? &*ready.w : nullptr, options.p,
                           ready.total, result);
    }
    if (out && out->dtype() != dtype) copyto(*out, result);
    return out ? *out : result;
}

}  // namespace

std::vector<std::string> metrics() {
    std::vector<std::string> names;
    for (const MetricEntry& entry : metric_entries())
        if (entry.order == 0) names.emplace_back(entry.name);
    return names;
}

ndarray cdist(const ndarray& XA, const ndarray& XB, std::string_view metric, const MetricOptions& options,
              const ndarray* out) {
    const kernel::Placement here(XA, XB, out);
    if (XA.ndim() != 2) throw ValueError("XA must be a 2-dimensional array, found " + to_string(XA.shape()));
    if (XB.ndim() != 2) throw ValueError("XB must be a 2-dimensional array, found " + to_string(XB.shape()));
    if (XA.shape()[1] != XB.shape()[1])
        throw ValueError("XA and XB must have the same number of columns (i.e. feature dimension), found " +
                         std::to_string(XA.shape()[1]) + " and " + std::to_string(XB.shape()[1]));
    return distances(of_pairs(metric, options), XA, &XB, options, out);
}

ndarray pdist(const ndarray& X, std::string_view metric, const MetricOptions& options, const ndarray* out) {
    const kernel::Placement here(X, out);
    if (X.ndim() != 2) throw ValueError("A 2-dimensional array must be passed, found " + to_string(X.shape()));
    return distances(of_pairs(metric, options), X, nullptr, options, out);
}

ndarray norms_of_pairs(const ndarray& x, const ndarray& y, double p) {
    return distances(of_vectors(with_order(metric_of("minkowski"), p)), x, &y, {.p = p}, nullptr);
}

ndarray squareform(const ndarray& X, std::string_view force, bool checks) {
    const kernel::Placement here(X);
    if (X.ndim() == 0) return squareform(X.reshape({1}), force, checks);
    if (force == "tomatrix" && X.ndim() != 1)
        throw ValueError("Forcing 'tomatrix' but input X is not a distance vector.");
    if (force == "tovector" && X.ndim() != 2)
        throw ValueError("Forcing 'tovector' but input X is not a distance matrix.");
    if (X.ndim() == 1) {
        if (X.size() == 0) return zeros({1, 1}, X.dtype());
        const auto n = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(X.size()) * 2)));
        if (n * (n - 1) != X.size() * 2)
            throw ValueError(
                "Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer "
                "n >= 2, found " +
                std::to_string(X.size()));
        static const ElementwiseKernel kernel(
            "raw T x, int64 n", "T y",
            "const long long r = i / n, c = i % n, a = r < c ? r : c, b = r < c ? c : r;"
            "y = a == b ? T(0) : x[a * (2 * n - a - 1) / 2 + b - a - 1];",
            "cuprum_squareform");
        const ndarray result = empty({n, n}, X.dtype());
        const Operand operands[] = {X, Scalar(n), result};
        ndarray same;
        kernel.call(operands, {}, &same);
        return result;
    }
    if (X.ndim() != 2)
        throw ValueError("The first argument must be one or two dimensional array. A " + std::to_string(X.ndim()) +
                         "-dimensional array is not permitted");
    const std::int64_t n = X.shape()[0];
    if (n != X.shape()[1]) throw ValueError("The matrix argument must be square.");
    if (checks) {
        const ndarray apart = X.dtype() == DType::bool_ ? not_equal(X, X.T()) : X - X.T();
        if (n && !all(less_equal(absolute(apart), is_floating(X.dtype()) ? 1e-8 : 0)).item().to_bool())
            throw ValueError("Distance matrix 'X' must be symmetric.");
        if (n && any(not_equal(X.diagonal(), 0)).item().to_bool())
            throw ValueError("Distance matrix 'X' diagonal must be zero.");
    }
    const std::int64_t pairs = n ? n * (n - 1) / 2 : 0;
    const ndarray result = empty({pairs}, X.dtype());
    if (pairs == 0) return result;
    static const ElementwiseKernel kernel(
        "raw T x, int64 n", "raw T y",
        "const long long r = i / n, c = i % n; if (r < c) y[r * (2 * n - r - 1) / 2 + c - r - 1] = x[i];",
        "cuprum_condensed");
    const Operand operands[] = {X, Scalar(n), result};
    ndarray same;
    kernel.call(operands, {.size = n * n}, &same);
    return result;
}

ndarray between(const ndarray& u_given, const ndarray& v_given, std::string_view metric, const MetricOptions& options) {
    const kernel::Placement here(u_given, v_given);
    // CuPy takes vectors as matrices of one row.
    const auto vector = [](const ndarray& a) { return a.ndim() == 2 && a.shape()[0] == 1 ? a.reshape({a.size()}) : a; };
    const ndarray u = vector(u_given), v = vector(v_given);
    if (u.ndim() != 1 || v.ndim() != 1)
        throw ValueError("Input vector should be 1-D, found " + to_string(u.shape()) + " and " + to_string(v.shape()));
    if (u.size() != v.size())
        throw ValueError("Input vectors must have the same length, found " + std::to_string(u.size()) + " and " +
                         std::to_string(v.size()));
    if (metric == "minkowski" && options.p <= 0)
        throw ValueError("p must be greater than 0, found " + std::to_string(options.p));
    if (options.V && options.V->ndim() == 1 && options.V->size() != u.size())
        throw TypeError("V must be a vector of the same dimension as u and v, " + std::to_string(u.size()) +
                        ", found " + std::to_string(options.V->size()));
    const MetricEntry& entry = of_vectors(with_order(metric_of(metric), options.p));
    ndarray x = u, y = v;
    if (is_complex(u.dtype()) || is_complex(v.dtype())) {
        if (!entry.of_lengths)
            throw TypeError("the distance '" + std::string(metric_of(metric).name) +
                            "' is one of real vectors, found complex numbers; euclidean, minkowski, cityblock and "
                            "chebyshev take them");
        // Only the lengths of the differences count.
        x = absolute(subtract(u, v));
        y = zeros(x.shape(), x.dtype());
    }
    const ndarray b = y.reshape({1, y.size()});
    return distances(entry, x.reshape({1, x.size()}), &b, options, nullptr).reshape({});
}

ndarray jensenshannon(const ndarray& p, const ndarray& q, std::optional<double> base, std::int64_t axis,
                      bool keepdims) {
    const kernel::Placement here(p, q);
    check_real<TypeError>(p, q);
    const DType dtype = dtype_of_points(p, q);
    const ReduceOptions kept{.axis = Dims{axis}, .keepdims = true};
    const ndarray x = as_dtype(p, dtype), y = as_dtype(q, dtype);
    const ndarray a = x / sum(x, kept), b = y / sum(y, kept), m = (a + b) / 2.0;
    ndarray total = sum(special::rel_entr(a, m), {.axis = Dims{axis}, .keepdims = keepdims}) +
                    sum(special::rel_entr(b, m), {.axis = Dims{axis}, .keepdims = keepdims});
    if (base) total = total / std::log(*base);
    return cuprum::sqrt(total / 2.0);
}

Hausdorff directed_hausdorff(const ndarray& u, const ndarray& v) {
    const kernel::Placement here(u, v);
    check_real<TypeError>(u, v);
    if (u.ndim() != 2 || v.ndim() != 2 || u.shape()[1] != v.shape()[1])
        throw ValueError("u and v need to have the same number of columns, found " + to_string(u.shape()) + " and " +
                         to_string(v.shape()));
    // Rows are taken some at a time, so that no more than a part of the matrix is in memory.
    const std::int64_t m = u.shape()[0], n = v.shape()[0];
    if (m == 0 || n == 0) throw ValueError("directed_hausdorff of no points: " + to_string(u.shape()));
    const std::int64_t step = std::max<std::int64_t>(1, (std::int64_t{1} << 26) / n);
    std::vector<ndarray> nearest, which;
    for (std::int64_t first = 0; first < m; first += step) {
        const ndarray part = cdist(u(Slice{first, std::min(first + step, m)}), v, "sqeuclidean");
        nearest.push_back(min(part, {.axis = Dims{1}}));
        which.push_back(argmin(part, {.axis = Dims{1}}));
    }
    const ndarray all_nearest = concatenate(nearest);
    const std::int64_t at = argmax(all_nearest).item().to_int();
    return {std::sqrt(all_nearest(at).item().to_double()), at, concatenate(which)(at).item().to_int()};
}

namespace {

/// The number of points that have so many pairs, or a larger one.
std::int64_t points_of_pairs(std::int64_t pairs) {
    return static_cast<std::int64_t>(std::ceil(std::sqrt(2 * static_cast<double>(pairs))));
}

}  // namespace

bool is_valid_y(const ndarray& y, bool throw_, std::optional<std::string_view> name) {
    const kernel::Placement here(y);
    const std::int64_t n = points_of_pairs(y.size());
    const bool good = y.ndim() == 1 && n * (n - 1) == 2 * y.size();  // of one point there are none
    if (throw_ && !good)
        throw ValueError(std::string(name.value_or("the array")) +
                         " is no vector of distances of pairs: its shape is " + to_string(y.shape()));
    return good;
}

bool is_valid_dm(const ndarray& D, double tol, bool throw_, std::optional<std::string_view> name) {
    const kernel::Placement here(D);
    const auto within = [&](const ndarray& a) { return all(less_equal(absolute(a), tol)).item().to_bool(); };
    const ndarray d = D.dtype() == DType::bool_ ? D.astype(DType::int8) : D;
    const bool good =
        d.ndim() == 2 && d.shape()[0] == d.shape()[1] && within(subtract(d, d.T())) && within(d.diagonal());
    if (throw_ && !good)
        throw ValueError(std::string(name.value_or("the array")) +
                         " is no matrix of distances: it is not square, not symmetric or not zero on its diagonal");
    return good;
}

std::int64_t num_obs_y(const ndarray& Y) {
    const kernel::Placement here(Y);
    is_valid_y(Y, true, "Y");
    if (Y.size() == 0) throw ValueError("Y holds no distances: it may be that of one point or of none");
    return points_of_pairs(Y.size());
}

std::int64_t num_obs_dm(const ndarray& d) {
    is_valid_dm(d, INFINITY, true, "d");
    return d.shape()[0];
}

}  // namespace cuprum::scipy::spatial::distance
