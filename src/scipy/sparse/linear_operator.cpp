// Matrices that are known by their products alone.
#include "cuprum/scipy/linear_operator.h"

#include "cuprum/error.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse::linalg {
namespace {

ndarray conjugate_of(const ndarray& x) { return is_complex(x.dtype()) ? conj(x) : x; }

/// A matrix column by column.
Apply product_by_columns(const Apply& matvec) {
    if (!matvec) return {};
    return [matvec](const ndarray& x) {
        std::vector<ndarray> made;
        for (std::int64_t j = 0; j < x.shape()[1]; ++j)
            made.push_back(matvec(x.at({Slice{}, j}).copy()).reshape({-1, 1}));
        return concatenate(made, 1);
    };
}

void check_length(const Shape& shape, std::int64_t length, const ndarray& x, bool matrix) {
    const bool fits = x.ndim() == 2 ? x.shape()[0] == length && (matrix || x.shape()[1] == 1)
                                    : !matrix && x.ndim() == 1 && x.shape()[0] == length;
    if (!fits)
        throw ValueError("dimension mismatch: an operator of shape " + cuprum::to_string(shape) + " multiplies " +
                         (matrix ? "matrices of " : "vectors of ") + std::to_string(length) + " rows, found shape " +
                         cuprum::to_string(x.shape()));
}

ndarray vector_product(const Apply& product, const Shape& shape, std::int64_t length, const ndarray& x) {
    check_length(shape, length, x, false);
    if (!product) throw NotSupportedError("the product by the adjoint is not defined: give the operator rmatvec");
    const ndarray made = product(x);
    return x.ndim() == 1 ? made.reshape({-1}) : made.reshape({-1, 1});
}

}  // namespace

LinearOperator::LinearOperator(const Shape& shape, Apply matvec, Apply rmatvec, Apply matmat, Apply rmatmat,
                               DType dtype) {
    if (shape.size() != 2 || shape[0] < 0 || shape[1] < 0)
        throw ValueError("invalid shape " + cuprum::to_string(shape) + " (must be 2-d)");
    if (!matvec) throw ValueError("an operator needs the product by a vector");
    if (!matmat) matmat = product_by_columns(matvec);
    if (!rmatmat) rmatmat = product_by_columns(rmatvec);
    made_ = std::make_shared<const Made>(
        Made{shape, dtype, std::move(matvec), std::move(rmatvec), std::move(matmat), std::move(rmatmat)});
}

LinearOperator::LinearOperator(const sparse_matrix& a) {
    const sparse_matrix stored = a.format() == Format::coo ? to_format(a, Format::csr) : a;
    // For many products, rows of the adjoint lie together, too; they are made when the first product wants them.
    const auto adjoint = std::make_shared<std::optional<sparse_matrix>>();
    const Apply forward = [stored](const ndarray& x) { return sparse::matmul(stored, x); },
                back = [stored, adjoint](const ndarray& x) {
                    if (!*adjoint) {
                        const sparse_matrix rows = to_format(stored.transpose(), Format::csr);
                        *adjoint = is_complex(rows.dtype()) ? rows.with_data(conj(rows.data())) : rows;
                    }
                    return sparse::matmul(**adjoint, x);
                };
    made_ = std::make_shared<const Made>(Made{a.shape(), a.dtype(), forward, back, forward, back, stored});
}

LinearOperator::LinearOperator(const ndarray& a) {
    if (a.ndim() > 2) throw ValueError("array must have ndim <= 2, found " + std::to_string(a.ndim()));
    const ndarray stored = a.ndim() == 2 ? a : a.reshape({1, -1}), adjoint = conjugate_of(stored.T());
    const Apply forward = [stored](const ndarray& x) { return cuprum::matmul(stored, x); },
                back = [adjoint](const ndarray& x) { return cuprum::matmul(adjoint, x); };
    made_ = std::make_shared<const Made>(Made{stored.shape(), a.dtype(), forward, back, forward, back, {}, stored});
}

LinearOperator LinearOperator::astype(DType dtype) const {
    if (dtype == made_->dtype) return *this;
    if (made_->sparse) return made_->sparse->astype(dtype, false);
    if (made_->dense) return as(*made_->dense, dtype);
    return *this;
}

ndarray LinearOperator::matvec(const ndarray& x) const { return vector_product(made_->matvec, shape(), columns(), x); }

