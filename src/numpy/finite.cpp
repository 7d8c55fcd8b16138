#include "cuprum/finite.h"

#include "cuprum/host.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum {

void check_finite(const ndarray& a) {
    if (a.size() && is_inexact(a.dtype()) && !all(isfinite(a)).item().to_bool())
        throw ValueError("array must not contain infs or NaNs");
}

ndarray asarray_chkfinite(const ndarray& a, std::optional<DType> dtype, char order) {
    const kernel::Placement here(a);
    ndarray result = asarray(a, dtype, order);
    check_finite(result);
    return result;
}

ndarray asfarray(const ndarray& a, DType dtype) { return asarray(a, is_inexact(dtype) ? dtype : DType::float64); }

}  // namespace cuprum
