// CUPRUM_LOG=kernels: a line on stderr for each kernel that is fetched and each that is launched.
#pragma once

#include <cstddef>
#include <string>

#include "runtime/backend.h"

namespace cuprum::kernel {

/// Whether to log; read from the environment once.
extern const bool logging;

/// Tells where a kernel came from: "folder", "pack" or "compiled".
void log_fetch(runtime::FunctionHandle function, const std::string& name, const char* origin, double milliseconds);
void log_launch(runtime::FunctionHandle function, const runtime::Launch& launch, std::size_t data_bytes);

/// Launches through the backend. `data_bytes` is what the kernel reads and writes, 0 if not known; only the log looks
/// at it.
inline void launch(runtime::FunctionHandle function, const runtime::Launch& launch, const void* arguments,
                   std::size_t argument_bytes, runtime::StreamHandle stream, std::size_t data_bytes = 0) {
    if (logging) [[unlikely]]
        log_launch(function, launch, data_bytes);
    runtime::backend().launch(function, launch, arguments, argument_bytes, stream);
}

}  // namespace cuprum::kernel
