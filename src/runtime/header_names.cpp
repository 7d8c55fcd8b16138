#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/device_headers.h"

namespace cuprum::runtime {
namespace {

/// How many letters must be put in, left out or replaced to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({diagonal + 1, row[j] + 1, replaced});
        }
    }
    return row.back();
}

/// The last part of a path, without what follows the last dot.
std::string_view stem(std::string_view name) {
    name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
    return name.substr(0, name.rfind('.'));
}

}  // namespace

std::string headers_hint(std::string_view name) {
    constexpr std::size_t most = 4;
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const DeviceHeader& header : device_headers()) {
        const std::string_view known = header.name;
        // cuprum's own are no interface, but for those that end so. Those for CPUs alone are CUDA's on a GPU.
        if (known.starts_with("cuprum/") && !known.ends_with(".cuh")) continue;
        const std::size_t whole = edit_distance(name, known);
        const std::size_t distance = std::min(whole, edit_distance(stem(name), stem(known)));
        if (distance <= std::max<std::size_t>(1, stem(name).size() / 3)) near.emplace_back(whole, known);
    }
    std::sort(near.begin(), near.end());
    std::string text;
    for (std::size_t k = 0; k < std::min(near.size(), most); ++k)
        text += (k ? ", <" : " Did you mean <") + std::string(near[k].second) + ">";
    if (!near.empty()) text += "?";
    return text + " Files in a folder are found by the option \"-I/path/to/the/folder\".\n";
}

}  // namespace cuprum::runtime
