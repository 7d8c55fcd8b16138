// Arrays on the current device of what lies elsewhere: numbers of the host, and arrays of other devices.
#pragma once

#include <complex>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A new array on the current device.
///
/// Parameters
///     obj: an array, of any device; numbers, or sequences of sequences of them; in Python also whatever NumPy makes
///     arrays of. dtype: type of the elements; by default that of `obj`, for literals that of NumPy's default. copy:
///     whether the result is a copy where `obj` is an array that would do. order: layout: 'C', 'F', 'A' or 'K'.
/// Returns
///     The array.
/// Raises
///     ValueError: sequences of different lengths. OverflowError: a literal integer that the dtype does not hold.
/// Example
///     >>> cuprum.array([[1, 2], [3, 4]])
///     array([[1, 2],
///            [3, 4]])
ndarray array(const ndarray& obj, std::optional<DType> dtype = {}, bool copy = true, char order = 'K');

/// The array itself where it is on the current device with this dtype and order, else a new one made of it.
///
/// Parameters
///     a: an array, of any device; numbers of the host, which are copied to the device.
///     dtype: type of the elements; that of `a` by default.
///     order: layout: 'C', 'F', 'A' or 'K'.
/// Returns
///     The array.
/// Raises
///     ValueError: text and objects, which arrays do not hold; another `order`.
/// Example
///     >>> cuprum.asarray(numpy.arange(3))
///     array([0, 1, 2])
ndarray asarray(const ndarray& a, std::optional<DType> dtype = {}, char order = 'K');

/// What elements can be on the host.
template <class T>
concept HostNumber =
    std::is_arithmetic_v<T> || std::same_as<T, std::complex<float>> || std::same_as<T, std::complex<double>>;

namespace host {

ndarray copied(const void* numbers, std::int64_t count, DType dtype);
ndarray of_literals(std::span<const Scalar> literals, const Shape& shape, DType dtype);

/// The dtype of a list of literals; as in Python, whole numbers have 64 bits.
template <HostNumber T>
constexpr DType literal_dtype() {
    if constexpr (std::integral<T> && !std::same_as<T, bool>)
        return std::is_signed_v<T> || sizeof(T) < 8 ? DType::int64 : DType::uint64;
    else return dtype_of<T>;
}

}  // namespace host

/// A copy of numbers of the host, such as a vector's, in C order.
///
/// Example:
///     std::vector<float> numbers(6);
///     ndarray a = asarray(numbers, Shape{2, 3});
template <class R>
    requires HostNumber<typename decltype(std::span(std::declval<const R&>()))::value_type>
ndarray asarray(const R& numbers, const std::optional<Shape>& shape = {}) {
    const std::span elements(numbers);
    const ndarray line = host::copied(elements.data(), static_cast<std::int64_t>(elements.size()),
                                      dtype_of<typename decltype(elements)::value_type>);
    return shape ? line.reshape(*shape) : line;
}

/// A vector: `array({1, 2, 3})`.
template <HostNumber T>
ndarray array(std::initializer_list<T> numbers, std::optional<DType> dtype = {}) {
    const std::vector<Scalar> literals(numbers.begin(), numbers.end());
    return host::of_literals(literals, {static_cast<std::int64_t>(numbers.size())},
                             dtype.value_or(host::literal_dtype<T>()));
}

/// A matrix: `array({{1, 2}, {3, 4}})`.
template <HostNumber T>
ndarray array(std::initializer_list<std::initializer_list<T>> rows, std::optional<DType> dtype = {}) {
    const auto columns = rows.size() ? rows.begin()->size() : 0;
    std::vector<Scalar> literals;
    for (const auto& row : rows) {
        if (row.size() != columns)
            throw ValueError("array: the rows have different lengths, " + std::to_string(columns) + " and " +
                             std::to_string(row.size()));
        literals.insert(literals.end(), row.begin(), row.end());
    }
    const Shape shape{static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(columns)};
    return host::of_literals(literals, shape, dtype.value_or(host::literal_dtype<T>()));
}

}  // namespace cuprum
