// Equations, inverses and determinants, by LU factors of the transposes: how matrices lie in memory, so that nothing is
// transposed; least squares and pseudo-inverses, by singular values.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/matrices/determinant.h"
#include "kernel/engine/matrices/small_matrices.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"

namespace cuprum::linalg {
namespace {

using runtime::Op;

constexpr const char* singular = "Singular matrix";

[[noreturn]] void mismatch(bool vector, std::int64_t found, std::int64_t wanted) {
    throw ValueError(std::string(vector ? "solve1" : "solve") +
                     ": Input operand 1 has a mismatch in its core dimension 0, with gufunc signature " +
                     (vector ? "(m,m),(m)->(m)" : "(m,m),(m,n)->(m,n)") + " (size " + std::to_string(found) +
                     " is different from " + std::to_string(wanted) + ")");
}

}  // namespace

ndarray solve(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    check_square(a);
    const bool vector = b.ndim() == 1;
    if (b.ndim() == 0)
        throw ValueError(
            "solve: Input operand 1 does not have enough dimensions (has 0, gufunc core with signature "
            "(m,m),(m,n)->(m,n) requires 2)");
    const std::int64_t n = a.shape(-1);
    const ndarray right = vector ? b.reshape({b.size(), 1}) : b;
    if (right.shape(-2) != n) mismatch(vector, right.shape(-2), n);
    const DType dtype = compute_dtype(a, b);
    const Shape shapes[] = {Shape(batch_shape(a)), Shape(batch_shape(right))};
    const Shape batch = broadcast_shapes(shapes);
    const std::int64_t columns = right.shape(-1);
    const Shape shape = vector ? shape_of(batch, {n}) : shape_of(batch, {n, columns});
    if (element_count(shape) == 0) {
        if (a.size() && element_count(batch)) Elimination(a, dtype, true).info.check(singular, {});
        return empty(shape, dtype);
    }
    const ndarray spread = broadcast_matrices(right, batch);
    if (a.ndim() == 2) {
        // One matrix: all right-hand sides are columns beside each other.
        const Elimination lu(a, dtype, true, true);
        const ndarray x = spread.swapaxes(-2, -1).astype(dtype, 'C');
        library().lu_solve(lu.factors, memory_of(lu.pivots), Op::transpose, ColumnMajor(x.reshape({-1, n})), stream());
        lu.poison(x);
        lu.info.check(singular, {x});
        return columns == 1 ? x.reshape(shape) : transposed_copy(x);
    }
    if (kernel::has_small_equations(a, element_count(batch), columns, dtype)) {
        const ndarray matrices = ascontiguousarray(broadcast_matrices(a, batch), dtype), x = spread.astype(dtype, 'C');
        const Info info(element_count(batch));
        kernel::small_matrices(kernel::SmallMatrices::solve, {.matrices = matrices, .u = &x, .info = info.data()});
        info.check(singular, {x});
        return x.reshape(shape);
    }
    const Elimination lu(broadcast_matrices(a, batch), dtype, true, true);
    const ColumnMajor x = as_columns(spread, dtype);
    library().lu_solve(lu.factors, memory_of(lu.pivots), Op::transpose, x, stream());
    lu.poison(x.array());
    lu.info.check(singular, {x.array()});
    return columns == 1 ? x.array().reshape(shape) : transposed_copy(x.array());
}

namespace {

/// The inverses of the matrices whose transposes' factors are given, in their memory perhaps.
ndarray inverted(const Elimination& lu) {
    const ndarray& factors = lu.factors.array();
    if (library().lu_invert(lu.factors, memory_of(lu.pivots), lu.info.data(), stream())) {
        lu.poison(factors);
        return factors;
    }
    const ndarray result = zeros(factors.shape(), factors.dtype());
    result.diagonal(0, -2, -1).fill(Scalar(1));
    library().lu_solve(lu.factors, memory_of(lu.pivots), Op::none, ColumnMajor(result), stream());
    lu.poison(result);
    return result;
}

}  // namespace

ndarray inv(const ndarray& a) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    if (a.size() == 0) return empty(a.shape(), dtype);
    if (kernel::has_small_matrices(kernel::SmallMatrices::inverse, a, dtype)) {
        const ndarray inverses = empty(a.shape(), dtype);
        const Info info(a.size() / (a.shape(-1) * a.shape(-1)));
        const ndarray matrices = ascontiguousarray(a, dtype);
        kernel::small_matrices(kernel::SmallMatrices::inverse,
                               {.matrices = matrices, .u = &inverses, .info = info.data()});
        info.check(singular, {inverses});
        return inverses;
    }
    const Elimination lu(a, dtype, true, true);
    ndarray result = inverted(lu);
    lu.info.check(singular, {result});
    return result;
}

ndarray det(const ndarray& a) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    const Shape shape(batch_shape(a));
    if (a.size() == 0) return ones(shape, dtype);
    const Elimination lu(a, dtype, true);
    const ndarray result = empty(shape, dtype);
    kernel::determinants(lu.factors.array(), lu.pivots, lu.info.marks(), nullptr, result);
    return result;
}

