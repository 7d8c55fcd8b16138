// Launches of the kernels that look things up in sorted arrays. All arrays are C-contiguous.
#pragma once

#include "cuprum/engine/search_args.h"
#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Looks up each of `values` in `sorted`, of the same dtype; `sorter` holds int64 positions that sort it, or is null.
/// `out` is of the mode's dtype.
void search(const ndarray& sorted, const ndarray* sorter, const ndarray& values, const ndarray& out, SearchMode mode);

/// Writes to `out` (int64) how often each number from 0 to its length comes among whole `numbers`; others are left out.
/// With float64 `weights`, writes to `out` (float64) the sum of those that belong to each number, which are int64.
void bincount(const ndarray& numbers, const ndarray* weights, const ndarray& out);

/// Writes to `out` (int64) how many of the values lie between each two of the sorted edges, to whose dtype each value
/// is cast. The last bin holds both of its edges.
void count_bins(const ndarray& values, const ndarray& edges, const ndarray& out);

/// Writes to `out`, of shape (shares, rows), quantiles of sorted rows. `shares` is of float32 or float64, null for the
/// median.
void quantiles(const ndarray& sorted, const ndarray* shares, const ndarray& out, QuantileMethod method, bool skip_nan);

}  // namespace cuprum::kernel
