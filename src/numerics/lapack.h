// Dense, banded and tridiagonal problems of double precision on the host, by OpenBLAS's LAPACK. For the small matrices
// that filter designs and iterative solvers make; large ones belong on the device (cuprum/linalg.h).
//
// Matrices are in C order. T is double or std::complex<double>. Functions throw LinAlgError where LAPACK does not
// converge, and Error where there is no OpenBLAS.
#pragma once

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

namespace cuprum::numerics {

using Complex = std::complex<double>;

/// Eigenvalues of a square matrix (geev). Those of a real matrix are real or exact conjugates one after the other, the
/// one above the real axis first. LinAlgError where an element is not finite.
template <class T>
std::vector<Complex> eigenvalues(const std::vector<T>& a, std::int64_t n);

/// Eigenvalues in ascending order, and eigenvectors as columns.
template <class T>
struct Eigh {
    std::vector<double> values;
    std::vector<T> vectors;
};
/// Of a symmetric or Hermitian matrix (syev, heev); the lower triangle is read.
template <class T>
Eigh<T> eigh(const std::vector<T>& a, std::int64_t n);

/// Overwrites b, n x columns, with the solution of a x = b (gesv). False where a is singular.
template <class T>
bool solve(const std::vector<T>& a, std::int64_t n, T* b, std::int64_t columns);

template <class T>
T determinant(const std::vector<T>& a, std::int64_t n);

/// a = q r with q of rows x rows and r of rows x columns (geqrf).
template <class T>
struct Qr {
    std::vector<T> q, r;
};
template <class T>
Qr<T> qr(const std::vector<T>& a, std::int64_t rows, std::int64_t columns);

/// a = u diag(s) vh with k = min(rows, columns) singular values in descending order (gesvd).
template <class T>
struct Svd {
    std::vector<T> u;  ///< rows x k
    std::vector<double> s;
    std::vector<T> vh;  ///< k x columns
};
template <class T>
Svd<T> svd(const std::vector<T>& a, std::int64_t rows, std::int64_t columns);

/// Overwrites b with the solution of a x = b for a symmetric positive definite matrix (posv). False, with b as it was,
/// where a is not positive definite, or its reciprocal condition number is below the rounding error.
bool solve_positive_definite(const std::vector<double>& a, std::int64_t n, std::vector<double>& b);
/// The least-squares solution of least norm of a square system (gelsd).
std::vector<double> least_squares(const std::vector<double>& a, std::int64_t n, const std::vector<double>& b);

/// The Schur form A = Q T Q^H of a small matrix: T an upper triangle, Q unitary (gees).
class Schur {
public:
    Schur(const std::vector<Complex>& a, std::int64_t n);

    std::int64_t size() const { return n_; }
    Complex eigenvalue(std::int64_t k) const { return t_[index(k, k)]; }
    Complex q(std::int64_t i, std::int64_t j) const { return q_[index(i, j)]; }
    /// Reorders the eigenvalues (trexc); `before(x, y)`: whether x comes first. Equal ones keep their order.
    void sort(const std::function<bool(Complex, Complex)>& before);
    /// The eigenvectors of A as columns of length one in Fortran order (trevc).
    std::vector<Complex> eigenvectors() const;

private:
    std::size_t index(std::int64_t i, std::int64_t j) const { return static_cast<std::size_t>(j * n_ + i); }

    std::int64_t n_;
    std::vector<Complex> t_, q_;  // in Fortran order
};

/// A square matrix with `band` diagonals on both sides of the main one, and its LU factors (gbtrf).
class BandedMatrix {
public:
    BandedMatrix(std::int64_t n, int band);

    std::int64_t size() const { return n_; }
    int band() const { return band_; }
    /// The element of a row and a column that is at most `band` away.
    double& at(std::int64_t row, std::int64_t column) {
        return values_[static_cast<std::size_t>(column * ld() + 2 * band_ + row - column)];
    }
    bool holds(std::int64_t row, std::int64_t column) const { return std::abs(row - column) <= band_; }

    /// Factors the matrix. False where it is singular.
    bool factor();
    /// Overwrites `columns` right-hand sides, n x columns, with the solutions (gbtrs).
    template <class T>
    void solve(T* values, std::int64_t columns) const;

    /// The factors for a kernel: row i has columns i - band ... i + 2 band.
    std::vector<double> factor_rows() const;
    /// The row that each row was exchanged with.
    std::vector<std::int64_t> pivots() const;

private:
    std::int64_t ld() const { return 3 * band_ + 1; }

    std::int64_t n_;
    int band_;
    std::vector<double> values_;  // LAPACK's band storage
    std::vector<std::int64_t> pivots_;
};

/// Eigenvalues in ascending order of a symmetric tridiagonal matrix (sterf).
std::vector<double> tridiagonal_eigenvalues(std::vector<double> diagonal, std::vector<double> off_diagonal);

/// The `count` largest eigenvalues of a symmetric tridiagonal matrix in descending order, and their eigenvectors as
/// rows (stebz, stein).
Eigh<double> largest_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& off_diagonal,
                                 std::int64_t count);

}  // namespace cuprum::numerics
