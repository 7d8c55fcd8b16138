// Sparse matrices by parts, as a CPU's threads take them (device/cuprum/sparse_parts.h).
#pragma once

#include "scipy/sparse/run.h"

namespace cuprum::scipy::sparse {

/// Whether work is divided so.
bool by_parts();
/// And whether so many lines, each of which takes memory, are worth it for so many entries.
inline bool by_parts(std::int64_t entries, std::int64_t lines) { return by_parts() && lines / 8 <= entries + 8192; }

/// Entries in the order of the lines that they go to; those of one line as they were.
struct Distributed {
    ndarray starts, minors, carried;
    std::int64_t longest = 0;
};
/// Each entry goes to the line that its key tells, of so many, and takes along its other index (from `others`, or the
/// line of `indptr` that it stands in) and its element of `data`, or its number where that is null.
Distributed distribute(const ndarray& keys, std::int64_t lines, const ndarray* others, const ndarray* indptr,
                       const ndarray* data);
/// What `distribute` made of all entries of lines by their indices, as lines.
std::shared_ptr<const Structure> turned_structure(const Structure& from, const Distributed& put);

/// Coordinates as lines, without duplicates; none where a line is too long to be sorted by insertion.
std::optional<sparse_matrix> lines_by_parts(Format format, const ndarray& majors, const ndarray& minors,
                                            const ndarray& data, std::int64_t rows, std::int64_t columns);

/// out = A^T x for the lines of A and a vector.
void multiply_down(const Structure& lines, const ndarray& data, const ndarray& x, const ndarray& out);

/// A B for rows of one dtype, where `before` tells the products before each row of A; none where the columns are too
/// many to keep a sum for each. `index` is the dtype of the result's indices.
std::optional<sparse_matrix> multiply_by_parts(const sparse_matrix& a, const sparse_matrix& b, const ndarray& before,
                                               std::int64_t total, DType index);

}  // namespace cuprum::scipy::sparse
