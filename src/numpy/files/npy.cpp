#include "numpy/files/npy.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "cuprum/files.h"
#include "cuprum/structured.h"
#include "cuprum/transfer.h"

namespace cuprum {

FileError::FileError(int code, std::string path)
    : Error(std::generic_category().message(code) + ": '" + path + "'"), code(code), path(std::move(path)) {}

namespace files {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";

// ------------------------------------------------------------------------------------------------------------ writing

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (char c : text) {
        if (c == '\\' || c == '\'') result += '\\';
        result += c;
    }
    return result + "'";
}

// As numpy.dtype.str has it: "<f8".
std::string type_text(DType dtype) {
    const DTypeInfo& about = info(dtype);
    if (about.kind == 'M' || about.kind == 'm') {
        const std::string unit(time_unit(dtype));
        return std::string("<") + about.kind + "8" + (unit.empty() ? "" : "[" + unit + "]");
    }
    if (dtype == DType::bfloat16) return "<V2";
    const char order = about.kind == 'V' || about.itemsize == 1 ? '|' : '<';
    return order + std::string(1, about.kind) + std::to_string(about.itemsize);
}

// As numpy.dtype.descr has it: a list of fields, with unnamed ones for the bytes between them.
std::string descr(DType dtype) {
    if (!is_structured(dtype)) return quoted(type_text(dtype));
    std::string list;
    std::int64_t end = 0;
    const auto add = [&](const std::string& entry) { list += (list.empty() ? "" : ", ") + entry; };
    const auto gap = [&](std::int64_t to) {
        if (to > end) add("('', '|V" + std::to_string(to - end) + "')");
    };
    for (const Field& field : fields(dtype)) {
        if (field.offset < end)
            throw TypeError("a .npy file cannot hold dtype " + std::string(info(dtype).name) + ", whose field '" +
                            field.name + "' overlaps another or stands before it; store its fields apart");
        gap(field.offset);
        const std::string name =
            field.title.empty() ? quoted(field.name) : "(" + quoted(field.title) + ", " + quoted(field.name) + ")";
        add("(" + name + ", " + descr(field.dtype) + (field.shape.empty() ? "" : ", " + to_string(field.shape)) + ")");
        end = field.offset + field.nbytes();
    }
    gap(itemsize(dtype));
    return "[" + list + "]";
}

// ------------------------------------------------------------------------------------------------------------ reading

// A value of Python's as the header has it.
struct Literal {
    enum class Kind { text, integer, truth, list } kind = Kind::list;  // a tuple is a list, too
    std::string text{};
    std::int64_t integer = 0;
    std::vector<Literal> items{};  // of a dictionary keys and values in turn
};

// What a message shows of a file's bytes.
std::string printable(std::string_view bytes) {
    std::string shown(bytes.substr(0, 200));
    for (char& c : shown)
        if (c < ' ' || c > '~') c = '?';
    return bytes.size() > shown.size() ? shown + "..." : shown;
}

class LiteralParser {
public:
    LiteralParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    Literal parse() {
        const char c = peek();
        if (c == '{' || c == '[' || c == '(') return list(c == '{' ? '}' : c == '[' ? ']' : ')');
        if (c == '\'' || c == '"') return quoted_text();
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        for (const auto& [word, truth] : {std::pair("True", 1), std::pair("False", 0), std::pair("None", 0)})
            if (text_.substr(at_).starts_with(word)) {
                at_ += std::strlen(word);
                return {.kind = Literal::Kind::truth, .integer = truth};
            }
        // Python 2 wrote u'...' and b'...'.
        if ((c == 'u' || c == 'b') && at_ + 1 < text_.size()) {
            ++at_;
            return quoted_text();
        }
        fail();
    }

private:
    [[noreturn]] void fail() const {
        throw ValueError("Cannot parse header of " + name_ + ": '" + printable(text_) + "'");
    }
    char peek() {
        while (at_ < text_.size() && std::strchr(" \t\r\n", text_[at_])) ++at_;
        if (at_ == text_.size()) fail();
        return text_[at_];
    }
    Literal list(char end) {
        if (++depth_ > 64) fail();
        ++at_;
        Literal result;
        while (peek() != end) {
            result.items.push_back(parse());
            const char c = peek();
            if (c == ',' || c == ':') ++at_;
            else if (c != end) fail();
        }
        ++at_;
        --depth_;
        return result;
    }
    Literal quoted_text() {
        const char quote = text_[at_++];
        if (quote != '\'' && quote != '"') fail();
        Literal result{.kind = Literal::Kind::text};
        for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
            if (text_[at_] == '\\' && ++at_ == text_.size()) fail();
            result.text += text_[at_];
        }
        if (at_++ >= text_.size()) fail();
        return result;
    }
    Literal number() {
        Literal result{.kind = Literal::Kind::integer};
        const bool negative = text_[at_] == '-';
        at_ += negative;
        for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
            if (result.integer > (INT64_MAX - 9) / 10) fail();
            result.integer = 10 * result.integer + (text_[at_] - '0');
        }
        if (at_ < text_.size() && text_[at_] == 'L') ++at_;
        if (negative) result.integer = -result.integer;
        return result;
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

// A dtype as a file has it, and which runs of an element's bytes must be turned round.
struct StoredType {
    DType dtype;
    std::vector<ByteRun> swapped{};
};

Shape to_shape(const Literal& literal, const std::string& name) {
    const auto check = [&](bool valid) {
        if (!valid) throw ValueError("the shape in the header of " + name + " is not valid");
    };
    const auto is_length = [](const Literal& l) { return l.kind == Literal::Kind::integer && l.integer >= 0; };
    if (is_length(literal)) return {literal.integer};
    check(literal.kind == Literal::Kind::list && literal.items.size() <= static_cast<std::size_t>(max_ndim));
    Shape shape;
    for (const Literal& length : literal.items) {
        check(is_length(length));
        shape.push_back(length.integer);
    }
    return shape;
}

// No element of NumPy's is larger.
constexpr std::int64_t most_bytes = INT32_MAX;

// `available` is how many bytes follow: of larger elements there is none, and no byte of it to turn round.
StoredType to_dtype(const Literal& descr, const std::string& name, std::size_t available) {
    if (descr.kind == Literal::Kind::text) {
        std::string text = descr.text;
        const char order = text.empty() || !std::strchr("<>|=", text[0]) ? '=' : text[0];
        if (!text.empty() && std::strchr("<>|=", text[0])) text.erase(0, 1);
        if (text.starts_with("O"))
            throw ValueError("Object arrays cannot be loaded when allow_pickle=False: " + name + " holds such");
        if (text == "b1") text = "?";
        if (text.starts_with("V") && text.find_first_not_of('0', 1) == text.npos)
            throw ValueError("the dtype in the header of " + name + " has elements of no bytes");
        StoredType result{dtype_from_name(text)};
        const DTypeInfo& about = info(result.dtype);
        if (order == '>' && about.itemsize > 1 && about.kind != 'V') {
            const std::int64_t part = about.kind == 'c' ? about.itemsize / 2 : about.itemsize;
            for (std::int64_t at = 0; at < about.itemsize; at += part) result.swapped.push_back({at, part});
        }
        return result;
    }
    const auto check = [&](bool valid) {
        if (!valid) throw ValueError("the dtype in the header of " + name + " is not valid");
    };
    check(descr.kind == Literal::Kind::list && !descr.items.empty());
    StoredType result{};
    std::vector<Field> found;
    std::int64_t offset = 0;
    for (const Literal& entry : descr.items) {
        check(entry.kind == Literal::Kind::list && entry.items.size() >= 2);
        const Literal& names = entry.items[0];
        const StoredType element = to_dtype(entry.items[1], name, available);
        Field field{.name = names.kind == Literal::Kind::text ? names.text : "", .dtype = element.dtype};
        if (names.kind == Literal::Kind::list && names.items.size() == 2) {
            field.title = names.items[0].text;
            field.name = names.items[1].text;
        }
        if (entry.items.size() > 2) field.shape = to_shape(entry.items[2], name);
        field.offset = offset;
        const std::int64_t count = element_count(field.shape), bytes = itemsize(element.dtype);
        check(count <= most_bytes / bytes && offset <= most_bytes - count * bytes);
        const bool read = static_cast<std::size_t>(offset + count * bytes) <= available && !element.swapped.empty();
        for (std::int64_t i = 0; read && i < count; ++i)
            for (const ByteRun& run : element.swapped)
                result.swapped.push_back({offset + i * bytes + run.offset, run.length});
        offset += count * bytes;
        const bool is_gap = field.name.empty() && kind(field.dtype) == 'V' && !is_structured(field.dtype);
        if (!is_gap) found.push_back(std::move(field));
    }
    check(offset > 0);
    result.dtype = structured_dtype(std::move(found), false, offset);
    return result;
}

void swap_bytes(std::span<std::byte> elements, const StoredType& type) {
    const auto step = static_cast<std::size_t>(itemsize(type.dtype));
    for (const ByteRun& run : type.swapped)
        for (std::size_t at = static_cast<std::size_t>(run.offset); at < elements.size(); at += step)
            std::reverse(elements.begin() + static_cast<std::ptrdiff_t>(at),
                         elements.begin() + static_cast<std::ptrdiff_t>(at) + run.length);
}

}  // namespace

