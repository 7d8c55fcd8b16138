// Construction from diagonals and from other matrices: diags, eye, kron, block_array, tril, ...
#include <algorithm>
#include <sstream>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/sparse_construct.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/tensor.h"

namespace cuprum::scipy::sparse {
namespace {

ndarray asarray_offsets(std::span<const std::int64_t> offsets) {
    const std::vector<std::int64_t> numbers(offsets.begin(), offsets.end());
    return asarray(numbers);
}

sparse_matrix in_format(const sparse_matrix& a, std::optional<Format> format) {
    return format ? to_format(a, *format) : a;
}

sparse_matrix matrix_of(const ndarray& dense) {
    const kernel::Placement here(dense);
    if (dense.ndim() > 2)
        throw ValueError("a matrix is needed: the function requires 2D input arrays, found " +
                         std::to_string(dense.ndim()) + " dimensions");
    return from_dense(atleast_2d(dense), Format::coo);
}

sparse_matrix matrix_of(const sparse_tensor& a) {
    const kernel::Placement here(a);
    if (a.ndim() > 2)
        throw ValueError("a matrix is needed: the function requires 2D input arrays, found " +
                         std::to_string(a.ndim()) + " dimensions");
    return a.ndim() == 2 ? a.matrix(1) : a.reshape({1, a.size()}).matrix(1);
}

}  // namespace

MatrixLike::MatrixLike(const ndarray& a) : sparse_matrix(matrix_of(a)) {}
MatrixLike::MatrixLike(const sparse_tensor& a) : sparse_matrix(matrix_of(a)) {}

sparse_matrix diags(std::span<const ndarray> diagonals, std::span<const std::int64_t> offsets,
                    const std::optional<Shape>& wanted, std::optional<Format> format, std::optional<DType> dtype) {
    const kernel::Placement here(diagonals);
    if (diagonals.size() != offsets.size())
        throw ValueError("Different number of diagonals (" + std::to_string(diagonals.size()) + ") and offsets (" +
                         std::to_string(offsets.size()) + ").");
    Shape shape;
    if (wanted) {
        shape = *wanted;
    } else {
        if (diagonals.empty()) throw ValueError("a shape is needed where there are no diagonals");
        const std::int64_t side = diagonals[0].size() + std::abs(offsets[0]);
        shape = {side, side};
    }
    if (shape.size() != 2) throw ValueError("shape must be of two numbers, found " + cuprum::to_string(shape));
    DType type = DType::float64;
    if (dtype) {
        type = *dtype;
    } else {
        for (std::size_t k = 0; k < diagonals.size(); ++k)
            type = k ? promote_types(type, diagonals[k].dtype()) : diagonals[k].dtype();
        type = inexact_dtype(type);  // as SciPy has it
    }
    const std::int64_t rows = shape[0], columns = shape[1];
    std::int64_t width = 0;
    for (const std::int64_t k : offsets)
        width = std::max(width, std::min(rows + k, columns - k) + std::max<std::int64_t>(0, k));
    const ndarray data = zeros({static_cast<std::int64_t>(diagonals.size()), std::max<std::int64_t>(width, 0)}, type);
    for (std::size_t d = 0; d < diagonals.size(); ++d) {
        const std::int64_t k = offsets[d], start = std::max<std::int64_t>(0, k),
                           length = std::min({rows + k, columns - k, std::min(rows, columns)}),
                           given = diagonals[d].size();
        if (length < 0)
            throw ValueError("Offset " + std::to_string(k) + " (index " + std::to_string(d) + ") out of bounds");
        if (given != 1 && given < length)
            throw ValueError("Diagonal length (index " + std::to_string(d) + ": " + std::to_string(given) +
                             " at offset " + std::to_string(k) + ") does not agree with array size (" +
                             std::to_string(rows) + ", " + std::to_string(columns) + ").");
        data.assign({static_cast<std::int64_t>(d), Slice{start, start + length}},
                    given == 1 ? diagonals[d].reshape({1}) : diagonals[d].reshape({-1}).at({Slice{0, length}}));
    }
    return in_format(dia_matrix(data, asarray_offsets(offsets), shape), format);
}

sparse_matrix eye(std::int64_t m, std::optional<std::int64_t> n, std::int64_t k, DType dtype,
                  std::optional<Format> format) {
    const std::int64_t columns = n.value_or(m);
    if (k < -m || k > columns)
        throw ValueError("Offset " + std::to_string(k) + " (index 0) out of bounds of " + std::to_string(m) +
                         " rows and " + std::to_string(columns) + " columns");
    const std::int64_t width = std::clamp<std::int64_t>(m + k, 0, columns);
    const std::int64_t offsets[] = {k};
    return in_format(dia_matrix(ones({1, width}, dtype), asarray_offsets(offsets), {m, columns}), format);
}

namespace {

/// The product as csr, one thread a row.
sparse_matrix kron_of_rows(const sparse_matrix& a, const sparse_matrix& b) {
    const DType dtype = promote_types(a.dtype(), b.dtype());
    const std::int64_t rows = a.rows() * b.rows(), columns = a.columns() * b.columns();
    const sparse_matrix left = to_format(a, Format::csr).astype(dtype, false),
                        right = to_format(b, Format::csr).astype(dtype, false);
    const std::int64_t nnz = left.nnz() * right.nnz();
    const DType type = index_dtype(std::max({rows, columns, nnz}), index_dtype_of(a, b));
    if (nnz == 0) return {Format::csr, rows, columns, dtype, type};
    // Row i of the product is row i / b_rows of a times row i % b_rows of b.
    static const ElementwiseKernel begin("raw J a_ends, raw K b_ends, int64 a_rows, int64 b_rows, int64 b_nnz",
                                         "raw I ends", R"(
        const long long a_row = i / b_rows, b_row = i - a_row * b_rows, before = a_ends[a_row];
        ends[i] = before * b_nnz + (a_row < a_rows ? (a_ends[a_row + 1] - before) * b_ends[b_row] : 0);
    )",
                                         "cuprum_sparse_kron_ends");
    static const ElementwiseKernel fill(
        "raw T a, raw J a_indices, raw J a_ends, raw T b, raw K b_indices, raw K b_ends, int64 b_rows, int64 "
        "b_columns, raw I ends",
        "raw I indices, raw T out",
        "cuprum::sparse_kron(i, &a[0], &a_indices[0], &a_ends[0], &b[0], &b_indices[0], &b_ends[0], "
        "b_rows, b_columns, &ends[0], &indices[0], &out[0]);",
        "cuprum_sparse_kron", {.preamble = "#include <cuprum/sparse/kron.h>\n"});
    const ndarray ends = new_array({rows + 1}, type), indices = new_array({nnz}, type), out = new_array({nnz}, dtype);
    run(begin, rows + 1, left.indptr(), right.indptr(), a.rows(), b.rows(), right.nnz(), ends);
    run(fill, rows, left.data(), left.indices(), left.indptr(), right.data(), right.indices(), right.indptr(), b.rows(),
        b.columns(), ends, indices, out);
    auto structure = std::make_shared<Structure>(indices, ends, rows, columns);
    const IndexProperties &one = left.properties(), &two = right.properties();
    const bool canonical = one.canonical() && two.canonical();
    structure->set_properties({nnz, one.longest * two.longest, canonical, canonical});
    return {Format::csr, out, std::move(structure)};
}

}  // namespace

