// What the functions of scipy.ndimage take: one value or one for each axis, where results go.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::ndimage {

/// One value for all axes, or one for each axis.
template <class T>
class PerAxis {
public:
    PerAxis(T value) : values_{std::move(value)}, one_(true) {}
    template <class U>
        requires(std::is_convertible_v<U, T> && !std::is_same_v<U, T> && !std::is_same_v<U, PerAxis>)
    PerAxis(U value) : PerAxis(T(value)) {}
    PerAxis(std::vector<T> values) : values_(std::move(values)), one_(false) {}
    PerAxis(std::initializer_list<T> values) : values_(values), one_(false) {}

    bool is_one() const { return one_; }
    const std::vector<T>& values() const { return values_; }
    /// One for each of so many axes. Throws Error where another number was given.
    std::vector<T> expanded(int count) const {
        if (one_) return std::vector<T>(static_cast<std::size_t>(count), values_[0]);
        if (values_.size() != static_cast<std::size_t>(count))
            throw Error("sequence argument must have length equal to input rank: " + std::to_string(values_.size()) +
                        " values for " + std::to_string(count) + " axes");
        return values_;
    }

private:
    std::vector<T> values_;
    bool one_;
};

using Numbers = PerAxis<double>;
using Integers = PerAxis<std::int64_t>;
using Modes = PerAxis<std::string>;

/// Where a result goes: to an array, to a new one of a dtype, or to a new one of the dtype that the function gives.
struct Output {
    Output() = default;
    Output(const ndarray& array) : array(array) {}
    Output(DType dtype) : dtype(dtype) {}
    int device() const { return array && array->size() ? array->device() : -1; }  ///< The array's; -1 without one.
    std::optional<ndarray> array;
    std::optional<DType> dtype;
};

using OptionalArray = std::optional<ndarray>;
using Positions = ndarray;  // int64, the place along each axis last; in Python a tuple, or a list of tuples
using Centers = ndarray;    // the same of float64
using Radius = std::optional<std::int64_t>;  // how far weights reach from the centre
using Radii = std::optional<Integers>;

/// Called with what a function of this chapter warns of; it may throw.
using ImageWarning = void (*)(const char* message);

/// Sets what is called where an argument is overruled by another, such as a size by a footprint. The Python module
/// gives UserWarning; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::scipy::ndimage::set_image_warning([](const char* message) { std::puts(message); });
ImageWarning set_image_warning(ImageWarning handler);

}  // namespace cuprum::scipy::ndimage
