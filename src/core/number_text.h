// Numbers in messages.
#pragma once

#include <charconv>
#include <string>

namespace cuprum {

/// The fewest digits that are read back as the same number.
inline std::string shortest_text(double number) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

}  // namespace cuprum
