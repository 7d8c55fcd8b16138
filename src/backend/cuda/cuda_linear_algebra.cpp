// Before this room's own namespace, which has the name of the library's: memory is cuprum::cuda's.
#include "backend/cuda/cuda_linear_algebra.h"

#include <algorithm>
#include <climits>
#include <complex>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/cuda/cublas.h"
#include "backend/cuda/cudss.h"
#include "backend/cuda/cusolver.h"
#include "cuprum/environment.h"
#include "cuprum/error.h"
#include "runtime/context.h"
#include "runtime/thread_streams.h"

namespace cuprum::backend::cuda {

using namespace runtime;

namespace {

/// A device's handles, which one thread at a time uses. They are made when first needed, and remember the stream that
/// they were told last. cuSOLVER's have memory of their own, so that one serves a stream at a time: a program's first
/// few streams have one each, and what is given to them can run side by side; others take that which was not used for
/// longest.
class Handles {
public:
    CublasHandle blas(StreamHandle stream) {
        stream = named(stream);
        if (!blas_) {
            check_cublas(cublas().create(&blas_), "making a handle");
            // Sums of 16-bit floats stay in float32 where a sum is divided among blocks, too.
            check_cublas(cublas().set_math_mode(blas_, cublas_math_exact_sums), "setting the mode of a handle");
        }
        if (stream != blas_stream_) {
            check_cublas(cublas().set_stream(blas_, stream), "setting the stream of a handle");
            blas_stream_ = stream;
        }
        return blas_;
    }

    CusolverHandle solver(StreamHandle stream) {
        stream = named(stream);
        if (!solvers_.empty() && solvers_.front().stream == stream) [[likely]]
            return solvers_.front().handle;
        if (!params_) check_cusolver(cusolver().create_params(&params_), "making a handle");
        auto found = std::find_if(solvers_.begin(), solvers_.end(),
                                  [&](const Solver& solver) { return solver.stream == stream; });
        if (found == solvers_.end()) {
            // While work is captured nothing can be allocated, so that no handle can be made either.
            if (solvers_.empty() || (solvers_.size() < most_solvers && !context.capture)) {
                Solver made;
                check_cusolver(cusolver().create(&made.handle), "making a handle");
                solvers_.push_back(made);
            }
            found = solvers_.end() - 1;
            if (found->stream != stream)
                check_cusolver(cusolver().set_stream(found->handle, stream), "setting the stream of a handle");
            found->stream = stream;
        }
        std::rotate(solvers_.begin(), found, found + 1);
        return solvers_.front().handle;
    }
    CusolverParams params() const { return params_; }

