// What is known of an operation on elements, beside its text.
#pragma once

#include <cstdint>

namespace cuprum {

/// Whether computing a value again takes longer than writing it to memory and reading it.
enum class Cost : std::uint8_t { cheap, expensive };
/// How threads change one place together: by the device's own atomic operation, or by one that tries until nobody came
/// between.
enum class AtomicForm : std::uint8_t { none, add, max, min, compare_and_swap };

}  // namespace cuprum
