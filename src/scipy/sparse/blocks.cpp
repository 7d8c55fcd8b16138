// Rows of dense blocks (bsr): from major slices and to major slices, and what is done with blocks as such.
#include <algorithm>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
Shape sparse_matrix::block_shape() const {
    if (!is_blocks()) throw ValueError(std::string("a matrix of format ") + name_of(format_) + " has no blocks");
    return {data_.shape()[1], data_.shape()[2]};
}

sparse_matrix bsr_matrix(const ndarray& data, std::shared_ptr<const Structure> structure) {
    const kernel::Placement here(data);
    sparse_matrix result(Format::bsr, 0, 0, data.dtype());
    result.rows_ = structure->major * data.shape()[1];
    result.columns_ = structure->minor * data.shape()[2];
    result.data_ = data;
    result.structure_ = std::move(structure);
    return result;
}

namespace {

void check_blocks(const ndarray& data, const ndarray& indices, const ndarray& indptr) {
    if (data.ndim() != 3) throw ValueError("data must be 3-D, found " + std::to_string(data.ndim()) + " dimensions");
    if (indices.ndim() != 1 || indptr.ndim() != 1) throw ValueError("indices and indptr must be 1-D arrays");
    if (data.shape()[1] < 1 || data.shape()[2] < 1) throw ValueError("blocks must have one element or more");
    if (indices.size() != data.shape()[0])
        throw ValueError("indices and data should have the same size, found " + std::to_string(indices.size()) +
                         " and " + std::to_string(data.shape()[0]) + " blocks");
    if (indptr.size() == 0) throw ValueError("indptr must not be empty");
}

}  // namespace

sparse_matrix bsr_matrix(const ndarray& data, const ndarray& indices, const ndarray& indptr,
                         const std::optional<Shape>& shape, DType index) {
    const kernel::Placement here(data, indices, indptr);
    check_blocks(data, indices, indptr);
    const std::int64_t rows = data.shape()[1], columns = data.shape()[2], major = indptr.size() - 1;
    std::int64_t minor = 0;
    if (shape) {
        if (shape->size() != 2) throw ValueError("shape must be of two numbers, found " + cuprum::to_string(*shape));
        if ((*shape)[0] % rows != 0 || (*shape)[1] % columns != 0)
            throw ValueError("invalid blocksize (" + std::to_string(rows) + ", " + std::to_string(columns) +
                             "): it does not divide the shape " + cuprum::to_string(*shape));
        if ((*shape)[0] / rows != major)
            throw ValueError("index pointer size (" + std::to_string(indptr.size()) + ") should be (" +
                             std::to_string((*shape)[0] / rows + 1) + ")");
        minor = (*shape)[1] / columns;
    } else {
        if (indices.size() == 0)
            throw ValueError("unable to infer matrix dimensions: there are no indices; give a shape");
        minor = length_for(indices);
        if (minor > std::numeric_limits<std::int64_t>::max() / columns)
            throw ValueError("the column " + std::to_string(minor - 1) + " of blocks is beyond what int64 can number");
    }
    const DType type = index_dtype(std::max({major * rows, minor * columns, indices.size()}), index);
    auto made = std::make_shared<Structure>(index_array(indices, type), index_array(indptr, type), major, minor);
    return bsr_matrix(contiguous(data), std::move(made));
}

namespace {

void check_divides(const sparse_matrix& a, std::int64_t block_rows, std::int64_t block_columns) {
    if (block_rows < 1 || block_columns < 1 || a.rows() % block_rows != 0 || a.columns() % block_columns != 0)
        throw ValueError("invalid blocksize (" + std::to_string(block_rows) + ", " + std::to_string(block_columns) +
                         "): it must divide the shape " + cuprum::to_string(a.shape()));
}

/// The number of the block that each entry of rows stands in.
ndarray block_numbers(const sparse_matrix& rows, std::int64_t block_rows, std::int64_t block_columns) {
    static const ElementwiseKernel kernel("I row, I col, int64 height, int64 width, int64 across", "int64 key",
                                          "key = (long long)row / height * across + (long long)col / width",
                                          "cuprum_sparse_block_numbers");
    const std::int64_t nnz = rows.nnz();
    return kernel(major_indices(rows.indptr(), nnz, rows.properties().longest), entries(rows.indices(), nnz),
                  block_rows, block_columns, rows.columns() / block_columns);
}

std::int64_t count_blocks(const sparse_matrix& rows, std::int64_t side) {
    const ndarray keys = block_numbers(rows, side, side), sorted = new_array(keys.shape(), DType::int64),
                  order = new_array(keys.shape(), DType::int64);
    kernel_sort(keys, sorted, order);
    return cuprum::sum(heads(sorted, DType::int64)).item().to_int();
}

}  // namespace

Shape estimate_blocksize(const sparse_matrix& a, double efficiency) {
    const sparse_matrix rows = to_format(a, Format::csr);
    const std::int64_t nnz = rows.nnz();
    if (nnz == 0) return {1, 1};
    const auto filled = [&](std::int64_t side) {
        if (a.rows() % side != 0 || a.columns() % side != 0) return 0.0;
        return static_cast<double>(nnz) / static_cast<double>(side * side * count_blocks(rows, side));
    };
    const double high = (1 + efficiency) / 2, two = filled(2), three = filled(3);
    std::int64_t side = 1;
    if (two > high && three > high) {
        side = filled(6) > efficiency ? 6 : 3;
    } else if (filled(4) > efficiency) {
        side = 4;
    } else if (three > efficiency) {
        side = 3;
    } else if (two > efficiency) {
        side = 2;
    }
    return {side, side};
}

