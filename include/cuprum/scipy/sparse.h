// Sparse matrices: formats, conversions, arithmetic, products, indexing. Kernels of their own; no library is called.
//
// A matrix is a value over arrays: copies share them. One kernel inspects the indices once (in bounds, sorted,
// unique, longest row), and the result is cached with them; a program that writes to indices in place must therefore
// assign them again.
//
// Indices are int32. They are int64 where a length or the number of entries needs it, or where a constructor is asked
// for it (`index`).
//
// A major slice is a row of csr or a column of csc: what `indptr` counts along the compressed axis.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::sparse {

/// How elements are stored: rows one after the other (csr), columns (csc), coordinates (coo), diagonals (dia), rows of
/// dense blocks (bsr).
enum class Format : std::uint8_t { csr, csc, coo, dia, bsr };

/// "csr" and so on; ValueError for another name.
Format format_from_name(std::string_view name);
const char* name_of(Format format);

/// Properties of the indices of a csr or csc matrix.
struct IndexProperties {
    std::int64_t nnz = 0;      ///< Entries, indptr[-1].
    std::int64_t longest = 0;  ///< The length of the longest major slice.
    bool sorted = true;        ///< Indices of each major slice do not descend,
    bool unique = true;        ///< and none is a duplicate (if they are sorted).
    bool canonical() const { return sorted && unique; }
};

/// The structure of the transpose, and the order of its entries in the data.
struct Transpose;

/// The data in the order of the transpose.
struct CachedValues;

/// indices and indptr, shared by matrices that have the same ones.
struct Structure {
    ndarray indices, indptr;
    std::int64_t major = 0, minor = 0;

    Structure(ndarray indices, ndarray indptr, std::int64_t major, std::int64_t minor);
    /// Inspected at the first call. Throws ValueError where indices are out of bounds or `indptr` is not valid.
    const IndexProperties& properties() const;
    const Transpose& transpose() const;
    bool has_transpose() const;  ///< Whether `transpose` has been computed.
    void set_properties(const IndexProperties& properties) const;
    bool has_properties() const;

private:
    mutable std::atomic<std::shared_ptr<const IndexProperties>> properties_;
    mutable std::atomic<std::shared_ptr<const Transpose>> transpose_;
};

struct Transpose {
    std::shared_ptr<const Structure> structure;
    ndarray order;  ///< Of the data.
};

/// A sparse matrix of one of five formats. Zeros that are not stored are implied; elements stored several times are
/// summed up.
///
/// Example:
///     auto a = sparse::csr_matrix(dense);
///     ndarray y = sparse::matmul(a, x);
class sparse_matrix {
public:
    /// No rows and no columns, csr of float64.
    sparse_matrix();
    /// Without any elements.
    CUPRUM_TRAITS("named Matrix, not pickled")
    CUPRUM_PYTHON sparse_matrix(Format format, std::int64_t rows, std::int64_t columns, DType dtype = DType::float64,
                                DType index = DType::int32);
    /// csr or csc from their arrays, which are not copied.
    sparse_matrix(Format format, ndarray data, ndarray indices, ndarray indptr, std::int64_t rows, std::int64_t columns,
                  DType index = DType::int32);
    sparse_matrix(Format format, ndarray data, std::shared_ptr<const Structure> structure);

