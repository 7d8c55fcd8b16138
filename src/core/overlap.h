// Whether arrays have bytes in common, exactly.
#pragma once

#include <cstdint>
#include <optional>

#include "cuprum/ndarray.h"

namespace cuprum {

/// Whether two arrays have a byte in common, where the lowest byte of `b` lies `distance` behind the lowest of `a`.
/// Nothing if that is not known after `max_work` candidates; -1 sets no limit, 0 compares the ranges alone.
std::optional<bool> overlap(const ndarray& a, const ndarray& b, std::int64_t distance, std::int64_t max_work);

}  // namespace cuprum
