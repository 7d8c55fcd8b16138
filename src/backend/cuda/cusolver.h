// cuSOLVER's dense routines, found at run time and declared here as cublas.h declares cuBLAS's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cuprum/dtype.h"
#include "runtime/vendor_library.h"

namespace cuprum::backend::cuda {

using CusolverHandle = struct cusolverDnContext*;
using CusolverParams = struct cusolverDnParams*;
using JacobiParams = void*;  // gesvdjInfo_t, syevjInfo_t

enum : int { cusolver_no_vectors = 0, cusolver_vectors = 1 };

/// The functions that are there for each of four types, in the order float, double, and their complex ones.
struct CusolverTyped : runtime::LibraryFunctions {
    using P = const void*;

    // What LAPACK calls matrices whose inverse is their conjugate transpose, and those that equal it.
    std::string orthogonal, hermitian;

    /// Of the type of this number.
    CusolverTyped(const runtime::Library& library, int type)
        : LibraryFunctions(library, std::string("cusolverDn") + "SDCZ"[type]),
          orthogonal(type < 2 ? "or" : "un"),
          hermitian(type < 2 ? "sy" : "he") {}

    int (*potrf_batched)(CusolverHandle, int uplo, int n, void* const* a, int lda, int* info,
                         int batch) = symbol("potrfBatched");
    int (*orgqr_size)(CusolverHandle, int m, int n, int k, P a, int lda, P tau,
                      int* length) = symbol(orthogonal + "gqr_bufferSize");
    int (*orgqr)(CusolverHandle, int m, int n, int k, void* a, int lda, P tau, void* work, int length,
                 int* info) = symbol(orthogonal + "gqr");
    int (*gesvdj_batched_size)(CusolverHandle, int jobz, int m, int n, P a, int lda, P s, P u, int ldu, P v, int ldv,
                               int* length, JacobiParams, int batch) = symbol("gesvdjBatched_bufferSize");
    int (*gesvdj_batched)(CusolverHandle, int jobz, int m, int n, void* a, int lda, void* s, void* u, int ldu, void* v,
                          int ldv, void* work, int length, int* info, JacobiParams,
                          int batch) = symbol("gesvdjBatched");
    int (*syevj_batched_size)(CusolverHandle, int jobz, int uplo, int n, P a, int lda, P w, int* length, JacobiParams,
                              int batch) = symbol(hermitian + "evjBatched_bufferSize");
    int (*syevj_batched)(CusolverHandle, int jobz, int uplo, int n, void* a, int lda, void* w, void* work, int length,
                         int* info, JacobiParams, int batch) = symbol(hermitian + "evjBatched");
};

struct Cusolver : runtime::LibraryFunctions {
    using I = std::int64_t;
    using P = const void*;
    using H = CusolverHandle;
    using S = std::size_t;

    explicit Cusolver(const runtime::Library& library)
        : LibraryFunctions(library, "cusolverDn"), typed{{library, 0}, {library, 1}, {library, 2}, {library, 3}} {}

    int (*create)(H*) = symbol("Create");
    int (*set_stream)(H, void* stream) = symbol("SetStream");
    int (*create_params)(CusolverParams*) = symbol("CreateParams");
    int (*create_gesvdj)(JacobiParams*) = symbol("CreateGesvdjInfo");
    int (*create_syevj)(JacobiParams*) = symbol("CreateSyevjInfo");

    // The sizes are of the room on the device and on the host, in bytes.
    int (*getrf_size)(H, CusolverParams, I m, I n, int type, P a, I lda, int compute, S*,
                      S*) = symbol("Xgetrf_bufferSize");
    int (*getrf)(H, CusolverParams, I m, I n, int type, void* a, I lda, I* pivots, int compute, void*, S, void*, S,
                 int* info) = symbol("Xgetrf");
    int (*getrs)(H, CusolverParams, int trans, I n, I columns, int type, P a, I lda, const I* pivots, int type_b,
                 void* b, I ldb, int* info) = symbol("Xgetrs");
    int (*geqrf_size)(H, CusolverParams, I m, I n, int type, P a, I lda, int type_tau, P tau, int compute, S*,
                      S*) = symbol("Xgeqrf_bufferSize");
    int (*geqrf)(H, CusolverParams, I m, I n, int type, void* a, I lda, int type_tau, void* tau, int compute, void*, S,
                 void*, S, int* info) = symbol("Xgeqrf");
    int (*potrf_size)(H, CusolverParams, int uplo, I n, int type, P a, I lda, int compute, S*,
                      S*) = symbol("Xpotrf_bufferSize");
    int (*potrf)(H, CusolverParams, int uplo, I n, int type, void* a, I lda, int compute, void*, S, void*, S,
                 int* info) = symbol("Xpotrf");
    int (*syevd_size)(H, CusolverParams, int jobz, int uplo, I n, int type, P a, I lda, int type_w, P w, int compute,
                      S*, S*) = symbol("Xsyevd_bufferSize");
    int (*syevd)(H, CusolverParams, int jobz, int uplo, I n, int type, void* a, I lda, int type_w, void* w, int compute,
                 void*, S, void*, S, int* info) = symbol("Xsyevd");
    int (*gesvd_size)(H, CusolverParams, signed char jobu, signed char jobvt, I m, I n, int type, P a, I lda,
                      int type_s, P s, int type_u, P u, I ldu, int type_vt, P vt, I ldvt, int compute, S*,
                      S*) = symbol("Xgesvd_bufferSize");
    int (*gesvd)(H, CusolverParams, signed char jobu, signed char jobvt, I m, I n, int type, void* a, I lda, int type_s,
                 void* s, int type_u, void* u, I ldu, int type_vt, void* vt, I ldvt, int compute, void*, S, void*, S,
                 int* info) = symbol("Xgesvd");
    // Since CUDA 12.6; null before.
    int (*syev_batched_size)(H, CusolverParams, int jobz, int uplo, I n, int type, P a, I lda, int type_w, P w,
                             int compute, S*, S*, I batch) = symbol_if_there("XsyevBatched_bufferSize");
    int (*syev_batched)(H, CusolverParams, int jobz, int uplo, I n, int type, void* a, I lda, int type_w, void* w,
                        int compute, void*, S, void*, S, int* info, I batch) = symbol_if_there("XsyevBatched");
    int (*geev_size)(H, CusolverParams, int jobvl, int jobvr, I n, int type, P a, I lda, int type_w, P w, int type_vl,
                     P vl, I ldvl, int type_vr, P vr, I ldvr, int compute, S*,
                     S*) = symbol_if_there("Xgeev_bufferSize");
    int (*geev)(H, CusolverParams, int jobvl, int jobvr, I n, int type, void* a, I lda, int type_w, void* w,
                int type_vl, void* vl, I ldvl, int type_vr, void* vr, I ldvr, int compute, void*, S, void*, S,
                int* info) = symbol_if_there("Xgeev");
    CusolverTyped typed[4];

    const CusolverTyped& of(DType dtype) const {
        return typed[static_cast<int>(dtype) - static_cast<int>(DType::float32)];
    }
};

/// Loaded by the first call.
const Cusolver& cusolver();

/// Throws what a status means.
[[noreturn]] void fail_cusolver(int status, const char* what);
inline void check_cusolver(int status, const char* what) {
    if (status != 0) [[unlikely]]
        fail_cusolver(status, what);
}

}  // namespace cuprum::backend::cuda
