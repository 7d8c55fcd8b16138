// What the files of this chapter share: launches of kernels over so many items, dtypes of indices.
#pragma once

#include <array>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/sparse.h"
#include "kernel/engine/array/allocation.h"
#include "scipy/sparse/at.h"

namespace cuprum::scipy::sparse {

/// Runs a kernel whose arrays are all raw, once for each of `size` items: its inputs, then its outputs.
template <class... Arguments>
void run(const ElementwiseKernel& kernel, std::int64_t size, const Arguments&... arguments) {
    if (size == 0) return;
    const Operand operands[] = {Operand(arguments)...};
    std::array<ndarray, 8> results;
    kernel.call(operands, {.size = size}, results.data());
}

/// Runs a kernel over arrays of one shape: its inputs, then the outputs that it writes to.
template <class... Arguments>
void apply(const ElementwiseKernel& kernel, const Arguments&... arguments) {
    const Operand operands[] = {Operand(arguments)...};
    std::array<ndarray, 8> results;
    kernel.call(operands, {}, results.data());
}

/// int32 where that holds numbers up to `largest`.
inline DType index_dtype(std::int64_t largest) {
    return largest <= std::numeric_limits<std::int32_t>::max() ? DType::int32 : DType::int64;
}

/// The array in this dtype and in C order, copied only if need be.
inline ndarray as(const ndarray& a, DType dtype) {
    return a.dtype() == dtype && a.is_c_contiguous() ? a : a.astype(dtype, 'C', Casting::unsafe, false);
}
inline ndarray packed(const ndarray& a) { return as(a, a.dtype()); }
/// Indices that were given, in the dtype of a matrix's own. Those that it cannot hold become -1, which is out of bounds
/// as they are; ValueError where they are no integers.
ndarray index_array(const ndarray& a, DType dtype);
/// How many places there are at least, of which these are some.
std::int64_t length_for(const ndarray& indices);

using kernel::new_array;

/// [0, l0, l0 + l1, ...] of lengths, in their dtype.
ndarray starts_of(const ndarray& lengths);
/// The line that each entry belongs to, in the dtype of `indptr`; `longest` is the most entries of a line, 0 where that
/// is not known.
ndarray line_numbers(const ndarray& indptr, std::int64_t nnz, std::int64_t longest = 0);
/// The first `nnz` entries, all that count.
ndarray entries(const ndarray& a, std::int64_t nnz);
/// The last element, which the host waits for.
std::int64_t last_of(const ndarray& a);

/// Sorts one row of numbers, stably, and tells where they came from.
void kernel_sort(const ndarray& numbers, const ndarray& sorted, const ndarray& order);
/// For each number from 0 on, the place of the first one among sorted numbers that is not less.
void starts_among(const ndarray& sorted, const ndarray& starts);

/// Lines made of keys that are sorted, one for each element of the data that `order` tells; those of one key are summed
/// up.
sparse_matrix lines_from_sorted(Format format, const ndarray& keys, const ndarray& order, const ndarray& data,
                                std::int64_t rows, std::int64_t columns);
/// The number of an element in the order of lines: major * minor's length + minor.
ndarray keys_of(const ndarray& major, const ndarray& minor, std::int64_t length);

/// Whether each of sorted keys is another than the one before it.
ndarray heads(const ndarray& keys, DType type);
/// What is done with blocks alone (bsr).
sparse_matrix blocks_to_rows(const sparse_matrix& a);
sparse_matrix sorted_blocks(const sparse_matrix& a);
sparse_matrix without_zero_blocks(const sparse_matrix& a);
void multiply_blocks(const sparse_matrix& a, const ndarray& x, const ndarray& out);

/// csr or csc as they are, others as csr; with indices that are in bounds.
sparse_matrix lines(const sparse_matrix& a);
/// Canonical lines of the format wanted.
sparse_matrix canonical_lines(const sparse_matrix& a, Format format);
/// The same lines as csr of the transposed matrix where they are csc, so that functions look at rows alone.
inline sparse_matrix as_rows(const sparse_matrix& a) { return a.format() == Format::csc ? a.transpose() : a; }
inline sparse_matrix as_format(sparse_matrix rows, Format format) {
    return format == Format::csc ? rows.transpose() : rows;
}

}  // namespace cuprum::scipy::sparse
