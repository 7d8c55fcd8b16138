// Numbers as text, by std::from_chars and so in no locale.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cuprum/files.h"
#include "cuprum/transfer.h"
#include "numpy/files/npy.h"

namespace cuprum {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view stripped(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// Takes a number from the start of a text; nothing where there is none.
template <class T>
std::optional<T> take(std::string_view& text) {
    std::string_view rest = text;
    if (rest.starts_with('+') && rest.size() > 1 && rest[1] != '-') rest.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error == std::errc::invalid_argument) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        if constexpr (std::is_integral_v<T>) return std::nullopt;
        else value = static_cast<T>(std::strtod(std::string(rest.data(), end).c_str(), nullptr));
    }
    text = rest.substr(static_cast<std::size_t>(end - rest.data()));
    return value;
}

// "1.5", "2j", "1-2j", "(1+2j)".
std::optional<std::complex<double>> take_complex(std::string_view& text) {
    std::string_view rest = text;
    const bool bracket = rest.starts_with('(');
    rest.remove_prefix(bracket);
    const auto first = take<double>(rest);
    if (!first) return std::nullopt;
    std::complex<double> value = *first;
    if (rest.starts_with('j')) {
        value = {0, *first};
        rest.remove_prefix(1);
    } else if (rest.starts_with('+') || rest.starts_with('-')) {
        const auto second = take<double>(rest);
        if (!second || !rest.starts_with('j')) return std::nullopt;
        value = {*first, *second};
        rest.remove_prefix(1);
    }
    if (bracket && !rest.starts_with(')')) return std::nullopt;
    rest.remove_prefix(bracket);
    text = rest;
    return value;
}

std::optional<Scalar> take_number(std::string_view& text, DType dtype) {
    const auto scalar = [](const auto& value) { return value ? std::optional<Scalar>(*value) : std::nullopt; };
    std::optional<Scalar> found = kind(dtype) == 'c'   ? scalar(take_complex(text))
                                  : kind(dtype) == 'f' ? scalar(take<double>(text))
                                  : kind(dtype) == 'u' ? scalar(take<std::uint64_t>(text))
                                                       : scalar(take<std::int64_t>(text));
    if (found && is_integer(dtype) && !found->fits(dtype)) return std::nullopt;
    return found;
}

[[noreturn]] void no_number(std::string_view text, DType dtype, const std::string& where) {
    throw ValueError("could not convert string '" + std::string(text.substr(0, 40)) + "' to " + info(dtype).name +
                     where);
}

// The fewest digits that are read back as the same number.
std::string shortest(const Scalar& value) {
    const auto digits = [](auto number) {
        char text[64];
        return std::string(text, std::to_chars(text, text + sizeof text, number).ptr);
    };
    const auto real = [&](double number) {
        const bool single = value.dtype() == DType::float32 || value.dtype() == DType::complex64;
        return single ? digits(static_cast<float>(number)) : digits(number);
    };
    switch (kind(value.dtype())) {
        case 'b': return value.to_bool() ? "True" : "False";
        case 'u': return digits(static_cast<std::uint64_t>(value.to_int()));
        case 'i': return digits(value.to_int());
        case 'f': return real(value.to_double());
    }
    const std::complex<double> number = value.to_complex();
    return "(" + real(number.real()) + (std::signbit(number.imag()) ? "" : "+") + real(number.imag()) + "j)";
}

// Elements that are put one behind another.
class Elements {
public:
    explicit Elements(DType dtype) : dtype_(dtype) {}
    void add(const Scalar& value) {
        bytes_.resize(bytes_.size() + static_cast<std::size_t>(itemsize(dtype_)));
        value.store(dtype_, bytes_.data() + bytes_.size() - itemsize(dtype_));
    }
    std::int64_t count() const { return static_cast<std::int64_t>(bytes_.size()) / itemsize(dtype_); }
    ndarray array(const Shape& shape) const { return array_from_host(bytes_.data(), dtype_, shape); }

private:
    DType dtype_;
    std::vector<char> bytes_;
};

// Passes over a separator, in which white space stands for any, or none.
bool skip(std::string_view& text, std::string_view sep) {
    std::string_view rest = text;
    for (char c : sep)
        if (is_space(c)) {
            while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
        } else if (rest.starts_with(c)) {
            rest.remove_prefix(1);
        } else {
            return false;
        }
    const bool moved = rest.size() < text.size();
    text = rest;
    return moved;
}

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string_view> columns_of(std::string_view line, std::string_view delimiter) {
    std::vector<std::string_view> columns;
    if (delimiter.empty()) {
        for (line = stripped(line); !line.empty(); line = stripped(line)) {
            std::size_t end = 0;
            while (end < line.size() && !is_space(line[end])) ++end;
            columns.push_back(line.substr(0, end));
            line.remove_prefix(end);
        }
        return columns;
    }
    if (stripped(line).empty()) return columns;
    for (std::size_t at = 0; at != line.npos;) {
        const std::size_t end = line.find(delimiter, at);
        columns.push_back(stripped(line.substr(at, end == line.npos ? end : end - at)));
        at = end == line.npos ? end : end + delimiter.size();
    }
    return columns;
}

