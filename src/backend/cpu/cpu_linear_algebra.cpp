#include "backend/cpu/cpu_linear_algebra.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "cuprum/error.h"
#include "numerics/openblas.h"
#include "runtime/thread_pool.h"

namespace cuprum::backend::cpu {
namespace {

using namespace numerics;  // OpenBLAS
using runtime::Matrices;
using runtime::Op;
using runtime::Product;
using runtime::StreamHandle;
using runtime::Vectors;

/// Multiplications for which OpenBLAS starts no threads.
constexpr double one_thread_work = 64.0 * 64 * 64;
/// Vectors of fewer bytes are multiplied without it.
constexpr std::int64_t short_vector = 128;
/// The length of vectors for whose product it starts none.
constexpr std::int64_t one_thread_vector = 10000;
/// The longer side of matrices whose factorization OpenBLAS's threads would only wait for each other in; and, as
/// solving with factors and reducing to three diagonals gain from threads sooner, the bytes of matrices there, times
/// the columns.
constexpr std::int64_t one_thread_side = 128;
constexpr double one_thread_bytes = 128.0 * 128 * 4;
/// Multiplications that are worth a piece of work for the thread pool.
constexpr double piece_work = 32.0 * 32 * 32;

constexpr std::size_t one = 1;  // the length of a character argument

/// Keeps OpenBLAS to the calling threads while the pool's threads each call it for matrices of their own. The setting
/// is the process's, so whoever comes first keeps the old one and whoever leaves last puts it back.
class OneThreadEach {
public:
    OneThreadEach() {
        std::lock_guard lock(mutex());
        if (users()++ > 0) return;
        before() = openblas().get_num_threads();
        openblas().set_num_threads(1);
    }
    ~OneThreadEach() {
        std::lock_guard lock(mutex());
        if (--users() == 0) openblas().set_num_threads(before());
    }
    OneThreadEach(const OneThreadEach&) = delete;

private:
    static std::mutex& mutex() {
        static std::mutex m;
        return m;
    }
    static int& users() {
        static int count = 0;
        return count;
    }
    static int& before() {
        static int count = 1;
        return count;
    }
};

/// Calls `run(first, last)` for ranges of a batch whose matrices take `work` multiplications each: many matrices are
/// shared out among the pool's threads, few large ones are left to OpenBLAS's.
template <class Run>
void over_batch(std::int64_t batch, double work, Run run) {
    const int threads = runtime::ThreadPool::threads();
    const bool many = batch >= 2 * threads || work <= one_thread_work;
    if (batch == 1 || threads == 1 || !many) return run(std::int64_t{0}, batch);
    const auto grain = static_cast<std::int64_t>(std::max(1.0, piece_work / std::max(work, 1.0)));
    const OneThreadEach guard;  // even of small matrices: solving with several right-hand sides starts threads soon
    runtime::ThreadPool::parallel_for(0, batch, grain, run);
}

void check_int(const char* what, std::int64_t length) {
    if (!openblas().wide && length > INT32_MAX)
        throw ValueError(std::string(what) + ": a length of " + std::to_string(length) +
                         " is too large for this OpenBLAS, whose integers have 32 bits");
}

/// Memory that a routine works in.
/// Whether a matrix in column order has an infinity and no NaN. LAPACK reports NaN, but may search for ever for the
/// singular values of what is infinite.
template <class T>
bool holds_infinity(const T* a, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
    bool infinite = false, not_a_number = false;
    for (std::int64_t j = 0; j < columns; ++j)
        for (std::int64_t i = 0; i < rows; ++i) {
            const std::complex<double> x = a[j * ld + i];
            infinite |= std::isinf(x.real()) | std::isinf(x.imag());
            not_a_number |= std::isnan(x.real()) | std::isnan(x.imag());
        }
    return infinite && !not_a_number;
}

template <class T>
void fill_with_nan(T* a, std::int64_t rows, std::int64_t columns, std::int64_t ld) {
    for (std::int64_t j = 0; j < columns; ++j)
        std::fill_n(a + j * ld, rows, T(std::numeric_limits<real_t<T>>::quiet_NaN()));
}

template <class T>
std::unique_ptr<T[]> room(std::int64_t count) {
    return std::unique_ptr<T[]>(new T[static_cast<std::size_t>(std::max<std::int64_t>(count, 1))]);
}

/// The length of `work` that a routine asked for, as it tells it.
template <class T>
Int asked_length(const T& answer) {
    // Large lengths are rounded on the way through a float.
    return static_cast<Int>(std::real(answer) * (1 + 2e-7)) + 1;
}

/// Runs `call(i, work, length)` for each matrix, having asked the first one how much room it needs.
template <class T, class Call>
void call_with_room(std::int64_t first, std::int64_t last, int* info, const Call& call) {
    T answer{};
    call(first, &answer, -1);
    const Int length = asked_length(answer);
    const auto work = room<T>(length);
    for (std::int64_t i = first; i < last; ++i) info[i] = call(i, work.get(), length);
}

template <class F>
void by_type(DType dtype, F&& f) {
    switch (dtype) {
        case DType::float32: return f.template operator()<float>();
        case DType::float64: return f.template operator()<double>();
        case DType::complex64: return f.template operator()<std::complex<float>>();
        case DType::complex128: return f.template operator()<std::complex<double>>();
        default: throw TypeError(std::string("array type ") + info(dtype).name + " is unsupported in linalg");
    }
}

// ------------------------------------------------------------------------------------------------------------ products

/// The letter by which a row-major matrix goes to a routine that takes columns: there it is its own transpose already.
char letter(Op op) { return op == Op::none ? 'N' : op == Op::transpose ? 'T' : 'C'; }

/// Copies the triangle that syrk wrote, below the diagonal of a row-major matrix, to the other side.
template <class T>
void mirror(T* c, std::int64_t n, std::int64_t ld) {
    constexpr std::int64_t tile = 32;
    runtime::ThreadPool::parallel_for(0, (n + tile - 1) / tile, 4, [=](std::int64_t first, std::int64_t last) {
        for (std::int64_t i0 = first * tile; i0 < std::min(last * tile, n); i0 += tile)
            for (std::int64_t j0 = 0; j0 <= i0; j0 += tile)
                for (std::int64_t i = i0; i < std::min(i0 + tile, n); ++i)
                    for (std::int64_t j = j0; j < std::min(j0 + tile, i); ++j) c[j * ld + i] = c[i * ld + j];
    });
}

template <class T>
void multiply_one(const Product& p, const T* a, const T* b, T* c) {
    static const auto gemv = routine<T, void(C, I, I, const T*, const T*, I, const T*, I, const T*, T*, I, L)>("gemv");
    static const auto syrk = routine<T, void(C, C, I, I, const T*, const T*, I, const T*, T*, I, L, L)>("syrk");
    static const auto gemm =
        routine<T, void(C, C, I, I, I, const T*, const T*, I, const T*, I, const T*, T*, I, L, L)>("gemm");
    const T alpha = 1, beta = 0;
    const Int m = p.m, n = p.n, k = p.k, lda = p.a.ld, ldb = p.b.ld, ldc = p.c.ld;
    const char ta = letter(p.a.op), tb = letter(p.b.op);
    if (n == 1 && ta != 'C' && tb != 'C') {
        const Int step = tb == 'N' ? ldb : 1;
        const Int rows = ta == 'N' ? k : m, columns = ta == 'N' ? m : k;
        return gemv(ta == 'N' ? "T" : "N", &rows, &columns, &alpha, a, &lda, b, &step, &beta, c, &ldc, one);
    }
    if (m == 1 && ta != 'C' && tb != 'C') {
        const Int step = ta == 'N' ? 1 : lda, next = 1;
        const Int rows = tb == 'N' ? n : k, columns = tb == 'N' ? k : n;
        return gemv(tb == 'N' ? "N" : "T", &rows, &columns, &alpha, b, &ldb, a, &step, &beta, c, &next, one);
    }
    if (a == b && lda == ldb && m == n && ((ta == 'N' && tb == 'T') || (ta == 'T' && tb == 'N'))) {
        // A matrix by its own transpose: half of the work.
        syrk("U", ta == 'N' ? "T" : "N", &n, &k, &alpha, a, &lda, &beta, c, &ldc, one, one);
        return mirror(c, n, ldc);
    }
    gemm(&tb, &ta, &n, &m, &k, &alpha, b, &ldb, a, &lda, &beta, c, &ldc, one, one);
}

template <class T>
T* operand(const Product::Operand& x, bool pointers, std::int64_t i) {
    return pointers ? static_cast<T**>(x.data)[i] : static_cast<T*>(x.data) + i * x.stride;
}

/// The product of vectors so short that calling a routine takes longer. The lanes are sums of their own, as in vector
/// registers.
template <class T>
T short_dot(std::int64_t k, const T* a, const T* b) {
    constexpr int lanes = 8;
    T sums[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= k; i += lanes)
        for (int l = 0; l < lanes; ++l) sums[l] += a[i + l] * b[i + l];
    if (i + 4 <= k) {
        for (int l = 0; l < 4; ++l) sums[l] += a[i + l] * b[i + l];
        i += 4;
    }
    T rest = 0;
    for (; i < k; ++i) rest += a[i] * b[i];
    return rest + (((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7])));
}

template <class T>
void multiply_range(const Product& p, std::int64_t first, std::int64_t last) {
    if (p.m == 1 && p.n == 1 && (is_real<T> || p.b.op != Op::conjugate_transpose)) {
        using Dot = T(I, const T*, I, const T*, I);
        static const auto dot = routine<T, Dot>(is_real<T> ? "dot" : "dotu"),
                          conjugate_dot = is_real<T> ? dot : routine<T, Dot>("dotc");
        const auto multiply = p.a.op == Op::conjugate_transpose ? conjugate_dot : dot;
        const Int k = p.k, step_a = p.a.op == Op::none ? 1 : p.a.ld, step_b = p.b.op == Op::none ? p.b.ld : 1;
        if constexpr (is_real<T>)
            if (k * static_cast<Int>(sizeof(T)) < short_vector && step_a == 1 && step_b == 1) {
                for (std::int64_t i = first; i < last; ++i)
                    *operand<T>(p.c, p.pointers, i) =
                        short_dot(p.k, operand<T>(p.a, p.pointers, i), operand<T>(p.b, p.pointers, i));
                return;
            }
        for (std::int64_t i = first; i < last; ++i)
            *operand<T>(p.c, p.pointers, i) =
                multiply(&k, operand<T>(p.a, p.pointers, i), &step_a, operand<T>(p.b, p.pointers, i), &step_b);
        return;
    }
    for (std::int64_t i = first; i < last; ++i)
        multiply_one<T>(p, operand<T>(p.a, p.pointers, i), operand<T>(p.b, p.pointers, i),
                        operand<T>(p.c, p.pointers, i));
}

/// A large matrix by a vector, of which threads of the pool take some elements of the result each. OpenBLAS's own would
/// still wait for more to do, and take the cores from the pool's, while what comes next runs.
template <class T>
void multiply_by_vector(const Product& p) {
    const T *a = operand<T>(p.a, p.pointers, 0), *b = operand<T>(p.b, p.pointers, 0);
    T* const c = operand<T>(p.c, p.pointers, 0);
    const auto grain = std::max<std::int64_t>(1, static_cast<std::int64_t>(one_thread_work / 4) / p.k);
    const OneThreadEach guard;
    runtime::ThreadPool::parallel_for(0, p.n == 1 ? p.m : p.n, grain, [&](std::int64_t first, std::int64_t last) {
        Product part = p;
        if (p.n == 1) {
            part.m = last - first;
            multiply_one(part, a + first * (p.a.op == Op::none ? p.a.ld : 1), b, c + first * p.c.ld);
        } else {
            part.n = last - first;
            multiply_one(part, a, b + first * (p.b.op == Op::none ? 1 : p.b.ld), c + first);
        }
    });
}

class CpuLinearAlgebra final : public runtime::LinearAlgebra {
public:
    explicit CpuLinearAlgebra(Streams& streams) : streams_(streams) {}

