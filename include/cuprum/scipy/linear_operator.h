// Matrices that are known by their products alone, and what is made of them.
#pragma once

#include <functional>
#include <memory>

#include "cuprum/scalar.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse::linalg {

/// A product by a vector, or by a matrix of columns.
using Apply = std::function<ndarray(const ndarray&)>;

/// A matrix that is known by its products alone, or one that is stored; copies share it. It stands wherever an `Apply`
/// does.
///
/// Example:
///     const LinearOperator line = aslinearoperator(matrix) + 2.0 * IdentityOperator(n);
///     const Solution x = cg(line, b);
class LinearOperator {
public:
    /// Of functions: the product by a vector, and by a matrix of columns, and both of the adjoint matrix. Where there
    /// is none for matrices, columns are multiplied one by one; NotSupportedError where the adjoint is wanted and is
    /// not known.
    LinearOperator(const Shape& shape, Apply matvec, Apply rmatvec = {}, Apply matmat = {}, Apply rmatmat = {},
                   DType dtype = DType::float64);
    LinearOperator(const sparse_matrix& a);
    LinearOperator(const ndarray& a);

    const Shape& shape() const { return made_->shape; }
    std::int64_t rows() const { return shape()[0]; }
    std::int64_t columns() const { return shape()[1]; }
    DType dtype() const { return made_->dtype; }
    /// The device of the stored matrix; -1 where there is none.
    int device() const { return sparse() ? sparse()->device() : dense() && dense()->size() ? dense()->device() : -1; }
    /// The stored matrix, or null.
    const sparse_matrix* sparse() const { return made_->sparse ? &*made_->sparse : nullptr; }
    const ndarray* dense() const { return made_->dense ? &*made_->dense : nullptr; }
    /// With a stored matrix in this dtype; the operator itself where there is none.
    LinearOperator astype(DType dtype) const;

    /// The product by a vector, or by a matrix of one column. Throws ValueError where its length does not fit.
    ndarray matvec(const ndarray& x) const;
    ndarray rmatvec(const ndarray& x) const;  ///< The same of the adjoint matrix.
    /// The product by a matrix.
    ndarray matmat(const ndarray& x) const;
    ndarray rmatmat(const ndarray& x) const;  ///< The same of the adjoint matrix.
    /// The product by a vector or a matrix.
    ndarray operator()(const ndarray& x) const { return x.ndim() == 2 ? matmat(x) : matvec(x); }

    LinearOperator adjoint() const;
    LinearOperator transpose() const;
    LinearOperator H() const { return adjoint(); }
    LinearOperator T() const { return transpose(); }
    /// So many times one after the other.
    LinearOperator power(std::int64_t n) const;

    friend LinearOperator operator+(const LinearOperator& a, const LinearOperator& b);
    friend LinearOperator operator-(const LinearOperator& a, const LinearOperator& b);
    friend LinearOperator operator*(const LinearOperator& a, const LinearOperator& b);  ///< One after the other.
    friend LinearOperator operator*(const Scalar& factor, const LinearOperator& a);
    friend LinearOperator operator-(const LinearOperator& a) { return Scalar(-1) * a; }

private:
    struct Made {
        Shape shape;
        DType dtype;
        Apply matvec, rmatvec, matmat, rmatmat;
        std::optional<sparse_matrix> sparse{};
        std::optional<ndarray> dense{};
    };
    std::shared_ptr<const Made> made_;
};

/// The operator of a stored matrix.
using MatrixLinearOperator = LinearOperator;
inline LinearOperator aslinearoperator(const LinearOperator& a) { return a; }
/// The operator of n rows that changes nothing.
LinearOperator IdentityOperator(std::int64_t n, DType dtype = DType::float64);

}  // namespace cuprum::scipy::sparse::linalg