    JacobiParams svd_params() {
        if (!svd_params_) check_cusolver(cusolver().create_gesvdj(&svd_params_), "making a handle");
        return svd_params_;
    }
    JacobiParams eigen_params() {
        if (!eigen_params_) check_cusolver(cusolver().create_syevj(&eigen_params_), "making a handle");
        return eigen_params_;
    }

private:
    // A new handle works on the default stream.
    struct Solver {
        StreamHandle stream = nullptr;
        CusolverHandle handle = nullptr;
    };
    static constexpr std::size_t most_solvers = 4;
    StreamHandle blas_stream_ = nullptr;
    CublasHandle blas_ = nullptr;
    std::vector<Solver> solvers_;  // the last used comes first
    CusolverParams params_ = nullptr;
    JacobiParams svd_params_ = nullptr, eigen_params_ = nullptr;
};

/// Handles that threads have let go of, by device. They are kept: another thread will come, and giving them back when
/// the process ends would be too late for the driver.
struct IdleHandles {
    std::mutex mutex;
    std::multimap<int, std::unique_ptr<Handles>> handles;
};
IdleHandles& idle_handles() {
    static IdleHandles& instance = *new IdleHandles;
    return instance;
}

class ThreadHandles {
public:
    ~ThreadHandles() {
        std::lock_guard lock(idle_handles().mutex);
        for (auto& [device, handles] : handles_) idle_handles().handles.emplace(device, std::move(handles));
    }
    Handles& of(int device) {
        if (device == last_device_) return *last_;
        auto& slot = handles_[device];
        if (!slot) {
            std::lock_guard lock(idle_handles().mutex);
            auto idle = idle_handles().handles.find(device);
            if (idle == idle_handles().handles.end()) {
                slot = std::make_unique<Handles>();
            } else {
                slot = std::move(idle->second);
                idle_handles().handles.erase(idle);
            }
        }
        last_device_ = device;
        last_ = slot.get();
        return *slot;
    }

private:
    std::map<int, std::unique_ptr<Handles>> handles_;
    int last_device_ = -1;
    Handles* last_ = nullptr;
};

Handles& handles() {
    thread_local ThreadHandles of_thread;
    return of_thread.of(context.device);
}

bool is_double(DType dtype) { return dtype == DType::float64 || dtype == DType::complex128; }
int real_type(DType dtype) { return cuda_data_type(is_double(dtype) ? DType::float64 : DType::float32); }

/// Whether float32 products may use TF32: CUPRUM_TF32=1, on devices that have it.
bool uses_tf32() {
    static const bool wanted = [] {
        const std::string value = environment("TF32");
        return !value.empty() && value != "0";
    }();
    if (!wanted) [[likely]]
        return false;
    if (runtime::backend().properties(context.device).compute_major >= 8) return true;
    static std::once_flag warned;
    std::call_once(warned, [] {
        std::fprintf(
            stderr,
            "cuprum: CUPRUM_TF32 is set, but %s has no TF32 (it needs compute capability 8.0): float32 products use "
            "float32\n",
            runtime::backend().properties(context.device).name.c_str());
    });
    return false;
}

int compute_type(DType dtype) {
    if (is_double(dtype)) return cublas_compute_64f;
    const bool single = dtype == DType::float32 || dtype == DType::complex64;
    return single && uses_tf32() ? cublas_compute_32f_fast_tf32 : cublas_compute_32f;
}

/// One and zero in the type in which a dtype computes. The imaginary parts are there for those that have them.
struct Factors {
    double one_d[2] = {1, 0}, zero_d[2] = {0, 0};
    float one_f[2] = {1, 0}, zero_f[2] = {0, 0};
    const void* one(DType dtype) const { return is_double(dtype) ? static_cast<const void*>(one_d) : one_f; }
    const void* zero(DType dtype) const { return is_double(dtype) ? static_cast<const void*>(zero_d) : zero_f; }
};
constexpr Factors factors;

int cublas_op(Op op) { return op == Op::none ? cublas_op_n : op == Op::transpose ? cublas_op_t : cublas_op_c; }
int fill(bool upper) { return upper ? cublas_upper : cublas_lower; }

int as_int(std::int64_t length, const char* what) {
    if (length > INT_MAX)
        throw ValueError(std::string(what) + ": a length of " + std::to_string(length) +
                         " is too large for cuSOLVER's routine, which counts in 32 bits");
    return static_cast<int>(length);
}

const void* const* pointers(const Matrices& a) { return const_cast<const void* const*>(a.addresses); }

/// Room on the device and on the host that a routine asks for, in bytes.
struct Room {
    std::size_t device_bytes = 0, host_bytes = 0;
    ::cuprum::cuda::BlockRef block;
    std::vector<char> host;

    void take() {
        block = ::cuprum::cuda::allocate(std::max<std::size_t>(device_bytes, 1));
        host.resize(host_bytes);
    }
    void* device() const { return block.pointer(); }
};

/// A batch for which a routine of small matrices is quicker than one matrix after the other.
bool is_batch_of_small(const Matrices& a, std::int64_t side) {
    return a.batch > 1 && (side <= 32 || (side <= 512 && a.batch * 16 >= side));
}

class CudaLinearAlgebra final : public LinearAlgebra {
public:
    bool multiplies(DType dtype) const override { return is_inexact(dtype); }

