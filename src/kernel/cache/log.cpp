#include "kernel/cache/log.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace cuprum::kernel {

static bool asked_for() {
    const char* topics = std::getenv("CUPRUM_LOG");
    return topics && std::string_view(topics).find("kernels") != std::string_view::npos;
}

const bool logging = asked_for();

namespace {

// What functions are called.
struct Names {
    std::mutex lock;
    std::unordered_map<runtime::FunctionHandle, std::string> of;
};
Names& names() {
    static auto* names = new Names;
    return *names;
}

}  // namespace

void log_fetch(runtime::FunctionHandle function, const std::string& name, const char* origin, double milliseconds) {
    {
        std::lock_guard guard(names().lock);
        names().of[function] = name;
    }
    if (logging) std::fprintf(stderr, "cuprum: kernel %s: %s in %.2f ms\n", name.c_str(), origin, milliseconds);
}

std::string function_name(runtime::FunctionHandle function) {
    std::lock_guard guard(names().lock);
    const auto found = names().of.find(function);
    return found == names().of.end() ? "?" : found->second;
}

void see_launch(runtime::FunctionHandle function, const runtime::Launch& launch, std::size_t data_bytes) {
    if (data_bytes) runtime::bytes_of_next_launch = data_bytes;
    if (!logging) return;
    const std::string name = function_name(function);
    char bytes[48] = "";
    if (data_bytes) std::snprintf(bytes, sizeof bytes, ", %zu bytes", data_bytes);
    if (runtime::device_traits().thread_blocks)
        std::fprintf(stderr, "cuprum: launch %s: grid %ux%ux%u, block %ux%ux%u, shared %u%s\n", name.c_str(),
                     launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1], launch.block[2],
                     launch.shared_bytes, bytes);
    else
        std::fprintf(stderr, "cuprum: launch %s: %lld items, grain %lld%s\n", name.c_str(),
                     static_cast<long long>(launch.items), static_cast<long long>(launch.grain), bytes);
}

}  // namespace cuprum::kernel