sparse_matrix kron(const MatrixLike& A, const MatrixLike& B, std::optional<Format> format) {
    const kernel::Placement here(A, B);
    if (format == Format::bsr && B.rows() * B.columns() > 0 && 2 * B.nnz() >= B.rows() * B.columns()) {
        const sparse_matrix rows = to_format(A, Format::csr);
        const std::int64_t nnz = rows.nnz();
        const ndarray data = cuprum::multiply(entries(rows.data(), nnz).reshape({nnz, 1, 1}), toarray(B));
        return bsr_matrix(data, entries(rows.indices(), nnz), rows.indptr(),
                          Shape{A.rows() * B.rows(), A.columns() * B.columns()}, index_dtype_of(A, B));
    }
    // The fewer rows, the less memory they take.
    const bool tall = A.rows() * B.rows() > A.columns() * B.columns();
    sparse_matrix made = tall ? kron_of_rows(A.transpose(), B.transpose()).transpose() : kron_of_rows(A, B);
    if (format == Format::csr || format == Format::csc) made = sum_duplicates(made);
    return to_format(made, format.value_or(Format::coo));
}

sparse_tensor kron(const sparse_tensor& A, const sparse_tensor& B) {
    const kernel::Placement here(A, B);
    const int ndim = std::max(A.ndim(), B.ndim());
    const auto padded = [&](const Shape& shape) {
        Shape whole(ndim - shape.size(), 1);
        for (const std::int64_t length : shape) whole.push_back(length);
        return whole;
    };
    const Shape one = padded(A.shape()), two = padded(B.shape());
    const sparse_matrix products = kron_of_rows(A.reshape({1, A.size()}).matrix(1), B.reshape({1, B.size()}).matrix(1));
    Shape every, shape;
    Dims order;
    for (int k = 0; k < ndim; ++k) {
        order.push_back(k);
        order.push_back(ndim + k);
        shape.push_back(one[k] * two[k]);
    }
    for (const Shape& part : {one, two})
        for (const std::int64_t length : part) every.push_back(length);
    return sparse_tensor(products, every).transpose(order).reshape(shape);
}

