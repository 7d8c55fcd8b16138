// Functions of matrices times vectors, by products alone.
#include <cmath>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/krylov.h"
#include "scipy/sparse/vectors.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

/// What the matrix is on the spans of all rounds: blocks on the diagonal, and one number from each to the next.
class Projection {
public:
    Projection(std::int64_t most, bool hermitian) : most_(most), hermitian_(hermitian), h_(at((most + 1) * most)) {}

    /// Takes the shares of a round's images, `width` in a row, behind those that there are; how many of its vectors
    /// count.
    std::int64_t add(const std::vector<Number>& shares, std::int64_t width, double eps) {
        const std::int64_t begin = size_, steps = width - 1;
        std::int64_t used = 0;
        for (; used < steps && !ended_; ++used) {
            const Number* column = shares.data() + used * width;
            double length = 0;
            for (std::int64_t i = 0; i <= used + 1; ++i) length = std::hypot(length, std::abs(column[i]));
            for (std::int64_t i = hermitian_ ? used : 0; i <= used + 1; ++i)
                position(begin + i, begin + used) = column[i];
            if (hermitian_ && used) position(begin + used - 1, begin + used) = position(begin + used, begin + used - 1);
            ended_ = std::abs(column[used + 1]) <= 10 * eps * length;
        }
        size_ += used;
        return used;
    }

    ndarray array(DType dtype) const {
        std::vector<Number> values;
        for (std::int64_t i = 0; i < size_; ++i)
            values.insert(values.end(), h_.begin() + i * most_, h_.begin() + i * most_ + size_);
        return numbers(values, dtype).reshape({size_, size_});
    }
    std::int64_t size() const { return size_; }
    bool ended() const { return ended_; }  ///< Whether the space holds its own image.

private:
    Number& position(std::int64_t i, std::int64_t j) { return h_[at(i * most_ + j)]; }

    std::int64_t most_, size_ = 0;
    bool hermitian_, ended_ = false;
    std::vector<Number> h_;
};

}  // namespace

ndarray funm_multiply_krylov(const Apply& f, const LinearOperator& a, const ndarray& b,
                             const KrylovFunctionOptions& options) {
    const kernel::Placement here(a, b);
    if (!(options.atol >= 0))
        throw ValueError("`atol` must be a real, non-negative number, found " + std::to_string(options.atol));
    const std::string_view kind = options.assume_a;
    const bool hermitian = kind == "hermitian" || kind == "her";
    if (!hermitian && kind != "general" && kind != "gen")
        throw ValueError("'" + std::string(kind) +
                         "' is not a recognized matrix structure: say 'general' or 'hermitian'");
    if (b.ndim() != 1) throw ValueError("argument 'b' must be a 1D array, found shape " + cuprum::to_string(b.shape()));
    const std::int64_t n = b.size(), m = options.restart_every_m.value_or(std::min<std::int64_t>(20, n));
    if (a.rows() != n || a.columns() != n)
        throw ValueError("shapes of A " + cuprum::to_string(a.shape()) + " and b " + cuprum::to_string(b.shape()) +
                         " are incompatible");
    if (n == 0) return b.copy();
    if (m <= 0) throw ValueError("argument 'restart_every_m' must be positive, found " + std::to_string(m));
    if (options.max_restarts <= 0)
        throw ValueError("argument 'max_restarts' must be positive, found " + std::to_string(options.max_restarts));
    const DType common = promote_types(a.dtype(), b.dtype()), dtype = is_inexact(common) ? common : DType::float64;
    const double size = norm_of(b), tolerance = std::max(options.atol, options.rtol * size);
    if (size == 0) return b.copy();
    const std::int64_t rounds = std::min(options.max_restarts, n / m + 1);
    const ndarray basis = zeros({m + 1, n}, dtype), columns = zeros({m, m + 1}, dtype);
    copyto(basis.at({0}), as(b, dtype) * Scalar(1 / size), Casting::unsafe);
    Projection projection(m * rounds, hermitian);
    ndarray y;
    for (std::int64_t round = 0; round < rounds; ++round) {
        for (std::int64_t j = 0; j < m; ++j)
            extend_basis(basis, j + 1, as(a.matvec(basis.at({j})), dtype), columns.at({j}), left_for_eigenvalues,
                         hermitian && j ? 2 : 0);
        const std::int64_t begin = projection.size(),
                           used = projection.add(as(columns, DType::complex128).to_vector<Number>(), m + 1,
                                                 finfo(dtype).eps);
        const ndarray image = f(projection.array(dtype) * Scalar(options.t)),
                      weights = image.at({Slice{begin, begin + used}, 0}) * Scalar(size),
                      part = cuprum::matmul(weights, basis.at({Slice{0, used}}));
        y = round ? y + part : part;
        if (projection.ended() || !(norm_of(weights) > tolerance)) break;
        copyto(basis.at({0}), basis.at({m}).copy(), Casting::unsafe);
    }
    return y;
}

}  // namespace cuprum::scipy::sparse::linalg
