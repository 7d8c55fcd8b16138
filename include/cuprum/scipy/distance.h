// SciPy's distances: between vectors, and of all pairs of the rows of matrices.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::spatial::distance {

/// What metrics take beside two vectors.
struct MetricOptions {
    double p = 2.0;               ///< The order of minkowski.
    const ndarray* w = nullptr;   ///< A weight for each coordinate.
    const ndarray* V = nullptr;   ///< The variances of seuclidean; those of all points if null.
    const ndarray* VI = nullptr;  ///< The inverse covariances of mahalanobis; those of all points if null.
};

/// The names of all metrics.
std::vector<std::string> metrics();

/// The distances between all rows of one matrix and all rows of another.
///
/// Sums go over differences of coordinates, never over products of the points, so that points which nearly agree lose
/// no digits; cosine and correlation are half the squared distance of points on the unit sphere.
///
/// Parameters
///     XA: points, (m, k).
///     XB: points, (n, k).
///     metric: the name of a metric: braycurtis, canberra, chebyshev, cityblock, correlation, cosine, dice, euclidean,
///         hamming, hellinger, jaccard, jensenshannon, kl_divergence, mahalanobis, minkowski, rogerstanimoto,
///         russellrao, seuclidean, sokalmichener, sokalsneath, sqeuclidean, yule.
///     out: an array for the result.
///     p: the order of minkowski.
///     w: a weight for each coordinate, (k,).
///     V: the variances of seuclidean, (k,).
///     VI: the inverse of the covariance matrix of mahalanobis, (k, k).
/// Returns
///     (m, n), of float32 where both matrices are of float32 or less, as in CuPy, else of float64.
/// Raises
///     ValueError: a matrix has not two axes, or they differ in columns; a metric that there is not; negative weights;
///         complex numbers; fewer points than mahalanobis needs for its covariances. TypeError: weights for
///         seuclidean or mahalanobis.
/// Example
///     >>> distance.cdist(cp.array([[0., 0.], [3., 4.]]), cp.array([[0., 0.]]))
///     array([[0.],
///            [5.]])
CUPRUM_SIGNATURE("XA, XB, metric, out, p, w, V, VI")
CUPRUM_PYTHON ndarray cdist(const ndarray& XA, const ndarray& XB, std::string_view metric = "euclidean",
                            const MetricOptions& options = {}, const ndarray* out = nullptr);

/// The distances between all pairs of rows of a matrix.
///
/// Parameters
///     X: points, (m, k).
///     metric: the name of a metric, as of `cdist`.
///     out: an array for the result.
///     p, w, V, VI: as of `cdist`.
/// Returns
///     (m * (m - 1) / 2,): for each pair i < j, row by row; `squareform` makes a matrix of them.
/// Raises
///     ValueError: as `cdist`.
/// Example
///     >>> distance.pdist(cp.array([[0.], [1.], [3.]]))
///     array([1., 3., 2.])
CUPRUM_SIGNATURE("X, metric, out, p, w, V, VI")
CUPRUM_PYTHON ndarray pdist(const ndarray& X, std::string_view metric = "euclidean", const MetricOptions& options = {},
                            const ndarray* out = nullptr);

/// The distances of pairs as a symmetric matrix, or the other way round.
///
/// Parameters
///     X: a vector of distances as `pdist` gives it, or a symmetric matrix.
///     force: "tomatrix" or "tovector" says which is wanted; "no" goes by the number of axes.
///     checks: whether a matrix is checked for being symmetric with zeros on its diagonal.
/// Returns
///     The matrix, or the vector.
/// Raises
///     ValueError: an array of other than one or two axes, a length that is none of pairs, a matrix that is not square,
///         symmetric or zero on its diagonal.
/// Example
///     >>> distance.squareform(cp.array([1., 3., 2.]))
///     array([[0., 1., 3.],
///            [1., 0., 2.],
///            [3., 2., 0.]])
CUPRUM_PYTHON ndarray squareform(const ndarray& X,
                                 CUPRUM_WORDS("no", "tomatrix", "tovector") std::string_view force = "no",
                                 bool checks = true);

