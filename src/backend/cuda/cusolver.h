// cuSOLVER's dense routines, found at run time and declared here as cublas.h declares cuBLAS's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuprum/dtype.h"

namespace cuprum::backend::cuda {

using CusolverHandle = struct cusolverDnContext*;
using CusolverParams = struct cusolverDnParams*;
using JacobiParams = void*;  // gesvdjInfo_t, syevjInfo_t

enum : int { cusolver_no_vectors = 0, cusolver_vectors = 1 };

/// The functions that are there for each of four types, in the order float, double, and their complex ones.
struct CusolverTyped {
    using P = const void*;
    int (*potrf_batched)(CusolverHandle, int uplo, int n, void* const* a, int lda, int* info, int batch);
    int (*orgqr_size)(CusolverHandle, int m, int n, int k, P a, int lda, P tau, int* length);
    int (*orgqr)(CusolverHandle, int m, int n, int k, void* a, int lda, P tau, void* work, int length, int* info);
    int (*gesvdj_batched_size)(CusolverHandle, int jobz, int m, int n, P a, int lda, P s, P u, int ldu, P v, int ldv,
                               int* length, JacobiParams, int batch);
    int (*gesvdj_batched)(CusolverHandle, int jobz, int m, int n, void* a, int lda, void* s, void* u, int ldu, void* v,
                          int ldv, void* work, int length, int* info, JacobiParams, int batch);
    int (*syevj_batched_size)(CusolverHandle, int jobz, int uplo, int n, P a, int lda, P w, int* length, JacobiParams,
                              int batch);
    int (*syevj_batched)(CusolverHandle, int jobz, int uplo, int n, void* a, int lda, void* w, void* work, int length,
                         int* info, JacobiParams, int batch);
};

struct Cusolver {
    using I = std::int64_t;
    using P = const void*;
    using H = CusolverHandle;
    using S = std::size_t;
    int (*create)(H*);
    int (*set_stream)(H, void* stream);
    int (*create_params)(CusolverParams*);
    int (*create_gesvdj)(JacobiParams*);
    int (*create_syevj)(JacobiParams*);

    // The sizes are of the room on the device and on the host, in bytes.
    int (*getrf_size)(H, CusolverParams, I m, I n, int type, P a, I lda, int compute, S*, S*);
    int (*getrf)(H, CusolverParams, I m, I n, int type, void* a, I lda, I* pivots, int compute, void*, S, void*, S,
                 int* info);
    int (*getrs)(H, CusolverParams, int trans, I n, I columns, int type, P a, I lda, const I* pivots, int type_b,
                 void* b, I ldb, int* info);
    int (*geqrf_size)(H, CusolverParams, I m, I n, int type, P a, I lda, int type_tau, P tau, int compute, S*, S*);
    int (*geqrf)(H, CusolverParams, I m, I n, int type, void* a, I lda, int type_tau, void* tau, int compute, void*, S,
                 void*, S, int* info);
    int (*potrf_size)(H, CusolverParams, int uplo, I n, int type, P a, I lda, int compute, S*, S*);
    int (*potrf)(H, CusolverParams, int uplo, I n, int type, void* a, I lda, int compute, void*, S, void*, S,
                 int* info);
    int (*syevd_size)(H, CusolverParams, int jobz, int uplo, I n, int type, P a, I lda, int type_w, P w, int compute,
                      S*, S*);
    int (*syevd)(H, CusolverParams, int jobz, int uplo, I n, int type, void* a, I lda, int type_w, void* w, int compute,
                 void*, S, void*, S, int* info);
    int (*gesvd_size)(H, CusolverParams, signed char jobu, signed char jobvt, I m, I n, int type, P a, I lda,
                      int type_s, P s, int type_u, P u, I ldu, int type_vt, P vt, I ldvt, int compute, S*, S*);
    int (*gesvd)(H, CusolverParams, signed char jobu, signed char jobvt, I m, I n, int type, void* a, I lda, int type_s,
                 void* s, int type_u, void* u, I ldu, int type_vt, void* vt, I ldvt, int compute, void*, S, void*, S,
                 int* info);
    // Since CUDA 12.6; null before.
    int (*syev_batched_size)(H, CusolverParams, int jobz, int uplo, I n, int type, P a, I lda, int type_w, P w,
                             int compute, S*, S*, I batch);
    int (*syev_batched)(H, CusolverParams, int jobz, int uplo, I n, int type, void* a, I lda, int type_w, void* w,
                        int compute, void*, S, void*, S, int* info, I batch);
    int (*geev_size)(H, CusolverParams, int jobvl, int jobvr, I n, int type, P a, I lda, int type_w, P w, int type_vl,
                     P vl, I ldvl, int type_vr, P vr, I ldvr, int compute, S*, S*);
    int (*geev)(H, CusolverParams, int jobvl, int jobvr, I n, int type, void* a, I lda, int type_w, void* w,
                int type_vl, void* vl, I ldvl, int type_vr, void* vr, I ldvr, int compute, void*, S, void*, S,
                int* info);
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
