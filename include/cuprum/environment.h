// Settings from the environment, and where libraries are looked for.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace cuprum::runtime {

/// The value of CUPRUM_`name`, else of CUPY_`name` so that programs keep their settings, else nothing.
inline std::string environment(std::string_view name) {
    for (const char* prefix : {"CUPRUM_", "CUPY_"}) {
        const char* value = std::getenv((prefix + std::string(name)).c_str());
        if (value && *value) return value;
    }
    return {};
}

/// Whether a switch is set to anything but 0.
inline bool environment_says_yes(std::string_view name) {
    const std::string value = environment(name);
    return !value.empty() && value != "0";
}

/// Adds a folder of Python packages (site-packages) to the places where NVIDIA's libraries are looked for, after those
/// of CUPRUM_CUDA_PATH and CUDA_PATH and the system's own: its wheels put them into nvidia/*/lib there. Python's module
/// adds the folders of `sys.path` when it is imported.
void add_library_search_path(std::string folder);

}  // namespace cuprum::runtime