// A table, in which `missing` stands for what is no number where it is given.
ndarray read_table(const std::string& fname, const LoadTextOptions& options, const std::optional<double>& missing) {
    const std::string text = text_of(files::read_file(fname));
    Elements elements(options.dtype);
    std::int64_t rows = 0, width = -1, number = 0;
    for (std::size_t at = 0; at < text.size() && rows < options.max_rows.value_or(INT64_MAX);) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line(text.data() + at, end - at);
        at = end + 1;
        if (number++ < options.skiprows) continue;
        if (!options.comments.empty()) line = line.substr(0, line.find(options.comments));
        std::vector<std::string_view> columns = columns_of(line, options.delimiter);
        if (columns.empty()) continue;
        const auto found = static_cast<std::int64_t>(columns.size());
        if (!options.usecols.empty()) {
            std::vector<std::string_view> chosen;
            for (std::int64_t column : options.usecols) {
                if (column < -found || column >= found)
                    throw ValueError("invalid column index " + std::to_string(column) + " at row " +
                                     std::to_string(rows + 1) + " with " + std::to_string(found) + " columns");
                chosen.push_back(columns[static_cast<std::size_t>(column < 0 ? column + found : column)]);
            }
            columns = std::move(chosen);
        }
        if (width < 0) width = static_cast<std::int64_t>(columns.size());
        if (width != static_cast<std::int64_t>(columns.size()))
            throw ValueError("the number of columns changed from " + std::to_string(width) + " to " +
                             std::to_string(columns.size()) + " at row " + std::to_string(rows + 1) +
                             "; use `usecols` to select a subset and avoid this error");
        for (std::string_view word : columns) {
            std::string_view rest = word;
            const std::optional<Scalar> value = take_number(rest, options.dtype);
            if (value && rest.empty()) elements.add(*value);
            else if (missing) elements.add(*missing);
            else
                no_number(
                    word, options.dtype,
                    " at row " + std::to_string(rows) + ", column " + std::to_string(&word - columns.data() + 1) + ".");
        }
        ++rows;
    }
    const ndarray table = elements.array({rows, std::max<std::int64_t>(width, 0)});
    if (options.ndmin < 0 || options.ndmin > 2)
        throw ValueError("Illegal value of ndmin keyword: " + std::to_string(options.ndmin) + "; it is 0, 1 or 2");
    if (rows == 0) return options.ndmin == 2 ? table.reshape({0, 1}) : table.reshape({0});
    if (options.ndmin == 2) return table;
    const ndarray result = table.squeeze();
    return options.ndmin == 1 && result.ndim() == 0 ? result.reshape({1}) : result;
}

}  // namespace

ndarray frombuffer(std::span<const std::byte> buffer, DType dtype, std::int64_t count, std::int64_t offset) {
    const std::int64_t bytes = itemsize(dtype), length = static_cast<std::int64_t>(buffer.size());
    if (offset < 0 || offset > length)
        throw ValueError("offset must be non-negative and no greater than buffer length (" + std::to_string(length) +
                         ")");
    const std::int64_t left = length - offset;
    if (count < 0) {
        if (left % bytes)
            throw ValueError("buffer size must be a multiple of element size: " + std::to_string(left) +
                             " bytes are left for elements of " + std::to_string(bytes));
        count = left / bytes;
    } else if (count > left / bytes) {
        throw ValueError("buffer is smaller than requested size: " + std::to_string(count) + " elements of " +
                         std::to_string(bytes) + " bytes, and " + std::to_string(left) + " bytes");
    }
    return array_from_host(buffer.data() + offset, dtype, {count});
}

ndarray fromstring(std::string_view string, DType dtype, std::int64_t count, std::string_view sep) {
    if (sep.empty())
        throw ValueError(
            "The binary mode of fromstring is removed, use frombuffer instead: `sep` is what stands "
            "between numbers");
    Elements elements(dtype);
    std::string_view rest = stripped(string);
    while (!rest.empty() && (count < 0 || elements.count() < count)) {
        const std::string_view before = rest;
        const std::optional<Scalar> value = take_number(rest, dtype);
        if (!value) no_number(before, dtype, "");
        elements.add(*value);
        if (!skip(rest, sep) && !rest.empty())
            throw ValueError("string or file could not be read to its end due to unmatched data: '" +
                             std::string(rest.substr(0, 40)) + "' where '" + std::string(sep) + "' should be");
        rest = stripped(rest);
    }
    return elements.array({elements.count()});
}