namespace {

/// The dtype of indices of what holds several matrices.
template <class List>
DType index_dtype_of_all(const List& matrices, std::int64_t largest) {
    DType index = index_dtype(largest);
    for (const sparse_matrix& matrix : matrices) index = promote_types(index, matrix.index_dtype());
    return index;
}

/// Concatenates compressed matrices along the major axis.
sparse_matrix concatenate_major(const std::vector<sparse_matrix>& matrices, Format format, std::int64_t rows,
                                std::int64_t columns, DType dtype) {
    std::int64_t nnz = 0;
    IndexProperties properties;
    for (const sparse_matrix& matrix : matrices) nnz += matrix.nnz();
    const DType index = index_dtype_of_all(matrices, std::max({rows, columns, nnz}));
    std::vector<ndarray> data, indices, indptr;
    std::int64_t before = 0;
    for (const sparse_matrix& matrix : matrices) {
        const std::int64_t own = matrix.nnz();
        data.push_back(as(entries(matrix.data(), own), dtype));
        indices.push_back(as(entries(matrix.indices(), own), index));
        // All but the first begin with the place at which the one before ends.
        const ndarray starts = before ? as(matrix.indptr(), index) + before : as(matrix.indptr(), index);
        indptr.push_back(indptr.empty() ? starts : starts.at({Slice{1, matrix.major() + 1}}));
        before += own;
        properties.longest = std::max(properties.longest, matrix.properties().longest);
        properties.sorted = properties.sorted && matrix.properties().sorted;
        properties.unique = properties.unique && matrix.properties().unique;
    }
    properties.nnz = nnz;
    const std::int64_t major = format == Format::csr ? rows : columns, minor = format == Format::csr ? columns : rows;
    const auto structure = std::make_shared<Structure>(concatenate(indices), concatenate(indptr), major, minor);
    structure->set_properties(properties);
    return {format, concatenate(data), structure};
}

}  // namespace

sparse_array block_array(const Blocks& blocks, std::optional<Format> format, std::optional<DType> dtype) {
    const std::size_t down = blocks.size(), across = down ? blocks[0].size() : 0;
    std::vector<std::int64_t> heights(down, -1), widths(across, -1);
    std::optional<DType> type = dtype;
    const auto agree = [](std::int64_t& length, std::int64_t found, const char* what, std::size_t i, std::size_t j) {
        if (length == -1) length = found;
        if (length != found)
            throw ValueError("blocks[" + std::to_string(i) + ",:] has incompatible " + what +
                             " dimensions. Got blocks[" + std::to_string(i) + "," + std::to_string(j) + "].shape[" +
                             (what[0] == 'r' ? "0" : "1") + "] == " + std::to_string(found) + ", expected " +
                             std::to_string(length) + ".");
    };
    bool canonical = across == 1;
    for (std::size_t i = 0; i < down; ++i) {
        if (blocks[i].size() != across) throw ValueError("blocks must be 2-D");
        for (std::size_t j = 0; j < across; ++j) {
            if (!blocks[i][j]) continue;
            const sparse_matrix& block = *blocks[i][j];
            agree(heights[i], block.rows(), "row", i, j);
            agree(widths[j], block.columns(), "column", i, j);
            if (!dtype) type = type ? promote_types(*type, block.dtype()) : block.dtype();
        }
    }
    // Where there are no blocks at all, there are no rows or columns, either.
    for (std::int64_t& height : heights) height = std::max<std::int64_t>(height, 0);
    for (std::int64_t& width : widths) width = std::max<std::int64_t>(width, 0);
    std::int64_t rows = 0, columns = 0;
    for (const std::int64_t height : heights) rows += height;
    for (const std::int64_t width : widths) columns += width;
    std::vector<ndarray> row, col, data;
    std::vector<sparse_matrix> matrices;
    for (const auto& row_of_blocks : blocks)
        for (const auto& block : row_of_blocks)
            if (block) matrices.push_back(*block);
    for (const Format one : {Format::csr, Format::csc}) {
        const bool along = one == Format::csr ? across == 1 : down == 1;
        if (along && !matrices.empty() && matrices.size() == down * across &&
            std::all_of(matrices.begin(), matrices.end(), [&](const sparse_matrix& a) { return a.format() == one; }))
            return in_format(concatenate_major(matrices, one, rows, columns, *type), format);
    }
    const DType index = index_dtype_of_all(matrices, std::max(rows, columns)), values = type.value_or(DType::float64);
    std::int64_t top = 0;
    for (std::size_t i = 0; i < down; top += heights[i++]) {
        std::int64_t left = 0;
        for (std::size_t j = 0; j < across; left += widths[j++]) {
            if (!blocks[i][j]) continue;
            const sparse_matrix block = to_format(*blocks[i][j], Format::coo);
            canonical = canonical && block.has_canonical_format();
            row.push_back(as(block.row(), index) + top);
            col.push_back(as(block.col(), index) + left);
            data.push_back(as(block.data(), values));
        }
    }
    if (data.empty()) return {format.value_or(Format::coo), rows, columns, values, index};
    sparse_matrix result =
        coo_matrix(concatenate(data), concatenate(row), concatenate(col), Shape{rows, columns}, true, index);
    result.set_canonical(canonical);
    return in_format(result, format);
}

