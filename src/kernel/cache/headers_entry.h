// The entries of packs that hold precompiled headers.
#pragma once

#include <string>
#include <utility>

#include "kernel/cache/cache.h"

namespace cuprum::kernel {

/// Has precompiled headers (runtime/precompiled_headers.h) in place of a kernel; `name` is what they are looked up by.
inline KernelSource headers_entry(std::string name) { return {"precompiled headers", std::move(name), {}, {}}; }

}  // namespace cuprum::kernel
