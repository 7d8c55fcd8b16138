// Indices of sparse arrays of any number of dimensions, as NumPy has them.
#include <algorithm>

#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/index_parse.h"
#include "scipy/sparse/tensor.h"

namespace cuprum::scipy::sparse {
namespace {

/// Where the axes of the result come from: those that arrays and integers give together stand in one place.
struct Arrangement {
    std::vector<int> group;  ///< The entries that are looked up together: integers and arrays.
    int front = 0;           ///< How many entries stand before the axes of the group.
    Shape together;          ///< The shape to which the arrays broadcast.
    bool has_arrays = false;

    explicit Arrangement(const std::vector<IndexEntry>& index) {
        std::vector<Shape> shapes;
        for (int k = 0; k < static_cast<int>(index.size()); ++k) {
            const IndexEntry& entry = index[static_cast<std::size_t>(k)];
            if (is_places(entry)) shapes.push_back(std::get<ndarray>(entry).shape());
            if (is_place(entry) || is_places(entry)) group.push_back(k);
        }
        has_arrays = !shapes.empty();
        if (!has_arrays) {
            front = static_cast<int>(index.size());
            return;
        }
        together = broadcast_index(shapes, "shape mismatch: indexing arrays could not be broadcast together");
        if (group.back() - group.front() + 1 == static_cast<int>(group.size())) front = group.front();
    }

