// What makes the random bits of a Generator.
#pragma once

#include <cstdint>

namespace cuprum::random {

/// Engines of Generator.
enum class BitGeneratorKind : std::uint8_t { philox4x3210, xorwow, mrg32k3a };

}  // namespace cuprum::random
