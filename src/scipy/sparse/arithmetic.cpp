// Operations element by element.
#include <algorithm>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/scipy/sparse_arithmetic.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
namespace {

constexpr const char* operations = "#include <cuprum/sparse/merge.h>\n";

/// Diagonals with diagonals: sums and differences on those of either, products on those of both.
sparse_matrix binary_of_diagonals(const sparse_matrix& a, const sparse_matrix& b, Binary operation, DType dtype) {
    static const ElementwiseKernel kernel(
        "raw T a, raw T b, raw int64 numbers, int64 a_width, int64 b_width, int64 width, int32 operation", "raw T out",
        R"(
        const long long d = i / width, column = i % width, p = numbers[2 * d], q = numbers[2 * d + 1];
        const T x = p >= 0 && column < a_width ? a[p * a_width + column] : T(0),
                y = q >= 0 && column < b_width ? b[q * b_width + column] : T(0);
        out[i] = cuprum::sparse_binary<T, T>(operation, x, y);
    )",
        "cuprum_sparse_binary_diagonals", {.preamble = operations});
    std::vector<std::int64_t> offsets = a.host_offsets(), numbers;
    offsets.insert(offsets.end(), b.host_offsets().begin(), b.host_offsets().end());
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    const auto position = [](const std::vector<std::int64_t>& among, std::int64_t k) -> std::int64_t {
        const auto found = std::find(among.begin(), among.end(), k);
        return found == among.end() ? -1 : found - among.begin();
    };
    if (operation == Binary::multiply)
        std::erase_if(offsets, [&](std::int64_t k) {
            return position(a.host_offsets(), k) < 0 || position(b.host_offsets(), k) < 0;
        });
    for (const std::int64_t k : offsets) {
        numbers.push_back(position(a.host_offsets(), k));
        numbers.push_back(position(b.host_offsets(), k));
    }
    const std::int64_t count = static_cast<std::int64_t>(offsets.size()),
                       width = std::max(a.data().shape()[1], b.data().shape()[1]);
    if (count == 0 || width == 0) return {Format::dia, a.rows(), a.columns(), dtype};
    const ndarray out = new_array({count, width}, dtype);
    run(kernel, count * width, as(a.data(), dtype).reshape({-1}), as(b.data(), dtype).reshape({-1}), asarray(numbers),
        a.data().shape()[1], b.data().shape()[1], width, static_cast<std::int64_t>(operation), out.reshape({-1}));
    return dia_matrix(out, asarray(offsets), a.shape());
}

}  // namespace

