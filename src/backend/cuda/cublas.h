// cuBLAS, found at run time. Its functions are declared here by what NVIDIA documents of them, so that its headers are
// not needed to build; the types are those of CUDA 12 and 13.
#pragma once

#include <cstdint>
#include <string>

#include "cuprum/dtype.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using CublasHandle = struct cublasContext*;

/// cudaDataType of what a dtype holds.
int cuda_data_type(DType dtype);

enum : int { cublas_op_n = 0, cublas_op_t = 1, cublas_op_c = 2 };
enum : int { cublas_lower = 0, cublas_upper = 1 };
enum : int { cublas_left = 0 };
enum : int { cublas_non_unit = 0, cublas_unit = 1 };
enum : int { cublas_compute_32f = 68, cublas_compute_32f_fast_tf32 = 77, cublas_compute_64f = 70 };
enum : int { cublas_gemm_default = -1 };
enum : int { cublas_math_exact_sums = 16 };  // CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION

/// The functions that are there for each of four types, in the order float, double, and their complex ones.
struct CublasTyped : runtime::LibraryFunctions {
    using I = std::int64_t;
    using P = const void*;

    /// Of the type of this number.
    CublasTyped(const runtime::Library& library, int type)
        : LibraryFunctions(library, std::string("cublas") + "SDCZ"[type]) {}

    int (*gemv)(CublasHandle, int trans, I m, I n, P alpha, P a, I lda, P x, I incx, P beta, void* y,
                I incy) = symbol("gemv_v2_64");
    int (*gemv_strided)(CublasHandle, int trans, I m, I n, P alpha, P a, I lda, long long stride_a, P x, I incx,
                        long long stride_x, P beta, void* y, I incy, long long stride_y,
                        I batch) = symbol("gemvStridedBatched_64");
    int (*gemv_pointers)(CublasHandle, int trans, I m, I n, P alpha, const P* a, I lda, const P* x, I incx, P beta,
                         void* const* y, I incy, I batch) = symbol("gemvBatched_64");
    int (*trsm)(CublasHandle, int side, int uplo, int trans, int diag, I m, I n, P alpha, P a, I lda, void* b,
                I ldb) = symbol("trsm_v2_64");
    int (*trsm_batched)(CublasHandle, int side, int uplo, int trans, int diag, I m, I n, P alpha, const P* a, I lda,
                        void* const* b, I ldb, I batch) = symbol("trsmBatched_64");
    int (*getrf_batched)(CublasHandle, int n, void* const* a, int lda, int* pivots, int* info,
                         int batch) = symbol("getrfBatched");
    int (*getrs_batched)(CublasHandle, int trans, int n, int columns, const P* a, int lda, const int* pivots,
                         void* const* b, int ldb, int* host_info, int batch) = symbol("getrsBatched");
    int (*geqrf_batched)(CublasHandle, int m, int n, void* const* a, int lda, void* const* tau, int* host_info,
                         int batch) = symbol("geqrfBatched");
};

struct Cublas : runtime::LibraryFunctions {
    using I = std::int64_t;
    using P = const void*;

    explicit Cublas(const runtime::Library& library)
        : LibraryFunctions(library, "cublas"), typed{{library, 0}, {library, 1}, {library, 2}, {library, 3}} {}

    int (*create)(CublasHandle*) = symbol("Create_v2");
    int (*set_stream)(CublasHandle, void* stream) = symbol("SetStream_v2");
    int (*set_math_mode)(CublasHandle, int mode) = symbol("SetMathMode");
    int (*gemm)(CublasHandle, int trans_a, int trans_b, I m, I n, I k, P alpha, P a, int type_a, I lda, P b, int type_b,
                I ldb, P beta, void* c, int type_c, I ldc, int compute_type, int algorithm) = symbol("GemmEx_64");
    int (*gemm_strided)(CublasHandle, int trans_a, int trans_b, I m, I n, I k, P alpha, P a, int type_a, I lda,
                        long long stride_a, P b, int type_b, I ldb, long long stride_b, P beta, void* c, int type_c,
                        I ldc, long long stride_c, I batch, int compute_type,
                        int algorithm) = symbol("GemmStridedBatchedEx_64");
    int (*gemm_pointers)(CublasHandle, int trans_a, int trans_b, I m, I n, I k, P alpha, const P* a, int type_a, I lda,
                         const P* b, int type_b, I ldb, P beta, void* const* c, int type_c, I ldc, I batch,
                         int compute_type, int algorithm) = symbol("GemmBatchedEx_64");
    CublasTyped typed[4];

    const CublasTyped& of(DType dtype) const {
        return typed[static_cast<int>(dtype) - static_cast<int>(DType::float32)];
    }
};

/// Loaded by the first call.
const Cublas& cublas();

/// Throws what a status means.
[[noreturn]] void fail_cublas(int status, const char* what);
inline void check_cublas(int status, const char* what) {
    if (status != 0) [[unlikely]]
        fail_cublas(status, what);
}

}  // namespace cuprum::backend::cuda
