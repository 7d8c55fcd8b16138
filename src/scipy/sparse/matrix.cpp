// Sparse matrices as values: their arrays, and the properties of their indices.
#include <algorithm>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/chunks.h"
#include "scipy/sparse/row_kernels.h"

namespace cuprum::scipy::sparse {
namespace {

const ndarray no_indices() { return new_array({0}, DType::int32); }

void check_shape(std::int64_t rows, std::int64_t columns) {
    if (rows < 0 || columns < 0)
        throw ValueError("'shape' elements cannot be negative: found (" + std::to_string(rows) + ", " +
                         std::to_string(columns) + ")");
}

void check_vector(const ndarray& a, const char* name) {
    if (a.ndim() != 1)
        throw ValueError(std::string(name) + " must be a 1-D array, found " + std::to_string(a.ndim()) + " dimensions");
}

void check_storable(DType dtype) {
    if (!is_number(dtype)) throw ValueError("sparse matrices hold numbers, not " + std::string(info(dtype).name));
}

/// One pass over all indices: bounds, order, duplicates, the longest slice, the number of entries.
IndexProperties inspect(const Structure& structure) {
    static const ElementwiseKernel kernel(
        "raw I indices, raw I indptr, int64 major, int64 minor, int64 count", "raw int64 found",
        "cuprum::sparse_inspect(i, &indices[0], &indptr[0], major, minor, count, &found[0]);", "cuprum_sparse_inspect",
        {.preamble = "#include <cuprum/sparse/inspect.h>\n"});
    if (in_chunks()) return inspect_in_chunks(structure);
    const ndarray found = zeros({5}, DType::int64);
    run(kernel, structure.major, structure.indices, structure.indptr, structure.major, structure.minor,
        structure.indices.size(), found);
    const std::vector<std::int64_t> state = found.to_vector<std::int64_t>();
    if (state[0]) throw_bad_indices(structure);
    return {state[4], state[3], !state[1], !state[1] && !state[2]};
}

}  // namespace

void throw_bad_indices(const Structure& structure) {
    throw ValueError("the indices of a sparse matrix do not fit it: indptr must start with 0 and ascend to at most " +
                     std::to_string(structure.indices.size()) + ", and indices must be from 0 to " +
                     std::to_string(structure.minor - 1));
}

Format format_from_name(std::string_view name) {
    for (const Format format : {Format::csr, Format::csc, Format::coo, Format::dia, Format::bsr})
        if (name == name_of(format)) return format;
    throw ValueError("Format " + std::string(name) + " is unknown: it must be csr, csc, coo, dia or bsr");
}

const char* name_of(Format format) {
    static constexpr const char* names[] = {"csr", "csc", "coo", "dia", "bsr"};
    return names[static_cast<int>(format)];
}

// ----------------------------------------------------------------------------------------------------------- structure

Structure::Structure(ndarray indices, ndarray indptr, std::int64_t major, std::int64_t minor)
    : indices(std::move(indices)), indptr(std::move(indptr)), major(major), minor(minor) {}

const IndexProperties& Structure::properties() const {
    // The first result stays, so that references to it remain valid.
    if (!has_properties()) set_properties(inspect(*this));
    return *properties_.load();
}

bool Structure::has_transpose() const { return transpose_.load() != nullptr; }
bool Structure::has_properties() const { return properties_.load() != nullptr; }
void Structure::set_properties(const IndexProperties& properties) const {
    properties_.store(std::make_shared<const IndexProperties>(properties));
}

const Transpose& Structure::transpose() const {
    if (auto found = transpose_.load()) return *found;
    const std::int64_t nnz = properties().nnz;
    const DType type = indices.dtype();
    const ndarray positions = entries(indices, nnz);
    auto made = std::make_shared<Transpose>();
    if (in_chunks(nnz, minor)) {
        const Distributed put = distribute(positions, minor, nullptr, &indptr, nullptr);
        made->order = put.carried;
        made->structure = transposed_structure(*this, put);
    } else {
        const ndarray order = new_array({nnz}, DType::int64), sorted = new_array({nnz}, type),
                      starts = new_array({minor + 1}, type);
        kernel_sort(positions, sorted, order);
        starts_among(sorted, starts);
        made->order = as(order, type);
        made->structure = std::make_shared<Structure>(take(major_indices(indptr, nnz, properties().longest), order),
                                                      starts, minor, major);
    }
    transpose_.store(made);
    return *transpose_.load();
}

// -------------------------------------------------------------------------------------------------------------- matrix

sparse_matrix::sparse_matrix() : sparse_matrix(Format::csr, 0, 0) {}

sparse_matrix::sparse_matrix(Format format, std::int64_t rows, std::int64_t columns, DType dtype, DType least)
    : format_(format), rows_(rows), columns_(columns) {
    check_shape(rows, columns);
    check_storable(dtype);
    const DType index = sparse::index_dtype(std::max(rows, columns), least);
    if (is_compressed()) {
        data_ = new_array({0}, dtype);
        cached_ = std::make_shared<CachedValues>();
        auto made = std::make_shared<Structure>(new_array({0}, index), zeros({major() + 1}, index), major(), minor());
        made->set_properties({});
        structure_ = std::move(made);
    } else if (format == Format::coo) {
        data_ = new_array({0}, dtype);
        row_ = col_ = new_array({0}, index);
        canonical_ = true;
    } else if (format == Format::bsr) {  // of blocks of one element
        data_ = new_array({0, 1, 1}, dtype);
        structure_ = std::make_shared<Structure>(new_array({0}, index), zeros({rows + 1}, index), rows, columns);
    } else {
        data_ = new_array({0, 0}, dtype);
        offsets_ = no_indices();
    }
}

sparse_matrix::sparse_matrix(Format format, ndarray data, ndarray indices, ndarray indptr, std::int64_t rows,
                             std::int64_t columns, DType index)
    : format_(format), rows_(rows), columns_(columns) {
    check_shape(rows, columns);
    check_storable(data.dtype());
    check_vector(data, "data");
    check_vector(indices, "indices");
    check_vector(indptr, "indptr");
    if (indices.size() != data.size())
        throw ValueError("indices and data should have the same size, found " + std::to_string(indices.size()) +
                         " and " + std::to_string(data.size()));
    if (indptr.size() != major() + 1)
        throw ValueError("index pointer size (" + std::to_string(indptr.size()) + ") should be (" +
                         std::to_string(major() + 1) + ")");
    const DType type = sparse::index_dtype(std::max({rows, columns, data.size()}), index);
    data_ = contiguous(data);
    cached_ = std::make_shared<CachedValues>();
    structure_ = std::make_shared<Structure>(index_array(indices, type), index_array(indptr, type), major(), minor());
}

sparse_matrix::sparse_matrix(Format format, ndarray data, std::shared_ptr<const Structure> structure)
    : format_(format),
      data_(std::move(data)),
      structure_(std::move(structure)),
      cached_(std::make_shared<CachedValues>()) {
    rows_ = format == Format::csr ? structure_->major : structure_->minor;
    columns_ = format == Format::csr ? structure_->minor : structure_->major;
}

std::int64_t sparse_matrix::nnz() const {
    if (is_compressed()) return properties().nnz;
    if (is_blocks()) return properties().nnz * data_.shape()[1] * data_.shape()[2];
    if (format_ == Format::coo) return data_.size();
    std::int64_t count = 0;
    for (const std::int64_t k : host_offsets_)
        if (k > -rows_ && k < columns_)
            count += std::max<std::int64_t>(
                0, std::min(rows_, std::min(columns_, data_.shape()[1]) - k) - std::max<std::int64_t>(0, -k));
    return count;
}

DType sparse_matrix::index_dtype() const {
    if (has_structure()) return structure_->indices.dtype();
    return format_ == Format::coo ? row_.dtype() : DType::int32;
}
int sparse_matrix::device() const {
    if (data_.size()) return data_.device();
    return has_structure() && indptr().size() ? indptr().device() : -1;
}

namespace {
[[noreturn]] void throw_no_attribute(const char* attribute, Format format) {
    throw ValueError(std::string("a matrix of format ") + name_of(format) + " has no " + attribute);
}
}  // namespace

const ndarray& sparse_matrix::indices() const {
    if (!has_structure()) throw_no_attribute("indices", format_);
    return structure_->indices;
}
const ndarray& sparse_matrix::indptr() const {
    if (!has_structure()) throw_no_attribute("indptr", format_);
    return structure_->indptr;
}
const ndarray& sparse_matrix::row() const {
    if (format_ != Format::coo) throw_no_attribute("row", format_);
    return row_;
}
const ndarray& sparse_matrix::col() const {
    if (format_ != Format::coo) throw_no_attribute("col", format_);
    return col_;
}
const ndarray& sparse_matrix::offsets() const {
    if (format_ != Format::dia) throw_no_attribute("offsets", format_);
    return offsets_;
}

bool sparse_matrix::has_sorted_indices() const { return has_structure() ? properties().sorted : canonical_; }
bool sparse_matrix::has_canonical_format() const { return has_structure() ? properties().canonical() : canonical_; }

void sparse_matrix::set_canonical(bool canonical) {
    if (!has_structure()) {
        canonical_ = canonical;
        return;
    }
    IndexProperties known = properties();
    known.unique = canonical;
    if (canonical) known.sorted = true;
    structure_ = std::make_shared<Structure>(indices(), indptr(), structure_->major, structure_->minor);
    structure_->set_properties(known);
}

void sparse_matrix::set_sorted(bool sorted) {
    if (!has_structure()) return;
    IndexProperties known = properties();
    known.sorted = sorted;
    known.unique = known.unique && sorted;
    structure_ = std::make_shared<Structure>(indices(), indptr(), structure_->major, structure_->minor);
    structure_->set_properties(known);
}

sparse_matrix sparse_matrix::with_data(ndarray data) const {
    const kernel::Placement here(data);
    if (data.shape() != data_.shape())
        throw ValueError("data of shape " + cuprum::to_string(data.shape()) +
                         " do not take the place of data of shape " + cuprum::to_string(data_.shape()));
    check_storable(data.dtype());
    sparse_matrix result = *this;
    result.data_ = contiguous(data);
    if (is_compressed()) result.cached_ = std::make_shared<CachedValues>();
    return result;
}

sparse_matrix sparse_matrix::copy() const {
    const kernel::Placement here(*this);
    sparse_matrix result = with_data(data_.copy());
    if (has_structure()) {
        auto made =
            std::make_shared<Structure>(indices().copy(), indptr().copy(), structure_->major, structure_->minor);
        if (structure_->has_properties()) made->set_properties(structure_->properties());
        result.structure_ = std::move(made);
    } else if (format_ == Format::coo) {
        result.row_ = row_.copy();
        result.col_ = col_.copy();
    } else {
        result.offsets_ = offsets_.copy();
    }
    return result;
}

sparse_matrix sparse_matrix::astype(DType dtype, bool copy) const {
    check_storable(dtype);
    if (dtype == this->dtype()) return copy ? this->copy() : *this;
    return with_data(data_.astype(dtype, 'C'));
}

sparse_matrix sparse_matrix::transpose() const {
    const kernel::Placement here(*this);
    sparse_matrix result = *this;
    std::swap(result.rows_, result.columns_);
    if (is_compressed()) {
        result.format_ = format_ == Format::csr ? Format::csc : Format::csr;
    } else if (format_ == Format::coo) {
        std::swap(result.row_, result.col_);
        result.canonical_ = false;
    } else if (is_blocks()) {
        const Transpose& transpose = structure_->transpose();
        result.structure_ = transpose.structure;
        result.data_ = contiguous(swapaxes(take(data_, transpose.order, 0), 1, 2));
    } else {
        // The diagonal k becomes -k, and elements stand at the column that was their row.
        static const ElementwiseKernel kernel("raw T data, raw O offsets, int64 width, int64 old_width, int64 columns",
                                              "raw T out",
                                              R"(
            const long long diagonal = i / width, column = i % width, old = column + (long long)offsets[diagonal];
            out[i] = old >= 0 && old < old_width && old < columns ? data[diagonal * old_width + old] : T(0);
        )",
                                              "cuprum_sparse_transpose_diagonals");
        const std::int64_t count = static_cast<std::int64_t>(host_offsets_.size()), width = rows_;
        result.data_ = new_array({count, width}, dtype());
        run(kernel, count * width, data_, offsets_, width, data_.shape()[1], columns_, result.data_);
        result.offsets_ = -offsets_;
        for (std::int64_t& k : result.host_offsets_) k = -k;
    }
    return result;
}