    void multiply(const Product& p, StreamHandle stream) override {
        // cuBLAS's matrices are column-major: what it sees are the transposed ones, and C^T = B^T A^T.
        const Cublas& library = cublas();
        const CublasHandle handle = handles().blas(stream);
        const void *one = factors.one(p.dtype), *zero = factors.zero(p.dtype);
        const bool conjugates = p.a.op == Op::conjugate_transpose || p.b.op == Op::conjugate_transpose;
        if ((p.n == 1 || p.m == 1) && itemsize(p.dtype) >= 4 && !conjugates)
            return multiply_vector(library.of(p.dtype), handle, p);
        const int op_a = cublas_op(p.a.op), op_b = cublas_op(p.b.op), type = cuda_data_type(p.dtype),
                  compute = compute_type(p.dtype);
        int status;
        if (p.pointers) {
            status = library.gemm_pointers(handle, op_b, op_a, p.n, p.m, p.k, one, array(p.b), type, p.b.ld, array(p.a),
                                           type, p.a.ld, zero, static_cast<void* const*>(p.c.data), type, p.c.ld,
                                           p.batch, compute, cublas_gemm_default);
        } else if (p.batch > 1) {
            status = library.gemm_strided(handle, op_b, op_a, p.n, p.m, p.k, one, p.b.data, type, p.b.ld, p.b.stride,
                                          p.a.data, type, p.a.ld, p.a.stride, zero, p.c.data, type, p.c.ld, p.c.stride,
                                          p.batch, compute, cublas_gemm_default);
        } else {
            status = library.gemm(handle, op_b, op_a, p.n, p.m, p.k, one, p.b.data, type, p.b.ld, p.a.data, type,
                                  p.a.ld, zero, p.c.data, type, p.c.ld, compute, cublas_gemm_default);
        }
        check_cublas(status, "multiplying matrices");
    }

    // ------------------------------------------------------------------------------------------------- factorizations

    bool needs_addresses() const override { return true; }
    bool tells_of_nan() const override { return false; }
    DType pivot_dtype(const Matrices& a) const override { return lu_in_batches(a) ? DType::int32 : DType::int64; }

    void lu(const Matrices& a, void* pivots, int* info, StreamHandle stream) override {
        if (lu_in_batches(a)) {
            const int n = as_int(a.rows, "lu");
            return check_cublas(
                cublas().of(a.dtype).getrf_batched(handles().blas(stream), n, a.addresses, as_int(a.ld, "lu"),
                                                   static_cast<int*>(pivots), info, as_int(a.batch, "lu")),
                "factorizing a batch of matrices");
        }
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        const CusolverParams params = handles().params();
        const int type = cuda_data_type(a.dtype);
        Room room;
        check_cusolver(library.getrf_size(handle, params, a.rows, a.columns, type, a.data, a.ld, type,
                                          &room.device_bytes, &room.host_bytes),
                       "asking for the room that getrf needs");
        room.take();
        const std::int64_t count = std::min(a.rows, a.columns);
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(library.getrf(handle, params, a.rows, a.columns, type, a.at(i), a.ld,
                                         static_cast<std::int64_t*>(pivots) + i * count, type, room.device(),
                                         room.device_bytes, room.host.data(), room.host_bytes, info + i),
                           "factorizing a matrix (getrf)");
    }

