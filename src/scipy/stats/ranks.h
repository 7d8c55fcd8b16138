// Ranks within rows.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::stats {

enum class RankMethod { average, min, max, dense, ordinal };

/// Of a C-contiguous matrix; float64 for averages, else int64.
ndarray ranks_of_rows(const ndarray& rows, RankMethod method = RankMethod::average);

/// For each row the sum of t^3 - t over its groups of t equal elements.
ndarray tie_terms_of_rows(const ndarray& rows);

}  // namespace cuprum::scipy::stats
