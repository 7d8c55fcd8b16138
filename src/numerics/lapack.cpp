#include "numerics/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "cuprum/error.h"
#include "numerics/openblas.h"

namespace cuprum::numerics {
namespace {

std::size_t length(std::int64_t count) { return static_cast<std::size_t>(count); }

/// LAPACK's integers, which are of 32 or of 64 bits (see Int).
class Integers {
public:
    explicit Integers(std::int64_t count) : values_(length(std::max<std::int64_t>(count, 1))) {}
    Int* data() { return values_.data(); }
    std::int64_t operator[](std::int64_t i) const {
        if (openblas().wide) return values_[length(i)];
        return reinterpret_cast<const std::int32_t*>(values_.data())[i];
    }

private:
    std::vector<Int> values_;
};

template <class T>
std::vector<T> transposed(const T* a, std::int64_t rows, std::int64_t columns) {
    std::vector<T> result(length(rows * columns));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) result[length(j * rows + i)] = a[i * columns + j];
    return result;
}
template <class T>
std::vector<T> transposed(const std::vector<T>& a, std::int64_t rows, std::int64_t columns) {
    return transposed(a.data(), rows, columns);
}

bool is_finite(double x) { return std::isfinite(x); }
bool is_finite(Complex x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }

template <class T>
void check_finite(const std::vector<T>& a) {
    for (const T& x : a)
        if (!is_finite(x)) throw LinAlgError("Array must not contain infs or NaNs");
}

void check(Int info, const char* what) {
    if (static_cast<std::int32_t>(info) != 0) throw LinAlgError(std::string(what) + " did not converge");
}

/// Calls a routine with a workspace: once to ask for its length, once to compute. `call(work, lwork)`.
template <class T, class Call>
void with_workspace(Call&& call) {
    T best{};
    Int query = -1;
    call(&best, &query);
    Int size = std::max<Int>(1, static_cast<Int>(std::real(best)));
    std::vector<T> work(length(size));
    call(work.data(), &size);
}

}  // namespace

template <class T>
std::vector<Complex> eigenvalues(const std::vector<T>& a, std::int64_t n) {
    check_finite(a);
    if (n == 0) return {};
    const OpenBlasAtWork at_work;
    std::vector<T> matrix = transposed(a, n, n);
    std::vector<Complex> values(length(n));
    const Int one = 1;
    Int info = 0;
    if constexpr (is_real<T>) {
        using Geev = void(C, C, I, T*, I, T*, T*, T*, I, T*, I, T*, I, Int*, L, L);
        static Geev* const geev = routine<T, Geev>("geev");
        std::vector<double> re(length(n)), im(length(n));
        with_workspace<T>([&](T* work, const Int* size) {
            geev("N", "N", &n, matrix.data(), &n, re.data(), im.data(), nullptr, &one, nullptr, &one, work, size, &info,
                 1, 1);
        });
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = {re[k], im[k]};
    } else {
        using Geev = void(C, C, I, T*, I, T*, T*, I, T*, I, T*, I, double*, Int*, L, L);
        static Geev* const geev = routine<T, Geev>("geev");
        std::vector<double> reals(length(2 * n));
        with_workspace<T>([&](T* work, const Int* size) {
            geev("N", "N", &n, matrix.data(), &n, values.data(), nullptr, &one, nullptr, &one, work, size, reals.data(),
                 &info, 1, 1);
        });
    }
    check(info, "eigenvalues");
    return values;
}

template <class T>
Eigh<T> eigh(const std::vector<T>& a, std::int64_t n) {
    if (n == 0) return {};
    const OpenBlasAtWork at_work;
    Eigh<T> result{std::vector<double>(length(n)), transposed(a, n, n)};
    Int info = 0;
    if constexpr (is_real<T>) {
        using Syev = void(C, C, I, T*, I, T*, T*, I, Int*, L, L);
        static Syev* const syev = routine<T, Syev>("syev");
        with_workspace<T>([&](T* work, const Int* size) {
            syev("V", "L", &n, result.vectors.data(), &n, result.values.data(), work, size, &info, 1, 1);
        });
    } else {
        using Heev = void(C, C, I, T*, I, double*, T*, I, double*, Int*, L, L);
        static Heev* const heev = routine<T, Heev>("heev");
        std::vector<double> reals(length(3 * n));
        with_workspace<T>([&](T* work, const Int* size) {
            heev("V", "L", &n, result.vectors.data(), &n, result.values.data(), work, size, reals.data(), &info, 1, 1);
        });
    }
    check(info, "eigenvalues");
    result.vectors = transposed(result.vectors, n, n);
    return result;
}

