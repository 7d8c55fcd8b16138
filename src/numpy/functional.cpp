#include "cuprum/functional.h"

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum {

ndarray fromfunction(const std::function<ndarray(std::span<const ndarray>)>& function, const Shape& shape,
                     DType dtype) {
    const ndarray places = indices(shape, dtype);
    std::vector<ndarray> along;
    for (std::int64_t axis = 0; axis < shape.size(); ++axis) along.push_back(places(axis));
    return function(along);
}

ndarray apply_along_axis(const std::function<ndarray(const ndarray&)>& func1d, std::int64_t axis, const ndarray& arr) {
    const kernel::Placement here(arr);
    const int along = normalize_axis(axis, arr.ndim());
    const ndarray moved = moveaxis(arr, along, -1);
    const std::int64_t length = arr.shape()[along];
    Shape outer;
    for (int i = 0; i + 1 < moved.ndim(); ++i) outer.push_back(moved.shape()[i]);
    if (element_count(outer) == 0)
        throw ValueError("Cannot apply_along_axis when any iteration dimensions are 0: the shape is " +
                         to_string(arr.shape()));
    const ndarray lines = moved.reshape({element_count(outer), length});
    std::vector<ndarray> results;
    for (std::int64_t i = 0; i < lines.shape()[0]; ++i) results.push_back(func1d(lines(i)));
    const int inner = results.front().ndim();
    Shape shape = outer;
    for (std::int64_t n : results.front().shape()) shape.push_back(n);
    ndarray result = stack(results).reshape(shape);
    for (int k = 0; k < inner; ++k) result = moveaxis(result, arr.ndim() - 1 + k, along + k);
    return result;
}

ndarray apply_over_axes(const std::function<ndarray(const ndarray&, std::int64_t)>& func, const ndarray& a,
                        const Dims& axes) {
    const kernel::Placement here(a);
    ndarray result = a;
    for (std::int64_t axis : axes) {
        ndarray reduced = func(result, axis);
        if (reduced.ndim() != result.ndim()) reduced = expand_dims(reduced, axis);
        if (reduced.ndim() != result.ndim())
            throw ValueError("apply_over_axes: the function is not returning an array of the correct shape: it made " +
                             to_string(reduced.shape()) + " of " + to_string(result.shape()));
        result = reduced;
    }
    return result;
}

ndarray piecewise(const ndarray& x, std::span<const ndarray> condlist, std::span<const Piece> funclist) {
    const kernel::Placement here(x, condlist);
    std::vector<ndarray> conditions;
    for (const ndarray& condition : condlist) conditions.push_back(condition.astype(DType::bool_));
    if (funclist.size() == conditions.size() + 1) {
        ndarray covered = zeros(x.shape(), DType::bool_);
        for (const ndarray& condition : conditions) covered = logical_or(covered, condition);
        conditions.push_back(logical_not(covered));
    } else if (funclist.size() != conditions.size()) {
        throw ValueError("with " + std::to_string(conditions.size()) + " condition(s), either " +
                         std::to_string(conditions.size()) + " or " + std::to_string(conditions.size() + 1) +
                         " functions are expected, not " + std::to_string(funclist.size()));
    }
    ndarray result = zeros_like(x);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const Index where[] = {conditions[i]};
        if (const auto* number = std::get_if<Scalar>(&funclist[i])) {
            result.assign(where, *number);
            continue;
        }
        const ndarray part = x.at(where);
        if (part.size()) result.assign(where, std::get<1>(funclist[i])(part));
    }
    return result;
}

std::vector<ndarray> mask_indices(std::int64_t n, const std::function<ndarray(const ndarray&, std::int64_t)>& mask_func,
                                  std::int64_t k) {
    return nonzero(mask_func(ones({n, n}, DType::int64), k));
}

}  // namespace cuprum
