// Thrust's tuples, for a CPU: those of libcu++.
#pragma once

#include <thrust/pair.h>

namespace thrust {
using ::cuda::std::ignore;
using ::cuda::std::make_tuple;
using ::cuda::std::tie;
using ::cuda::std::tuple;
}  // namespace thrust
