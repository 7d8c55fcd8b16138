// Reductions as functions. Those of the common form are made from their rows.
#include <limits>

#include "cuprum/reduction.h"
#include "kernel/engine/reduction/reduction.h"

namespace cuprum {

using kernel::reduce;
using kernel::ReductionId;

#define SIMPLE(name) \
    ndarray name(const ndarray& a, const ReduceOptions& options) { return reduce(ReductionId::name, a, options); }
SIMPLE(sum)
SIMPLE(prod)
SIMPLE(max)
SIMPLE(min)
SIMPLE(any)
SIMPLE(all)
SIMPLE(count_nonzero)
SIMPLE(argmax)
SIMPLE(argmin)
SIMPLE(mean)
#undef SIMPLE

ndarray amax(const ndarray& a, const ReduceOptions& options) { return max(a, options); }
ndarray amin(const ndarray& a, const ReduceOptions& options) { return min(a, options); }

ndarray ptp(const ndarray& a, const ReduceOptions& options) {
    if (a.dtype() == DType::bool_)
        throw TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
            "logical_xor function instead.");
    return reduce(ReductionId::ptp, a, options);
}

ndarray nansum(const ndarray& a, const ReduceOptions& options) { return reduce(ReductionId::sum, a, options, 0, true); }
ndarray nanprod(const ndarray& a, const ReduceOptions& options) {
    return reduce(ReductionId::prod, a, options, 0, true);
}
ndarray nanmax(const ndarray& a, const ReduceOptions& options) { return reduce(ReductionId::max, a, options, 0, true); }
ndarray nanmin(const ndarray& a, const ReduceOptions& options) { return reduce(ReductionId::min, a, options, 0, true); }

namespace {

/// The index reduction `id` without NaN. A slice of NaN alone gives -1, which NumPy refuses.
ndarray index_without_nan(ReductionId id, const ndarray& a, const ReduceOptions& options) {
    ndarray result = reduce(id, a, options, 0, true);
    if (is_inexact(a.dtype()) && result.size() > 0 && min(result).item().to_int() < 0)
        throw ValueError("All-NaN slice encountered");
    return result;
}

}  // namespace

ndarray nanargmax(const ndarray& a, const ReduceOptions& options) {
    return index_without_nan(ReductionId::argmax, a, options);
}
ndarray nanargmin(const ndarray& a, const ReduceOptions& options) {
    return index_without_nan(ReductionId::argmin, a, options);
}

}  // namespace cuprum