    void lu_solve(const Matrices& lu, const void* pivots, Op op, const Matrices& b, StreamHandle stream) override {
        if (lu_in_batches(lu)) {
            int failed = 0;
            return check_cublas(
                cublas().of(lu.dtype).getrs_batched(handles().blas(stream), cublas_op(op), as_int(lu.rows, "solve"),
                                                    as_int(b.columns, "solve"), pointers(lu), as_int(lu.ld, "solve"),
                                                    static_cast<const int*>(pivots), b.addresses, as_int(b.ld, "solve"),
                                                    &failed, as_int(lu.batch, "solve")),
                "solving a batch of equations");
        }
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        const int type = cuda_data_type(lu.dtype);
        Room room;
        room.device_bytes = sizeof(int);  // its info, which could only tell of bad arguments
        room.take();
        for (std::int64_t i = 0; i < lu.batch; ++i)
            check_cusolver(library.getrs(handle, handles().params(), cublas_op(op), lu.rows, b.columns, type, lu.at(i),
                                         lu.ld, static_cast<const std::int64_t*>(pivots) + i * lu.rows, type, b.at(i),
                                         b.ld, static_cast<int*>(room.device())),
                           "solving equations (getrs)");
    }

    bool lu_invert(const Matrices&, const void*, int*, StreamHandle) override { return false; }

    bool solves_sparse() override { return cudss() != nullptr; }
    bool solve_sparse(const SparseEquations& equations, StreamHandle stream) override {
        return solve_by_cudss(*cudss(), equations, stream);
    }

    void cholesky(const Matrices& a, bool upper, int* info, StreamHandle stream) override {
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        if (is_batch_of_small(a, a.rows))
            return check_cusolver(
                library.of(a.dtype).potrf_batched(handle, fill(upper), as_int(a.rows, "cholesky"), a.addresses,
                                                  as_int(a.ld, "cholesky"), info, as_int(a.batch, "cholesky")),
                "factorizing a batch of matrices (potrfBatched)");
        const int type = cuda_data_type(a.dtype);
        const CusolverParams params = handles().params();
        Room room;
        check_cusolver(library.potrf_size(handle, params, fill(upper), a.rows, type, a.data, a.ld, type,
                                          &room.device_bytes, &room.host_bytes),
                       "asking for the room that potrf needs");
        room.take();
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(library.potrf(handle, params, fill(upper), a.rows, type, a.at(i), a.ld, type, room.device(),
                                         room.device_bytes, room.host.data(), room.host_bytes, info + i),
                           "factorizing a matrix (potrf)");
    }

    void qr(const Matrices& a, const Matrices& tau, StreamHandle stream) override {
        if (is_batch_of_small(a, std::max(a.rows, a.columns))) {
            int failed = 0;
            return check_cublas(cublas().of(a.dtype).geqrf_batched(
                                    handles().blas(stream), as_int(a.rows, "qr"), as_int(a.columns, "qr"), a.addresses,
                                    as_int(a.ld, "qr"), tau.addresses, &failed, as_int(a.batch, "qr")),
                                "factorizing a batch of matrices (geqrfBatched)");
        }
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        const CusolverParams params = handles().params();
        const int type = cuda_data_type(a.dtype);
        Room room;
        check_cusolver(library.geqrf_size(handle, params, a.rows, a.columns, type, a.data, a.ld, type, tau.data, type,
                                          &room.device_bytes, &room.host_bytes),
                       "asking for the room that geqrf needs");
        // Its info, which could only tell of bad arguments, lies behind the room.
        const std::size_t bytes = (room.device_bytes + 15) / 16 * 16;
        const std::size_t asked = room.device_bytes;
        room.device_bytes = bytes + sizeof(int);
        room.take();
        int* info = reinterpret_cast<int*>(static_cast<char*>(room.device()) + bytes);
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(library.geqrf(handle, params, a.rows, a.columns, type, a.at(i), a.ld, type, tau.at(i), type,
                                         room.device(), asked, room.host.data(), room.host_bytes, info),
                           "factorizing a matrix (geqrf)");
    }

