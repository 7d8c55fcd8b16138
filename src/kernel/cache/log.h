// Who looks at kernels: CUPRUM_LOG=kernels prints a line on stderr for each that is fetched and each that is launched,
// and a profiler (runtime/timeline.h) wants to know their names and what they move.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/backend.h"
#include "runtime/timeline.h"

namespace cuprum::kernel {

/// Whether to log; read from the environment once.
extern const bool logging;

/// Remembers a kernel's name and tells where it came from: "from the folder", "from a pack" or "compiled".
void log_fetch(runtime::FunctionHandle function, const std::string& name, const char* origin, double milliseconds);
/// "?" for what was not fetched through the cache.
std::string function_name(runtime::FunctionHandle function);
void see_launch(runtime::FunctionHandle function, const runtime::Launch& launch, std::size_t data_bytes);

/// Says how many bytes this thread's next launch reads and writes. `bytes` is called only where somebody looks.
template <class Bytes>
inline void tell_bytes(Bytes&& bytes) {
    if (runtime::watching.load(std::memory_order_relaxed)) [[unlikely]]
        runtime::bytes_of_next_launch = bytes();
}

}  // namespace cuprum::kernel
