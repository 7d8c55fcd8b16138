#include "numpy/float_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace cuprum {
namespace {

std::string exact(double x, std::chars_format format, int decimals) {
    char text[2048];
    return {text, std::to_chars(text, text + sizeof text, x, format, decimals).ptr};
}

struct Parts {
    std::string integer, fraction, exponent;  // "1", "5", "+07"; the sign is apart
};

Parts split(const std::string& text) {
    const std::size_t e = std::min(text.find('e'), text.size()), point = std::min(text.find('.'), e);
    return {text.substr(0, point), point < e ? text.substr(point + 1, e - point - 1) : "",
            e < text.size() ? text.substr(e + 1) : ""};
}

void drop_zeros(std::string& digits) { digits.erase(digits.find_last_not_of('0') + 1); }

// The fewest digits that are read back as the same number of its dtype, as "d.ddde+dd".
std::string shortest(Number x) {
    char text[64];
    if (x.dtype == DType::float64)
        return {text, std::to_chars(text, text + sizeof text, x.value, std::chars_format::scientific).ptr};
    if (x.dtype == DType::float32)
        return {
            text,
            std::to_chars(text, text + sizeof text, static_cast<float>(x.value), std::chars_format::scientific).ptr};
    for (int digits = 0;; ++digits) {
        std::string candidate = exact(x.value, std::chars_format::scientific, digits);
        double value = 0;
        std::from_chars(candidate.data(), candidate.data() + candidate.size(), value);
        if (digits == 5 || static_cast<float>(half(static_cast<float>(value))) == static_cast<float>(x.value))
            return candidate;
    }
}

// The same digits, with the point where the exponent puts it if none is wanted; zeros stand for digits before the
// point.
Parts shortest(Number x, std::chars_format how) {
    Parts parts = split(shortest(x));
    drop_zeros(parts.fraction);
    if (how == std::chars_format::scientific) return parts;
    const int exponent = std::stoi(parts.exponent);
    std::string digits = parts.integer + parts.fraction;
    if (exponent < 0)
        return {"0", x.value == 0 ? "" : std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits, ""};
    const auto before = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() < before) digits.resize(before, '0');
    return {digits.substr(0, before), digits.substr(before), ""};
}

// So many decimals of a positive number. Zeros at the end are digits only where others follow that are cut off: where
// the number is rounded up, or ends and that is not told, NumPy makes none.
Parts cut(double x, std::chars_format how, int decimals, bool keeps_end = false) {
    constexpr int all = 1100;  // more than any double has
    Parts parts = split(exact(x, how, std::max(decimals, 0)));
    const Parts whole = split(exact(x, how, all));
    const bool rounded_up = parts.integer != whole.integer || parts.exponent != whole.exponent ||
                            !whole.fraction.starts_with(parts.fraction);
    const bool ends = whole.fraction.find_first_not_of('0', parts.fraction.size()) == std::string::npos;
    if (rounded_up || x == 0 || (ends && !keeps_end)) drop_zeros(parts.fraction);
    return parts;
}

// Digits of the absolute value, before `trim` is heeded.
Parts digits_of(Number x, std::chars_format how, const FloatFormat& format, std::optional<int> precision) {
    x.value = std::fabs(x.value);
    if (!format.unique) return cut(x.value, how, precision.value_or(0));
    const Parts parts = shortest(x, how);
    const int found = static_cast<int>(parts.fraction.size());
    if (precision && found > *precision) return cut(x.value, how, *precision);
    // More digits than that are those that come next, which need not be zeros.
    return found < format.min_digits.value_or(0) ? cut(x.value, how, *format.min_digits, true) : parts;
}

// The point and what is behind it, as `trim` has it.
std::string behind_point(std::string fraction, const FloatFormat& format, std::optional<int> precision) {
    if (format.trim == 'k') {
        const int wanted = format.unique ? format.min_digits.value_or(0) : precision.value_or(0);
        if (static_cast<int>(fraction.size()) < wanted) fraction.resize(static_cast<std::size_t>(wanted), '0');
        return "." + fraction;
    }
    drop_zeros(fraction);
    if (fraction.empty()) return format.trim == '0' ? ".0" : format.trim == '-' ? "" : ".";
    return "." + fraction;
}

std::string padded(std::string text, std::optional<int> width) {
    const auto wanted = static_cast<std::size_t>(std::max(width.value_or(0), 0));
    return text.size() < wanted ? std::string(wanted - text.size(), ' ') + text : text;
}

std::string sign_of(Number x, const FloatFormat& format) {
    return std::signbit(x.value) ? "-" : format.sign ? "+" : "";
}

// Neither width nor, for a NaN, a sign is heeded.
std::string not_finite(Number x, const FloatFormat& format) {
    return std::isnan(x.value) ? "nan" : sign_of(x, format) + "inf";
}

}  // namespace