    bool multiplies(DType dtype) const override { return itemsize(dtype) >= 4 && is_inexact(dtype); }
    bool multiplies_vectors(DType dtype) const override { return multiplies(dtype); }

    void multiply(const Product& product, StreamHandle stream) override {
        for (std::int64_t length : {product.m, product.n, product.k, product.a.ld, product.b.ld, product.c.ld})
            check_int("matmul", length);
        streams_.give(stream, "matmul", [p = product] {
            by_type(p.dtype, [&]<class T>() {
                const bool threads = p.m == 1 && p.n == 1 && p.k > one_thread_vector;
                const double work =
                    threads ? 2 * one_thread_work
                            : static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
                std::optional<OpenBlasAtWork> at_work;
                if (work > one_thread_work) at_work.emplace();
                if (work > one_thread_work && p.batch == 1 && (p.m == 1) != (p.n == 1) &&
                    runtime::ThreadPool::threads() > 1)
                    return multiply_by_vector<T>(p);
                over_batch(p.batch, work,
                           [&](std::int64_t first, std::int64_t last) { multiply_range<T>(p, first, last); });
            });
        });
    }

    // -------------------------------------------------------------------------------------------------- factorizations

    DType pivot_dtype(const Matrices&) const override { return openblas().wide ? DType::int64 : DType::int32; }

