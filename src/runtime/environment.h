// Settings from the environment.
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

}  // namespace cuprum::runtime
