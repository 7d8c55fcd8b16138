// Keys of given ranks in the rows of a matrix, found without sorting.
#pragma once

#include "cuprum/engine/search_args.h"
#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Whether rows of this length are worth a partition, or the selection of a quantile; shorter ones are sorted. Complex
/// numbers have no quantiles, and on a GPU no partitions.
bool partitions(DType dtype, std::int64_t rows, std::int64_t length);
bool selects(DType dtype, std::int64_t length);

/// Writes to `out`, of shape (quantiles, rows), quantiles of each row of the C-contiguous array `rows`. `shares` is a
/// C-contiguous array of float32 or float64, null for the median. The rows are read twice for each four quantiles.
void select_quantiles(const ndarray& rows, const ndarray* shares, const ndarray& out, QuantileMethod method,
                      bool skip_nan);

/// A stable partition of each row around its element of rank `kth`: the lesser ones, the equal ones, the others. Writes
/// the keys to `keys`, the places in the row that they come from to `order` (int64), or both; null where nobody asks.
/// All are C-contiguous and share no memory with `rows`. Rows of complex numbers are partitioned in any order.
void partition_rows(const ndarray& rows, std::int64_t kth, const ndarray* keys, const ndarray* order);

/// Whether rows of complex numbers of this length are worth a partition, which a CPU has.
bool partitions_complex(std::int64_t length);

/// Partitions rows of complex numbers on a CPU. With `kth` -1 the elements that a median is made of are where they
/// would be in the sorted row, and so is the last one; NaNs lie behind all others.
void partition_complex(const ndarray& rows, std::int64_t kth, const ndarray& keys, const ndarray* order);

}  // namespace cuprum::kernel
