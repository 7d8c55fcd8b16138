// Minkowski's distance of vectors, and of all pairs of points.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/spatial.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/spatial/pair_distances.h"

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
    const kernel::Placement here(x, y);
    const ndarray powers = minkowski_distance_p(x, y, p);
    if (std::isinf(p) || p == 1) return powers;
    if (p == 0) throw ZeroDivisionError("no norm has the order 0: its root would be that of order 1 / 0");
    return p == 2 ? cuprum::sqrt(powers) : power(powers, 1 / p);
}

ndarray distance_matrix(const ndarray& x, const ndarray& y, double p) {
    const kernel::Placement here(x, y);
    if (x.ndim() != 2 || y.ndim() != 2)
        throw ValueError("points must be matrices, found the shapes " + to_string(x.shape()) + " and " +
                         to_string(y.shape()));
    if (x.shape()[1] != y.shape()[1])
        throw ValueError("x contains " + std::to_string(x.shape()[1]) + "-dimensional vectors but y contains " +
                         std::to_string(y.shape()[1]) + "-dimensional vectors");
    if (p == 0) throw ZeroDivisionError("no norm has the order 0: its root would be that of order 1 / 0");
    if (is_complex(x.dtype()) || is_complex(y.dtype())) {
        // Some rows at a time, so that no more than a part of the differences is in memory.
        const std::int64_t m = x.shape()[0], n = y.shape()[0], k = x.shape()[1];
        const std::int64_t step = std::max<std::int64_t>(1, (std::int64_t{1} << 24) / std::max<std::int64_t>(1, n * k));
        std::vector<ndarray> parts;
        for (std::int64_t first = 0; first < m; first += step) {
            const std::int64_t count = std::min(step, m - first);
            parts.push_back(minkowski_distance(x(Slice{first, first + count}).reshape({count, 1, k}), y, p));
        }
        return parts.empty() ? zeros({m, n}) : concatenate(parts);
    }
    return distance::norms_of_pairs(x, y, p);
}

}  // namespace cuprum::scipy::spatial