/// The distance of two vectors by the name of a metric.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     metric: as of `cdist`.
///     p, w, V, VI: as of `cdist`.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
ndarray between(const ndarray& u, const ndarray& v, std::string_view metric, const MetricOptions& options = {});

// Functions of two vectors u and v of one length, with a weight for each coordinate. Each gives an array without axes
// and throws ValueError for what is no vector.

/// The Bray-Curtis distance, sum(|u - v|) / sum(|u + v|).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.braycurtis(cp.array([1., 0., 0.]), cp.array([0., 1., 0.]))
///     array(1.)
CUPRUM_PYTHON inline ndarray braycurtis(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "braycurtis", {.w = w});
}

/// The Canberra distance, sum(|u - v| / (|u| + |v|)), where quotients that are NaN, such as 0 / 0, count as 0.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.canberra(cp.array([1., 0., 0.]), cp.array([0., 1., 0.]))
///     array(2.)
CUPRUM_PYTHON inline ndarray canberra(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "canberra", {.w = w});
}

/// The Chebyshev distance, max(|u - v|).
///
/// Parameters
///     u: vector, real or complex.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.chebyshev(cp.array([1., 0., 0.]), cp.array([0., 3., 0.]))
///     array(3.)
CUPRUM_PYTHON inline ndarray chebyshev(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "chebyshev", {.w = w});
}

/// The Manhattan distance, sum(|u - v|).
///
/// Parameters
///     u: vector, real or complex.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.cityblock(cp.array([1., 0., 0.]), cp.array([0., 3., 0.]))
///     array(4.)
CUPRUM_PYTHON inline ndarray cityblock(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "cityblock", {.w = w});
}

/// One less the cosine of the angle between u and v.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.cosine(cp.array([1., 0., 0.]), cp.array([0., 1., 0.]))
///     array(1.)
CUPRUM_PYTHON inline ndarray cosine(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "cosine", {.w = w});
}

/// The Dice dissimilarity of flags: differing places over those and twice the common ones.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.dice(cp.array([True, False]), cp.array([True, True]))
///     array(0.33333333)
CUPRUM_PYTHON inline ndarray dice(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "dice", {.w = w});
}

/// The Euclidean distance, sqrt(sum((u - v)**2)).
///
/// Parameters
///     u: vector, real or complex.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.euclidean(cp.array([3., 0.]), cp.array([0., 4.]))
///     array(5.)
CUPRUM_PYTHON inline ndarray euclidean(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "euclidean", {.w = w});
}

/// The share of places at which u and v differ.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.hamming(cp.array([1., 0., 0., 2.]), cp.array([0., 0., 0., 2.]))
///     array(0.25)
CUPRUM_PYTHON inline ndarray hamming(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "hamming", {.w = w});
}

/// The Hellinger distance of distributions, sqrt(sum((sqrt(u) - sqrt(v))**2) / 2).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.hellinger(cp.array([1., 0.]), cp.array([0., 1.]))
///     array(1.)
CUPRUM_PYTHON inline ndarray hellinger(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "hellinger", {.w = w});
}

/// The Jaccard dissimilarity of flags: the share of differing places among those at which u or v is set.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.jaccard(cp.array([1., 0., 0.]), cp.array([1., 1., 0.]))
///     array(0.5)
CUPRUM_PYTHON inline ndarray jaccard(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "jaccard", {.w = w});
}

/// The Kullback-Leibler divergence of distributions, sum(u * log(u / v)).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.kl_divergence(cp.array([0.5, 0.5]), cp.array([0.5, 0.5]))
///     array(0.)
CUPRUM_PYTHON inline ndarray kl_divergence(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "kl_divergence", {.w = w});
}

/// The Rogers-Tanimoto dissimilarity of flags, 2 d / (n + d) for d differing places of n.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.rogerstanimoto(cp.array([True, False]), cp.array([True, True]))
///     array(0.66666667)
CUPRUM_PYTHON inline ndarray rogerstanimoto(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "rogerstanimoto", {.w = w});
}

/// The Russell-Rao dissimilarity of flags: the share of places at which not both are set.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.russellrao(cp.array([True, False]), cp.array([True, True]))
///     array(0.5)
CUPRUM_PYTHON inline ndarray russellrao(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "russellrao", {.w = w});
}

