// Arrays as text, to the letter as NumPy writes them.
#include "cuprum/printing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ostream>

#include "cuprum/structured.h"
#include "numpy/float_text.h"

namespace cuprum {
namespace {

thread_local PrintOptions current_options;

// ------------------------------------------------------------------------------------------------------------- numbers

// The largest number that is written without an exponent is below ten to this.
int digits_before_exponent(DType dtype) { return dtype == DType::float16 ? 3 : dtype == DType::float32 ? 6 : 16; }

double rounded(double value, DType dtype) {
    if (dtype == DType::float64) return value;
    float single = static_cast<float>(value);
    return dtype == DType::float16 ? static_cast<float>(half(single)) : single;
}

// One form for all numbers of an array: with an exponent or without, in columns.
class FloatColumns {
public:
    FloatColumns(const std::vector<double>& values, DType dtype, const PrintOptions& options, char sign)
        : dtype_(dtype), options_(options), plus_(sign == '+') {
        double largest = 0, smallest = HUGE_VAL;
        bool infinite = false, nan = false, negative = false, negative_infinity = sign != '-';
        for (double x : values) {
            infinite = infinite || std::isinf(x);
            nan = nan || std::isnan(x);
            negative_infinity = negative_infinity || x == -HUGE_VAL;
            negative = negative || (std::isfinite(x) && std::signbit(x));
            if (!std::isfinite(x) || x == 0) continue;
            largest = std::max(largest, std::fabs(x));
            smallest = std::min(smallest, std::fabs(x));
        }
        exponents_ =
            largest > 0 &&
            (largest >= std::pow(10., std::min(8, digits_before_exponent(dtype))) ||
             (!options.suppress && (smallest < rounded(0.0001, dtype) || rounded(largest / smallest, dtype) > 1000)));
        const bool fixed = options.floatmode == "fixed";
        format_ = {.unique = !fixed, .trim = fixed ? 'k' : '.', .sign = plus_};
        if (options.floatmode != "unique") format_.precision = options.precision;
        int left = 0, right = 0, exponent = 0;
        for (double x : values) {
            if (!std::isfinite(x)) continue;
            const std::string text = written(x);
            const int point = static_cast<int>(text.find('.')),
                      end = static_cast<int>(std::min(text.find('e'), text.size()));
            left = std::max(left, point);
            right = std::max(right, end - point - 1);
            exponent = std::max(exponent, static_cast<int>(text.size()) - end - 2);
        }
        if (exponents_) {
            format_.precision = format_.min_digits = right;
            format_.trim = 'k';
            format_.exp_digits = exponent;
            right += exponent + 2;
        } else if (fixed || options.floatmode == "maxprec_equal") {
            format_.precision = format_.min_digits = right;
            format_.trim = 'k';
        } else {
            format_.trim = '.';
        }
        if (sign == ' ' && !negative) ++left;
        const int behind = right + 1;
        if (nan || infinite)  // there is room for either word
            left = std::max({left, static_cast<int>(options.nanstr.size()) - behind,
                             static_cast<int>(options.infstr.size()) + negative_infinity - behind});
        format_.pad_left = left;
        if (!exponents_) format_.pad_right = right;
        width_ = static_cast<std::size_t>(left + right + 1);
    }

    std::string operator()(double x) const {
        if (std::isfinite(x)) return written(x);
        const std::string sign = !std::isnan(x) && x < 0 ? "-" : plus_ ? "+" : "";
        const std::string text = sign + (std::isnan(x) ? options_.nanstr : options_.infstr);
        return std::string(width_ > text.size() ? width_ - text.size() : 0, ' ') + text;
    }

private:
    std::string written(double x) const {
        return exponents_ ? scientific({x, dtype_}, format_) : positional({x, dtype_}, format_);
    }

