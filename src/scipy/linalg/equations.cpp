// LU factors, and equations with factors and triangles.
#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/errstate.h"
#include "cuprum/finite.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"
#include "scipy/linalg/lapack_dtype.h"

namespace cuprum::scipy::linalg {

using namespace cuprum::linalg;

namespace {

using runtime::Op;

void check_matrices(const ndarray& a) {
    if (a.ndim() < 2)
        throw LinAlgError("The input array must be at least two-dimensional, not of " + std::to_string(a.ndim()) +
                          " dimensions");
}

void check_square_matrices(const ndarray& a) {
    if (a.ndim() < 2 || a.shape(-1) != a.shape(-2))
        throw ValueError("expected square matrix, not an array of shape " + to_string(a.shape()));
}

Op op_of(int trans) {
    if (trans < 0 || trans > 2) throw ValueError("trans must be 0, 1 or 2, not " + std::to_string(trans));
    return trans == 0 ? Op::none : trans == 1 ? Op::transpose : Op::conjugate_transpose;
}

/// The matrices of a result, each in Fortran order, as LAPACK left it and SciPy returns it.
ndarray in_order_of_lapack(const ColumnMajor& columns) { return columns.array().swapaxes(-2, -1); }

/// Right-hand sides for square matrices, as columns of matrices with the leading axes of both.
struct RightHand {
    bool vector;
    Shape batch, shape;  ///< Leading axes, and all axes of the solution.
    std::optional<ColumnMajor> columns;

