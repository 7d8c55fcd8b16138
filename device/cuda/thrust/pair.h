// Thrust's pairs, for a CPU: those of libcu++.
#pragma once

#include <cuda/std/tuple>

namespace thrust {
using ::cuda::std::get;
using ::cuda::std::make_pair;
using ::cuda::std::pair;
using ::cuda::std::tuple_element;
using ::cuda::std::tuple_size;
}  // namespace thrust
