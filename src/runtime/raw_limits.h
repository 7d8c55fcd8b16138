// What a launch of a raw kernel may ask for on any backend.
#pragma once

#include <cstddef>
#include <string>

#include "backend.h"

namespace cuprum::runtime {

inline constexpr int shared_limit = 48 << 10;  ///< Bytes of shared memory a block, unless a kernel asks for more.
inline constexpr int opted_shared_limit = 227
                                          << 10;  ///< The most that it may ask for on a CPU: as much as an H100 has.

/// More than any GPU has, so that numbers of bytes fit the driver's types.
inline constexpr std::size_t largest_shared = std::size_t{1} << 30;

/// Throws CUDARuntimeError, cudaErrorInvalidValue.
[[noreturn]] void refuse_shared(std::size_t asked, std::size_t limit, const std::string& kernel);
/// Throws CUDARuntimeError, cudaErrorSymbolNotFound.
[[noreturn]] void throw_not_found(const char* kind, const std::string& symbol);

/// Throws where no GPU takes the grid or the block.
void check_geometry(const Launch& launch);

}  // namespace cuprum::runtime