sparse_matrix bmat(const Blocks& blocks, std::optional<Format> format, std::optional<DType> dtype) {
    if (blocks.empty() || blocks[0].empty()) throw ValueError("blocks must be 2-D");
    return block_array(blocks, format, dtype);
}

sparse_matrix hstack(const Matrices& blocks, std::optional<Format> format, std::optional<DType> dtype) {
    const kernel::Placement here(blocks);
    return bmat({{blocks.begin(), blocks.end()}}, format, dtype);
}

sparse_matrix vstack(const Matrices& blocks, std::optional<Format> format, std::optional<DType> dtype) {
    const kernel::Placement here(blocks);
    Blocks column;
    for (const MatrixLike& block : blocks) column.push_back({block});
    return bmat(column, format, dtype);
}

sparse_matrix block_diag(const Matrices& mats, std::optional<Format> format, std::optional<DType> dtype) {
    const kernel::Placement here(mats);
    std::int64_t rows = 0, columns = 0;
    std::optional<DType> type = dtype;
    for (const MatrixLike& matrix : mats) {
        rows += matrix.rows();
        columns += matrix.columns();
        if (!dtype) type = type ? promote_types(*type, matrix.dtype()) : matrix.dtype();
    }
    const DType index = index_dtype_of_all(mats, std::max(rows, columns)), values = type.value_or(DType::float64);
    if (mats.empty()) return {format.value_or(Format::coo), 0, 0, values};
    std::vector<ndarray> row, col, data;
    std::int64_t top = 0, left = 0;
    for (const MatrixLike& matrix : mats) {
        const sparse_matrix block = to_format(matrix, Format::coo);
        row.push_back(as(block.row(), index) + top);
        col.push_back(as(block.col(), index) + left);
        data.push_back(as(block.data(), values));
        top += matrix.rows();
        left += matrix.columns();
    }
    return in_format(
        coo_matrix(concatenate(data), concatenate(row), concatenate(col), Shape{rows, columns}, true, index), format);
}

namespace {

/// What is on and below the diagonal k (above it with `upper`), as coo.
sparse_matrix triangle(const sparse_matrix& a, std::int64_t k, bool upper) {
    const sparse_matrix from = to_format(a, Format::coo);
    static const ElementwiseKernel kernel("I row, I col, int64 k, bool upper", "bool kept",
                                          "kept = upper ? (long long)row + k <= col : (long long)row + k >= col",
                                          "cuprum_sparse_triangle");
    const ndarray kept = kernel(from.row(), from.col(), k, upper);
    sparse_matrix result = coo_matrix(kernel::select(from.data(), kept), kernel::select(from.row(), kept),
                                      kernel::select(from.col(), kept), a.shape(), true, from.index_dtype());
    result.set_canonical(from.has_canonical_format());
    return result;
}

}  // namespace

sparse_matrix tril(const MatrixLike& A, std::int64_t k, std::optional<Format> format) {
    const kernel::Placement here(A);
    return in_format(triangle(A, k, false), format);
}

sparse_matrix triu(const MatrixLike& A, std::int64_t k, std::optional<Format> format) {
    const kernel::Placement here(A);
    return in_format(triangle(A, k, true), format);
}

