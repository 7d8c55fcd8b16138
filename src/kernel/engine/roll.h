// Elements that move along axes, round the ends.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// target[(i + shift) mod length...] = source[i...] in one kernel, for arrays of one shape and dtype that share no
/// memory. `shifts` has one for each axis, from 0 to below its length. False, and nothing done, where the arrays do not
/// lie in the same order without gaps, or pieces are better copied one by one.
bool roll_dense(const ndarray& source, const ndarray& target, const Dims& shifts);

}  // namespace cuprum::kernel
