// Coordinates to csr or csc on a GPU.
#pragma once

#include <optional>

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse {

/// Compresses int32 coordinates and sums duplicates: counts entries by major slice, writes them there, and ranks them
/// within each slice. Returns nullopt where slices are too long or too many for that.
std::optional<sparse_matrix> compress_by_counts(Format format, const ndarray& majors, const ndarray& minors,
                                                const ndarray& data, std::int64_t rows, std::int64_t columns);

}  // namespace cuprum::scipy::sparse