sparse_matrix spdiags(const ndarray& data, const ndarray& diags, const std::optional<Shape>& m,
                      std::optional<std::int64_t> n, std::optional<Format> format) {
    const kernel::Placement here(data, diags);
    const ndarray rows = atleast_2d(data);
    Shape shape = m.value_or(Shape{rows.shape()[1], rows.shape()[1]});
    if (n && m) shape.push_back(*n);
    if (shape.size() != 2 || (n && !m)) throw ValueError("spdiags takes rows and columns, or one shape of both");
    return in_format(dia_matrix(rows, diags.reshape({-1}), shape), format);
}

sparse_matrix kronsum(const MatrixLike& A, const MatrixLike& B, std::optional<Format> format) {
    const kernel::Placement here(A, B);
    if (A.rows() != A.columns()) throw ValueError("A is not square");
    if (B.rows() != B.columns()) throw ValueError("B is not square");
    const DType dtype = promote_types(A.dtype(), B.dtype());
    const auto unit = [&](std::int64_t n) { return sparse::eye(n, std::optional<std::int64_t>(), 0, dtype); };
    return in_format(binary(kron_of_rows(unit(B.rows()), A), kron_of_rows(B, unit(A.rows())), Binary::add), format);
}

Found find(const MatrixLike& A) {
    const sparse_matrix found = to_format(eliminate_zeros(sum_duplicates(to_format(A, Format::csr))), Format::coo);
    return {found.row(), found.col(), found.data()};
}

sparse_tensor permute_dims(const sparse_tensor& A, const std::optional<Dims>& axes, bool copy) {
    const kernel::Placement here(A);
    std::optional<Dims> order = axes;
    if (axes) {
        if (axes->size() != A.ndim())
            throw ValueError("Incorrect number of axes: " + std::to_string(axes->size()) + " axes for " +
                             std::to_string(A.ndim()) + " dimensions");
        std::vector<bool> seen(at(A.ndim()));
        for (int k = 0; k < A.ndim(); ++k) {
            (*order)[k] = normalize_axis((*axes)[k], A.ndim());
            if (seen[at((*order)[k])]) throw ValueError("duplicate value in 'axis': " + cuprum::to_string(*axes));
            seen[at((*order)[k])] = true;
        }
    }
    const sparse_tensor permuted = A.transpose(order);
    return copy ? permuted.copy() : permuted;
}

sparse_tensor swapaxes(const sparse_tensor& A, std::int64_t axis1, std::int64_t axis2) {
    Dims order(A.ndim());
    for (int k = 0; k < A.ndim(); ++k) order[k] = k;
    std::swap(order[normalize_axis(axis1, A.ndim())], order[normalize_axis(axis2, A.ndim())]);
    return A.transpose(order);
}

sparse_tensor expand_dims(const sparse_tensor& A, std::int64_t axis) {
    const int place = normalize_axis(axis, A.ndim() + 1);
    Shape shape;
    for (int k = 0; k <= A.ndim(); ++k) shape.push_back(k == place ? 1 : A.shape()[k - (k > place)]);
    return A.reshape(shape);
}

std::string to_string(const sparse_matrix& a, std::int64_t most) {
    static constexpr const char* names[] = {"Compressed Sparse Row", "Compressed Sparse Column", "COOrdinate",
                                            "DIAgonal", "Block Sparse Row"};
    std::ostringstream text;
    const std::int64_t nnz = a.nnz();
    text << '<' << names[static_cast<int>(a.format())] << " sparse matrix of dtype '" << info(a.dtype()).name
         << "'\n\twith " << nnz << " stored elements";
    if (a.format() == Format::dia) text << " (" << a.offsets().size() << " diagonals)";
    if (a.is_blocks()) text << " (blocksize=" << a.block_shape()[0] << 'x' << a.block_shape()[1] << ')';
    text << " and shape (" << a.rows() << ", " << a.columns() << ")>";
    if (nnz == 0) return text.str();
    const sparse_matrix from = to_format(a, Format::coo);
    text << "\n  Coords\tValues";
    const ndarray row = as(from.row(), DType::int64), col = as(from.col(), DType::int64);
    const auto print = [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            text << "\n  (" << row.at({i}).item().to_int() << ", " << col.at({i}).item().to_int() << ")\t"
                 << cuprum::to_string(from.data().at({i}));
    };
    if (from.nnz() <= most) {
        print(0, from.nnz());
    } else {
        print(0, most / 2);
        text << "\n  :\t:";
        print(from.nnz() - most / 2, from.nnz());
    }
    return text.str();
}

}  // namespace cuprum::scipy::sparse