    void form_q(const Matrices& a, const Matrices& tau, StreamHandle stream) override {
        const CusolverTyped& library = cusolver().of(a.dtype);
        const CusolverHandle handle = handles().solver(stream);
        const int m = as_int(a.rows, "qr"), n = as_int(a.columns, "qr"), k = as_int(tau.rows, "qr"),
                  lda = as_int(a.ld, "qr");
        int length = 0;
        check_cusolver(library.orgqr_size(handle, m, n, k, a.data, lda, tau.data, &length),
                       "asking for the room that orgqr needs");
        Room room;
        const std::size_t bytes =
            (static_cast<std::size_t>(length) * static_cast<std::size_t>(itemsize(a.dtype)) + 15) / 16 * 16;
        room.device_bytes = bytes + sizeof(int);
        room.take();
        int* info = reinterpret_cast<int*>(static_cast<char*>(room.device()) + bytes);
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(library.orgqr(handle, m, n, k, a.at(i), lda, tau.at(i), room.device(), length, info),
                           "forming Q (orgqr)");
    }

    void solve_triangular(const Matrices& a, bool upper, bool unit_diagonal, Op op, const Matrices& b,
                          StreamHandle stream) override {
        const CublasTyped& library = cublas().of(a.dtype);
        const CublasHandle handle = handles().blas(stream);
        const int diagonal = unit_diagonal ? cublas_unit : cublas_non_unit;
        const void* one = factors.one(a.dtype);
        if (a.batch > 1)
            return check_cublas(library.trsm_batched(handle, cublas_left, fill(upper), cublas_op(op), diagonal, b.rows,
                                                     b.columns, one, pointers(a), a.ld, b.addresses, b.ld, a.batch),
                                "solving a batch of triangular equations");
        check_cublas(library.trsm(handle, cublas_left, fill(upper), cublas_op(op), diagonal, b.rows, b.columns, one,
                                  a.data, a.ld, b.data, b.ld),
                     "solving triangular equations");
    }

    SvdForm svd_form(const Matrices& a) const override {
        const bool batched = svd_in_batches(a);
        return {.tall_only = true, .full = batched, .v = batched};
    }

    void svd(const Matrices& a, Vectors vectors, void* s, const Matrices& u, const Matrices& vh, int* info,
             StreamHandle stream) override {
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        if (svd_in_batches(a)) {
            const CusolverTyped& typed = library.of(a.dtype);
            const int job = vectors == Vectors::none ? cusolver_no_vectors : cusolver_vectors;
            const int m = static_cast<int>(a.rows), n = static_cast<int>(a.columns), lda = static_cast<int>(a.ld);
            const int ldu = job ? static_cast<int>(u.ld) : m, ldv = job ? static_cast<int>(vh.ld) : n,
                      batch = as_int(a.batch, "svd");
            void *u_data = u.data, *v_data = vh.data;
            // Without vectors, too, cuSOLVER wants memory for them.
            Room unused;
            if (!job) {
                const std::size_t left = static_cast<std::size_t>(m) * static_cast<std::size_t>(m),
                                  right = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
                const std::size_t matrix =
                    static_cast<std::size_t>(itemsize(a.dtype)) * static_cast<std::size_t>(batch);
                unused.device_bytes = (left + right) * matrix;
                unused.take();
                u_data = unused.device();
                v_data = static_cast<char*>(u_data) + left * matrix;
            }
            const JacobiParams params = handles().svd_params();
            int length = 0;
            check_cusolver(typed.gesvdj_batched_size(handle, job, m, n, a.data, lda, s, u_data, ldu, v_data, ldv,
                                                     &length, params, batch),
                           "asking for the room that gesvdjBatched needs");
            Room room;
            room.device_bytes = static_cast<std::size_t>(length) * static_cast<std::size_t>(itemsize(a.dtype));
            room.take();
            return check_cusolver(typed.gesvdj_batched(handle, job, m, n, a.data, lda, s, u_data, ldu, v_data, ldv,
                                                       room.device(), length, info, params, batch),
                                  "decomposing a batch of matrices (gesvdjBatched)");
        }
        const signed char job = vectors == Vectors::none ? 'N' : vectors == Vectors::reduced ? 'S' : 'A';
        const bool wanted = vectors != Vectors::none;
        const int type = cuda_data_type(a.dtype), real = real_type(a.dtype);
        const std::int64_t ldu = wanted ? u.ld : a.rows, ldv = wanted ? vh.ld : a.columns;
        const auto at = [&](const Matrices& x, std::int64_t i) { return wanted ? x.at(i) : nullptr; };
        Room room;
        check_cusolver(
            library.gesvd_size(handle, handles().params(), job, job, a.rows, a.columns, type, a.data, a.ld, real, s,
                               type, at(u, 0), ldu, type, at(vh, 0), ldv, type, &room.device_bytes, &room.host_bytes),
            "asking for the room that gesvd needs");
        room.take();
        const std::int64_t values = std::min(a.rows, a.columns) * (is_double(a.dtype) ? 8 : 4);
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(
                library.gesvd(handle, handles().params(), job, job, a.rows, a.columns, type, a.at(i), a.ld, real,
                              static_cast<char*>(s) + i * values, type, at(u, i), ldu, type, at(vh, i), ldv, type,
                              room.device(), room.device_bytes, room.host.data(), room.host_bytes, info + i),
                "decomposing a matrix (gesvd)");
    }

