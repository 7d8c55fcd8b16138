// Arithmetic of boxes.
#pragma once

#include <optional>

#include "cuprum/distributed_array.h"

namespace cuprum::distributed {

/// What two ranges have in common.
std::optional<Range> common(const Range& a, const Range& b);
/// What two boxes have in common; nothing where that is empty.
std::optional<Region> common(const Region& a, const Region& b);
/// Where a box, which lies in another one, is in an array of that other one.
std::vector<Index> place_in(const Region& part, const Region& whole);
/// The same as a box of that array.
Region region_in(const Region& part, const Region& whole);
Region whole_of(const Shape& shape);
Shape shape_of(const Region& region);
/// How many elements lie along some axes, or along all.
std::int64_t count_along(const Shape& shape, const Axes& axes);
/// A range without another spelling: its stop is just behind the last place.
Range normalized(const Range& range);

}  // namespace cuprum::distributed
