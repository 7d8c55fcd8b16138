// A small matrix made triangular on the host.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <vector>

namespace cuprum::scipy::sparse::linalg {

/// A = Q T Q^H of a small matrix, T an upper triangle, Q unitary; all in rows.
struct Schur {
    std::int64_t n;
    std::vector<std::complex<double>> t, q;

    /// By rotations to Hessenberg's form, and then by rotations with shifts (Golub and Van Loan, Matrix Computations,
    /// 7.4 and 7.5).
    Schur(std::vector<std::complex<double>> a, std::int64_t n);
    /// Brings the diagonal into an order: `before(x, y)` tells whether x comes first.
    void sort(const std::function<bool(std::complex<double>, std::complex<double>)>& before);
    /// The eigenvector of A for T's k-th diagonal element, of length one.
    std::vector<std::complex<double>> eigenvector(std::int64_t k) const;

    std::complex<double>& at(std::int64_t i, std::int64_t j) { return t[static_cast<std::size_t>(i * n + j)]; }
    std::complex<double> at(std::int64_t i, std::int64_t j) const { return t[static_cast<std::size_t>(i * n + j)]; }

private:
    /// T becomes G T G^H and Q becomes Q G^H, where G turns rows i and i + 1 so that (a, b) becomes (r, 0).
    void rotate(std::int64_t i, std::complex<double> a, std::complex<double> b);
};

}  // namespace cuprum::scipy::sparse::linalg
