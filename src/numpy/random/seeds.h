// Seeds from the system's entropy, for generators that are given none.
#pragma once

#include <cstdint>
#include <random>

namespace cuprum::random {

inline std::uint64_t seed_from_system() {
    std::random_device device;
    return static_cast<std::uint64_t>(device()) << 32 | device();
}

}  // namespace cuprum::random