template <class T>
bool solve(const std::vector<T>& a, std::int64_t n, T* b, std::int64_t columns) {
    if (n == 0) return true;
    const OpenBlasAtWork at_work;
    std::vector<T> matrix = transposed(a, n, n), x = transposed(b, n, columns);
    Integers pivots(n);
    Int info = 0;
    using Gesv = void(I, I, T*, I, Int*, T*, I, Int*);
    static Gesv* const gesv = routine<T, Gesv>("gesv");
    gesv(&n, &columns, matrix.data(), &n, pivots.data(), x.data(), &n, &info);
    if (static_cast<std::int32_t>(info) != 0) return false;
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < columns; ++j) b[i * columns + j] = x[length(j * n + i)];
    return true;
}

template <class T>
T determinant(const std::vector<T>& a, std::int64_t n) {
    if (n == 0) return T(1);
    const OpenBlasAtWork at_work;
    std::vector<T> matrix = transposed(a, n, n);
    Integers pivots(n);
    Int info = 0;
    using Getrf = void(I, I, T*, I, Int*, Int*);
    static Getrf* const getrf = routine<T, Getrf>("getrf");
    getrf(&n, &n, matrix.data(), &n, pivots.data(), &info);
    T result = 1;
    for (std::int64_t k = 0; k < n; ++k) {
        result *= matrix[length(k * n + k)];
        if (pivots[k] != k + 1) result = -result;
    }
    return result;
}

template <class T>
Qr<T> qr(const std::vector<T>& a, std::int64_t rows, std::int64_t columns) {
    const OpenBlasAtWork at_work;
    const std::int64_t count = std::min(rows, columns);
    std::vector<T> matrix = transposed(a, rows, columns), tau(length(std::max<std::int64_t>(count, 1)));
    Int info = 0;
    using Geqrf = void(I, I, T*, I, T*, T*, I, Int*);
    static Geqrf* const geqrf = routine<T, Geqrf>("geqrf");
    if (count > 0)
        with_workspace<T>([&](T* work, const Int* size) {
            geqrf(&rows, &columns, matrix.data(), &rows, tau.data(), work, size, &info);
        });
    Qr<T> result;
    result.r.resize(length(rows * columns));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = i; j < columns; ++j) result.r[length(i * columns + j)] = matrix[length(j * rows + i)];
    matrix.resize(length(rows * rows));
    std::fill(matrix.begin() + rows * count, matrix.end(), T(0));
    using Orgqr = void(I, I, I, T*, I, const T*, T*, I, Int*);
    static Orgqr* const orgqr = routine<T, Orgqr>(is_real<T> ? "orgqr" : "ungqr");
    if (rows > 0)
        with_workspace<T>([&](T* work, const Int* size) {
            orgqr(&rows, &rows, &count, matrix.data(), &rows, tau.data(), work, size, &info);
        });
    result.q = transposed(matrix, rows, rows);
    return result;
}