/// The Sokal-Michener dissimilarity of flags, 2 d / (n + d) for d differing places of n.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.sokalmichener(cp.array([True, False]), cp.array([True, True]))
///     array(0.66666667)
CUPRUM_PYTHON inline ndarray sokalmichener(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "sokalmichener", {.w = w});
}

/// The Sokal-Sneath dissimilarity of flags, 2 d / (c + 2 d) for d differing and c common places.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes; NaN where no flag is set (SciPy's function of two vectors raises a ValueError).
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.sokalsneath(cp.array([True, False]), cp.array([True, True]))
///     array(0.66666667)
CUPRUM_PYTHON inline ndarray sokalsneath(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "sokalsneath", {.w = w});
}

/// The squared Euclidean distance, sum((u - v)**2).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.sqeuclidean(cp.array([3., 0.]), cp.array([0., 4.]))
///     array(25.)
CUPRUM_PYTHON inline ndarray sqeuclidean(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "sqeuclidean", {.w = w});
}

/// The Yule dissimilarity of flags, 2 a b / (c d + a b): a and b count u alone and v alone, c both, d neither.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.yule(cp.array([True, False]), cp.array([True, True]))
///     array(0.)
CUPRUM_PYTHON inline ndarray yule(const ndarray& u, const ndarray& v, const ndarray* w = nullptr) {
    return between(u, v, "yule", {.w = w});
}

/// One less the correlation of u and v.
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     w: a weight for each coordinate.
///     centered: whether means are taken off.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights.
/// Example
///     >>> distance.correlation(cp.array([1., 0., 1.]), cp.array([1., 1., 0.]))
///     array(1.5)
CUPRUM_PYTHON inline ndarray correlation(const ndarray& u, const ndarray& v, const ndarray* w = nullptr,
                                         bool centered = true) {
    return between(u, v, centered ? "correlation" : "cosine", {.w = w});
}

/// The Minkowski distance, sum(w * |u - v|**p)**(1 / p).
///
/// Parameters
///     u: vector, real or complex.
///     v: vector of the same length.
///     p: the order, above 0.
///     w: a weight for each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, negative weights, an order of 0 or less.
/// Example
///     >>> distance.minkowski(cp.array([1., 0., 0.]), cp.array([0., 1., 0.]), 1)
///     array(2.)
CUPRUM_PYTHON inline ndarray minkowski(const ndarray& u, const ndarray& v, double p = 2.0, const ndarray* w = nullptr) {
    return between(u, v, "minkowski", {.p = p, .w = w});
}

/// The Mahalanobis distance, sqrt((u - v) VI (u - v)^T).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     VI: the inverse of the covariance matrix.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths, a matrix of another shape.
/// Example
///     >>> distance.mahalanobis(cp.array([2., 0.]), cp.array([0., 0.]), cp.eye(2))
///     array(2.)
CUPRUM_PYTHON inline ndarray mahalanobis(const ndarray& u, const ndarray& v, const ndarray& VI) {
    return between(u, v, "mahalanobis", {.VI = &VI});
}

/// The Euclidean distance of vectors divided by standard deviations, sqrt(sum((u - v)**2 / V)).
///
/// Parameters
///     u: vector.
///     v: vector of the same length.
///     V: the variance of each coordinate.
/// Returns
///     An array without axes.
/// Raises
///     ValueError: an array that is no vector, vectors of different lengths. TypeError: another number of variances.
/// Example
///     >>> distance.seuclidean(cp.array([2., 0.]), cp.array([0., 0.]), cp.array([4., 1.]))
///     array(1.)
CUPRUM_PYTHON inline ndarray seuclidean(const ndarray& u, const ndarray& v, const ndarray& V) {
    return between(u, v, "seuclidean", {.V = &V});
}

