// What a launch of a raw kernel may ask for on any backend, and the errors that say so with the driver's names.
#pragma once

#include <string>

#include "backend.h"

namespace cuprum::runtime {

inline constexpr int shared_limit = 48 << 10;         ///< Bytes of shared memory a block, unless a kernel asks for more.
inline constexpr int opted_shared_limit = 227 << 10;  ///< The most that it may ask for on a CPU: as much as an H100 has.

/// Throws CUDARuntimeError, CUDA_ERROR_INVALID_VALUE.
[[noreturn]] void throw_invalid(const std::string& what);
/// Throws CUDARuntimeError, CUDA_ERROR_NOT_FOUND.
[[noreturn]] void throw_not_found(const char* kind, const std::string& symbol);

/// Throws where no GPU takes the grid or the block.
void check_geometry(const Launch& launch);

}  // namespace cuprum::runtime
