#include "cuprum/structured.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>

#include "cuprum/error.h"

namespace cuprum {
namespace {

// A dtype that was described. It never changes and is never freed, so that a handle can be followed without a lock.
struct Description {
    DTypeInfo info;
    std::string name, unit;
    std::vector<Field> fields;
    std::vector<ByteRun> runs;
    bool structured = false, aligned = false;
};

constexpr std::size_t most_described = 65536 - first_described;

constinit std::atomic<const Description*> table[most_described]{};

const Description& description(DType d) noexcept {
    return *table[static_cast<std::uint16_t>(d) - first_described].load(std::memory_order_acquire);
}

struct Registry {
    std::mutex mutex;
    std::map<std::string, DType> handles;  // by the whole description
    std::size_t count = 0;
};
Registry& registry() {
    static auto* instance = new Registry;  // dtypes may be asked for while the process ends
    return *instance;
}

DType intern(const std::string& key, Description&& made) {
    Registry& known = registry();
    std::lock_guard lock(known.mutex);
    if (auto found = known.handles.find(key); found != known.handles.end()) return found->second;
    if (known.count == most_described)
        throw ValueError("a process can have " + std::to_string(most_described) +
                         " structured, void and time dtypes, and has them; describe a dtype once and use it again");
    const auto handle = static_cast<DType>(first_described + known.count);
    auto* stored = new Description(std::move(made));
    stored->info.dtype = handle;
    stored->info.name = stored->name.c_str();
    table[known.count].store(stored, std::memory_order_release);
    ++known.count;
    known.handles.emplace(key, handle);
    return handle;
}

std::int32_t checked_size(std::int64_t bytes) {
    if (bytes <= 0) throw ValueError("an element must have bytes, and this dtype has " + std::to_string(bytes));
    if (bytes > INT32_MAX) throw ValueError("an element of " + std::to_string(bytes) + " bytes is too large");
    return static_cast<std::int32_t>(bytes);
}

// NumPy's name of a dtype within the text of another.
std::string format_of(DType d) {
    if (!is_number(d)) {
        const Description& described = description(d);
        return described.structured ? described.name : "'" + described.name + "'";
    }
    if (d == DType::bfloat16) return "bfloat16";
    const char order = itemsize(d) == 1 ? '|' : '<';
    return std::string("'") + order + kind(d) + std::to_string(itemsize(d)) + "'";
}

std::string shape_of(const Field& field) { return field.shape.empty() ? "" : ", " + to_string(field.shape); }

// As str(numpy.dtype(...)).
std::string name_of(const Description& d) {
    bool packed = true;
    std::int64_t end = 0;
    for (const Field& field : d.fields) {
        packed = packed && field.offset == end && field.title.empty();
        end += field.nbytes();
    }
    std::string text;
    const auto list = [&](const char* key, auto item) {
        text += (text.empty() ? "{'" : ", '") + std::string(key) + "': [";
        for (std::size_t i = 0; i < d.fields.size(); ++i) text += (i ? ", " : "") + item(d.fields[i]);
        text += "]";
    };
    if (packed && end == d.info.itemsize) {
        for (const Field& field : d.fields)
            text += (text.empty() ? "[" : ", ") + ("('" + field.name + "', ") + format_of(field.dtype) +
                    shape_of(field) + ")";
        return text + "]";
    }
    list("names", [](const Field& field) { return "'" + field.name + "'"; });
    list("formats", [](const Field& field) {
        const std::string format = format_of(field.dtype);
        return field.shape.empty() ? format : "(" + format + shape_of(field) + ")";
    });
    list("offsets", [](const Field& field) { return std::to_string(field.offset); });
    text += ", 'itemsize': " + std::to_string(d.info.itemsize);
    return text + (d.aligned ? ", 'aligned': True}" : "}");
}

// What belongs to fields, neighbours and overlaps merged.
std::vector<ByteRun> runs_of(const Description& d) {
    std::vector<ByteRun> parts, runs;
    for (const Field& field : d.fields) {
        const std::int64_t count = element_count(field.shape), each = itemsize(field.dtype);
        const auto inner = field_bytes(field.dtype);
        const bool whole = inner.size() == 1 && inner[0].length == each;
        if (whole) {
            if (count) parts.push_back({field.offset, count * each});
            continue;
        }
        for (std::int64_t i = 0; i < count; ++i)
            for (const ByteRun& run : inner) parts.push_back({field.offset + i * each + run.offset, run.length});
    }
    std::sort(parts.begin(), parts.end(), [](const ByteRun& a, const ByteRun& b) { return a.offset < b.offset; });
    for (const ByteRun& part : parts) {
        if (!runs.empty() && part.offset <= runs.back().offset + runs.back().length)
            runs.back().length = std::max(runs.back().length, part.offset + part.length - runs.back().offset);
        else runs.push_back(part);
    }
    return runs;
}

std::string quoted(const std::string& text) { return std::to_string(text.size()) + ":" + text; }

std::int64_t round_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

}  // namespace

const DTypeInfo& described_info(DType d) noexcept { return description(d).info; }

void throw_no_number(DType d) {
    throw TypeError(std::string("elements of dtype ") + info(d).name +
                    " are no numbers: they can be moved, compared, viewed and taken apart, and there is no arithmetic "
                    "or order on them; use a field, or view() as a dtype of numbers");
}

DType structured_dtype(std::vector<Field> fields, bool align, std::optional<std::int64_t> itemsize) {
    Description made;
    made.structured = true;
    made.aligned = align;
    std::int64_t end = 0, largest = 1;
    const bool placed = !fields.empty() && fields[0].offset >= 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        Field& field = fields[i];
        if (field.name.empty()) field.name = "f" + std::to_string(i);
        for (std::size_t j = 0; j < i; ++j)
            for (const std::string* taken : {&fields[j].name, &fields[j].title})
                if (*taken == field.name || (!field.title.empty() && *taken == field.title))
                    throw ValueError("two fields of a dtype are called '" + *taken + "'");
        if ((field.offset >= 0) != placed)
            throw ValueError("offsets are given for all fields of a dtype or for none; that of '" + field.name +
                             (placed ? "' is missing" : "' is given"));
        const std::int64_t alignment = info(field.dtype).alignment;
        if (!placed) field.offset = align ? round_up(end, alignment) : end;
        else if (align && field.offset % alignment)
            throw ValueError("offset " + std::to_string(field.offset) + " of the field '" + field.name +
                             "' is not a multiple of its alignment of " + std::to_string(alignment) + " bytes");
        largest = std::max(largest, alignment);
        end = std::max(end, field.offset + field.nbytes());
    }
    if (align) {
        end = round_up(end, largest);
        made.info.alignment = static_cast<std::uint8_t>(largest);
    } else {
        made.info.alignment = 1;
    }
    if (itemsize && *itemsize < end)
        throw ValueError("the fields end at byte " + std::to_string(end) + ", and the itemsize is to be " +
                         std::to_string(*itemsize));
    made.info.itemsize = checked_size(itemsize.value_or(end));
    made.info.code = made.info.kind = 'V';
    made.info.device_name = "unsigned char";
    made.fields = std::move(fields);
    made.name = name_of(made);
    made.runs = runs_of(made);
    std::string key = std::string(align ? "aligned " : "struct ") + std::to_string(made.info.itemsize);
    for (const Field& field : made.fields)
        key += ";" + quoted(field.name) + quoted(field.title) + std::to_string(static_cast<int>(field.dtype)) +
               to_string(field.shape) + "@" + std::to_string(field.offset);
    return intern(key, std::move(made));
}