    DType dtype_;
    const PrintOptions& options_;
    bool plus_, exponents_ = false;
    FloatFormat format_;
    std::size_t width_ = 0;
};

std::string bfloat16_text(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);  // as ml_dtypes writes it
    return text;
}

DType part_dtype(DType dtype) {
    if (is_complex(dtype)) return dtype == DType::complex64 ? DType::float32 : DType::float64;
    return dtype;
}

// A number on its own: all of its digits, an exponent where it is very large or small.
std::string lone_float(double x, DType dtype, bool point) {
    if (!std::isfinite(x)) return std::isnan(x) ? "nan" : x < 0 ? "-inf" : "inf";
    const double size = std::fabs(x);
    if (x != 0 && (size >= std::pow(10., digits_before_exponent(dtype)) || size < 0.0001))
        return scientific({x, dtype}, {.trim = '-'});
    return positional({x, dtype}, {.trim = point ? '0' : '-'});
}

std::string lone(const Scalar& value) {
    DType dtype = value.dtype();
    switch (kind(dtype)) {
        case 'b': return value.to_bool() ? "True" : "False";
        case 'u': return std::to_string(static_cast<std::uint64_t>(value.to_int()));
        case 'i': return std::to_string(value.to_int());
        case 'f':
            return dtype == DType::bfloat16 ? bfloat16_text(value.to_double())
                                            : lone_float(value.to_double(), dtype, true);
    }
    auto [real, imag] = std::pair(value.to_complex().real(), value.to_complex().imag());
    std::string second = lone_float(imag, part_dtype(dtype), false) + "j";
    if (real == 0 && !std::signbit(real)) return second;
    return "(" + lone_float(real, part_dtype(dtype), false) + (std::signbit(imag) && !std::isnan(imag) ? "" : "+") +
           second + ")";
}

// -------------------------------------------------------------------------------------------------------------- arrays

// The elements that are shown: of long axes in large arrays only the two ends.
struct Shown {
    Shape shape;            // of what is shown
    std::vector<bool> cut;  // by axis
    std::vector<std::string> words;
};

std::vector<std::string> words_of(const std::vector<Scalar>& values, DType dtype, bool single,
                                  const PrintOptions& options) {
    std::vector<std::string> words;
    if (is_inexact(dtype) && dtype != DType::bfloat16) {
        std::vector<double> real, imag;
        for (const Scalar& value : values) {
            real.push_back(value.to_complex().real());
            imag.push_back(value.to_complex().imag());
        }
        const FloatColumns first(real, part_dtype(dtype), options, options.sign);
        for (double x : real) words.push_back(first(x));
        if (!is_complex(dtype)) return words;
        const FloatColumns second(imag, part_dtype(dtype), options, '+');
        for (std::size_t i = 0; i < imag.size(); ++i) {
            std::string text = second(imag[i]);
            text.insert(text.find_last_not_of(' ') + 1, "j");
            words[i] += text;
        }
        return words;
    }
    std::size_t width = dtype == DType::bool_ && !single ? 5 : 0;
    for (const Scalar& value : values) {
        words.push_back(lone(value));
        if (is_integer(dtype) && options.sign != '-' && words.back()[0] != '-') words.back().insert(0, 1, options.sign);
    }
    if (is_integer(dtype))
        for (const std::string& word : words) width = std::max(width, word.size());
    for (std::string& word : words) word.insert(0, width > word.size() ? width - word.size() : 0, ' ');
    return words;
}

// Elements of a dtype, `step` bytes apart.
struct Elements {
    const char* first;
    std::size_t count, step;
    const char* at(std::size_t i) const { return first + i * step; }
};

std::vector<std::string> words_of(const Elements& elements, DType dtype, bool single, const PrintOptions& options);

// As Python writes bytes.
std::string bytes_text(const char* bytes, int count) {
    std::string text = "b'";
    char code[8];
    for (int i = 0; i < count; ++i) {
        std::snprintf(code, sizeof code, "\\x%02X", static_cast<unsigned char>(bytes[i]));
        text += code;
    }
    return text + "'";
}

// Of a field, whose elements stand in brackets where it is a subarray.
std::vector<std::string> field_words(const Elements& elements, const Field& field, bool single,
                                     const PrintOptions& options) {
    const auto each = static_cast<std::size_t>(element_count(field.shape));
    std::vector<char> packed;
    for (std::size_t i = 0; i < elements.count; ++i) {
        const char* start = elements.at(i) + field.offset;
        packed.insert(packed.end(), start, start + field.nbytes());
    }
    const auto step = static_cast<std::size_t>(itemsize(field.dtype));
    std::vector<std::string> words =
        words_of(Elements{packed.data(), elements.count * each, step}, field.dtype, single, options);
    for (int d = field.shape.size() - 1; d >= 0; --d) {
        const auto length = static_cast<std::size_t>(field.shape[d]);
        std::vector<std::string> rows;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (i % length == 0) rows.emplace_back("[");
            rows.back() += words[i] + (i % length + 1 == length ? "]" : ", ");
        }
        words = std::move(rows);
    }
    return words;
}

