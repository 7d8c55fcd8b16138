// Helpers of this chapter: launches of kernels, dtypes of indices.
#pragma once

#include <array>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/sparse.h"
#include "kernel/engine/array/allocation.h"
#include "scipy/sparse/at.h"

namespace cuprum::scipy::sparse {

/// Runs a kernel with raw arrays alone over `size` elements. Arguments: inputs, then outputs.
template <class... Arguments>
void run(const ElementwiseKernel& kernel, std::int64_t size, const Arguments&... arguments) {
    if (size == 0) return;
    const Operand operands[] = {Operand(arguments)...};
    std::array<ndarray, 8> results;
    kernel.call(operands, {.size = size}, results.data());
}

/// Runs a kernel over arrays of one shape. Arguments: inputs, then outputs.
template <class... Arguments>
void apply(const ElementwiseKernel& kernel, const Arguments&... arguments) {
    const Operand operands[] = {Operand(arguments)...};
    std::array<ndarray, 8> results;
    kernel.call(operands, {}, results.data());
}

/// The dtype of indices: `least`, or int64 where that does not hold numbers up to `largest`.
inline DType index_dtype(std::int64_t largest, DType least = DType::int32) {
    return largest <= std::numeric_limits<std::int32_t>::max() ? least : DType::int64;
}

/// The dtype of indices of what is made of two operands: int64 where one of them has it.
template <class A, class B>
DType index_dtype_of(const A& a, const B& b) {
    return promote_types(a.index_dtype(), b.index_dtype());
}

/// The array in this dtype and in C order, copied only if need be.
inline ndarray as(const ndarray& a, DType dtype) {
    return a.dtype() == dtype && a.is_c_contiguous() ? a : a.astype(dtype, 'C', Casting::unsafe, false);
}
inline ndarray contiguous(const ndarray& a) { return as(a, a.dtype()); }
/// Indices that were given, in the dtype of a matrix's own. Those that it cannot hold become -1, which is out of bounds
/// as they are; ValueError where they are no integers.
ndarray index_array(const ndarray& a, DType dtype);
/// The least length of an axis that has these indices.
std::int64_t length_for(const ndarray& indices);

using kernel::new_array;

/// [0, l0, l0 + l1, ...] of lengths, in their dtype.
ndarray starts_of(const ndarray& lengths);
/// The major index of each entry, in the dtype of `indptr`; `longest` is the length of the longest slice, 0 where that
/// is not known.
ndarray major_indices(const ndarray& indptr, std::int64_t nnz, std::int64_t longest = 0);
/// The first `nnz` entries, all that count.
ndarray entries(const ndarray& a, std::int64_t nnz);
/// The last element, which the host waits for.
std::int64_t last_of(const ndarray& a);

/// A stable sort of numbers, and their argsort.
void kernel_sort(const ndarray& numbers, const ndarray& sorted, const ndarray& order);
/// searchsorted(sorted, arange(starts.size())).
void starts_among(const ndarray& sorted, const ndarray& starts);

/// csr or csc from sorted keys (see `keys_of`) and data[order]; values with equal keys are added up.
sparse_matrix compress_sorted(Format format, const ndarray& keys, const ndarray& order, const ndarray& data,
                              std::int64_t rows, std::int64_t columns, DType index);
/// The flat index of elements in the order of storage: major * length of the minor axis + minor.
ndarray keys_of(const ndarray& major, const ndarray& minor, std::int64_t length);

/// Whether each of sorted keys is another than the one before it.
ndarray heads(const ndarray& keys, DType type);
/// What is done with blocks alone (bsr).
sparse_matrix blocks_to_rows(const sparse_matrix& a);
sparse_matrix sorted_blocks(const sparse_matrix& a);
sparse_matrix without_zero_blocks(const sparse_matrix& a);
void multiply_blocks(const sparse_matrix& a, const ndarray& x, const ndarray& out);

/// csr or csc as they are, others as csr; with indices that are in bounds.
sparse_matrix compressed(const sparse_matrix& a);
/// The matrix in this compressed format, canonical.
sparse_matrix canonical_compressed(const sparse_matrix& a, Format format);
/// csc as csr of the transpose, which shares its arrays, so that functions need a case for rows alone.
inline sparse_matrix as_rows(const sparse_matrix& a) { return a.format() == Format::csc ? a.transpose() : a; }
inline sparse_matrix as_format(sparse_matrix rows, Format format) {
    return format == Format::csc ? rows.transpose() : rows;
}

}  // namespace cuprum::scipy::sparse
