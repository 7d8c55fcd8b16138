// What halos of chunks and of processes' boxes have in common.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cuprum/distributed_functions.h"

namespace cuprum::distributed {

/// For each axis how many elements are missing before and behind.
using HaloWidths = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// Throws ValueError where it is no depth for an array of `ndim` axes.
void check_depth(const Dims& depth, int ndim);
/// An array with what lies beyond the ends of the whole array, by the rule of `boundary`.
ndarray padded(const ndarray& part, const HaloWidths& widths, Boundary boundary, const Scalar& value);

}  // namespace cuprum::distributed