Slogdet slogdet(const ndarray& a) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    const Shape shape(batch_shape(a));
    if (a.size() == 0) return {ones(shape, dtype), zeros(shape, real_dtype(dtype))};
    const Elimination lu(a, dtype, true);
    Slogdet result{empty(shape, dtype), empty(shape, real_dtype(dtype))};
    kernel::determinants(lu.factors.array(), lu.pivots, lu.info.marks(), &result.sign, result.logabsdet);
    return result;
}

namespace {

/// Reciprocals of singular values above a threshold, which broadcasts to (..., 1); 0 for all others.
ndarray reciprocals(const ndarray& s, const ndarray& threshold) {
    const ndarray large = greater(s, threshold);
    return where(large, divide(1.0, where(large, s, 1.0)), 0.0);
}

ndarray hermitian_transpose(const ndarray& a) {
    const ndarray swapped = a.swapaxes(-2, -1);
    return is_complex(a.dtype()) ? conjugate(swapped) : swapped;
}

/// The largest singular value of each matrix, (..., 1).
ndarray largest(const ndarray& s) {
    return s.shape(-1) == 0
               ? zeros(shape_of(Shape(std::span(s.shape().data(), static_cast<std::size_t>(s.ndim() - 1))), {1}),
                       s.dtype())
               : max(s, {.axis = -1, .keepdims = true});
}

ndarray squared_lengths(const ndarray& vectors, int axis) { return sum(square(absolute(vectors)), {.axis = axis}); }

/// A number, or an array with one for each matrix, beside singular values.
ndarray beside_values(const Operand& number, DType dtype) {
    if (!number.is_array()) return full({1}, number.scalar(), dtype);
    Shape shape(number.array().shape());
    shape.push_back(1);
    return number.array().astype(dtype).reshape(shape);
}

}  // namespace

Lstsq lstsq(const ndarray& a, const ndarray& b, std::optional<double> rcond) {
    const kernel::Placement here(a, b);
    const bool vector = b.ndim() == 1;
    if (a.ndim() != 2)
        throw LinAlgError(std::to_string(a.ndim()) + "-dimensional array given. Array must be two-dimensional");
    if (b.ndim() != 1 && b.ndim() != 2)
        throw LinAlgError(std::to_string(b.ndim()) + "-dimensional array given. Array must be two-dimensional");
    const std::int64_t m = a.shape()[0], n = a.shape()[1];
    if (b.shape()[0] != m) throw LinAlgError("Incompatible dimensions");
    const DType dtype = compute_dtype(a, b), real = real_dtype(dtype);
    const ndarray right = vector ? b.reshape({m, 1}) : b;
    const std::int64_t k = right.shape()[1], small = std::min(m, n);
    const double precision = finfo(real).eps;
    const double cutoff = !rcond ? precision * static_cast<double>(std::max(m, n)) : *rcond < 0 ? precision : *rcond;

    Lstsq result{{}, empty({0}, real), zeros({}, DType::int32), empty({small}, real)};
    const auto finished = [&](ndarray x) {
        result.x = vector ? x.reshape({n}) : std::move(x);
        return result;
    };
    if (small == 0 || k == 0) {
        // Without equations or unknowns nothing is left over but the right-hand side.
        if (m == 0 || n == 0) {
            if (n == 0 && m > 0) result.residuals = squared_lengths(right.astype(dtype), 0);
            return finished(zeros({n, k}, dtype));
        }
        result.s = svdvals(a.astype(dtype));
        result.rank = count_nonzero(greater(result.s, multiply(largest(result.s), cutoff))).astype(DType::int32);
        return finished(zeros({n, k}, dtype));
    }

    // LAPACK's own routine where there is one; the residuals stand below the solution.
    const ColumnMajor matrix = as_columns(a, dtype);
    ndarray x = zeros({k, std::max(m, n)}, dtype);
    x.assign({all_of, Slice{0, m}}, right.swapaxes(0, 1).astype(dtype));
    const Info info(1);
    if (library().least_squares(matrix, ColumnMajor(x), cutoff, memory_of(result.s), memory_of<int>(result.rank),
                                info.data(), stream())) {
        info.check("SVD did not converge in Linear Least Squares", {x, result.s});
        if (m > n && result.rank.item().to_int() == n) result.residuals = squared_lengths(x(all_of, Slice{n, m}), 1);
        return finished(x(all_of, Slice{0, n}).swapaxes(0, 1).copy('C'));
    }
    const SVD parts = svd(a.astype(dtype), false);
    const ndarray inverse = reciprocals(parts.s, multiply(largest(parts.s), full({1}, cutoff, real)));
    const ndarray target = right.astype(dtype);
    const ndarray solution =
        matmul(hermitian_transpose(parts.vh),
               multiply(inverse.reshape({small, 1}), matmul(hermitian_transpose(parts.u), target)));
    result.s = parts.s;
    result.rank = count_nonzero(inverse).astype(DType::int32);
    if (m > n && result.rank.item().to_int() == n)
        result.residuals = squared_lengths(subtract(target, matmul(a.astype(dtype), solution)), 0);
    return finished(solution);
}

