// What an index of a sparse matrix or array asks for.
#pragma once

#include <span>
#include <utility>

#include "cuprum/scipy/sparse_indexing.h"

namespace cuprum::scipy::sparse {

struct IndexRange {
    std::int64_t start, step, count;
};
/// What an index has for an axis: a place within bounds, places at equal distances, or an array (int64) of places;
/// `NewAxis` stands for no axis.
using IndexEntry = std::variant<NewAxis, std::int64_t, IndexRange, ndarray>;

inline bool is_place(const IndexEntry& entry) { return std::holds_alternative<std::int64_t>(entry); }
inline bool is_range(const IndexEntry& entry) { return std::holds_alternative<IndexRange>(entry); }
inline bool is_places(const IndexEntry& entry) { return std::holds_alternative<ndarray>(entry); }
inline bool is_newaxis(const IndexEntry& entry) { return std::holds_alternative<NewAxis>(entry); }

/// An entry for each axis, and `NewAxis` between them, as NumPy reads an index.
std::vector<IndexEntry> parse_index(const std::vector<SparseIndex>& index, const Shape& shape);
/// The entries for rows and columns of a sparse matrix, whose arrays have two dimensions at most.
std::pair<IndexEntry, IndexEntry> parse_matrix_index(const std::vector<SparseIndex>& index, const Shape& shape);

/// The places as an array (int64): of one place without axes.
ndarray array_of(const IndexEntry& entry);
/// The shape of arrays together. Throws IndexError where they do not broadcast.
Shape broadcast_index(std::span<const Shape> shapes, const char* message);

/// Elements by the entries of all axes.
sparse_tensor getitem(const sparse_tensor& a, const std::vector<IndexEntry>& index);
/// With the elements that entries name set.
sparse_tensor with_items(const sparse_tensor& a, const std::vector<IndexEntry>& index, const ndarray& values);

}  // namespace cuprum::scipy::sparse