    RightHand(const ndarray& a, const ndarray& b, DType dtype) : vector(b.ndim() == 1) {
        const std::int64_t n = a.shape(-1);
        if (b.ndim() == 0 || b.shape(vector ? 0 : -2) != n)
            throw ValueError("shapes of a " + to_string(a.shape()) + " and b " + to_string(b.shape()) +
                             " are incompatible");
        const ndarray right = vector ? b.reshape({n, 1}) : b;
        const Shape shapes[] = {Shape(batch_shape(a)), Shape(batch_shape(right))};
        batch = broadcast_shapes(shapes);
        shape = vector ? shape_of(batch, {n}) : shape_of(batch, {n, right.shape(-1)});
        if (element_count(shape)) columns = as_columns(broadcast_matrices(right, batch), dtype);
    }
    ndarray result() const { return vector ? columns->array().reshape(shape) : in_order_of_lapack(*columns); }
};

/// Swaps of rows, counted from `base`, as numbers of rows: those of the matrix in the order of its factors.
ndarray order_of(const ndarray& pivots, std::int64_t rows, int base) {
    static const ElementwiseKernel kernel(
        "raw T piv, int64 k, int64 m, int64 base", "raw int64 order",
        "for (long long r = 0; r < m; ++r) order[i * m + r] = r;"
        "for (long long r = 0; r < k; ++r) {"
        "    const long long other = i * m + piv[i * k + r] - base, kept = order[i * m + r];"
        "    order[i * m + r] = order[other]; order[other] = kept;"
        "}",
        "cuprum_order_of_rows");
    const auto batch = Shape(std::span(pivots.shape().data(), static_cast<std::size_t>(pivots.ndim() - 1)));
    const ndarray order = empty(shape_of(batch, {rows}), DType::int64);
    if (order.size() == 0) return order;
    const Operand operands[] = {pivots, Scalar(pivots.shape(-1)), Scalar(rows), Scalar(base), order};
    ndarray same;
    kernel.call(operands, {.size = order.size() / rows}, &same);
    return order;
}

/// The factors; those of a matrix with a NaN are NaN.
Elimination eliminated(const ndarray& a) {
    const Elimination made(a, lapack_dtype(a), false);
    made.poison(made.factors.array());
    return made;
}

/// Warns where a diagonal of U has a 0, for which it waits for the factors.
void warn_if_singular(const ndarray& lu) {
    if (geterr().linalg == OnError::ignore) return;
    const ndarray zero = equal(lu.diagonal(0, -2, -1), 0);
    if (!any(zero).item().to_bool()) return;
    const std::int64_t place = argmax(zero.ravel()).item().to_int() % zero.shape(-1) + 1;
    warn_of_iteration("Diagonal number " + std::to_string(place) + " is exactly zero. Singular matrix.");
}

}  // namespace

LuFactors lu_factor(const ndarray& a, bool check_finite) {
    const kernel::Placement here(a);
    check_matrices(a);
    if (check_finite) cuprum::check_finite(a);
    if (a.size() == 0)
        return {empty(a.shape(), lapack_dtype(a)),
                empty(shape_of(batch_shape(a), {std::min(a.shape(-1), a.shape(-2))}), DType::int32)};
    const Elimination factors = eliminated(a);
    LuFactors result{in_order_of_lapack(factors.factors), subtract(factors.pivots, 1).astype(DType::int32)};
    warn_if_singular(result.lu);
    return result;
}

ndarray lu_solve(const LuFactors& lu_and_piv, const ndarray& b, int trans, bool check_finite) {
    const kernel::Placement here(b);
    const auto& [lu, piv] = lu_and_piv;
    if (check_finite) cuprum::check_finite(b);
    check_square_matrices(lu);
    const Op op = op_of(trans);
    const DType dtype = promote_types(lapack_dtype(lu), lapack_dtype(b));
    const RightHand right(lu, b, dtype);
    if (!right.columns) return empty(right.shape, dtype);
    const ColumnMajor factors = as_columns(broadcast_matrices(lu, right.batch), dtype);
    const ndarray pivots = add(piv, 1)
                               .astype(library().pivot_dtype(factors))
                               .broadcast_to(shape_of(right.batch, {piv.shape(-1)}))
                               .copy('C');
    library().lu_solve(factors, memory_of(pivots), op, *right.columns, stream());
    return right.result();
}

Lu lu(const ndarray& a, bool permute_l, bool check_finite, bool p_indices) {
    const kernel::Placement here(a);
    check_matrices(a);
    if (check_finite) cuprum::check_finite(a);
    const std::int64_t m = a.shape(-2), n = a.shape(-1), k = std::min(m, n);
    const auto batch = batch_shape(a);
    const DType dtype = lapack_dtype(a);
    Lu result;
    ndarray order;  // of the matrix's rows in L
    if (a.size() == 0) {
        result.l = empty(shape_of(batch, {m, k}), dtype);
        result.u = empty(shape_of(batch, {k, n}), dtype);
        order = empty(shape_of(batch, {0}), DType::int64);  // SciPy permutes nothing then
    } else {
        const Elimination factors = eliminated(a);
        const ndarray both = factors.factors.array().swapaxes(-2, -1);
        result.l = tril(both(ellipsis, all_of, Slice{.stop = k}), -1);
        result.l.diagonal(0, -2, -1).fill(Scalar(1));
        result.u = triu(both(ellipsis, Slice{.stop = k}, all_of));
        order = order_of(factors.pivots, m, 1);
    }
    const ndarray rows = argsort(order, -1);  // of L in the matrix
    if (permute_l) {
        if (a.size()) result.l = take_along_axis(result.l, rows.reshape(shape_of(batch, {m, 1})), -2);
    } else if (p_indices) {
        result.p = rows.astype(DType::int32);
    } else {
        result.p = equal(rows.reshape(shape_of(rows.shape(), {1})), arange(rows.shape(-1))).astype(real_dtype(dtype));
    }
    return result;
}

ndarray solve_triangular(const ndarray& a, const ndarray& b, int trans, bool lower, bool unit_diagonal,
                         bool check_finite) {
    const kernel::Placement here(a, b);
    if (check_finite) {
        cuprum::check_finite(a);
        cuprum::check_finite(b);
    }
    check_square_matrices(a);
    if (a.ndim() > 2 && b.shape() == shape_of(batch_shape(a), {a.shape(-1)}))  // a vector for each matrix
        return solve_triangular(a, b.reshape(shape_of(b.shape(), {1})), trans, lower, unit_diagonal).reshape(b.shape());
    const Op op = op_of(trans);
    const DType dtype = promote_types(lapack_dtype(a), lapack_dtype(b));
    const RightHand right(a, b, dtype);
    if (!right.columns) return empty(right.shape, dtype);
    if (!unit_diagonal && geterr().linalg == OnError::raise) {
        const ndarray zero = equal(a.diagonal(0, -2, -1), 0);
        if (any(zero).item().to_bool())
            throw LinAlgError("singular matrix: resolution failed at diagonal " +
                              std::to_string(argmax(zero.ravel()).item().to_int() % a.shape(-1)));
    }
    const ColumnMajor triangle = as_columns(broadcast_matrices(a, right.batch), dtype);
    library().solve_triangular(triangle, !lower, unit_diagonal, op, *right.columns, stream());
    return right.result();
}

ndarray cho_solve(const std::pair<ndarray, bool>& c_and_lower, const ndarray& b, bool check_finite) {
    const kernel::Placement here(b);
    const auto& [c, lower] = c_and_lower;
    if (check_finite) {
        cuprum::check_finite(lower ? tril(c) : triu(c));
        cuprum::check_finite(b);
    }
    check_square_matrices(c);
    if (c.ndim() > 2 && b.shape() == shape_of(batch_shape(c), {c.shape(-1)}))  // a vector for each matrix
        return cho_solve(c_and_lower, b.reshape(shape_of(b.shape(), {1})), false).reshape(b.shape());
    const DType dtype = promote_types(lapack_dtype(c), lapack_dtype(b));
    const RightHand right(c, b, dtype);
    if (!right.columns) return empty(right.shape, dtype);
    const ColumnMajor triangle = as_columns(broadcast_matrices(c, right.batch), dtype);
    for (const bool first : {true, false})
        library().solve_triangular(triangle, !lower, false, first == lower ? Op::none : Op::conjugate_transpose,
                                   *right.columns, stream());
    return right.result();
}

ndarray invh(const ndarray& a) {
    const kernel::Placement here(a);
    const ndarray factor = cholesky(a);
    return ascontiguousarray(cho_solve({factor, true}, eye(a.shape(-1), {}, 0, factor.dtype()), false));
}

}  // namespace cuprum::scipy::linalg
