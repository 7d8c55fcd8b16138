// Coordinates as lines, counted by line.
#pragma once

#include <optional>

#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse {

/// Coordinates (int32) as lines without duplicates: counted by line, put there, and ranked within each line. None where
/// lines are too long or too many for that.
std::optional<sparse_matrix> lines_by_tally(Format format, const ndarray& majors, const ndarray& minors,
                                            const ndarray& data, std::int64_t rows, std::int64_t columns);

}  // namespace cuprum::scipy::sparse
