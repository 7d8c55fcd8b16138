// What is computed with coordinates in any number of dimensions: by matrices, whose rows and columns are the elements
// of some axes each.
#include <algorithm>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/tensor.h"

namespace cuprum::scipy::sparse {

ndarray toarray(const sparse_tensor& a) {
    const kernel::Placement here(a);
    const ndarray out = zeros({a.size()}, a.dtype());
    const sparse_tensor from = a.sum_duplicates();
    static const ElementwiseKernel kernel("raw int64 number, raw T data", "raw T out", "out[number[i]] = data[i];",
                                          "cuprum_sparse_scatter_flat");
    run(kernel, from.nnz(), from.flat_indices(), from.data(), out);
    return out.reshape(a.shape());
}

ndarray sparse_tensor::toarray(char order) const {
    const kernel::Placement here(*this);
    const ndarray dense = sparse::toarray(*this);
    return order == 'F' ? asfortranarray(dense) : dense;
}

namespace {
void check_same_shape(const sparse_tensor& a, const Shape& shape) {
    if (!(a.shape() == shape))
        throw ValueError("inconsistent shapes: " + cuprum::to_string(a.shape()) + " and " + cuprum::to_string(shape));
}
}  // namespace

sparse_tensor binary(const sparse_tensor& a, const sparse_tensor& b, Binary operation) {
    const kernel::Placement here(a, b);
    check_same_shape(a, b.shape());
    const std::int64_t width = width_of(a, a.nnz() + b.nnz());
    return {binary(a.in_rows(width), b.in_rows(width), operation), a.shape()};
}

sparse_tensor multiply_dense(const sparse_tensor& a, const ndarray& dense) {
    const kernel::Placement here(a, dense);
    check_same_shape(a, dense.shape());
    return a.with_data(cuprum::multiply(a.data(), take(contiguous(dense).reshape({-1}), a.flat_indices())));
}

ndarray fold(const sparse_tensor& a, Fold how, const Dims& axes, std::optional<DType> dtype, bool explicit_only) {
    const kernel::Placement here(a);
    Dims order;
    Shape kept;
    for (int axis = 0; axis < a.ndim(); ++axis) {
        if (std::find(axes.begin(), axes.end(), axis) != axes.end()) continue;
        order.push_back(axis);
        kept.push_back(a.shape()[axis]);
    }
    const sparse_matrix m = a.transpose(joined(order, axes)).matrix(kept.size());
    return fold(m, how, 1, dtype, explicit_only).reshape(kept);
}

ndarray argument(const sparse_tensor& a, bool largest, int axis, bool explicit_only) {
    const kernel::Placement here(a);
    Dims order;
    Shape kept;
    for (int other = 0; other < a.ndim(); ++other) {
        if (other == axis) continue;
        order.push_back(other);
        kept.push_back(a.shape()[other]);
    }
    order.push_back(axis);
    return argument(a.transpose(order).matrix(a.ndim() - 1), largest, 1, explicit_only).reshape(kept);
}

// ------------------------------------------------------------------------------------------------------- products

namespace {

/// The axes that are not summed over, and their lengths.
struct Kept {
    Dims axes;
    Shape lengths;
};

Kept kept_of(const Shape& shape, const Dims& summed) {
    Kept kept;
    for (int axis = 0; axis < shape.size(); ++axis) {
        if (std::find(summed.begin(), summed.end(), axis) != summed.end()) continue;
        kept.axes.push_back(axis);
        kept.lengths.push_back(shape[axis]);
    }
    return kept;
}

void check_pairs(const Shape& a, const Shape& b, const Dims& axes_of_a, const Dims& axes_of_b) {
    if (axes_of_a.size() != axes_of_b.size())
        throw ValueError("axes lists/tuples must be of the same length, found " + std::to_string(axes_of_a.size()) +
                         " and " + std::to_string(axes_of_b.size()));
    for (int k = 0; k < axes_of_a.size(); ++k)
        if (a[axes_of_a[k]] != b[axes_of_b[k]])
            throw ValueError("sizes of the corresponding axes must match: axis " + std::to_string(axes_of_a[k]) +
                             " of " + cuprum::to_string(a) + " and axis " + std::to_string(axes_of_b[k]) + " of " +
                             cuprum::to_string(b));
}

/// The axes before the last two, broadcast.
Shape batch_of(const Shape& a, const Shape& b) {
    const int one = a.size(), two = b.size();
    if (one < 2 || two < 2)
        throw ValueError("matmul: operands have two axes or more, found the shapes " + cuprum::to_string(a) + " and " +
                         cuprum::to_string(b));
    if (a[one - 1] != b[two - 2])
        throw ValueError("matmul: dimension mismatch with signature (n,k=" + std::to_string(a[one - 1]) +
                         "),(k=" + std::to_string(b[two - 2]) + ",m)->(n,m): the shapes are " + cuprum::to_string(a) +
                         " and " + cuprum::to_string(b));
    const Shape shapes[] = {slice_of(a, 0, one - 2), slice_of(b, 0, two - 2)};
    try {
        return broadcast_shapes(shapes);
    } catch (const ValueError&) {
        throw ValueError("Batch dimensions are not broadcastable: the shapes are " + cuprum::to_string(a) + " and " +
                         cuprum::to_string(b));
    }
}

/// The matrices of all batches along a diagonal: rows batch * n, columns batch * k.
sparse_matrix along_diagonal(const sparse_tensor& a) {
    const int last = a.ndim() - 1;
    const ndarray rows = ravel(a, 0, last), batch = ravel(a, 0, last - 1),
                  columns = keys_of(batch, as(a.coords()[last], DType::int64), a.shape()[last]);
    const std::int64_t batches = product(a.shape(), 0, last - 1);
    return coo_matrix(a.data(), rows, columns, Shape{batches * a.shape()[last - 1], batches * a.shape()[last]}, true,
                      a.index_dtype());
}

/// The axes that are summed over and those that are kept, of both operands.
struct Contraction {
    Dims axes_of_a, axes_of_b;
    Kept left, right;
    Contraction(const Shape& a, const Shape& b, const Dims& of_a, const Dims& of_b)
        : axes_of_a(axes_within(of_a, a.size())), axes_of_b(axes_within(of_b, b.size())) {
        check_pairs(a, b, axes_of_a, axes_of_b);
        left = kept_of(a, axes_of_a);
        right = kept_of(b, axes_of_b);
    }
    sparse_matrix rows(const sparse_tensor& a) const {
        return a.transpose(joined(left.axes, axes_of_a)).matrix(left.axes.size());
    }
    Dims order_of_b() const { return joined(axes_of_b, right.axes); }
    Shape shape() const { return joined(left.lengths, right.lengths); }
};

}  // namespace

sparse_tensor tensordot(const sparse_tensor& a, const sparse_tensor& b, const Dims& axes_of_a, const Dims& axes_of_b) {
    const kernel::Placement here(a, b);
    const Contraction c(a.shape(), b.shape(), axes_of_a, axes_of_b);
    return {matmul(c.rows(a), b.transpose(c.order_of_b()).matrix(c.axes_of_b.size())), c.shape()};
}

ndarray tensordot(const sparse_tensor& a, const ndarray& b, const Dims& axes_of_a, const Dims& axes_of_b) {
    const kernel::Placement here(a, b);
    const Contraction c(a.shape(), b.shape(), axes_of_a, axes_of_b);
    const sparse_matrix m = c.rows(a);
    std::int64_t width = 1;
    for (const std::int64_t length : c.right.lengths) width *= length;
    const ndarray dense = contiguous(cuprum::transpose(b, c.order_of_b())).reshape({m.columns(), width});
    return matmul(m, dense).reshape(c.shape());
}

sparse_tensor matmul(const sparse_tensor& a, const sparse_tensor& b) {
    const kernel::Placement here(a, b);
    const Shape batch = batch_of(a.shape(), b.shape());
    const std::int64_t n = a.shape()[a.ndim() - 2], k = a.shape()[a.ndim() - 1], m = b.shape()[b.ndim() - 1];
    const sparse_tensor left = a.broadcast_to(joined(batch, {n, k})), right = b.broadcast_to(joined(batch, {k, m}));
    return {matmul(along_diagonal(left), right.matrix(right.ndim() - 1)), joined(batch, {n, m})};
}

ndarray matmul(const sparse_tensor& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    const Shape batch = batch_of(a.shape(), b.shape());
    const std::int64_t n = a.shape()[a.ndim() - 2], k = a.shape()[a.ndim() - 1], m = b.shape()[b.ndim() - 1];
    const sparse_tensor left = a.broadcast_to(joined(batch, {n, k}));
    const ndarray right = contiguous(b.broadcast_to(joined(batch, {k, m})));
    const sparse_matrix diagonal = along_diagonal(left);
    return matmul(diagonal, right.reshape({diagonal.columns(), m})).reshape(joined(batch, {n, m}));
}

// ------------------------------------------------------------------------------------------------------- indexing

sparse_tensor take(const sparse_tensor& a, const ndarray& numbers) {
    const kernel::Placement here(a, numbers);
    const sparse_matrix taken = take_major(to_format(a.sum_duplicates().matrix(1), Format::csr), numbers);
    return {taken, joined({numbers.size()}, slice_of(a.shape(), 1, a.ndim()))};
}

sparse_tensor with_elements(const sparse_tensor& a, const ndarray& numbers, const ndarray& values) {
    const kernel::Placement here(a, numbers, values);
    const std::int64_t width = width_of(a, a.nnz() + numbers.size());
    const std::vector<ndarray> positions =
        unravel(as(numbers, DType::int64).reshape({-1}), Shape{(a.size() + width - 1) / width, width}, a.index_dtype());
    return {with_elements(a.in_rows(width), positions[0], positions[1], values.reshape({-1})), a.shape()};
}

}  // namespace cuprum::scipy::sparse
