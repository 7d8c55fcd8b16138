// Thrust's execution policies of CUDA, for a CPU.
#pragma once

#include <thrust/execution_policy.h>

namespace thrust::cuda {
inline constexpr detail::device_t par{}, par_nosync{};
}  // namespace thrust::cuda
