// Reductions as functions. Those that NumPy's dtypes make more of (var, std) are in src/numpy/statistics.cpp.
#include "cuprum/reduction.h"
#include "kernel/engine/array/allocation.h"
#include "kernel/engine/array/few_elements.h"
#include "kernel/engine/reduction/reduction.h"

namespace cuprum {
namespace {

using kernel::ReductionId;

/// An index of a slice in which all are NaN is -1, which NumPy refuses.
ndarray index(ReductionId id, const ndarray& a, const ReduceOptions& options, bool skip_nan) {
    ndarray result = kernel::reduce(id, a, options, 0, skip_nan);
    if (skip_nan && is_inexact(a.dtype()) && result.size() > 0 && min(result).item().to_int() < 0)
        throw ValueError("All-NaN slice encountered");
    return result;
}

/// Few elements are counted by the host.
ndarray count(ReductionId id, const ndarray& a, const ReduceOptions& options, bool skip_nan) {
    if (!options.axis && !options.keepdims && !options.dtype && !options.out && !options.initial && !options.where)
        if (const auto found = kernel::count_few(a)) {
            ndarray result = kernel::new_array({}, DType::int64);
            *static_cast<std::int64_t*>(result.address(cuda::Access::write)) = *found;
            return result;
        }
    return kernel::reduce(id, a, options, 0, skip_nan);
}

}  // namespace

#define DEFINE(name, row, reduce, ...)                             \
    ndarray name(const ndarray& a, const ReduceOptions& options) { \
        return reduce(ReductionId::row, a, options, __VA_ARGS__);  \
    }
#define DEFINE_total(name, row, skip_nan) DEFINE(name, row, kernel::reduce, 0, skip_nan)
#define DEFINE_extremum(name, row, skip_nan) DEFINE(name, row, kernel::reduce, 0, skip_nan)
#define DEFINE_truth(name, row, skip_nan) DEFINE(name, row, kernel::reduce, 0, skip_nan)
#define DEFINE_count(name, row, skip_nan) DEFINE(name, row, count, skip_nan)
#define DEFINE_mean(name, row, skip_nan) DEFINE(name, row, kernel::reduce, 0, skip_nan)
#define DEFINE_index(name, row, skip_nan) DEFINE(name, row, index, skip_nan)
#define DEFINE_spread(...)
#define DEFINE_none(...)

#define CUPRUM_REDUCTION(name, kind, ...) DEFINE_##kind(name, name, false)
#define CUPRUM_REDUCTION_WITHOUT_NAN(name, row, kind, ...) DEFINE_##kind(name, row, true)
#define CUPRUM_REDUCTION_ALIAS(alias, name, kind) DEFINE_##kind(alias, name, false)
#include "cuprum/reductions.def"

}  // namespace cuprum
