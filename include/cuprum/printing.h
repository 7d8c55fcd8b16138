// Arrays and numbers as text, to the letter as NumPy writes them, and the options of it.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "cuprum/ndarray.h"

namespace cuprum {

/// How arrays are written.
struct PrintOptions {
    int precision = 8;              ///< Digits behind the point.
    std::int64_t threshold = 1000;  ///< Elements above which only the ends of axes are shown.
    std::int64_t edgeitems = 3;     ///< How many at each end; at least one.
    int linewidth = 75;             ///< Characters a line.
    bool suppress = false;          ///< Whether small numbers are written without an exponent, be they then zero.
    std::string nanstr = "nan", infstr = "inf";
    char sign = '-';  ///< '+' writes that of positive numbers, ' ' a space in its place, '-' nothing.
    /// "fixed": `precision` digits; "unique": as many as tell a number from its neighbours; "maxprec": of these at most
    /// `precision`; "maxprec_equal": the same, and all elements have as many.
    std::string floatmode = "maxprec";
};

/// The calling thread's options, which `to_string`, `repr` and streams follow, too.
PrintOptions get_printoptions();

/// Set the calling thread's options.
///
/// Parameters
///     options: the new ones; those that are not named have NumPy's defaults.
/// Raises
///     ValueError: an unknown `floatmode` or `sign`, or a negative number.
/// Example
///     cuprum::set_printoptions({.precision = 3});
void set_printoptions(const PrintOptions& options);

/// Options of the calling thread as long as it lives: `printoptions with({.precision = 3});`.
class printoptions {
public:
    explicit printoptions(const PrintOptions& options) : before_(get_printoptions()) { set_printoptions(options); }
    printoptions(const printoptions&) = delete;
    ~printoptions() { set_printoptions(before_); }

private:
    PrintOptions before_;
};

/// What stands around and between elements.
struct TextLayout {
    std::string separator = " ";
    std::string prefix{}, suffix{};  ///< What the caller writes before and behind; their lengths count for the lines.
};

/// The elements of an array as text, in brackets.
///
/// Parameters
///     a: the array.
///     options: how they are written.
///     layout: what stands between them.
/// Returns
///     The text, without `prefix` and `suffix`.
/// Example
///     >>> cuprum.array2string(cuprum.array([1.0, 2.5]), separator=", ")
///     '[1. , 2.5]'
std::string array2string(const ndarray& a, const PrintOptions& options = get_printoptions(),
                         const TextLayout& layout = {});

/// As Python's `repr`: "array([1, 2])".
std::string array_repr(const ndarray& arr, const PrintOptions& options = get_printoptions());
/// As Python's `str`: "[1 2]".
std::string array_str(const ndarray& a, const PrintOptions& options = get_printoptions());

/// How one number is written.
struct FloatFormat {
    std::optional<int> precision{};  ///< Digits behind the point at most, or all of them where not `unique`.
    bool unique = true;              ///< The fewest digits that tell the number from its neighbours.
    bool fractional = true;          ///< Whether `precision` counts digits behind the point, or all (positional only).
    /// Zeros at the end: 'k' keeps them, '.' drops them, '0' leaves one behind the point, '-' drops the point, too.
    char trim = 'k';
    bool sign = false;                ///< Whether positive numbers have one.
    std::optional<int> pad_left{};    ///< Characters before the point at least.
    std::optional<int> pad_right{};   ///< Characters behind the point at least (positional only).
    std::optional<int> exp_digits{};  ///< Of the exponent at least; two by default (scientific only).
    std::optional<int> min_digits{};  ///< Digits behind the point at least, where `unique`.
};

/// A number without an exponent. A strong scalar of float16 or float32 has the digits of its dtype.
///
/// Parameters
///     x: the number.
///     format: how it is written.
/// Returns
///     The text.
/// Example
///     >>> cuprum.format_float_positional(0.1)
///     '0.1'
std::string format_float_positional(const Scalar& x, const FloatFormat& format = {});

/// A number with an exponent.
///
/// Parameters
///     x: the number.
///     format: how it is written.
/// Returns
///     The text.
/// Example
///     >>> cuprum.format_float_scientific(1e10)
///     '1.e+10'
std::string format_float_scientific(const Scalar& x, const FloatFormat& format = {});

/// A whole number in a base of 2 to 36, with `padding` zeros before it.
std::string base_repr(std::int64_t number, int base = 2, int padding = 0);

/// A whole number in base 2; of a negative one with `width` the two's complement. Throws ValueError for too few bits.
std::string binary_repr(std::int64_t num, std::optional<int> width = {});

/// The name of a dtype: `std::cout << a.dtype()` writes "float64".
inline std::ostream& operator<<(std::ostream& stream, DType dtype) { return stream << info(dtype).name; }

/// A shape or strides, as Python writes a tuple: "(2, 3)", "(3,)", "()".
inline std::ostream& operator<<(std::ostream& stream, const Dims& dims) {
    stream << "(";
    for (int k = 0; k < dims.size(); ++k) stream << (k ? ", " : "") << dims[k];
    return stream << (dims.size() == 1 ? ",)" : ")");
}

}  // namespace cuprum
