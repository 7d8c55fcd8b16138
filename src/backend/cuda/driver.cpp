#include "backend/cuda/driver.h"

#include "cuprum/error.h"
#include "runtime/errors.h"
#include "runtime/thread_streams.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

// The driver is filled in step by step: `fail` below needs the error texts of one whose cuInit has failed.
Driver loaded;

void load() {
    constexpr int oldest = 12000;
    static const Library library({"The NVIDIA driver",
                                  {{0, "libcuda.so.1"}},
                                  "Install NVIDIA's driver (525 or newer) to use a GPU, or set CUPRUM_BACKEND=cpu."});
    const auto get = library.symbol<decltype(cuGetProcAddress)>("cuGetProcAddress_v2");
    // The driver has a second form of each function, for which the null stream is the calling thread's.
    const cuuint64_t flags =
        default_stream_per_thread ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM : CU_GET_PROC_ADDRESS_DEFAULT;
    const auto find = [&](const char* name) {
        void* function = nullptr;
        if (get(name, &function, oldest, flags, nullptr) != CUDA_SUCCESS || function == nullptr) {
            throw Error(std::string("The NVIDIA driver (") + library.path() + ") has no " + name +
                        ": it is too old, 525 or newer (CUDA 12.0) is needed");
        }
        return function;
    };
#define CUPRUM_LOAD(function) loaded.function = reinterpret_cast<decltype(::function)*>(find(#function));
    CUPRUM_DRIVER_FUNCTIONS(CUPRUM_LOAD)
#undef CUPRUM_LOAD
    loaded.prefetch = reinterpret_cast<decltype(loaded.prefetch)>(find("cuMemPrefetchAsync"));
    loaded.advise = reinterpret_cast<decltype(loaded.advise)>(find("cuMemAdvise"));
    loaded.capture_info = reinterpret_cast<decltype(loaded.capture_info)>(find("cuStreamGetCaptureInfo"));
    loaded.set_capture_dependencies =
        reinterpret_cast<decltype(loaded.set_capture_dependencies)>(find("cuStreamUpdateCaptureDependencies"));
    loaded.profiler_start = reinterpret_cast<decltype(loaded.profiler_start)>(find("cuProfilerStart"));
    loaded.profiler_stop = reinterpret_cast<decltype(loaded.profiler_stop)>(find("cuProfilerStop"));
    constexpr int with_parameter_info = 12040;
    void* parameter_info = nullptr;
    if (get("cuFuncGetParamInfo", &parameter_info, with_parameter_info, CU_GET_PROC_ADDRESS_DEFAULT, nullptr) ==
        CUDA_SUCCESS)
        loaded.parameter_info = reinterpret_cast<decltype(loaded.parameter_info)>(parameter_info);
    check(loaded.cuInit(0), "starting the CUDA driver");
    check(loaded.cuDriverGetVersion(&loaded.version), "asking for the driver's version");
    set_driver_cuda_major(loaded.version / 1000);
}

/// Errors after which the driver refuses all further work in this process.
bool loses_context(CUresult result) {
    switch (result) {
        case CUDA_ERROR_ECC_UNCORRECTABLE:
        case CUDA_ERROR_ILLEGAL_ADDRESS:
        case CUDA_ERROR_LAUNCH_TIMEOUT:
        case CUDA_ERROR_CONTEXT_IS_DESTROYED:
        case CUDA_ERROR_ASSERT:
        case CUDA_ERROR_HARDWARE_STACK_ERROR:
        case CUDA_ERROR_ILLEGAL_INSTRUCTION:
        case CUDA_ERROR_MISALIGNED_ADDRESS:
        case CUDA_ERROR_INVALID_ADDRESS_SPACE:
        case CUDA_ERROR_INVALID_PC:
        case CUDA_ERROR_LAUNCH_FAILED: return true;
        default: return false;
    }
}

}  // namespace

const Driver& driver() {
    static const Driver& started = (load(), loaded);
    return started;
}

void fail(CUresult result, const std::string& what) {
    // The names of CUDA's runtime, which programs know; the driver's own says more where the table lacks a number.
    std::string message = cuda_error::message(result);
    if (message == cuda_error::message(999) && result != 999) {
        const char* name = nullptr;
        loaded.cuGetErrorName(result, &name);
        message = name ? name : "CUDA error " + std::to_string(result);
    }
    message += ", while " + what;
    if (result == CUDA_ERROR_OUT_OF_MEMORY) throw OutOfMemoryError(message);
    if (loses_context(result)) {
        message +=
            ". The device's context is lost: an earlier kernel failed, nothing more can run on the device in this "
            "process, and its arrays are gone. Start a new process; compute-sanitizer finds the faulty access";
    }
    throw CUDARuntimeError(result, message);
}

}  // namespace cuprum::backend::cuda