std::string npy_header(const ndarray& a) {
    std::string text =
        "{'descr': " + descr(a.dtype()) + ", 'fortran_order': False, 'shape': " + to_string(a.shape()) + ", }";
    // Room for the first length to grow in place, as NumPy leaves it.
    if (a.ndim()) text.append(21 - std::min<std::size_t>(21, std::to_string(a.shape()[0]).size()), ' ');
    const bool wide = text.size() + 64 > 65535;
    const std::size_t before = magic.size() + 2 + (wide ? 4 : 2);
    text.append(64 - (before + text.size() + 1) % 64, ' ');
    text += '\n';
    std::string result(magic);
    result += wide ? '\2' : '\1';
    result += '\0';
    for (std::size_t i = 0; i < (wide ? 4u : 2u); ++i) result += static_cast<char>(text.size() >> 8 * i & 255u);
    return result + text;
}

std::vector<std::byte> elements(const ndarray& a) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(a.nbytes()));
    a.get(bytes.data());
    return bytes;
}

ndarray from_npy(std::span<const std::byte> file, const std::string& name) {
    const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
    if (!text.starts_with(magic) || file.size() < 12)
        throw ValueError(name +
                         " is no .npy file: its first bytes are not NumPy's. Files of pickled Python objects are "
                         "not read");
    const int version = text[6];
    if (version < 1 || version > 3)
        throw ValueError("we only support format version (1,0), (2,0), and (3,0), not (" + std::to_string(version) +
                         "," + std::to_string(text[7]) + ")");
    const std::size_t width = version == 1 ? 2 : 4, start = 8 + width;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i) length |= static_cast<std::size_t>(file[8 + i]) << 8 * i;
    if (length > file.size() - start)
        throw ValueError("EOF: reading array header, expected " + std::to_string(length) + " bytes got " +
                         std::to_string(file.size() - start));
    const Literal header = LiteralParser(text.substr(start, length), name).parse();
    const Literal *type = nullptr, *order = nullptr, *lengths = nullptr;
    for (std::size_t i = 0; i + 1 < header.items.size(); i += 2) {
        const std::string& key = header.items[i].text;
        if (key == "descr") type = &header.items[i + 1];
        if (key == "fortran_order") order = &header.items[i + 1];
        if (key == "shape") lengths = &header.items[i + 1];
    }
    if (!type || !order || !lengths || order->kind != Literal::Kind::truth)
        throw ValueError("Header of " + name + " does not contain the correct keys: descr, fortran_order, shape");
    const std::span<const std::byte> data = file.subspan(start + length);
    const StoredType stored = to_dtype(*type, name, data.size());
    Shape shape = to_shape(*lengths, name);
    const std::int64_t count = element_count(shape), bytes = itemsize(stored.dtype);
    if (count > 0 && static_cast<std::size_t>(count) > data.size() / static_cast<std::size_t>(bytes))
        throw ValueError("cannot reshape: " + name + " is cut off, as it has " + std::to_string(data.size()) +
                         " bytes of the " + std::to_string(count) + " elements of " + std::to_string(bytes) +
                         " bytes that its shape " + to_string(shape) + " needs");
    std::vector<std::byte> turned;
    const std::byte* source = data.data();
    if (!stored.swapped.empty()) {
        turned.assign(data.begin(), data.begin() + count * bytes);
        swap_bytes(turned, stored);
        source = turned.data();
    }
    const bool fortran = order->integer && shape.size() > 1;
    if (fortran) std::reverse(shape.begin(), shape.end());
    const ndarray result = array_from_host(source, stored.dtype, shape);
    return fortran ? result.transpose() : result;
}