template <class T>
Svd<T> svd(const std::vector<T>& a, std::int64_t rows, std::int64_t columns) {
    const std::int64_t count = std::min(rows, columns);
    if (count == 0) return {};
    check_finite(a);
    const OpenBlasAtWork at_work;
    std::vector<T> matrix = transposed(a, rows, columns), u(length(rows * count)), vh(length(count * columns));
    std::vector<double> s(length(count));
    Int info = 0;
    if constexpr (is_real<T>) {
        using Gesvd = void(C, C, I, I, T*, I, T*, T*, I, T*, I, T*, I, Int*, L, L);
        static Gesvd* const gesvd = routine<T, Gesvd>("gesvd");
        with_workspace<T>([&](T* work, const Int* size) {
            gesvd("S", "S", &rows, &columns, matrix.data(), &rows, s.data(), u.data(), &rows, vh.data(), &count, work,
                  size, &info, 1, 1);
        });
    } else {
        using Gesvd = void(C, C, I, I, T*, I, double*, T*, I, T*, I, T*, I, double*, Int*, L, L);
        static Gesvd* const gesvd = routine<T, Gesvd>("gesvd");
        std::vector<double> reals(length(5 * count));
        with_workspace<T>([&](T* work, const Int* size) {
            gesvd("S", "S", &rows, &columns, matrix.data(), &rows, s.data(), u.data(), &rows, vh.data(), &count, work,
                  size, reals.data(), &info, 1, 1);
        });
    }
    check(info, "singular values");
    return {transposed(u, count, rows), std::move(s), transposed(vh, columns, count)};
}

bool solve_positive_definite(const std::vector<double>& a, std::int64_t n, std::vector<double>& b) {
    const OpenBlasAtWork at_work;
    std::vector<double> matrix = a, x = b, work(length(3 * n));
    Integers integers(n);
    const Int one = 1;
    Int info = 0;
    double norm = 0, reciprocal = 0;
    for (std::int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::int64_t i = 0; i < n; ++i) sum += std::abs(a[length(i * n + j)]);
        norm = std::max(norm, sum);
    }
    using Posv = void(C, I, I, double*, I, double*, I, Int*, L);
    static Posv* const posv = routine<double, Posv>("posv");
    posv("L", &n, &one, matrix.data(), &n, x.data(), &n, &info, 1);
    if (static_cast<std::int32_t>(info) != 0) return false;
    using Pocon = void(C, I, const double*, I, const double*, double*, double*, Int*, Int*, L);
    static Pocon* const pocon = routine<double, Pocon>("pocon");
    pocon("L", &n, matrix.data(), &n, &norm, &reciprocal, work.data(), integers.data(), &info, 1);
    if (!(reciprocal >= std::numeric_limits<double>::epsilon())) return false;
    b = std::move(x);
    return true;
}

std::vector<double> least_squares(const std::vector<double>& a, std::int64_t n, const std::vector<double>& b) {
    const OpenBlasAtWork at_work;
    std::vector<double> matrix = transposed(a, n, n), x = b, s(length(n));
    const Int one = 1;
    Int info = 0, rank = 0;
    const double rcond = std::numeric_limits<double>::epsilon();
    using Gelsd = void(I, I, I, double*, I, double*, I, double*, const double*, Int*, double*, I, Int*, Int*);
    static Gelsd* const gelsd = routine<double, Gelsd>("gelsd");
    Integers query(1);
    double best = 0;
    Int size = -1;
    gelsd(&n, &n, &one, matrix.data(), &n, x.data(), &n, s.data(), &rcond, &rank, &best, &size, query.data(), &info);
    size = std::max<Int>(1, static_cast<Int>(best));
    std::vector<double> work(length(size));
    Integers integers(std::max<std::int64_t>(query[0], 1));
    gelsd(&n, &n, &one, matrix.data(), &n, x.data(), &n, s.data(), &rcond, &rank, work.data(), &size, integers.data(),
          &info);
    check(info, "least squares");
    return x;
}

Schur::Schur(const std::vector<Complex>& a, std::int64_t n) : n_(n), t_(transposed(a, n, n)), q_(length(n * n)) {
    if (n == 0) return;
    const OpenBlasAtWork at_work;
    std::vector<Complex> values(length(n));
    std::vector<double> reals(length(n));
    Int info = 0, count = 0;
    using Gees = void(C, C, void*, I, Complex*, I, Int*, Complex*, Complex*, I, Complex*, I, double*, Int*, Int*, L, L);
    static Gees* const gees = routine<Complex, Gees>("gees");
    with_workspace<Complex>([&](Complex* work, const Int* size) {
        gees("V", "N", nullptr, &n, t_.data(), &n, &count, values.data(), q_.data(), &n, work, size, reals.data(),
             nullptr, &info, 1, 1);
    });
    check(info, "the Schur form");
}

