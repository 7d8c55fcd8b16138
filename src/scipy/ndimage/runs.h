// Connected components by runs of elements, as a CPU finds them.
#pragma once

#include <vector>

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// Numbers the parts of an array that has elements and axes, as `ConnectedComponents` does.
std::int64_t number_by_runs(const ndarray& input, const std::vector<char>& marks, const ndarray& out);

/// True in parts that have a seed, or with `border` touch what lies outside, as `ConnectedComponents::spread` does.
void spread_by_runs(const ndarray& input, const std::vector<char>& marks, const ndarray& seeds, bool border,
                    const ndarray& out);

/// Throws unless an array of a dtype can hold so many numbers.
void check_label_count(std::int64_t count, DType dtype);

}  // namespace cuprum::scipy::ndimage
