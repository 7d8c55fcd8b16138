#include "backend/cuda/cufft.h"

#include <iterator>
#include <string>
#include <type_traits>

#include "cuprum/cufft_error.h"
#include "cuprum/error.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

const Cufft& cufft() {
    static const Cufft instance = [] {
        const Library library(
            {"cuFFT, NVIDIA's Fourier transforms,",
             {{13, "libcufft.so.12"}, {12, "libcufft.so.11"}},
             "Install it with `pip install nvidia-cufft` (CUDA 13) or `pip install nvidia-cufft-cu12` (CUDA 12), or "
             "install a CUDA toolkit and let CUDA_PATH name its folder."});
        Cufft c{};
        const auto set = [&](auto*& function, const char* name) {
            function = library.symbol<std::remove_reference_t<decltype(*function)>>(name);
        };
        set(c.create, "cufftCreate");
        set(c.destroy, "cufftDestroy");
        set(c.get_version, "cufftGetVersion");
        set(c.set_auto_allocation, "cufftSetAutoAllocation");
        set(c.set_stream, "cufftSetStream");
        set(c.set_work_area, "cufftSetWorkArea");
        set(c.make_plan, "cufftXtMakePlanMany");
        set(c.execute, "cufftXtExec");
        return c;
    }();
    return instance;
}

void fail_cufft(int status, const char* what) {
    static constexpr const char* names[] = {"SUCCESS",
                                            "INVALID_PLAN",
                                            "ALLOC_FAILED",
                                            "INVALID_TYPE",
                                            "INVALID_VALUE",
                                            "INTERNAL_ERROR",
                                            "EXEC_FAILED",
                                            "SETUP_FAILED",
                                            "INVALID_SIZE",
                                            "UNALIGNED_DATA",
                                            "INCOMPLETE_PARAMETER_LIST",
                                            "INVALID_DEVICE",
                                            "PARSE_ERROR",
                                            "NO_WORKSPACE",
                                            "NOT_IMPLEMENTED",
                                            "LICENSE_ERROR",
                                            "NOT_SUPPORTED"};
    constexpr int alloc_failed = 2;
    const bool known = status > 0 && status < static_cast<int>(std::size(names));
    const std::string message = std::string("cuFFT: ") +
                                (known ? std::string("CUFFT_") + names[status] : "an unknown status") + " (" +
                                std::to_string(status) + "), while " + what;
    if (status == alloc_failed) throw OutOfMemoryError(message);
    throw fft::CuFFTError(status, message);
}

}  // namespace cuprum::backend::cuda
