// What histograms of one variable and of several share.
#pragma once

#include <string>
#include <utility>

#include "cuprum/sorting.h"

namespace cuprum {

/// The outermost edges of the bins for some data: the range asked for, or that of the data, widened where it has no
/// width.
std::pair<Scalar, Scalar> outer_edges(const ndarray& data, const std::optional<std::pair<Scalar, Scalar>>& range);

/// The number of the bin that holds each element of flat data, -1 where none does (int64).
ndarray bin_numbers(const ndarray& data, const ndarray& edges);

/// Throws ValueError unless edges are in one dimension and in order; `name` is what they are called.
void check_edges(const ndarray& edges, const std::string& name);

}  // namespace cuprum
