// The tiles of a product of matrices.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

struct MatmulLayout {
    std::int64_t batch = 1, m = 1, n = 1, k = 1;
    int itemsize = 4;   ///< Of an element, bytes.
    int sum_bytes = 4;  ///< Of the number in which products are summed up.
};

struct MatmulPlan {
    int each = 1;  ///< Rows and columns that a thread of a block computes.
    std::int64_t tiles_m = 1, tiles_n = 1;
    runtime::Launch launch;
};
/// Whether a product of floats is so small that a library's choice of a routine takes longer than the product.
bool is_small_product(const MatmulLayout& layout, const runtime::DeviceTraits& device);
MatmulPlan plan_matmul(const MatmulLayout& layout, const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
