// Indices of sparse matrices: rows and columns.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/common.h"
#include "scipy/sparse/index_parse.h"

namespace cuprum::scipy::sparse {
namespace {

bool is_whole(const IndexRange& range, std::int64_t length) {
    return range.start == 0 && range.step == 1 && range.count == length;
}

/// The elements of an entry along an axis of a csr or csc matrix; an integer leaves an axis of length one.
sparse_matrix take_along(const sparse_matrix& a, const IndexEntry& entry, int axis) {
    const bool along = (axis == 0) == (a.format() == Format::csr);
    if (const auto* places = std::get_if<ndarray>(&entry)) {
        const ndarray flat = places->reshape({-1});
        return along ? take_major(a, flat) : take_across(a, flat);
    }
    const auto* place = std::get_if<std::int64_t>(&entry);
    const IndexRange range = place ? IndexRange{*place, 1, 1} : std::get<IndexRange>(entry);
    if (is_whole(range, axis == 0 ? a.rows() : a.columns())) return a;
    if (along) return slice_major(a, range.start, range.step, range.count);
    if (range.step == 1) return slice_across(a, range.start, range.start + range.count);
    return take_across(a, array_of(range));
}

/// Whether a column of row numbers meets a row of column numbers: all pairs of them.
bool is_open(const ndarray& row, const ndarray& col) {
    return row.ndim() == 2 && row.shape()[1] == 1 && (col.ndim() == 1 || (col.ndim() == 2 && col.shape()[0] == 1));
}

/// What indices find in a matrix.
class Lookup {
public:
    Lookup(const sparse_matrix& a, bool is_array) : a_(a), core_(compressed(a)), is_array_(is_array) {}

    ndarray element(const IndexEntry& row, const IndexEntry& col) const {
        return elements(core_, array_of(row), array_of(col));
    }

    /// Rows and columns; those that are integers are left as axes of length one.
    sparse_matrix part(const IndexEntry& row, const IndexEntry& col) const {
        const auto *rows = std::get_if<IndexRange>(&row), *columns = std::get_if<IndexRange>(&col);
        if (rows && columns && is_whole(*rows, a_.rows()) && is_whole(*columns, a_.columns())) return a_.copy();
        return in_format(take_along(take_along(core_, row, 0), col, 1));
    }

    SparseOrDense points(const ndarray& row, const ndarray& col) const {
        const Shape shapes[] = {row.shape(), col.shape()};
        const Shape shape = broadcast_index(shapes, "number of row and column indices differ");
        if (shape.size() > 2) throw IndexError("Index dimension must be 1 or 2, found " + std::to_string(shape.size()));
        if (is_open(row, col)) return part(row, col);
        if (element_count(shape) == 0) {  // SciPy's are sparse where there are none
            if (shape.size() == 1 && is_array_) return sparse_tensor(shape, a_.dtype(), a_.index_dtype());
            const bool two = shape.size() == 2;
            return in_format(
                sparse_matrix(Format::csr, two ? shape[0] : 1, shape[two ? 1 : 0], a_.dtype(), a_.index_dtype()));
        }
        const ndarray values = elements(core_, row, col);
        if (shape.size() == 2) return in_format(from_dense(values, Format::csr));
        if (is_array_) return values;
        return values.reshape({1, -1});
    }

    sparse_matrix in_format(const sparse_matrix& a) const {
        return a.format() == a_.format() ? a : to_format(a, a_.format());
    }

private:
    const sparse_matrix& a_;
    const sparse_matrix core_;
    const bool is_array_;
};

/// As SciPy's matrices have it.
SparseOrDense at_of_matrix(const sparse_matrix& a, const std::vector<SparseIndex>& index) {
    const auto [row, col] = parse_matrix_index(index, a.shape());
    const Lookup lookup(a, false);
    if (is_place(row) && is_place(col)) return lookup.element(row, col);
    if (is_places(row) && is_places(col)) return lookup.points(std::get<ndarray>(row), std::get<ndarray>(col));
    const auto has_two_axes = [](const IndexEntry& entry) {
        return is_places(entry) && std::get<ndarray>(entry).ndim() == 2;
    };
    if (!has_two_axes(row) && !has_two_axes(col)) return lookup.part(row, col);
    if (!is_place(row) && !is_place(col))
        throw IndexError("index arrays of two dimensions go with arrays or numbers alone");
    const ndarray rows = array_of(row), columns = array_of(col);
    const Shape shape = rows.ndim() == 2 ? rows.shape() : columns.shape();
    return lookup.points(rows.broadcast_to(shape), columns.broadcast_to(shape));
}

/// As NumPy has it: an integer takes an axis away.
SparseOrDense at_of_array(const sparse_matrix& a, const std::vector<SparseIndex>& index, bool is_array) {
    const std::vector<IndexEntry> parsed = parse_index(index, a.shape());
    if (parsed.size() == 2) {  // no new axes
        const Lookup lookup(a, is_array);
        const IndexEntry &row = parsed[0], &col = parsed[1];
        if (is_place(row) && is_place(col)) return lookup.element(row, col);
        const bool both = is_places(row) && is_places(col);
        const auto has_one_axis = [](const IndexEntry& entry) {
            return !is_places(entry) || std::get<ndarray>(entry).ndim() == 1;
        };
        if (!both && has_one_axis(row) && has_one_axis(col)) {
            const sparse_matrix part = lookup.part(row, col);
            if (!is_place(row) && !is_place(col)) return part;
            return sparse_tensor(part, Shape{part.rows() * part.columns()});
        }
        if (both) {
            const ndarray &rows = std::get<ndarray>(row), &columns = std::get<ndarray>(col);
            if (is_open(rows, columns) || a.format() != Format::coo) return lookup.points(rows, columns);
        }
    }
    sparse_tensor found = getitem(sparse_tensor(a, a.shape()), parsed);
    if (found.ndim() == 0) return toarray(found);
    if (found.ndim() == 1 && !is_array) found = found.reshape({1, found.shape()[0]});
    if (found.ndim() != 2) return found;
    const sparse_matrix matrix = found.matrix(1);
    return a.format() == Format::coo ? matrix : to_format(matrix, a.format());
}

bool has_newaxis(const std::vector<SparseIndex>& index) {
    return std::ranges::any_of(index, [](const SparseIndex& entry) { return std::holds_alternative<NewAxis>(entry); });
}

/// The rows and the columns of all elements that an index names, broadcast together.
struct IndexedPlaces {
    ndarray rows, columns;
    Shape shape;
    bool one_column;