void Schur::sort(const std::function<bool(Complex, Complex)>& before) {
    const OpenBlasAtWork at_work;
    using Trexc = void(C, I, Complex*, I, Complex*, I, I, I, Int*, L);
    static Trexc* const trexc = routine<Complex, Trexc>("trexc");
    for (std::int64_t k = 0; k + 1 < n_; ++k) {
        std::int64_t first = k;
        for (std::int64_t j = k + 1; j < n_; ++j)
            if (before(eigenvalue(j), eigenvalue(first))) first = j;
        if (first == k) continue;
        const Int from = first + 1, to = k + 1;
        Int info = 0;
        trexc("V", &n_, t_.data(), &n_, q_.data(), &n_, &from, &to, &info, 1);
    }
}

std::vector<Complex> Schur::eigenvectors() const {
    std::vector<Complex> vectors = q_;
    if (n_ == 0) return vectors;
    const OpenBlasAtWork at_work;
    std::vector<Complex> t = t_, work(length(2 * n_));
    std::vector<double> reals(length(n_));
    const Int one = 1;
    Int info = 0, count = 0;
    using Trevc = void(C, C, Int*, I, Complex*, I, Complex*, I, Complex*, I, I, Int*, Complex*, double*, Int*, L, L);
    static Trevc* const trevc = routine<Complex, Trevc>("trevc");
    trevc("R", "B", nullptr, &n_, t.data(), &n_, nullptr, &one, vectors.data(), &n_, &n_, &count, work.data(),
          reals.data(), &info, 1, 1);
    for (std::int64_t j = 0; j < n_; ++j) {
        double size = 0;
        for (std::int64_t i = 0; i < n_; ++i) size = std::hypot(size, std::abs(vectors[index(i, j)]));
        for (std::int64_t i = 0; i < n_; ++i) vectors[index(i, j)] /= size;
    }
    return vectors;
}

BandedMatrix::BandedMatrix(std::int64_t n, int band)
    : n_(n), band_(band), values_(length(n * (3 * band + 1))), pivots_(length(n)) {}

bool BandedMatrix::factor() {
    if (n_ == 0) return true;
    const OpenBlasAtWork at_work;
    const Int width = band_, rows = ld();
    Int info = 0;
    Integers pivots(n_);
    using Gbtrf = void(I, I, I, I, double*, I, Int*, Int*);
    static Gbtrf* const gbtrf = routine<double, Gbtrf>("gbtrf");
    gbtrf(&n_, &n_, &width, &width, values_.data(), &rows, pivots.data(), &info);
    for (std::int64_t i = 0; i < n_; ++i) pivots_[length(i)] = pivots[i] - 1;
    return static_cast<std::int32_t>(info) == 0;
}

template <class T>
void BandedMatrix::solve(T* values, std::int64_t columns) const {
    if (n_ == 0 || columns == 0) return;
    const OpenBlasAtWork at_work;
    // A complex right-hand side is two real ones.
    double* const reals = reinterpret_cast<double*>(values);
    const Int width = band_, rows = ld(), sides = columns * static_cast<std::int64_t>(sizeof(T) / sizeof(double));
    std::vector<double> x = transposed(reals, n_, sides);
    Integers pivots(n_);
    for (std::int64_t i = 0; i < n_; ++i) {
        if (openblas().wide) pivots.data()[i] = pivots_[length(i)] + 1;
        else reinterpret_cast<std::int32_t*>(pivots.data())[i] = static_cast<std::int32_t>(pivots_[length(i)] + 1);
    }
    Int info = 0;
    using Gbtrs = void(C, I, I, I, I, const double*, I, const Int*, double*, I, Int*, L);
    static Gbtrs* const gbtrs = routine<double, Gbtrs>("gbtrs");
    gbtrs("N", &n_, &width, &width, &sides, values_.data(), &rows, pivots.data(), x.data(), &n_, &info, 1);
    for (std::int64_t i = 0; i < n_; ++i)
        for (std::int64_t j = 0; j < sides; ++j) reals[i * sides + j] = x[length(j * n_ + i)];
}