// -------------------------------------------------------------------------------------------------------- construction

sparse_matrix compressed(Format format, const ndarray& data, const ndarray& indices, const ndarray& indptr,
                         const std::optional<Shape>& shape, DType index) {
    const kernel::Placement here(data, indices, indptr);
    if (shape) {
        if (shape->size() != 2) throw ValueError("shape must be of two numbers, found " + cuprum::to_string(*shape));
        return {format, data, indices, indptr, (*shape)[0], (*shape)[1], index};
    }
    if (indptr.size() == 0) throw ValueError("indptr must not be empty");
    const std::int64_t major = indptr.size() - 1;
    if (indices.size() == 0) throw ValueError("unable to infer matrix dimensions: there are no indices; give a shape");
    const std::int64_t minor = length_for(indices);
    return format == Format::csr ? sparse_matrix(format, data, indices, indptr, major, minor, index)
                                 : sparse_matrix(format, data, indices, indptr, minor, major, index);
}

sparse_matrix coo_matrix(const ndarray& data, const ndarray& row, const ndarray& col, const std::optional<Shape>& shape,
                         bool trusted, DType index) {
    const kernel::Placement here(data, row, col);
    check_storable(data.dtype());
    if (data.ndim() != 1 || row.ndim() != 1 || col.ndim() != 1)
        throw ValueError("row, column, and data arrays must be 1-D");
    if (row.size() != data.size() || col.size() != data.size())
        throw ValueError("row, column, and data array must all be the same length, found " +
                         std::to_string(row.size()) + ", " + std::to_string(col.size()) + " and " +
                         std::to_string(data.size()));
    sparse_matrix result(Format::coo, 0, 0, data.dtype());
    std::int64_t largest[2] = {-1, -1};
    if (!trusted && data.size()) {
        static const ElementwiseKernel kernel("raw R row, raw C col", "raw int64 found", R"(
            const long long r = row[i], c = col[i];
            if (r > found[0]) atomicMax((long long*)&found[0], r);
            if (c > found[1]) atomicMax((long long*)&found[1], c);
            if (r < 0 || c < 0) found[2] = 1;
        )",
                                              "cuprum_sparse_coordinates");
        if (!is_integer(row.dtype()) || !is_integer(col.dtype()))
            throw ValueError("row and column indices must be integers, found " + std::string(info(row.dtype()).name) +
                             " and " + info(col.dtype()).name);
        std::array<std::int64_t, 3> state{};
        if (in_chunks()) {
            state = bounds_in_chunks(contiguous(row), contiguous(col));
        } else {
            const ndarray found = zeros({3}, DType::int64);
            run(kernel, data.size(), contiguous(row), contiguous(col), found);
            const auto numbers = found.to_vector<std::int64_t>();
            std::copy(numbers.begin(), numbers.end(), state.begin());
        }
        largest[0] = state[0];
        largest[1] = state[1];
        if (state[2]) throw ValueError("negative index found among the coordinates of a sparse matrix");
    }
    if (shape) {
        if (shape->size() != 2) throw ValueError("shape must be of two numbers, found " + cuprum::to_string(*shape));
        check_shape((*shape)[0], (*shape)[1]);
        for (int axis = 0; axis < 2; ++axis)
            if (largest[axis] >= (*shape)[axis])
                throw ValueError("axis " + std::to_string(axis) + " index " + std::to_string(largest[axis]) +
                                 " exceeds matrix dimension " + std::to_string((*shape)[axis]));
        result.rows_ = (*shape)[0];
        result.columns_ = (*shape)[1];
    } else {
        if (data.size() == 0) throw ValueError("cannot infer dimensions from zero sized index arrays; give a shape");
        if (std::max(largest[0], largest[1]) == std::numeric_limits<std::int64_t>::max())
            throw ValueError("the largest coordinate is beyond what int64 can count");
        result.rows_ = largest[0] + 1;
        result.columns_ = largest[1] + 1;
    }
    const DType type = index_dtype(std::max({result.rows_, result.columns_, data.size()}), index);
    result.data_ = contiguous(data);
    result.row_ = as(row, type);
    result.col_ = as(col, type);
    result.canonical_ = false;
    return result;
}

