// Seeds for those who bring none.
#pragma once

#include <cstdint>
#include <random>

namespace cuprum::random {

inline std::uint64_t seed_from_system() {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
}

}  // namespace cuprum::random
