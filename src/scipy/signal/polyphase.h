// Filters of taps between rates.
#pragma once

#include <span>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// For lines (lines, length), `count` results each: y[m] = sum over j of h[m * down + offset - up * j] x[j].
ndarray polyphase(const ndarray& lines, const ndarray& h, std::int64_t up, std::int64_t down, std::int64_t offset,
                  std::int64_t count, DType dtype);

/// The taps of a low-pass with this share of the band, shaped by a window, with a sum of 1.
std::vector<double> low_pass(std::span<const double> window, double cutoff);

/// Lines as an array of which they were the lines along an axis; `shape` is its shape but for that axis.
ndarray from_lines(const ndarray& lines, const Shape& shape, int axis);

}  // namespace cuprum::scipy::signal