ndarray fromfile(const std::string& file, DType dtype, std::int64_t count, std::string_view sep, std::int64_t offset) {
    const std::vector<std::byte> bytes = files::read_file(file);
    if (!sep.empty()) return fromstring(text_of(bytes), dtype, count, sep);
    if (offset < 0 || offset > static_cast<std::int64_t>(bytes.size()))
        throw ValueError("fromfile: offset " + std::to_string(offset) + " is outside of the " +
                         std::to_string(bytes.size()) + " bytes of '" + file + "'");
    // As in NumPy a file with fewer elements gives those that it has.
    const std::int64_t there = (static_cast<std::int64_t>(bytes.size()) - offset) / itemsize(dtype);
    return frombuffer(bytes, dtype, count < 0 ? there : std::min(count, there), offset);
}

std::vector<std::byte> tobytes(const ndarray& a, char order) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(a.nbytes()));
    if (order == 'A' || order == 'K') order = a.is_f_contiguous() && !a.is_c_contiguous() ? 'F' : 'C';
    a.get(bytes.data(), order);
    return bytes;
}

void tofile(const ndarray& a, const std::string& file, std::string_view sep) {
    if (sep.empty()) {
        const std::vector<std::byte> bytes = tobytes(a);
        const std::span<const std::byte> parts[] = {bytes};
        return files::write_file(file, parts);
    }
    std::string text;
    const std::vector<std::byte> bytes = tobytes(a);
    for (std::int64_t i = 0; i < a.size(); ++i) {
        const Scalar value = Scalar::load(a.dtype(), bytes.data() + i * a.itemsize());
        if (i) text += sep;
        text += shortest(value);
    }
    const std::span<const std::byte> parts[] = {files::bytes_of(text)};
    files::write_file(file, parts);
}

void savetxt(const std::string& fname, const ndarray& X, const SaveTextOptions& options) {
    if (X.ndim() == 0 || X.ndim() > 2)
        throw ValueError("Expected 1D or 2D array, got " + std::to_string(X.ndim()) + "D array instead");
    const std::int64_t rows = X.shape()[0], columns = X.ndim() == 2 ? X.shape()[1] : 1;
    std::string text;
    const auto remark = [&](const std::string& lines) {
        if (lines.empty()) return;
        text += options.comments;
        for (char c : lines) text += c == '\n' ? "\n" + options.comments : std::string(1, c);
        text += options.newline;
    };
    std::string fmt = options.fmt;
    const bool whole = fmt.ends_with('d') || fmt.ends_with('i');
    if (std::count(fmt.begin(), fmt.end(), '%') != 1 || fmt.find_first_of("*hlLn$") != fmt.npos ||
        std::string_view("eEfFgGaAdi").find(fmt.back()) == std::string_view::npos)
        throw ValueError("savetxt: fmt ends in one conversion of a number, such as '%.18e' or '%d', and is '" + fmt +
                         "'");
    if (whole) fmt.insert(fmt.size() - 1, "ll");
    const auto add = [&](double real, long long integer) {
        char word[512];
        const int length = whole ? std::snprintf(word, sizeof word, fmt.c_str(), integer)
                                 : std::snprintf(word, sizeof word, fmt.c_str(), real);
        text.append(word, static_cast<std::size_t>(std::clamp(length, 0, 511)));
    };
    remark(options.header);
    const std::vector<std::byte> bytes = tobytes(X);
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            const Scalar value = Scalar::load(X.dtype(), bytes.data() + (i * columns + j) * X.itemsize());
            if (j) text += options.delimiter;
            if (!is_complex(X.dtype())) {
                add(value.to_double(), value.to_int());
                continue;
            }
            text += " (";
            add(value.to_complex().real(), 0);
            if (!std::signbit(value.to_complex().imag())) text += '+';
            add(value.to_complex().imag(), 0);
            text += "j)";
        }
        text += options.newline;
    }
    remark(options.footer);
    const std::span<const std::byte> parts[] = {files::bytes_of(text)};
    files::write_file(fname, parts);
}

ndarray loadtxt(const std::string& fname, const LoadTextOptions& options) {
    return read_table(fname, options, std::nullopt);
}

ndarray genfromtxt(const std::string& fname, const LoadTextOptions& options) {
    const double missing = is_inexact(options.dtype) ? std::nan("") : -1;
    return read_table(fname, options, options.filling_values.value_or(missing));
}

}  // namespace cuprum