    void eigh(const Matrices& a, bool upper, bool vectors, void* values, int* info, StreamHandle stream) override {
        const Cusolver& library = cusolver();
        const CusolverHandle handle = handles().solver(stream);
        const int job = vectors ? cusolver_vectors : cusolver_no_vectors, type = cuda_data_type(a.dtype),
                  real = real_type(a.dtype);
        Room room;
        if (is_batch_of_small(a, a.rows)) {
            // Jacobi's rotations are the quicker way for the smallest.
            if (library.syev_batched && a.rows > 32 && a.ld == a.rows && a.stride == a.rows * a.rows) {
                const CusolverParams params = handles().params();
                check_cusolver(
                    library.syev_batched_size(handle, params, job, fill(upper), a.rows, type, a.data, a.ld, real,
                                              values, type, &room.device_bytes, &room.host_bytes, a.batch),
                    "asking for the room that XsyevBatched needs");
                room.take();
                return check_cusolver(library.syev_batched(handle, params, job, fill(upper), a.rows, type, a.data, a.ld,
                                                           real, values, type, room.device(), room.device_bytes,
                                                           room.host.data(), room.host_bytes, info, a.batch),
                                      "decomposing a batch of Hermitian matrices (XsyevBatched)");
            }
            const CusolverTyped& typed = library.of(a.dtype);
            const int n = as_int(a.rows, "eigh"), lda = as_int(a.ld, "eigh"), batch = as_int(a.batch, "eigh");
            const JacobiParams params = handles().eigen_params();
            int length = 0;
            check_cusolver(
                typed.syevj_batched_size(handle, job, fill(upper), n, a.data, lda, values, &length, params, batch),
                "asking for the room that syevjBatched needs");
            room.device_bytes = static_cast<std::size_t>(length) * static_cast<std::size_t>(itemsize(a.dtype));
            room.take();
            return check_cusolver(typed.syevj_batched(handle, job, fill(upper), n, a.data, lda, values, room.device(),
                                                      length, info, params, batch),
                                  "decomposing a batch of Hermitian matrices (syevjBatched)");
        }
        const CusolverParams params = handles().params();
        check_cusolver(library.syevd_size(handle, params, job, fill(upper), a.rows, type, a.data, a.ld, real, values,
                                          type, &room.device_bytes, &room.host_bytes),
                       "asking for the room that syevd needs");
        room.take();
        const std::int64_t step = a.rows * (is_double(a.dtype) ? 8 : 4);
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(library.syevd(handle, params, job, fill(upper), a.rows, type, a.at(i), a.ld, real,
                                         static_cast<char*>(values) + i * step, type, room.device(), room.device_bytes,
                                         room.host.data(), room.host_bytes, info + i),
                           "decomposing a Hermitian matrix (syevd)");
    }