    void lu(const Matrices& a, void* pivots, int* info, StreamHandle stream) override {
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto getrf = routine<T, void(I, I, T*, I, void*, Int*)>("getrf");
            const Int m = a.rows, n = a.columns, lda = a.ld;
            for (std::int64_t i = first; i < last; ++i) {
                Int failed = 0;
                getrf(&m, &n, matrix<T>(a, i), &lda, pivots_of(pivots, i, std::min(m, n)), &failed);
                info[i] = static_cast<int>(failed);
            }
        });
    }

    void lu_solve(const Matrices& lu, const void* pivots, Op op, const Matrices& b, StreamHandle stream) override {
        check_int("solve", b.columns);
        const bool alone = bytes(lu) * static_cast<double>(b.columns) <= one_thread_bytes * one_thread_side;
        each(stream, lu, alone, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto getrs = routine<T, void(C, I, I, const T*, I, const void*, T*, I, Int*, L)>("getrs");
            const Int n = lu.rows, lda = lu.ld, ldb = b.ld, columns = b.columns;
            const char trans = letter(op);
            for (std::int64_t i = first; i < last; ++i) {
                Int failed = 0;
                getrs(&trans, &n, &columns, matrix<T>(lu, i), &lda, pivots_of(const_cast<void*>(pivots), i, n),
                      matrix<T>(b, i), &ldb, &failed, one);
            }
        });
    }

    bool lu_invert(const Matrices& lu, const void* pivots, int* info, StreamHandle stream) override {
        each(stream, lu, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto getri = routine<T, void(I, T*, I, const void*, T*, I, Int*)>("getri");
            const Int n = lu.rows, lda = lu.ld;
            Int failed = 0, length = -1;
            T answer{};
            getri(&n, matrix<T>(lu, first), &lda, pivots, &answer, &length, &failed);
            length = asked_length(answer);
            const auto work = room<T>(length);
            for (std::int64_t i = first; i < last; ++i) {
                if (info[i] != 0) continue;
                failed = 0;
                getri(&n, matrix<T>(lu, i), &lda, pivots_of(const_cast<void*>(pivots), i, n), work.get(), &length,
                      &failed);
                info[i] = static_cast<int>(failed);
            }
        });
        return true;
    }

    void cholesky(const Matrices& a, bool upper, int* info, StreamHandle stream) override {
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto potrf = routine<T, void(C, I, T*, I, Int*, L)>("potrf");
            const Int n = a.rows, lda = a.ld;
            for (std::int64_t i = first; i < last; ++i) {
                Int failed = 0;
                potrf(upper ? "U" : "L", &n, matrix<T>(a, i), &lda, &failed, one);
                info[i] = static_cast<int>(failed);
            }
        });
    }

    void qr(const Matrices& a, const Matrices& tau, StreamHandle stream) override {
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto geqrf = routine<T, void(I, I, T*, I, T*, T*, I, Int*)>("geqrf");
            const Int m = a.rows, n = a.columns, lda = a.ld;
            Int failed = 0, length = -1;
            T answer{};
            geqrf(&m, &n, matrix<T>(a, first), &lda, matrix<T>(tau, first), &answer, &length, &failed);
            length = asked_length(answer);
            const auto work = room<T>(length);
            for (std::int64_t i = first; i < last; ++i)
                geqrf(&m, &n, matrix<T>(a, i), &lda, matrix<T>(tau, i), work.get(), &length, &failed);
        });
    }

    void form_q(const Matrices& a, const Matrices& tau, StreamHandle stream) override {
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto gqr =
                routine<T, void(I, I, I, T*, I, const T*, T*, I, Int*)>(is_real<T> ? "orgqr" : "ungqr");
            const Int m = a.rows, n = a.columns, lda = a.ld, count = tau.rows;
            Int failed = 0, length = -1;
            T answer{};
            gqr(&m, &n, &count, matrix<T>(a, first), &lda, matrix<T>(tau, first), &answer, &length, &failed);
            length = asked_length(answer);
            const auto work = room<T>(length);
            for (std::int64_t i = first; i < last; ++i)
                gqr(&m, &n, &count, matrix<T>(a, i), &lda, matrix<T>(tau, i), work.get(), &length, &failed);
        });
    }

    void solve_triangular(const Matrices& a, bool upper, bool unit_diagonal, Op op, const Matrices& b,
                          StreamHandle stream) override {
        check_int("solve_triangular", b.columns);
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            static const auto trsm =
                routine<T, void(C, C, C, C, I, I, const T*, const T*, I, T*, I, L, L, L, L)>("trsm");
            const Int m = b.rows, n = b.columns, lda = a.ld, ldb = b.ld;
            const T alpha = 1;
            const char trans = letter(op);
            for (std::int64_t i = first; i < last; ++i)
                trsm("L", upper ? "U" : "L", &trans, unit_diagonal ? "U" : "N", &m, &n, &alpha, matrix<T>(a, i), &lda,
                     matrix<T>(b, i), &ldb, one, one, one, one);
        });
    }

    runtime::SvdForm svd_form(const Matrices&) const override {
        return {.tall_only = false, .full = false, .v = false};
    }

    void svd(const Matrices& a, Vectors vectors, void* s, const Matrices& u, const Matrices& vh, int* info,
             StreamHandle stream) override {
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            using R = real_t<T>;
            const Int m = a.rows, n = a.columns, lda = a.ld, small = std::min(m, n), large = std::max(m, n);
            const bool none = vectors == Vectors::none;
            const Int ldu = none ? 1 : u.ld, ldvh = none ? 1 : vh.ld;
            const char* job = none ? "N" : vectors == Vectors::reduced ? "S" : "A";
            const auto integers = room<Int>(8 * small);
            std::unique_ptr<R[]> reals;
            if constexpr (!std::is_same_v<T, R>)
                reals = room<R>(std::max(5 * small * small + 5 * small, 2 * large * small + 2 * small * small + small) +
                                7 * small);
            const auto call = [&](std::int64_t i, T* work, Int length) {
                Int failed = 0;
                T* ui = none ? nullptr : matrix<T>(u, i);
                T* vi = none ? nullptr : matrix<T>(vh, i);
                R* si = static_cast<R*>(s) + i * small;
                if (length > 0 && holds_infinity(matrix<T>(a, i), m, n, lda)) {
                    fill_with_nan(si, small, 1, small);
                    if (!none) {
                        fill_with_nan(ui, u.rows, u.columns, ldu);
                        fill_with_nan(vi, vh.rows, vh.columns, ldvh);
                    }
                    return 0;
                }
                if constexpr (std::is_same_v<T, R>) {
                    static const auto gesdd =
                        routine<T, void(C, I, I, T*, I, R*, T*, I, T*, I, T*, I, Int*, Int*, L)>("gesdd");
                    gesdd(job, &m, &n, matrix<T>(a, i), &lda, si, ui, &ldu, vi, &ldvh, work, &length, integers.get(),
                          &failed, one);
                } else {
                    static const auto gesdd =
                        routine<T, void(C, I, I, T*, I, R*, T*, I, T*, I, T*, I, R*, Int*, Int*, L)>("gesdd");
                    gesdd(job, &m, &n, matrix<T>(a, i), &lda, si, ui, &ldu, vi, &ldvh, work, &length, reals.get(),
                          integers.get(), &failed, one);
                }
                return static_cast<int>(failed);
            };
            call_with_room<T>(first, last, info, call);
        });
    }

    void eigh(const Matrices& a, bool upper, bool vectors, void* values, int* info, StreamHandle stream) override {
        each(stream, a, bytes(a) <= one_thread_bytes, [=]<class T>(std::int64_t first, std::int64_t last) {
            using R = real_t<T>;
            const Int n = a.rows, lda = a.ld;
            const char *job = vectors ? "V" : "N", *triangle = upper ? "U" : "L";
            const auto call = [&](std::int64_t i, T* work, Int length, R* reals, Int real_length, Int* integers,
                                  Int integer_length) {
                Int failed = 0;
                R* w = static_cast<R*>(values) + i * n;
                if constexpr (std::is_same_v<T, R>) {
                    static const auto evd = routine<T, void(C, C, I, T*, I, R*, T*, I, Int*, I, Int*, L, L)>(
                        is_real<T> ? "syevd" : "heevd");
                    evd(job, triangle, &n, matrix<T>(a, i), &lda, w, work, &length, integers, &integer_length, &failed,
                        one, one);
                } else {
                    static const auto evd = routine<T, void(C, C, I, T*, I, R*, T*, I, R*, I, Int*, I, Int*, L, L)>(
                        is_real<T> ? "syevd" : "heevd");
                    evd(job, triangle, &n, matrix<T>(a, i), &lda, w, work, &length, reals, &real_length, integers,
                        &integer_length, &failed, one, one);
                }
                return static_cast<int>(failed);
            };
            T answer{};
            R real_answer{};
            Int integer_answer = 0;
            call(first, &answer, -1, &real_answer, -1, &integer_answer, -1);
            const Int length = asked_length(answer), real_length = asked_length(real_answer);
            const auto work = room<T>(length);
            const auto reals = room<R>(real_length);
            const auto integers = room<Int>(integer_answer);
            for (std::int64_t i = first; i < last; ++i)
                info[i] = call(i, work.get(), length, reals.get(), real_length, integers.get(), integer_answer);
        });
    }

    void eig(const Matrices& a, void* values, const Matrices* vectors, int* info, StreamHandle stream) override {
        const std::optional<Matrices> right = vectors ? std::optional(*vectors) : std::nullopt;
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            using R = real_t<T>;
            const Int n = a.rows, lda = a.ld, ldv = right ? right->ld : 1, unused = 1;
            const char* job = right ? "V" : "N";
            const auto reals = room<R>(2 * n);  // the values' parts, or room to work in
            const auto call = [&](std::int64_t i, T* work, Int length) {
                Int failed = 0;
                T* v = right ? matrix<T>(*right, i) : nullptr;
                auto* w = static_cast<std::complex<R>*>(values) + i * n;
                if constexpr (std::is_same_v<T, R>) {
                    static const auto geev =
                        routine<T, void(C, C, I, T*, I, R*, R*, T*, I, T*, I, T*, I, Int*, L, L)>("geev");
                    geev("N", job, &n, matrix<T>(a, i), &lda, reals.get(), reals.get() + n, nullptr, &unused, v, &ldv,
                         work, &length, &failed, one, one);
                    if (length != -1)
                        for (Int j = 0; j < n; ++j) w[j] = {reals[j], reals[n + j]};
                } else {
                    static const auto geev =
                        routine<T, void(C, C, I, T*, I, T*, T*, I, T*, I, T*, I, R*, Int*, L, L)>("geev");
                    geev("N", job, &n, matrix<T>(a, i), &lda, w, nullptr, &unused, v, &ldv, work, &length, reals.get(),
                         &failed, one, one);
                }
                return static_cast<int>(failed);
            };
            call_with_room<T>(first, last, info, call);
        });
    }

    bool least_squares(const Matrices& a, const Matrices& b, double rcond, void* s, int* rank, int* info,
                       StreamHandle stream) override {
        check_int("lstsq", b.columns);
        each(stream, a, [=]<class T>(std::int64_t first, std::int64_t last) {
            using R = real_t<T>;
            const Int m = a.rows, n = a.columns, lda = a.ld, ldb = b.ld, columns = b.columns, small = std::min(m, n);
            const R cutoff = static_cast<R>(rcond);
            const auto call = [&](std::int64_t i, T* work, Int length, R* reals, Int* integers) {
                Int failed = 0, found = 0;
                R* si = static_cast<R*>(s) + i * small;
                if constexpr (std::is_same_v<T, R>) {
                    static const auto gelsd =
                        routine<T, void(I, I, I, T*, I, T*, I, R*, const R*, Int*, T*, I, Int*, Int*)>("gelsd");
                    gelsd(&m, &n, &columns, matrix<T>(a, i), &lda, matrix<T>(b, i), &ldb, si, &cutoff, &found, work,
                          &length, integers, &failed);
                } else {
                    static const auto gelsd =
                        routine<T, void(I, I, I, T*, I, T*, I, R*, const R*, Int*, T*, I, R*, Int*, Int*)>("gelsd");
                    gelsd(&m, &n, &columns, matrix<T>(a, i), &lda, matrix<T>(b, i), &ldb, si, &cutoff, &found, work,
                          &length, reals, integers, &failed);
                }
                if (length != -1) rank[i] = static_cast<int>(found);
                return static_cast<int>(failed);
            };
            T answer{};
            R real_answer{};
            Int integer_answer = 0;
            call(first, &answer, -1, &real_answer, &integer_answer);
            const Int length = asked_length(answer);
            const auto work = room<T>(length);
            const auto reals = room<R>(asked_length(real_answer));
            const auto integers = room<Int>(integer_answer);
            for (std::int64_t i = first; i < last; ++i)
                info[i] = call(i, work.get(), length, reals.get(), integers.get());
        });
        return true;
    }