/// The Jensen-Shannon distance of distributions, sqrt((D(p, m) + D(q, m)) / 2) with m = (p + q) / 2 and the
/// Kullback-Leibler divergence D. What does not add up to 1 is divided by its sum.
///
/// Parameters
///     p: distributions along an axis; CuPy's name is `u`.
///     q: distributions along an axis; the two broadcast. CuPy's name is `v`.
///     base: of the logarithm; e if None.
///     axis: along which distributions lie.
///     keepdims: leave the axis in the result, with length one.
/// Returns
///     The distances.
/// Raises
///     ValueError: shapes that do not broadcast.
/// Example
///     >>> distance.jensenshannon(cp.array([1., 0.]), cp.array([0., 1.]), 2.0)
///     array(1.)
CUPRUM_SIGNATURE("p, q, base, *, axis, keepdims")
CUPRUM_TRAITS("p also u, q also v")
CUPRUM_PYTHON ndarray jensenshannon(const ndarray& p, const ndarray& q, std::optional<double> base = {},
                                    std::int64_t axis = 0, bool keepdims = false);

/// The largest distance of a point of one set to the nearest one of another, and which points these are.
struct Hausdorff {
    double distance;
    std::int64_t index_1, index_2;
};

/// The directed Hausdorff distance of two sets of points, by the Euclidean metric.
///
/// Parameters
///     u: points, (m, k).
///     v: points, (n, k).
///     rng, seed: accepted; all points are looked at, in any order.
/// Returns
///     (distance, index of the point in u, index of the point in v).
/// Raises
///     ValueError: different numbers of columns.
/// Example
///     >>> distance.directed_hausdorff(cp.array([[1., 0.], [0., 1.]]), cp.array([[2., 0.], [0., 2.]]))
///     (1.0, 0, 0)
CUPRUM_SIGNATURE("u, v, rng=0, *, seed=None")
CUPRUM_PYTHON Hausdorff directed_hausdorff(const ndarray& u, const ndarray& v);

/// Whether an array can be distances of pairs as `pdist` gives them.
///
/// Parameters
///     y: an array.
///     warning: accepted; nothing is warned of.
///     throw: whether to raise where it cannot.
///     name: what the array is called in that error.
/// Returns
///     A bool.
/// Raises
///     ValueError: with `throw`, for another array.
/// Example
///     >>> distance.is_valid_y(cp.ones(3)), distance.is_valid_y(cp.ones(4))
///     (True, False)
CUPRUM_SIGNATURE("y, warning=false, throw_, name")
CUPRUM_PYTHON bool is_valid_y(CUPRUM_FROM_NUMPY const ndarray& y, bool throw_ = false,
                              std::optional<std::string_view> name = {});

/// Whether an array is a matrix of distances: square, symmetric, zero on its diagonal.
///
/// Parameters
///     D: an array.
///     tol: how far elements may be from that.
///     throw: whether to raise where it is none.
///     name: what the array is called in that error.
///     warning: accepted; nothing is warned of.
/// Returns
///     A bool, for which the host waits.
/// Raises
///     ValueError: with `throw`, for another array.
/// Example
///     >>> distance.is_valid_dm(cp.array([[0., 1.], [1., 0.]]))
///     True
CUPRUM_SIGNATURE("D, tol, throw_, name, warning=false")
CUPRUM_PYTHON bool is_valid_dm(CUPRUM_FROM_NUMPY const ndarray& D, double tol = 0.0, bool throw_ = false,
                               std::optional<std::string_view> name = "D");

/// How many points there are behind distances of pairs.
///
/// Parameters
///     Y: distances as `pdist` gives them, (n (n - 1) / 2,).
/// Returns
///     n, an int.
/// Raises
///     ValueError: a length that no number of points has, or no distances at all.
/// Example
///     >>> distance.num_obs_y(cp.ones(6))
///     4
CUPRUM_PYTHON std::int64_t num_obs_y(CUPRUM_FROM_NUMPY const ndarray& Y);

/// How many points there are behind a matrix of distances.
///
/// Parameters
///     d: the matrix, (n, n).
/// Returns
///     n, an int.
/// Raises
///     ValueError: an array that is not square.
/// Example
///     >>> distance.num_obs_dm(cp.zeros((4, 4)))
///     4
CUPRUM_PYTHON std::int64_t num_obs_dm(CUPRUM_FROM_NUMPY const ndarray& d);

}  // namespace cuprum::scipy::spatial::distance
