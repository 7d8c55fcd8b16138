// How two elements of a sparse matrix are combined by a reduction.
#pragma once

#include <cuprum/base.h>

namespace cuprum {

/// Sums, and extrema in which a NaN stays, or is passed over.
template <class S>
CUPRUM_DEVICE_LARGE S sparse_fold(int how, S a, S b) {
    if (how == 0) return a + b;
    const bool a_nan = a != a, b_nan = b != b;
    if (a_nan || b_nan) return how < 3 ? (a_nan ? a : b) : (a_nan ? b : a);
    return how % 2 == 1 ? (a < b ? b : a) : (b < a ? b : a);
}

}  // namespace cuprum
