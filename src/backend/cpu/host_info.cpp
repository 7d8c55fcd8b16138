#include "backend/cpu/host_info.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace cuprum::backend::cpu {
namespace {

std::optional<std::size_t> number_in(const std::string& path) {
    std::ifstream file(path);
    std::size_t value;
    return file >> value ? std::optional(value) : std::nullopt;  // "max" is no number.
}

/// The number after `key` in a file of lines "key number".
std::optional<std::size_t> number_of(const std::string& path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        std::size_t value;
        if (words >> name >> value && name == key) return value;
    }
    return std::nullopt;
}

/// One control group's limit, and what of it is left. File pages that the system would drop count as free.
void apply_limit(HostMemory& memory, const std::string& folder, const char* limit_file, const char* usage_file,
                 const char* cache_key) {
    const auto limit = number_in(folder + limit_file);
    if (!limit || *limit >= memory.total) return;
    const std::size_t used = number_in(folder + usage_file).value_or(0);
    const std::size_t cached = std::min(used, number_of(folder + "memory.stat", cache_key).value_or(0));
    memory.total = *limit;
    memory.available = std::min(memory.available, *limit - std::min(*limit, used - cached));
}

/// Calls `visit` with the folder of every control group from `path` up to the root.
template <class Visit>
void for_each_ancestor(const std::string& root, std::string path, Visit visit) {
    for (;;) {
        visit(root + path + (path.ends_with('/') ? "" : "/"));
        const auto slash = path.rfind('/');
        if (path.size() <= 1 || slash == std::string::npos) return;
        path.resize(std::max<std::size_t>(slash, 1));
    }
}

}  // namespace

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "CPU";
}

int x86_64_level() {
    if (__builtin_cpu_supports("x86-64-v4")) return 4;
    if (__builtin_cpu_supports("x86-64-v3")) return 3;
    return __builtin_cpu_supports("x86-64-v2") ? 2 : 1;
}

int vector_level() {
    constexpr std::string_view levels = "x86-64-v";
    const int level = x86_64_level();
    const char* text = std::getenv("CUPRUM_CPU_TARGET");
    if (!text || !std::string_view(text).starts_with(levels)) return level;
    const char digit = text[levels.size()];
    return digit >= '1' && digit <= '4' ? std::min(level, digit - '0') : level;
}

bool has_vector_math() {
    // All the functions beyond the first six came together.
    static const bool found = [] {
        void* library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
        return library && dlsym(library, "_ZGVeN8v_erfc");
    }();
    return found;
}

HostMemory host_memory() {
    HostMemory memory;
    memory.total = number_of("/proc/meminfo", "MemTotal:").value_or(0) * 1024;
    memory.available = number_of("/proc/meminfo", "MemAvailable:").value_or(0) * 1024;
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto second = line.find(':', line.find(':') + 1);
        if (second == std::string::npos) continue;
        const std::string path = line.substr(second + 1);
        if (line.starts_with("0::")) {
            for_each_ancestor("/sys/fs/cgroup", path, [&](const std::string& folder) {
                apply_limit(memory, folder, "memory.max", "memory.current", "inactive_file");
            });
        } else if (line.find(":memory:") != std::string::npos) {
            for_each_ancestor("/sys/fs/cgroup/memory", path, [&](const std::string& folder) {
                apply_limit(memory, folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file");
            });
        }
    }
    return memory;
}

}  // namespace cuprum::backend::cpu