    /// The lengths of the result.
    Shape shape(const std::vector<IndexEntry>& index) const {
        Shape lengths;
        for (int k = 0; k < static_cast<int>(index.size()); ++k) {
            if (k == front) lengths = joined(lengths, together);
            const IndexEntry& entry = index[static_cast<std::size_t>(k)];
            if (is_newaxis(entry)) lengths.push_back(1);
            else if (is_range(entry)) lengths.push_back(std::get<IndexRange>(entry).count);
        }
        return lengths;
    }
    /// How many axes of the result stand before those of the group.
    int axes_in_front(const std::vector<IndexEntry>& index) const {
        return static_cast<int>(std::count_if(index.begin(), index.begin() + front, [](const IndexEntry& entry) {
            return is_newaxis(entry) || is_range(entry);
        }));
    }
};

/// The part along the axes whose entries are integers or ranges; an integer leaves an axis of length one.
sparse_tensor narrowed(sparse_tensor a, const std::vector<IndexEntry>& index) {
    int axis = 0;
    for (const IndexEntry& entry : index) {
        if (is_newaxis(entry)) continue;
        if (const auto* place = std::get_if<std::int64_t>(&entry)) a = a.slice(axis, *place, 1, 1);
        else if (const auto* range = std::get_if<IndexRange>(&entry))
            if (range->start != 0 || range->step != 1 || range->count != a.shape()[axis])
                a = a.slice(axis, range->start, range->step, range->count);
        ++axis;
    }
    return a;
}

/// The values of elements by their numbers in C order.
ndarray elements_by_number(const sparse_tensor& a, const ndarray& numbers) {
    const std::int64_t width = std::max<std::int64_t>(a.size() / (a.nnz() / 16 + 1), 1);
    const sparse_matrix rows = tocsr(a.sum_duplicates().in_rows(width));
    return elements(rows, floor_divide(numbers, width), remainder(numbers, width));
}

/// The number, in C order, of each element that entries stand for, in the shape of the result.
ndarray numbers_of(const std::vector<IndexEntry>& index, const Shape& shape) {
    const Arrangement arrangement(index);
    const Shape whole = arrangement.shape(index);
    const int before = arrangement.axes_in_front(index), together = arrangement.together.size();
    // With axes of length one behind, so that it broadcasts to the result's shape.
    const auto at_axis = [](const ndarray& a, int behind) {
        Shape lengths(a.shape());
        for (int k = 0; k < behind; ++k) lengths.push_back(1);
        return a.reshape(lengths);
    };
    std::optional<ndarray> number;
    std::int64_t start = 0;  // what integers and starts of ranges add up to
    const auto count_in = [&](const ndarray& places) { number = number ? add(*number, places) : places; };
    int axis = 0, passed = 0;
    for (const IndexEntry& entry : index) {
        if (is_newaxis(entry)) {
            ++passed;
            continue;
        }
        const std::int64_t stride = product(shape, axis + 1, shape.size());
        if (const auto* place = std::get_if<std::int64_t>(&entry)) {
            start += *place * stride;
        } else if (const auto* range = std::get_if<IndexRange>(&entry)) {
            const int dimension = passed + (passed >= before ? together : 0);
            ++passed;
            start += range->start * stride;
            const ndarray along_axis = cuprum::multiply(arange(range->count, DType::int64), range->step * stride);
            count_in(at_axis(along_axis, whole.size() - dimension - 1));
        } else {
            const ndarray places = cuprum::multiply(std::get<ndarray>(entry), stride);
            count_in(at_axis(places, whole.size() - before - together));
        }
        ++axis;
    }
    const ndarray numbers = number ? add(*number, start) : full({}, start, DType::int64);
    return numbers.broadcast_to(whole);
}

}  // namespace

sparse_tensor getitem(const sparse_tensor& a, const std::vector<IndexEntry>& index) {
    const kernel::Placement here(a);
    const sparse_tensor tensor = narrowed(a, index);
    const Arrangement arrangement(index);
    const Shape result = arrangement.shape(index);
    if (!arrangement.has_arrays) return tensor.reshape(result);
    Dims found, rest;               // the axes of the group, and those of ranges
    Shape lengths;                  // of ranges
    std::optional<ndarray> number;  // in C order of the axes of the group
    int axis = 0;
    for (const IndexEntry& entry : index) {
        if (is_newaxis(entry)) continue;
        if (is_range(entry)) {
            rest.push_back(axis);
            lengths.push_back(tensor.shape()[axis]);
        } else {
            found.push_back(axis);
            // An integer has the place 0 of the axis of length one that it left.
            if (number && tensor.shape()[axis] != 1) number = cuprum::multiply(*number, tensor.shape()[axis]);
            if (is_places(entry)) {
                const ndarray& places = std::get<ndarray>(entry);
                number = number ? add(*number, places) : places;
            }
        }
        ++axis;
    }
    const Shape& shape = arrangement.together;
    const ndarray numbers = number->broadcast_to(shape).reshape({-1});
    const sparse_tensor sorted = tensor.transpose(joined(found, rest));
    if (rest.empty()) return sparse_tensor(elements_by_number(sorted, numbers).reshape(shape)).reshape(result);
    std::int64_t count = 1;
    for (const std::int64_t one : found) count *= tensor.shape()[static_cast<int>(one)];
    const sparse_tensor taken =
        take(sorted.reshape(joined(Shape{count}, lengths)), numbers).reshape(joined(shape, lengths));
    // The axes of ranges that stand before those of the group.
    int before = 0;
    for (int k = 0; k < arrangement.front; ++k) before += is_range(index[static_cast<std::size_t>(k)]);
    Dims order;
    for (int k = 0; k < before; ++k) order.push_back(shape.size() + k);
    for (int k = 0; k < shape.size(); ++k) order.push_back(k);
    for (int k = before; k < rest.size(); ++k) order.push_back(shape.size() + k);
    return taken.transpose(order).reshape(result);
}

sparse_tensor with_items(const sparse_tensor& a, const std::vector<IndexEntry>& index, const ndarray& given) {
    const kernel::Placement here(a, given);
    const ndarray numbers = numbers_of(index, a.shape());
    ndarray values = given.astype(a.dtype(), 'K', Casting::unsafe, false);
    const int extra = values.ndim() - numbers.ndim();
    if (extra > 0 && product(values.shape(), 0, extra) == 1)
        values = values.reshape(slice_of(values.shape(), extra, values.ndim()));
    try {
        values = values.broadcast_to(numbers.shape());
    } catch (const ValueError&) {
        throw ValueError("shape mismatch in assignment: values of shape " + to_string(values.shape()) +
                         " to elements of shape " + to_string(numbers.shape()));
    }
    if (numbers.size() == 0) return a;
    return with_elements(a, numbers.reshape({-1}), values.reshape({-1}));
}

}  // namespace cuprum::scipy::sparse
