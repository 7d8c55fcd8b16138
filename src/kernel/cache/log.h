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

/// Launches through the backend. `data_bytes` is what the kernel reads and writes, 0 if not known; only the log and
/// profilers look at it.
inline void launch(runtime::FunctionHandle function, const runtime::Launch& launch, const void* arguments,
                   std::size_t argument_bytes, runtime::StreamHandle stream, std::size_t data_bytes = 0) {
    if (logging || runtime::watching.load(std::memory_order_relaxed)) [[unlikely]]
        see_launch(function, launch, data_bytes);
    runtime::backend().launch(function, launch, arguments, argument_bytes, stream);
}

}  // namespace cuprum::kernel
