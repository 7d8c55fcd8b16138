#include "scipy/spatial/host_points.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/spatial.h"

namespace cuprum::scipy::spatial {

std::vector<double> host_points(const ndarray& points, int least, int most, const char* what) {
    if (points.ndim() != 2)
        throw ValueError(std::string(what) + ": `points` should be a 2-dimensional array, found the shape " +
                         to_string(points.shape()));
    if (points.shape()[0] == 0) throw ValueError(std::string(what) + ": No points given");
    const std::int64_t axes = points.shape()[1];
    if (axes < least || axes > most)
        throw ValueError(std::string(what) + ": points have " + std::to_string(axes) + " coordinates, but " +
                         (least == most ? "" : std::to_string(least) + " or ") + std::to_string(most) + " are needed");
    if (is_complex(points.dtype())) throw ValueError(std::string(what) + ": coordinates must be real numbers");
    std::vector<double> host = ascontiguousarray(points, DType::float64).to_vector<double>();
    bool is_finite = true;
    for (const double x : host) {
        if (std::isnan(x)) throw ValueError(std::string(what) + ": Points cannot contain NaN");
        is_finite = is_finite && std::isfinite(x);
    }
    if (!is_finite) throw QhullError(std::string(what) + ": Points cannot contain infinities");
    return host;
}

ndarray points_and_more(const ndarray& points, const ndarray& more, bool may_come, const char* what) {
    if (!may_come) throw Error(std::string(what) + ": incremental mode not enabled or already closed");
    if (more.ndim() != 2 || more.shape()[1] != points.shape()[1])
        throw ValueError(std::string(what) + ": further points must be of the shape (n, " +
                         std::to_string(points.shape()[1]) + "), found " + to_string(more.shape()));
    return concatenate({points, more.astype(DType::float64, 'K', Casting::unsafe, false)});
}

Bounds bounds_of(const std::vector<double>& points, int axes) {
    Bounds bounds{{points.begin(), points.begin() + axes}, {points.begin(), points.begin() + axes}};
    for (std::size_t i = 0; i < points.size(); ++i) {
        bounds.low[i % axes] = std::min(bounds.low[i % axes], points[i]);
        bounds.high[i % axes] = std::max(bounds.high[i % axes], points[i]);
    }
    return bounds;
}

}  // namespace cuprum::scipy::spatial
