// Construction from diagonals and from other matrices: diags, eye, kron, block_array, tril, ...
#include <algorithm>
#include <sstream>

#include "cuprum/host.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
namespace {

ndarray asarray_offsets(std::span<const std::int64_t> offsets) {
    const std::vector<std::int64_t> numbers(offsets.begin(), offsets.end());
    return asarray(numbers);
}

}  // namespace

sparse_matrix diags(std::span<const ndarray> diagonals, std::span<const std::int64_t> offsets,
                    const std::optional<Shape>& wanted, std::optional<DType> dtype) {
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
    return dia_matrix(data, asarray_offsets(offsets), shape);
}

sparse_matrix eye(std::int64_t rows, std::optional<std::int64_t> columns, std::int64_t k, DType dtype) {
    const std::int64_t n = columns.value_or(rows);
    const std::int64_t width = std::clamp<std::int64_t>(rows + k, 0, n);
    const std::int64_t offsets[] = {k};
    return dia_matrix(ones({1, width}, dtype), asarray_offsets(offsets), {rows, n});
}

sparse_matrix kron(const sparse_matrix& a, const sparse_matrix& b) {
    const DType dtype = promote_types(a.dtype(), b.dtype());
    const std::int64_t rows = a.rows() * b.rows(), columns = a.columns() * b.columns();
    const sparse_matrix left = to_format(a, Format::csr).astype(dtype, false),
                        right = to_format(b, Format::csr).astype(dtype, false);
    const std::int64_t nnz = left.nnz() * right.nnz();
    if (nnz == 0) return {Format::csr, rows, columns, dtype};
    const DType type = index_dtype(std::max({rows, columns, nnz}));
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
        "raw I indices, raw T out", R"(
        const long long a_row = i / b_rows, b_row = i - a_row * b_rows, a_end = a_ends[a_row + 1],
                        b_begin = b_ends[b_row], b_end = b_ends[b_row + 1];
        long long position = ends[i];
        for (long long k = a_ends[a_row]; k < a_end; ++k) {
            const long long first = a_indices[k] * b_columns;
            const T factor = a[k];
            for (long long l = b_begin; l < b_end; ++l) {
                indices[position] = first + b_indices[l];
                out[position] = factor * b[l];
                ++position;
            }
        }
    )",
        "cuprum_sparse_kron");
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

namespace {

/// Concatenates compressed matrices along the major axis.
sparse_matrix concatenate_major(const std::vector<sparse_matrix>& matrices, Format format, std::int64_t rows,
                                std::int64_t columns, DType dtype) {
    std::int64_t nnz = 0;
    IndexProperties properties;
    for (const sparse_matrix& matrix : matrices) nnz += matrix.nnz();
    const DType index = index_dtype(std::max({rows, columns, nnz}));
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

sparse_matrix block_array(const std::vector<std::vector<std::optional<sparse_matrix>>>& blocks,
                          std::optional<DType> dtype) {
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
    for (const Format format : {Format::csr, Format::csc}) {
        const bool along = format == Format::csr ? across == 1 : down == 1;
        if (along && !matrices.empty() && matrices.size() == down * across &&
            std::all_of(matrices.begin(), matrices.end(), [&](const sparse_matrix& a) { return a.format() == format; }))
            return concatenate_major(matrices, format, rows, columns, *type);
    }
    const DType index = index_dtype(std::max(rows, columns)), values = type.value_or(DType::float64);
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
    if (data.empty()) return {Format::coo, rows, columns, values};
    sparse_matrix result =
        coo_matrix(concatenate(data), concatenate(row), concatenate(col), Shape{rows, columns}, true);
    result.set_canonical(canonical);
    return result;
}

sparse_matrix triangle(const sparse_matrix& a, std::int64_t k, bool upper) {
    const sparse_matrix from = to_format(a, Format::coo);
    static const ElementwiseKernel kernel("I row, I col, int64 k, bool upper", "bool kept",
                                          "kept = upper ? (long long)row + k <= col : (long long)row + k >= col",
                                          "cuprum_sparse_triangle");
    const ndarray kept = kernel(from.row(), from.col(), k, upper);
    sparse_matrix result = coo_matrix(kernel::select(from.data(), kept), kernel::select(from.row(), kept),
                                      kernel::select(from.col(), kept), a.shape(), true);
    result.set_canonical(from.has_canonical_format());
    return result;
}

sparse_matrix spdiags(const ndarray& data, const ndarray& diags, const std::optional<Shape>& shape) {
    const ndarray rows = atleast_2d(data);
    return dia_matrix(rows, diags.reshape({-1}), shape.value_or(Shape{rows.shape()[1], rows.shape()[1]}));
}

sparse_matrix kronsum(const sparse_matrix& a, const sparse_matrix& b) {
    if (a.rows() != a.columns()) throw ValueError("A is not square");
    if (b.rows() != b.columns()) throw ValueError("B is not square");
    const DType dtype = promote_types(a.dtype(), b.dtype());
    const auto unit = [&](std::int64_t n) { return sparse::eye(n, std::optional<std::int64_t>(), 0, dtype); };
    return binary(kron(unit(b.rows()), a), kron(b, unit(a.rows())), Binary::add);
}

Found find(const sparse_matrix& a) {
    const sparse_matrix found = to_format(eliminate_zeros(sum_duplicates(to_format(a, Format::csr))), Format::coo);
    return {found.row(), found.col(), found.data()};
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
