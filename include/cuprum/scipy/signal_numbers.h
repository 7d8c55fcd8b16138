// Numbers that designs of filters and systems are computed from: a few, and on the host.
#pragma once

#include <complex>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// A few numbers on the host. A function that takes them is called with a number, a list `{0.1, 0.4}`, a vector or an
/// array; an array is copied from its device, for which the program waits.
///
/// Example:
///     auto [b, a] = butter(4, {0.1, 0.4}, {.btype = "bandpass"});
class Numbers {
public:
    using Complex = std::complex<double>;

    Numbers() : shape_{0} {}
    Numbers(double number) : values_{number} {}
    Numbers(Complex number) : values_{number}, is_complex_(true) {}
    Numbers(std::initializer_list<double> numbers) : values_(numbers.begin(), numbers.end()), shape_{length()} {}
    Numbers(const std::vector<double>& numbers) : values_(numbers.begin(), numbers.end()), shape_{length()} {}
    Numbers(std::vector<Complex> numbers) : values_(std::move(numbers)), shape_{length()}, is_complex_(true) {}
    Numbers(const ndarray& array);
    /// Numbers in C order.
    Numbers(std::vector<Complex> numbers, const Shape& shape, bool is_complex, bool is_integer = false)
        : values_(std::move(numbers)), shape_(shape), is_complex_(is_complex), is_integer_(is_integer) {}

    const std::vector<Complex>& values() const { return values_; }
    const Shape& shape() const { return shape_; }
    int ndim() const { return static_cast<int>(shape_.size()); }
    std::int64_t size() const { return length(); }
    bool is_complex() const { return is_complex_; }
    /// Whether all came as signed integers.
    bool is_integer() const { return is_integer_; }
    /// Whether they came as an array of float32 or complex64.
    bool is_single() const { return is_single_; }
    void set_single() { is_single_ = true; }
    /// The device of the array that the numbers came from; -1 if they came from none.
    int device() const { return device_; }
    /// The first one; IndexError if there is none.
    double first() const;
    /// The real parts; TypeError if the numbers are complex, where a function, which the message names, wants real
    /// ones.
    std::vector<double> reals(std::string_view function) const;
    /// The same as an array on the current device, float64 or complex128.
    ndarray array() const;

private:
    std::int64_t length() const { return static_cast<std::int64_t>(values_.size()); }

protected:
    int device_ = -1;

private:
    std::vector<Complex> values_;
    Shape shape_;
    bool is_complex_ = false, is_integer_ = false, is_single_ = false;
};

/// Numbers, or rows of different lengths, whose last elements stand below each other: polynomials of different degrees.
class NumberRows : public Numbers {
public:
    using Numbers::Numbers;
    NumberRows(const Numbers& numbers) : Numbers(numbers) {}
    NumberRows(const std::vector<Numbers>& rows);
};

/// What functions of this chapter tell of beside their result.
enum class SignalWarning { bad_coefficients, runtime, user };

/// Called with what a function warns of; it may throw.
using SignalWarningHandler = void (*)(SignalWarning kind, const char* message);

/// Sets what is called where a result may be meaningless, such as of badly conditioned coefficients. The Python module
/// gives warnings, `BadCoefficients` among them; in C++ nothing is called until a program sets it.
///
/// Parameters
///     handler: the function; null for none.
/// Returns
///     The one that was set before.
/// Example
///     cuprum::scipy::signal::set_signal_warning([](auto, const char* message) { std::puts(message); });
SignalWarningHandler set_signal_warning(SignalWarningHandler handler);

}  // namespace cuprum::scipy::signal
