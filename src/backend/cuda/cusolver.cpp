#include "backend/cuda/cusolver.h"

#include <string>

#include "cuprum/error.h"
#include "cuprum/library_error.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

const Cusolver& cusolver() {
    static const Cusolver instance = [] {
        const Library library(
            {"cuSOLVER, NVIDIA's factorizations of matrices,",
             {{13, "libcusolver.so.12"}, {12, "libcusolver.so.11"}},
             "Install it with `pip install nvidia-cusolver` (CUDA 13) or `pip install nvidia-cusolver-cu12` (CUDA "
             "12), or install a CUDA toolkit and let CUDA_PATH name its folder."});
        return Cusolver(library);
    }();
    return instance;
}

void fail_cusolver(int status, const char* what) {
    static constexpr const char* names[] = {"SUCCESS",          "NOT_INITIALIZED", "ALLOC_FAILED",
                                            "INVALID_VALUE",    "ARCH_MISMATCH",   "MAPPING_ERROR",
                                            "EXECUTION_FAILED", "INTERNAL_ERROR",  "MATRIX_TYPE_NOT_SUPPORTED",
                                            "NOT_SUPPORTED",    "ZERO_PIVOT",      "INVALID_LICENSE"};
    constexpr int alloc_failed = 2;
    const bool known = status > 0 && status < static_cast<int>(std::size(names));
    const std::string message = std::string("cuSOLVER: ") +
                                (known ? std::string("CUSOLVER_STATUS_") + names[status] : "an unknown status") + " (" +
                                std::to_string(status) + "), while " + what;
    if (status == alloc_failed) throw OutOfMemoryError(message);
    throw LibraryError("cusolver", status, message);
}

}  // namespace cuprum::backend::cuda
