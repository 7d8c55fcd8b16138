// Minkowski's distance of vectors, and of all pairs of points.
#include <cmath>

#include "cuprum/reduction.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::spatial {

ndarray minkowski_distance_p(const ndarray& x, const ndarray& y, double p) {
    const DType dtype = promote_types(promote_types(x.dtype(), y.dtype()), DType::float64);
    const ndarray apart =
        absolute(subtract(x.astype(dtype, 'K', Casting::unsafe, false), y.astype(dtype, 'K', Casting::unsafe, false)));
    const ReduceOptions last{.axis = Dims{-1}};
    if (std::isinf(p)) return max(apart, last);
    if (p == 1) return sum(apart, last);
    return sum(p == 2 ? apart * apart : power(apart, p), last);
}

ndarray minkowski_distance(const ndarray& x, const ndarray& y, double p) {
    const ndarray powers = minkowski_distance_p(x, y, p);
    if (std::isinf(p) || p == 1) return powers;
    return p == 2 ? cuprum::sqrt(powers) : power(powers, 1 / p);
}

ndarray distance_matrix(const ndarray& x, const ndarray& y, double p) {
    if (x.ndim() != 2 || y.ndim() != 2)
        throw ValueError("points must be matrices, found the shapes " + to_string(x.shape()) + " and " +
                         to_string(y.shape()));
    if (x.shape()[1] != y.shape()[1])
        throw ValueError("x contains " + std::to_string(x.shape()[1]) + "-dimensional vectors but y contains " +
                         std::to_string(y.shape()[1]) + "-dimensional vectors");
    if (!(p >= 1)) throw ValueError("Only p-norms with 1<=p<=infinity permitted, found " + std::to_string(p));
    return distance::cdist(x, y, "minkowski", {.p = p});
}

}  // namespace cuprum::scipy::spatial