    /// How elements are stored.
    CUPRUM_PROPERTY Format format() const { return format_; }
    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }
    /// Rows and columns.
    CUPRUM_PROPERTY Shape shape() const { return {rows_, columns_}; }
    /// The dtype of the elements.
    CUPRUM_PROPERTY DType dtype() const { return data_.dtype(); }
    /// Elements that are stored.
    CUPRUM_PROPERTY std::int64_t nnz() const;
    /// The dtype of the indices, int32 or int64. What is made of matrices has int64 where one of them has it.
    DType index_dtype() const;
    /// The device of its arrays; -1 where they have no elements.
    int device() const;

    /// The stored elements, of bsr blocks.
    CUPRUM_PROPERTY const ndarray& data() const { return data_; }
    /// The column of each element (csr) or its row (csc); of bsr that of each block.
    CUPRUM_PROPERTY const ndarray& indices() const;
    /// Where each row, column (csc) or row of blocks (bsr) begins among the elements.
    CUPRUM_PROPERTY const ndarray& indptr() const;
    /// The row of each element (coo).
    CUPRUM_PROPERTY const ndarray& row() const;
    /// The column of each element (coo).
    CUPRUM_PROPERTY const ndarray& col() const;
    /// The number of each diagonal (dia).
    CUPRUM_PROPERTY const ndarray& offsets() const;
    const std::vector<std::int64_t>& host_offsets() const { return host_offsets_; }

    bool is_compressed() const { return format_ == Format::csr || format_ == Format::csc; }
    bool is_blocks() const { return format_ == Format::bsr; }
    /// Rows and columns of a block (bsr).
    CUPRUM_PROPERTY Shape block_shape() const;
    std::int64_t major() const { return format_ == Format::csc ? columns_ : rows_; }
    std::int64_t minor() const { return format_ == Format::csc ? rows_ : columns_; }
    const std::shared_ptr<const Structure>& structure() const { return structure_; }
    const IndexProperties& properties() const { return structure_->properties(); }
    const std::shared_ptr<CachedValues>& cached() const { return cached_; }

    /// Whether indices ascend.
    CUPRUM_PROPERTY bool has_sorted_indices() const;
    /// Whether, besides, no element is stored twice.
    CUPRUM_PROPERTY bool has_canonical_format() const;
    /// For a caller that knows it.
    CUPRUM_PYTHON void set_canonical(bool canonical);
    /// For a caller that knows it.
    CUPRUM_PYTHON void set_sorted(bool sorted);

    /// The same structure with other values, one for each stored element.
    CUPRUM_PYTHON sparse_matrix with_data(ndarray data) const;
    /// A copy that shares nothing.
    CUPRUM_PYTHON sparse_matrix copy() const;
    /// With the elements in another dtype.
    CUPRUM_PYTHON sparse_matrix astype(DType dtype, bool copy = true) const;
    /// Rows become columns; csr becomes csc and the reverse, with the same arrays.
    CUPRUM_PYTHON sparse_matrix transpose() const;
    /// In another format. Duplicates are summed up where coordinates are compressed.
    CUPRUM_PYTHON sparse_matrix to_format(Format format) const;
    /// With sorted indices.
    CUPRUM_PYTHON sparse_matrix sorted_indices() const;
    /// With sorted indices, and without duplicates.
    CUPRUM_PYTHON sparse_matrix sum_duplicates() const;
    /// Without stored elements that are zero.
    CUPRUM_PYTHON sparse_matrix eliminate_zeros() const;
    /// As a dense array, in C or Fortran order.
    CUPRUM_PYTHON ndarray toarray(char order = 'C') const;

private:
    friend sparse_matrix coo_matrix(const ndarray&, const ndarray&, const ndarray&, const std::optional<Shape>&, bool,
                                    DType);
    friend sparse_matrix dia_matrix(const ndarray&, const ndarray&, const Shape&);
    friend sparse_matrix bsr_matrix(const ndarray&, std::shared_ptr<const Structure>);
    bool has_structure() const { return is_compressed() || is_blocks(); }

    Format format_ = Format::csr;
    std::int64_t rows_ = 0, columns_ = 0;
    ndarray data_;
    std::shared_ptr<const Structure> structure_;  // csr, csc; of blocks: bsr
    std::shared_ptr<CachedValues> cached_;        // csr, csc: of this data
    ndarray row_, col_;                           // coo
    bool canonical_ = false;                      // coo
    ndarray offsets_;                             // dia
    std::vector<std::int64_t> host_offsets_;      // dia
};
/// The same class, of which Python has sparse arrays where it has sparse matrices of the other name.
using sparse_array = sparse_matrix;

// -------------------------------------------------------------------------------------------------------- construction

/// csr or csc from data, indices and indptr; the shape is inferred where it is not given.
CUPRUM_PYTHON sparse_matrix compressed(Format format, const ndarray& data, const ndarray& indices,
                                       const ndarray& indptr, const std::optional<Shape>& shape = {},
                                       DType index = DType::int32);
inline sparse_matrix csr_matrix(const ndarray& data, const ndarray& indices, const ndarray& indptr,
                                const std::optional<Shape>& shape = {}, DType index = DType::int32) {
    return compressed(Format::csr, data, indices, indptr, shape, index);
}
inline sparse_matrix csc_matrix(const ndarray& data, const ndarray& indices, const ndarray& indptr,
                                const std::optional<Shape>& shape = {}, DType index = DType::int32) {
    return compressed(Format::csc, data, indices, indptr, shape, index);
}
/// Elements by their coordinates. Throws ValueError where one is outside of the shape; `trusted` ones are not looked
/// at.
CUPRUM_PYTHON sparse_matrix coo_matrix(const ndarray& data, const ndarray& row, const ndarray& col,
                                       const std::optional<Shape>& shape = {}, bool trusted = false,
                                       DType index = DType::int32);
