#include "scipy/sparse/index_parse.h"

#include <algorithm>

#include "core/index_parse.h"
#include "cuprum/indexing.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
namespace {

[[noreturn]] void throw_out_of_range(std::int64_t place) {
    throw IndexError("index (" + std::to_string(place) + ") out of range");
}

[[noreturn]] void throw_index_dimensions(int ndim) {
    throw IndexError("Index dimension must be 1 or 2, found " + std::to_string(ndim));
}

/// The places that numbers mean; negative ones count from the end.
ndarray places_of(const IndexArray& given, std::int64_t length, std::optional<int> most_ndim) {
    const ndarray& a = given.values;
    if (!is_integer(a.dtype()))
        throw IndexError(std::string("arrays used as indices must be of integer (or boolean) type, found ") +
                         info(a.dtype()).name);
    if (most_ndim && a.ndim() > *most_ndim) throw_index_dimensions(a.ndim());
    ndarray numbers = a.astype(DType::int64, 'K', Casting::unsafe, false);
    if (a.size() == 0) return numbers;
    const std::int64_t least = given.least ? *given.least : min(numbers).item().to_int(),
                       greatest = given.greatest ? *given.greatest : max(numbers).item().to_int();
    if (greatest >= length) throw_out_of_range(greatest);
    if (least < -length) throw_out_of_range(least);
    return least < 0 ? add(numbers, cuprum::multiply(less(numbers, 0), length)) : numbers;
}

IndexEntry entry_of(const SparseIndex& given, std::int64_t length, std::optional<int> most_ndim) {
    if (const auto* place = std::get_if<std::int64_t>(&given)) {
        if (*place < -length || *place >= length) throw_out_of_range(*place);
        return *place < 0 ? *place + length : *place;
    }
    if (const auto* slice = std::get_if<Slice>(&given)) {
        const ResolvedSlice found = resolve_slice(*slice, length);
        return IndexRange{found.start, found.step, found.length};
    }
    if (const auto* array = std::get_if<IndexArray>(&given)) return places_of(*array, length, most_ndim);
    throw IndexError("unsupported index: a sparse array stands for all axes of a matrix");
}

bool is_mask(const SparseIndex& entry) {
    const auto* array = std::get_if<IndexArray>(&entry);
    return (array && array->values.dtype() == DType::bool_) || std::holds_alternative<Sparse>(entry);
}

const Shape mask_shape(const SparseIndex& mask) {
    if (const auto* array = std::get_if<IndexArray>(&mask)) return array->values.shape();
    return std::visit([](const auto& a) { return Shape(a.shape()); }, std::get<Sparse>(mask));
}

/// The places, along each axis, where a mask is true.
std::vector<ndarray> true_places(const SparseIndex& mask) {
    if (const auto* array = std::get_if<IndexArray>(&mask)) {
        if (array->values.ndim() == 0) throw IndexError("a truth without axes is no index of a sparse array");
        return nonzero(array->values);
    }
    const Sparse& a = std::get<Sparse>(mask);
    const auto places_in = [](const ndarray& data, std::initializer_list<ndarray> coords) {
        const std::vector<Index> kept{data};
        std::vector<ndarray> places;
        for (const ndarray& one : coords) places.push_back(one.at(kept).astype(DType::int64));
        return places;
    };
    const DType dtype = std::visit([](const auto& one) { return one.dtype(); }, a);
    if (dtype != DType::bool_) throw IndexError("arrays used as indices must be of boolean type where they are sparse");
    if (const auto* matrix = std::get_if<sparse_matrix>(&a)) {
        const sparse_matrix sorted = tocoo(sum_duplicates(tocsr(*matrix)));
        return places_in(sorted.data(), {sorted.row(), sorted.col()});
    }
    const sparse_tensor sorted = std::get<sparse_tensor>(a).sum_duplicates();
    std::vector<ndarray> places;
    for (const ndarray& coord : sorted.coords()) places.push_back(places_in(sorted.data(), {coord})[0]);
    return places;
}

}  // namespace