DType void_dtype(std::int64_t itemsize) {
    Description made;
    made.info = {{}, 'V', 'V', 1, checked_size(itemsize), "unsigned char", nullptr};
    made.name = "|V" + std::to_string(itemsize);
    made.runs = {{0, itemsize}};
    const std::string key = made.name;
    return intern(key, std::move(made));
}

DType time_dtype(char kind, std::string_view unit) {
    static constexpr std::string_view units[] = {"",  "Y",  "M",  "W",  "D",  "h",  "m",
                                                 "s", "ms", "us", "ns", "ps", "fs", "as"};
    const std::size_t digits = std::min(unit.find_first_not_of("0123456789"), unit.size());
    const std::string_view base = unit.substr(digits);
    if ((kind != 'M' && kind != 'm') || std::find(std::begin(units), std::end(units), base) == std::end(units) ||
        (digits && base.empty()))
        throw TypeError("there is no dtype " + std::string(kind == 'm' ? "timedelta64[" : "datetime64[") +
                        std::string(unit) + "]; the units are Y M W D h m s ms us ns ps fs as");
    if (digits == 1 && unit[0] == '1') unit = base;
    Description made;
    made.info = {{}, kind, kind, 8, 8, "long long", nullptr};
    made.name =
        std::string(kind == 'm' ? "timedelta64" : "datetime64") + (unit.empty() ? "" : "[" + std::string(unit) + "]");
    made.unit = unit;
    made.runs = {{0, 8}};
    const std::string key = made.name;
    return intern(key, std::move(made));
}

std::string_view time_unit(DType dtype) { return is_number(dtype) ? std::string_view() : description(dtype).unit; }

std::span<const Field> fields(DType dtype) {
    if (is_number(dtype)) return {};
    return description(dtype).fields;
}

const Field* find_field(DType dtype, std::string_view name) {
    for (const Field& field : fields(dtype))
        if (field.name == name || (!field.title.empty() && field.title == name)) return &field;
    return nullptr;
}

bool is_structured(DType dtype) { return !is_number(dtype) && description(dtype).structured; }
bool is_aligned_struct(DType dtype) { return is_structured(dtype) && description(dtype).aligned; }

DType select_fields(DType dtype, std::span<const std::string> names) {
    std::vector<Field> chosen;
    for (const std::string& name : names) {
        const Field* field = find_field(dtype, name);
        if (!field) throw ValueError("no field of name " + name + " in " + info(dtype).name);
        chosen.push_back(*field);
    }
    return structured_dtype(std::move(chosen), false, itemsize(dtype));
}

std::size_t described_count() {
    Registry& known = registry();
    std::lock_guard lock(known.mutex);
    return known.count;
}

std::span<const ByteRun> field_bytes(DType dtype) {
    if (!is_number(dtype)) return description(dtype).runs;
    static const auto whole = [] {
        std::array<ByteRun, dtype_count> runs;
        for (int i = 0; i < dtype_count; ++i) runs[static_cast<std::size_t>(i)] = {0, dtype_table[i].itemsize};
        return runs;
    }();
    return std::span(&whole[static_cast<std::size_t>(table_index(dtype))], 1);
}

}  // namespace cuprum
