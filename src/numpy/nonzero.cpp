// Where elements are not zero.
#include "cuprum/indexing.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"

namespace cuprum {

std::vector<ndarray> nonzero(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() == 0)
        throw ValueError(
            "Calling nonzero on 0d arrays is not allowed. Use cuprum.atleast_1d(scalar).nonzero() instead.");
    ndarray coordinates = kernel::true_coordinates(a);
    std::vector<ndarray> result;
    for (std::int64_t axis = 0; axis < a.ndim(); ++axis) result.push_back(coordinates.at({axis}));
    return result;
}

ndarray flatnonzero(const ndarray& a) {
    const kernel::Placement here(a);
    return kernel::true_coordinates(a.ravel()).at({0});
}

ndarray argwhere(const ndarray& a) {
    const kernel::Placement here(a);
    // Without axes there is one row or none, of no columns.
    if (a.ndim() == 0) return kernel::true_coordinates(a.reshape({1}), true).at({Slice{}, Slice{0, 0, 1}});
    return kernel::true_coordinates(a, true);
}

}  // namespace cuprum