std::vector<IndexEntry> parse_index(const std::vector<SparseIndex>& index, const Shape& shape) {
    const int ndim = shape.size();
    int used = 0, ellipses = 0;
    for (const SparseIndex& entry : index) {
        if (std::holds_alternative<Ellipsis>(entry)) ++ellipses;
        else if (is_mask(entry)) used += mask_shape(entry).size();
        else if (!std::holds_alternative<NewAxis>(entry)) ++used;
    }
    if (ellipses > 1) throw IndexError("an index can only have a single ellipsis ('...')");
    if (used > ndim)
        throw IndexError("too many indices: the sparse array has " + std::to_string(ndim) + " dimensions, and " +
                         std::to_string(used) + " were given");
    std::vector<IndexEntry> parsed;
    int axis = 0;
    const auto take_whole_axes = [&] {
        for (int k = used; k < ndim; ++k, ++axis) parsed.emplace_back(IndexRange{0, 1, shape[axis]});
    };
    for (const SparseIndex& entry : index) {
        if (std::holds_alternative<Ellipsis>(entry)) {
            take_whole_axes();
        } else if (std::holds_alternative<NewAxis>(entry)) {
            parsed.emplace_back(newaxis);
        } else if (is_mask(entry)) {
            const Shape lengths = mask_shape(entry);
            std::vector<ndarray> places = true_places(entry);
            for (int k = 0; k < lengths.size(); ++k, ++axis) {
                if (lengths[k] != shape[axis])
                    throw IndexError("bool index did not match indexed array along axis " + std::to_string(axis) +
                                     ": it has shape (" + std::to_string(lengths[k]) + ",) instead of (" +
                                     std::to_string(shape[axis]) + ",)");
                parsed.emplace_back(std::move(places[static_cast<std::size_t>(k)]));
            }
        } else {
            parsed.push_back(entry_of(entry, shape[axis++], {}));
        }
    }
    if (ellipses == 0) take_whole_axes();
    return parsed;
}

std::pair<IndexEntry, IndexEntry> parse_matrix_index(const std::vector<SparseIndex>& index, const Shape& shape) {
    std::vector<SparseIndex> entries;
    int ellipses = 0;
    for (const SparseIndex& entry : index) {
        if (std::holds_alternative<NewAxis>(entry)) throw IndexError("newaxis is not supported by sparse matrices");
        if (std::holds_alternative<Ellipsis>(entry)) ++ellipses;
        else entries.push_back(entry);
    }
    if (ellipses > 1) throw IndexError("an index can only have a single ellipsis ('...')");
    if (entries.size() > 2)
        throw IndexError("too many indices: a sparse matrix has 2 dimensions, and " + std::to_string(index.size()) +
                         " were given");
    if (entries.size() == 1 && is_mask(entries[0]) && mask_shape(entries[0]).size() == 2) {
        if (!(mask_shape(entries[0]) == shape))
            throw IndexError("boolean index shape " + to_string(mask_shape(entries[0])) +
                             " did not match the shape of the matrix, " + to_string(shape));
        std::vector<ndarray> places = true_places(entries[0]);
        return {std::move(places[0]), std::move(places[1])};
    }
    IndexEntry parsed[2] = {IndexRange{0, 1, shape[0]}, IndexRange{0, 1, shape[1]}};
    // Rows come first, unless an ellipsis stands for them.
    const bool from_the_end = !index.empty() && std::holds_alternative<Ellipsis>(index[0]);
    int axis = from_the_end ? 2 - static_cast<int>(entries.size()) : 0;
    for (const SparseIndex& entry : entries) {
        const std::int64_t length = shape[axis];
        if (is_mask(entry)) {
            const Shape lengths = mask_shape(entry);
            if (lengths.size() != 1 || lengths[0] != length)
                throw IndexError("bool index did not match indexed array: it has shape " + to_string(lengths) +
                                 " instead of (" + std::to_string(length) + ",)");
            parsed[axis] = true_places(entry)[0];
        } else {
            parsed[axis] = entry_of(entry, length, 2);
        }
        ++axis;
    }
    return {std::move(parsed[0]), std::move(parsed[1])};
}

ndarray array_of(const IndexEntry& entry) {
    if (const auto* place = std::get_if<std::int64_t>(&entry)) return full({}, *place, DType::int64);
    if (const auto* range = std::get_if<IndexRange>(&entry)) {
        if (range->count == 0) return empty({0}, DType::int64);
        return arange(range->start, range->start + range->step * range->count, range->step, DType::int64);
    }
    return std::get<ndarray>(entry);
}

Shape broadcast_index(std::span<const Shape> shapes, const char* message) {
    try {
        return broadcast_shapes(shapes);
    } catch (const ValueError&) {
        throw IndexError(message);
    }
}

}  // namespace cuprum::scipy::sparse
