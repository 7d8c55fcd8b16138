#include <algorithm>
#include <limits>
#include <type_traits>

#include "cuprum/indexing.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/sparse_reductions.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/sparse/tensor.h"

namespace cuprum::scipy::sparse {
namespace {

DType dtype_of(const Sparse& a) {
    return std::visit([](const auto& one) { return one.dtype(); }, a);
}

/// The axes that are reduced, of a matrix or array of some shape.
struct ReducedAxes {
    Dims axes;
    bool all = false;
    std::int64_t length = 1;  ///< Elements along them.

    ReducedAxes(const Sparse& a, const Axes& wanted) {
        const Shape shape = std::visit([](const auto& one) { return Shape(one.shape()); }, a);
        const int ndim = shape.size();
        if (wanted) {
            axes = axes_within(*wanted, ndim);
            if (axes.empty() && std::holds_alternative<sparse_matrix>(a))
                throw ValueError("an axis of a sparse matrix is 0, 1, or None for both");
        } else {
            for (int k = 0; k < ndim; ++k) axes.push_back(k);
        }
        all = axes.size() == ndim;
        for (const std::int64_t axis : axes) length *= shape[static_cast<int>(axis)];
    }
    /// Of a matrix: 0, 1 or none for both.
    std::optional<int> of_matrix() const { return all ? std::nullopt : std::optional(static_cast<int>(axes[0])); }
};

DType widened_dtype(DType dtype) {
    if (dtype == DType::bool_) return DType::int64;
    if (!is_integer(dtype)) return dtype;
    return kind(dtype) == 'u' ? DType::uint64 : DType::int64;
}

ndarray in_dtype(const ndarray& a, std::optional<DType> dtype) {
    return !dtype || *dtype == a.dtype() ? a : a.astype(*dtype);
}

}  // namespace

ndarray sum(const Sparse& a, const Axes& axis, std::optional<DType> dtype) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    const DType wide = widened_dtype(dtype_of(a));
    if (const auto* matrix = std::get_if<sparse_matrix>(&a)) {
        if (along.all) return fold(compressed(*matrix), Fold::sum, {}, dtype.value_or(wide));
        return in_dtype(fold(compressed(*matrix), Fold::sum, along.of_matrix(), wide), dtype);
    }
    const sparse_tensor& tensor = std::get<sparse_tensor>(a);
    if (dtype_of(a) == DType::bool_)  // True stored twice is True
        return sum(tensor.sum_duplicates().astype(DType::int64, false), axis, dtype);
    if (along.all) return cuprum::sum(tensor.data(), {.dtype = dtype.value_or(wide)});
    return in_dtype(fold(tensor, Fold::sum, along.axes, wide), dtype);
}

ndarray mean(const Sparse& a, const Axes& axis, std::optional<DType> dtype) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    const DType own = dtype_of(a), result = dtype.value_or(is_inexact(own) ? own : DType::float64);
    const DType between = is_inexact(result) ? result : DType::float64;
    if (along.length == 0 && std::holds_alternative<sparse_matrix>(a))
        throw ZeroDivisionError("the mean of no elements is not defined");
    const auto convert = [&](const auto& one) -> Sparse {
        if (own != DType::bool_) return one.astype(between, false);
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(one)>, sparse_matrix>)
            return sum_duplicates(one).astype(between, false);  // True stored twice is True
        else return one.sum_duplicates().astype(between, false);
    };
    const Sparse converted = std::visit(convert, a);
    const double share =
        along.length ? 1.0 / static_cast<double>(along.length) : std::numeric_limits<double>::quiet_NaN();
    return in_dtype(cuprum::multiply(sum(converted, axis, between), share), result);
}

ndarray extrema(const Sparse& a, Fold how, const Axes& axis, bool explicit_only) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    if (const auto* matrix = std::get_if<sparse_matrix>(&a))
        return fold(*matrix, how, along.of_matrix(), {}, explicit_only);
    const sparse_tensor& tensor = std::get<sparse_tensor>(a);
    if (along.length == 0) throw ValueError("zero-size array to reduction operation");
    if (!along.all) return fold(tensor.sum_duplicates(), how, along.axes, {}, explicit_only);
    std::int64_t width = std::max<std::int64_t>(tensor.size() / (tensor.nnz() / 16 + 1), 1);
    if (tensor.size() % width != 0) width = tensor.size();
    return fold(tensor.in_rows(width), how, {}, {}, explicit_only);
}

ndarray arguments(const Sparse& a, bool largest, const Axes& axis, bool explicit_only) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    if (axis && along.axes.size() != 1 && !(along.all && std::holds_alternative<sparse_matrix>(a)))
        throw ValueError("the places of extrema are sought along one axis");
    if (const auto* matrix = std::get_if<sparse_matrix>(&a))
        return argument(*matrix, largest, along.of_matrix(), explicit_only);
    sparse_tensor tensor = std::get<sparse_tensor>(a);
    if (!axis && explicit_only && tensor.nnz() > 0) {  // the place among what is stored, as SciPy has it
        const ndarray stored = tensor.sum_duplicates().data();
        return largest ? argmax(stored) : argmin(stored);
    }
    int one = axis ? static_cast<int>(along.axes[0]) : 0;
    if (!axis) tensor = tensor.reshape({tensor.size()});
    if (tensor.ndim() == 1 && tensor.size() == 0) throw ValueError("Cannot apply the operation to an empty matrix.");
    if (tensor.shape()[one] == 0) throw ValueError("Cannot apply the operation along a zero-sized dimension.");
    return argument(tensor, largest, one, explicit_only);
}

ndarray count_nonzero(const Sparse& a, const Axes& axis) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    if (const auto* matrix = std::get_if<sparse_matrix>(&a)) {
        if (!along.all) return counts(*matrix, *along.of_matrix(), true);
        const sparse_matrix stored = matrix->format() == Format::dia ? tocsr(*matrix) : sum_duplicates(*matrix);
        const ndarray data = stored.is_blocks() ? stored.data() : entries(stored.data(), stored.nnz());
        return cuprum::count_nonzero(data);
    }
    const sparse_tensor stored = std::get<sparse_tensor>(a).sum_duplicates();
    const ndarray other = not_equal(stored.data(), 0).astype(DType::int64);
    return along.all ? cuprum::sum(other) : sum(stored.with_data(other), axis);
}

ndarray count_stored(const Sparse& a, const Axes& axis) {
    const kernel::Placement here(a);
    const ReducedAxes along(a, axis);
    const std::int64_t nnz = std::visit([](const auto& one) { return one.nnz(); }, a);
    if (along.all) return full({}, nnz, DType::int64);
    if (const auto* matrix = std::get_if<sparse_matrix>(&a)) return counts(*matrix, *along.of_matrix(), false);
    return sum(std::get<sparse_tensor>(a).with_data(ones({nnz}, DType::int64)), axis);
}

}  // namespace cuprum::scipy::sparse
