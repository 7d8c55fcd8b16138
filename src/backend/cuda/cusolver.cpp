#include "backend/cuda/cusolver.h"

#include <string>

#include "cuprum/error.h"
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
        Cusolver c{};
        const auto set = [&](auto*& function, const std::string& name) {
            function = library.symbol<std::remove_reference_t<decltype(*function)>>(("cusolverDn" + name).c_str());
        };
        const auto set_if_there = [&](auto*& function, const std::string& name) {
            function =
                library.symbol_if_there<std::remove_reference_t<decltype(*function)>>(("cusolverDn" + name).c_str());
        };
        set(c.create, "Create");
        set(c.set_stream, "SetStream");
        set(c.create_params, "CreateParams");
        set(c.create_gesvdj, "CreateGesvdjInfo");
        set(c.create_syevj, "CreateSyevjInfo");
        set(c.getrf_size, "Xgetrf_bufferSize");
        set(c.getrf, "Xgetrf");
        set(c.getrs, "Xgetrs");
        set(c.geqrf_size, "Xgeqrf_bufferSize");
        set(c.geqrf, "Xgeqrf");
        set(c.potrf_size, "Xpotrf_bufferSize");
        set(c.potrf, "Xpotrf");
        set(c.syevd_size, "Xsyevd_bufferSize");
        set(c.syevd, "Xsyevd");
        set(c.gesvd_size, "Xgesvd_bufferSize");
        set(c.gesvd, "Xgesvd");
        set_if_there(c.syev_batched_size, "XsyevBatched_bufferSize");
        set_if_there(c.syev_batched, "XsyevBatched");
        set_if_there(c.geev_size, "Xgeev_bufferSize");
        set_if_there(c.geev, "Xgeev");
        for (int i = 0; i < 4; ++i) {
            const std::string letter(1, "SDCZ"[i]);
            const std::string orthogonal = letter + (i < 2 ? "orgqr" : "ungqr"),
                              hermitian = letter + (i < 2 ? "syevj" : "heevj");
            CusolverTyped& t = c.typed[i];
            set(t.potrf_batched, letter + "potrfBatched");
            set(t.orgqr_size, orthogonal + "_bufferSize");
            set(t.orgqr, orthogonal);
            set(t.gesvdj_batched_size, letter + "gesvdjBatched_bufferSize");
            set(t.gesvdj_batched, letter + "gesvdjBatched");
            set(t.syevj_batched_size, hermitian + "Batched_bufferSize");
            set(t.syevj_batched, hermitian + "Batched");
        }
        return c;
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
    throw Error(message);
}

}  // namespace cuprum::backend::cuda
