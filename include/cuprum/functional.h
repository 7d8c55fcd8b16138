// Functions of C++ over arrays: NumPy's functional programming.
#pragma once

#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/ndarray.h"

namespace cuprum {

/// The array whose element at (i, j, ...) is that of the function's result for the index arrays i, j, ...; the function
/// is called once.
///
/// Example:
///     ndarray sums = fromfunction([](std::span<const ndarray> at) { return at[0] + at[1]; }, {2, 3});
ndarray fromfunction(const std::function<ndarray(std::span<const ndarray>)>& function, const Shape& shape,
                     DType dtype = DType::float64);

/// A one-dimensional array of the numbers of any range: a list, a generator, a view.
template <class R, class T = std::iter_value_t<decltype(std::begin(std::declval<R&>()))>>
    requires HostNumber<T>
ndarray fromiter(R&& numbers, std::optional<DType> dtype = {}, std::int64_t count = -1) {
    std::vector<Scalar> found;
    for (const T number : numbers) {
        if (count >= 0 && static_cast<std::int64_t>(found.size()) == count) break;
        found.emplace_back(number);
    }
    if (static_cast<std::int64_t>(found.size()) < count)
        throw ValueError("iterator too short: Expected " + std::to_string(count) + " but iterator had only " +
                         std::to_string(found.size()) + " items.");
    return host::of_literals(found, {static_cast<std::int64_t>(found.size())}, dtype.value_or(dtype_of<T>));
}

/// Applies a function to the one-dimensional slices along an axis. The axes of its results stand in the axis's place;
/// all results have one shape. Throws ValueError where there are no slices.
ndarray apply_along_axis(const std::function<ndarray(const ndarray&)>& func1d, std::int64_t axis, const ndarray& arr);

/// Applies `func(a, axis)` for each axis in turn; axes that it removes are put back with length one.
ndarray apply_over_axes(const std::function<ndarray(const ndarray&, std::int64_t)>& func, const ndarray& a,
                        const Dims& axes);

/// What `piecewise` evaluates: a number, or a function of the elements for which the condition holds.
using Piece = std::variant<Scalar, std::function<ndarray(const ndarray&)>>;

/// Functions or numbers where conditions hold; later ones win. One more than there are conditions stands for the
/// elements where none holds; without it they are zero. Throws ValueError for another number of them.
ndarray piecewise(const ndarray& x, std::span<const ndarray> condlist, std::span<const Piece> funclist);
inline ndarray piecewise(const ndarray& x, std::initializer_list<ndarray> condlist,
                         std::initializer_list<Piece> funclist) {
    return piecewise(x, std::span(condlist.begin(), condlist.size()), std::span(funclist.begin(), funclist.size()));
}

/// Where `mask_func(ones((n, n)), k)` is not zero, as an index array for each axis.
std::vector<ndarray> mask_indices(std::int64_t n, const std::function<ndarray(const ndarray&, std::int64_t)>& mask_func,
                                  std::int64_t k = 0);

}  // namespace cuprum
