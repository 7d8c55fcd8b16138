// Lists in the columns of reductions.def.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace cuprum::kernel {

/// The parts of a list, without the spaces before them.
inline std::vector<std::string> split_list(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        std::size_t end = std::min(text.find(separator, start), text.size());
        std::size_t first = text.find_first_not_of(' ', start);
        parts.push_back(text.substr(first, end - first));
        start = end + 1;
    }
    return parts;
}

}  // namespace cuprum::kernel
