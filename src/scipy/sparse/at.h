// An index into a std::vector.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cuprum::scipy::sparse {

inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace cuprum::scipy::sparse