sparse_matrix binary(const sparse_matrix& a, const sparse_matrix& b, Binary operation) {
    const kernel::Placement here(a, b);
    if (!(a.shape() == b.shape()))  // repeated, or an error
        return std::get<sparse_matrix>(binary(Sparse(a), Sparse(b), operation));
    if (a.is_blocks())
        return tobsr(binary(to_format(a, Format::csr), b, operation), a.block_shape()[0], a.block_shape()[1]);
    const bool compares = operation >= Binary::equal;
    const DType dtype = promote_types(a.dtype(), b.dtype()), result = compares ? DType::bool_ : dtype;
    if (operation == Binary::subtract && dtype == DType::bool_)
        throw TypeError("numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor instead");
    if (a.format() == Format::dia && b.format() == Format::dia && operation <= Binary::multiply)
        return binary_of_diagonals(a, b, operation, dtype);
    const Format format = a.format() == Format::csc ? Format::csc : Format::csr;
    const sparse_matrix left = canonical_compressed(a, format).astype(dtype, false),
                        right = canonical_compressed(b, format).astype(dtype, false);
    if (left.structure() == right.structure()) {
        // The same places: the values alone are computed with, as long as none of them is zero.
        static const ElementwiseKernel same("raw T a, raw T b, int32 operation", "raw R out, raw int32 zeros", R"(
            const R value = cuprum::sparse_binary<T, R>(operation, a[i], b[i]);
            out[i] = value;
            if (value == R(0)) zeros[0] = 1;
        )",
                                            "cuprum_sparse_binary_same", {.preamble = operations});
        const std::int64_t nnz = left.nnz();
        const ndarray out = new_array({nnz}, result), zero = zeros({1}, DType::int32);
        run(same, nnz, left.data(), right.data(), static_cast<std::int64_t>(operation), out, zero);
        const sparse_matrix made(format, out, left.structure());
        return zero.item().to_int() ? eliminate_zeros(made) : made;
    }
    const std::int64_t left_nnz = left.nnz(), right_nnz = right.nnz();
    const DType type = index_dtype(std::max({a.rows(), a.columns(), left_nnz + right_nnz}), index_dtype_of(a, b));
    const auto index = [&](const ndarray& part) { return as(part, type); };
    const ndarray li = index(left.indices()), lp = index(left.indptr()), ri = index(right.indices()),
                  rp = index(right.indptr());
    static const ElementwiseKernel length(
        "raw I a_indices, raw I a_ends, raw T a, raw I b_indices, raw I b_ends, raw T b, int32 operation, R kind",
        "raw I lengths", R"(
        long long count = 0;
        cuprum::sparse_merge<T, R, I>(operation, &a_indices[0], &a[0], a_ends[i], a_ends[i + 1], &b_indices[0], &b[0],
                              b_ends[i], b_ends[i + 1], [&](I, R) { ++count; });
        lengths[i] = count;
    )",
        "cuprum_sparse_binary_length", {.preamble = operations});
    static const ElementwiseKernel fill(
        "raw I a_indices, raw I a_ends, raw T a, raw I b_indices, raw I b_ends, raw T b, int32 operation, raw I ends",
        "raw I indices, raw R out",
        "cuprum::sparse_binary_fill(i, &a_indices[0], &a_ends[0], &a[0], &b_indices[0], &b_ends[0], "
        "&b[0], operation, &ends[0], &indices[0], &out[0]);",
        "cuprum_sparse_binary_fill", {.preamble = operations});
    const std::int64_t major = left.major();
    const auto which = static_cast<std::int64_t>(operation);
    const ndarray lengths = new_array({major}, type);
    run(length, major, li, lp, left.data(), ri, rp, right.data(), which, Scalar(0).as(result), lengths);
    const ndarray ends = starts_of(lengths);
    const std::int64_t total = major ? last_of(ends) : 0;
    const ndarray indices = new_array({total}, type), out = new_array({total}, result);
    run(fill, total ? major : 0, li, lp, left.data(), ri, rp, right.data(), which, ends, indices, out);
    return {format, out, std::make_shared<Structure>(indices, ends, left.major(), left.minor())};
}

sparse_matrix multiply_dense(const sparse_matrix& a, const ndarray& dense) {
    const kernel::Placement here(a, dense);
    const ndarray matrix = dense.ndim() < 2 ? dense.reshape({1, dense.size()}) : dense;
    const Shape shapes[] = {a.shape(), matrix.shape()};
    const Shape shape = matrix.ndim() == 2 ? broadcast_shapes(shapes) : Shape{};
    if (matrix.ndim() != 2 || !(shape == a.shape())) {
        // The sparse matrix is repeated where it has one row or one column.
        if (matrix.ndim() == 2 && (a.rows() == 1 || a.columns() == 1))
            return from_dense(cuprum::multiply(toarray(a), matrix), Format::coo);
        throw ValueError("inconsistent shapes: " + cuprum::to_string(a.shape()) + " and " +
                         cuprum::to_string(dense.shape()));
    }
    const sparse_matrix from = to_format(a, Format::coo);
    static const ElementwiseKernel kernel(
        "raw T data, raw I row, raw I col, raw D dense, int64 row_step, int64 column_step", "raw R out",
        "out[i] = R(data[i]) * R(dense[row[i] * row_step + col[i] * column_step]);", "cuprum_sparse_by_dense");
    const DType dtype = promote_types(a.dtype(), matrix.dtype());
    const ndarray values = contiguous(matrix), out = new_array({from.nnz()}, dtype);
    run(kernel, from.nnz(), from.data(), from.row(), from.col(), values,
        values.shape()[0] == 1 ? std::int64_t{0} : values.shape()[1],
        values.shape()[1] == 1 ? std::int64_t{0} : std::int64_t{1}, out);
    return from.with_data(out);
}

ndarray add_dense(const sparse_matrix& a, const ndarray& dense) { return add(toarray(a), dense); }

}  // namespace cuprum::scipy::sparse
