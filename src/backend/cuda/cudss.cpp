#include "backend/cuda/cudss.h"

#include <string>

#include "backend/cuda/cublas.h"
#include "backend/cuda/library_handles.h"
#include "backend/cuda/nvrtc.h"
#include "cuprum/error.h"
#include "runtime/context.h"
#include "runtime/thread_streams.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

// Of the enumerations of cudss_data_types.h.
constexpr int refinement_steps = 5, pivots = 2, type_int32 = 10, type_int64 = 24, general = 0, full_view = 0,
              base_zero = 0, column_major = 0, analysis = 3, factorization = 4, solution = 0x3F0;
constexpr int alloc_failed = 2, refinement_failed = 7;

void check(int status, const char* what) {
    if (status == 0) return;
    static constexpr const char* names[] = {"SUCCESS",       "NOT_INITIALIZED",  "ALLOC_FAILED",   "INVALID_VALUE",
                                            "NOT_SUPPORTED", "EXECUTION_FAILED", "INTERNAL_ERROR", "IR_FAILED"};
    const bool known = status > 0 && status < static_cast<int>(std::size(names));
    const std::string message = std::string("cuDSS: ") +
                                (known ? std::string("CUDSS_STATUS_") + names[status] : "an unknown status") + " (" +
                                std::to_string(status) + "), while " + what;
    if (status == alloc_failed) throw OutOfMemoryError(message);
    throw Error(message);
}

/// One of the library's objects, which goes with its scope.
template <class Handle, class Destroy>
struct Owned {
    Handle handle = nullptr;
    Destroy destroy;

    explicit Owned(Destroy destroy) : destroy(destroy) {}
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (handle) destroy(handle);
    }
};
template <class Handle, class Destroy>
Owned<Handle, Destroy> owned(Destroy destroy) {
    return Owned<Handle, Destroy>(destroy);
}

/// The calling thread's handle, working on `stream`.
Cudss::H handle_on(StreamHandle stream) {
    return static_cast<Cudss::H>(library_handle(context.device, "cudss", named(stream)));
}

/// How many pivots were as good as zero and were replaced by small numbers.
std::int64_t replaced_pivots(const Cudss& library, Cudss::H handle, Cudss::Data data) {
    std::int64_t count = 0;  // of which the library writes as many bytes as its own has
    std::size_t written = 0;
    if (library.get_data(handle, data, pivots, &count, sizeof count, &written) == 0) return count;
    check(library.get_data(handle, data, pivots, &count, sizeof(int), &written), "counting pivots");
    return count;
}

}  // namespace

const Cudss* cudss() {
    static const Cudss* const instance = []() -> const Cudss* {
        try {
            // What cuDSS is linked with is found where the process has it already.
            cublas();
            load_nvrtc();
            const Library library({"cuDSS, NVIDIA's factors of sparse matrices,",
                                   {{0, "libcudss.so.1"}},
                                   "Install it with `pip install nvidia-cudss-cu13` (CUDA 13) or `pip install "
                                   "nvidia-cudss-cu12` (CUDA 12)."});
            handle_on(context.stream);        // fails where the library is for another driver
            return new const Cudss(library);  // never deleted: threads may use it until the process ends
        } catch (const Error&) {
            return nullptr;
        }
    }();
    return instance;
}

bool solve_by_cudss(const Cudss& library, const SparseEquations& e, StreamHandle stream) {
    const Cudss::H handle = handle_on(stream);
    auto config = owned<Cudss::Config>(library.destroy_config);
    check(library.create_config(&config.handle), "making a configuration");
    const int steps = 2;
    check(library.set_config(config.handle, refinement_steps, &steps, sizeof steps), "asking for refinement");
    auto data = owned<Cudss::Data>([&](Cudss::Data made) { library.destroy_data(handle, made); });
    check(library.create_data(handle, &data.handle), "making room for factors");
    auto a = owned<Cudss::Matrix>(library.destroy_matrix), x = owned<Cudss::Matrix>(library.destroy_matrix),
         b = owned<Cudss::Matrix>(library.destroy_matrix);
    const int type = cuda_data_type(e.dtype), index = e.index == DType::int32 ? type_int32 : type_int64;
    check(library.create_rows(&a.handle, e.n, e.n, e.nnz, e.indptr, nullptr, e.indices, e.data, index, index, type,
                              general, full_view, base_zero),
          "describing a matrix");
    check(library.create_dense(&b.handle, e.n, e.columns, e.n, e.b, type, column_major), "describing a matrix");
    check(library.create_dense(&x.handle, e.n, e.columns, e.n, e.x, type, column_major), "describing a matrix");
    const auto execute = [&](int phase) {
        return library.execute(handle, phase, config.handle, data.handle, a.handle, x.handle, b.handle);
    };
    check(execute(analysis), "analysing a sparse matrix");
    check(execute(factorization), "making the factors of a sparse matrix");
    if (replaced_pivots(library, handle, data.handle) > 0) return false;
    const int status = execute(solution);
    if (status == refinement_failed) return false;
    check(status, "solving by the factors of a sparse matrix");
    return true;
}

}  // namespace cuprum::backend::cuda