std::vector<double> BandedMatrix::factor_rows() const {
    const std::int64_t width = ld();
    std::vector<double> rows(length(n_ * width));
    for (std::int64_t i = 0; i < n_; ++i)
        for (std::int64_t j = std::max<std::int64_t>(0, i - band_); j <= std::min(n_ - 1, i + 2 * band_); ++j)
            rows[length(i * width + j - i + band_)] = values_[length(j * width + 2 * band_ + i - j)];
    return rows;
}

std::vector<std::int64_t> BandedMatrix::pivots() const { return pivots_; }

std::vector<double> tridiagonal_eigenvalues(std::vector<double> diagonal, std::vector<double> off_diagonal) {
    const auto n = static_cast<Int>(diagonal.size());
    if (n == 0) return diagonal;
    const OpenBlasAtWork at_work;
    off_diagonal.resize(diagonal.size());
    Int info = 0;
    using Sterf = void(I, double*, double*, Int*);
    static Sterf* const sterf = routine<double, Sterf>("sterf");
    sterf(&n, diagonal.data(), off_diagonal.data(), &info);
    check(info, "eigenvalues");
    return diagonal;
}

Eigh<double> largest_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& off_diagonal,
                                 std::int64_t count) {
    const OpenBlasAtWork at_work;
    const auto n = static_cast<Int>(diagonal.size());
    const Int first = n - count + 1;
    std::vector<double> beside = off_diagonal, values(length(n)), work(length(5 * n)), vectors(length(n * count));
    beside.resize(length(n));
    Integers block(n), split(n), integers(3 * n), failed(n);
    const double unused = 0, tolerance = 0;
    Int found = 0, splits = 0, info = 0;
    using Stebz = void(C, C, I, const double*, const double*, I, I, const double*, const double*, const double*, Int*,
                       Int*, double*, Int*, Int*, double*, Int*, Int*, L, L);
    static Stebz* const stebz = routine<double, Stebz>("stebz");
    stebz("I", "B", &n, &unused, &unused, &first, &n, &tolerance, diagonal.data(), beside.data(), &found, &splits,
          values.data(), block.data(), split.data(), work.data(), integers.data(), &info, 1, 1);
    check(info, "eigenvalues");
    using Stein = void(I, const double*, const double*, I, const double*, const Int*, const Int*, double*, I, double*,
                       Int*, Int*, Int*);
    static Stein* const stein = routine<double, Stein>("stein");
    stein(&n, diagonal.data(), beside.data(), &count, values.data(), block.data(), split.data(), vectors.data(), &n,
          work.data(), integers.data(), failed.data(), &info);
    check(info, "eigenvectors");
    std::vector<std::int64_t> order(length(count));
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<std::int64_t>(k);
    std::sort(order.begin(), order.end(),
              [&](std::int64_t i, std::int64_t j) { return values[length(i)] > values[length(j)]; });
    Eigh<double> result;
    for (const std::int64_t k : order) {
        result.values.push_back(values[length(k)]);
        result.vectors.insert(result.vectors.end(), vectors.begin() + k * n, vectors.begin() + (k + 1) * n);
    }
    return result;
}

template std::vector<Complex> eigenvalues(const std::vector<double>&, std::int64_t);
template std::vector<Complex> eigenvalues(const std::vector<Complex>&, std::int64_t);
template Eigh<double> eigh(const std::vector<double>&, std::int64_t);
template Eigh<Complex> eigh(const std::vector<Complex>&, std::int64_t);
template bool solve(const std::vector<double>&, std::int64_t, double*, std::int64_t);
template bool solve(const std::vector<Complex>&, std::int64_t, Complex*, std::int64_t);
template double determinant(const std::vector<double>&, std::int64_t);
template Complex determinant(const std::vector<Complex>&, std::int64_t);
template Qr<double> qr(const std::vector<double>&, std::int64_t, std::int64_t);
template Qr<Complex> qr(const std::vector<Complex>&, std::int64_t, std::int64_t);
template Svd<double> svd(const std::vector<double>&, std::int64_t, std::int64_t);
template Svd<Complex> svd(const std::vector<Complex>&, std::int64_t, std::int64_t);
template void BandedMatrix::solve(double*, std::int64_t) const;
template void BandedMatrix::solve(Complex*, std::int64_t) const;

}  // namespace cuprum::numerics
