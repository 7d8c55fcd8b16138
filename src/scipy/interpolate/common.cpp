#include "scipy/interpolate/common.h"

#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "numpy/axes.h"

namespace cuprum::scipy::interpolate {

ndarray moved_back(const ndarray& result, int count, int axis) {
    if (axis == 0) return result;
    Dims order;
    for (int d = count; d < count + axis; ++d) order.push_back(d);
    for (int d = 0; d < count; ++d) order.push_back(d);
    for (int d = count + axis; d < result.ndim(); ++d) order.push_back(d);
    return result.transpose(order);
}

void check_increasing(const ndarray& x, bool strictly, const char* message) {
    const std::int64_t n = x.size();
    if (n < 2) return;
    const ndarray above = slice(x, 0, 1, n), below = slice(x, 0, 0, n - 1);
    if (!all(strictly ? greater(above, below) : greater_equal(above, below)).item().to_bool())
        throw ValueError(message);
}

void check_all_finite(const ndarray& a, const char* message) {
    if (a.size() && !all(isfinite(a)).item().to_bool()) throw ValueError(message);
}

}  // namespace cuprum::scipy::interpolate
