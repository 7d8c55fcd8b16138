// NVRTC, NVIDIA's run-time compiler: CUDA C++ text in, machine code out. Needs neither a GPU nor a driver.
#pragma once

#include <string>

#include "runtime/backend.h"

namespace cuprum::backend::cuda {

/// "nvrtc-13.0", read off the files where that is possible, without loading them; "nvrtc-none" when there is no NVRTC.
std::string nvrtc_version();

/// Loads it where that has not happened, so that libraries that are linked with it find it. Throws an Error where there
/// is none.
void load_nvrtc();

/// Compiles for a device of `arch` ("sm_90"). The code is a cubin; for a device newer than this NVRTC it is PTX for the
/// newest architecture known, which the driver compiles on loading. Throws CompileException. Any number of threads may
/// compile at once.
runtime::Binary nvrtc_compile(const runtime::CompileRequest& request, const std::string& arch);

}  // namespace cuprum::backend::cuda
