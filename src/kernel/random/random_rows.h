// Many numbers of Generator at once, on either processor (device/cuprum/random/rows.h).
#pragma once

#include <cstdint>

#include "cuprum/bit_generator.h"
#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// Which engine's stream numbers are of, and the number of the first of them.
struct RandomStream {
    random::BitGeneratorKind kind;
    std::uint64_t seed, first;
};

enum class RandomReal : std::uint8_t { uniform, half_open, normal };

/// Fills a contiguous array of float32 or float64.
void fill_random(const ndarray& out, const RandomStream& stream, RandomReal what);

/// Fills a contiguous array of integers or bool with low, ..., low + most, which its dtype holds.
void fill_random(const ndarray& out, const RandomStream& stream, std::uint64_t low, std::uint64_t most);

}  // namespace cuprum::kernel
