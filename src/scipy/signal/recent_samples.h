// What CuPy's filters take as a start and give as an end: the samples before, not the delays' contents as SciPy's. Of
// numerators of p + 1 and denominators of q + 1 coefficients these are the last p inputs and behind them the last q
// outputs, oldest first.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// The contents of the delays, (lines, max(p, q)), after such samples, (lines, p + q).
ndarray delays_after(const ndarray& samples, const ndarray& b, const ndarray& a, DType dtype);

/// The last samples of each line: as many as `before` holds of each, some of them from there where lines are short.
ndarray last_samples(const ndarray& before, const ndarray& lines, DType dtype);

}  // namespace cuprum::scipy::signal