std::string positional(Number x, const FloatFormat& format) {
    if (!std::isfinite(x.value)) return not_finite(x, format);
    std::optional<int> precision = format.precision;
    if (precision && !format.fractional) {  // all digits count: as many fewer are behind the point
        const std::string scale = exact(std::fabs(x.value), std::chars_format::scientific, std::max(*precision - 1, 0));
        const int exponent = x.value == 0 ? 0 : std::stoi(split(scale).exponent);
        precision = *precision - 1 - exponent;
        if (*precision < 0) x.value = std::copysign(std::stod(scale), x.value);  // digits before the point are cut, too
    }
    const Parts parts = digits_of(x, std::chars_format::fixed, format, precision);
    if (format.precision && !format.fractional) precision = *format.precision - static_cast<int>(parts.integer.size());
    std::string right = behind_point(parts.fraction, format, precision);
    if (format.pad_right) {
        const auto wanted = static_cast<std::size_t>(std::max(*format.pad_right, 0)) + 1;
        if (right.size() < wanted) right.resize(wanted, ' ');
    }
    return padded(sign_of(x, format) + parts.integer, format.pad_left) + right;
}

std::string scientific(Number x, const FloatFormat& format) {
    if (!std::isfinite(x.value)) return not_finite(x, format);
    Parts parts = digits_of(x, std::chars_format::scientific, format, format.precision);
    const auto digits = static_cast<std::size_t>(std::max(format.exp_digits.value_or(2), 1));
    std::string exponent = parts.exponent.substr(1);
    exponent.erase(0, std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
    if (exponent.size() < digits) exponent.insert(0, digits - exponent.size(), '0');
    std::string right = behind_point(parts.fraction, format, format.precision);
    if (right.empty() && !parts.fraction.empty()) right = ".";  // as NumPy leaves it
    return padded(sign_of(x, format) + parts.integer, format.pad_left) + right + "e" + parts.exponent[0] + exponent;
}

namespace {

Number number_of(const Scalar& x) {
    const bool narrow = x.dtype() == DType::float16 || x.dtype() == DType::float32;
    return {x.to_double(), narrow ? x.dtype() : DType::float64};
}

void check(const FloatFormat& format) {
    if (std::string_view("k.0-").find(format.trim) == std::string_view::npos)
        throw ValueError("if supplied, trim must be 'k', '.', '0' or '-' found `" + std::string(1, format.trim) + "`");
    if (!format.unique && !format.precision) throw ValueError("in non-unique mode `precision` must be supplied");
    if (format.unique && format.precision && format.min_digits && *format.min_digits > *format.precision)
        throw ValueError("min_digits must be less than or equal to precision");
}

}  // namespace

std::string format_float_positional(const Scalar& x, const FloatFormat& format) {
    check(format);
    if (format.precision && *format.precision <= 0 && !format.fractional)
        throw ValueError("precision must be greater than 0 if fractional=False");
    return positional(number_of(x), format);
}

std::string format_float_scientific(const Scalar& x, const FloatFormat& format) {
    check(format);
    return scientific(number_of(x), format);
}

std::string base_repr(std::int64_t number, int base, int padding) {
    if (base < 2 || base > 36)
        throw ValueError(std::string(base < 2 ? "Bases less than 2" : "Bases greater than 36") +
                         " not handled in base_repr; found " + std::to_string(base));
    std::string digits;
    auto left = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    for (; left; left /= static_cast<unsigned>(base))
        digits += "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[left % static_cast<unsigned>(base)];
    digits.append(static_cast<std::size_t>(std::max(padding, 0)), '0');
    if (digits.empty()) digits = "0";
    if (number < 0) digits += '-';
    std::reverse(digits.begin(), digits.end());
    return digits;
}

std::string binary_repr(std::int64_t num, std::optional<int> width) {
    const auto bits = static_cast<std::uint64_t>(num);
    const auto checked = [&](const std::string& text) {
        if (width && static_cast<int>(text.size()) > *width)
            throw ValueError("Insufficient bit width=" + std::to_string(*width) +
                             " provided for binwidth=" + std::to_string(text.size()));
        return text;
    };
    if (num >= 0 || !width) {
        const std::string text = checked(base_repr(num, 2));
        return width ? std::string(static_cast<std::size_t>(*width) - text.size(), '0') + text : text;
    }
    // The two's complement of as few bits as hold the number, then ones before it.
    int needed = 1;
    while (needed < 64 && num < -(std::int64_t{1} << (needed - 1))) ++needed;
    std::string text;
    for (int i = needed; i-- > 0;) text += bits >> i & 1u ? '1' : '0';
    checked(text);
    return std::string(static_cast<std::size_t>(*width) - text.size(), '1') + text;
}

}  // namespace cuprum