ndarray pinv(const ndarray& a, const std::optional<Operand>& rcond, bool hermitian) {
    const kernel::Placement here(a, rcond);
    check_stacked(a);
    const std::int64_t m = a.shape(-2), n = a.shape(-1);
    if (m * n == 0) return empty(shape_of(batch_shape(a), {n, m}), a.dtype());
    const SVD parts = svd(a, false, hermitian);
    const DType real = parts.s.dtype();
    const Operand share = rcond ? *rcond : Operand(finfo(real).eps * static_cast<double>(std::max(m, n)));
    const ndarray inverse = reciprocals(parts.s, multiply(largest(parts.s), beside_values(share, real)));
    Shape column(inverse.shape());
    column.push_back(1);
    return matmul(hermitian_transpose(parts.vh), multiply(inverse.reshape(column), hermitian_transpose(parts.u)));
}

ndarray tensorsolve(const ndarray& a, const ndarray& b, const Axes& axes) {
    const kernel::Placement here(a, b);
    ndarray matrix = a;
    if (axes) {
        Dims order;
        const Dims moved = normalize_axes(*axes, a.ndim());
        for (int d = 0; d < a.ndim(); ++d)
            if (std::find(moved.begin(), moved.end(), d) == moved.end()) order.push_back(d);
        for (std::int64_t d : moved) order.push_back(d);
        matrix = a.transpose(order);
    }
    Shape shape;
    for (int d = b.ndim(); d < matrix.ndim(); ++d) shape.push_back(matrix.shape()[d]);
    const std::int64_t n = element_count(shape);
    if (matrix.size() != n * n)
        throw LinAlgError("Input arrays must satisfy the requirement prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])");
    return solve(matrix.reshape({n, n}), b.ravel()).reshape(shape);
}

ndarray tensorinv(const ndarray& a, std::int64_t ind) {
    const kernel::Placement here(a);
    if (ind <= 0) throw ValueError("Invalid ind argument.");
    Shape shape;
    std::int64_t columns = 1;
    for (int d = static_cast<int>(std::min<std::int64_t>(ind, a.ndim())); d < a.ndim(); ++d) {
        shape.push_back(a.shape()[d]);
        columns *= a.shape()[d];
    }
    for (int d = 0; d < std::min<std::int64_t>(ind, a.ndim()); ++d) shape.push_back(a.shape()[d]);
    return inv(a.reshape({columns ? a.size() / columns : 0, columns})).reshape(shape);
}

// -------------------------------------------------------------------------------------- what only looks at singular
// values

ndarray matrix_rank(const ndarray& A, const std::optional<Operand>& tol, bool hermitian,
                    const std::optional<Operand>& rtol) {
    const kernel::Placement here(A, tol, rtol);
    if (tol && rtol) throw ValueError("`tol` and `rtol` can't be both set.");
    if (A.ndim() < 2) return any(A).astype(DType::int64);
    const ndarray s = svdvals(A, hermitian);
    ndarray threshold;
    if (tol) {
        threshold = beside_values(*tol, s.dtype());
    } else {
        const double share = finfo(s.dtype()).eps * static_cast<double>(std::max(A.shape(-1), A.shape(-2)));
        threshold = multiply(largest(s), rtol ? beside_values(*rtol, s.dtype()) : full({1}, share, s.dtype()));
    }
    return sum(greater(s, threshold), {.axis = -1, .dtype = DType::int64});
}

ndarray cond(const ndarray& x, const NormOrder& p) {
    const kernel::Placement placement(x);
    if (x.size() == 0 && (x.ndim() < 2 || x.shape(-1) == 0 || x.shape(-2) == 0))
        throw LinAlgError("cond is not defined on empty arrays");
    const bool by_values =
        p.kind == NormOrder::Kind::usual || (p.kind == NormOrder::Kind::number && std::abs(p.number) == 2);
    ndarray result;
    if (by_values) {
        const ndarray s = svdvals(x);
        const ndarray first = s(ellipsis, 0), last = s(ellipsis, -1);
        result = p.kind == NormOrder::Kind::number && p.number == -2 ? divide(last, first) : divide(first, last);
    } else {
        check_square(x);
        const DType dtype = compute_dtype(x);
        const ndarray a = x.astype(dtype);
        ndarray inverse = a;
        if (a.size()) {
            // As inv, but a singular matrix is one with an infinite condition number.
            const Elimination lu(a, dtype, true);
            inverse = inverted(lu);
            inverse = where(lu.info.failures().reshape(shape_of(batch_shape(a), {1, 1})), std::nan(""), inverse);
        }
        result = multiply(norm(a, p, Dims{-2, -1}), norm(inverse, p, Dims{-2, -1}));
    }
    // Only a NaN in the matrix makes one here.
    const ndarray has_nan = any(isnan(x), {.axis = {-2, -1}});
    return where(logical_and(isnan(result), logical_not(has_nan)), HUGE_VAL, result);
}

}  // namespace cuprum::linalg
