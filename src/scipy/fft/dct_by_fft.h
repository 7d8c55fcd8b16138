// Cosine and sine transforms by Fourier transforms, for libraries that have none.
#pragma once

#include "numpy/fft/transform.h"

namespace cuprum::scipy::fft {

/// Transforms real numbers along one axis. The arrays have one shape and dtype and no memory in common.
void dct_by_fft(const cuprum::fft::Lines& lines, const ndarray& in, const ndarray& out, int axis);

}  // namespace cuprum::scipy::fft