/// Diagonals: data[k, j] is the element of column j on the diagonal offsets[k].
CUPRUM_PYTHON sparse_matrix dia_matrix(const ndarray& data, const ndarray& offsets, const Shape& shape);
/// Rows of dense blocks of one shape: data[k] is a block, which stands in the column indices[k] of blocks; the blocks
/// of the row i of blocks are those from indptr[i] to indptr[i + 1]. The shape is inferred where it is not given.
CUPRUM_PYTHON sparse_matrix bsr_matrix(const ndarray& data, const ndarray& indices, const ndarray& indptr,
                                       const std::optional<Shape>& shape = {}, DType index = DType::int32);
sparse_matrix bsr_matrix(const ndarray& data, std::shared_ptr<const Structure> structure);
/// The elements of a dense matrix that are not zero.
CUPRUM_PYTHON sparse_matrix from_dense(const ndarray& dense, Format format);
inline sparse_matrix csr_matrix(const ndarray& dense) { return from_dense(dense, Format::csr); }
inline sparse_matrix csc_matrix(const ndarray& dense) { return from_dense(dense, Format::csc); }
inline sparse_matrix coo_matrix(const ndarray& dense) { return from_dense(dense, Format::coo); }

// ----------------------------------------------------------------------------------------------------- conversions

/// In another format. Duplicates are summed up where coordinates are compressed.
sparse_matrix to_format(const sparse_matrix& a, Format format);
inline sparse_matrix tocsr(const sparse_matrix& a) { return to_format(a, Format::csr); }
inline sparse_matrix tocsc(const sparse_matrix& a) { return to_format(a, Format::csc); }
inline sparse_matrix tocoo(const sparse_matrix& a) { return to_format(a, Format::coo); }
inline sparse_matrix todia(const sparse_matrix& a) { return to_format(a, Format::dia); }
/// In blocks of so many rows and columns, which must divide those of the matrix.
CUPRUM_PYTHON sparse_matrix tobsr(const sparse_matrix& a, std::int64_t block_rows, std::int64_t block_columns);
/// The shape of blocks that few zeros fill up: one of 1, 2, 3, 4 and 6 rows and columns.
Shape estimate_blocksize(const sparse_matrix& a, double efficiency = 0.7);
/// As a dense array, in C or Fortran order.
ndarray toarray(const sparse_matrix& a, char order = 'C');
/// With sorted indices, and then without duplicates.
sparse_matrix sorted_indices(const sparse_matrix& a);
sparse_matrix sum_duplicates(const sparse_matrix& a);
/// Without stored elements that are zero.
sparse_matrix eliminate_zeros(const sparse_matrix& a);
/// In another shape of as many elements, in C or Fortran order, as coo.
CUPRUM_PYTHON sparse_matrix reshape(const sparse_matrix& a, std::int64_t rows, std::int64_t columns, char order = 'C');
/// In another shape, the elements staying where they are; those outside are left out.
CUPRUM_PYTHON sparse_matrix resize(const sparse_matrix& a, std::int64_t rows, std::int64_t columns);

inline sparse_matrix sparse_matrix::to_format(Format format) const { return sparse::to_format(*this, format); }
inline sparse_matrix sparse_matrix::sorted_indices() const { return sparse::sorted_indices(*this); }
inline sparse_matrix sparse_matrix::sum_duplicates() const { return sparse::sum_duplicates(*this); }
inline sparse_matrix sparse_matrix::eliminate_zeros() const { return sparse::eliminate_zeros(*this); }
inline ndarray sparse_matrix::toarray(char order) const { return sparse::toarray(*this, order); }

// ------------------------------------------------------------------------------------------------------ arithmetic

enum class Binary : std::uint8_t {
    add,
    subtract,
    multiply,
    divide,
    maximum,
    minimum,
    equal,
    not_equal,
    less,
    greater,
    less_equal,
    greater_equal
};
/// Element by element, of two matrices of one shape: where either has an element, less what comes out as zero.
sparse_matrix binary(const sparse_matrix& a, const sparse_matrix& b, Binary operation);
/// With each stored element multiplied by the element of a dense array at its place, which is broadcast.
sparse_matrix multiply_dense(const sparse_matrix& a, const ndarray& dense);
/// Dense: the sum of a sparse matrix and a dense one.
ndarray add_dense(const sparse_matrix& a, const ndarray& dense);

// -------------------------------------------------------------------------------------------------------- products

