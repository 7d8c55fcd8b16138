// Products of sparse matrices by vectors, dense matrices and sparse matrices.
#include <algorithm>
#include <bit>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/chunks.h"
#include "scipy/sparse/row_kernels.h"

namespace cuprum::scipy::sparse {
namespace {

[[noreturn]] void throw_dimensions(const Shape& a, const Shape& b) {
    throw ValueError("matmul: dimension mismatch with signature (n,k=" + std::to_string(a.size() ? a.back() : 0) +
                     "),(k=" + std::to_string(b[std::max(b.size() - 2, 0)]) + ",m)->(n,m): the shapes are " +
                     cuprum::to_string(a) + " and " + cuprum::to_string(b));
}

void multiply_diagonals(const sparse_matrix& a, const ndarray& x, const ndarray& out) {
    static const ElementwiseKernel kernel(
        "raw T data, raw O offsets, raw T x, int64 diagonals, int64 width, int64 stride, int64 columns", "raw T out",
        "cuprum::sparse_diagonals_by_matrix(i, &data[0], &offsets[0], &x[0], diagonals, width, stride, "
        "columns, &out[0]);",
        "cuprum_sparse_diagonals_by_matrix", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    run(kernel, out.size(), a.data(), a.offsets(), x, a.offsets().size(), std::min(a.columns(), a.data().shape()[1]),
        a.data().shape()[1], x.ndim() == 1 ? std::int64_t{1} : x.shape()[1], out);
}

void multiply_into(const sparse_matrix& a, const ndarray& x, const ndarray& out) {
    if (out.size() == 0) return;
    if (a.format() == Format::dia) return multiply_diagonals(a, x, out);
    if (a.is_blocks()) return multiply_blocks(a, x, out);
    if (a.format() == Format::coo) return multiply_into(to_format(a, Format::csr), x, out);
    if (a.format() == Format::csr) return multiply_rows(*a.structure(), a.data(), nullptr, x, out);
    if (x.ndim() == 1 && in_chunks()) return multiply_transposed(*a.structure(), a.data(), x, out);
    const Transpose& transpose = a.structure()->transpose();
    if (x.ndim() > 1) return multiply_rows(*transpose.structure, a.data(), &transpose.order, x, out);
    const CachedValuesUse cached(a);
    multiply_rows(*transpose.structure, a.data(), &transpose.order, x, out, &cached);
    cached.validate();
}

}  // namespace

void matmul_into(const sparse_matrix& a, const ndarray& b, const ndarray& out) { multiply_into(a, b, out); }

ndarray matmul(const sparse_matrix& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (b.ndim() == 0) throw ValueError("Scalar operands are not allowed, use '*' instead");
    if (b.ndim() > 2)
        throw ValueError("a sparse matrix is multiplied by a vector or a matrix, found " + std::to_string(b.ndim()) +
                         " dimensions");
    if (b.shape()[0] != a.columns()) throw_dimensions(a.shape(), b.shape());
    const DType dtype = promote_types(a.dtype(), b.dtype());
    const ndarray x = as(b, dtype);
    const ndarray out = new_array(b.ndim() == 1 ? Shape{a.rows()} : Shape{a.rows(), b.shape()[1]}, dtype);
    multiply_into(a.dtype() == dtype ? a : a.astype(dtype), x, out);
    return out;
}

ndarray matmul(const ndarray& a, const sparse_matrix& b) {
    const kernel::Placement here(a, b);
    if (a.ndim() == 0) throw ValueError("Scalar operands are not allowed, use '*' instead");
    if (a.ndim() > 2 || a.shape()[a.ndim() - 1] != b.rows()) throw_dimensions(a.shape(), b.shape());
    const ndarray product = matmul(b.transpose(), a.ndim() == 1 ? a : a.T());
    return a.ndim() == 1 ? product : product.T();
}

namespace {

/// Where the products of a row take so many places, a thread orders them alone; beyond, all are sorted together.
constexpr std::int64_t most_of_thread = 1024;

ndarray row_products(const sparse_matrix& a, const sparse_matrix& b) {
    static const ElementwiseKernel kernel("raw I indices, raw I indptr, raw J other", "raw int64 products", R"(
        long long sum = 0;
        for (long long k = indptr[i]; k < indptr[i + 1]; ++k) {
            const long long slice = indices[k];
            sum += other[slice + 1] - other[slice];
        }
        products[i] = sum;
    )",
                                          "cuprum_sparse_row_products");
    const ndarray products = new_array({a.major()}, DType::int64);
    run(kernel, a.major(), a.indices(), a.indptr(), b.indptr(), products);
    return products;
}

/// Each row's products are taken by a thread: first their columns alone, then, when it is known how many there are,
/// their sums. The columns of a few products are kept in order; those of many in a table of hashes, and so come out in
/// no order. A row has twice as many places as it has products.

const ElementwiseKernel& columns_by_rows() {
    static const ElementwiseKernel kernel(
        "raw I indices, raw I indptr, raw J other, raw J others, raw int64 starts", "raw J columns, raw J lengths",
        "cuprum::sparse_product_columns(i, &indices[0], &indptr[0], &other[0], &others[0], &starts[0], "
        "&columns[0], &lengths[0]);",
        "cuprum_sparse_product_columns", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    return kernel;
}
const ElementwiseKernel& sums_by_rows() {
    static const ElementwiseKernel kernel(
        "raw T values, raw I indices, raw I indptr, raw T others, raw J other_indices, raw J other, raw int64 starts, "
        "raw J columns, raw J ends",
        "raw J numbers, raw J out_indices, raw T out",
        "cuprum::sparse_product_sums(i, &values[0], &indices[0], &indptr[0], &others[0], "
        "&other_indices[0], &other[0], &starts[0], &columns[0], &ends[0], &numbers[0], &out_indices[0], "
        "&out[0]);",
        "cuprum_sparse_product_sums", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    return kernel;
}

sparse_matrix multiply_by_rows(const sparse_matrix& a, const sparse_matrix& b, const ndarray& starts,
                               std::int64_t total, DType dtype) {
    const DType index = b.indices().dtype();
    const ndarray positions = new_array({2 * total}, index), lengths = new_array({a.major()}, index);
    run(columns_by_rows(), a.major(), a.indices(), a.indptr(), b.indptr(), b.indices(), starts, positions, lengths);
    const ndarray ends = starts_of(lengths);
    const std::int64_t nnz = a.major() ? last_of(ends) : 0;
    const ndarray out_indices = new_array({nnz}, index), out = new_array({nnz}, dtype),
                  numbers = new_array({2 * total}, index);
    run(sums_by_rows(), a.major(), a.data(), a.indices(), a.indptr(), b.data(), b.indices(), b.indptr(), starts,
        positions, ends, numbers, out_indices, out);
    return {Format::csr, out, std::make_shared<Structure>(out_indices, ends, a.rows(), b.columns())};
}

/// Rows of at most `most_short` products: a thread holds its row's columns, in order, and then its sums, in memory of
/// its own, and computes the row twice: to count it and to write it.
constexpr std::int64_t most_short = 48;

sparse_matrix multiply_short_rows(const sparse_matrix& a, const sparse_matrix& b, DType dtype) {
    static const ElementwiseKernel count(
        "raw I indices, raw I indptr, raw J other, raw J others", "raw J lengths",
        "cuprum::sparse_short_columns(i, &indices[0], &indptr[0], &other[0], &others[0], &lengths[0]);",
        "cuprum_sparse_short_columns", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    static const ElementwiseKernel fill(
        "raw T values, raw I indices, raw I indptr, raw T others, raw J other_indices, raw J other, raw J ends",
        "raw J out_indices, raw T out",
        "cuprum::sparse_short_sums(i, &values[0], &indices[0], &indptr[0], &others[0], "
        "&other_indices[0], &other[0], &ends[0], &out_indices[0], &out[0]);",
        "cuprum_sparse_short_sums", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    const DType index = b.indices().dtype();
    const ndarray lengths = new_array({a.major()}, index);
    run(count, a.major(), a.indices(), a.indptr(), b.indptr(), b.indices(), lengths);
    const ndarray ends = starts_of(lengths);
    const std::int64_t nnz = last_of(ends);
    const ndarray out_indices = new_array({nnz}, index), out = new_array({nnz}, dtype);
    run(fill, a.major(), a.data(), a.indices(), a.indptr(), b.data(), b.indices(), b.indptr(), ends, out_indices, out);
    auto structure = std::make_shared<Structure>(out_indices, ends, a.rows(), b.columns());
    return {Format::csr, out, std::move(structure)};
}

/// All products are written down, sorted by where they go, and those of one place summed up.
sparse_matrix multiply_by_sorting(const sparse_matrix& a, const sparse_matrix& b, std::int64_t total, DType dtype) {
    static const ElementwiseKernel expand(
        "raw T values, raw I indices, raw I indptr, raw T others, raw J other_indices, raw J other, raw int64 before, "
        "raw I slices, int64 nnz, int64 columns",
        "raw int64 keys, raw T products",
        "cuprum::sparse_expand(i, &values[0], &indices[0], &indptr[0], &others[0], &other_indices[0], "
        "&other[0], &before[0], &slices[0], nnz, columns, &keys[0], &products[0]);",
        "cuprum_sparse_expand", {.preamble = "#include <cuprum/sparse/products.h>\n"});
    static const ElementwiseKernel length("raw I indices, raw J other", "raw int64 lengths",
                                          "lengths[i] = other[indices[i] + 1] - other[indices[i]];",
                                          "cuprum_sparse_slice_lengths");
    const std::int64_t nnz = a.nnz();
    const ndarray lengths = new_array({nnz}, DType::int64), keys = new_array({total}, DType::int64),
                  products = new_array({total}, dtype), sorted = new_array({total}, DType::int64),
                  order = new_array({total}, DType::int64);
    run(length, nnz, a.indices(), b.indptr(), lengths);
    run(expand, total, a.data(), a.indices(), a.indptr(), b.data(), b.indices(), b.indptr(), starts_of(lengths),
        major_indices(a.indptr(), nnz, a.properties().longest), nnz, b.columns(), keys, products);
    kernel_sort(keys, sorted, order);
    return compress_sorted(Format::csr, sorted, order, products, a.rows(), b.columns(), index_dtype_of(a, b));
}

}  // namespace

sparse_matrix matmul(const sparse_matrix& a, const sparse_matrix& b) {
    const kernel::Placement here(a, b);
    if (a.columns() != b.rows()) throw_dimensions(a.shape(), b.shape());
    if (a.is_blocks())  // the rows of its blocks by the columns of the other's
        return tobsr(matmul(to_format(a, Format::csr), b.is_blocks() ? to_format(b, Format::csr) : b),
                     a.block_shape()[0], b.is_blocks() ? b.block_shape()[1] : 1);
    if (a.format() == Format::dia && b.format() == Format::dia)
        return to_format(matmul(to_format(a, Format::csr), to_format(b, Format::csr)), Format::dia);
    if (a.format() == Format::csc && b.format() == Format::csc) return matmul(b.transpose(), a.transpose()).transpose();
    const DType dtype = promote_types(a.dtype(), b.dtype());
    sparse_matrix left = to_format(a, Format::csr).astype(dtype, false),
                  right = to_format(b, Format::csr).astype(dtype, false);
    const std::int64_t entries_left = left.properties().nnz;
    const DType index = index_dtype_of(a, b);
    if (entries_left == 0 || right.properties().nnz == 0) return {Format::csr, a.rows(), b.columns(), dtype, index};
    if (in_chunks())
        if (auto made = multiply_in_chunks(left, right)) return *made;
    // The result's indices have the dtype of the right operand's, and must hold its number of entries.
    const auto widen = [&](DType type) {
        if (right.index_dtype() != type)
            right = sparse_matrix(Format::csr, right.data(),
                                  std::make_shared<Structure>(as(right.indices(), type), as(right.indptr(), type),
                                                              right.major(), right.minor()));
    };
    widen(index);
    const std::int64_t most = left.properties().longest * right.properties().longest;
    if (most <= most_short && index_dtype(entries_left * right.properties().longest, index) == index)
        return multiply_short_rows(left, right, dtype);
    const ndarray products = row_products(left, right), starts = starts_of(products);
    const std::int64_t total = last_of(starts);
    if (total == 0) return {Format::csr, a.rows(), b.columns(), dtype, index};
    widen(index_dtype(total, index));
    const bool by_rows = in_chunks() || cuprum::max(products).item().to_int() <= most_of_thread;
    return by_rows ? multiply_by_rows(left, right, starts, total, dtype)
                   : multiply_by_sorting(left, right, total, dtype);
}

}  // namespace cuprum::scipy::sparse
