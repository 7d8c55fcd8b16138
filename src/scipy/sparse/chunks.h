// Sparse operations in chunks, one or more for each thread of a CPU (device/cuprum/sparse/chunks.h).
#pragma once

#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {

/// Whether this device divides work into chunks.
bool in_chunks();
/// The same, and whether there are enough entries for the memory that the counts of each major slice take.
inline bool in_chunks(std::int64_t entries, std::int64_t slices) { return in_chunks() && slices / 8 <= entries + 8192; }

/// As `starts_of`; also returns the largest length.
ndarray starts_in_chunks(const ndarray& lengths, std::int64_t* longest = nullptr);
/// Inspects indices and indptr; throws ValueError where something is out of bounds.
IndexProperties inspect_in_chunks(const Structure& structure);
[[noreturn]] void throw_bad_indices(const Structure& structure);
/// The largest row, the largest column, and whether one is negative.
std::array<std::int64_t, 3> bounds_in_chunks(const ndarray& row, const ndarray& col);

/// Entries ordered by major slice, and within a slice as they were (a counting sort).
struct Distributed {
    ndarray starts, minors, carried;
    std::int64_t longest = 0;
};
/// Moves each entry to the major slice `keys[k]` of `slices`, with its minor index (from `others`, or the slice of
/// `indptr` that holds it) and its element of `data`, or its number where `data` is null.
Distributed distribute(const ndarray& keys, std::int64_t slices, const ndarray* others, const ndarray* indptr,
                       const ndarray* data);
/// The structure of the transpose, from `distribute` by minor index.
std::shared_ptr<const Structure> transposed_structure(const Structure& from, const Distributed& put);

/// Compresses coordinates and sums duplicates; nullopt where a major slice is too long for an insertion sort.
std::optional<sparse_matrix> compress_in_chunks(Format format, const ndarray& majors, const ndarray& minors,
                                                const ndarray& data, std::int64_t rows, std::int64_t columns);

/// out = A^T x for a vector x.
void multiply_transposed(const Structure& structure, const ndarray& data, const ndarray& x, const ndarray& out);

/// A B of csr matrices of one dtype; nullopt where B has too many columns for a sum of each.
std::optional<sparse_matrix> multiply_in_chunks(const sparse_matrix& a, const sparse_matrix& b);

}  // namespace cuprum::scipy::sparse