ndarray LinearOperator::rmatvec(const ndarray& x) const { return vector_product(made_->rmatvec, shape(), rows(), x); }

ndarray LinearOperator::matmat(const ndarray& x) const {
    check_length(shape(), columns(), x, true);
    return made_->matmat(x);
}

ndarray LinearOperator::rmatmat(const ndarray& x) const {
    check_length(shape(), rows(), x, true);
    if (!made_->rmatmat)
        throw NotSupportedError("the product by the adjoint is not defined: give the operator rmatvec");
    return made_->rmatmat(x);
}

LinearOperator LinearOperator::adjoint() const {
    const LinearOperator a = *this;
    return {{columns(), rows()},
            [a](const ndarray& x) { return a.rmatvec(x); },
            [a](const ndarray& x) { return a.matvec(x); },
            [a](const ndarray& x) { return a.rmatmat(x); },
            [a](const ndarray& x) { return a.matmat(x); },
            dtype()};
}

LinearOperator LinearOperator::transpose() const {
    const LinearOperator a = *this;
    return {{columns(), rows()},
            [a](const ndarray& x) { return conjugate_of(a.rmatvec(conjugate_of(x))); },
            [a](const ndarray& x) { return conjugate_of(a.matvec(conjugate_of(x))); },
            [a](const ndarray& x) { return conjugate_of(a.rmatmat(conjugate_of(x))); },
            [a](const ndarray& x) { return conjugate_of(a.matmat(conjugate_of(x))); },
            dtype()};
}

LinearOperator operator+(const LinearOperator& a, const LinearOperator& b) {
    if (a.shape() != b.shape())
        throw ValueError("cannot add operators of shapes " + cuprum::to_string(a.shape()) + " and " +
                         cuprum::to_string(b.shape()) + ": shape mismatch");
    return {a.shape(),
            [a, b](const ndarray& x) { return a.matvec(x) + b.matvec(x); },
            [a, b](const ndarray& x) { return a.rmatvec(x) + b.rmatvec(x); },
            [a, b](const ndarray& x) { return a.matmat(x) + b.matmat(x); },
            [a, b](const ndarray& x) { return a.rmatmat(x) + b.rmatmat(x); },
            promote_types(a.dtype(), b.dtype())};
}

LinearOperator operator-(const LinearOperator& a, const LinearOperator& b) { return a + -b; }

LinearOperator operator*(const LinearOperator& a, const LinearOperator& b) {
    if (a.columns() != b.rows())
        throw ValueError("cannot multiply operators of shapes " + cuprum::to_string(a.shape()) + " and " +
                         cuprum::to_string(b.shape()) + ": shape mismatch");
    return {{a.rows(), b.columns()},
            [a, b](const ndarray& x) { return a.matvec(b.matvec(x)); },
            [a, b](const ndarray& x) { return b.rmatvec(a.rmatvec(x)); },
            [a, b](const ndarray& x) { return a.matmat(b.matmat(x)); },
            [a, b](const ndarray& x) { return b.rmatmat(a.rmatmat(x)); },
            promote_types(a.dtype(), b.dtype())};
}

LinearOperator operator*(const Scalar& factor, const LinearOperator& a) {
    const bool complex = is_complex(factor.dtype());
    const Scalar weak = Scalar(factor).weak(), other = complex ? Scalar(std::conj(factor.to_complex())).weak() : weak;
    return {a.shape(),
            [a, weak](const ndarray& x) { return a.matvec(x) * weak; },
            [a, other](const ndarray& x) { return a.rmatvec(x) * other; },
            [a, weak](const ndarray& x) { return a.matmat(x) * weak; },
            [a, other](const ndarray& x) { return a.rmatmat(x) * other; },
            complex ? promote_types(a.dtype(), DType::complex64) : promote_types(a.dtype(), DType::float32)};
}

LinearOperator LinearOperator::power(std::int64_t n) const {
    if (rows() != columns() || n < 0)
        throw ValueError("only powers that are not negative, of square operators, are defined");
    if (n == 0) return IdentityOperator(rows(), dtype());
    LinearOperator made = *this;
    for (std::int64_t k = 1; k < n; ++k) made = made * *this;
    return made;
}

LinearOperator IdentityOperator(std::int64_t n, DType dtype) {
    const Apply same = [](const ndarray& x) { return x; };
    return {{n, n}, same, same, same, same, dtype};
}

}  // namespace cuprum::scipy::sparse::linalg