    void eig(const Matrices& a, void* values, const Matrices* right, int* info, StreamHandle stream) override {
        const Cusolver& library = cusolver();
        if (!library.geev)
            throw NotSupportedError(
                "eig: this cuSOLVER has no routine for matrices that are not Hermitian; CUDA 12.6 update 2 or newer "
                "has "
                "it. Take eigh where the matrix is Hermitian, or numpy.linalg.eig(a.get()).");
        const CusolverHandle handle = handles().solver(stream);
        const CusolverParams params = handles().params();
        const int job = right ? cusolver_vectors : cusolver_no_vectors, type = cuda_data_type(a.dtype);
        const int type_w = cuda_data_type(is_double(a.dtype) ? DType::complex128 : DType::complex64);
        const std::int64_t ldv = right ? right->ld : a.rows, step = a.rows * (is_double(a.dtype) ? 16 : 8);
        const auto vectors = [&](std::int64_t i) { return right ? right->at(i) : nullptr; };
        Room room;
        check_cusolver(
            library.geev_size(handle, params, cusolver_no_vectors, job, a.rows, type, a.data, a.ld, type_w, values,
                              type, nullptr, a.rows, type, vectors(0), ldv, type, &room.device_bytes, &room.host_bytes),
            "asking for the room that geev needs");
        room.take();
        for (std::int64_t i = 0; i < a.batch; ++i)
            check_cusolver(
                library.geev(handle, params, cusolver_no_vectors, job, a.rows, type, a.at(i), a.ld, type_w,
                             static_cast<char*>(values) + i * step, type, nullptr, a.rows, type, vectors(i), ldv, type,
                             room.device(), room.device_bytes, room.host.data(), room.host_bytes, info + i),
                "decomposing a matrix (geev)");
    }

    bool least_squares(const Matrices&, const Matrices&, double, void*, int*, int*, StreamHandle) override {
        return false;
    }

private:
    static const void* const* array(const Product::Operand& x) { return static_cast<const void* const*>(x.data); }

    /// A matrix by a vector: `gemv` reads each element once at the memory's speed.
    static void multiply_vector(const CublasTyped& library, CublasHandle handle, const Product& p) {
        const bool column = p.n == 1;  // op(A) x; else x op(B), which is op(B)^T x
        const Product::Operand &matrix = column ? p.a : p.b, &vector = column ? p.b : p.a;
        const bool stored = matrix.op == Op::none;
        // cuBLAS sees the stored matrix transposed.
        const std::int64_t rows = column == stored ? p.k
                                  : column         ? p.m
                                                   : p.n,
                           columns = column == stored ? (column ? p.m : p.n) : p.k;
        const int op = column == stored ? cublas_op_t : cublas_op_n;
        const std::int64_t step = column == (vector.op == Op::none) ? vector.ld : 1, out_step = column ? p.c.ld : 1;
        const void *one = factors.one(p.dtype), *zero = factors.zero(p.dtype);
        int status;
        if (p.pointers)
            status = library.gemv_pointers(handle, op, rows, columns, one, array(matrix), matrix.ld, array(vector),
                                           step, zero, static_cast<void* const*>(p.c.data), out_step, p.batch);
        else if (p.batch > 1)
            status =
                library.gemv_strided(handle, op, rows, columns, one, matrix.data, matrix.ld, matrix.stride, vector.data,
                                     step, vector.stride, zero, p.c.data, out_step, p.c.stride, p.batch);
        else
            status = library.gemv(handle, op, rows, columns, one, matrix.data, matrix.ld, vector.data, step, zero,
                                  p.c.data, out_step);
        check_cublas(status, "multiplying a matrix by a vector");
    }

    static bool lu_in_batches(const Matrices& a) { return a.rows == a.columns && is_batch_of_small(a, a.rows); }
    static bool svd_in_batches(const Matrices& a) { return a.batch > 1 && a.rows <= 32 && a.columns <= 32; }
};

}  // namespace

LinearAlgebra& cuda_linear_algebra() {
    static CudaLinearAlgebra& instance = *new CudaLinearAlgebra;
    return instance;
}

}  // namespace cuprum::backend::cuda
