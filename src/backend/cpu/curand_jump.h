// Jumps ahead in cuRAND's generators, for kernels that include curand_kernel.h on a CPU (device/cuda/curand_kernel.h).
#pragma once

#include <cstdint>

namespace cuprum::backend::cpu {

/// Moves the five xorshift words of an XORWOW state by `n * 2^log2_unit` steps.
void xorwow_jump(std::uint32_t* words, std::uint64_t n, std::uint32_t log2_unit);

/// Moves both components of an MRG32k3a state by `n * 2^log2_unit` steps.
void mrg32k3a_jump(std::uint32_t* first, std::uint32_t* second, std::uint64_t n, std::uint32_t log2_unit);

}  // namespace cuprum::backend::cpu