std::vector<std::byte> read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream) throw FileError(errno ? errno : EIO, path);
    const std::streamoff size = stream.tellg();
    if (size < 0 || size == std::numeric_limits<std::streamoff>::max()) throw FileError(EISDIR, path);
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    stream.seekg(0);
    if (!stream.read(reinterpret_cast<char*>(bytes.data()), size)) throw FileError(EIO, path);
    return bytes;
}

void write_file(const std::string& path, std::span<const std::span<const std::byte>> parts) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    if (!stream) throw FileError(errno ? errno : EIO, path);
    for (std::span<const std::byte> part : parts)
        stream.write(reinterpret_cast<const char*>(part.data()), static_cast<std::streamsize>(part.size()));
    stream.close();
    if (!stream) throw FileError(ENOSPC, path);
}

}  // namespace files

namespace {

std::string with_suffix(std::string path, std::string_view suffix) {
    return path.ends_with(suffix) ? path : path.append(suffix);
}

}  // namespace

void save(std::string file, const ndarray& arr) {
    const std::string header = files::npy_header(arr);
    const std::vector<std::byte> elements = files::elements(arr);
    const std::span<const std::byte> parts[] = {files::bytes_of(header), elements};
    files::write_file(with_suffix(std::move(file), ".npy"), parts);
}

ndarray load(const std::string& file) { return files::from_npy(files::read_file(file), "'" + file + "'"); }

}  // namespace cuprum