sparse_matrix tobsr(const sparse_matrix& a, std::int64_t block_rows, std::int64_t block_columns) {
    const kernel::Placement here(a);
    check_divides(a, block_rows, block_columns);
    if (a.is_blocks() && a.block_shape() == Shape{block_rows, block_columns}) return a;
    const sparse_matrix rows = canonical_compressed(a, Format::csr);
    const std::int64_t down = a.rows() / block_rows, across = a.columns() / block_columns, nnz = rows.nnz();
    if (nnz == 0) {
        const DType type = index_dtype(std::max(a.rows(), a.columns()), a.index_dtype());
        auto none = std::make_shared<Structure>(new_array({0}, type), zeros({down + 1}, type), down, across);
        return bsr_matrix(new_array({0, block_rows, block_columns}, a.dtype()), std::move(none));
    }
    const ndarray keys = block_numbers(rows, block_rows, block_columns), sorted = new_array({nnz}, DType::int64),
                  order = new_array({nnz}, DType::int64);
    kernel_sort(keys, sorted, order);
    const auto structure =
        compress_sorted(Format::csr, sorted, order, entries(rows.data(), nnz), down, across, a.index_dtype())
            .structure();
    const ndarray number = cumsum(heads(sorted, DType::int64), 0, DType::int64),
                  data = zeros({structure->indices.size(), block_rows, block_columns}, a.dtype());
    static const ElementwiseKernel position(
        "raw int64 number, raw int64 order, raw I row, raw J col, raw T values, int64 height, int64 width", "raw T out",
        R"(
        const long long k = order[i];
        out[((number[i] - 1) * height + row[k] % height) * width + col[k] % width] = values[k];
    )",
        "cuprum_sparse_to_blocks");
    run(position, nnz, number, order, major_indices(rows.indptr(), nnz, rows.properties().longest), rows.indices(),
        rows.data(), block_rows, block_columns, data.reshape({-1}));
    return bsr_matrix(data, structure);
}

sparse_matrix blocks_to_rows(const sparse_matrix& a) {
    const std::int64_t height = a.block_shape()[0], width = a.block_shape()[1], nnz = a.nnz();
    const DType type = index_dtype(std::max({a.rows(), a.columns(), nnz}), a.index_dtype());
    const ndarray indptr = new_array({a.rows() + 1}, type), indices = new_array({nnz}, type),
                  out = new_array({nnz}, a.dtype());
    static const ElementwiseKernel kernel(
        "raw T data, raw I block_indices, raw I block_ends, int64 height, int64 width, int64 rows",
        "raw J indptr, raw J indices, raw T out",
        "cuprum::sparse_blocks_to_rows(i, &data[0], &block_indices[0], &block_ends[0], height, width, "
        "rows, &indptr[0], &indices[0], &out[0]);",
        "cuprum_sparse_blocks_to_rows", {.preamble = "#include <cuprum/sparse/blocks.h>\n"});
    run(kernel, a.rows() + 1, a.data().reshape({-1}), a.indices(), a.indptr(), height, width, a.rows(), indptr, indices,
        out);
    return {Format::csr, out, std::make_shared<Structure>(indices, indptr, a.rows(), a.columns())};
}

sparse_matrix sorted_blocks(const sparse_matrix& a) {
    const Structure& structure = *a.structure();
    const std::int64_t count = structure.properties().nnz;
    const ndarray keys = keys_of(major_indices(structure.indptr, count), entries(structure.indices, count),
                                 structure.minor),
                  sorted = new_array({count}, DType::int64), order = new_array({count}, DType::int64);
    kernel_sort(keys, sorted, order);
    return bsr_matrix(take(a.data(), order, 0),
                      std::make_shared<Structure>(take(structure.indices, order), structure.indptr, structure.major,
                                                  structure.minor));
}

sparse_matrix without_zero_blocks(const sparse_matrix& a) {
    const Structure& structure = *a.structure();
    const std::int64_t count = structure.properties().nnz;
    if (count == 0) return a;
    const ndarray data = a.data().at({Slice{0, count}}), kept = any(data.reshape({count, -1}) != 0, {.axis = 1});
    const ndarray before = starts_of(as(kept, structure.indptr.dtype())), positions = kernel::true_coordinates(kept);
    if (positions.size() == count) return a;
    return bsr_matrix(take(data, positions.reshape({-1}), 0),
                      std::make_shared<Structure>(kernel::select(entries(structure.indices, count), kept),
                                                  take(before, structure.indptr), structure.major, structure.minor));
}

void multiply_blocks(const sparse_matrix& a, const ndarray& x, const ndarray& out) {
    a.properties();
    static const ElementwiseKernel kernel(
        "raw T data, raw I indices, raw I ends, raw T x, int64 height, int64 width, int64 columns", "raw T out",
        "cuprum::sparse_blocks_by_matrix(i, &data[0], &indices[0], &ends[0], &x[0], height, width, "
        "columns, &out[0]);",
        "cuprum_sparse_blocks_by_matrix", {.preamble = "#include <cuprum/sparse/blocks.h>\n"});
    run(kernel, out.size(), a.data().reshape({-1}), a.indices(), a.indptr(), x.reshape({-1}), a.block_shape()[0],
        a.block_shape()[1], x.ndim() == 1 ? std::int64_t{1} : x.shape()[1], out.reshape({-1}));
}

}  // namespace cuprum::scipy::sparse
