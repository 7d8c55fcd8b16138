// What is known of an operation on elements, beside its text.
#pragma once

#include <compare>
#include <cstdint>

namespace cuprum {

/// What computing a value again costs beside memory: little; about as much as reading it, as divisions and square roots
/// do; more than writing and reading it.
enum class Cost : std::uint8_t { cheap, moderate, expensive };
/// How threads change one place together: by the device's own atomic operation, or by one that tries until nobody came
/// between.
enum class AtomicForm : std::uint8_t { none, add, max, min, compare_and_swap };

/// How a compiler for GPUs treats a kernel whose code would take too long, or would give other digits, as it is.
struct CodeOptions {
    bool calls = false;  ///< Functions are called, not copied into their callers.
    bool long_code =
        false;             ///< Likewise; besides, threads get a deeper stack, and packs hold the kernels of all dtypes.
    bool unfused = false;  ///< A product and a sum are rounded one after the other.
    bool one_copy = false;  ///< A thread has one copy of the statements, by which it goes through its elements.

    bool has_calls() const noexcept { return calls || long_code; }
    CodeOptions& operator|=(const CodeOptions& other) noexcept {
        calls |= other.calls;
        long_code |= other.long_code;
        unfused |= other.unfused;
        one_copy |= other.one_copy;
        return *this;
    }
    auto operator<=>(const CodeOptions&) const = default;
};

}  // namespace cuprum
