// Vectors of Krylov spaces: sums of products that stay on the device, and the kernels of krylov.h that use them.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::sparse::linalg {

/// A product of vectors as sums over chunks.
struct Sums {
    ndarray chunk_sums;
    double total() const;  ///< The real part, which the host waits for.
};

/// conj(a) b, of vectors in C order and of one dtype.
Sums dot_sums(const ndarray& a, const ndarray& b);
/// x += s p and r -= s q for s = above / below, or for nothing where that is zero; what conj(r) r is then.
Sums advance(const Sums& above, const Sums& below, const ndarray& p, const ndarray& q, const ndarray& x,
             const ndarray& r);
/// p = z + s p for s = above / below.
void turn(const Sums& above, const Sums& below, const ndarray& z, const ndarray& p);

/// Makes a vector orthogonal to the first `count` rows of a basis and puts it, by its length, into the row behind them;
/// `column` is given the shares of these, and the length. By the method of Gram and Schmidt in its classical form, and
/// a second time where less than the part `least` of the vector is left, which the device finds out by itself; once
/// where `least` is 0. Where the vector has shares of the last `near` rows alone, but for rounding, these are taken
/// first and all of them once.
void extend_basis(const ndarray& basis, std::int64_t count, const ndarray& w, const ndarray& column, double least,
                  std::int64_t near = 0);

/// Where what is left of a vector is as good as orthogonal: for solutions, and for eigenvalues.
inline constexpr double left_for_solutions = 0.25, left_for_eigenvalues = 0.7;

}  // namespace cuprum::scipy::sparse::linalg