std::vector<std::string> words_of(const Elements& elements, DType dtype, bool single, const PrintOptions& options) {
    if (is_structured(dtype)) {
        std::vector<std::string> words(elements.count, "(");
        const auto parts = fields(dtype);
        for (const Field& field : parts) {
            const bool last = &field == &parts.back();
            const std::vector<std::string> of_field = field_words(elements, field, single, options);
            for (std::size_t i = 0; i < words.size(); ++i)
                words[i] += of_field[i] + (!last ? ", " : parts.size() == 1 ? ",)" : ")");
        }
        return words;
    }
    if (kind(dtype) == 'V') {
        std::vector<std::string> words;
        for (std::size_t i = 0; i < elements.count; ++i) words.push_back(bytes_text(elements.at(i), itemsize(dtype)));
        return words;
    }
    // Times as their numbers: there is no calendar here.
    const DType number = is_number(dtype) ? dtype : DType::int64;
    std::vector<Scalar> values;
    for (std::size_t i = 0; i < elements.count; ++i) values.push_back(Scalar::load(number, elements.at(i)));
    return words_of(values, number, single, options);
}

// Copies the block of `a` that starts at `start` of axis `axis` and so on to its place among the shown elements.
void load_blocks(const ndarray& a, int axis, const Shown& shown, std::int64_t edge, std::int64_t place,
                 std::vector<char>& values) {
    if (axis == a.ndim()) {
        std::vector<char> bytes(static_cast<std::size_t>(a.nbytes()));
        a.get(bytes.data());
        Dims index(a.ndim(), 0);
        for (std::int64_t i = 0; i < a.size(); ++i) {
            std::int64_t at = 0;
            for (int d = 0; d < a.ndim(); ++d) at = at * shown.shape[d] + index[d];
            std::memcpy(values.data() + (place + at) * a.itemsize(), bytes.data() + i * a.itemsize(),
                        static_cast<std::size_t>(a.itemsize()));
            for (int d = a.ndim(); d-- > 0;) {
                if (++index[d] < a.shape()[d]) break;
                index[d] = 0;
            }
        }
        return;
    }
    if (!shown.cut[static_cast<std::size_t>(axis)]) return load_blocks(a, axis + 1, shown, edge, place, values);
    std::int64_t step = 1;
    for (int d = axis + 1; d < a.ndim(); ++d) step *= shown.shape[d];
    Shape shape = a.shape();
    shape[axis] = edge;
    load_blocks(a.with_layout(shape, a.strides()), axis + 1, shown, edge, place, values);
    load_blocks(a.with_layout(shape, a.strides(), (a.shape()[axis] - edge) * a.strides()[axis]), axis + 1, shown, edge,
                place + edge * step, values);
}

Shown show(const ndarray& a, const PrintOptions& options) {
    Shown shown;
    const std::int64_t edge = options.edgeitems;
    std::int64_t count = 1;
    for (std::int64_t length : a.shape()) {
        bool cut = a.size() > options.threshold && length > 2 * edge;
        shown.cut.push_back(cut);
        shown.shape.push_back(cut ? 2 * edge : length);
        count *= shown.shape[shown.shape.size() - 1];
    }
    std::vector<char> bytes(static_cast<std::size_t>(count * a.itemsize()));
    load_blocks(a, 0, shown, edge, 0, bytes);
    shown.words =
        words_of(Elements{bytes.data(), static_cast<std::size_t>(count), static_cast<std::size_t>(a.itemsize())},
                 a.dtype(), a.ndim() == 0, options);
    return shown;
}

// Sets words in lines and brackets.
class Layout {
public:
    Layout(const Shown& shown, std::int64_t edge, std::string separator)
        : shown_(shown), edge_(edge), separator_(std::move(separator)) {
        comma_ = separator_.substr(0, separator_.find_last_not_of(' ') + 1);
    }

