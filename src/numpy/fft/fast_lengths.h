// Lengths that are quick to transform: products of 2, 3, 5, and for complex numbers 7 and 11.
#pragma once

#include <cstdint>

namespace cuprum::fft {

/// The least that is not below `target`. Throws ValueError where `target` is negative or too large.
std::int64_t next_fast_len(std::int64_t target, bool real = false);

/// The greatest that is not above `target`.
std::int64_t prev_fast_len(std::int64_t target, bool real = false);

}  // namespace cuprum::fft
