// Expressions over elements of one or two bytes that a GPU computes several at a time, in the words in which they come
// from memory (device/cuprum/simd_word.h).
#pragma once

#include <string>

#include "kernel/graph/expression.h"

namespace cuprum::kernel {

/// What a struct of elementwise.h has beside its `apply` so that it takes words; nothing where they would not do: where
/// the types differ, or no step gains by it.
std::string simd_word_members(const Expression& expression);

/// The header that these members need, as an #include line, or nothing.
std::string simd_word_include(const Expression& expression);

}  // namespace cuprum::kernel
