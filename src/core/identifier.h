// Identifiers of C++ in ASCII.
#pragma once

#include <algorithm>
#include <cctype>
#include <string_view>

namespace cuprum {

inline bool begins_identifier(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
inline bool continues_identifier(char c) { return begins_identifier(c) || std::isdigit(static_cast<unsigned char>(c)); }

inline bool is_identifier(std::string_view text) {
    return !text.empty() && begins_identifier(text[0]) && std::all_of(text.begin(), text.end(), continues_identifier);
}

}  // namespace cuprum
