#include "backend/cuda/cublas.h"

#include "cuprum/error.h"
#include "cuprum/library_error.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using namespace runtime;

static_assert(static_cast<int>(DType::complex128) - static_cast<int>(DType::float32) == 3);

int cuda_data_type(DType dtype) {
    switch (dtype) {
        case DType::float16: return 2;
        case DType::bfloat16: return 14;
        case DType::float32: return 0;
        case DType::float64: return 1;
        case DType::complex64: return 4;
        case DType::complex128: return 5;
        default: throw TypeError(std::string("cuBLAS and cuSOLVER have no ") + info(dtype).name);
    }
}

const Cublas& cublas() {
    static const Cublas instance = [] {
        const Library library(
            {"cuBLAS, NVIDIA's products of matrices,",
             {{13, "libcublas.so.13"}, {12, "libcublas.so.12"}},
             "Install it with `pip install nvidia-cublas` (CUDA 13) or `pip install nvidia-cublas-cu12` (CUDA 12), or "
             "install a CUDA toolkit and let CUDA_PATH name its folder."});
        return Cublas(library);
    }();
    return instance;
}

void fail_cublas(int status, const char* what) {
    constexpr int alloc_failed = 3;
    const char* name = status == 1    ? "CUBLAS_STATUS_NOT_INITIALIZED"
                       : status == 3  ? "CUBLAS_STATUS_ALLOC_FAILED"
                       : status == 7  ? "CUBLAS_STATUS_INVALID_VALUE"
                       : status == 8  ? "CUBLAS_STATUS_ARCH_MISMATCH"
                       : status == 11 ? "CUBLAS_STATUS_MAPPING_ERROR"
                       : status == 13 ? "CUBLAS_STATUS_EXECUTION_FAILED"
                       : status == 14 ? "CUBLAS_STATUS_INTERNAL_ERROR"
                       : status == 15 ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                      : "an unknown status";
    const std::string message = std::string("cuBLAS: ") + name + " (" + std::to_string(status) + "), while " + what;
    if (status == alloc_failed) throw OutOfMemoryError(message);
    throw LibraryError("cublas", status, message);
}

}  // namespace cuprum::backend::cuda