/// A product by a vector or by a matrix of columns.
ndarray matmul(const sparse_matrix& a, const ndarray& b);
/// A product of a vector or of rows by a sparse matrix.
ndarray matmul(const ndarray& a, const sparse_matrix& b);
/// A product of sparse matrices, in a's format where that is csr or csc, else csr.
sparse_matrix matmul(const sparse_matrix& a, const sparse_matrix& b);
/// The same, into an array that is there (contiguous and of the product's dtype).
void matmul_into(const sparse_matrix& a, const ndarray& b, const ndarray& out);

// ------------------------------------------------------------------------------------------------------ reductions

enum class Fold : std::uint8_t { sum, max, min, nanmax, nanmin };
/// Over rows (axis 0), columns (1), or all (no axis): an array of one axis, or of none. Sums take `dtype`; extrema
/// count the zeros that are not stored, unless `explicit_only`.
ndarray fold(const sparse_matrix& a, Fold how, std::optional<int> axis, std::optional<DType> dtype = {},
             bool explicit_only = false);
/// The place of the first largest (or smallest) element along an axis, or in all of the matrix: with `explicit_only`,
/// in C order among the elements that are stored.
ndarray argument(const sparse_matrix& a, bool largest, std::optional<int> axis, bool explicit_only = false);
/// How many elements each row or column stores; all if `nonzero` is not set, else those that are not zero.
ndarray counts(const sparse_matrix& a, int axis, bool nonzero = false);

// -------------------------------------------------------------------------------------------------------- indexing

/// `count` major slices from `start` on, every `step`-th.
sparse_matrix slice_major(const sparse_matrix& a, std::int64_t start, std::int64_t step, std::int64_t count);
/// Major slices by their indices (within bounds).
sparse_matrix take_major(const sparse_matrix& a, const ndarray& slices);
/// The part of each major slice with indices in [start, stop).
sparse_matrix slice_across(const sparse_matrix& a, std::int64_t start, std::int64_t stop);
/// Elements along the minor axis by their indices (within bounds).
sparse_matrix take_across(const sparse_matrix& a, const ndarray& positions);
/// The elements at coordinates (within bounds), as an array of their shape.
ndarray elements(const sparse_matrix& a, const ndarray& rows, const ndarray& columns);
/// With the elements at coordinates set, the last one where a place comes twice. Format as `a`, coo as csr.
sparse_matrix with_elements(const sparse_matrix& a, const ndarray& rows, const ndarray& columns, const ndarray& values);
/// With zeros for what is stored at coordinates.
sparse_matrix with_zeros_at(const sparse_matrix& a, const ndarray& rows, const ndarray& columns);
/// The elements of a diagonal; 0 is the main one.
CUPRUM_PYTHON ndarray diagonal(const sparse_matrix& a, std::int64_t k = 0);

// --------------------------------------------------------------------------------------------- any number of
// dimensions

/// Elements by their coordinates in any number of dimensions, as SciPy's coo_array has it: `coords` holds the place of
/// each element along each axis. Elements stored several times are summed up.
///
/// Example:
///     sparse::sparse_tensor a(data, {i, j, k}, Shape{4, 5, 6});
///     sparse::sparse_tensor b = sparse::tensordot(a, a, {0}, {0});
class sparse_tensor {
public:
    /// Without any elements.
    explicit sparse_tensor(const Shape& shape, DType dtype = DType::float64, DType index = DType::int32);
    /// From arrays, which are not copied. Throws ValueError where a place is outside of the shape, which is inferred
    /// where it is not given; `trusted` places are not looked at.
    CUPRUM_TRAITS("named Tensor, not pickled")
    CUPRUM_PYTHON sparse_tensor(const ndarray& data, std::vector<ndarray> coords,
                                const std::optional<Shape>& shape = {}, bool trusted = false,
                                DType index = DType::int32);
    /// The elements of a dense array that are not zero.
    explicit sparse_tensor(const ndarray& dense);
    /// The elements of a matrix, whose numbers in C order are those in the new shape.
    sparse_tensor(const sparse_matrix& a, const Shape& shape);