sparse_matrix dia_matrix(const ndarray& data, const ndarray& offsets, const Shape& shape) {
    const kernel::Placement here(data, offsets);
    check_storable(data.dtype());
    if (data.ndim() > 2) throw ValueError("data array must have rank 2, found " + std::to_string(data.ndim()));
    if (offsets.ndim() > 1) throw ValueError("offsets array must have rank 1, found " + std::to_string(offsets.ndim()));
    if (shape.size() != 2) throw ValueError("shape must be of two numbers, found " + cuprum::to_string(shape));
    sparse_matrix result(Format::dia, shape[0], shape[1], data.dtype());
    result.data_ = contiguous(data.ndim() == 2 ? data : data.reshape({1, -1}));
    const ndarray wide = index_array(offsets.reshape({-1}), DType::int64);
    result.host_offsets_ = wide.to_vector<std::int64_t>();
    std::int64_t farthest = std::max(shape[0], shape[1]);
    for (const std::int64_t k : result.host_offsets_) farthest = std::max({farthest, k, -(k + 1)});
    result.offsets_ = as(wide, index_dtype(farthest));
    if (result.data_.shape()[0] != offsets.size())
        throw ValueError("number of diagonals (" + std::to_string(result.data_.shape()[0]) +
                         ") does not match the number of offsets (" + std::to_string(offsets.size()) + ")");
    std::vector<std::int64_t> sorted = result.host_offsets_;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw ValueError("offset array contains duplicate values");
    return result;
}

}  // namespace cuprum::scipy::sparse