private:
    static double bytes(const Matrices& a) {
        return static_cast<double>(a.rows) * static_cast<double>(a.columns) * itemsize(a.dtype);
    }
    template <class T>
    static T* matrix(const Matrices& a, std::int64_t i) {
        return static_cast<T*>(a.data) + i * a.stride;
    }
    static void* pivots_of(void* pivots, std::int64_t i, std::int64_t count) {
        return static_cast<char*>(pivots) + i * count * (openblas().wide ? 8 : 4);
    }

    /// Calls `run<T>(first, last)` for ranges of the batch of `a`, in the order of the stream.
    template <class Run>
    void each(StreamHandle stream, const Matrices& a, Run run) {
        each(stream, a, std::max(a.rows, a.columns) <= one_thread_side, std::move(run));
    }
    /// `alone`: OpenBLAS starts no threads for a single matrix.
    template <class Run>
    void each(StreamHandle stream, const Matrices& a, bool alone, Run run) {
        for (std::int64_t length : {a.rows, a.columns, a.ld}) check_int("linalg", length);
        streams_.give(stream, "linalg", [a, alone, run] {
            by_type(a.dtype, [&]<class T>() {
                const auto rows = static_cast<double>(a.rows), columns = static_cast<double>(a.columns);
                const OpenBlasAtWork at_work;
                std::optional<OneThreadEach> guard;
                if (a.batch == 1 && alone && runtime::ThreadPool::threads() > 1) guard.emplace();
                over_batch(a.batch, rows * columns * std::min(rows, columns),
                           [&](std::int64_t first, std::int64_t last) { run.template operator()<T>(first, last); });
            });
        });
    }

    Streams& streams_;
};

}  // namespace

std::unique_ptr<runtime::LinearAlgebra> make_linear_algebra(Streams& streams) {
    return std::make_unique<CpuLinearAlgebra>(streams);
}

}  // namespace cuprum::backend::cpu
