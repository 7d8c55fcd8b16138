// Cholesky, QR and singular value decompositions.
#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/matrices/small_matrices.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"

namespace cuprum::linalg {

using runtime::Op;
using runtime::Vectors;

ndarray cholesky(const ndarray& a, bool upper) {
    const kernel::Placement here(a);
    check_square(a);
    const DType dtype = compute_dtype(a);
    if (a.size() == 0) return empty(a.shape(), dtype);
    if (kernel::has_small_matrices(kernel::SmallMatrices::cholesky, a, dtype)) {
        const ndarray factors = empty(a.shape(), dtype), matrices = ascontiguousarray(a, dtype);
        const Info info(a.size() / (a.shape(-1) * a.shape(-1)));
        kernel::small_matrices(kernel::SmallMatrices::cholesky,
                               {.matrices = matrices, .u = &factors, .info = info.data(), .lower = !upper});
        info.check("Matrix is not positive definite", {factors});
        return factors;
    }
    // In memory the lower triangle of a matrix is the upper one of its transpose, which is the conjugate matrix.
    const ColumnMajor factors = as_rows(a, dtype);
    const Info info(factors.matrices().batch);
    library().cholesky(factors, !upper, info.data(), stream());
    info.check("Matrix is not positive definite", {factors.array()});
    return upper ? triu(factors.array()) : tril(factors.array());
}

namespace {

/// Some of each matrix's rows, as an array (..., rows, columns).
ndarray leading_rows(const ndarray& a, std::int64_t rows) {
    Shape shape(a.shape());
    shape[a.ndim() - 2] = rows;
    return a.with_layout(std::move(shape), a.strides());
}

/// The first columns of the orthogonal matrices that reflectors make, of many small matrices at once: Q is E - V T V^H
/// E, where E are columns of the identity, V the reflectors and T a triangle whose inverse has the products of
/// reflectors above its diagonal and the reciprocals of their factors on it.
ndarray q_of_batch(const ColumnMajor& factors, const ndarray& tau, std::int64_t columns) {
    const DType dtype = factors.array().dtype();
    const std::int64_t m = factors.matrices().rows, k = tau.shape(-1);
    const ndarray reflectors = leading_rows(factors.array(), k).swapaxes(-2, -1);  // (..., m, k)
    const ndarray unit = eye(m, k, 0, dtype);
    // A factor of 0 stands for a reflector that is none.
    const ndarray idle = equal(tau, 0);
    Shape row(tau.shape()), column(tau.shape());
    row.insert(tau.ndim() - 1, 1);
    column.push_back(1);
    const ndarray v = where(idle.reshape(row), 0.0, add(tril(reflectors, -1), unit)).astype(dtype);
    const ndarray vh = (is_complex(dtype) ? conjugate(v) : v).swapaxes(-2, -1);
    const ndarray diagonal = divide(1.0, where(idle, 1.0, tau)).astype(dtype);
    const ndarray inverse = add(triu(matmul(vh, v), 1), multiply(eye(k, {}, 0, dtype), diagonal.reshape(column)));
    // LAPACK's columns are rows here, so the upper triangle's transpose is stored.
    const ColumnMajor triangle = as_columns(inverse, dtype);
    const ndarray right = leading_rows(v, columns < m ? columns : m);  // the first rows of V: its part in V^H E
    const ColumnMajor solution = as_columns((is_complex(dtype) ? conjugate(right) : right).swapaxes(-2, -1), dtype);
    library().solve_triangular(triangle, true, false, Op::none, solution, stream());
    return subtract(eye(m, columns, 0, dtype), matmul(v, solution.array().swapaxes(-2, -1)));
}

/// Q with so many columns, as an array (..., rows, columns).
ndarray q_of(const ColumnMajor& factors, const ColumnMajor& tau, std::int64_t columns) {
    const runtime::Matrices& matrices = factors.matrices();
    if (matrices.batch > 1 && library().needs_addresses())
        return q_of_batch(factors, tau.array().reshape(shape_of(batch_shape(tau.array()), {tau.matrices().rows})),
                          columns);
    if (columns <= matrices.columns) {
        const ColumnMajor q = factors.first_columns(columns);
        library().form_q(q, tau, stream());
        return transposed_copy(q.array());
    }
    const ColumnMajor q(empty_matrices(batch_shape(factors.array()), columns, matrices.rows, matrices.dtype));
    leading_rows(q.array(), matrices.columns).assign({}, factors.array());
    library().form_q(q, tau, stream());
    return transposed_copy(q.array());
}

}  // namespace

QR qr(const ndarray& a, std::string_view mode) {
    const kernel::Placement here(a);
    if (mode != "reduced" && mode != "complete" && mode != "r" && mode != "raw")
        throw ValueError("Unrecognized mode '" + std::string(mode) + "'");
    check_stacked(a);
    const DType dtype = compute_dtype(a);
    const std::int64_t m = a.shape(-2), n = a.shape(-1), k = std::min(m, n);
    const auto batch = batch_shape(a);
    if (a.size() == 0) {
        if (mode == "raw") return {empty(shape_of(batch, {n, m}), dtype), empty(shape_of(batch, {k}), dtype)};
        const std::int64_t columns = mode == "complete" ? m : k;
        const ndarray r = zeros(shape_of(batch, {mode == "complete" ? m : k, n}), dtype);
        if (mode == "r") return {{}, r};
        return {eye(m, columns, 0, dtype).broadcast_to(shape_of(batch, {m, columns})).copy('C'), r};
    }
    const ColumnMajor factors = as_columns(a, dtype);
    const ColumnMajor tau(empty_matrices(batch, 1, k, dtype));
    library().qr(factors, tau, stream());
    if (mode == "raw") return {factors.array(), tau.array().reshape(shape_of(batch, {k}))};
    const bool complete = mode == "complete" && m > n;
    ndarray r = triu(leading_rows(factors.array().swapaxes(-2, -1), k));
    if (mode == "r") return {{}, r};
    if (complete) {
        const ndarray tall = zeros(shape_of(batch, {m, n}), dtype);
        leading_rows(tall, k).assign({}, r);
        r = tall;
    }
    return {q_of(factors, tau, complete ? m : k), r};
}

namespace {

constexpr const char* svd_failed = "SVD did not converge";

/// Singular values from the eigenvalues of Hermitian matrices: absolute values, descending.
SVD hermitian_svd(const ndarray& a, bool vectors) {
    if (!vectors) return {{}, flip(sort(absolute(eigvalsh(a)), -1), Dims{-1}).copy(), {}};
    const Eig parts = eigh(a);
    const ndarray magnitudes = absolute(parts.eigenvalues);
    const ndarray order = argsort(negative(magnitudes), -1);
    Shape row(order.shape());
    row.insert(order.ndim() - 1, 1);
    const ndarray u = take_along_axis(parts.eigenvectors, order.reshape(row), -1);
    // A negative value's sign goes to its right vector.
    const ndarray negatives = less(take_along_axis(parts.eigenvalues, order, -1), 0);
    const ndarray right = where(negatives.reshape(row), negative(u), u);
    const ndarray vh = (is_complex(right.dtype()) ? conjugate(right) : right).swapaxes(-2, -1).copy('C');
    return {u, take_along_axis(magnitudes, order, -1), vh};
}

SVD decompose(const ndarray& a, Vectors vectors) {
    check_stacked(a);
    const DType dtype = compute_dtype(a), real = real_dtype(dtype);
    const std::int64_t m = a.shape(-2), n = a.shape(-1), k = std::min(m, n);
    const auto batch = batch_shape(a);
    const bool wanted = vectors != Vectors::none, full = vectors == Vectors::full;
    const std::int64_t u_columns = full ? m : k, v_rows = full ? n : k;
    SVD result{{}, empty(shape_of(batch, {k}), real), {}};
    if (a.size() == 0) {
        if (wanted) {
            result.u = eye(m, u_columns, 0, dtype).broadcast_to(shape_of(batch, {m, u_columns})).copy('C');
            result.vh = eye(v_rows, n, 0, dtype).broadcast_to(shape_of(batch, {v_rows, n})).copy('C');
        }
        return result;
    }
    if (kernel::has_small_matrices(kernel::SmallMatrices::svd, a, dtype)) {
        const Info info(a.size() / (m * n));
        if (wanted) {
            result.u = empty(shape_of(batch, {m, u_columns}), dtype);
            result.vh = empty(shape_of(batch, {v_rows, n}), dtype);
        }
        const ndarray matrices = ascontiguousarray(a, dtype);
        kernel::small_matrices(kernel::SmallMatrices::svd, {.matrices = matrices,
                                                            .values = &result.s,
                                                            .u = wanted ? &result.u : nullptr,
                                                            .vh = wanted ? &result.vh : nullptr,
                                                            .info = info.data()});
        if (wanted) info.check(svd_failed, {result.u, result.s, result.vh});
        else info.check(svd_failed, {result.s});
        return result;
    }
    // The library is given the transposes, as the matrices lie in memory: their left vectors are our right ones, and
    // the results lie as they should. Only where it takes no wide matrices, and the transposes are wide, the matrices
    // are transposed first.
    const runtime::SvdForm form = library().svd_form({dtype, nullptr, m, n, m, m * n, a.size() / (m * n)});
    const bool transposed = form.tall_only && m > n;
    const Info info(a.size() / (m * n), !library().tells_of_nan());
    const ColumnMajor source = transposed ? as_columns(a, dtype, info.marks()) : as_rows(a, dtype, info.marks());
    const std::int64_t rows = source.matrices().rows, columns = source.matrices().columns;
    const bool all = full || form.full;
    if (!wanted) {
        library().svd(source, vectors, memory_of(result.s), source, source, info.data(), stream());
        info.check(svd_failed, {result.s}, true);
        return result;
    }
    const std::int64_t lefts = all ? rows : k, rights = all ? columns : k;
    const ColumnMajor left(empty_matrices(batch, lefts, rows, dtype));
    const ColumnMajor right(form.v ? empty_matrices(batch, rights, columns, dtype)
                                   : empty_matrices(batch, columns, rights, dtype));
    library().svd(source, all ? Vectors::full : vectors, memory_of(result.s), left, right, info.data(), stream());
    info.check(svd_failed, {left.array(), result.s, right.array()}, true);
    // As arrays: `left` is (..., lefts, rows), the left vectors as rows; `right` (..., columns, rights), the conjugates
    // of the right ones as columns; or (..., rights, columns), these themselves as rows.
    const ndarray left_rows = left.array();
    ndarray right_columns = right.array();
    if (form.v) right_columns = (is_complex(dtype) ? conjugate(right_columns) : right_columns).swapaxes(-2, -1);
    ndarray u = transposed ? left_rows.swapaxes(-2, -1) : right_columns;
    ndarray vh = transposed ? right_columns.swapaxes(-2, -1) : left_rows;
    if (!full && form.full) {
        vh = leading_rows(vh, v_rows);
        Shape shape(u.shape());
        shape[u.ndim() - 1] = u_columns;
        u = u.with_layout(std::move(shape), u.strides());
    }
    result.u = u.is_c_contiguous() ? u : u.copy('C');
    result.vh = vh.is_c_contiguous() ? vh : vh.copy('C');
    return result;
}

}  // namespace

SVD svd(const ndarray& a, bool full_matrices, bool hermitian) {
    const kernel::Placement here(a);
    if (hermitian) return hermitian_svd(a, true);
    return decompose(a, full_matrices ? Vectors::full : Vectors::reduced);
}

ndarray svdvals(const ndarray& x, bool hermitian) {
    const kernel::Placement here(x);
    return hermitian ? hermitian_svd(x, false).s : decompose(x, Vectors::none).s;
}

}  // namespace cuprum::linalg