    std::string text(int axis, std::size_t first, const std::string& indent, std::size_t width) const {
        const int left = shown_.shape.size() - axis;
        if (left == 0) return shown_.words[first];
        const std::int64_t length = shown_.shape[axis];
        const bool cut = shown_.cut[static_cast<std::size_t>(axis)];
        std::size_t step = 1;
        for (int d = axis + 1; d < shown_.shape.size(); ++d) step *= static_cast<std::size_t>(shown_.shape[d]);
        std::string text, line = indent;
        auto add = [&](const std::string& word, bool last) {
            if (left > 1) {
                text += indent + word + (last ? "" : comma_ + std::string(static_cast<std::size_t>(left) - 1, '\n'));
                return;
            }
            const std::size_t room = width - std::max<std::size_t>(comma_.size(), 1);
            if (line.size() + word.size() > room && line.size() > indent.size()) {
                text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
                line = indent;
            }
            line += word + (last ? "" : separator_);
        };
        for (std::int64_t i = 0; i < length; ++i) {
            if (cut && i == edge_) add("...", false);
            add(this->text(axis + 1, first + static_cast<std::size_t>(i) * step, indent + " ", width - 1),
                i + 1 == length);
        }
        if (left == 1) text += line;
        return "[" + text.substr(indent.size()) + "]";
    }

private:
    const Shown& shown_;
    std::int64_t edge_;
    std::string separator_, comma_;
};

std::string body(const ndarray& a, const PrintOptions& options, const std::string& separator, std::size_t prefix,
                 std::size_t suffix) {
    if (a.size() == 0) return "[]";
    const Shown shown = show(a, options);
    return Layout(shown, options.edgeitems, separator)
        .text(0, 0, std::string(prefix + 1, ' '), static_cast<std::size_t>(options.linewidth) - suffix);
}

std::string dtype_text(DType dtype) {
    const std::string name = info(dtype).name;
    return is_number(dtype) || is_structured(dtype) ? name : "'" + name + "'";
}

bool is_told_by_values(DType dtype) {
    return dtype == DType::bool_ || dtype == DType::int64 || dtype == DType::float64 || dtype == DType::complex128;
}

}  // namespace

PrintOptions get_printoptions() { return current_options; }

void set_printoptions(const PrintOptions& options) {
    if (options.floatmode != "fixed" && options.floatmode != "unique" && options.floatmode != "maxprec" &&
        options.floatmode != "maxprec_equal")
        throw ValueError("floatmode option must be one of 'fixed', 'unique', 'maxprec', 'maxprec_equal', not '" +
                         options.floatmode + "'");
    if (options.sign != '-' && options.sign != '+' && options.sign != ' ')
        throw ValueError("sign option must be one of ' ', '+', or '-', not '" + std::string(1, options.sign) + "'");
    if (options.precision < 0 || options.threshold < 0 || options.edgeitems < 1 || options.linewidth < 0)
        throw ValueError("precision, threshold and linewidth must not be negative, and edgeitems must be positive");
    current_options = options;
}

std::string array2string(const ndarray& a, const PrintOptions& options, const TextLayout& layout) {
    return body(a, options, layout.separator, layout.prefix.size(), layout.suffix.size());
}

std::string array_str(const ndarray& a, const PrintOptions& options) {
    if (a.ndim()) return body(a, options, " ", 0, 0);
    return is_number(a.dtype()) ? lone(a.item()) : show(a, options).words[0];
}

std::string array_repr(const ndarray& array, const PrintOptions& options) {
    const std::string prefix = "array(";
    std::string text = prefix + body(array, options, ", ", prefix.size(), 1), extra;
    if ((array.size() == 0 && !(array.shape() == Shape{0})) || array.size() > options.threshold)
        extra = "shape=" + to_string(array.shape());
    if (!is_told_by_values(array.dtype()) || array.size() == 0)
        extra += (extra.empty() ? "" : ", ") + std::string("dtype=") + dtype_text(array.dtype());
    if (extra.empty()) return text + ")";
    text += ",";
    const std::size_t last_line = text.size() - (text.rfind('\n') + 1);
    const bool fits = last_line + extra.size() + 2 <= static_cast<std::size_t>(options.linewidth);
    return text + (fits ? " " : "\n" + std::string(prefix.size(), ' ')) + extra + ")";
}

std::string to_string(const ndarray& array) { return array_str(array, current_options); }
std::string repr(const ndarray& array) { return array_repr(array, current_options); }
std::ostream& operator<<(std::ostream& stream, const ndarray& array) { return stream << to_string(array); }

}  // namespace cuprum
