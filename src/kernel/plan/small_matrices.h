// Which batches of small matrices are factorized by kernels of our own, and by how many threads each.
#pragma once

#include <cstdint>

#include "runtime/device_traits.h"
#include "runtime/launch.h"

namespace cuprum::kernel {

enum class SmallMatrices : std::uint8_t { inverse, eigh, svd, cholesky, solve };

struct SmallMatricesLayout {
    std::int64_t count = 1, rows = 1, columns = 1;  ///< Columns of right-hand sides where equations are solved.
    int itemsize = 4;
    bool is_complex = false;
};

struct SmallMatricesPlan {
    int team = 0;  ///< Threads of a matrix; 0 where a library serves better.
    runtime::Launch launch;
};
SmallMatricesPlan plan_small_matrices(SmallMatrices what, const SmallMatricesLayout& layout,
                                      const runtime::DeviceTraits& device);

}  // namespace cuprum::kernel