    /// How elements are stored: as coordinates.
    CUPRUM_PROPERTY Format format() const { return Format::coo; }
    /// The length of each axis.
    CUPRUM_PROPERTY const Shape& shape() const { return shape_; }
    int ndim() const { return static_cast<int>(shape_.size()); }
    /// The dtype of the elements.
    CUPRUM_PROPERTY DType dtype() const { return data_.dtype(); }
    /// Elements that are stored.
    CUPRUM_PROPERTY std::int64_t nnz() const { return data_.size(); }
    /// The dtype of the indices, int32 or int64, as of a matrix.
    DType index_dtype() const { return index_; }
    /// The device of its arrays; -1 where they have no elements.
    int device() const { return data_.size() ? data_.device() : -1; }
    std::int64_t size() const;  ///< The product of all lengths.
    /// The stored elements.
    CUPRUM_PROPERTY const ndarray& data() const { return data_; }
    /// The place of each element along each axis.
    CUPRUM_PROPERTY const std::vector<ndarray>& coords() const { return coords_; }
    /// Whether elements are known to be in C order, and none to be stored twice.
    CUPRUM_PROPERTY bool has_canonical_format() const { return canonical_; }
    /// For a caller that knows it.
    CUPRUM_PYTHON void set_canonical(bool canonical) { canonical_ = canonical; }

    /// The same structure with other values, one for each stored element.
    CUPRUM_PYTHON sparse_tensor with_data(ndarray data) const;
    /// A copy that shares nothing.
    CUPRUM_PYTHON sparse_tensor copy() const;
    /// With the elements in another dtype.
    CUPRUM_PYTHON sparse_tensor astype(DType dtype, bool copy = true) const;
    /// The axes in another order; reversed where none is given.
    CUPRUM_PYTHON sparse_tensor transpose(const std::optional<Dims>& axes = {}) const;
    /// In another shape of as many elements, in C or Fortran order.
    CUPRUM_PYTHON sparse_tensor reshape(const Shape& shape, char order = 'C') const;
    /// Repeated along axes of length 1 and along new ones.
    CUPRUM_PYTHON sparse_tensor broadcast_to(const Shape& shape) const;
    /// In C order, and without duplicates.
    CUPRUM_PYTHON sparse_tensor sum_duplicates() const;
    /// Without stored elements that are zero.
    CUPRUM_PYTHON sparse_tensor eliminate_zeros() const;
    /// Elements whose place along an axis is start + step * k for 0 <= k < count, at the place k.
    CUPRUM_PYTHON sparse_tensor slice(int axis, std::int64_t start, std::int64_t step, std::int64_t count) const;
    /// As a dense array, in C or Fortran order.
    CUPRUM_PYTHON ndarray toarray(char order = 'C') const;
    /// The number of each stored element in C order.
    ndarray flat_indices() const;

    /// A matrix whose rows are the elements of the first axes and whose columns those of the rest, as coo.
    CUPRUM_PYTHON sparse_matrix matrix(int first) const;
    /// The elements in C order, in rows of this many.
    sparse_matrix in_rows(std::int64_t width) const;

private:
    ndarray data_;
    std::vector<ndarray> coords_;
    Shape shape_;
    DType index_ = DType::int32;
    bool canonical_ = false;
};

ndarray toarray(const sparse_tensor& a);
/// Element by element, of arrays of one shape.
sparse_tensor binary(const sparse_tensor& a, const sparse_tensor& b, Binary operation);
/// Each stored element by that of a dense array at its place.
sparse_tensor multiply_dense(const sparse_tensor& a, const ndarray& dense);
/// Along axes, an array of the others.
ndarray fold(const sparse_tensor& a, Fold how, const Dims& axes, std::optional<DType> dtype = {},
             bool explicit_only = false);
/// The place of the first largest (or smallest) element along an axis.
ndarray argument(const sparse_tensor& a, bool largest, int axis, bool explicit_only = false);
/// Sums of products over pairs of axes. Throws ValueError where lengths differ.
sparse_tensor tensordot(const sparse_tensor& a, const sparse_tensor& b, const Dims& axes_of_a, const Dims& axes_of_b);
ndarray tensordot(const sparse_tensor& a, const ndarray& b, const Dims& axes_of_a, const Dims& axes_of_b);
/// Products of matrices over the last two axes, the axes before them broadcast. Operands have two axes or more.
sparse_tensor matmul(const sparse_tensor& a, const sparse_tensor& b);
ndarray matmul(const sparse_tensor& a, const ndarray& b);
/// The elements with these numbers along the first axis, one after the other.
sparse_tensor take(const sparse_tensor& a, const ndarray& numbers);
/// With the elements of these numbers (in C order) set.
sparse_tensor with_elements(const sparse_tensor& a, const ndarray& numbers, const ndarray& values);

/// As SciPy prints the elements of a matrix: coordinates and values, the middle left out where there are more than
/// `most`.
std::string to_string(const sparse_matrix& a, std::int64_t most = 50);

}  // namespace cuprum::scipy::sparse