    IndexedPlaces(const std::vector<SparseIndex>& index, const Shape& lengths, bool is_array) {
        const auto [row, col] = parse_matrix_index(index, lengths);
        one_column = is_place(col);
        rows = array_of(row);
        columns = array_of(col);
        const bool points = is_places(row) && is_places(col), numbers = is_place(row) && is_place(col);
        if (!points && !is_place(row) && !is_place(col)) {
            rows = rows.reshape({-1, 1});
        } else if (!points && !numbers && !is_array) {  // one row or one column, as a matrix of two dimensions
            if (is_place(row)) columns = columns.reshape({1, -1});
            else rows = rows.reshape({-1, 1});
        }
        const Shape shapes[] = {rows.shape(), columns.shape()};
        shape = broadcast_index(shapes, "shape mismatch in assignment: rows and columns differ");
        rows = rows.broadcast_to(shape);
        columns = columns.broadcast_to(shape);
    }
};

Shape without_ones(const Shape& shape) {
    Shape result;
    for (const std::int64_t length : shape)
        if (length != 1) result.push_back(length);
    return result;
}

sparse_matrix with_values(const sparse_matrix& a, const ndarray& rows, const ndarray& columns, const ndarray& values) {
    if (rows.size() == 0) return a;
    const sparse_matrix changed = with_elements(a, rows, columns, values);
    return changed.format() == a.format() ? changed : to_format(changed, a.format());
}

sparse_matrix with_items_of(const sparse_matrix& a, const std::vector<SparseIndex>& index, const ndarray& given,
                            bool is_array) {
    const IndexedPlaces places(index, a.shape(), is_array);
    ndarray values = given.astype(a.dtype(), 'K', Casting::unsafe, false);
    if (without_ones(values.shape()) == without_ones(places.shape)) values = values.reshape(places.shape);
    try {
        values = values.broadcast_to(places.shape);
    } catch (const ValueError&) {
        throw ValueError("shape mismatch in assignment: values of shape " + to_string(values.shape()) +
                         " to elements of shape " + to_string(places.shape));
    }
    return with_values(a, places.rows, places.columns, values);
}

sparse_matrix with_items_of(const sparse_matrix& a, const std::vector<SparseIndex>& index, const sparse_matrix& x,
                            bool is_array) {
    const IndexedPlaces places(index, a.shape(), is_array);
    const std::int64_t down = x.rows(), across = x.columns();
    Shape whole = places.shape.size() == 2 ? places.shape : Shape{1, element_count(places.shape)};
    // As in SciPy, for which an array of places is a row.
    if ((places.one_column && down == whole[1] && across == whole[0]) ||
        (places.shape.size() == 1 && down == whole[1] && across == 1))
        whole = {down, across};
    if ((down != 1 && down != whole[0]) || (across != 1 && across != whole[1]))
        throw ValueError("shape mismatch in assignment: " + to_string(x.shape()) + " to " + to_string(whole));
    const ndarray rows = places.rows.reshape(whole), columns = places.columns.reshape(whole);
    const sparse_matrix stored = tocoo(sum_duplicates(tocsr(x)));
    ndarray values = stored.data().astype(a.dtype(), 'K', Casting::unsafe, false);
    std::vector<Index> where{stored.row(), stored.col()};
    if (!(x.shape() == whole)) {  // what is stored is repeated, and no other place
        const ndarray numbers = full(x.shape(), -1, DType::int64);
        numbers.assign(where, arange(values.size(), DType::int64));
        const ndarray repeated = numbers.broadcast_to(whole);
        std::vector<ndarray> found = nonzero(greater_equal(repeated, 0));
        where = {found[0], found[1]};
        values = values.at({repeated.at(where)});
    }
    const sparse_matrix cleared = with_zeros_at(a, rows, columns);
    const sparse_matrix base = cleared.format() == a.format() ? cleared : to_format(cleared, a.format());
    return with_values(base, rows.at(where), columns.at(where), values);
}

sparse_tensor tensor_of(const Sparse& a) {
    if (const auto* tensor = std::get_if<sparse_tensor>(&a)) return *tensor;
    const auto& matrix = std::get<sparse_matrix>(a);
    return {matrix, matrix.shape()};
}

ndarray values_of(const Sparse& a) {
    return std::visit([](const auto& one) { return toarray(one); }, a);
}

/// Of any number of dimensions, and of matrices where new axes stand among the others.
Sparse with_items_by_number(const Sparse& a, const std::vector<SparseIndex>& index, const ndarray& values) {
    const sparse_tensor tensor = tensor_of(a);
    sparse_tensor changed = with_items(tensor, parse_index(index, tensor.shape()), values);
    if (const auto* matrix = std::get_if<sparse_matrix>(&a)) return to_format(changed.matrix(1), matrix->format());
    return changed;
}

}  // namespace

SparseOrDense getitem(const Sparse& a, const std::vector<SparseIndex>& index, bool is_array) {
    const kernel::Placement here(a);
    if (const auto* tensor = std::get_if<sparse_tensor>(&a)) {
        const sparse_tensor found = getitem(*tensor, parse_index(index, tensor->shape()));
        if (found.ndim() == 0) return toarray(found);
        if (found.ndim() == 2) return found.matrix(1);
        return found;
    }
    const auto& matrix = std::get<sparse_matrix>(a);
    if (is_array || has_newaxis(index)) return at_of_array(matrix, index, is_array);
    return at_of_matrix(matrix, index);
}

Sparse with_items(const Sparse& a, const std::vector<SparseIndex>& index, const ndarray& values, bool is_array) {
    const kernel::Placement here(a, values);
    const auto* matrix = std::get_if<sparse_matrix>(&a);
    if (!matrix || has_newaxis(index)) return with_items_by_number(a, index, values);
    return with_items_of(*matrix, index, values, is_array);
}

Sparse with_items(const Sparse& a, const std::vector<SparseIndex>& index, const Sparse& values, bool is_array) {
    const kernel::Placement here(a, values);
    const auto* matrix = std::get_if<sparse_matrix>(&a);
    if (!matrix || has_newaxis(index)) return with_items_by_number(a, index, values_of(values));
    if (const auto* two = std::get_if<sparse_matrix>(&values)) return with_items_of(*matrix, index, *two, is_array);
    const sparse_tensor& tensor = std::get<sparse_tensor>(values);
    return with_items_of(*matrix, index, tensor.reshape({1, tensor.size()}).matrix(1), is_array);
}

namespace {

/// A coo matrix keeps the order of the elements that stay; those of the diagonal come last.
sparse_matrix with_last(const sparse_matrix& a, const ndarray& values, std::int64_t k, std::int64_t length) {
    const std::int64_t down = std::max<std::int64_t>(-k, 0), across = std::max<std::int64_t>(k, 0);
    const DType index = a.row().dtype();
    const ndarray stays = logical_or(not_equal(subtract(a.col(), a.row()), k), greater_equal(a.row(), down + length));
    const auto joined = [&](const ndarray& kept, const ndarray& added) {
        return concatenate({kept.at({stays}), added});
    };
    return coo_matrix(
        joined(a.data(), values.broadcast_to({length})), joined(a.row(), arange(down, down + length, 1, index)),
        joined(a.col(), arange(across, across + length, 1, index)), Shape{a.rows(), a.columns()}, true, index);
}

}  // namespace

sparse_matrix with_diagonal(const sparse_matrix& a, const ndarray& given, std::int64_t k) {
    const kernel::Placement here(a, given);
    if (k >= a.columns() || -k >= a.rows())
        if (k != 0) throw ValueError("k exceeds array dimensions");
    if (given.ndim() > 1) throw ValueError("a diagonal is set to a number or to a vector");
    const std::int64_t down = std::max<std::int64_t>(-k, 0), across = std::max<std::int64_t>(k, 0);
    std::int64_t length = std::min(a.rows() - down, a.columns() - across);
    ndarray values = given.astype(a.dtype());
    if (given.ndim() == 1) {
        length = std::min(length, given.size());
        values = values.at({Slice{0, length}});
    }
    if (a.format() == Format::coo) return length == 0 ? a : with_last(a, values, k, length);
    const ndarray places = arange(length, DType::int64);
    const sparse_matrix changed =
        with_elements(compressed(a), add(places, down), add(places, across), values.broadcast_to({length}));
    if (a.is_blocks()) return tobsr(changed, a.block_shape()[0], a.block_shape()[1]);
    return changed.format() == a.format() ? changed : to_format(changed, a.format());
}

}  // namespace cuprum::scipy::sparse
