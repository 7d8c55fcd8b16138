// Coordinates in any number of dimensions. What is computed with them is computed by matrices, whose rows and columns
// are the elements of some axes each.
#include "scipy/sparse/tensor.h"

#include <algorithm>

#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/compact.h"
#include "kernel/engine/placement.h"

namespace cuprum::scipy::sparse {
std::int64_t product(const Shape& shape, int begin, int end) {
    std::int64_t total = 1;
    for (int axis = begin; axis < end; ++axis)
        if (__builtin_mul_overflow(total, shape[axis], &total))
            throw ValueError("a sparse array of shape " + cuprum::to_string(shape) +
                             " has more elements than int64 can number");
    return total;
}

Shape slice_of(const Shape& shape, int begin, int end) {
    Shape part;
    for (int axis = begin; axis < end; ++axis) part.push_back(shape[axis]);
    return part;
}

namespace {

std::int64_t longest_of(const Shape& shape) {
    std::int64_t longest = 0;
    for (const std::int64_t length : shape) longest = std::max(longest, length);
    return longest;
}

}  // namespace

ndarray ravel(const sparse_tensor& a, int begin, int end) {
    const kernel::Placement here(a);
    if (begin == end) return zeros({a.nnz()}, DType::int64);
    ndarray key = as(a.coords()[begin], DType::int64);
    for (int axis = begin + 1; axis < end; ++axis)
        key = keys_of(key, as(a.coords()[axis], DType::int64), a.shape()[axis]);
    return key;
}

std::vector<ndarray> unravel(ndarray numbers, const Shape& shape, DType index) {
    static const ElementwiseKernel kernel("raw int64 number, int64 length", "raw I position, raw int64 rest",
                                          "position[i] = number[i] % length; rest[i] = number[i] / length;",
                                          "cuprum_sparse_unravel");
    const DType type = index_dtype(longest_of(shape), index);
    std::vector<ndarray> positions(shape.size());
    const std::int64_t count = numbers.size();
    for (int axis = shape.size() - 1; axis >= 0; --axis) {
        positions[axis] = new_array({count}, type);
        const ndarray rest = new_array({count}, DType::int64);
        run(kernel, count, numbers, shape[axis], positions[axis], rest);
        numbers = rest;
    }
    return positions;
}

namespace {

void check_positions(const ndarray& positions, int axis, std::optional<std::int64_t> length) {
    if (!is_integer(positions.dtype()))
        throw ValueError("coordinates must be integers, found " + std::string(info(positions.dtype()).name));
    if (positions.size() == 0) return;
    const std::int64_t least = cuprum::min(positions).item().to_int(), most = cuprum::max(positions).item().to_int();
    const std::string number = "axis " + std::to_string(axis) + " index";
    if (length && most >= *length)
        throw ValueError(number + " " + std::to_string(most) + " exceeds matrix dimension " + std::to_string(*length));
    if (least < 0) throw ValueError("negative " + number + ": " + std::to_string(least));
}

}  // namespace

sparse_tensor::sparse_tensor(const Shape& shape, DType dtype, DType index)
    : data_(new_array({0}, dtype)),
      shape_(shape),
      index_(sparse::index_dtype(longest_of(shape), index)),
      canonical_(true) {
    if (!is_number(dtype)) throw ValueError("sparse arrays hold numbers, not " + std::string(info(dtype).name));
    for (const std::int64_t length : shape)
        if (length < 0) throw ValueError("'shape' elements cannot be negative: found " + cuprum::to_string(shape));
    for (int axis = 0; axis < ndim(); ++axis) coords_.push_back(new_array({0}, index_));
}

sparse_tensor::sparse_tensor(const ndarray& data, std::vector<ndarray> coords, const std::optional<Shape>& shape,
                             bool trusted, DType index)
    : sparse_tensor(shape.value_or(Shape{}), data.dtype(), index) {
    if (shape && shape->size() != static_cast<int>(coords.size()))
        throw ValueError("mismatching number of index arrays for shape; got " + std::to_string(coords.size()) +
                         ", expected " + std::to_string(shape->size()));
    if (!shape && (data.size() == 0 || coords.empty()))
        throw ValueError("cannot infer dimensions from zero sized index arrays");
    if (data.ndim() != 1) throw ValueError("data array must be 1-D, found " + std::to_string(data.ndim()));
    for (int axis = 0; axis < static_cast<int>(coords.size()); ++axis) {
        const ndarray& positions = coords[axis];
        if (positions.ndim() != 1 || positions.size() != data.size())
            throw ValueError("all index and data arrays must have the same length: the data have " +
                             std::to_string(data.size()) + " elements, axis " + std::to_string(axis) + " " +
                             std::to_string(positions.size()));
        if (trusted) continue;
        check_positions(positions, axis, shape ? std::optional((*shape)[axis]) : std::nullopt);
        if (!shape) shape_.push_back(cuprum::max(positions).item().to_int() + 1);
    }
    index_ = sparse::index_dtype(longest_of(shape_), index);
    for (ndarray& positions : coords) positions = as(positions, index_);
    data_ = contiguous(data);
    coords_ = std::move(coords);
    canonical_ = false;
}

sparse_tensor::sparse_tensor(const ndarray& dense) : sparse_tensor(dense.shape(), dense.dtype()) {
    if (dense.size() == 0 || dense.ndim() == 0) return;
    const ndarray mask = dense != 0, positions = kernel::true_coordinates(mask);
    data_ = kernel::select(dense, mask);
    for (int axis = 0; axis < dense.ndim(); ++axis) coords_[axis] = as(positions.at({std::int64_t{axis}}), index_);
}

sparse_tensor::sparse_tensor(const sparse_matrix& a, const Shape& shape)
    : sparse_tensor(shape, a.dtype(), a.index_dtype()) {
    const sparse_matrix from = to_format(a, Format::coo);
    data_ = from.data();
    coords_ = unravel(keys_of(as(from.row(), DType::int64), as(from.col(), DType::int64), a.columns()), shape, index_);
    canonical_ = from.has_canonical_format();
}

std::int64_t sparse_tensor::size() const { return product(shape_, 0, ndim()); }

sparse_tensor sparse_tensor::with_data(ndarray data) const {
    sparse_tensor result = *this;
    result.data_ = std::move(data);
    return result;
}

sparse_tensor sparse_tensor::copy() const {
    const kernel::Placement here(*this);
    sparse_tensor result = with_data(data_.copy());
    for (ndarray& positions : result.coords_) positions = positions.copy();
    return result;
}

sparse_tensor sparse_tensor::astype(DType dtype, bool copy) const {
    if (!is_number(dtype)) throw ValueError("sparse arrays hold numbers, not " + std::string(info(dtype).name));
    if (dtype == this->dtype()) return copy ? this->copy() : *this;
    return with_data(data_.astype(dtype, 'C'));
}

Dims axes_within(const Dims& axes, int ndim, const char* repeated) {
    Dims found;
    for (const std::int64_t axis : axes) {
        if (axis < -ndim || axis >= ndim)
            throw ValueError("axis out of range: " + std::to_string(axis) + " of a sparse array of " +
                             std::to_string(ndim) + " dimensions");
        found.push_back(axis < 0 ? axis + ndim : axis);
        if (std::find(found.begin(), found.end() - 1, found.back()) != found.end() - 1)
            throw ValueError(std::string(repeated) + ": " + cuprum::to_string(axes));
    }
    return found;
}

sparse_tensor sparse_tensor::transpose(const std::optional<Dims>& axes) const {
    if (axes && axes->size() != ndim())
        throw ValueError("axes don't match matrix dimensions: " + std::to_string(axes->size()) + " axes for " +
                         std::to_string(ndim()) + " dimensions");
    Dims order(ndim());
    for (int axis = 0; axis < ndim(); ++axis) order[axis] = ndim() - 1 - axis;
    if (axes) order = axes_within(*axes, ndim(), "repeated axis in transpose");
    sparse_tensor result = *this;
    for (int axis = 0; axis < ndim(); ++axis) {
        result.shape_[axis] = shape_[order[axis]];
        result.coords_[axis] = coords_[order[axis]];
        if (order[axis] != axis) result.canonical_ = false;
    }
    return result;
}

ndarray sparse_tensor::flat_indices() const {
    const kernel::Placement here(*this);
    static_cast<void>(size());
    return ravel(*this, 0, ndim());
}

sparse_tensor sparse_tensor::reshape(const Shape& shape, char order) const {
    const kernel::Placement here(*this);
    if (product(shape, 0, shape.size()) != size())
        throw ValueError("cannot reshape array of size " + std::to_string(size()) + " into shape " +
                         cuprum::to_string(shape));
    if (order == 'F') {
        Shape reversed = shape;
        std::reverse(reversed.begin(), reversed.end());
        return transpose().reshape(reversed).transpose();
    }
    sparse_tensor result(shape, dtype(), index_);
    result.data_ = data_;
    result.coords_ = unravel(flat_indices(), shape, index_);
    result.canonical_ = canonical_;
    return result;
}

sparse_tensor sparse_tensor::broadcast_to(const Shape& shape) const {
    const kernel::Placement here(*this);
    const int added = shape.size() - ndim();
    Shape repeated(shape.size(), 1);
    for (int axis = 0; axis < shape.size(); ++axis) {
        const std::int64_t length = axis < added ? 1 : shape_[axis - added];
        if (added < 0 || (length != shape[axis] && length != 1))
            throw ValueError("an array of shape " + cuprum::to_string(shape_) + " cannot be broadcast to " +
                             cuprum::to_string(shape));
        if (length != shape[axis]) repeated[axis] = shape[axis];
    }
    const std::int64_t copies = product(repeated, 0, shape.size());
    if (copies == 1 && added == 0) return *this;
    // All elements once for each place along the axes that are stretched.
    sparse_tensor result(shape, dtype(), index_);
    const ndarray copy = repeat(arange(0, copies, 1, DType::int64), nnz());
    const std::vector<ndarray> stretched = unravel(copy, repeated, index_);
    for (int axis = 0; axis < shape.size(); ++axis) {
        const bool own = repeated[axis] == 1 && axis >= added;
        result.coords_[axis] =
            as(own ? tile(coords_[axis - added], {copies}) : stretched[axis], result.coords_[axis].dtype());
    }
    result.data_ = tile(data_, {copies});
    result.canonical_ = false;
    return result;
}

sparse_matrix sparse_tensor::matrix(int first) const {
    const kernel::Placement here(*this);
    const Shape shape{product(shape_, 0, first), product(shape_, first, ndim())};
    sparse_matrix result = coo_matrix(data_, ravel(*this, 0, first), ravel(*this, first, ndim()), shape, true, index_);
    result.set_canonical(canonical_);
    return result;
}

sparse_matrix sparse_tensor::in_rows(std::int64_t width) const {
    const Shape shape{(size() + width - 1) / width, width};
    const std::vector<ndarray> positions = unravel(flat_indices(), shape, index_);
    sparse_matrix result = coo_matrix(data_, positions[0], positions[1], shape, true, index_);
    result.set_canonical(canonical_);
    return result;
}

std::int64_t width_of(const sparse_tensor& a, std::int64_t entries) {
    return std::max<std::int64_t>(1, a.size() / (entries / 16 + 1));
}

sparse_tensor sparse_tensor::sum_duplicates() const {
    const kernel::Placement here(*this);
    if (canonical_) return *this;
    sparse_tensor result(sparse::sum_duplicates(in_rows(width_of(*this, nnz()))), shape_);
    result.canonical_ = true;
    return result;
}

sparse_tensor sparse_tensor::eliminate_zeros() const {
    const kernel::Placement here(*this);
    const ndarray kept = data_ != 0;
    sparse_tensor result = with_data(kernel::select(data_, kept));
    if (result.nnz() == nnz()) return *this;
    for (ndarray& positions : result.coords_) positions = kernel::select(positions, kept);
    return result;
}

sparse_tensor sparse_tensor::slice(int axis, std::int64_t start, std::int64_t step, std::int64_t count) const {
    const kernel::Placement here(*this);
    static const ElementwiseKernel kernel("I position, int64 start, int64 step, int64 count", "bool kept, I moved", R"(
        const long long distance = (long long)position - start;
        kept = distance % step == 0 && distance / step >= 0 && distance / step < count;
        moved = (I)(distance / step);
    )",
                                          "cuprum_sparse_slice_axis");
    const ndarray kept = new_array({nnz()}, DType::bool_), moved = new_array({nnz()}, coords_[axis].dtype());
    apply(kernel, coords_[axis], start, step, count, kept, moved);
    sparse_tensor result = with_data(kernel::select(data_, kept));
    for (int other = 0; other < ndim(); ++other)
        result.coords_[other] = kernel::select(other == axis ? moved : coords_[other], kept);
    result.shape_[axis] = count;
    result.canonical_ = canonical_ && step > 0;
    return result;
}

}  // namespace cuprum::scipy::sparse
